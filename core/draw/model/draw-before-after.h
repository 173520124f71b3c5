/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of a model by their times, side by side in two bars of one scale: by rules, and below with records where these are used. */
#pragma once

#include "core/draw/palette.h"

G_BEGIN_DECLS

/* One kernel, all its calls. A plain value; borrows its label. */
typedef struct
{
  const char *label;
  double      before_s, after_s;
} TlTimePair;

/* The height of the picture, in pixels. */
double tl_before_after_height (void);
/* The slowest before stand first. @selected: its bars have a border in the accent; -1: none. Paints no background. */
void   tl_draw_before_after (cairo_t *cr, const TlTimePair *pairs, guint n, gint selected, const TlPalette *palette, double width);
/* The kernel at a point of that picture; -1: none. */
gint   tl_before_after_find (const TlTimePair *pairs, guint n, double width, double x, double y);

G_END_DECLS
