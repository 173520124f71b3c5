/* SPDX-License-Identifier: Apache-2.0 */
/* The loop under which a block is computed: another one of those that sample_compute_location may draw. */
#include "core/schedule/compute-location.h"
#include "core/tune/mutators-private.h"

/* The places that the step could have drawn, without the one it has; NULL if there are none. Container of gint64. */
static GArray *
other_locations (TlState *step)
{
  const TlInst *inst = tl_state_inst (step);
  const TlState *before = tl_state_parent (step);
  GArray *locations = tl_compute_locations (tl_state_module (before), tl_state_rv (before, inst->args[0].rv)->node, NULL);

  for (guint i = 0; locations && i < locations->len; i++)
    if (g_array_index (locations, gint64, i) == inst->decision.integer)
      {
        g_array_remove_index (locations, i);
        break;
      }
  if (locations && locations->len == 0)
    g_clear_pointer (&locations, g_array_unref);
  return locations;
}

static gboolean
propose_compute_location (const TlMutatorCall *call, TlChange *change)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (call->state), found = g_ptr_array_new ();

  for (guint i = 0; i < steps->len; i++)
    if (tl_step_is (steps->pdata[i], "sample_compute_location"))
      g_ptr_array_add (found, steps->pdata[i]);
  /* Finding the places takes time: only those of one step, and of another if it has no choice. */
  while (found->len > 0)
    {
      TlState *step = g_ptr_array_remove_index_fast (found, (guint) tl_random_below (call->random, found->len));
      g_autoptr (GArray) locations = other_locations (step);

      if (locations)
        return tl_mutate_decision (step, tl_arg_int (g_array_index (locations, gint64, tl_random_below (call->random, locations->len))), change);
    }
  return FALSE;
}

static const TlPrimitiveParam params[] = { TL_MUTATOR_PROBABILITY ("0.05") };

const TlMutator tl_mutator_compute_location = {
  .info = { .name = "MutateComputeLocation", .summary = "Computes a block under another loop of its consumers.", .params = params,
            .n_params = G_N_ELEMENTS (params), .check = tl_mutator_check_probability },
  .propose = propose_compute_location,
};
