/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/record-writer.h"

#include "core/schedule/trace.h"
#include "core/records/records.h"

struct _TlRecordWriter
{
  TlRecords *records;
  char      *target;
  GPtrArray *compared;     /* TlRecord, workload after workload: written at the end */
  gboolean   has_failed;
};

TlRecordWriter *
tl_record_writer_new (TlRecords *records, const TlTarget *target)
{
  TlRecordWriter *writer = g_new0 (TlRecordWriter, 1);

  writer->records = tl_records_ref (records);
  writer->target = tl_target_to_text (target);
  writer->compared = tl_record_array_new ();
  return writer;
}

void
tl_record_writer_free (TlRecordWriter *writer)
{
  tl_records_unref (writer->records);
  g_free (writer->target);
  g_ptr_array_unref (writer->compared);
  g_free (writer);
}

/* The program as it stands is no schedule. A time that cannot be is none. */
gboolean
tl_record_writer_add (TlRecordWriter *writer, TlModule *workload, const TlTrial *trial, GError **error)
{
  double           run_s = TL_RECORD_FAILED_S;
  g_autofree char *trace = NULL;
  TlRecord         record = { .module = workload, .run_s = &run_s, .n_run_s = trial->outcome->is_implausible ? 0 : 1,
                              .target = writer->target };
  TlLatency        latency;

  if (trial->state == NULL || tl_state_n_steps ((TlState *) trial->state) == 0 || trial->is_start || writer->has_failed)
    return TRUE;
  if (trial->outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (trial->outcome, &latency))
    run_s = latency.median_s;
  record.trace_json = trace = tl_trace_to_json (trial->state, TL_DIALECT_CLASSIC);
  if (trial->comparison > 0)
    g_ptr_array_add (writer->compared, tl_record_dup (&record));
  else
    writer->has_failed = !tl_records_commit (writer->records, &record, error);
  return !writer->has_failed;
}

gboolean
tl_record_writer_end (TlRecordWriter *writer, GError **error)
{
  TlRecord *const *compared = (TlRecord *const *) writer->compared->pdata;

  for (guint first = 0, n = 1; first < writer->compared->len && !writer->has_failed; first += n, n = 1)
    {
      while (first + n < writer->compared->len && compared[first + n]->module == compared[first]->module)
        n++;
      writer->has_failed = !tl_records_save_comparison (writer->records, compared[first]->module, &compared[first], n, error);
    }
  g_ptr_array_set_size (writer->compared, 0);
  return !writer->has_failed;
}

gboolean
tl_record_writer_has_failed (const TlRecordWriter *writer)
{
  return writer->has_failed;
}
