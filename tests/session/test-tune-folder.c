/* SPDX-License-Identifier: Apache-2.0 */
/* A session's run in a records folder: the command line finds the best schedule there, and the project keeps the setting. */
#include <string.h>

#include "core/session/session.h"
#include "tests/must.h"
#include "tests/temporary.h"
#include "tests/session/open-path.h"
#include "tests/program-text.h"

#define N_TRIALS 6

static const char *cli;

static const char module_text[] = "@T.prim_func\n"
                                  "def main(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\")):\n"
                                  BLOCK_SS ("B", "64, 64", "B[vi, vj] = A[vi, vj] * T.float32(2)");

static void
tune (TlSession *session, const TlTuneConfig *config)
{
  TlTuning          *tuning = tl_session_tuning (session);

  g_assert_true (must (tl_session_tune (session, config, NULL, &failure)));
  while (tl_tuning_state (tuning) != TL_TUNING_DONE)
    g_main_context_iteration (NULL, TRUE);
}

static void
assert_command_finds_best (const char *work_dir, const char *script)
{
  const char *const  argv[] = { cli, "best", "--work-dir", work_dir, script, NULL };
  g_autofree char   *output = NULL;
  int                status;

  g_assert_true (must (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status, &failure)));
  g_assert_true (must (g_spawn_check_wait_status (status, &failure)));
  g_assert_nonnull (strstr (output, "@T.prim_func"));
}

static void
test_folder (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-folder-XXXXXX", NULL), *work_dir = g_build_filename (folder, "records & more", NULL),
                  *script = g_build_filename (folder, "scale.py", NULL), *model = g_build_filename (work_dir, "cost_model.xgb", NULL),
                  *project = g_build_filename (folder, "scale.tileloom", NULL);
  g_autoptr (TlSession) session = tl_session_new (), reopened = tl_session_new ();
  TlTuneConfig          config = tl_tune_config_default ();

  g_assert_true (g_file_set_contents (script, module_text, -1, NULL));
  must (open_path (session, script, &failure));
  g_assert_true (must (tl_session_save_as (session, project, &failure)));
  config.strategy = "replay-func";
  config.budget.max_trials_global = N_TRIALS;
  config.measure.run_timeout_s = config.measure.build_timeout_s = 300;
  g_assert_true (must (tl_tune_config_set (&config, "work-dir", work_dir, &failure)));
  tune (session, &config);
  g_assert_cmpstr (tl_tuning_error (tl_session_tuning (session)), ==, NULL);
  assert_command_finds_best (work_dir, script);
  g_assert_true (g_file_test (model, G_FILE_TEST_EXISTS));
  tl_session_flush (session);

  must (open_path (reopened, project, &failure));
  g_assert_cmpstr (tl_tuning_config (tl_session_tuning (reopened))->work_dir, ==, work_dir);
  g_assert_cmpuint (tl_tuning_config (tl_session_tuning (reopened))->budget.max_trials_global, ==, N_TRIALS);
  must (open_path (reopened, work_dir, &failure));
  g_assert_cmpuint (tl_tuning_n_done (tl_session_tuning (reopened)), >, 0);
  g_clear_object (&session);
  g_clear_object (&reopened);
  remove_folder (folder);
}

/* A folder that cannot be made is an error, and no run begins. */
static void
test_no_folder (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-folder-XXXXXX", NULL), *script = g_build_filename (folder, "scale.py", NULL),
                  *work_dir = g_build_filename (script, "records", NULL);
  g_autoptr (TlSession) session = tl_session_new ();
  TlTuneConfig          config = tl_tune_config_default ();

  g_assert_true (g_file_set_contents (script, module_text, -1, NULL));
  must (open_path (session, script, &failure));
  config.work_dir = work_dir;
  must_fail_saying (tl_session_tune (session, &config, NULL, &failure), work_dir);
  g_assert_cmpint (tl_tuning_state (tl_session_tuning (session)), ==, TL_TUNING_IDLE);
  g_clear_object (&session);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_autofree char *data = g_dir_make_tmp ("tileloom-data-XXXXXX", NULL);
  int              status;

  g_setenv ("XDG_DATA_HOME", data, TRUE);   /* drafts and recent files */
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  cli = argv[1];
  g_test_add_func ("/session/tune-folder/folder", test_folder);
  g_test_add_func ("/session/tune-folder/no-folder", test_no_folder);
  status = g_test_run ();
  remove_folder (data);
  return status;
}
