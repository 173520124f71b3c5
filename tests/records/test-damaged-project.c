/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A project file is input, every value of it. From one small project: each column of each table holds something else, rows are missing,
 * bytes are others, tables have companions. The session and the commands that read projects then succeed or say in a sentence why not; each
 * damage is tried in a process of its own, which has a gibibyte of memory and twenty seconds.
 */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/commands/command.h"
#include "core/base/random.h"
#include "core/session/session.h"
#include "tests/must.h"
#include "tests/temporary.h"
#include "tests/program-text.h"

#define MAX_SECONDS 120u
#define MAX_BYTES   ((rlim_t) 1 << 30)   /* beyond what the process has to begin with */
#define MAX_FAULTS  10u                  /* shown in full */

#define PROGRAM "@T.prim_func\n" MATMUL ("16", "16", "16")

#define MODEL "xgb(num_warmup_samples=8)"

static char *folder, *program, *project, *damaged, *copy, *picture, *output;
static char *whole;          /* the bytes of the undamaged project */
static gsize n_whole;
static guint n_tries, n_faults, n_errors;
/* Shared with the child */
static struct { char what[64]; gboolean failed; } *now;

/* --- what is done with a project --- */

static void
say (const char *what)
{
  g_strlcpy (now->what, what, sizeof now->what);
}

static TlExit
run_words (const TlCommand *command, const char *const *words)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();

  g_ptr_array_add (argv, (gpointer) command->name);
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) words[i]);
  g_ptr_array_add (argv, NULL);
  return command->run ((int) argv->len - 1, (char **) argv->pdata);
}

/* A failure has a sentence, and success needs none. */
static void
run_command (const char *what, const TlCommand *command, ...)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  off_t before = lseek (STDERR_FILENO, 0, SEEK_CUR);
  va_list args;
  TlExit exit;

  say (what);
  va_start (args, command);
  do
    g_ptr_array_add (words, va_arg (args, gpointer));
  while (words->pdata[words->len - 1] != NULL);
  va_end (args);
  exit = run_words (command, (const char *const *) words->pdata);
  fflush (stderr);
  now->failed |= exit != TL_EXIT_DONE;
  if ((guint) exit > TL_EXIT_FAILED || (exit != TL_EXIT_DONE && exit != TL_EXIT_NO && lseek (STDERR_FILENO, 0, SEEK_CUR) == before))
    {
      fprintf (stderr, "ended with %d and said nothing\n", (int) exit);
      abort ();
    }
}

static void
on_opened (GObject *session, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!tl_session_open_finish (TL_SESSION (session), result, &error))
    fprintf (stderr, "open: %s\n", error->message);
  g_main_loop_quit (user_data);
}

/* As the window does it, and the first trial and the best one made variants. */
static void
open_session (const char *path)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (TlSession) session = tl_session_new ();
  g_autoptr (GError) error = NULL;

  say ("open");
  tl_session_open_async (session, path, NULL, on_opened, loop);
  g_main_loop_run (loop);
  if (!tl_session_is_open (session))
    {
      now->failed = TRUE;
      return;
    }
  say ("adopt");
  if (tl_tuning_n_done (tl_session_tuning (session)) > 0 && tl_session_adopt_trial (session, 0, 0, &error) == NULL)
    fprintf (stderr, "adopt: %s\n", error->message);
  g_clear_error (&error);
  if (tl_tuning_n_done (tl_session_tuning (session)) > 0 && tl_session_adopt_best (session, 0, &error) == NULL)
    fprintf (stderr, "adopt: %s\n", error != NULL ? error->message : "nothing to adopt");
  say ("save");
  tl_session_flush (session);
}

static void
restore (const char *bytes, gsize n)
{
  static const char *const logs[] = { "-wal", "-shm", "-journal" };

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      g_autofree char *log = g_strconcat (damaged, logs[i], NULL);

      g_unlink (log);
    }
  if (!g_file_set_contents_full (damaged, bytes, (gssize) n, G_FILE_SET_CONTENTS_NONE, 0644, NULL))
    g_error ("cannot write %s", damaged);
}

/* In a process of its own. Those that write come last, each on the file as it was damaged. */
static void
use_project (gboolean is_run)
{
  g_autofree char *bytes = NULL;
  gsize n;

  if (!g_file_get_contents (damaged, &bytes, &n, NULL))
    abort ();
  run_command ("best", &tl_command_best_row, "--db", damaged, program, NULL);
  run_command ("best of all", &tl_command_best_row, "--db", damaged, NULL);
  run_command ("best --top", &tl_command_best_row, "--db", damaged, program, "--top", "9", NULL);
  g_unlink (copy);
  run_command ("best --copy-to", &tl_command_best_row, "--db", damaged, "--copy-to", copy, NULL);
  run_command ("draw", &tl_command_draw_row, program, "--view", "plot", "--db", damaged, "-o", picture, NULL);
  run_command ("features", &tl_command_features_row, program, "--explain", "--db", damaged, "--cost-model", MODEL, NULL);
  if (is_run)
    run_command ("run", &tl_command_run_row, damaged, "--trial", "1:0", "--check", "--memory", "2048", NULL);
  restore (bytes, n);
  run_command ("tune", &tl_command_tune_row, program, "--db", damaged, "--trials", "4", "--warm-start", "--replay-timings", project, NULL);
  restore (bytes, n);
  run_command ("tune --resume", &tl_command_tune_row, program, "--db", damaged, "--trials", "14", "--resume", "--replay-timings", project,
               NULL);
  restore (bytes, n);
  run_command ("timings", &tl_command_tune_row, program, "--trials", "4", "--replay-timings", damaged, NULL);
  restore (bytes, n);
  open_session (damaged);
}

static void
limit (void)
{
#ifndef __SANITIZE_ADDRESS__
  g_autofree char *statm = NULL;
  struct rlimit most;

  if (g_file_get_contents ("/proc/self/statm", &statm, NULL, NULL))
    {
      most.rlim_cur = most.rlim_max = (rlim_t) g_ascii_strtoull (statm, NULL, 10) * (rlim_t) sysconf (_SC_PAGESIZE) + MAX_BYTES;
      setrlimit (RLIMIT_AS, &most);
    }
#endif
  alarm (MAX_SECONDS);
}

static void
redirect (void)
{
  int file = open (output, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600), nowhere = open ("/dev/null", O_WRONLY);

  if (file < 0 || nowhere < 0 || dup2 (file, STDERR_FILENO) < 0 || dup2 (nowhere, STDOUT_FILENO) < 0)
    _exit (99);
}

/* The file at @damaged, used. Whatever becomes of it, the test goes on; @how says what is wrong with the file. */
static void
try (const char *how, gboolean is_run)
{
  g_autofree char *text = NULL;
  int status = 0;
  pid_t child;

  n_tries++;
  *now = (typeof (*now)) { .what = "" };
  fflush (stdout);
  child = fork ();
  if (child == 0)
    {
      redirect ();
      limit ();
      use_project (is_run);
      fflush (stderr);
      _exit (0);
    }
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  n_errors += now->failed;
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return;
  if (n_faults++ >= MAX_FAULTS)
    return;
  g_file_get_contents (output, &text, NULL, NULL);
  g_test_message ("%s: %s: %s %d\n%s", how, now->what, WIFSIGNALED (status) ? "signal" : "exit status",
                  WIFSIGNALED (status) ? WTERMSIG (status) : WEXITSTATUS (status), text);
}

static void
finish (const char *what)
{
  g_test_message ("%u %s, %u of them refused, %u faults", n_tries, what, n_errors, n_faults);
  g_assert_cmpuint (n_faults, ==, 0);
  g_assert_cmpuint (n_errors, >, 0);
  n_tries = n_errors = 0;
}

/* --- the undamaged project --- */

static sqlite3 *
open_sql (const char *path)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  return db;
}

static gboolean
execute (sqlite3 *db, const char *sql)
{
  return sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Rows of one column of text. */
static GStrv
query_words (sqlite3 *db, const char *sql)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  sqlite3_stmt *query;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &query, NULL), ==, SQLITE_OK);
  while (sqlite3_step (query) == SQLITE_ROW)
    g_strv_builder_add (words, (const char *) sqlite3_column_text (query, 0));
  sqlite3_finalize (query);
  return g_strv_builder_end (words);
}

/* A child of this process does it, for threads of a search do not outlive a fork. */
static void
make_in_child (void (*make) (void))
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      redirect ();
      make ();
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
}

static void
add_variants (void)
{
  g_autoptr (TlDatabase) database = must (tl_database_open (project, &failure));
  g_autoptr (GPtrArray) trials = must (tl_database_trials (database, 1, &failure));
  double samples[] = { 2e-6, 1e-6 };
  TlVariantRow first = { .workload_id = 1, .name = (char *) "first", .note = (char *) "a note", .has_outcome = TRUE }, second;

  first.trace_json = ((TlTrialRow *) trials->pdata[0])->trace_json;
  first.outcome = (TlOutcome) { .kind = TL_OUTCOME_OK, .samples_s = samples, .n_samples = G_N_ELEMENTS (samples), .is_checked = TRUE };
  g_assert_true (must (tl_database_save_variant (database, &first, &failure)));
  second = first;
  second.id = 0;
  second.parent_id = first.id;
  second.name = (char *) "second";
  g_assert_true (must (tl_database_save_variant (database, &second, &failure)));
  g_assert_true (must (tl_database_set (database, "selected-variant", "1", &failure)));
}

static void
make_project (void)
{
  run_command ("tune", &tl_command_tune_row, program, "--db", project, "--trials", "12", "--strategy", "replay-func", NULL);
  run_command ("features", &tl_command_features_row, program, "--explain", "--db", project, "--cost-model", MODEL, NULL);
  run_command ("tune again", &tl_command_tune_row, program, "--db", project, "--trials", "2", "--replay-timings", project, NULL);
  add_variants ();
  open_session (project);
}

/* Measured times would make it another project each time. */
static void
settle_times (void)
{
  sqlite3 *db = open_sql (project);

  g_assert_true (execute (db, "UPDATE trial SET outcome = 'ok', message = NULL, samples = x'8dedb5a0f7c6b03e', first_samples = NULL,"
                              " median_s = 1e-6 * (1 + number), lower_bound_s = 1.5, calibration_s = 5e-5, elapsed_s = number, "
                              "finished_us = 1700000000000000"));
  g_assert_true (execute (db, "UPDATE trial SET first_samples = x'8dedb5a0f7c6c03e8dedb5a0f7c6c03e' WHERE number < 2"));
  g_assert_true (execute (db,
                          "UPDATE trial SET outcome = 'timeout', message = 'too long', samples = NULL, median_s = NULL WHERE number = 3"));
  g_assert_true (execute (db, "PRAGMA journal_mode = DELETE"));
  g_assert_true (execute (db, "VACUUM"));
  sqlite3_close (db);
}

static void
make_all (void)
{
  g_assert_true (must (g_file_set_contents (program, PROGRAM, -1, &failure)));
  make_in_child (make_project);
  settle_times ();
  g_assert_true (must (g_file_get_contents (project, &whole, &n_whole, &failure)));
}

/* Nothing is wrong with it: then nothing may be said. */
static void
test_whole (void)
{
  restore (whole, n_whole);
  try ("undamaged", TRUE);
  g_assert_cmpuint (n_faults, ==, 0);
  if (n_errors > 0)
    {
      g_autofree char *text = NULL;

      g_file_get_contents (output, &text, NULL, NULL);
      g_test_message ("%s", text);
    }
  g_assert_cmpuint (n_errors, ==, 0);
  n_tries = 0;
}

/* --- damages --- */

/*
 * Of some thousand values: prime to how many are tried in a column, so that each column gets some. TL_ALL_DAMAGES=1 tries all, in minutes.
 */
static guint
every_nth (void)
{
  return g_getenv ("TL_ALL_DAMAGES") != NULL ? 1 : g_getenv ("TL_FEWER") != NULL ? 29 : 7;
}

/*
 * NOT NULL holds for those who use SQL, not for those who write files: it is out of the schema during the change. FALSE: SQLite has no such
 * file.
 */
static gboolean
change (const char *sql)
{
  sqlite3 *db;
  gboolean ok;

  restore (whole, n_whole);
  db = open_sql (damaged);
  g_assert_true (execute (db, "CREATE TEMP TABLE kept AS SELECT rowid AS row, sql FROM sqlite_master; PRAGMA writable_schema = ON;"
                              "UPDATE sqlite_master SET sql = replace (sql, ' NOT NULL', ''); PRAGMA writable_schema = RESET"));
  ok = execute (db, sql);
  g_assert_true (execute (db,
                          "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = (SELECT sql FROM kept WHERE row = "
                          "sqlite_master.rowid)"));
  sqlite3_close (db);
  return ok;
}

static void
try_change (const char *sql, gboolean is_run)
{
  if (change (sql))
    try (sql, is_run);
}

/* Those that stand between a trial and its run. */
static gboolean
is_of_trials (const char *table)
{
  static const char *const tables[] = { "workload", "run", "trial", "skeleton" };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (g_str_equal (tables[i], table))
      return TRUE;
  return FALSE;
}

static void
damage_column (const char *table, const char *column, const char *where)
{
  static guint number;
  static const char *const values[] = {
    "NULL", "-1", "0", "1000000000000", "9223372036854775807", "9e999", "-1e-300", "'text'", "''", "x'00ff80fe0102030405060708090a0b0c'",
    "CAST (x'ff00fe' AS TEXT)", "zeroblob (3000000)", "hex (zeroblob (1000000))",
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *sql = g_strdup_printf ("UPDATE %s SET %s = %s WHERE %s", table, column, values[i], where);

      if (number++ % every_nth () == 0)
        try_change (sql, is_of_trials (table));
    }
}

static void
test_values (void)
{
  sqlite3 *db = open_sql (project);
  g_auto (GStrv) tables = query_words (db, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('setting', 'machine')");
  g_auto (GStrv) keys = query_words (db, "SELECT key FROM setting");

  for (guint t = 0; tables[t] != NULL; t++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT name FROM pragma_table_info ('%s')", tables[t]);
      g_autofree char *where = g_strdup_printf ("rowid = (SELECT min (rowid) FROM %s)", tables[t]);
      g_auto (GStrv) columns = query_words (db, sql);

      for (guint c = 0; columns[c] != NULL; c++)
        damage_column (tables[t], columns[c], where);
    }
  for (guint k = 0; keys[k] != NULL; k++)
    {
      g_autofree char *where = g_strdup_printf ("key = '%s'", keys[k]);

      damage_column ("setting", "value", where);
    }
  damage_column ("machine", "model", "1");
  sqlite3_close (db);
  finish ("values");
}

static void
test_rows (void)
{
  sqlite3 *db = open_sql (project);
  g_auto (GStrv) tables = query_words (db, "SELECT name FROM sqlite_master WHERE type = 'table'");

  for (guint t = 0; tables[t] != NULL; t++)
    {
      g_autofree char *all = g_strdup_printf ("DELETE FROM %s", tables[t]);
      g_autofree char *first = g_strdup_printf ("DELETE FROM %s WHERE rowid = (SELECT min (rowid) FROM %s)", tables[t], tables[t]);

      try_change (all, TRUE);
      try_change (first, TRUE);
    }
  try_change ("UPDATE run SET workload_id = id", TRUE);
  try_change ("UPDATE variant SET parent_id = id", FALSE);
  try_change ("UPDATE variant SET parent_id = 3 - id", FALSE);
  try_change ("UPDATE trial SET number = 1000000000000 + number", TRUE);
  try_change ("UPDATE trial SET trace = (SELECT trace FROM trial AS other WHERE other.id != trial.id ORDER BY id DESC)", TRUE);
  sqlite3_close (db);
  finish ("rows");
}

/* One endless query would be enough; a trigger could take trials away. */
static void
test_companions (void)
{
  static const char *const companions[] = {
    "CREATE VIEW endless AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count (*) FROM n",
    "ALTER TABLE trial RENAME TO kept; CREATE VIEW trial AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    " SELECT kept.* FROM kept, n WHERE i < 0",
    "ALTER TABLE setting RENAME TO kept; CREATE VIEW setting AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    " SELECT kept.* FROM kept, n WHERE i < 0",
    "CREATE TRIGGER thief AFTER INSERT ON run BEGIN DELETE FROM trial; END",
    "CREATE TRIGGER thief AFTER UPDATE ON run BEGIN DELETE FROM trial; END",
    "CREATE TABLE more (id INTEGER)",
    "CREATE INDEX more ON trial (number)",
    "CREATE VIRTUAL TABLE more USING fts5 (text)",
    "ALTER TABLE trial ADD COLUMN more INTEGER",
    "ALTER TABLE run ADD COLUMN more GENERATED ALWAYS AS (seed + 1)",
    "DROP TABLE model",
    "DROP INDEX trial_by_speed",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 1",
    "PRAGMA user_version = -1",
    "PRAGMA user_version = 2147483647",
    "PRAGMA application_id = 0",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 2 WHERE name = 'trial'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE trial (id, run_id)' WHERE name = 'trial'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = NULL WHERE name = 'trial'",
  };

  for (guint i = 0; i < G_N_ELEMENTS (companions); i++)
    if (change ("SELECT 1"))
      {
        sqlite3 *db;

        restore (whole, n_whole);
        db = open_sql (damaged);
        if (!execute (db, companions[i]))
          g_test_message ("%s: %s", companions[i], sqlite3_errmsg (db));
        sqlite3_close (db);
        try (companions[i], TRUE);
      }
  g_assert_cmpuint (n_errors, ==, n_tries);
  finish ("schemas");
}

static void
test_bytes (void)
{
  TlRandom random = tl_random_seeded (1);
  guint n = 420 / every_nth ();

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *bytes = g_memdup2 (whole, n_whole), *how = g_strdup_printf ("damage %u", i);
      gsize n_bytes = n_whole;

      if (i % 7 == 0)      /* a page of something else */
        {
          gsize page = (gsize) tl_random_below (&random, n_whole / 4096) * 4096;

          for (gsize k = 0; k < 4096; k++)
            bytes[page + k] = (char) tl_random_below (&random, 256);
        }
      else if (i % 7 == 1) /* the end is missing */
        n_bytes = (gsize) tl_random_below (&random, n_whole);
      else
        for (guint k = 0; k < 1u << (i % 7); k++)
          bytes[tl_random_below (&random, i % 2 == 0 ? n_whole : MIN (n_whole, 8192))] = (char) tl_random_below (&random, 256);
      restore (bytes, n_bytes);
      try (how, i % 5 == 0);
    }
  finish ("files");
}

static void
test_strangers (void)
{
  static const struct { const char *bytes; gsize n; } strangers[] = {
    { "", 0 }, { "a letter", 8 }, { "SQLite format 3", 16 }, { "PK\3\4", 4 }, { "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (strangers); i++)
    {
      restore (strangers[i].bytes, strangers[i].n);
      try ("another file", TRUE);
    }
  finish ("other files");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL);
  program = g_build_filename (folder, "program.py", NULL);
  project = g_build_filename (folder, "project.tileloom", NULL);
  damaged = g_build_filename (folder, "damaged.tileloom", NULL);
  copy = g_build_filename (folder, "copy.tileloom", NULL);
  picture = g_build_filename (folder, "picture.svg", NULL);
  output = g_build_filename (folder, "output", NULL);
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  now = mmap (NULL, sizeof *now, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  make_all ();
  g_test_add_func ("/fuzz/project/whole", test_whole);
  g_test_add_func ("/fuzz/project/strangers", test_strangers);
  g_test_add_func ("/fuzz/project/companions", test_companions);
  g_test_add_func ("/fuzz/project/rows", test_rows);
  g_test_add_func ("/fuzz/project/values", test_values);
  g_test_add_func ("/fuzz/project/bytes", test_bytes);
  status = g_test_run ();
  remove_folder (folder);
  return status;
}
