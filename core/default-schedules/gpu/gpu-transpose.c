/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads and writes that are contiguous along different loops: tiles in shared memory, read along one and written along the other, both
 * ways by neighbouring threads.
 *
 *     for tile: { shared[w, r] = A[…, w, …, r], threads along r;   B[…, r, …, w] = shared[w, r], threads along w }
 *
 * Rows of the tile are an odd number of elements apart, so that a column of it lies in different banks of shared memory.
 */
#include "core/base/extremum.h"
#include "core/default-schedules/gpu/gpu-rules-private.h"

#define SIDE          32
#define LONG_SIDE     64     /* where there are tiles enough: rows of 256 bytes of float32 */
#define ENOUGH        4      /* tiles for each multiprocessor */
#define THREAD_PART   8      /* elements of a large tile for each thread, 4 of a small one */
#define MAX_OPERANDS  4u

typedef struct
{
  TlBlockNest     nest;
  guint           written;     /* the loop along what is written */
  gint            read;        /* the loop along what is read transposed: -1, none yet */
  const TlBuffer *buffers[MAX_OPERANDS];
  guint           rows[MAX_OPERANDS];      /* the dimension of @written in each */
  guint           n_buffers;
  gboolean        differs;     /* reads along several loops, or more operands than a tile has room for */
} Transpose;

static TlWalk
look_at_load (const TlExpr *expr, gpointer user_data)
{
  Transpose *t = user_data;
  gint       last, row = -1;
  guint      axes;

  if (expr->kind != TL_EXPR_LOAD || expr->n_indices < 2
      || !tl_block_nest_are_distinct_axes (&t->nest, expr->indices, expr->n_indices, &axes))
    return TL_WALK_INTO;
  last = tl_block_nest_last_axis (&t->nest, expr->indices, expr->n_indices);
  for (guint d = 0; d + 1 < expr->n_indices; d++)
    if (tl_block_nest_axis (&t->nest, expr->indices[d]) == (gint) t->written)
      row = (gint) d;
  if (last < 0 || row < 0 || t->nest.extents[last] == 1)
    return TL_WALK_INTO;
  for (guint i = 0; i < t->n_buffers; i++)
    if (t->buffers[i] == expr->buffer)
      return TL_WALK_INTO;
  t->differs |= (t->read >= 0 && t->read != last) || t->n_buffers == MAX_OPERANDS;
  if (t->differs)
    return TL_WALK_STOP;
  t->read = last;
  t->rows[t->n_buffers] = (guint) row;
  t->buffers[t->n_buffers++] = expr->buffer;
  return TL_WALK_INTO;
}

static gboolean
read_transpose (TlDefaultSchedule *p, guint at, Transpose *t, char **why)
{
  TlBlockNest  *nest = &t->nest;
  const TlStmt *store;
  gint          written;
  guint         axes;

  if (!tl_block_nest_match_rv (p->builder, tl_default_rv (p, at), nest, why))
    return FALSE;
  store = nest->block->body;
  if (nest->reduced != 0 || nest->block->init != NULL || store->kind != TL_STMT_STORE || nest->block->n_writes != 1)
    return tl_set_reason (why, "block %s does more than store one value", nest->block->name);
  written = tl_block_nest_last_axis (nest, store->indices, store->n_indices);
  if (written < 0 || !tl_block_nest_are_distinct_axes (nest, store->indices, store->n_indices, &axes))
    return tl_set_reason (why, "an index of %s is not an axis", store->buffer->name);
  t->written = (guint) written;
  t->read = -1;
  tl_expr_walk (store->value, look_at_load, t);
  if (t->differs)
    return tl_set_reason (why, "block %s reads along several loops, or more than %u transposed buffers", nest->block->name, MAX_OPERANDS);
  if (t->n_buffers == 0)
    return tl_set_reason (why, "block %s has no transposed read", nest->block->name);
  if (nest->extents[t->read] == 0 || nest->extents[written] < 2)
    return tl_set_reason (why, "the transposed tile of block %s has no constant size", nest->block->name);
  return TRUE;
}

static gint64
tile_bytes (const Transpose *t, gint64 rows, gint64 columns)
{
  gint64 n_bytes = 0;

  for (guint i = 0; i < t->n_buffers; i++)
    n_bytes += (rows | 1) * columns * tl_dtype_bytes (t->buffers[i]->dtype);
  return n_bytes;
}

static gint64
choose_side (const Transpose *t, const TlGpuMachine *machine)
{
  double n_tiles = 1;

  if (MIN (t->nest.extents[t->read], t->nest.extents[t->written]) < LONG_SIDE
      || tile_bytes (t, LONG_SIDE, LONG_SIDE) > machine->shared_bytes)
    return SIDE;
  for (guint l = 0; l < t->nest.n; l++)
    n_tiles *= (double) MAX (t->nest.extents[l], 1);
  return n_tiles / (LONG_SIDE * LONG_SIDE) >= ENOUGH * (double) machine->n_multiprocessors ? LONG_SIDE : SIDE;
}

/* Both sides of a tile; a short side makes the other longer. */
static void
choose_tile (const Transpose *t, gint64 side, gint64 *rows, gint64 *columns)
{
  gint64 n_rows = t->nest.extents[t->read], n_columns = t->nest.extents[t->written];

  *rows = tl_min (n_rows, side);
  *columns = tl_min (n_columns, side);
  if (*columns < side)
    *rows = tl_min (n_rows, tl_gpu_power_below (side * side / *columns));
  else if (*rows < side)
    *columns = tl_min (n_columns, tl_gpu_power_below (side * side / *rows));
}

static gint64
choose_threads (const TlGpuMachine *machine, gint64 side, gint64 n_elements)
{
  gint64 part = side > SIDE ? THREAD_PART : THREAD_PART / 2;

  return tl_min (tl_gpu_power_below (MIN (side * side / part, machine->max_threads)), tl_gpu_power_above (n_elements));
}

static gboolean
apply_transpose (TlDefaultSchedule *p, guint at, char **why)
{
  TlGpuMachine machine = tl_gpu_machine (p);
  Transpose    t = { .differs = FALSE };
  gint64       side, rows, columns, n_threads;
  guint        outer[TL_NEST_MAX_LOOPS + 2], n_outer, r0, w0, inner;

  if (!read_transpose (p, at, &t, why))
    return FALSE;
  side = choose_side (&t, &machine);
  choose_tile (&t, side, &rows, &columns);
  if (tile_bytes (&t, rows, columns) > machine.shared_bytes)
    return tl_set_reason (why, "the tiles of block %s exceed shared memory", t.nest.block->name);
  n_threads = choose_threads (&machine, side, rows * columns);
  r0 = tl_step_split (p->builder, t.nest.loops[t.read], 0, rows);
  w0 = tl_step_split (p->builder, t.nest.loops[t.written], 0, columns);
  n_outer = tl_block_nest_list (&t.nest, ~(1u << t.read | 1u << t.written), outer);
  tl_step_reorder_behind (p->builder, outer, n_outer, TL_STEP_LIST (guint, r0, w0, r0 + 1, w0 + 1));
  for (guint i = 0; i < t.n_buffers; i++)
    {
      guint tile = tl_step_cache_read (p->builder, t.nest.rv, tl_block_read_index (t.nest.block, t.buffers[i]), "shared");

      tl_step_at (p->builder, "compute_at", tile, w0);
      tl_schedule_builder_do (p->builder, "storage_align", tl_arg_rv (tile), tl_arg_int (0), tl_arg_int (t.rows[i]), tl_arg_int (2),
                              tl_arg_int (1));
      tl_gpu_share_out (p->builder, tile, w0, n_threads, 1);
    }
  inner = tl_step_split (p->builder, tl_step_fuse_from (p->builder, tl_step_get_inner_loop (p->builder, t.nest.rv, 1), 2), 0, n_threads);
  tl_step_bind (p->builder, inner + 1, "threadIdx.x");
  outer[n_outer++] = r0;
  outer[n_outer++] = w0;
  tl_step_bind (p->builder, tl_step_fuse_loops (p->builder, outer, n_outer), "blockIdx.x");
  tl_default_claim (p, at);
  return TRUE;
}

const TlDefaultRule tl_gpu_transpose_rule = {
  .info = { "transpose", TL_GPU_TARGETS,
            "A block without reduction whose reads and writes are contiguous along different loops, over any number of axes",
            "Tiles of 32 × 32 elements in shared memory, 64 × 64 of large buffers, filled along the reads and stored along the writes, "
            "rows padded against bank conflicts" },
  .is_for_kernels = TRUE,
  .apply = apply_transpose,
};
