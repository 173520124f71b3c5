/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/code-text.h"

G_BEGIN_DECLS

/*
 * Machine code, with the loop that runs most marked: of all code, or of the selected loop or block. A strip above goes there, and tells the
 * cycles that one iteration of it takes as llvm-mca predicts, or of a GPU's code which instructions it is made of.
 */
#define TL_TYPE_ASM_VIEW (tl_asm_view_get_type ())
G_DECLARE_FINAL_TYPE (TlAsmView, tl_asm_view, TL, ASM_VIEW, GtkWidget)

GtkWidget  *tl_asm_view_new (TlSession *session, const char *title, gboolean is_gpu);
/* @nodes: of the rows, TlNodeId. Scrolls to the loop. */
void        tl_asm_view_set (TlAsmView *self, const char *assembly, const GArray *nodes);
/* Of the text, and of the loop that is marked. */
void        tl_asm_view_set_selection (TlAsmView *self, TlSelection *selection);
TlCodeText *tl_asm_view_text (TlAsmView *self);

G_END_DECLS
