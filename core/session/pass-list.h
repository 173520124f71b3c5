/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/measure/pass-texts.h"
#include "core/session/changed-text.h"
#include "core/session/session.h"

G_BEGIN_DECLS

/** TlPass: the text of a function, or of a graph, after a pass of its compilation. Immutable. */
#define TL_TYPE_PASS (tl_pass_get_type ())
G_DECLARE_FINAL_TYPE (TlPass, tl_pass, TL, PASS, GObject)

const char   *tl_pass_name (TlPass *pass);         /* "unroll"; "program": the scheduled program, which the passes begin with */
const char   *tl_pass_summary (TlPass *pass);
gboolean      tl_pass_is_llvm (TlPass *pass);      /* the text is LLVM IR, else a script */
gboolean      tl_pass_is_changed (TlPass *pass);   /* the text, by this pass */
const char   *tl_pass_text (TlPass *pass);
const GArray *tl_pass_nodes (TlPass *pass);        /* TlOrigin: the loop or block of each line, id 0 where none is known */
/* "+12 −3" lines; "" where nothing changed, or the language did. */
const char   *tl_pass_changes (TlPass *pass);

/* TlPassText in their order as a GListModel of TlPass. */
GListModel   *tl_pass_list_new (GPtrArray *texts);
/* All passes of a state's function in order, compiled by a worker: GListModel of TlPass. */
void          tl_session_list_passes_async (TlSession *session, TlState *state, GCancellable *cancellable, GAsyncReadyCallback callback,
                                            gpointer user_data);
GListModel   *tl_session_list_passes_finish (TlSession *session, GAsyncResult *result, GError **error);

/* The text of @pass with what is unlike that of @base, in a thread: a long text takes long. */
void           tl_pass_compare_async (TlPass *pass, TlPass *base, GCancellable *cancellable, GAsyncReadyCallback callback,
                                      gpointer user_data);
TlChangedText *tl_pass_compare_finish (TlPass *pass, GAsyncResult *result, GError **error);

G_END_DECLS
