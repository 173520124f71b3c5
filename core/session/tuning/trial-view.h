/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/tuning/failure-groups.h"
#include "core/session/tuning/trial-columns.h"

G_BEGIN_DECLS

/* An item of the table: a position in the store, made on demand and light. */
#define TL_TYPE_TRIAL_ITEM (tl_trial_item_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialItem, tl_trial_item, TL, TRIAL_ITEM, GObject)
TlTrialItem   *tl_trial_item_new (TlTrialStore *store, guint index);
TlTrialStore  *tl_trial_item_store (TlTrialItem *item);   /* borrowed */
guint          tl_trial_item_index (TlTrialItem *item);
TlTrialRecord  tl_trial_item_record (TlTrialItem *item);

/* By latency, whichever the direction: trials that rank, those that do not, pruned ones by their bound, failures. */
typedef struct
{
  guint    column;       /* of TlTrialColumns */
  gboolean descending;
} TlTrialSortKey;

/**
 * TlTrialView: a GListModel of TlTrialItem over a store: a permutation of those that pass the filter, sorted by plain comparisons of
 * columns, so that a hundred thousand trials make no objects until they are on the screen. Follows the store.
 */
#define TL_TYPE_TRIAL_VIEW (tl_trial_view_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialView, tl_trial_view, TL, TRIAL_VIEW, GObject)

TlTrialView   *tl_trial_view_new (TlTrialStore *store);
/* Values that sorting and filters read besides the store's columns; nullable notes. */
void           tl_trial_view_set_columns (TlTrialView *view, const TlTrialColumns *columns);
/* The first key decides, the next where it is equal; trials without a value are last. Without keys: by number. */
void           tl_trial_view_set_sort (TlTrialView *view, const TlTrialSortKey *keys, guint n);
/* Shows only what @expression (trial-filter.h) matches. FALSE with an error and its @place: the filter stays as it was. */
gboolean       tl_trial_view_set_filter (TlTrialView *view, const char *expression, guint *place, GError **error);
/* Filters and sorts again: notes have changed. */
void           tl_trial_view_refresh (TlTrialView *view);
/* Of one run only, or (-1) of all. With a pace a few rows go in each dispatch, then a few come. */
void           tl_trial_view_set_run (TlTrialView *view, gint run);
/* Only those of one group of failures as well; NULL: all. Borrowed for the call. */
void           tl_trial_view_set_group (TlTrialView *view, const TlFailureGroup *group);
/* The trials of that run, whatever the filter. */
guint          tl_trial_view_n_unfiltered (TlTrialView *view);
/*
 * New trials come no oftener than each @ms, several at once: each time costs a list as much as all of its rows. 0, the default: when they
 * come. At most @most at a time, of which a list makes the rows; 0, the default: all that have come.
 */
void           tl_trial_view_set_pace (TlTrialView *view, guint ms, guint most);
/* Position in the view of the store's trial @index, or -1. */
gint           tl_trial_view_find (TlTrialView *view, guint index);
/* The store's trials in the order of the view; valid until it changes. Rows of a store that was emptied, which go at a pace, have none. */
const guint   *tl_trial_view_indices (TlTrialView *view, guint *n);

G_END_DECLS
