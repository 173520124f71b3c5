/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlStepRow: a step of the current variant in a list box: a dot on the rail, the step in words, the decision of a sampling step as a button
 * that opens its choices, and the latency after it. One that no longer applies has its reason below, and what can be done.
 */
#define TL_TYPE_STEP_ROW (tl_step_row_get_type ())
G_DECLARE_FINAL_TYPE (TlStepRow, tl_step_row, TL, STEP_ROW, GtkListBoxRow)

/* Colours of branches: style classes "branch-0" … */
#define TL_BRANCH_HUES 6u

GtkWidget *tl_step_row_new (TlEditor *editor, TlState *state, guint number);
TlState   *tl_step_row_state (TlStepRow *row);   /* borrowed */
/* @time nullable. Later steps than the current one are dim. @branch: as of tl_session_branch_of. */
void       tl_step_row_update (TlStepRow *row, gboolean is_current, gboolean is_later, guint branch, const char *time);
/*
 * Shows the state that is shown and this step beside each other on the page Compare; where it is shown itself, the current state and this
 * step. FALSE: they are one.
 */
gboolean   tl_step_row_compare (TlStepRow *row);
/* The menu of the step: change, move, remove, switch off, copy. */
void       tl_step_row_open_menu (TlStepRow *row);
/* Opens the form of the step's parameters, or the choices of its decision. FALSE: it has none. */
gboolean   tl_step_row_change (TlStepRow *row);

G_END_DECLS
