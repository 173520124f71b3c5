/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/* A GtkMenuButton with the session's target as its text, which opens the choice of another from a list, or as text. */
GtkWidget *tl_target_button_new (TlSession *session);

G_END_DECLS
