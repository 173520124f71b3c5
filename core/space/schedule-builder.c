/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/schedule-builder.h"

void
tl_schedule_builder_init (TlScheduleBuilder *steps, TlState *start)
{
  *steps = (TlScheduleBuilder) { .state = tl_state_ref (start), .arena = tl_arena_new (NULL) };
}

void
tl_schedule_builder_clear (TlScheduleBuilder *steps)
{
  g_clear_pointer (&steps->state, tl_state_unref);
  g_clear_pointer (&steps->arena, tl_arena_unref);
  g_clear_error (&steps->error);
}

TlState *
tl_schedule_builder_finish (TlScheduleBuilder *steps, GError **error)
{
  TlState *state = NULL;

  if (steps->error)
    g_propagate_error (error, g_steal_pointer (&steps->error));
  else
    state = g_steal_pointer (&steps->state);
  tl_schedule_builder_clear (steps);
  return state;
}

guint
tl_schedule_builder_n_rvs (const TlScheduleBuilder *steps)
{
  return tl_state_n_rvs (steps->state);
}

guint
tl_schedule_builder_add (TlScheduleBuilder *steps, const char *name, const TlArg *args, guint n_args)
{
  TlInst inst = { .primitive = tl_primitive_find (name), .args = args, .n_args = n_args };
  guint first = tl_schedule_builder_n_rvs (steps);
  TlState *next;

  g_assert (inst.primitive != NULL);
  if (steps->error)
    return first;
  next = tl_state_apply (steps->state, &inst, &steps->error);
  if (!next)
    return first;
  tl_state_unref (steps->state);
  steps->state = next;
  return first;
}

TlState *
tl_schedule_builder_mark (const TlScheduleBuilder *steps)
{
  return tl_state_ref (steps->state);
}

void
tl_schedule_builder_rewind (TlScheduleBuilder *steps, TlState *mark)
{
  g_clear_error (&steps->error);
  tl_state_unref (steps->state);
  steps->state = mark;
}

gboolean
tl_schedule_builder_accept (TlScheduleBuilder *steps, TlState *mark)
{
  if (steps->error != NULL)
    {
      tl_schedule_builder_rewind (steps, mark);
      return FALSE;
    }
  tl_state_unref (mark);
  return TRUE;
}

TlArg
tl_schedule_builder_string (TlScheduleBuilder *steps, const char *text)
{
  return tl_arg_string (steps->arena, text);
}

TlArg
tl_schedule_builder_rvs (TlScheduleBuilder *steps, const guint *rvs, guint n_rvs)
{
  g_autofree TlArg *items = g_new0 (TlArg, n_rvs);

  for (guint i = 0; i < n_rvs; i++)
    items[i] = tl_arg_rv (rvs[i]);
  return tl_arg_list (steps->arena, items, n_rvs);
}

TlArg
tl_schedule_builder_ints (TlScheduleBuilder *steps, const gint64 *values, guint n)
{
  g_autofree TlArg *items = g_new0 (TlArg, n);

  for (guint i = 0; i < n; i++)
    items[i] = tl_arg_int (values[i]);
  return tl_arg_list (steps->arena, items, n);
}

TlArg
tl_schedule_builder_floats (TlScheduleBuilder *steps, const double *values, guint n)
{
  g_autofree TlArg *items = g_new0 (TlArg, n);

  for (guint i = 0; i < n; i++)
    items[i] = (TlArg) { .kind = TL_ARG_FLOAT, .number = values[i] };
  return tl_arg_list (steps->arena, items, n);
}

/* After a refusal the variables of later steps do not exist. */
const TlStmt *
tl_schedule_builder_stmt (const TlScheduleBuilder *steps, guint rv)
{
  if (steps->error || rv >= tl_schedule_builder_n_rvs (steps))
    return NULL;
  return tl_module_find (tl_state_module (steps->state), tl_state_rv (steps->state, rv)->node);
}

gint64
tl_schedule_builder_extent (const TlScheduleBuilder *steps, guint loop_rv)
{
  const TlStmt *loop = tl_schedule_builder_stmt (steps, loop_rv);
  gint64        extent;

  return loop != NULL && loop->kind == TL_STMT_FOR && tl_expr_get_int (loop->loop.extent, &extent) ? extent : 0;
}
