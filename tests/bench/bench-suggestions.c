/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps worth trying as the window lists them, timed, and how well the gains that it predicts put them in order: `tileloom-bench
 * suggestions`. The lists are those of the block with most operations and of the loops around it, in programs without steps and scheduled
 * by the rules. A list counts where some step of it helps or hurts by more than the rounds can be wrong.
 */
#include <math.h>
#include <stdio.h>

#include "core/analysis/traffic.h"
#include "core/cost-model/cost-model.h"
#include "core/default-schedules/default-schedule.h"
#include "core/ir/path.h"
#include "core/session/explanation.h"
#include "core/session/steps/suggestions.h"
#include "tests/bench/bench.h"

#define MEASURE_MS 250   /* of a step, in turns with the program before it */
#define N_TOP      3u

static const char *const programs[]
  = { "matmul-128", "mm-relu-128", "conv2d-nchw", "depthwise-conv2d", "softmax", "layer-norm", "transpose", "window-sum" };

typedef struct
{
  guint  n_steps, n_helped, n_hurt;
  guint  n_lists;             /* that count; of them the sums of: */
  double correlation;
  double has_best, by_chance; /* whether the best is among the first three, and how likely it is among any three */
  double top_hurt, any_hurt;  /* shares that hurt: of the first three, and of all */
} RankSummary;

typedef struct
{
  const TlBenchOptions *options;
  TlWorkerPool         *pool;
  TlTarget              target;
  TlStepGains          *gains;
  RankSummary           all;
} RankBench;

/* --- a list --- */

/* The logarithm of the gain; 0 where its interval has 1 in it, and NAN where it was not timed. */
static float
timed_effect (RankBench *b, TlState *state, const char *func_name, TlState *after)
{
  double                    max_s = 1e-3 * tl_bench_share (b->options, MEASURE_MS);
  g_autoptr (TlExplanation) timed = tl_explanation_measure_whole (b->pool, state, after, func_name, &b->target, max_s, NULL, NULL, NULL);
  const TlExplainedStep    *step = timed->n_steps == 2 ? &timed->steps[1] : NULL;

  if (timed->problem != NULL || step == NULL || step->gain <= 0)
    return NAN;
  return tl_explained_step_is_distinct (step) ? (float) log (step->gain) : 0;
}

static double
predicted_gain (const TlSuggestion *suggestion)
{
  return suggestion->predicted != NULL ? suggestion->predicted->median : 1;
}

static gint
compare_predicted (gconstpointer a, gconstpointer b)
{
  double left = predicted_gain (*(TlSuggestion *const *) a), right = predicted_gain (*(TlSuggestion *const *) b);

  return left > right ? -1 : left < right;
}

/* That none of @n_drawn, out of @n, is one of @n_best. */
static double
chance_of_none (guint n, guint n_best, guint n_drawn)
{
  double chance = 1;

  for (guint i = 0; i < n_drawn; i++)
    chance *= n - i > n_best ? (double) (n - i - n_best) / (n - i) : 0;
  return chance;
}

/* @effects in the order of the prediction. */
static void
add_list (RankSummary *summary, const double *predicted, const float *effects, guint n)
{
  float  least = (float) log (TL_STEP_HELPED), best = -INFINITY, best_of_top = -INFINITY, worst = INFINITY;
  guint  n_best = 0, n_hurt = 0, n_hurt_of_top = 0, n_top = MIN (n, N_TOP);
  double correlation;

  for (guint i = 0; i < n; i++)
    {
      best = MAX (best, effects[i]);
      worst = MIN (worst, effects[i]);
      best_of_top = i < n_top ? MAX (best_of_top, effects[i]) : best_of_top;
      n_hurt += effects[i] <= -least;
      n_hurt_of_top += i < n_top && effects[i] <= -least;
      summary->n_helped += effects[i] >= least;
    }
  summary->n_steps += n;
  summary->n_hurt += n_hurt;
  if (n <= N_TOP || best - worst < least)
    return;
  for (guint i = 0; i < n; i++)
    n_best += effects[i] > best - least;
  correlation = tl_metric_rank_correlation (predicted, effects, n);
  summary->n_lists++;
  summary->correlation += isnan (correlation) ? 0 : correlation;
  summary->has_best += best_of_top > best - least;
  summary->by_chance += 1 - chance_of_none (n, n_best, n_top);
  summary->top_hurt += (double) n_hurt_of_top / n_top;
  summary->any_hurt += (double) n_hurt / n;
}

static void
rank_list (RankBench *b, RankSummary *summary, TlState *state, const char *func_name, TlNodeId node)
{
  g_autoptr (GPtrArray) found = tl_suggestions_find (state, &node, 1, &b->target, NULL), steps = g_ptr_array_new ();
  g_autofree double    *predicted = g_new (double, found->len + 1);
  g_autofree float     *effects = g_new (float, found->len + 1);
  guint                 n = 0;

  tl_suggestions_rank (found, b->gains, &b->target);
  for (guint i = 0; i < found->len; i++)
    if (((TlSuggestion *) found->pdata[i])->kind == TL_SUGGESTION_STEP)
      g_ptr_array_add (steps, found->pdata[i]);
  g_ptr_array_sort (steps, compare_predicted);
  for (guint i = 0; i < steps->len; i++)
    {
      const TlSuggestion *suggestion = steps->pdata[i];

      predicted[n] = predicted_gain (suggestion);
      effects[n] = timed_effect (b, state, func_name, suggestion->state);
      n += !isnan (effects[n]);
    }
  add_list (summary, predicted, effects, n);
}

/* --- programs --- */

/* The block with most operations; 0: there is none. */
static TlNodeId
find_block (RankBench *b, const TlModule *module, const char *func_name)
{
  TlCapacities          capacities = tl_capacities_of (&b->target);
  g_autoptr (TlTraffic) traffic = tl_traffic_new (module, tl_module_prim (module, func_name), &capacities);
  const TlTrafficBlock *most = NULL;

  for (guint i = 0; i < traffic->n_blocks; i++)
    if (most == NULL || traffic->blocks[i].operations > most->operations)
      most = &traffic->blocks[i];
  return most != NULL ? most->block : 0;
}

static void
print_summary (const char *name, const char *which, const RankSummary *s)
{
  double n = s->n_lists;

  printf ("%-18s %-6s %5u steps, %3u help, %3u hurt", name, which, s->n_steps, s->n_helped, s->n_hurt);
  if (s->n_lists > 0)
    printf ("; %2u lists: correlation %5.2f, best in first %u %3.0f %% (by chance %3.0f %%), hurt in first %u %3.0f %% (of all %3.0f %%)",
            s->n_lists, s->correlation / n, N_TOP, 100 * s->has_best / n, 100 * s->by_chance / n, N_TOP, 100 * s->top_hurt / n,
            100 * s->any_hurt / n);
  printf ("\n");
  fflush (stdout);
}

static void
add_summary (RankSummary *sum, const RankSummary *s)
{
  sum->n_steps += s->n_steps;
  sum->n_helped += s->n_helped;
  sum->n_hurt += s->n_hurt;
  sum->n_lists += s->n_lists;
  sum->correlation += s->correlation;
  sum->has_best += s->has_best;
  sum->by_chance += s->by_chance;
  sum->top_hurt += s->top_hurt;
  sum->any_hurt += s->any_hurt;
}

static void
rank_state (RankBench *b, const char *name, const char *which, TlState *state, const char *func_name)
{
  TlNodeId              block = find_block (b, tl_state_module (state), func_name);
  g_autoptr (TlPath)    path = block != 0 ? tl_path_find (tl_state_module (state), block) : NULL;
  g_autoptr (GPtrArray) loops = path != NULL ? tl_path_loops (path) : g_ptr_array_new ();
  RankSummary           summary = { 0 };

  if (block == 0)
    return;
  rank_list (b, &summary, state, func_name, block);
  for (guint i = 0; i < loops->len && (b->options->n_schedules == 0 || i + 1 < (guint) b->options->n_schedules); i++)
    rank_list (b, &summary, state, func_name, ((const TlStmt *) loops->pdata[i])->loop.id);
  print_summary (name, which, &summary);
  add_summary (&b->all, &summary);
}

static gboolean
rank_program (RankBench *b, const char *name, GError **error)
{
  g_autofree char     *file = g_strdup_printf ("workloads/%s.py", name), *path = tl_command_data_file (file);
  g_autoptr (TlSource) source = tl_source_load (path, error);
  g_autoptr (TlModule) module = source != NULL ? tl_script_read (source, error) : NULL;
  g_autoptr (TlState)  start = NULL, scheduled = NULL;

  if (module == NULL)
    return FALSE;
  start = tl_state_new (module, 1);
  rank_state (b, name, "start", start, module->prims[0]->name);
  scheduled = tl_default_schedule (start, module->prims[0]->name, &b->target, NULL);
  if (scheduled != NULL)
    rank_state (b, name, "rules", scheduled, module->prims[0]->name);
  return TRUE;
}

TlExit
tl_bench_suggestions (const TlBenchOptions *options)
{
  g_autoptr (GError)       error = NULL;
  g_autofree char         *path = tl_command_data_file ("benchmarks/step-gains.json");
  g_autoptr (TlStepGains)  gains = tl_step_gains_read (path, &error);
  g_autoptr (TlWorkerPool) pool = gains != NULL ? tl_worker_pool_new (1, &error) : NULL;
  RankBench                b = { options, pool, tl_target_host (), gains, { 0 } };
  gboolean                 ok = pool != NULL;

  for (guint i = 0; ok && i < G_N_ELEMENTS (programs); i++)
    if (tl_bench_is_chosen (options, programs[i]))
      ok = rank_program (&b, programs[i], &error);
  if (!ok)
    return tl_command_fail (TL_EXIT_FAILED, error);
  print_summary ("all", "", &b.all);
  return TL_EXIT_DONE;
}
