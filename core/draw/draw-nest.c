/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encodings: the border and the fill carry the loop kind together with a glyph; the stripe at the left edge carries the family (i,
 * i_0 and i_1 share one), so that a loop can be followed through splits; reduction is dashed and "Σ".
 */
#include "core/draw/draw-nest.h"

#include <math.h>

#include "core/base/i18n.h"
#include "core/draw/draw-text.h"

#define MARGIN          12.0
#define SCALES          16.0   /* from 0 to 1: text of a new scale has new fonts, which take 10 ms to make */
#define MIN_WIDTH       160.0
#define FONT_PX         12.5
#define CHIP_PX         11.5
#define CHIP_HEIGHT     16.0
#define CHIP_PADDING    5.0
#define CHIP_GAP        4.0
#define CARD_PADDING    8.0
#define STRIPE_WIDTH    3.5
#define RADIUS          5.0
#define STRIP_HEIGHT    2.0

#define BARRIER_PX      11.0

const TlNestSpacing tl_nest_box_spacing = { .indent = 7, .inset = 3, .gap = 2.5, .bottom = 3, .barrier = 17 };

static char *
extent_label (const TlNestItem *item)
{
  return g_strdup_printf ("×%s", item->extent_text);
}

static double
chip_width (cairo_t *cr, const char *text)
{
  return tl_text_width (cr, CHIP_PX, TL_TEXT_MONO, text) + 2 * CHIP_PADDING;
}

static void
draw_chip (cairo_t *cr, double *x, double y, gboolean dashed, TlColor color, const TlPalette *palette, const char *text)
{
  double       width = chip_width (cr, text);
  const double dashes[] = { 3, 2 };

  tl_path_rounded (cr, *x + 0.5, y + 0.5, width - 1, CHIP_HEIGHT - 1, 4);
  tl_set_color (cr, color, tl_palette_tint (palette, 0.16));
  cairo_fill_preserve (cr);
  tl_set_border (cr, palette, color, 0.9);
  cairo_set_dash (cr, dashes, dashed ? 2 : 0, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  tl_draw_text (cr, *x + CHIP_PADDING, y + CHIP_HEIGHT / 2, CHIP_PX, TL_TEXT_MONO, palette->text, 0, text);
  *x += width + CHIP_GAP;
}

/* @names: "A B". */
static double
chips_width (cairo_t *cr, const char *names)
{
  g_auto (GStrv) words = g_strsplit (names, " ", -1);
  double         width = 0;

  for (guint i = 0; words[i] != NULL && *words[i] != '\0'; i++)
    width += chip_width (cr, words[i]) + (i > 0 ? CHIP_GAP : 0);
  return width;
}

/* A chip for each name, the last one up to @right; gives the left edge of the first. */
static double
draw_chips (cairo_t *cr, double right, double y, TlColor color, const TlPalette *palette, const char *names)
{
  g_auto (GStrv) words = g_strsplit (names, " ", -1);
  double         left = right - chips_width (cr, names), x = left;

  for (guint i = 0; words[i] != NULL && *words[i] != '\0'; i++)
    draw_chip (cr, &x, y, FALSE, color, palette, words[i]);
  return left;
}

static double
natural_card_width (cairo_t *cr, const TlBlock *block)
{
  g_autofree char *reads = tl_block_reads_text (block);
  g_autofree char *writes = tl_block_writes_text (block);
  double           title = tl_text_width (cr, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, block->name);
  double           axes = 2 * CARD_PADDING;

  title += 50 + chips_width (cr, reads) + chips_width (cr, writes);
  for (guint i = 0; i < block->n_axes; i++)
    {
      g_autofree char *text = tl_axis_chip_text (&block->axes[i]);

      axes += chip_width (cr, text) + CHIP_GAP;
    }
  if (tl_block_is_guarded (block))
    axes += chip_width (cr, _("where")) + CHIP_GAP;
  return MAX (title, axes);
}

static void
natural_rows (cairo_t *cr, const TlNest *nest, double *row_width, double *row_height)
{
  for (guint i = 0; i < nest->n_items; i++)
    {
      const TlNestItem *item = &nest->items[i];
      g_autofree char  *extent = NULL;

      switch (item->kind)
        {
        case TL_NEST_LOOP:
          extent = extent_label (item);
          row_width[i] = tl_text_width (cr, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, item->label)
                         + tl_text_width (cr, FONT_PX, TL_TEXT_MONO, extent) + 80;
          row_height[i] = TL_NEST_HEADER_HEIGHT;
          break;
        case TL_NEST_BLOCK:
          row_width[i] = natural_card_width (cr, &item->stmt->block);
          row_height[i] = TL_NEST_CARD_HEIGHT;
          break;
        case TL_NEST_OTHER:
        default:
          row_width[i] = tl_text_width (cr, CHIP_PX, TL_TEXT_MONO, item->label) + 24;
          row_height[i] = TL_NEST_OTHER_HEIGHT;
        }
    }
}

typedef struct
{
  TlNestBox *boxes;
  double     width, height;
} Placed;

static void
place_all (cairo_t *cr, const TlNest *nest, Placed *placed)
{
  g_autofree double *row_width = g_new0 (double, nest->n_items + 1);
  g_autofree double *row_height = g_new0 (double, nest->n_items + 1);

  placed->boxes = g_new0 (TlNestBox, nest->n_items + 1);
  natural_rows (cr, nest, row_width, row_height);
  tl_nest_layout (nest, NULL, row_width, row_height, &tl_nest_box_spacing, MIN_WIDTH, placed->boxes, &placed->width, &placed->height);
}

/* To measure texts it takes a surface, any. */
static void
place_without_surface (const TlNest *nest, Placed *placed)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t         *cr = cairo_create (surface);

  place_all (cr, nest, placed);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

void
tl_nest_picture_size (const TlNest *nest, double *width, double *height)
{
  Placed placed;

  place_without_surface (nest, &placed);
  *width = ceil (placed.width + 2 * MARGIN);
  *height = ceil (placed.height + 2 * MARGIN);
  g_free (placed.boxes);
}

void
tl_nest_picture_middles (const TlNest *nest, double *middles)
{
  Placed placed;

  place_without_surface (nest, &placed);
  for (guint i = 0; i < nest->n_items; i++)
    middles[i] = MARGIN + placed.boxes[i].y + placed.boxes[i].row_height / 2;
  g_free (placed.boxes);
}

void
tl_draw_loop_level (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, const TlPalette *palette)
{
  TlLoopLook look = tl_loop_look (&item->stmt->loop);
  TlColor    color = palette->look[look];
  gboolean   is_serial = look == TL_LOOK_SERIAL;

  cairo_save (cr);
  tl_path_rounded (cr, box->x + 0.5, box->y + 0.5, box->width - 1, box->height - 1, RADIUS);
  cairo_clip_preserve (cr);
  tl_set_color (cr, palette->is_dark ? palette->background : palette->card, 1);   /* tints of the levels around do not add up */
  cairo_fill_preserve (cr);
  tl_set_color (cr, color, tl_palette_tint (palette, is_serial ? 0.05 : 0.07));
  cairo_fill (cr);
  cairo_rectangle (cr, box->x, box->y, box->width, box->row_height);
  tl_set_color (cr, color, tl_palette_tint (palette, is_serial ? 0.10 : 0.20));
  cairo_fill (cr);
  cairo_rectangle (cr, box->x, box->y, STRIPE_WIDTH, box->height);
  tl_set_color (cr, tl_family_color (palette, item->family), 1);
  cairo_fill (cr);
  cairo_restore (cr);
  tl_path_rounded (cr, box->x + 0.5, box->y + 0.5, box->width - 1, box->height - 1, RADIUS);
  tl_set_border (cr, palette, color, 0.55);
  cairo_stroke (cr);
}

void
tl_draw_nest_barrier (cairo_t *cr, double left, double right, double y, const TlPalette *palette)
{
  const double dashes[] = { 5, 3 };
  double       text = tl_text_width (cr, BARRIER_PX, TL_TEXT_NORMAL, _("barrier"));

  cairo_move_to (cr, left + 2, round (y) + 0.5);
  cairo_line_to (cr, right - text - 8, round (y) + 0.5);
  tl_set_color (cr, palette->look[TL_LOOK_UNROLLED], 1);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, 1);
  tl_draw_text (cr, right - 2, y, BARRIER_PX, TL_TEXT_RIGHT, palette->warning_text, 0, _("barrier"));
}

gint64
tl_nest_largest_extent (const TlNest *nest)
{
  gint64 largest = 2;

  for (guint i = 0; i < nest->n_items; i++)
    if (nest->items[i].kind == TL_NEST_LOOP)
      largest = MAX (largest, nest->items[i].extent);
  return largest;
}

void
tl_draw_loop_strips (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, gint64 largest, double time_share,
                     const TlPalette *palette)
{
  double room = box->width - 2 * RADIUS, trips = item->extent > 1 ? log2 ((double) item->extent) / log2 ((double) largest) : 0;

  cairo_rectangle (cr, box->x + box->width - RADIUS - room / 3 * trips, box->y + 1, room / 3 * trips, STRIP_HEIGHT);
  tl_set_color (cr, palette->look[tl_loop_look (&item->stmt->loop)], tl_palette_mark (palette, 0.7));
  cairo_fill (cr);
  if (!isfinite (time_share))
    return;
  cairo_rectangle (cr, box->x + RADIUS, box->y + box->row_height - STRIP_HEIGHT, room * MIN (time_share, 1), STRIP_HEIGHT);
  tl_set_color (cr, palette->accent, tl_palette_mark (palette, time_share >= 0.5 ? 1 : 0.55));
  cairo_fill (cr);
}

static void
draw_loop (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, const TlPalette *palette)
{
  g_autofree char *extent = extent_label (item);
  g_autofree char *glyph = tl_loop_glyph (&item->stmt->loop);
  double           middle = box->y + box->row_height / 2;
  double           x = box->x + 12;

  tl_draw_loop_level (cr, item, box, palette);
  x += tl_draw_text (cr, x, middle, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, palette->text, 0, item->label) + 10;
  x += tl_draw_text (cr, x, middle, FONT_PX, TL_TEXT_MONO, palette->dim_text, 0, extent) + 10;
  if (item->is_reduction)
    tl_draw_text (cr, x, middle, FONT_PX, TL_TEXT_NORMAL, palette->dim_text, 0, "Σ");
  tl_draw_text (cr, box->x + box->width - 8, middle, FONT_PX, TL_TEXT_BOLD | TL_TEXT_RIGHT, palette->text, 0, glyph);
}

static TlColor
axis_color (const TlNest *nest, guint index, guint axis, const TlPalette *palette)
{
  gint family = tl_nest_axis_family (nest, index, axis);

  return family < 0 ? palette->copies : tl_family_color (palette, (guint) family);
}

static void
draw_axes (cairo_t *cr, const TlNest *nest, guint index, double x, double y, const TlPalette *palette)
{
  const TlBlock *block = &nest->items[index].stmt->block;

  for (guint i = 0; i < block->n_axes; i++)
    {
      g_autofree char *text = tl_axis_chip_text (&block->axes[i]);

      draw_chip (cr, &x, y, block->axes[i].kind == TL_AXIS_REDUCE, axis_color (nest, index, i, palette), palette, text);
    }
  if (tl_block_is_guarded (block))
    draw_chip (cr, &x, y, TRUE, palette->write, palette, _("where"));
}

static void
draw_card (cairo_t *cr, const TlNest *nest, guint index, const TlNestBox *box, const TlPalette *palette)
{
  const TlBlock   *block = &nest->items[index].stmt->block;
  g_autofree char *reads = tl_block_reads_text (block);
  g_autofree char *writes = tl_block_writes_text (block);
  double           x = box->x + CARD_PADDING, right = box->x + box->width - CARD_PADDING, top = box->y + 3;

  tl_path_rounded (cr, box->x + 0.5, box->y + 0.5, box->width - 1, box->height - 1, RADIUS);
  tl_set_color (cr, palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_border (cr, palette, palette->line, 1);
  cairo_stroke (cr);
  tl_draw_text (cr, x, top + CHIP_HEIGHT / 2, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, palette->text, 0, block->name);
  if (writes[0] != '\0')
    {
      right = draw_chips (cr, right, top, palette->write, palette, writes) - CHIP_GAP;
      tl_draw_text (cr, right - 2, top + CHIP_HEIGHT / 2, CHIP_PX, TL_TEXT_RIGHT, palette->dim_text, 0, "→");
      right -= 18;
    }
  draw_chips (cr, right, top, palette->read, palette, reads);
  draw_axes (cr, nest, index, x, top + CHIP_HEIGHT + 3, palette);
}

static void
draw_other (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, const TlPalette *palette)
{
  tl_path_rounded (cr, box->x + 0.5, box->y + 0.5, box->width - 1, box->height - 1, 6);
  tl_set_border (cr, palette, palette->line, 1);
  cairo_stroke (cr);
  tl_draw_text (cr, box->x + 10, box->y + box->row_height / 2, CHIP_PX, TL_TEXT_MONO, palette->dim_text, box->width - 20, item->label);
}

static void
draw_selection (cairo_t *cr, const TlNestBox *box, const TlPalette *palette)
{
  tl_path_rounded (cr, box->x - 1, box->y - 1, box->width + 2, box->row_height + 2, 8);
  tl_set_color (cr, palette->accent, 1);
  cairo_set_line_width (cr, 2.5);
  cairo_stroke (cr);
}

void
tl_draw_nest (cairo_t *cr, const TlNest *nest, const TlPalette *palette, TlNodeId selected, double width, double height)
{
  Placed placed;
  double scale;

  if (nest->n_items == 0)
    {
      tl_draw_text (cr, width / 2, height / 2, FONT_PX, TL_TEXT_CENTER, palette->dim_text, width, _("No loops"));
      return;
    }
  cairo_save (cr);
  place_all (cr, nest, &placed);
  scale = MIN (1, MIN (width / (placed.width + 2 * MARGIN), height / (placed.height + 2 * MARGIN)));
  if (scale >= 1 / SCALES)
    scale = floor (scale * SCALES) / SCALES;
  cairo_translate (cr, (width - placed.width * scale) / 2, (height - placed.height * scale) / 2);
  cairo_scale (cr, scale, scale);
  for (guint i = 0; i < nest->n_items; i++)
    {
      const TlNestItem *item = &nest->items[i];
      const TlNestBox  *box = &placed.boxes[i];

      if (item->waits)
        tl_draw_nest_barrier (cr, box->x, box->x + box->width, box->y - tl_nest_box_spacing.barrier / 2, palette);
      if (item->kind == TL_NEST_LOOP)
        draw_loop (cr, item, box, palette);
      else if (item->kind == TL_NEST_BLOCK)
        draw_card (cr, nest, i, box, palette);
      else
        draw_other (cr, item, box, palette);
      if (selected != 0 && item->id == selected)
        draw_selection (cr, box, palette);
    }
  g_free (placed.boxes);
  cairo_restore (cr);
}

#define MINI_BAR     9.0
#define MINI_TILE    16.0
#define MINI_WIDTH   150.0
#define MINI_MARGIN  6.0

void
tl_draw_nest_tile (cairo_t *cr, const TlNest *nest, guint index, const TlNestBox *box, const TlPalette *palette)
{
  const TlNestItem *item = &nest->items[index];
  TlColor           color = palette->line;

  if (item->kind == TL_NEST_LOOP)
    {
      TlLoopLook look = tl_loop_look (&item->stmt->loop);

      color = look == TL_LOOK_SERIAL ? tl_family_color (palette, item->family) : palette->look[look];
      tl_path_rounded (cr, box->x, box->y, box->width, box->height, 4);
      tl_set_color (cr, color, palette->is_high_contrast ? 1 : 0.13);
      cairo_set_line_width (cr, 1);
      if (palette->is_high_contrast)
        cairo_stroke (cr);
      else
        cairo_fill (cr);
      tl_path_rounded (cr, box->x, box->y, box->width, box->row_height, 4);
      tl_set_color (cr, color, 0.75);
      cairo_fill (cr);
      return;
    }
  tl_path_rounded (cr, box->x + 0.5, box->y + 0.5, box->width - 1, box->row_height - 1, 4);
  tl_set_color (cr, palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, palette->dim_text, 0.8);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  if (item->kind == TL_NEST_BLOCK)
    for (guint i = 0; i < item->stmt->block.n_axes && 6 + i * 12.0 + 12 < box->width; i++)
      {
        tl_path_rounded (cr, box->x + 6 + i * 12.0, box->y + 5, 9, box->row_height - 10, 2);
        tl_set_color (cr, axis_color (nest, index, i, palette), 0.9);
        cairo_fill (cr);
      }
}

void
tl_draw_nest_miniature (cairo_t *cr, const TlNest *nest, const TlPalette *palette, double width, double height)
{
  static const TlNestSpacing tight = { .indent = 9, .inset = 4, .gap = 3, .bottom = 3 };
  g_autofree double    *row_width = g_new0 (double, nest->n_items + 1);
  g_autofree double    *row_height = g_new0 (double, nest->n_items + 1);
  g_autofree TlNestBox *boxes = g_new0 (TlNestBox, nest->n_items + 1);
  double total_width, total_height, scale;

  if (nest->n_items == 0)
    return;
  for (guint i = 0; i < nest->n_items; i++)
    {
      row_width[i] = 40;
      row_height[i] = nest->items[i].kind == TL_NEST_LOOP ? MINI_BAR : nest->items[i].kind == TL_NEST_BLOCK ? MINI_TILE : 5;
    }
  tl_nest_layout (nest, NULL, row_width, row_height, &tight, MINI_WIDTH, boxes, &total_width, &total_height);
  scale = MIN (2, MIN ((width - 2 * MINI_MARGIN) / total_width, (height - 2 * MINI_MARGIN) / total_height));
  if (scale <= 0)
    return;
  cairo_save (cr);
  cairo_translate (cr, (width - total_width * scale) / 2, (height - total_height * scale) / 2);
  cairo_scale (cr, scale, scale);
  for (guint i = 0; i < nest->n_items; i++)
    tl_draw_nest_tile (cr, nest, i, &boxes[i], palette);
  cairo_restore (cr);
}
