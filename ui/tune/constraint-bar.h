/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/search-constraints.h"

G_BEGIN_DECLS

/**
 * TlConstraintBar: the constraints of the search as chips, each with a button that removes it; how many candidates they leave; the first
 * trial under them. Hidden where there are none.
 *
 * Signal "message" (string): why proposed constraints were not taken.
 */
#define TL_TYPE_CONSTRAINT_BAR (tl_constraint_bar_get_type ())
G_DECLARE_FINAL_TYPE (TlConstraintBar, tl_constraint_bar, TL, CONSTRAINT_BAR, GtkWidget)

/* Call it when the run or its constraints change. */
void tl_constraint_bar_update (TlConstraintBar *bar, TlSession *session);
/* Takes @lines for the search of @config's design space once it is known that schedules are left. */
void tl_constraint_bar_propose (TlConstraintBar *bar, TlSession *session, const TlTuneConfig *config, const char *lines);

G_END_DECLS
