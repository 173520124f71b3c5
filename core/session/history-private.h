/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/history.h"

G_BEGIN_DECLS

/* Nullable members are not called. Each is called after the change. */
typedef struct
{
  void   (*edited) (TlVariant *variant, gpointer user_data);     /* name, state or place of a variant differ from the project file's */
  void   (*removed) (TlVariant *variant, gpointer user_data);    /* a variant is no longer in the list */
  void   (*current_changed) (gpointer user_data);                /* another variant is current */
  void   (*changed) (gpointer user_data);                        /* once for each edit, after the others */
  gpointer user_data;
} TlHistoryListener;

TlHistory  *tl_history_new (const TlHistoryListener *listener);   /* copies @listener */
void        tl_history_free (TlHistory *history);

GListModel *tl_history_variants (TlHistory *history);       /* of TlVariant, in order of making; borrowed */
guint       tl_history_n_variants (TlHistory *history);
TlVariant  *tl_history_nth (TlHistory *history, guint index);   /* borrowed from the list */
TlVariant  *tl_history_current (TlHistory *history);        /* borrowed; NULL without variants */
/* The measurements that variants show, these and all later ones, are for this target. */
void        tl_history_set_target (TlHistory *history, const char *target);

/* --- no edits: a program is opened or closed, or another variant is shown --- */

void        tl_history_append (TlHistory *history, TlVariant *variant);
/* FALSE: it was current already. The listener is not called. */
gboolean    tl_history_set_current (TlHistory *history, TlVariant *variant);
void        tl_history_forget_edits (TlHistory *history);
/* No variants and no edits. */
void        tl_history_clear (TlHistory *history);

/* --- edits: each forgets what was undone before --- */

/* Moves @variant to @state, with @tip its furthest one; takes @label, its name in the history. */
void        tl_history_move (TlHistory *history, TlVariant *variant, TlState *state, TlState *tip, char *label);
/*
 * The current variant goes on from @start to @state (@label, taken), or, if @start is an earlier step than its furthest, a branch of it, so
 * that no later step is lost.
 */
void        tl_history_continue (TlHistory *history, TlState *start, TlState *state, char *label);
/*
 * Takes the result of a job on @variant's state @start: the variant goes on there (@label, taken), or becomes a new one named like @stem
 * if it has moved in the meantime.
 */
void        tl_history_take (TlHistory *history, TlVariant *variant, TlState *start, TlState *state, char *label, const char *stem);
/* A new variant of the current one, current afterwards; takes @label. Borrowed. */
TlVariant  *tl_history_branch (TlHistory *history, const char *name, TlState *state, char *label);
/* A new variant, current afterwards. Borrowed. */
TlVariant  *tl_history_add (TlHistory *history, const char *name, TlState *state);

G_END_DECLS
