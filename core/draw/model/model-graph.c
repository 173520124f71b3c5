/* SPDX-License-Identifier: Apache-2.0 */
/* From bindings to nodes: fields of tuples, other names and reshapes are no calls; whoever uses them uses what they are taken from. */
#include <math.h>
#include <string.h>

#include "core/base/format.h"
#include "core/draw/model/model-graph-private.h"

typedef struct
{
  GArray     *nodes;      /* TlModelNode */
  GArray     *edges;      /* TlModelEdge */
  GHashTable *sources;    /* TlRelaxVar → GArray of guint: the nodes that it comes from */
} GraphReader;

static char *
type_text (const TlRelaxType *type)
{
  GString *text = g_string_new (NULL);

  if (type->kind == TL_RELAX_TYPE_TUPLE)
    for (guint i = 0; i < type->n_fields; i++)
      {
        g_autofree char *field = type_text (type->fields[i]);

        g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", field);
      }
  if (type->kind != TL_RELAX_TYPE_TENSOR)
    return g_string_free (text, FALSE);
  if (type->dtype.code != TL_TYPE_VOID)
    g_string_append (text, tl_dtype_name (type->dtype));
  if (type->dims == NULL)
    return g_string_free (text, FALSE);
  g_string_append_c (text, '[');
  for (int i = 0; i < type->n_dims; i++)
    {
      gint64 size;

      g_string_append (text, i > 0 ? ", " : "");
      if (tl_expr_get_int (type->dims[i], &size))
        g_string_append_printf (text, "%" G_GINT64_FORMAT, size);
      else
        g_string_append (text, type->dims[i]->kind == TL_EXPR_VAR ? type->dims[i]->name : "?");
    }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/* -1 unknown */
static gint64
type_bytes (const TlRelaxType *type)
{
  gint64 n_bytes = type->kind == TL_RELAX_TYPE_TENSOR ? (type->dtype.bits + 7) / 8 : 0;

  if (type->kind == TL_RELAX_TYPE_TENSOR && (type->dims == NULL || type->dtype.code == TL_TYPE_VOID))
    return -1;
  for (int i = 0; type->kind == TL_RELAX_TYPE_TENSOR && i < type->n_dims; i++)
    {
      gint64 size;

      if (!tl_expr_get_int (type->dims[i], &size) || !tl_int_combine (TL_EXPR_MUL, n_bytes, size, &n_bytes))
        return -1;
    }
  for (guint i = 0; type->kind == TL_RELAX_TYPE_TUPLE && i < type->n_fields; i++)
    {
      gint64 field = type_bytes (type->fields[i]);

      if (field < 0 || !tl_int_combine (TL_EXPR_ADD, n_bytes, field, &n_bytes))
        return -1;
    }
  return n_bytes;
}

/* Without "fused_", a family of operators and numbers of copies: "fused_nn_conv2d1_add_relu" is "conv2d add relu". */
static char *
short_name (const char *name)
{
  g_auto (GStrv) words = g_strsplit (g_str_has_prefix (name, "fused_") ? name + strlen ("fused_") : name, "_", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      gsize length = strlen (words[i]);

      if (strcmp (words[i], "nn") == 0 || strcmp (words[i], "tir") == 0)
        continue;
      while (length > 1 && g_ascii_isdigit (words[i][length - 1]))
        words[i][--length] = '\0';
      if (length > 0 && !g_ascii_isdigit (words[i][0]))
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", words[i]);
    }
  if (text->len == 0)
    g_string_assign (text, name);
  return g_string_free (text, FALSE);
}

static guint
add_node (GraphReader *builder, TlModelNodeKind kind, const TlRelaxVar *var, const char *func, char *label, const TlRelaxType *type)
{
  TlModelNode node = { .kind = kind, .var = var, .func = func, .label = label, .seconds = -1, .flops = -1, .roof = -1 };

  node.type = type_text (type);
  node.n_bytes = type_bytes (type);
  g_array_append_val (builder->nodes, node);
  return builder->nodes->len - 1;
}

static void
set_source (GraphReader *builder, const TlRelaxVar *var, guint node)
{
  GArray *sources = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (sources, node);
  g_hash_table_replace (builder->sources, (gpointer) var, sources);
}

static void
add_unique (GArray *sources, guint node)
{
  for (guint i = 0; i < sources->len; i++)
    if (g_array_index (sources, guint, i) == node)
      return;
  g_array_append_val (sources, node);
}

/* Nodes that the value of @expr comes from. */
static void
collect_sources (GraphReader *builder, const TlRelaxExpr *expr, GArray *sources)
{
  const GArray *known = expr != NULL && expr->kind == TL_RELAX_VAR ? g_hash_table_lookup (builder->sources, expr) : NULL;

  if (expr == NULL)
    return;
  for (guint i = 0; known != NULL && i < known->len; i++)
    add_unique (sources, g_array_index (known, guint, i));
  if (expr->kind == TL_RELAX_TUPLE)
    for (guint i = 0; i < expr->n_items; i++)
      collect_sources (builder, expr->items[i], sources);
  if (expr->kind == TL_RELAX_ITEM)
    collect_sources (builder, expr->tuple, sources);
  if (expr->kind == TL_RELAX_CALL)
    for (guint i = 0; i < expr->n_args; i++)
      collect_sources (builder, expr->args[i], sources);
}

static void
add_edges (GraphReader *builder, const GArray *sources, guint to)
{
  for (guint i = 0; i < sources->len; i++)
    {
      TlModelEdge edge = { .from = g_array_index (sources, guint, i), .to = to };

      edge.n_bytes = g_array_index (builder->nodes, TlModelNode, edge.from).n_bytes;
      g_array_append_val (builder->edges, edge);
    }
}

/* The name of the function or operator that is called. */
static const char *
callee_name (const TlRelaxExpr *call)
{
  const TlRelaxExpr *first = call->n_args > 0 ? call->args[0] : NULL;

  if (call->op == NULL)
    return call->callee->name;
  if (first != NULL && (first->kind == TL_RELAX_GLOBAL || first->kind == TL_RELAX_EXTERN) && g_str_has_prefix (call->op->name, "call_"))
    return first->name;
  return call->op->name;
}

static void
add_binding (GraphReader *builder, const TlRelaxBinding *binding, guint position)
{
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (guint));
  const TlRelaxExpr *value = binding->value;
  const char        *name;
  guint              node;

  collect_sources (builder, value, sources);
  if (value->kind != TL_RELAX_CALL || tl_relax_op_is (value, "reshape"))
    {
      g_hash_table_replace (builder->sources, (gpointer) binding->var, g_steal_pointer (&sources));
      return;
    }
  name = callee_name (value);
  node = add_node (builder, TL_MODEL_CALL, binding->var, name, short_name (name), binding->var->type);
  g_array_index (builder->nodes, TlModelNode, node).binding = position;
  add_edges (builder, sources, node);
  set_source (builder, binding->var, node);
}

static void
node_clear (TlModelNode *node)
{
  g_free (node->label);
  g_free (node->type);
}

/* Inputs that are weights (behind attribute num_input) are no nodes. */
static guint
n_inputs (const TlGraphFunc *func)
{
  const TlValue *n = tl_attrs_find (&func->attrs, "num_input");

  if (n != NULL && n->kind == TL_VALUE_INT && n->integer >= 0 && n->integer < func->n_params)
    return (guint) n->integer;
  return func->n_params;
}

TlModelGraph *
tl_model_graph_new (const TlModule *module, const char *name)
{
  const TlFunc      *func = tl_module_find_func (module, name);
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (guint));
  TlModelGraph      *graph;
  GraphReader            builder;
  const TlRelaxBody *body;

  if (func == NULL || func->kind != TL_FUNC_GRAPH)
    return NULL;
  builder.nodes = g_array_new (FALSE, FALSE, sizeof (TlModelNode));
  builder.edges = g_array_new (FALSE, FALSE, sizeof (TlModelEdge));
  builder.sources = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  body = &func->graph->body;
  for (guint i = 0; i < n_inputs (func->graph); i++)
    {
      const TlRelaxVar *param = func->graph->params[i];

      set_source (&builder, param, add_node (&builder, TL_MODEL_INPUT, param, NULL, g_strdup (param->name), param->type));
    }
  for (guint i = 0, position = 0; i < body->n_blocks; i++)
    for (guint k = 0; k < body->blocks[i].n_bindings; k++)
      add_binding (&builder, &body->blocks[i].bindings[k], position++);
  collect_sources (&builder, body->result, results);
  add_edges (&builder, results, add_node (&builder, TL_MODEL_RESULT, NULL, NULL, g_strdup ("result"), body->result->type));
  graph = g_new0 (TlModelGraph, 1);
  graph->module = tl_module_ref (module);
  graph->seconds = -1;
  for (guint i = 0; i < builder.nodes->len; i++)
    graph->n_calls += g_array_index (builder.nodes, TlModelNode, i).kind == TL_MODEL_CALL;
  graph->n_nodes = builder.nodes->len;
  graph->nodes = (TlModelNode *) (gpointer) g_array_free (builder.nodes, FALSE);
  graph->n_edges = builder.edges->len;
  graph->edges = (TlModelEdge *) (gpointer) g_array_free (builder.edges, FALSE);
  g_hash_table_unref (builder.sources);
  tl_model_graph_find_repeats (graph);
  tl_model_graph_collapse (graph, FALSE);
  return graph;
}

void
tl_model_graph_free (TlModelGraph *graph)
{
  if (graph == NULL)
    return;
  for (guint i = 0; i < graph->n_nodes; i++)
    node_clear (&graph->nodes[i]);
  for (guint i = 0; i < graph->n_edges; i++)
    g_free (graph->edges[i].points);
  g_free (graph->nodes);
  g_free (graph->edges);
  g_free (graph->repeats);
  g_free (graph->frames);
  tl_module_unref (graph->module);
  g_free (graph);
}

void
tl_model_graph_set_times (TlModelGraph *graph, const double *seconds, guint n)
{
  double sum = 0;
  guint  call = 0;

  g_return_if_fail (n == graph->n_calls);

  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == TL_MODEL_CALL)
      {
        graph->nodes[i].seconds = seconds[call++];
        sum = sum < 0 || graph->nodes[i].seconds < 0 ? -1 : sum + graph->nodes[i].seconds;
      }
  graph->seconds = sum;
  tl_model_graph_add_up (graph);
  tl_model_graph_lay_out (graph);
}

double
tl_model_graph_share (const TlModelGraph *graph, guint node)
{
  double seconds = graph->nodes[node].seconds;

  return graph->seconds > 0 && seconds >= 0 ? seconds / graph->seconds : -1;
}

double
tl_model_graph_shown_share (const TlModelGraph *graph, guint node)
{
  double seconds = graph->nodes[node].shown_s;

  return graph->nodes[node].kind == TL_MODEL_CALL && graph->seconds > 0 && seconds >= 0 ? seconds / graph->seconds : -1;
}

gint
tl_model_graph_find (const TlModelGraph *graph, double x, double y)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const TlModelNode *node = &graph->nodes[i];

      if (node->shown == i && x >= node->x && x < node->x + node->width && y >= node->y && y < node->y + node->height)
        return (gint) i;
    }
  return -1;
}

static double
middle_of (const TlModelNode *node)
{
  return node->y + node->height / 2;
}

/* Of two nodes that one may come to, the one nearer in height; -1: none yet. */
static gint
nearer (const TlModelGraph *graph, guint node, gint a, guint b)
{
  double middle = middle_of (&graph->nodes[node]);

  return a < 0 || fabs (middle_of (&graph->nodes[b]) - middle) < fabs (middle_of (&graph->nodes[a]) - middle) ? (gint) b : a;
}

gint
tl_model_graph_step (const TlModelGraph *graph, gint node, int right, int down)
{
  gint next = -1;

  if (node < 0)
    return graph->n_nodes > 0 ? 0 : -1;
  node = (gint) graph->nodes[node].shown;
  for (guint i = 0; right != 0 && i < graph->n_edges; i++)
    {
      guint from = graph->nodes[graph->edges[i].from].shown, to = graph->edges[i].to;

      if (!graph->edges[i].is_hidden && (right > 0 ? from : to) == (guint) node)
        next = nearer (graph, (guint) node, next, right > 0 ? to : from);
    }
  for (guint i = 0; down != 0 && i < graph->n_nodes; i++)
    if (graph->nodes[i].shown == i && graph->nodes[i].layer == graph->nodes[node].layer
        && (middle_of (&graph->nodes[i]) - middle_of (&graph->nodes[node])) * down > 0)
      next = nearer (graph, (guint) node, next, i);
  return next >= 0 ? next : node;
}
