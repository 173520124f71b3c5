/* SPDX-License-Identifier: Apache-2.0 */
/* Invariant: the order in which a block lists its axes has no effect on what it computes; each keeps its binding. */
#include "core/schedule/primitive.h"

static gboolean
check_order (const TlBlock *block, const TlArg *order, GError **error)
{
  g_autofree gboolean *is_named = g_new0 (gboolean, MAX (block->n_axes, 1));

  if (order->n_items != block->n_axes)
    return tl_refuse (error, &block->id, 1, NULL, "block %s has %u axes, but the new order lists %u", block->name, block->n_axes,
                      order->n_items);
  for (guint i = 0; i < order->n_items; i++)
    {
      gint64 index = order->items[i].integer;

      if (index < 0 || index >= block->n_axes)
        return tl_refuse (error, &block->id, 1, NULL, "the new order names axis %" G_GINT64_FORMAT ", block %s has axes 0 to %u", index,
                          block->name, block->n_axes - 1);
      if (is_named[index])
        return tl_refuse (error, &block->id, 1, NULL, "the new order names axis %" G_GINT64_FORMAT " of block %s twice", index,
                          block->name);
      is_named[index] = TRUE;
    }
  return TRUE;
}

static gboolean
reorder_block_iter_var_apply (TlPrimitiveCall *call, GError **error)
{
  TlArena            *arena = call->builder.arena;
  const TlArg        *order = &call->args[1];
  g_autoptr (TlPath)  path = NULL;
  TlBlock             block;
  TlBlockAxis        *axes;
  const TlExpr      **bindings;

  if (!tl_call_find_block (call, &call->args[0], &path, error) || !check_order (&tl_path_target (path)->block, order, error))
    return FALSE;
  block = tl_path_target (path)->block;
  axes = tl_arena_new_array (arena, TlBlockAxis, MAX (block.n_axes, 1));
  bindings = tl_arena_new_array (arena, const TlExpr *, MAX (block.n_axes, 1));
  for (guint i = 0; i < block.n_axes; i++)
    {
      axes[i] = block.axes[order->items[i].integer];
      bindings[i] = block.bindings[order->items[i].integer];
    }
  block.axes = axes;
  block.bindings = bindings;
  tl_call_replace (call, path, tl_stmt_block (arena, &block));
  return TRUE;
}

const TlPrimitive tl_primitive_reorder_block_iter_var = {
  .name = "reorder_block_iter_var",
  .kind = "ReorderBlockIterVar",
  .title = "Reorder Block Axes",
  .family = TL_FAMILY_LOOP,
  .summary = "Change the order of the axes of a block.",
  .sketch = "vi, vj, vk = remap(\"SSR\", [i, j, k])  →  vk, vi, vj = remap(\"RSS\", [k, i, j])",
  TL_PRIMITIVE_PARAMS (
      { "block", TL_PARAM_BLOCK, TL_PARAM_IS_INPUT, NULL, "Block whose axes are reordered." },
      { "new_order", TL_PARAM_INTS, TL_PARAM_IS_INPUT, NULL, "Indices of the axes in their new order, each exactly once." }),
  .apply = reorder_block_iter_var_apply,
  .sentence = "Reorder the axes of {block}",
};
