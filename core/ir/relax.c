/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/relax.h"

#include <string.h>

static const TlRelaxOp ops[] = {
#define RELAX_OP(name, signature, type_rule, legalization) { name, signature },
#include "core/ir/relax-ops.def"
#undef RELAX_OP
};

const TlRelaxType tl_relax_any = { .kind = TL_RELAX_TYPE_ANY, .n_dims = -1 };

static TlRelaxType *
new_type (TlArena *arena, TlRelaxTypeKind kind)
{
  TlRelaxType *type = tl_arena_new0 (arena, TlRelaxType);

  type->kind = kind;
  type->n_dims = -1;
  return type;
}

static gconstpointer
dup_pointers (TlArena *arena, gconstpointer items, guint n)
{
  return tl_arena_memdup (arena, items, n * sizeof (gpointer));
}

const TlRelaxType *
tl_relax_tensor_type (TlArena *arena, TlDType dtype, const TlExpr *const *dims, guint n_dims)
{
  TlRelaxType *type = new_type (arena, TL_RELAX_TYPE_TENSOR);

  type->dtype = dtype;
  type->n_dims = (int) n_dims;
  type->dims = dup_pointers (arena, dims, n_dims);
  return type;
}

const TlRelaxType *
tl_relax_static_tensor_type (TlArena *arena, TlDType dtype, const gint64 *shape, guint n_dims)
{
  const TlExpr **dims = tl_arena_new_array (arena, const TlExpr *, MAX (n_dims, 1));

  for (guint i = 0; i < n_dims; i++)
    dims[i] = tl_expr_int (arena, TL_INT64, shape[i]);
  return tl_relax_tensor_type (arena, dtype, dims, n_dims);
}

const TlRelaxType *
tl_relax_unknown_tensor_type (TlArena *arena, TlDType dtype, int n_dims)
{
  TlRelaxType *type = new_type (arena, TL_RELAX_TYPE_TENSOR);

  type->dtype = dtype;
  type->n_dims = n_dims;
  if (n_dims == 0)
    type->dims = dup_pointers (arena, NULL, 0);
  return type;
}

const TlRelaxType *
tl_relax_shape_type (TlArena *arena, const TlExpr *const *dims, int n_dims)
{
  TlRelaxType *type = new_type (arena, TL_RELAX_TYPE_SHAPE);

  type->n_dims = n_dims;
  if (n_dims == 0 || dims != NULL)
    type->dims = dup_pointers (arena, dims, (guint) n_dims);
  return type;
}

const TlRelaxType *
tl_relax_prim_type (TlArena *arena, TlDType dtype)
{
  TlRelaxType *type = new_type (arena, TL_RELAX_TYPE_PRIM);

  type->dtype = dtype;
  return type;
}

const TlRelaxType *
tl_relax_tuple_type (TlArena *arena, const TlRelaxType *const *fields, guint n_fields)
{
  TlRelaxType *type = new_type (arena, TL_RELAX_TYPE_TUPLE);

  type->fields = dup_pointers (arena, fields, n_fields);
  type->n_fields = n_fields;
  return type;
}

static TlRelaxExpr *
new_expr (TlArena *arena, TlRelaxExprKind kind, const TlRelaxType *type)
{
  TlRelaxExpr *expr = tl_arena_new0 (arena, TlRelaxExpr);

  expr->kind = kind;
  expr->type = type;
  return expr;
}

const TlRelaxVar *
tl_relax_var (TlArena *arena, const char *name, const TlRelaxType *type, gboolean is_dataflow)
{
  TlRelaxExpr *var = new_expr (arena, TL_RELAX_VAR, type);

  var->name = tl_arena_strdup (arena, name);
  var->is_dataflow = is_dataflow;
  return var;
}

const TlRelaxExpr *
tl_relax_const (TlArena *arena, TlTensor *tensor)
{
  TlRelaxExpr *constant = new_expr (arena, TL_RELAX_CONST,
                                    tl_relax_static_tensor_type (arena, tensor->dtype, tensor->shape, tensor->n_dims));

  constant->tensor = tensor;
  tl_arena_own (arena, tensor, (GDestroyNotify) tl_tensor_unref);
  return constant;
}

const TlRelaxExpr *
tl_relax_shape (TlArena *arena, const TlExpr *const *dims, guint n_dims)
{
  TlRelaxExpr *shape = new_expr (arena, TL_RELAX_SHAPE, tl_relax_shape_type (arena, dims, (int) n_dims));

  shape->dims = shape->type->dims;
  shape->n_dims = n_dims;
  return shape;
}

const TlRelaxExpr *
tl_relax_prim (TlArena *arena, const TlExpr *value)
{
  TlRelaxExpr *prim = new_expr (arena, TL_RELAX_PRIM, tl_relax_prim_type (arena, value->dtype));

  prim->prim = value;
  return prim;
}

const TlRelaxExpr *
tl_relax_int (TlArena *arena, gint64 value)
{
  return tl_relax_prim (arena, tl_expr_int (arena, TL_INT64, value));
}

static const TlRelaxExpr *
named (TlArena *arena, TlRelaxExprKind kind, const char *name)
{
  TlRelaxExpr *expr = new_expr (arena, kind, &tl_relax_any);

  expr->name = tl_arena_strdup (arena, name);
  return expr;
}

const TlRelaxExpr *
tl_relax_string (TlArena *arena, const char *text)
{
  return named (arena, TL_RELAX_STRING, text);
}

const TlRelaxExpr *
tl_relax_global (TlArena *arena, const char *name)
{
  return named (arena, TL_RELAX_GLOBAL, name);
}

const TlRelaxExpr *
tl_relax_extern (TlArena *arena, const char *symbol)
{
  return named (arena, TL_RELAX_EXTERN, symbol);
}

const TlRelaxExpr *
tl_relax_dtype (TlArena *arena, TlDType dtype)
{
  TlRelaxExpr *expr = new_expr (arena, TL_RELAX_DTYPE, &tl_relax_any);

  expr->dtype = dtype;
  return expr;
}

const TlRelaxExpr *
tl_relax_tuple (TlArena *arena, const TlRelaxExpr *const *items, guint n_items)
{
  TlRelaxType *type = new_type (arena, TL_RELAX_TYPE_TUPLE);
  TlRelaxExpr *tuple = new_expr (arena, TL_RELAX_TUPLE, type);
  const TlRelaxType **fields = tl_arena_new_array (arena, const TlRelaxType *, MAX (n_items, 1));

  for (guint i = 0; i < n_items; i++)
    fields[i] = items[i]->type;
  type->fields = fields;
  type->n_fields = n_items;
  tuple->items = dup_pointers (arena, items, n_items);
  tuple->n_items = n_items;
  return tuple;
}

const TlRelaxExpr *
tl_relax_item (TlArena *arena, const TlRelaxExpr *tuple, guint index)
{
  gboolean     is_known = tuple->type->kind == TL_RELAX_TYPE_TUPLE && index < tuple->type->n_fields;
  TlRelaxExpr *item = new_expr (arena, TL_RELAX_ITEM, is_known ? tuple->type->fields[index] : &tl_relax_any);

  item->tuple = tuple;
  item->index = index;
  return item;
}

const TlRelaxExpr *
tl_relax_call (TlArena *arena, const TlRelaxType *type, const TlRelaxOp *op, const TlRelaxExpr *const *args, guint n_args,
               const TlAttrs *attrs)
{
  TlRelaxExpr *call = new_expr (arena, TL_RELAX_CALL, type);

  call->op = op;
  call->args = dup_pointers (arena, args, n_args);
  call->n_args = n_args;
  call->attrs = *attrs;
  return call;
}

const TlRelaxExpr *
tl_relax_call_tir (TlArena *arena, const char *name, const TlRelaxExpr *const *args, guint n_args, const TlRelaxType *const *outputs,
                   guint n_outputs)
{
  const TlRelaxExpr *both[] = { tl_relax_global (arena, name), tl_relax_tuple (arena, args, n_args) };
  const TlRelaxType *type = n_outputs == 1 ? outputs[0] : tl_relax_tuple_type (arena, outputs, n_outputs);
  TlRelaxExpr       *call = new_expr (arena, TL_RELAX_CALL, type);

  call->op = tl_relax_op_find ("call_tir");
  call->args = dup_pointers (arena, both, G_N_ELEMENTS (both));
  call->n_args = G_N_ELEMENTS (both);
  call->attrs = tl_attrs_empty;
  call->type_args = dup_pointers (arena, outputs, n_outputs);
  call->n_type_args = n_outputs;
  return call;
}

const TlRelaxOp *
tl_relax_op_find (const char *name)
{
  if (g_str_has_prefix (name, "relax."))
    name += strlen ("relax.");
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    if (strcmp (ops[i].name, name) == 0)
      return &ops[i];
  return NULL;
}

const TlRelaxOp *
tl_relax_op_nth (guint index)
{
  return index < G_N_ELEMENTS (ops) ? &ops[index] : NULL;
}

gboolean
tl_relax_op_is (const TlRelaxExpr *expr, const char *name)
{
  return expr->kind == TL_RELAX_CALL && expr->op != NULL && strcmp (expr->op->name, name) == 0;
}

gboolean
tl_relax_type_get_shape (const TlRelaxType *type, gint64 *shape)
{
  if ((type->kind != TL_RELAX_TYPE_TENSOR && type->kind != TL_RELAX_TYPE_SHAPE) || type->dims == NULL)
    return FALSE;
  for (int i = 0; i < type->n_dims; i++)
    if (!tl_expr_get_int (type->dims[i], &shape[i]))
      return FALSE;
  return TRUE;
}

gboolean
tl_relax_type_equal (const TlRelaxType *a, const TlRelaxType *b)
{
  if (a->kind != b->kind || a->n_dims != b->n_dims || (a->dims == NULL) != (b->dims == NULL) || a->n_fields != b->n_fields ||
      a->is_pure != b->is_pure || g_strcmp0 (a->vdevice, b->vdevice) != 0 || !tl_dtype_equal (a->dtype, b->dtype))
    return FALSE;
  for (int i = 0; a->dims != NULL && i < a->n_dims; i++)
    if (!tl_expr_equal (a->dims[i], b->dims[i]))
      return FALSE;
  for (guint i = 0; i < a->n_fields; i++)
    if (!tl_relax_type_equal (a->fields[i], b->fields[i]))
      return FALSE;
  return a->result == b->result || (a->result != NULL && b->result != NULL && tl_relax_type_equal (a->result, b->result));
}
