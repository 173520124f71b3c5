/* SPDX-License-Identifier: Apache-2.0 */
/* Invariant: looking something up never changes the program. */
#include <string.h>

#include "core/schedule/primitives/block-edit-private.h"

/* "A, B and C": the names of the function's blocks. */
static char *
list_names (GPtrArray *blocks)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < blocks->len && i < 12; i++)
    {
      const TlStmt *block = g_ptr_array_index (blocks, i);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", block->block.name);
    }
  if (blocks->len > 12)
    g_string_append (names, " …");
  return g_string_free (names, FALSE);
}

static gboolean
get_block_apply (TlPrimitiveCall *call, GError **error)
{
  const char           *name = call->args[0].string;
  const char           *func_name = call->args[1].string;
  const TlPrimFunc     *func = tl_module_prim (call->module, func_name);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (func->body);
  g_autoptr (GArray)    found = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  g_autofree char      *names = NULL;

  if (strcmp (func->body->block.name, name) == 0)
    g_array_append_val (found, func->body->block.id);
  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt *block = g_ptr_array_index (blocks, i);

      if (block != func->body && strcmp (block->block.name, name) == 0)
        g_array_append_val (found, block->block.id);
    }
  if (found->len == 1)
    {
      tl_call_output_node (call, TL_RV_BLOCK, g_array_index (found, TlNodeId, 0));
      return TRUE;
    }
  if (found->len > 1)
    return tl_refuse (error, (const TlNodeId *) found->data, found->len, "use get_child_blocks of an enclosing block",
                      "%u blocks of function '%s' are named '%s'", found->len, func_name, name);
  names = list_names (blocks);
  return tl_refuse (error, NULL, 0, NULL, "function '%s' has no block named '%s'; its blocks are %s", func_name, name,
                    blocks->len > 0 ? names : "none");
}

const TlPrimitive tl_primitive_get_block = {
  .name = "get_block",
  .kind = "GetBlock",
  .sblock_name = "get_sblock",
  .sblock_kind = "GetSBlock",
  .title = "Get Block",
  .family = TL_FAMILY_GET,
  .summary = "Find a block by its name.",
  .sketch = "b = the one block named C",
  .is_pure = TRUE,
  TL_PRIMITIVE_PARAMS (
      { "name", TL_PARAM_STRING, 0, NULL, "Name of the block." },
      { "func_name", TL_PARAM_FUNCTION, TL_PARAM_IS_OPTIONAL, "None", "Function that contains it; default: the entry function." }),
  .n_outputs = 1,
  .apply = get_block_apply,
  .sentence = "Get block {name}",
};

static gboolean
get_loops_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath)    path = NULL;
  g_autoptr (GPtrArray) loops = NULL;

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return FALSE;
  loops = tl_path_loops (path);
  for (guint i = 0; i < loops->len; i++)
    tl_call_output_node (call, TL_RV_LOOP, ((const TlStmt *) g_ptr_array_index (loops, i))->loop.id);
  return TRUE;
}

const TlPrimitive tl_primitive_get_loops = {
  .name = "get_loops",
  .kind = "GetLoops",
  .title = "Get Loops",
  .family = TL_FAMILY_GET,
  .summary = "List the loops of a block within its scope, outermost first.",
  .sketch = "i, j, k = the loops of for i, j, k in grid(…): C",
  .is_pure = TRUE,
  TL_PRIMITIVE_PARAMS ({ "block", TL_PARAM_BLOCK, TL_PARAM_IS_INPUT, NULL, "Block to query." }),
  .n_outputs = -1,
  .apply = get_loops_apply,
  .sentence = "Get the loops of {block}",
};

static gboolean
get_child_blocks_apply (TlPrimitiveCall *call, GError **error)
{
  const TlStmt         *parent = tl_module_find (call->module, call->args[0].node);
  g_autoptr (GPtrArray) children = NULL;

  if (parent == NULL)
    return tl_refuse (error, NULL, 0, NULL, "the loop or block is no longer in the program");
  children = tl_stmt_child_blocks (parent);
  for (guint i = 0; i < children->len; i++)
    tl_call_output_node (call, TL_RV_BLOCK, ((const TlStmt *) g_ptr_array_index (children, i))->block.id);
  return TRUE;
}

const TlPrimitive tl_primitive_get_child_blocks = {
  .name = "get_child_blocks",
  .kind = "GetChildBlocks",
  .title = "Get Child Blocks",
  .family = TL_FAMILY_GET,
  .summary = "List the outermost blocks below a block or loop, in program order.",
  .sketch = "a, b = the blocks of for i: (for j: A; for j: B)",
  .is_pure = TRUE,
  TL_PRIMITIVE_PARAMS (
      { "block_or_loop", TL_PARAM_BLOCK_OR_LOOP, TL_PARAM_IS_INPUT | TL_PARAM_POSITIONAL, NULL, "Block or loop to query." }),
  .n_outputs = -1,
  .apply = get_child_blocks_apply,
  .sentence = "Get the blocks below {block_or_loop}",
};

/* The scope of the block that the first argument names; NULL with a refusal for the root block. */
static TlScopeInfo *
scope_of_block (TlPrimitiveCall *call, const TlStmt **block, GError **error)
{
  g_autoptr (TlPath) path = NULL;

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return NULL;
  *block = tl_path_target (path);
  if (path->n > 1)
    return tl_path_scope_info (call->builder.arena, call->module, path);
  tl_refuse (error, &(*block)->block.id, 1, NULL,
             "the root block has no producers or consumers: it is the outermost scope of its function");
  return NULL;
}

static void
output_block (TlPrimitiveCall *call, const TlStmt *block)
{
  for (guint i = 0; i < call->n_outputs; i++)
    if (call->outputs[i].node == block->block.id)
      return;
  tl_call_output_node (call, TL_RV_BLOCK, block->block.id);
}

static void
output_producers (TlPrimitiveCall *call, GPtrArray *producers, const TlBuffer *buffer)
{
  for (guint i = 0; i < producers->len; i++)
    {
      const TlStmt *producer = g_ptr_array_index (producers, i);

      for (guint j = 0; j < producer->block.n_writes; j++)
        if (producer->block.writes[j].buffer == buffer)
          output_block (call, producer);
    }
}

/* In TVM's order: for each buffer that the block reads, then for each that it overwrites, who wrote it. */
static gboolean
get_producers_apply (TlPrimitiveCall *call, GError **error)
{
  const TlStmt           *block;
  g_autoptr (TlScopeInfo) scope = scope_of_block (call, &block, error);
  g_autoptr (GPtrArray)   producers = NULL;

  if (scope == NULL)
    return FALSE;
  producers = tl_scope_info_producers (scope, block);
  for (guint i = 0; i < block->block.n_reads; i++)
    output_producers (call, producers, block->block.reads[i].buffer);
  for (guint i = 0; i < block->block.n_writes; i++)
    output_producers (call, producers, block->block.writes[i].buffer);
  return TRUE;
}

static gboolean
get_consumers_apply (TlPrimitiveCall *call, GError **error)
{
  const TlStmt           *block;
  g_autoptr (TlScopeInfo) scope = scope_of_block (call, &block, error);
  g_autoptr (GPtrArray)   consumers = NULL;

  if (scope == NULL)
    return FALSE;
  consumers = tl_scope_info_consumers (scope, block);
  for (guint i = 0; i < consumers->len; i++)
    output_block (call, g_ptr_array_index (consumers, i));
  return TRUE;
}

/* Blocks inside of a T.init cannot be handled and are passed over. */
static gboolean
get_output_blocks_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath)    path = NULL;
  g_autoptr (GPtrArray) blocks = NULL;

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return FALSE;
  blocks = tl_stmt_blocks (tl_path_target (path));
  for (guint i = 0; i < blocks->len; i++)
    {
      TlArg              arg = tl_arg_node (((const TlStmt *) g_ptr_array_index (blocks, i))->block.id);
      g_autoptr (TlPath) below = NULL;

      if (tl_call_find_block (call, &arg, &below, NULL) && tl_block_is_output (call->module, below))
        tl_call_output_node (call, TL_RV_BLOCK, arg.node);
    }
  return TRUE;
}

const TlPrimitive tl_primitive_get_producers = {
  .name = "get_producers",
  .kind = "GetProducers",
  .title = "Get Producers",
  .family = TL_FAMILY_GET,
  .summary = "List the blocks of the same scope that write a buffer which the block reads or overwrites.",
  .sketch = "a, b = the producers of C where A; B; C = f(A, B)",
  .is_pure = TRUE,
  TL_PRIMITIVE_PARAMS ({ "block", TL_PARAM_BLOCK, TL_PARAM_IS_INPUT, NULL, "Block to query." }),
  .n_outputs = -1,
  .apply = get_producers_apply,
  .sentence = "Get the producers of {block}",
};

const TlPrimitive tl_primitive_get_consumers = {
  .name = "get_consumers",
  .kind = "GetConsumers",
  .title = "Get Consumers",
  .family = TL_FAMILY_GET,
  .summary = "List the blocks of the same scope that read or overwrite a buffer written by the block, in program order.",
  .sketch = "b, c = the consumers of A where A; B = f(A); C = g(A)",
  .is_pure = TRUE,
  TL_PRIMITIVE_PARAMS ({ "block", TL_PARAM_BLOCK, TL_PARAM_IS_INPUT, NULL, "Block to query." }),
  .n_outputs = -1,
  .apply = get_consumers_apply,
  .sentence = "Get the consumers of {block}",
};

const TlPrimitive tl_primitive_get_output_blocks = {
  .name = "get_output_blocks",
  .kind = "GetOutputBlocks",
  .title = "Get Output Blocks",
  .family = TL_FAMILY_GET,
  .summary = "List the blocks below a block, at any depth, that write a buffer which their own scope does not allocate.",
  .sketch = "c = the output blocks of alloc B; B = f(A); C = g(B)",
  .is_pure = TRUE,
  TL_PRIMITIVE_PARAMS ({ "block", TL_PARAM_BLOCK, TL_PARAM_IS_INPUT, NULL, "Scope block to query.", .alias = "scope_block" }),
  .n_outputs = -1,
  .apply = get_output_blocks_apply,
  .sentence = "Get the output blocks in {block}",
};
