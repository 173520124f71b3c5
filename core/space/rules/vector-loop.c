/* SPDX-License-Identifier: Apache-2.0 */
/*
 * VectorLoop: blocks without reduction, as fast as memory lets them:
 *
 *     contiguous     loops that run on without a gap become one, written out as a sampled number of vectors
 *     by rows        else the loop along the result's rows does, if its operands lie along it
 *     turned         an operand that lies across it is read by rows of a tile that turns in registers, some tiles at a time
 *
 * Results that do not stay in the second cache may go past the caches: a sampled choice, as it pays only if nobody needs them soon.
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
  guint             first_loop;
} VectorLoop;

static const gint64 vector_counts[] = { 4, 2, 1, 8 };

/* One turn of the outer loop is one whole run of the inner, for every access; an operand may also stay the same over both. */
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
find_turned (const TlTileShape *shape, guint *across)
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

/* Numbers of vectors that divide the loop, as far as any do. */
static guint
sample_vectors (const VectorLoop *v, TlScheduleBuilder *steps, gint64 extent)
{
  gint64 values[G_N_ELEMENTS (vector_counts)];
  guint  n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (vector_counts); i++)
    if (extent % (vector_counts[i] * v->shape.lanes) == 0 || vector_counts[i] == 1)
      values[n++] = vector_counts[i];
  return tl_step_sample_one_of (steps, values, n);
}

static void
write_in_vectors (const VectorLoop *v, TlScheduleBuilder *steps, guint loop, gint64 extent)
{
  guint first;

  if (extent <= v->shape.lanes)
    {
      tl_step (steps, "vectorize", loop);
      return;
    }
  first = tl_step_vectorize_by (steps, loop, tl_arg_rv (sample_vectors (v, steps, extent)), v->shape.lanes);
  tl_rule_store_past_caches (steps, v->call->target, first, tl_tile_shape_bytes (&v->shape));
}

/* Cores get pieces of PIECE elements of one long loop: longer than a page, so that they do not share one. */
#define PIECE 16384

static void
write_contiguous (const VectorLoop *v, TlScheduleBuilder *steps)
{
  gint64 n = tl_tile_shape_elements (&v->shape);
  guint  loop = v->first_loop;

  if (v->shape.nest.n > 1)
    loop = tl_step_fuse_from (steps, v->first_loop, v->shape.nest.n);
  if (v->call->target->num_cores > 1 && n > PIECE)
    {
      guint pieces = tl_step_split (steps, loop, 0, PIECE);

      tl_rule_parallel (steps, v->call->target, &pieces, 1);
      loop = pieces + 1;
      n = PIECE;
    }
  write_in_vectors (v, steps, loop, n);
}

static void
write_by_rows (const VectorLoop *v, TlScheduleBuilder *steps)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  guint lane = v->first_loop + (guint) v->shape.lane_loop;

  for (guint l = 0; l < v->shape.nest.n; l++)
    if ((gint) l != v->shape.lane_loop)
      {
        guint loop = v->first_loop + l;

        g_array_append_val (order, loop);
      }
  tl_rule_parallel (steps, v->call->target, (const guint *) (gpointer) order->data, order->len);
  if ((guint) v->shape.lane_loop + 1 < v->shape.nest.n)
    {
      g_array_append_val (order, lane);
      tl_step_reorder_loops (steps, (const guint *) (gpointer) order->data, order->len);
    }
  write_in_vectors (v, steps, lane, v->shape.nest.extents[v->shape.lane_loop]);
}

/* Tiles of lanes by lanes, a sampled number of them one after the other across the operand and along the result. */
static void
write_turned (const VectorLoop *v, TlScheduleBuilder *steps, guint read, guint across)
{
  static const gint64 n_across[] = { 64, 16, 256, 1 }, n_along[] = { 2, 1, 4 };
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  guint loops[2], tile;

  for (guint i = 0; i < 2; i++)
    {
      guint l = i == 0 ? across : (guint) v->shape.lane_loop;
      const gint64 *n_tiles = i == 0 ? n_across : n_along;
      gint64 values[G_N_ELEMENTS (n_across)], extent = (v->shape.nest.extents[l] - 1) / v->shape.lanes + 1;
      guint n = 0;

      for (guint k = 0; k < (i == 0 ? G_N_ELEMENTS (n_across) : G_N_ELEMENTS (n_along)); k++)
        if (extent % n_tiles[k] == 0)
          values[n++] = n_tiles[k];
      loops[i] = tl_step_split_args (steps, v->first_loop + l, TL_STEP_INFERRED, tl_arg_rv (tl_step_sample_one_of (steps, values, n)),
                                     tl_arg_int (v->shape.lanes));
    }
  for (guint l = 0; l < v->shape.nest.n; l++)
    if (l != across && (gint) l != v->shape.lane_loop)
      g_array_append_vals (order, &(guint) { v->first_loop + l }, 1);
  g_array_append_vals (order, (const guint[]) { loops[0], loops[1], loops[0] + 1, loops[1] + 1, loops[0] + 2, loops[1] + 2 }, 6);
  tl_step_reorder_loops (steps, (const guint *) (gpointer) order->data, order->len);
  tile = tl_step_cache_read_for_all (steps, v->call->block_rv, v->shape.reads[read], "local");
  tl_rule_transpose (steps, tile, loops[1] + 1, loops[0] + 2, loops[1] + 2, v->shape.lanes);
  tl_rule_parallel (steps, v->call->target, (const guint *) (gpointer) order->data, order->len - 5);
  tl_rule_store_past_caches (steps, v->call->target, loops[1], tl_tile_shape_bytes (&v->shape));
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
      gint              turned = find_turned (&v.shape, &across);
      TlScheduleBuilder steps;

      tl_schedule_builder_init (&steps, call->state);
      v.first_loop = tl_step (&steps, "get_loops", call->block_rv);
      if (is_contiguous (&v.shape))
        write_contiguous (&v, &steps);
      else if (turned >= 0)
        write_turned (&v, &steps, (guint) turned, across);
      else
        write_by_rows (&v, &steps);
      state = tl_schedule_builder_finish (&steps, NULL);
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
