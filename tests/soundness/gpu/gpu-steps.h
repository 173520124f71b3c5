/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules for GPUs at random, step by step: loops bound to axes of blocks and threads and to virtual threads, copies in memory of each
 * scope where any loop is, reductions over threads, and any other primitive in between.
 */
#pragma once

#include "tests/schedule/random-schedule.h"

G_BEGIN_DECLS

/*
 * A schedule of @module in which all blocks run in threads, as far as primitives allow; the same for the same seed. *problem (g_free) as of
 * random_schedule().
 */
TlState *gpu_steps_schedule (const TlModule *module, guint64 seed, RandomTally *tally, char **problem);

G_END_DECLS
