/* SPDX-License-Identifier: Apache-2.0 */
/* The records of a model's kernels, beside the schedules by rules, in the model itself. */
#include <stdio.h>

#include "app/commands/model.h"
#include "app/commands/watch.h"

static TlExit
compare (const TlModelFlags *flags)
{
  g_autoptr (TlWatch)         watch = tl_watch_new_limited (flags->timeout_s);
  g_auto (TlModelComparison)  comparison = { { NULL } };
  g_autoptr (TlRecords)       records = NULL;
  g_autoptr (TlWorkerPool)    pool = NULL;
  g_autoptr (GError)          error = NULL;
  guint                       n_records = 0, n_kernels = 0;
  gboolean                    ok;

  records = tl_model_open_records (flags->database, &error);
  if (records == NULL)
    return tl_command_fail (TL_EXIT_USAGE, error);
  tl_watch_say (watch, "scheduling %s", flags->path);
  if (!tl_model_comparison_add (&comparison, TL_MODEL_BEFORE, flags, NULL, &error)
      || !tl_model_comparison_add (&comparison, TL_MODEL_AFTER, flags, records, &error))
    {
      if (error != NULL)
        tl_command_error (error);
      return TL_EXIT_USAGE;
    }
  tl_model_count_records (comparison.executables[TL_MODEL_AFTER], comparison.schedules[TL_MODEL_AFTER], &n_records, &n_kernels);
  pool = tl_worker_pool_new (0, &error);
  if (pool == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  tl_watch_say (watch, "building and running %s", flags->path);
  ok = tl_model_comparison_run (&comparison, pool, flags, tl_watch_cancellable (watch), &error);
  g_clear_pointer (&watch, tl_watch_free);
  if (!ok)
    return tl_command_fail (TL_EXIT_FAILED, error);
  if (flags->json)
    tl_model_comparison_print_json (&comparison, records);
  else
    {
      printf ("records: %u of %u kernels have one\n", n_records, n_kernels);
      tl_model_comparison_print (&comparison, records, "rules", "records");
    }
  return n_records > 0 ? TL_EXIT_DONE : TL_EXIT_NO;
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
  return compare (&flags);
}

const TlCommand tl_model_best_row = {
  "model best", "MODEL.onnx|MODEL.py --database PATH", "Show which kernels have records, and time them in the model beside rules", run_best,
};
