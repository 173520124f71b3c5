/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/split-factors.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/base/saturate.h"

/* Saturates: a product beyond 64 bits is beyond every extent. */
static gint64
product_of_others (const TlSplitFactors *self, guint index)
{
  gint64 product = 1;

  for (guint i = 0; i < self->n; i++)
    if (i != index && (gint) i != self->inferred)
      product = tl_mul_saturated (product, self->values[i]);
  return product;
}

static gint64
ceil_div (gint64 a, gint64 b)
{
  return (a - 1) / b + 1;
}

static void
infer (TlSplitFactors *self)
{
  if (self->inferred >= 0)
    self->values[self->inferred] = ceil_div (self->extent, product_of_others (self, (guint) self->inferred));
}

TlSplitFactors
tl_split_factors_new (gint64 extent, gint64 inner)
{
  TlSplitFactors self = { .extent = MAX (extent, 1), .n = 2, .inferred = 0 };

  self.values[1] = CLAMP (inner, 1, self.extent);
  while (self.extent % self.values[1] != 0)
    self.values[1]--;
  infer (&self);
  return self;
}

gboolean
tl_split_factors_equal (const TlSplitFactors *a, const TlSplitFactors *b)
{
  gboolean equal = a->extent == b->extent && a->n == b->n && a->inferred == b->inferred;

  for (guint i = 0; equal && i < a->n; i++)
    equal = a->values[i] == b->values[i];
  return equal;
}

void
tl_split_factors_infer (TlSplitFactors *self, guint index)
{
  g_return_if_fail (index < self->n);

  self->inferred = (gint) index;
  infer (self);
}

void
tl_split_factors_set (TlSplitFactors *self, guint index, gint64 value)
{
  g_return_if_fail (index < self->n);

  if (self->inferred == (gint) index || self->inferred < 0)
    self->inferred = index == 0 ? 1 : 0;
  self->values[index] = tl_clamp (value, 1, tl_split_factors_room (self, index));
  infer (self);
}

gboolean
tl_split_factors_add (TlSplitFactors *self, guint index)
{
  if (self->n == TL_SPLIT_MAX_FACTORS || index >= self->n)
    return FALSE;
  for (guint i = self->n; i > index + 1; i--)
    self->values[i] = self->values[i - 1];
  self->values[index + 1] = 1;
  self->n++;
  if (self->inferred > (gint) index)
    self->inferred++;
  return TRUE;
}

gboolean
tl_split_factors_remove (TlSplitFactors *self, guint index)
{
  if (self->n == 2 || index >= self->n)
    return FALSE;
  for (guint i = index; i + 1 < self->n; i++)
    self->values[i] = self->values[i + 1];
  self->n--;
  if (self->inferred > (gint) index)
    self->inferred--;
  else if (self->inferred == (gint) index || self->inferred < 0)
    self->inferred = 0;
  infer (self);
  return TRUE;
}

gint64
tl_split_factors_room (const TlSplitFactors *self, guint index)
{
  return ceil_div (self->extent, product_of_others (self, index));
}

/* --- divisors --- */

static gint
compare_numbers (gconstpointer a, gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return left < right ? -1 : left > right;
}

GArray *
tl_split_divisors (gint64 extent)
{
  GArray *divisors = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gint64 low = 1; low <= extent / low; low++)
    if (extent % low == 0)
      {
        gint64 high = extent / low;

        g_array_append_val (divisors, low);
        if (high != low)
          g_array_append_val (divisors, high);
      }
  g_array_sort (divisors, compare_numbers);
  return divisors;
}

gint64
tl_split_factors_next (const TlSplitFactors *self, guint index, gint by)
{
  g_autoptr (GArray) divisors = tl_split_divisors (tl_split_factors_room (self, index));
  gint64             value = self->values[index], below = value, above = value;

  for (guint i = 0; i < divisors->len; i++)
    {
      gint64 divisor = g_array_index (divisors, gint64, i);

      if (divisor < value)
        below = divisor;
      else if (divisor > value && above == value)
        above = divisor;
    }
  return by > 0 ? above : below;
}

gint64
tl_split_snap (gint64 room, double value, double tolerance)
{
  g_autoptr (GArray) divisors = NULL;
  double             nearest = tolerance;
  gint64             found = 0;

  value = tl_clamp (value, 1, (double) room);
  if (tolerance > 0)
    divisors = tl_split_divisors (room);
  for (guint i = 0; divisors != NULL && i < divisors->len; i++)
    {
      double distance = fabs (log2 ((double) g_array_index (divisors, gint64, i)) - log2 (value));

      if (distance <= nearest)
        {
          nearest = distance;
          found = g_array_index (divisors, gint64, i);
        }
    }
  return found > 0 ? found : (gint64) llround (value);
}

/* --- tails --- */

gboolean
tl_split_factors_tail (const TlSplitFactors *self, gint64 *tile, gint64 *rest)
{
  *tile = 1;
  for (guint i = self->n; i-- > 0;)
    {
      *tile = tl_mul_saturated (*tile, self->values[i]);
      *rest = self->extent % *tile;
      if (*rest != 0)
        return TRUE;
    }
  return FALSE;
}

char *
tl_split_factors_tail_text (const TlSplitFactors *self)
{
  gint64 tile, rest;

  if (tl_split_factors_tail (self, &tile, &rest))
    return g_strdup_printf (_("last tile: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " iterations (where)"), rest, tile);
  return g_strdup_printf (_("%" G_GINT64_FORMAT " divides %" G_GINT64_FORMAT ": no tail"), self->values[self->n - 1], self->extent);
}

char *
tl_split_factors_text (const TlSplitFactors *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " × " : "", self->values[i]);
  return g_string_free (text, FALSE);
}
