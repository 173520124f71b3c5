/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * Opens the steps worth trying on the selection, pointing at @anchor: groups of rows with predicted gains, then, grayed out, what is not
 * possible and why. The row under the pointer or the focus is previewed; Return takes it, Right asks for other parameters, M measures it.
 */
void tl_guided_palette_open (TlEditor *editor, GtkWidget *anchor);

G_END_DECLS
