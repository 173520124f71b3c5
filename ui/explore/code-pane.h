/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/steps/violation.h"
#include "ui/explore/editor.h"
#include "ui/explore/marked-names.h"

G_BEGIN_DECLS

/*
 * The program as text in one of several views: script, trace, lowered, LLVM IR, assembly. A worker compiles the latter when they are
 * visible. Until new text arrives, the old text stays, dimmed. The lines of the selected loop or block are marked. "split" and "close" ask
 * for another pane, and for the end of this one.
 *
 * A linked pane has the selection of the session. One that is not has its own: it moves with nothing else, and nothing moves with it.
 */
#define TL_TYPE_CODE_PANE (tl_code_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlCodePane, tl_code_pane, TL, CODE_PANE, GtkWidget)

/* @names: marked in all panes that are linked. */
GtkWidget  *tl_code_pane_new (TlEditor *editor, TlMarkedNames *names);
/* The first of several panes has the button Add Pane and previews steps; the others can be closed. */
void        tl_code_pane_set_first (TlCodePane *pane, gboolean is_first);

/* The view ("view-changed"), by name: "script", "asm". A name that there is not changes nothing. */
const char *tl_code_pane_view (TlCodePane *pane);
void        tl_code_pane_set_view (TlCodePane *pane, const char *name);
/* The width that its header and its view need, also while it is hidden. */
int         tl_code_pane_least_width (TlCodePane *pane);
/* Gives its text the keyboard. */
void        tl_code_pane_focus (TlCodePane *pane);
/* As it is called in the window: "Assembly". */
const char *tl_code_pane_title (TlCodePane *pane);
gboolean    tl_code_pane_is_linked (TlCodePane *pane);
void        tl_code_pane_set_linked (TlCodePane *pane, gboolean is_linked);
/* The part of the time of loops and blocks: TlNodeId → double *; nullable: unknown. Shared. */
void        tl_code_pane_set_shares (TlCodePane *pane, GHashTable *shares);

/*
 * Underlines the two accesses in the script; NULL: none. @violation stays valid until the next call. tl_code_pane_show_violation shows the
 * script there.
 */
void        tl_code_pane_mark_violation (TlCodePane *pane, const TlViolation *violation);
void        tl_code_pane_show_violation (TlCodePane *pane);

G_END_DECLS
