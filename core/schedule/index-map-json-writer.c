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
#include <math.h>
#include <string.h>

#include "core/ir/walk.h"
#include "core/schedule/index-map-json-private.h"
#include "core/schedule/index-map-json.h"
#include "core/schedule/trace-private.h"

/* Intrinsics whose operators TVM 0.27 keeps apart from "tirx." ones. */
static const char *const basic_operators[] = { "if_then_else", "vscale", "log2", "likely", "clz", "ceil" };

typedef struct
{
  GString    *nodes;
  guint       n_nodes;
  gboolean    is_classic;
  GHashTable *written;      /* TlExpr* → position */
  GHashTable *plain;        /* a type's, a string's or a number's node as text → position */
  gboolean    fails;
} Writer;

typedef struct
{
  const char *key;
  guint       node;
  const char *text;         /* instead of a node: a plain value */
} Field;

static guint
append_node (Writer *writer, const char *text)
{
  if (writer->n_nodes > 0)
    g_string_append_c (writer->nodes, ',');
  g_string_append (writer->nodes, text);
  return writer->n_nodes++;
}

/* The one node of this text; takes @text. */
static guint
append_plain_node (Writer *writer, char *text)
{
  gpointer position;

  if (g_hash_table_lookup_extended (writer->plain, text, NULL, &position))
    {
      g_free (text);
      return GPOINTER_TO_UINT (position);
    }
  position = GUINT_TO_POINTER (append_node (writer, text));
  g_hash_table_insert (writer->plain, text, position);
  return GPOINTER_TO_UINT (position);
}

static guint
write_object (Writer *writer, const char *type, const Field *fields, guint n)
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
  return append_node (writer, out->str);
}

static guint
write_array (Writer *writer, const guint *items, guint n)
{
  g_autoptr (GString) out = g_string_new (writer->is_classic ? "{\"type_key\":\"Array\",\"data\":[" : "{\"type\":\"ffi.Array\",\"data\":[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%u", i > 0 ? "," : "", items[i]);
  g_string_append (out, "]}");
  return append_node (writer, out->str);
}

static guint
write_type (Writer *writer, TlDType dtype)
{
  return append_plain_node (writer, g_strdup_printf ("{\"type\":\"ir.PrimType\",\"data\":{\"span\":0,\"dtype\":\"%s\"}}", tl_dtype_name (dtype)));
}

/* An expression: after where it comes from and its type the @fields of its own. */
static guint
write_typed (Writer *writer, const char *package, const char *name, TlDType dtype, const Field *fields, guint n)
{
  Field               all[8] = { { "span", 0, NULL } };
  g_autofree char    *type = g_strconcat (writer->is_classic ? "tir." : package, name, NULL);
  g_autofree char    *dtype_text = g_strdup (tl_dtype_name (dtype));
  const gboolean      is_constant = g_str_has_suffix (name, "Imm");

  g_assert (n + 2 <= G_N_ELEMENTS (all));
  if (writer->is_classic)
    all[1] = (Field) { "dtype", 0, dtype_text };
  else
    all[1] = (Field) { "ty", write_type (writer, dtype), NULL };
  memcpy (all + 2, fields, n * sizeof *fields);
  return write_object (writer, writer->is_classic && is_constant ? name : type, all, n + 2);
}

static guint
write_var (Writer *writer, const TlVar *var)
{
  Field fields[2] = { { "name", 0, NULL }, { "type_annotation", 0, NULL } };

  if (writer->is_classic)
    fields[0].text = var->name;
  else
    fields[0].node = append_plain_node (writer, g_strdup_printf ("{\"type\":\"ffi.String\",\"data\":\"%s\"}", var->name));
  return write_typed (writer, "ir.", "Var", var->dtype, fields, writer->is_classic ? 2 : 1);
}

static guint write_expr (Writer *writer, const TlExpr *expr);

/* @keys: one per operand. */
static guint
write_operands (Writer *writer, const char *name, const TlExpr *expr, const char *const *keys, const TlExpr *const *operands, guint n)
{
  Field fields[3];

  for (guint i = 0; i < n; i++)
    fields[i] = (Field) { keys[i], write_expr (writer, operands[i]), NULL };
  return write_typed (writer, "prim.", name, expr->dtype, fields, n);
}

static const char *
package_of_operator (const Writer *writer, const char *name)
{
  if (writer->is_classic)
    return "tir";
  for (guint i = 0; i < G_N_ELEMENTS (basic_operators); i++)
    if (strcmp (basic_operators[i], name) == 0)
      return "prim";
  return "tirx";
}

static guint
write_call (Writer *writer, const TlExpr *expr)
{
  g_autofree guint *args = g_new (guint, MAX (expr->n_args, 1));
  const char       *callee = expr->callee->name;
  g_autofree char  *op = g_strdup_printf (writer->is_classic ? "{\"type_key\":\"Op\",\"repr_str\":\"%s.%s\"}" : "{\"type\":\"ir.Op\",\"data\":\"%s.%s\"}",
                                          package_of_operator (writer, callee), callee);
  Field             fields[] = { { "op", 0, NULL }, { "args", 0, NULL }, { "attrs", 0, NULL }, { "ty_args", 0, NULL } };

  for (guint i = 0; !writer->is_classic && i < G_N_ELEMENTS (tl_graph_bit_operations); i++)
    if (strcmp (tl_graph_bit_operations[i].callee, callee) == 0)
      return write_operands (writer, tl_graph_bit_operations[i].type, expr, (const char *const[]) { "a", "b" }, expr->args, expr->n_args);
  fields[0].node = append_plain_node (writer, g_steal_pointer (&op));
  for (guint i = 0; i < expr->n_args; i++)
    args[i] = write_expr (writer, expr->args[i]);
  fields[1].node = write_array (writer, args, expr->n_args);
  if (!writer->is_classic)
    fields[3].node = write_array (writer, NULL, 0);
  return write_typed (writer, "ir.", "Call", expr->dtype, fields, writer->is_classic ? 2 : 4);
}

static guint
write_integer (Writer *writer, const TlExpr *expr)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, expr->int_value);
  Field            field = { "value", 0, writer->is_classic ? digits : NULL };

  if (!writer->is_classic)
    field.node = append_plain_node (writer, g_strdup_printf ("{\"type\":\"int\",\"data\":%s}", digits));
  return write_typed (writer, "ir.", "IntImm", expr->dtype, &field, 1);
}

static guint
write_float (Writer *writer, const TlExpr *expr)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  Field               field = { "value", 0, NULL };

  writer->fails |= !isfinite (expr->float_value);
  tl_append_float (digits, expr->float_value);
  field.text = digits->str;
  return write_typed (writer, "ir.", "FloatImm", expr->dtype, &field, 1);
}

static guint
write_new_expr (Writer *writer, const TlExpr *expr)
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
      return write_call (writer, expr);
    case TL_EXPR_CAST:
      return write_operands (writer, "Cast", expr, (const char *const[]) { "value" }, &expr->a, 1);
    case TL_EXPR_NOT:
      return write_operands (writer, "Not", expr, (const char *const[]) { "a" }, &expr->a, 1);
    case TL_EXPR_SELECT:
      return write_operands (writer, "Select", expr, (const char *const[]) { "condition", "true_value", "false_value" },
                             (const TlExpr *const[]) { expr->cond, expr->if_true, expr->if_false }, 3);
    default:
      writer->fails = TRUE;
      return 0;
    }
}

static guint
write_expr (Writer *writer, const TlExpr *expr)
{
  gpointer position;

  if (g_hash_table_lookup_extended (writer->written, expr, NULL, &position))
    return GPOINTER_TO_UINT (position);
  if (!writer->is_classic)
    write_type (writer, expr->dtype); /* stands before what the expression is made of */
  position = GUINT_TO_POINTER (write_new_expr (writer, expr));
  g_hash_table_insert (writer->written, (gpointer) expr, position);
  return GPOINTER_TO_UINT (position);
}

static guint
write_map (Writer *writer, const TlIndexMap *map)
{
  g_autofree guint *initial = g_new (guint, MAX (map->n_initial, 1));
  g_autofree guint *final = g_new (guint, MAX (map->n_final, 1));
  Field             fields[3] = { { "initial_indices", 0, NULL }, { "final_indices", 0, NULL }, { "inverse_index_map", 0, NULL } };

  for (guint i = 0; i < map->n_initial; i++)
    initial[i] = write_expr (writer, map->initial[i]);
  fields[0].node = write_array (writer, initial, map->n_initial);
  for (guint i = 0; i < map->n_final; i++)
    final[i] = write_expr (writer, map->final[i]);
  fields[1].node = write_array (writer, final, map->n_final);
  if (map->inverse != NULL)
    fields[2].node = write_map (writer, map->inverse);
  return write_object (writer, writer->is_classic ? "tir.IndexMap" : "tirx.IndexMap", fields, 3);
}

char *
tl_index_map_to_json (const TlIndexMap *map, TlDialect dialect)
{
  g_autoptr (GHashTable) written = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) plain = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString)    nodes = g_string_new (NULL);
  Writer                 writer = { .nodes = nodes, .is_classic = dialect == TL_DIALECT_CLASSIC, .written = written, .plain = plain };
  guint                  root;

  append_node (&writer, writer.is_classic ? "{\"type_key\":\"\"}" : "{\"type\":\"None\"}");
  root = write_map (&writer, map);
  if (writer.fails)
    return NULL;
  if (writer.is_classic)
    return g_strdup_printf ("{\"root\":%u,\"nodes\":[%s],\"b64ndarrays\":[],\"attrs\":{\"tvm_version\":\"0.20.0\"}}", root, nodes->str);
  return g_strdup_printf ("{\"root_index\":%u,\"nodes\":[%s],\"metadata\":{\"tvm_version\":\"0.27.0\"}}", root, nodes->str);
}
