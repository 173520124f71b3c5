/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/search/trial-store.h"

G_BEGIN_DECLS

/* Of the trials from index @first to before @end: between the two lie 80 % of the latencies that their scores predict. */
typedef struct
{
  guint  first, end;
  double low_s, high_s;
} TlPredictedRange;

/**
 * TlPredictedRanges: scores of the cost model as seconds. A score has no unit and the model learns between batches, so a range is taken
 * from what came of trials with nearly the same score before: of the last few hundred, the fifteen nearest to each trial of a batch. None
 * of the batch itself counts, so how often the ranges hold what was measured says how good the predictions are. One thread at a time.
 */
typedef struct _TlPredictedRanges TlPredictedRanges;

TlPredictedRanges *tl_predicted_ranges_new (void);
void               tl_predicted_ranges_free (TlPredictedRanges *ranges);
/* For other trials. */
void               tl_predicted_ranges_clear (TlPredictedRanges *ranges);
/* Goes on with the trials since the last call, at most @max_batches; TRUE: there are more. */
gboolean           tl_predicted_ranges_update (TlPredictedRanges *ranges, TlTrialStore *store, guint max_batches);
/* In order; borrowed until the next update. */
const TlPredictedRange *tl_predicted_ranges_get (const TlPredictedRanges *ranges, guint *n);
/* Measured trials that lie in the range of their batch, and all measured ones that have one. */
void               tl_predicted_ranges_held (const TlPredictedRanges *ranges, guint *n_held, guint *n_measured);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlPredictedRanges, tl_predicted_ranges_free)

G_END_DECLS
