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

/* What a thread of the crew has made for one place. */
typedef struct
{
  TlIndividual *fresh;     /* owned; NULL if it is known or was refused */
  TlState      *bare;      /* owned, with @known */
  TlIndividual *known;     /* borrowed: its references are counted by one thread only */
} Result;

typedef struct
{
  const TlBreeder *breeder;
  GPtrArray       *sources;    /* designs or parents */
  GArray          *chances;    /* of designs */
  const guint     *mutators;
  guint64          seed;
  GHashTable      *known;      /* only read */
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
  result->known = g_hash_table_lookup (job->known, &hash);
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

  finish (job, index, bare, refusal);
}

static void
mutate_one (guint index, gpointer data)
{
  const Job *job = data;
  TlRandom random = stream_of (job, index);
  const TlIndividual *parent = job->sources->pdata[index];
  g_autoptr (GError) refusal = NULL;
  TlState *bare = tl_mutator_apply (&job->breeder->mutators[job->mutators[index]], parent->bare, job->breeder->task->target, &random, &refusal);

  if (bare || refusal)
    finish (job, index, bare, refusal);
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

static GPtrArray *
run_job (Job *job, guint n, TlCrewFunc func)
{
  GPtrArray *individuals = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_individual_unref);

  job->results = g_new0 (Result, n + 1);
  tl_crew_run (job->breeder->crew, n, func, job);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (individuals, take (&job->results[i]));
  g_free (job->results);
  return individuals;
}

GPtrArray *
tl_breeder_draw (const TlBreeder *breeder, GPtrArray *designs, GArray *chances, guint n, guint64 seed, GHashTable *known)
{
  Job job = { .breeder = breeder, .sources = designs, .chances = chances, .seed = seed, .known = known };

  return run_job (&job, n, draw_one);
}

GPtrArray *
tl_breeder_mutate (const TlBreeder *breeder, GPtrArray *parents, const guint *mutators, guint64 seed, GHashTable *known)
{
  Job job = { .breeder = breeder, .sources = parents, .mutators = mutators, .seed = seed, .known = known };

  return run_job (&job, parents->len, mutate_one);
}
