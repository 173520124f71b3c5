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

/* A request that borrows from the widget and from the session, valid until either changes. */
typedef struct
{
  TlTuningRequest  request;
  TlMeasureOptions measure;
  const char      *ops[2];
} TlTuneChoice;

/* Fills start, tasks, scheduler, limits, measurement and seed. Do not copy @choice: its parts refer to each other. */
void       tl_tune_settings_choose (TlTuneSettings *settings, TlSession *session, TlTuneChoice *choice);

/* Starts the next runs from the current variant. */
void       tl_tune_settings_choose_variant (TlTuneSettings *settings);

G_END_DECLS
