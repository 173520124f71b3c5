/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FuseOps: bindings that can run as one kernel become a function of their own, with the attribute "Primitive", and a call of it. They are
 * chosen by fusion-graph-private.h.
 */
#include "core/graph/passes/fuse-groups-private.h"
#include "core/graph/passes/fusion-graph-private.h"

#define MAX_NODES 256     /* TVM's relax.FuseOps.max_depth */

/* The groups of one dataflow block. */
typedef struct
{
  TlFusionGraph *graph;
  GHashTable    *bindings_of;   /* TlFusionNode → GPtrArray of TlRelaxBinding */
  GHashTable    *done;          /* TlFusionNode: written, or about to be */
  GPtrArray     *stack;         /* TlFusionNode: to be written once those are that they need */
  GHashTable    *used;          /* TlRelaxVar that bindings of the block use */
} Groups;

static void
note_use (const TlRelaxExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_RELAX_VAR)
    g_hash_table_add (user_data, (gpointer) expr);
}

static void
collect_groups (Groups *groups, const TlRelaxBlock *block)
{
  for (guint i = 0; i < block->n_bindings; i++)
    {
      TlFusionNode *group = tl_fusion_graph_group (groups->graph, block->bindings[i].var);
      GPtrArray    *bindings = g_hash_table_lookup (groups->bindings_of, group);

      if (bindings == NULL)
        g_hash_table_insert (groups->bindings_of, group, bindings = g_ptr_array_new ());
      g_ptr_array_add (bindings, (gpointer) &block->bindings[i]);
      tl_relax_expr_walk (block->bindings[i].value, note_use, groups->used);
    }
}

typedef struct
{
  Groups       *groups;
  TlFusionNode *needed;    /* the first group that is not done */
} Needs;

static void
look_for_need (const TlRelaxExpr *expr, gpointer user_data)
{
  Needs        *needs = user_data;
  TlFusionNode *group = expr->kind == TL_RELAX_VAR ? tl_fusion_graph_group (needs->groups->graph, expr) : NULL;
  gboolean      is_here = group != NULL && g_hash_table_contains (needs->groups->bindings_of, group);

  if (needs->needed == NULL && is_here && !g_hash_table_contains (needs->groups->done, group))
    needs->needed = group;
}

static TlFusionNode *
find_need (Groups *groups, TlFusionNode *group)
{
  const GPtrArray *bindings = g_hash_table_lookup (groups->bindings_of, group);
  Needs            needs = { groups, NULL };

  for (guint i = 0; i < bindings->len && needs.needed == NULL; i++)
    tl_relax_expr_walk (((const TlRelaxBinding *) bindings->pdata[i])->value, look_for_need, &needs);
  return needs.needed;
}

/* A group whose result nobody uses is dropped; a single binding is not, as in TVM. */
static void
write_group (const Groups *groups, TlFusionNode *node, TlGraphEdit *edit, TlBodyWriter *writer)
{
  const GPtrArray         *bindings = g_hash_table_lookup (groups->bindings_of, node);
  const TlRelaxBinding    *last = bindings->pdata[bindings->len - 1];
  g_autoptr (TlFuseGroup)  group = NULL;

  if (bindings->len == 1)
    {
      tl_body_writer_add (writer, last);
      return;
    }
  if (last->var->is_dataflow && !g_hash_table_contains (groups->used, last->var))
    return;
  group = tl_fuse_group_new ();
  for (guint i = 0; i < bindings->len; i++)
    tl_fuse_group_add (group, bindings->pdata[i]);
  tl_fuse_group_emit (group, edit, writer);
}

/* A group stands where its first binding was, those that it needs before it: the order of TVM. */
static void
write_with_needs (Groups *groups, TlFusionNode *first, TlGraphEdit *edit, TlBodyWriter *writer)
{
  g_hash_table_add (groups->done, first);
  g_ptr_array_add (groups->stack, first);
  while (groups->stack->len > 0)
    {
      TlFusionNode *group = groups->stack->pdata[groups->stack->len - 1], *needed = find_need (groups, group);

      if (needed != NULL)
        {
          g_hash_table_add (groups->done, needed);
          g_ptr_array_add (groups->stack, needed);
          continue;
        }
      g_ptr_array_set_size (groups->stack, (gint) groups->stack->len - 1);
      write_group (groups, group, edit, writer);
    }
}

static void
fuse_block (TlFusionGraph *graph, const TlRelaxBlock *block, TlGraphEdit *edit, TlBodyWriter *writer)
{
  g_autoptr (GHashTable) bindings_of = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL), used = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  stack = g_ptr_array_new ();
  Groups                 groups = { graph, bindings_of, done, stack, used };

  collect_groups (&groups, block);
  for (guint i = 0; i < block->n_bindings; i++)
    {
      TlFusionNode *group = tl_fusion_graph_group (graph, block->bindings[i].var);

      if (!g_hash_table_contains (done, group))
        write_with_needs (&groups, group, edit, writer);
    }
}

static const TlGraphFunc *
fuse_function (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  g_autoptr (TlFusionGraph) graph = NULL;
  g_auto (TlBodyWriter)     writer = { 0 };
  TlRelaxBody               body;

  if (tl_graph_func_is_primitive (func))
    return func;
  graph = tl_fusion_graph_new (edit->module, func);
  tl_fusion_graph_partition (graph, MAX_NODES);
  tl_body_writer_init (&writer, edit->arena);
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      const TlRelaxBlock *block = &func->body.blocks[k];

      tl_body_writer_begin (&writer, block->is_dataflow);
      if (block->is_dataflow)
        fuse_block (graph, block, edit, &writer);
      else
        for (guint i = 0; i < block->n_bindings; i++)
          tl_body_writer_add (&writer, &block->bindings[i]);
    }
  body = tl_body_writer_finish (&writer, func->body.result);
  return tl_graph_func_with_body (edit->arena, func, &body);
}

TlModule *
tl_fuse_ops (TlModule *module, GError **error)
{
  return tl_graph_change_functions (module, fuse_function, NULL, error);
}
