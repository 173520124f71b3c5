/* SPDX-License-Identifier: Apache-2.0 */
/*
 * VectorLoop: blocks without reduction, as fast as memory lets them:
 *
 *     contiguous     loops that run on without a gap become one, written out as a sampled number of vectors
 *     by rows        else the loop along the result's rows does, if its operands lie along it
 *     transposed         an operand that lies across it is read by rows of a tile that is transposed in registers, some tiles at a time
 *
 * Results that exceed the second-level cache may bypass the caches: a sampled choice, as it pays only if they are not needed soon.
 * Blocks that other rules have placed inside of loops are left alone.
 */
#include "core/base/saturate.h"
#include "core/space/rules/rule-steps-private.h"
#include "core/space/rules/rule-rows-private.h"
#include "core/space/rules/tile-shape-private.h"

typedef struct
{
  const TlRuleCall *call;
  TlTileShape       shape;
} VectorLoop;

static const gint64 vector_counts[] = { 4, 2, 1, 8 };

/* All accesses continue without a gap from one iteration of the outer loop to the next, or are the same over both loops. */
static gboolean
runs_on (const TlTileShape *shape, guint outer)
{
  gint64 extent = shape->nest.extents[outer + 1];

  for (guint r = 0; r < shape->n_reads; r++)
    if (shape->strides[r][outer] != tl_mul_saturated (shape->strides[r][outer + 1], extent))
      return FALSE;
  return shape->out_strides[outer] == tl_mul_saturated (shape->out_strides[outer + 1], extent);
}

static gboolean
is_contiguous (const TlTileShape *shape)
{
  for (guint l = 0; l + 1 < shape->nest.n; l++)
    if (!runs_on (shape, l))
      return FALSE;
  return TRUE;
}

/*
 * The only operand that does not lie along the lane loop but along another one, and that loop; -1 if there is none, -2 if turning does not
 * help.
 */
static gint
find_transposed (const TlTileShape *shape, guint *across)
{
  gint found = -1;

  for (guint r = 0; r < shape->n_reads; r++)
    {
      gint64 stride = shape->strides[r][shape->lane_loop];

      if (stride == 0 || stride == 1)
        continue;
      if (found >= 0)
        return -2;
      found = (gint) r;
      *across = shape->nest.n;
      for (guint l = 0; l < shape->nest.n; l++)
        if (shape->strides[r][l] == 1 && shape->nest.extents[l] >= shape->lanes)
          *across = l;
      if (*across == shape->nest.n || shape->nest.extents[shape->lane_loop] < shape->lanes || !shape->is_plain[r])
        return -2;
    }
  return found;
}

static void
write_in_vectors (const VectorLoop *v, TlScheduleBuilder *builder, guint loop, gint64 extent)
{
  guint first;

  if (extent <= v->shape.lanes)
    {
      tl_step (builder, "vectorize", loop);
      return;
    }
  first = tl_rule_vectorize_sampled (builder, loop, vector_counts, G_N_ELEMENTS (vector_counts), v->shape.lanes);
  tl_rule_store_nontemporal (builder, v->call->target, first, tl_tile_shape_bytes (&v->shape));
}

/* Cores get pieces of PIECE elements of one long loop: longer than a page, so that they do not share one. */
#define PIECE 16384

static void
write_contiguous (const VectorLoop *v, TlScheduleBuilder *builder)
{
  gint64 n = tl_block_nest_n_iterations (&v->shape.nest, v->shape.nest.spatial);
  guint  loop = v->shape.nest.loops[0];

  if (v->shape.nest.n > 1)
    loop = tl_step_fuse_loops (builder, v->shape.nest.loops, v->shape.nest.n);
  if (v->call->target->num_cores > 1 && n > PIECE)
    {
      guint pieces = tl_step_split (builder, loop, 0, PIECE);

      tl_rule_parallel (builder, v->call->target, &pieces, 1);
      loop = pieces + 1;
      n = PIECE;
    }
  write_in_vectors (v, builder, loop, n);
}

static void
write_by_rows (const VectorLoop *v, TlScheduleBuilder *builder)
{
  const TlBlockNest *nest = &v->shape.nest;
  guint              lane = nest->loops[v->shape.lane_loop], outer[TL_NEST_MAX_LOOPS];
  guint              n = tl_block_nest_list (nest, ~(1u << v->shape.lane_loop), outer);

  tl_rule_parallel (builder, v->call->target, outer, n);
  if ((guint) v->shape.lane_loop + 1 < nest->n)
    tl_step_reorder_behind (builder, outer, n, &lane, 1);
  write_in_vectors (v, builder, lane, v->shape.nest.extents[v->shape.lane_loop]);
}

/* Tiles of lanes by lanes, a sampled number of them one after the other across the operand and along the result. */
static void
write_transposed (const VectorLoop *v, TlScheduleBuilder *builder, guint read, guint across)
{
  static const gint64 n_across[] = { 64, 16, 256, 1 }, n_along[] = { 2, 1, 4 };
  guint outer[TL_NEST_MAX_LOOPS + 1], n_outer, loops[2], tile;

  for (guint i = 0; i < 2; i++)
    {
      guint l = i == 0 ? across : (guint) v->shape.lane_loop;
      const gint64 *n_tiles = i == 0 ? n_across : n_along;
      gint64 values[G_N_ELEMENTS (n_across)], extent = (v->shape.nest.extents[l] - 1) / v->shape.lanes + 1;
      guint n = 0;

      for (guint k = 0; k < (i == 0 ? G_N_ELEMENTS (n_across) : G_N_ELEMENTS (n_along)); k++)
        if (extent % n_tiles[k] == 0)
          values[n++] = n_tiles[k];
      loops[i] = tl_step_split_args (builder, v->shape.nest.loops[l], TL_STEP_INFERRED,
                                     tl_arg_rv (tl_step_sample_one_of (builder, values, n)), tl_arg_int (v->shape.lanes));
    }
  n_outer = tl_block_nest_list (&v->shape.nest, ~(1u << across | 1u << v->shape.lane_loop), outer);
  tl_step_reorder_behind (builder, outer, n_outer,
                          TL_STEP_LIST (guint, loops[0], loops[1], loops[0] + 1, loops[1] + 1, loops[0] + 2, loops[1] + 2));
  tile = tl_step_cache_read_for_all (builder, v->call->block_rv, v->shape.reads[read], "local");
  tl_rule_transpose (builder, tile, loops[1] + 1, loops[0] + 2, loops[1] + 2, v->shape.lanes);
  outer[n_outer++] = loops[0];
  tl_rule_parallel (builder, v->call->target, outer, n_outer);
  tl_rule_store_nontemporal (builder, v->call->target, loops[1], tl_tile_shape_bytes (&v->shape));
}

static gboolean
fits (VectorLoop *v)
{
  const TlTileShape *shape = &v->shape;

  if (!tl_tile_shape_read_any (tl_state_module (v->call->state), tl_state_rv (v->call->state, v->call->block_rv)->node, v->call->target,
                               &v->shape)
      || shape->nest.block->init != NULL || shape->nest.block->n_writes != 1 || shape->nest.block->body->kind != TL_STMT_STORE
      || shape->lane_loop < 0 || shape->nest.extents[shape->lane_loop] < 2)
    return FALSE;
  for (guint l = 0; l < shape->nest.n; l++)
    if (tl_block_nest_reduces (&shape->nest, l))
      return FALSE;
  return TRUE;
}

static gboolean
apply_vector_loop (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  VectorLoop v = { .call = call };
  TlState   *state = NULL;

  if (fits (&v))
    {
      guint             across = 0;
      gint              transposed = find_transposed (&v.shape, &across);
      TlScheduleBuilder builder;

      tl_schedule_builder_init (&builder, call->state);
      tl_block_nest_get_loops (&builder, call->block_rv, &v.shape.nest);
      if (is_contiguous (&v.shape))
        write_contiguous (&v, &builder);
      else if (transposed >= 0)
        write_transposed (&v, &builder, (guint) transposed, across);
      else
        write_by_rows (&v, &builder);
      state = tl_schedule_builder_finish (&builder, NULL);
    }
  g_ptr_array_add (results, state != NULL ? state : tl_state_ref (call->state));
  return TRUE;
}

const TlScheduleRule tl_rule_vector_loop = {
  .info = {
    .name = "VectorLoop",
    .summary = "Vectorizes blocks without reduction: fuses contiguous loops, transposes strided operands in registers.",
  },
  .apply = apply_vector_loop,
};
