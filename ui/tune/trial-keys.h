/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gdk/gdk.h>

#include "core/session/tuning/trial-selection.h"

G_BEGIN_DECLS

/* Keys that all views of trials share: ] and [ best improvements, E next failure. TRUE: it was one of them. */
gboolean tl_trial_keys_handle (TlTrialSelection *selection, guint key, GdkModifierType modifiers);

G_END_DECLS
