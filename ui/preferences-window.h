/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "core/session/settings.h"

G_BEGIN_DECLS

/* The preferences of the table in core/session/settings.h, each changed at once. */
void tl_preferences_window_open (GtkWindow *parent, TlSettings *settings);

G_END_DECLS
