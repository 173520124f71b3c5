/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning runs and their trials. */
#include "core/base/error.h"
#include "core/records/database-private.h"

#include <math.h>

#define MAX_TRIALS (1 << 24)   /* numbers are places in arrays */

#define RUN_COLUMNS   "id, workload_id, space, strategy, target, seed, n_trials_wanted, is_finished, first_number"
#define TRIAL_COLUMNS                                                                                                                     \
  "trial.id, run_id, number, skeleton_id, trace, program_hash, finished_us, elapsed_s, " TL_OUTCOME_COLUMNS                                \
  ", first_samples, score, lower_bound_s, calibration_s, is_implausible, comparison, after_comparison, origin, parent_hash, mutators"

void
tl_run_row_free (TlRunRow *row)
{
  g_free (row->space);
  g_free (row->strategy);
  g_free (row->target);
  g_free (row);
}

static gboolean
write_run (TlDatabase *database, gpointer data, GError **error)
{
  TlRunRow *row = data;

  if (row->id == 0)
    return tl_database_execute (database, error,
                                "INSERT INTO run (workload_id, machine_id, space, strategy, target, seed, n_trials_wanted, is_finished, "
                                "first_number,"
                                " created_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                "iksssiiiii", row->workload_id, database->machine_id, row->space, row->strategy, row->target,
                                (gint64) row->seed, (gint64) row->n_trials_wanted, (gint64) row->is_finished, (gint64) row->first_number,
                                g_get_real_time () / G_USEC_PER_SEC);
  if (!tl_database_execute (database, error,
                            "UPDATE run SET workload_id = ?, space = ?, strategy = ?, target = ?, seed = ?, n_trials_wanted = ?, "
                            "is_finished = ?"
                            " WHERE id = ?",
                            "isssiiii", row->workload_id, row->space, row->strategy, row->target, (gint64) row->seed,
                            (gint64) row->n_trials_wanted, (gint64) row->is_finished, row->id))
    return FALSE;
  if (sqlite3_changes (database->db) > 0)
    return TRUE;
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "%s has no run number %" G_GINT64_FORMAT, database->path, row->id);
}

gboolean
tl_database_save_run (TlDatabase *database, TlRunRow *row, GError **error)
{
  return tl_database_add_row (database, write_run, row, &row->id, error);
}

static gpointer
read_run (TlDatabase *database, sqlite3_stmt *query, gpointer user_data, GError **error)
{
  g_autoptr (TlRunRow) row = g_new0 (TlRunRow, 1);
  TlColumns columns = { database, query, "run" };

  row->id = tl_columns_integer (&columns, 0, 1, G_MAXINT64);
  row->workload_id = tl_columns_integer (&columns, 1, 1, G_MAXINT64);
  row->space = tl_columns_optional_text (&columns, 2);
  row->strategy = tl_columns_optional_text (&columns, 3);
  row->target = tl_columns_optional_text (&columns, 4);
  row->seed = (guint64) tl_columns_integer (&columns, 5, G_MININT64, G_MAXINT64);
  row->n_trials_wanted = (guint) tl_columns_integer (&columns, 6, 0, G_MAXINT);
  row->is_finished = tl_columns_integer (&columns, 7, 0, 1) != 0;
  row->first_number = (guint) tl_columns_integer (&columns, 8, 0, MAX_TRIALS);
  return tl_columns_end (&columns, error) ? g_steal_pointer (&row) : NULL;
}

GPtrArray *
tl_database_runs (TlDatabase *database, gint64 workload_id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error, "SELECT " RUN_COLUMNS " FROM run WHERE workload_id = ? ORDER BY id", "i", workload_id);

  return tl_database_read_rows (database, query, read_run, NULL, (GDestroyNotify) tl_run_row_free, error);
}

TlRunRow *
tl_database_run (TlDatabase *database, gint64 run_id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, error, "SELECT " RUN_COLUMNS " FROM run WHERE id = ?", "i", run_id);
  g_autoptr (GError) failure = NULL;

  if (!query)
    return NULL;
  if (tl_database_step (database, query, &failure))
    return read_run (database, query, NULL, error);
  if (failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "%s has no run number %" G_GINT64_FORMAT, database->path, run_id);
  return NULL;
}

void
tl_trial_row_free (TlTrialRow *row)
{
  g_free (row->trace_json);
  g_free (row->first_samples_s);
  tl_outcome_clear (&row->outcome);
  g_free (row);
}

void
tl_trial_row_first_outcome (const TlTrialRow *row, TlOutcome *outcome)
{
  tl_outcome_copy (&row->outcome, outcome);
  if (!row->first_samples_s)
    return;
  g_free (outcome->samples_s);
  outcome->samples_s = g_memdup2 (row->first_samples_s, sizeof (double) * row->n_first_samples);
  outcome->n_samples = row->n_first_samples;
}

TlTrialRank
tl_trial_row_rank (const TlTrialRow *row)
{
  return tl_trial_rank_of (&row->outcome, row->comparison, row->after_comparison);
}

double
tl_trial_row_first_latency_s (const TlTrialRow *row)
{
  TlOutcome first;
  TlLatency latency = { 0 };

  tl_trial_row_first_outcome (row, &first);
  if (first.kind == TL_OUTCOME_OK)
    tl_outcome_latency (&first, &latency);
  tl_outcome_clear (&first);
  return latency.median_s;
}

/* NAN becomes NULL. */
static double
known (double seconds)
{
  return seconds > 0 ? seconds : NAN;
}

static gboolean
write_trial (TlDatabase *database, gpointer data, GError **error)
{
  const TlTrialRow *row = data;
  g_autoptr (GBytes) samples = tl_database_pack_samples (&row->outcome), trace = NULL;
  g_autoptr (sqlite3_stmt) query = NULL;
  g_autoptr (GError) failure = NULL;
  gint64 skeleton_id = 0;
  TlLatency latency = { 0 };
  gboolean is_timed = row->outcome.kind == TL_OUTCOME_OK && tl_outcome_latency (&row->outcome, &latency);

  if (row->trace_json && !tl_database_pack_trace (database, row->trace_json, &skeleton_id, &trace, error))
    return FALSE;
  query = tl_database_query (database, error,
                             "INSERT INTO trial (run_id, number, skeleton_id, trace, program_hash, finished_us, elapsed_s, "
                             TL_OUTCOME_COLUMNS
                             ", median_s, score, lower_bound_s, calibration_s, is_implausible, comparison, after_comparison, origin,"
                             " parent_hash, mutators) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                             "iikbiidssbddiddddiiisks", row->run_id, (gint64) row->number, skeleton_id,
                             trace ? g_bytes_get_data (trace, NULL) : NULL, trace ? g_bytes_get_size (trace) : (gsize) 0,
                             (gint64) row->program_hash, row->finished_us,
                             row->elapsed_s, tl_outcome_name (row->outcome.kind), row->outcome.message, g_bytes_get_data (samples, NULL),
                             g_bytes_get_size (samples),
                             row->outcome.build_s, row->outcome.run_s, (gint64) row->outcome.is_checked, latency.median_s, row->score,
                               /* NAN becomes NULL */
                             known (row->outcome.lower_bound_s), known (row->outcome.calibration_s), (gint64) row->outcome.is_implausible,
                             (gint64) row->comparison, (gint64) row->after_comparison,
                             row->origin.kind != TL_ORIGIN_UNKNOWN ? tl_origin_name (row->origin.kind) : NULL, (gint64) row->origin.parent,
                             row->origin.mutators);
  if (!query)
    return FALSE;
  if (!is_timed)
    sqlite3_bind_null (query, 14);
  tl_database_step (database, query, &failure);
  return tl_database_end_query (query, &failure, error);
}

gboolean
tl_database_add_trial (TlDatabase *database, TlTrialRow *row, GError **error)
{
  row->id = 0;
  return tl_database_add_row (database, write_trial, row, &row->id, error);
}

typedef struct { gint64 run_id; guint number, comparison; const TlOutcome *outcome; } Compared;

static gboolean
write_comparison (TlDatabase *database, gpointer data, GError **error)
{
  const Compared *compared = data;
  g_autoptr (GBytes) samples = tl_database_pack_samples (compared->outcome);
  TlLatency latency = { 0 };

  tl_outcome_latency (compared->outcome, &latency);
  return tl_database_execute (database, error,
                              "UPDATE trial SET first_samples = coalesce (first_samples, samples), samples = ?, median_s = ?,"
                              " comparison = ? WHERE run_id = ? AND number = ? AND outcome = 'ok'",
                              "bdiii", g_bytes_get_data (samples, NULL), g_bytes_get_size (samples), latency.median_s,
                              (gint64) compared->comparison, compared->run_id, (gint64) compared->number);
}

gboolean
tl_database_save_comparison (TlDatabase *database, gint64 run_id, guint number, guint comparison, const TlOutcome *outcome, GError **error)
{
  Compared compared = { run_id, number, comparison, outcome };

  return tl_database_write (database, write_comparison, &compared, error);
}

static gboolean
write_check (TlDatabase *database, gpointer data, GError **error)
{
  const Compared *checked = data;

  return tl_database_execute (database, error,
                              "UPDATE trial SET outcome = ?, message = ?, is_checked = ? WHERE run_id = ? AND number = ?"
                              " AND outcome = 'predicted'",
                              "ssiii", tl_outcome_name (checked->outcome->kind), checked->outcome->message,
                              (gint64) checked->outcome->is_checked, checked->run_id, (gint64) checked->number);
}

gboolean
tl_database_save_check (TlDatabase *database, gint64 run_id, guint number, const TlOutcome *outcome, GError **error)
{
  Compared checked = { run_id, number, 0, outcome };

  return tl_database_write (database, write_check, &checked, error);
}

static TlTrialOrigin
read_origin (TlColumns *columns, int first_column)
{
  g_autofree char *name = tl_columns_optional_text (columns, first_column);
  g_autofree char *mutators = tl_columns_optional_text (columns, first_column + 2);
  TlTrialOrigin origin = { .kind = tl_origin_from_name (name), .mutators = g_intern_string (mutators) };

  if (sqlite3_column_type (columns->query, first_column + 1) != SQLITE_NULL)
    origin.parent = (guint64) tl_columns_integer (columns, first_column + 1, G_MININT64, G_MAXINT64);
  return origin;
}

/* NULL with @error. The columns that the schema allows to be NULL may be NULL. */
static gpointer
read_trial (TlDatabase *database, sqlite3_stmt *query, gpointer skeletons, GError **error)
{
  g_autoptr (TlTrialRow) row = g_new0 (TlTrialRow, 1);
  TlColumns columns = { database, query, "trial" };
  gint64 skeleton_id;
  gconstpointer rest;
  gsize n_bytes;

  row->id = tl_columns_integer (&columns, 0, 1, G_MAXINT64);
  row->run_id = tl_columns_integer (&columns, 1, 1, G_MAXINT64);
  row->number = (guint) tl_columns_integer (&columns, 2, 0, MAX_TRIALS);
  skeleton_id = tl_columns_reference (&columns, 3);
  rest = tl_columns_bytes (&columns, 4, &n_bytes);
  row->program_hash = (guint64) tl_columns_integer (&columns, 5, G_MININT64, G_MAXINT64);
  row->finished_us = tl_columns_integer (&columns, 6, 0, TL_LATEST_S * G_USEC_PER_SEC);
  row->elapsed_s = tl_columns_seconds (&columns, 7);
  if (!tl_columns_outcome (&columns, 8, &row->outcome))
    row->outcome.kind = TL_OUTCOME_CANCELLED;
  row->first_samples_s = tl_columns_samples (&columns, 14, &row->n_first_samples);
  row->score = tl_columns_number (&columns, 15, NAN);
  row->outcome.lower_bound_s = tl_columns_seconds (&columns, 16);
  row->outcome.calibration_s = tl_columns_seconds (&columns, 17);
  row->outcome.is_implausible = tl_columns_flag (&columns, 18);
  row->comparison = (guint) tl_columns_integer (&columns, 19, 0, MAX_TRIALS);
  row->after_comparison = (guint) tl_columns_integer (&columns, 20, 0, MAX_TRIALS);
  row->origin = read_origin (&columns, 21);
  if (!tl_columns_end (&columns, error))
    return NULL;
  if (sqlite3_column_type (query, 4) != SQLITE_NULL)
    row->trace_json = tl_database_unpack_trace (database, skeletons, skeleton_id, rest, n_bytes, error);
  return row->trace_json || sqlite3_column_type (query, 4) == SQLITE_NULL ? g_steal_pointer (&row) : NULL;
}

/* All rows of a query over TRIAL_COLUMNS. */
static GPtrArray *
read_trials (TlDatabase *database, sqlite3_stmt *query, GError **error)
{
  g_autoptr (GHashTable) skeletons = tl_database_skeletons_new ();

  return tl_database_read_rows (database, query, read_trial, skeletons, (GDestroyNotify) tl_trial_row_free, error);
}

GPtrArray *
tl_database_trials (TlDatabase *database, gint64 run_id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error, "SELECT " TRIAL_COLUMNS " FROM trial WHERE run_id = ? ORDER BY number", "i", run_id);

  return read_trials (database, query, error);
}

TlTrialRow *
tl_database_trial (TlDatabase *database, gint64 run_id, guint number, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error, "SELECT " TRIAL_COLUMNS " FROM trial WHERE run_id = ? AND number = ?", "ii", run_id,
                         (gint64) number);
  g_autoptr (GPtrArray) rows = read_trials (database, query, error);

  if (rows && rows->len > 0)
    return g_ptr_array_steal_index (rows, 0);
  if (rows)
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "run %" G_GINT64_FORMAT " has no trial number %u", run_id, number);
  return NULL;
}

GPtrArray *
tl_database_starts (TlDatabase *database, gint64 workload_id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error,
                         "SELECT " TRIAL_COLUMNS " FROM trial WHERE (run_id, number) IN (SELECT id, first_number FROM run WHERE "
                                                 "workload_id = ?)"
                         " ORDER BY number", "i", workload_id);

  return read_trials (database, query, error);
}

gboolean
tl_database_count_trials (TlDatabase *database, gint64 workload_id, guint *n_numbers, guint *n_comparisons, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (GError) failure = NULL;
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error,
                         "SELECT max (number) + 1, max (comparison) FROM trial JOIN run ON run.id = run_id WHERE workload_id = ?", "i",
                         workload_id);

  *n_numbers = *n_comparisons = 0;
  if (!query)
    return FALSE;
  if (tl_database_step (database, query, &failure))
    {
      *n_numbers = (guint) sqlite3_column_int64 (query, 0);   /* NULL is 0 */
      *n_comparisons = (guint) sqlite3_column_int64 (query, 1);
    }
  return tl_database_end_query (query, &failure, error);
}

/* A trial without what it is made of: its row's id, its number, and how it stands. */
typedef struct
{
  gint64      id;
  guint       number;
  TlTrialRank rank;
} Rank;

/* How all measured trials of the workload stand. NULL with @error. */
static GArray *
read_ranks (TlDatabase *database, gint64 workload_id, guint *n_comparisons, GError **error)
{
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (Rank));
  g_autoptr (GError) failure = NULL;
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error,
                         "SELECT trial.id, median_s, comparison, after_comparison, is_implausible, number FROM trial JOIN run ON run.id "
                         "= run_id"
                         " WHERE workload_id = ? AND outcome = 'ok' AND median_s IS NOT NULL ORDER BY trial.id",
                         "i", workload_id);

  *n_comparisons = 0;
  while (query && tl_database_step (database, query, &failure))
    {
      TlColumns columns = { database, query, "trial" };
      Rank one = { .id = tl_columns_integer (&columns, 0, 1, G_MAXINT64) };
      guint n_known;

      one.rank.latency_s = tl_columns_seconds (&columns, 1);
      one.rank.comparison = (guint) tl_columns_integer (&columns, 2, 0, MAX_TRIALS);
      one.rank.after_comparison = (guint) tl_columns_integer (&columns, 3, 0, MAX_TRIALS);
      one.rank.is_implausible = tl_columns_flag (&columns, 4);
      one.number = (guint) tl_columns_integer (&columns, 5, 0, MAX_TRIALS);
      if (!tl_columns_end (&columns, &failure))
        break;
      n_known = tl_trial_rank_n_comparisons (&one.rank);
      *n_comparisons = MAX (*n_comparisons, n_known);
      g_array_append_val (ranks, one);
    }
  return tl_database_end_query (query, &failure, error) ? g_steal_pointer (&ranks) : NULL;
}

static gint
compare_standings (gconstpointer a, gconstpointer b, gpointer n_comparisons)
{
  const Rank *left = a, *right = b;
  guint n = GPOINTER_TO_UINT (n_comparisons);

  gboolean left_ranks = tl_trial_rank_counts (&left->rank, n), right_ranks = tl_trial_rank_counts (&right->rank, n);

  if (left_ranks != right_ranks)
    return left_ranks ? -1 : 1;
  if (left->rank.is_implausible != right->rank.is_implausible)
    return left->rank.is_implausible ? 1 : -1;
  if (left->rank.latency_s != right->rank.latency_s)
    return left->rank.latency_s < right->rank.latency_s ? -1 : 1;
  return left->number < right->number ? -1 : left->number > right->number;
}

/* The trial with this id; NULL with @error. */
static TlTrialRow *
read_one (TlDatabase *database, gint64 id, GError **error)
{
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, error, "SELECT " TRIAL_COLUMNS " FROM trial WHERE trial.id = ?", "i", id);
  g_autoptr (GPtrArray) rows = read_trials (database, query, error);

  /* Where there is a comparison somebody took part in it: all that keeps the first from ranking is that it cannot be. */
  if (!rows || rows->len == 0 || ((const TlTrialRow *) rows->pdata[0])->outcome.is_implausible)
    return NULL;
  return g_ptr_array_steal_index (rows, 0);
}

GPtrArray *
tl_database_fastest (TlDatabase *database, gint64 workload_id, guint n, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_trial_row_free);
  guint n_comparisons;
  g_autoptr (GArray) ranks = read_ranks (database, workload_id, &n_comparisons, error);

  if (!ranks)
    return NULL;
  g_array_sort_with_data (ranks, compare_standings, GUINT_TO_POINTER (n_comparisons));
  for (guint i = 0; i < MIN (ranks->len, n); i++)
    {
      const Rank *one = &g_array_index (ranks, Rank, i);
      TlTrialRow *row = read_one (database, one->id, error);

      if (!row)
        return NULL;
      g_ptr_array_add (rows, row);
    }
  return g_steal_pointer (&rows);
}

TlTrialRow *
tl_database_best (TlDatabase *database, gint64 workload_id, GError **error)
{
  g_autoptr (GPtrArray) rows = tl_database_fastest (database, workload_id, 1, error);

  return rows && rows->len > 0 ? g_ptr_array_steal_index (rows, 0) : NULL;
}
