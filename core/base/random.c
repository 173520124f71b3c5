/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/random.h"

TlRandom
tl_random_seeded (guint64 seed)
{
  return (TlRandom) { .state = seed };
}

guint64
tl_random_next (TlRandom *random)
{
  guint64 z = (random->state += G_GUINT64_CONSTANT (0x9E3779B97F4A7C15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  return z ^ (z >> 31);
}

guint64
tl_random_below (TlRandom *random, guint64 bound)
{
  guint64 reject_under, draw;

  g_assert (bound > 0);
  reject_under = -bound % bound;
  do
    draw = tl_random_next (random);
  while (draw < reject_under);
  return draw % bound;
}

double
tl_random_unit (TlRandom *random)
{
  return (double) (tl_random_next (random) >> 11) * 0x1.0p-53;
}

guint
tl_random_weighted (TlRandom *random, const double *weights, guint n_weights)
{
  double sum = 0, target;

  g_assert (n_weights > 0);
  for (guint i = 0; i < n_weights; i++)
    sum += weights[i];
  target = tl_random_unit (random) * sum;
  for (guint i = 0; i + 1 < n_weights; i++)
    {
      if (target < weights[i])
        return i;
      target -= weights[i];
    }
  return n_weights - 1;
}
