/* SPDX-License-Identifier: Apache-2.0 */
/* Timing, racing, showing and exporting: the jobs are the measuring object's (measuring-private.h). */
#include "core/session/session-private.h"

#include "core/base/extremum.h"
#include "core/codegen/export.h"

TlWorkerPool *
tl_session_pool (TlSession *self, GError **error)
{
  return tl_measuring_any_pool (self->measuring, error);
}

gboolean
tl_session_is_timing (TlSession *self)
{
  return tl_measuring_is_timing (self->measuring);
}

void
tl_session_time_async (TlSession *self, TlVariant *variant, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  tl_measuring_time_async (self->measuring, G_OBJECT (self), variant, cancellable, callback, user_data);
}

gboolean
tl_session_time_finish (TlSession *self, GAsyncResult *result, TlOutcome *outcome, GError **error)
{
  return tl_measuring_time_finish (self->measuring, result, outcome, error);
}

void
tl_session_race_async (TlSession *self, TlVariant *a, TlVariant *b, double max_s, TlRaceFunc progress, gpointer progress_data,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  tl_measuring_race_async (self->measuring, G_OBJECT (self), a, b, max_s, progress, progress_data, cancellable, callback, user_data);
}

gboolean
tl_session_race_finish (TlSession *self, GAsyncResult *result, TlOutcome outcomes[2], GError **error)
{
  return tl_measuring_race_finish (self->measuring, result, outcomes, error);
}

void
tl_session_show_async (TlSession *self, TlState *state, const char *form, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer user_data)
{
  tl_measuring_show_async (self->measuring, G_OBJECT (self), state, form, cancellable, callback, user_data);
}

char *
tl_session_show_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

char *
tl_session_export_name (TlSession *self)
{
  const TlModule     *module = tl_state_module (tl_variant_state (tl_session_current (self)));
  g_autofree char    *title = g_ascii_strdown (tl_session_title (self), -1);
  g_auto (GStrv)      words = g_strsplit_set (title, " ,.;:/()-", -1);
  g_autoptr (GString) joined = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (joined, "%s%s", joined->len > 0 ? "_" : "", words[i]);
  return tl_export_default_symbol (tl_module_prim (module, self->program.func_name), joined->str);
}


void
tl_session_export_async (TlSession *self, TlState *state, const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  tl_measuring_export_async (self->measuring, G_OBJECT (self), state, path, cancellable, callback, user_data);
}

gboolean
tl_session_export_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
