/* SPDX-License-Identifier: Apache-2.0 */
/* The loop under which a block is computed: another one of those that sample_compute_location may draw. */
#include "core/schedule/compute-location.h"
#include "core/space/mutators-private.h"

/* The places that step @at could have drawn, without the one it has; NULL if there are none. Container of gint64. */
static GArray *
other_locations (const TlEditedTrace *edited, guint at)
{
  const TlInst *inst = edited->insts[at];
  g_autoptr (TlState) before = tl_edited_trace_replay (edited, at, NULL);
  GArray *locations = before ? tl_compute_locations (tl_state_module (before), tl_state_rv (before, inst->args[0].rv)->node, NULL) : NULL;

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

static TlEditedTrace *
propose_compute_location (const TlMutatorCall *call)
{
  const TlEditedTrace *edited = call->edited;
  g_autoptr (GArray) found = tl_mutator_found_new ();

  for (guint i = 0; i < edited->n_steps; i++)
    if (tl_inst_is (edited->insts[i], "sample_compute_location"))
      tl_mutator_found_add (found, i);
  /* Finding the places takes time: only those of one step, and of another if it has no choice. */
  while (found->len > 0)
    {
      guint chosen = (guint) tl_random_below (call->random, found->len), at = g_array_index (found, guint, chosen);
      g_autoptr (GArray) locations = other_locations (edited, at);

      if (locations)
        return tl_mutate_decision (call, at, g_array_index (locations, gint64, tl_random_below (call->random, locations->len)));
      g_array_remove_index_fast (found, chosen);
    }
  return NULL;
}

static const TlPrimitiveParam params[] = { TL_MUTATOR_PROBABILITY ("0.05") };

const TlMutator tl_mutator_compute_location = {
  .info = { .name = "MutateComputeLocation", .summary = "Moves a block to another compute location.", .params = params,
            .n_params = G_N_ELEMENTS (params), .check = tl_mutator_check_probability },
  .propose = propose_compute_location,
};
