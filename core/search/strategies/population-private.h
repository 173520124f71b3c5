/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The population of evolutionary search: schedules, hashes and features of their programs. All work on them is spread over threads, each
 * part with a random stream of its own, and results are taken in order: they do not depend on the number of threads.
 *
 * Programs are large and soon outdated: an individual keeps an edited trace of its schedule before postprocessing, and of the program hash
 * and features. To get the program, replay and postprocess.
 */
#pragma once

#include "core/schedule/edited-trace.h"
#include "core/cost-model/cost-model.h"
#include "core/space/mutator.h"
#include "core/search/strategy.h"

G_BEGIN_DECLS

/* One schedule. Reference-counted, for one thread at a time. */
typedef struct
{
  guint       ref_count;
  /* Owned */
  TlEditedTrace *edited;      /* before postprocessing; NULL once it is of no more use */
  TlFeatures    *features;    /* NULL if it has none */
  guint64        hash;        /* of the program */
  double         score;       /* by the model that scored last */
  /* How it came about; TL_ORIGIN_UNKNOWN until it is admitted to a batch */
  TlOriginKind   origin;
  guint64        parent;      /* of a mutated one: as in TlTrialOrigin */
  guint64        mutators;    /* bits: the mutators that led from there to it */
} TlIndividual;

TlIndividual *tl_individual_ref (TlIndividual *individual);
void          tl_individual_unref (TlIndividual *individual);

typedef struct
{
  const TlSearchTask *task;
  const TlComponent  *mutators;
  guint               n_mutators;
  TlConstraints      *constraints;   /* of the batch on its way; owned, nullable */
} TlPopulationSampler;

/* Cuts a schedule at enter_postproc, where there is one. New reference. */
TlState      *tl_schedule_before_postproc (TlState *state);

/* The individual of a postprocessed schedule, with features. */
TlIndividual *tl_population_sampler_individual (const TlPopulationSampler *sampler, TlState *state);
/*
 * Its schedule, postprocessed; the edited trace is then of what was made. New reference; NULL if it has no edited trace, or that is
 * refused.
 */
TlState      *tl_population_sampler_make (const TlPopulationSampler *sampler, TlIndividual *individual);

/*
 * The evaluation cache: the result of each evaluated trace, by the hash of its edited trace, as long as the search lasts or memory
 * allows; and the individuals of this batch by the hash of their program. The owner of the individuals fills both; searching threads
 * only read them, and replay new traces alone: breeding comes back to the same neighbours again and again, nine times of ten in a space
 * of a few hundred schedules. A search takes half the time with this, and chooses the same. Decisions that did not fit change when they are
 * replayed, so such traces are replayed each time. Generations of distinct programs only were no better and evaluated three times as many.
 */
typedef struct
{
  GHashTable *traces;     /* guint64 (owned) → what population.c knows */
  gsize       n_bytes;    /* that it takes */
  GHashTable *programs;   /* guint64 → TlIndividual, borrowed */
} TlEvaluationCache;

void tl_evaluation_cache_init (TlEvaluationCache *known);
void tl_evaluation_cache_clear (TlEvaluationCache *known);
/* Forgets the individuals, and traces where they take too much memory. */
void tl_evaluation_cache_begin_batch (TlEvaluationCache *known);

/* Evaluated candidates. */
typedef struct
{
  guint64  trace;         /* the edited trace's hash; 0: there was nothing to try */
  gboolean is_adjusted;   /* its schedule decided otherwise, for something did not fit */
} TlTry;

/* The individuals that some tries gave. */
typedef struct
{
  GPtrArray *individuals;   /* TlIndividual, owned; NULL where a try was refused or had nothing to change; those known before are
                               references */
  GArray    *tries;         /* TlTry */
} TlOffspring;

/* After the individuals were admitted, each the one of its program: what became of their traces is known from now on. Frees the lists. */
void tl_offspring_finish (TlOffspring *offspring, TlEvaluationCache *known);

/* @n random schedules of @sketches (TlState, before postprocessing), each with its weight (double), drawn from @seed. */
TlOffspring tl_population_sampler_draw (const TlPopulationSampler *sampler, GPtrArray *sketches, GArray *weights, guint n, guint64 seed,
                                        const TlEvaluationCache *known);
/* Neighbours: of each of @parents (borrowed) by the mutator with the same place in @mutators. */
TlOffspring tl_population_sampler_mutate (const TlPopulationSampler *sampler, GPtrArray *parents, const guint *mutators, guint64 seed,
                                          const TlEvaluationCache *known);

G_END_DECLS
