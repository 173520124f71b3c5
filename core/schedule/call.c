/* SPDX-License-Identifier: Apache-2.0 */
/* Functions by which primitives read their arguments and return their result. */
#include "core/schedule/primitive.h"

/* The block whose T.init the target stands in, or NULL. An init belongs to its block and is scheduled with it, as in TVM. */
static const TlBlock *
block_initialized_by (const TlPath *path)
{
  for (guint i = 0; i + 1 < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_BLOCK && path->stmts[i]->block.init == path->stmts[i + 1])
      return &path->stmts[i]->block;
  return NULL;
}

static const TlLoop *
loop_with_step (const TlPath *path)
{
  for (guint i = 0; i < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR && path->stmts[i]->loop.step != NULL)
      return &path->stmts[i]->loop;
  return NULL;
}

static gboolean
find_node (TlPrimitiveCall *call, const TlArg *arg, TlStmtKind kind, const char *noun, TlPath **path, GError **error)
{
  g_autoptr (TlPath) found = NULL;
  const TlBlock     *whole;
  const TlLoop      *stepping;

  *path = NULL;
  if (arg->kind != TL_ARG_NODE)
    return tl_refuse_argument (error, "a %s is expected", noun);
  found = tl_path_find (call->module, arg->node);
  if (found == NULL)
    return tl_refuse (error, &arg->node, 1, NULL, "the %s is no longer in the program", noun);
  if (tl_path_target (found)->kind != kind)
    return tl_refuse_argument (error, "a %s is expected, %s is a %s", noun, tl_arg_node_name (call->module, arg),
                               kind == TL_STMT_FOR ? "block" : "loop");
  stepping = loop_with_step (found);
  if (stepping != NULL)
    return tl_refuse (error, (TlNodeId[]) { stepping->id }, 1, "use a step of 1 and multiply the loop variable",
                      "loop %s has a step other than 1 and cannot be scheduled", stepping->var->name);
  whole = block_initialized_by (found);
  if (whole != NULL)
    return tl_refuse (error, (TlNodeId[]) { arg->node, whole->id }, 2, "use decompose_reduction to make the init a separate block",
                      "%s %s is part of the initialization of block %s", noun, tl_arg_node_name (call->module, arg), whole->name);
  *path = g_steal_pointer (&found);
  return TRUE;
}

gboolean
tl_call_find_loop (TlPrimitiveCall *call, const TlArg *arg, TlPath **path, GError **error)
{
  return find_node (call, arg, TL_STMT_FOR, "loop", path, error);
}

gboolean
tl_call_find_block (TlPrimitiveCall *call, const TlArg *arg, TlPath **path, GError **error)
{
  return find_node (call, arg, TL_STMT_BLOCK, "block", path, error);
}

gboolean
tl_call_refuse_order (TlPrimitiveCall *call, GError **error, const TlNodeId *culprits, guint n_culprits, const char *hint,
                      const char *format, ...)
{
  GError *broken = NULL;
  va_list list;

  va_start (list, format);
  tl_refuse_valist (call->is_draft ? &broken : error, culprits, n_culprits, hint, format, list);
  va_end (list);
  if (error != NULL && !call->is_draft)
    tl_refusal_set_of_order (*error);
  if (!call->is_draft)
    return FALSE;
  tl_refusal_set_of_order (broken);
  tl_refusal_set_primitive (broken, call->primitive->name);
  if (call->broken == NULL)
    call->broken = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  g_ptr_array_add (call->broken, broken);
  return TRUE;
}

void
tl_call_replace (TlPrimitiveCall *call, const TlPath *path, const TlStmt *replacement)
{
  tl_call_set_body (call, path->func, tl_path_replace (&call->builder, path, replacement));
}

void
tl_call_set_body (TlPrimitiveCall *call, const TlPrimFunc *func, const TlStmt *body)
{
  g_assert (call->result == NULL);
  call->result = tl_module_with_func (call->module, &call->builder, tl_prim_func_with_body (call->builder.arena, func, body));
}

static void
output (TlPrimitiveCall *call, TlRvValue value)
{
  call->outputs = tl_arena_grow (call->builder.arena, call->outputs, call->n_outputs, &call->outputs_capacity, sizeof value);
  call->outputs[call->n_outputs++] = value;
}

void
tl_call_output_node (TlPrimitiveCall *call, TlRvKind kind, TlNodeId id)
{
  output (call, (TlRvValue) { .kind = kind, .node = id });
}

void
tl_call_output_int (TlPrimitiveCall *call, gint64 integer)
{
  output (call, (TlRvValue) { .kind = TL_RV_INT, .integer = integer });
}

const char *
tl_arg_node_name (const TlModule *module, const TlArg *arg)
{
  const TlStmt *stmt = arg->kind == TL_ARG_NODE ? tl_module_find (module, arg->node) : NULL;

  if (stmt == NULL)
    return "?";
  return stmt->kind == TL_STMT_FOR ? stmt->loop.var->name : stmt->block.name;
}
