/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LaneSum: sums along rows that lie in memory in one piece, where no operand serves often enough to be worth packing: a vector of partial
 * sums for each of as many results as a vector has lanes; in the end these are transposed in registers, so that they are added up as whole
 * vectors.
 *
 *     for j0:
 *         for k0: for j1 in unroll, lane in vectorize:   partial[j1, lane] += X[k0 * lanes + lane] * W[j1, k0 * lanes + lane]
 *         for lane in unroll, j1 in vectorize:           Y[j1] += partial[j1, lane]
 *         Z[j1] = Y[j1] + bias[j1]                       the consumer, or a plain copy
 */
#include "core/space/rules/rule-steps-private.h"
#include "core/space/rules/rule-rows-private.h"
#include "core/space/rules/tile-shape-private.h"

#define MIN_LANES 4

/*
 * The only loop of the reduction, if every operand lies along it or stays the same and one is not at hand as a vector of results; else -1.
 */
static gint
find_sum_loop (const TlTileShape *shape)
{
  gboolean is_transposed = FALSE;
  gint     found = -1;

  for (guint l = 0; l < shape->nest.n; l++)
    if (tl_block_nest_reduces (&shape->nest, l))
      {
        if (found >= 0)
          return -1;
        found = (gint) l;
      }
  for (guint r = 0; found >= 0 && r < shape->n_reads; r++)
    {
      if (shape->strides[r][found] < 0 || shape->strides[r][found] > 1)
        return -1;
      is_transposed |= shape->strides[r][found] == 1 && shape->strides[r][shape->lane_loop] != 0;
    }
  return is_transposed ? found : -1;
}

/* The final block: as many results as lanes, one lane of their partial sums after the other. Gives the loop over such groups. */
static guint
tile_results (const TlRuleCall *call, TlScheduleBuilder *builder, const TlTileShape *shape)
{
  guint n, first = tl_step_get_loops (builder, call->block_rv, &n), lane = first + n - 1;
  guint group = tl_step_split (builder, first + (guint) shape->lane_loop, 0, shape->lanes);

  tl_step_reorder (builder, group, lane, group + 1);
  tl_step (builder, "unroll", lane);
  tl_step (builder, "vectorize", group + 1);
  tl_rule_parallel (builder, call->target, &first, shape->lane_loop > 0 ? 1 : 0);
  if (shape->lane_loop == 0)
    tl_rule_parallel (builder, call->target, &group, 1);
  return group;
}

static void
write_partial_sums (TlScheduleBuilder *builder, guint partial, guint group)
{
  guint first, n;

  tl_step_at (builder, "compute_at", partial, group);
  tl_step_set_scope (builder, partial, 0, "local");
  first = tl_step_get_loops (builder, partial, &n);
  if (n >= 3)
    {
      guint sum = first + n - 1, result = first + n - 2, lane = first + n - 3;

      tl_step_reorder (builder, sum, result, lane);
      tl_step_unroll_and_vectorize (builder, result, lane);
    }
}

/* Lanes of a partial sum: the most that divide the sum's length, as a sum in steps has no room for a guard. */
static guint
lanes_of_sum (const TlTileShape *shape, gint sum_loop)
{
  guint lanes = shape->lanes;

  while (shape->nest.extents[sum_loop] % lanes != 0)
    lanes /= 2;
  return lanes;
}

static void
propose_partial_sums (const TlRuleCall *call, const TlTileShape *shape, gint sum_loop, GPtrArray *results)
{
  TlScheduleBuilder builder;
  guint             first, lane, partial, group, writer;

  tl_schedule_builder_init (&builder, call->state);
  first = tl_step (&builder, "get_loops", call->block_rv);
  lane = tl_step_split (&builder, first + (guint) sum_loop, 0, lanes_of_sum (shape, sum_loop)) + 1;
  partial = tl_schedule_builder_do (&builder, "rfactor", tl_arg_rv (lane), tl_arg_int (shape->nest.block->writes[0].buffer->n_dims));
  group = tile_results (call, &builder, shape);
  writer = tl_step_write_at (&builder, call->block_rv, tl_rule_find_epilogue (&builder, call->block_rv), group);
  tl_rule_write_last (&builder, writer, 1, shape->lanes);
  write_partial_sums (&builder, partial, group);
  tl_rule_propose (&builder, results, NULL);
}

/* The operand whose rows are the results', or -1 if there is none or several. */
static gint
find_transposed_operand (const TlTileShape *shape, gint sum_loop)
{
  gint found = -1;

  for (guint r = 0; r < shape->n_reads; r++)
    if (shape->strides[r][sum_loop] == 1 && shape->strides[r][shape->lane_loop] != 0)
      {
        if (found >= 0 || !shape->is_plain[r])
          return -1;
        found = (gint) r;
      }
    else if (shape->strides[r][shape->lane_loop] > 1)
      return -1;
  return found;
}

/* The consumer of the sums runs for as many of them as there are lanes, where it can. */
static void
go_on_with_sums (const TlRuleCall *call, TlScheduleBuilder *builder, const TlTileShape *shape, guint group)
{
  TlState *mark = tl_schedule_builder_mark (builder);
  guint    n, consumer = tl_step_get (builder, "get_consumers", call->block_rv, &n), loop, vectors;

  if (n == 1)
    {
      tl_step_at (builder, "reverse_compute_at", consumer, group);
      loop = tl_step_get_inner_loop (builder, consumer, 0);
      vectors = tl_step_split (builder, loop, 0, tl_schedule_builder_extent (builder, loop) % (4 * (gint64) shape->lanes) == 0 ? 4 : 1,
                               shape->lanes);
      tl_step (builder, "unroll", vectors + 1);
      tl_step (builder, "vectorize", vectors + 2);
      for (guint w = 0; w < shape->nest.block->n_writes; w++)
        tl_step_set_scope (builder, call->block_rv, w, "local");
    }
  tl_schedule_builder_accept (builder, mark);
}

/* Rows of the operand are transposed in registers, so that a lane is a result: also where a block has several. */
static void
propose_transposed_rows (const TlRuleCall *call, const TlTileShape *shape, gint sum_loop, gint read, GPtrArray *results)
{
  TlScheduleBuilder builder;
  guint             first, group, step, tile;

  tl_schedule_builder_init (&builder, call->state);
  first = tl_step (&builder, "get_loops", call->block_rv);
  group = tl_step_split (&builder, first + (guint) shape->lane_loop, 0, shape->lanes);
  step = tl_step_split (&builder, first + (guint) sum_loop, 0, shape->lanes);
  tl_step_reorder (&builder, group, step, step + 1, group + 1);
  tile = tl_step_cache_read (&builder, call->block_rv, shape->reads[read], "local");
  tl_rule_transpose (&builder, tile, step, step + 1, group + 1, shape->lanes);
  go_on_with_sums (call, &builder, shape, group);
  tl_rule_parallel (&builder, call->target, shape->lane_loop > 0 ? &first : &group, 1);
  tl_rule_propose (&builder, results, NULL);
}

static gboolean
apply_lane_sum (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  TlTileShape shape;
  guint       n_before = results->len;
  gint        sum_loop = -1;

  if (tl_tile_shape_read_any (tl_state_module (call->state), tl_state_rv (call->state, call->block_rv)->node, call->target, &shape)
      && shape.nest.block->init != NULL && shape.lane_loop >= 0 && shape.nest.extents[shape.lane_loop] >= shape.lanes)
    sum_loop = find_sum_loop (&shape);
  if (sum_loop >= 0)
    {
      gint read = find_transposed_operand (&shape, sum_loop);

      if (shape.nest.block->n_writes == 1 && lanes_of_sum (&shape, sum_loop) >= MIN_LANES)
        propose_partial_sums (call, &shape, sum_loop, results);
      if (read >= 0)
        propose_transposed_rows (call, &shape, sum_loop, read, results);
    }
  if (results->len == n_before)
    g_ptr_array_add (results, tl_state_ref (call->state));
  return TRUE;
}

const TlScheduleRule tl_rule_lane_sum = {
  .info = {
    .name = "LaneSum",
    .summary = "Vectorizes sums along rows: one vector of partial sums per result, or rows transposed in registers so that each lane is "
               "a result.",
  },
  .apply = apply_lane_sum,
};
