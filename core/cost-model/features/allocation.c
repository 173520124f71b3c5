/* SPDX-License-Identifier: Apache-2.0 */
/* Group "allocation" (TVM's group 4): the memory of the buffer that is stored to. */
#include "core/cost-model/features/features-private.h"

static const TlColumnRow rows[] = {
  { "alloc_size", "Bytes of the buffer after compaction to its used part", TL_FEATURE_LOG },
  { "alloc_prod", "Elements of the buffer times the iterations of the loops around the allocation", TL_FEATURE_LOG },
  { "alloc_outer_prod", "Iterations of the loops around the allocation", TL_FEATURE_LOG },
  { "alloc_inner_prod", "Iterations of the store for each iteration of these loops", TL_FEATURE_LOG },
};
const TlColumnGroup tl_group_allocation = { { "allocation", "The allocation of the stored buffer", G_N_ELEMENTS (rows), 1 }, rows };

float *
tl_feature_allocation (const TlStoreView *view, const TlViewStore *store, float *out)
{
  const TlViewBuffer *entry = tl_store_view_find_buffer (view, store->buffer);
  double elements = 1, outer = 1;
  for (guint d = 0; d < entry->buffer->n_dims; d++)
    elements *= (double) entry->shape[d];
  for (const TlViewLoop *loop = entry->is_allocated ? entry->home : NULL; loop != NULL; loop = loop->outer)
    outer *= (double) loop->extent;
  *out++ = tl_feature_log (elements * tl_dtype_bytes (entry->buffer->dtype));
  *out++ = tl_feature_log (elements * outer);
  *out++ = tl_feature_log (outer);
  *out++ = tl_feature_log (store->iterations / outer);
  return out;
}
