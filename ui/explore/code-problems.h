/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/*
 * The warnings about the script of the program. "chosen" (guint TlNodeId) follows a click on one: the block that it names, 0 if it names
 * none.
 */
#define TL_TYPE_CODE_PROBLEMS (tl_code_problems_get_type ())
G_DECLARE_FINAL_TYPE (TlCodeProblems, tl_code_problems, TL, CODE_PROBLEMS, GtkWidget)

GtkWidget *tl_code_problems_new (TlSession *session);
/* Shows those of the program that is open now; how many. */
guint      tl_code_problems_update (TlCodeProblems *self);

G_END_DECLS
