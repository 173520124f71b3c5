/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-regions.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/text/script.h"
#include "core/base/format.h"
#include "core/draw/draw-text.h"

#define CELL_MIN_WIDTH 110.0
#define CELL_HEIGHT    132.0
#define PICTURE_PX     78.0
#define FONT_PX        11.5
#define REGION_MIN     4.0    /* pixels of one element of many */
#define SMALL_SHARE    0.4    /* of the picture, that sizes out of proportion take at most */

/* The value with every loop at its first iteration; FALSE where that is not plain arithmetic. */
static gboolean
first_value (const TlExpr *expr, gint64 *value)
{
  gint64 a, b;

  if (tl_expr_get_int (expr, value))
    return TRUE;
  if (expr->kind == TL_EXPR_VAR)
    {
      *value = 0;
      return TRUE;
    }
  if (expr->kind == TL_EXPR_CAST)
    return first_value (expr->a, value);
  return tl_expr_kind_is_binary (expr->kind) && first_value (expr->a, &a) && first_value (expr->b, &b)
         && tl_int_combine (expr->kind, a, b, value);
}

/* Extent of the buffer and start and length of the region along one dimension; whole dimension where something is symbolic. */
static void
dim_box (const TlTouched *touched, guint dim, double *extent, double *start, double *length)
{
  gint64 whole = 1, min = 0, size = 1;

  if (!tl_buffer_get_extent (touched->buffer, dim, &whole) || whole <= 0)
    whole = 1;
  if (!first_value (touched->region.ranges[dim].min, &min) || !first_value (touched->region.ranges[dim].extent, &size))
    {
      min = 0;
      size = whole;
    }
  min = CLAMP (min, 0, whole - 1);
  *extent = (double) whole;
  *start = (double) min;
  *length = (double) CLAMP (size, 1, whole - min);
}

static char *
sizes_text (const TlTouched *touched, gboolean of_region)
{
  GString *out = g_string_new (NULL);

  for (guint d = 0; d < touched->buffer->n_dims; d++)
    {
      if (d > 0)
        g_string_append (out, "×");
      tl_expr_append_text (out, of_region ? touched->region.ranges[d].extent : touched->buffer->shape[d]);
    }
  if (touched->buffer->n_dims == 0)
    g_string_append (out, "1");
  return g_string_free (out, FALSE);
}

char *
tl_touched_shape_text (const TlTouched *touched)
{
  g_autofree char *sizes = sizes_text (touched, FALSE);

  return g_strdup_printf ("%s %s", touched->buffer->name, sizes);
}

char *
tl_touched_region_text (const TlTouched *touched)
{
  g_autofree char *region = sizes_text (touched, TRUE);
  g_autofree char *whole = sizes_text (touched, FALSE);
  g_autofree char *count = tl_format_count (touched->n_elements);
  g_autofree char *bytes = tl_format_bytes (touched->n_bytes);

  return g_strdup_printf (ngettext ("%s of %s, %s element, %s", "%s of %s, %s elements, %s", touched->n_elements == 1 ? 1 : 2), region,
                          whole, count, bytes);
}

static void
fill_region (cairo_t *cr, const TlTouched *touched, const TlPalette *palette, double x, double y, double width, double height)
{
  cairo_rectangle (cr, x, y, width, height);
  tl_set_color (cr, touched->is_written ? palette->write : palette->read, 0.85);
  cairo_fill (cr);
  if (!touched->is_read || !touched->is_written)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  tl_set_color (cr, palette->read, 1);
  cairo_set_line_width (cr, 2);
  for (double at = -height; at < width; at += 6)
    {
      cairo_move_to (cr, x + at, y + height);
      cairo_line_to (cr, x + at + height, y);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}

/*
 * Pixels of a region along a dimension of @size. In proportion where that is visible; parts of large buffers are drawn larger, by
 * their number of digits, so that 1 of 128 is there to be seen, and 4 of 128 is more.
 */
static double
shown_length (double length, double extent, double size)
{
  double digits = extent > 1 ? log2 (length) / log2 (extent) : 1;

  return tl_max (size * length / extent, REGION_MIN + SMALL_SHARE * (size - REGION_MIN) * digits);
}

static double
shown_start (double start, double extent, double size, double length)
{
  return tl_min (size * start / extent, size - length);
}

static void
draw_buffer (cairo_t *cr, const TlTouched *touched, const TlPalette *palette, double x, double y, double size)
{
  guint  n = touched->buffer->n_dims;
  double rows = 1, row = 0, n_rows = 1, columns = 1, column = 0, n_columns = 1, width, height, across, down;

  if (n >= 1)
    dim_box (touched, n - 1, &columns, &column, &n_columns);
  if (n >= 2)
    dim_box (touched, n - 2, &rows, &row, &n_rows);
  width = columns >= rows ? size : MAX (size * columns / rows, 10);
  height = rows >= columns ? size : MAX (size * rows / columns, 10);
  y += (size - height) / 2;
  cairo_rectangle (cr, x + 0.5, y + 0.5, width - 1, height - 1);
  tl_set_color (cr, palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, palette->dim_text, 0.7);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  across = shown_length (n_columns, columns, width - 2);
  down = shown_length (n_rows, rows, height - 2);
  fill_region (cr, touched, palette, x + 1 + shown_start (column, columns, width - 2, across), y + 1
               + shown_start (row, rows, height - 2, down),
               across, down);
}

static guint
columns_for (const TlFootprint *footprint, double width)
{
  guint columns = (guint) tl_max (1, floor (width / CELL_MIN_WIDTH));

  return MIN (columns, MAX (1, footprint->n_touched));
}

double
tl_regions_picture_height (const TlFootprint *footprint, double width)
{
  guint columns = columns_for (footprint, width);

  return ceil ((double) MAX (1, footprint->n_touched) / columns) * CELL_HEIGHT;
}

void
tl_draw_regions (cairo_t *cr, const TlFootprint *footprint, const TlPalette *palette, double width, double height)
{
  guint  columns = columns_for (footprint, width);
  double cell = width / columns;

  cairo_new_path (cr);
  for (guint i = 0; i < footprint->n_touched; i++)
    {
      const TlTouched *touched = &footprint->touched[i];
      double           x = (i % columns) * cell + 2, y = (i / columns) * CELL_HEIGHT;
      g_autofree char *shape = tl_touched_shape_text (touched);
      g_autofree char *region = sizes_text (touched, TRUE);
      g_autofree char *bytes = tl_format_bytes (touched->n_bytes);
      g_autofree char *detail = g_strdup_printf ("%s · %s", region, bytes);

      if (y + CELL_HEIGHT > height + 1)
        break;
      tl_draw_text (cr, x, y + 9, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, palette->text, cell - 8, shape);
      draw_buffer (cr, touched, palette, x, y + 22, MIN (PICTURE_PX, cell - 12));
      tl_draw_text (cr, x, y + 22 + PICTURE_PX + 12, FONT_PX, TL_TEXT_NORMAL, palette->dim_text, cell - 8, detail);
    }
  if (footprint->n_touched == 0)
    tl_draw_text (cr, width / 2, height / 2, FONT_PX, TL_TEXT_CENTER, palette->dim_text, width, _("No buffers accessed"));
}

void
tl_draw_cache_bar (cairo_t *cr, gint64 bytes, gint64 l1_bytes, gint64 l2_bytes, gint64 l3_bytes, const TlPalette *palette, double width,
                   double height)
{
  const struct { gint64 bytes; const char *name; } levels[] = { { l1_bytes, "L1" }, { l2_bytes, "L2" }, { l3_bytes, "L3" } };
  double   low = log2 (16), high = log2 (MAX (64.0 * 1024 * 1024, 4.0 * (double) MAX (l3_bytes, 1)));
  double   bar = MIN (10, height / 2), share;
  gboolean overflows;

  cairo_new_path (cr);
  tl_path_rounded (cr, 0, 0, width, bar, bar / 2);
  tl_set_color (cr, palette->line, 0.6);
  cairo_fill (cr);
  if (bytes > 0)
    {
      overflows = l3_bytes > 0 && bytes > l3_bytes;
      share = tl_clamp ((log2 ((double) bytes) - low) / (high - low), 0.02, 1);
      tl_path_rounded (cr, 0, 0, MAX (bar, width * share), bar, bar / 2);
      tl_set_color (cr, overflows ? palette->error : palette->look[bytes <= l1_bytes ? TL_LOOK_VECTORIZED : TL_LOOK_UNROLLED], 1);
      cairo_fill (cr);
    }
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (levels[i].bytes > 0)
      {
        double x = round ((log2 ((double) levels[i].bytes) - low) / (high - low) * width);

        cairo_rectangle (cr, x, 0, 1.5, bar + 3);
        tl_set_color (cr, palette->text, 0.8);
        cairo_fill (cr);
        if (height >= 20)
          tl_draw_text (cr, MIN (x, width - 8), bar + 9, 9.5, TL_TEXT_CENTER, palette->dim_text, 0, levels[i].name);
      }
}
