/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the CPU and the peak rates of one core, with a button that measures them in the background. */
void tl_machine_dialog_open (GtkWindow *parent);

G_END_DECLS
