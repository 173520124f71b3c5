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

  for (guint l = 0; position != NULL && l < shape->n_loops; l++)
    if (!tl_expr_stride (analyzer, position, shape->block->axes[shape->axes[l]].var, &strides[l]))
      return FALSE;
  return position != NULL;
}

static gboolean
is_axis (const TlBlock *block, const TlExpr *expr)
{
  for (guint a = 0; a < block->n_axes; a++)
    if (block->axes[a].var == expr)
      return TRUE;
  return FALSE;
}

static gboolean
is_plain_access (const TlBlock *block, const TlRegion *region)
{
  for (guint d = 0; d < region->buffer->n_dims; d++)
    {
      if (!is_axis (block, region->ranges[d].min) || !tl_expr_is_int (region->ranges[d].extent, 1))
        return FALSE;
      for (guint e = 0; e < d; e++)
        if (region->ranges[e].min == region->ranges[d].min)
          return FALSE;
    }
  return TRUE;
}

static gboolean
read_loop (TlTileShape *shape, guint l, const TlStmt *stmt)
{
  const TlLoop *loop = &stmt->loop;

  if (loop->kind != TL_LOOP_SERIAL || loop->annotations.n > 0 || loop->step != NULL || !tl_expr_is_int (loop->min, 0)
      || !tl_expr_get_int (loop->extent, &shape->extents[l]) || shape->extents[l] < 1
      || (loop->body->kind != TL_STMT_FOR && loop->body->kind != TL_STMT_BLOCK))
    return FALSE;
  for (guint a = 0; a < shape->block->n_axes; a++)
    if (shape->block->bindings[a] == loop->var)
      {
        shape->axes[l] = a;
        shape->reduces[l] = shape->block->axes[a].kind == TL_AXIS_REDUCE;
        return shape->reduces[l] || shape->block->axes[a].kind == TL_AXIS_SPATIAL;
      }
  return FALSE;
}

static gboolean
read_loops (TlTileShape *shape, GPtrArray *loops)
{
  if (loops->len > TL_TILE_MOST_LOOPS || loops->len != shape->block->n_axes || loops->len == 0)
    return FALSE;
  shape->n_loops = loops->len;
  for (guint l = 0; l < loops->len; l++)
    if (!read_loop (shape, l, loops->pdata[l]))
      return FALSE;
  return TRUE;
}

static gboolean
is_updated (const TlBlock *block, const TlBuffer *buffer)
{
  for (guint w = 0; w < block->n_writes; w++)
    if (block->writes[w].buffer == buffer)
      return TRUE;
  return FALSE;
}

static gboolean
read_accesses (TlTileShape *shape)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlBlock *block = shape->block;

  for (guint r = 0; r < block->n_reads; r++)
    {
      if (is_updated (block, block->reads[r].buffer))
        continue;
      if (shape->n_reads == TL_TILE_MOST_READS || !read_strides (analyzer, shape, &block->reads[r], shape->strides[shape->n_reads]))
        return FALSE;
      shape->is_plain[shape->n_reads] = is_plain_access (block, &block->reads[r]);
      shape->reads[shape->n_reads++] = r;
    }
  return read_strides (analyzer, shape, &block->writes[0], shape->out_strides);
}

/* Loops of one turn have any stride; the longest of those that step by one element runs along the lanes. */
static gint
find_lane_loop (const TlTileShape *shape)
{
  gint found = -1;

  for (guint l = 0; l < shape->n_loops; l++)
    if (!shape->reduces[l] && shape->out_strides[l] == 1 && (found < 0 || shape->extents[l] > shape->extents[found]))
      found = (gint) l;
  return found;
}

gboolean
tl_tile_shape_read (const TlModule *module, TlNodeId block, const TlTarget *target, TlTileShape *shape)
{
  return tl_tile_shape_read_any (module, block, target, shape) && shape->n_reads > 0 && shape->block->n_writes == 1
         && shape->block->body->kind == TL_STMT_STORE;
}

gboolean
tl_tile_shape_read_any (const TlModule *module, TlNodeId block, const TlTarget *target, TlTileShape *shape)
{
  g_autoptr (TlPath) path = tl_path_find (module, block);
  g_autoptr (GPtrArray) loops = path != NULL && tl_path_target (path)->kind == TL_STMT_BLOCK ? tl_path_loops (path) : NULL;

  *shape = (TlTileShape) { .lane_loop = -1 };
  if (loops == NULL || tl_path_scope (path) == NULL)
    return FALSE;
  shape->block = &tl_path_target (path)->block;
  if (shape->block->predicate != NULL || shape->block->n_writes == 0 || !read_loops (shape, loops) || !read_accesses (shape))
    return FALSE;
  shape->lanes = MAX (target->vector_bits / MAX (shape->block->writes[0].buffer->dtype.bits, 8), 1);
  shape->lane_loop = find_lane_loop (shape);
  return TRUE;
}

gint64
tl_tile_shape_elements (const TlTileShape *shape)
{
  gint64 n = 1;

  for (guint l = 0; l < shape->n_loops; l++)
    n = tl_mul_saturated (n, shape->reduces[l] ? 1 : shape->extents[l]);
  return n;
}

gint64
tl_tile_shape_bytes (const TlTileShape *shape)
{
  return tl_mul_saturated (tl_tile_shape_elements (shape), MAX (shape->block->writes[0].buffer->dtype.bits, 8)) / 8;
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
