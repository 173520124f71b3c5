/* SPDX-License-Identifier: Apache-2.0 */
/* The next generation: parents chosen by score, mutated or kept. */
#include "core/search/strategies/evolution-private.h"

/* Running sums of the scores, so that an index is found by halving. */
static double *
running_weights (const GPtrArray *population)
{
  double *sums = g_new (double, population->len);
  double sum = 0;

  for (guint i = 0; i < population->len; i++)
    {
      sum += MAX (((TlIndividual *) population->pdata[i])->score, 0);
      sums[i] = sum;
    }
  for (guint i = 0; !(sum > 0) && i < population->len; i++)
    sums[i] = i + 1;
  return sums;
}

static guint
draw_index (TlRandom *random, const double *sums, guint n)
{
  double at = tl_random_unit (random) * sums[n - 1];
  guint low = 0, high = n - 1;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (sums[middle] > at)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* The attempts for one place of the next generation. */
typedef struct
{
  guint  place;
  guint  parent;
} Try;

typedef struct
{
  TlEvolutionBatch     *batch;
  GPtrArray *population;
  double    *sums;
  gboolean  *is_kept;      /* of the population: it is in the next generation already */
  GPtrArray *next;         /* TlIndividual, in batch->all; NULL where nothing has come of it yet */
  guint     *last_parent;  /* by place: who stands in for what never succeeds */
} Generation;

/* Draws what to try for the open places. Keeping succeeds or fails at once; mutations are collected. */
static void
plan_tries (Generation *generation, GArray *tries, GPtrArray *parents, GArray *mutators)
{
  const TlEvolution *evolution = generation->batch->evolution;
  TlRandom *random = &generation->batch->random;

  for (guint place = 0; place < generation->next->len; place++)
    {
      guint parent, mutator;

      if (generation->next->pdata[place])
        continue;
      parent = generation->last_parent[place] = draw_index (random, generation->sums, generation->population->len);
      if (evolution->sampler.n_mutators > 0 && tl_random_unit (random) < evolution->settings.genetic_mutate_prob)
        {
          mutator = tl_random_weighted (random, evolution->mutator_weights, evolution->sampler.n_mutators);
          g_array_append_val (tries, ((Try) { place, parent }));
          g_ptr_array_add (parents, generation->population->pdata[parent]);
          g_array_append_val (mutators, mutator);
        }
      else if (!generation->is_kept[parent])
        {
          generation->is_kept[parent] = TRUE;
          generation->next->pdata[place] = generation->population->pdata[parent];
        }
    }
}

/* The parent of a child is the last program of its line that is a trial: a person can look at that one. */
static void
note_origins (const TlEvolutionBatch *batch, GPtrArray *children, GPtrArray *parents, GArray *mutators)
{
  for (guint i = 0; i < children->len; i++)
    {
      TlIndividual *child = children->pdata[i];
      const TlIndividual *parent = parents->pdata[i];
      guint mutator = g_array_index (mutators, guint, i);
      gboolean is_trial = g_hash_table_contains (batch->request->seen, &parent->hash);

      if (!child || child->origin != TL_ORIGIN_UNKNOWN)
        continue;
      child->origin = TL_ORIGIN_MUTATED;
      child->parent = is_trial ? parent->hash : parent->parent;
      child->mutators = (is_trial ? 0 : parent->mutators) | (mutator < 64 ? G_GUINT64_CONSTANT (1) << mutator : 0);
    }
}

static void
try_places (Generation *generation)
{
  TlEvolutionBatch *batch = generation->batch;
  g_autoptr (GArray) tries = g_array_new (FALSE, FALSE, sizeof (Try)), mutators = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) parents = g_ptr_array_new ();
  TlOffspring children;

  plan_tries (generation, tries, parents, mutators);
  children = tl_population_sampler_mutate (&batch->evolution->sampler, parents, (const guint *) (gpointer) mutators->data,
                                           tl_random_next (&batch->random),
                                           &batch->evolution->known);
  note_origins (batch, children.individuals, parents, mutators);
  tl_evolution_admit (batch, children.individuals);
  for (guint i = 0; i < tries->len; i++)
    generation->next->pdata[g_array_index (tries, Try, i).place] = children.individuals->pdata[i];
  tl_offspring_finish (&children, &batch->evolution->known);
}

GPtrArray *
tl_evolution_next_generation (TlEvolutionBatch *batch, GPtrArray *population)
{
  const TlEvolutionSettings *settings = &batch->evolution->settings;
  g_autofree double *sums = running_weights (population);
  g_autofree gboolean *is_kept = g_new0 (gboolean, population->len);
  g_autofree guint *last_parent = g_new0 (guint, batch->population_size);
  Generation generation = { .batch = batch, .population = population, .sums = sums, .is_kept = is_kept,
           .last_parent = last_parent,
                        .next = g_ptr_array_new () };

  g_ptr_array_set_size (generation.next, (gint) batch->population_size);
  for (guint i = 0; i <= settings->genetic_max_fail_count; i++)
    try_places (&generation);
  for (guint place = 0; place < generation.next->len; place++)
    if (!generation.next->pdata[place])
      generation.next->pdata[place] = population->pdata[last_parent[place]];
  return generation.next;
}
