/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/search/trial-store.h"

G_BEGIN_DECLS

/*
 * An axis: one of these, or TL_AXIS_DECISIONS and above for a decision. Means the same as long as the store is shown, also where columns
 * of the store move.
 */
typedef guint TlTrialAxis;
enum
{
  TL_AXIS_BUILD,        /* seconds */
  TL_AXIS_PREDICTED,    /* the score of the cost model */
  TL_AXIS_MEASURED,     /* seconds */
  TL_AXIS_DECISIONS,
};

#define TL_AXES_SHOWN 8   /* as many are shown at first */

/**
 * TlTrialAxes: which values of trials parallel coordinates show, and in which order: decisions, the most important first, then build time,
 * predicted score and measured latency. While nobody arranges them the order follows the importance of decisions; it is settled again only
 * when trials have doubled. Main thread. "changed": other axes or another order; "shares-changed".
 */
#define TL_TYPE_TRIAL_AXES (tl_trial_axes_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialAxes, tl_trial_axes, TL, TRIAL_AXES, GObject)

TlTrialAxes  *tl_trial_axes_new (void);
/* Nullable; begins again with another store. */
void          tl_trial_axes_set_trials (TlTrialAxes *axes, TlTrialStore *trials);
TlTrialStore *tl_trial_axes_trials (TlTrialAxes *axes);   /* borrowed, nullable */

/* All there are; decisions that have one value in all trials say nothing and are no axes. */
guint         tl_trial_axes_n (TlTrialAxes *axes);
TlTrialAxis   tl_trial_axes_nth (TlTrialAxes *axes, guint index);      /* decisions by importance, then the others */
guint         tl_trial_axes_n_shown (TlTrialAxes *axes);
TlTrialAxis   tl_trial_axes_nth_shown (TlTrialAxes *axes, guint place);
gint          tl_trial_axes_place (TlTrialAxes *axes, TlTrialAxis axis);   /* -1: not shown */
void          tl_trial_axes_show (TlTrialAxes *axes, TlTrialAxis axis);    /* after the last decision */
void          tl_trial_axes_hide (TlTrialAxes *axes, TlTrialAxis axis);    /* two stay at least */
void          tl_trial_axes_move (TlTrialAxes *axes, TlTrialAxis axis, guint place);
/* Forgets how they were arranged. */
void          tl_trial_axes_arrange_again (TlTrialAxes *axes);
/* As they are: from now on they do not change their order. */
void          tl_trial_axes_keep (TlTrialAxes *axes);

const char   *tl_trial_axes_name (TlTrialAxes *axes, TlTrialAxis axis);
const char   *tl_trial_axes_title (TlTrialAxes *axes, TlTrialAxis axis);
/* The column of a decision's axis; -1: it is none. */
gint          tl_trial_axes_column (TlTrialAxes *axes, TlTrialAxis axis);
/* Share of the variance of log latency that the decision explains (core/search/decision-importance.h); 0 for the others. */
double        tl_trial_axes_share (TlTrialAxes *axes, TlTrialAxis axis);
/* NAN: the trial has none there. */
double        tl_trial_axes_value (TlTrialAxes *axes, TlTrialAxis axis, guint index);
/* "16", "12.7 ms", "0.87". Free with g_free. */
char         *tl_trial_axes_text (TlTrialAxes *axes, TlTrialAxis axis, double value);

G_END_DECLS
