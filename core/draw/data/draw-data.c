/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/draw-data-private.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/device/machine-rates.h"
#include "core/draw/draw-text.h"

#define FONT_PX        12.0
#define CAPTION_PX     11.5
#define RULER_GAP      8.0     /* from a ruler to its buffer */
#define RULER_REACH    12.0    /* of its text beyond its ends */
#define MAX_OUTLINES   6
#define MAX_STRETCHES  64
#define MIN_GRID       6.0     /* pixels between the edges of tiles */
#define HATCH          6.0     /* of the tile around the marked one, in high contrast */

/* --- tiles --- */

void
tl_data_fill_and_stroke (cairo_t *cr, const TlTileLook *look, double x, double y, double width, double height)
{
  if (look->fill_alpha > 0)
    {
      cairo_rectangle (cr, x, y, width, height);
      tl_set_color (cr, look->fill, look->fill_alpha);
      cairo_fill (cr);
    }
  if (look->hatch > 0)
    {
      cairo_rectangle (cr, x, y, width, height);
      tl_set_color (cr, look->fill, 1);
      cairo_set_line_width (cr, 1);
      tl_hatch (cr, look->hatch);
    }
  if (look->line_width > 0)
    {
      double inside = tl_min (look->line_width / 2, tl_min (width, height) / 2);

      cairo_rectangle (cr, x + inside, y + inside, width - 2 * inside, height - 2 * inside);
      tl_set_color (cr, look->line, look->line_alpha);
      cairo_set_line_width (cr, look->line_width);
      cairo_stroke (cr);
    }
}

void
tl_data_draw_tile (cairo_t *cr, const TlDataRect *rect, const TlTileSpan *tile, const TlTileLook *look)
{
  TlTileSpan    columns[MAX_STRETCHES], rows[MAX_STRETCHES];
  guint         n_columns = tl_data_side_stretches (rect->buffer, TL_DATA_COLUMNS, tile, columns, MAX_STRETCHES);
  guint         n_rows = tl_data_side_stretches (rect->buffer, TL_DATA_ROWS, tile, rows, MAX_STRETCHES);
  double        x, y, width, height;

  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < n_columns; j++)
      {
        tl_data_rect_stretch (rect, TL_DATA_COLUMNS, columns[j], &x, &width);
        tl_data_rect_stretch (rect, TL_DATA_ROWS, rows[i], &y, &height);
        if (width > 0 && height > 0)
          tl_data_fill_and_stroke (cr, look, x, y, width, height);
      }
}

static void
draw_tile (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, guint n_fixed, const TlTileLook *look)
{
  tl_data_draw_tile (cr, rect, tl_data_picture_tile (picture, rect->buffer, n_fixed), look);
}

TlColor
tl_data_buffer_color (const TlDataBuffer *buffer, const TlPalette *palette)
{
  return buffer->access->is_written ? palette->write : palette->read;
}

static TlColor
loop_color (const TlDataPicture *picture, const TlPalette *palette, guint loop)
{
  return tl_family_color (palette, picture->layout->families[loop]);
}

/* Tiles from outside in; the nearer to the marked one, the fuller. */
static void
draw_tiles (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, guint first, const TlPalette *palette)
{
  static const double fills[] = { 0.34, 0.14, 0.06 };
  guint               marked = tl_data_picture_marked_level (picture), n_outlines = 0, at = marked;

  for (guint n = MAX (first, 1); n <= picture->layout->tiles->n_loops; n++)
    {
      guint      nearness = marked - MIN (n, marked);
      TlTileLook look = { .fill = tl_data_buffer_color (rect->buffer, palette), .line = loop_color (picture, palette, n - 1),
                          .line_alpha = 0.95, .line_width = tl_max (2 - 0.25 * n_outlines, 1) };

      if (!tl_data_picture_tile_differs (picture, rect->buffer, n))
        continue;
      if (n <= marked)
        at = n;
      if (nearness > 0 && nearness <= G_N_ELEMENTS (fills))
        look.fill_alpha = tl_palette_tint (palette, fills[nearness - 1]);
      if (nearness == 1 && palette->is_high_contrast)
        look.hatch = HATCH;
      if (n_outlines++ < MAX_OUTLINES)
        draw_tile (cr, picture, rect, n, &look);
    }
  if (marked >= first)
    draw_tile (cr, picture, rect, marked, &(TlTileLook) { .fill = tl_data_buffer_color (rect->buffer, palette),
                                                        .fill_alpha = tl_palette_mark (palette, 0.8),
                                                        .line = picture->selected >= 0 ? palette->accent
                                                                : loop_color (picture, palette, MAX (at, 1) - 1),
                                                        .line_alpha = 1, .line_width = 2.5 });
}

/* Thin lines where the tiles of outer loops meet. */
static void
draw_grid (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, TlDataSideKind kind, const TlPalette *palette)
{
  guint n_drawn = 0;

  for (guint n = 1; n <= picture->layout->tiles->n_loops && n_drawn < 2; n++)
    {
      TlTileSpan  span, around;
      double  length = kind == TL_DATA_COLUMNS ? rect->width : rect->height, step;
      const TlTileSpan *tile = tl_data_picture_tile (picture, rect->buffer, n),
                       *outer = tl_data_picture_tile (picture, rect->buffer, n - 1);

      tl_data_side_stretches (rect->buffer, kind, tile, &span, 1);
      tl_data_side_stretches (rect->buffer, kind, outer, &around, 1);
      if (span.length < 1 || span.length >= around.length || span.start % span.length != 0)
        continue;
      step = length * (double) span.length / (double) rect->window[kind].length;
      if (step < MIN_GRID)
        return;
      tl_set_color (cr, tl_data_buffer_color (rect->buffer, palette), tl_palette_mark (palette, n_drawn == 0 ? 0.5 : 0.22));
      for (double at = step; at < length - 1; at += step)
        {
          double line = round (at);

          if (kind == TL_DATA_COLUMNS)
            cairo_rectangle (cr, rect->x + line, rect->y, 1, rect->height);
          else
            cairo_rectangle (cr, rect->x, rect->y + line, rect->width, 1);
        }
      cairo_fill (cr);
      n_drawn++;
    }
}

gboolean
tl_data_marked_box (const TlDataPicture *picture, const TlDataRect *rect, double *x, double *y, double *width, double *height)
{
  const TlTileSpan *tile = tl_data_picture_tile (picture, rect->buffer, tl_data_picture_marked_level (picture));
  TlTileSpan        columns, rows;

  tl_data_side_stretches (rect->buffer, TL_DATA_COLUMNS, tile, &columns, 1);
  tl_data_side_stretches (rect->buffer, TL_DATA_ROWS, tile, &rows, 1);
  tl_data_rect_stretch (rect, TL_DATA_COLUMNS, columns, x, width);
  tl_data_rect_stretch (rect, TL_DATA_ROWS, rows, y, height);
  return *width > 0 && *height > 0;
}

/* --- buffers --- */

void
tl_data_draw_ground (cairo_t *cr, const TlDataRect *rect, const TlPalette *palette)
{
  TlTileLook look = { .fill = palette->card, .fill_alpha = 1, .line = tl_data_buffer_color (rect->buffer, palette),
                    .line_alpha = tl_palette_mark (palette, 0.7), .line_width = 1 };

  tl_data_fill_and_stroke (cr, &look, rect->x, rect->y, rect->width, rect->height);
  look.fill = look.line;
  look.fill_alpha = tl_palette_tint (palette, palette->is_dark ? 0.10 : 0.07);
  look.line_width = 0;
  tl_data_fill_and_stroke (cr, &look, rect->x, rect->y, rect->width, rect->height);
}

static char *
folded_text (const TlDataPicture *picture, const TlDataBuffer *buffer)
{
  const TlTileSpan *tile = tl_data_picture_tile (picture, buffer, picture->layout->tiles->n_loops);
  GString      *text = g_string_new (buffer->access->buffer->name);

  if (buffer->n_folded > 0)
    {
      g_string_append_c (text, '[');
      for (guint d = 0, folded = 0; d < buffer->access->buffer->n_dims; d++)
        {
          gboolean is_folded = folded < buffer->n_folded && buffer->folded[folded] == d;
          gint64   extent = 0;

          folded += is_folded;
          g_string_append (text, d > 0 ? ", " : "");
          if (is_folded || (tl_buffer_get_extent (buffer->access->buffer, d, &extent) && extent == 1))
            g_string_append_printf (text, "%" G_GINT64_FORMAT, tile[d].start);
          else
            g_string_append_c (text, ':');
        }
      g_string_append_c (text, ']');
    }
  return g_string_free (text, FALSE);
}

/* Whether the marked tile covers some of the stretch of @width pixels from @x on, at the height of a name. */
static gboolean
is_marked_at (const TlDataPicture *picture, const TlDataRect *rect, double at_x, double at_y, double of_width)
{
  double x, y, width, height;

  return tl_data_marked_box (picture, rect, &x, &y, &width, &height) && x < at_x + of_width && x + width > at_x && y < at_y + FONT_PX / 2
         && y + height > at_y - FONT_PX / 2;
}

/* On a ground of its own where a tile lies below. */
static void
draw_name_at (cairo_t *cr, const TlDataPicture *picture, const char *name, double x, double y, gboolean has_ground,
              const TlPalette *palette)
{
  double most = picture->notes_x - x - 6, width = tl_min (tl_text_width (cr, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, name), most);


  if (has_ground)
    {
      tl_path_rounded (cr, x - 4, y - FONT_PX / 2 - 3, width + 8, FONT_PX + 6, 4);
      tl_set_color (cr, palette->card, 0.85);
      cairo_fill (cr);
    }
  tl_draw_text (cr, x, y, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, palette->text, most, name);
}

/* With the slice that is shown, where there is room for it beside the neighbours. */
static char *
name_within (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect)
{
  char *name = folded_text (picture, rect->buffer);

  if (tl_text_width (cr, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, name) + 16 <= rect->width)
    return name;
  g_free (name);
  return g_strdup (rect->buffer->access->buffer->name);
}

/*
 * The name stands inside, in a corner that the marked tile leaves free. Where it does not fit it stands below what is at the left, @lower
 * than the names of the neighbours, and beside what is above.
 */
void
tl_data_draw_name (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, gboolean lower, const TlPalette *palette)
{
  g_autofree char *name = name_within (cr, picture, rect);
  double           width = tl_text_width (cr, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, name);
  const double     xs[] = { rect->x + 8, rect->x + rect->width - 8 - width }, ys[] = { rect->y + 14, rect->y + rect->height - 14 };

  if (rect->buffer->place == TL_DATA_APART)
    draw_name_at (cr, picture, name, rect->x, rect->y + rect->height + 10, FALSE, palette);
  else if (width + 16 > rect->width)
    {
      gboolean is_below = rect->buffer->place == TL_DATA_LEFT || rect->x + rect->width + 6 + width > picture->notes_x;

      draw_name_at (cr, picture, name, is_below ? rect->x : rect->x + rect->width + 6,
                    is_below ? rect->y + rect->height + (lower ? 24 : 10) : rect->y + rect->height / 2, FALSE, palette);
    }
  else
    {
      guint i = 0;

      while (i < 4 && is_marked_at (picture, rect, xs[i % 2], ys[i / 2], width))
        i++;
      draw_name_at (cr, picture, name, xs[i % 2], ys[i % 4 / 2], i == 4, palette);
    }
}

/* Two slashes through the ruler of a side that is not to scale. */
static void
draw_break (cairo_t *cr, double length, TlColor color)
{
  tl_set_color (cr, color, 1);
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < 2; i++)
    {
      cairo_move_to (cr, length - 10 + 3 * i, 4);
      cairo_line_to (cr, length - 6 + 3 * i, -4);
    }
  cairo_stroke (cr);
}

/* Loops and extent of a side; without the whole of it where a part is drawn that is too short for that. */
static char *
ruler_text (cairo_t *cr, const TlDataRect *rect, TlDataSideKind kind, double length)
{
  const TlDataSide *side = &rect->buffer->sides[kind];
  g_autofree char  *part = g_strdup_printf ("%s %" G_GINT64_FORMAT, side->name, rect->window[kind].length);
  g_autofree char  *whole = g_strdup_printf (_("%s of %" G_GINT64_FORMAT), part, side->extent);

  if (rect->window[kind].length == side->extent
      || tl_text_width (cr, CAPTION_PX, TL_TEXT_BOLD | TL_TEXT_MONO, whole) > length + RULER_REACH)
    return g_steal_pointer (&part);
  return g_steal_pointer (&whole);
}

/* A line along a side with its loops and extent. */
static void
draw_ruler (cairo_t *cr, const TlDataRect *rect, TlDataSideKind kind, const TlPalette *palette)
{
  const TlDataSide *side = &rect->buffer->sides[kind];
  TlColor           color = tl_family_color (palette, side->family);
  double            length = kind == TL_DATA_COLUMNS ? rect->width : rect->height, width;
  g_autofree char  *text = ruler_text (cr, rect, kind, length);

  if (side->name[0] == '\0' || side->n_dims == 0)
    return;
  cairo_save (cr);
  if (kind == TL_DATA_COLUMNS)
    cairo_translate (cr, rect->x, rect->y - RULER_GAP);
  else
    {
      cairo_translate (cr, rect->x - RULER_GAP, rect->y + rect->height);
      cairo_rotate (cr, -G_PI_2);
    }
  tl_set_color (cr, color, 1);
  cairo_rectangle (cr, 0, -0.75, length, 1.5);
  cairo_rectangle (cr, 0, -3.5, 1.5, 7);
  cairo_rectangle (cr, length - 1.5, -3.5, 1.5, 7);
  cairo_fill (cr);
  if (rect->is_cut[kind])
    draw_break (cr, length, color);
  width = tl_text_width (cr, CAPTION_PX, TL_TEXT_BOLD | TL_TEXT_MONO, text);
  tl_draw_text (cr, width < length - 12 ? length / 2 : tl_max (length / 2, width / 2 - 16), -10, CAPTION_PX,
                TL_TEXT_BOLD | TL_TEXT_MONO | TL_TEXT_CENTER, tl_family_text_color (palette, side->family), 0, text);
  cairo_restore (cr);
}

static const TlDataRect *
first_at (const TlDataPicture *picture, TlDataPlace place)
{
  for (guint i = 0; i < picture->n_rects; i++)
    if (picture->rects[i].buffer->place == place)
      return &picture->rects[i];
  return NULL;
}

/* Outside of the original beside it, where there is one. */
static void
draw_outer_ruler (cairo_t *cr, const TlDataPicture *picture, guint index, TlDataSideKind kind, const TlPalette *palette)
{
  TlDataRect at = picture->rects[index];

  for (guint i = 0; i < picture->n_strips; i++)
    if (picture->strips[i].of == index && at.buffer->place == (kind == TL_DATA_ROWS ? TL_DATA_LEFT : TL_DATA_ABOVE))
      {
        at.x = picture->strips[i].rect.x;
        at.y = picture->strips[i].rect.y;
      }
  draw_ruler (cr, &at, kind, palette);
}

/* Each direction is measured once: shared ones at the outermost buffer. */
void
tl_data_draw_rulers (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette)
{
  const TlDataRect *left = first_at (picture, TL_DATA_LEFT), *above = first_at (picture, TL_DATA_ABOVE);

  for (guint i = 0; i < picture->n_rects; i++)
    {
      const TlDataRect *rect = &picture->rects[i];
      TlDataPlace       place = rect->buffer->place;

      if (place == TL_DATA_LEFT || rect == above || (place == TL_DATA_WRITTEN && above == NULL))
        draw_outer_ruler (cr, picture, i, TL_DATA_COLUMNS, palette);
      if (place == TL_DATA_ABOVE || rect == left || (place == TL_DATA_WRITTEN && left == NULL))
        draw_outer_ruler (cr, picture, i, TL_DATA_ROWS, palette);
    }
}

static void
draw_rect (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, gboolean lower, const TlPalette *palette)
{
  tl_data_draw_ground (cr, rect, palette);
  draw_grid (cr, picture, rect, TL_DATA_COLUMNS, palette);
  draw_grid (cr, picture, rect, TL_DATA_ROWS, palette);
  tl_data_draw_shares (cr, picture, rect, palette);
  tl_data_draw_trail (cr, picture, rect, palette);
  draw_tiles (cr, picture, rect, 1, palette);
  tl_data_draw_name (cr, picture, rect, lower, palette);
}

/* --- the sum's path --- */

/* Dotted lines from the tiles at the left and above to the tile that is written. */
static void
draw_paths (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette)
{
  const TlDataRect *written = first_at (picture, TL_DATA_WRITTEN);
  const double      dots[] = { 2, 3 };
  double            x, y, width, height, to_x, to_y, to_width, to_height;

  if (written == NULL || !tl_data_marked_box (picture, written, &to_x, &to_y, &to_width, &to_height))
    return;
  tl_set_color (cr, palette->accent, 0.9);
  cairo_set_line_width (cr, 1.2);
  cairo_set_dash (cr, dots, 2, 0);
  for (guint i = 0; i < picture->n_rects; i++)
    {
      const TlDataRect *rect = &picture->rects[i];

      if (!tl_data_marked_box (picture, rect, &x, &y, &width, &height))
        continue;
      if (rect->buffer->place == TL_DATA_LEFT && to_x > x + width)
        {
          cairo_move_to (cr, x + width, round (y + height / 2) + 0.5);
          cairo_line_to (cr, to_x, round (y + height / 2) + 0.5);
        }
      else if (rect->buffer->place == TL_DATA_ABOVE && to_y > y + height)
        {
          cairo_move_to (cr, round (x + width / 2) + 0.5, y + height);
          cairo_line_to (cr, round (x + width / 2) + 0.5, to_y);
        }
    }
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* --- the loupe --- */

static void
draw_elements (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, TlDataSideKind kind, const TlPalette *palette)
{
  const TlBlockTiles *tiles = picture->layout->tiles;
  gint64              group = picture->layout->lanes_side == (guint) kind && rect->buffer->sides[kind].n_dims > 0
                              ? tiles->extents[tiles->n_loops - 1] : 1;
  double              length = kind == TL_DATA_COLUMNS ? rect->width : rect->height;
  double              step = length * (double) group / (double) rect->window[kind].length, line = step < 14 ? 1 : 2;

  if (step < 5)
    return;
  tl_set_color (cr, palette->is_high_contrast ? tl_data_buffer_color (rect->buffer, palette) : palette->card, 1);
  for (double at = step; at < length - 1; at += step)
    if (kind == TL_DATA_COLUMNS)
      cairo_rectangle (cr, round (rect->x + at) - 1, rect->y, line, rect->height);
    else
      cairo_rectangle (cr, rect->x, round (rect->y + at) - 1, rect->width, line);
  cairo_fill (cr);
}

static void
draw_enlarged (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, const TlPalette *palette)
{
  TlTileLook ground = { .fill = tl_data_buffer_color (rect->buffer, palette), .fill_alpha = tl_palette_tint (palette, 0.3),
                        .line = tl_data_buffer_color (rect->buffer, palette), .line_alpha = 1,
                        .line_width = palette->is_high_contrast ? 1 : 0 };
  TlTileLook innermost = { .fill = tl_data_buffer_color (rect->buffer, palette), .fill_alpha = 1, .line = palette->text, .line_alpha = 0.8,
                           .line_width = 1 };

  tl_data_fill_and_stroke (cr, &ground, rect->x, rect->y, rect->width, rect->height);
  draw_elements (cr, picture, rect, TL_DATA_COLUMNS, palette);
  draw_elements (cr, picture, rect, TL_DATA_ROWS, palette);
  draw_tiles (cr, picture, rect, picture->loupe_level + 1, palette);
  draw_tile (cr, picture, rect, picture->layout->tiles->n_loops, &innermost);
}

static void
draw_loupe (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette)
{
  const TlBlockTiles *tiles = picture->layout->tiles;
  double           enlargement = tl_data_picture_enlargement (picture);
  g_autofree char *title = picture->shows_around ? g_strdup_printf (_("Around one instance of %s"), tiles->block->name)
                                                 : g_strdup_printf (_("One iteration of %s"),
                                                                    tiles->loops[picture->loupe_level - 1]->loop.var->name);
  g_autofree char *times = g_strdup_printf (enlargement < 10 ? "%.1f×" : "%.0f×", enlargement);

  tl_path_rounded (cr, picture->loupe_x + 0.5, picture->loupe_y + 0.5, picture->loupe_width - 1, picture->loupe_height - 1, 8);
  tl_set_color (cr, palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, palette->line, 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  for (guint i = 0; i < picture->n_enlarged; i++)
    draw_enlarged (cr, picture, &picture->rects[picture->n_rects + i], palette);
  tl_draw_text (cr, picture->loupe_x + 12, picture->loupe_y + 17, CAPTION_PX, TL_TEXT_BOLD, palette->text, picture->loupe_width - 24,
                title);
  if (picture->loupe_width >= 190)
    tl_draw_text (cr, picture->loupe_x + picture->loupe_width - 10, picture->loupe_y + 17, CAPTION_PX, TL_TEXT_RIGHT, palette->dim_text, 0,
                  times);
}

/* --- numbers --- */

static char *
marked_title (const TlDataPicture *picture)
{
  guint marked = tl_data_picture_marked_level (picture);

  return marked == 0 || picture->selected < 0
         ? g_strdup_printf (_("One instance of %s"), picture->layout->tiles->block->name)
         : g_strdup_printf (_("One iteration of %s"), picture->layout->tiles->loops[marked - 1]->loop.var->name);
}

/* "27 % of L2", of the smallest cache that holds it. */
static char *
cache_text (const TlDataPicture *picture, gint64 bytes)
{
  const gint64 sizes[] = { picture->caches.l1d_bytes, picture->caches.l2_bytes, picture->caches.l3_bytes };
  guint        level = tl_caches_level (&picture->caches, (double) bytes);
  double       share;

  if (level >= G_N_ELEMENTS (sizes) || sizes[level] <= 0)
    return g_strdup (_("exceeds every cache"));
  share = 100 * (double) bytes / (double) sizes[level];
  if (share < 0.1)
    return g_strdup_printf (_("less than 0.1 %% of %s"), tl_machine_level_name (level));
  return g_strdup_printf (_("%.*f %% of %s"), share < 9.95, share, tl_machine_level_name (level));
}

static void
draw_share (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, gint64 bytes, double y)
{
  const gint64 sizes[] = { picture->caches.l1d_bytes, picture->caches.l2_bytes, picture->caches.l3_bytes };
  guint        level = tl_caches_level (&picture->caches, (double) bytes);
  double       share = level < G_N_ELEMENTS (sizes) && sizes[level] > 0 ? (double) bytes / (double) sizes[level] : 1;

  tl_path_rounded (cr, picture->notes_x, y, picture->notes_width, 5, 2.5);
  tl_set_color (cr, palette->line, 0.8);
  cairo_fill (cr);
  tl_path_rounded (cr, picture->notes_x, y, tl_max (picture->notes_width * share, 5), 5, 2.5);
  tl_set_color (cr, level < G_N_ELEMENTS (sizes) ? palette->accent : palette->error, 1);
  cairo_fill (cr);
}

static double
draw_note (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, double y, const TlDataBuffer *buffer)
{
  const TlTileSpan    *tile = tl_data_picture_tile (picture, buffer, tl_data_picture_marked_level (picture));
  g_autofree char *bytes = tl_format_bytes (tl_data_tile_bytes (buffer, tile)), *size = tl_data_tile_size_text (buffer, tile);
  const TlDataCopy *copy = tl_data_layout_copy_of (picture->layout, buffer);
  double            right = picture->notes_x + picture->notes_width, width;

  cairo_rectangle (cr, picture->notes_x, y - 4, 8, 8);
  tl_set_color (cr, tl_data_buffer_color (buffer, palette), 1);
  cairo_fill (cr);
  width = tl_text_width (cr, FONT_PX, 0, bytes);
  tl_draw_text (cr, right, y, FONT_PX, TL_TEXT_RIGHT, palette->text, 0, bytes);
  tl_draw_text (cr, picture->notes_x + 14, y, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, palette->text, picture->notes_width - width - 20,
                buffer->access->buffer->name);
  tl_draw_text (cr, picture->notes_x + 14, y + TL_DATA_NOTE_LINE, CAPTION_PX, 0, palette->dim_text, picture->notes_width - 14, size);
  if (copy != NULL)
    {
      g_autofree char *origin = tl_data_copy_text (copy);

      y += TL_DATA_NOTE_LINE;
      tl_draw_text (cr, picture->notes_x + 14, y + TL_DATA_NOTE_LINE, CAPTION_PX, 0, palette->dim_text, picture->notes_width - 14, origin);
    }
  return y + TL_DATA_NOTE_HEIGHT;
}

static void
draw_notes (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette)
{
  gint64           total = tl_data_picture_tile_bytes (picture, tl_data_picture_marked_level (picture));
  g_autofree char *title = marked_title (picture), *bytes = tl_format_bytes (total), *cache = cache_text (picture, total);
  double           y = picture->notes_y, right = picture->notes_x + picture->notes_width;

  tl_draw_text (cr, picture->notes_x, y, FONT_PX, TL_TEXT_BOLD, palette->text, picture->notes_width, title);
  y += 22;
  for (guint i = 0; i < picture->layout->n_buffers; i++)
    y = draw_note (cr, picture, palette, y, &picture->layout->buffers[i]);
  tl_draw_text (cr, picture->notes_x, y, FONT_PX, 0, palette->dim_text, 0, _("total"));
  tl_draw_text (cr, right, y, FONT_PX, TL_TEXT_RIGHT | TL_TEXT_BOLD, palette->text, 0, bytes);
  draw_share (cr, picture, palette, total, y + 11);
  tl_draw_text (cr, picture->notes_x, y + 26, CAPTION_PX, 0, palette->dim_text, picture->notes_width, cache);
}

/* --- all of it --- */

void
tl_draw_data (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette)
{
  cairo_new_path (cr);
  tl_data_draw_rulers (cr, picture, palette);
  for (guint i = 0; i < picture->n_rects; i++)
    draw_rect (cr, picture, &picture->rects[i], i % 2 == 1, palette);
  draw_paths (cr, picture, palette);
  for (guint i = 0; i < picture->n_strips; i++)
    tl_data_draw_strip (cr, picture, &picture->strips[i], palette);
  tl_data_draw_cache_tabs (cr, picture, palette);
  if (picture->n_enlarged > 0)
    draw_loupe (cr, picture, palette);
  draw_notes (cr, picture, palette);
}

void
tl_draw_data_loop (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, gint loop)
{
  TlTileLook look = { .fill = loop_color (picture, palette, (guint) loop), .fill_alpha = 0.25,
                    .line = loop_color (picture, palette, (guint) loop), .line_alpha = 1, .line_width = 2 };

  cairo_new_path (cr);
  for (guint i = 0; i < picture->n_rects + picture->n_enlarged; i++)
    if (i < picture->n_rects || (guint) loop + 1 > picture->loupe_level)
      draw_tile (cr, picture, &picture->rects[i], (guint) loop + 1, &look);
}

char *
tl_data_picture_summary (const TlDataPicture *picture)
{
  guint            marked = tl_data_picture_marked_level (picture);
  gint64           total = tl_data_picture_tile_bytes (picture, marked);
  g_autofree char *title = marked_title (picture), *bytes = tl_format_bytes (total), *cache = cache_text (picture, total);
  GString         *text = g_string_new (title);

  for (guint i = 0; i < picture->layout->n_buffers; i++)
    {
      const TlDataBuffer *buffer = &picture->layout->buffers[i];
      const TlTileSpan       *tile = tl_data_picture_tile (picture, buffer, marked);
      g_autofree char    *region = tl_data_tile_text (buffer, tile), *of_it = tl_format_bytes (tl_data_tile_bytes (buffer, tile));

      g_string_append_printf (text, "%s%s %s, %s", i > 0 ? "; " : ": ", buffer->access->is_written ? _("writes") : _("reads"), region,
                              of_it);
    }
  for (guint i = 0; i < picture->layout->n_copies; i++)
    {
      const TlDataCopy *copy = &picture->layout->copies[i];
      TlTileSpan        spans[TL_DATA_MAX_DIMS];
      g_autofree char  *region = NULL, *origin = tl_data_copy_text (copy);

      tl_data_copy_region (copy, tl_data_picture_tile (picture, copy->buffer, marked), spans);
      region = tl_data_tile_text (&copy->original, spans);
      g_string_append_printf (text, _("; %s is %s: %s"), copy->buffer->access->buffer->name, origin, region);
    }
  g_string_append_printf (text, _(". Total %s, %s"), bytes, cache);
  return g_string_free (text, FALSE);
}

char *
tl_data_spot_text (const TlDataPicture *picture, const TlDataSpot *spot)
{
  GString *text = g_string_new (spot->buffer->access->buffer->name);

  g_string_append_c (text, '[');
  for (guint d = 0; d < spot->buffer->access->buffer->n_dims; d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "", spot->element[d]);
  g_string_append_c (text, ']');
  if (spot->loop >= 0)
    {
      g_autofree char *tile = tl_data_tile_text (spot->buffer, tl_data_picture_tile (picture, spot->buffer, (guint) spot->loop + 1));

      g_string_append_printf (text, _("\nin %s, one iteration of %s"), tile, picture->layout->tiles->loops[spot->loop]->loop.var->name);
    }
  return g_string_free (text, FALSE);
}
