/* SPDX-License-Identifier: Apache-2.0 */
/* Mutators: from one schedule to a neighbour of it, one decision changed. Names, parameters and meaning are those of TVM's MetaSchedule. */
#pragma once

#include "core/schedule/state.h"
#include "core/target/target.h"
#include "core/tune/component.h"

G_BEGIN_DECLS

typedef struct
{
  TlState        *state;     /* before its postprocessing */
  const TlArg    *args;      /* as in TlComponent */
  const TlTarget *target;
  TlRandom       *random;
  TlArena        *arena;     /* for what the change says */
} TlMutatorCall;

/* An instruction in place of the one that led to @step. */
typedef struct
{
  const TlState *step;       /* one of those that led to the schedule */
  TlInst         inst;
} TlChange;

/* A row of the table. */
typedef struct
{
  TlComponentInfo info;
  /* What makes a neighbour of call->state; FALSE where there is nothing to change. Any thread. */
  gboolean      (*propose) (const TlMutatorCall *call, TlChange *change);
} TlMutator;

extern const TlComponentTable tl_mutator_table;

/* What the neighbour is to be; @change is of @state and @arena. FALSE where there is nothing to change. */
gboolean tl_mutator_propose (const TlComponent *mutator, TlState *state, const TlTarget *target, TlRandom *random, TlArena *arena,
                             TlChange *change);
/*
 * The neighbour (new reference), which shares the steps before the changed one with @state; NULL without error where there is nothing to change,
 * with a refusal where the steps after do not go with the change.
 */
TlState *tl_mutator_apply (const TlComponent *mutator, TlState *state, const TlTarget *target, TlRandom *random, GError **error);
/* How often it is chosen among others: its parameter "probability". */
double   tl_mutator_probability (const TlComponent *mutator);

G_END_DECLS
