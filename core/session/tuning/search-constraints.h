/* SPDX-License-Identifier: Apache-2.0 */
/* Constraints of the session's searches, and the decisions that they can be about. Main thread. */
#pragma once

#include "core/search/constraints-share.h"
#include "core/session/session.h"

G_BEGIN_DECLS

/*
 * Those of the run under way and of the next: "pin C/i/4/2=8", one a line; empty: none. A run under way obeys from its next batch on, and
 * keeps them. FALSE with TL_CONSTRAINTS_ERROR_SYNTAX.
 */
char      *tl_session_constraints (TlSession *session);   /* free with g_free */
gboolean   tl_session_set_constraints (TlSession *session, const char *lines, GError **error);
/* @lines with one more, which takes the place of an equal one; and without line @index. Free with g_free. */
char      *tl_constraint_lines_add (const char *lines, const char *line);
char      *tl_constraint_lines_remove (const char *lines, guint index);

/*
 * Whether a search with @config's design space has schedules that obey @lines: in words, how many of the sampled candidates do as they are.
 * NULL with a reason. Free with g_free.
 */
void       tl_session_check_constraints_async (TlSession *session, const TlTuneConfig *config, const char *lines,
                                               GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
char      *tl_session_check_constraints_finish (TlSession *session, GAsyncResult *result, GError **error);

/* The decisions (TlSpaceDecision, owned by the array) of the function shown in @config's design space. NULL with a reason. */
void       tl_session_list_decisions_async (TlSession *session, const TlTuneConfig *config, GCancellable *cancellable,
                                            GAsyncReadyCallback callback, gpointer user_data);
GPtrArray *tl_session_list_decisions_finish (TlSession *session, GAsyncResult *result, GError **error);

G_END_DECLS
