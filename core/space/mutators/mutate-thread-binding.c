/* SPDX-License-Identifier: Apache-2.0 */
/* The number of threads that a loop is cut into, where it is sampled and the loop then bound to threadIdx.x. */
#include <string.h>

#include "core/space/mutators-private.h"

static void
add_samples (const TlEditedTrace *edited, const TlInst *bind, GArray *found)
{
  const TlInst *split = edited->insts[tl_edited_trace_maker (edited, bind->args[0].rv)];
  const TlArg *factors;

  if (!tl_inst_is (split, "split"))
    return;
  factors = &split->args[1];
  for (guint i = 0; i < factors->n_items; i++)
    {
      gint sample = tl_edited_trace_categorical (edited, &factors->items[i]);

      if (sample >= 0)
        tl_mutator_found_add (found, (guint) sample);
    }
}

static TlEditedTrace *
propose_thread_binding (const TlMutatorCall *call)
{
  const TlEditedTrace *edited = call->edited;
  g_autoptr (GArray) found = tl_mutator_found_new ();

  for (guint i = 0; i < edited->n_steps; i++)
    {
      const TlInst *inst = edited->insts[i];

      if (tl_inst_is (inst, "bind") && inst->args[0].kind == TL_ARG_RV && strcmp (inst->args[1].string, "threadIdx.x") == 0)
        add_samples (edited, inst, found);
    }
  return tl_mutate_some_categorical (call, found);
}

static const TlPrimitiveParam params[] = { TL_MUTATOR_PROBABILITY ("0.02") };

const TlMutator tl_mutator_thread_binding = {
  .info = { .name = "MutateThreadBinding", .summary = "Samples another thread extent.", .params = params,
            .n_params = G_N_ELEMENTS (params), .check = tl_mutator_check_probability },
  .propose = propose_thread_binding,
};
