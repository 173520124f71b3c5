/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A loop or block keeps its id through every rewrite that preserves it, so most arguments stay as they are. A loop that was split or fused
 * is meant by the loops that stand in its place. rfactor keeps its loop where partial results are combined and makes another of that name
 * where they are computed: there the reduction runs data-parallel, and both may be meant.
 */
#include "core/schedule/repair/repair-private.h"

#include <string.h>

#define MAX_MEANINGS 8u
#define WEIGHT_OTHER 5u    /* of another node in place of the one that was named */

void
tl_repair_each_node (const TlArg *arg, TlRepairNodeFunc visit, gpointer user_data)
{
  if (arg->kind == TL_ARG_NODE)
    visit (arg->node, user_data);
  for (guint i = 0; i < arg->n_items; i++)
    tl_repair_each_node (&arg->items[i], visit, user_data);
}

typedef struct
{
  TlNodeId wanted;
  gboolean is_found;
} NodeSearch;

static void
look_for_node (TlNodeId node, gpointer user_data)
{
  NodeSearch *search = user_data;

  search->is_found |= node == search->wanted;
}

static gboolean
names_node (const TlRepairStep *step, TlNodeId node)
{
  NodeSearch search = { .wanted = node };

  for (guint i = 0; i < step->n_args; i++)
    tl_repair_each_node (&step->args[i], look_for_node, &search);
  return search.is_found;
}

/* The loop of this name around @block, if there is one. */
static gboolean
find_loop_around (const TlModule *module, TlNodeId block, const char *name, TlNodeId *found)
{
  g_autoptr (TlPath)    path = tl_path_find (module, block);
  g_autoptr (GPtrArray) loops = path != NULL ? tl_path_loops (path) : g_ptr_array_new ();

  for (guint i = 0; i < loops->len; i++)
    {
      const TlStmt *stmt = loops->pdata[i];

      *found = stmt->loop.id;
      if (strcmp (stmt->loop.var->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* The nodes that @node may mean now, most literal first. */
static GArray *
successors_of (TlNodeId node, const TlRepairStep *step, TlState *after, const TlModule *before)
{
  GArray       *nodes = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  const TlStmt *was = tl_module_find (before, node);
  gboolean      is_of_step = names_node (step, node), is_there = tl_module_find (tl_state_module (after), node) != NULL;
  gboolean      is_factored = strcmp (step->primitive->name, "rfactor") == 0;
  guint         first, n = tl_state_outputs (after, &first);

  if (is_there)
    g_array_append_val (nodes, node);
  for (guint i = 0; i < n && was != NULL && was->kind == TL_STMT_FOR && is_of_step; i++)
    {
      const TlRvValue *output = tl_state_rv (after, first + i);
      TlNodeId         other = output->kind == TL_RV_INT ? 0 : output->node;

      if (output->kind == TL_RV_LOOP && is_there)
        continue;
      if (output->kind == TL_RV_BLOCK && !is_factored)
        continue;
      if (output->kind == TL_RV_BLOCK && !find_loop_around (tl_state_module (after), output->node, was->loop.var->name, &other))
        continue;
      if (other != 0 && other != node)
        g_array_append_val (nodes, other);
    }
  return nodes;
}

typedef struct
{
  TlArena            *arena;
  const TlRepairStep *step;
  TlState            *after;
  const TlModule     *before;
  GArray             *nodes;      /* TlNodeId: pairs of a node of the refused step and the one that stands for it in this meaning */
} Mapping;

static TlNodeId
meaning_of (const Mapping *mapping, TlNodeId node)
{
  for (guint i = 0; i < mapping->nodes->len; i += 2)
    if (g_array_index (mapping->nodes, TlNodeId, i) == node)
      return g_array_index (mapping->nodes, TlNodeId, i + 1);
  return 0;
}

static TlArg
map_arg (const Mapping *mapping, const TlArg *arg)
{
  TlArg  copy = *arg;
  TlArg *items;

  if (arg->kind == TL_ARG_NODE)
    return tl_arg_node (meaning_of (mapping, arg->node));
  if (arg->kind != TL_ARG_LIST || arg->n_items == 0)
    return copy;
  items = tl_arena_new_array (mapping->arena, TlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    items[i] = map_arg (mapping, &arg->items[i]);
  copy.items = items;
  return copy;
}

static void
collect_node (TlNodeId node, gpointer user_data)
{
  GArray *nodes = user_data;

  for (guint i = 0; i < nodes->len; i++)
    if (g_array_index (nodes, TlNodeId, i) == node)
      return;
  g_array_append_val (nodes, node);
}

/* Adds the meanings in which the nodes from @index on are still to be chosen. */
static void
add_meanings (Mapping *mapping, const TlRepairStep *asked, GArray *named, guint index, guint weight, GArray *meanings)
{
  g_autoptr (GArray) others = NULL;
  TlNodeId           node;

  if (meanings->len >= MAX_MEANINGS)
    return;
  if (index == named->len)
    {
      TlRepairStep meaning = *asked;
      TlArg       *args = tl_arena_new_array (mapping->arena, TlArg, MAX (asked->n_args, 1));

      for (guint i = 0; i < asked->n_args; i++)
        args[i] = map_arg (mapping, &asked->args[i]);
      meaning.args = args;
      meaning.weight = asked->weight + weight;
      g_array_append_val (meanings, meaning);
      return;
    }
  node = g_array_index (named, TlNodeId, index);
  others = successors_of (node, mapping->step, mapping->after, mapping->before);
  for (guint i = 0; i < others->len; i++)
    {
      TlNodeId pair[] = { node, g_array_index (others, TlNodeId, i) };

      g_array_append_vals (mapping->nodes, pair, 2);
      add_meanings (mapping, asked, named, index + 1, weight + (pair[1] != node ? WEIGHT_OTHER + i : 0), meanings);
      g_array_set_size (mapping->nodes, mapping->nodes->len - 2);
    }
}

GArray *
tl_repair_map (TlArena *arena, const TlRepairStep *asked, const TlRepairStep *step, TlState *after, const TlModule *before)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (TlNodeId)), named = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  GArray            *meanings = g_array_new (FALSE, FALSE, sizeof (TlRepairStep));
  Mapping            mapping = { .arena = arena, .step = step, .after = after, .before = before, .nodes = nodes };

  for (guint i = 0; i < asked->n_args; i++)
    tl_repair_each_node (&asked->args[i], collect_node, named);
  add_meanings (&mapping, asked, named, 0, 0, meanings);
  return meanings;
}
