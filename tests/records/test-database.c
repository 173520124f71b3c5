/* SPDX-License-Identifier: Apache-2.0 */
#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "core/ir/compare.h"
#include "tests/read-module.h"
#include "tests/records/database-fixture.h"

#define ELEMENTWISE(name, n, update) \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((" n ",), \"float32\"), " name ": T.Buffer((" n ",), \"float32\")):\n" \
  "    for i in range(" n "):\n" \
  "        with T.block(\"" name "\"):\n" \
  "            vi = T.axis.spatial(" n ", i)\n" \
  "            " name "[vi] = " update "\n"

static const char *folder_of_files;

static gint64
add_workload (TlDatabase *database, const TlModule *module)
{
  gint64 id = 0;

  must (tl_database_add_workload (database, module, "double", "here.py", &id, &failure));
  return id;
}

static gint64
add_run (TlDatabase *database, gint64 workload_id)
{
  TlRunRow row = { .workload_id = workload_id, .space = (char *) "default", .strategy = (char *) "replay-func", .target = (char *) "llvm",
                   .seed = G_MAXUINT64 - 3, .n_trials_wanted = 64 };

  must (tl_database_save_run (database, &row, &failure));
  g_assert_cmpint (row.id, >, 0);
  return row.id;
}

static gboolean
add_trial (TlDatabase *database, gint64 run_id, guint number, TlOutcomeKind kind, double time_s, GError **error)
{
  double samples[] = { time_s * 2, time_s, time_s * 1.5 };
  TlTrialRow row = { .run_id = run_id, .number = number, .trace_json = (char *) "[[], []]", .program_hash = G_MAXUINT64 - number,
                     .finished_us = 1700000000000000, .elapsed_s = number,
                     .score = number % 2 == 0 ? 0.25 * number : NAN };

  row.outcome = (TlOutcome) { .kind = kind, .message = kind == TL_OUTCOME_OK ? NULL : (char *) "why", .samples_s = kind == TL_OUTCOME_OK
                              ? samples : NULL,
                              .n_samples = kind == TL_OUTCOME_OK ? 3 : 0, .build_s = 0.5, .run_s = 0.25, .is_checked = TRUE,
                              .lower_bound_s = number % 2 == 0 ? 1.75 : 0, .calibration_s = 5e-5,
                              .is_implausible = number % 5 == 4 };
  return tl_database_add_trial (database, &row, error) && row.id > 0;
}

static void
test_workloads (DatabaseFixture *fixture, gconstpointer data)
{
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  g_autoptr (TlModule) twice = read_module (ELEMENTWISE ("B", "16", "A[vi] * T.float32(2)"));
  g_autoptr (TlModule) renamed = read_module (ELEMENTWISE ("Out", "16", "A[vi] * T.float32(2)"));
  g_autoptr (TlModule) other = read_module (ELEMENTWISE ("B", "32", "A[vi] * T.float32(2)"));
  g_autoptr (GPtrArray) rows = NULL;
  gint64 first = add_workload (database, twice);

  g_assert_cmpint (add_workload (database, twice), ==, first);
  g_assert_cmpint (add_workload (database, renamed), ==, first);
  g_assert_cmpint (tl_database_find_workload (database, other), ==, -1);
  g_assert_cmpint (add_workload (database, other), >, first);
  g_clear_pointer (&database, tl_database_unref);

  database = open_database (fixture->path);
  rows = tl_database_workloads (database, NULL);
  g_assert_cmpuint (rows->len, ==, 2);
  g_assert_true (tl_module_equal (((TlWorkloadRow *) rows->pdata[0])->module, other, NULL));
  g_assert_true (tl_module_equal (((TlWorkloadRow *) rows->pdata[1])->module, twice, NULL));
  g_assert_cmpstr (((TlWorkloadRow *) rows->pdata[1])->title, ==, "double");
  g_assert_cmpstr (((TlWorkloadRow *) rows->pdata[1])->origin, ==, "here.py");
  g_assert_cmpint (tl_database_find_workload (database, renamed), ==, first);
}

static void
execute (const char *path, const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* Programs that were read are kept, but not where another program changes or deletes them. */
static void
test_changed_workloads (DatabaseFixture *fixture, gconstpointer data)
{
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  g_autoptr (TlModule) twice = read_module (ELEMENTWISE ("B", "16", "A[vi] * T.float32(2)"));
  g_autoptr (TlModule) thrice = read_module (ELEMENTWISE ("B", "16", "A[vi] * T.float32(3)"));
  g_autoptr (GPtrArray) before = NULL, again = NULL, after = NULL;
  gint64 id = add_workload (database, twice);

  before = must (tl_database_workloads (database, &failure));
  again = must (tl_database_workloads (database, &failure));
  g_assert_true (((TlWorkloadRow *) before->pdata[0])->module == ((TlWorkloadRow *) again->pdata[0])->module);
  execute (fixture->path, "UPDATE workload SET script = replace (script, 'T.float32(2', 'T.float32(3')");
  after = must (tl_database_workloads (database, &failure));
  g_assert_true (tl_module_equal (((TlWorkloadRow *) after->pdata[0])->module, thrice, NULL));
  g_assert_cmpint (tl_database_find_workload (database, twice), ==, -1);
  g_assert_cmpint (tl_database_find_workload (database, thrice), ==, id);
  execute (fixture->path, "DELETE FROM workload");
  g_assert_cmpint (tl_database_find_workload (database, thrice), ==, -1);
}

static void
test_variants (DatabaseFixture *fixture, gconstpointer data)
{
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  g_autoptr (TlModule) module = read_module (ELEMENTWISE ("B", "16", "A[vi] + T.float32(1)"));
  gint64 workload = add_workload (database, module);
  double samples[] = { 1e-6, 3e-6 };
  TlVariantRow parent = { .workload_id = workload, .name = (char *) "first", .trace_json = (char *) "[[[\"GetBlock\"]], []]" };
  TlVariantRow middle = { .workload_id = workload, .name = (char *) "middle" };
  TlVariantRow child = { .workload_id = workload, .name = (char *) "a \"child\" ✓", .note = (char *) "note", .has_outcome = TRUE,
                         .outcome = { .kind = TL_OUTCOME_OK, .samples_s = samples, .n_samples = 2, .build_s = 1, .run_s = 2,
                                      .is_checked = TRUE } };
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;
  const TlVariantRow *row;

  g_assert_true (must (tl_database_save_variant (database, &parent, &failure)));
  middle.parent_id = parent.id;
  g_assert_true (must (tl_database_save_variant (database, &middle, &failure)));
  child.parent_id = middle.id;
  g_assert_true (must (tl_database_save_variant (database, &child, &failure)));
  parent.name = (char *) "renamed";
  g_assert_true (must (tl_database_save_variant (database, &parent, &failure)));
  g_assert_true (must (tl_database_delete_variant (database, middle.id, &failure)));

  rows = must (tl_database_variants (database, workload, &failure));
  g_assert_cmpuint (rows->len, ==, 2);
  row = rows->pdata[0];
  g_assert_cmpstr (row->name, ==, "renamed");
  g_assert_cmpstr (row->trace_json, ==, "[[[\"GetBlock\"]], []]");
  g_assert_cmpint (row->parent_id, ==, 0);
  g_assert_false (row->has_outcome);
  row = rows->pdata[1];
  g_assert_cmpint (row->id, ==, child.id);
  g_assert_cmpint (row->parent_id, ==, parent.id);   /* took the place of the deleted one */
  g_assert_cmpstr (row->name, ==, "a \"child\" ✓");
  g_assert_cmpstr (row->note, ==, "note");
  g_assert_true (row->has_outcome);
  g_assert_cmpmem (row->outcome.samples_s, row->outcome.n_samples * sizeof (double), samples, sizeof samples);

  must_fail (tl_database_delete_variant (database, middle.id, &failure), TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL);
  middle.workload_id = 999;
  middle.id = 0;
  g_assert_false (tl_database_save_variant (database, &middle, &error));   /* no such workload */
  g_assert_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL);
}

static void
test_trials (DatabaseFixture *fixture, gconstpointer data)
{
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  g_autoptr (TlModule) module = read_module (ELEMENTWISE ("B", "16", "A[vi] + T.float32(1)"));
  g_autoptr (GPtrArray) rows = NULL, runs = NULL;
  g_autoptr (TlTrialRow) best = NULL;
  g_autoptr (TlRunRow) run = NULL;
  g_autoptr (GError) error = NULL;
  gint64 workload = add_workload (database, module), first, second;
  const TlTrialRow *row;

  g_assert_true (must (tl_database_record_machine (database, &failure)));
  g_assert_true (must (tl_database_record_machine (database, &failure)));
  first = add_run (database, workload);
  second = add_run (database, workload);
  g_assert_null (must (tl_database_best (database, workload, &failure)));
  for (guint i = 0; i < TL_N_OUTCOMES; i++)
    g_assert_true (add_trial (database, first, TL_N_OUTCOMES - 1 - i, (TlOutcomeKind) i, 5e-6, &error));
  g_assert_true (must (add_trial (database, second, 0, TL_OUTCOME_OK, 4e-6, &failure)));
  g_assert_true (must (add_trial (database, second, 1, TL_OUTCOME_OK, 6e-6, &failure)));
  g_assert_false (add_trial (database, second, 1, TL_OUTCOME_OK, 6e-6, &error));   /* that number is taken */
  g_assert_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL);
  g_clear_error (&error);

  best = must (tl_database_best (database, workload, &failure));
  g_assert_cmpint (best->run_id, ==, second);
  g_assert_cmpuint (best->number, ==, 0);
  rows = must (tl_database_trials (database, first, &failure));
  g_assert_cmpuint (rows->len, ==, TL_N_OUTCOMES);
  for (guint i = 0; i < rows->len; i++)
    {
      row = rows->pdata[i];
      g_assert_cmpuint (row->number, ==, i);
      g_assert_cmpint (row->outcome.kind, ==, (gint) (TL_N_OUTCOMES - 1 - i));
      g_assert_cmpuint (row->outcome.n_samples, ==, row->outcome.kind == TL_OUTCOME_OK ? 3 : 0);
      g_assert_cmpstr (row->outcome.message, ==, row->outcome.kind == TL_OUTCOME_OK ? NULL : "why");
      g_assert_true (row->program_hash == G_MAXUINT64 - i);
      g_assert_true (row->outcome.is_checked);
      g_assert_cmpfloat (row->outcome.lower_bound_s, ==, row->number % 2 == 0 ? 1.75 : 0);
      g_assert_cmpfloat (row->outcome.calibration_s, ==, 5e-5);
      g_assert_cmpint (row->outcome.is_implausible, ==, row->number % 5 == 4);
      g_assert_true (row->number % 2 == 0 ? row->score == 0.25 * row->number : isnan (row->score));
    }
  runs = tl_database_runs (database, workload, &error);
  g_assert_cmpuint (runs->len, ==, 2);
  run = must (tl_database_run (database, first, &failure));
  g_assert_true (run->seed == G_MAXUINT64 - 3);
  g_assert_cmpuint (run->n_trials_wanted, ==, 64);
  g_assert_false (run->is_finished);
  run->is_finished = TRUE;
  g_assert_true (must (tl_database_save_run (database, run, &failure)));
  g_clear_pointer (&run, tl_run_row_free);
  run = must (tl_database_run (database, first, &failure));
  g_assert_true (run->is_finished);
  g_clear_pointer (&run, tl_run_row_free);
  run = tl_database_run (database, 999, &error);
  g_assert_null (run);
  g_assert_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL);
}

static void
test_settings (DatabaseFixture *fixture, gconstpointer data)
{
  g_autoptr (TlDatabase) database = open_database (":memory:");
  g_autofree char *value = NULL;

  g_assert_null (tl_database_get (database, "selected-variant"));
  g_assert_true (tl_database_set (database, "selected-variant", "3", NULL));
  g_assert_true (tl_database_set (database, "selected-variant", "4", NULL));
  value = tl_database_get (database, "selected-variant");
  g_assert_cmpstr (value, ==, "4");
  g_assert_true (tl_database_set (database, "selected-variant", NULL, NULL));
  g_assert_null (tl_database_get (database, "selected-variant"));
}

/* --- files that are none of ours --- */

/* Numbers in the header of an SQLite file, big-endian (fileformat2.html, section 1.3). */
#define USER_VERSION_OFFSET   60
#define APPLICATION_ID_OFFSET 68

/* A project with another number in its header. */
static void
write_patched (const char *path, gsize offset, guint32 number)
{
  g_autofree char *bytes = NULL;
  guint32 big_endian = GUINT32_TO_BE (number);
  gsize length;

  tl_database_unref (open_database (path));
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  memcpy (bytes + offset, &big_endian, sizeof big_endian);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

static void
assert_refused (const char *path, int code, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (tl_database_open (path, &error));
  g_assert_error (error, TL_DATABASE_ERROR, code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, part));
  g_assert_nonnull (strstr (error->message, path));
}

static void
test_strangers (DatabaseFixture *fixture, gconstpointer data)
{
  g_autofree char *missing = g_build_filename (fixture->folder, "no", "such", "folder", NULL);

  assert_refused (missing, TL_DATABASE_ERROR_OPEN, "cannot open");
  assert_refused (fixture->folder, TL_DATABASE_ERROR_OPEN, "cannot open");
  g_assert_true (g_file_set_contents (fixture->path, "This is a letter to my grandmother, not a database of anything at all.", -1, NULL));
  assert_refused (fixture->path, TL_DATABASE_ERROR_OPEN, "not an SQLite file");
  g_unlink (fixture->path);
  write_patched (fixture->path, APPLICATION_ID_OFFSET, 0);
  assert_refused (fixture->path, TL_DATABASE_ERROR_OPEN, "another program");
  g_unlink (fixture->path);
  write_patched (fixture->path, APPLICATION_ID_OFFSET, 252006673);
  assert_refused (fixture->path, TL_DATABASE_ERROR_OPEN, "another program");
  g_unlink (fixture->path);
  write_patched (fixture->path, USER_VERSION_OFFSET, 1000);
  assert_refused (fixture->path, TL_DATABASE_ERROR_VERSION, "newer");
  g_unlink (fixture->path);
  /* An empty file is a new project: touch, or a download dialog, makes one. */
  g_assert_true (g_file_set_contents (fixture->path, "", 0, NULL));
  tl_database_unref (open_database (fixture->path));
}

/* A damaged file is an error, not a crash. */
static void
test_damaged (DatabaseFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  g_autoptr (TlModule) module = read_module (ELEMENTWISE ("B", "16", "A[vi] + T.float32(1)"));
  g_autofree char *bytes = NULL;
  gsize length;

  add_run (database, add_workload (database, module));
  g_clear_pointer (&database, tl_database_unref);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  for (gsize i = 200; i < length; i += 3)
    bytes[i] = (char) (i * 37);
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length, NULL));
  database = tl_database_open (fixture->path, &error);
  if (database)
    {
      g_autoptr (GPtrArray) rows = tl_database_workloads (database, &error);

      g_assert_null (rows);
    }
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
}

static gpointer
add_many (gpointer data)
{
  struct { TlDatabase *database; gint64 run_id; gint next; } *job = data;

  for (guint i = 0; i < 50; i++)
    must (add_trial (job->database, job->run_id, (guint) g_atomic_int_add (&job->next, 1), TL_OUTCOME_OK, 1e-6, &failure));
  return NULL;
}

static void
test_threads (DatabaseFixture *fixture, gconstpointer data)
{
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  g_autoptr (TlModule) module = read_module (ELEMENTWISE ("B", "16", "A[vi] + T.float32(1)"));
  struct { TlDatabase *database; gint64 run_id; gint next; } job = { database, add_run (database, add_workload (database, module)), 0 };
  g_autoptr (GPtrArray) rows = NULL;
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("writer", add_many, &job);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  rows = tl_database_trials (database, job.run_id, NULL);
  g_assert_cmpuint (rows->len, ==, 200);
}

#define STEPS(tail) \
  "[[[\"GetBlock\", [], [\"B\", \"main\"], [\"b0\"]], [\"GetLoops\", [\"b0\"], [], [\"l1\"]], [\"SamplePerfectTile\", [\"l1\"], [2, 16], " \
  "[\"v2\"," \
  " \"v3\"]], [\"Split\", [\"l1\", \"v2\", \"v3\"], [1, 0], [\"l4\", \"l5\"]]" tail

/* Models of a workload, one by each name; they go with it. */
static void
test_models (DatabaseFixture *fixture, gconstpointer data)
{
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  g_autoptr (TlModule) module = read_module (ELEMENTWISE ("B", "16", "A[vi] * T.float32(2)"));
  g_autoptr (GBytes) first = g_bytes_new ("a\0b", 3), second = g_bytes_new ("second", 6);
  gint64 id = add_workload (database, module);

  g_assert_null (tl_database_load_model (database, id, "xgb"));
  g_assert_true (must (tl_database_save_model (database, id, "xgb", first, &failure)));
  g_assert_true (must (tl_database_save_model (database, id, "mlp", first, &failure)));
  g_assert_true (must (tl_database_save_model (database, id, "xgb", second, &failure)));
  g_autoptr (GBytes) xgb = tl_database_load_model (database, id, "xgb"), mlp = tl_database_load_model (database, id, "mlp");
  g_assert_true (g_bytes_equal (xgb, second));
  g_assert_true (g_bytes_equal (mlp, first));
  g_assert_null (tl_database_load_model (database, id + 1, "xgb"));
}

/* A file of the first version, where each trial holds its trace whole (tests/records/files). */
static void
test_version_1 (DatabaseFixture *fixture, gconstpointer data)
{
  g_autofree char *old = g_build_filename (folder_of_files, "version-1.db", NULL), *bytes = NULL;
  static const char *const traces[] = {
    STEPS ("], [[2, [4, 4]]]]"), STEPS (", [\"EnterPostproc\", [], [], []], [\"Vectorize\", [\"l5\"], [], []]], [[2, [2, 8]]]]"),
    STEPS (", [\"EnterPostproc\", [], [], []], [\"Parallel\", [\"l4\"], [], []]], [[2, [8, 2]]]]"), NULL };
  g_autoptr (GPtrArray) rows = NULL, fastest = NULL;
  g_autoptr (TlDatabase) database = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (old, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length, NULL));
  database = open_database (fixture->path);
  rows = must (tl_database_trials (database, 1, &failure));
  g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (traces));
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpstr (((TlTrialRow *) rows->pdata[i])->trace_json, ==, traces[i]);
  fastest = must (tl_database_fastest (database, 1, 2, &failure));
  g_assert_cmpuint (fastest->len, ==, 2);
  g_assert_cmpuint (((TlTrialRow *) fastest->pdata[0])->number, ==, 3);   /* number 0 is for the program as it stands */
  g_assert_cmpuint (((TlTrialRow *) fastest->pdata[1])->number, ==, 2);
}

/* Remarks on trials: a file of an earlier version takes them, and has them when it is opened again. */
static void
test_notes (DatabaseFixture *fixture, gconstpointer data)
{
  g_autofree char *old = g_build_filename (folder_of_files, "version-5.db", NULL), *bytes = NULL;
  TlTrialNote note = { .number = 3, .is_starred = TRUE, .tags = "fast\nnarrow tile", .text = "the \"narrow\" one" };
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (old, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length, NULL));
  for (guint again = 0; again < 2; again++)
    {
      g_autoptr (TlDatabase) database = open_database (fixture->path);
      g_autoptr (GPtrArray) runs = must (tl_database_runs (database, 1, &failure));
      g_autoptr (GPtrArray) notes = must (tl_database_notes (database, 1, &failure));
      const TlTrialNote *read;

      note.run_id = ((TlRunRow *) runs->pdata[0])->id;
      g_assert_cmpuint (notes->len, ==, again);
      if (again == 0)
        {
          g_assert_true (must (tl_database_save_note (database, &note, &failure)));
          continue;
        }
      read = notes->pdata[0];
      g_assert_cmpuint (read->number, ==, 3);
      g_assert_true (read->is_starred);
      g_assert_cmpstr (read->tags, ==, note.tags);
      g_assert_cmpstr (read->text, ==, note.text);
      note.number = 1000;
      g_assert_false (tl_database_save_note (database, &note, &error));
      g_assert_nonnull (strstr (error->message, "has no trial number 1000"));
    }
}

/* A trial's origin is kept; trials of a file of an earlier version have none that is known. */
static void
test_origins (DatabaseFixture *fixture, gconstpointer data)
{
  static const TlTrialOrigin origins[] = { { .kind = TL_ORIGIN_START }, { .kind = TL_ORIGIN_MUTATED, .parent = G_MAXUINT64 - 1,
                                           .mutators = "MutateTileSize,MutateUnroll" }, { .kind = TL_ORIGIN_ADDED }, { 0 } };
  g_autofree char *old = g_build_filename (folder_of_files, "version-5.db", NULL), *bytes = NULL;
  g_autoptr (GPtrArray) before = NULL, after = NULL;
  g_autoptr (TlDatabase) database = NULL;
  gsize length;
  gint64 run_id;

  g_assert_true (g_file_get_contents (old, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length, NULL));
  database = open_database (fixture->path);
  before = must (tl_database_trials (database, 1, &failure));
  g_assert_cmpuint (before->len, >, 0);
  for (guint i = 0; i < before->len; i++)
    g_assert_cmpint (((const TlTrialRow *) before->pdata[i])->origin.kind, ==, TL_ORIGIN_UNKNOWN);
  run_id = add_run (database, 1);
  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    {
      TlTrialRow row = { .run_id = run_id, .number = 1000 + i, .score = NAN, .origin = origins[i],
                         .outcome = { .kind = TL_OUTCOME_CRASH, .message = (char *) "why" } };

      g_assert_true (must (tl_database_add_trial (database, &row, &failure)));
    }
  after = must (tl_database_trials (database, run_id, &failure));
  g_assert_cmpuint (after->len, ==, G_N_ELEMENTS (origins));
  for (guint i = 0; i < after->len; i++)
    {
      const TlTrialOrigin *read = &((const TlTrialRow *) after->pdata[i])->origin;

      g_assert_cmpint (read->kind, ==, origins[i].kind);
      g_assert_cmpuint (read->parent, ==, origins[i].parent);
      g_assert_cmpstr (read->mutators, ==, origins[i].mutators);
    }
}

/* A file of version 5: numbers begin anew with each run, and times are divided by what another kernel took beside them. */
static void
test_version_5 (DatabaseFixture *fixture, gconstpointer data)
{
  static const guint n_trials[] = { 6, 4 };
  g_autofree char *old = g_build_filename (folder_of_files, "version-5.db", NULL), *bytes = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (TlTrialRow) best = NULL;
  g_autoptr (TlDatabase) database = NULL;
  g_autoptr (GError) error = NULL;
  guint number = 0, n_numbers, n_comparisons, n_compared = 0;
  gsize length;

  g_assert_true (g_file_get_contents (old, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length, NULL));
  database = open_database (fixture->path);
  runs = must (tl_database_runs (database, 1, &failure));
  g_assert_cmpuint (runs->len, ==, G_N_ELEMENTS (n_trials));
  g_assert_true (must (tl_database_count_trials (database, 1, &n_numbers, &n_comparisons, &failure)));
  g_assert_cmpuint (n_numbers, ==, 12);
  for (guint i = 0; i < runs->len; i++)
    {
      const TlRunRow *run = runs->pdata[i];
      g_autoptr (GPtrArray) rows = tl_database_trials (database, run->id, &error);

      g_assert_cmpuint (rows->len, ==, n_trials[i]);
      g_assert_cmpuint (run->first_number, ==, number++);
      for (guint k = 0; k < rows->len; k++)
        {
          const TlTrialRow *row = rows->pdata[k];

          g_assert_cmpuint (row->number, ==, number++);
          n_compared += row->comparison > 0;
          g_assert_cmpuint (row->comparison > 0, ==, row->first_samples_s != NULL);
        }
    }
  g_assert_cmpuint (n_compared, >, 0);
  best = must (tl_database_best (database, 1, &failure));
  g_assert_cmpuint (best->comparison, ==, n_comparisons);
}

/* Traces of any form come back as they were, those of one sketch by way of one skeleton. */
static void
test_traces (DatabaseFixture *fixture, gconstpointer data)
{
  static const char *const traces[] = {
    "[[], []]", "", "[", "no trace at all", STEPS ("], [[2, [4, 4]]]]"), STEPS ("], [[2, [2, 8]]]]"),
    "[[[\"Annotate\", [\"b0\", \"\\\"[[\\\\\\\"\\\"\"], [\"EnterPostproc\"], []], [\"EnterPostproc\", [], [], []]], []]" };
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  g_autoptr (TlModule) module = read_module (ELEMENTWISE ("B", "16", "A[vi] + T.float32(1)"));
  gint64 run = add_run (database, add_workload (database, module));
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      TlTrialRow row = { .run_id = run, .number = i, .trace_json = (char *) traces[i] };

      g_assert_true (tl_database_add_trial (database, &row, &error));
    }
  rows = tl_database_trials (database, run, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (traces));
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpstr (((TlTrialRow *) rows->pdata[i])->trace_json, ==, traces[i]);
}

static void
test_comparison (DatabaseFixture *fixture, gconstpointer data)
{
  g_autoptr (TlDatabase) database = open_database (fixture->path);
  g_autoptr (TlModule) module = read_module (ELEMENTWISE ("B", "16", "A[vi] + T.float32(1)"));
  gint64 workload = add_workload (database, module), run = add_run (database, workload);
  double again[] = { 6e-6, 7e-6, 8e-6, 7e-6 }, third[] = { 9e-6 };
  TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = again, .n_samples = G_N_ELEMENTS (again) };
  g_autoptr (TlTrialRow) best = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;
  const TlTrialRow *row;
  guint n_numbers, n_comparisons;

  /* The one that took part is the best, whatever the others took at other times. */
  g_assert_true (add_trial (database, run, 0, TL_OUTCOME_OK, 5e-6, &error) && add_trial (database, run, 1, TL_OUTCOME_OK, 6e-6, &error));
  g_assert_true (must (tl_database_save_comparison (database, run, 0, 1, &outcome, &failure)));
  best = must (tl_database_best (database, workload, &failure));
  g_assert_cmpuint (best->number, ==, 0);
  g_assert_cmpuint (best->comparison, ==, 1);
  g_assert_cmpmem (best->outcome.samples_s, best->outcome.n_samples * sizeof (double), again, sizeof again);
  rows = must (tl_database_fastest (database, workload, 10, &failure));
  g_assert_cmpuint (rows->len, ==, 2);   /* what does not rank comes last */
  g_assert_cmpuint (((TlTrialRow *) rows->pdata[0])->number, ==, 0);
  g_assert_true (must (tl_database_count_trials (database, workload, &n_numbers, &n_comparisons, &failure)));
  g_assert_cmpuint (n_numbers, ==, 2);
  g_assert_cmpuint (n_comparisons, ==, 1);
  outcome.samples_s = third;
  outcome.n_samples = 1;
  g_assert_true (must (tl_database_save_comparison (database, run, 0, 2, &outcome, &failure)));
  g_clear_pointer (&rows, g_ptr_array_unref);
  rows = must (tl_database_trials (database, run, &failure));
  row = rows->pdata[0];
  g_assert_cmpuint (row->outcome.n_samples, ==, 1);
  g_assert_cmpuint (row->comparison, ==, 2);
  g_assert_cmpuint (row->n_first_samples, ==, 3);
  g_assert_cmpfloat (row->first_samples_s[1], ==, 5e-6);    /* the very first, not those of the first comparison */
  row = rows->pdata[1];
  g_assert_cmpuint (row->n_first_samples, ==, 0);
  g_assert_null (row->first_samples_s);
}

static void
test_move (DatabaseFixture *fixture, gconstpointer data)
{
  g_autofree char *other = g_build_filename (fixture->folder, "other.tileloom", NULL),
                   *nowhere = g_build_filename (fixture->folder, "no", "other", NULL);
  g_autoptr (TlDatabase) database = open_database (fixture->path), left = NULL;
  g_autoptr (TlModule) module = read_module (ELEMENTWISE ("B", "16", "A[vi] + T.float32(1)"));
  gint64 workload = add_workload (database, module), run = add_run (database, workload);
  g_autoptr (TlTrialRow) best = NULL;

  g_assert_true (g_file_set_contents (other, "something else", -1, NULL));
  g_assert_true (must (add_trial (database, run, 0, TL_OUTCOME_OK, 5e-6, &failure)));
  must_fail_saying (tl_database_move_to (database, nowhere, &failure), "");
  g_assert_cmpstr (tl_database_path (database), ==, fixture->path);
  g_assert_true (must (tl_database_move_to (database, other, &failure)));
  g_assert_cmpstr (tl_database_path (database), ==, other);
  g_assert_true (must (add_trial (database, run, 1, TL_OUTCOME_OK, 4e-6, &failure)));    /* in the one, not in the other */
  best = must (tl_database_best (database, workload, &failure));
  g_assert_cmpuint (best->number, ==, 1);
  g_clear_pointer (&best, tl_trial_row_free);
  left = open_database (fixture->path);
  best = must (tl_database_best (left, workload, &failure));
  g_assert_cmpuint (best->number, ==, 0);
  g_clear_pointer (&left, tl_database_unref);
  g_clear_pointer (&database, tl_database_unref);
  g_assert_cmpint (g_unlink (other), ==, 0);
}

int
main (int argc, char **argv)
{
  static const struct { const char *path; void (*test) (DatabaseFixture *fixture, gconstpointer data); } tests[] = {
    { "/records/database/changed-workloads", test_changed_workloads },
    { "/records/database/workloads", test_workloads }, { "/records/database/variants",
                                                         test_variants }, { "/records/database/trials", test_trials },
    { "/records/database/models", test_models },
    { "/records/database/settings", test_settings },   { "/records/database/strangers",
                                                         test_strangers }, { "/records/database/damaged", test_damaged },
    { "/records/database/threads", test_threads },     { "/records/database/version-1", test_version_1 },
    { "/records/database/version-5", test_version_5 }, { "/records/database/notes", test_notes },
    { "/records/database/origins", test_origins },
    { "/records/database/comparison", test_comparison },
    { "/records/database/traces", test_traces },      { "/records/database/move", test_move },
  };

  g_test_init (&argc, &argv, NULL);
  if (argc != 2)
    return 2;
  folder_of_files = argv[1];
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, DatabaseFixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
