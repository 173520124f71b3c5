/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of loops that take time to find. Threads find them; the tables have TlNodeId of loops as keys. */
#pragma once

#include "core/analysis/asm-report.h"
#include "core/session/session.h"

G_BEGIN_DECLS

/* Distinct bytes touched by one iteration of each loop of the function: gint64 *, -1 symbolic. */
void        tl_loop_footprints_async (TlState *state, const char *func_name, GCancellable *cancellable, GAsyncReadyCallback callback,
                                      gpointer user_data);
GHashTable *tl_loop_footprints_finish (GAsyncResult *result, GError **error);

/*
 * The machine code of the innermost loops of the session's function at @state: TlAsmLoop *. Compiles it. Loops that the compiler has
 * unrolled are missing, and those whose name does not say which of several loops is meant.
 */
void        tl_loop_code_async (TlSession *session, TlState *state, GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
GHashTable *tl_loop_code_finish (GAsyncResult *result, GError **error);

/* The same from the assembly of @func. @report: of tl_asm_report; the table borrows from it. */
GHashTable *tl_loop_code_match (const TlPrimFunc *func, GPtrArray *report);

G_END_DECLS
