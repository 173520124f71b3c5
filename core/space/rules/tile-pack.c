/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/rules/tile-pack-private.h"

#include "core/space/rules/rule-steps-private.h"

static const TlRegion *
packed_region (const TlTilePack *pack)
{
  return &pack->shape->nest.block->reads[pack->shape->reads[pack->read]];
}

/* The dimension that the lane loop's axis indexes. */
static guint
lane_dim (const TlTilePack *pack)
{
  const TlRegion *region = packed_region (pack);
  const TlVar    *lane = pack->shape->nest.vars[pack->shape->lane_loop];
  guint d = 0;

  while (region->ranges[d].min != lane)
    d++;
  return d;
}

static gboolean
is_reduced_dim (const TlTilePack *pack, guint dim)
{
  gint axis = tl_block_nest_axis (&pack->shape->nest, packed_region (pack)->ranges[dim].min);

  return axis >= 0 && tl_block_nest_reduces (&pack->shape->nest, axis);
}

/* Dimensions outside of the reduction, panel, those of the reduction, lane: "lambda k, n: (n // 16, k, n % 16)". */
static const TlIndexMap *
panel_map (TlScheduleBuilder *builder, const TlTilePack *pack)
{
  guint          n_dims = packed_region (pack)->buffer->n_dims, lane = lane_dim (pack), n = 0;
  const TlExpr  *lanes = tl_int (builder->arena, pack->shape->lanes);
  const TlVar  **initial = tl_step_map_vars (builder, n_dims);
  const TlExpr **final = tl_arena_new_array (builder->arena, const TlExpr *, n_dims + 1);

  for (guint d = 0; d < n_dims; d++)
    if (d != lane && !is_reduced_dim (pack, d))
      final[n++] = initial[d];
  final[n++] = tl_floordiv (builder->arena, initial[lane], lanes);
  for (guint d = 0; d < n_dims; d++)
    if (is_reduced_dim (pack, d))
      final[n++] = initial[d];
  final[n++] = tl_floormod (builder->arena, initial[lane], lanes);
  return tl_index_map_new (builder->arena, initial, n_dims, final, n);
}

static void
copy_operand (TlScheduleBuilder *builder, TlTilePack *pack)
{
  guint read = pack->shape->reads[pack->read];

  pack->copy_rv = tl_step_cache_read_for_all (builder, pack->block_rv, read, "global");
}

void
tl_tile_pack_vectors (TlScheduleBuilder *builder, TlTilePack *pack)
{
  const TlBuffer *buffer = packed_region (pack)->buffer;
  gint64          extent = 0;
  gboolean        divides = !tl_buffer_get_extent (buffer, lane_dim (pack), &extent) || extent % pack->shape->lanes == 0;

  copy_operand (builder, pack);
  tl_step_transform_layout (builder, pack->block_rv, "read", pack->shape->reads[pack->read], panel_map (builder, pack),
                            divides ? NULL : &buffer->dtype);
}

void
tl_tile_pack_rows (TlScheduleBuilder *builder, TlTilePack *pack)
{
  copy_operand (builder, pack);
}

/* The last two loops, n and k: lanes by lanes pieces are read along k and written along n. */
static void
fill_transposed (TlScheduleBuilder *builder, const TlTilePack *pack, guint n, guint k)
{
  guint n0 = tl_step_split (builder, n, 0, pack->shape->lanes), k0 = tl_step_split (builder, k, 0, pack->shape->lanes), tile;

  tl_step_reorder (builder, n0, k0, k0 + 1, n0 + 1);
  tile = tl_step_cache_read_for_all (builder, pack->copy_rv, 0, "local");
  tl_rule_transpose (builder, tile, k0, k0 + 1, n0 + 1, pack->shape->lanes);
}

void
tl_tile_fill_vectors (TlScheduleBuilder *builder, const TlTilePack *pack, guint loop_rv)
{
  guint first, n;

  tl_step_at (builder, "compute_at", pack->copy_rv, loop_rv);
  if (lane_dim (pack) == packed_region (pack)->buffer->n_dims - 1)
    {
      tl_rule_write_last (builder, pack->copy_rv, 1, pack->shape->lanes);
      return;
    }
  first = tl_step_get_loops (builder, pack->copy_rv, &n);
  if (n >= 2)
    fill_transposed (builder, pack, first + n - 2, first + n - 1);
}

void
tl_tile_fill_rows (TlScheduleBuilder *builder, const TlTilePack *pack, guint loop_rv)
{
  tl_step_at (builder, "compute_at", pack->copy_rv, loop_rv);
  tl_rule_write_last (builder, pack->copy_rv, 1, pack->shape->lanes);
}
