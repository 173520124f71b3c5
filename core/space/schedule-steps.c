/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/schedule-steps.h"

guint
tl_step (TlScheduleBuilder *builder, const char *primitive, guint rv)
{
  return tl_schedule_builder_do (builder, primitive, tl_arg_rv (rv));
}

gboolean
tl_step_try (TlScheduleBuilder *builder, const char *primitive, guint rv)
{
  TlState *mark;

  if (builder->error != NULL)
    return FALSE;
  mark = tl_schedule_builder_mark (builder);
  tl_step (builder, primitive, rv);
  return tl_schedule_builder_accept (builder, mark);
}

guint
tl_step_of_list (TlScheduleBuilder *builder, const char *primitive, const guint *rvs, guint n)
{
  return tl_schedule_builder_do (builder, primitive, tl_schedule_builder_rvs (builder, rvs, n));
}

guint
tl_step_at (TlScheduleBuilder *builder, const char *primitive, guint block_rv, guint loop_rv)
{
  return tl_schedule_builder_do (builder, primitive, tl_arg_rv (block_rv), tl_arg_rv (loop_rv));
}

guint
tl_step_get_block (TlScheduleBuilder *builder, const char *name, const char *func_name)
{
  return tl_schedule_builder_do (builder, "get_block", tl_schedule_builder_string (builder, name),
                                 tl_schedule_builder_string (builder, func_name));
}

guint
tl_step_get (TlScheduleBuilder *builder, const char *primitive, guint rv, guint *n)
{
  guint first = tl_step (builder, primitive, rv);

  *n = tl_schedule_builder_n_rvs (builder) - first;
  return first;
}

guint
tl_step_get_loops (TlScheduleBuilder *builder, guint block_rv, guint *n)
{
  return tl_step_get (builder, "get_loops", block_rv, n);
}

guint
tl_step_get_loops_below (TlScheduleBuilder *builder, guint block_rv, guint loop_rv, guint *n)
{
  guint         n_all, first = tl_step_get_loops (builder, block_rv, &n_all);
  const TlStmt *outer = tl_schedule_builder_stmt (builder, loop_rv);

  *n = 0;
  for (guint rv = first; outer != NULL && rv < first + n_all; rv++)
    if (tl_state_rv (builder->state, rv)->node == outer->loop.id)
      *n = first + n_all - rv - 1;
  return first + n_all - *n;
}

guint
tl_step_get_inner_loop (TlScheduleBuilder *builder, guint block_rv, guint at)
{
  guint n, first = tl_step_get_loops (builder, block_rv, &n);

  if (builder->error == NULL && at >= n)
    tl_refuse (&builder->error, NULL, 0, NULL, "a block has fewer loops than the rule expects");
  return at < n ? first + n - 1 - at : first;
}

guint
tl_step_split_list (TlScheduleBuilder *builder, guint loop_rv, const TlArg *factors, guint n)
{
  return tl_schedule_builder_do (builder, "split", tl_arg_rv (loop_rv), tl_arg_list (builder->arena, factors, n));
}

guint
tl_step_split_numbers (TlScheduleBuilder *builder, guint loop_rv, const gint64 *factors, guint n)
{
  g_autofree TlArg *items = g_new (TlArg, n);

  for (guint i = 0; i < n; i++)
    items[i] = factors[i] > 0 ? tl_arg_int (factors[i]) : TL_STEP_INFERRED;
  return tl_step_split_list (builder, loop_rv, items, n);
}

void
tl_step_reorder_loops (TlScheduleBuilder *builder, const guint *loops, guint n)
{
  if (n > 1)
    tl_step_of_list (builder, "reorder", loops, n);
}

void
tl_step_reorder_behind (TlScheduleBuilder *builder, const guint *outer, guint n_outer, const guint *loops, guint n)
{
  g_autofree guint *order = g_new (guint, n_outer + n);

  for (guint l = 0; l < n_outer + n; l++)
    order[l] = l < n_outer ? outer[l] : loops[l - n_outer];
  tl_step_reorder_loops (builder, order, n_outer + n);
}

guint
tl_step_fuse_loops (TlScheduleBuilder *builder, const guint *loops, guint n)
{
  return n == 1 ? loops[0] : tl_step_of_list (builder, "fuse", loops, n);
}

guint
tl_step_fuse_from (TlScheduleBuilder *builder, guint first, guint n)
{
  g_autofree guint *loops = g_new (guint, n);

  for (guint l = 0; l < n; l++)
    loops[l] = first + l;
  return tl_step_of_list (builder, "fuse", loops, n);
}

void
tl_step_bind (TlScheduleBuilder *builder, guint loop_rv, const char *thread)
{
  tl_schedule_builder_do (builder, "bind", tl_arg_rv (loop_rv), tl_schedule_builder_string (builder, thread));
}

void
tl_step_unroll_and_vectorize_loops (TlScheduleBuilder *builder, const guint *loops, guint n)
{
  tl_step (builder, "vectorize", loops[n - 1]);
  for (guint i = 0; i + 1 < n; i++)
    tl_step (builder, "unroll", loops[i]);
}

void
tl_step_unroll_and_vectorize_below (TlScheduleBuilder *builder, guint block_rv, guint loop_rv, gint64 lanes)
{
  guint n, first = tl_step_get_loops_below (builder, block_rv, loop_rv, &n), last;

  if (n == 0)
    return;
  last = tl_step_split (builder, first + n - 1, 0, lanes);
  for (guint i = 0; i + 1 < n; i++)
    tl_step (builder, "unroll", first + i);
  tl_step_unroll_and_vectorize (builder, last, last + 1);
}

guint
tl_step_vectorize_by (TlScheduleBuilder *builder, guint loop_rv, TlArg at_a_time, gint64 lanes)
{
  guint first = tl_step_split_args (builder, loop_rv, TL_STEP_INFERRED, at_a_time, tl_arg_int (lanes));

  tl_step_unroll_and_vectorize (builder, first + 1, first + 2);
  return first;
}

guint
tl_step_cache_read (TlScheduleBuilder *builder, guint block_rv, gint64 read, const char *scope)
{
  return tl_schedule_builder_do (builder, "cache_read", tl_arg_rv (block_rv), tl_arg_int (read),
                                 tl_schedule_builder_string (builder, scope), tl_schedule_builder_rvs (builder, &block_rv, 1));
}

guint
tl_step_cache_read_for_all (TlScheduleBuilder *builder, guint block_rv, gint64 read, const char *scope)
{
  return tl_schedule_builder_do (builder, "cache_read", tl_arg_rv (block_rv), tl_arg_int (read),
                                 tl_schedule_builder_string (builder, scope));
}

guint
tl_step_cache_write (TlScheduleBuilder *builder, guint block_rv, const char *scope)
{
  return tl_schedule_builder_do (builder, "cache_write", tl_arg_rv (block_rv), tl_arg_int (0), tl_schedule_builder_string (builder, scope));
}

void
tl_step_set_scope (TlScheduleBuilder *builder, guint block_rv, guint write, const char *scope)
{
  tl_schedule_builder_do (builder, "set_scope", tl_arg_rv (block_rv), tl_arg_int (write), tl_schedule_builder_string (builder, scope));
}

guint
tl_step_write_at (TlScheduleBuilder *builder, guint block_rv, gint epilogue_rv, guint loop_rv)
{
  guint writer = epilogue_rv >= 0 ? (guint) epilogue_rv : tl_step_cache_write (builder, block_rv, "local");

  tl_step_at (builder, "reverse_compute_at", writer, loop_rv);
  if (epilogue_rv >= 0)
    tl_step_set_scope (builder, block_rv, 0, "local");
  return writer;
}

TlArg
tl_step_access (TlScheduleBuilder *builder, const char *side, guint index)
{
  const TlArg items[] = { tl_schedule_builder_string (builder, side), tl_arg_int (index) };

  return tl_arg_list (builder->arena, items, G_N_ELEMENTS (items));
}

/* The map to the constant that fills up a layout of @n dimensions. */
static TlArg
pad_value (TlScheduleBuilder *builder, TlDType dtype, guint n)
{
  const TlExpr *zero = tl_dtype_is_float (dtype) ? tl_expr_float (builder->arena, dtype, 0) : tl_expr_int (builder->arena, dtype, 0);

  return tl_arg_index_map (tl_index_map_new (builder->arena, tl_step_map_vars (builder, n), n, &zero, 1));
}

void
tl_step_transform_layout (TlScheduleBuilder *builder, guint block_rv, const char *side, guint index, const TlIndexMap *map,
                          const TlDType *pad)
{
  tl_schedule_builder_do (builder, "transform_layout", tl_arg_rv (block_rv), tl_step_access (builder, side, index), tl_arg_index_map (map),
                          pad != NULL ? pad_value (builder, *pad, map->n_final) : (TlArg) { .kind = TL_ARG_NONE });
}

const TlVar **
tl_step_map_vars (TlScheduleBuilder *builder, guint n)
{
  const TlVar **vars = tl_arena_new_array (builder->arena, const TlVar *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    vars[i] = tl_expr_var (builder->arena, tl_arena_printf (builder->arena, "i%u", i), TL_INT32);
  return vars;
}

void
tl_step_annotate (TlScheduleBuilder *builder, guint rv, const char *key, TlArg value)
{
  tl_schedule_builder_do (builder, "annotate", tl_arg_rv (rv), tl_schedule_builder_string (builder, key), value);
}

void
tl_step_unannotate (TlScheduleBuilder *builder, guint rv, const char *key)
{
  tl_schedule_builder_do (builder, "unannotate", tl_arg_rv (rv), tl_schedule_builder_string (builder, key));
}

guint
tl_step_sample_one_of (TlScheduleBuilder *builder, const gint64 *values, guint n)
{
  g_autofree double *probs = g_new (double, n);

  for (guint i = 0; i < n; i++)
    probs[i] = 1.0 / n;
  return tl_schedule_builder_do (builder, "sample_categorical", tl_schedule_builder_ints (builder, values, n),
                                 tl_schedule_builder_floats (builder, probs, n));
}
