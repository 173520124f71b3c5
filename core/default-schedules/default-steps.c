/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/default-schedule-private.h"

#define VECTORS_AT_A_TIME   4
#define ITERATIONS_PER_CORE 4
#define FAR_L2S             4    /* second-level caches that hold what is read again soon, with a share of the next one */

gint64
tl_default_chunk_size (gint64 extent, gint64 limit)
{
  return tl_max (tl_ceildiv (extent, tl_max (tl_ceildiv (extent, limit), 1)), 1);
}

gint64
tl_default_vector_divisor (gint64 extent, gint64 lanes, gint64 most)
{
  for (gint64 unit = lanes; unit >= MAX (lanes / 4, 2); unit /= 2)
    for (gint64 n = most / unit * unit; n > 0; n -= unit)
      if (extent % n == 0)
        return n;
  return 0;
}

void
tl_default_store_nontemporal (TlDefaultSchedule *p, guint loop_rv, gint64 n_bytes)
{
  if (n_bytes > FAR_L2S * p->l2_bytes)
    tl_step_annotate (p->builder, loop_rv, "nontemporal_store", tl_arg_int (1));
}

guint
tl_default_share (TlDefaultSchedule *p, const guint *loops, guint n, guint n_loops)
{
  gint64 n_cores = p->target->num_cores, wanted = n_cores > 1 ? ITERATIONS_PER_CORE * n_cores : 2, found = 1;
  guint  n_shared = 0, shared;

  while (n_shared < n && found < wanted && (n_cores == 1 || found % n_cores != 0))
    {
      gint64 extent = tl_schedule_builder_extent (p->builder, loops[n_shared++]);

      found = extent > 0 ? tl_mul_saturated (found, extent) : G_MAXINT64;
    }
  if (!tl_default_parallel_pays (p, loops[0], found < G_MAXINT64 ? found : 0, n_loops))
    return loops[0];
  shared = tl_step_fuse_loops (p->builder, loops, n_shared);
  tl_step (p->builder, "parallel", shared);
  return shared;
}

guint
tl_default_vectors (TlDefaultSchedule *p, guint loop_rv, TlDType dtype)
{
  gint64 lanes = tl_target_lanes (p->target, dtype), extent = tl_schedule_builder_extent (p->builder, loop_rv);

  return tl_step_vectorize_by (p->builder, loop_rv, tl_arg_int (extent % (lanes * VECTORS_AT_A_TIME) == 0 ? VECTORS_AT_A_TIME : 1), lanes);
}

void
tl_default_write_result (TlDefaultSchedule *p, guint block_rv, gint epilogue, guint at, gint64 lanes)
{
  gint  epilogue_rv = epilogue >= 0 ? (gint) tl_default_rv (p, (guint) epilogue) : -1;
  guint writer = tl_step_write_at (p->builder, block_rv, epilogue_rv, at);

  tl_step_unroll_and_vectorize_below (p->builder, writer, at, lanes);
}

void
tl_default_transpose (TlDefaultSchedule *p, guint block_rv, gint read, guint at, guint row, guint lane, const TlIndexMap *flat)
{
  guint tile = tl_step_cache_read (p->builder, block_rv, read, "local"), inner, n;

  if (flat != NULL)
    {
      tl_step_transform_layout (p->builder, tile, "write", 0, flat, NULL);
      tl_schedule_builder_do (p->builder, "transform_block_layout", tl_arg_rv (tile), tl_arg_index_map (flat));
    }
  tl_step_at (p->builder, "compute_at", tile, at);
  inner = tl_step_get_loops_below (p->builder, tile, at, &n);
  if (p->builder->error == NULL && n != 2)
    tl_refuse (&p->builder->error, NULL, 0, NULL, "the tile to transpose has %u loops, not two", n);
  tl_step_unroll_and_vectorize (p->builder, inner, inner + 1);
  tl_step_unroll_and_vectorize (p->builder, row, lane);
}

/* Appends to @final the variables @vars[@at[…]] of @n dimensions, of which @from to @to become one. Gives how many there are. */
static guint
append_flat (TlDefaultSchedule *p, const TlVar *const *vars, const guint *at, guint n, guint from, guint to, const gint64 *extents,
             const TlExpr **final)
{
  TlArena      *arena = p->builder->arena;
  const TlExpr *flat = vars[at[from]];
  guint         n_final = 0;

  for (guint d = from + 1; d <= to; d++)
    flat = tl_add (arena, tl_mul (arena, flat, tl_int (arena, extents[d])), vars[at[d]]);
  for (guint d = 0; d < n; d++)
    if (d < from || d > to)
      final[n_final++] = vars[at[d]];
    else if (d == from)
      final[n_final++] = flat;
  return n_final;
}

const TlIndexMap *
tl_default_flat_map (TlDefaultSchedule *p, guint n, guint from, guint to, const gint64 *extents)
{
  const TlVar **vars = tl_step_map_vars (p->builder, n);
  const TlExpr *final[TL_NEST_MAX_LOOPS];
  guint         at[TL_NEST_MAX_LOOPS];

  for (guint d = 0; d < n; d++)
    at[d] = d;
  return tl_index_map_new (p->builder->arena, vars, n, final, append_flat (p, vars, at, n, from, to, extents, final));
}

guint
tl_default_flatten (TlDefaultSchedule *p, const TlBlockNest *nest, guint from, gint epilogue)
{
  const TlStmt *store = nest->block->body;
  const TlVar **vars = tl_step_map_vars (p->builder, nest->n);
  const TlExpr *axes[TL_NEST_MAX_LOOPS];
  gint64        extents[TL_NEST_MAX_LOOPS];
  guint         at[TL_NEST_MAX_LOOPS], n_dims = store->n_indices, n, writer;

  for (guint d = 0; d < n_dims; d++)
    {
      at[d] = (guint) tl_block_nest_axis (nest, store->indices[d]);
      extents[d] = nest->extents[at[d]];
    }
  n = append_flat (p, vars, at, n_dims, from, n_dims - 1, extents, axes);
  for (guint l = 0; l < nest->n; l++)
    if (tl_block_nest_reduces (nest, l))
      axes[n++] = vars[l];
  writer = epilogue >= 0 ? tl_default_rv (p, (guint) epilogue) : tl_step_cache_write (p->builder, nest->rv, "local");
  tl_schedule_builder_do (p->builder, "transform_block_layout", tl_arg_rv (nest->rv),
                          tl_arg_index_map (tl_index_map_new (p->builder->arena, vars, nest->n, axes, n)));
  tl_step_transform_layout (p->builder, nest->rv, "write", 0, tl_default_flat_map (p, n_dims, from, n_dims - 1, extents), NULL);
  tl_schedule_builder_do (p->builder, "transform_block_layout", tl_arg_rv (writer),
                          tl_arg_index_map (tl_default_flat_map (p, n_dims, from, n_dims - 1, extents)));
  return writer;
}
