/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/**
 * TlTuneSettings: settings of a tuning run besides space, strategy and number of trials. Every choice has a default that suits most runs.
 */
#define TL_TYPE_TUNE_SETTINGS (tl_tune_settings_get_type ())
G_DECLARE_FINAL_TYPE (TlTuneSettings, tl_tune_settings, TL, TUNE_SETTINGS, GtkWidget)

/*
 * The settings chosen here, in @config; those that the widget does not have stay. The variant where the run begins, borrowed; NULL: the
 * program.
 */
TlVariant *tl_tune_settings_choose (TlTuneSettings *settings, TlSession *session, TlTuneConfig *config);

/* Shows the settings of a run. */
void       tl_tune_settings_show (TlTuneSettings *settings, const TlTuneConfig *config);

/* Starts the next runs from the current variant. */
void       tl_tune_settings_choose_variant (TlTuneSettings *settings);

G_END_DECLS
