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
} TlMutatorCall;

/* A row of the table. */
typedef struct
{
  TlComponentInfo info;
  /*
   * The neighbour (new reference), which shares the steps before the changed one with call->state; NULL without error where there is nothing to
   * change, with a refusal where the steps after do not go with the change. Any thread.
   */
  TlState      *(*apply) (const TlMutatorCall *call, GError **error);
} TlMutator;

extern const TlComponentTable tl_mutator_table;

TlState *tl_mutator_apply (const TlComponent *mutator, TlState *state, const TlTarget *target, TlRandom *random, GError **error);
/* How often it is chosen among others: its parameter "probability". */
double   tl_mutator_probability (const TlComponent *mutator);

G_END_DECLS
