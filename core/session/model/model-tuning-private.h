/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tuning of a model's kernels: a run as those of programs are, whose tasks are the functions of the model behind all passes. Trials go to a
 * project of the model's own among the drafts, which is found again by what the kernels compute. Main thread.
 */
#pragma once

#include "core/draw/model/latency-steps.h"
#include "core/records/database.h"
#include "core/session/model/model-facts.h"
#include "core/session/tuning/tuning.h"

G_BEGIN_DECLS

typedef struct _TlModelTuning TlModelTuning;

typedef void (*TlModelTuningFunc) (gpointer user_data);

/* @on_ended: a run has come to its end, or was stopped, and all its trials are known. @on_changed: so has something else of it. */
TlModelTuning *tl_model_tuning_new (TlModelTuningFunc on_changed, TlModelTuningFunc on_ended, gpointer user_data);
void           tl_model_tuning_free (TlModelTuning *tuning);

/* Takes up the project of a model, and the figures of its last run, if it was tuned before. */
void           tl_model_tuning_open (TlModelTuning *tuning, TlModelFacts *facts);
/* Ends a run without a word, and forgets the project. */
void           tl_model_tuning_close (TlModelTuning *tuning);

/* FALSE with an error. The target of @config is @target. */
gboolean       tl_model_tuning_start (TlModelTuning *tuning, const TlModelFacts *facts, const TlTuneConfig *config, const TlTarget *target,
                                      TlWorkerPool *pool, GError **error);
/*
 * Adds a schedule that was made by hand, and its time, to the project, as a trial of @kernel, one of the model's. FALSE with an error: the
 * project cannot be written, or it has a faster one.
 */
void           tl_model_tuning_keep_async (TlModelTuning *tuning, const TlModelFacts *facts, TlModule *kernel, const TlState *state,
                                           double run_s, const TlTarget *target, GAsyncReadyCallback callback, gpointer user_data);
gboolean       tl_model_tuning_keep_finish (GAsyncResult *result, GError **error);
/* The figures of the run go to the kernels. */
void           tl_model_facts_take_tuning (TlModelFacts *facts, TlModelTuning *tuning);

/* How the latency of the whole falls over the run's trials; NULL without trials, or while the whole has no time. */
TlLatencySteps *tl_model_tuning_steps (TlModelTuning *tuning, const TlModelFacts *facts);

/* Trials of all runs when the one under way ends; 0: none is. */
guint          tl_model_tuning_n_expected (TlModelTuning *tuning);

TlTuning      *tl_model_tuning_run (TlModelTuning *tuning);           /* borrowed */
TlDatabase    *tl_model_tuning_database (TlModelTuning *tuning);      /* borrowed; NULL: it was never tuned */
const char    *tl_model_tuning_path (TlModelTuning *tuning);          /* of that; NULL without */
/* "Tuning · 34 of 1344 trials · …"; after it why it ended early, or NULL. Free with g_free. */
char          *tl_model_tuning_text (TlModelTuning *tuning);

G_END_DECLS
