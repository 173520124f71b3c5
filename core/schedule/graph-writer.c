/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two generations of one idea: nodes in a list that name each other by position, children before parents.
 *
 *   classic  {"root": 9, "nodes": [{"type_key": ""}, {"type_key": "tir.FloorDiv", "attrs": {"a": "3", "b": "4", …}}, …], …}
 *            every value is a string, node 0 is null
 *   newest   {"root_index": 9, "nodes": [{"type": "None"}, {"type": "prim.FloorDiv", "data": {"span": 0, "ty": 1, "a": 3, "b": 4}}, …], …}
 *            types, strings and integers are nodes too; equal ones are one node
 *
 * The newest form is TVM 0.27's to the node: what an expression is made of comes in the order of its fields, its type first, and an
 * expression used twice stands once. (With version 0.1.15 of its library apache-tvm-ffi TVM crashes where it writes one; with 0.1.14 it
 * does not, and either version reads it.)
 */
#include "core/schedule/graph-writer.h"

#include <math.h>
#include <string.h>

#include "core/schedule/graph-kinds.h"
#include "core/schedule/trace-private.h"

/* Intrinsics whose operators TVM 0.27 keeps apart from "tirx." ones. */
static const char *const basic_operators[] = { "if_then_else", "vscale", "log2", "likely", "clz", "ceil" };

guint
tl_graph_write_node (TlGraphWriter *writer, const char *text)
{
  if (writer->n_nodes > 0)
    g_string_append_c (writer->nodes, ',');
  g_string_append (writer->nodes, text);
  return writer->n_nodes++;
}

guint
tl_graph_write_plain (TlGraphWriter *writer, char *text)
{
  gpointer position;

  if (g_hash_table_lookup_extended (writer->plain, text, NULL, &position))
    {
      g_free (text);
      return GPOINTER_TO_UINT (position);
    }
  position = GUINT_TO_POINTER (tl_graph_write_node (writer, text));
  g_hash_table_insert (writer->plain, text, position);
  return GPOINTER_TO_UINT (position);
}

guint
tl_graph_write_object (TlGraphWriter *writer, const char *type, const TlGraphField *fields, guint n)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const char         *quote = writer->is_classic ? "\"" : "";

  g_string_printf (out, writer->is_classic ? "{\"type_key\":\"%s\",\"attrs\":{" : "{\"type\":\"%s\",\"data\":{", type);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "%s\"%s\":", i > 0 ? "," : "", fields[i].key);
      if (fields[i].text != NULL)
        g_string_append_printf (out, "%s%s%s", quote, fields[i].text, quote);
      else
        g_string_append_printf (out, "%s%u%s", quote, fields[i].node, quote);
    }
  g_string_append (out, "}}");
  return tl_graph_write_node (writer, out->str);
}

guint
tl_graph_write_array (TlGraphWriter *writer, const guint *items, guint n)
{
  g_autoptr (GString) out = g_string_new (writer->is_classic ? "{\"type_key\":\"Array\",\"data\":[" : "{\"type\":\"ffi.Array\",\"data\":[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%u", i > 0 ? "," : "", items[i]);
  g_string_append (out, "]}");
  return tl_graph_write_node (writer, out->str);
}

guint
tl_graph_write_string (TlGraphWriter *writer, const char *text)
{
  g_autoptr (GString) out = g_string_new ("{\"type\":\"ffi.String\",\"data\":\"");

  for (const char *p = text; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      g_string_append_printf (out, "\\%c", *p);
    else if ((guchar) *p < ' ')
      g_string_append_printf (out, "\\u%04x", (guint) *p);
    else
      g_string_append_c (out, *p);
  g_string_append (out, "\"}");
  return tl_graph_write_plain (writer, g_string_free (g_steal_pointer (&out), FALSE));
}

guint
tl_graph_write_pointer_type (TlGraphWriter *writer, TlDType element, const char *scope)
{
  guint type = tl_graph_write_type (writer, element), name = tl_graph_write_string (writer, scope);

  return tl_graph_write_plain (writer,
                               g_strdup_printf ("{\"type\":\"ir.PointerType\",\"data\":{\"span\":0,\"element_type\":%u,"
                                                "\"storage_scope\":%u}}",
                                                type, name));
}

guint
tl_graph_write_type (TlGraphWriter *writer, TlDType dtype)
{
  if (dtype.code == TL_TYPE_HANDLE)
    return tl_graph_write_pointer_type (writer, TL_VOID, "global");
  if (dtype.code == TL_TYPE_VOID)
    return tl_graph_write_plain (writer, g_strdup ("{\"type\":\"ir.PrimType\",\"data\":{\"span\":0,\"dtype\":\"\"}}"));
  return tl_graph_write_plain (writer,
                               g_strdup_printf ("{\"type\":\"ir.PrimType\",\"data\":{\"span\":0,\"dtype\":\"%s\"}}",
                                                tl_dtype_name (dtype)));
}

guint
tl_graph_write_typed (TlGraphWriter *writer, const char *package, const char *name, TlDType dtype, const TlGraphField *fields, guint n)
{
  TlGraphField        all[8] = { { "span", 0, NULL } };
  g_autofree char    *type = g_strconcat (writer->is_classic ? "tir." : package, name, NULL);
  g_autofree char    *dtype_text = g_strdup (tl_dtype_name (dtype));
  const gboolean      is_constant = g_str_has_suffix (name, "Imm");

  g_assert (n + 2 <= G_N_ELEMENTS (all));
  if (writer->is_classic)
    all[1] = (TlGraphField) { "dtype", 0, dtype_text };
  else
    all[1] = (TlGraphField) { "ty", tl_graph_write_type (writer, dtype), NULL };
  memcpy (all + 2, fields, n * sizeof *fields);
  return tl_graph_write_object (writer, writer->is_classic && is_constant ? name : type, all, n + 2);
}

static guint
write_var (TlGraphWriter *writer, const TlVar *var)
{
  TlGraphField fields[2] = { { "name", 0, NULL }, { "type_annotation", 0, NULL } };

  if (writer->is_classic)
    fields[0].text = var->name;
  else
    fields[0].node = tl_graph_write_string (writer, var->name);
  if (!writer->is_classic && var->pointer_scope != NULL)
    {
      TlGraphField pointer[3] = { { "span", 0, NULL },
                                  { "ty", tl_graph_write_pointer_type (writer, var->pointee, var->pointer_scope), NULL }, fields[0] };

      return tl_graph_write_object (writer, "ir.Var", pointer, G_N_ELEMENTS (pointer));
    }
  return tl_graph_write_typed (writer, "ir.", "Var", var->dtype, fields, writer->is_classic ? 2 : 1);
}

/* @keys: one per operand. */
static guint
write_operands (TlGraphWriter *writer, const char *name, const TlExpr *expr, const char *const *keys, const TlExpr *const *operands,
                guint n)
{
  TlGraphField fields[3];

  for (guint i = 0; i < n; i++)
    fields[i] = (TlGraphField) { keys[i], tl_graph_write_expr (writer, operands[i]), NULL };
  return tl_graph_write_typed (writer, "prim.", name, expr->dtype, fields, n);
}

static const char *
package_of_operator (const TlGraphWriter *writer, const char *name)
{
  if (writer->is_classic)
    return "tir";
  for (guint i = 0; i < G_N_ELEMENTS (basic_operators); i++)
    if (strcmp (basic_operators[i], name) == 0)
      return "prim";
  return "tirx";
}

guint
tl_graph_write_operator (TlGraphWriter *writer, const char *name)
{
  return tl_graph_write_plain (writer, g_strdup_printf (writer->is_classic ? "{\"type_key\":\"Op\",\"repr_str\":\"%s.%s\"}"
                                                                           : "{\"type\":\"ir.Op\",\"data\":\"%s.%s\"}",
                                                        package_of_operator (writer, name), name));
}

static guint
write_call (TlGraphWriter *writer, const TlExpr *expr)
{
  g_autofree guint *args = g_new (guint, MAX (expr->n_args, 1));
  const char       *callee = expr->callee->name;
  TlGraphField      fields[] = { { "op", 0, NULL }, { "args", 0, NULL }, { "attrs", 0, NULL }, { "ty_args", 0, NULL } };

  for (guint i = 0; !writer->is_classic && i < G_N_ELEMENTS (tl_graph_bit_operations); i++)
    if (strcmp (tl_graph_bit_operations[i].callee, callee) == 0)
      return write_operands (writer, tl_graph_bit_operations[i].type, expr, (const char *const[]) { "a", "b" }, expr->args, expr->n_args);
  fields[0].node = tl_graph_write_operator (writer, callee);
  for (guint i = 0; i < expr->n_args; i++)
    args[i] = tl_graph_write_expr (writer, expr->args[i]);
  fields[1].node = tl_graph_write_array (writer, args, expr->n_args);
  if (!writer->is_classic)
    fields[3].node = tl_graph_write_array (writer, NULL, 0);
  return tl_graph_write_typed (writer, "ir.", "Call", expr->dtype, fields, writer->is_classic ? 2 : 4);
}

static guint
write_integer (TlGraphWriter *writer, const TlExpr *expr)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, expr->int_value);
  TlGraphField     field = { "value", 0, writer->is_classic ? digits : NULL };

  if (!writer->is_classic)
    field.node = tl_graph_write_plain (writer, g_strdup_printf ("{\"type\":\"int\",\"data\":%s}", digits));
  return tl_graph_write_typed (writer, "ir.", "IntImm", expr->dtype, &field, 1);
}

const char *
tl_graph_float_digits (char digits[G_ASCII_DTOSTR_BUF_SIZE], double number)
{
  if (isfinite (number))
    return g_ascii_dtostr (digits, G_ASCII_DTOSTR_BUF_SIZE, number);
  return isnan (number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity";
}

static guint
write_float (TlGraphWriter *writer, const TlExpr *expr)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  char                word[G_ASCII_DTOSTR_BUF_SIZE];
  TlGraphField        field = { "value", 0, NULL };

  writer->fails |= writer->is_classic && !isfinite (expr->float_value);
  tl_append_float (digits, expr->float_value);
  field.text = isfinite (expr->float_value) ? digits->str : tl_graph_float_digits (word, expr->float_value);
  return tl_graph_write_typed (writer, "ir.", "FloatImm", expr->dtype, &field, 1);
}

static guint
write_new_expr (TlGraphWriter *writer, const TlExpr *expr)
{
  for (guint i = 0; i < G_N_ELEMENTS (tl_graph_binaries); i++)
    if (tl_graph_binaries[i].kind == expr->kind)
      return write_operands (writer, tl_graph_binaries[i].type, expr, (const char *const[]) { "a", "b" },
                             (const TlExpr *const[]) { expr->a, expr->b }, 2);
  switch (expr->kind)
    {
    case TL_EXPR_VAR:
      return write_var (writer, expr);
    case TL_EXPR_INT:
      return write_integer (writer, expr);
    case TL_EXPR_FLOAT:
      return write_float (writer, expr);
    case TL_EXPR_CALL:
      return expr->dtype.code == TL_TYPE_HANDLE && writer->other != NULL ? writer->other (writer, expr) : write_call (writer, expr);
    case TL_EXPR_CAST:
      return write_operands (writer, "Cast", expr, (const char *const[]) { "value" }, &expr->a, 1);
    case TL_EXPR_NOT:
      return write_operands (writer, "Not", expr, (const char *const[]) { "a" }, &expr->a, 1);
    case TL_EXPR_SELECT:
      return write_operands (writer, "Select", expr, (const char *const[]) { "condition", "true_value", "false_value" },
                             (const TlExpr *const[]) { expr->cond, expr->if_true, expr->if_false }, 3);
    default:
      if (writer->other != NULL)
        return writer->other (writer, expr);
      writer->fails = TRUE;
      return 0;
    }
}

void
tl_graph_writer_init (TlGraphWriter *writer, gboolean is_classic)
{
  *writer = (TlGraphWriter) { .nodes = g_string_new (NULL), .is_classic = is_classic, .written = g_hash_table_new (NULL, NULL) };
  writer->plain = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  tl_graph_write_node (writer, is_classic ? "{\"type_key\":\"\"}" : "{\"type\":\"None\"}");
}

char *
tl_graph_writer_finish (TlGraphWriter *writer, guint root)
{
  char *text = NULL;

  if (!writer->fails && writer->is_classic)
    text = g_strdup_printf ("{\"root\":%u,\"nodes\":[%s],\"b64ndarrays\":[],\"attrs\":{\"tvm_version\":\"0.20.0\"}}", root,
                            writer->nodes->str);
  else if (!writer->fails)
    text = g_strdup_printf ("{\"root_index\":%u,\"nodes\":[%s],\"metadata\":{\"tvm_version\":\"0.27.0\"}}", root, writer->nodes->str);
  g_string_free (writer->nodes, TRUE);
  g_hash_table_unref (writer->written);
  g_hash_table_unref (writer->plain);
  return text;
}

guint
tl_graph_write_expr (TlGraphWriter *writer, const TlExpr *expr)
{
  gpointer position;

  if (g_hash_table_lookup_extended (writer->written, expr, NULL, &position))
    return GPOINTER_TO_UINT (position);
  if (!writer->is_classic)
    tl_graph_write_type (writer, expr->dtype); /* stands before what the expression is made of */
  position = GUINT_TO_POINTER (write_new_expr (writer, expr));
  g_hash_table_insert (writer->written, (gpointer) expr, position);
  return GPOINTER_TO_UINT (position);
}
