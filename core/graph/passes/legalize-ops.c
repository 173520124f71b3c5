/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LegalizeOps: calls of operators become calls of PrimFuncs that compute them. Variables and types stay. Each PrimFunc is in the module
 * once: one that is equal to another is not added; a name that another function has gets a number. DispatchSortScan does the same with the
 * calls that LegalizeOps leaves, as TVM does, to functions of a runtime.
 */
#include "core/base/error.h"
#include "core/graph/passes/graph-edit-private.h"

typedef struct
{
  TlGraphEdit  *edit;
  TlBodyWriter *writer;    /* of the function that is being written */
  gboolean      is_dispatch; /* of what TVM leaves to its runtime, and nothing else */
  GError       *error;
} Legalizer;

/* The field of a tuple gets a variable of its own. */
static const TlRelaxExpr *
as_argument (Legalizer *legalizer, const TlRelaxExpr *arg)
{
  const TlRelaxVar *var;

  if (arg->kind != TL_RELAX_ITEM)
    return arg;
  var = tl_relax_var (legalizer->edit->arena, legalizer->writer->is_dataflow ? "lv" : "gv", arg->type, legalizer->writer->is_dataflow);
  tl_body_writer_bind (legalizer->writer, var, tl_relax_item (legalizer->edit->arena, arg->tuple, arg->index));
  return var;
}

/* @call with its type, which a text leaves to the variable. */
static const TlRelaxExpr *
with_type (Legalizer *legalizer, const TlRelaxExpr *call)
{
  TlRelaxExpr       *typed;
  const TlRelaxType *type;

  if (call->type->kind != TL_RELAX_TYPE_ANY || call->op == NULL || call->n_type_args > 0)
    return call;
  type = tl_relax_infer (legalizer->edit->arena, call->op, call->args, call->n_args, &call->attrs, NULL);
  if (type == NULL)
    return call;
  typed = tl_arena_dup_array (legalizer->edit->arena, TlRelaxExpr, call, 1);
  typed->type = type;
  return typed;
}

/* The call of a PrimFunc in place of @expr, which stays if there is none. */
static const TlRelaxExpr *
legalize (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  Legalizer                *legalizer = rewriter->user_data;
  const TlRelaxExpr        *call = expr->kind == TL_RELAX_CALL ? with_type (legalizer, expr) : expr;
  gboolean                  is_tuple = call->type->kind == TL_RELAX_TYPE_TUPLE;
  const TlRelaxType *const *outputs = is_tuple ? call->type->fields : &call->type;
  const TlRelaxExpr       **args;
  TlLegalized               legalized;

  if (call->kind != TL_RELAX_CALL || call->op == NULL || legalizer->error != NULL
      || (legalizer->is_dispatch && !tl_relax_op_is_of_runtime (call->op))
      || !tl_relax_legalize (&legalizer->edit->builder, call, legalizer->is_dispatch ? TL_LEGALIZE_ALL : TL_LEGALIZE_AS_TVM, &legalized,
                             &legalizer->error)
      || legalized.func == NULL)
    return expr;
  args = tl_arena_new_array (rewriter->arena, const TlRelaxExpr *, legalized.n_args + 1);
  for (guint i = 0; i < legalized.n_args; i++)
    args[i] = as_argument (legalizer, legalized.args[i]);
  return tl_relax_call_tir (rewriter->arena, tl_graph_edit_add_prim (legalizer->edit, legalized.func), args, legalized.n_args, outputs,
                            is_tuple ? call->type->n_fields : 1);
}

static const TlGraphFunc *
legalize_function (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
  g_auto (TlBodyWriter)  writer = { 0 };
  Legalizer             *legalizer = user_data;
  TlRelaxRewriter        rewriter = { .arena = edit->arena, .expr = legalize, .vars = vars, .user_data = legalizer };
  TlRelaxBody            body;

  legalizer->edit = edit;
  legalizer->writer = &writer;
  tl_body_writer_init (&writer, edit->arena);
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      tl_body_writer_begin (&writer, func->body.blocks[k].is_dataflow);
      for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
        {
          TlRelaxBinding binding = func->body.blocks[k].bindings[i];

          binding.value = tl_relax_rewrite (&rewriter, binding.value);
          tl_body_writer_add (&writer, &binding);
        }
    }
  body = tl_body_writer_finish (&writer, func->body.result);
  if (legalizer->error != NULL)
    return tl_propagate_null (error, g_steal_pointer (&legalizer->error));
  return tl_graph_func_with_body (edit->arena, func, &body);
}

static TlModule *
run (TlModule *module, gboolean is_dispatch, GError **error)
{
  Legalizer legalizer = { .is_dispatch = is_dispatch };

  return tl_graph_change_functions (module, legalize_function, &legalizer, error);
}

TlModule *
tl_graph_legalize_ops (TlModule *module, GError **error)
{
  return run (module, FALSE, error);
}

TlModule *
tl_dispatch_sort_scan (TlModule *module, GError **error)
{
  return run (module, TRUE, error);
}
