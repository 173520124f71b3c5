/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "core/session/variant.h"

G_BEGIN_DECLS

/**
 * TlHistory: the variants of a program, the current one, and the edits made to them with their way back. States are immutable, so an edit
 * is a pair of pointers and costs nothing to keep: the history has no end. Main thread.
 */
typedef struct _TlHistory TlHistory;

/* A name like @stem that no variant has. Free with g_free. */
char       *tl_history_free_name (TlHistory *history, const char *stem);
/* Edits, which forget what was undone before. The last variant cannot be removed: FALSE. */
gboolean    tl_history_remove (TlHistory *history, TlVariant *variant);
void        tl_history_rename (TlHistory *history, TlVariant *variant, const char *name);

void        tl_history_undo (TlHistory *history);
void        tl_history_redo (TlHistory *history);
gboolean    tl_history_can_undo (TlHistory *history);
gboolean    tl_history_can_redo (TlHistory *history);
/* The change that undo takes back or redo makes: "Split j"; NULL: none. Borrowed. */
const char *tl_history_undo_label (TlHistory *history);
const char *tl_history_redo_label (TlHistory *history);

G_END_DECLS
