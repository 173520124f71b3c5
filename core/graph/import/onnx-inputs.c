/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/base/error.h"
#include "core/graph/import/onnx-import-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

typedef struct
{
  OnnxImport         *import;
  const TlDimBinding *bindings;
  guint               n_bindings;
  guint8             *is_bound;     /* of each binding */
  GHashTable         *variables;    /* name of a free size → TlVar */
  GHashTable         *identifiers;  /* name of a size, bound or free → the name that its variable has or would have … */
  GHashTable         *used;         /* … these */
} InputSizes;

/* @name with _ for everything that cannot stand in a name of a script. */
static char *
identifier_of (const char *name)
{
  GString *text = g_string_new (g_ascii_isalpha (*name) || *name == '_' ? NULL : "v_");

  for (const char *at = name; *at != '\0'; at = g_utf8_next_char (at))
    g_string_append_c (text, g_ascii_isalnum (*at) ? *at : '_');
  return g_string_free (text, FALSE);
}

/* Of each size its own: "a.b" is a_b, and "a_b" behind it a_b_. The same whatever is bound. */
static const char *
unique_identifier (InputSizes *sizes, const char *name)
{
  char *identifier = g_hash_table_lookup (sizes->identifiers, name);

  if (identifier != NULL)
    return identifier;
  identifier = identifier_of (name);
  while (g_hash_table_contains (sizes->used, identifier))
    {
      char *longer = g_strconcat (identifier, "_", NULL);

      g_free (identifier);
      identifier = longer;
    }
  g_hash_table_add (sizes->used, identifier);
  g_hash_table_insert (sizes->identifiers, g_strdup (name), identifier);
  return identifier;
}

static const TlDimBinding *
binding_named (InputSizes *sizes, const char *name)
{
  const TlDimBinding *found = NULL;

  for (guint i = 0; i < sizes->n_bindings; i++)
    if (strcmp (sizes->bindings[i].name, name) == 0)
      {
        sizes->is_bound[i] = TRUE;
        found = &sizes->bindings[i];
      }
  return found;
}

/* The number that is bound to a size by input and dimension or, where it has a name, by that or by the one of its variable. */
static const TlDimBinding *
find_binding (InputSizes *sizes, const char *name, const char *place)
{
  const TlDimBinding *by_place = binding_named (sizes, place), *by_name, *by_variable;

  if (*name == '\0')
    return by_place;
  by_name = binding_named (sizes, name);
  by_variable = binding_named (sizes, unique_identifier (sizes, name));
  return by_place != NULL ? by_place : by_name != NULL ? by_name : by_variable;
}

static const TlVar *
free_size (InputSizes *sizes, const char *name)
{
  TlArena     *arena = sizes->import->arena;
  const TlVar *var = g_hash_table_lookup (sizes->variables, name);

  if (var)
    return var;
  var = tl_expr_var (arena, unique_identifier (sizes, name), TL_INT64);
  tl_analyzer_bind (sizes->import->analyzer, var, tl_expr_int (arena, TL_INT64, 0), tl_expr_int (arena, TL_INT64, G_MAXINT32));
  g_hash_table_insert (sizes->variables, g_strdup (name), (gpointer) var);
  return var;
}

/* One size of input @input. */
static const TlExpr *
read_size (InputSizes *sizes, const char *input, guint index, const Onnx__TensorShapeProto__Dimension *dim, GError **error)
{
  gboolean is_number = dim->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE && dim->dim_value > 0;
  const char *name = dim->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_PARAM ? onnx_text (dim->dim_param) : "";
  g_autofree char    *place = g_strdup_printf ("%s:%u", input, index);
  const TlDimBinding *binding = find_binding (sizes, name, place);

  if (binding && is_number && binding->value != dim->dim_value)
    return tl_fail_null (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID,
                         "%s is %" G_GINT64_FORMAT " in the model, so it cannot be %" G_GINT64_FORMAT, place,
                         dim->dim_value, binding->value);
  if (binding)
    return tl_expr_int (sizes->import->arena, TL_INT64, binding->value);
  if (is_number)
    return tl_expr_int (sizes->import->arena, TL_INT64, dim->dim_value);
  if (dim->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE && dim->dim_value == 0)
    return tl_expr_int (sizes->import->arena, TL_INT64, 0);
  return free_size (sizes, *name != '\0' ? name : place);
}

/* NULL with a reason if it is nothing that a parameter can be; NULL without one and an error if the bindings are wrong. */
static const TlRelaxType *
read_type (InputSizes *sizes, const Onnx__ValueInfoProto *input, const char **reason, GError **error)
{
  const Onnx__TypeProto__Tensor *tensor;
  const TlExpr *dims[TL_TENSOR_MAX_DIMS];
  TlDType       dtype;

  *reason = NULL;
  if (input->type == NULL || input->type->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE)
    return *reason = "it is no tensor", NULL;
  tensor = input->type->tensor_type;
  if (!onnx_dtype (tensor->elem_type, &dtype))
    return *reason = "its elements are of a type that is not supported", NULL;
  if (tensor->shape == NULL)
    return tl_relax_unknown_tensor_type (sizes->import->arena, dtype, -1);
  if (tensor->shape->n_dim > TL_TENSOR_MAX_DIMS)
    return *reason = "it has too many dimensions", NULL;
  for (guint i = 0; i < tensor->shape->n_dim; i++)
    {
      dims[i] = read_size (sizes, onnx_text (input->name), i, tensor->shape->dim[i], error);
      if (dims[i] == NULL)
        return NULL;
    }
  return tl_relax_tensor_type (sizes->import->arena, dtype, dims, (guint) tensor->shape->n_dim);
}

static gboolean
import_inputs (InputSizes *sizes, const Onnx__GraphProto *graph, guint *n_inputs, GError **error)
{
  g_autoptr (GHashTable) weights = g_hash_table_new (g_str_hash, g_str_equal);

  for (size_t i = 0; i < graph->n_initializer; i++)
    g_hash_table_add (weights, (gpointer) onnx_text (graph->initializer[i]->name));
  *n_inputs = 0;
  for (size_t i = 0; i < graph->n_input; i++)
    {
      const char        *name = onnx_text (graph->input[i]->name), *reason;
      const TlRelaxType *type;

      if (g_hash_table_contains (weights, name))
        continue;
      type = read_type (sizes, graph->input[i], &reason, error);
      if ((type == NULL && reason == NULL) || !onnx_add_input (sizes->import, name, type, reason, error))
        return FALSE;
      *n_inputs += type != NULL;
    }
  return TRUE;
}

static gboolean
check_bindings (const InputSizes *sizes, GError **error)
{
  for (guint i = 0; i < sizes->n_bindings; i++)
    {
      if (sizes->bindings[i].value <= 0)
        return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "size %s cannot be %" G_GINT64_FORMAT, sizes->bindings[i].name,
                        sizes->bindings[i].value);
      if (!sizes->is_bound[i])
        return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID,
                        "no input has a size %s; sizes are named as in the model, or by input and dimension: \"x:0\"",
                        sizes->bindings[i].name);
    }
  return TRUE;
}

gboolean
onnx_import_inputs (OnnxImport *import, const Onnx__GraphProto *graph, const TlDimBinding *dims, guint n_dims, guint *n_inputs,
                    GError **error)
{
  g_autofree guint8     *is_bound = g_new0 (guint8, n_dims + 1);
  g_autoptr (GHashTable) variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) identifiers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  InputSizes sizes = { import, dims, n_dims, is_bound, variables, identifiers, used };

  return import_inputs (&sizes, graph, n_inputs, error) && check_bindings (&sizes, error);
}
