/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LaneSum: sums along rows that lie in memory in one piece, where no operand serves often enough to be worth packing: a vector of partial
 * sums for each of as many results as a vector has lanes; in the end these are turned in registers, so that they are added up as whole
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

#define LEAST_LANES 4

/*
 * The only loop of the reduction, if every operand lies along it or stays the same and one is not at hand as a vector of results; else -1.
 */
static gint
find_sum_loop (const TlTileShape *shape)
{
  gboolean is_turned = FALSE;
  gint     found = -1;

  for (guint l = 0; l < shape->n_loops; l++)
    if (shape->reduces[l])
      {
        if (found >= 0)
          return -1;
        found = (gint) l;
      }
  for (guint r = 0; found >= 0 && r < shape->n_reads; r++)
    {
      if (shape->strides[r][found] < 0 || shape->strides[r][found] > 1)
        return -1;
      is_turned |= shape->strides[r][found] == 1 && shape->strides[r][shape->lane_loop] != 0;
    }
  return is_turned ? found : -1;
}

static guint
split_in_two (TlScheduleBuilder *steps, guint loop, TlArg inner)
{
  TlArg factors[2] = { { .kind = TL_ARG_NONE }, inner };

  return tl_schedule_builder_do (steps, "split", tl_arg_rv (loop), tl_arg_list (steps->arena, factors, 2));
}

/* The final block: as many results as lanes, one lane of their partial sums after the other. Gives the loop over such groups. */
static guint
tile_results (const TlRuleCall *call, TlScheduleBuilder *steps, const TlTileShape *shape)
{
  guint first = tl_schedule_builder_do (steps, "get_loops", tl_arg_rv (call->block_rv)), lane = tl_schedule_builder_n_rvs (steps) - 1;
  guint group = split_in_two (steps, first + (guint) shape->lane_loop, tl_arg_int (shape->lanes));
  const guint order[] = { group, lane, group + 1 };
  TlArg list = tl_schedule_builder_rvs (steps, order, 3);

  tl_schedule_builder_add (steps, "reorder", &list, 1);
  tl_schedule_builder_do (steps, "unroll", tl_arg_rv (lane));
  tl_schedule_builder_do (steps, "vectorize", tl_arg_rv (group + 1));
  tl_rule_parallel (steps, call->target, &first, shape->lane_loop > 0 ? 1 : 0);
  if (shape->lane_loop == 0)
    tl_rule_parallel (steps, call->target, &group, 1);
  return group;
}

static void
write_results (const TlRuleCall *call, TlScheduleBuilder *steps, const TlTileShape *shape, guint group)
{
  gint  epilogue = tl_rule_find_epilogue (steps, call->block_rv);
  guint writer = epilogue >= 0 ? (guint) epilogue
                               : tl_schedule_builder_do (steps, "cache_write", tl_arg_rv (call->block_rv), tl_arg_int (0),
                                                         tl_schedule_builder_string (steps, "local"));

  tl_schedule_builder_do (steps, "reverse_compute_at", tl_arg_rv (writer), tl_arg_rv (group));
  if (epilogue >= 0)
    tl_schedule_builder_do (steps, "set_scope", tl_arg_rv (call->block_rv), tl_arg_int (0), tl_schedule_builder_string (steps, "local"));
  tl_rule_write_last (steps, writer, 1, shape->lanes);
}

static void
write_partial_sums (TlScheduleBuilder *steps, guint partial, guint group)
{
  guint first, n;

  tl_schedule_builder_do (steps, "compute_at", tl_arg_rv (partial), tl_arg_rv (group));
  tl_schedule_builder_do (steps, "set_scope", tl_arg_rv (partial), tl_arg_int (0), tl_schedule_builder_string (steps, "local"));
  first = tl_schedule_builder_do (steps, "get_loops", tl_arg_rv (partial));
  n = tl_schedule_builder_n_rvs (steps) - first;
  if (n >= 3)
    {
      const guint order[] = { first + n - 1, first + n - 2, first + n - 3 };   /* steps of the sum, results, lanes */
      TlArg list = tl_schedule_builder_rvs (steps, order, 3);

      tl_schedule_builder_add (steps, "reorder", &list, 1);
      tl_schedule_builder_do (steps, "vectorize", tl_arg_rv (order[2]));
      tl_schedule_builder_do (steps, "unroll", tl_arg_rv (order[1]));
    }
}

/* Lanes of a partial sum: the most that divide the sum's length, as a sum in steps has no room for a guard. */
static guint
lanes_of_sum (const TlTileShape *shape, gint sum_loop)
{
  guint lanes = shape->lanes;

  while (shape->extents[sum_loop] % lanes != 0)
    lanes /= 2;
  return lanes;
}

static void
propose (TlScheduleBuilder *steps, GPtrArray *results)
{
  TlState *state = tl_schedule_builder_finish (steps, NULL);

  if (state != NULL)
    g_ptr_array_add (results, state);
}

static void
propose_partial_sums (const TlRuleCall *call, const TlTileShape *shape, gint sum_loop, GPtrArray *results)
{
  TlScheduleBuilder steps;
  guint             first, lane, partial, group;

  tl_schedule_builder_init (&steps, call->state);
  first = tl_schedule_builder_do (&steps, "get_loops", tl_arg_rv (call->block_rv));
  lane = split_in_two (&steps, first + (guint) sum_loop, tl_arg_int (lanes_of_sum (shape, sum_loop))) + 1;
  partial = tl_schedule_builder_do (&steps, "rfactor", tl_arg_rv (lane), tl_arg_int (shape->block->writes[0].buffer->n_dims));
  group = tile_results (call, &steps, shape);
  write_results (call, &steps, shape, group);
  write_partial_sums (&steps, partial, group);
  propose (&steps, results);
}

/* The operand whose rows are the results', or -1 if there is none or several. */
static gint
find_turned_operand (const TlTileShape *shape, gint sum_loop)
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

/* What is computed of the sums runs for as many of them as there are lanes; else sums stay where they are. */
static void
go_on_with_sums (const TlRuleCall *call, TlScheduleBuilder *steps, const TlTileShape *shape, guint group)
{
  TlState *mark = tl_schedule_builder_mark (steps);
  guint    consumer = tl_schedule_builder_do (steps, "get_consumers", tl_arg_rv (call->block_rv)),
           n = tl_schedule_builder_n_rvs (steps) - consumer, vector;
  TlArg    factors[3] = { { .kind = TL_ARG_NONE }, tl_arg_int (1), tl_arg_int (shape->lanes) };

  if (n == 1)
    {
      tl_schedule_builder_do (steps, "reverse_compute_at", tl_arg_rv (consumer), tl_arg_rv (group));
      tl_schedule_builder_do (steps, "get_loops", tl_arg_rv (consumer));
      vector = tl_schedule_builder_n_rvs (steps) - 1;
      if (tl_rule_extent (steps, vector) % (4 * (gint64) shape->lanes) == 0)
        factors[1] = tl_arg_int (4);
      vector = tl_schedule_builder_do (steps, "split", tl_arg_rv (vector), tl_arg_list (steps->arena, factors, 3));
      tl_schedule_builder_do (steps, "unroll", tl_arg_rv (vector + 1));
      tl_schedule_builder_do (steps, "vectorize", tl_arg_rv (vector + 2));
      for (guint w = 0; w < shape->block->n_writes; w++)
        tl_schedule_builder_do (steps, "set_scope", tl_arg_rv (call->block_rv), tl_arg_int (w),
                                tl_schedule_builder_string (steps, "local"));
    }
  tl_schedule_builder_accept (steps, mark);
}

/* Rows of the operand turn in registers, so that a lane is a result: also where a block has several. */
static void
propose_transposed_rows (const TlRuleCall *call, const TlTileShape *shape, gint sum_loop, gint read, GPtrArray *results)
{
  TlScheduleBuilder steps;
  guint             first, group, step, tile;
  TlArg             consumers, list;

  tl_schedule_builder_init (&steps, call->state);
  first = tl_schedule_builder_do (&steps, "get_loops", tl_arg_rv (call->block_rv));
  group = split_in_two (&steps, first + (guint) shape->lane_loop, tl_arg_int (shape->lanes));
  step = split_in_two (&steps, first + (guint) sum_loop, tl_arg_int (shape->lanes));
  list = tl_schedule_builder_rvs (&steps, (const guint[]) { group, step, step + 1, group + 1 }, 4);
  tl_schedule_builder_add (&steps, "reorder", &list, 1);
  consumers = tl_schedule_builder_rvs (&steps, &call->block_rv, 1);
  tile = tl_schedule_builder_do (&steps, "cache_read", tl_arg_rv (call->block_rv), tl_arg_int (shape->reads[read]),
                                 tl_schedule_builder_string (&steps, "local"), consumers);
  tl_schedule_builder_do (&steps, "compute_at", tl_arg_rv (tile), tl_arg_rv (step));
  tl_rule_write_last (&steps, tile, 2, shape->lanes);
  tl_schedule_builder_do (&steps, "unroll", tl_arg_rv (step + 1));
  tl_schedule_builder_do (&steps, "vectorize", tl_arg_rv (group + 1));
  go_on_with_sums (call, &steps, shape, group);
  tl_rule_parallel (&steps, call->target, shape->lane_loop > 0 ? &first : &group, 1);
  propose (&steps, results);
}

static gboolean
apply_lane_sum (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  TlTileShape shape;
  guint       n_before = results->len;
  gint        sum_loop = -1;

  if (tl_tile_shape_read_any (tl_state_module (call->state), tl_state_rv (call->state, call->block_rv)->node, call->target, &shape)
      && shape.block->init != NULL && shape.lane_loop >= 0 && shape.extents[shape.lane_loop] >= shape.lanes)
    sum_loop = find_sum_loop (&shape);
  if (sum_loop >= 0)
    {
      gint read = find_turned_operand (&shape, sum_loop);

      if (shape.block->n_writes == 1 && lanes_of_sum (&shape, sum_loop) >= LEAST_LANES)
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
    .summary = "Sums along contiguous rows: one vector of partial sums per result, or rows transposed in registers so that each lane is "
               "a result.",
  },
  .apply = apply_lane_sum,
};
