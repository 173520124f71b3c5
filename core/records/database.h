/* SPDX-License-Identifier: Apache-2.0 */
/* The project file: a SQLite database of workloads, variants and trials. */
#pragma once

#include <gio/gio.h>

#include "core/worker/outcome.h"
#include "core/schedule/state.h"
#include "core/records/trial-origin.h"
#include "core/records/trial-rank.h"

G_BEGIN_DECLS

#define TL_DATABASE_ERROR (tl_database_error_quark ())
GQuark tl_database_error_quark (void);

typedef enum
{
  TL_DATABASE_ERROR_OPEN,        /* cannot be opened or is not a Tileloom project; says which */
  TL_DATABASE_ERROR_VERSION,     /* written by a newer program */
  TL_DATABASE_ERROR_SQL,
  TL_DATABASE_ERROR_DAMAGED,     /* the file holds what no Tileloom wrote; says where */
} TlDatabaseError;

/**
 * TlDatabase: one open .tileloom file. Every call is one transaction, in the file when it returns (WAL); a kill at any instant loses
 * nothing committed. Several processes may have it open. Thread-safe. As a source of tuning records: core/records/records.h.
 */
typedef struct _TlDatabase TlDatabase;

TlDatabase *tl_database_open (const char *path, GError **error);   /* created if absent; ":memory:": no file */
/*
 * The same for work that must not stop because a disk is full or a file cannot be written: then the database goes on in memory, with all
 * that the file held, at once or whenever it happens. @fallback gets the reason once, on the
 * thread that wrote, and may not call the database.
 */
typedef void (*TlDatabaseFallback) (const GError *why, gpointer user_data);
TlDatabase *tl_database_open_or_fall_back (const char *path, TlDatabaseFallback fallback, gpointer user_data, GError **error);
/* In a thread of its own: the first database of a process takes some milliseconds longer, unless this was called before. */
void        tl_database_learn_schema (void);
/*
 * All changes from here to tl_database_end are made at once or, with @is_kept FALSE and where that fails, not at all; no other program
 * changes the file meanwhile. One thread at a time.
 */
gboolean    tl_database_begin (TlDatabase *database, GError **error);
gboolean    tl_database_end (TlDatabase *database, gboolean is_kept, GError **error);
/* Whether what was written since is in memory alone. */
gboolean    tl_database_is_in_memory (TlDatabase *database);
/*
 * Puts a database that went to memory back into its file. FALSE: it stays there; another program's changes to the file are not overwritten.
 */
gboolean    tl_database_restore (TlDatabase *database, GError **error);
/*
 * All of it into a file of its own, which is replaced if it exists; goes on in that one, also while others write. FALSE: it stays what it
 * was.
 */
gboolean    tl_database_move_to (TlDatabase *database, const char *path, GError **error);
TlDatabase *tl_database_ref (TlDatabase *database);
void        tl_database_unref (TlDatabase *database);
const char *tl_database_path (const TlDatabase *database);

/* A workload is a module, found again by structure. Rows are given by id. */
gboolean    tl_database_add_workload (TlDatabase *database, const TlModule *module, const char *title, const char *origin, gint64 *id,
                                      GError **error);
/*
 * The same for the program that the project is of, among workloads that are parts or variants of it: its id is the setting TL_PROGRAM_KEY.
 */
#define TL_PROGRAM_KEY "program"
gboolean    tl_database_add_program (TlDatabase *database, const TlModule *module, const char *title, const char *origin, gint64 *id,
                                     GError **error);
gint64      tl_database_find_workload (TlDatabase *database, const TlModule *module);   /* -1 if absent */
/* Newest first. Strings and modules of the rows are owned by the array. */
typedef struct { gint64 id; char *title; char *origin; TlModule *module; gint64 created_s; } TlWorkloadRow;
GPtrArray  *tl_database_workloads (TlDatabase *database, GError **error);

/* A variant: a named trace of a workload; measurements optional. id 0 on save makes a new row. */
typedef struct
{
  gint64    id;
  gint64    workload_id;
  gint64    parent_id;       /* 0: none */
  char     *name;
  char     *trace_json;
  char     *note;
  gboolean  has_outcome;
  TlOutcome outcome;
} TlVariantRow;
void        tl_variant_row_free (TlVariantRow *row);
gboolean    tl_database_save_variant (TlDatabase *database, TlVariantRow *row, GError **error);
gboolean    tl_database_delete_variant (TlDatabase *database, gint64 id, GError **error);
GPtrArray  *tl_database_variants (TlDatabase *database, gint64 workload_id, GError **error);   /* TlVariantRow, in order of making */

/* One tuning session and its trials. */
typedef struct
{
  gint64 id;
  gint64 workload_id;
  char  *space;              /* script text, or the name of the built-in space */
  char  *strategy;
  char  *target;
  guint64 seed;
  guint  n_trials_wanted;
  gboolean is_finished;
  guint  first_number;       /* of its trials: the program as it stands; candidates follow */
} TlRunRow;
void        tl_run_row_free (TlRunRow *row);
gboolean    tl_database_save_run (TlDatabase *database, TlRunRow *row, GError **error);
GPtrArray  *tl_database_runs (TlDatabase *database, gint64 workload_id, GError **error);   /* TlRunRow, oldest first */
TlRunRow   *tl_database_run (TlDatabase *database, gint64 run_id, GError **error);

typedef struct
{
  gint64    id;
  gint64    run_id;
  guint     number;          /* from 0, over all runs of its workload */
  char     *trace_json;      /* NULL if no schedule came about */
  guint64   program_hash;
  gint64    finished_us;     /* since the epoch */
  double    elapsed_s;       /* since the run began */
  double    score;           /* what the cost model expected, higher is better; NAN: nothing */
  TlTrialOrigin origin;
  TlOutcome outcome;
  guint     comparison;         /* as in TlTrialRank … */
  guint     after_comparison;   /* … too */
  double   *first_samples_s;    /* those that tl_database_save_comparison replaced, which the search knows; NULL if it never did */
  guint     n_first_samples;
} TlTrialRow;
void        tl_trial_row_free (TlTrialRow *row);
/* Its standing (core/records/trial-rank.h). */
TlTrialRank  tl_trial_row_rank (const TlTrialRow *row);
/* The outcome that the search knows, with the first samples. Clear @outcome. */
void        tl_trial_row_first_outcome (const TlTrialRow *row, TlOutcome *outcome);
/* The median of the first samples; 0 without any. */
double      tl_trial_row_first_latency_s (const TlTrialRow *row);
gboolean    tl_database_add_trial (TlDatabase *database, TlTrialRow *row, GError **error);   /* sets row->id */
/*
 * Stores the time of trial @number of @run_id in comparison @comparison: the samples of @outcome (at least one) replace its own; the first
 * ones are kept beside them.
 */
gboolean    tl_database_save_comparison (TlDatabase *database, gint64 run_id, guint number, guint comparison, const TlOutcome *outcome,
                                         GError **error);
/* The emulator has run trial @number of @run_id, which is predicted: @outcome's kind and message replace its own. */
gboolean    tl_database_save_check (TlDatabase *database, gint64 run_id, guint number, const TlOutcome *outcome, GError **error);
GPtrArray  *tl_database_trials (TlDatabase *database, gint64 run_id, GError **error);        /* TlTrialRow by number */
/* The program as it stands, from each run of the workload that has measured it: TlTrialRow by number. */
GPtrArray  *tl_database_starts (TlDatabase *database, gint64 workload_id, GError **error);
/* Of all runs of the workload: how many numbers are taken, and how many comparisons have been made. */
gboolean    tl_database_count_trials (TlDatabase *database, gint64 workload_id, guint *n_numbers, guint *n_comparisons, GError **error);
/* The best @n trials of all runs of the workload: those that rank (core/records/trial-rank.h), best first, then the others. */
GPtrArray  *tl_database_fastest (TlDatabase *database, gint64 workload_id, guint n, GError **error);
/* The best of them; NULL if none, or with @error. */
TlTrialRow *tl_database_best (TlDatabase *database, gint64 workload_id, GError **error);

/* One trial; NULL with @error where there is no such one. */
TlTrialRow *tl_database_trial (TlDatabase *database, gint64 run_id, guint number, GError **error);

/* A person's remarks on a trial. */
typedef struct
{
  gint64   run_id;
  guint    number;
  gboolean is_starred;
  char    *tags;         /* words separated by commas; nullable, as is … */
  char    *text;
} TlTrialNote;
void        tl_trial_note_free (TlTrialNote *note);
gboolean    tl_database_save_note (TlDatabase *database, const TlTrialNote *note, GError **error);
/* TlTrialNote by number, of the trials that have one. */
GPtrArray  *tl_database_notes (TlDatabase *database, gint64 workload_id, GError **error);

/*
 * A trained cost model of a workload, as bytes (core/cost-model/cost-model.h), one for each name: "xgb". Loading gives NULL if there is
 * none.
 */
gboolean    tl_database_save_model (TlDatabase *database, gint64 workload_id, const char *name, GBytes *bytes, GError **error);
GBytes     *tl_database_load_model (TlDatabase *database, gint64 workload_id, const char *name);

/* Free-form settings of the project ("selected-variant" …); @value NULL removes one. */
gboolean    tl_database_set (TlDatabase *database, const char *key, const char *value, GError **error);
char       *tl_database_get (TlDatabase *database, const char *key);

/* Facts of this machine, stored with the runs saved afterwards, so that every number says where it came from. */
gboolean    tl_database_record_machine (TlDatabase *database, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDatabase, tl_database_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlVariantRow, tl_variant_row_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlRunRow, tl_run_row_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTrialRow, tl_trial_row_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTrialNote, tl_trial_note_free)

G_END_DECLS
