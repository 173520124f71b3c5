/* SPDX-License-Identifier: Apache-2.0 */
/* How far loops are unrolled: what the hints on the root block draw. */
#include "core/tune/mutators-private.h"

static gboolean
propose_unroll (const TlMutatorCall *call, TlChange *change)
{
  static const char *const keys[] = { "meta_schedule.unroll_explicit", "meta_schedule.unroll_implicit" };
  g_autoptr (GPtrArray) steps = tl_state_steps (call->state), found = g_ptr_array_new ();

  for (guint i = 0; i < steps->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
      {
        const TlArg *value = tl_step_annotation (steps->pdata[i], keys[k]);
        const TlState *sample = value ? tl_steps_categorical (steps, value) : NULL;

        if (sample)
          g_ptr_array_add (found, (gpointer) sample);
      }
  return found->len > 0 && tl_mutate_categorical (call, found->pdata[tl_random_below (call->random, found->len)], change);
}

static const TlPrimitiveParam params[] = { TL_MUTATOR_PROBABILITY ("0.03") };

const TlMutator tl_mutator_unroll = {
  .info = { .name = "MutateUnroll", .summary = "Draws the unrolled length of loops anew.", .params = params, .n_params = G_N_ELEMENTS (params),
            .check = tl_mutator_check_probability },
  .propose = propose_unroll,
};
