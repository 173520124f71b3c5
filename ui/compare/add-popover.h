/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/compare/compared.h"

G_BEGIN_DECLS

/* Lists the variants, and the steps of the current one: each adds a column. */
GtkWidget *tl_add_popover_new (TlSession *session, TlCompared *compared);

G_END_DECLS
