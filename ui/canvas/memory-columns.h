/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/draw-memory.h"
#include "core/session/predicted-traffic.h"
#include "ui/canvas/nest-canvas.h"

G_BEGIN_DECLS

/**
 * TlMemoryColumns: the memory columns beside the canvas, a row at the header of each loop, wherever the canvas is scrolled or zoomed to.
 * Clicking a row selects its loop, as Up and Down do; the loop under the pointer is marked on the canvas. The numbers of the selected loop
 * are the widget's description.
 */
#define TL_TYPE_MEMORY_COLUMNS (tl_memory_columns_get_type ())
G_DECLARE_FINAL_TYPE (TlMemoryColumns, tl_memory_columns, TL, MEMORY_COLUMNS, GtkWidget)

/* @scroller: around the canvas. */
GtkWidget *tl_memory_columns_new (TlEditor *editor, TlNestCanvas *canvas, GtkScrolledWindow *scroller);
/* Takes @predicted; NULL: nothing is shown. */
void       tl_memory_columns_set_predicted (TlMemoryColumns *columns, TlPredictedTraffic *predicted);
void       tl_memory_columns_set_folded (TlMemoryColumns *columns, gboolean is_folded);
/* The same for head and foot; its traffic is NULL where there is none. Borrowed until the next change. */
TlMemoryPicture tl_memory_columns_picture (TlMemoryColumns *columns);
/* The canvas has moved its rows. */
void       tl_memory_columns_layout_changed (TlMemoryColumns *columns);

G_END_DECLS
