/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/json-members.h"

static JsonNode *
find_value (JsonObject *object, const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? node : NULL;
}

static gboolean
is_number (JsonNode *node)
{
  GType type = json_node_get_value_type (node);

  return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE;
}

gint64
tl_json_int (JsonObject *object, const char *name, gint64 fallback)
{
  JsonNode *node = find_value (object, name);

  return node != NULL && is_number (node) ? json_node_get_int (node) : fallback;
}

double
tl_json_double (JsonObject *object, const char *name, double fallback)
{
  JsonNode *node = find_value (object, name);

  return node != NULL && is_number (node) ? json_node_get_double (node) : fallback;
}

gboolean
tl_json_bool (JsonObject *object, const char *name)
{
  JsonNode *node = find_value (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_BOOLEAN && json_node_get_boolean (node);
}

const char *
tl_json_string (JsonObject *object, const char *name)
{
  JsonNode *node = find_value (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;
}
