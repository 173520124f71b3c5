/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graph functions and their parts as values: bodies, blocks, bindings, variables, calls, operators, types. Each is its node; equal values
 * are the same node, but for names of functions.
 */
#include <string.h>

#include "core/python/python.h"
#include "core/text/script.h"

static const TlPyClass expr_classes[], type_classes[], body_class, block_class, binding_class, op_class;

/* --- values --- */

TlPyValue
tl_py_relax (const TlRelaxExpr *expr)
{
  return expr != NULL ? tl_py_object (&expr_classes[expr->kind], expr) : TL_PY_NONE_VALUE;
}

const TlRelaxExpr *
tl_py_get_relax (const TlPyValue *value)
{
  gboolean is_expr = value->kind == TL_PY_OBJECT && value->class >= &expr_classes[0] && value->class <= &expr_classes[TL_RELAX_IF];

  return is_expr ? value->object : NULL;
}

TlPyValue
tl_py_relax_type (const TlRelaxType *type)
{
  return tl_py_object (&type_classes[type->kind], type);
}

const TlRelaxType *
tl_py_get_relax_type (const TlPyValue *value)
{
  gboolean is_type = value->kind == TL_PY_OBJECT && value->class >= &type_classes[0]
                     && value->class <= &type_classes[TL_RELAX_TYPE_CALLABLE];

  return is_type ? value->object : NULL;
}

TlPyValue
tl_py_global (TlPyInterp *interp, const char *name)
{
  return tl_py_relax (tl_relax_global (interp->program_arena, tl_arena_strdup (interp->program_arena, name)));
}

const char *
tl_py_global_name (const TlPyValue *value)
{
  const TlRelaxExpr *expr = tl_py_get_relax (value);

  return value->kind == TL_PY_STRING ? value->string : expr != NULL && expr->kind == TL_RELAX_GLOBAL ? expr->name : NULL;
}

TlPyValue
tl_py_relax_op (const TlRelaxOp *op)
{
  return tl_py_object (&op_class, op);
}

const TlRelaxOp *
tl_py_get_relax_op (const TlPyValue *value)
{
  return tl_py_is (value, &op_class) ? value->object : NULL;
}

/* --- lists of parts --- */

static gboolean
list_exprs (TlPyInterp *interp, const TlAst *at, TlPyKind kind, const TlRelaxExpr *const *exprs, guint n, TlPyValue *value)
{
  if (!tl_py_new_list (interp, at, kind, n, value))
    return FALSE;
  for (guint i = 0; i < n; i++)
    value->list->items[value->list->n++] = tl_py_relax (exprs[i]);
  return TRUE;
}

static gboolean
list_sizes (TlPyInterp *interp, const TlAst *at, const TlExpr *const *sizes, guint n, TlPyValue *value)
{
  gint64 number;

  if (!tl_py_new_list (interp, at, TL_PY_TUPLE, n, value))
    return FALSE;
  for (guint i = 0; i < n; i++)
    value->list->items[value->list->n++] = tl_expr_get_int (sizes[i], &number) ? tl_py_int (number) : tl_py_expr (sizes[i]);
  return TRUE;
}

static gboolean
list_types (TlPyInterp *interp, const TlAst *at, const TlRelaxType *const *types, guint n, TlPyValue *value)
{
  if (!tl_py_new_list (interp, at, TL_PY_TUPLE, n, value))
    return FALSE;
  for (guint i = 0; i < n; i++)
    value->list->items[value->list->n++] = tl_py_relax_type (types[i]);
  return TRUE;
}

static gboolean
fail_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name)
{
  return tl_py_fail (interp, at, "a %s has no attribute '%s' here", tl_py_type_name (self), name);
}

/* --- types --- */

static gboolean
type_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlRelaxType *type = self->object;

  *value = TL_PY_NONE_VALUE;
  if (strcmp (name, "dtype") == 0 && (type->kind == TL_RELAX_TYPE_TENSOR || type->kind == TL_RELAX_TYPE_PRIM))
    *value = tl_py_string (interp, type->dtype.code == TL_TYPE_VOID ? "" : tl_dtype_name (type->dtype));
  else if (strcmp (name, "ndim") == 0 && (type->kind == TL_RELAX_TYPE_TENSOR || type->kind == TL_RELAX_TYPE_SHAPE))
    *value = tl_py_int (type->n_dims);
  else if (strcmp (name, type->kind == TL_RELAX_TYPE_SHAPE ? "values" : "shape") == 0)
    return type->dims == NULL || list_sizes (interp, at, type->dims, (guint) type->n_dims, value);
  else if (strcmp (name, "fields") == 0 && type->kind == TL_RELAX_TYPE_TUPLE)
    return list_types (interp, at, type->fields, type->n_fields, value);
  else
    return fail_attribute (interp, at, self, name);
  return TRUE;
}

static gboolean
append_type (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  g_autofree char *text = tl_relax_type_to_text (self->object);

  g_string_append (out, text);
  return TRUE;
}

static gboolean
types_equal (const TlPyValue *a, const TlPyValue *b)
{
  return tl_relax_type_equal (a->object, b->object);
}

#define TYPE_CLASS .bases = "StructInfo Type", .attribute = type_attribute, .append_text = append_type, .equal = types_equal

static const TlPyClass type_classes[] = {
  [TL_RELAX_TYPE_ANY] = { .name = "type", .python_name = "ObjectStructInfo", TYPE_CLASS },
  [TL_RELAX_TYPE_TENSOR] = { .name = "tensor type", .python_name = "TensorStructInfo", TYPE_CLASS },
  [TL_RELAX_TYPE_SHAPE] = { .name = "shape type", .python_name = "ShapeStructInfo", TYPE_CLASS },
  [TL_RELAX_TYPE_PRIM] = { .name = "scalar type", .python_name = "PrimStructInfo", TYPE_CLASS },
  [TL_RELAX_TYPE_TUPLE] = { .name = "tuple type", .python_name = "TupleStructInfo", TYPE_CLASS },
  [TL_RELAX_TYPE_CALLABLE] = { .name = "function type", .python_name = "FuncStructInfo", TYPE_CLASS },
};

#undef TYPE_CLASS

/* --- expressions --- */

static gboolean
call_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlRelaxExpr *call = self->object;

  if (strcmp (name, "op") == 0)
    *value = call->op != NULL ? tl_py_relax_op (call->op) : tl_py_relax (call->callee);
  else if (strcmp (name, "args") == 0)
    return list_exprs (interp, at, TL_PY_LIST, call->args, call->n_args, value);
  else if (strcmp (name, "attrs") == 0)
    return tl_py_from_attrs (interp, at, &call->attrs, value);
  else if (strcmp (name, "sinfo_args") == 0 || strcmp (name, "ty_args") == 0)
    return list_types (interp, at, call->type_args, call->n_type_args, value);
  else
    return fail_attribute (interp, at, self, name);
  return TRUE;
}

static gboolean
expr_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlRelaxExpr *expr = self->object;
  gboolean has_name = expr->kind == TL_RELAX_VAR || expr->kind == TL_RELAX_GLOBAL;

  *value = TL_PY_NONE_VALUE;
  if (strcmp (name, "struct_info") == 0 || strcmp (name, "ty") == 0)
    *value = tl_py_relax_type (expr->type);
  else if (has_name && strcmp (name, "name_hint") == 0)
    *value = tl_py_string (interp, expr->name);
  else if (expr->kind == TL_RELAX_EXTERN && strcmp (name, "global_symbol") == 0)
    *value = tl_py_string (interp, expr->name);
  else if (expr->kind == TL_RELAX_STRING && strcmp (name, "value") == 0)
    *value = tl_py_string (interp, expr->name);
  else if (expr->kind == TL_RELAX_PRIM && strcmp (name, "value") == 0)
    *value = tl_py_expr (expr->prim);
  else if (expr->kind == TL_RELAX_TUPLE && strcmp (name, "fields") == 0)
    return list_exprs (interp, at, TL_PY_LIST, expr->items, expr->n_items, value);
  else if (expr->kind == TL_RELAX_ITEM && strcmp (name, "tuple_value") == 0)
    *value = tl_py_relax (expr->tuple);
  else if (expr->kind == TL_RELAX_ITEM && strcmp (name, "index") == 0)
    *value = tl_py_int (expr->index);
  else if (expr->kind == TL_RELAX_SHAPE && strcmp (name, "values") == 0)
    return list_sizes (interp, at, expr->dims, expr->n_dims, value);
  else
    return expr->kind == TL_RELAX_CALL ? call_attribute (interp, at, self, name, value) : fail_attribute (interp, at, self, name);
  return TRUE;
}

static gboolean
append_expr (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  const TlRelaxExpr *expr = self->object;
  g_autofree char   *text = expr->kind == TL_RELAX_GLOBAL ? g_strdup_printf ("I.GlobalVar(\"%s\")", expr->name)
                                                          : tl_relax_expr_to_text (expr);

  g_string_append (out, text);
  return TRUE;
}

static const char *
name_var_type (const TlPyValue *self)
{
  return ((const TlRelaxVar *) self->object)->is_dataflow ? "DataflowVar" : "Var";
}

static gboolean
globals_equal (const TlPyValue *a, const TlPyValue *b)
{
  return strcmp (((const TlRelaxExpr *) a->object)->name, ((const TlRelaxExpr *) b->object)->name) == 0;
}

/* t[1] */
static gboolean
expr_subscript (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyList *indices, TlPyValue *value)
{
  const TlRelaxExpr *expr = self->object;
  guint              position;

  if (expr->type->kind != TL_RELAX_TYPE_TUPLE || indices->n != 1)
    return tl_py_fail (interp, at, "only tuples are indexed, by one number");
  if (!tl_py_index (interp, at, &indices->items[0], expr->type->n_fields, &position))
    return FALSE;
  *value = tl_py_relax (tl_relax_item (interp->program_arena, expr, position));
  return TRUE;
}

#define EXPR_CLASS .attribute = expr_attribute, .append_text = append_expr, .subscript = expr_subscript

static const TlPyClass expr_classes[] = {
  [TL_RELAX_VAR] = { .name = "variable of a graph", .type_name = name_var_type, .bases = "Var Expr", EXPR_CLASS },
  [TL_RELAX_CONST] = { .name = "constant of a graph", .python_name = "Constant", .bases = "Expr", EXPR_CLASS },
  [TL_RELAX_SHAPE] = { .name = "shape", .python_name = "ShapeExpr", .bases = "Expr", EXPR_CLASS },
  [TL_RELAX_PRIM] = { .name = "scalar of a graph", .python_name = "PrimValue", .bases = "Expr", EXPR_CLASS },
  [TL_RELAX_STRING] = { .name = "text of a graph", .python_name = "StringImm", .bases = "Expr", EXPR_CLASS },
  [TL_RELAX_DTYPE] = { .name = "type of a graph", .python_name = "DataTypeImm", .bases = "Expr", EXPR_CLASS },
  [TL_RELAX_TUPLE] = { .name = "tuple of a graph", .python_name = "Tuple", .bases = "Expr", EXPR_CLASS },
  [TL_RELAX_ITEM] = { .name = "item of a tuple", .python_name = "TupleGetItem", .bases = "Expr", EXPR_CLASS },
  [TL_RELAX_GLOBAL] = { .name = "name of a function", .python_name = "GlobalVar", .bases = "Expr", .equal = globals_equal, EXPR_CLASS },
  [TL_RELAX_EXTERN] = { .name = "function of a library", .python_name = "ExternFunc", .bases = "Expr", EXPR_CLASS },
  [TL_RELAX_CALL] = { .name = "call", .python_name = "Call", .bases = "Expr", EXPR_CLASS },
  [TL_RELAX_FUNCTION] = { .name = "function in a function", .python_name = "Function", .bases = "Expr", EXPR_CLASS },
  [TL_RELAX_IF] = { .name = "branch", .python_name = "If", .bases = "Expr", EXPR_CLASS },
};

#undef EXPR_CLASS

/* --- operators --- */

static gboolean
op_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  if (strcmp (name, "name") != 0)
    return fail_attribute (interp, at, self, name);
  *value = tl_py_string (interp, tl_arena_printf (interp->arena, "relax.%s", ((const TlRelaxOp *) self->object)->name));
  return TRUE;
}

static gboolean
append_op (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  g_string_append_printf (out, "Op(relax.%s)", ((const TlRelaxOp *) self->object)->name);
  return TRUE;
}

static const TlPyClass op_class = {
  .name = "operator", .python_name = "Op", .attribute = op_attribute, .append_text = append_op,
};

/* --- bindings, blocks, bodies --- */

static gboolean
binding_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlRelaxBinding *binding = self->object;

  if (strcmp (name, "var") != 0 && strcmp (name, "value") != 0)
    return fail_attribute (interp, at, self, name);
  *value = tl_py_relax (strcmp (name, "var") == 0 ? binding->var : binding->value);
  return TRUE;
}

static gboolean
append_block (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  g_autofree char *text = tl_relax_block_to_text (self->object);

  g_string_append (out, g_strchomp (text));
  return TRUE;
}

static gboolean
append_binding (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  const TlRelaxBlock alone = { FALSE, self->object, 1 };
  const TlPyValue    block = tl_py_object (&block_class, &alone);

  return append_block (interp, at, &block, out);
}

static const char *
name_binding_type (const TlPyValue *self)
{
  return ((const TlRelaxBinding *) self->object)->kind == TL_RELAX_BIND_MATCH ? "MatchCast" : "VarBinding";
}

static const TlPyClass binding_class = {
  .name = "binding", .type_name = name_binding_type, .bases = "Binding", .attribute = binding_attribute, .append_text = append_binding,
};

static gboolean
block_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlRelaxBlock *block = self->object;

  if (strcmp (name, "bindings") != 0)
    return fail_attribute (interp, at, self, name);
  if (!tl_py_new_list (interp, at, TL_PY_LIST, block->n_bindings, value))
    return FALSE;
  for (guint i = 0; i < block->n_bindings; i++)
    value->list->items[value->list->n++] = tl_py_object (&binding_class, &block->bindings[i]);
  return TRUE;
}

static const char *
name_block_type (const TlPyValue *self)
{
  return ((const TlRelaxBlock *) self->object)->is_dataflow ? "DataflowBlock" : "BindingBlock";
}

static const TlPyClass block_class = {
  .name = "block of bindings", .type_name = name_block_type, .bases = "BindingBlock", .attribute = block_attribute,
  .append_text = append_block,
};

static gboolean
body_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlRelaxBody *body = self->object;

  if (strcmp (name, "body") == 0)
    {
      *value = tl_py_relax (body->result);
      return TRUE;
    }
  if (strcmp (name, "blocks") != 0)
    return fail_attribute (interp, at, self, name);
  if (!tl_py_new_list (interp, at, TL_PY_LIST, body->n_blocks, value))
    return FALSE;
  for (guint i = 0; i < body->n_blocks; i++)
    value->list->items[value->list->n++] = tl_py_object (&block_class, &body->blocks[i]);
  return TRUE;
}

static gboolean
append_body (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  const TlRelaxBody *body = self->object;
  g_autofree char   *result = tl_relax_expr_to_text (body->result);

  for (guint i = 0; i < body->n_blocks; i++)
    {
      g_autofree char *text = tl_relax_block_to_text (&body->blocks[i]);

      g_string_append (out, text);
    }
  g_string_append (out, result);
  return TRUE;
}

static const TlPyClass body_class = {
  .name = "body of a graph function", .python_name = "SeqExpr", .bases = "Expr", .attribute = body_attribute, .append_text = append_body,
};

gboolean
tl_py_graph_attribute (TlPyInterp *interp, const TlAst *at, const TlGraphFunc *func, const char *name, TlPyValue *value)
{
  if (strcmp (name, "params") == 0)
    return list_exprs (interp, at, TL_PY_LIST, func->params, func->n_params, value);
  if (strcmp (name, "body") == 0)
    *value = tl_py_object (&body_class, &func->body);
  else if (strcmp (name, "ret_struct_info") == 0 || strcmp (name, "ret_ty") == 0)
    *value = tl_py_relax_type (func->result_type);
  else if (strcmp (name, "is_pure") == 0)
    *value = tl_py_bool (!func->is_impure);
  else
    return tl_py_fail (interp, at, "a graph function has no attribute '%s' here; it has params, body, attrs, ret_struct_info and is_pure",
                       name);
  return TRUE;
}
