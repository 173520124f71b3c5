/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/passes/fusion-graph-private.h"

#include "core/ir/relax-rewrite.h"
#include "core/ir/relax-walk.h"

/* --- the graph --- */

static void
node_free (gpointer data)
{
  TlFusionNode *node = data;

  g_array_unref (node->edges);
  g_free (node);
}

void
tl_fusion_graph_free (TlFusionGraph *graph)
{
  g_ptr_array_unref (graph->nodes);
  g_hash_table_unref (graph->node_of);
  g_free (graph);
}

static TlFusionNode *
new_node (TlOpPattern pattern, gboolean is_external)
{
  TlFusionNode *node = g_new0 (TlFusionNode, 1);

  node->pattern = node->group_pattern = pattern;
  node->is_external = is_external;
  node->edges = g_array_new (FALSE, FALSE, sizeof (TlFusionEdge));
  node->parent = node;
  node->n_in_group = 1;
  return node;
}

static TlFusionNode *
add_node (TlFusionGraph *graph, const TlRelaxExpr *value, TlFusionNode *node)
{
  g_ptr_array_add (graph->nodes, node);
  g_hash_table_insert (graph->node_of, (gpointer) value, node);
  return node;
}

typedef struct
{
  TlFusionGraph *graph;
  TlFusionNode  *user;
} Uses;

static void
add_edge (const TlRelaxExpr *expr, gpointer user_data)
{
  Uses         *uses = user_data;
  TlFusionNode *node = g_hash_table_lookup (uses->graph->node_of, expr);
  TlFusionEdge  edge = { uses->user, uses->user->pattern };

  if (node == NULL && expr->kind == TL_RELAX_CONST)
    node = add_node (uses->graph, expr, new_node (TL_OP_OPAQUE, FALSE));
  if (node != NULL)
    g_array_append_val (node->edges, edge);
}

static TlOpPattern
pattern_of (const TlModule *module, const TlRelaxBinding *binding)
{
  const char       *callee = tl_relax_tir_callee (binding->value);
  const TlPrimFunc *func = callee != NULL ? tl_module_prim (module, callee) : NULL;
  const TlValue    *value = func != NULL ? tl_attrs_find (&func->attrs, TL_OP_PATTERN_ATTR) : NULL;
  TlValue           number;

  if (binding->kind == TL_RELAX_BIND_VALUE && binding->value->kind == TL_RELAX_ITEM)
    return TL_OP_INJECTIVE;
  if (value == NULL || !tl_value_get_number (value, &number) || number.kind != TL_VALUE_INT)
    return TL_OP_OPAQUE;
  return number.integer >= 0 && number.integer <= TL_OP_OUT_ELEMENTWISE_FUSABLE ? (TlOpPattern) number.integer : TL_OP_OPAQUE;
}

/* Constants come before the binding that uses them first. */
static void
add_binding (TlFusionGraph *graph, const TlRelaxBinding *binding)
{
  TlFusionNode *node = new_node (pattern_of (graph->module, binding), !binding->var->is_dataflow);
  Uses          uses = { graph, node };

  tl_relax_expr_walk (binding->value, add_edge, &uses);
  add_node (graph, binding->var, node);
}

/* --- post-dominators --- */

static TlFusionNode *
common_dominator (TlFusionNode *a, TlFusionNode *b, TlOpPattern *pattern)
{
  while (a != b)
    {
      TlFusionNode **deeper = a != NULL && (b == NULL || a->depth >= b->depth) ? &a : &b;

      if (a == NULL || b == NULL)
        return NULL;
      if (a->depth == b->depth)
        {
          *pattern = MAX (*pattern, b->dominator_pattern);
          b = b->dominator;
          deeper = &a;
        }
      *pattern = MAX (*pattern, (*deeper)->dominator_pattern);
      *deeper = (*deeper)->dominator;
    }
  return a;
}

static void
find_dominator (TlFusionNode *node)
{
  node->depth = 1;
  node->dominator_pattern = node->is_external ? TL_OP_OPAQUE : TL_OP_ELEMENTWISE;
  if (node->is_external || node->edges->len == 0)
    return;
  for (guint i = 0; i < node->edges->len; i++)
    {
      const TlFusionEdge *edge = &g_array_index (node->edges, TlFusionEdge, i);

      node->dominator_pattern = MAX (node->dominator_pattern, edge->pattern);
      node->dominator = i == 0 ? edge->user : common_dominator (node->dominator, edge->user, &node->dominator_pattern);
    }
  node->depth = node->dominator != NULL ? node->dominator->depth + 1 : 1;
}

TlFusionGraph *
tl_fusion_graph_new (const TlModule *module, const TlGraphFunc *func)
{
  TlFusionGraph *graph = g_new0 (TlFusionGraph, 1);

  graph->module = module;
  graph->nodes = g_ptr_array_new_with_free_func (node_free);
  graph->node_of = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < func->n_params; i++)
    add_node (graph, func->params[i], new_node (TL_OP_OPAQUE, TRUE));
  for (guint k = 0; k < func->body.n_blocks; k++)
    for (guint i = 0; func->body.blocks[k].is_dataflow && i < func->body.blocks[k].n_bindings; i++)
      add_binding (graph, &func->body.blocks[k].bindings[i]);
  for (guint i = graph->nodes->len; i-- > 0;)
    find_dominator (graph->nodes->pdata[i]);
  return graph;
}

/* --- groups --- */

static TlFusionNode *
find_group (TlFusionNode *node)
{
  TlFusionNode *root = node;

  while (root->parent != root)
    root = root->parent;
  while (node->parent != root)
    {
      TlFusionNode *next = node->parent;

      node->parent = root;
      node = next;
    }
  return root;
}

TlFusionNode *
tl_fusion_graph_group (TlFusionGraph *graph, const TlRelaxVar *var)
{
  TlFusionNode *node = g_hash_table_lookup (graph->node_of, var);

  return node != NULL ? find_group (node) : NULL;
}

typedef gboolean (*Condition) (TlOpPattern pattern, gboolean is_sink);

static gboolean
is_at_most_broadcast (TlOpPattern pattern, gboolean is_sink)
{
  return pattern <= TL_OP_BROADCAST;
}

static gboolean
is_at_most_injective (TlOpPattern pattern, gboolean is_sink)
{
  return pattern <= TL_OP_INJECTIVE;
}

/* The way may end in what already has a matmul or the like before it: then that stays the only one. */
static gboolean
suits_elementwise (TlOpPattern pattern, gboolean is_sink)
{
  return pattern <= TL_OP_INJECTIVE || (is_sink && (pattern == TL_OP_REDUCTION || pattern == TL_OP_OUT_ELEMENTWISE_FUSABLE));
}

/* The nodes on the ways from @source to its dominator, that one last and @source left out; free the array. */
static GPtrArray *
nodes_to_dominator (TlFusionGraph *graph, TlFusionNode *source)
{
  GPtrArray *between = g_ptr_array_new ();
  guint      mark = ++graph->last_mark;

  source->dominator->mark = mark;
  for (guint next = 0; source != NULL; source = next < between->len ? between->pdata[next++] : NULL)
    for (guint i = 0; i < source->edges->len; i++)
      {
        TlFusionNode *user = g_array_index (source->edges, TlFusionEdge, i).user;

        if (user->mark == mark)
          continue;
        user->mark = mark;
        g_ptr_array_add (between, user);
      }
  return between;
}

static gboolean
all_suit (const GPtrArray *between, TlFusionNode *sink, Condition condition)
{
  for (guint i = 0; i < between->len; i++)
    if (!condition (find_group (between->pdata[i])->group_pattern, FALSE))
      return FALSE;
  return condition (find_group (sink)->group_pattern, TRUE);
}

static void
merge (TlFusionNode *node, TlFusionNode *into)
{
  TlFusionNode *from = find_group (node), *to = find_group (into);

  if (from == to)
    return;
  to->n_in_group += from->n_in_group;
  if (from->group_pattern == TL_OP_OUT_ELEMENTWISE_FUSABLE)
    to->group_pattern = TL_OP_OUT_ELEMENTWISE_FUSABLE;
  from->parent = to;
}

/* Nodes of groups that are merged already count, as in TVM. */
static guint
count_nodes (TlFusionNode *node, const GPtrArray *between, TlFusionNode *sink)
{
  guint n = find_group (sink)->n_in_group + find_group (node)->n_in_group;

  for (guint i = 0; i < between->len; i++)
    n += find_group (between->pdata[i])->n_in_group;
  return n;
}

static void
try_fuse (TlFusionGraph *graph, TlFusionNode *node, Condition condition, guint max_nodes)
{
  g_autoptr (GPtrArray) between = nodes_to_dominator (graph, node);

  if (count_nodes (node, between, node->dominator) > max_nodes || !all_suit (between, node->dominator, condition))
    return;
  merge (node, node->dominator);
  for (guint i = 0; i < between->len; i++)
    merge (between->pdata[i], node->dominator);
}

static Condition
choose_condition (const TlFusionNode *node, TlOpPattern group_pattern, guint phase)
{
  TlOpPattern to_dominator = node->dominator_pattern;

  if (group_pattern == TL_OP_OUT_ELEMENTWISE_FUSABLE)
    return phase == 0 && to_dominator == TL_OP_ELEMENTWISE ? is_at_most_broadcast : NULL;
  if (group_pattern <= TL_OP_BROADCAST)
    return to_dominator <= TL_OP_INJECTIVE || to_dominator == TL_OP_REDUCTION ? suits_elementwise : NULL;
  return group_pattern == TL_OP_INJECTIVE && phase == 1 ? is_at_most_injective : NULL;
}

/*
 * Phase 0 lets what follows a matmul join it, before phase 1 fuses injective operators, which would otherwise take these away. TVM has a
 * third one, for tuples, which are no operators here nor in its graph functions.
 */
void
tl_fusion_graph_partition (TlFusionGraph *graph, guint max_nodes)
{
  for (guint phase = 0; phase < 2; phase++)
    for (guint i = 0; i < graph->nodes->len; i++)
      {
        TlFusionNode *node = graph->nodes->pdata[i], *group = find_group (node);
        Condition     condition;

        if (node->dominator == NULL || group->group_pattern == TL_OP_OPAQUE || group == find_group (node->dominator))
          continue;
        condition = choose_condition (node, group->group_pattern, phase);
        if (condition != NULL)
          try_fuse (graph, node, condition, max_nodes);
      }
}
