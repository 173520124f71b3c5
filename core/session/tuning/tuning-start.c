/* SPDX-License-Identifier: Apache-2.0 */
/* Starts a tuning run from a TlTuningRequest. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/schedule/trace.h"
#include "core/session/tuning/tuning-private.h"

/* A resumed run continues from its original start; request->start is ignored. */
static TlState *
start_for (TlTuning *self, const TlTuningRequest *request)
{
  return request->resume && self->start != NULL ? self->start : request->start;
}

/* Stores the settings that a later tl_tuning_load reads. */
static gboolean
note_request (const TlTuningRequest *request, const TlState *start, GError **error)
{
  g_autofree char *steps = tl_state_n_steps (start) > 0 ? tl_trace_to_json (start, TL_DIALECT_CLASSIC) : NULL;
  g_autofree char *settings = tl_tune_config_print (&request->config);

  return request->database == NULL
         || (tl_database_set (request->database, TL_TUNING_START_KEY, steps, error)
             && tl_database_set (request->database, TL_TUNING_CONFIG_KEY, settings, error));
}

/* Recorded outcomes and the folder, where the settings name them. */
static gboolean
open_files (TlTuning *self, const TlTuningRequest *request, TlModuleTuneOptions *options, GError **error)
{
  const TlTuneConfig *config = &request->config;

  if (request->recorded == NULL && config->replay_timings != NULL
      && (self->recorded = tl_recorded_outcomes_load (config->replay_timings, error)) == NULL)
    return FALSE;
  if (config->work_dir != NULL
      && (self->folder = tl_tune_folder_open (config, &options->tune.target, request->resume, error)) == NULL)
    return FALSE;
  options->tune.recorded = request->recorded != NULL ? request->recorded : self->recorded;
  options->folder = self->folder;
  return TRUE;
}

static gboolean
fill_options (TlTuning *self, const TlTuningRequest *request, TlModuleTuneOptions *options, GError **error)
{
  *options = (TlModuleTuneOptions) { .title = request->title != NULL ? request->title : "", .resume = request->resume };
  options->tune = (TlTuneOptions) { .start = start_for (self, request), .config = request->config, .database = request->database,
                                    .least_s = request->least_s,
                                    .begins_with_default_schedule = tl_tune_config_begins_with_default_schedule (&request->config) };
  if (!tl_tune_config_target (&request->config, &options->tune.target, error))
    return FALSE;
  options->tasks = tl_tune_config_tasks (&request->config, tl_state_module (options->tune.start), error);
  return options->tasks != NULL && open_files (self, request, options, error);
}

static gboolean
start_tuner (TlTuning *self, TlModuleTuneOptions *options, const TlTuningRequest *request, GError **error)
{
  g_autoptr (TlSpace)   space = tl_tune_config_space (&request->config, &options->tune.target, error);
  g_auto (GStrv)        added = NULL;
  TlModuleTuneCallbacks callbacks;

  if (space == NULL)
    return FALSE;
  options->tune.space = space;
  /* Trials of earlier runs stay; those of other tasks, or of runs that are not on the screen, come from the file. */
  if (self->is_predicted != request->config.is_dry || !tl_tuning_keep_tasks (self, options->tasks, options->tune.start))
    {
      self->is_predicted = request->config.is_dry;
      tl_tuning_set_tasks (self, options->tasks, options->tune.start);
      if (!tl_tuning_load_tasks (self, request->database, error))
        return FALSE;
    }
  added = tl_tuning_added_for_run (self, request->added);
  if (options->tasks->len == 1)   /* they are of the first task alone */
    options->tune.added = (const char *const *) added;
  self->events = tl_tuning_events_new (self);
  callbacks = tl_tuning_events_callbacks (self->events);
  self->config = request->config;
  self->n_wanted = request->config.budget.max_trials_global;
  self->tuner = tl_module_tuner_start (request->pool, options, &callbacks, error);
  if (self->tuner != NULL)
    tl_tuning_begin_added (self, request->added, request->resume || options->tasks->len > 1);
  return self->tuner != NULL;
}

gboolean
tl_tuning_start (TlTuning *self, const TlTuningRequest *request, GError **error)
{
  TlModuleTuneOptions   options;
  g_autoptr (GPtrArray) tasks_of = NULL;
  gboolean              ok;

  if (tl_tuning_is_active (self))
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_BUSY, _ ("A tuning run is in progress: stop it first"));
  tl_tuning_drop_tuner (self);
  ok = fill_options (self, request, &options, error);
  tasks_of = options.tasks;
  ok = ok && note_request (request, options.tune.start, error) && start_tuner (self, &options, request, error);
  if (ok)
    {
      self->running_since_us = self->heard_us = g_get_monotonic_time ();
      self->state = TL_TUNING_RUNNING;
    }
  else
    tl_tuning_drop_tuner (self);
  tl_tuning_emit_changed (self);
  return ok;
}
