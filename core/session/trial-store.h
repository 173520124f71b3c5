/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "core/run/outcome.h"

G_BEGIN_DECLS

/**
 * TlTrialStore: the trials of one tuning run as columns; nothing is allocated per trial but its message. Main thread. "appended" (guint
 * first, guint n) follows each batch, "reset" a fresh start. Plots read the columns as they are.
 */
#define TL_TYPE_TRIAL_STORE (tl_trial_store_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialStore, tl_trial_store, TL, TRIAL_STORE, GObject)

/* One finished trial as it comes from a tuner or a file. */
typedef struct
{
  guint         number;
  gint64        row_id;         /* in the project file; 0: not there */
  TlOutcomeKind outcome;
  double        latency_s;      /* median; 0 without samples */
  double        low_s, high_s;  /* its 95 % interval */
  double        first_s;        /* the median before it was timed anew; 0: it was not */
  double        build_s, run_s;
  double        elapsed_s;      /* since the run began */
  double        slowdown;       /* of the machine meanwhile, which the times are free of (TlOutcome); 0: not known */
  double        score;          /* what the cost model expected when it was picked, higher is better; NAN: nothing was */
  char         *message;        /* nullable; the store takes it */
} TlTrialRecord;

/* What @outcome says of it: kind, times, and a copy of the message. */
void           tl_trial_record_set_outcome (TlTrialRecord *record, const TlOutcome *outcome);

TlTrialStore  *tl_trial_store_new (void);
void           tl_trial_store_clear (TlTrialStore *store);
/* Takes the messages of @records. */
void           tl_trial_store_append (TlTrialStore *store, TlTrialRecord *records, guint n_records);

/* The trials of these numbers have other times now; "reset" follows. */
void           tl_trial_store_retime (TlTrialStore *store, const TlTrialRecord *records, guint n_records);

guint          tl_trial_store_n (TlTrialStore *store);
/* Columns of tl_trial_store_n entries, valid until the next append. */
const double  *tl_trial_store_latency_s (TlTrialStore *store);
const float   *tl_trial_store_log10_latency (TlTrialStore *store);   /* kept, because a plot asks for all of them in every frame; 0 without samples */
const double  *tl_trial_store_elapsed_s (TlTrialStore *store);
const double  *tl_trial_store_score (TlTrialStore *store);     /* beside the latencies: predicted against measured */
const guint8  *tl_trial_store_outcome (TlTrialStore *store);   /* TlOutcomeKind */
/* One row put together; its message is borrowed. */
TlTrialRecord  tl_trial_store_get (TlTrialStore *store, guint index);
/* Index of the fastest measured trial, or -1. Those that were timed anew are compared with the others as core/tune/retimes.h says. */
gint           tl_trial_store_best (TlTrialStore *store);
/* Spearman's coefficient of what was expected and the speed that was measured, over the @n_ranked trials that have both; NAN: fewer than two. */
double         tl_trial_store_rank_correlation (TlTrialStore *store, guint *n_ranked);
guint          tl_trial_store_count (TlTrialStore *store, TlOutcomeKind kind);

/* An item of the table: a position in the store, made on demand and light. */
#define TL_TYPE_TRIAL_ITEM (tl_trial_item_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialItem, tl_trial_item, TL, TRIAL_ITEM, GObject)
guint          tl_trial_item_index (TlTrialItem *item);
TlTrialRecord  tl_trial_item_record (TlTrialItem *item);

typedef enum
{
  TL_TRIAL_BY_NUMBER,
  TL_TRIAL_BY_LATENCY,     /* failures last, whichever the direction */
  TL_TRIAL_BY_OUTCOME,
  TL_TRIAL_BY_BUILD,
  TL_TRIAL_BY_ELAPSED,
} TlTrialOrder;

/**
 * TlTrialView: a GListModel of TlTrialItem over a store: a permutation, sorted by plain comparisons of columns, so that
 * a hundred thousand trials make no objects until they are on the screen. Follows the store.
 */
#define TL_TYPE_TRIAL_VIEW (tl_trial_view_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialView, tl_trial_view, TL, TRIAL_VIEW, GObject)

TlTrialView   *tl_trial_view_new (TlTrialStore *store);
void           tl_trial_view_set_order (TlTrialView *view, TlTrialOrder order, gboolean descending);
/* New trials come no oftener than each @ms, several at once: each time costs a list as much as all of its rows. 0, the default: when they come. */
void           tl_trial_view_set_pace (TlTrialView *view, guint ms);
/* Position in the view of the store's trial @index, or -1. */
gint           tl_trial_view_find (TlTrialView *view, guint index);

G_END_DECLS
