/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bb.emit_te (f, x, w): f, of the script or of topi, is called with tensors of tensor expressions in place of values of the graph; a
 * PrimFunc computes what it returns, and call_tir calls that.
 */
#include <string.h>

#include "core/te/te.h"
#include "core/tutorial/graph/graph-private.h"

typedef struct
{
  TlPyInterp     *interp;
  const TlAst    *at;
  TlPyList        tensors;    /* inputs, then results */
  GPtrArray      *inputs;     /* const TlRelaxExpr * */
} TeCall;

static gboolean
to_tensor (TeCall *call, const TlPyValue *given, TlPyValue *value)
{
  const TlRelaxExpr *expr = tl_py_get_relax (given);
  const TlRelaxType *type = expr != NULL ? expr->type : NULL;
  char               letter[] = { (char) ('A' + call->inputs->len % 26), '\0' };

  *value = *given;
  if (tl_py_is_sequence (given))
    {
      if (!tl_py_new_list (call->interp, call->at, TL_PY_LIST, given->list->n, value))
        return FALSE;
      for (guint i = 0; i < given->list->n; i++)
        if (!to_tensor (call, &given->list->items[i], &value->list->items[value->list->n++]))
          return FALSE;
      return TRUE;
    }
  if (expr == NULL)
    return TRUE;
  if (type->kind != TL_RELAX_TYPE_TENSOR || type->dims == NULL || type->dtype.code == TL_TYPE_VOID)
    return tl_py_fail (call->interp, call->at, "tensor expressions take tensors whose sizes and type are known");
  *value = tl_te_input (call->interp, call->at, expr->kind == TL_RELAX_VAR ? expr->name : letter, type->dtype, type->dims,
                        (guint) type->n_dims);
  g_ptr_array_add (call->inputs, (gpointer) expr);
  return tl_py_list_append (call->interp, call->at, &call->tensors, *value);
}

static const char *
name_of (TlPyInterp *interp, const TlPyArgs *args)
{
  const TlPyValue *hint = tl_py_arg (args, G_MAXUINT, "primfunc_name_hint"), *function = &args->positional[0];
  const char      *dot;

  if (hint != NULL && hint->kind == TL_PY_STRING && tl_ast_is_name (hint->string))
    return hint->string;
  if (function->kind == TL_PY_FUNCTION && function->function->ast->name != NULL)
    return function->function->ast->name;
  dot = function->kind == TL_PY_NAMESPACE ? strrchr (function->string, '.') : NULL;
  return dot != NULL ? dot + 1 : "te_func";
}

/* Calls the function: its arguments behind the first one, and those by name that are not emit_te's own. */
static gboolean
call_function (TeCall *call, const TlPyArgs *args, TlPyValue *result)
{
  TlPyArgs inner = { .call = args->call, .n_positional = args->n_positional - 1 };

  inner.positional = tl_arena_new_array (call->interp->arena, TlPyValue, args->n_positional);
  inner.names = tl_arena_new_array (call->interp->arena, const char *, args->n_named + 1);
  inner.named = tl_arena_new_array (call->interp->arena, TlPyValue, args->n_named + 1);
  for (guint i = 1; i < args->n_positional; i++)
    if (!to_tensor (call, &args->positional[i], &inner.positional[i - 1]))
      return FALSE;
  for (guint i = 0; i < args->n_named; i++)
    {
      if (g_str_has_suffix (args->names[i], "name_hint"))
        continue;
      inner.names[inner.n_named] = args->names[i];
      if (!to_tensor (call, &args->named[i], &inner.named[inner.n_named++]))
        return FALSE;
    }
  return tl_py_call (call->interp, &args->positional[0], &inner, result);
}

/* The type of a tensor, in terms of the graph's sizes. NULL with an error. */
static const TlRelaxType *
type_of_tensor (TeCall *call, const TlPyValue *tensor)
{
  TlArena       *arena = call->interp->program_arena;
  const TlExpr **dims;
  TlPyValue      shape;
  TlDType        dtype;

  if (!tl_te_get_tensor (tensor, &dtype))
    return tl_py_fail (call->interp, call->at, "tensor expressions give tensors, not a %s", tl_py_type_name (tensor)), NULL;
  if (!tensor->class->attribute (call->interp, call->at, tensor, "shape", &shape))
    return NULL;
  dims = tl_arena_new_array (arena, const TlExpr *, shape.list->n + 1);
  for (guint i = 0; i < shape.list->n; i++)
    {
      gint64 size;

      dims[i] = tl_py_get_int (&shape.list->items[i], &size) ? tl_expr_int (arena, TL_INT64, size)
                                                            : tl_py_to_expr (call->interp, call->at, &shape.list->items[i]);
      if (dims[i] == NULL)
        return NULL;
    }
  return tl_relax_tensor_type (arena, dtype, dims, shape.list->n);
}

static const TlRelaxExpr *
make_call (TeCall *call, TlBlockBuilder *builder, const TlPyArgs *args, const TlPyList *results)
{
  TlGraphEdit        *edit = tl_block_builder_edit (builder);
  const TlRelaxType **types = tl_arena_new_array (call->interp->program_arena, const TlRelaxType *, results->n + 1);
  TlPrimFunc         *prim;

  for (guint i = 0; i < results->n; i++)
    {
      types[i] = type_of_tensor (call, &results->items[i]);
      if (types[i] == NULL || !tl_py_list_append (call->interp, call->at, &call->tensors, results->items[i]))
        return NULL;
    }
  prim = (TlPrimFunc *) tl_te_make_prim_func (call->interp, call->at, &edit->builder, NULL, &call->tensors);
  if (prim == NULL)
    return NULL;
  prim->name = tl_arena_strdup (edit->arena, name_of (call->interp, args));
  return tl_relax_call_tir (call->interp->program_arena, tl_graph_edit_add_prim (edit, prim),
                            (const TlRelaxExpr *const *) call->inputs->pdata, call->inputs->len, types, results->n);
}

const TlRelaxExpr *
tl_tutorial_te_call (TlPyInterp *interp, TlBlockBuilder *builder, const TlPyArgs *args)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  TeCall                call = { .interp = interp, .at = args->call, .inputs = inputs };
  TlPyValue             result;
  TlPyList              results = { .items = &result, .n = 1 };

  if (args->n_positional == 0)
    return tl_py_fail (interp, args->call, "emit_te takes a function and its arguments"), NULL;
  if (!call_function (&call, args, &result))
    return NULL;
  if (tl_py_is_sequence (&result))
    results = *result.list;
  return make_call (&call, builder, args, &results);
}
