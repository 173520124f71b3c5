/* SPDX-License-Identifier: Apache-2.0 */
/* A nest with one line per loop: the numbers beside the tree, in columns. */
#pragma once

#include "core/draw/nest.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

#define TL_NEST_LINE_HEIGHT 20.0   /* at least, also of the titles above the first line */
#define TL_NEST_LINE_LEAD   21.0   /* from a line's left edge to its text: the button that folds, the family's stripe */

extern const TlNestSpacing tl_nest_line_spacing;

/* Of one loop, as far as known. */
typedef struct
{
  gint64   footprint_bytes;   /* of one iteration; -1: unknown */
  double   time_share;        /* estimated part of the function's time; NAN: unknown */
  gboolean has_code;          /* of its own machine code: */
  guint    n_fmas, n_loads, n_spills;
} TlNestFigure;

/* Right edges of the columns; 0: no room for it. */
typedef struct
{
  double tree;
  double extent, iterations, footprint, time;
  double bar_width;           /* of the largest extent, in the column of extents */
} TlNestColumns;

/* Shares @width out: columns that do not fit are left out; the tree needs @tree_width and gets up to @wide_tree. */
void tl_nest_columns (double width, double tree_width, double wide_tree, TlNestColumns *columns);

typedef struct
{
  const TlNestBox    *boxes;      /* per item, as these three */
  const gboolean     *hidden;
  const gboolean     *folded;
  const TlNestFigure *figures;    /* nullable */
  TlNestColumns       columns;
  double              width;
  double              top, bottom;   /* rows beyond are not drawn */
  double              barrier;       /* of the room above what waits */
} TlNestLines;

/* Everything but the texts of the tree. Titles of the columns stand above y = 0. */
void tl_draw_nest_lines (cairo_t *cr, const TlNest *nest, const TlNestLines *lines, const TlPalette *palette);

/* "8", "2.7 k", "16.8 M", "2.2 G"; "—" for NAN. Free with g_free. */
char *tl_nest_iterations_text (double iterations);
/* "24 %", "0.6 %", "—" for NAN. Free with g_free. */
char *tl_nest_share_text (double share);
/* "96 FMA, 40 loads, 0 spills". Free with g_free. */
char *tl_nest_code_text (const TlNestFigure *figure);

G_END_DECLS
