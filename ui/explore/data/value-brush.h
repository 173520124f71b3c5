/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/data/draw-counts.h"

G_BEGIN_DECLS

/**
 * TlValueBrush: how many elements have which value, and the range of values that is looked at. A drag chooses a range, a click one bin; a
 * click on the range, or Escape, takes it back. Keys: Left and Right move the range, with Shift its end, Home and End go to the ends.
 *
 * Signal "changed": the range was changed here.
 */
#define TL_TYPE_VALUE_BRUSH (tl_value_brush_get_type ())
G_DECLARE_FINAL_TYPE (TlValueBrush, tl_value_brush, TL, VALUE_BRUSH, GtkWidget)

GtkWidget *tl_value_brush_new (void);
/* @histogram is copied; @look: what it is of, with the range. */
void       tl_value_brush_show (TlValueBrush *brush, const TlValueHistogram *histogram, const TlCountsLook *look);
/* FALSE: all values are looked at. */
gboolean   tl_value_brush_range (TlValueBrush *brush, guint *first, guint *last);
void       tl_value_brush_clear (TlValueBrush *brush);

G_END_DECLS
