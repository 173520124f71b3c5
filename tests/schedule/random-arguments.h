/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments at random, from the kind of a parameter and what the program offers. Often senseless: refusing is part of the test. */
#pragma once

#include "core/schedule/state.h"

typedef struct
{
  TlRandom        *random;
  const TlState   *state;
  TlArena         *arena;      /* of the arguments */
  GPtrArray       *loops;      /* const TlStmt*, of the present program */
  GPtrArray       *blocks;     /* root excluded */
} RandomSource;

guint random_below (RandomSource *source, guint bound);

/* Fills @args (one per parameter, decisions excluded) for @primitive, with NODE for loops and blocks. */
void  random_arguments (RandomSource *source, const TlPrimitive *primitive, TlArg *args);
