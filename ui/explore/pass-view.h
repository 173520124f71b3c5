/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/code-text.h"

G_BEGIN_DECLS

/*
 * The passes of a compilation beside the program's text after the selected one, or beside what it changed: against the pass before, or one
 * that is pinned. "failed" is emitted where there are none for a state, "selected" where another pass is shown.
 */
#define TL_TYPE_PASS_VIEW (tl_pass_view_get_type ())
G_DECLARE_FINAL_TYPE (TlPassView, tl_pass_view, TL, PASS_VIEW, GtkWidget)

/* @kind: the heading of those that are not LLVM's. */
GtkWidget  *tl_pass_view_new (TlSession *session, const char *kind);
/* Until the passes of @state arrive, those there are stay. */
void        tl_pass_view_show (TlPassView *self, TlState *state);
/* The same of a list of TlPass; NULL: @problem says why there is none. */
void        tl_pass_view_show_list (TlPassView *self, GListModel *passes, const char *problem);
/* The pass that is shown, where it is one of lowering; else NULL. */
const char *tl_pass_view_lowering_pass (TlPassView *self);
TlCodeText *tl_pass_view_text (TlPassView *self);

G_END_DECLS
