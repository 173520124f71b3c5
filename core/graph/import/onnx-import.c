/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names become values: those of inputs and weights first, then those that nodes give, in order. A node that cannot be imported leaves its
 * outputs missing; nodes that need them are passed over, so that each problem is named once.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/graph/import/onnx-import-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

#define OLDEST_OPSET 7
#define MAX_NODES    200u    /* of the expression of a free size: each layer of a model makes it longer */

static void
problem_free (gpointer data)
{
  TlImportProblem *problem = data;

  g_free (problem->node);
  g_free (problem->op_type);
  g_free (problem->reason);
  g_free (problem);
}

static void
add_problem (OnnxImport *import, const char *node, const char *op_type, const char *reason)
{
  TlImportProblem *problem = g_new (TlImportProblem, 1);

  *problem = (TlImportProblem) { g_strdup (node), g_strdup (op_type), g_strdup (reason) };
  g_ptr_array_add (import->problems, problem);
}

/* --- names --- */

static OnnxValue *
find_value (const OnnxImport *import, const char *name)
{
  for (guint i = import->scopes->len; i > 0; i--)
    {
      OnnxValue *value = g_hash_table_lookup (import->scopes->pdata[i - 1], name);

      if (value)
        return value;
    }
  return NULL;
}

static gboolean
define (OnnxImport *import, const char *name, OnnxValue *value, GError **error)
{
  if (g_hash_table_insert (import->scopes->pdata[import->scopes->len - 1], g_strdup (name), value))
    return TRUE;
  return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "two values of the model have the name \"%s\"", name);
}

static OnnxValue *
new_value (OnnxImport *import, const TlRelaxExpr *expr)
{
  OnnxValue *value = tl_arena_new0 (import->arena, OnnxValue);

  value->expr = expr;
  value->is_missing = expr == NULL;
  return value;
}

static void
add_used_names (OnnxImport *import, const Onnx__GraphProto *graph)
{
  for (size_t i = 0; i < graph->n_output; i++)
    g_hash_table_add (import->used, (gpointer) onnx_text (graph->output[i]->name));
  for (size_t i = 0; i < graph->n_node; i++)
    {
      const Onnx__NodeProto *node = graph->node[i];

      for (size_t j = 0; j < node->n_input; j++)
        g_hash_table_add (import->used, node->input[j]);
      for (size_t j = 0; j < node->n_attribute; j++)
        if (node->attribute[j]->g)
          add_used_names (import, node->attribute[j]->g);
    }
}

static gboolean
import_weights (OnnxImport *import, const Onnx__GraphProto *graph, GError **error)
{
  if (graph->n_sparse_initializer > 0)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED, "the model has sparse weights, which are not supported");
  for (size_t i = 0; i < graph->n_initializer; i++)
    {
      TlTensor *tensor = onnx_tensor (&import->store, graph->initializer[i], error);

      if (tensor == NULL ||
          !define (import, onnx_text (graph->initializer[i]->name), new_value (import, tl_relax_const (import->arena, tensor)), error))
        return FALSE;
    }
  return TRUE;
}

/* --- nodes --- */

static const char *
name_of_node (const Onnx__NodeProto *proto)
{
  if (*onnx_text (proto->name) != '\0')
    return proto->name;
  return proto->n_output > 0 ? proto->output[0] : "";
}

/* FALSE with an error if a name stands for nothing; *@is_missing: for something that could not be imported. */
static gboolean
find_inputs (OnnxNode *node, gboolean *is_missing, GError **error)
{
  *is_missing = FALSE;
  for (guint i = 0; i < node->n_inputs; i++)
    {
      const char *name = node->proto->input[i];

      if (*name == '\0')
        continue;
      node->inputs[i] = find_value (node->import, name);
      if (node->inputs[i] == NULL)
        return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID,
                        "node \"%s\" (%s): its input \"%s\" is no input or weight of the graph, and no node before it gives it",
                        name_of_node (node->proto), onnx_text (node->proto->op_type), name);
      *is_missing |= node->inputs[i]->is_missing;
    }
  return TRUE;
}

static gboolean
is_used (OnnxNode *node, guint output)
{
  const char *name = node->proto->output[output];

  return *name != '\0' && g_hash_table_contains (node->import->used, name);
}

static gboolean
is_short (const TlExpr *expr, guint *n_nodes)
{
  if (++*n_nodes > MAX_NODES)
    return FALSE;
  if (tl_expr_kind_is_binary (expr->kind))
    return is_short (expr->a, n_nodes) && is_short (expr->b, n_nodes);
  if (expr->kind == TL_EXPR_CAST || expr->kind == TL_EXPR_NOT)
    return is_short (expr->a, n_nodes);
  if (expr->kind == TL_EXPR_SELECT)
    return is_short (expr->cond, n_nodes) && is_short (expr->if_true, n_nodes) && is_short (expr->if_false, n_nodes);
  return TRUE;
}

static void
check_sizes (OnnxNode *node, const TlExpr *const *sizes, guint n)
{
  for (guint i = 0; sizes && i < n; i++)
    {
      guint n_nodes = 0;

      if (!is_short (sizes[i], &n_nodes))
        onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its sizes are expressions of more than %u parts; try numbers for free sizes",
                   MAX_NODES);
    }
}

static void
check_output (OnnxNode *node, const OnnxValue *value)
{
  if (value->known)
    check_sizes (node, value->known->items, value->known->n_items);
  if (value->expr && value->expr->type->n_dims > 0)
    check_sizes (node, value->expr->type->dims, (guint) value->expr->type->n_dims);
}

/* They say again what shapes or inputs say, matter in training only, or for types of elements and activations that are refused. */
static gboolean
is_without_effect (const char *attribute)
{
  static const char *const names[] = { "activation_alpha", "activation_beta", "consumed_inputs", "else_branch", "hidden_size", "is_test",
                                       "kernel_shape", "momentum", "noop_with_empty_axes", "num_outputs", "ratio", "round_mode", "saturate",
                                       "seed", "sorted", "spatial", "stash_type", "then_branch", NULL };

  return g_strv_contains (names, attribute);
}

/* Otherwise attributes that an operator does not ask for would be ignored without a word. */
static void
check_attributes (OnnxNode *node)
{
  for (size_t i = 0; i < node->proto->n_attribute && node->error == NULL; i++)
    if (!node->has_read[i] && !is_without_effect (onnx_text (node->proto->attribute[i]->name)))
      onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its attribute %s is not supported", onnx_text (node->proto->attribute[i]->name));
}

static void
convert (OnnxNode *node)
{
  const char *domain = onnx_text (node->proto->domain);

  if (*domain != '\0' && strcmp (domain, "ai.onnx") != 0)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "operators of %s are not supported", domain);
  else if (node->operator == NULL)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "the operator is not supported");
  else if (node->operator->fold == NULL || !node->operator->fold (node))
    node->operator->convert (node);
  check_attributes (node);
  for (guint i = 0; i < node->n_outputs && node->error == NULL; i++)
    if (node->outputs[i])
      check_output (node, node->outputs[i]);
    else if (is_used (node, i))
      onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its output %u (%s) is not supported", i, node->proto->output[i]);
}

static gboolean
define_outputs (OnnxNode *node, GError **error)
{
  for (guint i = 0; i < node->n_outputs; i++)
    {
      const char *name = node->proto->output[i];
      OnnxValue  *value = node->error ? NULL : node->outputs[i];

      if (*name != '\0' && !define (node->import, name, value ? value : new_value (node->import, NULL), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
import_node (OnnxImport *import, const Onnx__NodeProto *proto, GError **error)
{
  g_autofree OnnxValue **inputs = g_new0 (OnnxValue *, proto->n_input + 1);
  g_autofree OnnxValue **outputs = g_new0 (OnnxValue *, proto->n_output + 1);
  g_autofree gboolean   *has_read = g_new0 (gboolean, proto->n_attribute + 1);
  OnnxNode node = { .import = import, .arena = import->arena, .operator = onnx_operator_find (onnx_text (proto->op_type)), .proto = proto,
                    .opset = import->opset, .inputs = inputs, .n_inputs = (guint) proto->n_input, .outputs = outputs,
                    .n_outputs = (guint) proto->n_output, .has_read = has_read };
  gboolean is_missing, is_defined;

  if (!find_inputs (&node, &is_missing, error))
    return FALSE;
  if (!is_missing)
    convert (&node);
  if (node.error)
    add_problem (import, name_of_node (proto), onnx_text (proto->op_type), node.error->message);
  is_defined = define_outputs (&node, error);
  g_clear_error (&node.error);
  return is_defined;
}

static gboolean
import_nodes (OnnxImport *import, const Onnx__GraphProto *graph, GError **error)
{
  for (size_t i = 0; i < graph->n_node; i++)
    if (!import_node (import, graph->node[i], error))
      return FALSE;
  return TRUE;
}

static void
push_scope (OnnxImport *import)
{
  g_ptr_array_add (import->scopes, g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL));
}

static gboolean
define_body_inputs (OnnxImport *import, const Onnx__GraphProto *body, OnnxValue *const *inputs, guint n_inputs, GError **error)
{
  if (body->n_input != n_inputs)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "its body has %zu inputs, not %u", body->n_input, n_inputs);
  for (guint i = 0; i < n_inputs; i++)
    if (!define (import, onnx_text (body->input[i]->name), inputs[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
find_body_outputs (OnnxImport *import, const Onnx__GraphProto *body, OnnxValue **outputs, GError **error)
{
  for (size_t i = 0; i < body->n_output; i++)
    if ((outputs[i] = find_value (import, onnx_text (body->output[i]->name))) == NULL)
      return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "its body gives no \"%s\"", onnx_text (body->output[i]->name));
  return TRUE;
}

gboolean
onnx_import_body (OnnxImport *import, const Onnx__GraphProto *body, OnnxValue *const *inputs, guint n_inputs, OnnxValue **outputs,
                  GError **error)
{
  gboolean is_done;

  push_scope (import);
  is_done = import_weights (import, body, error) && define_body_inputs (import, body, inputs, n_inputs, error) &&
            import_nodes (import, body, error) && find_body_outputs (import, body, outputs, error);
  g_ptr_array_set_size (import->scopes, (gint) import->scopes->len - 1);
  return is_done;
}

void
onnx_use_outer_values (OnnxNode *node, const Onnx__GraphProto *body)
{
  for (size_t i = 0; i < body->n_node; i++)
    {
      const Onnx__NodeProto *inner = body->node[i];

      for (size_t j = 0; j < inner->n_input; j++)
        {
          OnnxValue *value = find_value (node->import, inner->input[j]);

          if (value && !value->is_missing)
            onnx_value_expr (node, value);
        }
      for (size_t j = 0; j < inner->n_attribute; j++)
        if (inner->attribute[j]->g)
          onnx_use_outer_values (node, inner->attribute[j]->g);
    }
  for (size_t i = 0; i < body->n_output; i++)
    {
      OnnxValue *value = find_value (node->import, onnx_text (body->output[i]->name));

      if (value && !value->is_missing)
        onnx_value_expr (node, value);
    }
}

void
onnx_convert_if (OnnxNode *node)
{
  OnnxInts condition = onnx_input_ints (node, 0);
  const Onnx__AttributeProto *attr = onnx_attr (node, condition.n > 0 && condition.items[0] ? "then_branch" : "else_branch");

  if (condition.n != 1 || attr == NULL || attr->g == NULL || attr->g->n_output != node->n_outputs)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "it has no condition, or no branch of %u outputs", node->n_outputs);
  else
    onnx_import_body (node->import, attr->g, NULL, 0, node->outputs, &node->error);
}

/* --- the function --- */

/* Results that there are: the values of outputs that could be imported. */
static gboolean
import_outputs (OnnxImport *import, const Onnx__GraphProto *graph, GPtrArray *results, GError **error)
{
  for (size_t i = 0; i < graph->n_output; i++)
    {
      const char *name = onnx_text (graph->output[i]->name);
      OnnxValue  *value = find_value (import, name);
      OnnxNode    node = { .import = import, .arena = import->arena, .opset = import->opset };

      if (value == NULL)
        return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "the graph's output \"%s\" is given by no node", name);
      if (value->is_missing)
        continue;
      if (onnx_value_expr (&node, value))
        g_ptr_array_add (results, (gpointer) value->expr);
      else
        add_problem (import, name, "output", node.error->message);
      g_clear_error (&node.error);
    }
  return TRUE;
}

static gboolean
find_opset (const Onnx__ModelProto *model, gint64 *opset, GError **error)
{
  *opset = 0;
  for (size_t i = 0; i < model->n_opset_import; i++)
    {
      const char *domain = onnx_text (model->opset_import[i]->domain);

      if (*domain == '\0' || strcmp (domain, "ai.onnx") == 0)
        *opset = model->opset_import[i]->version;
    }
  if (*opset == 0)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "the model does not say of which opset it is");
  if (*opset < OLDEST_OPSET)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED,
                    "the model is of opset %" G_GINT64_FORMAT "; the oldest that is read is %d", *opset, OLDEST_OPSET);
  return TRUE;
}

static const TlGraphFunc *
import_function (OnnxImport *import, const Onnx__ModelProto *model, const TlDimBinding *dims, guint n_dims, GError **error)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  guint   n_inputs;
  TlAttrs attrs;

  if (!find_opset (model, &import->opset, error))
    return NULL;
  add_used_names (import, model->graph);
  if (!import_weights (import, model->graph, error) || !onnx_import_inputs (import, model->graph, dims, n_dims, &n_inputs, error) ||
      !import_nodes (import, model->graph, error) || !import_outputs (import, model->graph, results, error))
    return NULL;
  attrs = tl_attrs_with (import->arena, &tl_attrs_empty, "num_input", tl_value_int (n_inputs));
  return tl_graph_builder_finish (import->builder, (const TlRelaxExpr *const *) results->pdata, results->len, &attrs);
}

gboolean
onnx_add_input (OnnxImport *import, const char *name, const TlRelaxType *type, const char *reason, GError **error)
{
  const TlRelaxVar *var = NULL;

  if (type)
    var = tl_graph_builder_param (import->builder, name, type);
  else
    add_problem (import, name, "input", reason);
  return define (import, name, new_value (import, var), error);
}

static TlModule *
import_model (OnnxImport *import, GBytes *bytes, const TlDimBinding *dims, guint n_dims, GError **error)
{
  const Onnx__ModelProto *model = onnx_unpack (import->arena, bytes, error);
  TlFunc                  func = { .kind = TL_FUNC_GRAPH, .name = "main" };
  g_autoptr (GArray)      funcs = g_array_new (FALSE, FALSE, sizeof (TlFunc));

  func.graph = model ? import_function (import, model, dims, n_dims, error) : NULL;
  if (func.graph == NULL)
    return NULL;
  for (guint i = 0; i < import->prims->len; i++)
    {
      const TlPrimFunc *prim = import->prims->pdata[i];
      TlFunc            step = { .kind = TL_FUNC_PRIM, .name = prim->name, .prim = prim };

      g_array_append_val (funcs, step);
    }
  g_array_append_val (funcs, func);
  return tl_module_new (import->arena, "Module", (const TlFunc *) funcs->data, funcs->len, import->nodes.next_id);
}

TlModule *
tl_onnx_parse (GBytes *bytes, const char *folder, const TlDimBinding *dims, guint n_dims, GPtrArray **problems, GError **error)
{
  g_autoptr (TlArena)        arena = tl_arena_new (NULL);
  g_autoptr (TlGraphBuilder) builder = tl_graph_builder_new (arena);
  g_autoptr (TlAnalyzer)     analyzer = tl_analyzer_new (arena);
  g_autoptr (GHashTable)     files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable)     used = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray)      scopes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  g_autoptr (GPtrArray)      found = g_ptr_array_new_with_free_func (problem_free), prims = g_ptr_array_new ();
  OnnxImport import = { .arena = arena, .builder = builder, .nodes = { arena, 1 }, .prims = prims, .analyzer = analyzer,
                        .store = { arena, folder, files }, .scopes = scopes, .used = used, .problems = found };
  TlModule *module;

  push_scope (&import);
  module = import_model (&import, bytes, dims, n_dims, error);
  if (module && problems)
    *problems = g_steal_pointer (&found);
  return module;
}

TlModule *
tl_onnx_read (const char *path, const TlDimBinding *dims, guint n_dims, GPtrArray **problems, GError **error)
{
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GBytes)      bytes = NULL;
  g_autofree char        *folder = g_path_get_dirname (path);
  GError                 *failure = NULL;
  TlModule               *module = NULL;

  file = g_mapped_file_new (path, FALSE, &failure);
  if (file == NULL)
    return tl_propagate_null (error, failure);
  bytes = g_mapped_file_get_bytes (file);
  module = tl_onnx_parse (bytes, folder, dims, n_dims, problems, &failure);
  if (module == NULL)
    g_propagate_prefixed_error (error, failure, "%s: ", path);
  return module;
}
