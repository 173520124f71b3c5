/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What evolutionary search breeds: schedules with what is known of their programs. All work on them is spread over a crew, each part with
 * a random stream of its own, and results are taken in order: what comes out does not depend on how many threads there are.
 *
 * Programs are large and soon outdated: an individual keeps its schedule before postprocessing, which neighbours share states with, and
 * of the program hash and features. Who needs the program postprocesses again.
 */
#pragma once

#include "core/tune/cost-model.h"
#include "core/tune/crew-private.h"
#include "core/tune/mutator.h"
#include "core/tune/strategy.h"

G_BEGIN_DECLS

/* One schedule. Reference-counted, for one thread at a time. */
typedef struct
{
  guint       ref_count;
  /* Owned */
  TlState    *bare;        /* before postprocessing; NULL once it is of no more use */
  TlFeatures *features;    /* NULL if it has none */
  guint64     hash;        /* of the program */
  double      score;       /* by the model that scored last */
} TlIndividual;

TlIndividual *tl_individual_ref (TlIndividual *individual);
void          tl_individual_unref (TlIndividual *individual);

typedef struct
{
  const TlSearchTask *task;
  TlCrew             *crew;
  const TlComponent  *mutators;
  guint               n_mutators;
} TlBreeder;

/* Cuts a schedule at enter_postproc, where there is one. New reference. */
TlState      *tl_schedule_bare (TlState *state);

/* The individual of a postprocessed schedule, with features. */
TlIndividual *tl_breeder_individual (const TlBreeder *breeder, TlState *state);

/*
 * What is known already: individuals by the hash of their program, and of each trace that was tried (by tl_trace_hash of the bare schedule) the
 * individual, or NULL if it was refused. Whoever keeps the individuals fills both; tries only read them, and are not replayed where their trace
 * is known: breeding comes back to the same neighbours again and again, nineteen times of twenty in a space of a few hundred schedules.
 */
typedef struct
{
  GHashTable *programs;   /* guint64 → TlIndividual, borrowed */
  GHashTable *traces;     /* guint64 (owned) → TlIndividual, borrowed, nullable */
} TlKnown;

void tl_known_init (TlKnown *known);
void tl_known_clear (TlKnown *known);

/* What became of some tries. */
typedef struct
{
  GPtrArray *individuals;   /* TlIndividual, owned; NULL where a try was refused or had nothing to change; those known before are references */
  GArray    *traces;        /* guint64: the hash of each one's trace, 0 where there was nothing to change */
} TlOffspring;

/* After the individuals were admitted, each the one of its program: their traces are known from now on. Frees the lists. */
void tl_offspring_settle (TlOffspring *offspring, TlKnown *known);

/* @n random schedules of @designs (TlState, bare), each with its chance (double), drawn from @seed. */
TlOffspring tl_breeder_draw (const TlBreeder *breeder, GPtrArray *designs, GArray *chances, guint n, guint64 seed, const TlKnown *known);
/* Neighbours: of each of @parents (borrowed) by the mutator with the same place in @mutators. */
TlOffspring tl_breeder_mutate (const TlBreeder *breeder, GPtrArray *parents, const guint *mutators, guint64 seed, const TlKnown *known);

G_END_DECLS
