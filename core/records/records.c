/* SPDX-License-Identifier: Apache-2.0 */
/* Common to all backends: records, and questions that come down to listing them. */
#include "core/records/records-private.h"


#include "core/base/error.h"
#include "core/schedule/trace.h"
#include "core/records/record-replay.h"
#include "core/graph/task.h"

TlRecord *
tl_record_dup (const TlRecord *record)
{
  TlRecord *copy = g_new0 (TlRecord, 1);

  copy->module = record->module ? tl_module_ref (record->module) : NULL;
  copy->trace_json = g_strdup (record->trace_json);
  copy->run_s = g_memdup2 (record->run_s, sizeof (double) * record->n_run_s);
  copy->n_run_s = record->n_run_s;
  copy->is_predicted = record->is_predicted;
  copy->target = g_strdup (record->target);
  copy->args_info = g_strdup (record->args_info);
  return copy;
}

void
tl_record_free (TlRecord *record)
{
  g_clear_pointer (&record->module, tl_module_unref);
  g_free (record->trace_json);
  g_free (record->run_s);
  g_free (record->target);
  g_free (record->args_info);
  g_free (record);
}

double
tl_record_mean_s (const TlRecord *record)
{
  double sum = 0;

  for (guint i = 0; i < record->n_run_s; i++)
    sum += record->run_s[i];
  return record->n_run_s > 0 ? sum / record->n_run_s : TL_RECORD_FAILED_S;
}

/* The kind of the first instruction decides: it stands right behind the third bracket. */
static gboolean
has_steps (const char *trace_json)
{
  const char *p = trace_json;

  for (guint depth = 0; depth < 3; p++)
    if (*p == '[')
      depth++;
    else if (!g_ascii_isspace (*p))
      return FALSE;
  while (g_ascii_isspace (*p))
    p++;
  return *p == '"' && !g_str_has_prefix (p, "\"EnterPostproc\"");
}

gboolean
tl_record_is_valid (const TlRecord *record)
{
  if (!record->trace_json || !has_steps (record->trace_json))
    return FALSE;
  for (guint i = 0; i < record->n_run_s; i++)
    if (record->run_s[i] != TL_RECORD_FAILED_S)
      return TRUE;
  return FALSE;
}

char *
tl_record_args_info (const TlModule *module)
{
  const TlPrimFunc *entry = tl_module_entry (module);
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 0; entry && i < entry->n_params; i++)
    {
      const TlBuffer *buffer = entry->params[i].buffer;

      if (!buffer)
        return NULL;
      g_string_append_printf (text, "%s[\"TENSOR\",\"%s\",[", i > 0 ? "," : "", tl_dtype_name (buffer->dtype));
      for (guint d = 0; d < buffer->n_dims; d++)
        {
          gint64 extent;

          if (!tl_buffer_get_extent (buffer, d, &extent))
            return NULL;
          g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? "," : "", extent);
        }
      g_string_append (text, "]]");
    }
  g_string_append_c (text, ']');
  return entry ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

GPtrArray *
tl_record_array_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) tl_record_free);
}

TlRecords *
tl_records_ref (TlRecords *records)
{
  g_atomic_int_inc (&records->ref_count);
  return records;
}

void
tl_records_unref (TlRecords *records)
{
  if (g_atomic_int_dec_and_test (&records->ref_count))
    records->backend->free (records);
}

gboolean
tl_records_has_workload (TlRecords *records, const TlModule *module)
{
  return records->backend->has_workload (records, module);
}

gboolean
tl_records_commit (TlRecords *records, const TlRecord *record, GError **error)
{
  if (records->backend->commit)
    return records->backend->commit (records, record, error);
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "a %s of databases is read-only", records->backend->name);
}

gboolean
tl_records_save_comparison (TlRecords *records, TlModule *module, TlRecord *const *compared, guint n, GError **error)
{
  if (records->backend->save_comparison)
    return records->backend->save_comparison (records, module, compared, n, error);
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "a %s of databases does not take times of a comparison",
                  records->backend->name);
}

gboolean
tl_records_begin (TlRecords *records, GError **error)
{
  return records->backend->begin == NULL || records->backend->begin (records, error);
}

gboolean
tl_records_end (TlRecords *records, gboolean is_kept, GError **error)
{
  return records->backend->end == NULL || records->backend->end (records, is_kept, error);
}

GPtrArray *
tl_records_all (TlRecords *records, const TlModule *module, GError **error)
{
  return records->backend->all (records, module, error);
}

gboolean
tl_records_set_workload (TlRecords *records, guint index, TlModule *module, GError **error)
{
  if (records->backend->set_workload)
    return records->backend->set_workload (records, index, module, error);
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "the workloads of a %s have no numbers", records->backend->name);
}

const char *const *
tl_records_problems (TlRecords *records)
{
  return records->backend->problems ? records->backend->problems (records) : NULL;
}

static gint
compare_means (gconstpointer a, gconstpointer b)
{
  double mean_a = tl_record_mean_s (*(TlRecord *const *) a), mean_b = tl_record_mean_s (*(TlRecord *const *) b);

  return mean_a < mean_b ? -1 : mean_a > mean_b;
}

void
tl_record_array_sort (GPtrArray *records)
{
  g_ptr_array_sort (records, compare_means);   /* a merge sort */
}

GPtrArray *
tl_records_top (TlRecords *records, const TlModule *module, guint n, GError **error)
{
  g_autoptr (GPtrArray) all = records->backend->top ? records->backend->top (records, module, n, error)
                                                    : tl_records_all (records, module, error);
  g_autoptr (GPtrArray) top = NULL;

  if (!all || records->backend->top)
    return g_steal_pointer (&all);
  top = tl_record_array_new ();
  for (guint i = 0; i < all->len; i++)
    if (tl_record_is_valid (all->pdata[i]))
      g_ptr_array_add (top, g_steal_pointer (&all->pdata[i]));
  g_ptr_array_set_free_func (all, NULL);
  for (guint i = 0; i < all->len; i++)
    g_clear_pointer ((TlRecord **) &all->pdata[i], tl_record_free);
  tl_record_array_sort (top);
  g_ptr_array_set_size (top, (gint) MIN (top->len, n));
  return g_steal_pointer (&top);
}

TlRecord *
tl_records_best (TlRecords *records, const TlModule *module, GError **error)
{
  g_autoptr (GPtrArray) top = NULL;

  if (records->backend->best)
    return records->backend->best (records, module, error);
  top = tl_records_top (records, module, 1, error);
  return top && top->len > 0 ? g_ptr_array_steal_index (top, 0) : NULL;
}

TlRecord *
tl_records_best_predicted (TlRecords *records, const TlModule *module, GError **error)
{
  return records->backend->predicted ? records->backend->predicted (records, module, error) : NULL;
}

/* --- schedules --- */

/* tl_records_best or tl_records_best_predicted. */
typedef TlRecord *(*BestFunc) (TlRecords *records, const TlModule *module, GError **error);

/*
 * The best schedule of a function, which is recorded as a task of its own; the steps go on from @state. NULL without @error if there is
 * none.
 */
static TlState *
replay_best (TlRecords *records, BestFunc find, TlState *state, const char *func_name, GError **error)
{
  const TlModule *module = tl_state_module (state);
  g_autoptr (TlModule) workload = tl_task_module (module, func_name);
  g_autoptr (GError) failure = NULL;
  g_autoptr (TlRecord) best = find (records, workload, &failure);
  g_autoptr (TlState) fresh = NULL, start = NULL, scheduled = NULL;

  if (!best)
    {
      if (failure)
        g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  fresh = tl_state_new (workload, 0);
  start = tl_state_with_intrins (fresh, tl_state_intrins (state));
  scheduled = tl_record_replay (best, start, error);
  return scheduled ? tl_trace_replay_on_function (state, scheduled, func_name, error) : NULL;
}

/* As TVM records a module that it tunes at once. NULL without @error if there is no such record. */
static TlState *
replay_best_of_whole (TlRecords *records, BestFunc find, TlState *start, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (TlRecord) best = find (records, tl_state_module (start), &failure);

  if (failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  return best ? tl_trace_replay_json (start, best->trace_json, TRUE, FALSE, error) : NULL;
}

static TlState *
schedule_by (TlRecords *records, BestFunc find, TlState *start, guint *n_scheduled, GError **error)
{
  const TlModule *module = tl_state_module (start);
  g_autoptr (TlState) state = tl_state_ref (start);
  g_autoptr (GError) refusal = NULL;
  TlState *whole = module->n_prims > 1 ? replay_best_of_whole (records, find, start, &refusal) : NULL;
  guint n = 0;

  if (refusal)
    return tl_propagate_null (error, g_steal_pointer (&refusal));
  if (whole)
    {
      if (n_scheduled)
        *n_scheduled = module->n_prims;
      return whole;
    }
  for (guint i = 0; i < module->n_prims; i++)
    {
      g_autoptr (GError) failure = NULL;
      TlState *next = replay_best (records, find, state, module->prims[i]->name, &failure);

      if (failure)
        {
          g_prefix_error (&failure, "function %s: ", module->prims[i]->name);
          return tl_propagate_null (error, g_steal_pointer (&failure));
        }
      if (!next)
        continue;
      tl_state_unref (state);
      state = next;
      n++;
    }
  if (n_scheduled)
    *n_scheduled = n;
  return n > 0 ? g_steal_pointer (&state) : NULL;
}

TlState *
tl_records_best_schedule (TlRecords *records, TlState *start, guint *n_scheduled, GError **error)
{
  return schedule_by (records, tl_records_best, start, n_scheduled, error);
}

TlState *
tl_records_predicted_schedule (TlRecords *records, TlState *start, guint *n_scheduled, GError **error)
{
  return schedule_by (records, tl_records_best_predicted, start, n_scheduled, error);
}
