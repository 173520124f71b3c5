/* SPDX-License-Identifier: Apache-2.0 */
/* Which trials a trial descends from, and what changed on the way. */
#pragma once

#include "core/search/trial-store.h"

G_BEGIN_DECLS

/* Indices of the trials from the oldest ancestor that was measured to trial @index itself. GArray of guint, caller frees. */
GArray *tl_trial_ancestors (TlTrialStore *store, guint index);
/* Indices of the trials whose parent is trial @index, rising. GArray of guint, caller frees. */
GArray *tl_trial_children (TlTrialStore *store, guint index);
/* "Random sample", "Mutated from trial 57: tile size"; NULL where it is not known. Free with g_free. */
char   *tl_trial_origin_text (TlTrialStore *store, guint index);
/* The decisions of @from that @to has otherwise: "i_0 8 → 16 · sketch 1 → 2"; NULL: none. Free with g_free. */
char   *tl_trial_change_text (TlTrialStore *store, guint from, guint to);

G_END_DECLS
