/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results of the search: tunes each chosen kernel in the default space, then compares its best schedule with the schedule by hand, the
 * libraries and the peak of the machine, as `tileloom-bench kernels` does.
 */

#include "app/commands/watch.h"
#include "core/base/clock.h"
#include "core/schedule/trace.h"
#include "core/search/tuner.h"
#include "tests/bench/bench-comparison.h"

/* Written on tuner threads, one trial at a time; read after the tuner's end. */
typedef struct
{
  TlState *best;        /* owned */
  double   best_s;      /* 0: none yet */
  guint    best_number;
  guint    n_trials, n_failed;
  TlTrialRank rank;
  guint     n_comparisons;
} TuneResult;

static void
on_trial (const TlTrial *trial, gpointer user_data)
{
  TuneResult *found = user_data;
  TlTrialRank rank = tl_trial_rank (trial);

  found->n_comparisons = MAX (found->n_comparisons, trial->comparison);
  if (trial->comparison == 0 && !trial->is_start)
    {
      found->n_trials++;
      found->n_failed += tl_outcome_is_failure (trial->outcome->kind);
    }
  if (!tl_trial_rank_is_better (&rank, &found->rank, found->n_comparisons))
    return;
  found->rank = rank;
  found->best_number = trial->number;
  g_clear_pointer (&found->best, tl_state_unref);
  found->best = tl_state_ref ((TlState *) trial->state);
}

static void
on_done (gpointer user_data)
{
}

static gboolean
tune (const TlBenchKernel *kernel, TlWorkerPool *pool, const TlBenchOptions *options, TuneResult *found, double *elapsed_s)
{
  TlTuneOptions tune_options = { .start = kernel->naive, .func_name = kernel->func_name, .target = tl_target_host (),
                                 .config = tl_tune_config_default (), .n_trials = (guint) options->n_trials };
  g_autoptr (TlSpace) space = NULL;
  g_autoptr (TlTuner) tuner = NULL;
  g_autoptr (TlWatch) watch = NULL;
  g_autoptr (GError) error = NULL;
  gint64 began = tl_time_ns ();

  tune_options.target.num_cores = kernel->n_threads;
  tune_options.space = space = tl_space_default (&tune_options.target);
  tune_options.config.seed = (guint64) options->seed;
  if (tl_tune_config_set (&tune_options.config, "strategy", options->strategy, &error))
    tuner = tl_tuner_start (pool, &tune_options, on_trial, on_done, found, &error);
  watch = tl_watch_new ("tuning %s, %d trials", kernel->name, options->n_trials);
  if (tuner != NULL)
    tl_tuner_wait (tuner);
  g_clear_pointer (&watch, tl_watch_free);
  *elapsed_s = (double) (tl_time_ns () - began) * 1e-9;
  if (tuner == NULL || tl_tuner_error (tuner) != NULL || found->best == NULL)
    {
      tl_command_message ("%s: %s", kernel->name,
                          error != NULL                                     ? error->message
                          : tuner != NULL && tl_tuner_error (tuner) != NULL ? tl_tuner_error (tuner)->message
                                                                            : "no candidate could be measured");
      return FALSE;
    }
  return TRUE;
}

static void
add_found (JsonObject *row, const TuneResult *found, double elapsed_s)
{
  g_autofree char *trace = tl_trace_to_text (found->best, TL_DIALECT_CLASSIC, FALSE);

  json_object_set_int_member (row, "trials", found->n_trials);
  json_object_set_int_member (row, "failed", found->n_failed);
  json_object_set_int_member (row, "best_trial", found->best_number);
  json_object_set_double_member (row, "tuning_s", elapsed_s);
  json_object_set_string_member (row, "trace", trace);
}

static TlExit
run_kernel (TlBenchKernel *kernel, TlWorkerPool *pool, const TlBenchOptions *options, JsonArray *rows)
{
  TuneResult found = { 0 };
  double     elapsed_s;
  TlExit     exit = TL_EXIT_FAILED;

  if (tune (kernel, pool, options, &found, &elapsed_s))
    {
      g_autofree char *note = g_strdup_printf ("%u trials in %.1f s, %u failed, best #%u", found.n_trials, elapsed_s, found.n_failed,
                                               found.best_number);

      exit = tl_bench_compare (kernel, pool, found.best, options);
      if (rows != NULL)
        {
          JsonObject *row = json_object_new ();

          tl_bench_add_json (kernel, row);
          add_found (row, &found, elapsed_s);
          json_array_add_object_element (rows, row);
        }
      else
        tl_bench_print (kernel, note);
    }
  g_clear_pointer (&found.best, tl_state_unref);
  return exit;
}

TlExit
tl_bench_tune (const TlBenchOptions *options)
{
  TlTuneConfig       config = tl_tune_config_default ();
  g_autoptr (GError) error = NULL;

  if (!tl_tune_config_set (&config, "strategy", options->strategy, &error))
    {
      tl_command_error (error);
      return TL_EXIT_USAGE;
    }
  return tl_bench_each_kernel (options, run_kernel);
}
