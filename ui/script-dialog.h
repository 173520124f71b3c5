/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/* Runs a schedule script or a pasted trace on the current variant; a refusal is shown with its line and leaves the dialog open. */
void tl_script_dialog_open (GtkWindow *parent, TlSession *session);

G_END_DECLS
