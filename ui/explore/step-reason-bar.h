/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/* Below the steps: steps through them one by one, and says in a sentence what the one that is shown does for the program. */
#define TL_TYPE_STEP_REASON_BAR (tl_step_reason_bar_get_type ())
G_DECLARE_FINAL_TYPE (TlStepReasonBar, tl_step_reason_bar, TL, STEP_REASON_BAR, GtkWidget)

GtkWidget *tl_step_reason_bar_new (TlEditor *editor);

G_END_DECLS
