/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A project whose writer is killed, whose disk is full or whose file cannot be written loses nothing that was reported as
 * kept.
 */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/text/script.h"
#include "tests/program-text.h"
#include "tests/records/database-fixture.h"

#define N_KILLS        100
#define LONGEST_LIFE_US 20000
#define NOBODY         65534

#define PROGRAM \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((16,), \"float32\"), B: T.Buffer((16,), \"float32\")):\n" \
  BLOCK_S ("B", "16", "B[vi] = A[vi] + T.float32(1)")

static gint64
add_run (TlDatabase *database)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (PROGRAM, &failure));
  TlRunRow row = { .space = (char *) "default", .strategy = (char *) "replay-func", .target = (char *) "llvm", .n_trials_wanted = 64 };

  g_assert_true (must (tl_database_add_workload (database, module, "add one", NULL, &row.workload_id, &failure)));
  g_assert_true (must (tl_database_save_run (database, &row, &failure)));
  return row.id;
}

static gboolean
add_trial (TlDatabase *database, gint64 run_id, guint number, GError **error)
{
  double samples[] = { 2e-6, 1e-6, 1.5e-6 };
  TlTrialRow row = { .run_id = run_id, .number = number, .trace_json = (char *) "[[[\"EnterPostproc\", [], [], []]], []]",
                     .elapsed_s = number };

  row.outcome = (TlOutcome) { .kind = TL_OUTCOME_OK, .samples_s = samples, .n_samples = G_N_ELEMENTS (samples) };
  return tl_database_add_trial (database, &row, error);
}

/* All trials from 0 to @n - 1, each once. */
static void
assert_whole (TlDatabase *database, gint64 run_id, guint n)
{
  g_autoptr (GPtrArray) rows = must (tl_database_trials (database, run_id, &failure));

  g_assert_cmpuint (rows->len, ==, n);
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpuint (((TlTrialRow *) rows->pdata[i])->number, ==, i);
}

/* --- killed in the middle --- */

/* Adds trials to a run for ever, from @first on, and tells on the pipe of each when it is committed. */
static int
write_for_ever (const char *path, const char *run_id, const char *first)
{
  g_autoptr (TlDatabase) database = open_database (path);

  for (guint number = (guint) g_ascii_strtoull (first, NULL, 10);; number++)
    if (!add_trial (database, g_ascii_strtoll (run_id, NULL, 10), number, NULL) || write (STDOUT_FILENO, "x", 1) != 1)
      return 1;
}

/* How many trials the writer told of before it was killed, @life_us after its first. */
static guint
kill_writer (const char *path, gint64 run_id, guint first, gulong life_us)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL), *run_text = g_strdup_printf ("%" G_GINT64_FORMAT, run_id);
  g_autofree char *first_text = g_strdup_printf ("%u", first);
  char *argv[] = { self, (char *) "--writer", (char *) path, run_text, first_text, NULL };
  char letters[256];
  guint n_told = 0;
  GPid writer;
  ssize_t n;
  int out;

  must (g_spawn_async_with_pipes (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &writer, NULL, &out, NULL, &failure));
  n = read (out, letters, sizeof letters);
  n_told += (guint) MAX (n, 0);
  g_usleep (life_us);
  kill (writer, SIGKILL);
  waitpid (writer, NULL, 0);
  while ((n = read (out, letters, sizeof letters)) > 0)
    n_told += (guint) n;
  close (out);
  return n_told;
}

/*
 * One run, killed again and again and gone on with: every trial told of is there, once, and at most one more that there was no time to tell
 * of.
 */
static void
test_killed (DatabaseFixture *fixture, gconstpointer data)
{
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  gint64 run_id = add_run (database);
  guint n = 0;

  g_clear_pointer (&database, tl_database_unref);
  for (guint round = 0; round < N_KILLS; round++)
    {
      guint n_told = kill_writer (fixture->path, run_id, n, (gulong) g_test_rand_int_range (0, LONGEST_LIFE_US));
      g_autoptr (GPtrArray) rows = NULL;

      database = open_database (fixture->path);
      rows = tl_database_trials (database, run_id, NULL);
      g_assert_cmpuint (rows->len, >=, n + n_told);
      g_assert_cmpuint (rows->len, <=, n + n_told + 1);
      n = rows->len;
      assert_whole (database, run_id, n);
      g_clear_pointer (&database, tl_database_unref);
    }
  g_test_message ("%u trials, killed %u times", n, N_KILLS);
}

/* --- the disk is full --- */

typedef struct
{
  guint  n_told;
  char  *why;
} Told;

static void
on_fallback (const GError *why, gpointer user_data)
{
  Told *told = user_data;

  told->n_told++;
  g_free (told->why);
  told->why = g_strdup (why->message);
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

/* Trials are told of once, all of them stay, and they get into the file once there is room again. */
static void
test_full (DatabaseFixture *fixture, gconstpointer data)
{
  Told told = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TlDatabase) database = must (tl_database_open_or_fall_back (fixture->path, on_fallback, &told, &failure));
  g_autoptr (TlDatabase) again = NULL;
  guint n = 0;
  gint64 run_id = add_run (database);

  g_assert_true (must (add_trial (database, run_id, n++, &failure)));
  g_assert_false (tl_database_is_in_memory (database));
  g_assert_true (must (tl_database_restore (database, &failure)));    /* nothing to do */
  limit_files (256 * 1024);
  while (told.n_told == 0 && n < 2000)
    g_assert_true (add_trial (database, run_id, n++, &error));
  for (guint i = 0; i < 100; i++)
    g_assert_true (add_trial (database, run_id, n++, &error));
  g_test_message ("%s", told.why);
  g_assert_cmpuint (told.n_told, ==, 1);
  g_assert_nonnull (strstr (told.why, fixture->path));
  g_assert_true (tl_database_is_in_memory (database));
  assert_whole (database, run_id, n);
  if (!tl_database_restore (database, &error))
    g_test_message ("%s", error->message);
  g_clear_error (&error);

  limit_files (RLIM_INFINITY);
  g_assert_true (must (tl_database_restore (database, &failure)));
  g_assert_false (tl_database_is_in_memory (database));
  g_assert_true (must (add_trial (database, run_id, n++, &failure)));
  assert_whole (database, run_id, n);
  g_clear_pointer (&database, tl_database_unref);
  again = open_database (fixture->path);
  assert_whole (again, run_id, n);
  g_free (told.why);
}

/* Full before there is a file: all in memory. Without a fallback: an error. */
static void
test_full_from_the_start (DatabaseFixture *fixture, gconstpointer data)
{
  Told told = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TlDatabase) database = NULL;
  gint64 run_id;

  limit_files (1024);
  database = tl_database_open (fixture->path, &error);
  g_assert_null (database);
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_unlink (fixture->path);
  database = must (tl_database_open_or_fall_back (fixture->path, on_fallback, &told, &failure));
  g_assert_cmpuint (told.n_told, ==, 1);
  run_id = add_run (database);
  g_assert_true (must (add_trial (database, run_id, 0, &failure)));
  assert_whole (database, run_id, 1);
  limit_files (RLIM_INFINITY);
  g_free (told.why);
}

/* Rows that another process wrote meanwhile are not overwritten. */
static void
test_changed_meanwhile (DatabaseFixture *fixture, gconstpointer data)
{
  Told told = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TlDatabase) database = must (tl_database_open_or_fall_back (fixture->path, on_fallback, &told, &failure)), other = NULL;
  g_autofree char *value = NULL;
  gint64 run_id = add_run (database);

  limit_files (64 * 1024);
  for (guint n = 0; told.n_told == 0 && n < 2000; n++)
    g_assert_true (add_trial (database, run_id, n, &error));
  limit_files (RLIM_INFINITY);
  other = open_database (fixture->path);
  g_assert_true (must (tl_database_set (other, "whose", "the other's", &failure)));
  must_fail_saying (tl_database_restore (database, &failure), "another program");
  g_assert_true (tl_database_is_in_memory (database));
  value = tl_database_get (other, "whose");
  g_assert_cmpstr (value, ==, "the other's");
  g_free (told.why);
}

/* --- a file for reading alone --- */

/* As a user who may read the file but not write it; root may do anything. Its exit status is the answer. */
static int
use_read_only (const char *path, const char *run_text)
{
  Told told = { 0 };
  gint64 run_id = g_ascii_strtoll (run_text, NULL, 10);
  g_autoptr (GError) error = NULL;
  g_autoptr (TlDatabase) database = NULL;

  if (geteuid () == 0 && (setgid (NOBODY) != 0 || setuid (NOBODY) != 0))
    return 77;
  database = tl_database_open (path, &error);
  g_assert_null (database);
  g_assert_nonnull (error);
  g_clear_error (&error);
  database = must (tl_database_open_or_fall_back (path, on_fallback, &told, &failure));
  g_printerr ("# %s\n", told.why);
  g_assert_cmpuint (told.n_told, ==, 1);
  assert_whole (database, run_id, 1);
  g_assert_true (must (add_trial (database, run_id, 1, &failure)));
  assert_whole (database, run_id, 2);
  g_assert_false (tl_database_restore (database, &error));
  g_assert_cmpuint (told.n_told, ==, 1);
  assert_whole (database, run_id, 2);
  g_free (told.why);
  return 0;
}

static void
test_read_only (DatabaseFixture *fixture, gconstpointer data)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL), *run_text = NULL;
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  gint64 run_id = add_run (database);
  char *argv[] = { self, (char *) "--reader", fixture->path, NULL, NULL };
  int status;

  g_assert_true (add_trial (database, run_id, 0, NULL));
  g_clear_pointer (&database, tl_database_unref);
  g_chmod (fixture->path, 0444);
  g_chmod (fixture->folder, 0555);
  argv[3] = run_text = g_strdup_printf ("%" G_GINT64_FORMAT, run_id);
  g_assert_true (must (g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status, &failure)));
  g_chmod (fixture->folder, 0755);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 77)
    g_test_skip ("root here cannot become anybody else");
  else
    g_assert_cmpint (status, ==, 0);
}

int
main (int argc, char **argv)
{
  static const struct { const char *path; void (*test) (DatabaseFixture *fixture, gconstpointer data); } tests[] = {
    { "/records/database-safety/killed", test_killed },
    { "/records/database-safety/full", test_full },
    { "/records/database-safety/full-from-the-start", test_full_from_the_start },
    { "/records/database-safety/changed-meanwhile", test_changed_meanwhile },
    { "/records/database-safety/read-only", test_read_only },
  };

  if (argc == 5 && strcmp (argv[1], "--writer") == 0)
    return write_for_ever (argv[2], argv[3], argv[4]);
  if (argc == 4 && strcmp (argv[1], "--reader") == 0)
    return use_read_only (argv[2], argv[3]);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, DatabaseFixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
