/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/trial-selection.h"

G_BEGIN_DECLS

/**
 * TlTrialFlap: around an AdwFlap, its only child: the flap shows while a trial is picked, beside the content where there is room, else over
 * it. Escape in it unpicks the trial.
 */
#define TL_TYPE_TRIAL_FLAP (tl_trial_flap_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialFlap, tl_trial_flap, TL, TRIAL_FLAP, GtkWidget)

/* Once. */
void tl_trial_flap_set_selection (TlTrialFlap *self, TlTrialSelection *selection);

G_END_DECLS
