/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * Opens the list of all steps for the selection, pointing at @anchor: those that are possible by family, then the others, greyed, with the
 * reason. Typing searches; Return takes the first that is found; a greyed one opens its form, where other arguments may do.
 */
void tl_step_menu_open (TlEditor *editor, GtkWidget *anchor);

G_END_DECLS
