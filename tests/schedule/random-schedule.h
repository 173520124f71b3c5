/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules at random: any primitive of the table on any loops and blocks, with arguments made from the kinds of its parameters. */
#pragma once

#include "core/schedule/state.h"

enum
{
#define TL_PRIMITIVE(name) RANDOM_##name,
#include "core/schedule/primitives.def"
#undef TL_PRIMITIVE
  RANDOM_N_PRIMITIVES,
};

/* By number in the table of primitives. A step has an effect that changes the program, yields handles or numbers, or marks the trace. */
typedef struct
{
  guint n_taken;
  guint n_refused;
  guint taken[RANDOM_N_PRIMITIVES];
  guint effective[RANDOM_N_PRIMITIVES];
  guint refused[RANDOM_N_PRIMITIVES];
} RandomTally;

void     random_tally_add (RandomTally *tally, const RandomTally *other);

/*
 * A schedule of @min_steps … @max_steps accepted steps, handles not counted (fewer where too many were refused), the same for the same
 * seed. Primitives of @excluded (nullable, NULL-terminated names) are left out. *problem (g_free) tells of a step that was accepted and
 * left a broken program, or that failed in a way that is no refusal; else NULL. The steps up to there are the result.
 */
TlState *random_schedule (const TlModule *module, guint64 seed, guint min_steps, guint max_steps, const char *const *excluded,
                          RandomTally *tally, char **problem);

/* @state and one step more, of the primitive of that name, with arguments at random; NULL: refused. *problem as above, unchanged else. */
TlState *random_step (TlState *state, TlRandom *random, const char *primitive, RandomTally *tally, char **problem);
