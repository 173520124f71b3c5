/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/trial-view.h"

G_BEGIN_DECLS

/**
 * TlTrialFilterBar: an entry for filter expressions with completion, the number of hits, and what is wrong with the expression. Signals
 * "filtered": another filter is set; "leave": Down was pressed without a completion.
 */
#define TL_TYPE_TRIAL_FILTER_BAR (tl_trial_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialFilterBar, tl_trial_filter_bar, TL, TRIAL_FILTER_BAR, GtkWidget)

GtkWidget *tl_trial_filter_bar_new (void);
/* The view to filter, and what it may be asked about; NULL: none. The expression stays. */
void       tl_trial_filter_bar_set_view (TlTrialFilterBar *bar, TlTrialView *view, const TlTrialColumns *columns);
/* Counts again, after changes of the view. */
void       tl_trial_filter_bar_update (TlTrialFilterBar *bar);
/* Filters by @text, and shows it. "": everything. */
void       tl_trial_filter_bar_set_text (TlTrialFilterBar *bar, const char *text);
void       tl_trial_filter_bar_clear (TlTrialFilterBar *bar);

G_END_DECLS
