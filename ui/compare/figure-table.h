/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/compare/compared-figures.h"

G_BEGIN_DECLS

/* The figures of the compared schedules: for each a row with a bar, its value and the change against the baseline in each column. */
#define TL_TYPE_FIGURE_TABLE (tl_figure_table_get_type ())
G_DECLARE_FINAL_TYPE (TlFigureTable, tl_figure_table, TL, FIGURE_TABLE, GtkWidget)

GtkWidget *tl_figure_table_new (void);
/* The columns @shown (indices in @compared, the baseline's among them). */
void       tl_figure_table_show (TlFigureTable *table, TlCompared *compared, TlComparedFigures *figures, const guint *shown, guint n_shown);

G_END_DECLS
