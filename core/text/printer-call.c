/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls as text: as operators, in the form their intrinsic has in a script, or, where that would be read as something else ("T.floor"
 * of a number is a number), as T.call_intrin, which is read as exactly that call.
 */
#include "core/text/printer-private.h"

#include <string.h>

#include "core/text/intrinsic-form-private.h"

static const struct
{
  const char *callee;
  const char *spelling;
  const char *exact;     /* the newest dialect's name for the node itself */
  TlBind      bind;
} call_operators[] = {
  { "shift_left", "<<", "LShift", TL_BIND_SHIFT },      { "shift_right", ">>", "RShift", TL_BIND_SHIFT },
  { "bitwise_and", "&", "BitwiseAnd", TL_BIND_BIT_AND }, { "bitwise_or", "|", "BitwiseOr", TL_BIND_BIT_OR },
  { "bitwise_xor", "^", "BitwiseXor", TL_BIND_BIT_XOR },
};

static gboolean
is_word_type (TlDType dtype)
{
  return tl_dtype_is_integer (dtype) || dtype.code == TL_TYPE_BOOL;
}

static gboolean
is_bits (const TlExpr *call)
{
  for (guint i = 0; i < call->n_args; i++)
    if (!is_word_type (call->args[i]->dtype) || !tl_dtype_equal (call->args[i]->dtype, call->dtype))
      return FALSE;
  return TRUE;
}

/* The row of call_operators, or -1. */
static gint
operator_row (const TlExpr *call)
{
  for (guint i = 0; call->n_args == 2 && i < G_N_ELEMENTS (call_operators); i++)
    if (strcmp (call->callee->name, call_operators[i].callee) == 0)
      return is_bits (call) ? (gint) i : -1;
  return -1;
}

/* Two numbers would be computed, and a shift by nothing dropped. */
static gboolean
is_operator (const TlExpr *call, gint row)
{
  return row >= 0 && !(call->args[0]->kind == TL_EXPR_INT && call->args[1]->kind == TL_EXPR_INT)
         && !(call_operators[row].bind == TL_BIND_SHIFT && tl_expr_is_int (call->args[1], 0));
}

static gboolean
is_complement (const TlExpr *call)
{
  return strcmp (call->callee->name, "bitwise_not") == 0 && call->args[0]->kind != TL_EXPR_INT && is_bits (call);
}

TlBind
tl_print_call_bind (const TlExpr *call)
{
  gint row = operator_row (call);

  return is_operator (call, row) ? call_operators[row].bind : is_complement (call) ? TL_BIND_SIGN : TL_BIND_ATOM;
}

/* Whether "T.name (…)" is read as this call. */
static gboolean
survives_reading (const TlExpr *call)
{
  const TlIntrinsic *intrinsic = call->callee;
  TlDType            dtype;

  if (tl_intrinsic_folds (call) || g_str_has_prefix (intrinsic->name, "shift_") || g_str_has_prefix (intrinsic->name, "bitwise_"))
    return FALSE;
  if (intrinsic->result == TL_RESULT_LAST)
    return call->args[call->n_args - 1]->kind == TL_EXPR_STRING && tl_dtype_parse (call->args[call->n_args - 1]->text, &dtype)
           && tl_dtype_equal (dtype, call->dtype);
  if (!tl_intrinsic_result (intrinsic, call->args, call->n_args, &dtype) || !tl_dtype_equal (dtype, call->dtype))
    return FALSE;
  if (tl_intrinsic_is_alike (intrinsic))
    for (guint i = 0; i < call->n_args; i++)
      if (!tl_dtype_equal (call->args[i]->dtype, dtype))
        return FALSE;
  if (strcmp (intrinsic->name, "if_then_else") == 0)
    return tl_dtype_equal (call->args[0]->dtype, TL_BOOL) && tl_dtype_equal (call->args[1]->dtype, call->args[2]->dtype);
  if (strcmp (intrinsic->name, "popcount") == 0 || strcmp (intrinsic->name, "clz") == 0)
    return tl_dtype_is_integer (call->args[0]->dtype);
  return !intrinsic->is_float_math || tl_dtype_is_float (dtype);
}

static void
print_type (TlPrinter *printer, TlDType dtype)
{
  g_string_append_printf (printer->out, "\"%s\"", tl_dtype_name (dtype));
}

/* The arguments after what stands in front of them. */
static void
print_more (TlPrinter *printer, const TlExpr *const *args, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append (printer->out, ", ");
      tl_print_expr (printer, args[i]);
    }
  g_string_append_c (printer->out, ')');
}

static void
print_list (TlPrinter *printer, const TlExpr *const *exprs, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append (printer->out, i > 0 ? ", " : "");
      tl_print_expr (printer, exprs[i]);
    }
}

static void
print_exact (TlPrinter *printer, const TlExpr *call)
{
  const char *name = call->callee->name;

  g_string_append (printer->out, "T.call_intrin(");
  print_type (printer, call->dtype);
  g_string_append_printf (printer->out, ", \"%s.%s%s\"", printer->dialect == TL_DIALECT_CLASSIC ? "tir" : "tirx",
                          g_str_has_prefix (name, "call_packed") || g_str_has_prefix (name, "call_cpacked") ? "tvm_" : "", name);
  print_more (printer, call->args, call->n_args);
}

static void
print_written (TlPrinter *printer, const TlExpr *call)
{
  g_string_append_printf (printer->out, "T.%s(", call->callee->name);
  print_type (printer, call->dtype);
  print_more (printer, call->args, call->n_args);
}

/* Calls with a form of their own. */

static gboolean
is_buffer_call (const TlExpr *call)
{
  return call->n_args == 1 && call->args[0]->kind == TL_EXPR_LOAD;
}

static void
print_shuffle (TlPrinter *printer, const TlExpr *call)
{
  guint n = (guint) call->args[0]->int_value;

  g_string_append (printer->out, "T.Shuffle([");
  print_list (printer, call->args + 1, n);
  g_string_append (printer->out, "], [");
  print_list (printer, call->args + 1 + n, call->n_args - 1 - n);
  g_string_append (printer->out, "])");
}

static void
print_reducer (TlPrinter *printer, const TlExpr *call)
{
  guint n = call->n_args / 4, scope = tl_printer_open_scope (printer);

  g_string_append (printer->out, "T.comm_reducer(lambda ");
  for (guint i = 0; i < 2 * n; i++)
    g_string_append_printf (printer->out, "%s%s", i > 0 ? ", " : "", tl_printer_declare (printer, call->args[i], call->args[i]->name));
  g_string_append (printer->out, n > 1 ? ": (" : ": ");
  print_list (printer, call->args + 2 * n, n);
  g_string_append (printer->out, n > 1 ? "), [" : ", [");
  tl_printer_close_scope (printer, scope);
  print_list (printer, call->args + 3 * n, n);
  g_string_append (printer->out, "])");
}

/* Module.f (…): the first argument names the function. */
static void
print_function_call (TlPrinter *printer, const TlExpr *call)
{
  g_string_append_printf (printer->out, "%s.%s(", printer->module_name != NULL ? printer->module_name : "Module", call->args[0]->text);
  print_list (printer, call->args + 1, call->n_args - 1);
  g_string_append_c (printer->out, ')');
}

static gboolean
print_own_form (TlPrinter *printer, const TlExpr *call)
{
  const char *name = call->callee->name;

  if (strcmp (name, "buffer_data") == 0 && is_buffer_call (call))
    g_string_append_printf (printer->out, "%s.data", tl_printer_buffer_name (printer, call->args[0]->buffer));
  else if (strcmp (name, "buffer_object") == 0 && is_buffer_call (call))
    g_string_append (printer->out, tl_printer_buffer_name (printer, call->args[0]->buffer));
  else if (strcmp (name, "Shuffle") == 0)
    print_shuffle (printer, call);
  else if (strcmp (name, "comm_reducer") == 0)
    print_reducer (printer, call);
  else if (strcmp (name, "call_function") == 0)
    print_function_call (printer, call);
  else
    return FALSE;
  return TRUE;
}

static void
print_operator (TlPrinter *printer, const TlExpr *call, gint row)
{
  tl_print_bound (printer, call->args[0], call_operators[row].bind);
  g_string_append_printf (printer->out, " %s ", call_operators[row].spelling);
  tl_print_bound (printer, call->args[1], call_operators[row].bind + 1);
}

void
tl_print_call (TlPrinter *printer, const TlExpr *call)
{
  const char *name = call->callee->name;
  gint        row = operator_row (call);

  if (is_operator (call, row))
    print_operator (printer, call, row);
  else if (printer->dialect == TL_DIALECT_SBLOCK
           && (row >= 0 || (strcmp (name, "bitwise_not") == 0 && is_bits (call) && !is_complement (call))))
    {
      g_string_append_printf (printer->out, "T.%s(", row >= 0 ? call_operators[row].exact : "BitwiseNot");
      print_list (printer, call->args, call->n_args);
      g_string_append_c (printer->out, ')');
    }
  else if (is_complement (call))
    {
      g_string_append_c (printer->out, '~');
      tl_print_bound (printer, call->args[0], TL_BIND_SIGN);
    }
  else if (print_own_form (printer, call))
    return;
  else if (call->callee->result == TL_RESULT_WRITTEN && !tl_intrinsic_folds (call))
    print_written (printer, call);
  else if (printer->is_raw || survives_reading (call))
    {
      g_string_append_printf (printer->out, "T.%s(", name);
      print_list (printer, call->args, call->n_args);
      g_string_append_c (printer->out, ')');
    }
  else
    print_exact (printer, call);
}
