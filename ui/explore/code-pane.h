/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/steps/violation.h"
#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * The program as text: script, trace, lowered, LLVM IR, assembly. A worker compiles the latter forms when their tab is visible. Until new
 * text arrives, the old text stays, dimmed. The lines of the selected loop or block are marked in the script.
 */
#define TL_TYPE_CODE_PANE (tl_code_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlCodePane, tl_code_pane, TL, CODE_PANE, GtkWidget)

GtkWidget *tl_code_pane_new (TlEditor *editor);

/* The form shown, by name: "script", "asm". A name that there is not changes nothing. */
const char *tl_code_pane_tab (TlCodePane *pane);
void        tl_code_pane_set_tab (TlCodePane *pane, const char *name);

/*
 * Underlines the two accesses in the script; NULL: none. @violation stays valid until the next call. tl_code_pane_show_violation shows the
 * script there.
 */
void        tl_code_pane_mark_violation (TlCodePane *pane, const TlViolation *violation);
void        tl_code_pane_show_violation (TlCodePane *pane);

G_END_DECLS
