/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/trial-store.h"

#include <math.h>
#include <string.h>

#include "core/tune/cost-model.h"
#include "core/tune/retimes.h"

struct _TlTrialStore
{
  GObject    parent_instance;
  /* Columns */
  GArray    *number;       /* guint */
  GArray    *row_id;       /* gint64 */
  GArray    *outcome;      /* guint8 */
  GArray    *log10_latency; /* float */
  GArray    *latency_s;    /* double, and so on */
  GArray    *low_s;
  GArray    *high_s;
  GArray    *first_s;
  GArray    *slowdown;
  GArray    *build_s;
  GArray    *run_s;
  GArray    *elapsed_s;
  GArray    *score;
  GPtrArray *message;
  /* Running facts */
  TlRetimes  retimes;
  gint       best;
  guint      counts[TL_N_OUTCOMES];
};

G_DEFINE_FINAL_TYPE (TlTrialStore, tl_trial_store, G_TYPE_OBJECT)

enum { APPENDED, RESET, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tl_trial_store_finalize (GObject *object)
{
  TlTrialStore *self = TL_TRIAL_STORE (object);

  g_array_unref (self->number);
  g_array_unref (self->row_id);
  g_array_unref (self->outcome);
  g_array_unref (self->log10_latency);
  g_array_unref (self->latency_s);
  g_array_unref (self->low_s);
  g_array_unref (self->high_s);
  g_array_unref (self->first_s);
  g_array_unref (self->slowdown);
  g_array_unref (self->build_s);
  g_array_unref (self->run_s);
  g_array_unref (self->elapsed_s);
  g_array_unref (self->score);
  g_ptr_array_unref (self->message);
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
  self->number = g_array_new (FALSE, FALSE, sizeof (guint));
  self->row_id = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->outcome = g_array_new (FALSE, FALSE, sizeof (guint8));
  self->log10_latency = g_array_new (FALSE, FALSE, sizeof (float));
  self->latency_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->low_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->high_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->first_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->slowdown = g_array_new (FALSE, FALSE, sizeof (double));
  self->build_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->run_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->elapsed_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->score = g_array_new (FALSE, FALSE, sizeof (double));
  self->message = g_ptr_array_new_with_free_func (g_free);
  self->best = -1;
}

TlTrialStore *
tl_trial_store_new (void)
{
  return g_object_new (TL_TYPE_TRIAL_STORE, NULL);
}

void
tl_trial_store_clear (TlTrialStore *self)
{
  g_array_set_size (self->number, 0);
  g_array_set_size (self->row_id, 0);
  g_array_set_size (self->outcome, 0);
  g_array_set_size (self->log10_latency, 0);
  g_array_set_size (self->latency_s, 0);
  g_array_set_size (self->low_s, 0);
  g_array_set_size (self->high_s, 0);
  g_array_set_size (self->first_s, 0);
  g_array_set_size (self->slowdown, 0);
  g_array_set_size (self->build_s, 0);
  g_array_set_size (self->run_s, 0);
  g_array_set_size (self->elapsed_s, 0);
  g_array_set_size (self->score, 0);
  g_ptr_array_set_size (self->message, 0);
  self->best = -1;
  self->retimes = (TlRetimes) { 0 };
  memset (self->counts, 0, sizeof self->counts);
  g_signal_emit (self, signals[RESET], 0);
}

/* To compare with those that were timed anew. */
static double
comparable_s (TlTrialStore *self, guint index)
{
  double latency_s = g_array_index (self->latency_s, double, index);

  return g_array_index (self->first_s, double, index) > 0 ? latency_s : latency_s * tl_retimes_scale (&self->retimes);
}

static void
note_best (TlTrialStore *self, guint index)
{
  if (g_array_index (self->outcome, guint8, index) == TL_OUTCOME_OK && g_array_index (self->latency_s, double, index) > 0
      && (self->best < 0 || comparable_s (self, index) < comparable_s (self, (guint) self->best)))
    self->best = (gint) index;
}

static void
find_best (TlTrialStore *self)
{
  self->best = -1;
  for (guint i = 0; i < self->number->len; i++)
    note_best (self, i);
}

static void
append_one (TlTrialStore *self, TlTrialRecord *record)
{
  guint8 outcome = (guint8) record->outcome;
  guint  index = self->number->len;
  float  log10_latency = record->latency_s > 0 ? (float) log10 (record->latency_s) : 0;

  g_array_append_val (self->number, record->number);
  g_array_append_val (self->row_id, record->row_id);
  g_array_append_val (self->outcome, outcome);
  g_array_append_val (self->log10_latency, log10_latency);
  g_array_append_val (self->latency_s, record->latency_s);
  g_array_append_val (self->low_s, record->low_s);
  g_array_append_val (self->high_s, record->high_s);
  g_array_append_val (self->first_s, record->first_s);
  g_array_append_val (self->slowdown, record->slowdown);
  g_array_append_val (self->build_s, record->build_s);
  g_array_append_val (self->run_s, record->run_s);
  g_array_append_val (self->elapsed_s, record->elapsed_s);
  g_array_append_val (self->score, record->score);
  g_ptr_array_add (self->message, g_steal_pointer (&record->message));
  if (record->outcome < TL_N_OUTCOMES)
    self->counts[record->outcome]++;
  tl_retimes_note (&self->retimes, record->first_s, record->first_s > 0 ? record->latency_s : 0);
  note_best (self, index);
}

void
tl_trial_store_append (TlTrialStore *self, TlTrialRecord *records, guint n_records)
{
  guint first = self->number->len;

  TlRetimes before = self->retimes;

  for (guint i = 0; i < n_records; i++)
    append_one (self, &records[i]);
  if (memcmp (&before, &self->retimes, sizeof before) != 0)
    find_best (self);
  if (n_records > 0)
    g_signal_emit (self, signals[APPENDED], 0, first, n_records);
}

static void
retime_one (TlTrialStore *self, const TlTrialRecord *record)
{
  for (guint i = 0; i < self->number->len; i++)
    if (g_array_index (self->number, guint, i) == record->number && record->latency_s > 0)
      {
        if (g_array_index (self->first_s, double, i) == 0)
          g_array_index (self->first_s, double, i) = g_array_index (self->latency_s, double, i);
        tl_retimes_note (&self->retimes, g_array_index (self->first_s, double, i), record->latency_s);
        g_array_index (self->latency_s, double, i) = record->latency_s;
        g_array_index (self->log10_latency, float, i) = (float) log10 (record->latency_s);
        g_array_index (self->low_s, double, i) = record->low_s;
        g_array_index (self->high_s, double, i) = record->high_s;
      }
}

void
tl_trial_store_retime (TlTrialStore *self, const TlTrialRecord *records, guint n_records)
{
  for (guint i = 0; i < n_records; i++)
    retime_one (self, &records[i]);
  find_best (self);
  g_signal_emit (self, signals[RESET], 0);
}

guint
tl_trial_store_n (TlTrialStore *self)
{
  return self->number->len;
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

const guint8 *
tl_trial_store_outcome (TlTrialStore *self)
{
  return (const guint8 *) self->outcome->data;
}

TlTrialRecord
tl_trial_store_get (TlTrialStore *self, guint index)
{
  g_assert (index < self->number->len);
  return (TlTrialRecord) {
    .number = g_array_index (self->number, guint, index),
    .row_id = g_array_index (self->row_id, gint64, index),
    .outcome = g_array_index (self->outcome, guint8, index),
    .latency_s = g_array_index (self->latency_s, double, index),
    .low_s = g_array_index (self->low_s, double, index),
    .high_s = g_array_index (self->high_s, double, index),
    .first_s = g_array_index (self->first_s, double, index),
    .slowdown = g_array_index (self->slowdown, double, index),
    .build_s = g_array_index (self->build_s, double, index),
    .run_s = g_array_index (self->run_s, double, index),
    .elapsed_s = g_array_index (self->elapsed_s, double, index),
    .score = g_array_index (self->score, double, index),
    .message = g_ptr_array_index (self->message, index),
  };
}

gint
tl_trial_store_best (TlTrialStore *self)
{
  return self->best;
}

double
tl_trial_store_rank_correlation (TlTrialStore *self, guint *n_ranked)
{
  g_autofree double *scores = g_new (double, self->number->len + 1);
  g_autofree float  *speeds = g_new (float, self->number->len + 1);
  guint              n = 0;

  for (guint i = 0; i < self->number->len; i++)
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

void
tl_trial_record_set_outcome (TlTrialRecord *record, const TlOutcome *outcome)
{
  TlLatency latency;

  record->outcome = outcome->kind;
  record->build_s = outcome->build_s;
  record->run_s = outcome->run_s;
  record->slowdown = outcome->slowdown;
  record->message = g_strdup (outcome->message);
  if (outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (outcome, &latency))
    {
      record->latency_s = latency.median_s;
      record->low_s = latency.low_s;
      record->high_s = latency.high_s;
    }
}
