/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/* Runs a schedule script or a pasted trace on the current variant. After a refusal the dialog stays open and shows the line. */
void tl_script_dialog_open (GtkWindow *parent, TlSession *session);

G_END_DECLS
