/* SPDX-License-Identifier: Apache-2.0 */
/* Steps in few words. After a refusal nothing is done, and numbers of loops that are not there are 0 or 1. */
#include <string.h>

#include "core/base/extremum.h"
#include "core/default-schedules/default-schedule-private.h"

#define VECTORS_AT_A_TIME 4

gint64
tl_default_divisor (gint64 extent, gint64 limit)
{
  for (gint64 d = MIN (limit, extent); d > 1; d--)
    if (extent % d == 0)
      return d;
  return 1;
}

gint64
tl_default_ceildiv (gint64 a, gint64 b)
{
  return a > 0 ? (a - 1) / MAX (b, 1) + 1 : 0;
}

gint64
tl_default_part (gint64 extent, gint64 limit)
{
  gint64 n_parts = tl_default_ceildiv (extent, MAX (limit, 1));

  return tl_max (tl_default_ceildiv (extent, MAX (n_parts, 1)), 1);
}

gint64
tl_default_even_lanes (gint64 extent, gint64 lanes, gint64 most)
{
  for (gint64 unit = lanes; unit >= MAX (lanes / 4, 2); unit /= 2)
    for (gint64 n = most / unit * unit; n > 0; n -= unit)
      if (extent % n == 0)
        return n;
  return 0;
}

gint64
tl_default_lanes (const TlDefaultSchedule *p, TlDType dtype)
{
  return MAX (p->target->vector_bits / MAX (dtype.bits, 8u), 1u);
}

guint
tl_default_loops (TlDefaultSchedule *p, guint block_rv, guint *n)
{
  guint first = tl_schedule_builder_do (&p->steps, "get_loops", tl_arg_rv (block_rv));

  *n = p->steps.error ? 0 : tl_schedule_builder_n_rvs (&p->steps) - first;
  return first;
}

guint
tl_default_loops_below (TlDefaultSchedule *p, guint block_rv, guint at, guint *n)
{
  guint         n_all, first = tl_default_loops (p, block_rv, &n_all);
  const TlStmt *outer = tl_schedule_builder_stmt (&p->steps, at);

  *n = 0;
  for (guint rv = first; outer != NULL && rv < first + n_all; rv++)
    if (tl_state_rv (p->steps.state, rv)->node == outer->loop.id)
      *n = first + n_all - rv - 1;
  return first + n_all - *n;
}

void
tl_default_write_out_below (TlDefaultSchedule *p, guint block_rv, guint at, gint64 lanes)
{
  guint n, first = tl_default_loops_below (p, block_rv, at, &n), last;

  if (n == 0)
    return;
  last = tl_default_split (p, first + n - 1, 0, lanes);
  for (guint i = 0; i + 1 < n; i++)
    tl_default_kind (p, "unroll", first + i);
  tl_default_write_out (p, last, last + 1);
}

guint
tl_default_inner_loop (TlDefaultSchedule *p, guint block_rv, guint at)
{
  guint n, first = tl_default_loops (p, block_rv, &n);

  if (p->steps.error == NULL && at >= n)
    tl_refuse (&p->steps.error, NULL, 0, NULL, "a block has fewer loops than the rule expects");
  return at < n ? first + n - 1 - at : first;
}

gint64
tl_default_extent (const TlDefaultSchedule *p, guint loop_rv)
{
  const TlStmt *loop = tl_schedule_builder_stmt (&p->steps, loop_rv);
  gint64        extent;

  return loop != NULL && loop->kind == TL_STMT_FOR && tl_expr_get_int (loop->loop.extent, &extent) ? extent : 0;
}

guint
tl_default_split_by (TlDefaultSchedule *p, guint loop_rv, const gint64 *factors, guint n)
{
  TlArg items[TL_DEFAULT_MAX_LOOPS];

  for (guint i = 0; i < n; i++)
    items[i] = factors[i] > 0 ? tl_arg_int (factors[i]) : (TlArg) { .kind = TL_ARG_NONE };
  return tl_schedule_builder_do (&p->steps, "split", tl_arg_rv (loop_rv), tl_arg_list (p->steps.arena, items, n));
}

void
tl_default_reorder_loops (TlDefaultSchedule *p, const guint *loops, guint n)
{
  if (n > 1)
    tl_schedule_builder_do (&p->steps, "reorder", tl_schedule_builder_rvs (&p->steps, loops, n));
}

void
tl_default_reorder_behind (TlDefaultSchedule *p, const guint *outer, guint n_outer, const guint *loops, guint n)
{
  guint order[3 * TL_DEFAULT_MAX_LOOPS];

  for (guint l = 0; l < n_outer; l++)
    order[l] = outer[l];
  for (guint l = 0; l < n; l++)
    order[n_outer + l] = loops[l];
  tl_default_reorder_loops (p, order, n_outer + n);
}

guint
tl_default_fuse_loops (TlDefaultSchedule *p, const guint *loops, guint n)
{
  return n == 1 ? loops[0] : tl_schedule_builder_do (&p->steps, "fuse", tl_schedule_builder_rvs (&p->steps, loops, n));
}

void
tl_default_kind (TlDefaultSchedule *p, const char *kind, guint loop_rv)
{
  tl_schedule_builder_do (&p->steps, kind, tl_arg_rv (loop_rv));
}

void
tl_default_write_out_loops (TlDefaultSchedule *p, const guint *loops, guint n)
{
  tl_default_kind (p, "vectorize", loops[n - 1]);
  for (guint i = 0; i + 1 < n; i++)
    tl_default_kind (p, "unroll", loops[i]);
}

guint
tl_default_cache_read (TlDefaultSchedule *p, guint block_rv, gint read, const char *scope)
{
  return tl_schedule_builder_do (&p->steps, "cache_read", tl_arg_rv (block_rv), tl_arg_int (read),
                                 tl_schedule_builder_string (&p->steps, scope),
                                 tl_schedule_builder_rvs (&p->steps, &block_rv, 1));
}

guint
tl_default_cache_write (TlDefaultSchedule *p, guint block_rv, const char *scope)
{
  return tl_schedule_builder_do (&p->steps, "cache_write", tl_arg_rv (block_rv), tl_arg_int (0),
                                 tl_schedule_builder_string (&p->steps, scope));
}

void
tl_default_set_scope (TlDefaultSchedule *p, guint block_rv, guint index, const char *scope)
{
  tl_schedule_builder_do (&p->steps, "set_scope", tl_arg_rv (block_rv), tl_arg_int (index), tl_schedule_builder_string (&p->steps, scope));
}

void
tl_default_compute_at (TlDefaultSchedule *p, guint block_rv, guint loop_rv)
{
  tl_schedule_builder_do (&p->steps, "compute_at", tl_arg_rv (block_rv), tl_arg_rv (loop_rv));
}

void
tl_default_reverse_compute_at (TlDefaultSchedule *p, guint block_rv, guint loop_rv)
{
  tl_schedule_builder_do (&p->steps, "reverse_compute_at", tl_arg_rv (block_rv), tl_arg_rv (loop_rv));
}

void
tl_default_past_caches (TlDefaultSchedule *p, guint loop_rv, gint64 n_bytes)
{
  if (n_bytes > p->l2_bytes)
    tl_schedule_builder_do (&p->steps, "annotate", tl_arg_rv (loop_rv), tl_schedule_builder_string (&p->steps, "nontemporal_store"),
                            tl_arg_int (1));
}

guint
tl_default_vectors (TlDefaultSchedule *p, guint loop_rv, TlDType dtype)
{
  gint64 lanes = tl_default_lanes (p, dtype), extent = tl_default_extent (p, loop_rv);
  gint64 at_a_time = extent % (lanes * VECTORS_AT_A_TIME) == 0 ? VECTORS_AT_A_TIME : 1;
  guint  first = tl_default_split (p, loop_rv, 0, at_a_time, lanes);

  tl_default_write_out (p, first + 1, first + 2);
  return first;
}

void
tl_default_transpose (TlDefaultSchedule *p, guint block_rv, gint read, guint at, guint row, guint lane, const TlIndexMap *flat)
{
  guint tile = tl_default_cache_read (p, block_rv, read, "local"), inner, n;

  if (flat != NULL)
    {
      tl_default_transform_layout (p, tile, "write", 0, flat, NULL);
      tl_schedule_builder_do (&p->steps, "transform_block_layout", tl_arg_rv (tile), tl_arg_index_map (flat));
    }
  tl_default_compute_at (p, tile, at);
  inner = tl_default_loops_below (p, tile, at, &n);
  if (p->steps.error == NULL && n != 2)
    tl_refuse (&p->steps.error, NULL, 0, NULL, "the tile to transpose has %u loops, not two", n);
  tl_default_write_out (p, inner, inner + 1);
  tl_default_write_out (p, row, lane);
}

void
tl_default_transform_layout (TlDefaultSchedule *p, guint block_rv, const char *side, guint index, const TlIndexMap *map, const TlDType *pad)
{
  TlArg access[2] = { tl_schedule_builder_string (&p->steps, side), tl_arg_int (index) };
  TlArg args[4] = { tl_arg_rv (block_rv), tl_arg_list (p->steps.arena, access, 2), tl_arg_index_map (map), { .kind = TL_ARG_NONE } };

  if (pad != NULL)
    {
      const TlExpr *zero = tl_dtype_is_float (*pad) ? tl_expr_float (p->steps.arena, *pad, 0) : tl_expr_int (p->steps.arena, *pad, 0);

      args[3] = tl_arg_index_map (tl_default_map (p, tl_default_map_vars (p, map->n_final), map->n_final, &zero, 1));
    }
  tl_schedule_builder_add (&p->steps, "transform_layout", args, pad != NULL ? 4 : 3);
}

const TlVar **
tl_default_map_vars (TlDefaultSchedule *p, guint n)
{
  const TlVar **vars = tl_arena_new_array (p->steps.arena, const TlVar *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    vars[i] = tl_expr_var (p->steps.arena, tl_arena_printf (p->steps.arena, "i%u", i), TL_INT32);
  return vars;
}

const TlIndexMap *
tl_default_map (TlDefaultSchedule *p, const TlVar *const *vars, guint n_vars, const TlExpr *const *final, guint n_final)
{
  return tl_index_map_new (p->steps.arena, vars, n_vars, final, n_final);
}
