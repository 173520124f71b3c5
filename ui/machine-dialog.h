/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What this machine is and what one core of it can do, with a button that measures it in the background. */
void tl_machine_dialog_open (GtkWindow *parent);

G_END_DECLS
