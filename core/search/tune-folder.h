/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/search/record-writer.h"

G_BEGIN_DECLS

/**
 * TlTuneFolder: the folder of a run in TVM's format (a work_dir): its records warm-start the search, all trials become records, and one
 * cost model of all tasks is kept beside them. It is opened before the run and freed after it; in between the module tuner writes to it,
 * one thread at a time. Reading what became of it is for the time after the run, the first error for any time.
 */
typedef struct _TlTuneFolder TlTuneFolder;

/*
 * The folder config->work_dir, which is made if there is none. @resume: the model is trained again on the run's own trials, else a new run
 * begins with the one that is kept.
 */
TlTuneFolder *tl_tune_folder_open (const TlTuneConfig *config, const TlTarget *target, gboolean resume, GError **error);
void          tl_tune_folder_free (TlTuneFolder *folder);

TlRecords    *tl_tune_folder_records (TlTuneFolder *folder);   /* borrowed */
TlCostModel  *tl_tune_folder_model (TlTuneFolder *folder);     /* borrowed */
/* Why the model that is kept could not be used; NULL: it was, or there is none. */
const char   *tl_tune_folder_model_problem (TlTuneFolder *folder);

/* A trial of a task, whose module is @workload. After an error nothing more is written. */
void          tl_tune_folder_add (TlTuneFolder *folder, TlModule *workload, const TlTrial *trial);
/* After the last trial: the times of the comparisons, and the model. */
void          tl_tune_folder_end (TlTuneFolder *folder);
/* The first error of writing, a copy; NULL: none. Free with g_error_free. */
GError       *tl_tune_folder_error (TlTuneFolder *folder);

/* The model's file; NULL: models of this run's kind are not kept there. */
const char   *tl_tune_folder_model_path (TlTuneFolder *folder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTuneFolder, tl_tune_folder_free)

G_END_DECLS
