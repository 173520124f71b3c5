/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tuning records: each backend, TVM's folders as versions 0.16, 0.25 and 0.27 wrote them (tests/oracle/compare-work-dir.py --record), and
 * equalities.
 */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/random.h"
#include "core/ir/compare.h"
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "core/tvm-json/tvm-json.h"
#include "core/records/records.h"
#include "tests/add-test.h"
#include "tests/must.h"
#include "tests/read-module.h"
#include "tests/temporary.h"
#include "tests/program-text.h"

#define BLOCK(name, n, extra, target, value) \
  "        for i in range(" n "):\n" \
  "            with T.block(\"" name "\"):\n" \
  "                vi = T.axis.spatial(" n ", i)\n" extra \
  "                " target "[vi] = " value "\n"

#define FUNCTION(name, n, body) \
  "    @T.prim_func\n" \
  "    def " name "(A: T.Buffer((" n ",), \"float32\"), B: T.Buffer((" n ",), \"float32\")):\n" body

#define MODULE(functions) "@I.ir_module\nclass Module:\n" functions

#define ADD_ONE(n) MODULE (FUNCTION ("main", n, BLOCK ("B", n, "", "B", "A[vi] + T.float32(1)")))

/* Splits the loop, so that the program is another one. */
#define SPLIT_BY(n) \
  "[[[\"GetBlock\", [], [\"B\", \"main\"], [\"b0\"]], [\"GetLoops\", [\"b0\"], [], [\"l1\"]], [\"Split\", [\"l1\", \"None\", " \
  n "], [1, 0], [\"l2\", " \
  "\"l3\"]]], []]"

static const char *folder_of_tests;

static void
commit (TlRecords *records, TlModule *module, const char *trace, double run_s)
{
  TlRecord record = { .module = module, .trace_json = (char *) trace, .run_s = &run_s, .n_run_s = run_s > 0 ? 1 : 0,
                      .target = (char *) "llvm" };

  must (tl_records_commit (records, &record, &failure));
}

static double
best_s (TlRecords *records, const TlModule *module)
{
  g_autoptr (TlRecord) best = must (tl_records_best (records, module, &failure));

  return best ? tl_record_mean_s (best) : 0;
}

/* Whatever keeps records: order, validity, what matches. */
static void
check_backend (TlRecords *records)
{
  g_autoptr (TlModule) module = read_module (ADD_ONE ("32")), other = read_module (ADD_ONE ("64"));
  g_autoptr (TlState) start = tl_state_new (module, 0), best = NULL;
  g_autoptr (GPtrArray) all = NULL, top = NULL;
  g_autofree char *text = NULL;

  g_assert_false (tl_records_has_workload (records, module));
  g_assert_cmpfloat (best_s (records, module), ==, 0);
  commit (records, module, SPLIT_BY ("4"), 4e-6);
  commit (records, module, SPLIT_BY ("8"), 2e-6);
  commit (records, module, SPLIT_BY ("2"), TL_RECORD_FAILED_S);
  commit (records, module, "[[[\"EnterPostproc\", [], [], []]], []]", 1e-6);   /* no schedule: does not count */
  commit (records, other, SPLIT_BY ("16"), 1e-9);
  commit (records, module, SPLIT_BY ("16"), 3e-6);
  g_assert_true (tl_records_has_workload (records, module) && tl_records_has_workload (records, other));
  all = must (tl_records_all (records, module, &failure));
  g_assert_cmpuint (all->len, ==, 5);
  g_assert_cmpfloat (tl_record_mean_s (all->pdata[0]), ==, 4e-6);
  g_assert_cmpfloat (tl_record_mean_s (all->pdata[2]), ==, TL_RECORD_FAILED_S);
  g_assert_true (tl_module_equal (((TlRecord *) all->pdata[4])->module, module, NULL));
  top = must (tl_records_top (records, module, 10, &failure));
  g_assert_cmpuint (top->len, ==, 3);
  g_assert_cmpfloat (tl_record_mean_s (top->pdata[0]), ==, 2e-6);
  g_assert_cmpfloat (tl_record_mean_s (top->pdata[2]), ==, 4e-6);
  g_clear_pointer (&top, g_ptr_array_unref);
  top = must (tl_records_top (records, module, 2, &failure));
  g_assert_cmpuint (top->len, ==, 2);
  best = must (tl_records_best_schedule (records, start, NULL, &failure));
  text = tl_script_print (tl_state_module (best), TL_DIALECT_CLASSIC, NULL);
  g_assert_nonnull (strstr (text, "T.grid(4, 8)"));
}

/* Times of @records of @module in order, in microseconds; "-" where there is none. */
static char *
times_of (TlRecords *records, const TlModule *module)
{
  g_autoptr (GPtrArray) all = tl_records_all (records, module, NULL);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const TlRecord *record = all->pdata[i];

      g_string_append (out, i > 0 ? " " : "");
      if (record->n_run_s == 0)
        g_string_append (out, "-");
      else
        g_string_append_printf (out, "%g", tl_record_mean_s (record) * 1e6);
    }
  return g_string_free (out, FALSE);
}

/*
 * Short samples said 3, 1, 2, 4 and 9; the comparison says otherwise of three of them. One stands there twice, the second time as somebody
 * else writes it. A record that did not take part and would be the best loses its time; a slower one keeps it, as does another program.
 */
static void
check_comparison (TlRecords *records)
{
  g_autoptr (TlModule) module = read_module (ADD_ONE ("32")), other = read_module (ADD_ONE ("64"));
  const char *same = "[ [[\"GetBlock\", [], [\"B\", \"main\"], [\"b9\"]], [\"GetLoops\", [\"b9\"], [], [\"l7\"]],[\"Split\",[\"l7\", "
                     "\"None\", 4],"
                     " [1, 0], [\"l2\", \"l3\"]]], []]";
  double times[] = { 6e-6, 5e-6, 7e-6 };
  TlRecord compared[] = {
    { .module = module, .trace_json = (char *) SPLIT_BY ("4"), .run_s = &times[0], .n_run_s = 1 },
    { .module = module, .trace_json = (char *) SPLIT_BY ("8"), .run_s = &times[1], .n_run_s = 1 },
    { .module = module, .trace_json = (char *) SPLIT_BY ("32"), .run_s = &times[2], .n_run_s = 1 },   /* of which nothing is kept */
  };
  TlRecord *const pointers[] = { &compared[0], &compared[1], &compared[2] };
  g_autofree char *of_module = NULL, *of_other = NULL;

  commit (records, module, SPLIT_BY ("4"), 3e-6);
  commit (records, module, SPLIT_BY ("2"), 1e-6);
  commit (records, other, SPLIT_BY ("8"), 1e-6);
  commit (records, module, same, 2e-6);
  commit (records, module, SPLIT_BY ("8"), 4e-6);
  commit (records, module, SPLIT_BY ("16"), 9e-6);
  commit (records, module, SPLIT_BY ("1"), TL_RECORD_FAILED_S);
  g_assert_true (must (tl_records_save_comparison (records, module, pointers, G_N_ELEMENTS (pointers), &failure)));
  of_module = times_of (records, module);
  of_other = times_of (records, other);
  g_assert_cmpstr (of_module, ==, "6 - 6 5 9 1e+16");
  g_assert_cmpstr (of_other, ==, "1");
  g_assert_cmpfloat (best_s (records, module), ==, 5e-6);
}

static void
test_project (void)
{
  g_autoptr (TlDatabase) database = tl_database_open (":memory:", NULL);
  g_autoptr (TlRecords) records = tl_records_new_project (database, TL_MODULE_EQUALITY_STRUCTURAL);
  g_autoptr (TlModule) module = read_module (ADD_ONE ("32"));
  g_autoptr (GPtrArray) runs = NULL, all = NULL;

  check_backend (records);
  runs = tl_database_runs (database, tl_database_find_workload (database, module), NULL);
  g_assert_cmpuint (runs->len, ==, 1);
  g_assert_cmpstr (((TlRunRow *) runs->pdata[0])->strategy, ==, "imported");
  all = tl_records_all (records, module, NULL);
  g_assert_cmpstr (((TlRecord *) all->pdata[0])->args_info, ==, "[[\"TENSOR\",\"float32\",[32]],[\"TENSOR\",\"float32\",[32]]]");
}

static TlRecords *
open_work_dir (const char *folder)
{
  return must (tl_records_open_work_dir (folder, TL_MODULE_EQUALITY_STRUCTURAL, &failure));
}

static void
test_work_dir (void)
{
  g_autofree char *parent = g_dir_make_tmp ("tileloom-XXXXXX", NULL), *folder = g_build_filename (parent, "tuned", NULL);
  g_autoptr (TlRecords) records = open_work_dir (folder), again = NULL;
  g_autoptr (TlModule) module = read_module (ADD_ONE ("32"));
  g_autoptr (GPtrArray) first = NULL, second = NULL;

  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));   /* opening makes nothing */
  check_backend (records);
  again = open_work_dir (folder);
  g_assert_null (tl_records_problems (again));
  first = tl_records_all (records, NULL, NULL);
  second = tl_records_all (again, NULL, NULL);
  g_assert_cmpuint (first->len, ==, 6);
  g_assert_cmpuint (second->len, ==, 6);
  for (guint i = 0; i < first->len; i++)
    {
      g_assert_cmpfloat (tl_record_mean_s (first->pdata[i]), ==, tl_record_mean_s (second->pdata[i]));
      g_assert_true (tl_module_equal (((TlRecord *) first->pdata[i])->module, ((TlRecord *) second->pdata[i])->module, NULL));
    }
  g_assert_cmpfloat (best_s (again, module), ==, 2e-6);
  remove_folder (folder);
  g_rmdir (parent);
}

/* The file has the same lines, and what somebody is writing at its end is still there. */
static void
test_comparison_in_work_dir (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL),
    *path = g_build_filename (folder, "database_tuning_record.json", NULL);
  g_autoptr (TlRecords) records = open_work_dir (folder), again = NULL;
  g_autoptr (TlModule) module = read_module (ADD_ONE ("32"));
  g_autofree char *times = NULL, *text = NULL, *longer = NULL;
  double run_s = 8e-6;
  TlRecord compared = { .module = module, .trace_json = (char *) SPLIT_BY ("16"), .run_s = &run_s, .n_run_s = 1 },
    *const pointer = &compared;

  check_comparison (records);
  again = open_work_dir (folder);
  times = times_of (again, module);
  g_assert_cmpstr (times, ==, "6 - 6 5 9 1e+16");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  longer = g_strconcat ("\n", text, "[0,[[[", NULL);
  g_assert_true (g_file_set_contents (path, longer, -1, NULL));
  g_clear_pointer (&text, g_free);
  g_assert_true (tl_records_save_comparison (records, module, &pointer, 1, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (*text == '\n' && g_str_has_suffix (text, "]]\n[0,[[["));
  g_clear_pointer (&times, g_free);
  times = times_of (records, module);
  g_assert_cmpstr (times, ==, "- - - - 8 1e+16");
  remove_folder (folder);
}

/* A last line without its end is not there, and the next record does not stick to it. */
static void
test_unfinished_line (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL),
                   *path = g_build_filename (folder, "database_tuning_record.json", NULL);
  g_autoptr (TlRecords) records = open_work_dir (folder);
  g_autoptr (TlModule) module = read_module (ADD_ONE ("32"));
  g_autofree char *text = NULL, *whole = NULL;
  gsize length;

  commit (records, module, SPLIT_BY ("4"), 4e-6);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  for (gsize cut = 1; cut < length - 2; cut += 7)
    {
      g_autofree char *broken = g_strdup_printf ("%s%.*s", text, (int) cut, text);
      g_autoptr (TlRecords) opened = NULL, again = NULL;
      g_autoptr (GPtrArray) all = NULL;

      g_assert_true (g_file_set_contents (path, broken, -1, NULL));
      opened = open_work_dir (folder);
      g_assert_nonnull (tl_records_problems (opened));
      g_assert_nonnull (strstr (tl_records_problems (opened)[0], "line 2"));
      commit (opened, module, SPLIT_BY ("8"), 2e-6);
      again = open_work_dir (folder);
      g_assert_null (tl_records_problems (again));
      all = tl_records_all (again, module, NULL);
      g_assert_cmpuint (all->len, ==, 2);
    }
  /* A whole value without a newline, as an editor leaves it, is a record. */
  whole = g_strndup (text, length - 1);
  g_assert_true (g_file_set_contents (path, whole, -1, NULL));
  g_clear_pointer (&records, tl_records_unref);
  records = open_work_dir (folder);
  commit (records, module, SPLIT_BY ("8"), 2e-6);
  g_clear_pointer (&records, tl_records_unref);
  records = open_work_dir (folder);
  g_assert_cmpfloat (best_s (records, module), ==, 2e-6);
  remove_folder (folder);
}

static void
test_not_tvms (void)
{
  static const struct { const char *name, *text, *complaint; } cases[] = {
    { "database_workload.json", "{}\n", "not a JSON list of two values" },
    { "database_workload.json", "[\"1\", 2]\n", "a string" },
    { "database_workload.json", "[\"1\",\"e30=\"\n\n", "line 1" },
    { "database_tuning_record.json", "[0,[[[],[]],null,null,null]]\n", "is not in" },
    { "database_tuning_record.json", "[-1,[[[],[]],null,null,null]]\n", "is not in" },
    { "database_tuning_record.json", "[\"a\",[]]\n", "a record must be" },
    { "database_tuning_record.json", "nonsense\n", "line 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL), *path = g_build_filename (folder, cases[i].name, NULL);
      g_autoptr (GError) error = NULL;
      TlRecords *records;

      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      records = tl_records_open_work_dir (folder, TL_MODULE_EQUALITY_STRUCTURAL, &error);
      g_assert_null (records);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].complaint));
      g_assert_nonnull (strstr (error->message, cases[i].name));
      remove_folder (folder);
    }
}

/*
 * A line that would overflow the stack of a parser that recurses; the second without its end, which reads as a line that was being written.
 */
static void
test_deep_lines (void)
{
  static const char *const names[] = { "database_workload.json", "database_tuning_record.json" };
  g_autofree char *deep = g_strnfill (3000000, '['), *line = g_strconcat (deep, "\n", NULL);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL), *path = g_build_filename (folder, names[i / 2], NULL);
      g_autoptr (GError) error = NULL;
      TlRecords *records;

      g_assert_true (g_file_set_contents (path, i % 2 == 0 ? line : deep, -1, NULL));
      records = tl_records_open_work_dir (folder, TL_MODULE_EQUALITY_STRUCTURAL, &error);
      g_assert_true ((records == NULL) == (i % 2 == 0));
      g_assert_true (records != NULL || strstr (error->message, "nested too deeply") != NULL);
      if (records != NULL)
        {
          g_autoptr (TlModule) module = read_module (ADD_ONE ("32"));

          commit (records, module, SPLIT_BY ("4"), 2e-6);
          tl_records_unref (records);
        }
      remove_folder (folder);
    }
}

/* A pipe or folder in the place of a file is told, not waited for. */
static void
test_no_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL), *path = g_build_filename (folder, "database_workload.json", NULL);

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  must_fail_saying (tl_records_open_work_dir (folder, TL_MODULE_EQUALITY_STRUCTURAL, &failure), "not a regular file");
  remove_folder (folder);
}

/* --- unions and schedule functions --- */

static TlRecords *
with_record (TlModule *module, const char *trace, double run_s)
{
  g_autoptr (TlDatabase) database = tl_database_open (":memory:", NULL);
  TlRecords *records = tl_records_new_project (database, TL_MODULE_EQUALITY_STRUCTURAL);

  commit (records, module, trace, run_s);
  return records;
}

static void
test_unions (void)
{
  g_autoptr (TlModule) module = read_module (ADD_ONE ("32")), other = read_module (ADD_ONE ("64")), unknown = read_module (ADD_ONE ("128"));
  g_autoptr (TlRecords) slow = with_record (module, SPLIT_BY ("4"), 4e-6), fast = with_record (module, SPLIT_BY ("8"), 2e-6);
  g_autoptr (TlRecords) failed = with_record (module, SPLIT_BY ("2"),
                                              TL_RECORD_FAILED_S), elsewhere = with_record (other, SPLIT_BY ("8"), 7e-6);
  TlRecords *parts[] = { failed, slow, fast, elsewhere };
  g_autoptr (TlRecords) best = tl_records_new_union (parts, 4, FALSE), first = tl_records_new_union (parts, 4, TRUE);
  g_autoptr (GPtrArray) top = tl_records_top (best, module, 10, NULL);

  g_assert_cmpfloat (best_s (best, module), ==, 2e-6);
  g_assert_cmpfloat (best_s (first, module), ==, 4e-6);   /* what failed is no record to go by */
  g_assert_cmpfloat (best_s (best, other), ==, 7e-6);
  g_assert_cmpfloat (best_s (first, other), ==, 7e-6);
  g_assert_cmpfloat (best_s (best, unknown), ==, 0);
  g_assert_true (tl_records_has_workload (best, other));
  g_assert_false (tl_records_has_workload (best, unknown));
  g_assert_cmpuint (top->len, ==, 2);
  must_fail (tl_records_commit (best, top->pdata[0], &failure), TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN);
}

static void
test_schedule_fn (void)
{
  g_autoptr (TlSource) source = tl_source_new ("s.py",
                                               "def schedule(sch):\n  l, = sch.get_loops(sch.get_block(\"B\"))\n"
                                               "  sch.split(l, [None, 4])\n", -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlRecords) function = tl_records_new_schedule_fn (script, NULL, NULL);
  g_autoptr (TlModule) module = read_module (ADD_ONE ("32"));
  g_autoptr (TlModule) other = read_module (MODULE (FUNCTION ("main", "32", BLOCK ("other", "32", "", "B", "A[vi]"))));
  g_autoptr (TlState) start = tl_state_new (module, 0), best = must (tl_records_best_schedule (function, start, NULL, &failure));
  g_autoptr (TlRecords) measured = with_record (module, SPLIT_BY ("8"), 2e-6);
  TlRecords *parts[] = { function, measured };
  g_autoptr (TlRecords) all = tl_records_new_union (parts, 2, FALSE);
  g_autofree char *text = tl_script_print (tl_state_module (best), TL_DIALECT_CLASSIC, NULL);

  g_assert_nonnull (strstr (text, "T.grid(8, 4)"));
  g_assert_true (tl_records_has_workload (function, module));
  g_assert_false (tl_records_has_workload (function, other));
  g_assert_null (must (tl_records_best (function, other, &failure)));
  g_assert_cmpfloat (best_s (all, module), ==, 2e-6);    /* measured goes before not measured */
}

/* --- whole modules --- */

static void
test_apply (void)
{
  g_autoptr (TlModule) module = read_module (MODULE (FUNCTION ("add", "32", BLOCK ("B", "32", "", "B", "A[vi] + T.float32(1)"))
                                                     FUNCTION ("copy", "32", BLOCK ("B", "32", "", "B", "A[vi]"))
                                                     FUNCTION ("twice", "64", BLOCK ("B", "64", "", "B", "A[vi] + T.float32(1)"))));
  g_autoptr (TlModule) add = read_module (ADD_ONE ("32")), twice = read_module (ADD_ONE ("64"));
  g_autoptr (TlRecords) records = with_record (add, SPLIT_BY ("4"), 4e-6);
  g_autoptr (TlState) start = tl_state_new (module, 0), single = tl_state_new (add, 0), scheduled = NULL, again = NULL, whole = NULL;
  g_autoptr (TlModule) read = NULL;
  g_autofree char *text = NULL, *json = NULL;
  guint n;

  commit (records, twice, SPLIT_BY ("16"), 4e-6);
  scheduled = must (tl_records_best_schedule (records, start, &n, &failure));
  g_assert_cmpuint (n, ==, 2);
  text = tl_script_print (tl_state_module (scheduled), TL_DIALECT_CLASSIC, NULL);
  g_assert_nonnull (strstr (text, "T.grid(8, 4)"));
  g_assert_nonnull (strstr (text, "T.grid(4, 16)"));
  g_assert_nonnull (strstr (text, "for i in range(32)"));
  read = read_module (text);
  g_assert_true (tl_module_equal (read, tl_state_module (scheduled), NULL));
  g_assert_nonnull (tl_module_find_func (tl_state_module (scheduled), "add"));
  /* The steps are a schedule of the whole module. */
  json = tl_trace_to_json (scheduled, TL_DIALECT_CLASSIC);
  again = must (tl_trace_replay_json (start, json, TRUE, FALSE, &failure));
  g_assert_true (tl_module_equal (tl_state_module (again), tl_state_module (scheduled), NULL));
  /* A record of the whole goes before those of its functions. */
  commit (records, module, "[[[\"GetBlock\", [], [\"B\", \"twice\"], [\"b0\"]], [\"GetLoops\", [\"b0\"], [], [\"l1\"]],"
                           " [\"Vectorize\", [\"l1\"], [], []]], []]", 9e-6);
  whole = must (tl_records_best_schedule (records, start, &n, &failure));
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (tl_state_n_steps (whole), ==, 3);
  /* One function alone, whatever its name. */
  g_clear_pointer (&scheduled, tl_state_unref);
  scheduled = must (tl_records_best_schedule (records, single, &n, &failure));
  g_assert_cmpuint (n, ==, 1);
}

/* --- equalities --- */

#define SUM(value, more) \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((8, 16), \"float32\"), B: T.Buffer((8,), \"float32\"), C: T.Buffer((8,), \"float32\")):\n" \
  BLOCK_SR ("sum", "8, 16", "B[vi] = T.float32(0)", "B[vi] = B[vi] + " value) \
  BLOCK_S ("C", "8", "C[vi] = B[vi]" more)

static void
test_equalities (void)
{
  g_autoptr (TlModule) sum = read_module (SUM ("A[vi, vk]", "")), same_sum = read_module (SUM ("A[vi, vk]", " * T.float32(2)"));
  g_autoptr (TlModule) squares = read_module (SUM ("A[vi, vk] * A[vi, vk]", "")), no_sum = read_module (ADD_ONE ("32"));
  TlModuleEquality equality;

  g_assert_true (tl_module_equality_parse ("ignore-ndarray", &equality) && equality == TL_MODULE_EQUALITY_IGNORE_TENSOR);
  g_assert_false (tl_module_equality_parse ("nonsense", &equality));
  for (guint i = 0; i < TL_N_MODULE_EQUALITIES; i++)
    {
      gboolean is_anchor = i == TL_MODULE_EQUALITY_ANCHOR_BLOCK;

      g_assert_true (tl_module_equality_holds (i, sum, sum));
      g_assert_cmpint (tl_module_equality_holds (i, sum, same_sum), ==, is_anchor);
      g_assert_cmpint (tl_module_equality_hash (i, sum) == tl_module_equality_hash (i, same_sum), ==, is_anchor);
      g_assert_false (tl_module_equality_holds (i, sum, squares));
      g_assert_false (tl_module_equality_holds (i, sum, no_sum));
      g_assert_true (tl_module_equality_holds (i, no_sum, no_sum));
    }
  g_assert_cmpstr (tl_module_anchor_block (sum)->block.name, ==, "sum");
  g_assert_null (tl_module_anchor_block (no_sum));
}

/* --- folders of TVM's --- */

static char *
read_graph (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "database_workload.json", NULL), *line = NULL, *base64 = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree guchar *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &line, NULL, NULL));
  parts = g_strsplit (line, "\"", -1);   /* [ hash , base64 ] */
  bytes = g_base64_decode (parts[3], &n);
  return g_strndup ((const char *) bytes + 8, n - 8);
}

static void
test_recorded (gconstpointer data)
{
  g_autofree char *folder = g_build_filename (folder_of_tests, "work-dirs", (const char *) data, NULL);
  g_autofree char *program = g_build_filename (folder_of_tests, "work-dirs", "program.py", NULL), *graph = NULL, *written = NULL,
                   *again = NULL;
  g_autoptr (TlSource) source = must (tl_source_load (program, &failure));
  g_autoptr (TlModule) module = must (tl_script_read (source, &failure)), read = NULL;
  g_autoptr (TlRecords) records = open_work_dir (folder);
  g_autoptr (TlState) start = tl_state_new (module, 0), best = must (tl_records_best_schedule (records, start, NULL, &failure));
  g_autoptr (GPtrArray) all = tl_records_all (records, module, NULL);
  static const double means[] = { 3e-6, TL_RECORD_FAILED_S, 1e-6, TL_RECORD_FAILED_S };

  g_assert_null (tl_records_problems (records));
  g_assert_cmpuint (all->len, ==, G_N_ELEMENTS (means));
  for (guint i = 0; i < all->len; i++)
    g_assert_cmpfloat_with_epsilon (tl_record_mean_s (all->pdata[i]), means[i], 1e-18);
  again = tl_script_print (tl_state_module (best), TL_DIALECT_CLASSIC, NULL);
  g_assert_nonnull (strstr (again, "T.unroll(16)"));
  /* The newest form says all that the program has. */
  written = must (tl_module_to_tvm_json (module, &failure));
  read = must (tl_module_from_tvm_json (written, &failure));
  g_assert_true (tl_module_equal (read, module, NULL));
}

/* Forms that only the newest version writes (tests/records/work-dirs/forms.py), as TVM wrote them. */
static void
test_forms (void)
{
  g_autofree char *folder = g_build_filename (folder_of_tests, "work-dirs", "tvm-0.27-forms", NULL);
  g_autofree char *program = g_build_filename (folder_of_tests, "work-dirs", "forms.py", NULL), *theirs = read_graph (folder), *ours = NULL,
                   *text = NULL;
  g_autoptr (TlSource) source = must (tl_source_load (program, &failure));
  g_autoptr (TlModule) module = must (tl_script_read (source, &failure)), read = NULL, again = NULL;
  g_autoptr (TlRecords) records = open_work_dir (folder);
  static const char *const lines[] = {
    "{\"a\": T.int64(3), \"b\": True, \"c\": T.bool(True), \"d\": T.float32(2.0), \"e\": 2.5}", "x: T.float32 = ", "y: T.let[T.float32] = ",
    "T.float32(\"-inf\")", "(\"ValueError\", [\"less than \", \"64\"])", "T.launch_thread(\"threadIdx.x\", 64)",
    "q: T.handle(\"float32\", \"global\")",
  };

  g_assert_null (tl_records_problems (records));
  g_assert_true (tl_records_has_workload (records, module));
  read = must (tl_module_from_tvm_json (theirs, &failure));
  g_assert_true (tl_module_equal (read, module, NULL));
  text = tl_script_print (read, TL_DIALECT_SBLOCK, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_nonnull (strstr (text, lines[i]));
  ours = must (tl_module_to_tvm_json (module, &failure));
  again = must (tl_module_from_tvm_json (ours, &failure));
  g_assert_true (tl_module_equal (again, module, NULL));
}

/* The length before a module's text may begin with a byte that text begins with. */
static void
test_all_lengths (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL);
  g_autoptr (TlRecords) records = open_work_dir (folder), again = NULL;

  for (guint i = 1; i <= 256; i++)
    {
      g_autofree char *value = g_strnfill (i, 'x'),
                       *script = g_strdup_printf (MODULE (FUNCTION ("main", "32", "        T.func_attr({\"a\": \"%s\"})\n"
                                                                   BLOCK ("B", "32", "", "B", "A[vi]"))), value);
      g_autoptr (TlModule) module = read_module (script);

      commit (records, module, SPLIT_BY ("4"), 1e-6);
    }
  again = open_work_dir (folder);
  g_assert_null (tl_records_problems (again));
  remove_folder (folder);
}

/* Graphs come from anywhere: damaged ones are refused, or are some other program; nothing crashes. */
static void
test_damaged_graphs (gconstpointer data)
{
  g_autofree char *folder = g_build_filename (folder_of_tests, "work-dirs", (const char *) data, NULL), *graph = read_graph (folder);
  gsize length = strlen (graph);
  TlRandom random = tl_random_seeded (7);
  guint n_refused = 0;

  for (guint i = 0; i < 150; i++)
    {
      g_autofree char *damaged = g_strdup (graph);
      g_autoptr (TlModule) module = NULL;

      for (guint k = 0; k < 3; k++)
        {
          gsize at = tl_random_below (&random, (guint) length);

          /* Positions are what readers trust: digits become other digits. */
          while (at < length && !g_ascii_isdigit (damaged[at]))
            at++;
          if (at < length)
            damaged[at] = (char) ('0' + tl_random_below (&random, 10));
        }
      module = tl_module_from_tvm_json (damaged, NULL);
      n_refused += module == NULL;
    }
  g_test_message ("%u of 150 refused", n_refused);
  g_assert_cmpuint (n_refused, >, 50);
  for (gsize cut = 0; cut < length; cut += length / 20)
    {
      g_autofree char *part = g_strndup (graph, cut);

      g_assert_null (tl_module_from_tvm_json (part, NULL));
    }
}

static void
test_strange_graphs (void)
{
  static const struct { const char *json, *complaint; } cases[] = {
    { "", "not a graph" },
    { "[]", "not a graph" },
    { "{\"root\": 0}", "not a graph" },
    { "{\"root_index\": 5, \"nodes\": []}", "no node 5" },
    { "{\"root_index\": 0, \"nodes\": [{\"type\": \"ffi.Map\", \"data\": []}]}", "not an IRModule" },
    { "{\"root_index\": 1, \"nodes\": [{\"type\": \"ffi.Map\", \"data\": []}, {\"type\": \"ir.IRModule\", \"data\": {\"functions\": 0}}]}",
      "no function" },
    { "{\"root_index\": 1, \"nodes\": [{\"type\": \"ffi.Map\", \"data\": [2, 3]}, {\"type\": \"ir.IRModule\", \"data\": {\"functions\": "
      "0}},"
      " {\"type\": \"ir.GlobalVar\", \"data\": {\"name_hint\": 4}}, {\"type\": \"relax.expr.Function\", \"data\": {}},"
      " {\"type\": \"ffi.String\", \"data\": \"main\"}]}", "not a PrimFunc" },
    { "{\"root_index\": 1, \"nodes\": [{\"type\": \"ffi.Map\", \"data\": [2, 3]}, {\"type\": \"ir.IRModule\", \"data\": {\"functions\": "
      "0}},"
      " {\"type\": \"ir.GlobalVar\", \"data\": {\"name_hint\": 4}}, {\"type\": \"tir.PrimFunc\", \"data\": {\"body\": 5, \"params\": 7}},"
      " {\"type\": \"ffi.String\", \"data\": \"main\"}, {\"type\": \"tir.SeqStmt\", \"data\": {\"seq\": 6}},"
      " {\"type\": \"ffi.Array\", \"data\": [5, 5]}, {\"type\": \"ffi.Array\", \"data\": []}]}", "cycle" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (tl_module_from_tvm_json (cases[i].json, &error));
      g_assert_error (error, TL_TVM_JSON_ERROR, TL_TVM_JSON_ERROR_READ);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].complaint));
    }
}

/* A module that cannot be read is described; its records are there all the same. */
static void
test_unread_workload (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL), *path = g_build_filename (folder, "database_workload.json", NULL);
  g_autofree char *records_path = g_build_filename (folder, "database_tuning_record.json", NULL), *line = NULL;
  g_autoptr (TlModule) module = read_module (ADD_ONE ("32"));
  g_autoptr (TlRecords) records = NULL;
  g_autoptr (GPtrArray) all = NULL;

  line = g_strdup_printf ("[0,[%s,[2e-06],null,null]]\n", SPLIT_BY ("4"));
  g_assert_true (g_file_set_contents (path, "[\"123\",\"e30=\"]\n", -1, NULL));
  g_assert_true (g_file_set_contents (records_path, line, -1, NULL));
  records = open_work_dir (folder);
  g_assert_nonnull (tl_records_problems (records));
  g_assert_nonnull (strstr (tl_records_problems (records)[0], "cannot be read"));
  all = tl_records_all (records, NULL, NULL);
  g_assert_cmpuint (all->len, ==, 1);
  g_assert_null (((TlRecord *) all->pdata[0])->module);
  g_assert_false (tl_records_has_workload (records, module));
  must_fail_saying (tl_records_set_workload (records, 1, module, &failure), "");
  g_assert_true (must (tl_records_set_workload (records, 0, module, &failure)));
  g_assert_cmpfloat (best_s (records, module), ==, 2e-6);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  static const char *const versions[] = { "tvm-0.16", "tvm-0.25", "tvm-0.27" };

  g_test_init (&argc, &argv, NULL);
  if (argc != 2)
    return 2;
  folder_of_tests = argv[1];
  g_test_add_func ("/records/records/project", test_project);
  g_test_add_func ("/records/records/work-dir", test_work_dir);
  g_test_add_func ("/records/records/comparison/work-dir", test_comparison_in_work_dir);
  g_test_add_func ("/records/records/unfinished-line", test_unfinished_line);
  g_test_add_func ("/records/records/not-tvms", test_not_tvms);
  g_test_add_func ("/records/records/deep-lines", test_deep_lines);
  g_test_add_func ("/records/records/no-file", test_no_file);
  g_test_add_func ("/records/records/unions", test_unions);
  g_test_add_func ("/records/records/schedule-fn", test_schedule_fn);
  g_test_add_func ("/records/records/apply", test_apply);
  g_test_add_func ("/records/records/equalities", test_equalities);
  g_test_add_func ("/records/records/forms", test_forms);
  g_test_add_func ("/records/records/all-lengths", test_all_lengths);
  g_test_add_func ("/records/records/strange-graphs", test_strange_graphs);
  g_test_add_func ("/records/records/unread-workload", test_unread_workload);
  g_test_add_data_func ("/records/records/damaged/tvm-0.27-forms", "tvm-0.27-forms", test_damaged_graphs);
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      add_test (test_recorded, versions[i], "/records/records/recorded/%s", versions[i]);
      add_test (test_damaged_graphs, versions[i], "/records/records/damaged/%s", versions[i]);
    }
  return g_test_run ();
}
