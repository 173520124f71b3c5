/* SPDX-License-Identifier: Apache-2.0 */
/* A session whose project file cannot be written: it says so once, works on in memory, and nothing is lost where there is a way back. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "core/session/session.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/temporary.h"
#include "tests/session/open-path.h"

#define SCALE \
  "# title: scale\n" \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((32, 32), \"float32\"), C: T.Buffer((32, 32), \"float32\")):\n" \
  BLOCK_SS ("C", "32, 32", "C[vi, vj] = A[vi, vj] * T.float32(2)")

#define N_TRIALS 40u

static char *home;   /* of the user's data: a file stands in its way until it is removed */

typedef struct
{
  char      *folder, *script;
  TlSession *session;
  guint      n_told;      /* how often the session said that it has a storage error */
} StorageFixture;

static void
on_storage_error (TlSession *session, GParamSpec *property, gpointer user_data)
{
  if (tl_session_storage_error (session) != NULL)
    ((StorageFixture *) user_data)->n_told++;
}

static void
set_up (StorageFixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("tl-storage-XXXXXX", NULL);
  fixture->script = g_build_filename (fixture->folder, "scale.py", NULL);
  g_assert_true (g_file_set_contents (fixture->script, SCALE, -1, NULL));
  fixture->session = tl_session_new ();
  g_signal_connect (fixture->session, "notify::storage-error", G_CALLBACK (on_storage_error), fixture);
  must (open_path (fixture->session, fixture->script, &failure));
}

static void
tear_down (StorageFixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  while (g_file_test (fixture->folder, G_FILE_TEST_EXISTS))   /* a thread that saves a project may still have put a file there */
    {
      g_usleep (20000);
      remove_folder (fixture->folder);
    }
  g_free (fixture->folder);
  g_free (fixture->script);
}

/* No file may grow beyond this from now on, as if the disk were full. */
static void
limit_files (rlim_t n_bytes)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  signal (SIGXFSZ, SIG_IGN);
  limit.rlim_cur = n_bytes;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

static void
start_tuning (StorageFixture *fixture)
{
  TlTuneConfig       config = tl_tune_config_default ();

  config.strategy = "replay-func";
  config.budget.max_trials_global = N_TRIALS;
  config.measure.min_repeat_ms = 0.1;
  config.measure.run_timeout_s = config.measure.build_timeout_s = 300;
  g_assert_true (must (tl_session_tune (fixture->session, &config, NULL, &failure)));
}

static void
finish_tuning (StorageFixture *fixture)
{
  while (tl_tuning_state (tl_session_tuning (fixture->session)) != TL_TUNING_DONE)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (tl_tuning_error (tl_session_tuning (fixture->session)), ==, NULL);
  g_assert_cmpuint (tl_tuning_n_done (tl_session_tuning (fixture->session)), ==, N_TRIALS);
}

static void
assert_reopens (const char *path, guint n_variants)
{
  g_autoptr (TlSession) reopened = tl_session_new ();

  must (open_path (reopened, path, &failure));
  g_assert_null (tl_session_storage_error (reopened));
  g_assert_cmpuint (tl_tuning_n_done (tl_session_tuning (reopened)), ==, N_TRIALS);
  g_assert_cmpuint (g_list_model_get_n_items (tl_session_variants (reopened)), ==, n_variants);
}

/* The disk fills up while a run is under way: the run comes to its end, its best opens, and the file has it all once there is room. */
static void
test_full_disk (StorageFixture *fixture, gconstpointer data)
{
  g_autofree char   *project = g_build_filename (fixture->folder, "full.tileloom", NULL);

  g_assert_nonnull (must (tl_session_pool (fixture->session, &failure)));   /* its processes keep the limits that they were born with */
  g_assert_true (must (tl_session_save_as (fixture->session, project, &failure)));
  start_tuning (fixture);
  limit_files (48 * 1024);
  finish_tuning (fixture);
  g_assert_cmpuint (fixture->n_told, ==, 1);
  g_assert_nonnull (strstr (tl_session_storage_error (fixture->session), project));
  g_assert_nonnull (strstr (tl_session_storage_error (fixture->session), "in memory"));
  g_assert_true (tl_session_is_unsaved (fixture->session));
  g_assert_nonnull (must (tl_session_adopt_best (fixture->session, 0, &failure)));
  tl_session_flush (fixture->session);
  must_fail_saying (tl_session_restore (fixture->session, &failure), "");
  g_assert_cmpuint (fixture->n_told, ==, 1);

  limit_files (RLIM_INFINITY);
  g_assert_true (must (tl_session_restore (fixture->session, &failure)));
  g_assert_null (tl_session_storage_error (fixture->session));
  g_assert_false (tl_session_is_unsaved (fixture->session));
  assert_reopens (project, 2);
}

/* A copy elsewhere, while the run goes on: the session goes on there. */
static void
test_copy (StorageFixture *fixture, gconstpointer data)
{
  g_autofree char   *project = g_build_filename (fixture->folder, "full.tileloom", NULL),
                     *other = g_build_filename (fixture->folder, "other.tileloom", NULL);

  g_assert_nonnull (must (tl_session_pool (fixture->session, &failure)));
  g_assert_true (must (tl_session_save_as (fixture->session, project, &failure)));
  start_tuning (fixture);
  limit_files (48 * 1024);
  while (fixture->n_told == 0)
    g_main_context_iteration (NULL, TRUE);
  limit_files (RLIM_INFINITY);
  g_assert_true (must (tl_session_save_as (fixture->session, other, &failure)));
  g_assert_null (tl_session_storage_error (fixture->session));
  g_assert_cmpstr (tl_session_project_path (fixture->session), ==, other);
  finish_tuning (fixture);
  g_assert_cmpuint (fixture->n_told, ==, 1);
  assert_reopens (other, 1);
}

/* Stored results of a variant that another program has changed: those that can be read are shown. */
static void
test_foreign_outcomes (StorageFixture *fixture, gconstpointer data)
{
  g_autofree char *project = g_build_filename (fixture->folder, "foreign.tileloom", NULL), *key = g_strdup ("outcomes-1"),
                  *deep = g_strnfill (200000, '[');
  const char *const texts[] = {
    deep, "", "null", "[]", "{}", "{\"main\": 3}", "{\"main\": {\"outcome\": 3}}", "{\"main\": {\"outcome\": \"ok\", \"samples_s\": {}}}",
    "{\"main\": {\"outcome\": \"ok\", \"run_s\": \"x\", \"samples_s\": [0.5, [1], null, \"x\", {}]}}",
  };

  g_assert_true (must (tl_session_save_as (fixture->session, project, &failure)));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TlDatabase) database = must (tl_database_open (project, &failure));
      g_autoptr (TlSession)  reopened = tl_session_new ();
      const TlOutcome       *outcome;

      g_assert_true (must (tl_database_set (database, key, texts[i], &failure)));
      must (open_path (reopened, project, &failure));
      g_assert_null (tl_session_storage_error (reopened));
      outcome = tl_variant_outcome (tl_session_current (reopened), "main");
      g_assert_cmpuint (outcome != NULL ? outcome->n_samples : 0, ==, i + 1 == G_N_ELEMENTS (texts) ? 1 : 0);
      if (i + 1 == G_N_ELEMENTS (texts))
        g_assert_cmpfloat (outcome->samples_s[0], ==, 0.5);
    }
}

/* No folder can hold the draft: a run goes on in memory all the same, and gets a file when there is one. */
static void
test_no_folder (StorageFixture *fixture, gconstpointer data)
{
  g_autofree char   *path = NULL;

  start_tuning (fixture);
  g_assert_cmpuint (fixture->n_told, ==, 1);
  finish_tuning (fixture);
  g_assert_true (tl_session_is_unsaved (fixture->session));
  must_fail_saying (tl_session_restore (fixture->session, &failure), "");

  g_unlink (home);
  g_assert_true (must (tl_session_restore (fixture->session, &failure)));
  g_assert_null (tl_session_storage_error (fixture->session));
  path = g_strdup (tl_session_project_path (fixture->session));
  assert_reopens (path, 1);
}

/* A project for reading alone says so when it is opened; looking at it puts nothing at risk. */
static void
test_read_only (StorageFixture *fixture, gconstpointer data)
{
  g_autofree char      *project = g_build_filename (fixture->folder, "read.tileloom", NULL);
  g_autoptr (TlSession) reader = tl_session_new ();
  guint                 n_told = 0;

  g_assert_true (must (tl_session_save_as (fixture->session, project, &failure)));
  tl_session_add_variant (fixture->session, "second", tl_session_root (fixture->session), NULL);
  tl_session_flush (fixture->session);
  g_clear_object (&fixture->session);
  fixture->session = tl_session_new ();
  g_signal_connect (reader, "notify::storage-error", G_CALLBACK (on_storage_error), fixture);
  n_told = fixture->n_told;
  limit_files (1024);   /* root may write to any file: a disk without room keeps it out too */
  must (open_path (reader, project, &failure));
  g_assert_cmpuint (fixture->n_told, ==, n_told + 1);
  g_assert_cmpuint (g_list_model_get_n_items (tl_session_variants (reader)), ==, 2);
  g_assert_false (tl_session_is_unsaved (reader));
  {
    g_autoptr (TlVariant) first = g_list_model_get_item (tl_session_variants (reader), 0);

    tl_session_set_current (reader, first);
    tl_session_flush (reader);
    g_assert_false (tl_session_is_unsaved (reader));
    tl_history_rename (tl_session_history (reader), first, "first");
    g_assert_true (tl_session_is_unsaved (reader));
  }
  g_clear_object (&reader);   /* its last attempt to save is over before files may grow again */
  limit_files (RLIM_INFINITY);
}

int
main (int argc, char **argv)
{
  g_autofree char *root = g_dir_make_tmp ("tl-home-XXXXXX", NULL);
  int status;

  home = g_build_filename (root, "data", NULL);
  g_assert_true (g_file_set_contents (home, "", 0, NULL));
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/session/storage/no-folder", StorageFixture, NULL, set_up, test_no_folder, tear_down);
  g_test_add ("/session/storage/full-disk", StorageFixture, NULL, set_up, test_full_disk, tear_down);
  g_test_add ("/session/storage/foreign-outcomes", StorageFixture, NULL, set_up, test_foreign_outcomes, tear_down);
  g_test_add ("/session/storage/copy", StorageFixture, NULL, set_up, test_copy, tear_down);
  g_test_add ("/session/storage/read-only", StorageFixture, NULL, set_up, test_read_only, tear_down);
  status = g_test_run ();
  remove_folder (root);
  return status;
}
