/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/extremum.h"
#include "core/session/tuning/tuning-summary.h"

#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/tuning/trial-text.h"
#include "core/session/tuning/tuning-pace.h"
#include "core/target/gpu-models.h"

#define BETWEEN " · "

static void G_GNUC_PRINTF (2, 3)
append_fact (GString *text, const char *format, ...)
{
  va_list list;

  if (text->len > 0)
    g_string_append (text, BETWEEN);
  va_start (list, format);
  g_string_append_vprintf (text, format, list);
  va_end (list);
}

static const char *
state_text (TlTuning *tuning)
{
  switch (tl_tuning_state (tuning))
    {
    case TL_TUNING_RUNNING:
      return _("Tuning");
    case TL_TUNING_PAUSED:
      return _("Paused");
    case TL_TUNING_STOPPING:
      return _("Stopping");
    case TL_TUNING_DONE:
      return tl_tuning_error (tuning) != NULL ? _("Ended early") : _("Done");
    case TL_TUNING_IDLE:
    default:
      return tl_tuning_is_resumable (tuning) ? _("Interrupted") : "";
    }
}

static void
append_best (GString *text, TlTrialStore *store, double flops)
{
  gint             best = tl_trial_store_best (store);
  TlTrialRecord    record;
  g_autofree char *latency = NULL, *speed = NULL, *speedup = NULL;

  if (best < 0)
    return;
  record = tl_trial_store_get (store, (guint) best);
  latency = tl_format_seconds (record.latency_s);
  speed = tl_format_gflops (flops, record.latency_s);
  speedup = tl_trial_speedup_text (store, (guint) best);
  append_fact (text, tl_trial_store_is_predicted (store) ? _("best predicted %s, %s%s%s (#%u)") : _("best %s, %s%s%s (#%u)"), latency,
               speed, strcmp (speedup, "—") != 0 ? ", " : "", strcmp (speedup, "—") != 0 ? speedup : "", record.number);
}

/* Of all tasks and runs. */
static void
append_counts (GString *text, TlTuning *tuning)
{
  GListModel *tasks = tl_tuning_tasks (tuning);
  guint       n_measured = 0, n_pruned = 0, n_failed = 0;

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, i);
      TlTrialStore *store = tl_tuning_task_trials (task);

      n_measured += tl_trial_store_count (store, TL_OUTCOME_OK);
      n_pruned += tl_trial_store_count (store, TL_OUTCOME_PRUNED);
      n_failed += tl_trial_store_n_failed (store);
    }
  if (n_measured + n_pruned + n_failed == 0)
    return;
  append_fact (text, tl_tuning_is_predicted (tuning) ? _("%u predicted") : _("%u measured"), n_measured);
  if (n_pruned > 0)
    append_fact (text, _("%u pruned"), n_pruned);
  if (n_failed > 0)
    append_fact (text, _("%u failed"), n_failed);
}

static void
append_improvement (GString *text, TlTuning *tuning)
{
  double since = tl_tuning_since_best_s (tuning);

  if (since >= 0)
    append_fact (text, _("last improvement %.0f s ago"), since);
}

/* Where the run began, if that was not the program without steps. */
static void
append_start (GString *text, TlSession *session, TlTuning *tuning)
{
  TlState    *start = tl_tuning_start_state (tuning);
  GListModel *variants = tl_session_variants (session);
  guint       n_steps = start != NULL ? tl_session_n_listed_steps (start) : 0;

  if (n_steps == 0)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (variants); i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (variants, i);

      if (tl_variant_state (variant) == start)
        {
          append_fact (text, _("from variant %s"), tl_variant_name (variant));
          return;
        }
    }
  append_fact (text, ngettext ("after %u step", "after %u steps", n_steps), n_steps);
}

char *
tl_tuning_predicted_note (TlTuning *tuning)
{
  const char       *text = tl_tuning_config (tuning)->target;
  const TlGpuModel *model = NULL;
  TlTarget          target;

  if (!tl_tuning_is_predicted (tuning))
    return NULL;
  if (text != NULL && tl_target_parse (text, &target, NULL))
    model = tl_gpu_model_of_target (&target);
  return model != NULL ? g_strdup_printf (_("Predicted by a model of %s, not measured"), model->name)
                       : g_strdup (_("Predicted by a model, not measured"));
}

char *
tl_tuning_summary (TlSession *session, guint index)
{
  TlTuning    *tuning = tl_session_tuning (session);
  GListModel  *tasks = tl_tuning_tasks (tuning);
  guint        n = tl_tuning_n_done (tuning), n_wanted = tl_max (tl_tuning_n_wanted (tuning), n);
  GString     *text = g_string_new (state_text (tuning));
  g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, index);
  TlTrialStore *store = task != NULL ? tl_tuning_task_trials (task) : tl_tuning_trials (tuning);
  g_autofree char *total = tl_format_seconds (tl_tuning_total_s (tuning)), *drift = tl_trial_drift_text (store);

  if (n_wanted > 0)
    append_fact (text, _("%u of %u trials"), n, n_wanted);
  if (g_list_model_get_n_items (tasks) > 1)
    append_fact (text, _("all tasks %s"), total);
  append_best (text, store, task != NULL ? tl_tuning_task_status (task).flops : 0);
  append_counts (text, tuning);
  append_start (text, session, tuning);
  if (tl_tuning_n_added (tuning) > 0 && !tl_tuning_is_active (tuning))
    append_fact (text, ngettext ("%u added schedule is not measured: the next run begins with it",
                                 "%u added schedules are not measured: the next run begins with them", tl_tuning_n_added (tuning)),
                 tl_tuning_n_added (tuning));
  if (tl_tuning_state (tuning) == TL_TUNING_RUNNING)
    append_improvement (text, tuning);
  if (drift != NULL)
    append_fact (text, "%s", drift);
  if (tl_tuning_error (tuning) != NULL)
    append_fact (text, "%s", tl_tuning_error (tuning));
  return g_string_free (text, FALSE);
}
