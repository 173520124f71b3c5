/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/schedule/random-schedule.h"

#include "core/ir/path.h"
#include "tests/schedule/random-arguments.h"

/* Per step: where nothing more is accepted, the schedule ends early. */
#define MOST_TRIES 12

static TlWalk
collect (const TlStmt *stmt, gpointer data)
{
  RandomSource *source = data;

  if (stmt->kind == TL_STMT_FOR)
    g_ptr_array_add (source->loops, (gpointer) stmt);
  if (stmt->kind == TL_STMT_BLOCK && g_strcmp0 (stmt->block.name, "root") != 0)
    g_ptr_array_add (source->blocks, (gpointer) stmt);
  return TL_WALK_INTO;
}

/* Options with which the caller answers for the result: such steps are not legal by themselves. */
static const char *const risks[] = { "disable_predication", "assume_injective_transform" };

/* Look-ups and annotations, which change little, are rarer than the rest. What is called unsafe is the caller's risk too. */
static const TlPrimitive *
any_primitive (RandomSource *source, const char *const *excluded)
{
  guint n = 0;

  while (tl_primitive_nth (n) != NULL)
    n++;
  for (;;)
    {
      const TlPrimitive *primitive = tl_primitive_nth (random_below (source, n));
      gboolean           is_minor = primitive->family == TL_FAMILY_GET || primitive->family == TL_FAMILY_ANNOTATE
                          || primitive->family == TL_FAMILY_OTHER;

      if ((excluded != NULL && g_strv_contains (excluded, primitive->name)) || g_str_has_prefix (primitive->name, "unsafe_"))
        continue;
      if (!is_minor || random_below (source, 4) == 0)
        return primitive;
    }
}

static void
take_no_risks (const TlPrimitive *primitive, TlArg *args)
{
  for (guint i = 0; i < G_N_ELEMENTS (risks); i++)
    {
      gint index = tl_primitive_find_param (primitive, risks[i]);

      if (index >= 0)
        args[index] = tl_arg_bool (FALSE);
    }
}

/* transform_layout may give a parameter another layout: legal, but the same arguments then mean something else. */
static gboolean
changes_parameters (const TlModule *before, const TlModule *after)
{
  for (guint i = 0; i < before->funcs[0]->n_params; i++)
    if (before->funcs[0]->params[i].buffer != after->funcs[0]->params[i].buffer)
      return TRUE;
  return FALSE;
}

/* The state after one more step, or NULL. */
static TlState *
try_step (RandomSource *source, const char *const *excluded, char **problem)
{
  TlState            *state = (TlState *) source->state;
  const TlPrimitive  *primitive = any_primitive (source, excluded);
  guint               n_args = tl_primitive_n_args (primitive);
  TlArg              *args = tl_arena_new_array (source->arena, TlArg, n_args + 1);
  g_autoptr (GError)  error = NULL;
  TlState            *next;

  g_ptr_array_set_size (source->loops, 0);
  g_ptr_array_set_size (source->blocks, 0);
  tl_stmt_walk (tl_state_module (state)->funcs[0]->body, collect, NULL, source);
  random_arguments (source, primitive, args);
  take_no_risks (primitive, args);
  next = tl_state_apply_to_nodes (state, primitive, args, n_args, &error);
  if (next == NULL && (error->domain != TL_SCHEDULE_ERROR || error->code == TL_SCHEDULE_ERROR_BROKEN))
    *problem = g_strdup_printf ("%s: %s", primitive->name, error->message);
  if (next != NULL && changes_parameters (tl_state_module (state), tl_state_module (next)))
    g_clear_pointer (&next, tl_state_unref);
  return next;
}

TlState *
random_schedule (const TlModule *module, guint64 seed, guint min_steps, guint max_steps, const char *const *excluded, RandomTally *tally,
                 char **problem)
{
  TlRandom              random = tl_random_seeded (seed);
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();
  RandomSource          source = { .random = &random, .arena = arena, .loops = loops, .blocks = blocks };
  guint                 n_steps = min_steps + (guint) tl_random_below (&random, max_steps - min_steps + 1);
  TlState              *state = tl_state_new (module, seed);

  *problem = NULL;
  for (guint taken = 0, tries = 0; taken < n_steps && tries < n_steps * MOST_TRIES && *problem == NULL; tries++)
    {
      TlState *next;

      source.state = state;
      next = try_step (&source, excluded, problem);
      if (next == NULL)
        {
          tally->n_refused++;
          continue;
        }
      tl_state_unref (state);
      state = next;
      taken++;
      tally->n_taken++;
    }
  return state;
}
