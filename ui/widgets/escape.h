/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Escape closes @window, as it closes popovers and message dialogs. */
void tl_escape_closes (GtkWindow *window);

G_END_DECLS
