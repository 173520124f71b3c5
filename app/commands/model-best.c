/* SPDX-License-Identifier: Apache-2.0 */
/* The records of a model's kernels, beside the schedules by rules, in the model itself. */
#include <stdio.h>

#include "app/commands/model.h"

/* The schedules by times in the model, beside those by rules. */
static gboolean
compare (TlModelComparison *comparison, const TlModelTiming *timing, GError **error)
{
  g_autoptr (GArray) times = tl_model_time_records (timing, comparison, error);

  return times != NULL && tl_model_comparison_add (comparison, TL_MODEL_BEFORE, timing, NULL, NULL, error)
         && tl_model_comparison_add (comparison, TL_MODEL_AFTER, timing, timing->records, times, error)
         && tl_model_comparison_run (comparison, timing, error);
}

static TlExit
report (const TlModelComparison *comparison, TlRecords *records, gboolean as_json)
{
  guint n_records, n_used, n_kernels;

  tl_model_comparison_count (comparison, TL_MODEL_AFTER, &n_records, &n_used, &n_kernels);
  if (as_json)
    tl_model_comparison_print_json (comparison, records);
  else
    {
      printf ("records: %u of %u kernels have one, %u used: faster in the model than rules\n", n_records, n_kernels, n_used);
      tl_model_comparison_print (comparison, records, "rules", "best");
    }
  return n_records > 0 ? TL_EXIT_DONE : TL_EXIT_NO;
}

static TlExit
show_best (const TlModelFlags *flags)
{
  g_autoptr (TlWatch)        watch = tl_watch_new_limited (flags->timeout_s);
  g_auto (TlModelComparison) comparison = { { NULL } };
  g_autoptr (TlModule)       lowered = NULL;
  g_autoptr (TlExecutable)   executable = tl_model_plan (flags, &lowered);
  g_autoptr (TlRecords)      records = NULL;
  g_autoptr (TlWorkerPool)   pool = NULL;
  g_autoptr (GError)         error = NULL;
  TlModelTiming              timing;
  gboolean                   ok;

  if (executable == NULL)
    return TL_EXIT_USAGE;
  records = tl_model_open_records (flags->database, &error);
  if (records == NULL)
    return tl_command_fail (TL_EXIT_USAGE, error);
  pool = tl_worker_pool_new (0, &error);
  if (pool == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  timing = tl_model_timing (flags, lowered, records, pool, tl_watch_cancellable (watch));
  tl_watch_say (watch, "building and running %s", flags->path);
  ok = compare (&comparison, &timing, &error);
  g_clear_pointer (&watch, tl_watch_free);
  return ok ? report (&comparison, records, flags->json) : tl_command_fail (tl_command_exit_of (error, TL_EXIT_FAILED), error);
}

static TlExit
run_best (int argc, char **argv)
{
  g_auto (TlModelFlags) flags = { .timeout_s = 300 };
  const GOptionEntry    options[] = {
    TL_MODEL_OPTIONS (flags),
    TL_MODEL_DATABASE_OPTION (flags),
    { "json", 0, 0, G_OPTION_ARG_NONE, &flags.json, "Print JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    TL_MODEL_NUMBERS (flags),
    TL_MODEL_TIMEOUT_NUMBER (flags),
    { NULL },
  };

  if (!tl_command_parse (&tl_model_best_row, &argc, &argv, options, numbers, 1, 1) || !tl_model_load_target (&flags))
    return TL_EXIT_USAGE;
  if (flags.database == NULL)
    return tl_command_usage ("model best requires --database PATH");
  flags.path = argv[0];
  return show_best (&flags);
}

const TlCommand tl_model_best_row = {
  "model best", "MODEL.onnx|MODEL.py --database PATH", "Choose between records and rules by times in the model, and show them", run_best,
};
