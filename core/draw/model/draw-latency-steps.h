/* SPDX-License-Identifier: Apache-2.0 */
/* A line that steps down over the trials of all kernels, and discs where the whole was timed. */
#pragma once

#include "core/draw/model/latency-steps.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/* Paints no background. */
void   tl_draw_latency_steps (cairo_t *cr, const TlLatencySteps *steps, const TlPalette *palette, double width, double height);
/* The trials before the point at @x; -1: it is beside the field. */
gint   tl_latency_steps_find (const TlLatencySteps *steps, double width, double x);

G_END_DECLS
