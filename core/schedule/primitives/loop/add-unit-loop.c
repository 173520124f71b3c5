/* SPDX-License-Identifier: Apache-2.0 */
/* Invariant: a loop that runs once changes nothing. */
#include "core/schedule/primitive.h"

static gboolean
add_unit_loop_apply (TlPrimitiveCall *call, GError **error)
{
  TlArena           *arena = call->builder.arena;
  g_autoptr (TlPath) path = tl_path_find (call->module, call->args[0].node);
  const TlStmt      *target, *loop;

  if (path == NULL)
    return tl_refuse (error, NULL, 0, NULL, "the loop or block is no longer in the program");
  target = tl_path_target (path);
  if (path->n == 1)
    return tl_refuse (error, &target->block.id, 1, NULL, "a loop cannot be placed around the root block of a function");
  loop = tl_stmt_for (&call->builder, tl_expr_var (arena, "u", TL_INT32), tl_int (arena, 1), target);
  tl_call_output_node (call, TL_RV_LOOP, loop->loop.id);
  tl_call_replace (call, path, loop);
  return TRUE;
}

const TlPrimitive tl_primitive_add_unit_loop = {
  .name = "add_unit_loop",
  .kind = "AddUnitLoop",
  .title = "Add Unit Loop",
  .family = TL_FAMILY_LOOP,
  .summary = "Put a loop of extent 1 around a block or loop.",
  .sketch = "S  →  for u in range(1): S",
  TL_PRIMITIVE_PARAMS (
      { "block_or_loop", TL_PARAM_BLOCK_OR_LOOP, TL_PARAM_IS_INPUT, NULL, "Block or loop to be enclosed by the new loop." }),
  .n_outputs = 1,
  .apply = add_unit_loop_apply,
  .sentence = "Add a unit loop around {block_or_loop}",
};
