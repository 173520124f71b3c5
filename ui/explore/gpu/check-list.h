/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * The check of the session's kernels in the emulator: a button that begins and stops it, how long it has run, and what it found, a row
 * for each problem. "node-picked" is emitted with the loop or block (TlNodeId as guint) of the row that is activated. Another program, or
 * another target, stops a check and forgets its problems.
 */
#define TL_TYPE_CHECK_LIST (tl_check_list_get_type ())
G_DECLARE_FINAL_TYPE (TlCheckList, tl_check_list, TL, CHECK_LIST, GtkWidget)

GtkWidget *tl_check_list_new (TlSession *session);
/* Begins a check, unless one runs. */
void       tl_check_list_start (TlCheckList *self);

G_END_DECLS
