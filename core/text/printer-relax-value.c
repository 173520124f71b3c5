/* SPDX-License-Identifier: Apache-2.0 */
#include "core/text/printer-relax-private.h"

#include <math.h>
#include <string.h>

#include "core/ir/relax-op.h"

static gboolean
is_classic (const TlPrinter *printer)
{
  return printer->dialect == TL_DIALECT_CLASSIC;
}

/* Types. */

static void
print_size (TlPrinter *printer, const TlExpr *size, gboolean in_signature)
{
  gboolean is_quoted = in_signature && size->kind != TL_EXPR_INT && (is_classic (printer) || size->kind != TL_EXPR_VAR);

  g_string_append (printer->out, is_quoted ? "\"" : "");
  tl_print_expr (printer, size);
  g_string_append (printer->out, is_quoted ? "\"" : "");
}

static void
print_sizes (TlPrinter *printer, const TlExpr *const *sizes, guint n, gboolean in_signature)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append (printer->out, i > 0 ? ", " : "");
      print_size (printer, sizes[i], in_signature);
    }
}

static void
print_argument (TlPrinter *printer, gboolean *is_first, const char *name)
{
  g_string_append_printf (printer->out, "%s%s", *is_first ? "" : ", ", name);
  *is_first = FALSE;
}

static void
print_tensor_type (TlPrinter *printer, const TlRelaxType *type, gboolean in_signature)
{
  gboolean is_first = TRUE, has_dtype = type->dtype.code != TL_TYPE_VOID;

  g_string_append (printer->out, "R.Tensor");
  if (type->dims == NULL && !has_dtype && type->vdevice == NULL && type->n_dims < 0)
    return;
  g_string_append_c (printer->out, '(');
  if (type->dims != NULL)
    {
      print_argument (printer, &is_first, "(");
      print_sizes (printer, type->dims, (guint) type->n_dims, in_signature);
      g_string_append (printer->out, type->n_dims == 1 ? ",)" : ")");
    }
  if (has_dtype)
    {
      print_argument (printer, &is_first, "dtype=");
      tl_print_string (printer->out, tl_dtype_name (type->dtype));
    }
  if (type->vdevice != NULL)
    {
      print_argument (printer, &is_first, "vdevice=");
      tl_print_string (printer->out, type->vdevice);
    }
  if (type->dims == NULL && type->n_dims >= 0)
    {
      print_argument (printer, &is_first, "ndim=");
      g_string_append_printf (printer->out, "%d", type->n_dims);
    }
  g_string_append_c (printer->out, ')');
}

static void
print_shape_type (TlPrinter *printer, const TlRelaxType *type, gboolean in_signature)
{
  if (type->dims == NULL)
    {
      g_string_append_printf (printer->out, "R.Shape(ndim=%d)", type->n_dims);
      return;
    }
  g_string_append (printer->out, "R.Shape([");
  print_sizes (printer, type->dims, (guint) type->n_dims, in_signature);
  g_string_append (printer->out, "])");
}

static void
print_prim_type (TlPrinter *printer, const TlRelaxType *type)
{
  if (type->dtype.code == TL_TYPE_VOID)
    g_string_append (printer->out, is_classic (printer) ? "R.Object" : "R.Any");
  else
    g_string_append_printf (printer->out, is_classic (printer) ? "R.Prim(\"%s\")" : "T.%s", tl_dtype_name (type->dtype));
}

static void
print_types (TlPrinter *printer, const TlRelaxType *const *types, guint n, gboolean in_signature)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append (printer->out, i > 0 ? ", " : "");
      tl_print_relax_type (printer, types[i], in_signature);
    }
}

static void
print_callable_type (TlPrinter *printer, const TlRelaxType *type, gboolean in_signature)
{
  g_string_append (printer->out, "R.Callable");
  if (type->fields == NULL)
    return;
  g_string_append (printer->out, "((");
  print_types (printer, type->fields, type->n_fields, in_signature);
  g_string_append (printer->out, type->n_fields == 1 ? ",), " : "), ");
  tl_print_relax_type (printer, type->result, in_signature);
  g_string_append (printer->out, type->is_pure ? ", True)" : ", False)");
}

void
tl_print_relax_type (TlPrinter *printer, const TlRelaxType *type, gboolean in_signature)
{
  switch (type->kind)
    {
    case TL_RELAX_TYPE_ANY:
      g_string_append (printer->out, is_classic (printer) ? "R.Object" : "R.Any");
      break;
    case TL_RELAX_TYPE_TENSOR:
      print_tensor_type (printer, type, in_signature);
      break;
    case TL_RELAX_TYPE_SHAPE:
      print_shape_type (printer, type, in_signature);
      break;
    case TL_RELAX_TYPE_PRIM:
      print_prim_type (printer, type);
      break;
    case TL_RELAX_TYPE_TUPLE:
      g_string_append (printer->out, type->n_fields > 0 ? "R.Tuple(" : "R.Tuple");
      print_types (printer, type->fields, type->n_fields, in_signature);
      g_string_append (printer->out, type->n_fields > 0 ? ")" : "");
      break;
    case TL_RELAX_TYPE_CALLABLE:
      print_callable_type (printer, type, in_signature);
      break;
    }
}

/* Values. */

gboolean
tl_relax_is_void (const TlRelaxExpr *expr)
{
  return expr->kind == TL_RELAX_VAR && expr->type->kind == TL_RELAX_TYPE_TUPLE && expr->type->n_fields == 0;
}

static void
print_element (TlPrinter *printer, const TlTensor *tensor)
{
  char   text[G_ASCII_DTOSTR_BUF_SIZE];
  double value = tl_tensor_get (tensor, 0);

  if (tensor->dtype.code == TL_TYPE_BOOL)
    g_string_append (printer->out, value != 0 ? "True" : "False");
  else if (tl_dtype_is_integer (tensor->dtype))
    g_string_append_printf (printer->out, "%" G_GINT64_FORMAT, tl_tensor_get_int (tensor, 0));
  else if (isnan (value) || isinf (value))
    /* TVM prints "inf", which it does not read. */
    g_string_append_printf (printer->out, "float(\"%s\")", isnan (value) ? "nan" : value < 0 ? "-inf" : "inf");
  else
    {
      g_string_append (printer->out, g_ascii_formatd (text, sizeof text, "%.17g", value));
      if (strpbrk (text, ".e") == NULL)
        g_string_append (printer->out, ".0");
    }
}

static void
print_constant (TlPrinter *printer, const TlTensor *tensor)
{
  gpointer number;

  if (tensor->n_dims == 0)
    {
      g_string_append (printer->out, "R.const(");
      print_element (printer, tensor);
      g_string_append_printf (printer->out, ", \"%s\")", tl_dtype_name (tensor->dtype));
      return;
    }
  if (!g_hash_table_lookup_extended (printer->constant_numbers, tensor, NULL, &number))
    {
      number = GUINT_TO_POINTER (printer->constants->len);
      g_ptr_array_add (printer->constants, (gpointer) tensor);
      g_hash_table_insert (printer->constant_numbers, (gpointer) tensor, number);
    }
  g_string_append_printf (printer->out, "metadata[\"%s\"][%u]", is_classic (printer) ? "relax.expr.Constant" : "ir.GenericConst",
                          GPOINTER_TO_UINT (number));
}

static void
print_values (TlPrinter *printer, const TlRelaxExpr *const *values, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append (printer->out, i > 0 ? ", " : "");
      tl_print_relax_value (printer, values[i]);
    }
}

static void
print_tuple (TlPrinter *printer, const TlRelaxExpr *tuple)
{
  if (tuple->n_items == 0)
    {
      g_string_append (printer->out, "R.tuple()");
      return;
    }
  g_string_append_c (printer->out, '(');
  print_values (printer, tuple->items, tuple->n_items);
  g_string_append (printer->out, tuple->n_items == 1 ? ",)" : ")");
}

/* Calls. */

static gboolean
has_out_types (const TlRelaxExpr *call)
{
  return tl_relax_op_is (call, "call_tir") || tl_relax_op_is (call, "call_tir_inplace") || tl_relax_op_is (call, "call_dps_packed");
}

/* out_ty=T, or a list of several; ty_args=(T,) */
static void
print_type_args (TlPrinter *printer, const TlRelaxExpr *call)
{
  gboolean is_out = has_out_types (call), is_old = is_classic (printer);

  if (!is_out && call->n_type_args == 0)
    return;
  g_string_append (printer->out, is_out ? (is_old ? ", out_sinfo=" : ", out_ty=") : is_old ? ", sinfo_args=(" : ", ty_args=(");
  g_string_append (printer->out, is_out && call->n_type_args != 1 ? "[" : "");
  print_types (printer, call->type_args, call->n_type_args, FALSE);
  g_string_append (printer->out, is_out && call->n_type_args != 1 ? "]" : "");
  g_string_append (printer->out, is_out ? "" : call->n_type_args == 1 ? ",)" : ")");
}

static void
print_attributes (TlPrinter *printer, const TlRelaxExpr *call, gboolean is_first)
{
  for (guint i = 0; i < call->attrs.n; i++)
    {
      gboolean is_text = strcmp (call->attrs.keys[i], "format") == 0;

      print_argument (printer, &is_first, call->attrs.keys[i]);
      g_string_append (printer->out, is_text ? "=R.str(" : "=");
      tl_print_value (printer, &call->attrs.values[i]);
      g_string_append (printer->out, is_text ? ")" : "");
    }
}

/* An argument that is absent stands as None before others, and by its name those behind it. */
static void
print_op_arguments (TlPrinter *printer, const TlRelaxExpr *call, gboolean *is_first)
{
  const GArray *parameters = tl_relax_op_parameters (call->op);
  gboolean      is_gap = FALSE;

  for (guint i = 0; i < call->n_args; i++)
    {
      const TlRelaxParameter *parameter = &g_array_index (parameters, TlRelaxParameter, MIN (i, parameters->len - 1));

      is_gap |= call->args[i] == NULL;
      if (call->args[i] == NULL)
        continue;
      print_argument (printer, is_first, "");
      if (is_gap)
        g_string_append_printf (printer->out, "%s=", parameter->name);
      if (call->args[i]->kind == TL_RELAX_EXTERN)
        tl_print_string (printer->out, call->args[i]->name);
      else
        tl_print_relax_value (printer, call->args[i]);
    }
}

/* R.call_tir (cls.f, (x,), out_ty=…, tir_vars=R.shape ([n])) */
static void
print_function_call (TlPrinter *printer, const TlRelaxExpr *call)
{
  if (call->args[0]->kind == TL_RELAX_EXTERN)
    tl_print_string (printer->out, call->args[0]->name);
  else
    tl_print_relax_value (printer, call->args[0]);
  g_string_append (printer->out, ", ");
  tl_print_relax_value (printer, call->args[1]);
  print_type_args (printer, call);
  if (call->n_args > 2 && call->args[2] != NULL)
    {
      g_string_append (printer->out, ", tir_vars=");
      tl_print_relax_value (printer, call->args[2]);
    }
  print_attributes (printer, call, FALSE);
}

static void
print_call (TlPrinter *printer, const TlRelaxExpr *call)
{
  gboolean is_first = TRUE;

  if (call->op == NULL)
    {
      tl_print_relax_value (printer, call->callee);
      g_string_append_c (printer->out, '(');
      print_values (printer, call->args, call->n_args);
    }
  else
    {
      g_string_append_printf (printer->out, "R.%s(", call->op->name);
      if (has_out_types (call))
        print_function_call (printer, call);
      else
        {
          print_op_arguments (printer, call, &is_first);
          print_attributes (printer, call, is_first);
          print_type_args (printer, call);
        }
    }
  g_string_append_c (printer->out, ')');
}

static void
print_scalar (TlPrinter *printer, const TlExpr *value)
{
  g_string_append (printer->out, is_classic (printer) ? "R.prim_value(" : "");
  tl_print_expr (printer, value);
  g_string_append (printer->out, is_classic (printer) ? ")" : "");
}

void
tl_print_relax_value (TlPrinter *printer, const TlRelaxExpr *expr)
{
  const char *name;

  switch (expr->kind)
    {
    case TL_RELAX_VAR:
      name = g_hash_table_lookup (printer->names, expr);
      g_string_append (printer->out, tl_relax_is_void (expr) ? "R.tuple()" : name != NULL ? name : expr->name);
      break;
    case TL_RELAX_CONST:
      print_constant (printer, expr->tensor);
      break;
    case TL_RELAX_SHAPE:
      g_string_append (printer->out, "R.shape([");
      print_sizes (printer, expr->dims, expr->n_dims, FALSE);
      g_string_append (printer->out, "])");
      break;
    case TL_RELAX_PRIM:
      print_scalar (printer, expr->prim);
      break;
    case TL_RELAX_STRING:
      g_string_append (printer->out, "R.str(");
      tl_print_string (printer->out, expr->name);
      g_string_append_c (printer->out, ')');
      break;
    case TL_RELAX_DTYPE:
      g_string_append_printf (printer->out, "R.dtype(\"%s\")", tl_dtype_name (expr->dtype));
      break;
    case TL_RELAX_TUPLE:
      print_tuple (printer, expr);
      break;
    case TL_RELAX_ITEM:
      tl_print_relax_value (printer, expr->tuple);
      g_string_append_printf (printer->out, "[%u]", expr->index);
      break;
    case TL_RELAX_GLOBAL:
      g_string_append_printf (printer->out, "%s%s", printer->module_name != NULL ? "cls." : "", expr->name);
      break;
    case TL_RELAX_EXTERN:
      g_string_append (printer->out, "R.ExternFunc(");
      tl_print_string (printer->out, expr->name);
      g_string_append_c (printer->out, ')');
      break;
    case TL_RELAX_CALL:
      print_call (printer, expr);
      break;
    case TL_RELAX_FUNCTION:
    case TL_RELAX_IF:
      g_assert_not_reached ();    /* statements */
    }
}
