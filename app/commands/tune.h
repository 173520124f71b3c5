/* SPDX-License-Identifier: Apache-2.0 */
/* What a tuning run looks like in the terminal: the table live or a line now and then, or JSON lines; in the end what was found. */
#pragma once

#include "core/tune/module-tuner.h"

G_BEGIN_DECLS

/**
 * TlTuneReport: what is said while tuner threads work. Made before the tuner starts, freed after it has ended.
 */
typedef struct _TlTuneReport TlTuneReport;

/*
 * @as_json: results are lines of JSON on standard output, one for each trial and at the end one for each task.
 * @options: of the module tuner, borrowed; what its records know is shown where a run measures nothing new.
 */
TlTuneReport *tl_tune_report_new (gboolean as_json, const TlModuleTuneOptions *options);
void          tl_tune_report_free (TlTuneReport *report);

/* On a tuner thread: a trial is done. */
void          tl_tune_report_trial (guint task, const TlTrial *trial, gpointer report);
/* Main thread. How far it is, on standard error; a terminal shows it in place of what was there before. */
void          tl_tune_report_progress (TlTuneReport *report, TlModuleTuner *tuner);
/* The last word: table, and for each task its best trace. @was_stopped: by a person, before its end. FALSE if some task has none. */
gboolean      tl_tune_report_result (TlTuneReport *report, TlModuleTuner *tuner, gboolean was_stopped);

G_END_DECLS
