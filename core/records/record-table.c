/* SPDX-License-Identifier: Apache-2.0 */
/* The table of workloads and records that a work_dir fills. */
#include "core/records/records-private.h"

#include "core/base/extremum.h"
#include "core/ir/compare.h"
#include "core/schedule/trace.h"

static void
workload_free (gpointer data)
{
  TlRecordWorkload *workload = data;

  g_clear_pointer (&workload->module, tl_module_unref);
  g_free (workload);
}

void
tl_record_table_init (TlRecordTable *table, TlModuleEquality equality)
{
  table->equality = equality;
  table->workloads = g_ptr_array_new_with_free_func (workload_free);
  table->records = tl_record_array_new ();
  table->owners = g_array_new (FALSE, FALSE, sizeof (guint));
}

void
tl_record_table_clear (TlRecordTable *table)
{
  g_ptr_array_unref (table->workloads);
  g_ptr_array_unref (table->records);
  g_array_unref (table->owners);
}

gint
tl_record_table_find (const TlRecordTable *table, const TlModule *module)
{
  guint64 hash = tl_module_equality_hash (table->equality, module);

  for (guint i = 0; i < table->workloads->len; i++)
    {
      const TlRecordWorkload *workload = table->workloads->pdata[i];

      if (workload->module && workload->hash == hash && tl_module_equality_holds (table->equality, workload->module, module))
        return (gint) i;
    }
  return -1;
}

void
tl_record_table_set_workload (TlRecordTable *table, guint index, TlModule *module)
{
  TlRecordWorkload *workload = table->workloads->pdata[index];

  g_clear_pointer (&workload->module, tl_module_unref);
  workload->module = module ? tl_module_ref (module) : NULL;
  workload->hash = module ? tl_module_equality_hash (table->equality, module) : 0;
}

void
tl_record_table_add_workload (TlRecordTable *table, TlModule *module)
{
  g_ptr_array_add (table->workloads, g_new0 (TlRecordWorkload, 1));
  tl_record_table_set_workload (table, table->workloads->len - 1, module);
}

void
tl_record_table_add (TlRecordTable *table, guint workload, const TlRecord *record)
{
  TlRecord owned = *record;

  owned.module = NULL;
  g_ptr_array_add (table->records, tl_record_dup (&owned));
  g_array_append_val (table->owners, workload);
}

GPtrArray *
tl_record_table_all (const TlRecordTable *table, const TlModule *module)
{
  g_autoptr (GPtrArray) all = tl_record_array_new ();
  gint known = module ? tl_record_table_find (table, module) : -1;

  for (guint i = 0; i < table->records->len; i++)
    {
      guint owner = g_array_index (table->owners, guint, i);
      TlRecord record = *(const TlRecord *) table->records->pdata[i];

      if (module && (known < 0 || owner != (guint) known))
        continue;
      record.module = ((const TlRecordWorkload *) table->workloads->pdata[owner])->module;
      g_ptr_array_add (all, tl_record_dup (&record));
    }
  return g_steal_pointer (&all);
}

/* --- comparisons --- */

/* FALSE where the trace does not apply. */
static gboolean
program_of (TlModule *workload, const char *trace_json, guint64 *hash)
{
  g_autoptr (TlState) start = tl_state_new (workload, 0), unchecked = tl_state_unchecked (start);
  g_autoptr (TlState) state = tl_trace_replay_json (unchecked, trace_json, TRUE, FALSE, NULL);

  *hash = state ? tl_module_hash (tl_state_module (state)) : 0;
  return state != NULL;
}

/* Traces that are written differently may make one program. Replaying takes a while: only those are asked for that matter. */
static const TlRecord *
find_program (TlModule *workload, const TlRecord *record, TlRecord *const *compared, guint n)
{
  guint64 hash, other;

  if (workload && program_of (workload, record->trace_json, &hash))
    for (guint i = 0; i < n; i++)
      if (program_of (workload, compared[i]->trace_json, &other) && other == hash)
        return compared[i];
  return NULL;
}

static void
set_times (TlRecord *record, const TlRecord *from)
{
  g_free (record->run_s);
  record->run_s = from ? g_memdup2 (from->run_s, sizeof (double) * from->n_run_s) : NULL;
  record->n_run_s = from ? from->n_run_s : 0;
}

void
tl_record_table_save_comparison (TlRecordTable *table, guint workload, TlRecord *const *compared, guint n, gboolean *is_changed)
{
  g_autoptr (GHashTable) by_trace = g_hash_table_new (g_str_hash, g_str_equal);
  TlModule *module = ((const TlRecordWorkload *) table->workloads->pdata[workload])->module;
  double best_s = TL_RECORD_FAILED_S;

  for (guint i = 0; i < n; i++)
    {
      g_hash_table_insert (by_trace, compared[i]->trace_json, compared[i]);
      best_s = tl_min (best_s, tl_record_mean_s (compared[i]));
    }
  for (guint i = 0; i < table->records->len; i++)
    {
      TlRecord *record = table->records->pdata[i];
      const TlRecord *found = g_hash_table_lookup (by_trace, record->trace_json);
      gboolean is_before = tl_record_is_valid (record) && tl_record_mean_s (record) <= best_s;

      if (g_array_index (table->owners, guint, i) != workload || (!found && !is_before))
        continue;
      set_times (record, found ? found : find_program (module, record, compared, n));
      is_changed[i] = TRUE;
    }
}
