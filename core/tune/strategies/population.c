/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/strategies/population-private.h"

#include "core/ir/compare.h"
#include "core/schedule/trace.h"
#include "core/tune/space-private.h"

#define STREAM_STRIDE G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)   /* keeps the streams of neighbours apart */

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
  g_clear_pointer (&individual->bare, tl_state_unref);
  g_clear_pointer (&individual->features, tl_features_unref);
  g_free (individual);
}

TlState *
tl_schedule_bare (TlState *state)
{
  const TlPrimitive *enter = tl_primitive_find ("enter_postproc");

  for (TlState *step = state; tl_state_inst (step); step = tl_state_parent (step))
    if (tl_state_inst (step)->primitive == enter)
      return tl_state_ref (tl_state_parent (step));
  return tl_state_ref (state);
}

static TlIndividual *
individual_new (const TlBreeder *breeder, TlState *bare, const TlModule *module, guint64 hash)
{
  TlIndividual *individual = g_new0 (TlIndividual, 1);

  individual->ref_count = 1;
  individual->bare = tl_state_ref (bare);
  individual->hash = hash;
  individual->features = tl_features_extract_all (module, breeder->task->func_index, breeder->task->target, NULL);
  return individual;
}

TlIndividual *
tl_breeder_individual (const TlBreeder *breeder, TlState *state)
{
  const TlModule *module = tl_state_module (state);
  g_autoptr (TlState) bare = tl_schedule_bare (state);

  return individual_new (breeder, bare, module, tl_module_hash (module));
}

void
tl_known_init (TlKnown *known)
{
  known->programs = g_hash_table_new (g_int64_hash, g_int64_equal);
  known->traces = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

void
tl_known_clear (TlKnown *known)
{
  g_clear_pointer (&known->programs, g_hash_table_unref);
  g_clear_pointer (&known->traces, g_hash_table_unref);
}

void
tl_offspring_settle (TlOffspring *offspring, TlKnown *known)
{
  for (guint i = 0; i < offspring->individuals->len; i++)
    {
      const guint64 *trace = &g_array_index (offspring->traces, guint64, i);

      if (*trace != 0)
        g_hash_table_insert (known->traces, g_memdup2 (trace, sizeof *trace), offspring->individuals->pdata[i]);
    }
  g_clear_pointer (&offspring->individuals, g_ptr_array_unref);
  g_clear_pointer (&offspring->traces, g_array_unref);
}

/* What a thread of the crew has made for one place. */
typedef struct
{
  TlIndividual *fresh;     /* owned; NULL if it is known or was refused */
  TlState      *bare;      /* owned, nullable, with @known */
  TlIndividual *known;     /* borrowed: its references are counted by one thread only */
  guint64       trace;     /* hash; 0: there was nothing to try */
} Result;

typedef struct
{
  const TlBreeder *breeder;
  GPtrArray       *sources;    /* designs or parents */
  GArray          *chances;    /* of designs */
  const guint     *mutators;
  guint64          seed;
  const TlKnown   *known;      /* only read */
  Result          *results;
} Job;

static TlRandom
stream_of (const Job *job, guint index)
{
  TlRandom streams = tl_random_seeded (job->seed + index * STREAM_STRIDE);

  return tl_random_seeded (tl_random_next (&streams));
}

/* Takes @bare (nullable) and counts the attempt. */
static void
finish (const Job *job, guint index, TlState *bare, const GError *refusal)
{
  const TlSearchTask *task = job->breeder->task;
  Result *result = &job->results[index];
  g_autoptr (TlState) owned = bare, state = NULL;
  g_autoptr (GError) late_refusal = NULL;
  guint64 hash;

  if (bare)
    state = tl_space_postprocess (task->space, bare, &late_refusal);
  tl_search_progress_note (task->progress, refusal ? refusal : late_refusal);
  if (!state)
    return;
  hash = tl_module_hash (tl_state_module (state));
  result->known = g_hash_table_lookup (job->known->programs, &hash);
  if (result->known)
    result->bare = g_steal_pointer (&owned);
  else
    result->fresh = individual_new (job->breeder, bare, tl_state_module (state), hash);
}

static void
draw_one (guint index, gpointer data)
{
  const Job *job = data;
  TlRandom random = stream_of (job, index);
  TlState *design = job->sources->pdata[tl_random_weighted (&random, (const double *) (gpointer) job->chances->data, job->chances->len)];
  g_autoptr (GError) refusal = NULL;
  TlState *bare = tl_trace_redraw (design, tl_random_next (&random), &refusal);

  if (bare)
    job->results[index].trace = tl_trace_hash (bare, NULL, NULL);
  finish (job, index, bare, refusal);
}

/* FALSE if the trace must be replayed: it is new, or its schedule was dropped. */
static gboolean
recall (const Job *job, guint index)
{
  Result  *result = &job->results[index];
  gpointer individual;

  if (!g_hash_table_lookup_extended (job->known->traces, &result->trace, NULL, &individual))
    return FALSE;
  if (individual && !((TlIndividual *) individual)->bare)
    return FALSE;
  result->known = individual;
  return TRUE;
}

static void
mutate_one (guint index, gpointer data)
{
  const Job *job = data;
  TlRandom random = stream_of (job, index);
  TlState *parent = ((const TlIndividual *) job->sources->pdata[index])->bare;
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GError) refusal = NULL;
  TlChange change;

  if (!tl_mutator_propose (&job->breeder->mutators[job->mutators[index]], parent, job->breeder->task->target, &random, arena, &change))
    return;
  job->results[index].trace = tl_trace_hash (parent, change.step, &change.inst);
  if (!recall (job, index))
    finish (job, index, tl_trace_replace_step (parent, change.step, &change.inst, &refusal), refusal);
}

/* A known program whose schedule was dropped has one again. */
static TlIndividual *
take (Result *result)
{
  if (!result->known)
    return result->fresh;
  if (!result->known->bare)
    result->known->bare = g_steal_pointer (&result->bare);
  g_clear_pointer (&result->bare, tl_state_unref);
  return tl_individual_ref (result->known);
}

static TlOffspring
run_job (Job *job, guint n, TlCrewFunc func)
{
  TlOffspring offspring = { .individuals = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_individual_unref),
                            .traces = g_array_sized_new (FALSE, FALSE, sizeof (guint64), n) };

  job->results = g_new0 (Result, n + 1);
  tl_crew_run (job->breeder->crew, n, func, job);
  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (offspring.individuals, take (&job->results[i]));
      g_array_append_val (offspring.traces, job->results[i].trace);
    }
  g_free (job->results);
  return offspring;
}

TlOffspring
tl_breeder_draw (const TlBreeder *breeder, GPtrArray *designs, GArray *chances, guint n, guint64 seed, const TlKnown *known)
{
  Job job = { .breeder = breeder, .sources = designs, .chances = chances, .seed = seed, .known = known };

  return run_job (&job, n, draw_one);
}

TlOffspring
tl_breeder_mutate (const TlBreeder *breeder, GPtrArray *parents, const guint *mutators, guint64 seed, const TlKnown *known)
{
  Job job = { .breeder = breeder, .sources = parents, .mutators = mutators, .seed = seed, .known = known };

  return run_job (&job, parents->len, mutate_one);
}
