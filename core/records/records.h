/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tuning records: what is known of how fast schedules of programs are, wherever it is kept. TVM's Database; the backends are in databases/:
 *
 *     project          the runs of a .tileloom file (core/records/database.h)
 *     work-dir         TVM's database_workload.json and database_tuning_record.json in a folder
 *     union            the best of several; ordered union: the first of several that has one
 *     schedule-fn      a schedule script that is applied to whatever is asked for
 */
#pragma once

#include "core/schedule/schedule-script.h"
#include "core/schedule/state.h"
#include "core/records/database.h"
#include "core/records/module-equality.h"

G_BEGIN_DECLS

/* The seconds that TVM writes for a run that failed. */
#define TL_RECORD_FAILED_S 1e10

/* One schedule of one program. A value with owned members. */
typedef struct
{
  TlModule *module;       /* the workload; NULL in what tl_records_all lists if it cannot be read */
  char     *trace_json;   /* [[instructions], [decisions]] */
  double   *run_s;        /* seconds per run: one for each measurement, { TL_RECORD_FAILED_S } if it failed */
  guint     n_run_s;      /* 0: not measured */
  gboolean  is_predicted; /* run_s is what a model says (tl_records_best_predicted alone gives such) */
  char     *target;       /* as text, or as TVM's JSON object; nullable */
  char     *args_info;    /* TVM's JSON, [["TENSOR", "float32", [128, 128]], …]; nullable */
} TlRecord;

/* Copies everything; @module is shared, the rest of what @record has is duplicated. Free with tl_record_free. */
TlRecord *tl_record_dup (const TlRecord *record);
void      tl_record_free (TlRecord *record);
/* An empty array that owns its TlRecord. */
GPtrArray *tl_record_array_new (void);
/* The key by which records are compared: the mean of run_s; TL_RECORD_FAILED_S without any. */
double    tl_record_mean_s (const TlRecord *record);
/* Whether it can be asked for: some run did not fail, and the trace has steps before enter_postproc. */
gboolean  tl_record_is_valid (const TlRecord *record);
/* TVM's args_info of the module's entry function; NULL if a shape is no number. Free with g_free. */
char     *tl_record_args_info (const TlModule *module);

/**
 * TlRecords: a database of tuning records. Reference-counted, thread-safe. Arrays own their TlRecord.
 */
typedef struct _TlRecords TlRecords;

/* The trials of a project: one record each with the median as its time. Records committed become trials of a run called "imported". */
TlRecords *tl_records_new_project (TlDatabase *database, TlModuleEquality equality);
/* Of such records; NULL: others. Borrowed. */
TlDatabase *tl_records_database (TlRecords *records);
/*
 * @folder is made if absent. Fails with place and reason on files that are not TVM's. A module that cannot be read is reported by
 * tl_records_problems.
 */
TlRecords *tl_records_open_work_dir (const char *folder, TlModuleEquality equality, GError **error);
TlRecords *tl_records_new_union (TlRecords *const *parts, guint n_parts, gboolean is_ordered);
/* @function and @arguments as for tl_schedule_script_run. Where the script refuses there is no record. */
TlRecords *tl_records_new_schedule_fn (TlScheduleScript *script, const char *function, const char *const *arguments);
TlRecords *tl_records_ref (TlRecords *records);
void       tl_records_unref (TlRecords *records);

/* Whether a workload that matches is known, measured or not. */
gboolean   tl_records_has_workload (TlRecords *records, const TlModule *module);
/* Only where things can be written: not unions and schedule functions. @record->module is the workload. */
gboolean   tl_records_commit (TlRecords *records, const TlRecord *record, GError **error);
/*
 * A transaction: all that is committed until tl_records_end is stored together or, if @is_kept is FALSE or storing fails, not at all. No
 * other program writes meanwhile, and what others wrote before is known.
 */
gboolean   tl_records_begin (TlRecords *records, GError **error);
gboolean   tl_records_end (TlRecords *records, gboolean is_kept, GError **error);
/*
 * Saves what a comparison of schedules of @module (core/records/trial-rank.h) measured: all records of @compared's programs get their
 * times, and a record that would rank before them without having taken part loses its own, which is of another moment. The best by mean,
 * here and for TVM, is then the best of the comparison. Only where records have nothing but times: not in projects.
 */
gboolean   tl_records_save_comparison (TlRecords *records, TlModule *module, TlRecord *const *compared, guint n, GError **error);
/* All records of @module, of everything if NULL, in the order they were committed; what failed, too. */
GPtrArray *tl_records_all (TlRecords *records, const TlModule *module, GError **error);
/* The @n fastest valid ones, fastest first. */
GPtrArray *tl_records_top (TlRecords *records, const TlModule *module, guint n, GError **error);
/* The best record, or NULL: none (without @error), or a failure. */
TlRecord  *tl_records_best (TlRecords *records, const TlModule *module, GError **error);
/*
 * The record with the least predicted time, of dry runs (core/search/tune-config.h); NULL as tl_records_best. The other functions know
 * nothing of predicted times: records that have no others are not measured.
 */
TlRecord  *tl_records_best_predicted (TlRecords *records, const TlModule *module, GError **error);
/*
 * @start's program scheduled as the best record of the whole says or, without one, as the best of each function do; those without a record
 * stay as they are. *@n_scheduled (nullable) counts the others. NULL without @error if there are none.
 */
TlState   *tl_records_best_schedule (TlRecords *records, TlState *start, guint *n_scheduled, GError **error);
/* The same as the records with the least predicted times say. */
TlState   *tl_records_predicted_schedule (TlRecords *records, TlState *start, guint *n_scheduled, GError **error);
/* Supplies the module of a work_dir's workload @index that cannot be read; fails elsewhere. */
gboolean   tl_records_set_workload (TlRecords *records, guint index, TlModule *module, GError **error);
/* The parts that could not be read, one sentence each, NULL-terminated; NULL if there are none. Borrowed. */
const char *const *tl_records_problems (TlRecords *records);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlRecord, tl_record_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlRecords, tl_records_unref)

G_END_DECLS
