/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/rules/tile-shape-private.h"

#include "core/arith/stride.h"
#include "core/base/saturate.h"

/* Ranges of constant size in a buffer of known shape without gaps. */
static gboolean
is_known_place (const TlRegion *region)
{
  gint64 extent;

  for (guint d = 0; d < region->buffer->n_dims; d++)
    if (!tl_expr_get_int (region->ranges[d].extent, &extent) || !tl_buffer_get_extent (region->buffer, d, &extent))
      return FALSE;
  return region->buffer->strides == NULL;
}

static gboolean
read_strides (TlAnalyzer *analyzer, const TlTileShape *shape, const TlRegion *region, gint64 *strides)
{
  const TlExpr *position = is_known_place (region) ? tl_region_position (tl_analyzer_arena (analyzer), region) : NULL;

  for (guint l = 0; position != NULL && l < shape->nest.n; l++)
    if (!tl_expr_stride (analyzer, position, shape->nest.vars[l], &strides[l]))
      return FALSE;
  return position != NULL;
}

static gboolean
is_plain_access (const TlBlockNest *nest, const TlRegion *region)
{
  guint set = 0;

  for (guint d = 0; d < region->buffer->n_dims; d++)
    {
      gint axis = tl_block_nest_axis (nest, region->ranges[d].min);

      if (axis < 0 || (set & 1u << axis) != 0 || !tl_expr_is_int (region->ranges[d].extent, 1))
        return FALSE;
      set |= 1u << axis;
    }
  return TRUE;
}

static gboolean
read_accesses (TlTileShape *shape)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlBlock *block = shape->nest.block;

  for (guint r = 0; r < block->n_reads; r++)
    {
      if (tl_regions_touch (block->writes, block->n_writes, block->reads[r].buffer))
        continue;
      if (shape->n_reads == TL_TILE_MAX_READS || !read_strides (analyzer, shape, &block->reads[r], shape->strides[shape->n_reads]))
        return FALSE;
      shape->is_plain[shape->n_reads] = is_plain_access (&shape->nest, &block->reads[r]);
      shape->reads[shape->n_reads++] = r;
    }
  return read_strides (analyzer, shape, &block->writes[0], shape->out_strides);
}

/* Loops of one iteration have any stride; the longest of those that step by one element runs along the lanes. */
static gint
find_lane_loop (const TlTileShape *shape)
{
  gint found = -1;

  for (guint l = 0; l < shape->nest.n; l++)
    if (!tl_block_nest_reduces (&shape->nest, l) && shape->out_strides[l] == 1
        && (found < 0 || shape->nest.extents[l] > shape->nest.extents[found]))
      found = (gint) l;
  return found;
}

gboolean
tl_tile_shape_read (const TlModule *module, TlNodeId block, const TlTarget *target, TlTileShape *shape)
{
  return tl_tile_shape_read_any (module, block, target, shape) && shape->n_reads > 0 && shape->nest.block->n_writes == 1
         && shape->nest.block->body->kind == TL_STMT_STORE;
}

gboolean
tl_tile_shape_read_any (const TlModule *module, TlNodeId block, const TlTarget *target, TlTileShape *shape)
{
  *shape = (TlTileShape) { .lane_loop = -1 };
  if (!tl_block_nest_match (module, block, &shape->nest, NULL) || !shape->nest.is_direct || shape->nest.block->n_writes == 0)
    return FALSE;
  for (guint l = 0; l < shape->nest.n; l++)
    if (shape->nest.extents[l] < 1)
      return FALSE;
  if (!read_accesses (shape))
    return FALSE;
  shape->lanes = tl_target_lanes (target, shape->nest.block->writes[0].buffer->dtype);
  shape->lane_loop = find_lane_loop (shape);
  return TRUE;
}

gint64
tl_tile_shape_bytes (const TlTileShape *shape)
{
  guint bits = MAX (shape->nest.block->writes[0].buffer->dtype.bits, 8);

  return tl_mul_saturated (tl_block_nest_n_iterations (&shape->nest, shape->nest.spatial), bits) / 8;
}

guint
tl_tile_shape_reused (const TlTileShape *shape, guint loop)
{
  guint reused = 0;

  for (guint r = 0; r < shape->n_reads; r++)
    if (shape->strides[r][loop] == 0)
      reused |= 1u << r;
  return reused;
}
