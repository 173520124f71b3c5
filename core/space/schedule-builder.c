/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/schedule-builder.h"

void
tl_schedule_builder_init (TlScheduleBuilder *builder, TlState *start)
{
  *builder = (TlScheduleBuilder) { .state = tl_state_ref (start), .arena = tl_arena_new (NULL) };
}

void
tl_schedule_builder_clear (TlScheduleBuilder *builder)
{
  g_clear_pointer (&builder->state, tl_state_unref);
  g_clear_pointer (&builder->arena, tl_arena_unref);
  g_clear_error (&builder->error);
}

TlState *
tl_schedule_builder_finish (TlScheduleBuilder *builder, GError **error)
{
  TlState *state = NULL;

  if (builder->error)
    g_propagate_error (error, g_steal_pointer (&builder->error));
  else
    state = g_steal_pointer (&builder->state);
  tl_schedule_builder_clear (builder);
  return state;
}

guint
tl_schedule_builder_n_rvs (const TlScheduleBuilder *builder)
{
  return tl_state_n_rvs (builder->state);
}

guint
tl_schedule_builder_add (TlScheduleBuilder *builder, const char *name, const TlArg *args, guint n_args)
{
  TlInst inst = { .primitive = tl_primitive_find (name), .args = args, .n_args = n_args };
  guint first = tl_schedule_builder_n_rvs (builder);
  TlState *next;

  g_assert (inst.primitive != NULL);
  if (builder->error)
    return first;
  next = tl_state_apply (builder->state, &inst, &builder->error);
  if (!next)
    return first;
  tl_state_unref (builder->state);
  builder->state = next;
  return first;
}

TlState *
tl_schedule_builder_mark (const TlScheduleBuilder *builder)
{
  return tl_state_ref (builder->state);
}

void
tl_schedule_builder_rewind (TlScheduleBuilder *builder, TlState *mark)
{
  g_clear_error (&builder->error);
  tl_state_unref (builder->state);
  builder->state = mark;
}

gboolean
tl_schedule_builder_accept (TlScheduleBuilder *builder, TlState *mark)
{
  if (builder->error != NULL)
    {
      tl_schedule_builder_rewind (builder, mark);
      return FALSE;
    }
  tl_state_unref (mark);
  return TRUE;
}

TlArg
tl_schedule_builder_string (TlScheduleBuilder *builder, const char *text)
{
  return tl_arg_string (builder->arena, text);
}

TlArg
tl_schedule_builder_rvs (TlScheduleBuilder *builder, const guint *rvs, guint n_rvs)
{
  g_autofree TlArg *items = g_new0 (TlArg, n_rvs);

  for (guint i = 0; i < n_rvs; i++)
    items[i] = tl_arg_rv (rvs[i]);
  return tl_arg_list (builder->arena, items, n_rvs);
}

TlArg
tl_schedule_builder_ints (TlScheduleBuilder *builder, const gint64 *values, guint n)
{
  g_autofree TlArg *items = g_new0 (TlArg, n);

  for (guint i = 0; i < n; i++)
    items[i] = tl_arg_int (values[i]);
  return tl_arg_list (builder->arena, items, n);
}

TlArg
tl_schedule_builder_floats (TlScheduleBuilder *builder, const double *values, guint n)
{
  g_autofree TlArg *items = g_new0 (TlArg, n);

  for (guint i = 0; i < n; i++)
    items[i] = (TlArg) { .kind = TL_ARG_FLOAT, .number = values[i] };
  return tl_arg_list (builder->arena, items, n);
}

/* After a refusal the variables of later steps do not exist. */
const TlStmt *
tl_schedule_builder_stmt (const TlScheduleBuilder *builder, guint rv)
{
  if (builder->error || rv >= tl_schedule_builder_n_rvs (builder))
    return NULL;
  return tl_module_find (tl_state_module (builder->state), tl_state_rv (builder->state, rv)->node);
}

gint64
tl_schedule_builder_extent (const TlScheduleBuilder *builder, guint loop_rv)
{
  const TlStmt *loop = tl_schedule_builder_stmt (builder, loop_rv);
  gint64        extent;

  return loop != NULL && loop->kind == TL_STMT_FOR && tl_expr_get_int (loop->loop.extent, &extent) ? extent : 0;
}
