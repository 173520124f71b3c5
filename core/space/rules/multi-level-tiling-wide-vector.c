/* SPDX-License-Identifier: Apache-2.0 */
/* MultiLevelTilingWideVector: MultiLevelTiling whose innermost tile of the result's last dimension is one wide vector. */
#include "core/space/rules/rule-rows-private.h"
#include "core/space/rules/tiling-private.h"

static gboolean
check (const TlArg *args, char **why)
{
  gint64 bits = tl_component_arg (&tl_rule_multi_level_tiling_wide_vector.info, args, "vector_length_in_bits")->integer;

  if (bits < 8)
    {
      *why = g_strdup ("vector_length_in_bits must be at least 8");
      return FALSE;
    }
  return tl_tiling_check (&tl_rule_multi_level_tiling_wide_vector.info, args, why);
}

/* Whether the loop walks along the last dimension of what the block writes. */
static gboolean
is_vector_loop (const TlBlock *block, const TlLoop *loop)
{
  const TlRegion *write = &block->writes[0];
  const TlExpr *last = write->buffer->n_dims > 0 ? write->ranges[write->buffer->n_dims - 1].min : NULL;

  for (guint i = 0; i < block->n_axes; i++)
    if (block->bindings[i] == loop->var)
      return block->axes[i].var == last;
  return FALSE;
}

/* The loop is one vector at most: it stays whole. */
static void
keep_whole (TlScheduleBuilder *builder, guint loop_rv, gint64 extent, guint n_tiles, guint *loops)
{
  TlArg factors[TL_MAX_TILE_LEVELS] = { TL_STEP_INFERRED };
  guint first;

  for (guint i = 0; i < n_tiles; i++)
    factors[i] = tl_arg_int (i + 1 == n_tiles ? extent : 1);
  first = tl_step_split_list (builder, loop_rv, factors, n_tiles);
  for (guint i = 0; i < n_tiles; i++)
    loops[i] = first + i;
}

static void
split_vector (const TlTiling *tiling, TlScheduleBuilder *builder, guint block_rv, guint loop_rv, guint n_tiles, guint *loops)
{
  const TlStmt *block = tl_schedule_builder_stmt (builder, block_rv), *loop = tl_schedule_builder_stmt (builder, loop_rv);
  gint64 lanes, extent;
  guint first;

  if (!block || !loop || !is_vector_loop (&block->block, &loop->loop) || !tl_expr_get_int (loop->loop.extent, &extent))
    {
      tl_tiling_split_perfect (tiling, builder, block_rv, loop_rv, n_tiles, loops);
      return;
    }
  lanes = MAX (tiling->vector_bits / block->block.writes[0].buffer->dtype.bits, 1);
  if (extent <= lanes)
    {
      keep_whole (builder, loop_rv, extent, n_tiles, loops);
      return;
    }
  first = tl_step_split (builder, loop_rv, 0, lanes);
  if (n_tiles > 2)
    tl_tiling_split_perfect (tiling, builder, block_rv, first, n_tiles - 1, loops);
  else
    loops[0] = first;
  loops[n_tiles - 1] = first + 1;
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  const TlComponentInfo *info = &tl_rule_multi_level_tiling_wide_vector.info;
  g_autoptr (TlTiles) tiles = NULL;
  TlTiling tiling;

  tl_tiling_read_args (&tiling, info, call);
  tiling.vector_bits = tl_component_arg (info, call->args, "vector_length_in_bits")->integer;
  tiling.split = split_vector;
  tiles = tl_tiling_begin (&tiling, call);
  return (tiles && tl_tiling_apply (&tiling, tiles, results)) || tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_multi_level_tiling_wide_vector = {
  .info = {
    .name = "MultiLevelTilingWideVector",
    .summary = "Tiles blocks with data reuse for vectors of a given width.",
    TL_PRIMITIVE_PARAMS (
        TL_TILING_PARAM_STRUCTURE,
        { .name = "vector_length_in_bits", .kind = TL_PARAM_INT, .default_text = "1024",
          .help = "Width of the vectors of the target in bits." },
        TL_TILING_PARAM_INNERMOST, TL_TILING_PARAM_READ, TL_TILING_PARAM_WRITE),
    .check = check,
  },
  .apply = apply,
};
