/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/draw-data-private.h"

#include "core/base/extremum.h"
#include "core/draw/draw-text.h"

#define NAME_PX 12.0
#define CHEVRON 4.0

typedef struct
{
  double x, y, width, height;
} PixelBox;

static gboolean
box_of (const TlDataRect *rect, const TlTileSpan *tile, PixelBox *box)
{
  TlTileSpan columns, rows;

  tl_data_side_stretches (rect->buffer, TL_DATA_COLUMNS, tile, &columns, 1);
  tl_data_side_stretches (rect->buffer, TL_DATA_ROWS, tile, &rows, 1);
  tl_data_rect_stretch (rect, TL_DATA_COLUMNS, columns, &box->x, &box->width);
  tl_data_rect_stretch (rect, TL_DATA_ROWS, rows, &box->y, &box->height);
  return box->width > 0 && box->height > 0;
}

/* The point of a small arrow in the middle of the ribbon. */
static void
draw_chevron (cairo_t *cr, double x, double y, double dx, double dy, const TlPalette *palette)
{
  cairo_move_to (cr, x - CHEVRON * (dx + dy), y - CHEVRON * (dy + dx));
  cairo_line_to (cr, x, y);
  cairo_line_to (cr, x - CHEVRON * (dx - dy), y - CHEVRON * (dy - dx));
  tl_set_color (cr, palette->text, 0.8);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

/* Between the facing edges of two boxes, from left to right or from top to bottom, or back. */
static void
draw_ribbon (cairo_t *cr, const PixelBox *from, const PixelBox *to, gboolean is_across, TlColor color, const TlPalette *palette)
{
  const double dashes[] = { 3, 3 };
  gboolean     is_forward = is_across ? from->x < to->x : from->y < to->y;
  double       start, end, middle_x, middle_y;

  if (is_across)
    {
      start = is_forward ? from->x + from->width : from->x;
      end = is_forward ? to->x : to->x + to->width;
      cairo_move_to (cr, start, from->y);
      cairo_line_to (cr, end, to->y);
      cairo_line_to (cr, end, to->y + to->height);
      cairo_line_to (cr, start, from->y + from->height);
    }
  else
    {
      start = is_forward ? from->y + from->height : from->y;
      end = is_forward ? to->y : to->y + to->height;
      cairo_move_to (cr, from->x, start);
      cairo_line_to (cr, to->x, end);
      cairo_line_to (cr, to->x + to->width, end);
      cairo_line_to (cr, from->x + from->width, start);
    }
  cairo_close_path (cr);
  tl_set_color (cr, color, tl_palette_tint (palette, 0.16));
  cairo_fill_preserve (cr);
  tl_set_color (cr, color, tl_palette_mark (palette, 0.9));
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  middle_x = is_across ? (start + end) / 2 : (from->x + to->x + (from->width + to->width) / 2) / 2;
  middle_y = is_across ? (from->y + to->y + (from->height + to->height) / 2) / 2 : (start + end) / 2;
  draw_chevron (cr, middle_x + (is_across ? (is_forward ? 2 : -2) : 0), middle_y + (is_across ? 0 : (is_forward ? 2 : -2)),
                is_across ? (is_forward ? 1 : -1) : 0, is_across ? 0 : (is_forward ? 1 : -1), palette);
}

static void
draw_strip_name (cairo_t *cr, const TlDataStrip *strip, const PixelBox *box, const TlPalette *palette)
{
  const char *name = strip->copy->original.access->buffer->name;
  double      width = tl_text_width (cr, NAME_PX, TL_TEXT_BOLD | TL_TEXT_MONO, name), x = strip->rect.x + 8;
  double      y = strip->rect.height < strip->rect.width ? strip->rect.y + strip->rect.height / 2 : strip->rect.y + 14;

  if (width > strip->rect.width - 8)   /* a narrow one at the left */
    x = strip->rect.x + strip->rect.width - width - 4;
  else if (box->x < x + width && box->x + box->width > x)
    x = tl_min (box->x + box->width + 6, strip->rect.x + strip->rect.width - width - 6);
  tl_path_rounded (cr, x - 3, y - NAME_PX / 2 - 2, width + 6, NAME_PX + 4, 4);
  tl_set_color (cr, palette->card, 0.85);
  cairo_fill (cr);
  tl_draw_text (cr, x, y, NAME_PX, TL_TEXT_BOLD | TL_TEXT_MONO, palette->text, 0, name);
}

void
tl_data_draw_strip (cairo_t *cr, const TlDataPicture *picture, const TlDataStrip *strip, const TlPalette *palette)
{
  const TlDataRect *copy = &picture->rects[strip->of];
  TlColor           color = tl_data_buffer_color (&strip->copy->original, palette);
  TlTileLook        look = { .fill = color, .fill_alpha = 0.6, .line = color, .line_alpha = 1, .line_width = 1.5 };
  TlTileSpan        region[TL_DATA_MAX_DIMS];
  PixelBox          from = { 0 }, to;

  tl_data_draw_ground (cr, &strip->rect, palette);
  tl_data_copy_region (strip->copy, tl_data_picture_tile (picture, copy->buffer, tl_data_picture_marked_level (picture)), region);
  if (box_of (&strip->rect, region, &from) && tl_data_marked_box (picture, copy, &to.x, &to.y, &to.width, &to.height))
    {
      tl_data_draw_tile (cr, &strip->rect, region, &look);
      if (strip->copy->is_back)
        draw_ribbon (cr, &to, &from, copy->buffer->place == TL_DATA_LEFT, color, palette);
      else
        draw_ribbon (cr, &from, &to, copy->buffer->place == TL_DATA_LEFT, color, palette);
    }
  draw_strip_name (cr, strip, &from, palette);
}
