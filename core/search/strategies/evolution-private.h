/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of evolutionary search. */
#pragma once

#include "core/search/strategies/population-private.h"

G_BEGIN_DECLS

typedef struct
{
  guint  population_size;
  double init_measured_ratio;
  guint  init_min_unmeasured;
  guint  max_fail_count;
  guint  genetic_num_iters;
  double genetic_mutate_prob;
  guint  genetic_max_fail_count;
  double eps_greedy;
} TlEvolutionSettings;

/* A trial that was reported. */
typedef struct
{
  TlIndividual *individual;   /* owned */
  double        cost_s;       /* TL_COST_FAILED if it was not measured */
} TlEvolutionTrial;

typedef struct
{
  TlSearchTask        task;
  TlEvolutionSettings settings;
  TlArena            *arena;        /* of the mutators */
  TlPopulationSampler sampler;
  double             *mutator_weights;
  TlCostModel        *model;
  guint64             workload;     /* hash of the program without steps */
  GPtrArray          *sketches;     /* TlState, before postprocessing; NULL until first needed */
  GArray             *weights;      /* double for each sketch … */
  GArray             *batch_weights; /* … and in the batch on its way: 0 where it lacks a pinned decision */
  gboolean            had_legal;    /* some draw was legal, measured before or not */
  TlEvaluationCache   known;        /* its individuals: those of the batch on its way */
  GHashTable         *pending;      /* hash → TlIndividual: generated, not reported yet */
  GArray             *measured;     /* TlEvolutionTrial, fastest first; their schedules are kept as far as they may sample */
  GArray             *news;         /* TlEvolutionTrial, not owned: those with features that were not reported to the model */
  guint               n_learned;    /* those that it has */
} TlEvolution;

/* One batch on its way. */
typedef struct
{
  TlEvolution          *evolution;
  const TlBatchRequest *request;
  guint                 population_size;
  TlRandom              random;
  GPtrArray            *all;       /* TlIndividual, owned, in the order in which they were found */
  GPtrArray            *drawn;     /* TlIndividual: random ones that were never measured */
} TlEvolutionBatch;

/*
 * Takes note of @found (entries may be NULL), each program once: an entry of a program that is known already is replaced by the one known.
 * Those that are new get their scores, if there is a model to give some.
 */
void       tl_evolution_admit (TlEvolutionBatch *batch, GPtrArray *found);
/* As many as the batch's population_size; individuals are those of batch->all. Container. */
GPtrArray *tl_evolution_next_generation (TlEvolutionBatch *batch, GPtrArray *population);

G_END_DECLS
