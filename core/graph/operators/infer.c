/* SPDX-License-Identifier: Apache-2.0 */
/* Types of calls: the rule of an operator is applied; the parts that rules are made of. */
#include "core/base/error.h"
#include "core/graph/operators/type-rules-private.h"
#include "core/text/script.h"

#include <string.h>

static const TlTypeRule rules[] = {
#define RELAX_OP(name, signature, type_rule, legalization) tl_infer_##type_rule,
#include "core/ir/relax-ops.def"
#undef RELAX_OP
};

static const char *
parameter_name (const TlInfer *infer, guint index)
{
  const GArray *parameters = tl_relax_op_parameters (infer->op);

  for (guint i = 0; i < parameters->len; i++)
    {
      const TlRelaxParameter *parameter = &g_array_index (parameters, TlRelaxParameter, i);

      if (!parameter->is_attr && (i == index || parameter->is_rest))
        return parameter->name;
    }
  return "";
}

/* Errors. */

gconstpointer
tl_infer_fail (const TlInfer *infer, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list          args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  return tl_fail_null (infer->error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "R.%s: %s", infer->op->name, message);
}

static void
append_type (GString *out, const TlRelaxType *type)
{
  static const char *const kinds[] = { "a value of any type", "a tensor", "a shape", "a number", "a tuple", "a function" };

  if (type->kind != TL_RELAX_TYPE_TENSOR)
    {
      g_string_append (out, kinds[type->kind]);
      return;
    }
  g_string_append (out, type->dtype.code == TL_TYPE_VOID ? "a tensor of unknown type" : tl_dtype_name (type->dtype));
  if (type->dims == NULL && type->n_dims >= 0)
    g_string_append_printf (out, " of %d dimensions", type->n_dims);
  if (type->dims == NULL)
    return;
  g_string_append (out, " (");
  for (int i = 0; i < type->n_dims; i++)
    {
      gint64           size;
      g_autofree char *text = tl_expr_get_int (type->dims[i], &size) ? g_strdup_printf ("%" G_GINT64_FORMAT, size)
                                                                     : tl_expr_to_text (type->dims[i]);

      g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", text);
    }
  g_string_append_c (out, ')');
}

const char *
tl_infer_describe (const TlInfer *infer, guint index)
{
  g_autoptr (GString) out = g_string_new (parameter_name (infer, index));

  g_string_append (out, ", ");
  append_type (out, infer->args[index]->type);
  return tl_arena_strdup (infer->arena, out->str);
}

/* Arguments. */

const TlRelaxType *
tl_infer_tensor (const TlInfer *infer, guint index)
{
  if (index >= infer->n_args || infer->args[index] == NULL)
    return tl_infer_fail (infer, "argument %s is missing", parameter_name (infer, index));
  if (infer->args[index]->type->kind != TL_RELAX_TYPE_TENSOR)
    return tl_infer_fail (infer, "argument %s is not a tensor", tl_infer_describe (infer, index));
  return infer->args[index]->type;
}

const TlRelaxType *
tl_infer_tensor_of (const TlInfer *infer, guint index, int n_dims)
{
  const TlRelaxType *type = tl_infer_tensor (infer, index);

  if (type != NULL && n_dims >= 0 && type->n_dims >= 0 && type->n_dims != n_dims)
    return tl_infer_fail (infer, "argument %s, has %d dimension%s where %d are needed", tl_infer_describe (infer, index), type->n_dims,
                          type->n_dims == 1 ? "" : "s", n_dims);
  return type;
}

const TlRelaxType *
tl_infer_shape (const TlInfer *infer, guint index)
{
  if (index >= infer->n_args || infer->args[index] == NULL)
    return tl_infer_fail (infer, "argument %s is missing", parameter_name (infer, index));
  if (infer->args[index]->type->kind != TL_RELAX_TYPE_SHAPE)
    return tl_infer_fail (infer, "argument %s, is not a shape", tl_infer_describe (infer, index));
  return infer->args[index]->type;
}

const TlRelaxType *const *
tl_infer_tensors (const TlInfer *infer, guint index, guint *n)
{
  const TlRelaxType *type;

  if (index >= infer->n_args || infer->args[index] == NULL)
    return tl_infer_fail (infer, "argument %s is missing", parameter_name (infer, index));
  type = infer->args[index]->type;
  if (type->kind != TL_RELAX_TYPE_TUPLE || type->n_fields == 0)
    return tl_infer_fail (infer, "argument %s, is not a tuple of tensors", tl_infer_describe (infer, index));
  for (guint i = 0; i < type->n_fields; i++)
    if (type->fields[i]->kind != TL_RELAX_TYPE_TENSOR)
      return tl_infer_fail (infer, "item %u of argument %s is not a tensor", i, parameter_name (infer, index));
  *n = type->n_fields;
  return type->fields;
}

gboolean
tl_infer_number (const TlInfer *infer, guint index, const TlExpr **value)
{
  if (index >= infer->n_args || infer->args[index] == NULL || infer->args[index]->kind != TL_RELAX_PRIM)
    return tl_infer_fail (infer, "argument %s is not a number", parameter_name (infer, index)) != NULL;
  *value = infer->args[index]->prim;
  return TRUE;
}

const TlExpr *const *
tl_infer_numbers (const TlInfer *infer, guint index, guint *n)
{
  const TlRelaxExpr *tuple = index < infer->n_args ? infer->args[index] : NULL;
  const TlExpr     **numbers;

  if (tuple == NULL || tuple->kind != TL_RELAX_TUPLE)
    return tl_infer_fail (infer, "argument %s is not a tuple of numbers", parameter_name (infer, index));
  numbers = tl_arena_new_array (infer->arena, const TlExpr *, MAX (tuple->n_items, 1));
  for (guint i = 0; i < tuple->n_items; i++)
    {
      if (tuple->items[i]->kind != TL_RELAX_PRIM)
        return tl_infer_fail (infer, "item %u of argument %s is not a number", i, parameter_name (infer, index));
      numbers[i] = tuple->items[i]->prim;
    }
  *n = tuple->n_items;
  return numbers;
}

/* Attributes. */

gint64
tl_infer_int (const TlInfer *infer, const char *name, gint64 fallback)
{
  const TlValue *value = tl_attrs_find (infer->attrs, name);

  return value != NULL && value->kind == TL_VALUE_INT ? value->integer : fallback;
}

gboolean
tl_infer_bool (const TlInfer *infer, const char *name)
{
  const TlValue *value = tl_attrs_find (infer->attrs, name);

  return value != NULL && ((value->kind == TL_VALUE_BOOL && value->boolean) || (value->kind == TL_VALUE_INT && value->integer != 0));
}

const char *
tl_infer_string (const TlInfer *infer, const char *name)
{
  const TlValue *value = tl_attrs_find (infer->attrs, name);

  return value != NULL && value->kind == TL_VALUE_STRING ? value->string : NULL;
}

gboolean
tl_infer_dtype (const TlInfer *infer, const char *name, TlDType fallback, TlDType *dtype)
{
  const char *text = tl_infer_string (infer, name);

  *dtype = fallback;
  if (text == NULL || text[0] == '\0' || tl_dtype_parse (text, dtype))
    return TRUE;
  return tl_infer_fail (infer, "attribute %s=\"%s\" is no type", name, text) != NULL;
}

gboolean
tl_infer_ints (const TlInfer *infer, const char *name, int n_wanted, const gint64 **ints, guint *n)
{
  const TlValue *value = tl_attrs_find (infer->attrs, name);
  gint64        *numbers;

  *ints = NULL;
  *n = 0;
  if (value == NULL || value->kind == TL_VALUE_NONE)
    return TRUE;
  if (value->kind != TL_VALUE_LIST)
    return tl_infer_fail (infer, "attribute %s is not a list of integers", name) != NULL;
  if (n_wanted >= 0 && value->n_items != (guint) n_wanted)
    return tl_infer_fail (infer, "attribute %s has %u numbers where %d are needed", name, value->n_items, n_wanted) != NULL;
  numbers = tl_arena_new_array (infer->arena, gint64, MAX (value->n_items, 1));
  for (guint i = 0; i < value->n_items; i++)
    {
      TlValue number;

      if (!tl_value_get_number (&value->items[i], &number) || number.kind != TL_VALUE_INT)
        return tl_infer_fail (infer, "item %u of attribute %s is not an integer", i, name) != NULL;
      numbers[i] = number.integer;
    }
  *ints = numbers;
  *n = value->n_items;
  return TRUE;
}

gboolean
tl_infer_axis (const TlInfer *infer, const char *name, gint64 axis, guint n, guint *position)
{
  if (axis < -(gint64) n || axis >= (gint64) n)
    return tl_infer_fail (infer, "%s=%" G_GINT64_FORMAT " is out of range for %u dimension%s", name, axis, n, n == 1 ? "" : "s") != NULL;
  *position = (guint) (axis < 0 ? axis + (gint64) n : axis);
  return TRUE;
}

/* Sizes. */

const TlExpr *
tl_infer_size (const TlInfer *infer, gint64 size)
{
  return tl_expr_int (infer->arena, TL_INT64, size);
}

const TlExpr *
tl_infer_simplify (const TlInfer *infer, const TlExpr *size)
{
  return tl_analyzer_simplify (infer->analyzer, size);
}

gboolean
tl_infer_is_equal (const TlInfer *infer, const TlExpr *a, const TlExpr *b)
{
  gint64 x, y;

  if (tl_expr_get_int (a, &x) && tl_expr_get_int (b, &y))
    return x == y;
  return a == b || tl_analyzer_can_prove_equal (infer->analyzer, a, b);
}

gboolean
tl_infer_differs (const TlExpr *a, const TlExpr *b)
{
  gint64 x, y;

  return tl_expr_get_int (a, &x) && tl_expr_get_int (b, &y) && x != y;
}

const TlRelaxType *
tl_infer_result (const TlInfer *infer, TlDType dtype, const TlExpr *const *dims, int n_dims)
{
  return dims != NULL ? tl_relax_tensor_type (infer->arena, dtype, dims, (guint) n_dims)
                      : tl_relax_unknown_tensor_type (infer->arena, dtype, n_dims);
}

/* The size of one dimension; NULL: unknown. */
static const TlExpr *
broadcast_dim (const TlInfer *infer, const TlExpr *a, const TlExpr *b)
{
  if (tl_expr_is_int (a, 1))
    return b;
  return tl_expr_is_int (b, 1) || tl_infer_is_equal (infer, a, b) ? a : NULL;
}

gboolean
tl_infer_broadcast_dims (const TlInfer *infer, const TlExpr *const *a, int n_a, const TlExpr *const *b, int n_b,
                         const TlExpr *const **dims, int *n_dims)
{
  const TlExpr **all;
  gboolean       is_known = TRUE;

  *dims = NULL;
  *n_dims = n_a < 0 || n_b < 0 ? -1 : MAX (n_a, n_b);
  if (*n_dims < 0 || a == NULL || b == NULL)
    return TRUE;
  all = tl_arena_new_array (infer->arena, const TlExpr *, MAX (*n_dims, 1));
  for (int i = 1; i <= *n_dims; i++)
    {
      const TlExpr *x = i <= n_a ? a[n_a - i] : NULL, *y = i <= n_b ? b[n_b - i] : NULL;
      const TlExpr *size = x == NULL ? y : y == NULL ? x : broadcast_dim (infer, x, y);

      if (size == NULL && tl_infer_differs (x, y))
        return tl_infer_fail (infer, "sizes %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " of dimension %d from the end do not fit; "
                              "equal ones do, or 1", x->int_value, y->int_value, i) != NULL;
      is_known = is_known && size != NULL;
      all[*n_dims - i] = size;
    }
  *dims = is_known ? all : NULL;
  return TRUE;
}

/* Calls. */

const TlRelaxType *
tl_infer_called (const TlInfer *infer)
{
  return tl_infer_fail (infer, "the type of its result is written, not inferred");
}

/* A tensor of the shape and element type among the arguments. */
const TlRelaxType *
tl_infer_allocated (const TlInfer *infer)
{
  for (guint i = 0; i + 1 < infer->n_args; i++)
    if (infer->args[i]->type->kind == TL_RELAX_TYPE_SHAPE && infer->args[i + 1]->kind == TL_RELAX_DTYPE)
      return tl_infer_result (infer, infer->args[i + 1]->dtype, infer->args[i]->type->dims, infer->args[i]->type->n_dims);
  return tl_infer_fail (infer, "a shape and an element type behind it are needed");
}

const TlRelaxType *
tl_infer_nothing (const TlInfer *infer)
{
  return tl_relax_tuple_type (infer->arena, NULL, 0);
}

/* Arguments that the signature needs are there, and no others. */
static gboolean
check_count (const TlInfer *infer)
{
  const GArray *parameters = tl_relax_op_parameters (infer->op);
  guint         n = 0;
  gboolean      is_open = FALSE;

  for (guint i = 0; i < parameters->len; i++)
    {
      const TlRelaxParameter *parameter = &g_array_index (parameters, TlRelaxParameter, i);

      if (parameter->is_attr)
        continue;
      is_open = is_open || parameter->is_rest;
      if (!parameter->is_rest && parameter->default_text == NULL && (n >= infer->n_args || infer->args[n] == NULL))
        return tl_infer_fail (infer, "argument %s is missing", parameter->name) != NULL;
      n++;
    }
  return is_open || infer->n_args <= n || tl_infer_fail (infer, "it takes %u arguments, not %u", n, infer->n_args) != NULL;
}

gboolean
tl_relax_op_is_inferred (const TlRelaxOp *op)
{
  return rules[op - tl_relax_op_nth (0)] != tl_infer_called;
}

const TlRelaxType *
tl_relax_infer (TlArena *arena, const TlRelaxOp *op, const TlRelaxExpr *const *args, guint n_args, const TlAttrs *attrs, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  TlInfer                infer = { arena, op, args, n_args, attrs, analyzer, error };

  return check_count (&infer) ? rules[op - tl_relax_op_nth (0)] (&infer) : NULL;
}
