/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/data-picture.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/saturate.h"

#define PAD            14.0
#define RULER          24.0     /* left of and above a buffer */
#define GAP_X          40.0     /* between buffers, with the ruler of the one at the right */
#define GAP_Y          36.0
#define NOTES_WIDTH    136.0
#define NOTES_GAP      16.0
#define MIN_LENGTH     28.0     /* of a side */
#define MAX_ELEMENT    26.0     /* pixels of one element */
#define APART_SIZE     64.0
#define STRIP          26.0     /* the narrow side of the original of a copy */
#define STRIP_GAP      24.0
#define STRIPS_LEAST   190.0    /* room for buffers beside strips */
#define APART_HEIGHT   112.0
#define LOUPE_ELEMENTS 64       /* along a side, at most */
#define AROUND_ELEMENTS 12
#define LOUPE_WIDTH    210.0
#define LOUPE_HEIGHT   230.0
#define LOUPE_HEAD     26.0
#define LOUPE_PAD      12.0
#define LOUPE_GAP      10.0
#define LOUPE_LEAST_WIDTH  150.0   /* of its title */
#define LOUPE_LEAST_HEIGHT 96.0
#define LOUPE_ELEMENT  14.0
#define LEAST_ENLARGEMENT 1.5

/* Lengths along one direction of the screen, in elements, and what they come to in pixels. */
typedef struct
{
  double elements[16];
  guint  n;
} DataLine;

static void
line_add (DataLine *line, double elements)
{
  if (line->n < G_N_ELEMENTS (line->elements))
    line->elements[line->n++] = elements;
}

static double
line_length (const DataLine *line, double scale, double least)
{
  double length = 0;

  for (guint i = 0; i < line->n; i++)
    length += tl_max (line->elements[i] * scale, least);
  return length;
}

/* The largest scale at which the line is no longer than @room. */
static double
line_scale (const DataLine *line, double room, double least, double most)
{
  double low = 1e-12, high = most;

  for (guint i = 0; i < 60 && high / low > 1.001; i++)
    {
      double middle = sqrt (low * high);

      if (line_length (line, middle, least) <= room)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* --- tiles --- */

const TlTileSpan *
tl_data_picture_tile (const TlDataPicture *picture, const TlDataBuffer *buffer, guint n_fixed)
{
  return picture->spans + tl_block_tiles_index (picture->layout->tiles, buffer->index, n_fixed);
}

gboolean
tl_data_picture_tile_differs (const TlDataPicture *picture, const TlDataBuffer *buffer, guint n_fixed)
{
  const TlTileSpan *tile = tl_data_picture_tile (picture, buffer, n_fixed), *around;

  if (n_fixed == 0)
    return TRUE;
  around = tl_data_picture_tile (picture, buffer, n_fixed - 1);
  for (guint d = 0; d < buffer->access->buffer->n_dims; d++)
    if (tile[d].start != around[d].start || tile[d].length != around[d].length)
      return TRUE;
  return FALSE;
}

gint64
tl_data_picture_tile_bytes (const TlDataPicture *picture, guint n_fixed)
{
  gint64 bytes = 0;

  for (guint i = 0; i < picture->layout->n_buffers; i++)
    bytes = tl_add_saturated (bytes, tl_data_tile_bytes (&picture->layout->buffers[i],
                                                         tl_data_picture_tile (picture, &picture->layout->buffers[i], n_fixed)));
  return bytes;
}

gint
tl_data_layout_loop_within (const TlDataLayout *layout, gint64 n_bytes)
{
  g_autofree gint64     *start = g_new0 (gint64, layout->tiles->n_loops + 1);
  g_autofree TlTileSpan *spans = g_new0 (TlTileSpan, tl_block_tiles_n_spans (layout->tiles) + 1);
  const TlDataPicture    picture = { .layout = layout, .spans = spans };

  tl_block_tiles_at (layout->tiles, start, spans);
  for (guint i = 0; i < layout->tiles->n_loops; i++)
    if (tl_data_picture_tile_bytes (&picture, i + 1) <= n_bytes)
      return (gint) i;
  return -1;
}

gint
tl_data_picture_cache_level (const TlDataPicture *picture, guint cache)
{
  const gint64 sizes[] = { picture->caches.l1d_bytes, picture->caches.l2_bytes, picture->caches.l3_bytes };

  for (guint n = 0; sizes[cache] > 0 && n <= picture->layout->tiles->n_loops; n++)
    if (tl_data_picture_tile_bytes (picture, n) <= sizes[cache])
      return (gint) n;
  return -1;
}

guint
tl_data_picture_marked_level (const TlDataPicture *picture)
{
  return picture->selected >= 0 ? (guint) picture->selected + 1 : picture->layout->tiles->n_loops;
}

guint
tl_data_side_stretches (const TlDataBuffer *buffer, TlDataSideKind kind, const TlTileSpan *spans, TlTileSpan *stretches, guint max)
{
  const TlDataSide *side = &buffer->sides[kind];
  gint64            stride[TL_DATA_MAX_DIMS + 1], n = 1, first = 0, last = 0;
  gint              partial = 0;

  if (side->n_dims == 0)
    {
      stretches[0] = (TlTileSpan) { 0, 1 };
      return 1;
    }
  stride[side->n_dims] = 1;
  for (gint i = (gint) side->n_dims - 1; i >= 0; i--)
    {
      gint64 extent = 1;

      tl_buffer_get_extent (buffer->access->buffer, side->dims[i], &extent);
      stride[i] = stride[i + 1] * extent;
      if (spans[side->dims[i]].length != extent && partial == 0)
        partial = i;
    }
  for (guint i = 0; i < side->n_dims; i++)
    {
      first += spans[side->dims[i]].start * stride[i + 1];
      last += (spans[side->dims[i]].start + spans[side->dims[i]].length - 1) * stride[i + 1];
      if ((gint) i < partial)
        n = tl_mul_saturated (n, spans[side->dims[i]].length);
    }
  if (n > max || n < 1)
    {
      stretches[0] = (TlTileSpan) { first, MAX (last - first + 1, 0) };
      return 1;
    }
  for (gint64 k = 0; k < n; k++)
    {
      gint64 rest = k, start = 0;

      for (gint i = partial - 1; i >= 0; i--)
        {
          const TlTileSpan *span = &spans[side->dims[i]];

          start += (span->start + rest % span->length) * stride[i + 1];
          rest /= span->length;
        }
      start += spans[side->dims[partial]].start * stride[partial + 1];
      stretches[k] = (TlTileSpan) { start, spans[side->dims[partial]].length * stride[partial + 1] };
    }
  return (guint) n;
}

void
tl_data_rect_stretch (const TlDataRect *rect, TlDataSideKind kind, TlTileSpan elements, double *start, double *size)
{
  TlTileSpan window = rect->window[kind];
  double     from = kind == TL_DATA_COLUMNS ? rect->x : rect->y, length = kind == TL_DATA_COLUMNS ? rect->width : rect->height;
  double     first = (double) MAX (elements.start, window.start), least = tl_min (TL_DATA_VISIBLE, length);
  double     end = (double) MIN (elements.start + elements.length, window.start + window.length);

  *start = from + length * (first - (double) window.start) / (double) MAX (window.length, 1);
  *size = tl_max (length * (end - first) / (double) MAX (window.length, 1), 0);
  if (*size > 0 && *size < least)
    {
      *start = tl_clamp (*start + (*size - least) / 2, from, from + length - least);
      *size = least;
    }
}

/* The box around the tile along a side. */
static TlTileSpan
side_box (const TlDataPicture *picture, const TlDataBuffer *buffer, TlDataSideKind kind, guint n_fixed)
{
  TlTileSpan box;

  tl_data_side_stretches (buffer, kind, tl_data_picture_tile (picture, buffer, n_fixed), &box, 1);
  return box;
}

/* --- the whole buffers --- */

typedef struct
{
  const TlDataLayout *layout;
  double              least, most;      /* pixels of a side, of an element */
  double              gap_x, gap_y;
  guint               level;            /* the window of each buffer is its tile of this level */
  const TlDataPicture *picture;
  gboolean            is_around;       /* … or what of it lies around the instance of the block */
  gboolean            keeps_proportions;
  gboolean            has_strips;      /* originals stand beside their copies */
  gboolean            is_compressed;   /* lengths grow with the root of the number of elements */
  double              scales[TL_N_DATA_SIDES];
} DataGrid;

static TlTileSpan
window_of (const DataGrid *grid, const TlDataBuffer *buffer, TlDataSideKind kind)
{
  TlTileSpan window = { 0, buffer->sides[kind].extent }, instance;

  if (grid->level > 0)
    window = side_box (grid->picture, buffer, kind, grid->level);
  if (grid->is_around && window.length > AROUND_ELEMENTS)
    {
      instance = side_box (grid->picture, buffer, kind, grid->layout->tiles->n_loops);
      window.start = CLAMP (instance.start - AROUND_ELEMENTS / 2, window.start, window.start + window.length - AROUND_ELEMENTS);
      window.length = AROUND_ELEMENTS;
    }
  return window;
}

static double
length_of (const DataGrid *grid, gint64 elements)
{
  return grid->is_compressed ? sqrt ((double) elements) : (double) elements;
}

static void
grid_lines (const DataGrid *grid, DataLine lines[TL_N_DATA_SIDES])
{
  double widest = 1, highest = 1;

  for (guint i = 0; i < grid->layout->n_buffers; i++)
    {
      const TlDataBuffer *buffer = &grid->layout->buffers[i];
      double              columns = length_of (grid, window_of (grid, buffer, TL_DATA_COLUMNS).length);
      double              rows = length_of (grid, window_of (grid, buffer, TL_DATA_ROWS).length);

      if (buffer->is_elsewhere)
        continue;
      if (buffer->place == TL_DATA_LEFT)
        line_add (&lines[TL_DATA_COLUMNS], columns);
      if (buffer->place == TL_DATA_ABOVE)
        line_add (&lines[TL_DATA_ROWS], rows);
      if (buffer->place == TL_DATA_LEFT || buffer->place == TL_DATA_WRITTEN)
        highest = tl_max (highest, rows);
      if (buffer->place == TL_DATA_ABOVE || buffer->place == TL_DATA_WRITTEN)
        widest = tl_max (widest, columns);
    }
  line_add (&lines[TL_DATA_COLUMNS], widest);
  line_add (&lines[TL_DATA_ROWS], highest);
}

/* Pixels of an element along each side; the same for both where the grid keeps proportions. */
static void
set_scales (DataGrid *grid, double width, double height)
{
  DataLine lines[TL_N_DATA_SIDES] = { { .n = 0 } };
  double   across, down;

  grid_lines (grid, lines);
  across = line_scale (&lines[TL_DATA_COLUMNS], width - (lines[TL_DATA_COLUMNS].n - 1) * grid->gap_x, grid->least, grid->most);
  down = line_scale (&lines[TL_DATA_ROWS], height - (lines[TL_DATA_ROWS].n - 1) * grid->gap_y, grid->least, grid->most);
  grid->scales[TL_DATA_COLUMNS] = grid->keeps_proportions ? MIN (across, down) : across;
  grid->scales[TL_DATA_ROWS] = grid->keeps_proportions ? MIN (across, down) : down;
}

static double
side_length (const DataGrid *grid, TlDataSideKind kind, gint64 elements)
{
  return round (tl_max (length_of (grid, elements) * grid->scales[kind], grid->least));
}

static void
rect_size (const DataGrid *grid, TlDataRect *rect)
{
  for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
    {
      rect->window[kind] = window_of (grid, rect->buffer, kind);
      rect->is_cut[kind] = length_of (grid, rect->window[kind].length) * grid->scales[kind] < grid->least;
    }
  rect->width = side_length (grid, TL_DATA_COLUMNS, rect->window[TL_DATA_COLUMNS].length);
  rect->height = side_length (grid, TL_DATA_ROWS, rect->window[TL_DATA_ROWS].length);
}

/* The length of the original of a copy before it, or after it where it is written; 0: there is none. */
static double
strip_length (const DataGrid *grid, const TlDataBuffer *buffer)
{
  return grid->has_strips && !buffer->is_elsewhere && tl_data_layout_copy_of (grid->layout, buffer) != NULL ? STRIP + STRIP_GAP : 0;
}

static double
strips_length (const DataGrid *grid, TlDataSideKind kind)
{
  double length = 0;

  for (guint i = 0; i < grid->layout->n_buffers; i++)
    if ((grid->layout->buffers[i].place == TL_DATA_LEFT) == (kind == TL_DATA_COLUMNS))
      length += strip_length (grid, &grid->layout->buffers[i]);
  return length;
}

/* Fills @rects with the buffers of the grid from (@x, @y); gives their number, and the size in @width and @height. */
static guint
place_grid (const DataGrid *grid, double x, double y, TlDataRect *rects, double *width, double *height)
{
  double corner_x = x, corner_y = y;
  guint  n = 0;

  for (guint i = 0; i < grid->layout->n_buffers; i++)
    {
      TlDataRect rect = { .buffer = &grid->layout->buffers[i] };

      rect_size (grid, &rect);
      if (rect.buffer->place == TL_DATA_APART || rect.buffer->is_elsewhere)
        continue;
      if (rect.buffer->place == TL_DATA_LEFT)
        {
          rect.x = corner_x + strip_length (grid, rect.buffer);
          corner_x = rect.x + rect.width + grid->gap_x;
        }
      else if (rect.buffer->place == TL_DATA_ABOVE)
        {
          rect.y = corner_y + strip_length (grid, rect.buffer);
          corner_y = rect.y + rect.height + grid->gap_y;
        }
      rects[n++] = rect;
    }
  *width = *height = 0;
  for (guint i = 0; i < n; i++)
    {
      gboolean is_before = rects[i].buffer->place == TL_DATA_LEFT || rects[i].buffer->place == TL_DATA_ABOVE;

      if (rects[i].buffer->place != TL_DATA_LEFT)
        rects[i].x = corner_x;
      if (rects[i].buffer->place != TL_DATA_ABOVE)
        rects[i].y = corner_y;
      *width = MAX (*width, rects[i].x + rects[i].width - x);
      *height = tl_max (*height, rects[i].y + rects[i].height + (is_before ? 0 : strip_length (grid, rects[i].buffer)) - y);
    }
  return n;
}

/* Buffers that share nothing stand in a row from (@x, @y). */
static void
place_apart (TlDataPicture *picture, const DataGrid *grid, double x, double y)
{
  const TlDataLayout *layout = picture->layout;

  for (guint i = 0; i < layout->n_buffers; i++)
    {
      const TlDataBuffer *buffer = &layout->buffers[i];
      TlDataRect          rect = { .buffer = buffer, .x = x, .y = y };
      double              columns = (double) window_of (grid, buffer, TL_DATA_COLUMNS).length;
      double              rows = (double) window_of (grid, buffer, TL_DATA_ROWS).length;
      double              scale = MIN (MAX_ELEMENT, APART_SIZE / MAX (MAX (columns, rows), 1));

      if (buffer->place != TL_DATA_APART || buffer->is_elsewhere)
        continue;
      rect.width = round (tl_max (columns * scale, 12));
      rect.height = round (tl_max (rows * scale, 12));
      rect.window[TL_DATA_COLUMNS] = window_of (grid, buffer, TL_DATA_COLUMNS);
      rect.window[TL_DATA_ROWS] = window_of (grid, buffer, TL_DATA_ROWS);
      picture->rects[picture->n_rects++] = rect;
      x += MAX (rect.width, APART_SIZE) + GAP_X;
    }
}

/* Originals stand left of copies at the left, above those above, and below the written buffer. */
static void
place_strips (TlDataPicture *picture)
{
  for (guint i = 0; i < picture->n_rects; i++)
    {
      const TlDataRect *of = &picture->rects[i];
      const TlDataCopy *copy = tl_data_layout_copy_of (picture->layout, of->buffer);
      TlDataStrip       strip = { .copy = copy, .rect = *of, .of = i };
      TlDataSideKind    across = of->buffer->place == TL_DATA_LEFT ? TL_DATA_COLUMNS : TL_DATA_ROWS;

      if (copy == NULL)
        continue;
      strip.rect.buffer = &copy->original;
      if (of->buffer->place == TL_DATA_LEFT)
        strip.rect.x = of->x - STRIP_GAP - STRIP;
      else
        strip.rect.y = of->buffer->place == TL_DATA_ABOVE ? of->y - STRIP_GAP - STRIP : of->y + of->height + STRIP_GAP;
      *(across == TL_DATA_COLUMNS ? &strip.rect.width : &strip.rect.height) = STRIP;
      for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
        strip.rect.window[kind] = (TlTileSpan) { 0, copy->original.sides[kind].extent };
      strip.rect.is_cut[across] = TRUE;
      picture->strips[picture->n_strips++] = strip;
    }
}

static guint
count_apart (const TlDataLayout *layout)
{
  guint n = 0;

  for (guint i = 0; i < layout->n_buffers; i++)
    n += layout->buffers[i].place == TL_DATA_APART && !layout->buffers[i].is_elsewhere;
  return n;
}

static void
place_buffers (TlDataPicture *picture)
{
  DataGrid grid = { .layout = picture->layout, .least = MIN_LENGTH, .most = MAX_ELEMENT, .gap_x = GAP_X, .gap_y = GAP_Y,
                    .level = picture->level, .picture = picture, .keeps_proportions = picture->level == 0,
                    .is_compressed = picture->level > 0 };
  double   notes = picture->is_alone ? 0 : NOTES_WIDTH + NOTES_GAP;
  double   apart = count_apart (picture->layout) > 0 ? APART_HEIGHT : 0;
  double   room_x = picture->width - 2 * PAD - RULER - notes, room_y = picture->height - 2 * PAD - RULER - apart;
  double   width, height, shift_x, shift_y;

  grid.has_strips = !picture->is_alone;
  grid.has_strips = grid.has_strips && room_x - strips_length (&grid, TL_DATA_COLUMNS) > STRIPS_LEAST
                    && room_y - strips_length (&grid, TL_DATA_ROWS) > STRIPS_LEAST;
  room_x -= strips_length (&grid, TL_DATA_COLUMNS);
  room_y -= strips_length (&grid, TL_DATA_ROWS);
  set_scales (&grid, tl_max (room_x, 60), tl_max (room_y, 60));
  picture->n_rects = place_grid (&grid, PAD + RULER, PAD + RULER, picture->rects, &width, &height);
  room_x += strips_length (&grid, TL_DATA_COLUMNS);
  room_y += strips_length (&grid, TL_DATA_ROWS);
  shift_x = floor (tl_max ((room_x - width) / 2, 0));
  shift_y = floor (tl_max ((room_y - height) / 2, 0));
  for (guint i = 0; i < picture->n_rects; i++)
    {
      picture->rects[i].x += shift_x;
      picture->rects[i].y += shift_y;
    }
  if (grid.has_strips)
    place_strips (picture);
  picture->notes_width = picture->is_alone ? 0 : NOTES_WIDTH;
  picture->notes_x = picture->width - PAD - picture->notes_width;
  picture->notes_y = PAD + RULER;
  place_apart (picture, &grid, PAD + RULER + shift_x, PAD + RULER + shift_y + height + (APART_HEIGHT - APART_SIZE) / 2 + 8);
}

/* --- the loupe --- */

/* The fewest loops that must stand still for all tiles to have no more elements along a side than the loupe shows; -1: never. */
static gint
loupe_level (const TlDataPicture *picture)
{
  for (guint n = 0; n <= picture->layout->tiles->n_loops; n++)
    {
      gboolean fits = TRUE;

      for (guint i = 0; i < picture->layout->n_buffers; i++)
        for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
          if (picture->layout->buffers[i].place != TL_DATA_APART)
            fits &= side_box (picture, &picture->layout->buffers[i], kind, n).length <= LOUPE_ELEMENTS;
      if (fits)
        return (gint) n;
    }
  return -1;
}

static gboolean
is_tiny (const TlDataPicture *picture, const TlDataRect *rect, guint n_fixed)
{
  TlTileSpan columns = side_box (picture, rect->buffer, TL_DATA_COLUMNS, n_fixed);
  TlTileSpan rows = side_box (picture, rect->buffer, TL_DATA_ROWS, n_fixed);

  return columns.length * rect->width < TL_DATA_VISIBLE * rect->window[TL_DATA_COLUMNS].length
         || rows.length * rect->height < TL_DATA_VISIBLE * rect->window[TL_DATA_ROWS].length;
}

double
tl_data_layout_notes_height (const TlDataLayout *layout)
{
  return PAD + RULER + TL_DATA_NOTE_HEIGHT * (layout->n_buffers + 2) + TL_DATA_NOTE_LINE * layout->n_copies;
}

/* Room for the loupe: the corner that left and above leave free, else below the numbers. */
static gboolean
find_room (TlDataPicture *picture)
{
  double corner_x = picture->width, corner_y = picture->height, notes = tl_data_layout_notes_height (picture->layout);

  for (guint i = 0; i < picture->n_rects; i++)
    if (picture->rects[i].buffer->place == TL_DATA_WRITTEN)
      {
        corner_x = picture->rects[i].x - GAP_X;
        corner_y = picture->rects[i].y - GAP_Y;
      }
  picture->loupe_x = picture->loupe_y = PAD;
  picture->loupe_width = MIN (corner_x - PAD, LOUPE_WIDTH);
  picture->loupe_height = MIN (corner_y - PAD, LOUPE_HEIGHT);
  if (picture->loupe_width >= LOUPE_LEAST_WIDTH && picture->loupe_height >= LOUPE_LEAST_HEIGHT)
    return TRUE;
  picture->loupe_x = picture->notes_x;
  picture->loupe_y = notes;
  picture->loupe_width = NOTES_WIDTH;
  picture->loupe_height = MIN (picture->height - PAD - notes, LOUPE_HEIGHT);
  return picture->loupe_height >= LOUPE_LEAST_HEIGHT;
}

static const TlDataRect *
rect_of_written (const TlDataRect *rects, guint n)
{
  for (guint i = 0; i < n; i++)
    if (rects[i].buffer->place == TL_DATA_WRITTEN)
      return &rects[i];
  return NULL;
}

static double
element_size (const TlDataRect *rect, TlDataSideKind kind)
{
  return (kind == TL_DATA_COLUMNS ? rect->width : rect->height) / (double) MAX (rect->window[kind].length, 1);
}

double
tl_data_picture_enlargement (const TlDataPicture *picture)
{
  const TlDataRect *whole = rect_of_written (picture->rects, picture->n_rects);
  const TlDataRect *part = rect_of_written (picture->rects + picture->n_rects, picture->n_enlarged);
  double            across, down;

  if (whole == NULL || part == NULL)
    return 1;
  across = element_size (part, TL_DATA_COLUMNS) / element_size (whole, TL_DATA_COLUMNS);
  down = element_size (part, TL_DATA_ROWS) / element_size (whole, TL_DATA_ROWS);
  return tl_max (across, down);
}

static gboolean
shows_one_element (const DataGrid *grid)
{
  for (guint i = 0; i < grid->layout->n_buffers; i++)
    for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
      if (grid->layout->buffers[i].place != TL_DATA_APART && window_of (grid, &grid->layout->buffers[i], kind).length > 1)
        return FALSE;
  return TRUE;
}

static void
place_loupe (TlDataPicture *picture)
{
  gint     level = loupe_level (picture);
  DataGrid grid = { .layout = picture->layout, .least = 3, .most = LOUPE_ELEMENT, .gap_x = LOUPE_GAP, .gap_y = LOUPE_GAP,
                    .level = (guint) MAX (level, 0), .picture = picture };
  gboolean is_needed = FALSE;
  double   width, height;

  for (guint i = 0; i < picture->n_rects; i++)
    is_needed |= is_tiny (picture, &picture->rects[i], tl_data_picture_marked_level (picture));
  if (!is_needed || level < 1 || !find_room (picture))
    return;
  if (shows_one_element (&grid))   /* the elements around it say more */
    {
      grid.level = 0;
      grid.is_around = picture->shows_around = TRUE;
    }
  picture->loupe_level = grid.level;
  set_scales (&grid, picture->loupe_width - 2 * LOUPE_PAD, picture->loupe_height - 2 * LOUPE_PAD - LOUPE_HEAD);
  picture->n_enlarged = place_grid (&grid, picture->loupe_x + LOUPE_PAD, picture->loupe_y + LOUPE_PAD + LOUPE_HEAD,
                                    picture->rects + picture->n_rects, &width, &height);
  if (tl_data_picture_enlargement (picture) < LEAST_ENLARGEMENT)
    {
      picture->n_enlarged = 0;
      return;
    }
  picture->loupe_width = tl_min (tl_max (width + 2 * LOUPE_PAD, LOUPE_LEAST_WIDTH), picture->loupe_width);
  picture->loupe_height = MIN (height + 2 * LOUPE_PAD + LOUPE_HEAD, picture->loupe_height);
}

static TlDataPicture *
picture_new (const TlDataLayout *layout, const gint64 *position, gint selected, const TlCaches *caches, double width, double height)
{
  TlDataPicture *picture = g_new0 (TlDataPicture, 1);

  picture->layout = layout;
  picture->caches = *caches;
  picture->threads = tl_thread_mapping_of (layout->module, layout->tiles, 1);
  picture->position = g_memdup2 (position, sizeof (gint64) * layout->tiles->n_loops);
  picture->selected = selected;
  picture->width = width;
  picture->height = height;
  picture->spans = g_new0 (TlTileSpan, tl_block_tiles_n_spans (layout->tiles) + 1);
  tl_block_tiles_at (layout->tiles, position, picture->spans);
  picture->rects = g_new0 (TlDataRect, 2 * (gsize) layout->n_buffers);
  picture->strips = g_new0 (TlDataStrip, layout->n_copies + 1);
  return picture;
}

TlDataPicture *
tl_data_picture_new (const TlDataLayout *layout, const gint64 *position, gint selected, const TlCaches *caches, double width, double height)
{
  TlDataPicture *picture = picture_new (layout, position, selected, caches, width, height);

  place_buffers (picture);
  place_loupe (picture);
  return picture;
}

TlDataPicture *
tl_data_picture_new_tiles (const TlDataLayout *layout, const gint64 *position, gint selected, guint level, const TlCaches *caches,
                           double width, double height)
{
  TlDataPicture *picture = picture_new (layout, position, selected, caches, width, height);

  picture->level = level;
  picture->is_alone = TRUE;
  place_buffers (picture);
  return picture;
}

void
tl_data_picture_set_cores (TlDataPicture *picture, guint n_cores)
{
  picture->threads = tl_thread_mapping_of (picture->layout->module, picture->layout->tiles, n_cores);
}

void
tl_data_picture_free (TlDataPicture *picture)
{
  g_free (picture->position);
  g_free (picture->spans);
  g_free (picture->rects);
  g_free (picture->strips);
  g_free (picture);
}

/* --- points --- */

/* The index of the element of the side's @at-th one, into the entries of @element for its dimensions. */
static void
set_element (const TlDataBuffer *buffer, const TlDataSide *side, gint64 at, gint64 *element)
{
  for (gint i = (gint) side->n_dims - 1; i >= 0; i--)
    {
      gint64 extent = 1;

      tl_buffer_get_extent (buffer->access->buffer, side->dims[i], &extent);
      element[side->dims[i]] = at % extent;
      at /= extent;
    }
}

static gint
innermost_tile (const TlDataPicture *picture, const TlDataSpot *spot)
{
  gint loop = -1;

  for (guint n = 1; n <= picture->layout->tiles->n_loops; n++)
    {
      const TlTileSpan *tile = tl_data_picture_tile (picture, spot->buffer, n);

      for (guint d = 0; d < spot->buffer->access->buffer->n_dims; d++)
        if (spot->element[d] < tile[d].start || spot->element[d] >= tile[d].start + tile[d].length)
          return loop;
      if (tl_data_picture_tile_differs (picture, spot->buffer, n))
        loop = (gint) n - 1;
    }
  return loop;
}

const TlDataRect *
tl_data_picture_rect_at (const TlDataPicture *picture, double x, double y)
{
  for (guint i = 0; i < picture->n_rects + picture->n_enlarged; i++)
    {
      const TlDataRect *rect = &picture->rects[i];

      if (x >= rect->x && x < rect->x + rect->width && y >= rect->y && y < rect->y + rect->height)
        return rect;
    }
  return NULL;
}

static gint64
element_at (const TlDataRect *rect, TlDataSideKind kind, double share)
{
  TlTileSpan window = rect->window[kind];
  gint64     at = (gint64) floor (share * (double) window.length);

  return window.start + CLAMP (at, 0, MAX (window.length - 1, 0));
}

void
tl_data_rect_spot (const TlDataPicture *picture, const TlDataRect *rect, double x, double y, TlDataSpot *spot)
{
  const TlTileSpan *tile = tl_data_picture_tile (picture, rect->buffer, picture->layout->tiles->n_loops);

  spot->buffer = rect->buffer;
  for (guint d = 0; d < rect->buffer->access->buffer->n_dims; d++)
    spot->element[d] = tile[d].start;
  set_element (rect->buffer, &rect->buffer->sides[TL_DATA_COLUMNS], element_at (rect, TL_DATA_COLUMNS, (x - rect->x) / rect->width),
               spot->element);
  set_element (rect->buffer, &rect->buffer->sides[TL_DATA_ROWS], element_at (rect, TL_DATA_ROWS, (y - rect->y) / rect->height),
               spot->element);
  spot->loop = innermost_tile (picture, spot);
}

gboolean
tl_data_picture_find (const TlDataPicture *picture, double x, double y, TlDataSpot *spot)
{
  const TlDataRect *rect = tl_data_picture_rect_at (picture, x, y);

  if (rect != NULL)
    tl_data_rect_spot (picture, rect, x, y, spot);
  return rect != NULL;
}
