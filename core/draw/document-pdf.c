/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of A4. Tables and code go on over the end of a page, pictures are scaled to what a page holds. */
#include "core/draw/document-private.h"

#include <cairo-pdf.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/draw/draw-text.h"
#include "core/draw/palette.h"

#define PAGE_WIDTH    595.0
#define PAGE_HEIGHT   842.0
#define MARGIN        48.0
#define BODY_WIDTH    (PAGE_WIDTH - 2 * MARGIN)
#define BOTTOM        (PAGE_HEIGHT - MARGIN)
#define TITLE_PX      20.0
#define HEADING_PX    13.0
#define BODY_PX       9.5
#define CODE_PX       7.5
#define FOOT_PX       8.0
#define CELL_GAP      14.0
#define MAX_COLUMNS   8
#define KEPT_TOGETHER 60.0   /* of a text under its heading */
#define PICTURE_SCALE 0.75   /* pixels to points */

typedef struct
{
  cairo_t         *cr;
  const TlPalette *palette;
  const char      *title;
  double           y;        /* where the next thing begins */
  guint            page;
} Pages;

/* --- pages --- */

static void
end_page (Pages *pages)
{
  g_autofree char *number = g_strdup_printf ("%u", ++pages->page);

  tl_draw_text (pages->cr, MARGIN, PAGE_HEIGHT - MARGIN / 2, FOOT_PX, 0, pages->palette->dim_text, BODY_WIDTH - 40, pages->title);
  tl_draw_text (pages->cr, PAGE_WIDTH - MARGIN, PAGE_HEIGHT - MARGIN / 2, FOOT_PX, TL_TEXT_RIGHT, pages->palette->dim_text, 0, number);
  cairo_show_page (pages->cr);
  pages->y = MARGIN;
}

static void
need (Pages *pages, double height)
{
  if (pages->y + height > BOTTOM && pages->y > MARGIN)
    end_page (pages);
}

/* --- text --- */

static void
write_lines (Pages *pages, const char *text, double size_px, guint style, TlColor color)
{
  double height = tl_paragraph_height (pages->cr, size_px, style, BODY_WIDTH, text);

  need (pages, height);
  tl_draw_paragraph (pages->cr, MARGIN, pages->y, size_px, style, color, BODY_WIDTH, text);
  pages->y += height;
}

static double
picture_scale (Pages *pages, const TlDocumentItem *item, double *height)
{
  double caption = tl_paragraph_height (pages->cr, BODY_PX, 0, BODY_WIDTH, item->text);
  double room = BOTTOM - MARGIN - caption - KEPT_TOGETHER;
  double scale = tl_min (tl_min (BODY_WIDTH / item->width, room / item->height), PICTURE_SCALE);

  *height = item->height * scale + caption + 12;
  return scale;
}

/* On the page of what it heads; @next is nullable. */
static void
write_heading (Pages *pages, const char *text, const TlDocumentItem *next)
{
  double height = KEPT_TOGETHER;

  if (next != NULL && next->kind == TL_DOCUMENT_PICTURE)
    picture_scale (pages, next, &height);
  pages->y += 10;
  need (pages, height + 20);
  write_lines (pages, text, HEADING_PX, TL_TEXT_BOLD, pages->palette->text);
  pages->y += 4;
}

/* Line by line, on a ground that ends and begins with the page. */
static void
write_code (Pages *pages, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = *lines[i] != '\0' ? lines[i] : " ";
      double      height = tl_paragraph_height (pages->cr, CODE_PX, TL_TEXT_MONO, BODY_WIDTH - 12, line);

      need (pages, height);
      tl_set_color (pages->cr, pages->palette->background, 1);
      cairo_rectangle (pages->cr, MARGIN, pages->y, BODY_WIDTH, height + 0.5);
      cairo_fill (pages->cr);
      tl_draw_paragraph (pages->cr, MARGIN + 6, pages->y, CODE_PX, TL_TEXT_MONO, pages->palette->text, BODY_WIDTH - 12, line);
      pages->y += height;
    }
  pages->y += 8;
}

/* --- tables --- */

static guint
cell_style (const TlDocumentItem *item, guint column, gboolean is_head)
{
  return is_head || (item->head == NULL && column == 0) ? TL_TEXT_BOLD : TL_TEXT_NORMAL;
}

static void
widen (Pages *pages, const TlDocumentItem *item, char *const *cells, gboolean is_head, double *widths)
{
  for (guint i = 0; item->text[i] != '\0'; i++)
    widths[i] = tl_max (widths[i], tl_text_width (pages->cr, BODY_PX, cell_style (item, i, is_head), cells[i]) + CELL_GAP);
}

/* Each as wide as its texts; where that is too much the widest of texts gives way, and its cells get more lines. */
static void
find_widths (Pages *pages, const TlDocumentItem *item, double *widths)
{
  double total = 0;
  guint  widest = 0;

  if (item->head != NULL)
    widen (pages, item, item->head, TRUE, widths);
  for (guint i = 0; i < item->rows->len; i++)
    widen (pages, item, item->rows->pdata[i], FALSE, widths);
  for (guint i = 0; item->text[i] != '\0'; i++)
    {
      total += widths[i];
      if (item->text[i] == 'l' && (item->text[widest] != 'l' || widths[i] > widths[widest]))
        widest = i;
    }
  if (total > BODY_WIDTH)
    widths[widest] = tl_max (widths[widest] - (total - BODY_WIDTH), 60);
}

static void
write_row (Pages *pages, const TlDocumentItem *item, char *const *cells, gboolean is_head, const double *widths)
{
  double height = 0, x = MARGIN;

  for (guint i = 0; item->text[i] != '\0'; i++)
    height = tl_max (height, tl_paragraph_height (pages->cr, BODY_PX, cell_style (item, i, is_head), widths[i] - CELL_GAP + 1, cells[i]));
  need (pages, height + 5);
  for (guint i = 0; item->text[i] != '\0'; i++)
    {
      guint  style = cell_style (item, i, is_head);
      double width = tl_text_width (pages->cr, BODY_PX, style, cells[i]);
      double left = item->text[i] == 'r' ? x + tl_max (widths[i] - CELL_GAP - width, 0) : x;

      tl_draw_paragraph (pages->cr, left, pages->y + 2, BODY_PX, style, pages->palette->text, widths[i] - CELL_GAP + 1, cells[i]);
      x += widths[i];
    }
  pages->y += height + 5;
  tl_set_color (pages->cr, pages->palette->line, 1);
  cairo_rectangle (pages->cr, MARGIN, pages->y - 0.5, x - MARGIN, 0.5);
  cairo_fill (pages->cr);
}

static void
write_table (Pages *pages, const TlDocumentItem *item)
{
  double widths[MAX_COLUMNS] = { 0 };

  g_return_if_fail (strlen (item->text) <= MAX_COLUMNS);
  find_widths (pages, item, widths);
  if (item->head != NULL)
    write_row (pages, item, item->head, TRUE, widths);
  for (guint i = 0; i < item->rows->len; i++)
    write_row (pages, item, item->rows->pdata[i], FALSE, widths);
  pages->y += 8;
}

/* --- pictures --- */

static void
write_picture (Pages *pages, const TlDocumentItem *item)
{
  double height, scale = picture_scale (pages, item, &height);

  need (pages, height);
  cairo_save (pages->cr);
  cairo_translate (pages->cr, MARGIN, pages->y);
  cairo_scale (pages->cr, scale, scale);
  item->draw (pages->cr, item->width, item->height, item->user_data);
  cairo_restore (pages->cr);
  pages->y += item->height * scale + 4;
  write_lines (pages, item->text, BODY_PX, 0, pages->palette->dim_text);
  pages->y += 8;
}

/* --- the whole --- */

static void
write_item (Pages *pages, const TlDocumentItem *item, const TlDocumentItem *next)
{
  switch (item->kind)
    {
    case TL_DOCUMENT_HEADING:
      write_heading (pages, item->text, next);
      break;
    case TL_DOCUMENT_CODE:
      write_code (pages, item->text);
      break;
    case TL_DOCUMENT_TABLE:
      write_table (pages, item);
      break;
    case TL_DOCUMENT_PICTURE:
      write_picture (pages, item);
      break;
    case TL_DOCUMENT_PARAGRAPH:
    default:
      write_lines (pages, item->text, BODY_PX, 0, pages->palette->text);
      pages->y += 6;
      break;
    }
}

static void
draw_pages (cairo_t *cr, double width, double height, gpointer user_data)
{
  const TlDocument *document = user_data;
  Pages             pages = { .cr = cr, .palette = tl_palette (FALSE), .title = document->title, .y = MARGIN };

  write_lines (&pages, document->title, TITLE_PX, TL_TEXT_BOLD, pages.palette->text);
  write_lines (&pages, document->subtitle, BODY_PX, 0, pages.palette->dim_text);
  for (guint i = 0; i < document->items->len; i++)
    write_item (&pages, document->items->pdata[i], i + 1 < document->items->len ? document->items->pdata[i + 1] : NULL);
  end_page (&pages);
}

GByteArray *
tl_document_to_pdf (const TlDocument *document, GError **error)
{
  return tl_draw_to_pdf (PAGE_WIDTH, PAGE_HEIGHT, document->title, draw_pages, (gpointer) document, error);
}
