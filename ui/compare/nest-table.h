/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/compare/nest-alignment.h"

G_BEGIN_DECLS

/**
 * TlNestTable: aligned nests, a widget for each loop, block and missing one, ribbons between the columns. Arrow keys move the focus; a
 * click, Return or Space selects a row, which are the counterparts in all columns.
 *
 * Signals: "selected" (guint row, guint column).
 */
#define TL_TYPE_NEST_TABLE (tl_nest_table_get_type ())
G_DECLARE_FINAL_TYPE (TlNestTable, tl_nest_table, TL, NEST_TABLE, GtkWidget)

GtkWidget *tl_nest_table_new (void);
/* Takes @alignment; NULL: nothing. */
void       tl_nest_table_set (TlNestTable *table, TlNestAlignment *alignment);
const TlNestAlignment *tl_nest_table_alignment (TlNestTable *table);
void       tl_nest_table_select (TlNestTable *table, gint row);
/* Goes to the next (1) or previous (-1) cell that differs from the baseline and gives it the focus. */
void       tl_nest_table_step (TlNestTable *table, gint direction);

G_END_DECLS
