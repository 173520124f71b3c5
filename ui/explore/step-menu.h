/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * Opens the list of all primitives for the selection, pointing at @anchor: applicable ones by family, then the others, grayed out with the
 * reason. Typing searches, Return applies the first match. A grayed one opens its form, where other arguments may be legal, or, where there
 * are none to choose, shows why not and the fix.
 */
void tl_step_menu_open (TlEditor *editor, GtkWidget *anchor);

G_END_DECLS
