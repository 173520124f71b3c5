/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of core/graph/memory-plan.h: calls from left to right, as wide as their time, and the arena from its first byte upwards. */
#pragma once

#include "core/draw/model/model-graph.h"
#include "core/draw/palette.h"
#include "core/graph/memory-plan.h"

G_BEGIN_DECLS

/* The least size, in pixels, at which it can be read. */
void tl_memory_plan_size (const TlModelGraph *graph, double *width, double *height);
/*
 * @plan: of the function of @graph. @marked: for each node of the graph whether its call and what it computes have a border in the accent;
 * nullable. @selected: a node with a thicker one, or -1. Paints no background.
 */
void tl_draw_memory_plan (cairo_t *cr, const TlModelGraph *graph, const TlMemoryPlan *plan, const gboolean *marked, gint selected,
                          const TlPalette *palette, double width, double height);

/* The node of the call at a point of that picture: the one that computes a tensor, or that of the column; -1: none. */
gint tl_memory_plan_find_node (const TlModelGraph *graph, const TlMemoryPlan *plan, double width, double height, double x, double y);
/* The left and right edge of a node's column in it. FALSE: it has none. */
gboolean tl_memory_plan_column (const TlModelGraph *graph, guint node, double width, double *left, double *right);

G_END_DECLS
