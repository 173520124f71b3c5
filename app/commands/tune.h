/* SPDX-License-Identifier: Apache-2.0 */
/* Output of a tuning run: a live table, progress lines or JSON lines, then the results. */
#pragma once

#include "core/search/module-tuner.h"

G_BEGIN_DECLS

/**
 * TlTuneReport: prints the progress while tuner threads work. Created before the tuner starts, freed after it has ended.
 */
typedef struct _TlTuneReport TlTuneReport;

/*
 * @as_json: results are lines of JSON on standard output, one for each trial and at the end one for each task.
 * @options: of the module tuner, borrowed; the best of its records is shown if a run measures nothing new.
 */
TlTuneReport *tl_tune_report_new (gboolean as_json, const TlModuleTuneOptions *options);
void          tl_tune_report_free (TlTuneReport *report);

/* Call on a tuner thread when a trial has finished. */
void          tl_tune_report_trial (guint task, const TlTrial *trial, gpointer report);
/* Main thread. Prints the progress on standard error; on a terminal it overwrites the previous one. */
void          tl_tune_report_progress (TlTuneReport *report, TlModuleTuner *tuner);
/* Prints the final table and the best trace of each task. @was_stopped: the user stopped the run. FALSE if a task has no best trace. */
gboolean      tl_tune_report_result (TlTuneReport *report, TlModuleTuner *tuner, gboolean was_stopped);

/* The table alone, and how many trials failed. */
void          tl_tune_report_table (TlTuneReport *report, TlModuleTuner *tuner);
/* The phase of each task that has one, "matmul: 8 to measure, conv: searching". Free with g_free. */
char         *tl_tune_report_phases (TlTuneReport *report, TlModuleTuner *tuner);
/* How many candidates of this run were measured; *@reason: the first failure, nullable, free with g_free. */
guint         tl_tune_report_n_measured (TlTuneReport *report, char **reason);

/* A search in the terminal, which ends at Ctrl+C: owns its members. */
typedef struct
{
  TlTuneReport  *report;
  TlModuleTuner *tuner;
  GMainLoop     *loop;         /* private, as all that follows */
  gint64         stopped_us;   /* time of the first Ctrl+C; 0: none */
  char          *at_time_over; /* phases of the tasks when the time was over, "matmul: 8 to measure"; NULL: it ended before */
  void         (*on_progress) (gpointer user_data);   /* nullable; main thread */
  gpointer       user_data;
} TlTuneLoop;

/*
 * Blocks until the search has ended, by itself, by Ctrl+C or after @most_s seconds (0: no limit); then the members are there to be asked.
 * FALSE with an error if it does not start.
 */
gboolean      tl_tune_loop_run (TlTuneLoop *loop, TlWorkerPool *pool, const TlModuleTuneOptions *options, gboolean as_json, double most_s,
                                GError **error);
void          tl_tune_loop_clear (TlTuneLoop *loop);

/*
 * Locks the project's runs for as long as *@lock, a file descriptor, is open; 0: no lock. New runs share it, resumed ones, which append to
 * existing runs, need them alone. FALSE after printing that another program uses them. Close it after the database: closing a file ends
 * all locks that SQLite holds on it.
 */
gboolean      tl_tune_lock_runs (const char *database, gboolean resume, int *lock);

/* Prints the decisions of each task's design space, with values. FALSE after printing why there are none. */
gboolean      tl_tune_print_decisions (const TlModuleTuneOptions *options);
/* Prints how many candidates the constraints leave. FALSE after printing what is wrong with them, or that they leave none. */
gboolean      tl_tune_check_constraints (const TlModuleTuneOptions *options);

G_END_DECLS
