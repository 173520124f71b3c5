/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * Opens the values that the decision of sampling step @step may take, as a popover that points at @anchor. The selected one is previewed on
 * the whole page with the later steps replayed; Apply, Return or a double click takes it, Escape goes back.
 */
void tl_decision_popover_open (TlEditor *editor, TlState *step, GtkWidget *anchor);

G_END_DECLS
