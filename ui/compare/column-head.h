/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/compare/compared.h"

G_BEGIN_DECLS

/**
 * TlColumnHead: name, steps and latency of each compared schedule. A click on one makes it the baseline; its menu moves and removes it.
 *
 * Signals: "explain" (guint): the difference of the column from the baseline is to be explained; a column of the compared ones.
 */
#define TL_TYPE_COLUMN_HEAD (tl_column_head_get_type ())
G_DECLARE_FINAL_TYPE (TlColumnHead, tl_column_head, TL, COLUMN_HEAD, GtkWidget)

/* The columns @shown, indices in @compared. */
void tl_column_head_show (TlColumnHead *head, TlCompared *compared, const guint *shown, guint n_shown);

G_END_DECLS
