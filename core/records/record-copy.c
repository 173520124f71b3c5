/* SPDX-License-Identifier: Apache-2.0 */
#include "core/records/record-copy.h"

#include "core/ir/compare.h"
#include "core/graph/task.h"

/* The parts of a trace outside of strings: numbers and the brackets around them. */
static void
append_numbers (GString *out, const char *json)
{
  gboolean in_string = FALSE;

  for (const char *p = json; *p != '\0'; p++)
    if (in_string && *p == '\\' && p[1] != '\0')
      p++;
    else if (*p == '"')
      in_string = !in_string;
    else if (!in_string && !g_ascii_isspace (*p))
      g_string_append_c (out, *p);
}

static guint64
hash_of_task (const TlModule *module)
{
  g_autoptr (TlModule) task = module->n_prims == 1 ? tl_task_module (module, module->prims[0]->name) : tl_module_ref (module);

  return tl_module_hash (task);
}

/* Projects keep samples and tell their median, folders keep what they were given: the median is the same in both. */
static char *
key_of (const TlRecord *record)
{
  TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = record->run_s, .n_samples = record->n_run_s };
  TlLatency latency = { .median_s = TL_RECORD_FAILED_S };
  GString  *key = g_string_new (NULL);

  if (tl_record_mean_s (record) < TL_RECORD_FAILED_S && !tl_outcome_latency (&outcome, &latency))
    latency.median_s = TL_RECORD_FAILED_S;
  g_string_printf (key, "%" G_GINT64_MODIFIER "x %.17g ", hash_of_task (record->module), latency.median_s);
  append_numbers (key, record->trace_json);
  return g_string_free (key, FALSE);
}

static gboolean
copy_missing (const GPtrArray *all, TlRecords *to, TlRecordCopy *copy, GError **error)
{
  g_autoptr (GPtrArray)  there = tl_records_all (to, NULL, error);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (there == NULL)
    return FALSE;
  for (guint i = 0; i < there->len; i++)
    if (((TlRecord *) there->pdata[i])->module != NULL)
      g_hash_table_add (known, key_of (there->pdata[i]));
  for (guint i = 0; i < all->len; i++)
    {
      const TlRecord *record = all->pdata[i];

      if (record->module == NULL)
        copy->n_unread++;
      else if (!g_hash_table_add (known, key_of (record)))
        copy->n_known++;
      else if (tl_records_commit (to, record, error))
        copy->n_copied++;
      else
        return FALSE;
    }
  return TRUE;
}

gboolean
tl_records_copy (TlRecords *from, const TlModule *module, TlRecords *to, TlRecordCopy *copy, GError **error)
{
  g_autoptr (GPtrArray) all = tl_records_all (from, module, error);
  gboolean              ok;

  *copy = (TlRecordCopy) { 0 };
  if (all == NULL || !tl_records_begin (to, error))
    return FALSE;
  ok = copy_missing (all, to, copy, error);
  if (!ok)
    tl_records_end (to, FALSE, NULL);
  return ok && tl_records_end (to, TRUE, error);
}
