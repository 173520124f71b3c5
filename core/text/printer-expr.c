/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions as text. An operator is written as one only if reading it gives that very node back; where the reader would fold
 * ("1 + 2", "x * 1"), the node is called by name: T.Add (1, 2).
 */
#include "core/base/format.h"
#include "core/text/printer-private.h"

#include <math.h>
#include <string.h>

/* Numbers and strings. */

/* TVM writes numbers of graph functions with 17 digits. */
static void
append_double (TlPrinter *printer, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!printer->is_graph)
    {
      tl_append_shortest (printer->out, value);
      return;
    }
  g_ascii_formatd (text, sizeof text, "%.17g", value);
  g_string_append_printf (printer->out, "%s%s", text, strpbrk (text, ".e") == NULL ? ".0" : "");
}

static void
print_float (TlPrinter *printer, const TlExpr *expr)
{
  g_string_append_printf (printer->out, "T.%s(", tl_dtype_name (expr->dtype));
  if (isnan (expr->float_value))
    g_string_append (printer->out, "\"nan\"");
  else if (isinf (expr->float_value))
    g_string_append (printer->out, expr->float_value < 0 ? "\"-inf\"" : "\"inf\"");
  else
    append_double (printer, expr->float_value);
  g_string_append_c (printer->out, ')');
}

/* Messages and labels are about sizes and places, whatever type counts them. */
static gboolean
is_without_type (const TlPrinter *printer, const TlExpr *expr)
{
  if (printer->is_graph)
    return tl_dtype_equal (expr->dtype, TL_INT64);
  return tl_dtype_equal (expr->dtype, TL_INT32) || (printer->is_raw && tl_dtype_equal (expr->dtype, TL_INT64));
}

static void
print_int (TlPrinter *printer, const TlExpr *expr)
{
  if (expr->dtype.code == TL_TYPE_BOOL && printer->is_graph)
    g_string_append (printer->out, expr->int_value ? "True" : "False");
  else if (expr->dtype.code == TL_TYPE_BOOL)
    g_string_append (printer->out, expr->int_value ? "T.bool(True)" : "T.bool(False)");
  else if (is_without_type (printer, expr))
    g_string_append_printf (printer->out, "%" G_GINT64_FORMAT, expr->int_value);
  else
    g_string_append_printf (printer->out, expr->dtype.code == TL_TYPE_UINT ? "T.%s(%" G_GUINT64_FORMAT ")" : "T.%s(%" G_GINT64_FORMAT ")",
                            tl_dtype_name (expr->dtype), expr->int_value);
}

void
tl_print_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *at = text; *at != '\0'; at++)
    switch (*at)
      {
      case '"':
      case '\\':
        g_string_append_c (out, '\\');
        g_string_append_c (out, *at);
        break;
      case '\n':
        g_string_append (out, "\\n");
        break;
      case '\t':
        g_string_append (out, "\\t");
        break;
      case '\r':
        g_string_append (out, "\\r");
        break;
      default:
        if ((guchar) *at < 0x20 || *at == 0x7F)
          g_string_append_printf (out, "\\x%02x", (guint) (guchar) *at);
        else
          g_string_append_c (out, *at);
      }
  g_string_append_c (out, '"');
}

/* Lists. */

static void
print_list (TlPrinter *printer, const TlExpr *const *exprs, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (printer->out, ", ");
      tl_print_bound (printer, exprs[i], TL_BIND_OR);
    }
}

void
tl_print_tuple (TlPrinter *printer, const TlExpr *const *exprs, guint n)
{
  g_string_append_c (printer->out, '(');
  print_list (printer, exprs, n);
  g_string_append (printer->out, n == 1 ? ",)" : ")");
}

static void
print_call_of (TlPrinter *printer, const char *name, const TlExpr *const *args, guint n)
{
  g_string_append_printf (printer->out, "T.%s(", name);
  print_list (printer, args, n);
  g_string_append_c (printer->out, ')');
}

/* Places. */

static void
print_slice (TlPrinter *printer, const TlExpr *lower, const TlExpr *extent)
{
  tl_print_expr (printer, lower);
  g_string_append_c (printer->out, ':');
  if (tl_dtype_equal (lower->dtype, extent->dtype))
    tl_print_expr (printer, tl_add (printer->scratch, lower, extent));
  else
    {
      tl_match_types (printer->scratch, &lower, &extent);
      tl_print_expr (printer, tl_add (printer->scratch, lower, extent));
    }
}

static void
print_index (TlPrinter *printer, const TlExpr *index, gboolean is_target)
{
  if (is_target && index->kind == TL_EXPR_RAMP && tl_expr_is_int (index->stride, 1))
    print_slice (printer, index->base, tl_expr_int (printer->scratch, index->base->dtype, index->dtype.lanes));
  else
    tl_print_expr (printer, index);
}

void
tl_print_access (TlPrinter *printer, const TlBuffer *buffer, const TlExpr *const *indices, guint n, gboolean is_target)
{
  g_string_append (printer->out, tl_printer_buffer_name (printer, buffer));
  if (g_hash_table_contains (printer->scalars, buffer))
    return;
  g_string_append (printer->out, n == 0 ? "[()" : "[");
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (printer->out, ", ");
      print_index (printer, indices[i], is_target);
    }
  g_string_append_c (printer->out, ']');
}

void
tl_print_region (TlPrinter *printer, const TlRegion *region)
{
  guint n = region->buffer->n_dims;

  g_string_append (printer->out, tl_printer_buffer_name (printer, region->buffer));
  g_string_append (printer->out, n == 0 ? "[()" : "[");
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (printer->out, ", ");
      if (tl_expr_is_int (region->ranges[i].extent, 1))
        tl_print_expr (printer, region->ranges[i].min);
      else
        print_slice (printer, region->ranges[i].min, region->ranges[i].extent);
    }
  g_string_append_c (printer->out, ']');
}

/* Operators. */

static TlBind
binary_bind (TlExprKind kind)
{
  switch (kind)
    {
    case TL_EXPR_OR:
      return TL_BIND_OR;
    case TL_EXPR_AND:
      return TL_BIND_AND;
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
      return TL_BIND_SUM;
    case TL_EXPR_MUL:
    case TL_EXPR_DIV:
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
      return TL_BIND_PRODUCT;
    default:
      return tl_expr_kind_is_compare (kind) ? TL_BIND_COMPARE : TL_BIND_ATOM;
    }
}

/* The name that builds exactly this node. */
static const char *
exact_name (TlExprKind kind)
{
  static const char *const names[] = { "Add", "Sub", "Mul", "Div", "Mod", "FloorDiv", "FloorMod", "Min", "Max", "EQ", "NE", "LT", "LE",
                                       "GT",  "GE",  "And", "Or" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TL_EXPR_OR - TL_EXPR_ADD + 1);
  return names[kind - TL_EXPR_ADD];
}

/* Written so that Python itself would compute with it. */
static gboolean
is_python_number (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_INT && tl_dtype_equal (expr->dtype, TL_INT32);
}

static gboolean
survives_reading (TlPrinter *printer, const TlExpr *expr)
{
  const TlExpr *again;
  gboolean      is_rounded = expr->kind == TL_EXPR_MOD || expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD;

  if ((expr->kind == TL_EXPR_DIV && !tl_dtype_is_float (expr->dtype)) || (is_rounded && !tl_dtype_is_integer (expr->dtype)))
    return FALSE;
  if (!tl_dtype_equal (expr->a->dtype, expr->b->dtype) || expr->a->dtype.code == TL_TYPE_HANDLE
      || (is_python_number (expr->a) && is_python_number (expr->b)))
    return FALSE;
  if (expr->kind == TL_EXPR_AND || expr->kind == TL_EXPR_OR || expr->kind == TL_EXPR_EQ || expr->kind == TL_EXPR_NE)
    return TRUE;
  again = tl_binary (printer->scratch, expr->kind, expr->a, expr->b);
  return again->kind == expr->kind && again->a == expr->a && again->b == expr->b;
}

static void
print_binary (TlPrinter *printer, const TlExpr *expr)
{
  const TlExpr *args[2] = { expr->a, expr->b };
  TlBind          bind = binary_bind (expr->kind);

  if (!printer->is_raw && !survives_reading (printer, expr))
    print_call_of (printer, exact_name (expr->kind), args, 2);
  else if (bind == TL_BIND_ATOM)
    print_call_of (printer, expr->kind == TL_EXPR_MOD ? "truncmod" : expr->kind == TL_EXPR_MIN ? "min" : "max", args, 2);
  else
    {
      tl_print_bound (printer, expr->a, bind == TL_BIND_COMPARE ? bind + 1 : bind);
      g_string_append_printf (printer->out, " %s ", tl_expr_kind_spelling (expr->kind));
      tl_print_bound (printer, expr->b, bind + 1);
    }
}

/* The variable is declared in a line of its own before the statement. */
static void
print_let (TlPrinter *printer, const TlExpr *expr)
{
  gsize            at = printer->out->len;
  g_autofree char *value = NULL;
  const char      *name;

  tl_print_expr (printer, expr->let_value);
  value = g_strdup (printer->out->str + at);
  g_string_truncate (printer->out, at);
  name = tl_printer_declare (printer, expr->let_var, expr->let_var->name);
  if (!printer->is_raw)
    g_string_append_printf (printer->before, "%s = T.%s()\n", name, tl_dtype_name (expr->let_var->dtype));
  g_string_append (printer->out, "T.Let(");
  tl_print_expr (printer, expr->let_body);
  g_string_append_printf (printer->out, ", where={%s: %s})", name, value);
}

static TlBind
bind_of (TlPrinter *printer, const TlExpr *expr)
{
  if (tl_expr_kind_is_binary (expr->kind))
    return !printer->is_raw && !survives_reading (printer, expr) ? TL_BIND_ATOM : binary_bind (expr->kind);
  if (expr->kind == TL_EXPR_NOT)
    return TL_BIND_NOT;
  if (expr->kind == TL_EXPR_INT && expr->int_value < 0 && is_without_type (printer, expr))
    return TL_BIND_SIGN;
  return expr->kind == TL_EXPR_CALL ? tl_print_call_bind (expr) : TL_BIND_ATOM;
}

static void
print_vector (TlPrinter *printer, const TlExpr *expr)
{
  g_string_append_printf (printer->out, "%s(", tl_expr_kind_spelling (expr->kind));
  tl_print_expr (printer, expr->base);
  if (expr->kind == TL_EXPR_RAMP)
    {
      g_string_append (printer->out, ", ");
      tl_print_expr (printer, expr->stride);
    }
  g_string_append_printf (printer->out, ", %u)", expr->dtype.lanes / MAX (expr->base->dtype.lanes, 1));
}

static void
print_unbound (TlPrinter *printer, const TlExpr *expr)
{
  if (tl_expr_kind_is_binary (expr->kind))
    {
      print_binary (printer, expr);
      return;
    }
  switch (expr->kind)
    {
    case TL_EXPR_INT:
      print_int (printer, expr);
      break;
    case TL_EXPR_FLOAT:
      print_float (printer, expr);
      break;
    case TL_EXPR_STRING:
      tl_print_string (printer->out, expr->text);
      break;
    case TL_EXPR_VAR:
      g_string_append (printer->out, tl_printer_var_name (printer, expr));
      break;
    case TL_EXPR_CAST:
      g_string_append_printf (printer->out, "T.Cast(\"%s\", ", tl_dtype_name (expr->dtype));
      tl_print_expr (printer, expr->a);
      g_string_append_c (printer->out, ')');
      break;
    case TL_EXPR_NOT:
      g_string_append (printer->out, "not ");
      tl_print_bound (printer, expr->a, TL_BIND_NOT);
      break;
    case TL_EXPR_SELECT:
      print_call_of (printer, "Select", (const TlExpr *const[]) { expr->cond, expr->if_true, expr->if_false }, 3);
      break;
    case TL_EXPR_LOAD:
      tl_print_access (printer, expr->buffer, expr->indices, expr->n_indices, FALSE);
      break;
    case TL_EXPR_CALL:
      tl_print_call (printer, expr);
      break;
    case TL_EXPR_LET:
      print_let (printer, expr);
      break;
    default:
      print_vector (printer, expr);
      break;
    }
}

void
tl_print_bound (TlPrinter *printer, const TlExpr *expr, TlBind least)
{
  gboolean needs_parentheses = bind_of (printer, expr) < least;

  if (needs_parentheses)
    g_string_append_c (printer->out, '(');
  print_unbound (printer, expr);
  if (needs_parentheses)
    g_string_append_c (printer->out, ')');
}

void
tl_print_expr (TlPrinter *printer, const TlExpr *expr)
{
  tl_print_bound (printer, expr, TL_BIND_OR);
}

/* Annotation values. */

static void
print_number (TlPrinter *printer, double value)
{
  if (isnan (value) || isinf (value))
    g_string_append_printf (printer->out, "T.float64(\"%s\")", isnan (value) ? "nan" : value < 0 ? "-inf" : "inf");
  else
    append_double (printer, value);
}

void
tl_print_value (TlPrinter *printer, const TlValue *value)
{
  gboolean is_wrapped = printer->dialect == TL_DIALECT_CLASSIC && !printer->is_raw && !printer->is_graph;

  switch (value->kind)
    {
    case TL_VALUE_NONE:
      g_string_append (printer->out, "None");
      break;
    case TL_VALUE_BOOL:
      g_string_append_printf (printer->out, is_wrapped ? "T.bool(%s)" : "%s", value->boolean ? "True" : "False");
      break;
    case TL_VALUE_INT:
      g_string_append_printf (printer->out, "%" G_GINT64_FORMAT, value->integer);
      break;
    case TL_VALUE_FLOAT:
      print_number (printer, value->number);
      break;
    case TL_VALUE_STRING:
      tl_print_string (printer->out, value->string);
      break;
    case TL_VALUE_LIST:
      g_string_append_c (printer->out, '[');
      for (guint i = 0; i < value->n_items; i++)
        {
          if (i > 0)
            g_string_append (printer->out, ", ");
          tl_print_value (printer, &value->items[i]);
        }
      g_string_append_c (printer->out, ']');
      break;
    case TL_VALUE_DICT:
      tl_print_attrs (printer, &value->dict, NULL);
      break;
    case TL_VALUE_EXPR:
      tl_print_expr (printer, value->expr);
      break;
    }
}

typedef struct
{
  char          *key;
  const TlValue *value;
} PrintedEntry;

static gint
compare_entries (gconstpointer a, gconstpointer b)
{
  return strcmp (((const PrintedEntry *) a)->key, ((const PrintedEntry *) b)->key);
}

static void
clear_entry (gpointer entry)
{
  g_free (((PrintedEntry *) entry)->key);
}

/* "tir.noalias" is "tirx.noalias" in the newer dialect. */
static char *
key_in_dialect (const TlPrinter *printer, const char *key)
{
  if (printer->is_raw)
    return g_strdup (key);
  if (printer->dialect == TL_DIALECT_SBLOCK && strcmp (key, "tir.noalias") == 0)
    return g_strdup ("tirx.noalias");
  return g_strdup (key);
}

void
tl_print_attrs (TlPrinter *printer, const TlAttrs *attrs, const char *except)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (PrintedEntry));

  g_array_set_clear_func (entries, clear_entry);
  for (guint i = 0; i < attrs->n; i++)
    if (except == NULL || strcmp (attrs->keys[i], except) != 0)
      g_array_append_vals (entries, &(PrintedEntry) { key_in_dialect (printer, attrs->keys[i]), &attrs->values[i] }, 1);
  g_array_sort (entries, compare_entries);
  g_string_append_c (printer->out, '{');
  for (guint i = 0; i < entries->len; i++)
    {
      const PrintedEntry *entry = &g_array_index (entries, PrintedEntry, i);

      g_string_append (printer->out, i > 0 ? ", " : "");
      tl_print_string (printer->out, entry->key);
      g_string_append (printer->out, ": ");
      tl_print_value (printer, entry->value);
    }
  g_string_append_c (printer->out, '}');
}
