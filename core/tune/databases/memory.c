/* SPDX-License-Identifier: Apache-2.0 */
/* Records in memory, and the table of workloads and records that other backends fill, too. */
#include "core/tune/records-private.h"

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

/* --- the backend --- */

typedef struct
{
  TlRecords     records;
  GMutex        lock;
  TlRecordTable table;
} Memory;

static gboolean
memory_has_workload (TlRecords *records, const TlModule *module)
{
  Memory *memory = (Memory *) records;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&memory->lock);

  return tl_record_table_find (&memory->table, module) >= 0;
}

static gboolean
memory_commit (TlRecords *records, const TlRecord *record, GError **error)
{
  Memory *memory = (Memory *) records;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&memory->lock);
  gint index = tl_record_table_find (&memory->table, record->module);

  if (index < 0)
    {
      tl_record_table_add_workload (&memory->table, record->module);
      index = (gint) memory->table.workloads->len - 1;
    }
  tl_record_table_add (&memory->table, (guint) index, record);
  return TRUE;
}

static GPtrArray *
memory_all (TlRecords *records, const TlModule *module, GError **error)
{
  Memory *memory = (Memory *) records;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&memory->lock);

  return tl_record_table_all (&memory->table, module);
}

static void
memory_free (TlRecords *records)
{
  Memory *memory = (Memory *) records;

  tl_record_table_clear (&memory->table);
  g_mutex_clear (&memory->lock);
  g_free (memory);
}

TlRecords *
tl_records_new_memory (TlModuleEquality equality)
{
  static const TlRecordsBackend backend = {
    .name = "memory", .has_workload = memory_has_workload, .commit = memory_commit, .all = memory_all, .free = memory_free,
  };
  Memory *memory = g_new0 (Memory, 1);

  memory->records = (TlRecords) { &backend, 1 };
  g_mutex_init (&memory->lock);
  tl_record_table_init (&memory->table, equality);
  return &memory->records;
}
