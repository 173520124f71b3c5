/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sizes that were chosen from a list, as those of register tiles are: all samples of that kind but the hints that other mutators look
 * after. Ours.
 */
#include "core/space/mutators-private.h"

/* Hints on blocks begin so; what else is annotated by a sample has no mutator of its own. */
#define HINT_PREFIX "meta_schedule."

/* Whether a hint on a block has the value that step @at draws. */
static gboolean
is_hint (const TlEditedTrace *edited, guint at)
{
  for (guint i = 0; i < edited->n_steps; i++)
    {
      const TlInst *inst = edited->insts[i];

      if (tl_inst_is (inst, "annotate") && g_str_has_prefix (inst->args[1].string, HINT_PREFIX)
          && tl_edited_trace_categorical (edited, &inst->args[2]) == (gint) at)
        return TRUE;
    }
  return FALSE;
}

static TlEditedTrace *
propose_categorical (const TlMutatorCall *call)
{
  const TlEditedTrace *edited = call->edited;
  g_autoptr (GArray) found = tl_mutator_found_new ();

  for (guint i = 0; i < edited->n_steps; i++)
    if (tl_inst_is (edited->insts[i], "sample_categorical") && edited->insts[i]->args[0].n_items > 1 && !is_hint (edited, i))
      tl_mutator_found_add (found, i);
  return tl_mutate_some_categorical (call, found);
}

static const TlPrimitiveParam params[] = { TL_MUTATOR_PROBABILITY ("0.9") };

const TlMutator tl_mutator_categorical = {
  .info = { .name = "MutateCategorical", .summary = "Samples another value of a sample_categorical step.", .params = params,
            .n_params = G_N_ELEMENTS (params), .check = tl_mutator_check_probability },
  .propose = propose_categorical,
};
