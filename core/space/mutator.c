/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/mutators-private.h"

#include <string.h>

static const TlComponentInfo *
nth_mutator (guint index)
{
  static const TlMutator *const rows[] = { &tl_mutator_tile_size, &tl_mutator_compute_location, &tl_mutator_unroll, &tl_mutator_parallel,
                                           &tl_mutator_thread_binding, &tl_mutator_categorical };

  return index < G_N_ELEMENTS (rows) ? &rows[index]->info : NULL;
}

const TlComponentTable tl_mutator_table = { .what = "mutator", .nth = nth_mutator };

TlEditedTrace *
tl_mutator_propose (const TlComponent *mutator, const TlEditedTrace *edited, const TlTarget *target, TlRandom *random)
{
  const TlMutatorCall call = { .edited = edited, .args = mutator->args, .target = target, .random = random };

  return ((const TlMutator *) (gconstpointer) mutator->info)->propose (&call);
}

TlState *
tl_mutator_apply (const TlComponent *mutator, TlState *state, const TlTarget *target, TlRandom *random, GError **error)
{
  g_autoptr (TlEditedTrace) edited = tl_edited_trace_new (state), neighbour = tl_mutator_propose (mutator, edited, target, random);

  return neighbour ? tl_edited_trace_replay (neighbour, neighbour->n_steps, error) : NULL;
}

static double
number_of (const TlArg *value)
{
  return value->kind == TL_ARG_INT ? (double) value->integer : value->number;
}

double
tl_mutator_probability (const TlComponent *mutator)
{
  return number_of (tl_component_arg (mutator->info, mutator->args, "probability"));
}

gboolean
tl_mutator_check_probability (const TlArg *args, char **why)
{
  if ((args[0].kind == TL_ARG_INT || args[0].kind == TL_ARG_FLOAT) && number_of (&args[0]) >= 0 && number_of (&args[0]) <= 1)
    return TRUE;
  *why = g_strdup ("probability must be a number from 0 to 1");
  return FALSE;
}

gboolean
tl_inst_is (const TlInst *inst, const char *name)
{
  return inst->primitive && strcmp (inst->primitive->name, name) == 0;
}

guint
tl_edited_trace_maker (const TlEditedTrace *edited, guint rv)
{
  for (guint i = 0; i < edited->n_steps; i++)
    {
      guint first, n = tl_state_outputs (edited->steps[i], &first);

      if (rv >= first && rv < first + n)
        return i;
    }
  g_return_val_if_reached (0);
}

gint
tl_edited_trace_categorical (const TlEditedTrace *edited, const TlArg *value)
{
  gint maker = value->kind == TL_ARG_RV ? (gint) tl_edited_trace_maker (edited, value->rv) : -1;

  return maker >= 0 && tl_inst_is (edited->insts[maker], "sample_categorical") ? maker : -1;
}

const TlArg *
tl_inst_annotation (const TlInst *inst, const char *key)
{
  return tl_inst_is (inst, "annotate") && strcmp (inst->args[1].string, key) == 0 ? &inst->args[2] : NULL;
}

GArray *
tl_mutator_found_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (guint));
}

void
tl_mutator_found_add (GArray *found, guint at)
{
  g_array_append_val (found, at);
}

TlEditedTrace *
tl_mutate_decision (const TlMutatorCall *call, guint at, gint64 decision)
{
  TlEditedTrace *neighbour = tl_edited_trace_copy (call->edited);

  tl_edited_trace_change (neighbour, at)->decision = tl_arg_int (decision);
  return neighbour;
}

TlEditedTrace *
tl_mutate_categorical (const TlMutatorCall *call, guint at)
{
  const TlInst *inst = call->edited->insts[at];
  const TlArg *probs = &inst->args[1];
  g_autofree double *weights = g_new (double, probs->n_items);
  double sum = 0;

  for (guint i = 0; i < probs->n_items; i++)
    {
      weights[i] = i == inst->decision.integer ? 0 : probs->items[i].number;
      sum += weights[i];
    }
  return sum > 0 ? tl_mutate_decision (call, at, tl_random_weighted (call->random, weights, probs->n_items)) : NULL;
}

TlEditedTrace *
tl_mutate_some_categorical (const TlMutatorCall *call, const GArray *found)
{
  return found->len > 0 ? tl_mutate_categorical (call, g_array_index (found, guint, tl_random_below (call->random, found->len))) : NULL;
}
