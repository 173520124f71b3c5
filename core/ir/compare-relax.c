/* SPDX-License-Identifier: Apache-2.0 */
/* Structural equality of graph functions: variables pair where they are bound, symbolic sizes at first sight; names do not count. */
#include <string.h>

#include "core/ir/compare-private.h"

static gboolean values_equal (TlCompare *c, const TlRelaxExpr *a, const TlRelaxExpr *b);
static gboolean bodies_equal (TlCompare *c, const TlRelaxBody *a, const TlRelaxBody *b);

static gboolean
sizes_equal (TlCompare *c, const TlExpr *const *a, const TlExpr *const *b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!tl_compare_exprs (c, a[i], b[i]))
      return FALSE;
  return TRUE;
}

static gboolean
types_equal (TlCompare *c, const TlRelaxType *a, const TlRelaxType *b)
{
  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || a->kind != b->kind || a->n_dims != b->n_dims || (a->dims == NULL) != (b->dims == NULL)
      || !tl_dtype_equal (a->dtype, b->dtype) || a->n_fields != b->n_fields || a->is_pure != b->is_pure
      || g_strcmp0 (a->vdevice, b->vdevice) != 0)
    return FALSE;
  if (a->dims != NULL && !sizes_equal (c, a->dims, b->dims, (guint) a->n_dims))
    return FALSE;
  for (guint i = 0; i < a->n_fields; i++)
    if (!types_equal (c, a->fields[i], b->fields[i]))
      return FALSE;
  return a->kind != TL_RELAX_TYPE_CALLABLE || types_equal (c, a->result, b->result);
}

static gboolean
type_lists_equal (TlCompare *c, const TlRelaxExpr *a, const TlRelaxExpr *b)
{
  if (a->n_type_args != b->n_type_args)
    return FALSE;
  for (guint i = 0; i < a->n_type_args; i++)
    if (!types_equal (c, a->type_args[i], b->type_args[i]))
      return FALSE;
  return TRUE;
}

static gboolean
define (TlCompare *c, const TlRelaxVar *a, const TlRelaxVar *b)
{
  if (!types_equal (c, a->type, b->type))
    return tl_compare_differ (c, "variables %s and %s have different types", a->name, b->name);
  if (a->is_dataflow != b->is_dataflow)
    return tl_compare_differ (c, "only one of the variables %s and %s is used behind its block", a->name, b->name);
  tl_compare_pair (c, a, b);
  return TRUE;
}

static gboolean
tensors_equal (const TlTensor *a, const TlTensor *b)
{
  return tl_dtype_equal (a->dtype, b->dtype) && a->n_dims == b->n_dims && memcmp (a->shape, b->shape, a->n_dims * sizeof (gint64)) == 0
         && memcmp (a->data, b->data, a->n_bytes) == 0;
}

static gboolean
lists_equal (TlCompare *c, const TlRelaxExpr *const *a, guint n_a, const TlRelaxExpr *const *b, guint n_b)
{
  if (n_a != n_b)
    return FALSE;
  for (guint i = 0; i < n_a; i++)
    if (!values_equal (c, a[i], b[i]))
      return FALSE;
  return TRUE;
}

static gboolean
calls_equal (TlCompare *c, const TlRelaxExpr *a, const TlRelaxExpr *b)
{
  if (a->op != b->op)
    return tl_compare_differ (c, "a call of %s is where the other program has %s", a->op != NULL ? a->op->name : "a function",
                              b->op != NULL ? b->op->name : "a function");
  return values_equal (c, a->callee, b->callee) && lists_equal (c, a->args, a->n_args, b->args, b->n_args)
         && tl_compare_attrs (c, "a call", &a->attrs, &b->attrs, NULL) && type_lists_equal (c, a, b);
}

static gboolean
functions_equal (TlCompare *c, const char *name, const TlGraphFunc *a, const TlGraphFunc *b)
{
  if (a->n_params != b->n_params)
    return tl_compare_differ (c, "function %s has %u parameters against %u", name, a->n_params, b->n_params);
  for (guint i = 0; i < a->n_params; i++)
    if (!define (c, a->params[i], b->params[i]))
      return FALSE;
  if (a->is_private != b->is_private || a->is_impure != b->is_impure)
    return tl_compare_differ (c, "function %s is private or impure in one program only", name);
  return tl_compare_attrs (c, name, &a->attrs, &b->attrs, NULL) && bodies_equal (c, &a->body, &b->body)
         && (types_equal (c, a->result_type, b->result_type) || tl_compare_differ (c, "function %s returns different types", name));
}

static gboolean
values_equal (TlCompare *c, const TlRelaxExpr *a, const TlRelaxExpr *b)
{
  gboolean is_partner;

  if (a == NULL || b == NULL)
    return a == b;
  if (a->kind != b->kind)
    return FALSE;
  switch (a->kind)
    {
    case TL_RELAX_VAR:
      return (tl_compare_has_partner (c, a, b, &is_partner) && is_partner)
             || tl_compare_differ (c, "variable %s is where the other program has %s", a->name, b->name);
    case TL_RELAX_CONST:
      return tensors_equal (a->tensor, b->tensor) || tl_compare_differ (c, "a constant has other elements");
    case TL_RELAX_SHAPE:
      return a->n_dims == b->n_dims && sizes_equal (c, a->dims, b->dims, a->n_dims);
    case TL_RELAX_PRIM:
      return tl_compare_exprs (c, a->prim, b->prim);
    case TL_RELAX_STRING:
    case TL_RELAX_GLOBAL:
    case TL_RELAX_EXTERN:
      return strcmp (a->name, b->name) == 0 || tl_compare_differ (c, "%s is where the other program has %s", a->name, b->name);
    case TL_RELAX_DTYPE:
      return tl_dtype_equal (a->dtype, b->dtype);
    case TL_RELAX_TUPLE:
      return lists_equal (c, a->items, a->n_items, b->items, b->n_items);
    case TL_RELAX_ITEM:
      return a->index == b->index && values_equal (c, a->tuple, b->tuple);
    case TL_RELAX_CALL:
      return calls_equal (c, a, b);
    case TL_RELAX_FUNCTION:
      return functions_equal (c, "in a function", a->function, b->function);
    case TL_RELAX_IF:
      return values_equal (c, a->cond, b->cond) && bodies_equal (c, a->if_true, b->if_true) && bodies_equal (c, a->if_false, b->if_false);
    }
  return FALSE;
}

static gboolean
bindings_equal (TlCompare *c, const TlRelaxBinding *a, const TlRelaxBinding *b)
{
  gboolean is_function = a->value->kind == TL_RELAX_FUNCTION;

  if (a->kind != b->kind)
    return tl_compare_differ (c, "only one of %s and %s is a R.match_cast", a->var->name, b->var->name);
  /* A function may call itself. */
  if (is_function && !define (c, a->var, b->var))
    return FALSE;
  if (!values_equal (c, a->value, b->value))
    return tl_compare_differ (c, "%s has another value", a->var->name);
  return (a->kind != TL_RELAX_BIND_MATCH || types_equal (c, a->type, b->type)) && (is_function || define (c, a->var, b->var));
}

static gboolean
bodies_equal (TlCompare *c, const TlRelaxBody *a, const TlRelaxBody *b)
{
  if (a->n_blocks != b->n_blocks)
    return tl_compare_differ (c, "%u blocks of bindings against %u", a->n_blocks, b->n_blocks);
  for (guint i = 0; i < a->n_blocks; i++)
    {
      if (a->blocks[i].is_dataflow != b->blocks[i].is_dataflow || a->blocks[i].n_bindings != b->blocks[i].n_bindings)
        return tl_compare_differ (c, "block %u of a function: %u bindings against %u", i, a->blocks[i].n_bindings, b->blocks[i].n_bindings);
      for (guint k = 0; k < a->blocks[i].n_bindings; k++)
        if (!bindings_equal (c, &a->blocks[i].bindings[k], &b->blocks[i].bindings[k]))
          return FALSE;
    }
  return values_equal (c, a->result, b->result) || tl_compare_differ (c, "the results differ");
}

gboolean
tl_compare_graphs (TlCompare *c, const char *name, const TlGraphFunc *a, const TlGraphFunc *b)
{
  return functions_equal (c, name, a, b);
}
