/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ruler on which a factor of a split is chosen, below the latencies that were measured for other factors, all over one logarithmic
 * axis from 1 to the largest factor; and the tiles that the factors cut, to scale.
 */
#pragma once

#include "core/draw/palette.h"

G_BEGIN_DECLS

/* A factor that was timed. */
typedef struct
{
  gint64   factor;
  double   median_s;         /* 0: it failed */
  double   low_s, high_s;    /* 80 % of the samples lie between */
  gint     n_spills;         /* of one iteration of the loop with the most multiply-adds; -1: unknown */
} TlSplitDot;

/* A point of the ruler that the machine prefers. */
typedef struct
{
  gint64      factor;
  const char *text;          /* "16 lanes", "cache line", "warp" */
} TlSplitMark;

/* Borrows its arrays and strings. */
typedef struct
{
  const char        *name;          /* of the loop that the factor is the extent of: "i_1" */
  guint              family;        /* its hue */
  gint64             room;          /* the ruler goes from 1 to it */
  const gint64      *divisors;      /* of the room, ascending */
  guint              n_divisors;
  gint64             factor;        /* where the handle is */
  gint64             now;           /* of the present program; 0: it has no such factor */
  const gint64      *others;        /* factors that other handles choose */
  guint              n_others;
  gboolean           is_refused;    /* the factor is not legal */
  gboolean           has_focus;
  const TlSplitMark *marks;
  guint              n_marks;
  const TlSplitDot  *dots;          /* by factor, ascending */
  guint              n_dots;
  double             now_s;         /* latency of the present program; 0: unknown */
  double             peak_s;        /* the shortest that the machine allows; 0: unknown */
  gint64             measuring;     /* the factor that is being timed; 0: none */
} TlSplitPicture;

/* Where things are, in pixels. */
typedef struct
{
  double left, right;               /* of factor 1 and of the room */
  double plot_top, plot_bottom;     /* equal: no room for the plot */
  double spills_y;                  /* middle of the row of spills; 0: there is none */
  double ruler_top, ruler_bottom;
  double labels_y;
  double octave;                    /* width of a factor of two */
} TlSplitArea;

void   tl_split_area (const TlSplitPicture *picture, double width, double height, TlSplitArea *area);
double tl_split_x (const TlSplitArea *area, double factor);
/* Not a whole number; beyond the ends below 1 or above the room. */
double tl_split_factor_at (const TlSplitArea *area, double x);

/* Paints no background. */
void   tl_draw_split (cairo_t *cr, const TlSplitPicture *picture, const TlPalette *palette, double width, double height);

/* Tiles of a loop in their order; the last one may be cut. */
typedef struct
{
  const char *title;                /* "now" */
  gint64      extent;               /* of the loop */
  gint64      tile;                 /* iterations of a tile; the extent: it is not split */
  const char *text;                 /* "all tiles whole", "last tile: 4 of 6 iterations (where)" */
  gboolean    is_strong;            /* the one that is being chosen */
} TlSplitStrip;

/* Both strips to one scale: iterations are as wide in one as in the other. */
void   tl_draw_split_strips (cairo_t *cr, const TlSplitStrip strips[2], guint family, const TlPalette *palette, double width,
                             double height);

/* Two loops that are tiled together. */
typedef struct
{
  const char *names[2];             /* outer one first: rows, columns */
  gint64      extents[2];
  gint64      tiles[2];
} TlSplitGrid;

/* The iterations as a rectangle, cut by tiles; those at the edges that are not whole are hatched. The first tile is filled. */
void   tl_draw_split_grid (cairo_t *cr, const TlSplitGrid *grid, const TlPalette *palette, double width, double height);

G_END_DECLS
