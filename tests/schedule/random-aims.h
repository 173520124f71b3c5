/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments at random that make sense, for primitives that hardly any others fit. */
#pragma once

#include "tests/schedule/random-arguments.h"

/* Replaces arguments of @primitive where there is an aim for it and the program has something of the kind; FALSE where not. */
gboolean         random_aim (RandomSource *source, const TlPrimitive *primitive, TlArg *args);

/* A primitive that is of use after the last step, or at the start; NULL: any is. */
const char      *random_successor (RandomSource *source);

/* The intrinsics that tensorize aims at: copies of few elements of the type that the program's first buffer has. */
TlState         *random_with_intrinsics (TlState *state);

/* The read is of a buffer that no block writes: nothing depends on it. */
gboolean         random_may_hide (const RandomSource *source, const TlBlock *block, gint64 index);
