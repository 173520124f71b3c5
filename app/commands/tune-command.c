/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning in the terminal: one line of live progress, then the table of the task and the best trace. */
#include <glib-unix.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/command.h"
#include "core/analysis/footprint.h"
#include "core/device/cpu.h"
#include "core/schedule/trace.h"
#include "core/tune/tuner.h"

typedef struct
{
  /* Under lock: tuner threads write, the main loop reads. */
  GMutex   lock;
  guint    n_done;
  guint    n_failed;
  guint    n_again;
  double   best_s;              /* 0: none yet */
  guint    best_number;
  TlState *best;
  guint    counts[TL_N_OUTCOMES];
  char    *last_failure;

  guint      n_trials;
  gint64     started_ns;
  gboolean   is_terminal;
  TlTuner   *tuner;
  GMainLoop *loop;
} Progress;

/* On a tuner thread. */
static void
on_trial (const TlTrial *trial, gpointer user_data)
{
  Progress *progress = user_data;
  TlLatency latency;

  g_mutex_lock (&progress->lock);
  if (trial->is_again)
    {
      /* The last word on who is fastest is theirs. */
      progress->best_s = progress->n_again == 0 ? 0 : progress->best_s;
      progress->n_again++;
    }
  else
    {
      progress->n_done++;
      progress->counts[trial->outcome->kind]++;
    }
  if (trial->outcome->kind != TL_OUTCOME_OK)
    {
      progress->n_failed++;
      g_free (progress->last_failure);
      progress->last_failure = g_strdup (trial->outcome->message);
    }
  else if (tl_outcome_latency (trial->outcome, &latency) && (progress->best_s == 0 || latency.median_s < progress->best_s))
    {
      progress->best_s = latency.median_s;
      progress->best_number = trial->number;
      g_clear_pointer (&progress->best, tl_state_unref);
      progress->best = tl_state_ref ((TlState *) trial->state);
    }
  g_mutex_unlock (&progress->lock);
}

static gboolean
quit_loop (gpointer user_data)
{
  g_main_loop_quit (((Progress *) user_data)->loop);
  return G_SOURCE_REMOVE;
}

static void
on_done (gpointer user_data)
{
  g_idle_add (quit_loop, user_data);
}

static gboolean
on_interrupt (gpointer user_data)
{
  Progress *progress = user_data;

  fprintf (stderr, "\nstopping …\n");
  tl_tuner_stop (progress->tuner);
  return G_SOURCE_CONTINUE;
}

static gboolean
show_progress (gpointer user_data)
{
  Progress        *progress = user_data;
  double           elapsed_s = (double) (tl_time_ns () - progress->started_ns) * 1e-9;
  g_autofree char *best = NULL;
  double           rate;

  g_mutex_lock (&progress->lock);
  best = tl_format_seconds (progress->best_s);
  rate = progress->n_done / MAX (elapsed_s, 1e-9);
  fprintf (stderr, "%s%4u/%u trials  best %s (#%u)  %u failed  %.1f trials/s  ETA %.0f s%s", progress->is_terminal ? "\r\033[K" : "",
           progress->n_done, progress->n_trials, best, progress->best_number, progress->n_failed, rate,
           rate > 0 ? (progress->n_trials - progress->n_done) / rate : 0, progress->is_terminal ? "" : "\n");
  g_mutex_unlock (&progress->lock);
  return G_SOURCE_CONTINUE;
}

static TlSpace *
load_space (const TlScheduleOptions *schedule, const TlTarget *target, GError **error)
{
  g_autoptr (TlSource) source = NULL;
  g_autoptr (TlScheduleScript) script = NULL;

  if (schedule->file == NULL)
    return tl_space_default (target);
  source = tl_source_load (schedule->file, error);
  script = source != NULL ? tl_schedule_script_parse (source, error) : NULL;
  return script != NULL ? tl_space_from_script (script, schedule->function, (const char *const *) schedule->arguments) : NULL;
}

static void
measure_baseline (TlWorkerPool *pool, const TlTuneOptions *options, TlOutcome *outcome)
{
  fprintf (stderr, "measuring the program as it stands …\n");
  tl_worker_pool_measure (pool, options->start, options->func_index, &options->target, &options->measure, NULL, outcome);
}

/* The table of the seeds: one task, trials counted whatever became of them. */
static void
print_table (const Progress *progress, const TlPrimFunc *func, gboolean is_done)
{
  guint64          n_refused = tl_tuner_status (progress->tuner).search.n_refused;
  double           flops = tl_func_flops (func);
  g_autofree char *speed = NULL, *latency = NULL, *flop_text = g_strdup_printf ("%.0f", flops);

  speed = progress->best_s > 0 && flops > 0 ? g_strdup_printf ("%.4f", flops / progress->best_s * 1e-9) : g_strdup ("N/A");
  latency = progress->best_s > 0 ? g_strdup_printf ("%.4f", progress->best_s * 1e6) : g_strdup ("N/A");
  printf (" ID | Name %*s | %*s | Weight | Speed (GFLOPS) | Latency (us) | Weighted Latency (us) | Trials | Done\n",
          (int) MAX (strlen (func->name), 4) - 4, "", (int) MAX (strlen (flop_text), 4), "FLOP");
  printf ("  0 | %-*s | %s | %6d | %14s | %12s | %21s | %6u | %s\n", (int) MAX (strlen (func->name), 4) + 1, func->name, flop_text, 1, speed,
          latency, latency, progress->n_done, is_done ? "Y" : "");
  printf ("Total trials: %u\n", progress->n_done);
  for (guint i = 1; i < TL_N_OUTCOMES; i++)
    if (progress->counts[i] > 0)
      printf ("  %s %s: %u\n", tl_outcome_glyph (i), tl_outcome_title (i), progress->counts[i]);
  if (n_refused > 0)
    {
      g_autofree char *refusal = tl_tuner_refusal (progress->tuner);

      printf ("Schedules refused on the way: %" G_GUINT64_FORMAT "; the last: %s\n", n_refused, refusal);
    }
}

static void
print_result (const Progress *progress, const TlOutcome *baseline)
{
  g_autofree char *best = tl_format_seconds (progress->best_s), *trace = NULL;
  TlLatency before;

  if (progress->best == NULL)
    {
      printf ("\nno candidate could be measured%s%s\n", progress->last_failure != NULL ? "; the last failure: " : "",
              progress->last_failure != NULL ? progress->last_failure : "");
      return;
    }
  printf ("\nbest: trial #%u, %s", progress->best_number, best);
  if (tl_outcome_latency (baseline, &before))
    {
      g_autofree char *start = tl_format_seconds (before.median_s);

      printf ("; the program as it stood: %s, %.3g times slower", start, before.median_s / progress->best_s);
    }
  if (progress->n_again > 0)
    printf ("\nfastest of %u close trials that ran against each other in the end", progress->n_again);
  trace = tl_trace_to_text (progress->best, TL_DIALECT_CLASSIC, FALSE);
  printf ("\n\n%s", trace);
}

typedef struct
{
  TlScheduleOptions space;
  char  *database;
  char  *target;
  char  *floats;
  char  *strategy;
  gint   n_trials;
  gint64 resume;
} TuneFlags;

static void
tune_flags_clear (TuneFlags *flags)
{
  tl_schedule_options_clear (&flags->space);
  g_free (flags->database);
  g_free (flags->target);
  g_free (flags->floats);
  g_free (flags->strategy);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TuneFlags, tune_flags_clear)

static TlExit
tune (TlModule *module, const char *path, const TuneFlags *flags, TlTuneOptions *options, Progress *progress)
{
  g_autoptr (TlWorkerPool) pool = NULL;
  g_autoptr (GError) error = NULL;
  TlOutcome baseline = { 0 };
  guint     timer, interrupt;
  TlExit    exit = TL_EXIT_DONE;

  pool = tl_worker_pool_new (0, &error);
  if (pool == NULL || (flags->database != NULL && (options->database = tl_command_open_database (flags->database, &error)) == NULL)
      || (options->database != NULL
          && (!tl_database_add_workload (options->database, module, path, path, &options->workload_id, &error)
              || !tl_database_record_machine (options->database, &error))))
    {
      tl_command_error (error);
      return TL_EXIT_USAGE;
    }
  measure_baseline (pool, options, &baseline);
  progress->started_ns = tl_time_ns ();
  progress->tuner = tl_tuner_start (pool, options, on_trial, on_done, progress, &error);
  if (progress->tuner == NULL)
    {
      tl_command_error (error);
      tl_outcome_clear (&baseline);
      return TL_EXIT_FAILED;
    }
  timer = g_timeout_add (progress->is_terminal ? 100 : 2000, show_progress, progress);
  interrupt = g_unix_signal_add (SIGINT, on_interrupt, progress);
  g_main_loop_run (progress->loop);
  g_source_remove (timer);
  g_source_remove (interrupt);
  tl_tuner_wait (progress->tuner);
  show_progress (progress);
  fprintf (stderr, "\n");
  if (tl_tuner_error (progress->tuner) != NULL)
    {
      tl_command_error (tl_tuner_error (progress->tuner));
      exit = TL_EXIT_FAILED;
    }
  print_table (progress, module->funcs[options->func_index], progress->n_done >= progress->n_trials);
  print_result (progress, &baseline);
  if (options->database != NULL && tl_command_keep_database (options->database))
    printf ("\nproject: %s\n", tl_database_path (options->database));
  if (progress->best == NULL)
    exit = TL_EXIT_FAILED;
  g_clear_pointer (&progress->tuner, tl_tuner_free);
  tl_outcome_clear (&baseline);
  return exit;
}

static TlExit
run_tune (int argc, char **argv)
{
  g_auto (TuneFlags) flags = { .n_trials = 64 };
  const GOptionEntry entries[] = {
    { "space", 0, 0, G_OPTION_ARG_FILENAME, &flags.space.file, "A stochastic schedule script; the built-in space otherwise", "FILE" },
    TL_SCHEDULE_OPTIONS (flags.space),
    { "trials", 'n', 0, G_OPTION_ARG_INT, &flags.n_trials, "Candidates to try, 64 by default", "N" },
    { "db", 0, 0, G_OPTION_ARG_FILENAME, &flags.database, "Project file that keeps every trial", "FILE.tileloom" },
    { "strategy", 0, 0, G_OPTION_ARG_STRING, &flags.strategy, "replay-func (default) or replay-trace", "NAME" },
    { "resume", 0, 0, G_OPTION_ARG_INT64, &flags.resume, "Go on with this run of the project", "ID" },
    { "target", 0, 0, G_OPTION_ARG_STRING, &flags.target, "Target, \"llvm\" by default", "TARGET" },
    TL_FLOAT_OPTION (flags.floats),
    G_OPTION_ENTRY_NULL,
  };
  Progress      progress = { .is_terminal = isatty (STDERR_FILENO) };
  TlTuneOptions options = { 0 };
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState) start = NULL;
  g_autoptr (TlSpace) space = NULL;
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GError) error = NULL;
  TlExit exit;

  if (!tl_command_parse (&tl_command_tune_row, &argc, &argv, entries, 1, 1) || !tl_command_load_target (flags.target, flags.floats, &options.target))
    return TL_EXIT_USAGE;
  module = tl_command_load_module (argv[0]);
  if (module == NULL)
    return TL_EXIT_USAGE;
  if (!tl_strategy_parse (arena, flags.strategy != NULL ? flags.strategy : "replay-func", &options.strategy, &error))
    {
      tl_command_error (error);
      return TL_EXIT_USAGE;
    }
  if (flags.n_trials < 1 || tl_module_entry (module) < 0)
    {
      fprintf (stderr, "tileloom-cli: %s\n", flags.n_trials < 1 ? "--trials needs a number above 0"
                                                                : "the module has several functions and none is called main");
      return TL_EXIT_USAGE;
    }
  space = load_space (&flags.space, &options.target, &error);
  if (space == NULL)
    {
      tl_command_error (error);
      return TL_EXIT_USAGE;
    }
  start = tl_state_new (module, (guint64) flags.space.seed);
  options.start = start;
  options.func_index = (guint) tl_module_entry (module);
  options.space = space;
  options.measure = tl_measure_options_quick ();
  options.n_trials = progress.n_trials = (guint) flags.n_trials;
  options.seed = (guint64) flags.space.seed;
  options.resume_run_id = flags.resume;
  g_mutex_init (&progress.lock);
  progress.loop = g_main_loop_new (NULL, FALSE);
  exit = tune (module, argv[0], &flags, &options, &progress);
  g_clear_pointer (&progress.best, tl_state_unref);
  g_clear_pointer (&options.database, tl_database_unref);
  g_free (progress.last_failure);
  g_main_loop_unref (progress.loop);
  return exit;
}

const TlCommand tl_command_tune_row = {
  "tune", "MODULE.py [--space S.py] [--trials N] [--db FILE.tileloom]", "Search a design space for the fastest schedule", run_tune,
};
