/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/graph/operator-case.h"

#include <string.h>

#include "core/text/script.h"
#include "tests/must.h"

static const TlRelaxExpr *read_arg (OperatorCase *self, JsonNode *node);

static const TlExpr *
read_size (OperatorCase *self, JsonNode *node)
{
  const TlVar *var;
  const char  *name;

  if (json_node_get_value_type (node) == G_TYPE_INT64)
    return tl_expr_int (self->arena, TL_INT64, json_node_get_int (node));
  name = json_node_get_string (node);
  var = g_hash_table_lookup (self->symbols, name);
  if (var == NULL)
    {
      var = tl_expr_var (self->arena, name, TL_INT64);
      g_hash_table_insert (self->symbols, (gpointer) var->name, (gpointer) var);
    }
  return var;
}

static const TlExpr *const *
read_sizes (OperatorCase *self, JsonArray *array, guint *n)
{
  const TlExpr **sizes;

  *n = json_array_get_length (array);
  sizes = tl_arena_new_array (self->arena, const TlExpr *, MAX (*n, 1));
  for (guint i = 0; i < *n; i++)
    sizes[i] = read_size (self, json_array_get_element (array, i));
  return sizes;
}

static TlDType
read_dtype (JsonObject *object)
{
  TlDType dtype;

  g_assert_true (tl_dtype_parse (json_object_get_string_member (object, "dtype"), &dtype));
  return dtype;
}

static const TlRelaxType *
read_tensor_type (OperatorCase *self, JsonObject *object)
{
  guint                n;
  const TlExpr *const *sizes;

  if (!json_object_has_member (object, "shape"))
    return tl_relax_unknown_tensor_type (self->arena, read_dtype (object), (int) json_object_get_int_member (object, "ndim"));
  sizes = read_sizes (self, json_object_get_array_member (object, "shape"), &n);
  return tl_relax_tensor_type (self->arena, read_dtype (object), sizes, n);
}

static const TlRelaxExpr *
read_constant (OperatorCase *self, JsonObject *object)
{
  JsonArray *values = json_object_get_array_member (object, "const"), *sizes = json_object_get_array_member (object, "shape");
  gint64     shape[TL_TENSOR_MAX_DIMS];
  guint      n_dims = json_array_get_length (sizes);
  TlTensor  *tensor;

  for (guint i = 0; i < n_dims; i++)
    shape[i] = json_array_get_int_element (sizes, i);
  tensor = must (tl_tensor_new (read_dtype (object), shape, n_dims, FALSE, &failure));
  for (guint i = 0; i < json_array_get_length (values); i++)
    tl_tensor_set (tensor, i, json_array_get_double_element (values, i));
  return tl_relax_const (self->arena, tensor);
}

static const TlRelaxExpr *
read_prim (OperatorCase *self, JsonObject *object)
{
  TlDType   dtype = read_dtype (object);
  JsonNode *value = json_object_get_member (object, "prim");

  return tl_relax_prim (self->arena, tl_dtype_is_float (dtype) ? tl_expr_float (self->arena, dtype, json_node_get_double (value))
                                                               : tl_expr_int (self->arena, dtype, json_node_get_int (value)));
}

static const TlRelaxExpr **
read_args (OperatorCase *self, JsonArray *array, guint *n)
{
  const TlRelaxExpr **args;

  *n = json_array_get_length (array);
  args = tl_arena_new_array (self->arena, const TlRelaxExpr *, MAX (*n, 1));
  for (guint i = 0; i < *n; i++)
    args[i] = read_arg (self, json_array_get_element (array, i));
  return args;
}

static const TlRelaxExpr *
read_arg (OperatorCase *self, JsonNode *node)
{
  JsonObject *object = json_node_get_object (node);
  guint       n;

  if (json_object_has_member (object, "var"))
    return tl_relax_var (self->arena, json_object_get_string_member (object, "var"), read_tensor_type (self, object), TRUE);
  if (json_object_has_member (object, "const"))
    return read_constant (self, object);
  if (json_object_has_member (object, "prim"))
    return read_prim (self, object);
  if (json_object_has_member (object, "sizes"))
    {
      const TlExpr *const *sizes = read_sizes (self, json_object_get_array_member (object, "sizes"), &n);

      return tl_relax_shape (self->arena, sizes, n);
    }
  {
    const TlRelaxExpr **items = read_args (self, json_object_get_array_member (object, "items"), &n);

    return tl_relax_tuple (self->arena, items, n);
  }
}

static TlValue
read_value (OperatorCase *self, JsonNode *node)
{
  JsonArray *array;
  TlValue   *items;

  if (JSON_NODE_HOLDS_NULL (node))
    return (TlValue) { .kind = TL_VALUE_NONE };
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      array = json_node_get_array (node);
      items = tl_arena_new_array (self->arena, TlValue, json_array_get_length (array) + 1);
      for (guint i = 0; i < json_array_get_length (array); i++)
        items[i] = read_value (self, json_array_get_element (array, i));
      return (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = json_array_get_length (array) };
    }
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return (TlValue) { .kind = TL_VALUE_BOOL, .boolean = json_node_get_boolean (node) };
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return tl_value_string (self->arena, json_node_get_string (node));
  if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    return (TlValue) { .kind = TL_VALUE_FLOAT, .number = json_node_get_double (node) };
  return tl_value_int (json_node_get_int (node));
}

OperatorCase *
operator_case_new (const char *json)
{
  OperatorCase     *self = g_new0 (OperatorCase, 1);
  JsonObject       *object, *attrs;
  g_autoptr (GList) names = NULL;
  TlAttrs           given = tl_attrs_empty;

  self->arena = tl_arena_new (NULL);
  self->symbols = g_hash_table_new (g_str_hash, g_str_equal);
  self->parser = json_parser_new ();
  must (json_parser_load_from_data (self->parser, json, -1, &failure));
  object = json_node_get_object (json_parser_get_root (self->parser));
  self->op = tl_relax_op_find (json_object_get_string_member (object, "op"));
  if (self->op == NULL)
    g_error ("no operator %s", json_object_get_string_member (object, "op"));
  self->args = read_args (self, json_object_get_array_member (object, "args"), &self->n_args);
  attrs = json_object_get_object_member (object, "attrs");
  names = json_object_get_members (attrs);
  for (GList *name = names; name != NULL; name = name->next)
    given = tl_attrs_with (self->arena, &given, name->data, read_value (self, json_object_get_member (attrs, name->data)));
  must (tl_relax_op_complete (self->arena, self->op, &given, &self->attrs, &failure));
  self->type = json_object_get_member (object, "type");
  return self;
}

void
operator_case_free (OperatorCase *self)
{
  g_object_unref (self->parser);
  g_hash_table_unref (self->symbols);
  tl_arena_unref (self->arena);
  g_free (self);
}

/* Types. */

static gboolean
is_size (const TlExpr *size, JsonNode *json)
{
  g_autofree char *text = NULL;
  gint64           number;

  if (json_node_get_value_type (json) == G_TYPE_INT64)
    return tl_expr_get_int (size, &number) && number == json_node_get_int (json);
  text = tl_expr_to_text (size);
  return strcmp (text, json_node_get_string (json)) == 0;
}

static gboolean
is_sizes (const TlRelaxType *type, JsonArray *sizes)
{
  if (type->dims == NULL || type->n_dims != (int) json_array_get_length (sizes))
    return FALSE;
  for (int i = 0; i < type->n_dims; i++)
    if (!is_size (type->dims[i], json_array_get_element (sizes, (guint) i)))
      return FALSE;
  return TRUE;
}

static char *
describe_sizes (const TlRelaxType *type)
{
  GString *out = g_string_new (type->dims == NULL ? "unknown sizes" : "");

  for (int i = 0; type->dims != NULL && i < type->n_dims; i++)
    {
      g_autofree char *text = tl_expr_to_text (type->dims[i]);

      g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", text);
    }
  return g_string_free (out, FALSE);
}

gboolean
operator_case_is_type (const TlRelaxType *type, JsonNode *json, char **difference)
{
  JsonObject *object = json_node_get_object (json);

  *difference = NULL;
  if (json_object_has_member (object, "tuple"))
    {
      JsonArray *fields = json_object_get_array_member (object, "tuple");

      if (type->kind == TL_RELAX_TYPE_TUPLE && type->n_fields == json_array_get_length (fields))
        {
          for (guint i = 0; i < type->n_fields; i++)
            if (!operator_case_is_type (type->fields[i], json_array_get_element (fields, i), difference))
              return FALSE;
          return TRUE;
        }
      *difference = g_strdup ("another number of fields");
      return FALSE;
    }
  if (json_object_has_member (object, "dtype")
      && (type->kind != TL_RELAX_TYPE_TENSOR
          || strcmp (tl_dtype_name (type->dtype), json_object_get_string_member (object, "dtype")) != 0))
    *difference = g_strdup_printf ("type %s", tl_dtype_name (type->dtype));
  else if (json_object_has_member (object, "ndim") ? type->dims != NULL || type->n_dims != json_object_get_int_member (object, "ndim")
           : !is_sizes (type, json_object_get_array_member (object, json_object_has_member (object, "shape") ? "shape" : "sizes")))
    *difference = describe_sizes (type);
  return *difference == NULL;
}
