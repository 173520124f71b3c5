/* SPDX-License-Identifier: Apache-2.0 */
/* Several nests beside each other, and the buffers that go from one to another. */
#pragma once

#include "core/draw/nest.h"

G_BEGIN_DECLS

#define TL_NEST_COLUMN_GAP 44.0   /* between columns: for the edges */
#define TL_NEST_NEST_GAP   18.0   /* between nests of a column */

#define TL_OVERVIEW_EDGE   4.0    /* free around an overview */

/* A nest reads what an earlier one wrote last. */
typedef struct
{
  guint           from, to;   /* the outermost items */
  const TlBuffer *buffer;     /* borrowed from the nest's module */
} TlNestEdge;

/* GArray of TlNestEdge, in the order of the readers; free with g_array_unref. */
GArray *tl_nest_edges (const TlNest *nest);

/*
 * Moves the boxes of tl_nest_layout, one nest below the other, into columns: as many as make all of it as large as it can be in
 * @room_width × @room_height, one where that is as good. @hidden: as there. @width, @height: of all, before and after. The number of
 * columns.
 */
guint   tl_nest_put_in_columns (const TlNest *nest, const gboolean *hidden, double room_width, double room_height, TlNestBox *boxes,
                                double *width, double *height);

/*
 * Arrows from the nests that write to those that read, @with_names of buffers; only those that touch the clip. Nests stand as
 * tl_nest_put_in_columns placed them.
 */
void    tl_draw_nest_edges (cairo_t *cr, const TlNest *nest, const GArray *edges, const gboolean *hidden, const TlNestBox *boxes,
                            gboolean with_names, const TlPalette *palette);

/*
 * The whole nest in a small area, scaled down to fit in height, never up: a bar for each row, boxes as boxes. @selected: 0, or a loop or
 * block that is marked. The scale.
 */
double  tl_draw_nest_overview (cairo_t *cr, const TlNest *nest, const gboolean *hidden, const TlNestBox *boxes, gboolean in_lines,
                               double layout_width, double layout_height, TlNodeId selected, const TlPalette *palette, double width,
                               double height);

G_END_DECLS
