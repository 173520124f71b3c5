/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accuracy of cost models: `tileloom-bench model [PROJECT.tileloom…]`. Times the feature extraction first. Then, for each workload of
 * the projects, trains models on 256 of its different measured programs and predicts the others. Without a project it measures random
 * trials of some workloads, without pruning, in MetaSchedule's space unless --rules names another: the default space has too few programs.
 */
#include <stdio.h>

#include "tests/bench/bench.h"
#include "app/commands/watch.h"
#include "core/cost-model/training-set.h"
#include "core/search/tuner.h"

#define N_TRAINED     256u    /* of the trials; the others are predicted */
#define N_TRIALS      448u
#define N_FOLDS       5u
#define MIN_TEST    32u
#define FEATURE_NS    (1 * G_GINT64_CONSTANT (1000000000))
#define SEED          1u

static const char *const measured_workloads[] = { "matmul-128", "conv2d-nchw", "softmax" };
static const char *const models[] = { "xgb", "xgb(loss=\"mse\")", "mlp", "random" };

/* --- time of features --- */

static TlExit
time_features (const TlTarget *target)
{
  g_autofree char *workload = tl_command_data_file ("workloads/matmul-128.py"),
                   *trace = tl_command_data_file ("schedules/matmul-128-tuned.trace.py");
  TlScheduleOptions options = { .file = trace };
  g_autoptr (TlModule) module = tl_command_load_module (workload, NULL);
  TlExit exit = TL_EXIT_USAGE;
  g_autoptr (TlState) state = module != NULL ? tl_command_apply (module, &options, &exit) : NULL;
  gint64 began = tl_bench_thread_ns (), ns = 0;
  guint n = 0;
  if (state == NULL)
    return exit;
  for (; ns < FEATURE_NS; n++, ns = tl_bench_thread_ns () - began)
    tl_features_unref (tl_features_extract_all (tl_state_module (state), tl_state_module (state)->prims[0]->name, target, NULL));
  printf ("features  matmul-128, tuned         %.1f µs per candidate\n", (double) ns * 1e-3 / n);
  return TL_EXIT_DONE;
}

/* --- models --- */

/* One fold of the trials: the training set first, then the test set. */
typedef struct
{
  guint        n, n_trained, n_test;
  TlFeatures **features;
  double      *costs_s;
  gboolean    *is_known;
} Split;

/* Rotates the trials by a different offset for each @fold. */
static Split
split_new (const TlTrainingSet *trials, guint n_trained, guint fold)
{
  guint n = trials->features->len;
  Split split = { .n = n, .n_trained = n_trained, .n_test = n - n_trained, .features = g_new (TlFeatures *, n),
                  .costs_s = g_new (double, n), .is_known = g_new (gboolean, n) };
  for (guint i = 0; i < n; i++)
    {
      guint from = (i + fold * n / N_FOLDS) % n;
      split.features[i] = trials->features->pdata[from];
      split.costs_s[i] = g_array_index (trials->costs_s, double, from);
      split.is_known[i] = g_array_index (trials->is_known, gboolean, from);
    }
  return split;
}

static void
split_clear (Split *split)
{
  g_free (split->features);
  g_free (split->costs_s);
  g_free (split->is_known);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Split, split_clear)

/* Scores and labels of the test set; pruned trials count as the slowest. */
static guint
score_test (TlCostModel *model, const Split *split, double *scores, float *labels)
{
  guint n_measured = 0;
  double best_s = TL_COST_FAILED;
  tl_cost_model_predict (model, split->features + split->n_trained, split->n_test, scores);
  for (guint i = split->n_trained; i < split->n; i++)
    best_s = MIN (best_s, split->costs_s[i]);
  for (guint i = 0; i < split->n_test; i++)
    {
      double cost_s = split->costs_s[split->n_trained + i];
      if (!split->is_known[split->n_trained + i])
        continue;
      scores[n_measured] = scores[i];
      labels[n_measured++] = cost_s < TL_COST_FAILED ? (float) (best_s / cost_s) : 0;
    }
  return n_measured;
}

/* Sums over the folds. */
typedef struct
{
  double correlation, peak, train_ms, predict_us;
  guint  n_rounds;
} Accuracy;

static gboolean
evaluate_fold (const TlComponent *component, const Split *split, Accuracy *sum, GError **error)
{
  g_autoptr (TlCostModel) model = tl_cost_model_new (component, SEED);
  g_autofree double *scores = g_new (double, split->n_test);
  g_autofree float *labels = g_new (float, split->n_test);
  gint64 began = tl_bench_thread_ns ();
  if (!tl_cost_model_update (model, 1, split->features, split->costs_s, split->n_trained, error))
    return FALSE;
  sum->train_ms += (double) (tl_bench_thread_ns () - began) * 1e-6;
  began = tl_bench_thread_ns ();
  guint n = score_test (model, split, scores, labels);
  sum->predict_us += (double) (tl_bench_thread_ns () - began) * 1e-3 / split->n_test;
  sum->correlation += tl_metric_rank_correlation (scores, labels, n);
  sum->peak += tl_metric_peak (scores, labels, n, 32);
  sum->n_rounds += tl_cost_model_info (model).n_rounds;
  return TRUE;
}

static TlExit
evaluate (const char *title, const char *name, const TlTrainingSet *trials, guint n_trained)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  guint n_models;
  const TlComponent *component = tl_component_list_parse (arena, &tl_cost_model_table, name, &n_models, &error);
  Accuracy sum = { 0 };
  for (guint fold = 0; component != NULL && fold < N_FOLDS; fold++)
    {
      g_auto (Split) split = split_new (trials, n_trained, fold);
      if (!evaluate_fold (component, &split, &sum, &error))
        break;
    }
  if (error != NULL)
    {
      tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  printf ("model     %-20s %-18s rank correlation %6.3f  a-peak@32 %.3f  trained %4.0f ms (%u rounds)  %.1f µs per prediction"
          "  (%u trained, %u predicted, mean of %u folds)\n",
          title, name, sum.correlation / N_FOLDS, sum.peak / N_FOLDS, sum.train_ms / N_FOLDS, sum.n_rounds / N_FOLDS,
          sum.predict_us / N_FOLDS,
          n_trained, trials->features->len - n_trained, N_FOLDS);
  fflush (stdout);
  return TL_EXIT_DONE;
}

static TlExit
evaluate_project (const TlBenchOptions *options, TlDatabase *database, const TlTarget *target)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) workloads = tl_database_workloads (database, &error);
  TlExit exit = TL_EXIT_DONE;
  guint n_trained = tl_bench_share (options, N_TRAINED), n_least = n_trained + tl_bench_share (options, MIN_TEST);
  for (guint i = 0; workloads != NULL && i < workloads->len; i++)
    {
      const TlWorkloadRow *workload = workloads->pdata[i];
      g_auto (TlTrainingSet) trials = { NULL };
      g_autofree char *title = g_path_get_basename (workload->title);
      if (!tl_training_set_load (&trials, database, workload->id, workload->module, workload->module->prims[0]->name, target, &error))
        break;
      if (trials.features->len < n_least)
        {
          printf ("model     %-20s %u different programs measured, %u needed\n", title, trials.features->len, n_least);
          continue;
        }
      for (guint m = 0; options->model != NULL ? m == 0 : m < G_N_ELEMENTS (models); m++)
        {
          TlExit one = evaluate (title, options->model != NULL ? options->model : models[m], &trials, n_trained);
          exit = MAX (exit, one);
        }
    }
  if (error == NULL)
    return exit;
  tl_command_error (error);
  return TL_EXIT_FAILED;
}

/* --- without a project --- */

static gboolean
fill_project (TlDatabase *database, TlWorkerPool *pool, const char *name, const TlBenchOptions *bench, const TlTarget *target,
              GError **error)
{
  const TlSpaceOptions lists = { .lists = { [TL_SPACE_RULES] = bench->rules != NULL ? bench->rules : "tvm" } };
  g_autofree char *file = g_strdup_printf ("workloads/%s.py", name), *path = tl_command_data_file (file);
  g_autoptr (TlModule) module = tl_command_load_module (path, NULL);
  gint64 id;
  if (module == NULL || !tl_database_add_workload (database, module, name, path, &id, error))
    return FALSE;
  g_autoptr (TlState) start = tl_state_new (module, SEED);
  g_autoptr (TlSpace) space = tl_space_from_rules (target, &lists, error);
  TlTuneOptions options = { .start = start, .func_name = module->prims[0]->name, .space = space, .target = *target,
                            .config = tl_tune_config_default (), .n_trials = tl_bench_share (bench, N_TRIALS),
                            .database = database, .workload_id = id };
  options.config.seed = SEED;
  options.config.strategy = "replay-func";
  options.config.measure.prune_above_s = options.config.measure.run_timeout_s;
  if (space == NULL)
    return FALSE;
  g_autoptr (TlTuner) tuner = tl_tuner_start (pool, &options, NULL, NULL, NULL, error);
  if (tuner == NULL)
    return FALSE;
  g_autoptr (TlWatch) watch = tl_watch_new ("measuring %u candidates of %s", options.n_trials, name);
  tl_tuner_wait (tuner);
  return TRUE;
}

static TlExit
evaluate_measured (const TlBenchOptions *options, const TlTarget *target)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlDatabase) database = tl_database_open (":memory:", &error);
  g_autoptr (TlWorkerPool) pool = database != NULL ? tl_worker_pool_new (0, &error) : NULL;
  gboolean ok = pool != NULL;
  for (guint i = 0; ok && i < G_N_ELEMENTS (measured_workloads); i++)
    ok = fill_project (database, pool, measured_workloads[i], options, target, &error);
  if (ok)
    return evaluate_project (options, database, target);
  if (error != NULL)
    tl_command_error (error);
  return TL_EXIT_FAILED;
}

TlExit
tl_bench_model (const TlBenchOptions *options)
{
  TlTarget target = tl_target_host ();
  TlExit exit = time_features (&target);
  if (exit != TL_EXIT_DONE)
    return exit;
  if (options->names == NULL || options->names[0] == NULL)
    return evaluate_measured (options, &target);
  for (guint i = 0; options->names[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TlDatabase) database = tl_database_open (options->names[i], &error);
      if (database == NULL)
        {
          tl_command_error (error);
          return TL_EXIT_USAGE;
        }
      TlExit one = evaluate_project (options, database, &target);
      exit = MAX (exit, one);
    }
  return exit;
}
