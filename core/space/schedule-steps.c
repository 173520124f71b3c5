/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/schedule-steps.h"

guint
tl_step (TlScheduleBuilder *steps, const char *primitive, guint rv)
{
  return tl_schedule_builder_do (steps, primitive, tl_arg_rv (rv));
}

gboolean
tl_step_try (TlScheduleBuilder *steps, const char *primitive, guint rv)
{
  TlState *mark;

  if (steps->error != NULL)
    return FALSE;
  mark = tl_schedule_builder_mark (steps);
  tl_step (steps, primitive, rv);
  return tl_schedule_builder_accept (steps, mark);
}

guint
tl_step_of_list (TlScheduleBuilder *steps, const char *primitive, const guint *rvs, guint n)
{
  return tl_schedule_builder_do (steps, primitive, tl_schedule_builder_rvs (steps, rvs, n));
}

guint
tl_step_at (TlScheduleBuilder *steps, const char *primitive, guint block_rv, guint loop_rv)
{
  return tl_schedule_builder_do (steps, primitive, tl_arg_rv (block_rv), tl_arg_rv (loop_rv));
}

guint
tl_step_get_block (TlScheduleBuilder *steps, const char *name, const char *func_name)
{
  return tl_schedule_builder_do (steps, "get_block", tl_schedule_builder_string (steps, name),
                                 tl_schedule_builder_string (steps, func_name));
}

guint
tl_step_get (TlScheduleBuilder *steps, const char *primitive, guint rv, guint *n)
{
  guint first = tl_step (steps, primitive, rv);

  *n = tl_schedule_builder_n_rvs (steps) - first;
  return first;
}

guint
tl_step_get_loops (TlScheduleBuilder *steps, guint block_rv, guint *n)
{
  return tl_step_get (steps, "get_loops", block_rv, n);
}

guint
tl_step_get_loops_below (TlScheduleBuilder *steps, guint block_rv, guint loop_rv, guint *n)
{
  guint         n_all, first = tl_step_get_loops (steps, block_rv, &n_all);
  const TlStmt *outer = tl_schedule_builder_stmt (steps, loop_rv);

  *n = 0;
  for (guint rv = first; outer != NULL && rv < first + n_all; rv++)
    if (tl_state_rv (steps->state, rv)->node == outer->loop.id)
      *n = first + n_all - rv - 1;
  return first + n_all - *n;
}

guint
tl_step_get_inner_loop (TlScheduleBuilder *steps, guint block_rv, guint at)
{
  guint n, first = tl_step_get_loops (steps, block_rv, &n);

  if (steps->error == NULL && at >= n)
    tl_refuse (&steps->error, NULL, 0, NULL, "a block has fewer loops than the rule expects");
  return at < n ? first + n - 1 - at : first;
}

guint
tl_step_split_list (TlScheduleBuilder *steps, guint loop_rv, const TlArg *factors, guint n)
{
  return tl_schedule_builder_do (steps, "split", tl_arg_rv (loop_rv), tl_arg_list (steps->arena, factors, n));
}

guint
tl_step_split_numbers (TlScheduleBuilder *steps, guint loop_rv, const gint64 *factors, guint n)
{
  g_autofree TlArg *items = g_new (TlArg, n);

  for (guint i = 0; i < n; i++)
    items[i] = factors[i] > 0 ? tl_arg_int (factors[i]) : TL_STEP_INFERRED;
  return tl_step_split_list (steps, loop_rv, items, n);
}

void
tl_step_reorder_loops (TlScheduleBuilder *steps, const guint *loops, guint n)
{
  if (n > 1)
    tl_step_of_list (steps, "reorder", loops, n);
}

void
tl_step_reorder_behind (TlScheduleBuilder *steps, const guint *outer, guint n_outer, const guint *loops, guint n)
{
  g_autofree guint *order = g_new (guint, n_outer + n);

  for (guint l = 0; l < n_outer + n; l++)
    order[l] = l < n_outer ? outer[l] : loops[l - n_outer];
  tl_step_reorder_loops (steps, order, n_outer + n);
}

guint
tl_step_fuse_loops (TlScheduleBuilder *steps, const guint *loops, guint n)
{
  return n == 1 ? loops[0] : tl_step_of_list (steps, "fuse", loops, n);
}

guint
tl_step_fuse_from (TlScheduleBuilder *steps, guint first, guint n)
{
  g_autofree guint *loops = g_new (guint, n);

  for (guint l = 0; l < n; l++)
    loops[l] = first + l;
  return tl_step_of_list (steps, "fuse", loops, n);
}

void
tl_step_bind (TlScheduleBuilder *steps, guint loop_rv, const char *thread)
{
  tl_schedule_builder_do (steps, "bind", tl_arg_rv (loop_rv), tl_schedule_builder_string (steps, thread));
}

void
tl_step_unroll_and_vectorize_loops (TlScheduleBuilder *steps, const guint *loops, guint n)
{
  tl_step (steps, "vectorize", loops[n - 1]);
  for (guint i = 0; i + 1 < n; i++)
    tl_step (steps, "unroll", loops[i]);
}

void
tl_step_unroll_and_vectorize_below (TlScheduleBuilder *steps, guint block_rv, guint loop_rv, gint64 lanes)
{
  guint n, first = tl_step_get_loops_below (steps, block_rv, loop_rv, &n), last;

  if (n == 0)
    return;
  last = tl_step_split (steps, first + n - 1, 0, lanes);
  for (guint i = 0; i + 1 < n; i++)
    tl_step (steps, "unroll", first + i);
  tl_step_unroll_and_vectorize (steps, last, last + 1);
}

guint
tl_step_vectorize_by (TlScheduleBuilder *steps, guint loop_rv, TlArg at_a_time, gint64 lanes)
{
  guint first = tl_step_split_args (steps, loop_rv, TL_STEP_INFERRED, at_a_time, tl_arg_int (lanes));

  tl_step_unroll_and_vectorize (steps, first + 1, first + 2);
  return first;
}

guint
tl_step_cache_read (TlScheduleBuilder *steps, guint block_rv, gint64 read, const char *scope)
{
  return tl_schedule_builder_do (steps, "cache_read", tl_arg_rv (block_rv), tl_arg_int (read), tl_schedule_builder_string (steps, scope),
                                 tl_schedule_builder_rvs (steps, &block_rv, 1));
}

guint
tl_step_cache_read_for_all (TlScheduleBuilder *steps, guint block_rv, gint64 read, const char *scope)
{
  return tl_schedule_builder_do (steps, "cache_read", tl_arg_rv (block_rv), tl_arg_int (read), tl_schedule_builder_string (steps, scope));
}

guint
tl_step_cache_write (TlScheduleBuilder *steps, guint block_rv, const char *scope)
{
  return tl_schedule_builder_do (steps, "cache_write", tl_arg_rv (block_rv), tl_arg_int (0), tl_schedule_builder_string (steps, scope));
}

void
tl_step_set_scope (TlScheduleBuilder *steps, guint block_rv, guint write, const char *scope)
{
  tl_schedule_builder_do (steps, "set_scope", tl_arg_rv (block_rv), tl_arg_int (write), tl_schedule_builder_string (steps, scope));
}

guint
tl_step_write_at (TlScheduleBuilder *steps, guint block_rv, gint epilogue_rv, guint loop_rv)
{
  guint writer = epilogue_rv >= 0 ? (guint) epilogue_rv : tl_step_cache_write (steps, block_rv, "local");

  tl_step_at (steps, "reverse_compute_at", writer, loop_rv);
  if (epilogue_rv >= 0)
    tl_step_set_scope (steps, block_rv, 0, "local");
  return writer;
}

TlArg
tl_step_access (TlScheduleBuilder *steps, const char *side, guint index)
{
  const TlArg items[] = { tl_schedule_builder_string (steps, side), tl_arg_int (index) };

  return tl_arg_list (steps->arena, items, G_N_ELEMENTS (items));
}

/* The map to the constant that fills up a layout of @n dimensions. */
static TlArg
pad_value (TlScheduleBuilder *steps, TlDType dtype, guint n)
{
  const TlExpr *zero = tl_dtype_is_float (dtype) ? tl_expr_float (steps->arena, dtype, 0) : tl_expr_int (steps->arena, dtype, 0);

  return tl_arg_index_map (tl_index_map_new (steps->arena, tl_step_map_vars (steps, n), n, &zero, 1));
}

void
tl_step_transform_layout (TlScheduleBuilder *steps, guint block_rv, const char *side, guint index, const TlIndexMap *map,
                          const TlDType *pad)
{
  tl_schedule_builder_do (steps, "transform_layout", tl_arg_rv (block_rv), tl_step_access (steps, side, index), tl_arg_index_map (map),
                          pad != NULL ? pad_value (steps, *pad, map->n_final) : (TlArg) { .kind = TL_ARG_NONE });
}

const TlVar **
tl_step_map_vars (TlScheduleBuilder *steps, guint n)
{
  const TlVar **vars = tl_arena_new_array (steps->arena, const TlVar *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    vars[i] = tl_expr_var (steps->arena, tl_arena_printf (steps->arena, "i%u", i), TL_INT32);
  return vars;
}

void
tl_step_annotate (TlScheduleBuilder *steps, guint rv, const char *key, TlArg value)
{
  tl_schedule_builder_do (steps, "annotate", tl_arg_rv (rv), tl_schedule_builder_string (steps, key), value);
}

void
tl_step_unannotate (TlScheduleBuilder *steps, guint rv, const char *key)
{
  tl_schedule_builder_do (steps, "unannotate", tl_arg_rv (rv), tl_schedule_builder_string (steps, key));
}

guint
tl_step_sample_one_of (TlScheduleBuilder *steps, const gint64 *values, guint n)
{
  g_autofree double *probs = g_new (double, n);

  for (guint i = 0; i < n; i++)
    probs[i] = 1.0 / n;
  return tl_schedule_builder_do (steps, "sample_categorical", tl_schedule_builder_ints (steps, values, n),
                                 tl_schedule_builder_floats (steps, probs, n));
}
