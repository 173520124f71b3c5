/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/draw-roofline.h"

G_BEGIN_DECLS

#define TL_ROOFLINE_FONT_PX 11.5

#define TL_ROOFLINE_LABELS 64

/* Marks and labels that take up room in the field. The next label gets a free place. */
typedef struct
{
  TlRooflineArea    area;
  cairo_rectangle_t boxes[TL_ROOFLINE_LABELS];
  guint             n;
} TlRooflineLabels;

void     tl_roofline_labels_add (TlRooflineLabels *labels, const cairo_rectangle_t *box);
gboolean tl_roofline_labels_is_free (const TlRooflineLabels *labels, const cairo_rectangle_t *box);
/* The marks of all points that are shown. */
void     tl_roofline_labels_add_points (TlRooflineLabels *labels, const TlRoofline *roofline, gboolean with_path);

/* The points with their names, the companions of the one shown, and its path. */
void     tl_draw_roofline_points (cairo_t *cr, const TlRoofline *roofline, TlRooflineLabels *labels, gboolean with_path,
                                  const TlPalette *palette);

G_END_DECLS
