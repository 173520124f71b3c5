/* SPDX-License-Identifier: Apache-2.0 */
/* tileloom-bench: the project's benchmarks. They print figures and ratios; they do not pass or fail. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/base/extremum.h"
#include "tests/bench/bench.h"
#include "tileloom-config.h"

#define N_ROUNDS 30
#define WORKER TL_BUILDDIR "/tests/bench/tileloom-bench-worker"

gint64
tl_bench_thread_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

guint
tl_bench_share (const TlBenchOptions *options, guint n)
{
  return options->n_rounds > 0 ? (guint) tl_max (1, (guint64) n * (guint) options->n_rounds / N_ROUNDS) : n;
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
        g_autoptr (GString) known = g_string_new (NULL);

        for (guint k = 0; k < options->asked->len; k++)
          g_string_append_printf (known, " %s", (const char *) options->asked->pdata[k]);
        tl_command_message ("%s has no \"%s\"; it has%s", bench, options->names[i], known->str);
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
  { "schedule", "replays of a long trace per second and core", tl_bench_schedule },
  { "kernels", "kernels with their best known schedules, compared with the installed libraries", tl_bench_kernels },
  { "rules", "the same kernels with default schedule rules, without search", tl_bench_rules },
  { "programs", "programs as people write them with default schedule rules, beside the least time that the machine allows",
    tl_bench_programs },
  { "gpu", "default schedules on a GPU, beside cuBLAS and the GPU's own copy", tl_bench_gpu },
  { "tune", "the same kernels, tuned from unscheduled programs (64 trials each)", tl_bench_tune },
  { "search", "evolutionary search compared with random replay; candidates evaluated per second", tl_bench_search },
  { "run", "time to compile, measure and isolate a candidate, and to handle failures", tl_bench_run },
  { "model", "time and prediction accuracy of features and cost models, on the trials of projects or on new ones", tl_bench_model },
  { "scale", "time to parse, schedule, lower, compile and lay out programs of 10 to 3000 blocks", tl_bench_scale },
  { "soundness", "random schedules of random programs, checked in the interpreter and compiled; use of each primitive",
    tl_bench_soundness },
  { "gpu-soundness", "random schedules for GPUs, emulated, assembled and run by OpenCL; faults put into kernels; speed of the emulator",
    tl_bench_gpu_soundness },
  { "repair", "random refused steps, and how many the search for a repair makes possible", tl_bench_repair },
  { "schedules", "schedules as people write them, compiled here and by TVM", tl_bench_schedules },
  { "explain", "which step of two schedules brought what, along the way and alone, and their sum", tl_bench_explain },
  { "suggestions", "steps worth trying, timed, and how well their predicted gains put them in order", tl_bench_suggestions },
  { "traffic", "bytes moved between levels of memory, predicted and simulated", tl_bench_traffic },
  { "gpu-static", "predicted times of GPU kernels against reported figures", tl_bench_gpu_static },
  { "ui", "start of the window, repaint after a primitive, drags, buffers of a matmul, plot of 100 000 trials, frames while tuning, "
          "the longest hold of each key",
    tl_bench_ui },
};

static const TlCommand command = { .arguments = "[schedule|kernels [NAME…]|rules [NAME…]|programs [NAME…]|gpu [NAME…]|tune [NAME…]|"
                                                "search [NAME…]|run [NAME…]|model [PROJECT.tileloom…]|scale [BLOCKS…]|soundness|"
                                                "gpu-soundness [kernels|code|opencl|faults|emulator]|repair|schedules [NAME…]|"
                                                "explain [NAME…]|suggestions [NAME…]|traffic [NAME…]|gpu-static [NAME…]|"
                                                "ui [primitive|drag|nest|graph|data|plot|parallel|tuning|keys]]",
                                   .summary = "Run the project's benchmarks" };

static TlExit
run_benches (int argc, char **argv)
{
  g_autofree char *strategy = NULL, *rules = NULL, *gains = NULL, *model = NULL, *target = NULL, *device = NULL;
  TlBenchOptions options = { .n_threads = 1, .n_trials = 64 };
  const GOptionEntry entries[] = {
    { "rules", 0, 0, G_OPTION_ARG_STRING, &rules,
      "Schedule rules, or the name of a set, \"tvm\" for MetaSchedule's (search, model)", "LIST" },
    { "strategy", 0, 0, G_OPTION_ARG_STRING, &strategy, "Search strategy (tune, search)", "NAME" },
    { "model", 0, 0, G_OPTION_ARG_STRING, &model, "Cost model to evaluate (model), as in \"xgb(max_depth=4)\"", "MODEL" },
    { "target", 0, 0, G_OPTION_ARG_STRING, &target, "Target to compile for (schedules); the host by default", "TARGET" },
    { "steps", 0, 0, G_OPTION_ARG_NONE, &options.by_step, "Time each step of the schedules, and print a table by primitive (schedules)",
      NULL },
    { "gains", 0, 0, G_OPTION_ARG_FILENAME, &gains, "Write that table to a file, too, as the window reads it (schedules --steps)", "FILE" },
    { "device", 0, 0, G_OPTION_ARG_STRING, &device, "Device of the programs (gpu): cuda, the default, or opencl", "DEVICE" },
    { "small", 0, 0, G_OPTION_ARG_NONE, &options.is_small, "Small sizes, as for an OpenCL driver that runs on the CPU (gpu)", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.as_json,
      "Print JSON (kernels, rules, programs, gpu with all samples, tune, run, scale, soundness)", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    { "rounds", 0, TL_NUMBER_INT, &options.n_rounds, 1, 1000000,
      "Rounds of a comparison, at least 11 (kernels, rules, tune), 21 by default (gpu); number of seeds (search); frames of "
      "each figure (ui), 30 by default, with less of everything in proportion (ui, model, schedule, explain)", "N" },
    { "threads", 0, TL_NUMBER_INT, &options.n_threads, 1, 4096,
      "Threads of each program (kernels, rules, programs, tune); threads of the test (soundness, gpu-soundness); 1 by default", "N" },
    { "trials", 'n', TL_NUMBER_INT, &options.n_trials, 1, 100000000, "Trials per kernel (tune, search); 64 by default", "N" },
    { "seed", 0, TL_NUMBER_INT, &options.seed, 0, HUGE_VAL,
      "Seed of the search (tune); of the first schedule (soundness, gpu-soundness, repair, schedules)", "N" },
    { "schedules", 0, TL_NUMBER_INT, &options.n_schedules, 1, 100000000,
      "Number of random schedules (soundness), 10000 by default; of kernels, and in proportion of the others (gpu-soundness), 3000 by "
      "default; each with a refused step (repair), 200 by default; for each program "
      "(schedules), 30 by default", "N" },
    { "slow", 0, TL_NUMBER_INT, &options.n_slow, 0, 100000,
      "Print the N schedules that are slowest compared with TVM, or the N steps of each primitive that slowed most (schedules)", "N" },
    { NULL },
  };
  TlExit   exit = TL_EXIT_DONE;
  gboolean known = FALSE;

  if (!tl_command_parse (&command, &argc, &argv, entries, numbers, 0, -1))
    return TL_EXIT_USAGE;
  if (argc > 0)
    argv[argc] = NULL;   /* parsed options may remain behind the positional arguments */
  options.rules = rules;
  options.gains = gains;
  options.model = model;
  options.target = target;
  options.device = device;
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
  tl_command_message ("there is no benchmark \"%s\"; there are:", argv[0]);
  for (guint i = 0; i < G_N_ELEMENTS (benches); i++)
    fprintf (stderr, "  %-9s %s\n", benches[i].name, benches[i].summary);
  return TL_EXIT_USAGE;
}

int
main (int argc, char **argv)
{
  tl_command_begin ("tileloom-bench");
  /* One that has the baselines. */
  g_setenv ("TILELOOM_WORKER", WORKER, FALSE);
  return run_benches (argc, argv);
}
