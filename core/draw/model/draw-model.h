/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of core/draw/model/model-graph.h: boxes with names, figures and shares of the whole, lines as wide as what they carry. */
#pragma once

#include "core/draw/model/model-graph.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/* The meaning of a box's colour and second line. */
typedef enum
{
  TL_MODEL_BY_TIME,      /* its share of the time */
  TL_MODEL_BY_WORK,      /* … of the floating-point operations */
  TL_MODEL_BY_ROOF,      /* how near its rate is to what the machine allows */
  TL_MODEL_BY_MEMORY,    /* its share of the bytes that calls write */
  TL_N_MODEL_COLORS,
} TlModelColor;

/*
 * At zoom 1; graph->width x graph->height pixels. @marked: for each node whether it has a border in the accent; nullable. @selected: a node
 * with a thicker one and with its lines in the accent, or -1. Paints no background, and nothing outside the clip.
 */
void tl_draw_model (cairo_t *cr, const TlModelGraph *graph, TlModelColor color, const gboolean *marked, gint selected,
                    const TlPalette *palette);

/* The colour that stands for a share of the time, from 0 to 1, and one of text on it (contrast of at least 4.5). */
TlColor tl_time_share_color (const TlPalette *palette, double share);
TlColor tl_time_share_text_color (const TlPalette *palette, double share);

G_END_DECLS
