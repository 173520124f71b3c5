/* SPDX-License-Identifier: Apache-2.0 */
/* Several databases as one: the best of them all, or the first that has a record. */
#include "core/base/error.h"
#include "core/records/records-private.h"

typedef struct
{
  TlRecords  records;
  GPtrArray *parts;        /* TlRecords */
  gboolean   is_ordered;
} Union;

static gboolean
union_has_workload (TlRecords *records, const TlModule *module)
{
  Union *all = (Union *) records;

  for (guint i = 0; i < all->parts->len; i++)
    if (tl_records_has_workload (all->parts->pdata[i], module))
      return TRUE;
  return FALSE;
}

static GPtrArray *
union_all (TlRecords *records, const TlModule *module, GError **error)
{
  Union *all = (Union *) records;
  g_autoptr (GPtrArray) sum = tl_record_array_new ();

  for (guint i = 0; i < all->parts->len; i++)
    {
      GPtrArray *part = tl_records_all (all->parts->pdata[i], module, error);

      if (!part)
        return NULL;
      g_ptr_array_extend_and_steal (sum, part);
    }
  return g_steal_pointer (&sum);
}

static TlRecord *
union_best (TlRecords *records, const TlModule *module, GError **error)
{
  Union *all = (Union *) records;
  g_autoptr (TlRecord) best = NULL;

  for (guint i = 0; i < all->parts->len && !(best && all->is_ordered); i++)
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (TlRecord) record = tl_records_best (all->parts->pdata[i], module, &failure);

      if (failure)
        return tl_propagate_null (error, g_steal_pointer (&failure));
      if (record && (!best || tl_record_mean_s (record) < tl_record_mean_s (best)))
        {
          g_clear_pointer (&best, tl_record_free);
          best = g_steal_pointer (&record);
        }
    }
  return g_steal_pointer (&best);
}

static GPtrArray *
union_top (TlRecords *records, const TlModule *module, guint n, GError **error)
{
  Union *all = (Union *) records;
  g_autoptr (GPtrArray) sum = tl_record_array_new ();

  for (guint i = 0; i < all->parts->len; i++)
    {
      GPtrArray *part = tl_records_top (all->parts->pdata[i], module, n, error);

      if (!part)
        return NULL;
      g_ptr_array_extend_and_steal (sum, part);
    }
  tl_record_array_sort (sum);
  g_ptr_array_set_size (sum, (gint) MIN (sum->len, n));
  return g_steal_pointer (&sum);
}

static TlRecord *
union_predicted (TlRecords *records, const TlModule *module, GError **error)
{
  Union *all = (Union *) records;
  g_autoptr (TlRecord) best = NULL;

  for (guint i = 0; i < all->parts->len && !(best && all->is_ordered); i++)
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (TlRecord) record = tl_records_best_predicted (all->parts->pdata[i], module, &failure);

      if (failure)
        return tl_propagate_null (error, g_steal_pointer (&failure));
      if (record && (!best || tl_record_mean_s (record) < tl_record_mean_s (best)))
        {
          g_clear_pointer (&best, tl_record_free);
          best = g_steal_pointer (&record);
        }
    }
  return g_steal_pointer (&best);
}

static void
union_free (TlRecords *records)
{
  Union *all = (Union *) records;

  g_ptr_array_unref (all->parts);
  g_free (all);
}

TlRecords *
tl_records_new_union (TlRecords *const *parts, guint n_parts, gboolean is_ordered)
{
  static const TlRecordsBackend backend = {
    .name = "union", .has_workload = union_has_workload, .all = union_all, .top = union_top, .best = union_best,
    .predicted = union_predicted, .free = union_free,
  };
  Union *all = g_new0 (Union, 1);

  all->records = (TlRecords) { &backend, 1 };
  all->is_ordered = is_ordered;
  all->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_records_unref);
  for (guint i = 0; i < n_parts; i++)
    g_ptr_array_add (all->parts, tl_records_ref (parts[i]));
  return &all->records;
}
