/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of PrimFuncs as an executable can make them: a call of a function by its name in the module is a call_tir, as TVM finds it at run
 * time, and a PrimFunc of symbolic sizes becomes one of the sizes of its call, where these are numbers.
 */
#include <string.h>

#include "core/graph/passes/graph-edit-private.h"
#include "core/ir/specialize.h"
#include "core/ir/walk.h"

/* One call_tir, and types of its arguments: inputs, then outputs. */
typedef struct
{
  const TlPrimFunc         *func;
  const TlRelaxExpr *const *args;
  guint                     n_args;
  const TlRelaxExpr        *call;
} TirCall;

static const TlRelaxType *
type_of_argument (const TirCall *call, guint index)
{
  if (index < call->n_args)
    return call->args[index]->type;
  return index - call->n_args < call->call->n_type_args ? call->call->type_args[index - call->n_args] : NULL;
}

/* Sizes of the PrimFunc that the types of arguments give; FALSE if they contradict each other. */
static gboolean
collect_sizes (const TirCall *call, TlSizes *sizes, GError **error)
{
  for (guint i = 0; i < call->func->n_params; i++)
    {
      const TlBuffer    *buffer = call->func->params[i].buffer;
      const TlRelaxType *type = type_of_argument (call, i);

      if (buffer == NULL || type == NULL || type->kind != TL_RELAX_TYPE_TENSOR || type->dims == NULL
          || type->n_dims != (int) buffer->n_dims)
        continue;
      for (guint d = 0; d < buffer->n_dims; d++)
        {
          gint64 size;

          if (buffer->shape[d]->kind == TL_EXPR_VAR && tl_expr_get_int (type->dims[d], &size)
              && !tl_sizes_add (sizes, buffer->shape[d]->name, size, call->func->params[i].name, error))
            return FALSE;
        }
    }
  return TRUE;
}

/* The PrimFunc of these sizes, as one of the next version. NULL with an error. */
static const TlPrimFunc *
specialize (TlGraphEdit *edit, const TirCall *call, GError **error)
{
  g_autoptr (TlSizes)  sizes = tl_sizes_new ();
  g_autoptr (TlArena)  arena = tl_arena_new (edit->module->arena);
  g_autoptr (TlModule) alone = tl_module_new_prims (arena, "Module", &call->func, 1, edit->module->next_id);
  g_autoptr (TlModule) made = collect_sizes (call, sizes, error) ? tl_module_specialize (alone, sizes, error) : NULL;
  TlPrimFunc          *prim;

  if (made == NULL)
    return NULL;
  tl_arena_add_parent (edit->arena, made->arena);
  prim = tl_arena_dup_array (edit->arena, TlPrimFunc, made->prims[0], 1);
  prim->body = tl_stmt_clone (&edit->builder, prim->body);
  prim->name = tl_graph_edit_fresh_name (edit, call->func->name);
  tl_graph_edit_set_prim (edit, prim);
  return prim;
}

static gboolean
is_symbolic (const TlPrimFunc *func)
{
  g_autoptr (GPtrArray) sizes = tl_func_sizes (func);

  return sizes->len > 0;
}

typedef struct
{
  TlGraphEdit *edit;
  GError      *error;
} CallLinker;

/* call_dps_packed ("f", args): f is a PrimFunc of the module. */
static const TlRelaxExpr *
by_name (CallLinker *linker, const TlRelaxExpr *call)
{
  const TlRelaxExpr *tuple = call->args[1];

  if (!tl_relax_op_is (call, "call_dps_packed") || tl_module_prim (linker->edit->module, call->args[0]->name) == NULL)
    return call;
  return tl_relax_call_tir (linker->edit->arena, call->args[0]->name, tuple->kind == TL_RELAX_TUPLE ? tuple->items : &call->args[1],
                            tuple->kind == TL_RELAX_TUPLE ? tuple->n_items : 1, call->type_args, call->n_type_args);
}

static const TlRelaxExpr *
link_call (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  CallLinker        *linker = rewriter->user_data;
  const TlRelaxExpr *call = expr->kind == TL_RELAX_CALL && expr->op != NULL ? by_name (linker, expr) : expr;
  const char        *name = tl_relax_tir_callee (call);
  const TlPrimFunc  *func = name != NULL ? tl_module_prim (linker->edit->module, name) : NULL;
  TirCall            tir = { func, NULL, 0, call };
  const TlPrimFunc  *made;

  if (func == NULL || linker->error != NULL || !is_symbolic (func) || call->n_args > 2)
    return call;
  tir.args = tl_relax_tir_args (call, &tir.n_args);
  made = specialize (linker->edit, &tir, &linker->error);
  if (made == NULL)
    return call;
  return tl_relax_call_tir (rewriter->arena, made->name, tir.args, tir.n_args, call->type_args, call->n_type_args);
}

static const TlGraphFunc *
link_function (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
  CallLinker             linker = { edit, NULL };
  TlRelaxRewriter        rewriter = { .arena = edit->arena, .expr = link_call, .vars = vars, .user_data = &linker };
  const TlGraphFunc     *linked = tl_relax_rewrite_func (&rewriter, func);

  if (linker.error != NULL)
    {
      g_propagate_error (error, linker.error);
      return NULL;
    }
  return linked;
}

TlModule *
tl_graph_link_calls (TlModule *module, GError **error)
{
  return tl_graph_change_functions (module, link_function, NULL, error);
}
