/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/* Shows the CPU and the peak rates of one core, with a button that measures them. @session, nullable, emits "machine-measured" then. */
void tl_machine_dialog_open (GtkWindow *parent, TlSession *session);

G_END_DECLS
