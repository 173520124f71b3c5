/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Access to the nodes of a graph. Old forms write every field as text and new ones as JSON values, fields that are objects are positions of
 * nodes; which of the two a field is follows from its name, as in TVM. Files come from anywhere: graphs may be cyclic, deep, or share
 * without end.
 */
#include "core/tvm-json/tvm-json-private.h"

#include "core/base/error.h"

#include <errno.h>
#include <string.h>

G_DEFINE_QUARK (tl-tvm-json-error-quark, tl_tvm_json_error)

#define MAX_VISITS 2000000u
#define MAX_DEPTH  1000u

gpointer
tl_graph_fail (TlGraph *graph, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list list;

  if (*graph->error != NULL)
    return NULL;
  va_start (list, format);
  what = g_strdup_vprintf (format, list);
  va_end (list);
  return tl_fail_null (graph->error, TL_TVM_JSON_ERROR, TL_TVM_JSON_ERROR_READ, "%s", what);
}

gboolean
tl_graph_has_failed (const TlGraph *graph)
{
  return *graph->error != NULL;
}

gboolean
tl_graph_enter (TlGraph *graph)
{
  if (graph->depth < MAX_DEPTH && graph->n_visits < MAX_VISITS && !tl_graph_has_failed (graph))
    {
      graph->depth++;
      graph->n_visits++;
      return TRUE;
    }
  tl_graph_fail (graph, "the graph is too large, or its nodes form a cycle");
  return FALSE;
}

void
tl_graph_leave (TlGraph *graph)
{
  graph->depth--;
}

TlGraphNode *
tl_graph_node (TlGraph *graph, gint64 position)
{
  JsonNode *node = position >= 0
                   && position < json_array_get_length (graph->nodes) ? json_array_get_element (graph->nodes, (guint) position) : NULL;

  if (!node || !JSON_NODE_HOLDS_OBJECT (node))
    return tl_graph_fail (graph, "there is no node %" G_GINT64_FORMAT, position);
  return json_node_get_object (node);
}

static const char *
member_text (JsonObject *object, const char *key)
{
  JsonNode *member = json_object_get_member (object, key);

  return member && JSON_NODE_HOLDS_VALUE (member)
         && json_node_get_value_type (member) == G_TYPE_STRING ? json_node_get_string (member) : NULL;
}

const char *
tl_graph_kind (TlGraphNode *node)
{
  const char *kind = node ? member_text (node, "type_key") : NULL;

  if (!kind)
    kind = node ? member_text (node, "type") : NULL;
  if (!kind || strcmp (kind, "None") == 0)
    return "";
  return strrchr (kind, '.') ? strrchr (kind, '.') + 1 : kind;
}

gboolean
tl_graph_is_null (TlGraph *graph, gint64 position)
{
  TlGraphNode *node = tl_graph_node (graph, position);

  return !node || *tl_graph_kind (node) == '\0';
}

/* Where fields stand: "attrs" of old nodes, "data" of new ones. */
static JsonNode *
field (TlGraphNode *node, const char *key)
{
  JsonNode *fields = node ? json_object_get_member (node, json_object_has_member (node, "type_key") ? "attrs" : "data") : NULL;

  return fields && JSON_NODE_HOLDS_OBJECT (fields) ? json_object_get_member (json_node_get_object (fields), key) : NULL;
}

gboolean
tl_graph_has (TlGraphNode *node, const char *key)
{
  return field (node, key) != NULL;
}

static gboolean
node_int (JsonNode *node, gint64 *value)
{
  const char *text;
  char *end;

  *value = 0;
  if (!node || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    *value = json_node_get_int (node);
  else if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    *value = json_node_get_boolean (node);
  else if ((text = json_node_get_string (node)) == NULL || *text == '\0')
    return FALSE;
  else
    {
      errno = 0;
      *value = g_ascii_strtoll (text, &end, 10);
      return errno == 0 && *end == '\0';
    }
  return TRUE;
}

gint64
tl_graph_ref (TlGraph *graph, TlGraphNode *node, const char *key)
{
  JsonNode *member = field (node, key);
  gint64 value;

  if (member && !node_int (member, &value))
    tl_graph_fail (graph, "\"%s\" of a %s is not a node", key, tl_graph_kind (node));
  return member && !tl_graph_has_failed (graph) ? value : 0;
}

gint64
tl_graph_int (TlGraph *graph, TlGraphNode *node, const char *key)
{
  gint64 value;

  if (!node_int (field (node, key), &value))
    tl_graph_fail (graph, "\"%s\" of a %s is not an integer", key, tl_graph_kind (node));
  return value;
}

/* Old nodes hold it as "repr_str", not at all if it is empty; new ones as their data. */
const char *
tl_graph_text (TlGraph *graph, gint64 position)
{
  TlGraphNode *node = tl_graph_node (graph, position);
  const char *text;

  if (!node || strcmp (tl_graph_kind (node), "String") != 0)
    return NULL;
  text = member_text (node, "repr_str");
  return text ? text : member_text (node, "data") ? member_text (node, "data") : "";
}

const char *
tl_graph_string (TlGraph *graph, TlGraphNode *node, const char *key)
{
  const char *text = tl_graph_text (graph, tl_graph_ref (graph, node, key));

  return text ? text : tl_graph_fail (graph, "\"%s\" of a %s is not a string", key, tl_graph_kind (node));
}

/* The empty text is the type of calls without a result, and of the elements of an untyped T.handle. */
static gboolean
parse_dtype (const char *text, TlDType *dtype)
{
  return text && tl_dtype_parse (*text != '\0' ? text : "void", dtype);
}

/* A field as text, or a node that "ty", or "dtype" itself, names. */
gboolean
tl_graph_dtype (TlGraph *graph, TlGraphNode *node, TlDType *dtype)
{
  JsonNode *member = field (node, "dtype"), *held;
  gint64 position;
  gboolean ok;

  if (member && JSON_NODE_HOLDS_VALUE (member) && json_node_get_value_type (member) == G_TYPE_STRING)
    ok = parse_dtype (json_node_get_string (member), dtype);
  else
    {
      TlGraphNode *type = node_int (member ? member : field (node, "ty"), &position) ? tl_graph_node (graph, position) : NULL;

      if (type && strcmp (tl_graph_kind (type), "PointerType") == 0)
        {
          *dtype = TL_HANDLE;
          return TRUE;
        }
      held = type && type != node ? field (type, "dtype") : NULL;
      ok = held && JSON_NODE_HOLDS_VALUE (held) && parse_dtype (json_node_get_string (held), dtype);
    }
  if (!ok)
    tl_graph_fail (graph, "a %s has an unknown type", tl_graph_kind (node));
  return ok;
}

/* The held value of "int", "bool" and "float" nodes and of their boxed ancestors. */
static JsonNode *
plain_value (TlGraphNode *node)
{
  return json_object_has_member (node, "repr_str") ? json_object_get_member (node, "repr_str") : json_object_get_member (node, "data");
}

static gboolean
plain_number (TlGraphNode *node, const char *kind, TlValue *value)
{
  JsonNode *held = plain_value (node);
  gint64 integer = 0;

  if (!held || !JSON_NODE_HOLDS_VALUE (held))
    return FALSE;
  if (strcmp (kind, "float") == 0 || strcmp (kind, "BoxFloat") == 0)
    {
      const char *text = json_node_get_value_type (held) == G_TYPE_STRING ? json_node_get_string (held) : NULL;

      *value = (TlValue) { .kind = TL_VALUE_FLOAT, .number = text ? g_ascii_strtod (text, NULL) : json_node_get_double (held) };
      return TRUE;
    }
  if (!node_int (held, &integer))
    return FALSE;
  *value = strcmp (kind, "bool") == 0 || strcmp (kind, "BoxBool") == 0 ? (TlValue) { .kind = TL_VALUE_BOOL, .boolean = integer != 0 }
                                                                        : tl_value_int (integer);
  return TRUE;
}

/* Up to 0.25 the number itself, later a node that holds it: then there is a node for the type, too. */
static gboolean
immediate_int (TlGraph *graph, TlGraphNode *node, gint64 *integer)
{
  TlValue held;

  if (!node_int (field (node, "value"), integer))
    return FALSE;
  if (!field (node, "ty"))
    return TRUE;
  node = tl_graph_node (graph, *integer);
  if (!node || !plain_number (node, tl_graph_kind (node), &held) || held.kind == TL_VALUE_FLOAT)
    return FALSE;
  *integer = held.kind == TL_VALUE_BOOL ? held.boolean : held.integer;
  return TRUE;
}

static gboolean
immediate_float (TlGraphNode *node, double *number)
{
  JsonNode *member = field (node, "value");
  const char *text;
  char *end = NULL;

  if (!member || !JSON_NODE_HOLDS_VALUE (member))
    return FALSE;
  text = json_node_get_value_type (member) == G_TYPE_STRING ? json_node_get_string (member) : NULL;
  *number = text ? g_ascii_strtod (text, &end) : json_node_get_double (member);
  return !text || (*text != '\0' && *end == '\0');
}

gboolean
tl_graph_number (TlGraph *graph, gint64 position, TlValue *value)
{
  static const char *const plain[] = { "int", "bool", "float", "BoxInt", "BoxBool", "BoxFloat", NULL };
  TlGraphNode *node = tl_graph_node (graph, position);
  const char *kind = tl_graph_kind (node);
  TlDType dtype;
  gint64 integer;

  if (g_strv_contains (plain, kind))
    return plain_number (node, kind, value);
  if (strcmp (kind, "FloatImm") == 0)
    {
      value->kind = TL_VALUE_FLOAT;
      return immediate_float (node, &value->number);
    }
  if (strcmp (kind, "IntImm") != 0 || !tl_graph_dtype (graph, node, &dtype) || !immediate_int (graph, node, &integer))
    return FALSE;
  *value = dtype.code == TL_TYPE_BOOL ? (TlValue) { .kind = TL_VALUE_BOOL, .boolean = integer != 0 } : tl_value_int (integer);
  return TRUE;
}

/* The positions that the data of a list or of a map is. */
static gint64 *
positions (TlGraph *graph, TlGraphNode *node, guint *n)
{
  JsonNode *data = json_object_get_member (node, "data");
  JsonArray *array = data && JSON_NODE_HOLDS_ARRAY (data) ? json_node_get_array (data) : NULL;
  gint64 *list;

  *n = array ? json_array_get_length (array) : 0;
  list = g_new (gint64, *n + 1);
  for (guint i = 0; i < *n; i++)
    if (!node_int (json_array_get_element (array, i), &list[i]))
      tl_graph_fail (graph, "an element of a list is not a node");
  return list;
}

gint64 *
tl_graph_list (TlGraph *graph, gint64 position, guint *n)
{
  TlGraphNode *node = tl_graph_node (graph, position);
  const char *kind = tl_graph_kind (node);

  *n = 0;
  if (!node || *kind == '\0')
    return NULL;
  if (strcmp (kind, "Array") != 0 && strcmp (kind, "List") != 0)
    return tl_graph_fail (graph, "expected a list, not a %s", kind);
  return positions (graph, node, n);
}

/* Old maps with text as keys hold them apart; others are key, value, key, value … */
gint64 *
tl_graph_dict (TlGraph *graph, gint64 position, GPtrArray **keys)
{
  TlGraphNode *node = tl_graph_node (graph, position);
  JsonNode *apart = node ? json_object_get_member (node, "keys") : NULL;
  g_autofree gint64 *list = NULL;
  guint n = 0;

  *keys = g_ptr_array_new ();
  if (!node || *tl_graph_kind (node) == '\0')
    return NULL;
  list = positions (graph, node, &n);
  if (apart && JSON_NODE_HOLDS_ARRAY (apart) && json_array_get_length (json_node_get_array (apart)) == n)
    {
      for (guint i = 0; i < n; i++)
        {
          JsonNode *key = json_array_get_element (json_node_get_array (apart), i);

          if (!JSON_NODE_HOLDS_VALUE (key) || !json_node_get_string (key))
            return tl_graph_fail (graph, "a key of a map is not a string");
          g_ptr_array_add (*keys, (gpointer) json_node_get_string (key));
        }
      return g_steal_pointer (&list);
    }
  for (guint i = 0; i + 1 < n; i += 2)
    {
      const char *key = tl_graph_text (graph, list[i]);

      if (!key)
        return tl_graph_fail (graph, "a key of a map is not a string");
      list[i / 2] = list[i + 1];
      g_ptr_array_add (*keys, (gpointer) key);
    }
  return g_steal_pointer (&list);
}
