/* SPDX-License-Identifier: Apache-2.0 */
/* The session's use of the user's preferences. */
#include "core/session/session-private.h"

static void
on_setting (TlSettings *settings, guint setting, TlSession *self)
{
  if (setting == TL_SETTING_DIALECT)
    g_object_notify (G_OBJECT (self), "dialect");
  else if (setting == TL_SETTING_BUILDERS && self->n_timing == 0 && !tl_tuning_is_active (self->tuning))
    g_clear_pointer (&self->pool, tl_worker_pool_unref);
}

void
tl_session_use_settings (TlSession *self, TlSettings *settings)
{
  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_set_object (&self->settings, settings);
  if (settings != NULL)
    g_signal_connect_object (settings, "changed", G_CALLBACK (on_setting), self, 0);
}

static guint
value_of (TlSession *self, TlSetting setting)
{
  return self->settings != NULL ? tl_settings_get (self->settings, setting) : tl_setting_row (setting)->usual;
}

TlDialect
tl_session_dialect (TlSession *self)
{
  return (TlDialect) value_of (self, TL_SETTING_DIALECT);
}

TlMeasureOptions
tl_session_measure_options (TlSession *self)
{
  TlMeasureOptions options = tl_measure_options_default ();

  options.repeat = value_of (self, TL_SETTING_SAMPLES);
  options.min_repeat_ms = value_of (self, TL_SETTING_SAMPLE_MS);
  options.count = TRUE;
  return options;
}

guint
tl_session_n_builders (TlSession *self)
{
  return value_of (self, TL_SETTING_BUILDERS);
}

/* The pool that there is may be at work, with another number for a tuning run. */
TlWorkerPool *
tl_session_pool (TlSession *self, GError **error)
{
  return self->pool != NULL ? self->pool : tl_session_start_pool (self, tl_session_n_builders (self), error);
}
