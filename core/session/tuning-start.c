/* SPDX-License-Identifier: Apache-2.0 */
/* From what was asked for to a run under way. */
#include "core/base/i18n.h"
#include "core/schedule/trace.h"
#include "core/session/tuning-private.h"

/* A run that goes on does so where it began, whatever is asked for. */
static TlState *
start_for (TlTuning *self, const TlTuningRequest *request)
{
  return request->resume && self->start != NULL ? self->start : request->start;
}

/* What a later tl_tuning_load needs to know. */
static gboolean
note_request (const TlTuningRequest *request, const TlState *start, GError **error)
{
  g_autofree char *steps = tl_state_n_steps (start) > 0 ? tl_trace_to_json (start, TL_DIALECT_CLASSIC) : NULL;
  g_autofree char *n_trials = g_strdup_printf ("%u", request->budget.max_trials_global);

  return request->database == NULL
         || (tl_database_set (request->database, TL_TUNING_START_KEY, steps, error)
             && tl_database_set (request->database, TL_TUNING_TRIALS_KEY, n_trials, error));
}

static gboolean
read_cost_model (TlTuning *self, const char *text, TlComponent *model, GError **error)
{
  guint              n = 0;
  const TlComponent *list = tl_component_list_parse (self->arena, &tl_cost_model_table, text != NULL ? text : "xgb", &n, error);

  if (list != NULL && n != 1)
    g_set_error (error, TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX, _("A run takes one cost model, not \"%s\""), text);
  if (list == NULL || n != 1)
    return FALSE;
  *model = list[0];
  return TRUE;
}

static gboolean
fill_options (TlTuning *self, const TlTuningRequest *request, TlModuleTuneOptions *options, GError **error)
{
  *options = (TlModuleTuneOptions) { .budget = request->budget, .title = request->title != NULL ? request->title : "",
                                     .resume = request->resume };
  options->tune = (TlTuneOptions) { .start = start_for (self, request), .target = request->target, .seed = request->seed,
                                    .database = request->database,
                                    .recorded = request->recorded, .least_s = request->least_s,
                                    .begins_with_default_schedule = request->space == NULL,
                                    .measure = request->measure != NULL ? *request->measure : tl_measure_options_quick () };
  if (!tl_strategy_parse (self->arena, request->strategy, &options->tune.strategy, error)
      || !read_cost_model (self, request->cost_model, &options->tune.cost_model, error)
      || !tl_task_scheduler_parse (self->arena, request->scheduler != NULL ? request->scheduler : "gradient", &options->scheduler, error))
    return FALSE;
  options->tasks = tl_tasks_extract (tl_state_module (options->tune.start), request->ops, request->weights, request->n_weights, error);
  return options->tasks != NULL;
}

static gboolean
start_tuner (TlTuning *self, TlWorkerPool *pool, TlModuleTuneOptions *options, const TlTuningRequest *request, GError **error)
{
  g_autoptr (TlSpace)   space = request->space != NULL ? tl_space_ref (request->space) : tl_space_default (&request->target);
  TlModuleTuneCallbacks callbacks;

  options->tune.space = space;
  /* Trials of earlier runs stay; those of other tasks, or of runs that are not on the screen, come from the file. */
  if (!tl_tuning_keep_tasks (self, options->tasks, options->tune.start))
    {
      tl_tuning_set_tasks (self, options->tasks, options->tune.start);
      if (!tl_tuning_load_tasks (self, request->database, error))
        return FALSE;
    }
  self->events = tl_tuning_events_new (self);
  callbacks = tl_tuning_events_callbacks (self->events);
  self->n_wanted = request->budget.max_trials_global;
  self->tuner = tl_module_tuner_start (pool, options, &callbacks, error);
  return self->tuner != NULL;
}

gboolean
tl_tuning_start (TlTuning *self, TlWorkerPool *pool, const TlTuningRequest *request, GError **error)
{
  TlModuleTuneOptions   options;
  g_autoptr (GPtrArray) tasks_of = NULL;
  gboolean              ok;

  if (tl_tuning_is_active (self))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY, _("A tuning run is in progress: stop it first"));
      return FALSE;
    }
  tl_tuning_drop_tuner (self);
  self->arena = tl_arena_new (NULL);
  ok = fill_options (self, request, &options, error);
  tasks_of = options.tasks;
  ok = ok && note_request (request, options.tune.start, error) && start_tuner (self, pool, &options, request, error);
  if (ok)
    {
      self->running_since_us = g_get_monotonic_time ();
      self->state = TL_TUNING_RUNNING;
    }
  else
    tl_tuning_drop_tuner (self);
  tl_tuning_emit_changed (self);
  return ok;
}
