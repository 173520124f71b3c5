/* SPDX-License-Identifier: Apache-2.0 */
#include <glib/gstdio.h>
#include <string.h>

#include "core/text/script.h"
#include "core/records/recorded-outcomes.h"
#include "tests/must.h"
#include "tests/program-text.h"

static const char program[] = "@T.prim_func\n"
                              "def main(A: T.Buffer((8,), \"float32\")):\n"
                              BLOCK_S ("A", "8", "A[vi] = T.float32(0)");

static void
add_trial (TlDatabase *database, gint64 run_id, guint number, guint64 hash, double latency_s)
{
  TlTrialRow row = { .run_id = run_id, .number = number, .trace_json = (char *) "[[], []]", .program_hash = hash, .finished_us = 1 };

  row.outcome.kind = latency_s > 0 ? TL_OUTCOME_OK : TL_OUTCOME_CRASH;
  row.outcome.message = latency_s > 0 ? NULL : (char *) "fell over";
  row.outcome.samples_s = latency_s > 0 ? &latency_s : NULL;
  row.outcome.n_samples = latency_s > 0;
  must (tl_database_add_trial (database, &row, &failure));
}

static void
write_project (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = must (tl_script_read_text (program, &failure));
  g_autoptr (TlDatabase) database = must (tl_database_open (path, &failure));

  for (guint run = 0; run < 2; run++)
    {
      TlRunRow row = { .space = (char *) "default", .strategy = (char *) "replay-func", .target = (char *) "llvm", .n_trials_wanted = 3 };

      g_assert_true (tl_database_add_workload (database, module, "title", NULL, &row.workload_id, &error));
      g_assert_true (tl_database_save_run (database, &row, &error));
      add_trial (database, row.id, 0, 11, run == 0 ? 1e-3 : 5e-3);
      add_trial (database, row.id, 1, 12 + run, 2e-3);
      add_trial (database, row.id, 2, G_MAXUINT64, 0);
    }
}

static void
test_load (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL), *path = g_build_filename (folder, "timings.tileloom", NULL);
  g_autoptr (TlRecordedOutcomes) recorded = NULL;
  TlOutcome outcome;

  write_project (path);
  recorded = must (tl_recorded_outcomes_load (path, &failure));
  tl_recorded_outcomes_outcome (recorded, 11, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_OK);
  g_assert_cmpfloat (outcome.samples_s[0], ==, 1e-3);   /* the first run's */
  tl_outcome_clear (&outcome);
  tl_recorded_outcomes_outcome (recorded, G_MAXUINT64, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_CRASH);
  g_assert_cmpstr (outcome.message, ==, "fell over");
  tl_outcome_clear (&outcome);
  tl_recorded_outcomes_outcome (recorded, 99, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_BUILD_ERROR);
  g_assert_nonnull (strstr (outcome.message, path));
  tl_outcome_clear (&outcome);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_rmdir (folder);
}

static void
test_missing (void)
{
  must_fail (tl_recorded_outcomes_load ("/nowhere/at-all.tileloom", &failure), TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/records/timings/load", test_load);
  g_test_add_func ("/records/timings/missing", test_missing);
  return g_test_run ();
}
