/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/search/trial-store.h"

G_BEGIN_DECLS

/* A decision that trials of an outcome have in common, more than measured ones have it. */
typedef struct
{
  guint column;           /* of the store's decisions */
  char *value;            /* "64", "≥ 6" */
  guint n_with, n;        /* of the trials of the outcome */
  guint n_measured_with, n_measured;
} TlCommonDecision;

/*
 * Of trials with outcome @kind, at most @max, the most telling one first: by how much more often the value occurs among them than among
 * measured trials. A value that fewer than half of them have tells nothing. Container that owns them; empty for a single trial.
 */
GPtrArray *tl_common_decisions (TlTrialStore *store, TlOutcomeKind kind, guint max);
/* "12 of 16 have i_1 = 64, and 3 of 40 measured ones". Free with g_free. */
char      *tl_common_decision_text (TlTrialStore *store, const TlCommonDecision *common);

/* The first line of a message with its numbers replaced by #: equal for failures of one cause. Free with g_free. */
char      *tl_failure_signature (const char *message);
/* Indices of the other trials that failed as trial @index did: outcome and signature. GArray of guint, caller frees. */
GArray    *tl_failures_like (TlTrialStore *store, guint index);

G_END_DECLS
