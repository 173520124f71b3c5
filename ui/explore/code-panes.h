/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/steps/violation.h"
#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * The code panes, side by side where there is room; elsewhere one at a time, with a button for each. There is always one. Ctrl+\ adds a
 * pane, Ctrl+F4 closes it, Ctrl+Page Up and Page Down go from one to the next, Ctrl+L links it or not.
 */
#define TL_TYPE_CODE_PANES (tl_code_panes_get_type ())
G_DECLARE_FINAL_TYPE (TlCodePanes, tl_code_panes, TL, CODE_PANES, GtkWidget)

GtkWidget *tl_code_panes_new (TlEditor *editor);
/* One at a time, also where there is room for more. */
void       tl_code_panes_set_narrow (TlCodePanes *self, gboolean is_narrow);

/* The views and links of the panes as text, and panes with those: "script,asm:unlinked". Views that there are not are left out. */
char      *tl_code_panes_layout (TlCodePanes *self);
void       tl_code_panes_set_layout (TlCodePanes *self, const char *layout);

/* As those of one pane, in all; the violation is shown where the script is. */
void       tl_code_panes_mark_violation (TlCodePanes *self, const TlViolation *violation);
void       tl_code_panes_show_violation (TlCodePanes *self);

G_END_DECLS
