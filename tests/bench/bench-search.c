/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Efficiency of the search: `tileloom-bench search`.
 *
 *     evaluate     matmul candidates that evolutionary search samples or mutates, postprocesses and scores per second, without
 *                  measuring, on all cores; the training latencies are made up
 *     others       workloads of data/workloads, tuned by evolutionary search and, with four times as many trials, by random replay:
 *                  trials until a program has 95 % of the speed of the best of all runs (">": none had), trials of the search until it is
 *                  as fast as the best of the replay, and the rank correlation of the model on the trials of the replay, which it has
 *                  not seen
 *
 * The speed of a machine changes between runs. Therefore the fastest programs of a run, and those that were its fastest at some time, are
 * compared with the default schedule by interleaved timing.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/commands/watch.h"
#include "core/base/clock.h"
#include "core/base/extremum.h"
#include "core/default-schedules/default-schedule.h"
#include "core/ir/compare.h"
#include "core/search/tuner.h"
#include "core/text/script.h"
#include "tests/bench/bench.h"

#define GOOD_SHARE      0.95
#define REPLAY_FACTOR   4u      /* with fewer trials most replays end before they find a program that is as fast */
#define N_COMPARISONS      5u      /* odd, so that the median is one of them; memory placement changes the time of a program by a tenth */
#define COMPARISON_ROUNDS  15u
#define COMPARISON_S       3.0
#define COMPARISON_MS      1.0
#define N_FASTEST       (TL_COMPARISON_MAX - 1)   /* besides the default schedule */
#define MAX_CHOSEN     (2 * N_FASTEST)
#define DEFAULT_SEEDS   5u
#define N_BATCHES       4u      /* of "evaluate": the last three are timed */
#define BATCH           64u
#define COST_MODEL      "xgb(num_warmup_samples=24)"

/* Not layer norm: MetaSchedule's space has only a dozen programs for it. */
static const char *const workloads[] = { "matmul-128", "mm-relu-128", "softmax", "conv2d-nchw", "bmm-relu-16x128" };

/* --- evaluate --- */

/* A made-up latency; it depends on the program, so that the model can be trained. */
static void
make_up (const TlState *state, TlOutcome *outcome)
{
  guint64 hash = tl_module_hash (tl_state_module (state));

  *outcome = (TlOutcome) { .kind = TL_OUTCOME_OK, .samples_s = g_new (double, 1), .n_samples = 1 };
  outcome->samples_s[0] = 1e-5 * (1 + (double) (hash % 1000) / 100 + tl_state_n_steps (state));
}

static TlExit
bench_evaluate (void)
{
  g_autofree char *path = tl_command_data_file ("workloads/matmul-128.py");
  g_autoptr (TlModule) module = tl_command_load_module (path, NULL);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (TlTuneThreads) threads = NULL;
  g_autoptr (TlState) checked = NULL, start = NULL;
  g_autoptr (TlSpace) space = NULL;
  g_autoptr (TlCostModel) model = NULL;
  g_autoptr (GError) error = NULL;
  TlTarget target = tl_target_host ();
  TlSearchProgress progress;
  TlComponent strategy;
  TlSearchTask task = { .target = &target, .seed = 1, .progress = &progress };
  const TlStrategy *row;
  gpointer self;
  guint n, number = 0;
  double seconds = 0, train_s = 0;
  guint64 n_evaluated = 0;

  if (module == NULL || !tl_strategy_parse (arena, "evolutionary", &strategy, &error))
    return TL_EXIT_USAGE;
  checked = tl_state_new (module, 1);
  task.start = start = tl_state_unchecked (checked);
  task.func_name = tl_module_entry (module)->name;
  task.space = space = tl_space_default (&target);
  task.args = strategy.args;
  task.model = model = tl_cost_model_new (tl_component_list_parse (arena, &tl_cost_model_table, COST_MODEL, &n, &error), 1);
  task.threads = threads = tl_tune_threads_new (NULL);
  tl_search_progress_init (&progress, NULL, NULL);
  row = tl_strategy_of (&strategy);
  self = row->create (&task);
  for (guint b = 0; b < N_BATCHES; b++)
    {
      TlBatchRequest request = { .first_number = number, .n = BATCH, .seen = seen };
      guint64 n_before = tl_search_progress_counts (&progress).n_evaluated;
      gint64 began = tl_time_ns ();
      g_autoptr (GPtrArray) states = row->generate (self, &request, NULL, &error);

      if (states == NULL)
        break;
      if (b > 0)
        {
          seconds += (double) (tl_time_ns () - began) * 1e-9;
          train_s += tl_cost_model_info (model).train_s;
          n_evaluated += tl_search_progress_counts (&progress).n_evaluated - n_before;
        }
      for (guint i = 0; i < states->len; i++, number++)
        {
          guint64 hash = tl_module_hash (tl_state_module (states->pdata[i]));
          TlOutcome outcome;

          make_up (states->pdata[i], &outcome);
          g_hash_table_add (seen, g_memdup2 (&hash, sizeof hash));
          row->report (self, number, states->pdata[i], &outcome);
          tl_outcome_clear (&outcome);
        }
    }
  row->destroy (self);
  tl_search_progress_clear (&progress);
  if (error != NULL)
    {
      tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  printf ("evaluate          %.0f candidates/s on %u cores (%" G_GUINT64_FORMAT " in %.2f s, and %.2f s to train)\n",
          (double) n_evaluated / (seconds - train_s), g_get_num_processors (), n_evaluated, seconds - train_s, train_s);
  return TL_EXIT_DONE;
}

/* --- against random replay --- */

typedef struct
{
  guint     n_trials;
  double   *latency_s;     /* by number; 0: failed */
  double   *share;         /* by number: latency relative to the default schedule in the comparison; 0: not compared */
  TlState  **states;        /* owned, by number; NULL where there is none */
} SearchRun;

static void
run_init (SearchRun *run, guint n_trials)
{
  *run = (SearchRun) { .n_trials = n_trials, .latency_s = g_new0 (double, n_trials), .share = g_new0 (double, n_trials),
                 .states = g_new0 (TlState *, n_trials) };
}

static void
run_clear (SearchRun *run)
{
  g_free (run->latency_s);
  g_free (run->share);
  for (guint i = 0; i < run->n_trials; i++)
    g_clear_pointer (&run->states[i], tl_state_unref);
  g_free (run->states);
}

/* One at a time, on tuner threads. Ignores the final comparison. */
static void
on_trial (const TlTrial *trial, gpointer user_data)
{
  SearchRun *run = user_data;
  TlLatency latency;

  if (trial->comparison > 0 || trial->is_start || trial->outcome->kind != TL_OUTCOME_OK || !tl_outcome_latency (trial->outcome, &latency))
    return;
  run->latency_s[trial->candidate] = latency.median_s;
  run->states[trial->candidate] = tl_state_ref ((TlState *) trial->state);
}

typedef struct
{
  TlWorkerPool *pool;
  TlModule     *module;
  TlState      *start;
  TlSpace      *space;
  TlTarget      target;
  TlArena      *arena;
  TlState      *default_schedule;
} Workload;

static gboolean
tune (const Workload *workload, const char *strategy, TlCostModel *model, guint64 seed, SearchRun *run)
{
  TlTuneOptions options = { .start = workload->start, .func_name = tl_module_entry (workload->module)->name, .space = workload->space,
                            .target = workload->target, .config = tl_tune_config_default (), .n_trials = run->n_trials,
                            .model = model };
  g_autoptr (GError) error = NULL;
  g_autoptr (TlTuner) tuner = NULL;
  g_autoptr (TlWatch) watch = NULL;

  options.config.seed = seed;
  if (tl_tune_config_set (&options.config, "strategy", strategy, &error))
    tuner = tl_tuner_start (workload->pool, &options, on_trial, NULL, run, &error);
  watch = tl_watch_new ("searching with %s, %u trials", strategy, run->n_trials);
  if (tuner != NULL)
    tl_tuner_wait (tuner);
  g_clear_pointer (&watch, tl_watch_free);
  if (tuner != NULL && tl_tuner_error (tuner) == NULL)
    return TRUE;
  tl_command_error (tuner != NULL ? tl_tuner_error (tuner) : error);
  return FALSE;
}

/* By number, each program once: its first trial. */
typedef struct
{
  guint numbers[MAX_CHOSEN];
  guint n;
} Choice;

static gboolean
is_chosen (const SearchRun *run, const Choice *choice, guint number)
{
  for (guint i = 0; i < choice->n; i++)
    if (tl_module_equal (tl_state_module (run->states[number]), tl_state_module (run->states[choice->numbers[i]]), NULL))
      return TRUE;
  return FALSE;
}

static void
choose_fastest (const SearchRun *run, Choice *choice)
{
  while (choice->n < N_FASTEST)
    {
      guint fastest = run->n_trials;

      for (guint i = 0; i < run->n_trials; i++)
        if (run->latency_s[i] > 0 && (fastest == run->n_trials || run->latency_s[i] < run->latency_s[fastest])
            && !is_chosen (run, choice, i))
          fastest = i;
      if (fastest == run->n_trials)
        return;
      choice->numbers[choice->n++] = fastest;
    }
}

/* Programs that were faster than all before them, the last first. */
static void
choose_records (const SearchRun *run, Choice *choice)
{
  g_autoptr (GArray) records = g_array_new (FALSE, FALSE, sizeof (guint));
  double best_s = INFINITY;

  for (guint i = 0; i < run->n_trials; i++)
    if (run->latency_s[i] > 0 && run->latency_s[i] < best_s)
      {
        best_s = run->latency_s[i];
        g_array_append_val (records, i);
      }
  for (guint r = records->len; r-- > 0 && choice->n < MAX_CHOSEN;)
    if (!is_chosen (run, choice, g_array_index (records, guint, r)))
      choice->numbers[choice->n++] = g_array_index (records, guint, r);
}

/* Latencies of some programs relative to the default schedule, measured interleaved. FALSE after printing why. */
static gboolean
compare (const Workload *workload, const SearchRun *run, const guint *numbers, guint n, double *shares)
{
  TlComparisonEntry entries[TL_COMPARISON_MAX] = { { .state = workload->default_schedule } };
  TlOutcome    outcomes[TL_COMPARISON_MAX] = { 0 };
  TlComparison comparison = { .entries = entries, .n_entries = n + 1, .target = &workload->target,
                              .func_name = tl_module_entry (workload->module)->name,
                              .n_rounds = COMPARISON_ROUNDS, .max_s = COMPARISON_S, .min_repeat_ms = COMPARISON_MS };
  g_autoptr (TlWatch) watch = NULL;
  TlLatency    reference, latency;
  gboolean     ok;

  for (guint i = 0; i < n; i++)
    entries[1 + i].state = run->states[numbers[i]];
  watch = tl_watch_new ("timing the fastest of %u trials", run->n_trials);
  tl_worker_pool_compare (workload->pool, &comparison, NULL, NULL, NULL, outcomes);
  g_clear_pointer (&watch, tl_watch_free);
  ok = tl_outcome_latency (&outcomes[0], &reference);
  if (!ok)
    tl_command_message ("%s", outcomes[0].message);
  for (guint i = 0; i <= n; i++)
    {
      if (i > 0)
        shares[i - 1] = ok && tl_outcome_latency (&outcomes[i], &latency) ? latency.median_s / reference.median_s : 0;
      tl_outcome_clear (&outcomes[i]);
    }
  return ok;
}

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static gboolean
measure_shares (const Workload *workload, SearchRun *run, const guint *numbers, guint n)
{
  double shares[N_COMPARISONS][N_FASTEST], one_program[N_COMPARISONS];

  for (guint c = 0; c < N_COMPARISONS; c++)
    if (!compare (workload, run, numbers, n, shares[c]))
      return FALSE;
  for (guint i = 0; i < n; i++)
    {
      for (guint c = 0; c < N_COMPARISONS; c++)
        one_program[c] = shares[c][i];
      qsort (one_program, N_COMPARISONS, sizeof one_program[0], compare_doubles);
      run->share[numbers[i]] = one_program[N_COMPARISONS / 2];
    }
  return TRUE;
}

static gboolean
compare_all (const Workload *workload, SearchRun *run)
{
  Choice   choice = { .n = 0 };
  gboolean ok = TRUE;

  choose_fastest (run, &choice);
  choose_records (run, &choice);
  for (guint i = 0; i < choice.n && ok; i += N_FASTEST)
    ok = measure_shares (workload, run, choice.numbers + i, MIN (choice.n - i, N_FASTEST));
  return ok;
}

static double
best_of (const SearchRun *run)
{
  double best = INFINITY;

  for (guint i = 0; i < run->n_trials; i++)
    if (run->share[i] > 0)
      best = MIN (best, run->share[i]);
  return best;
}

/* The number of trials until a program has at most @share of the latency of the default schedule; one more than all if none has. */
static guint
trials_until (const SearchRun *run, double share)
{
  for (guint i = 0; i < run->n_trials; i++)
    if (run->share[i] > 0 && run->share[i] <= share)
      return i + 1;
  return run->n_trials + 1;
}

/* Spearman's rank correlation of the scores and the speeds of the programs of @run. */
static double
rank_correlation (const Workload *workload, TlCostModel *model, const SearchRun *run)
{
  g_autoptr (GPtrArray) features = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_features_unref);
  g_autoptr (GArray) speeds = g_array_new (FALSE, FALSE, sizeof (float));
  g_autofree double *scores = NULL;

  for (guint i = 0; i < run->n_trials; i++)
    {
      TlFeatures *row = run->states[i] == NULL ? NULL
                                                   : tl_features_extract_all (tl_state_module (run->states[i]),
                                                                              tl_module_entry (workload->module)->name, &workload->target,
                                                                              NULL);
      float speed = (float) (1 / run->latency_s[i]);

      if (row == NULL)
        continue;
      g_ptr_array_add (features, row);
      g_array_append_val (speeds, speed);
    }
  scores = g_new (double, features->len + 1);
  tl_cost_model_predict (model, (TlFeatures *const *) features->pdata, features->len, scores);
  return tl_metric_rank_correlation (scores, (const float *) (gpointer) speeds->data, features->len);
}

/* Sorts. */
static double
median (GArray *values)
{
  g_array_sort (values, compare_doubles);
  return values->len == 0 ? NAN
                          : (g_array_index (values, double, (values->len - 1) / 2) + g_array_index (values, double, values->len / 2)) / 2;
}

static void
print_seeds (const Workload *workload, const char *name, const SearchRun *runs, guint n_seeds, double good_share)
{
  printf ("  %-12s", name);
  for (guint i = 0; i < n_seeds; i++)
    {
      guint n = trials_until (&runs[i], good_share);

      printf (n > runs[i].n_trials ? "  >%-4u (%.3f)" : "  %-5u (%.3f)", MIN (n, runs[i].n_trials), best_of (&runs[i]));
    }
  printf ("\n");
}

/* Of all runs of one strategy, double: trials until the goal, or one more than all. */
typedef struct
{
  guint   n_trials;     /* of each run */
  GArray *to_best;      /* until 95 % of the best of the workload */
  GArray *to_replay;    /* until the best of the replay with the same seed */
} Tally;

static Tally
tally_new (guint n_trials)
{
  return (Tally) { .n_trials = n_trials, .to_best = g_array_new (FALSE, FALSE, sizeof (double)),
                   .to_replay = g_array_new (FALSE, FALSE, sizeof (double)) };
}

static void
tally_clear (Tally *tally)
{
  g_array_unref (tally->to_best);
  g_array_unref (tally->to_replay);
}

static void
tally_add (Tally *tally, const SearchRun *run, double good_share, double replay_share)
{
  double to_best = trials_until (run, good_share), to_replay = trials_until (run, replay_share);

  g_array_append_val (tally->to_best, to_best);
  g_array_append_val (tally->to_replay, to_replay);
}

static void
print_median (const char *name, GArray *n_trials, guint most)
{
  double typical = median (n_trials);

  printf (" %s %s%.4g", name, typical > most ? ">" : "", MIN (typical, most));
}

static void
print_tallies (const char *strategy, const Tally *searched, const Tally *replayed)
{
  printf ("trials until 95 %% of the best:");
  print_median ("replay", replayed->to_best, replayed->n_trials);
  print_median (strategy, searched->to_best, searched->n_trials);
  printf ("; until the best of the replay:");
  print_median ("replay", replayed->to_replay, replayed->n_trials);
  print_median (strategy, searched->to_replay, searched->n_trials);
  printf (" (medians of %u runs of each)\n", searched->to_best->len);
}

static void
compare_strategies (const Workload *workload, const char *name, const TlBenchOptions *options, Tally *search_tally, Tally *replay_tally)
{
  guint n_seeds = options->n_rounds > 0 ? (guint) options->n_rounds : DEFAULT_SEEDS;
  g_autofree SearchRun *replayed = g_new (SearchRun, n_seeds), *searched = g_new (SearchRun, n_seeds);
  g_autoptr (GArray) correlations = g_array_new (FALSE, FALSE, sizeof (double));
  double best = INFINITY;
  guint n;

  for (guint i = 0; i < n_seeds; i++)
    {
      g_autoptr (TlCostModel) model = tl_cost_model_new (tl_component_list_parse (workload->arena, &tl_cost_model_table, COST_MODEL, &n,
                                                                                  NULL), i);
      double correlation;

      run_init (&replayed[i], replay_tally->n_trials);
      run_init (&searched[i], search_tally->n_trials);
      if (!tune (workload, "replay-func", NULL, i, &replayed[i]) || !tune (workload, options->strategy, model, i, &searched[i])
          || !compare_all (workload, &replayed[i]) || !compare_all (workload, &searched[i]))
        continue;
      best = tl_min (best, tl_min (best_of (&replayed[i]), best_of (&searched[i])));
      correlation = rank_correlation (workload, model, &replayed[i]);
      g_array_append_val (correlations, correlation);
    }
  printf ("%s: best %.3f of the time of the default schedule, rank correlation on unseen trials %.2f\n", name, best, median (correlations));
  print_seeds (workload, "replay", replayed, n_seeds, best / GOOD_SHARE);
  print_seeds (workload, options->strategy, searched, n_seeds, best / GOOD_SHARE);
  fflush (stdout);
  for (guint i = 0; i < n_seeds; i++)
    {
      double replay_share = best_of (&replayed[i]);

      tally_add (search_tally, &searched[i], best / GOOD_SHARE, replay_share);
      tally_add (replay_tally, &replayed[i], best / GOOD_SHARE, replay_share);
      run_clear (&replayed[i]);
      run_clear (&searched[i]);
    }
}

/* The default schedule. FALSE after printing why there is none. */
static gboolean
make_default_schedule (Workload *workload)
{
  g_autoptr (GError) error = NULL;

  workload->default_schedule = tl_default_schedule (workload->start, tl_module_entry (workload->module)->name, &workload->target, &error);
  if (workload->default_schedule == NULL)
    tl_command_error (error);
  return workload->default_schedule != NULL;
}

/* NULL after printing why. */
static TlSpace *
open_space (const TlTarget *target, const char *rules)
{
  const TlSpaceOptions options = { .lists = { [TL_SPACE_RULES] = rules } };
  g_autoptr (GError)   error = NULL;
  TlSpace             *space = rules != NULL ? tl_space_from_rules (target, &options, &error) : tl_space_default (target);

  if (space == NULL)
    tl_command_error (error);
  return space;
}

static gboolean
bench_workload (const char *name, TlWorkerPool *pool, const TlBenchOptions *options, Tally *searched, Tally *replayed)
{
  g_autofree char *file = g_strdup_printf ("workloads/%s.py", name), *path = tl_command_data_file (file);
  g_autoptr (TlModule) module = tl_command_load_module (path, NULL);
  g_autoptr (TlState) start = NULL;
  g_autoptr (TlSpace) space = NULL;
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  Workload workload = { .pool = pool, .module = module, .target = tl_target_host (), .arena = arena };

  if (module == NULL)
    return FALSE;
  workload.target.num_cores = options->n_threads;
  workload.start = start = tl_state_new (module, 0);
  workload.space = space = open_space (&workload.target, options->rules);
  fprintf (stderr, "%s: searching and replaying …\n", name);
  if (space != NULL && make_default_schedule (&workload))
    compare_strategies (&workload, name, options, searched, replayed);
  g_clear_pointer (&workload.default_schedule, tl_state_unref);
  return TRUE;
}

TlExit
tl_bench_search (const TlBenchOptions *options)
{
  Tally searched = tally_new ((guint) options->n_trials), replayed = tally_new (REPLAY_FACTOR * (guint) options->n_trials);
  g_autoptr (TlWorkerPool) pool = NULL;
  g_autoptr (GError) error = NULL;
  TlExit exit = TL_EXIT_DONE;

  if (tl_bench_is_chosen (options, "evaluate"))
    exit = bench_evaluate ();
  for (guint i = 0; i < G_N_ELEMENTS (workloads) && exit == TL_EXIT_DONE; i++)
    {
      if (!tl_bench_is_chosen (options, workloads[i]))
        continue;
      if (pool == NULL && (pool = tl_worker_pool_new (0, &error)) == NULL)
        {
          tl_command_error (error);
          exit = TL_EXIT_FAILED;
        }
      else if (!bench_workload (workloads[i], pool, options, &searched, &replayed))
        exit = TL_EXIT_USAGE;
    }
  if (searched.to_best->len > 0)
    print_tallies (options->strategy, &searched, &replayed);
  tally_clear (&searched);
  tally_clear (&replayed);
  return exit;
}
