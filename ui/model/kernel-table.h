/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/model/model-facts.h"

G_BEGIN_DECLS

/**
 * TlKernelTable: the kernels of a model, those with the largest share of the time first.
 *
 * Signals:
 *   "selected" (guint)   a row was selected by hand
 *   "opened" (guint)     a row was activated
 */
#define TL_TYPE_KERNEL_TABLE (tl_kernel_table_get_type ())
G_DECLARE_FINAL_TYPE (TlKernelTable, tl_kernel_table, TL, KERNEL_TABLE, GtkWidget)

/* @is_wide: there is room for all columns; @is_narrow: even the usual ones may need a scrollbar. */
void tl_kernel_table_set_room (TlKernelTable *table, gboolean is_wide, gboolean is_narrow);
/* Again with new figures; NULL: no rows. */
void tl_kernel_table_set_facts (TlKernelTable *table, const TlModelFacts *facts);
/* The figures of the same rows are others. */
void tl_kernel_table_refresh (TlKernelTable *table);
/* Without a signal; -1: none. */
void tl_kernel_table_select (TlKernelTable *table, gint kernel);

G_END_DECLS
