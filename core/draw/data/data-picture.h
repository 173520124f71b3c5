/* SPDX-License-Identifier: Apache-2.0 */
/* The buffers of a block on a surface of some size, with the tiles of one iteration. */
#pragma once

#include "core/analysis/thread-mapping.h"
#include "core/draw/data/data-copies.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/* A part of the screen that shows a part of a buffer, all of it or what the loupe enlarges. */
typedef struct
{
  const TlDataBuffer *buffer;
  double              x, y, width, height;
  TlTileSpan              window[TL_N_DATA_SIDES];   /* elements along each side */
  gboolean            is_cut[TL_N_DATA_SIDES];   /* longer than the common scale says */
} TlDataRect;

/* The original of a copy, beside it: to scale along the side that both share, narrow across it. */
typedef struct
{
  const TlDataCopy *copy;
  TlDataRect        rect;      /* its buffer is the copy's original */
  guint             of;        /* index of the rect of the copy itself */
} TlDataStrip;

#define TL_DATA_TRAIL 8

#define TL_DATA_NOTE_HEIGHT 34.0   /* of the numbers of a buffer, two lines … */
#define TL_DATA_NOTE_LINE   15.0   /* … and the one that tells of a copy */

typedef struct
{
  const TlDataLayout *layout;      /* borrowed */
  TlCaches            caches;
  TlThreadMapping     threads;
  gint64             *position;    /* of each loop */
  TlTileSpan             *spans;       /* tl_block_tiles_at () */
  gint                selected;    /* index of a loop; -1: none */
  double              width, height;
  TlDataRect         *rects;       /* n_rects: a buffer each, then those of the loupe */
  TlDataStrip        *strips;      /* n_strips */
  guint               n_strips;
  const TlTileSpan   *trail[TL_DATA_TRAIL];    /* borrowed: the spans of earlier positions, the last one first */
  guint               n_trail;
  guint               level;       /* loops that stand still for all that is shown; 0: whole buffers */
  gboolean            is_alone;    /* no numbers and no loupe beside the tiles */
  guint               n_rects;     /* of the buffers, or of their tiles of @level */
  guint               n_enlarged;  /* of the loupe; 0: it is not needed */
  guint               loupe_level; /* loops that stand still for all that the loupe shows */
  gboolean            shows_around;    /* the loupe: only what lies around the instance of the block */
  double              loupe_x, loupe_y, loupe_width, loupe_height;
  double              notes_x, notes_y, notes_width;   /* the column of numbers */
} TlDataPicture;

/*
 * Whole buffers with numbers beside them. @position: n_loops values from 0, copied. @selected: the index of the loop of which one iteration
 * is marked, or -1. @layout must outlive the picture.
 */
TlDataPicture *tl_data_picture_new (const TlDataLayout *layout, const gint64 *position, gint selected, const TlCaches *caches, double width,
                                    double height);
/* The tiles with @level loops standing still, alone. */
TlDataPicture *tl_data_picture_new_tiles (const TlDataLayout *layout, const gint64 *position, gint selected, guint level,
                                          const TlCaches *caches, double width, double height);
/* The threads that share parallel loops; 1 before it is said. */
void           tl_data_picture_set_cores (TlDataPicture *picture, guint n_cores);
void           tl_data_picture_free (TlDataPicture *picture);

/* Down to the end of the numbers beside the buffers. */
double         tl_data_layout_notes_height (const TlDataLayout *layout);
/* The outermost loop, an index, of which the first iteration touches no more than @n_bytes; -1: none. */
gint           tl_data_layout_loop_within (const TlDataLayout *layout, gint64 n_bytes);

/* The spans of @buffer in the tile of the outermost @n_fixed loops, one for each dimension. */
const TlTileSpan  *tl_data_picture_tile (const TlDataPicture *picture, const TlDataBuffer *buffer, guint n_fixed);
/* Whether fixing the loop @n_fixed - 1 makes the tile of @buffer another. */
gboolean       tl_data_picture_tile_differs (const TlDataPicture *picture, const TlDataBuffer *buffer, guint n_fixed);
/* How many times larger the loupe shows an element of the written buffer, along the side where that is more; 1 without it. */
double         tl_data_picture_enlargement (const TlDataPicture *picture);
/* All that one iteration touches with @n_fixed loops standing still. */
gint64         tl_data_picture_tile_bytes (const TlDataPicture *picture, guint n_fixed);
/* The fewest loops that must stand still for all that one iteration touches to fit cache @cache, 0 to 2; -1: it never does. */
gint           tl_data_picture_cache_level (const TlDataPicture *picture, guint cache);
/* The loops that stand still in the tile that is marked: those up to the selected one. */
guint          tl_data_picture_marked_level (const TlDataPicture *picture);

/*
 * Elements along a side that a tile with these @spans covers, as at most @max stretches. Where it would be more, one around all.
 */
guint          tl_data_side_stretches (const TlDataBuffer *buffer, TlDataSideKind kind, const TlTileSpan *spans, TlTileSpan *stretches,
                                       guint max);

/* The pixels that show these elements of a side, at least TL_DATA_VISIBLE of them; @size 0: none of them are in the window. */
#define TL_DATA_VISIBLE 4.0
void           tl_data_rect_stretch (const TlDataRect *rect, TlDataSideKind kind, TlTileSpan elements, double *start, double *size);

/* An element, and the tile around it. */
typedef struct
{
  const TlDataBuffer *buffer;
  gint64              element[TL_DATA_MAX_DIMS];   /* its index; that of the slice for folded dimensions */
  gint                loop;                        /* the innermost one whose tile lies there; -1: none */
} TlDataSpot;

/* The buffer's rectangle there, or the loupe's; NULL: none. */
const TlDataRect *tl_data_picture_rect_at (const TlDataPicture *picture, double x, double y);
/* The element of the rectangle that is next to the point. */
void           tl_data_rect_spot (const TlDataPicture *picture, const TlDataRect *rect, double x, double y, TlDataSpot *spot);
gboolean       tl_data_picture_find (const TlDataPicture *picture, double x, double y, TlDataSpot *spot);

/* The right or lower edge of a tile: dragging it makes one iteration of the loop that moves the tile as long as several, by a split. */
typedef struct
{
  const TlDataRect *rect;
  TlDataSideKind    side;
  guint             loop;                    /* an index */
  gint64            extent;                  /* of the loop */
  double            start, iteration;        /* pixels along the side: where the tile begins, the length of one iteration */
  double            across, across_size;     /* and of the tile in the other direction */
} TlDataEdge;

gboolean       tl_data_picture_find_edge (const TlDataPicture *picture, double x, double y, TlDataEdge *edge);
/* The iterations that the tile would hold if its edge were at the point: 1 to the extent. */
double         tl_data_edge_iterations (const TlDataEdge *edge, double x, double y);

/* The elements in the cache line of @spot, as at most @max tiles of neighbours; their number. Buffers begin at cache lines. */
#define TL_DATA_LINE_BYTES 64
guint          tl_data_cache_line (const TlDataSpot *spot, TlTileSpan (*runs)[TL_DATA_MAX_DIMS], guint max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDataPicture, tl_data_picture_free)

G_END_DECLS
