/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading either form (index-map-json-writer.c shows them). Nodes may stand in any order, and hostile graphs may be cyclic, deep or shared
 * without end, so depth and the number of visits are bounded.
 */
#include "core/schedule/index-map-json.h"

#include <errno.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json-depth.h"
#include "core/base/json-members.h"
#include "core/ir/walk.h"
#include "core/schedule/graph-kinds.h"
#include "core/schedule/refusal.h"

#define MAX_VISITS 20000
#define MAX_DEPTH 200
#define MAX_INDICES 64

typedef struct
{
  TlArena    *arena;
  JsonArray  *nodes;
  GHashTable *vars;         /* position → TlVar* */
  guint       n_visits;
  GError    **error;
} IndexMapReader;

G_GNUC_PRINTF (2, 3)
static gpointer
malformed (IndexMapReader *reader, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list          list;

  if (reader->error != NULL && *reader->error != NULL)
    return NULL;
  va_start (list, format);
  what = g_strdup_vprintf (format, list);
  va_end (list);
  return tl_fail_null (reader->error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT, "index map: %s", what);
}

static JsonObject *
node_at (IndexMapReader *reader, gint64 position)
{
  JsonNode *node = position >= 0 && position < json_array_get_length (reader->nodes)
                   ? json_array_get_element (reader->nodes, (guint) position) : NULL;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return malformed (reader, "unknown node %" G_GINT64_FORMAT, position);
  return json_node_get_object (node);
}

static const char *
type_of (JsonObject *node)
{
  const char *type = tl_json_string (node, "type_key");

  if (type == NULL)
    type = tl_json_string (node, "type");
  return type != NULL ? type : "";
}

static gboolean
is_null (IndexMapReader *reader, gint64 position)
{
  JsonObject *node = node_at (reader, position);

  return node != NULL && (strcmp (type_of (node), "") == 0 || strcmp (type_of (node), "None") == 0);
}

/* Member @key of a node's fields, an integer in either form. */
static gboolean
get_int (JsonObject *node, const char *key, gint64 *value)
{
  JsonNode   *fields = json_object_get_member (node, "attrs");
  JsonNode   *member;
  const char *text;
  char       *end;

  if (fields == NULL)
    fields = json_object_get_member (node, "data");
  if (fields == NULL || !JSON_NODE_HOLDS_OBJECT (fields))
    return FALSE;
  member = json_object_get_member (json_node_get_object (fields), key);
  if (member == NULL || !JSON_NODE_HOLDS_VALUE (member))
    return FALSE;
  if (json_node_get_value_type (member) == G_TYPE_INT64)
    {
      *value = json_node_get_int (member);
      return TRUE;
    }
  if (json_node_get_value_type (member) == G_TYPE_BOOLEAN)
    {
      *value = json_node_get_boolean (member);
      return TRUE;
    }
  text = tl_json_string (json_node_get_object (fields), key);
  if (text == NULL || *text == '\0')
    return FALSE;
  errno = 0;
  *value = g_ascii_strtoll (text, &end, 10);
  return errno == 0 && *end == '\0';
}

static const char *
get_text (JsonObject *node, const char *key)
{
  JsonNode *fields = json_object_get_member (node, "attrs");

  if (fields == NULL)
    fields = json_object_get_member (node, "data");
  return fields != NULL && JSON_NODE_HOLDS_OBJECT (fields) ? tl_json_string (json_node_get_object (fields), key) : NULL;
}

static gboolean
get_float (JsonObject *node, double *value)
{
  const char *text = get_text (node, "value");
  JsonNode   *data = json_object_get_member (node, "data");
  JsonNode   *member = data != NULL && JSON_NODE_HOLDS_OBJECT (data) ? json_object_get_member (json_node_get_object (data), "value") : NULL;
  char       *end = NULL;

  if (text != NULL)
    *value = g_ascii_strtod (text, &end);
  else if (member != NULL && JSON_NODE_HOLDS_VALUE (member))
    *value = json_node_get_double (member);
  return text != NULL ? *text != '\0' && *end == '\0' : member != NULL;
}

/* A field of its own, or a node that "ty" names. */
static gboolean
get_dtype (IndexMapReader *reader, JsonObject *node, TlDType *dtype)
{
  const char *text = get_text (node, "dtype");
  gint64      position;
  JsonObject *type;

  if (text == NULL && get_int (node, "ty", &position))
    {
      type = node_at (reader, position);
      text = type != NULL ? get_text (type, "dtype") : NULL;
    }
  return text != NULL && tl_dtype_parse (text, dtype)
         && (tl_dtype_is_integer (*dtype) || tl_dtype_is_float (*dtype) || dtype->code == TL_TYPE_BOOL)
         && dtype->lanes == 1;
}

static JsonArray *
get_array (IndexMapReader *reader, JsonObject *node, const char *key)
{
  gint64      position;
  JsonObject *array = get_int (node, key, &position) ? node_at (reader, position) : NULL;
  JsonNode   *data = array != NULL ? json_object_get_member (array, "data") : NULL;

  if (data == NULL || !JSON_NODE_HOLDS_ARRAY (data) || json_array_get_length (json_node_get_array (data)) > MAX_INDICES)
    return malformed (reader, "'%s' is not a list", key);
  return json_node_get_array (data);
}

static const TlExpr *read_expr (IndexMapReader *reader, gint64 position, guint depth);

static const TlExpr *
read_child (IndexMapReader *reader, JsonObject *node, const char *key, guint depth)
{
  gint64 position;

  if (!get_int (node, key, &position))
    return malformed (reader, "'%s' of a %s is missing", key, type_of (node));
  return read_expr (reader, position, depth + 1);
}

static const TlExpr *
read_item (IndexMapReader *reader, JsonArray *array, guint index, guint depth)
{
  JsonNode *node = json_array_get_element (array, index);

  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return malformed (reader, "an element of a list is not a node");
  return read_expr (reader, json_node_get_int (node), depth + 1);
}

static const TlExpr *
read_var (IndexMapReader *reader, gint64 position, JsonObject *node, TlDType dtype)
{
  const TlVar *var = g_hash_table_lookup (reader->vars, GINT_TO_POINTER (position));
  const char  *name = get_text (node, "name");
  gint64       name_at;
  JsonObject  *text;

  if (var != NULL)
    return var;
  if (name == NULL && get_int (node, "name", &name_at))
    {
      text = node_at (reader, name_at);
      name = text != NULL ? tl_json_string (text, "data") : NULL;
    }
  if (name == NULL || strpbrk (name, "\"\\\n\t") != NULL)
    return malformed (reader, "a variable has no name");
  var = tl_expr_var (reader->arena, name, dtype);
  g_hash_table_insert (reader->vars, GINT_TO_POINTER (position), (gpointer) var);
  return var;
}

static const TlExpr *
read_call (IndexMapReader *reader, JsonObject *node, TlDType dtype, guint depth)
{
  JsonArray         *args = get_array (reader, node, "args");
  gint64             position;
  JsonObject        *op = get_int (node, "op", &position) ? node_at (reader, position) : NULL;
  const char        *name = tl_json_string (op, "repr_str");
  const TlIntrinsic *callee;
  const TlExpr      *values[MAX_INDICES] = { NULL };
  guint              n;

  if (name == NULL)
    name = tl_json_string (op, "data");
  if (args == NULL || name == NULL)
    return malformed (reader, "a call has no callee");
  name = strchr (name, '.') != NULL ? strchr (name, '.') + 1 : name;
  callee = tl_intrinsic_find (name);
  n = json_array_get_length (args);
  if (callee == NULL || !callee->is_pure || (callee->n_args >= 0 && n != (guint) callee->n_args))
    return malformed (reader, "%s is not a function allowed in an index map", name);
  for (guint i = 0; i < n; i++)
    {
      values[i] = read_item (reader, args, i, depth);
      if (values[i] == NULL)
        return NULL;
    }
  return tl_expr_call (reader->arena, dtype, callee, values, n);
}

static const TlExpr *
read_binary (IndexMapReader *reader, JsonObject *node, TlExprKind kind, guint depth)
{
  const TlExpr *a = read_child (reader, node, "a", depth), *b = a != NULL ? read_child (reader, node, "b", depth) : NULL;

  if (b == NULL)
    return NULL;
  if (!tl_dtype_equal (a->dtype, b->dtype) || ((kind == TL_EXPR_AND || kind == TL_EXPR_OR) && a->dtype.code != TL_TYPE_BOOL))
    return malformed (reader, "operands of a %s have types %s and %s", type_of (node), tl_dtype_name (a->dtype), tl_dtype_name (b->dtype));
  return tl_expr_binary (reader->arena, kind, a, b);
}

/* "LShift": the newest form has nodes for what is a call here. */
static const TlExpr *
read_bit_operation (IndexMapReader *reader, JsonObject *node, const TlIntrinsic *callee, guint depth)
{
  const TlExpr *operands[2] = { read_child (reader, node, "a", depth), NULL };

  if (operands[0] != NULL && callee->n_args == 2)
    operands[1] = read_child (reader, node, "b", depth);
  if (operands[callee->n_args - 1] == NULL)
    return NULL;
  for (gint i = 0; i < callee->n_args; i++)
    if (!tl_dtype_is_integer (operands[i]->dtype) || !tl_dtype_equal (operands[i]->dtype, operands[0]->dtype))
      return malformed (reader, "operands of a %s must be integers of one type", type_of (node));
  return tl_expr_call (reader->arena, operands[0]->dtype, callee, operands, (guint) callee->n_args);
}

static const TlExpr *
read_choice (IndexMapReader *reader, JsonObject *node, guint depth)
{
  const TlExpr *cond = read_child (reader, node, "condition", depth);
  const TlExpr *if_true = cond != NULL ? read_child (reader, node, "true_value", depth) : NULL;
  const TlExpr *if_false = if_true != NULL ? read_child (reader, node, "false_value", depth) : NULL;

  if (if_false == NULL)
    return NULL;
  if (cond->dtype.code != TL_TYPE_BOOL || !tl_dtype_equal (if_true->dtype, if_false->dtype))
    return malformed (reader, "the operands of a Select have different types");
  return tl_expr_select (reader->arena, cond, if_true, if_false);
}

/* Up to TVM 0.26 the number itself, from 0.27 on a node that holds it. */
static gboolean
get_integer (IndexMapReader *reader, JsonObject *node, gint64 *value)
{
  JsonObject *holder;
  JsonNode   *held;

  if (!get_int (node, "value", value))
    return FALSE;
  if (!json_object_has_member (node, "data") || *value < 0 || *value >= json_array_get_length (reader->nodes))
    return TRUE;
  holder = node_at (reader, *value);
  if (holder == NULL || strcmp (type_of (holder), "int") != 0)
    return holder != NULL;
  held = json_object_get_member (holder, "data");
  if (held == NULL || !JSON_NODE_HOLDS_VALUE (held) || json_node_get_value_type (held) != G_TYPE_INT64)
    return FALSE;
  *value = json_node_get_int (held);
  return TRUE;
}

static const TlExpr *
read_number (IndexMapReader *reader, JsonObject *node, const char *type, TlDType dtype)
{
  gint64 integer = 0;
  double number = 0;

  if (strcmp (type, "IntImm") == 0 && !tl_dtype_is_float (dtype) && get_integer (reader, node, &integer))
    return tl_expr_int (reader->arena, dtype, integer);
  if (strcmp (type, "FloatImm") == 0 && tl_dtype_is_float (dtype) && get_float (node, &number))
    return tl_expr_float (reader->arena, dtype, number);
  return malformed (reader, "a number has no value");
}

static const TlExpr *
read_expr (IndexMapReader *reader, gint64 position, guint depth)
{
  JsonObject   *node = node_at (reader, position);
  const char   *type = node != NULL ? type_of (node) : "";
  const TlExpr *operand;
  TlDType       dtype;

  if (node == NULL)
    return NULL;
  if (depth > MAX_DEPTH || ++reader->n_visits > MAX_VISITS)
    return malformed (reader, "its expressions are too large");
  if (!get_dtype (reader, node, &dtype))
    return malformed (reader, "node %" G_GINT64_FORMAT " has no type that an index may have", position);
  type = strchr (type, '.') != NULL ? strchr (type, '.') + 1 : type;
  for (guint i = 0; i < G_N_ELEMENTS (tl_graph_binaries); i++)
    if (strcmp (type, tl_graph_binaries[i].type) == 0)
      return read_binary (reader, node, tl_graph_binaries[i].kind, depth);
  for (guint i = 0; i < G_N_ELEMENTS (tl_graph_bit_operations); i++)
    if (strcmp (type, tl_graph_bit_operations[i].type) == 0)
      return read_bit_operation (reader, node, tl_intrinsic_find (tl_graph_bit_operations[i].callee), depth);
  if (strcmp (type, "Var") == 0)
    return read_var (reader, position, node, dtype);
  if (g_str_has_suffix (type, "Imm"))
    return read_number (reader, node, type, dtype);
  if (strcmp (type, "Call") == 0)
    return read_call (reader, node, dtype, depth);
  if (strcmp (type, "Select") == 0)
    return read_choice (reader, node, depth);
  if (strcmp (type, "Cast") == 0)
    {
      operand = read_child (reader, node, "value", depth);
      return operand != NULL ? tl_cast (reader->arena, dtype, operand) : NULL;
    }
  if (strcmp (type, "Not") == 0)
    {
      operand = read_child (reader, node, "a", depth);
      return operand != NULL
             && operand->dtype.code == TL_TYPE_BOOL ? tl_expr_not (reader->arena, operand)
                                                    : malformed (reader, "\"not\" takes a condition");
    }
  return malformed (reader, "%.40s is not allowed in an index map", type);
}

typedef struct
{
  const TlExpr **vars;       /* room for 2 MAX_INDICES */
  guint          n_vars;
} VarList;

/* A variable that is not in the list yet is added. */
static TlWalk
collect_free (const TlExpr *expr, gpointer user_data)
{
  VarList *list = user_data;
  guint    i = 0;

  if (expr->kind != TL_EXPR_VAR)
    return TL_WALK_INTO;
  while (i < list->n_vars && list->vars[i] != expr)
    i++;
  if (i == 2 * MAX_INDICES)
    return TL_WALK_STOP;
  list->vars[i] = expr;
  list->n_vars = MAX (list->n_vars, i + 1);
  return TL_WALK_INTO;
}

/* @n_numbers: NULL where nothing but indices is allowed. */
static const TlIndexMap *
read_map (IndexMapReader *reader, gint64 position, gboolean may_have_inverse, guint *n_numbers)
{
  JsonObject       *node = node_at (reader, position);
  JsonArray        *initial = node != NULL ? get_array (reader, node, "initial_indices") : NULL;
  JsonArray        *final = initial != NULL ? get_array (reader, node, "final_indices") : NULL;
  const TlExpr     *vars[2 * MAX_INDICES], *exprs[MAX_INDICES];
  const TlIndexMap *map, *inverse;
  guint             n = initial != NULL ? json_array_get_length (initial) : 0;
  VarList           list = { .vars = vars, .n_vars = n };
  gint64            inverse_at;

  if (final == NULL)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      vars[i] = read_item (reader, initial, i, 0);
      if (vars[i] == NULL || vars[i]->kind != TL_EXPR_VAR)
        return malformed (reader, "an initial index is not a variable");
      for (guint k = 0; k < i; k++)
        if (vars[k] == vars[i])
          return malformed (reader, "%s is an initial index twice", vars[i]->name);
    }
  for (guint i = 0; i < json_array_get_length (final); i++)
    {
      exprs[i] = read_item (reader, final, i, 0);
      if (exprs[i] == NULL)
        return NULL;
      tl_expr_walk (exprs[i], collect_free, &list);
    }
  if (list.n_vars > n && n_numbers == NULL)
    return malformed (reader, "%s is not among the initial indices", vars[n]->name);
  map = tl_index_map_new (reader->arena, vars, list.n_vars, exprs, json_array_get_length (final));
  if (n_numbers != NULL)
    *n_numbers = list.n_vars - n;
  if (!may_have_inverse || !get_int (node, "inverse_index_map", &inverse_at) || is_null (reader, inverse_at))
    return map;
  inverse = read_map (reader, inverse_at, FALSE, NULL);
  return inverse != NULL ? tl_index_map_with_inverse (reader->arena, map, inverse) : NULL;
}

/* The whole graph: its nodes and the position of the map. */
static gboolean
open_graph (IndexMapReader *reader, JsonNode *top, gint64 *root)
{
  JsonObject *object = top != NULL && JSON_NODE_HOLDS_OBJECT (top) ? json_node_get_object (top) : NULL;
  JsonNode   *nodes = object != NULL ? json_object_get_member (object, "nodes") : NULL;
  JsonNode   *position = object != NULL ? json_object_get_member (object, "root") : NULL;

  if (position == NULL && object != NULL)
    position = json_object_get_member (object, "root_index");
  if (nodes == NULL || !JSON_NODE_HOLDS_ARRAY (nodes) || position == NULL || !JSON_NODE_HOLDS_VALUE (position)
      || json_node_get_value_type (position) != G_TYPE_INT64)
    return malformed (reader, "this is not a node graph") != NULL;
  reader->nodes = json_node_get_array (nodes);
  *root = json_node_get_int (position);
  return TRUE;
}

const TlIndexMap *
tl_index_map_from_json (TlArena *arena, const char *json, guint *n_numbers, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
  g_autoptr (GError)     cause = NULL;
  IndexMapReader         reader = { .arena = arena, .vars = vars, .error = error };
  gint64                 root = 0;

  /* Such a graph nests three deep; the parser recurses, so hostile depth is refused before it starts. */
  if (tl_json_is_too_deep (json, 8))
    return malformed (&reader, "it is nested too deeply");
  if (!json_parser_load_from_data (parser, json, -1, &cause))
    return malformed (&reader, "%s", cause->message);
  return open_graph (&reader, json_parser_get_root (parser), &root) ? read_map (&reader, root, TRUE, n_numbers) : NULL;
}
