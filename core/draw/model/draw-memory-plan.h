/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of core/graph/memory-plan.h: calls from left to right, as wide as their time, and the arena from its first byte upwards. */
#pragma once

#include "core/draw/model/model-graph.h"
#include "core/draw/palette.h"
#include "core/graph/memory-plan.h"

G_BEGIN_DECLS

/* The least size, in pixels, at which it can be read. */
void tl_memory_plan_size (const TlModelGraph *graph, double *width, double *height);
/* @plan: of the function of @graph. Paints no background. */
void tl_draw_memory_plan (cairo_t *cr, const TlModelGraph *graph, const TlMemoryPlan *plan, const TlPalette *palette, double width,
                          double height);

G_END_DECLS
