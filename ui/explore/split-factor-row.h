/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/steps/split-plan.h"

G_BEGIN_DECLS

/**
 * TlSplitFactorRow: the factors of one loop as numbers: "i ×1024 → i_0 128 * i_1 8". Typing sets a factor, "*" has it inferred, ↑ and ↓
 * walk the divisors, + and − add and drop factors.
 *
 * Signals: "changed": a factor, their number or the problem; "active-changed": another factor has the focus.
 */
#define TL_TYPE_SPLIT_FACTOR_ROW (tl_split_factor_row_get_type ())
G_DECLARE_FINAL_TYPE (TlSplitFactorRow, tl_split_factor_row, TL, SPLIT_FACTOR_ROW, GtkWidget)

GtkWidget            *tl_split_factor_row_new (void);
/*
 * Shows axis @axis of @plan, whose loops @module has. @may_add: the number of factors may change;
 * @is_current: the ruler moves its active factor. No signal.
 */
void                  tl_split_factor_row_show (TlSplitFactorRow *row, const TlSplitPlan *plan, guint axis, const TlModule *module,
                                                gboolean may_add, gboolean is_current);
const TlSplitFactors *tl_split_factor_row_factors (TlSplitFactorRow *row);
/* The factor that the ruler moves: the one that has, or had, the focus. */
guint                 tl_split_factor_row_active (TlSplitFactorRow *row);
void                  tl_split_factor_row_set_active (TlSplitFactorRow *row, guint index, gboolean focus);
/* Why the typed text is no factor; NULL: it is one. Borrowed. */
const char           *tl_split_factor_row_problem (TlSplitFactorRow *row);
/* Keys that the row knows, where it, or the ruler below it, has the focus. */
gboolean              tl_split_factor_row_key (TlSplitFactorRow *row, guint keyval);

G_END_DECLS
