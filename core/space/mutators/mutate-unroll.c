/* SPDX-License-Identifier: Apache-2.0 */
/* How far loops are unrolled: what the hints on the root block draw. */
#include "core/space/mutators-private.h"

static TlEditedTrace *
propose_unroll (const TlMutatorCall *call)
{
  static const char *const keys[] = { "meta_schedule.unroll_explicit", "meta_schedule.unroll_implicit" };
  const TlEditedTrace *edited = call->edited;
  g_autoptr (GArray) found = tl_mutator_found_new ();

  for (guint i = 0; i < edited->n_steps; i++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
      {
        const TlArg *value = tl_inst_annotation (edited->insts[i], keys[k]);
        gint sample = value ? tl_edited_trace_categorical (edited, value) : -1;

        if (sample >= 0)
          tl_mutator_found_add (found, (guint) sample);
      }
  return tl_mutate_some_categorical (call, found);
}

static const TlPrimitiveParam params[] = { TL_MUTATOR_PROBABILITY ("0.03") };

const TlMutator tl_mutator_unroll = {
  .info = { .name = "MutateUnroll", .summary = "Samples another maximum unroll step.", .params = params, .n_params = G_N_ELEMENTS (params),
            .check = tl_mutator_check_probability },
  .propose = propose_unroll,
};
