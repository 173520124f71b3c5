/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constants of graph functions. Single elements are written as R.const (1.0, "float32"); TVM puts larger ones into JSON at the head of the
 * text, metadata = tvm.ir.load_json ("…"), and refers to them by number: metadata["ir.GenericConst"][0]. A text without that JSON reads,
 * too: its constants become parameters.
 */
#include "core/text/reader-relax-private.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "core/base/json-depth.h"
#include "core/base/json-members.h"
#include "core/text/metadata-private.h"

#define MAX_DEPTH 64

/* R.const. */

static guint
count_numbers (const TlParsedValue *given)
{
  guint n = 0;

  for (guint i = 0; given->kind == TL_GIVEN_LIST && i < given->n_items; i++)
    n += count_numbers (&given->items[i]);
  return given->kind == TL_GIVEN_LIST ? n : 1;
}

/* The sizes of nested lists; FALSE if they are not all alike. */
static gboolean
find_shape (const TlParsedValue *given, gint64 *shape, guint depth, guint *n_dims)
{
  if (given->kind != TL_GIVEN_LIST)
    return depth == *n_dims;
  if (depth == *n_dims)
    {
      if (depth == TL_TENSOR_MAX_DIMS)
        return FALSE;
      shape[(*n_dims)++] = given->n_items;
    }
  if (shape[depth] != given->n_items)
    return FALSE;
  for (guint i = 0; i < given->n_items; i++)
    if (!find_shape (&given->items[i], shape, depth + 1, n_dims))
      return FALSE;
  return TRUE;
}

static gboolean
fill (const TlParsedValue *given, TlTensor *tensor, gint64 *at)
{
  for (guint i = 0; given->kind == TL_GIVEN_LIST && i < given->n_items; i++)
    if (!fill (&given->items[i], tensor, at))
      return FALSE;
  if (given->kind == TL_GIVEN_LIST)
    return TRUE;
  if (given->kind == TL_GIVEN_STRING)
    tl_tensor_set (tensor, (*at)++, g_ascii_strtod (given->string, NULL));    /* "inf", "nan" */
  else if (given->kind == TL_GIVEN_FLOAT)
    tl_tensor_set (tensor, (*at)++, given->number);
  else if (tl_given_is_number (given) && tensor->dtype.bits == 64 && tl_dtype_is_integer (tensor->dtype))
    ((gint64 *) tensor->data)[(*at)++] = given->integer;
  else if (tl_given_is_number (given))
    tl_tensor_set (tensor, (*at)++, (double) given->integer);
  else
    return FALSE;
  return TRUE;
}

static TlDType
dtype_of_number (const TlParsedValue *given)
{
  while (given->kind == TL_GIVEN_LIST && given->n_items > 0)
    given = &given->items[0];
  return given->kind == TL_GIVEN_BOOL ? TL_BOOL : given->kind == TL_GIVEN_INT ? TL_INT32 : TL_FLOAT32;
}

/* A list, a number, or float ("inf"). */
static gboolean
read_elements (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  if (ast->kind == TL_AST_CALL && ast->value->kind == TL_AST_NAME && strcmp (ast->value->name, "float") == 0 && ast->n_items == 1)
    ast = ast->items[0];
  if (!tl_read_given (reader, ast, given))
    return FALSE;
  if (given->kind == TL_GIVEN_EXPR && given->expr->kind == TL_EXPR_FLOAT)
    *given = (TlParsedValue) { .kind = TL_GIVEN_FLOAT, .number = given->expr->float_value };
  else if (given->kind == TL_GIVEN_EXPR && given->expr->kind == TL_EXPR_INT)
    *given = (TlParsedValue) { .kind = TL_GIVEN_INT, .integer = given->expr->int_value };
  return TRUE;
}

const TlRelaxExpr *
tl_read_relax_const (TlReader *reader, const TlAst *call)
{
  const TlAst        *value_ast = tl_call_argument (call, 0, "value"), *dtype_ast = tl_call_argument (call, 1, "dtype");
  gint64              shape[TL_TENSOR_MAX_DIMS], at = 0;
  g_autoptr (TlTensor) tensor = NULL;
  TlParsedValue       given;
  TlDType             dtype;
  guint               n_dims = 0;

  if (!tl_call_check (reader, call, 1, 2, "value dtype") || !read_elements (reader, value_ast, &given))
    return NULL;
  dtype = dtype_of_number (&given);
  if (dtype_ast != NULL && !tl_read_dtype (reader, dtype_ast, &dtype))
    return NULL;
  if (dtype.lanes == 1 && find_shape (&given, shape, 0, &n_dims))
    tensor = tl_tensor_new (dtype, shape, n_dims, FALSE, NULL);
  if (tensor == NULL || tensor->n_elements != count_numbers (&given) || !fill (&given, tensor, &at))
    return tl_reader_fail_null (reader, call, "expected a number and its type, such as R.const(1.0, \"float32\")");
  return tl_relax_const (reader->arena, g_steal_pointer (&tensor));
}

/* The JSON: nodes that refer to each other by number. */

typedef struct
{
  JsonArray *nodes;
  JsonArray *blobs;    /* of versions before 0.20; nullable */
} Nodes;

static JsonObject *
node_at (const Nodes *nodes, JsonNode *number)
{
  gint64 index = number != NULL && JSON_NODE_HOLDS_VALUE (number) ? json_node_get_int (number) : -1;

  if (index < 0 || index >= json_array_get_length (nodes->nodes))
    return NULL;
  number = json_array_get_element (nodes->nodes, (guint) index);
  return JSON_NODE_HOLDS_OBJECT (number) ? json_node_get_object (number) : NULL;
}

static JsonNode *
field (JsonObject *object, const char *holder, const char *name)
{
  JsonNode *data = object != NULL ? json_object_get_member (object, holder) : NULL;

  return data != NULL && JSON_NODE_HOLDS_OBJECT (data) ? json_object_get_member (json_node_get_object (data), name) : NULL;
}

/* The array of numbers that a node of kind Array or Map has. */
static JsonArray *
list_of (JsonObject *object, const char *name)
{
  JsonNode *data = object != NULL ? json_object_get_member (object, name) : NULL;

  return data != NULL && JSON_NODE_HOLDS_ARRAY (data) ? json_node_get_array (data) : NULL;
}

/* The tensor of a constant, or the node itself if it is one. */
static TlTensor *
tensor_of_node (const Nodes *nodes, JsonObject *node)
{
  const char *type = tl_json_string (node, "type"), *blob = NULL;
  JsonObject *value = node;

  if (g_strcmp0 (type, "ir.GenericConst") == 0 || g_strcmp0 (type, "relax.expr.Constant") == 0)
    {
      JsonNode *number = field (node, "data", "value");

      value = node_at (nodes, number != NULL ? number : field (node, "data", "data"));
    }
  blob = tl_json_string (value, "data");
  if (blob == NULL && nodes->blobs != NULL)
    {
      JsonNode *number = field (node, "attrs", "data");
      guint64   index = number != NULL && JSON_NODE_HOLDS_VALUE (number) && json_node_get_string (number) != NULL
                          ? g_ascii_strtoull (json_node_get_string (number), NULL, 10) : G_MAXUINT64;

      if (index < json_array_get_length (nodes->blobs) && JSON_NODE_HOLDS_VALUE (json_array_get_element (nodes->blobs, (guint) index)))
        blob = json_array_get_string_element (nodes->blobs, (guint) index);
    }
  return blob != NULL ? tl_metadata_tensor (blob) : NULL;
}

static void
add_tensors (TlReader *reader, const Nodes *nodes, const char *key, JsonObject *array)
{
  JsonArray *list = list_of (array, "data");

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      TlTensor *tensor = tensor_of_node (nodes, node_at (nodes, json_array_get_element (list, i)));

      if (tensor != NULL)
        g_hash_table_replace (reader->metadata, g_strdup_printf ("%s[%u]", key, i), tensor);
    }
}

/* A map from kinds to arrays: keys and values in turns, or in old versions keys apart. */
static void
add_map (TlReader *reader, const Nodes *nodes, JsonObject *map)
{
  JsonArray *data = list_of (map, "data"), *keys = list_of (map, "keys");
  guint      n = data != NULL ? json_array_get_length (data) : 0;

  if (keys != NULL)
    for (guint i = 0; i < n && i < json_array_get_length (keys); i++)
      {
        JsonNode *key = json_array_get_element (keys, i);

        if (JSON_NODE_HOLDS_VALUE (key) && json_node_get_string (key) != NULL)
          add_tensors (reader, nodes, json_node_get_string (key), node_at (nodes, json_array_get_element (data, i)));
      }
  else
    for (guint i = 0; i + 1 < n; i += 2)
      {
        const char *key = tl_json_string (node_at (nodes, json_array_get_element (data, i)), "data");

        if (key != NULL)
          add_tensors (reader, nodes, key, node_at (nodes, json_array_get_element (data, i + 1)));
      }
}

static void
load_json (TlReader *reader, const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonObject            *root;
  JsonNode              *first;
  Nodes                  nodes;

  if (tl_json_is_too_deep (text, MAX_DEPTH) || !json_parser_load_from_data (parser, text, -1, NULL)
      || json_parser_get_root (parser) == NULL || !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
    return;
  root = json_node_get_object (json_parser_get_root (parser));
  nodes = (Nodes) { list_of (root, "nodes"), list_of (root, "b64ndarrays") };
  first = json_object_get_member (root, "root_index");
  first = first != NULL ? first : json_object_get_member (root, "root");
  if (nodes.nodes != NULL)
    add_map (reader, &nodes, node_at (&nodes, first));
}

/* The text of metadata = tvm.ir.load_json ("…") at the top of the script; NULL if there is none. */
static const char *
find_json (TlReader *reader)
{
  for (guint i = 0; i < reader->module->n_body; i++)
    {
      const TlAst *ast = reader->module->body[i];
      const TlAst *call = ast->kind == TL_AST_ASSIGN && ast->n_items == 2 && ast->items[0]->kind == TL_AST_NAME ? ast->items[1] : NULL;
      const char  *name = call != NULL && call->kind == TL_AST_CALL ? tl_ast_dotted_name (reader->arena, call->value) : NULL;

      if (name != NULL && g_str_has_suffix (name, "load_json") && call->n_items == 1 && call->items[0]->kind == TL_AST_STRING)
        return call->items[0]->name;
    }
  return NULL;
}

static TlTensor *
find_tensor (TlReader *reader, const char *key)
{
  const char *json = reader->metadata == NULL ? find_json (reader) : NULL;

  if (reader->metadata == NULL)
    reader->metadata = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) tl_tensor_unref);
  if (json != NULL)
    load_json (reader, json);
  return g_hash_table_lookup (reader->metadata, key);
}

/* The parameter that stands for a constant that the text does not have. */
static const TlRelaxExpr *
placeholder (TlReader *reader, const TlAst *ast, gint64 index)
{
  g_autofree char *name = g_strdup_printf ("const_%" G_GINT64_FORMAT, index);

  for (guint i = 0; i < reader->placeholders->len; i++)
    if (strcmp (((const TlRelaxVar *) reader->placeholders->pdata[i])->name, name) == 0)
      return reader->placeholders->pdata[i];
  tl_source_warn (reader->source, ast->span, "TVM has put this constant into its metadata, which is not part of the text: it becomes the "
                  "parameter %s", name);
  g_ptr_array_add (reader->placeholders,
                   (gpointer) tl_relax_var (reader->arena, name, tl_relax_unknown_tensor_type (reader->arena, TL_VOID, -1), FALSE));
  return reader->placeholders->pdata[reader->placeholders->len - 1];
}

const TlRelaxExpr *
tl_read_metadata (TlReader *reader, const TlAst *ast, gboolean *done)
{
  const TlAst     *inner = ast->value, *key_ast = inner->kind == TL_AST_SUBSCRIPT && inner->n_items == 1 ? inner->items[0] : NULL;
  const char      *key = key_ast == NULL ? NULL : key_ast->kind == TL_AST_STRING ? key_ast->name
                         : tl_ast_dotted_name (reader->arena, key_ast);
  g_autofree char *name = NULL;
  TlTensor        *tensor;
  gint64           index;

  *done = key != NULL && inner->value->kind == TL_AST_NAME && (strcmp (inner->value->name, "metadata") == 0
                                                               || strcmp (inner->value->name, "meta") == 0);
  if (!*done || !tl_read_constant (reader, ast->items[0], &index))
    return NULL;
  name = g_strdup_printf ("%s[%" G_GINT64_FORMAT "]", key, index);
  tensor = find_tensor (reader, name);
  if (tensor != NULL)
    return tl_relax_const (reader->arena, tl_tensor_ref (tensor));
  if (g_hash_table_size (reader->metadata) > 0)
    return tl_reader_fail_null (reader, ast, "the metadata of this text has no constant %s", name);
  return placeholder (reader, ast, index);
}
