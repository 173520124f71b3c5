/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * The steps of the current variant. Selecting one previews the program after it, Return or a double click makes it current; later steps are
 * kept. Keys: Delete removes the selected step, Alt+Up and Alt+Down move it, Menu opens what else can be done. "Measure Each Step" times
 * them in turns.
 */
#define TL_TYPE_STEPS_PANE (tl_steps_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlStepsPane, tl_steps_pane, TL, STEPS_PANE, GtkWidget)

GtkWidget *tl_steps_pane_new (TlEditor *editor);

G_END_DECLS
