/* SPDX-License-Identifier: Apache-2.0 */
/* Mutators: from one schedule to a neighbour of it, one decision changed. Names, parameters and meaning are those of TVM's MetaSchedule. */
#pragma once

#include "core/schedule/edited-trace.h"
#include "core/target/target.h"
#include "core/space/component.h"

G_BEGIN_DECLS

typedef struct
{
  const TlEditedTrace *edited;     /* of a schedule before its postprocessing, and one that can be made */
  const TlArg         *args;       /* as in TlComponent */
  const TlTarget      *target;
  TlRandom            *random;
} TlMutatorCall;

/* A row of the table. */
typedef struct
{
  TlComponentInfo info;
  /* Makes a neighbour of call->edited; NULL where there is nothing to change. Any thread. */
  TlEditedTrace *(*propose) (const TlMutatorCall *call);
} TlMutator;

extern const TlComponentTable tl_mutator_table;

/* A neighbour as an edited trace; replaying it may be refused. NULL where there is nothing to change. */
TlEditedTrace *tl_mutator_propose (const TlComponent *mutator, const TlEditedTrace *edited, const TlTarget *target, TlRandom *random);
/*
 * The neighbour (new reference), which shares the steps before the changed one with @state; NULL without error where there is nothing to
 * change, with a refusal where the steps after do not go with the change.
 */
TlState *tl_mutator_apply (const TlComponent *mutator, TlState *state, const TlTarget *target, TlRandom *random, GError **error);
/* How often it is chosen among others: its parameter "probability". */
double   tl_mutator_probability (const TlComponent *mutator);

G_END_DECLS
