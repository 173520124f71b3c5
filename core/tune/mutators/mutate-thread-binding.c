/* SPDX-License-Identifier: Apache-2.0 */
/* The number of threads that a loop is cut into, where it is sampled and the loop then bound to threadIdx.x. */
#include <string.h>

#include "core/tune/mutators-private.h"

static void
add_samples (GPtrArray *steps, const TlState *bind, GPtrArray *found)
{
  const TlArg *args = tl_state_inst (bind)->args;
  const TlState *split = tl_steps_maker (steps, args[0].rv);
  const TlArg *factors = &tl_state_inst (split)->args[1];

  if (!tl_step_is (split, "split"))
    return;
  for (guint i = 0; i < factors->n_items; i++)
    {
      const TlState *sample = tl_steps_categorical (steps, &factors->items[i]);

      if (sample)
        g_ptr_array_add (found, (gpointer) sample);
    }
}

static gboolean
propose_thread_binding (const TlMutatorCall *call, TlChange *change)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (call->state), found = g_ptr_array_new ();

  for (guint i = 0; i < steps->len; i++)
    {
      const TlArg *args = tl_state_inst (steps->pdata[i])->args;

      if (tl_step_is (steps->pdata[i], "bind") && args[0].kind == TL_ARG_RV && strcmp (args[1].string, "threadIdx.x") == 0)
        add_samples (steps, steps->pdata[i], found);
    }
  return found->len > 0 && tl_mutate_categorical (call, found->pdata[tl_random_below (call->random, found->len)], change);
}

static const TlPrimitiveParam params[] = { TL_MUTATOR_PROBABILITY ("0.02") };

const TlMutator tl_mutator_thread_binding = {
  .info = { .name = "MutateThreadBinding", .summary = "Draws the number of threads that share a loop anew.", .params = params,
            .n_params = G_N_ELEMENTS (params), .check = tl_mutator_check_probability },
  .propose = propose_thread_binding,
};
