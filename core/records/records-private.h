/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of a backend of tuning records. */
#pragma once

#include "core/records/records.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  gboolean   (*has_workload) (TlRecords *records, const TlModule *module);
  gboolean   (*commit) (TlRecords *records, const TlRecord *record, GError **error);                    /* nullable: cannot be written */
  GPtrArray *(*all) (TlRecords *records, const TlModule *module, GError **error);
  GPtrArray *(*top) (TlRecords *records, const TlModule *module, guint n, GError **error);              /* nullable: all, by their means */
  TlRecord  *(*best) (TlRecords *records, const TlModule *module, GError **error);                      /* nullable: the first of the top */
  TlRecord  *(*predicted) (TlRecords *records, const TlModule *module, GError **error);                 /* nullable: none */
  gboolean   (*save_comparison) (TlRecords *records, TlModule *module, TlRecord *const *compared, guint n,
                                 GError **error);   /* nullable, too */
  gboolean   (*begin) (TlRecords *records, GError **error);                                             /* nullable: as the next */
  gboolean   (*end) (TlRecords *records, gboolean is_kept, GError **error);
  gboolean   (*set_workload) (TlRecords *records, guint index, TlModule *module, GError **error);       /* nullable: they are not
                                                                                                           numbered */
  const char *const *(*problems) (TlRecords *records);                                                  /* nullable: none */
  void       (*free) (TlRecords *records);                                                              /* members beyond these, and
                                                                                                           itself */
} TlRecordsBackend;

struct _TlRecords
{
  const TlRecordsBackend *backend;
  gint                    ref_count;   /* atomic */
};

/* Workloads and their records in the order they came, by equality. The core of "work-dir". Not thread-safe. */
typedef struct
{
  TlModuleEquality equality;
  GPtrArray       *workloads;   /* TlRecordWorkload */
  GPtrArray       *records;     /* TlRecord: all of them, without their modules */
  GArray          *owners;      /* guint: the workload of each */
} TlRecordTable;

typedef struct
{
  TlModule  *module;    /* NULL: a place that is taken by what cannot be read */
  guint64    hash;
} TlRecordWorkload;

void       tl_record_table_init (TlRecordTable *table, TlModuleEquality equality);
void       tl_record_table_clear (TlRecordTable *table);
/* Its index, or -1. @module of the others: NULL where it cannot be read. */
gint       tl_record_table_find (const TlRecordTable *table, const TlModule *module);
void       tl_record_table_add_workload (TlRecordTable *table, TlModule *module);
void       tl_record_table_set_workload (TlRecordTable *table, guint index, TlModule *module);
void       tl_record_table_add (TlRecordTable *table, guint workload, const TlRecord *record);
/*
 * The same as tl_records_save_comparison; @compared have their traces as the table has them. @is_changed: for each record of the table, all
 * FALSE.
 */
void       tl_record_table_save_comparison (TlRecordTable *table, guint workload, TlRecord *const *compared, guint n, gboolean *is_changed);
GPtrArray *tl_record_table_all (const TlRecordTable *table, const TlModule *module);

void       tl_record_array_sort (GPtrArray *records);   /* by their means, fastest first; equal ones stay as they are */

G_END_DECLS
