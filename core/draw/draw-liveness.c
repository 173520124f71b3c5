/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-liveness.h"

#include <math.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"

#define FONT         12.0
#define MARGIN       12.0
#define NAME_WIDTH   110.0
#define BYTES_WIDTH  72.0
#define ROW          26.0
#define MIN_COLUMN   30.0
#define WIDE_COLUMN  72.0    /* block names fit across from here on; upright below */
#define HEAD         24.0
#define UPRIGHT_HEAD 92.0
#define FOOT_GAP     14.0
#define FOOT         64.0

typedef struct
{
  double left, top;      /* of the columns and rows */
  double column, right;
  double foot;           /* the base line of the bars */
  double head;
} Grid;

static double
head_height (double column)
{
  return column >= WIDE_COLUMN ? HEAD : UPRIGHT_HEAD;
}

static Grid
grid_of (const TlLiveness *liveness, double width)
{
  Grid grid = { .left = MARGIN + NAME_WIDTH + BYTES_WIDTH + 8, .right = width - MARGIN };

  grid.column = MAX ((grid.right - grid.left) / MAX (liveness->n_blocks, 1), 1);
  grid.head = head_height (grid.column);
  grid.top = MARGIN + grid.head;
  grid.foot = grid.top + ROW * liveness->n_lives + FOOT_GAP + FOOT;
  return grid;
}

void
tl_liveness_size (const TlLiveness *liveness, double *width, double *height)
{
  *width = 2 * MARGIN + NAME_WIDTH + BYTES_WIDTH + 8 + MIN_COLUMN * liveness->n_blocks;
  *height = MARGIN + UPRIGHT_HEAD + ROW * liveness->n_lives + FOOT_GAP + FOOT + MARGIN + 6;
}

static void
draw_name_of_block (cairo_t *cr, const Grid *grid, guint block, const char *name, const TlPalette *palette)
{
  double x = grid->left + grid->column * (block + 0.5);

  if (grid->head <= HEAD)
    {
      tl_draw_text (cr, x, MARGIN + HEAD / 2, FONT, TL_TEXT_MONO | TL_TEXT_CENTER, palette->text, grid->column - 6, name);
      return;
    }
  cairo_save (cr);
  cairo_translate (cr, x, grid->top - 6);
  cairo_rotate (cr, -G_PI / 2);
  tl_draw_text (cr, 0, 0, FONT, TL_TEXT_MONO, palette->text, grid->head - 8, name);
  cairo_restore (cr);
}

/* "R", "W" or both in the cell of a block. */
static void
draw_use (cairo_t *cr, const Grid *grid, double x, double y, guint use, const TlPalette *palette)
{
  static const struct { guint bit; const char *letter; } kinds[] = { { TL_USE_READ, "R" }, { TL_USE_WRITTEN, "W" } };
  guint  n = (use & TL_USE_READ ? 1 : 0) + (use & TL_USE_WRITTEN ? 1 : 0);
  double size = MIN (16, (grid->column - 4) / 2), at = x + (grid->column - n * size - (n > 1 ? 2 : 0)) / 2;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if ((use & kinds[i].bit) != 0)
      {
        TlColor color = kinds[i].bit == TL_USE_READ ? palette->read : palette->write;

        tl_path_rounded (cr, at, y + (ROW - 16) / 2, size, 16, 3);
        tl_set_color (cr, palette->background, 1);
        cairo_fill_preserve (cr);
        tl_set_color (cr, color, tl_palette_tint (palette, 0.3));
        cairo_fill_preserve (cr);
        tl_set_color (cr, color, 1);
        cairo_set_line_width (cr, 1);
        cairo_stroke (cr);
        tl_draw_text (cr, at + size / 2, y + ROW / 2, 11, TL_TEXT_BOLD | TL_TEXT_CENTER, palette->text, 0, kinds[i].letter);
        at += size + 2;
      }
}

static void
draw_life (cairo_t *cr, const Grid *grid, const TlLiveness *liveness, guint index, const TlPalette *palette)
{
  const TlBufferLife *life = &liveness->lives[index];
  double              y = grid->top + ROW * index, x = grid->left + grid->column * life->first;
  double              width = grid->column * (life->last - life->first + 1);
  g_autofree char    *bytes = tl_format_bytes (life->is_allocated ? life->live_bytes : life->n_bytes);

  tl_set_color (cr, palette->line, 0.6);
  cairo_rectangle (cr, MARGIN, y + ROW - 0.5, grid->right - MARGIN, 1);
  cairo_fill (cr);
  tl_draw_text (cr, MARGIN, y + ROW / 2, FONT, TL_TEXT_MONO, palette->text, NAME_WIDTH, life->buffer->name);
  tl_draw_text (cr, grid->left - 8, y + ROW / 2, FONT, TL_TEXT_RIGHT, life->is_allocated ? palette->text : palette->dim_text, BYTES_WIDTH,
                bytes);
  if (liveness->n_blocks == 0)
    return;
  if (life->is_allocated)
    {
      tl_path_rounded (cr, x + 2, y + 4, width - 4, ROW - 8, 4);
      tl_set_color (cr, palette->accent, tl_palette_tint (palette, 0.16));
      cairo_fill_preserve (cr);
      tl_set_color (cr, palette->accent, tl_palette_mark (palette, 0.7));
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  else
    {
      tl_set_color (cr, palette->dim_text, tl_palette_mark (palette, 0.5));
      cairo_rectangle (cr, x + 2, y + ROW / 2 - 0.5, width - 4, 1);
      cairo_fill (cr);
    }
  for (guint b = 0; b < liveness->n_blocks; b++)
    draw_use (cr, grid, grid->left + grid->column * b, y, life->uses[b], palette);
}

/* The bytes of allocated buffers that live while each block runs, all to the scale of the most. */
static void
draw_foot (cairo_t *cr, const Grid *grid, const TlLiveness *liveness, const TlPalette *palette)
{
  double most = liveness->peak >= 0 ? (double) liveness->live_bytes[liveness->peak] : 0;

  tl_draw_text (cr, MARGIN, grid->foot - 8, FONT, TL_TEXT_NORMAL, palette->dim_text, NAME_WIDTH + BYTES_WIDTH,
                _("allocated, live at once"));
  tl_set_color (cr, palette->line, 1);
  cairo_rectangle (cr, grid->left, grid->foot, grid->right - grid->left, 1);
  cairo_fill (cr);
  for (guint b = 0; most > 0 && b < liveness->n_blocks; b++)
    {
      double           height = (FOOT - 18) * (double) liveness->live_bytes[b] / most, x = grid->left + grid->column * b;
      g_autofree char *bytes = tl_format_bytes (liveness->live_bytes[b]);

      cairo_rectangle (cr, x + 3, grid->foot - height, MAX (grid->column - 6, 1), height);
      if ((gint) b == liveness->peak)
        {
          tl_set_color (cr, palette->accent, tl_palette_mark (palette, 0.8));
          cairo_fill (cr);
        }
      else
        tl_fill_area (cr, palette, palette->accent, 0.4);
      if (grid->column >= WIDE_COLUMN || (gint) b == liveness->peak)
        tl_draw_text (cr, CLAMP (x + grid->column / 2, grid->left + 30, grid->right - 30), grid->foot - height - 9, FONT,
                      TL_TEXT_CENTER | ((gint) b == liveness->peak ? TL_TEXT_BOLD : 0), palette->text, 0, bytes);
    }
}

void
tl_draw_liveness (cairo_t *cr, const TlLiveness *liveness, const TlPalette *palette, double width, double height)
{
  Grid grid = grid_of (liveness, width);

  for (guint b = 0; b < liveness->n_blocks; b++)
    draw_name_of_block (cr, &grid, b, liveness->names[b], palette);
  for (guint i = 0; i < liveness->n_lives; i++)
    draw_life (cr, &grid, liveness, i, palette);
  draw_foot (cr, &grid, liveness, palette);
}

void
tl_draw_liveness_block (cairo_t *cr, const TlLiveness *liveness, const TlPalette *palette, double width, double height, guint block)
{
  Grid grid = grid_of (liveness, width);

  tl_path_rounded (cr, grid.left + grid.column * block + 0.5, MARGIN + 0.5, grid.column - 1, grid.foot - MARGIN, 4);
  tl_set_color (cr, palette->accent, 1);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

void
tl_liveness_find (const TlLiveness *liveness, double width, double height, double x, double y, gint *block, gint *life)
{
  Grid   grid = grid_of (liveness, width);
  double column = floor ((x - grid.left) / grid.column), row = floor ((y - grid.top) / ROW);

  *block = x >= grid.left && column < liveness->n_blocks && y <= grid.foot ? (gint) column : -1;
  *life = row >= 0 && row < liveness->n_lives ? (gint) row : -1;
}
