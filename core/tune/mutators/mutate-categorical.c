/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes that were chosen from a list, as those of register tiles are: all samples of that kind but the hints that other mutators look after. Ours. */
#include <string.h>

#include "core/tune/mutators-private.h"

/* Hints on blocks begin so; what else is annotated by a sample has no mutator of its own. */
#define HINT_PREFIX "meta_schedule."

static void
drop_hints (GPtrArray *steps, GPtrArray *samples)
{
  for (guint i = 0; i < steps->len; i++)
    {
      const TlInst  *inst = tl_state_inst (steps->pdata[i]);
      const TlState *sample;

      if (!tl_step_is (steps->pdata[i], "annotate") || !g_str_has_prefix (inst->args[1].string, HINT_PREFIX))
        continue;
      sample = tl_steps_categorical (steps, &inst->args[2]);
      if (sample)
        g_ptr_array_remove (samples, (gpointer) sample);
    }
}

static gboolean
propose_categorical (const TlMutatorCall *call, TlChange *change)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (call->state), found = g_ptr_array_new ();

  for (guint i = 0; i < steps->len; i++)
    if (tl_step_is (steps->pdata[i], "sample_categorical") && tl_state_inst (steps->pdata[i])->args[0].n_items > 1)
      g_ptr_array_add (found, steps->pdata[i]);
  drop_hints (steps, found);
  return found->len > 0 && tl_mutate_categorical (call, found->pdata[tl_random_below (call->random, found->len)], change);
}

static const TlPrimitiveParam params[] = { TL_MUTATOR_PROBABILITY ("0.9") };

const TlMutator tl_mutator_categorical = {
  .info = { .name = "MutateCategorical", .summary = "Draws another size from a list that a rule sampled.", .params = params,
            .n_params = G_N_ELEMENTS (params), .check = tl_mutator_check_probability },
  .propose = propose_categorical,
};
