/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TlRandom: a seeded generator (SplitMix64; Steele, Lea, Flood, OOPSLA 2014), a plain value: copying it forks the stream.
 * The same seed gives the same numbers on every machine.
 */
typedef struct
{
  guint64 state;
} TlRandom;

TlRandom tl_random_seeded (guint64 seed);
guint64  tl_random_next (TlRandom *random);

/* Uniform in [0, bound); @bound > 0. Free of modulo bias. */
guint64  tl_random_below (TlRandom *random, guint64 bound);

/* Uniform in [0, 1). */
double   tl_random_unit (TlRandom *random);

/* An index drawn with probability weights[i] / sum; weights are >= 0 with a positive sum. */
guint    tl_random_weighted (TlRandom *random, const double *weights, guint n_weights);

G_END_DECLS
