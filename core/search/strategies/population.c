/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/strategies/population-private.h"

#include "core/ir/compare.h"
#include "core/schedule/trace.h"
#include "core/space/space.h"

#define STREAM_STRIDE         G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)   /* keeps the streams of neighbours apart */
#define MAX_EVALUATED_BYTES  ((gsize) 16 << 20)   /* some thousand traces: more than short runs try, and less than matters to a machine */
#define EVALUATED_EXTRA_BYTES 128u                 /* of an entry beside its features */

TlIndividual *
tl_individual_ref (TlIndividual *individual)
{
  individual->ref_count++;
  return individual;
}

void
tl_individual_unref (TlIndividual *individual)
{
  if (!individual || --individual->ref_count > 0)
    return;
  g_clear_pointer (&individual->edited, tl_edited_trace_free);
  g_clear_pointer (&individual->features, tl_features_unref);
  g_free (individual);
}

TlState *
tl_schedule_before_postproc (TlState *state)
{
  const TlPrimitive *enter = tl_primitive_find ("enter_postproc");

  for (TlState *step = state; tl_state_inst (step); step = tl_state_parent (step))
    if (tl_state_inst (step)->primitive == enter && tl_state_is_applied (step))
      return tl_state_ref (tl_state_parent (step));
  return tl_state_ref (state);
}

/* Takes @edited and @features (nullable). */
static TlIndividual *
individual_new (TlEditedTrace *edited, guint64 hash, TlFeatures *features)
{
  TlIndividual *individual = g_new0 (TlIndividual, 1);

  individual->ref_count = 1;
  individual->edited = edited;
  individual->hash = hash;
  individual->features = features;
  return individual;
}

static TlFeatures *
features_of (const TlPopulationSampler *sampler, const TlState *state)
{
  g_autoptr (TlModule) timed = tl_kernel_main (tl_state_module (state), sampler->task->constants);

  return tl_features_extract_all (timed, sampler->task->func_name, sampler->task->target, NULL);
}

TlIndividual *
tl_population_sampler_individual (const TlPopulationSampler *sampler, TlState *state)
{
  g_autoptr (TlState) before = tl_schedule_before_postproc (state);

  return individual_new (tl_edited_trace_new (before), tl_module_hash (tl_state_module (state)), features_of (sampler, state));
}

TlState *
tl_population_sampler_make (const TlPopulationSampler *sampler, TlIndividual *individual)
{
  TlEditedTrace *edited = individual->edited;
  g_autoptr (TlState) before = edited ? tl_edited_trace_replay (edited, edited->n_steps, NULL) : NULL;

  if (!before)
    return NULL;
  if (before != edited->base)
    {
      individual->edited = tl_edited_trace_new (before);
      tl_edited_trace_free (edited);
    }
  return tl_space_postprocess (sampler->task->space, before, NULL);
}

/* --- what is known --- */

/* The result of replaying a trace. */
typedef struct
{
  gboolean    is_legal;
  gboolean    is_adjusted;   /* a decision that did not fit was made another: what its schedule decided, the edited trace does not say */
  guint64     program;       /* hash */
  TlFeatures *features;      /* owned, nullable */
} Evaluated;

static void
evaluated_free (gpointer data)
{
  Evaluated *evaluated = data;

  g_clear_pointer (&evaluated->features, tl_features_unref);
  g_free (evaluated);
}

void
tl_evaluation_cache_init (TlEvaluationCache *known)
{
  *known = (TlEvaluationCache) { .traces = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, evaluated_free),
                       .programs = g_hash_table_new (g_int64_hash, g_int64_equal) };
}

void
tl_evaluation_cache_clear (TlEvaluationCache *known)
{
  g_clear_pointer (&known->programs, g_hash_table_unref);
  g_clear_pointer (&known->traces, g_hash_table_unref);
}

void
tl_evaluation_cache_begin_batch (TlEvaluationCache *known)
{
  g_hash_table_remove_all (known->programs);
  if (known->n_bytes <= MAX_EVALUATED_BYTES)
    return;
  g_hash_table_remove_all (known->traces);
  known->n_bytes = 0;
}

/* @individual: nullable, of a trace that was refused. */
static void
remember (TlEvaluationCache *known, guint64 trace, gboolean is_adjusted, const TlIndividual *individual)
{
  TlFeatures *features = individual ? individual->features : NULL;
  Evaluated *evaluated;

  if (trace == 0 || g_hash_table_contains (known->traces, &trace))
    return;
  evaluated = g_new0 (Evaluated, 1);
  evaluated->is_legal = individual != NULL;
  evaluated->is_adjusted = is_adjusted;
  evaluated->program = individual ? individual->hash : 0;
  evaluated->features = features ? tl_features_ref (features) : NULL;
  g_hash_table_insert (known->traces, g_memdup2 (&trace, sizeof trace), evaluated);
  known->n_bytes += EVALUATED_EXTRA_BYTES + (features ? sizeof (float) * features->n_rows * features->n_columns : 0);
}

void
tl_offspring_finish (TlOffspring *offspring, TlEvaluationCache *known)
{
  for (guint i = 0; i < offspring->individuals->len; i++)
    {
      const TlTry *try = &g_array_index (offspring->tries, TlTry, i);

      remember (known, try->trace, try->is_adjusted, offspring->individuals->pdata[i]);
    }
  g_clear_pointer (&offspring->individuals, g_ptr_array_unref);
  g_clear_pointer (&offspring->tries, g_array_unref);
}

/* --- trying --- */

/* The result of one thread for one place. */
typedef struct
{
  TlTry          try;
  gboolean       is_legal;
  guint64        program;     /* hash, of what is legal */
  TlEditedTrace *edited;      /* owned; NULL if the program's individual has one */
  TlFeatures    *features;    /* owned, nullable; NULL if the program's individual is known */
} Result;

typedef struct
{
  const TlPopulationSampler *sampler;
  GPtrArray                 *sources;    /* sketches or parents */
  GArray                    *weights;    /* of sketches */
  const guint               *mutators;
  guint64                    seed;
  const TlEvaluationCache   *known;      /* only read */
  Result                    *results;
} SampleJob;

static TlRandom
stream_of (const SampleJob *job, guint index)
{
  TlRandom streams = tl_random_seeded (job->seed + index * STREAM_STRIDE);

  return tl_random_seeded (tl_random_next (&streams));
}

/* NULL if @edited must be made to know what becomes of it. */
static const Evaluated *
recall (const SampleJob *job, const TlEditedTrace *edited, Result *result)
{
  const Evaluated *evaluated;

  result->try.trace = tl_edited_trace_hash (edited);
  evaluated = g_hash_table_lookup (job->known->traces, &result->try.trace);
  if (!evaluated)
    return NULL;
  result->is_legal = evaluated->is_legal;
  result->program = evaluated->program;
  result->features = evaluated->features ? tl_features_ref (evaluated->features) : NULL;
  return evaluated;
}

/* @before: what the trace makes, NULL if it was refused. */
static void
find_out (const SampleJob *job, TlState *before, const GError *refusal, Result *result)
{
  const TlSearchTask *task = job->sampler->task;
  g_autoptr (GError) late_refusal = NULL;
  g_autoptr (TlState) state = before ? tl_space_postprocess (task->space, before, &late_refusal) : NULL;

  tl_search_progress_note (task->progress, refusal ? refusal : late_refusal);
  if (!state)
    return;
  result->is_legal = TRUE;
  result->program = tl_module_hash (tl_state_module (state));
  if (!g_hash_table_contains (job->known->programs, &result->program))
    result->features = features_of (job->sampler, state);
}

/* Takes @edited, which is of no use if the trace was refused, or the program's individual has one. */
static void
keep (const SampleJob *job, TlEditedTrace *edited, Result *result)
{
  const TlIndividual *known = g_hash_table_lookup (job->known->programs, &result->program);

  if (result->is_legal && !(known && known->edited))
    result->edited = edited;
  else
    tl_edited_trace_free (edited);
}

/* Takes @before (nullable). What obeys; NULL with a refusal. */
static TlState *
obeying (const SampleJob *job, TlState *before, TlRandom *random, GError **error)
{
  g_autoptr (TlState) drawn = before;

  if (!drawn || !job->sampler->constraints)
    return g_steal_pointer (&drawn);
  return tl_constraints_apply (job->sampler->constraints, drawn, random, error);
}

/* A neighbour obeys, also where its parent does not. */
static gboolean
fit (const SampleJob *job, TlEditedTrace **edited, TlRandom *random, GError **error)
{
  gboolean is_changed;

  return !job->sampler->constraints || tl_constraints_fit (job->sampler->constraints, edited, random, &is_changed, error);
}

static void
draw_one (guint index, gpointer data)
{
  const SampleJob *job = data;
  TlRandom random = stream_of (job, index);
  TlState *sketch = job->sources->pdata[tl_random_weighted (&random, (const double *) (gpointer) job->weights->data, job->weights->len)];
  g_autoptr (GError) refusal = NULL;
  g_autoptr (TlState) before = obeying (job, tl_trace_redraw (sketch, tl_random_next (&random), &refusal), &random, &refusal);
  Result *result = &job->results[index];
  TlEditedTrace *edited = before ? tl_edited_trace_new (before) : NULL;

  if (edited && recall (job, edited, result))
    tl_search_progress_note (job->sampler->task->progress, NULL);
  else
    find_out (job, before, refusal, result);
  if (edited)
    keep (job, edited, result);
}

static void
mutate_one (guint index, gpointer data)
{
  const SampleJob *job = data;
  TlRandom random = stream_of (job, index);
  const TlIndividual *parent = job->sources->pdata[index];
  TlEditedTrace *edited = tl_mutator_propose (&job->sampler->mutators[job->mutators[index]], parent->edited, job->sampler->task->target,
                                              &random);
  Result *result = &job->results[index];
  g_autoptr (GError) refusal = NULL;
  g_autoptr (TlState) before = NULL;
  const Evaluated *evaluated;

  if (edited && !fit (job, &edited, &random, &refusal))
    {
      tl_search_progress_note (job->sampler->task->progress, refusal);
      g_clear_pointer (&edited, tl_edited_trace_free);
    }
  if (!edited)
    return;
  evaluated = recall (job, edited, result);
  if (!evaluated || evaluated->is_adjusted)
    before = tl_edited_trace_replay (edited, edited->n_steps, &refusal);
  if (!evaluated)
    find_out (job, before, refusal, result);
  if (before)
    {
      tl_edited_trace_free (edited);
      edited = tl_edited_trace_new (before);
      result->try.is_adjusted = tl_edited_trace_hash (edited) != result->try.trace;
      /* Decisions that were adjusted may be others than are allowed. */
      result->is_legal &= !job->sampler->constraints || tl_constraints_allow (job->sampler->constraints, edited);
    }
  keep (job, edited, result);
}

/* Programs that have no individual in this batch get one, those whose schedule was dropped have one again. Empties @result. */
static TlIndividual *
take (const TlEvaluationCache *known, Result *result)
{
  TlIndividual *individual;

  if (!result->is_legal)
    return NULL;
  individual = g_hash_table_lookup (known->programs, &result->program);
  if (!individual)
    return individual_new (result->edited, result->program, result->features);
  if (!individual->edited)
    individual->edited = g_steal_pointer (&result->edited);
  g_clear_pointer (&result->edited, tl_edited_trace_free);
  g_clear_pointer (&result->features, tl_features_unref);
  return tl_individual_ref (individual);
}

static TlOffspring
run_job (SampleJob *job, guint n, TlTunePart func)
{
  TlOffspring offspring = { .individuals = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_individual_unref),
                            .tries = g_array_sized_new (FALSE, FALSE, sizeof (TlTry), n) };

  job->results = g_new0 (Result, n + 1);
  tl_tune_threads_parallel_for (job->sampler->task->threads, n, func, job);
  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (offspring.individuals, take (job->known, &job->results[i]));
      g_array_append_val (offspring.tries, job->results[i].try);
    }
  g_free (job->results);
  return offspring;
}

TlOffspring
tl_population_sampler_draw (const TlPopulationSampler *sampler, GPtrArray *sketches, GArray *weights, guint n, guint64 seed,
                            const TlEvaluationCache *known)
{
  SampleJob job = { .sampler = sampler, .sources = sketches, .weights = weights, .seed = seed, .known = known };

  return run_job (&job, n, draw_one);
}

TlOffspring
tl_population_sampler_mutate (const TlPopulationSampler *sampler, GPtrArray *parents, const guint *mutators, guint64 seed,
                              const TlEvaluationCache *known)
{
  SampleJob job = { .sampler = sampler, .sources = parents, .mutators = mutators, .seed = seed, .known = known };

  return run_job (&job, parents->len, mutate_one);
}
