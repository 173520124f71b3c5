/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records and the modules that they go into: functions of other names, graphs beside them, programs that share their anchor block; many
 * processes.
 */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/ir/compare.h"
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "core/records/records.h"
#include "core/graph/task.h"
#include "tests/must.h"
#include "tests/read-module.h"
#include "tests/temporary.h"
#include "tests/program-text.h"

#define FUNCTION(name, n, value) \
  "    @T.prim_func\n" \
  "    def " name "(A: T.Buffer((" n ",), \"float32\"), B: T.Buffer((" n ",), \"float32\")):\n" \
  "        for i in range(" n "):\n" \
  "            with T.block(\"B\"):\n" \
  "                vi = T.axis.spatial(" n ", i)\n" \
  "                B[vi] = A[vi] " value "\n"

#define GRAPH(name) \
  "    @R.function\n" \
  "    def " name "(x: R.Tensor((32,), \"float32\")):\n" \
  "        return x\n"

#define CLASS "@I.ir_module\nclass Module:\n"

/* Splits the loop, so that the program is another one. */
#define SPLIT(func) \
  "[[[\"GetBlock\", [], [\"B\", \"" func "\"], [\"b0\"]], [\"GetLoops\", [\"b0\"], [], [\"l1\"]], [\"Split\", [\"l1\", \"None\", 4], [1, " \
                                         "0], [\"l2\", " \
  "\"l3\"]]], []]"

static void
commit (TlRecords *records, TlModule *module, const char *trace, double run_s)
{
  TlRecord           record = { .module = module, .trace_json = (char *) trace, .run_s = &run_s, .n_run_s = 1, .target = (char *) "llvm" };

  must (tl_records_commit (records, &record, &failure));
}

/* --- names --- */

/* One program as tasks, files and graphs have it. */
static const struct { const char *text, *function; } homes[] = {
  { CLASS FUNCTION ("main", "32", "+ T.float32(1)"), "main" },
  { CLASS FUNCTION ("linear0", "32", "+ T.float32(1)"), "linear0" },
  { CLASS FUNCTION ("linear0", "32", "+ T.float32(1)") GRAPH ("main"), "linear0" },
  { CLASS FUNCTION ("linear0", "32", "+ T.float32(1)") FUNCTION ("scale", "32", "* T.float32(2)") GRAPH ("main"), "linear0" },
  { CLASS "    I.module_attrs({\"task_weights\": {\"linear0\": 3}})\n" FUNCTION ("linear0", "32", "+ T.float32(1)"), "linear0" },
};

typedef TlRecords *(*OpenRecords) (const char *folder);

static TlRecords *
new_records (TlModuleEquality equality)
{
  g_autoptr (TlDatabase) database = tl_database_open (":memory:", NULL);

  return tl_records_new_project (database, equality);
}

static TlRecords *
open_project (const char *folder)
{
  return new_records (TL_MODULE_EQUALITY_STRUCTURAL);
}

static TlRecords *
open_work_dir (const char *folder)
{
  return must (tl_records_open_work_dir (folder, TL_MODULE_EQUALITY_STRUCTURAL, &failure));
}

static void
check_best (TlRecords *records, guint home, const char *what)
{
  g_autoptr (TlModule) module = read_module (homes[home].text);
  g_autoptr (TlState)  start = tl_state_new (module, 0), best = NULL;
  g_autofree char     *named = g_strdup_printf ("\"%s\"", homes[home].function), *trace = NULL;
  const TlPrimFunc    *before, *after;
  guint                n;

  best = must (tl_records_best_schedule (records, start, &n, &failure));
  if (best == NULL)
    {
      g_test_fail_printf ("%s: home %u has no record", what, home);
      return;
    }
  g_assert_cmpuint (n, ==, 1);
  before = tl_module_prim (module, homes[home].function);
  after = tl_module_prim (tl_state_module (best), homes[home].function);
  g_assert_false (tl_func_equal (before, after, NULL));
  g_assert_cmpuint (tl_state_module (best)->n_funcs, ==, module->n_funcs);
  /* The steps are a schedule of this module. */
  trace = tl_trace_to_text (best, TL_DIALECT_CLASSIC, FALSE);
  g_assert_nonnull (strstr (trace, named));
}

/* A record of one kind of file can be used from all the others, and after another tuning of the same program. */
static void
test_names (void)
{
  static const struct { const char *name; OpenRecords open; } backends[] = { { "project", open_project },
                                                                      { "work-dir", open_work_dir } };

  for (guint b = 0; b < G_N_ELEMENTS (backends); b++)
    for (guint from = 0; from < G_N_ELEMENTS (homes); from++)
      {
        g_autofree char      *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL);
        g_autoptr (TlRecords) records = backends[b].open (folder);
        g_autoptr (TlModule)  module = read_module (homes[from].text);
        g_autoptr (TlModule)  task = tl_task_module (module, homes[from].function);
        g_autofree char      *trace = g_strdup_printf (SPLIT ("%s"), task->prims[0]->name);

        g_assert_cmpuint (task->n_funcs, ==, 1);
        commit (records, task, trace, 2e-6);
        for (guint to = 0; to < G_N_ELEMENTS (homes); to++)
          check_best (records, to, backends[b].name);
        remove_folder (folder);
      }
}

/* TVM knows tasks as "main": so are they written, whatever they are called here. */
static void
test_main_in_work_dir (void)
{
  for (guint from = 0; from < G_N_ELEMENTS (homes); from++)
    {
      g_autofree char      *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL);
      g_autoptr (TlRecords) records = open_work_dir (folder), again = NULL;
      g_autoptr (TlModule)  module = read_module (homes[from].text);
      g_autoptr (TlModule)  task = tl_task_module (module, homes[from].function);
      g_autofree char      *trace = g_strdup_printf (SPLIT ("%s"), task->prims[0]->name);
      g_autoptr (GPtrArray) all = NULL;
      const TlRecord       *record;

      commit (records, task, trace, 2e-6);
      again = open_work_dir (folder);
      all = tl_records_all (again, NULL, NULL);
      g_assert_cmpuint (all->len, ==, 1);
      record = all->pdata[0];
      g_assert_cmpuint (record->module->n_prims, ==, 1);
      g_assert_cmpstr (record->module->prims[0]->name, ==, "main");
      g_assert_nonnull (strstr (record->trace_json, "\"main\""));
      g_assert_null (strstr (record->trace_json, "linear0"));
      remove_folder (folder);
    }
}

/* --- anchor blocks --- */

#define ROWS(loop, target) \
  BLOCK_SR (loop, "16, 16", target "[vi] = T.float32(0)", target "[vi] = " target "[vi] + A[vi, vk] * A[vi, vk]")

#define EACH(name, target, value) \
  BLOCK_S (name, "16", target "[vi] = " value)

#define PROGRAM(body) \
  "@T.prim_func\ndef main(A: T.Buffer((16, 16), \"float32\"), C: T.Buffer((16,), \"float32\")):\n    Y = T.alloc_buffer((16,))\n" body

/* Recorded for a sum that a relu follows; the relu moves into the sum's loop. */
#define FUSED_TRACE \
  "[[[\"GetBlock\", [], [\"sum\", \"main\"], [\"b0\"]], [\"GetLoops\", [\"b0\"], [], [\"l1\", \"l2\"]], " \
  "[\"Split\", [\"l1\", \"None\", 4], [1, 0], [\"l3\", \"l4\"]], [\"GetBlock\", [], [\"relu\", \"main\"], [\"b5\"]], " \
  "[\"ReverseComputeAt\", [\"b5\", \"l3\"], [0, -1], []], [\"EnterPostproc\", [], [], []], [\"GetBlock\", [], [\"root\", \"main\"], " \
  "[\"b6\"]], " \
  "[\"GetChildBlocks\", [\"b6\"], [], [\"b7\", \"b8\"]], [\"GetLoops\", [\"b7\"], [], [\"l9\", \"l10\", \"l11\"]], [\"Parallel\", " \
  "[\"l9\"], [], []], " \
  "[\"GetLoops\", [\"b8\"], [], [\"l12\", \"l13\"]], [\"Vectorize\", [\"l13\"], [], []], " \
  "[\"GetBlock\", [], [\"sum\", \"main\"], [\"b14\"]], [\"DecomposeReduction\", [\"b14\", \"l11\"], [], [\"b15\"]], " \
  "[\"GetBlock\", [], [\"sum_update\", \"main\"], [\"b16\"]], [\"Annotate\", [\"b16\", 1], [\"seen\"], []]], []]"

static void
test_anchor_block (void)
{
  static const struct { const char *text, *anchor, *others[3]; gboolean has_relu; } programs[] = {
    { PROGRAM (ROWS ("sum", "Y") EACH ("relu", "C", "T.max(Y[vi], T.float32(0))")), "sum", { "relu" }, TRUE },
    { PROGRAM (ROWS ("T_sum", "Y") EACH ("relu", "C", "T.max(Y[vi], T.float32(0))")), "T_sum", { "relu" }, TRUE },
    { PROGRAM (ROWS ("sum", "Y") EACH ("tanh", "C", "T.tanh(Y[vi])")), "sum", { "tanh" }, FALSE },
    { PROGRAM (ROWS ("rows", "C")), "rows", { NULL }, FALSE },
    { PROGRAM ("    Z = T.alloc_buffer((16,))\n" ROWS ("rows", "Y") EACH ("tanh", "Z",
                                                                          "T.tanh(Y[vi])") EACH ("relu", "C",
                                                                                                 "T.max(Z[vi], T.float32(0))")),
      "rows", { "tanh", "relu" }, FALSE },
  };
  g_autoptr (TlRecords) records = new_records (TL_MODULE_EQUALITY_ANCHOR_BLOCK);
  g_autoptr (TlModule)  recorded = read_module (programs[0].text);

  commit (records, recorded, FUSED_TRACE, 2e-6);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autoptr (TlModule) module = read_module (programs[i].text);
      g_autoptr (TlState)  start = tl_state_new (module, 0), best = NULL;
      g_autoptr (GError)   error = NULL;
      g_autofree char     *script = NULL, *init = g_strdup_printf ("T.block(\"%s_init\")", programs[i].anchor),
                          *update = g_strdup_printf ("T.block(\"%s_update\")", programs[i].anchor);

      best = tl_records_best_schedule (records, start, NULL, &error);
      if (best == NULL)
        {
          g_test_fail_printf ("program %u: %s", i, error != NULL ? error->message : "no record");
          continue;
        }
      script = tl_script_print (tl_state_module (best), TL_DIALECT_CLASSIC, NULL);
      g_test_message ("%s", script);
      g_assert_nonnull (strstr (script, "T.parallel(4)"));
      g_assert_nonnull (strstr (script, init));
      g_assert_nonnull (strstr (script, update));
      g_assert_nonnull (strstr (script, "\"seen\""));
      g_assert_cmpint (strstr (script, "T.vectorized") != NULL, ==, programs[i].has_relu);
      for (guint k = 0; programs[i].others[k] != NULL; k++)
        {
          g_autofree char *block = g_strdup_printf ("T.block(\"%s\")", programs[i].others[k]);

          g_assert_nonnull (strstr (script, block));
        }
    }
}

/* Names of blocks do not count when programs are compared: the best of one is the best of the other. */
static void
test_block_names (void)
{
  g_autoptr (TlRecords) records = new_records (TL_MODULE_EQUALITY_STRUCTURAL);
  g_autoptr (TlModule)  recorded = read_module (PROGRAM (ROWS ("sum", "Y") EACH ("relu", "C", "T.max(Y[vi], T.float32(0))")));
  g_autoptr (TlModule)  other = read_module (PROGRAM (ROWS ("relu", "Y") EACH ("sum", "C", "T.max(Y[vi], T.float32(0))")));
  g_autoptr (TlState)   start = tl_state_new (other, 0), there = tl_state_new (recorded, 0), best = NULL, same = NULL;

  commit (records, recorded, FUSED_TRACE, 2e-6);
  best = must (tl_records_best_schedule (records, start, NULL, &failure));
  same = must (tl_records_best_schedule (records, there, NULL, &failure));
  g_assert_true (tl_module_equal (tl_state_module (best), tl_state_module (same), NULL));
}

/* --- many at once --- */

#define N_PROCESSES 6
#define N_RECORDS   8

/* A process with a program of its own; it begins when all are there, before or after opening the folder. */
static void
write_records (const char *folder, guint process, int gate, gboolean opens_late)
{
  g_autofree char      *n = g_strdup_printf ("%u", 32 * (process + 1)),
                        *text = g_strdup_printf (CLASS FUNCTION ("main", "%s", "+ T.float32(1)"), n, n, n, n);
  g_autoptr (TlModule)  module = tl_script_read_text (text, NULL);
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlRecords) records = opens_late ? NULL : tl_records_open_work_dir (folder, TL_MODULE_EQUALITY_STRUCTURAL, &error);
  char                  byte;

  if (module == NULL || read (gate, &byte, 1) != 0)
    _exit (1);
  if (opens_late)
    records = tl_records_open_work_dir (folder, TL_MODULE_EQUALITY_STRUCTURAL, &error);
  if (records == NULL)
    {
      g_printerr ("%s\n", error->message);
      _exit (3);
    }
  for (guint i = 0; i < N_RECORDS; i++)
    {
      double   run_s = 1e-6 * (process + 1);
      TlRecord record = { .module = module, .trace_json = (char *) SPLIT ("main"), .run_s = &run_s, .n_run_s = 1 };

      if (!tl_records_commit (records, &record, NULL))
        _exit (2);
    }
  _exit (0);
}

static void
check_written (const char *folder)
{
  g_autoptr (TlRecords) records = open_work_dir (folder);
  g_autoptr (GPtrArray) all = tl_records_all (records, NULL, NULL);
  g_autoptr (GHashTable) modules = g_hash_table_new (NULL, NULL);

  g_assert_null (tl_records_problems (records));
  g_assert_cmpuint (all->len, ==, N_PROCESSES * N_RECORDS);
  for (guint i = 0; i < all->len; i++)
    {
      const TlRecord *record = all->pdata[i];
      gint64          extent = 0;

      g_hash_table_add (modules, record->module);
      g_assert_true (tl_buffer_get_extent (record->module->prims[0]->params[0].buffer, 0, &extent));
      g_assert_cmpfloat_with_epsilon (record->run_s[0], 1e-6 * (double) (extent / 32), 1e-12);
    }
  g_assert_cmpuint (g_hash_table_size (modules), ==, N_PROCESSES);
}

/* Each record is of its own program, and each program is there once. */
static void
test_many_processes (void)
{
  for (guint round = 0; round < 4; round++)
    {
      g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL);
      pid_t            children[N_PROCESSES];
      int              gate[2], status;

      g_assert_cmpint (pipe (gate), ==, 0);
      for (guint i = 0; i < N_PROCESSES; i++)
        {
          children[i] = fork ();
          if (children[i] != 0)
            continue;
          close (gate[1]);
          write_records (folder, i, gate[0], round % 2 == 1);
        }
      close (gate[0]);
      close (gate[1]);
      for (guint i = 0; i < N_PROCESSES; i++)
        {
          g_assert_cmpint (waitpid (children[i], &status, 0), ==, children[i]);
          g_assert_cmpint (status, ==, 0);
        }
      check_written (folder);
      remove_folder (folder);
    }
}

/* A last line that another program left without its end, or in the middle, when the next workload comes. */
static void
test_last_workload (void)
{
  static const gssize cuts[] = { 1, 40 };

  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      g_autofree char      *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL),
                            *path = g_build_filename (folder, "database_workload.json", NULL);
      g_autoptr (TlRecords) first = open_work_dir (folder), second = NULL, third = NULL;
      g_autoptr (TlModule)  a = read_module (CLASS FUNCTION ("main", "32", "+ T.float32(1)"));
      g_autoptr (TlModule)  b = read_module (CLASS FUNCTION ("main", "64", "+ T.float32(1)"));
      g_autoptr (TlModule)  c = read_module (CLASS FUNCTION ("main", "96", "+ T.float32(1)"));
      g_autofree char      *text = NULL, *whole = NULL;
      g_auto (GStrv)        lines = NULL;
      gsize                 length;

      commit (first, a, SPLIT ("main"), 1e-6);
      commit (first, b, SPLIT ("main"), 2e-6);
      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      g_assert_true (g_file_set_contents (path, text, (gssize) length - cuts[i], NULL));
      if (cuts[i] > 1)
        {
          g_autofree char *records = g_build_filename (folder, "database_tuning_record.json", NULL);

          g_unlink (records);
        }
      second = open_work_dir (folder);
      commit (second, c, SPLIT ("main"), 3e-6);
      commit (second, b, SPLIT ("main"), 2e-6);
      third = open_work_dir (folder);
      g_assert_null (tl_records_problems (third));
      g_assert_true (g_file_get_contents (path, &whole, NULL, NULL));
      lines = g_strsplit (whole, "\n", -1);
      g_assert_cmpuint (g_strv_length (lines), ==, 4);
      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (TlRecord) best = tl_records_best (third, k == 0 ? b : c, NULL);

          g_assert_nonnull (best);
          g_assert_cmpfloat (best->run_s[0], ==, k == 0 ? 2e-6 : 3e-6);
        }
      remove_folder (folder);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/records/record-modules/names", test_names);
  g_test_add_func ("/records/record-modules/main-in-work-dir", test_main_in_work_dir);
  g_test_add_func ("/records/record-modules/anchor-block", test_anchor_block);
  g_test_add_func ("/records/record-modules/block-names", test_block_names);
  g_test_add_func ("/records/record-modules/last-workload", test_last_workload);
  g_test_add_func ("/records/record-modules/many-processes", test_many_processes);
  return g_test_run ();
}
