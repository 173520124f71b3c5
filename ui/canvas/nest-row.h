/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/nest.h"

G_BEGIN_DECLS

/**
 * TlNestRow: the header of a loop or the card of a block on the canvas: a real widget with a name, focus and actions, because what a
 * person acts on must be reachable without a mouse and without eyes. The canvas places it and draws the frames behind.
 *
 */
#define TL_TYPE_NEST_ROW (tl_nest_row_get_type ())
G_DECLARE_FINAL_TYPE (TlNestRow, tl_nest_row, TL, NEST_ROW, GtkWidget)

/* @index: of the item in its nest. */
GtkWidget *tl_nest_row_new (const TlNestItem *item, guint index);
/* The item it shows stands elsewhere in the nest now. */
void       tl_nest_row_set_index (TlNestRow *row, guint index);
TlNodeId   tl_nest_row_id (TlNestRow *row);
guint      tl_nest_row_index (TlNestRow *row);
gboolean   tl_nest_row_is_loop (TlNestRow *row);

void       tl_nest_row_set_selected (TlNestRow *row, gboolean selected);
/* At fault in the last refusal. */
void       tl_nest_row_set_culprit (TlNestRow *row, gboolean culprit);

G_END_DECLS
