/* SPDX-License-Identifier: Apache-2.0 */
/* Group "outer scope" (TVM's group 5): the loops around, whatever their kind. */
#include "core/cost-model/features/features-private.h"

static const TlColumnRow rows[] = {
  { "outer_prod", "Product of the extents of all surrounding loops", TL_FEATURE_LOG },
  { "num_loops", "Number of surrounding loops", TL_FEATURE_LOG },
  { "auto_unroll_max_step", "Value of pragma_auto_unroll_max_step of the innermost loop that has it; 0 if there is none", TL_FEATURE_LOG },
};
const TlColumnGroup tl_group_outer_scope = { { "outer scope", "The loops that surround the store", G_N_ELEMENTS (rows), 1 }, rows };

float *
tl_feature_outer_scope (const TlViewStore *store, float *out)
{
  gint64 step = 0;
  for (guint i = 0; i < store->n_loops; i++)
    {
      const TlValue *said = tl_attrs_find (&store->loops[i]->loop->annotations, "pragma_auto_unroll_max_step");
      TlValue number;
      if (said != NULL && tl_value_get_number (said, &number) && number.kind == TL_VALUE_INT)
        step = number.integer;
    }
  *out++ = tl_feature_log (store->iterations);
  *out++ = tl_feature_log (store->n_loops);
  *out++ = tl_feature_log ((double) step);
  return out;
}
