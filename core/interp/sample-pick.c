/* SPDX-License-Identifier: Apache-2.0 */
/* Which elements are looked at: whole corners first, then random ones, the same each time. */
#include "core/interp/sample-private.h"

#define SAMPLE_SEED 20240229

static gboolean
holds (const GArray *values, gint64 value)
{
  for (guint i = 0; i < values->len; i++)
    if (g_array_index (values, gint64, i) == value)
      return TRUE;
  return FALSE;
}

/* The last, the first, then random ones; all where there are no more than @n. */
static GArray *
pick (TlRandom *random, gint64 count, guint n)
{
  GArray *picked = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64  last = count - 1, first = 0;

  if (count <= (gint64) n)
    {
      for (gint64 i = 0; i < count; i++)
        g_array_append_val (picked, i);
      return picked;
    }
  g_array_append_val (picked, last);
  if (n > 1)
    g_array_append_val (picked, first);
  while (picked->len < n)
    {
      gint64 value = (gint64) tl_random_below (random, (guint64) count);

      if (!holds (picked, value))
        g_array_append_val (picked, value);
    }
  return picked;
}

static GArray *
pick_elements (const TlTensor *tensor, guint n_rows, guint n_columns)
{
  GArray  *elements = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64   total = tensor->n_elements * tensor->dtype.lanes;
  gint64   width = tensor->n_dims > 0 ? tensor->shape[tensor->n_dims - 1] * tensor->dtype.lanes : 1;
  TlRandom random = tl_random_seeded (SAMPLE_SEED);
  g_autoptr (GArray) rows = NULL;

  if (total == 0)
    return elements;
  rows = pick (&random, total / width, n_rows);
  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (GArray) columns = pick (&random, width, n_columns);

      for (guint k = 0; k < columns->len; k++)
        {
          gint64 element = g_array_index (rows, gint64, i) * width + g_array_index (columns, gint64, k);

          g_array_append_val (elements, element);
        }
    }
  return elements;
}

static void
unref_array (gpointer array)
{
  if (array != NULL)
    g_array_unref (array);
}

GPtrArray *
tl_sampler_pick (const TlSampler *sampler, const GArray *written, guint n_rows, guint n_columns)
{
  GPtrArray *picked = g_ptr_array_new_with_free_func (unref_array);

  for (guint i = 0; i < sampler->results->len; i++)
    g_ptr_array_add (picked, g_array_index (written, gboolean, i)
                               ? pick_elements (g_ptr_array_index (sampler->results, i), n_rows, n_columns) : NULL);
  return picked;
}
