/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cost-model/features.h"

#include <math.h>

#include "core/cost-model/features/features-private.h"

G_DEFINE_QUARK (tl-feature-error-quark, tl_feature_error)

float
tl_feature_log (double x)
{
  return (float) (x < 0 ? -log2 (1 - x) : log2 (1 + x));
}

/* --- the table --- */

static const TlColumnGroup *const groups[] = {
  &tl_group_ops, &tl_group_loops, &tl_group_threads, &tl_group_buffers, &tl_group_intensity, &tl_group_allocation, &tl_group_outer_scope,
  &tl_group_workload, &tl_group_vector_body,
};

const TlFeatureGroup *
tl_feature_group_nth (guint index)
{
  return index < G_N_ELEMENTS (groups) ? &groups[index]->group : NULL;
}

TlFeatureColumn
tl_feature_column (guint index)
{
  g_assert (index < TL_ALL_COLUMNS);
  guint i = 0;
  for (guint n; index >= (n = groups[i]->group.n_columns * groups[i]->group.n_repeats); i++)
    index -= n;
  const TlColumnRow *row = &groups[i]->rows[index % groups[i]->group.n_columns];
  return (TlFeatureColumn) { .group = &groups[i]->group, .repeat = index / groups[i]->group.n_columns, .name = row->name,
                             .definition = row->definition, .scale = row->scale };
}

char *
tl_feature_column_name (guint index)
{
  TlFeatureColumn column = tl_feature_column (index);
  if (column.group == &tl_group_buffers.group)
    return g_strdup_printf ("B%u.%s", column.repeat, column.name);
  if (column.group->n_repeats > 1)
    return g_strdup_printf ("%s%u", column.name, column.repeat);
  return g_strdup (column.name);
}

/* --- rows --- */

TlFeatures *
tl_features_new (const float *values, guint n_rows, guint n_columns)
{
  TlFeatures *features = g_new (TlFeatures, 1);
  *features = (TlFeatures) { .ref_count = 1, .n_rows = n_rows, .n_columns = n_columns, .row_names = g_new0 (char *, n_rows + 1) };
  gsize n = (gsize) n_rows * n_columns;
  features->values = g_new0 (float, MAX (n, 1));
  if (values != NULL)
    memcpy (features->values, values, n * sizeof (float));
  for (guint i = 0; i < n_rows; i++)
    features->row_names[i] = g_strdup ("");
  return features;
}

TlFeatures *
tl_features_ref (TlFeatures *features)
{
  g_atomic_int_inc (&features->ref_count);
  return features;
}

void
tl_features_unref (TlFeatures *features)
{
  if (!g_atomic_int_dec_and_test (&features->ref_count))
    return;
  g_strfreev (features->row_names);
  g_free (features->values);
  g_free (features);
}

/* Where the row of each buffer is; a buffer keeps the row of its first store. */
typedef struct
{
  const TlBuffer    **buffers;
  float              *values;
  guint               n, n_columns;
} RowList;

static void
fill_row (RowList *rows, TlStoreView *view, TlViewStore *store, const TlPrimFunc *func)
{
  guint row = 0;
  while (row < rows->n && rows->buffers[row] != store->buffer)
    row++;
  if (row == rows->n)
    rows->buffers[rows->n++] = store->buffer;
  TlOpTotals totals;
  float *out = rows->values + (gsize) row * rows->n_columns;
  memset (out, 0, rows->n_columns * sizeof (float));
  out = tl_feature_ops_and_loops (view, store, &totals, out);
  out = tl_feature_buffers (view, store, out);
  out = tl_feature_intensity (store, &totals, out);
  out = tl_feature_allocation (view, store, out);
  out = tl_feature_outer_scope (store, out);
  if (rows->n_columns > TL_FEATURE_COLUMNS)
    out = tl_feature_workload (func, out);
  if (rows->n_columns > TL_FEATURE_COLUMNS + TL_WORKLOAD_COLUMNS)
    tl_feature_vector_body (view, store, out);
}

static TlFeatures *
extract (const TlModule *module, const char *func_name, const TlTarget *target, guint n_columns, GError **error)
{
  const TlPrimFunc *func = tl_module_prim (module, func_name);
  g_return_val_if_fail (func != NULL, NULL);
  g_autoptr (TlArena) arena = tl_arena_new (module->arena);
  TlStoreView view = { .arena = arena, .is_gpu = target->kind->has_threads, .vector_bits = target->vector_bits };
  if (!tl_store_view_build (&view, func, error))
    return NULL;
  guint most = MAX (view.n_stores, 1);
  RowList rows = { .n_columns = n_columns, .buffers = tl_arena_new_array (arena, const TlBuffer *, most),
                   .values = tl_arena_new_array (arena, float, (gsize) most * n_columns) };
  for (guint i = 0; i < view.n_stores; i++)
    if (!view.stores[i]->is_constant)
      {
        tl_store_view_touch (&view, view.stores[i]);
        fill_row (&rows, &view, view.stores[i], tl_module_prim (module, func_name));
      }
  TlFeatures *features = tl_features_new (rows.values, rows.n, n_columns);
  for (guint i = 0; i < rows.n; i++)
    {
      g_free (features->row_names[i]);
      features->row_names[i] = g_strdup (rows.buffers[i]->name);
    }
  return features;
}

TlFeatures *
tl_features_extract (const TlModule *module, const char *func_name, const TlTarget *target, GError **error)
{
  return extract (module, func_name, target, TL_FEATURE_COLUMNS, error);
}

TlFeatures *
tl_features_extract_with_workload (const TlModule *module, const char *func_name, const TlTarget *target, GError **error)
{
  return extract (module, func_name, target, TL_FEATURE_COLUMNS + TL_WORKLOAD_COLUMNS, error);
}

TlFeatures *
tl_features_extract_all (const TlModule *module, const char *func_name, const TlTarget *target, GError **error)
{
  return extract (module, func_name, target, TL_ALL_COLUMNS, error);
}
