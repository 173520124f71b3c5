/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks of modules, task schedulers on recorded latencies, rounds and budgets, the table. */
#include <stdlib.h>
#include <string.h>

#include "core/graph/task.h"
#include "core/search/task-rounds.h"
#include "core/search/task-table.h"
#include "tileloom-config.h"
#include "tests/must.h"
#include "tests/read-module.h"

/* --- tasks of a module --- */

#define FUNC(name, attrs, n, op)                                                                                                          \
  "    @T.prim_func\n"                                                                                                                    \
  "    def " name "(A: T.Buffer((" n ",), \"float32\"), B: T.Buffer((" n ",), \"float32\")):\n"                                           \
  "        T.func_attr({\"global_symbol\": \"" name "\", \"tir.noalias\": True" attrs "})\n"                                              \
  "        for i in range(" n "):\n"                                                                                                      \
  "            with T.block(\"B\"):\n"                                                                                                    \
  "                vi = T.axis.spatial(" n ", i)\n"                                                                                       \
  "                B[vi] = A[vi] " op " T.float32(3)\n"

#define MODULE "@I.ir_module\nclass Module:\n"

static GPtrArray *
extract (const TlModule *module, const char *const *ops, const TlTaskWeight *weights, guint n_weights)
{
  return must (tl_tasks_extract (module, ops, weights, n_weights, &failure));
}

static const TlTask *
task_at (GPtrArray *tasks, guint index)
{
  g_assert_cmpuint (index, <, tasks->len);
  return tasks->pdata[index];
}

/* Equal functions are one task, whatever they are called; weights come from attributes, and from the request before these. */
static void
test_extract (void)
{
  g_autoptr (TlModule) module = read_module (MODULE "    I.module_attrs({\"task_weights\": {\"d\": 2.5}})\n" FUNC ("d", "", "8", "*")
                                                 FUNC ("a", ", \"task_weight\": 3", "8",
                                                       "+") FUNC ("c", "", "16", "+") FUNC ("b", "", "8", "+"));
  TlTaskWeight request[] = { { "c", 7 }, { "b", 5 } };
  g_autoptr (GPtrArray) tasks = extract (module, NULL, NULL, 0), weighed = extract (module, NULL, request, 2);

  g_assert_cmpuint (tasks->len, ==, 3);
  g_assert_cmpstr (task_at (tasks, 0)->name, ==, "a");
  g_assert_cmpfloat (task_at (tasks, 0)->weight, ==, 4);
  g_assert_cmpuint (task_at (tasks, 0)->func_names->len, ==, 2);
  g_assert_cmpstr (task_at (tasks, 0)->func_names->pdata[0], ==, "a");
  g_assert_cmpstr (task_at (tasks, 0)->func_names->pdata[1], ==, "b");
  g_assert_cmpstr (task_at (tasks, 1)->name, ==, "c");
  g_assert_cmpfloat (task_at (tasks, 1)->weight, ==, 1);
  g_assert_cmpfloat (task_at (tasks, 1)->flops, ==, 16);
  g_assert_cmpuint (task_at (tasks, 1)->module->n_prims, ==, 1);
  g_assert_cmpstr (task_at (tasks, 1)->module->prims[0]->name, ==, "main");
  g_assert_cmpstr (task_at (tasks, 2)->name, ==, "d");
  g_assert_cmpfloat (task_at (tasks, 2)->weight, ==, 2.5);
  g_assert_cmpfloat (task_at (weighed, 0)->weight, ==, 8);
  g_assert_cmpfloat (task_at (weighed, 1)->weight, ==, 7);
}

static void
test_ops (void)
{
  const char *const some[] = { "b", "c", NULL }, *const none[] = { "e", NULL };
  g_autoptr (TlModule) module = read_module (MODULE FUNC ("a", "", "8", "+") FUNC ("b", "", "8", "+") FUNC ("c", "", "16", "+"));
  g_autoptr (GPtrArray) tasks = extract (module, some, NULL, 0), missing = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (tasks->len, ==, 2);
  g_assert_cmpstr (task_at (tasks, 0)->name, ==, "b");
  g_assert_cmpfloat (task_at (tasks, 0)->weight, ==, 1);
  missing = tl_tasks_extract (module, none, NULL, 0, &error);
  g_assert_error (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "no function \"e\"; its functions are a, b, c"));
}

#define SCALE(name, op) \
  "    @T.prim_func(private=True)\n" \
  "    def " name "(A: T.Buffer((8,), \"float32\"), s: T.Buffer((), \"float32\"), B: T.Buffer((8,), \"float32\")):\n" \
  "        for i in range(8):\n" \
  "            with T.block(\"B\"):\n" \
  "                vi = T.axis.spatial(8, i)\n" \
  "                B[vi] = A[vi] " op " s[()]\n"
#define CALL(result, name, tensor, number) \
  "            " result " = R.call_tir(cls." name ", (" tensor ", " number "), out_sinfo=R.Tensor((8,), \"float32\"))\n"

/* Parameters that are constants in each call, also of equal functions, and through views. */
static void
test_constants (void)
{
  g_autoptr (TlModule) module = read_module (
      MODULE SCALE ("a", "*") SCALE ("a1", "*") SCALE ("b", "+") SCALE ("b1", "+") SCALE ("c", "-") SCALE ("d", "/")
      "    @R.function\n"
      "    def main(x: R.Tensor((8,), \"float32\"), s: R.Tensor((), \"float32\")) -> R.Tensor((8,), \"float32\"):\n"
      "        cls = Module\n"
      "        with R.dataflow():\n"
      CALL ("lv", "a", "x", "R.const(2.0, \"float32\")")
      CALL ("lv1", "a1", "lv", "R.const(3.0, \"float32\")")
      CALL ("lv2", "b", "lv1", "R.const(3.0, \"float32\")")
      CALL ("lv3", "b1", "lv2", "s")
      "            lv4 = R.reshape(R.const(3.0, \"float32\"), R.shape([]))\n"
      CALL ("lv5", "c", "lv3", "lv4")
      "            R.output(lv5)\n"
      "        return lv5\n");
  g_autoptr (GPtrArray) tasks = extract (module, NULL, NULL, 0);

  g_assert_cmpuint (tasks->len, ==, 4);
  g_assert_cmpuint (task_at (tasks, 0)->constants, ==, 1 << 1);
  g_assert_cmpfloat (task_at (tasks, 0)->weight, ==, 2);
  g_assert_cmpuint (task_at (tasks, 1)->constants, ==, 0);
  g_assert_cmpuint (task_at (tasks, 2)->constants, ==, 1 << 1);
  g_assert_cmpuint (task_at (tasks, 3)->constants, ==, 0);   /* no graph calls it */
}

/* A function alone is tuned as it stands. */
static void
test_lone_function (void)
{
  g_autoptr (TlModule) module = read_module (MODULE FUNC ("a", "", "8", "+"));
  g_autoptr (GPtrArray) tasks = extract (module, NULL, NULL, 0);

  g_assert_cmpuint (tasks->len, ==, 1);
  g_assert_true (task_at (tasks, 0)->module == module);
}

static void
test_bad_weights (void)
{
  static const char *const attrs[] = { ", \"task_weight\": 0", ", \"task_weight\": -1.5", ", \"task_weight\": \"many\"" };
  TlTaskWeight unknown = { "z", 1 }, zero = { "a", 0 };

  for (guint i = 0; i < G_N_ELEMENTS (attrs); i++)
    {
      g_autofree char *text = g_strdup_printf (MODULE FUNC ("a", "%s", "8", "+"), attrs[i]);
      g_autoptr (TlModule) module = read_module (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) tasks = tl_tasks_extract (module, NULL, NULL, 0, &error);

      g_assert_error (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, "weight of a"));
      g_clear_error (&error);
      tasks = tl_tasks_extract (module, NULL, i == 0 ? &unknown : &zero, 1, &error);
      g_assert_error (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID);
    }
}

/* --- schedulers on recorded latencies --- */

#define MAX_TASKS  8u
#define MAX_ROUNDS 256u

/* A block of task-rounds.txt: what TVM's scheduler picked on these latencies (tests/oracle/compare-task-schedulers.py). */
typedef struct
{
  char   scheduler[80];
  guint  n_tasks;
  double weights[MAX_TASKS];
  double latencies_s[MAX_TASKS][MAX_ROUNDS];   /* of the one trial of a round; 0: a failure */
  guint  n_rounds[MAX_TASKS];
  gint   picks[MAX_ROUNDS];
  guint  n_picks;
} Recorded;

static TlTaskRounds *
rounds_new (const char *scheduler, const TlTaskBudget *budget, const double *weights, guint n_tasks)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlComponent component;

  must (tl_task_scheduler_parse (arena, scheduler, &component, &failure));
  return tl_task_rounds_new (&component, budget, weights, n_tasks, 1);
}

/* One trial a round, one round at a time: the order of tasks is the scheduler's alone. */
static void
check_picks (const Recorded *recorded)
{
  TlTaskBudget budget = { .max_trials_global = recorded->n_picks, .trials_per_iter = 1 };
  g_autoptr (TlTaskRounds) rounds = rounds_new (recorded->scheduler, &budget, recorded->weights, recorded->n_tasks);
  guint n_trials, first, done[MAX_TASKS] = { 0 };

  for (guint i = 0; i < recorded->n_picks; i++)
    {
      gint task = tl_task_rounds_next (rounds, &n_trials);

      g_assert_cmpint (task, ==, recorded->picks[i]);
      g_assert_cmpuint (n_trials, ==, 1);
      g_assert_cmpint (tl_task_rounds_oldest (rounds, &first, &n_trials), ==, task);
      g_assert_cmpuint (first, ==, done[task]);
      g_assert_cmpuint (done[task], <, recorded->n_rounds[task]);
      tl_task_rounds_join (rounds, &recorded->latencies_s[task][done[task]++], 1);
    }
  g_assert_cmpint (tl_task_rounds_next (rounds, &n_trials), ==, TL_TASK_NONE);
}

static void
read_line (Recorded *recorded, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint          n = g_strv_length (words);

  if (strcmp (words[0], "scheduler") == 0)
    {
      *recorded = (Recorded) { 0 };
      g_strlcpy (recorded->scheduler, line + strlen ("scheduler "), sizeof recorded->scheduler);
    }
  else if (strcmp (words[0], "task") == 0)
    {
      guint task = recorded->n_tasks++;

      g_assert_cmpuint (task, <, MAX_TASKS);
      g_assert_cmpuint (n - 2, <=, MAX_ROUNDS);
      recorded->weights[task] = g_ascii_strtod (words[1], NULL);
      for (guint i = 2; i < n; i++)
        recorded->latencies_s[task][recorded->n_rounds[task]++] = strcmp (words[i], "failed") == 0 ? 0 : g_ascii_strtod (words[i], NULL);
    }
  else
    {
      g_assert_cmpstr (words[0], ==, "picks");
      for (guint i = 1; i < n; i++)
        recorded->picks[recorded->n_picks++] = atoi (words[i]);
    }
}

static void
test_recorded (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree Recorded *recorded = g_new0 (Recorded, 1);
  guint n_checked = 0;

  g_assert_true (g_file_get_contents (TEST_DIR "/task-rounds.txt", &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (lines[i][0] == '\0' || lines[i][0] == '#')
        continue;
      read_line (recorded, lines[i]);
      if (!g_str_has_prefix (lines[i], "picks"))
        continue;
      g_test_message ("%s, %u tasks, %u rounds", recorded->scheduler, recorded->n_tasks, recorded->n_picks);
      check_picks (recorded);
      n_checked++;
    }
  g_assert_cmpuint (n_checked, >=, 8);
}

/* Weights 1, 4, 1, 2, window 1, alpha 0.5, worked out by hand: after the first pass gradients are weight * L / 2. */
static void
test_by_hand (void)
{
  static const Recorded recorded = {
    .scheduler = "gradient(alpha=0.5, window_size=1)", .n_tasks = 4, .weights = { 1, 4, 1, 2 },
    .latencies_s = { { 8, 4, 4 }, { 4, 3, 3, 3 }, { 6, 6, 6 }, { 2, 2, 2 } }, .n_rounds = { 3, 4, 3, 3 },
    /*
     * 4 8 3 2        task 1; L = 3, n = 2:  4 * (0.5 * (4 - 3) / 1 + 0.5 * 3 / 2) = 5
     * 4 5 3 2        task 1; n = 3:         4 * (0               + 0.5 * 3 / 3)   = 2
     * 4 2 3 2        task 0; L = 4, n = 2:  0.5 * 4 + 0.5 * 4 / 2                 = 3
     * 3 2 3 2        task 0, the first of the two; n = 3: 0.5 * 4 / 3             = 0.67
     * 0.67 2 3 2     task 2; n = 2:         0.5 * 6 / 2                           = 1.5
     * 0.67 2 1.5 2   task 1
     */
    .picks = { 0, 1, 2, 3, 1, 1, 0, 0, 2, 1 }, .n_picks = 10,
  };

  check_picks (&recorded);
}

static void
test_round_robin (void)
{
  static const Recorded recorded = { .scheduler = "round-robin", .n_tasks = 3, .weights = { 1, 9, 1 },
                                     .latencies_s = { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } }, .n_rounds = { 3, 3, 3 },
                                     .picks = { 0, 1, 2, 0, 1, 2, 0 }, .n_picks = 7 };

  check_picks (&recorded);
}

static void
test_scheduler_errors (void)
{
  static const char *const bad[] = { "greedy", "gradient(alpha=2)", "gradient(alpha=\"x\")", "gradient(window_size=0)", "round-robin(1)",
                                     "round-robin, round-robin", "" };
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlComponent component;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    must_fail (tl_task_scheduler_parse (arena, bad[i], &component, &failure), TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX);
}

/* --- rounds and budgets --- */

static void
join_with (TlTaskRounds *rounds, double latency_s, guint n)
{
  g_autofree double *latencies = g_new (double, n + 1);

  for (guint i = 0; i < n; i++)
    latencies[i] = latency_s;
  tl_task_rounds_join (rounds, latencies, n);
}

static void
assert_next (TlTaskRounds *rounds, gint task, guint n_trials)
{
  guint n;

  g_assert_cmpint (tl_task_rounds_next (rounds, &n), ==, task);
  g_assert_cmpuint (n, ==, n_trials);
}

/* The last round is what is left; a task's own budget ends it. */
static void
test_budgets (void)
{
  TlTaskBudget budget = { .max_trials_global = 20, .max_trials_per_task = 12, .trials_per_iter = 8 };
  double weights[] = { 5, 1 };
  g_autoptr (TlTaskRounds) rounds = rounds_new ("gradient", &budget, weights, 2);

  assert_next (rounds, 0, 8);
  assert_next (rounds, 1, 8);
  assert_next (rounds, TL_TASK_WAIT, 0);
  join_with (rounds, 1, 8);
  assert_next (rounds, TL_TASK_WAIT, 0);
  join_with (rounds, 1, 8);
  assert_next (rounds, 0, 4);
  assert_next (rounds, TL_TASK_NONE, 0);
  g_assert_cmpuint (tl_task_rounds_n_under_way (rounds), ==, 1);
  g_assert_false (tl_task_rounds_is_done (rounds, 0));
  join_with (rounds, 1, 4);
  g_assert_true (tl_task_rounds_is_done (rounds, 0));
  g_assert_false (tl_task_rounds_is_done (rounds, 1));
}

/* Trials that an exhausted task leaves go to the others. */
static void
test_exhausted (void)
{
  TlTaskBudget budget = { .max_trials_global = 16, .trials_per_iter = 8 };
  double weights[] = { 5, 1 };
  g_autoptr (TlTaskRounds) rounds = rounds_new ("gradient", &budget, weights, 2);

  assert_next (rounds, 0, 8);
  assert_next (rounds, 1, 8);
  join_with (rounds, 1, 3);
  g_assert_true (tl_task_rounds_is_done (rounds, 0));
  join_with (rounds, 1, 8);
  assert_next (rounds, 1, 5);
}

/* Failures are trials that bring nothing better. */
static void
test_early_stop (void)
{
  TlTaskBudget budget = { .max_trials_global = 1000, .trials_per_iter = 2, .stop_after = 4 };
  double weights[] = { 1, 1 }, better[] = { 3, 2 }, worse[] = { 0, 2 };
  g_autoptr (TlTaskRounds) rounds = rounds_new ("round-robin", &budget, weights, 2);

  for (guint i = 0; i < 2; i++)
    {
      assert_next (rounds, 0, 2);
      tl_task_rounds_join (rounds, i == 0 ? better : worse, 2);
      assert_next (rounds, 1, 2);
      tl_task_rounds_join (rounds, better, 2);
    }
  g_assert_false (tl_task_rounds_is_done (rounds, 0));
  assert_next (rounds, 0, 2);
  tl_task_rounds_join (rounds, worse, 2);
  g_assert_true (tl_task_rounds_is_done (rounds, 0));
  assert_next (rounds, 1, 2);
  tl_task_rounds_join (rounds, better, 2);
  g_assert_true (tl_task_rounds_is_done (rounds, 1));
  assert_next (rounds, TL_TASK_NONE, 0);
}

/* A task of which nothing runs comes after all others, and ends nothing. */
static void
test_nothing_measured (void)
{
  TlTaskBudget budget = { .max_trials_global = 100, .trials_per_iter = 1 };
  double weights[] = { 100, 1 };
  g_autoptr (TlTaskRounds) rounds = rounds_new ("gradient", &budget, weights, 2);

  assert_next (rounds, 0, 1);
  join_with (rounds, 0, 1);
  for (guint i = 0; i < 20; i++)
    {
      assert_next (rounds, 1, 1);
      join_with (rounds, 1, 1);
    }
}

static void
test_round_size (void)
{
  TlTaskBudget small = { .max_trials_global = 64 }, large = { .max_trials_global = 10000 }, tiny = { .max_trials_global = 3 },
               given = { .max_trials_global = 64, .trials_per_iter = 33 };

  g_assert_cmpuint (tl_task_budget_round (&small, 1), ==, 8);
  g_assert_cmpuint (tl_task_budget_round (&small, 4), ==, 8);
  g_assert_cmpuint (tl_task_budget_round (&small, 16), ==, 4);
  g_assert_cmpuint (tl_task_budget_round (&large, 1), ==, 64);
  g_assert_cmpuint (tl_task_budget_round (&tiny, 4), ==, 1);
  g_assert_cmpuint (tl_task_budget_round (&given, 4), ==, 33);
}

/* --- the table --- */

static void
test_table (void)
{
  static const TlTaskStatus before = { .name = "main", .flops = 4194304, .weight = 1 },
                            after = { .name = "main", .flops = 4194304, .weight = 1, .best_s = 1240.1912e-6, .n_trials = 5 },
                            large = { .name = "main", .flops = 10737418240, .weight = 1, .best_s = 166285.3613e-6, .n_trials = 64,
                                      .is_done = TRUE },
                            two[] = { { .name = "dense_relu", .flops = -1, .weight = 2.5, .best_s = 10e-6, .n_trials = 8 },
                                      { .name = "sum", .flops = 100, .weight = 4, .n_trials = 8, .is_done = TRUE } };
  g_autofree char *empty = tl_task_table_print (&before, 1), *some = tl_task_table_print (&after, 1),
                   *done = tl_task_table_print (&large, 1),
                  *both = tl_task_table_print (two, 2);

  /* As MetaSchedule prints them, digit by digit. */
  g_assert_cmpstr (empty, ==,
                   " ID | Name |    FLOP | Weight | Speed (GFLOPS) | Latency (us) | Weighted Latency (us) | Trials | Done \n"
                   "------------------------------------------------------------------------------------------------------\n"
                   "  0 | main | 4194304 |      1 |            N/A |          N/A |                   N/A |      0 |      \n"
                   "------------------------------------------------------------------------------------------------------\n"
                   "Total trials: 0\n"
                   "Total latency (us): 0\n");
  g_assert_nonnull (strstr (some,
                            "  0 | main | 4194304 |      1 |         3.3820 |    1240.1912 |             1240.1912 |      5 |      \n"));
  g_assert_nonnull (strstr (some, "Total trials: 5\nTotal latency (us): 1240.19\n"));
  g_assert_cmpstr (done, ==,
                   " ID | Name |        FLOP | Weight | Speed (GFLOPS) | Latency (us) | Weighted Latency (us) | Trials | Done \n"
                   "----------------------------------------------------------------------------------------------------------\n"
                   "  0 | main | 10737418240 |      1 |        64.5722 |  166285.3613 |           166285.3613 |     64 |    Y \n"
                   "----------------------------------------------------------------------------------------------------------\n"
                   "Total trials: 64\n"
                   "Total latency (us): 166285\n");
  g_assert_nonnull (strstr (both,
                            "  0 | dense_relu |  N/A |    2.5 |            N/A |      10.0000 |               25.0000 |      8 |      \n"));
  g_assert_nonnull (strstr (both,
                            "  1 |        sum |  100 |      4 |            N/A |          N/A |                   N/A |      8 |    Y \n"));
  g_assert_nonnull (strstr (both, "Total trials: 16\nTotal latency (us): 25\n"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/tasks/extract", test_extract);
  g_test_add_func ("/search/tasks/ops", test_ops);
  g_test_add_func ("/search/tasks/constants", test_constants);
  g_test_add_func ("/search/tasks/lone-function", test_lone_function);
  g_test_add_func ("/search/tasks/bad-weights", test_bad_weights);
  g_test_add_func ("/search/tasks/recorded", test_recorded);
  g_test_add_func ("/search/tasks/by-hand", test_by_hand);
  g_test_add_func ("/search/tasks/round-robin", test_round_robin);
  g_test_add_func ("/search/tasks/scheduler-errors", test_scheduler_errors);
  g_test_add_func ("/search/tasks/budgets", test_budgets);
  g_test_add_func ("/search/tasks/exhausted", test_exhausted);
  g_test_add_func ("/search/tasks/early-stop", test_early_stop);
  g_test_add_func ("/search/tasks/nothing-measured", test_nothing_measured);
  g_test_add_func ("/search/tasks/round-size", test_round_size);
  g_test_add_func ("/search/tasks/table", test_table);
  return g_test_run ();
}
