/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps on nodes that a person pointed at. The trace must name them by variables, so the missing handles are fetched first, as a
 * script would: get_block by name, get_loops of a block below. A block whose name is not its own is fetched as a child of its scope.
 */
#include "core/schedule/state.h"

#include <string.h>

static gint ensure_block (TlState **state, TlNodeId node, GError **error);

/* Applies @primitive and replaces *@state by the result. */
static gboolean
advance (TlState **state, const char *name, const TlArg *args, guint n_args, GError **error)
{
  TlInst   inst = { .primitive = tl_primitive_find (name), .args = args, .n_args = n_args };
  TlState *next = tl_state_apply (*state, &inst, error);

  if (next == NULL)
    return FALSE;
  tl_state_unref (*state);
  *state = next;
  return TRUE;
}

static gboolean
name_is_unique (const TlPrimFunc *func, const char *name)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (func->body);
  guint                 n_found = strcmp (func->body->block.name, name) == 0;

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt *block = g_ptr_array_index (blocks, i);

      n_found += block != func->body && strcmp (block->block.name, name) == 0;
    }
  return n_found == 1;
}

static gint
fetch_block (TlState **state, const TlPath *path, GError **error)
{
  const TlPrimFunc *func = path->func;
  const TlStmt     *block = tl_path_target (path);
  const TlStmt     *scope = tl_path_scope (path);
  TlArg             args[2] = { { .kind = TL_ARG_STRING, .string = block->block.name }, { .kind = TL_ARG_STRING, .string = func->name } };
  gint              parent;

  if (name_is_unique (func, block->block.name))
    return advance (state, "get_block", args, 2, error) ? tl_state_find_rv (*state, block->block.id) : -1;
  if (scope == NULL)
    {
      tl_refuse (error, &block->block.id, 1, "rename the other block", "several blocks are named %s", block->block.name);
      return -1;
    }
  parent = ensure_block (state, scope->block.id, error);
  if (parent < 0)
    return -1;
  args[0] = tl_arg_rv ((guint) parent);
  return advance (state, "get_child_blocks", args, 1, error) ? tl_state_find_rv (*state, block->block.id) : -1;
}

static gint
ensure_block (TlState **state, TlNodeId node, GError **error)
{
  g_autoptr (TlPath) path = NULL;
  gint               rv = tl_state_find_rv (*state, node);

  if (rv >= 0)
    return rv;
  path = tl_path_find (tl_state_module (*state), node);
  g_assert (path != NULL);
  return fetch_block (state, path, error);
}

static gint
ensure_loop (TlState **state, const TlStmt *loop, GError **error)
{
  g_autoptr (GPtrArray) below = NULL;
  TlArg                 arg;
  gint                  rv = tl_state_find_rv (*state, loop->loop.id);
  TlNodeId              block_id;

  if (rv >= 0)
    return rv;
  below = tl_stmt_child_blocks (loop);
  if (below->len == 0)
    {
      tl_refuse (error, &loop->loop.id, 1, NULL, "loop %s has no block below it, so it cannot be scheduled", loop->loop.var->name);
      return -1;
    }
  block_id = ((const TlStmt *) g_ptr_array_index (below, 0))->block.id;
  rv = ensure_block (state, block_id, error);
  if (rv < 0)
    return -1;
  arg = tl_arg_rv ((guint) rv);
  return advance (state, "get_loops", &arg, 1, error) ? tl_state_find_rv (*state, loop->loop.id) : -1;
}

/* @arg with variables in place of nodes. */
static gboolean
name_nodes (TlState **state, TlArena *arena, const TlArg *arg, TlArg *named, GError **error)
{
  const TlStmt *stmt;
  TlArg        *items;
  gint          rv;

  *named = *arg;
  if (arg->kind == TL_ARG_NODE)
    {
      stmt = tl_module_find (tl_state_module (*state), arg->node);
      if (stmt == NULL)
        return tl_refuse (error, &arg->node, 1, NULL, "the loop or block is no longer in the program");
      rv = stmt->kind == TL_STMT_FOR ? ensure_loop (state, stmt, error) : ensure_block (state, arg->node, error);
      if (rv < 0)
        return FALSE;
      *named = tl_arg_rv ((guint) rv);
      return TRUE;
    }
  if (arg->kind != TL_ARG_LIST)
    return TRUE;
  items = tl_arena_new_array (arena, TlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    if (!name_nodes (state, arena, &arg->items[i], &items[i], error))
      return FALSE;
  named->items = items;
  return TRUE;
}

TlState *
tl_state_apply_by_node (TlState *state, const TlInst *inst, GError **error)
{
  g_autoptr (TlState) current = tl_state_ref (state);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlArg              *named = tl_arena_new_array (arena, TlArg, inst->n_args);
  TlInst              by_variable = { .primitive = inst->primitive, .args = named, .n_args = inst->n_args, .is_draft = inst->is_draft };

  for (guint i = 0; i < inst->n_args; i++)
    if (!name_nodes (&current, arena, &inst->args[i], &named[i], error))
      return NULL;
  return tl_state_apply (current, &by_variable, error);
}

TlState *
tl_state_apply_to_nodes (TlState *state, const TlPrimitive *primitive, const TlArg *args, guint n_args, GError **error)
{
  const TlInst inst = { .primitive = primitive, .args = args, .n_args = n_args };

  return tl_state_apply_by_node (state, &inst, error);
}
