/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/search/decision-reader.h"

G_BEGIN_DECLS

/**
 * TlTrialDecisions: the sampled decisions of a store's trials as columns, four bytes a value. Belongs to the store
 * (tl_trial_store_decisions) and grows with it: there can be more columns and rows after "appended" and other ones after "reset".
 *
 * A column is one decision in all sketches that have it; trials of other sketches have NAN there. Trials of several sketches have a column
 * for the sketch, too. Main thread.
 */
typedef struct _TlTrialDecisions TlTrialDecisions;

guint           tl_trial_decisions_n (const TlTrialDecisions *decisions);
/* A word or two, different for all columns: "i_2". */
const char     *tl_trial_decisions_name (const TlTrialDecisions *decisions, guint column);
/* "Extent of i_2 of block Y: factor 3 of 4 of loop i" */
const char     *tl_trial_decisions_title (const TlTrialDecisions *decisions, guint column);
/* Equal in all runs and sketches. */
const char     *tl_trial_decisions_key (const TlTrialDecisions *decisions, guint column);
/* The block that it is about; nullable. */
const char     *tl_trial_decisions_block (const TlTrialDecisions *decisions, guint column);
TlDecisionKind  tl_trial_decisions_kind (const TlTrialDecisions *decisions, guint column);
/* The column of this name, compared without case, or of this key; -1: none. */
gint            tl_trial_decisions_find (const TlTrialDecisions *decisions, const char *name);
/* One entry per trial of the store, valid until the next append; NAN: the trial has no such decision. */
const float    *tl_trial_decisions_values (const TlTrialDecisions *decisions, guint column);
/* The values that occur, rising; NAN not counted. Borrowed until the next append. */
const float    *tl_trial_decisions_distinct (const TlTrialDecisions *decisions, guint column, guint *n);
/* Of a value in this column: "16", "inlined", "—" for NAN. Free with g_free. */
char           *tl_trial_decisions_text (const TlTrialDecisions *decisions, guint column, float value);

/* --- for the store --- */

TlTrialDecisions *tl_trial_decisions_new (void);
void              tl_trial_decisions_free (TlTrialDecisions *decisions);
void              tl_trial_decisions_clear (TlTrialDecisions *decisions);
/* Of the next trial; takes @row, nullable. */
void              tl_trial_decisions_append (TlTrialDecisions *decisions, TlDecisionRow *row);
/* Of trial @index as it was appended; NULL if it has none. */
TlDecisionRow    *tl_trial_decisions_dup_row (const TlTrialDecisions *decisions, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTrialDecisions, tl_trial_decisions_free)

G_END_DECLS
