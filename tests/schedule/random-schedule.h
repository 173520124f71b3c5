/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules at random: any primitive of the table on any loops and blocks, with arguments that are often senseless. */
#pragma once

#include "core/schedule/state.h"

typedef struct
{
  guint n_taken;
  guint n_refused;
} RandomTally;

/*
 * A schedule of 1 … @max_steps accepted steps (fewer where too many were refused), the same for the same seed. Primitives of @excluded (nullable,
 * NULL-terminated names) are left out. A step that is accepted and leaves a broken program fails the running test.
 */
TlState *random_schedule (const TlModule *module, guint64 seed, guint max_steps, const char *const *excluded, RandomTally *tally);
