/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks without reduction. Memory bounds them: elements are read and written contiguously, in vectors, and results that exceed the caches
 * bypass them. data/schedules/memory.py is the same by hand.
 */
#include "core/base/division.h"
#include "core/base/saturate.h"
#include "core/default-schedules/default-schedule-private.h"

#define CHUNK          16384   /* elements for a core at a time */
#define ROWS_DOWN      64      /* tiles of a transpose, down and along */
#define TILES_ALONG    2

static gboolean
read_injective (TlDefaultSchedule *p, guint at, TlBlockNest *nest, char **why)
{
  if (!tl_block_nest_match_rv (p->builder, tl_default_rv (p, at), nest, why))
    return FALSE;
  if (nest->reduced != 0 || nest->block->init != NULL)
    return tl_set_reason (why, "block %s is a reduction", nest->block->name);
  if (nest->block->body->kind != TL_STMT_STORE || nest->block->n_writes != 1)
    return tl_set_reason (why, "block %s does more than store one value", nest->block->name);
  return TRUE;
}

/* Of what the block writes; 0: symbolic. */
static gint64
count_bytes (const TlBlockNest *nest)
{
  return tl_mul_saturated (tl_block_nest_n_iterations (nest, nest->spatial), nest->block->body->buffer->dtype.bits / 8);
}

/* --- elementwise --- */

typedef struct
{
  const TlStmt *store;
  gboolean      differs;
} Alike;

static TlWalk
stop_at_other_place (const TlExpr *expr, gpointer user_data)
{
  Alike *alike = user_data;

  if (expr->kind != TL_EXPR_LOAD)
    return TL_WALK_INTO;
  alike->differs = expr->n_indices != alike->store->n_indices || !tl_buffer_same_shape (expr->buffer, alike->store->buffer);
  for (guint i = 0; !alike->differs && i < expr->n_indices; i++)
    alike->differs = !tl_expr_equal (expr->indices[i], alike->store->indices[i]);
  return alike->differs ? TL_WALK_STOP : TL_WALK_INTO;
}

/* All reads have the indices of the write, one loop a dimension: the nest can be one loop. */
static gboolean
is_flat (const TlBlockNest *nest)
{
  const TlStmt *store = nest->block->body;
  Alike         alike = { .store = store };
  gint64        extent;

  if (store->n_indices != nest->n)
    return FALSE;
  for (guint l = 0; l < nest->n; l++)
    if (store->indices[l] != nest->vars[l] || !tl_buffer_get_extent (store->buffer, l, &extent) || extent != nest->extents[l])
      return FALSE;
  return tl_expr_walk (store->value, stop_at_other_place, &alike);
}

static void
write_flat (TlDefaultSchedule *p, const TlBlockNest *nest)
{
  TlDType dtype = nest->block->body->buffer->dtype;
  guint   loop = tl_step_fuse_loops (p->builder, nest->loops, nest->n);
  gint64  n = tl_schedule_builder_extent (p->builder, loop);

  if (n > CHUNK)
    {
      guint chunks = tl_step_split (p->builder, loop, 0, CHUNK);

      tl_default_parallel (p, chunks);
      loop = chunks + 1;
    }
  tl_default_store_nontemporal (p, tl_default_vectors (p, loop, dtype), tl_mul_saturated (n, dtype.bits) / 8);
}

/* Rows of results: the outer loops for the cores, the row in vectors. */
static void
write_rows (TlDefaultSchedule *p, const TlBlockNest *nest)
{
  gint64 n_bytes = count_bytes (nest);
  guint  outer = 0, row;

  if (nest->n > 1)
    outer = tl_step_fuse_loops (p->builder, nest->loops, nest->n - 1);
  row = tl_default_vectors (p, nest->loops[nest->n - 1], nest->block->body->buffer->dtype);
  if (nest->n == 1)
    outer = row;
  tl_default_parallel (p, outer);
  tl_default_store_nontemporal (p, outer, n_bytes);    /* it ends with a fence, which is dear behind each of short rows */
}

static gboolean
apply_elementwise (TlDefaultSchedule *p, guint at, char **why)
{
  TlBlockNest nest;

  if (!read_injective (p, at, &nest, why) || !tl_default_is_contiguous_along (p, &nest, nest.n - 1, 1, why))
    return FALSE;
  if (is_flat (&nest))
    write_flat (p, &nest);
  else
    write_rows (p, &nest);
  tl_default_claim (p, at);
  return TRUE;
}

/* --- transpose --- */

typedef struct
{
  const TlBlockNest *nest;
  guint                written;     /* the loop along what is written */
  gint                 read;        /* the loop along what is read: -1, none yet */
  const TlBuffer      *buffer;
  guint                n_transposed;
} Transposed;

static TlWalk
look_at_load (const TlExpr *expr, gpointer user_data)
{
  Transposed *transposed = user_data;
  guint       plain;
  gint        last;

  if (expr->kind != TL_EXPR_LOAD || expr->n_indices == 0
      || !tl_block_nest_are_distinct_axes (transposed->nest, expr->indices, expr->n_indices, &plain))
    return TL_WALK_INTO;
  last = tl_block_nest_last_axis (transposed->nest, expr->indices, expr->n_indices);
  if (last < 0 || (guint) last == transposed->written || (plain & (1u << transposed->written)) == 0)
    return TL_WALK_INTO;
  transposed->n_transposed++;
  transposed->read = last;
  transposed->buffer = expr->buffer;
  return TL_WALK_INTO;
}

/*
 * Tiles transposed in registers, down the rows of the result; each is written two cache lines at a time: adjacent lines are stored almost
 * as fast as a stream.
 */
static void
write_transposed (TlDefaultSchedule *p, const TlBlockNest *nest, const Transposed *transposed)
{
  const TlStmt *store = nest->block->body;
  gint64        lanes = tl_target_lanes (p->target, store->buffer->dtype);
  guint         i = nest->loops[transposed->read], j = nest->loops[transposed->written], outer[TL_NEST_MAX_LOOPS], n_outer;
  gint64        n_down = tl_ceildiv (nest->extents[transposed->read], lanes),
                n_along = tl_ceildiv (nest->extents[transposed->written], lanes);
  guint         i0 = tl_step_split (p->builder, i, 0, tl_largest_divisor (n_down, ROWS_DOWN), lanes), j0;

  j0 = tl_step_split (p->builder, j, 0, tl_largest_divisor (n_along, TILES_ALONG), lanes);
  n_outer = tl_block_nest_list (nest, ~(1u << transposed->read | 1u << transposed->written), outer);
  tl_step_reorder_behind (p->builder, outer, n_outer, TL_STEP_LIST (guint, i0, j0, i0 + 1, j0 + 1, i0 + 2, j0 + 2));
  tl_default_transpose (p, nest->rv, tl_block_read_index (nest->block, transposed->buffer), j0 + 1, i0 + 2, j0 + 2, NULL);
  tl_default_parallel (p, n_outer > 0 && tl_schedule_builder_extent (p->builder, outer[0]) > 1 ? outer[0] : i0);
  tl_default_store_nontemporal (p, j0, count_bytes (nest));
}

static gboolean
apply_transpose (TlDefaultSchedule *p, guint at, char **why)
{
  TlBlockNest   nest;
  Transposed    transposed = { .nest = &nest, .read = -1 };
  const TlStmt *store;
  gint          written;

  if (!read_injective (p, at, &nest, why))
    return FALSE;
  store = nest.block->body;
  written = tl_block_nest_last_axis (&nest, store->indices, store->n_indices);
  if (written < 0 || tl_default_stride (p, &nest, store->buffer, store->indices, (guint) written) != 1)
    return tl_set_reason (why, "the last index of %s is not an axis of its own", store->buffer->name);
  transposed.written = (guint) written;
  tl_expr_walk (store->value, look_at_load, &transposed);
  if (transposed.n_transposed == 0)
    return tl_set_reason (why, "block %s has no transposed read", nest.block->name);
  if (transposed.n_transposed > 1)
    return tl_set_reason (why, "block %s has %u transposed reads, not one", nest.block->name, transposed.n_transposed);
  if (nest.extents[transposed.read] < 2 || nest.extents[written] < 2)
    return tl_set_reason (why, "the transposed tile of block %s has no constant size", nest.block->name);
  write_transposed (p, &nest, &transposed);
  tl_default_claim (p, at);
  return TRUE;
}

const TlDefaultRule tl_default_transpose_rule = {
  .info = { "transpose", "llvm", "A block without reduction whose reads and writes are contiguous along different loops",
            "Tiles transposed in registers, rows of tiles in parallel; non-temporal stores for results that exceed the caches" },
  .apply = apply_transpose,
};

const TlDefaultRule tl_default_elementwise_rule = {
  .info = { "elementwise", "llvm",
            "A block without reduction whose reads along its last loop are contiguous or constant, and its writes contiguous",
            "One fused loop if all buffers have the same shape, else rows; parallel chunks, vectors; non-temporal stores for results "
            "that exceed the caches" },
  .apply = apply_elementwise,
};
