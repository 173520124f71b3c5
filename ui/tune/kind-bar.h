/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/*
 * Says of the trials shown that their times are predicted, where they are, and leads to those that were measured, or from these to the
 * former. Hidden where all were measured.
 *
 * Signal: "message" (const char *sentence): they cannot be read.
 */
#define TL_TYPE_KIND_BAR (tl_kind_bar_get_type ())
G_DECLARE_FINAL_TYPE (TlKindBar, tl_kind_bar, TL, KIND_BAR, GtkWidget)

void tl_kind_bar_update (TlKindBar *bar, TlSession *session);

G_END_DECLS
