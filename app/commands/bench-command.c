/* SPDX-License-Identifier: Apache-2.0 */
/* The project's benchmarks. They print figures and ratios; they do not pass or fail. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "app/commands/bench.h"
#include "app/commands/watch.h"
#include "core/device/cpu.h"
#include "core/schedule/trace.h"
#include "tileloom-config.h"

#define SCHEDULE_BENCH_NS (2 * G_GINT64_CONSTANT (1000000000))

gint64
tl_bench_thread_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

typedef struct
{
  const TlPrimitive *primitive;
  guint              n_steps;
  gint64             ns;         /* of all its steps in all rounds */
} PrimitiveCost;

static gint
by_cost (gconstpointer a, gconstpointer b)
{
  const PrimitiveCost *x = a, *y = b;

  return (x->ns < y->ns) - (x->ns > y->ns);
}

static PrimitiveCost *
cost_of (GArray *costs, const TlPrimitive *primitive)
{
  PrimitiveCost cost = { .primitive = primitive };

  for (guint i = 0; i < costs->len; i++)
    if (g_array_index (costs, PrimitiveCost, i).primitive == primitive)
      return &g_array_index (costs, PrimitiveCost, i);
  g_array_append_val (costs, cost);
  return &g_array_index (costs, PrimitiveCost, costs->len - 1);
}

/* Applies the steps one by one, which have the same variables on this start. */
static TlState *
replay_timed (TlState *start, GPtrArray *steps, GArray *costs, GError **error)
{
  TlState *current = tl_state_ref (start);

  for (guint i = 0; i < steps->len; i++)
    {
      const TlInst  *inst = tl_state_inst (g_ptr_array_index (steps, i));
      gint64         began = tl_bench_thread_ns ();
      TlState       *next = tl_state_apply (current, inst, error);
      PrimitiveCost *cost = cost_of (costs, inst->primitive);

      cost->ns += tl_bench_thread_ns () - began;
      cost->n_steps++;
      tl_state_unref (current);
      current = next;
      if (current == NULL)
        break;
    }
  return current;
}

static void
print_costs (GArray *costs)
{
  g_array_sort (costs, by_cost);
  for (guint i = 0; i < costs->len; i++)
    {
      const PrimitiveCost *cost = &g_array_index (costs, PrimitiveCost, i);

      printf ("  %-22s %6.2f µs per step\n", cost->primitive->name, (double) cost->ns * 1e-3 / cost->n_steps);
    }
}

/* Replays of a long tuned trace per second on one core, as in a search: without verification between the steps. */
static TlExit
bench_schedule (const TlBenchOptions *bench)
{
  g_autofree char *workload = tl_command_data_file ("workloads/matmul-128.py"),
                   *trace = tl_command_data_file ("schedules/matmul-128-tuned.trace.py");
  TlScheduleOptions options = { .file = trace };
  g_autoptr (TlModule) module = tl_command_load_module (workload, NULL);
  g_autoptr (TlState) checked = NULL, start = NULL, schedule = NULL;
  g_autoptr (GPtrArray) steps = NULL;
  g_autoptr (TlWatch) watch = NULL;
  g_autoptr (GArray) costs = g_array_new (FALSE, FALSE, sizeof (PrimitiveCost));
  gint64 ns = 0;
  guint  n = 0;
  TlExit exit;

  if (module == NULL)
    return TL_EXIT_USAGE;
  checked = tl_state_new (module, 0);
  start = tl_state_unchecked (checked);
  schedule = tl_command_apply (module, &options, &exit);
  if (schedule == NULL)
    return exit;
  steps = tl_state_steps (schedule);
  watch = tl_watch_new ("replaying a trace");
  for (; ns < SCHEDULE_BENCH_NS; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TlState) replayed = NULL, stepped = NULL;
      gint64 began = tl_bench_thread_ns ();

      replayed = tl_trace_replay (start, schedule, TRUE, FALSE, &error);
      g_clear_pointer (&replayed, tl_state_unref);
      ns += tl_bench_thread_ns () - began;
      stepped = error == NULL && n % 8 == 0 ? replay_timed (start, steps, costs, &error) : NULL;
      if (error != NULL)
        {
          tl_command_error (error);
          return TL_EXIT_REFUSED;
        }
    }
  g_clear_pointer (&watch, tl_watch_free);
  printf ("schedule  %.0f replays/s/core of a %u-step trace (%.2f µs per step)\n", n * 1e9 / (double) ns, steps->len,
          (double) ns * 1e-3 / n / steps->len);
  print_costs (costs);
  return TL_EXIT_DONE;
}

/* The window runs its benchmark and prints the result; without a display it runs under xvfb-run if that is installed. */
static TlExit
bench_ui (const TlBenchOptions *options)
{
  g_autofree char *window = g_build_filename (TL_BUILD_APPDIR, "tileloom", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "TILELOOM_NON_UNIQUE", "1", TRUE);
  gint status = 0;

  if (!g_file_test (window, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_free (window);
      window = g_find_program_in_path ("tileloom");
    }
  if (window == NULL)
    {
      fprintf (stderr, "tileloom-cli: the window program \"tileloom\" is not built\n");
      return TL_EXIT_FAILED;
    }
  if (g_getenv ("DISPLAY") == NULL && g_getenv ("WAYLAND_DISPLAY") == NULL)
    {
      static const char *const virtual_display[] = { "dbus-run-session", "--", "xvfb-run", "-a", "-s",
                                                     "-screen 0 1920x1080x24 -nolisten tcp" };

      for (guint i = 0; i < G_N_ELEMENTS (virtual_display); i++)
        g_ptr_array_add (argv, (gpointer) virtual_display[i]);
      environment = g_environ_setenv (environment, "GSETTINGS_BACKEND", "memory", TRUE);
    }
  g_ptr_array_add (argv, window);
  g_ptr_array_add (argv, (gpointer) "--benchmark");
  g_ptr_array_add (argv, NULL);
  fflush (stdout);
  if (!g_spawn_sync (NULL, (char **) argv->pdata, environment, G_SPAWN_SEARCH_PATH | G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, NULL, NULL,
                     &status,
                     &error)
      || !g_spawn_check_wait_status (status, &error))
    {
      tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  return TL_EXIT_DONE;
}

gboolean
tl_bench_is_chosen (const TlBenchOptions *options, const char *name)
{
  if (!g_ptr_array_find_with_equal_func (options->asked, name, g_str_equal, NULL))
    g_ptr_array_add (options->asked, g_strdup (name));
  if (options->names == NULL || options->names[0] == NULL)
    return TRUE;
  for (guint i = 0; options->names[i] != NULL; i++)
    if (g_pattern_match_simple (options->names[i], name))
      return TRUE;
  return FALSE;
}

static gboolean
matches_any (const TlBenchOptions *options, const char *pattern)
{
  for (guint i = 0; i < options->asked->len; i++)
    if (g_pattern_match_simple (pattern, options->asked->pdata[i]))
      return TRUE;
  return FALSE;
}

/* Reports names on the command line that the benchmark does not have. */
static TlExit
check_names (const TlBenchOptions *options, const char *bench)
{
  TlExit exit = TL_EXIT_DONE;

  for (guint i = 0; options->asked->len > 0 && options->names != NULL && options->names[i] != NULL; i++)
    if (!matches_any (options, options->names[i]))
      {
        fprintf (stderr, "tileloom-cli: bench %s has no \"%s\"; it has", bench, options->names[i]);
        for (guint k = 0; k < options->asked->len; k++)
          fprintf (stderr, " %s", (const char *) options->asked->pdata[k]);
        fprintf (stderr, "\n");
        exit = TL_EXIT_USAGE;
      }
  return exit;
}

static const struct
{
  const char *name;
  const char *summary;
  TlExit    (*run) (const TlBenchOptions *options);
} benches[] = {
  { "schedule", "replays of a long trace per second and core", bench_schedule },
  { "kernels", "kernels with their best known schedules, compared with the installed libraries", tl_bench_kernels },
  { "rules", "the same kernels with default schedule rules, without search", tl_bench_rules },
  { "tune", "the same kernels, tuned from unscheduled programs (64 trials each)", tl_bench_tune },
  { "search", "evolutionary search compared with random replay; candidates evaluated per second", tl_bench_search },
  { "run", "time to compile, measure and isolate a candidate, and to handle failures", tl_bench_run },
  { "model", "time and prediction accuracy of features and cost models, on the trials of projects or on new ones", tl_bench_model },
  { "scale", "time to parse, schedule, lower, compile and lay out programs of 10 to 3000 blocks", tl_bench_scale },
  { "soundness", "random schedules of random programs, checked in the interpreter and compiled; use of each primitive",
    tl_bench_soundness },
  { "ui", "start of the window, repaint after a primitive, plot of 100 000 trials, memory, frame times while tuning", bench_ui },
};

static TlExit
run_bench (int argc, char **argv)
{
  g_autofree char *strategy = NULL, *rules = NULL;
  TlBenchOptions options = { .n_threads = 1, .n_trials = 64, .n_schedules = TL_BENCH_SCHEDULES };
  const GOptionEntry entries[] = {
    { "rules", 0, 0, G_OPTION_ARG_STRING, &rules,
      "Schedule rules, or the name of a set, \"tvm\" for MetaSchedule's (search, model)", "LIST" },
    { "strategy", 0, 0, G_OPTION_ARG_STRING, &strategy, "Search strategy (tune, search)", "NAME" },
    { "model", 0, 0, G_OPTION_ARG_STRING, &options.model, "Cost model to evaluate (model), as in \"xgb(max_depth=4)\"", "MODEL" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.as_json, "Print JSON (kernels, rules, tune, run, scale, soundness)", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    { "rounds", 0, TL_NUMBER_INT, &options.n_rounds, 1, 1000000,
      "Rounds of a comparison, at least 11 (kernels, rules, tune); number of seeds (search)", "N" },
    { "threads", 0, TL_NUMBER_INT, &options.n_threads, 1, 4096,
      "Threads of each program (kernels, rules, tune); threads of the test (soundness); 1 by default", "N" },
    { "trials", 'n', TL_NUMBER_INT, &options.n_trials, 1, 100000000, "Trials per kernel (tune, search); 64 by default", "N" },
    { "seed", 0, TL_NUMBER_INT, &options.seed, 0, HUGE_VAL, "Seed of the search (tune); of the first schedule (soundness)", "N" },
    { "schedules", 0, TL_NUMBER_INT, &options.n_schedules, 1, 100000000, "Number of random schedules (soundness); 10000 by default", "N" },
    { NULL },
  };
  TlExit   exit = TL_EXIT_DONE;
  gboolean known = FALSE;

  if (!tl_command_parse (&tl_command_bench_row, &argc, &argv, entries, numbers, 0, -1))
    return TL_EXIT_USAGE;
  if (argc > 0)
    argv[argc] = NULL;   /* parsed options may remain behind the positional arguments */
  options.rules = rules;
  options.strategy = strategy != NULL ? strategy : (char *) "evolutionary";
  options.names = argc > 1 ? argv + 1 : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (benches); i++)
    if (argc == 0 || strcmp (argv[0], benches[i].name) == 0)
      {
        g_autoptr (GPtrArray) asked = options.asked = g_ptr_array_new_with_free_func (g_free);
        TlExit one = benches[i].run (&options);

        known = TRUE;
        if (one == TL_EXIT_DONE)
          one = check_names (&options, benches[i].name);
        exit = MAX (exit, one);
      }
  if (known)
    return exit;
  fprintf (stderr, "tileloom-cli: there is no benchmark \"%s\"; there are:\n", argv[0]);
  for (guint i = 0; i < G_N_ELEMENTS (benches); i++)
    fprintf (stderr, "  %-9s %s\n", benches[i].name, benches[i].summary);
  return TL_EXIT_USAGE;
}

const TlCommand tl_command_bench_row = { "bench",
                                         "[schedule|kernels [NAME…]|rules [NAME…]|tune [NAME…]|search [NAME…]|run [NAME…]|model "
                                         "[PROJECT.tileloom…]|scale [BLOCKS…]|soundness|ui]", "Run the project's benchmarks", run_bench };
