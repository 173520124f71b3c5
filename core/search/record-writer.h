/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/records/records.h"
#include "core/search/tuner.h"

G_BEGIN_DECLS

/**
 * TlRecordWriter: keeps the trials of a run as tuning records: each as it comes, and at the end the times of the comparison in place of
 * short samples. A record's time is the median, as everywhere here. After a failure it writes nothing more. One thread at a time.
 */
typedef struct _TlRecordWriter TlRecordWriter;

TlRecordWriter *tl_record_writer_new (TlRecords *records, const TlTarget *target);
void            tl_record_writer_free (TlRecordWriter *writer);
/* @workload: the task's module. FALSE with @error the first time that something cannot be written. */
gboolean        tl_record_writer_add (TlRecordWriter *writer, TlModule *workload, const TlTrial *trial, GError **error);
/* After the last trial of all tasks; the same. */
gboolean        tl_record_writer_end (TlRecordWriter *writer, GError **error);
gboolean        tl_record_writer_has_failed (const TlRecordWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlRecordWriter, tl_record_writer_free)

G_END_DECLS
