/* SPDX-License-Identifier: Apache-2.0 */
/* Folders of TVM's tuning in a session: their records are trials, their schedules variants, and what cannot be read is told. */
#include <math.h>
#include <string.h>

#include "core/ir/compare.h"
#include "core/session/compare/compared.h"
#include "core/text/script.h"
#include "core/records/records.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/temporary.h"
#include "tests/session/open-path.h"

#define FUNC(block, n, op) \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((" n ", " n "), \"float32\"), C: T.Buffer((" n ", " n "), \"float32\")):\n" \
  "    T.func_attr({\"global_symbol\": \"main\", \"tir.noalias\": True})\n" \
  BLOCK_SS (block, n ", " n, "C[vi, vj] = A[vi, vj] " op " T.float32(2)")

#define TRACE(block, factor)                                                                                                  \
  "[[[\"GetBlock\", [], [\"" block "\", \"main\"], [\"b0\"]], [\"GetLoops\", [\"b0\"], [], [\"l1\", \"l2\"]],"              \
  " [\"Split\", [\"l2\", null, " factor "], [1], [\"l3\", \"l4\"]], [\"Vectorize\", [\"l4\"], [], []]], []]"

static const char *folder_of_tests;

static const struct { const char *text; const char *trace[2]; double run_s[2]; } workloads[] = {
  { FUNC ("double", "16", "*"), { TRACE ("double", "4"), TRACE ("double", "8") }, { 3e-6, 2e-6 } },
  { FUNC ("shift", "24", "+"), { TRACE ("shift", "8"), TRACE ("shift", "4") }, { 4e-6, 1e10 } },
};

typedef struct
{
  char      *folder;
  TlSession *session;
} WorkDirFixture;

static void
set_up (WorkDirFixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("tl-work-dir-XXXXXX", NULL);
  fixture->session = tl_session_new ();
}

static void
tear_down (WorkDirFixture *fixture, gconstpointer data)
{
  remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_object_unref (fixture->session);
}

static void
write_folder (WorkDirFixture *fixture, guint n_workloads)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlRecords) records = must (tl_records_open_work_dir (fixture->folder, TL_MODULE_EQUALITY_STRUCTURAL, &failure));

  for (guint i = 0; i < n_workloads; i++)
    {
      g_autoptr (TlModule) module = tl_script_read_text (workloads[i].text, &error);

      g_assert_no_error (error);
      for (guint k = 0; k < 2; k++)
        {
          double   run_s = workloads[i].run_s[k];
          TlRecord record = { .module = module, .trace_json = (char *) workloads[i].trace[k], .run_s = &run_s, .n_run_s = 1 };

          g_assert_true (tl_records_commit (records, &record, &error));
          g_assert_no_error (error);
        }
    }
}

static TlTuningTask *
nth_task (TlSession *session, guint index)
{
  g_autoptr (TlTuningTask) task = g_list_model_get_item (tl_tuning_tasks (tl_session_tuning (session)), index);

  g_assert_nonnull (task);
  return task;
}

static gboolean
has_problems (TlSession *session)
{
  const char *const *problems = tl_session_problems (session);

  return problems != NULL && problems[0] != NULL;
}

/* One program: it is the workload itself. Nothing is kept before there is something to keep; then it is a project like any other. */
static void
test_one (WorkDirFixture *fixture, gconstpointer data)
{
  g_autoptr (TlModule)  module = tl_script_read_text (workloads[0].text, NULL);
  g_autoptr (TlSession) reopened = tl_session_new ();
  g_autofree char      *path = NULL;
  TlTrialStore         *trials;
  TlVariant            *best;

  write_folder (fixture, 1);
  g_assert_true (must (open_path (fixture->session, fixture->folder, &failure)));
  g_assert_false (has_problems (fixture->session));
  g_assert_null (tl_session_storage_error (fixture->session));
  g_assert_true (tl_module_equal (tl_state_module (tl_session_root (fixture->session)), module, NULL));
  trials = tl_tuning_trials (tl_session_tuning (fixture->session));
  g_assert_cmpuint (tl_trial_store_n (trials), ==, 2);
  g_assert_cmpint (tl_trial_store_best (trials), ==, 1);
  g_assert_cmpfloat (tl_trial_store_latency_s (trials)[1], ==, 2e-6);
  g_assert_true (isnan (tl_trial_store_score (trials)[1]));
  g_assert_false (tl_tuning_is_resumable (tl_session_tuning (fixture->session)));
  g_assert_true (tl_tuning_task_status (nth_task (fixture->session, 0)).is_done);
  tl_session_flush (fixture->session);
  g_assert_null (tl_session_project_path (fixture->session));

  best = must (tl_session_adopt_trial (fixture->session, 0, 1, &failure));
  g_assert_cmpuint (tl_state_n_steps (tl_variant_state (best)), ==, 4);
  tl_session_flush (fixture->session);
  path = g_strdup (tl_session_project_path (fixture->session));
  g_assert_nonnull (path);
  g_assert_true (must (open_path (reopened, path, &failure)));
  g_assert_cmpuint (g_list_model_get_n_items (tl_session_variants (reopened)), ==, 2);
  g_assert_cmpuint (tl_tuning_n_done (tl_session_tuning (reopened)), ==, 2);
}

static void
on_told (TlCompared *compared, const char *sentence, char **told)
{
  g_free (*told);
  *told = g_strdup (sentence);
}

static char *
add_trial (TlCompared *compared, TlTrialStore *trials, guint index)
{
  char *told = NULL;
  gulong handler = g_signal_connect (compared, "told", G_CALLBACK (on_told), &told);

  tl_compared_add_trial (compared, trials, index, FALSE);
  while (told == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (compared, handler);
  return told;
}

static guint
n_variants (TlSession *session)
{
  return g_list_model_get_n_items (tl_session_variants (session));
}

/* A compared trial is a variant with its measurement, once, and the current one stays; against the best, the two stand alone. */
static void
test_compared (WorkDirFixture *fixture, gconstpointer data)
{
  g_autoptr (TlCompared) compared = NULL, pair = NULL;
  g_autofree char *told = NULL, *told_again = NULL, *best = NULL, *other = NULL;
  TlTrialStore    *trials;
  TlVariant       *current, *added;
  TlLatency        latency;

  write_folder (fixture, 1);
  must (open_path (fixture->session, fixture->folder, &failure));
  trials = tl_tuning_trials (tl_session_tuning (fixture->session));
  current = tl_session_current (fixture->session);
  pair = tl_compared_new (fixture->session);
  tl_compared_add_trial (pair, trials, 0, TRUE);
  while (n_variants (fixture->session) < 3)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (tl_compared_n (pair), ==, 2);
  best = tl_compared_name (pair, 0);
  other = tl_compared_name (pair, 1);
  g_assert_cmpstr (best, ==, "tuned #2");
  g_assert_cmpstr (other, ==, "tuned #1");
  g_assert_cmpuint (tl_compared_baseline (pair), ==, 0);
  g_assert_true (tl_session_current (fixture->session) == current);

  compared = tl_compared_new (fixture->session);
  tl_compared_remove (compared, tl_compared_n (compared) - 1);
  told = add_trial (compared, trials, 0);
  g_assert_cmpstr (told, ==, "tuned #1 was added to Compare");
  g_assert_cmpuint (n_variants (fixture->session), ==, 3);
  added = tl_compared_variant (compared, tl_compared_n (compared) - 1);
  g_assert_true (tl_compared_latency (compared, tl_compared_n (compared) - 1, &latency));
  g_assert_cmpfloat (latency.median_s, ==, tl_trial_store_latency_s (trials)[0]);
  g_assert_true (added != current && tl_session_current (fixture->session) == current);
  told_again = add_trial (compared, trials, 0);
  g_assert_cmpstr (told_again, ==, "Compare has this schedule already");
}

/* Several programs are functions of one module, named after what they compute; each has its trials, and the best of all is one variant. */
static void
test_several (WorkDirFixture *fixture, gconstpointer data)
{
  g_autofree char   *file = g_build_filename (fixture->folder, "database_workload.json", NULL);
  TlVariant         *best;
  const TlModule    *module;

  write_folder (fixture, 2);
  g_assert_true (must (open_path (fixture->session, file, &failure)));   /* either file stands for the folder */
  module = tl_state_module (tl_session_root (fixture->session));
  g_assert_cmpuint (module->n_prims, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      TlTuningTask *task = nth_task (fixture->session, i);

      g_assert_cmpuint (tl_trial_store_n (tl_tuning_task_trials (task)), ==, 2);
      g_assert_cmpint (tl_trial_store_best (tl_tuning_task_trials (task)), ==, i == 0 ? 1 : 0);
    }
  g_assert_cmpuint (tl_trial_store_count (tl_tuning_task_trials (nth_task (fixture->session, 1)), TL_OUTCOME_OK), ==, 1);
  best = must (tl_session_adopt_best (fixture->session, 0, &failure));
  for (guint i = 0; i < 2; i++)
    g_assert_false (tl_func_equal (tl_state_module (tl_variant_state (best))->prims[i], module->prims[i], NULL));
}

/* Work folders that TVM itself wrote, of every version. */
static void
test_of_tvm (WorkDirFixture *fixture, gconstpointer data)
{
  g_autofree char   *folder = g_build_filename (folder_of_tests, (const char *) data, NULL);

  g_assert_true (must (open_path (fixture->session, folder, &failure)));
  g_assert_false (has_problems (fixture->session));
  g_assert_cmpuint (tl_tuning_n_done (tl_session_tuning (fixture->session)), ==, 4);
  g_assert_cmpstr (tl_session_title (fixture->session), ==, data);
}

static void
append (WorkDirFixture *fixture, const char *name, const char *line)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL), *before = NULL, *text = NULL;

  g_file_get_contents (path, &before, NULL, NULL);
  text = g_strconcat (before != NULL ? before : "", line, "\n", NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/*
 * A program that cannot be read leaves its records out and says where and why; a broken line, an empty folder and a missing one open
 * nothing.
 */
static void
test_broken (WorkDirFixture *fixture, gconstpointer data)
{
  g_autofree char   *missing = g_build_filename (fixture->folder, "missing", NULL);

  must_fail_saying (open_path (fixture->session, fixture->folder, &failure), "database_workload.json");
  must_fail_saying (open_path (fixture->session, missing, &failure), "");
  append (fixture, "database_workload.json", "[\"1\", \"e30=\"]");
  must_fail_saying (open_path (fixture->session, fixture->folder, &failure), "readable");
  write_folder (fixture, 1);
  append (fixture, "database_tuning_record.json", "[0, [[[], []], [1e-6], null, null]]");
  g_assert_true (must (open_path (fixture->session, fixture->folder, &failure)));
  g_assert_true (has_problems (fixture->session));
  g_assert_nonnull (strstr (tl_session_problems (fixture->session)[0], "database_workload.json, line 1: "));
  g_assert_nonnull (strstr (tl_session_problems (fixture->session)[1], "1 of 3 records"));
  g_assert_cmpuint (tl_tuning_n_done (tl_session_tuning (fixture->session)), ==, 2);
  append (fixture, "database_tuning_record.json", "[0, nonsense]");
  must_fail_saying (open_path (fixture->session, fixture->folder, &failure), "database_tuning_record.json, line 4");
  g_assert_cmpuint (tl_tuning_n_done (tl_session_tuning (fixture->session)), ==, 2);   /* the session stays what it was */
}

int
main (int argc, char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("tl-home-XXXXXX", NULL);
  int status;

  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  folder_of_tests = argv[1];
  g_test_add ("/session/work-dir/one", WorkDirFixture, NULL, set_up, test_one, tear_down);
  g_test_add ("/session/work-dir/compared", WorkDirFixture, NULL, set_up, test_compared, tear_down);
  g_test_add ("/session/work-dir/several", WorkDirFixture, NULL, set_up, test_several, tear_down);
  g_test_add ("/session/work-dir/tvm-0.16", WorkDirFixture, "tvm-0.16", set_up, test_of_tvm, tear_down);
  g_test_add ("/session/work-dir/tvm-0.25", WorkDirFixture, "tvm-0.25", set_up, test_of_tvm, tear_down);
  g_test_add ("/session/work-dir/tvm-0.27", WorkDirFixture, "tvm-0.27", set_up, test_of_tvm, tear_down);
  g_test_add ("/session/work-dir/broken", WorkDirFixture, NULL, set_up, test_broken, tear_down);
  status = g_test_run ();
  remove_folder (home);
  return status;
}
