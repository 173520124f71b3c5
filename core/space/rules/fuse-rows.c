/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FuseRows: programs that reduce rows and then compute something of them, as softmax and normalization do: all that is done with a row is
 * done while it is in the first cache.
 *
 *     for row:                                                largest[row] = max (A[row, :]),  e[row, :] = exp (A[row, :] - largest[row]) …
 *         partial sums of the row, lane by lane               steps of rfactor: a sampled number of registers, one, a quarter of it
 *         what is computed of each element                    in vectors
 *         the last block's row                                in vectors, with non-temporal stores (sampled)
 */
#include "core/space/rules/rule-steps-private.h"
#include "core/space/rules/rule-rows-private.h"
#include "core/space/rules/tile-shape-private.h"

#define MAX_STEPS 3

typedef struct
{
  guint    block_rv;
  gboolean reduces;
  guint    steps[MAX_STEPS];   /* blocks of partial results, the first on the left */
  guint    n_steps;
} RowBlock;

typedef struct
{
  const TlRuleCall *call;
  TlTileShape       shape;   /* of the last block */
  RowBlock         *before;  /* in the order in which they run */
  guint             n_before;
} RowProgram;

/* A block fits if it runs over the same rows and then once along each. */
static gboolean
is_of_rows (const RowProgram *rows, const TlTileShape *shape)
{
  guint n_rows = rows->shape.nest.n - 1;

  if (shape->nest.n != rows->shape.nest.n)
    return FALSE;
  for (guint l = 0; l < n_rows; l++)
    if (tl_block_nest_reduces (&shape->nest, l) || shape->nest.extents[l] != rows->shape.nest.extents[l])
      return FALSE;
  return TRUE;
}

/* Sums have each of their operands along the row, or one value for all of it, and are long enough to be taken apart. */
static gboolean
is_row_sum (const TlTileShape *shape)
{
  guint last = shape->nest.n - 1;

  for (guint r = 0; r < shape->n_reads; r++)
    if (shape->strides[r][last] < 0 || shape->strides[r][last] > 1)
      return FALSE;
  return tl_block_nest_reduces (&shape->nest, last) && shape->nest.block->init != NULL && shape->lanes >= 4
         && shape->nest.extents[last] % shape->lanes == 0 && shape->nest.extents[last] >= 2 * shape->lanes;
}

static gboolean
look_at_block (RowProgram *rows, TlScheduleBuilder *builder, const TlPrimFunc *func, const TlStmt *stmt)
{
  RowBlock   *block = &rows->before[rows->n_before++];
  TlTileShape shape;

  if (!tl_tile_shape_read (tl_state_module (builder->state), stmt->block.id, rows->call->target, &shape) || !is_of_rows (rows, &shape))
    return FALSE;
  block->reduces = tl_block_nest_reduces (&shape.nest, shape.nest.n - 1);
  if (block->reduces && !is_row_sum (&shape))
    return FALSE;
  block->block_rv = tl_step_get_block (builder, stmt->block.name, func->name);
  return builder->error == NULL;
}

/* All blocks of the program come before the last, which gives the result, and run over its rows; at least one is a reduction. */
static gboolean
look_at_program (RowProgram *rows, TlScheduleBuilder *builder)
{
  const TlRuleCall *call = rows->call;
  const TlModule   *module = tl_state_module (call->state);
  TlNodeId          last = tl_state_rv (call->state, call->block_rv)->node;
  g_autoptr (TlPath) path = tl_path_find (module, last);
  g_autoptr (GPtrArray) blocks = NULL;
  gboolean          reduces = FALSE;

  if (path == NULL || !tl_tile_shape_read (module, last, call->target, &rows->shape) || rows->shape.nest.n < 2
      || rows->shape.lane_loop != (gint) rows->shape.nest.n - 1 || tl_block_nest_reduces (&rows->shape.nest, rows->shape.nest.n - 1)
      || !is_of_rows (rows, &rows->shape) || tl_path_scope (path) != path->stmts[0])
    return FALSE;
  blocks = tl_stmt_child_blocks (path->stmts[0]);
  if (blocks->len < 2 || ((const TlStmt *) blocks->pdata[blocks->len - 1])->block.id != last)
    return FALSE;
  rows->before = g_new0 (RowBlock, blocks->len);
  for (guint i = 0; i + 1 < blocks->len; i++)
    if (!look_at_block (rows, builder, path->func, blocks->pdata[i]))
      return FALSE;
  for (guint i = 0; i < rows->n_before; i++)
    reduces |= rows->before[i].reduces;
  return reduces;
}

/* Lanes of so many registers that divide the row; a variable of the trace, or -1 if only one register does. */
static gint
sample_registers (TlScheduleBuilder *builder, gint64 extent, gint64 lanes)
{
  static const gint64 registers[] = { 4, 2, 8 };
  gint64 widths[G_N_ELEMENTS (registers)];
  guint  n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (registers); i++)
    if (extent % (registers[i] * lanes) == 0 && extent > registers[i] * lanes)
      widths[n++] = registers[i] * lanes;
  return n > 0 ? (gint) tl_step_sample_one_of (builder, widths, n) : -1;
}

/* Partial results for each lane of some registers, of one, of a quarter of it; what is left to the block itself is written out. */
static void
sum_in_lanes (const RowProgram *rows, TlScheduleBuilder *builder, RowBlock *block)
{
  gint64 lanes = rows->shape.lanes;
  guint  loop = tl_step_get_inner_loop (builder, block->block_rv, 0), n = 0;
  gint   registers = sample_registers (builder, tl_schedule_builder_extent (builder, loop), lanes);
  TlArg  parts[MAX_STEPS];

  if (registers >= 0)
    parts[n++] = tl_arg_rv ((guint) registers);
  parts[n++] = tl_arg_int (lanes);
  parts[n++] = tl_arg_int (MAX (lanes / 4, 2));
  for (guint i = 0; i < n && builder->error == NULL; i++)
    {
      loop = i == 0 ? loop : tl_step_get_inner_loop (builder, block->block_rv, 0);
      loop = tl_step_split_args (builder, loop, TL_STEP_INFERRED, parts[i]) + 1;
      block->steps[block->n_steps++] = tl_schedule_builder_do (builder, "rfactor", tl_arg_rv (loop),
                                                               tl_arg_int (rows->shape.nest.n - 1));
    }
}

/* The first step runs along the row, some registers at a time; the others over what it has left. */
static void
write_step (const RowProgram *rows, TlScheduleBuilder *builder, guint block_rv, gboolean is_first)
{
  guint k = tl_step_get_inner_loop (builder, block_rv, 0), lane = k - 1;

  if (is_first && tl_schedule_builder_extent (builder, lane) > rows->shape.lanes)
    {
      lane = tl_step_split (builder, lane, 0, rows->shape.lanes) + 1;
      tl_step_reorder (builder, k, lane - 1, lane);
      tl_step (builder, "unroll", lane - 1);
    }
  else
    {
      tl_step_reorder (builder, k, lane);
      if (!is_first)
        tl_step (builder, "unroll", k);
    }
  tl_step (builder, "vectorize", lane);
}

/* Some vectors of the loop at a time. */
static guint
write_elements (const RowProgram *rows, TlScheduleBuilder *builder, guint block_rv)
{
  static const gint64 counts[] = { 4, 2, 1 };

  return tl_rule_vectorize_sampled (builder, tl_step_get_inner_loop (builder, block_rv, 0), counts, G_N_ELEMENTS (counts),
                                    rows->shape.lanes);
}

static void
write_block (const RowProgram *rows, TlScheduleBuilder *builder, const RowBlock *block, guint row)
{
  tl_step_at (builder, "compute_at", block->block_rv, row);
  if (!block->reduces)
    {
      write_elements (rows, builder, block->block_rv);
      return;
    }
  tl_step (builder, "unroll", tl_step_get_inner_loop (builder, block->block_rv, 0));
  for (guint i = block->n_steps; i-- > 0;)
    {
      tl_step_at (builder, "compute_at", block->steps[i], row);
      write_step (rows, builder, block->steps[i], i == 0);
    }
}

static void
fuse_rows (RowProgram *rows, TlScheduleBuilder *builder)
{
  guint first_loop, row;

  for (guint i = 0; i < rows->n_before; i++)
    if (rows->before[i].reduces)
      sum_in_lanes (rows, builder, &rows->before[i]);
  first_loop = tl_step (builder, "get_loops", rows->call->block_rv);
  row = first_loop + rows->shape.nest.n - 2;
  tl_rule_parallel (builder, rows->call->target, &first_loop, 1);
  for (guint i = rows->n_before; i-- > 0 && builder->error == NULL;)
    write_block (rows, builder, &rows->before[i], row);
  tl_rule_store_nontemporal (builder, rows->call->target, write_elements (rows, builder, rows->call->block_rv),
                             tl_tile_shape_bytes (&rows->shape));
}

static gboolean
apply_fuse_rows (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  RowProgram        rows = { .call = call };
  TlState          *state = NULL;
  TlScheduleBuilder builder;

  tl_schedule_builder_init (&builder, call->state);
  if (look_at_program (&rows, &builder))
    {
      fuse_rows (&rows, &builder);
      state = tl_schedule_builder_finish (&builder, NULL);
    }
  else
    tl_schedule_builder_clear (&builder);
  g_free (rows.before);
  g_ptr_array_add (results, state != NULL ? state : tl_state_ref (call->state));
  return TRUE;
}

const TlScheduleRule tl_rule_fuse_rows = {
  .info = {
    .name = "FuseRows",
    .summary = "Fuses row reductions and their consumers, one row at a time, with vectorized reductions.",
  },
  .apply = apply_fuse_rows,
};
