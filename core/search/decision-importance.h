/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much of the variance of latencies a decision explains: a one-way analysis of variance of the logarithm of latency over the values of
 * the decision (Fisher 1925), as the share ε² (Kelley 1935), which subtracts what as many groups explain by chance:
 *
 *     ε² = (SS_between − (k − 1) · SS_within / (n − k)) / SS_total
 *
 * for k values among the n trials that have the decision; SS_total is that of all measured trials, so a decision of a rare sketch counts
 * little. Never below 0. Shares of several decisions may add up to more or less than 1: decisions depend on each other and act together.
 */
#pragma once

#include "core/search/trial-store.h"

G_BEGIN_DECLS

/* Sums over the measured trials of a store, extended as trials come. Main thread. */
typedef struct _TlDecisionImportance TlDecisionImportance;

TlDecisionImportance *tl_decision_importance_new (void);
void                  tl_decision_importance_free (TlDecisionImportance *importance);
/* After "reset" of the store. */
void                  tl_decision_importance_clear (TlDecisionImportance *importance);
/* Adds the trials that came since; always of the same store. */
void                  tl_decision_importance_update (TlDecisionImportance *importance, TlTrialStore *store);
guint                 tl_decision_importance_n_measured (const TlDecisionImportance *importance);
/* From 0 to 1; 0 also where there are too few trials to tell. */
double                tl_decision_importance_share (const TlDecisionImportance *importance, guint column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDecisionImportance, tl_decision_importance_free)

G_END_DECLS
