/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/nest.h"

G_BEGIN_DECLS

/**
 * TlNestRow: the header of a loop or the card of a block on the canvas. It is a widget with an accessible name and focus, so that it can
 * be used with the keyboard and with a screen reader. The canvas places it and draws the frames behind it.
 */
#define TL_TYPE_NEST_ROW (tl_nest_row_get_type ())
G_DECLARE_FINAL_TYPE (TlNestRow, tl_nest_row, TL, NEST_ROW, GtkWidget)

/* @index: the index of the item in its nest. */
GtkWidget *tl_nest_row_new (const TlNestItem *item, guint index);
/* Sets the new index of the item. */
void       tl_nest_row_set_index (TlNestRow *row, guint index);
TlNodeId   tl_nest_row_id (TlNestRow *row);
guint      tl_nest_row_index (TlNestRow *row);
gboolean   tl_nest_row_is_loop (TlNestRow *row);

void       tl_nest_row_set_selected (TlNestRow *row, gboolean selected);
/* Whether the last refusal names the item. */
void       tl_nest_row_set_culprit (TlNestRow *row, gboolean culprit);

G_END_DECLS
