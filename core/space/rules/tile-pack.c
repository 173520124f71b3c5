/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/rules/tile-pack-private.h"

#include "core/space/rules/rule-steps-private.h"

static const TlRegion *
packed_region (const TlTilePack *pack)
{
  return &pack->shape->block->reads[pack->shape->reads[pack->read]];
}

/* The dimension that the lane loop's axis indexes. */
static guint
lane_dim (const TlTilePack *pack)
{
  const TlRegion *region = packed_region (pack);
  const TlVar    *lane = pack->shape->block->axes[pack->shape->axes[pack->shape->lane_loop]].var;
  guint d = 0;

  while (region->ranges[d].min != lane)
    d++;
  return d;
}

static gboolean
is_reduced_dim (const TlTilePack *pack, guint dim)
{
  const TlBlock *block = pack->shape->block;

  for (guint a = 0; a < block->n_axes; a++)
    if (block->axes[a].var == packed_region (pack)->ranges[dim].min)
      return block->axes[a].kind == TL_AXIS_REDUCE;
  return FALSE;
}

/* Dimensions outside of the reduction, panel, those of the reduction, lane: "lambda k, n: (n // 16, k, n % 16)". */
static const TlIndexMap *
panel_map (TlScheduleBuilder *steps, const TlTilePack *pack)
{
  guint          n_dims = packed_region (pack)->buffer->n_dims, lane = lane_dim (pack), n = 0;
  const TlExpr  *lanes = tl_int (steps->arena, pack->shape->lanes);
  const TlVar  **initial = tl_arena_new_array (steps->arena, const TlVar *, n_dims);
  const TlExpr **final = tl_arena_new_array (steps->arena, const TlExpr *, n_dims + 1);

  for (guint d = 0; d < n_dims; d++)
    {
      g_autofree char *name = g_strdup_printf ("i%u", d);

      initial[d] = tl_expr_var (steps->arena, name, TL_INT32);
    }
  for (guint d = 0; d < n_dims; d++)
    if (d != lane && !is_reduced_dim (pack, d))
      final[n++] = initial[d];
  final[n++] = tl_floordiv (steps->arena, initial[lane], lanes);
  for (guint d = 0; d < n_dims; d++)
    if (is_reduced_dim (pack, d))
      final[n++] = initial[d];
  final[n++] = tl_floormod (steps->arena, initial[lane], lanes);
  return tl_index_map_new (steps->arena, initial, n_dims, final, n);
}

/* What stands in the lanes of the last panel that no column fills. */
static TlArg
zero_pad (TlScheduleBuilder *steps, const TlTilePack *pack)
{
  const TlBuffer *buffer = packed_region (pack)->buffer;
  const TlVar   **initial = tl_arena_new_array (steps->arena, const TlVar *, buffer->n_dims + 1);
  const TlExpr   *zero = tl_cast (steps->arena, buffer->dtype, tl_int (steps->arena, 0));

  for (guint d = 0; d <= buffer->n_dims; d++)
    {
      g_autofree char *name = g_strdup_printf ("i%u", d);

      initial[d] = tl_expr_var (steps->arena, name, TL_INT32);
    }
  return tl_arg_index_map (tl_index_map_new (steps->arena, initial, buffer->n_dims + 1, &zero, 1));
}

static void
copy_operand (TlScheduleBuilder *steps, TlTilePack *pack)
{
  guint read = pack->shape->reads[pack->read];

  pack->copy_rv = tl_schedule_builder_do (steps, "cache_read", tl_arg_rv (pack->block_rv), tl_arg_int (read),
                                          tl_schedule_builder_string (steps, "global"));
}

void
tl_tile_pack_vectors (TlScheduleBuilder *steps, TlTilePack *pack)
{
  const TlBuffer *buffer = packed_region (pack)->buffer;
  TlArg  access[2] = { tl_schedule_builder_string (steps, "read"), tl_arg_int (pack->shape->reads[pack->read]) };
  TlArg  pad = { .kind = TL_ARG_NONE };
  gint64 extent = 0;

  copy_operand (steps, pack);
  if (tl_buffer_get_extent (buffer, lane_dim (pack), &extent) && extent % pack->shape->lanes != 0)
    pad = zero_pad (steps, pack);
  tl_schedule_builder_do (steps, "transform_layout", tl_arg_rv (pack->block_rv), tl_arg_list (steps->arena, access, 2),
                          tl_arg_index_map (panel_map (steps, pack)), pad);
}

void
tl_tile_pack_rows (TlScheduleBuilder *steps, TlTilePack *pack)
{
  copy_operand (steps, pack);
}

/* The last two loops, n and k: lanes by lanes pieces are read along k and written along n. */
static void
fill_turned (TlScheduleBuilder *steps, const TlTilePack *pack, guint n, guint k)
{
  TlArg lanes = tl_arg_int (pack->shape->lanes), none = { .kind = TL_ARG_NONE };
  TlArg factors[2] = { none, lanes };
  guint n0 = tl_schedule_builder_do (steps, "split", tl_arg_rv (n), tl_arg_list (steps->arena, factors, 2));
  guint k0 = tl_schedule_builder_do (steps, "split", tl_arg_rv (k), tl_arg_list (steps->arena, factors, 2));
  const guint order[] = { n0, k0, k0 + 1, n0 + 1 };
  TlArg list = tl_schedule_builder_rvs (steps, order, 4);
  guint tile;

  tl_schedule_builder_add (steps, "reorder", &list, 1);
  tile = tl_schedule_builder_do (steps, "cache_read", tl_arg_rv (pack->copy_rv), tl_arg_int (0),
                                 tl_schedule_builder_string (steps, "local"));
  tl_schedule_builder_do (steps, "compute_at", tl_arg_rv (tile), tl_arg_rv (k0));
  tl_rule_write_last (steps, tile, 2, pack->shape->lanes);
  tl_schedule_builder_do (steps, "unroll", tl_arg_rv (k0 + 1));
  tl_schedule_builder_do (steps, "vectorize", tl_arg_rv (n0 + 1));
}

void
tl_tile_fill_vectors (TlScheduleBuilder *steps, const TlTilePack *pack, guint loop_rv)
{
  guint first, n;

  tl_schedule_builder_do (steps, "compute_at", tl_arg_rv (pack->copy_rv), tl_arg_rv (loop_rv));
  if (lane_dim (pack) == packed_region (pack)->buffer->n_dims - 1)
    {
      tl_rule_write_last (steps, pack->copy_rv, 1, pack->shape->lanes);
      return;
    }
  first = tl_schedule_builder_do (steps, "get_loops", tl_arg_rv (pack->copy_rv));
  n = tl_schedule_builder_n_rvs (steps) - first;
  if (n >= 2)
    fill_turned (steps, pack, first + n - 2, first + n - 1);
}

void
tl_tile_fill_rows (TlScheduleBuilder *steps, const TlTilePack *pack, guint loop_rv)
{
  tl_schedule_builder_do (steps, "compute_at", tl_arg_rv (pack->copy_rv), tl_arg_rv (loop_rv));
  tl_rule_write_last (steps, pack->copy_rv, 1, pack->shape->lanes);
}
