/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/mutators-private.h"

#include <string.h>

#include "core/schedule/trace.h"

static const TlComponentInfo *
nth_mutator (guint index)
{
  static const TlMutator *const rows[] = { &tl_mutator_tile_size, &tl_mutator_compute_location, &tl_mutator_unroll, &tl_mutator_parallel,
                                           &tl_mutator_thread_binding, &tl_mutator_categorical };

  return index < G_N_ELEMENTS (rows) ? &rows[index]->info : NULL;
}

const TlComponentTable tl_mutator_table = { .what = "mutator", .nth = nth_mutator };

gboolean
tl_mutator_propose (const TlComponent *mutator, TlState *state, const TlTarget *target, TlRandom *random, TlArena *arena, TlChange *change)
{
  const TlMutatorCall call = { .state = state, .args = mutator->args, .target = target, .random = random, .arena = arena };

  return ((const TlMutator *) (gconstpointer) mutator->info)->propose (&call, change);
}

TlState *
tl_mutator_apply (const TlComponent *mutator, TlState *state, const TlTarget *target, TlRandom *random, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlChange change;

  return tl_mutator_propose (mutator, state, target, random, arena, &change) ? tl_trace_replace_step (state, change.step, &change.inst, error) : NULL;
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
tl_step_is (const TlState *step, const char *name)
{
  const TlPrimitive *primitive = tl_state_inst (step)->primitive;

  return primitive && strcmp (primitive->name, name) == 0;
}

const TlState *
tl_steps_maker (GPtrArray *steps, guint rv)
{
  for (guint i = 0; i < steps->len; i++)
    {
      guint first, n = tl_state_outputs (steps->pdata[i], &first);

      if (rv >= first && rv < first + n)
        return steps->pdata[i];
    }
  g_return_val_if_reached (NULL);
}

const TlState *
tl_steps_categorical (GPtrArray *steps, const TlArg *value)
{
  const TlState *maker = value->kind == TL_ARG_RV ? tl_steps_maker (steps, value->rv) : NULL;

  return maker && tl_step_is (maker, "sample_categorical") ? maker : NULL;
}

const TlArg *
tl_step_annotation (const TlState *step, const char *key)
{
  const TlArg *args = tl_state_inst (step)->args;

  return tl_step_is (step, "annotate") && strcmp (args[1].string, key) == 0 ? &args[2] : NULL;
}

gboolean
tl_mutate_decision (const TlState *step, TlArg decision, TlChange *change)
{
  *change = (TlChange) { .step = step, .inst = *tl_state_inst (step) };
  change->inst.decision = decision;
  return TRUE;
}

gboolean
tl_mutate_categorical (const TlMutatorCall *call, const TlState *step, TlChange *change)
{
  const TlInst *inst = tl_state_inst (step);
  const TlArg *probs = &inst->args[1];
  g_autofree double *weights = g_new (double, probs->n_items);
  double sum = 0;

  for (guint i = 0; i < probs->n_items; i++)
    {
      weights[i] = i == inst->decision.integer ? 0 : probs->items[i].number;
      sum += weights[i];
    }
  return sum > 0 && tl_mutate_decision (step, tl_arg_int (tl_random_weighted (call->random, weights, probs->n_items)), change);
}
