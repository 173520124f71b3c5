/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/trial-store.h"

#include <math.h>
#include <string.h>

#include "core/cost-model/cost-model.h"

struct _TlTrialStore
{
  GObject    parent_instance;
  GArray    *rows;           /* TlTrialRecord; messages are in … */
  GPtrArray *messages;
  /* Columns: what plots read */
  GArray    *outcome;        /* guint8 */
  GArray    *log10_latency;  /* float */
  GArray    *latency_s;      /* double, and so on */
  GArray    *elapsed_s;
  GArray    *score;
  GArray    *build_s;
  GArray    *calibration_s;
  GArray    *number;         /* guint */
  GArray    *marks;          /* guint8 */
  GArray    *runs;           /* TlTrialRun */
  GHashTable *programs;      /* guint64 (owned) → index + 1 of the first trial of each program */
  TlTrialDecisions *decisions;
  gboolean   is_predicted;
  /* Running facts */
  TlTrialSpread top[TL_N_TOP_TRIALS];
  guint      n_top;
  guint      n_comparisons;
  gint       best;
  gint       start;
  double     shortest_calibration_s, longest_calibration_s;
  guint      counts[TL_N_OUTCOMES];
};

G_DEFINE_FINAL_TYPE (TlTrialStore, tl_trial_store, G_TYPE_OBJECT)

enum { APPENDED, RESET, N_SIGNALS };
static guint signals[N_SIGNALS];

static TlTrialRecord *
row_at (TlTrialStore *self, guint index)
{
  return &g_array_index (self->rows, TlTrialRecord, index);
}

static void
tl_trial_store_finalize (GObject *object)
{
  TlTrialStore *self = TL_TRIAL_STORE (object);

  g_array_unref (self->rows);
  g_ptr_array_unref (self->messages);
  g_array_unref (self->outcome);
  g_array_unref (self->log10_latency);
  g_array_unref (self->latency_s);
  g_array_unref (self->elapsed_s);
  g_array_unref (self->score);
  g_array_unref (self->build_s);
  g_array_unref (self->calibration_s);
  g_array_unref (self->number);
  g_array_unref (self->marks);
  g_array_unref (self->runs);
  g_hash_table_unref (self->programs);
  tl_trial_decisions_free (self->decisions);
  G_OBJECT_CLASS (tl_trial_store_parent_class)->finalize (object);
}

static void
tl_trial_store_class_init (TlTrialStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_trial_store_finalize;
  signals[APPENDED] = g_signal_new ("appended", TL_TYPE_TRIAL_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT,
                                    G_TYPE_UINT);
  signals[RESET] = g_signal_new ("reset", TL_TYPE_TRIAL_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_trial_store_init (TlTrialStore *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (TlTrialRecord));
  self->messages = g_ptr_array_new_with_free_func (g_free);
  self->outcome = g_array_new (FALSE, FALSE, sizeof (guint8));
  self->log10_latency = g_array_new (FALSE, FALSE, sizeof (float));
  self->latency_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->elapsed_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->score = g_array_new (FALSE, FALSE, sizeof (double));
  self->build_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->calibration_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->number = g_array_new (FALSE, FALSE, sizeof (guint));
  self->marks = g_array_new (FALSE, FALSE, sizeof (guint8));
  self->runs = g_array_new (FALSE, FALSE, sizeof (TlTrialRun));
  self->programs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->decisions = tl_trial_decisions_new ();
  self->best = self->start = -1;
}

TlTrialStore *
tl_trial_store_new (void)
{
  return g_object_new (TL_TYPE_TRIAL_STORE, NULL);
}

void
tl_trial_store_set_predicted (TlTrialStore *self, gboolean is_predicted)
{
  g_return_if_fail (self->rows->len == 0);

  self->is_predicted = is_predicted;
}

gboolean
tl_trial_store_is_predicted (TlTrialStore *self)
{
  return self->is_predicted;
}

static void
drop_rows (TlTrialStore *self)
{
  g_array_set_size (self->rows, 0);
  g_ptr_array_set_size (self->messages, 0);
  g_array_set_size (self->outcome, 0);
  g_array_set_size (self->log10_latency, 0);
  g_array_set_size (self->latency_s, 0);
  g_array_set_size (self->elapsed_s, 0);
  g_array_set_size (self->score, 0);
  g_array_set_size (self->build_s, 0);
  g_array_set_size (self->calibration_s, 0);
  g_array_set_size (self->number, 0);
  g_array_set_size (self->marks, 0);
  g_array_set_size (self->runs, 0);
  g_hash_table_remove_all (self->programs);
  tl_trial_decisions_clear (self->decisions);
  self->best = self->start = -1;
  self->n_comparisons = 0;
  self->n_top = 0;
  self->shortest_calibration_s = self->longest_calibration_s = 0;
  memset (self->counts, 0, sizeof self->counts);
}

void
tl_trial_store_clear (TlTrialStore *self)
{
  drop_rows (self);
  g_signal_emit (self, signals[RESET], 0);
}

static void
note_best (TlTrialStore *self, guint index)
{
  const TlTrialRank none = { 0 };
  const TlTrialRank *best = self->best >= 0 ? &row_at (self, (guint) self->best)->rank : &none;

  if (tl_trial_rank_is_better (&row_at (self, index)->rank, best, self->n_comparisons))
    self->best = (gint) index;
}

/* Inserts the trial into the top ones if it ranks and is faster than one of them. */
static void
note_top (TlTrialStore *self, guint index)
{
  const double *latency_s = tl_trial_store_latency_s (self);
  guint         at = self->n_top;

  if (g_array_index (self->outcome, guint8, index) != TL_OUTCOME_OK
      || (g_array_index (self->marks, guint8, index) & (TL_TRIAL_UNRANKED | TL_TRIAL_IMPLAUSIBLE)) != 0)
    return;
  while (at > 0 && latency_s[self->top[at - 1].index] > latency_s[index])
    at--;
  if (at >= TL_N_TOP_TRIALS)
    return;
  self->n_top = MIN (self->n_top + 1, TL_N_TOP_TRIALS);
  memmove (&self->top[at + 1], &self->top[at], (self->n_top - 1 - at) * sizeof self->top[0]);
  self->top[at] = (TlTrialSpread) { index, row_at (self, index)->latency.least_s, row_at (self, index)->latency.most_s };
}

static void
note_start (TlTrialStore *self, guint index)
{
  const TlTrialRank none = { 0 };
  const TlTrialRank *start = self->start >= 0 ? &row_at (self, (guint) self->start)->rank : &none;

  if (row_at (self, index)->is_start && tl_trial_rank_replaces_start (&row_at (self, index)->rank, start))
    self->start = (gint) index;
}

static guint8
marks_of (TlTrialStore *self, const TlTrialRecord *record)
{
  guint8 marks = record->is_start ? TL_TRIAL_START : 0;

  if (record->is_by_hand)
    marks |= TL_TRIAL_BY_HAND;
  else if (record->origin.kind != TL_ORIGIN_UNKNOWN && record->origin.kind != TL_ORIGIN_MUTATED)
    marks |= TL_TRIAL_RANDOM;
  if (record->outcome != TL_OUTCOME_OK || record->rank.latency_s <= 0)
    return marks;
  if (record->rank.is_implausible)
    return marks | TL_TRIAL_IMPLAUSIBLE;
  return tl_trial_rank_counts (&record->rank, self->n_comparisons) ? marks : marks | TL_TRIAL_UNRANKED;
}

/* Anew for all trials: who ranks has changed. */
static void
find_best (TlTrialStore *self)
{
  self->best = self->start = -1;
  self->n_top = 0;
  for (guint i = 0; i < self->rows->len; i++)
    {
      g_array_index (self->marks, guint8, i) = marks_of (self, row_at (self, i));
      note_best (self, i);
      note_start (self, i);
      note_top (self, i);
    }
}

/* TRUE if there is a new comparison, which may change who ranks. */
static gboolean
note_comparisons (TlTrialStore *self, const TlTrialRank *rank)
{
  guint n = tl_trial_rank_n_comparisons (rank);

  if (n <= self->n_comparisons)
    return FALSE;
  self->n_comparisons = n;
  return TRUE;
}

static gint
compare_numbers (gconstpointer a, gconstpointer b)
{
  const TlTrialRecord *left = a, *right = b;

  return (left->number > right->number) - (left->number < right->number);
}

static float
log10_of (double seconds)
{
  return seconds > 0 ? (float) log10 (seconds) : 0;
}

static void
note_calibration (TlTrialStore *self, double seconds)
{
  if (seconds <= 0)
    return;
  if (self->shortest_calibration_s == 0 || seconds < self->shortest_calibration_s)
    self->shortest_calibration_s = seconds;
  self->longest_calibration_s = MAX (self->longest_calibration_s, seconds);
}

static TlTrialRun *
last_run (TlTrialStore *self)
{
  return self->runs->len > 0 ? &g_array_index (self->runs, TlTrialRun, self->runs->len - 1) : NULL;
}

static void
note_run (TlTrialStore *self, const TlTrialRecord *record)
{
  TlTrialRun *run = last_run (self);

  if (run == NULL || record->is_start || record->run_id != run->id)
    g_array_append_val (self->runs,
                        ((TlTrialRun) { .id = record->run_id, .first = self->rows->len, .n = 1, .has_start = record->is_start }));
  else
    run->n++;
}

/* Each run's clock begins at 0; on the axis of a plot they follow each other. */
static double
elapsed_of_all (TlTrialStore *self, const TlTrialRecord *record)
{
  const TlTrialRun *run = last_run (self);
  const double     *elapsed_s = tl_trial_store_elapsed_s (self);
  double            before_s = run->first > 0 ? elapsed_s[run->first - 1] : 0;
  guint             n = self->elapsed_s->len;

  return n > 0 ? MAX (elapsed_s[n - 1], before_s + record->elapsed_s) : record->elapsed_s;
}

/* Index of the first trial of the program with this hash; -1: none. */
static gint
find_program (TlTrialStore *self, guint64 program_hash)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->programs, &program_hash)) - 1;
}

static void
note_program (TlTrialStore *self, const TlTrialRecord *record)
{
  if (record->program_hash != 0 && find_program (self, record->program_hash) < 0)
    g_hash_table_insert (self->programs, g_memdup2 (&record->program_hash, sizeof record->program_hash),
                         GUINT_TO_POINTER (self->rows->len + 1));
}

gint
tl_trial_store_parent (TlTrialStore *self, guint index)
{
  const TlTrialRecord *record = row_at (self, index);
  gint                 parent = record->origin.parent != 0 ? find_program (self, record->origin.parent) : -1;

  return parent < (gint) index ? parent : -1;
}

/* Parents come before their descendants, for rows are in order of number. */
static gboolean
is_by_hand (TlTrialStore *self, const TlTrialRecord *record)
{
  gint parent = record->origin.parent != 0 ? find_program (self, record->origin.parent) : -1;

  return record->origin.kind == TL_ORIGIN_ADDED || (parent >= 0 && row_at (self, (guint) parent)->is_by_hand);
}

/* A predicted time is as good as any where all are, and none elsewhere. */
static void
settle_time (TlTrialStore *self, TlTrialRecord *record)
{
  if (record->outcome != TL_OUTCOME_PREDICTED)
    return;
  if (self->is_predicted)
    record->outcome = TL_OUTCOME_OK;
  else
    record->latency_s = record->rank.latency_s = 0;
}

static void
append_one (TlTrialStore *self, TlTrialRecord *record)
{
  guint8 outcome, marks;
  float  log10_latency;
  double elapsed_s;

  settle_time (self, record);
  outcome = (guint8) record->outcome;
  log10_latency = log10_of (record->latency_s);
  note_run (self, record);
  record->is_by_hand = is_by_hand (self, record);
  note_program (self, record);
  elapsed_s = elapsed_of_all (self, record);
  marks = marks_of (self, record);

  g_ptr_array_add (self->messages, g_steal_pointer (&record->message));
  tl_trial_decisions_append (self->decisions, g_steal_pointer (&record->decisions));
  g_array_append_val (self->rows, *record);
  g_array_append_val (self->outcome, outcome);
  g_array_append_val (self->log10_latency, log10_latency);
  g_array_append_val (self->latency_s, record->latency_s);
  g_array_append_val (self->elapsed_s, elapsed_s);
  g_array_append_val (self->marks, marks);
  g_array_append_val (self->score, record->score);
  g_array_append_val (self->build_s, record->build_s);
  g_array_append_val (self->calibration_s, record->calibration_s);
  g_array_append_val (self->number, record->number);
  note_calibration (self, record->calibration_s);
  if (record->outcome < TL_N_OUTCOMES)
    self->counts[record->outcome]++;
}

/* TRUE if one of them tells of a new comparison, which changes who ranks. */
static gboolean
append_all (TlTrialStore *self, TlTrialRecord *records, guint n_records)
{
  guint    first = self->rows->len;
  gboolean is_new = FALSE;

  for (guint i = 0; i < n_records; i++)
    {
      append_one (self, &records[i]);
      is_new |= note_comparisons (self, &records[i].rank);
    }
  if (is_new)
    find_best (self);
  for (guint i = first; !is_new && i < self->rows->len; i++)
    {
      note_best (self, i);
      note_start (self, i);
      note_top (self, i);
    }
  return is_new;
}

/*
 * A resumed run fills the gaps that stopping left: rows move, which is rare, and everything is read again. Nobody sees the store empty
 * meanwhile.
 */
static void
insert_sorted (TlTrialStore *self, TlTrialRecord *records, guint n_records)
{
  g_autoptr (GArray) all = g_array_sized_new (FALSE, FALSE, sizeof (TlTrialRecord), self->rows->len + n_records);

  for (guint i = 0; i < self->rows->len; i++)
    {
      TlTrialRecord record = tl_trial_store_get (self, i);

      self->messages->pdata[i] = NULL;
      record.decisions = tl_trial_decisions_dup_row (self->decisions, i);
      g_array_append_val (all, record);
    }
  g_array_append_vals (all, records, n_records);
  g_array_sort (all, compare_numbers);
  drop_rows (self);
  append_all (self, (TlTrialRecord *) (gpointer) all->data, all->len);
  g_signal_emit (self, signals[RESET], 0);
}

static gboolean
goes_on (TlTrialStore *self, const TlTrialRecord *records, guint n_records)
{
  guint least = self->rows->len > 0 ? row_at (self, self->rows->len - 1)->number : 0;

  for (guint i = 0; i < n_records; i++)
    {
      if (records[i].number < least)
        return FALSE;
      least = records[i].number;
    }
  return TRUE;
}

void
tl_trial_store_append (TlTrialStore *self, TlTrialRecord *records, guint n_records)
{
  guint    first = self->rows->len;
  gboolean is_new;

  if (!goes_on (self, records, n_records))
    {
      insert_sorted (self, records, n_records);
      return;
    }
  is_new = append_all (self, records, n_records);
  if (n_records > 0)
    g_signal_emit (self, signals[APPENDED], 0, first, n_records);
  if (is_new && first > 0)
    g_signal_emit (self, signals[RESET], 0);
}

static void
compare_one (TlTrialStore *self, const TlTrialRecord *record)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      TlTrialRecord *row = row_at (self, i);

      if (row->number != record->number || record->latency_s <= 0)
        continue;
      if (row->first_s == 0)
        row->first_s = row->latency_s;
      row->latency = record->latency;
      row->latency_s = record->latency_s;
      row->rank.comparison = record->rank.comparison;
      row->rank.latency_s = record->latency_s;
      g_array_index (self->latency_s, double, i) = record->latency_s;
      g_array_index (self->log10_latency, float, i) = log10_of (record->latency_s);
      note_comparisons (self, &row->rank);
    }
}

void
tl_trial_store_compare (TlTrialStore *self, const TlTrialRecord *records, guint n_records)
{
  for (guint i = 0; i < n_records; i++)
    compare_one (self, &records[i]);
  find_best (self);
  g_signal_emit (self, signals[RESET], 0);
}

static void
check_one (TlTrialStore *self, const TlTrialRecord *checked)
{
  TlTrialRecord record = *checked;

  settle_time (self, &record);
  for (guint i = 0; i < self->rows->len; i++)
    {
      TlTrialRecord *row = row_at (self, i);

      if (row->number != record.number || row->run_id != record.run_id)
        continue;
      self->counts[row->outcome]--;
      self->counts[record.outcome]++;
      row->outcome = record.outcome;
      row->latency = record.latency;
      row->latency_s = record.latency_s;
      row->rank = record.rank;
      g_free (self->messages->pdata[i]);
      self->messages->pdata[i] = g_strdup (record.message);
      g_array_index (self->outcome, guint8, i) = (guint8) record.outcome;
      g_array_index (self->latency_s, double, i) = record.latency_s;
      g_array_index (self->log10_latency, float, i) = log10_of (record.latency_s);
    }
}

void
tl_trial_store_check (TlTrialStore *self, const TlTrialRecord *records, guint n_records)
{
  for (guint i = 0; i < n_records; i++)
    check_one (self, &records[i]);
  find_best (self);
  g_signal_emit (self, signals[RESET], 0);
}

guint
tl_trial_store_n (TlTrialStore *self)
{
  return self->rows->len;
}

const double *
tl_trial_store_latency_s (TlTrialStore *self)
{
  return (const double *) (gpointer) self->latency_s->data;
}

const float *
tl_trial_store_log10_latency (TlTrialStore *self)
{
  return (const float *) (gpointer) self->log10_latency->data;
}

const double *
tl_trial_store_elapsed_s (TlTrialStore *self)
{
  return (const double *) (gpointer) self->elapsed_s->data;
}

const double *
tl_trial_store_score (TlTrialStore *self)
{
  return (const double *) (gpointer) self->score->data;
}

const double *
tl_trial_store_build_s (TlTrialStore *self)
{
  return (const double *) (gpointer) self->build_s->data;
}

const double *
tl_trial_store_calibration_s (TlTrialStore *self)
{
  return (const double *) (gpointer) self->calibration_s->data;
}

const guint *
tl_trial_store_number (TlTrialStore *self)
{
  return (const guint *) (gpointer) self->number->data;
}

const guint8 *
tl_trial_store_marks (TlTrialStore *self)
{
  return (const guint8 *) self->marks->data;
}

const guint8 *
tl_trial_store_outcome (TlTrialStore *self)
{
  return (const guint8 *) self->outcome->data;
}

const TlTrialDecisions *
tl_trial_store_decisions (TlTrialStore *self)
{
  return self->decisions;
}

TlTrialRecord
tl_trial_store_get (TlTrialStore *self, guint index)
{
  TlTrialRecord record;

  g_assert (index < self->rows->len);
  record = *row_at (self, index);
  record.message = g_ptr_array_index (self->messages, index);
  return record;
}

gint
tl_trial_store_best (TlTrialStore *self)
{
  return self->best;
}

gboolean
tl_trial_store_ranks (TlTrialStore *self, guint index)
{
  return tl_trial_rank_counts (&row_at (self, index)->rank, self->n_comparisons);
}

gint
tl_trial_store_start (TlTrialStore *self)
{
  return self->start;
}

double
tl_trial_store_baseline_s (TlTrialStore *self, gboolean *is_bound)
{
  const TlTrialRecord *start = self->start >= 0 ? row_at (self, (guint) self->start) : NULL;

  *is_bound = start != NULL && start->outcome == TL_OUTCOME_PRUNED;
  return start == NULL ? 0 : *is_bound ? start->lower_bound_s : start->outcome == TL_OUTCOME_OK ? start->latency_s : 0;
}

const TlTrialSpread *
tl_trial_store_top_spreads (TlTrialStore *self, guint *n)
{
  *n = self->n_top;
  return self->top;
}

guint
tl_trial_store_n_runs (TlTrialStore *self)
{
  return self->runs->len;
}

TlTrialRun
tl_trial_store_run (TlTrialStore *self, guint run)
{
  g_assert (run < self->runs->len);
  return g_array_index (self->runs, TlTrialRun, run);
}

double
tl_trial_store_drift (TlTrialStore *self)
{
  return self->shortest_calibration_s > 0 ? self->longest_calibration_s / self->shortest_calibration_s : 1;
}

double
tl_trial_store_rank_correlation (TlTrialStore *self, guint *n_ranked)
{
  g_autofree double *scores = g_new (double, self->rows->len + 1);
  g_autofree float  *speeds = g_new (float, self->rows->len + 1);
  guint              n = 0;

  for (guint i = 0; i < self->rows->len; i++)
    if (isfinite (g_array_index (self->score, double, i)) && g_array_index (self->outcome, guint8, i) == TL_OUTCOME_OK
        && g_array_index (self->latency_s, double, i) > 0)
      {
        scores[n] = g_array_index (self->score, double, i);
        speeds[n++] = -g_array_index (self->log10_latency, float, i);
      }
  *n_ranked = n;
  return n > 1 ? tl_metric_rank_correlation (scores, speeds, n) : NAN;
}

guint
tl_trial_store_count (TlTrialStore *self, TlOutcomeKind kind)
{
  return self->counts[kind];
}

guint
tl_trial_store_n_failed (TlTrialStore *self)
{
  guint n = 0;

  for (guint kind = 0; kind < TL_N_OUTCOMES; kind++)
    n += tl_outcome_is_failure ((TlOutcomeKind) kind) ? self->counts[kind] : 0;
  return n;
}

void
tl_trial_record_set_outcome (TlTrialRecord *record, const TlOutcome *outcome, guint comparison, guint after_comparison)
{
  TlOutcome timed = *outcome;   /* a predicted time, too, is kept with its trial; stores decide on it */

  if (timed.kind == TL_OUTCOME_PREDICTED)
    timed.kind = TL_OUTCOME_OK;
  record->outcome = outcome->kind;
  record->build_s = outcome->build_s;
  record->run_s = outcome->run_s;
  record->lower_bound_s = outcome->lower_bound_s;
  record->calibration_s = outcome->calibration_s;
  record->message = g_strdup (outcome->message);
  record->rank = tl_trial_rank_of (&timed, comparison, after_comparison);
  if (timed.kind == TL_OUTCOME_OK && tl_outcome_latency (&timed, &record->latency))
    record->latency_s = record->latency.median_s;
}
