/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ids name the same loop or block in two schedules only up to the last program that both came by: later steps number their loops from there
 * on in each. Beyond it blocks correspond by name, and loops by the parts of the blocks' axes that they run through.
 */
#include "core/draw/compare/nest-relation-private.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/ir/compare.h"

#define WORTH_BLOCK      100.0
#define WORTH_PART       10.0    /* a loop that runs through some of the same … */
#define WORTH_WHOLE_PART 10.0    /* … and as much again through all of it */
#define WORTH_INIT       2.0     /* where only the setting of sums has the loop in common */
#define WORTH_EXTENT     4.0
#define WORTH_KIND       2.0
#define WORTH_SAME_NODE  20.0
#define WORTH_LABEL      5.0     /* items between loops that read the same */

/* --- parts --- */

/* "C" of "C_init" and "C_update", as decompose_reduction names them. */
static guint
number_of_block (GHashTable *numbers, const char *name, gboolean *is_init)
{
  gsize            length = strlen (name);
  gboolean         is_update = g_str_has_suffix (name, "_update");
  g_autofree char *base = NULL;
  gpointer         known;

  *is_init = g_str_has_suffix (name, "_init");
  base = g_strndup (name, length - (*is_init ? 5 : is_update ? 7 : 0));
  known = g_hash_table_lookup (numbers, base);
  if (known == NULL)
    {
      known = GUINT_TO_POINTER (g_hash_table_size (numbers) + 1);
      g_hash_table_insert (numbers, g_steal_pointer (&base), known);
    }
  return GPOINTER_TO_UINT (known);
}

/* Adds the block's axes to the parts of the loops around it. */
static void
add_parts (const TlNest *nest, TlRelated *related, guint index)
{
  const TlBlock *block = &nest->items[index].stmt->block;

  for (gint at = nest->items[index].parent; at >= 0; at = nest->items[at].parent)
    {
      const TlNestItem *loop = &nest->items[at];
      TlLoopPart        part = { .block = related[index].block, .is_init = related[index].is_init };

      for (part.axis = 0; loop->kind == TL_NEST_LOOP && part.axis < block->n_axes; part.axis++)
        if (tl_axis_part_find (block->bindings[part.axis], loop->stmt->loop.var, loop->extent, &part.part))
          g_array_append_val (related[at].parts, part);
    }
}

static TlRelated *
relate (const TlNest *nest, GHashTable *numbers)
{
  TlRelated *related = g_new0 (TlRelated, nest->n_items + 1);

  for (guint i = 0; i < nest->n_items; i++)
    {
      related[i].parts = g_array_new (FALSE, FALSE, sizeof (TlLoopPart));
      if (nest->items[i].kind != TL_NEST_BLOCK)
        continue;
      related[i].block = number_of_block (numbers, nest->items[i].label, &related[i].is_init);
      add_parts (nest, related, i);
    }
  return related;
}

/* --- identity --- */

/* Ids below the result are of the last program on both ways. */
static TlNodeId
shared_ids (TlState *a, TlState *b)
{
  g_autoptr (GPtrArray) left = tl_state_steps (a), right = tl_state_steps (b);
  TlNodeId              shared = tl_state_module (tl_state_root (a))->next_id;

  for (guint i = 0; i < MIN (left->len, right->len); i++)
    {
      const TlModule *module = tl_state_module (left->pdata[i]), *other = tl_state_module (right->pdata[i]);

      if (left->pdata[i] != right->pdata[i] && module != other && !tl_module_equal (module, other, NULL))
        break;
      shared = MIN (module->next_id, other->next_id);
    }
  return shared;
}

TlNestRelations *
tl_nest_relations_new (TlState *const *states, TlNest *const *nests, guint n_columns)
{
  TlNestRelations       *relations = g_new0 (TlNestRelations, 1);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  relations->n_columns = n_columns;
  for (guint a = 0; a < n_columns; a++)
    {
      relations->nests[a] = nests[a];
      relations->related[a] = relate (nests[a], numbers);
      for (guint b = 0; b < a; b++)
        relations->shared[a][b] = relations->shared[b][a] = shared_ids (states[a], states[b]);
    }
  return relations;
}

void
tl_nest_relations_free (TlNestRelations *relations)
{
  for (guint column = 0; column < relations->n_columns; column++)
    {
      for (guint i = 0; i < relations->nests[column]->n_items; i++)
        g_array_unref (relations->related[column][i].parts);
      g_free (relations->related[column]);
    }
  g_free (relations);
}

/* --- worth --- */

static gboolean
is_same_node (const TlNestRelations *relations, guint a, guint item_a, guint b, guint item_b)
{
  TlNodeId id = relations->nests[a]->items[item_a].id;

  return id != 0 && id == relations->nests[b]->items[item_b].id && id < relations->shared[a][b];
}

/* The most that two parts of one axis have in common; -1: there are none, -2: only in the setting of sums. */
static double
common_part (const GArray *left, const GArray *right)
{
  double best = -1;

  for (guint i = 0; i < left->len; i++)
    for (guint j = 0; j < right->len; j++)
      {
        const TlLoopPart *a = &g_array_index (left, TlLoopPart, i), *b = &g_array_index (right, TlLoopPart, j);

        if (a->block != b->block || a->axis != b->axis || !tl_axis_parts_meet (&a->part, &b->part))
          continue;
        if (a->is_init == b->is_init)
          best = tl_max (best, tl_axis_parts_overlap (&a->part, &b->part));
        else if (best == -1)
          best = -2;
      }
  return best;
}

static double
loop_relation (const TlNestRelations *relations, guint a, guint item_a, guint b, guint item_b)
{
  const TlNestItem *left = &relations->nests[a]->items[item_a], *right = &relations->nests[b]->items[item_b];
  gboolean          is_same = is_same_node (relations, a, item_a, b, item_b);
  double            common = common_part (relations->related[a][item_a].parts, relations->related[b][item_b].parts);
  double            worth = is_same ? WORTH_SAME_NODE : 0;

  if (common == -1 && !is_same)
    return 0;
  worth += common == -2 ? WORTH_INIT : WORTH_PART + MAX (common, 0) * WORTH_WHOLE_PART;
  if (left->extent == right->extent)
    worth += WORTH_EXTENT;
  if (tl_loop_look (&left->stmt->loop) == tl_loop_look (&right->stmt->loop))
    worth += WORTH_KIND;
  return worth;
}

double
tl_nest_relation (const TlNestRelations *relations, guint a, guint item_a, guint b, guint item_b)
{
  const TlNestItem *left = &relations->nests[a]->items[item_a], *right = &relations->nests[b]->items[item_b];
  const TlRelated  *to_left = &relations->related[a][item_a], *to_right = &relations->related[b][item_b];

  if (left->kind != right->kind)
    return 0;
  if (left->kind == TL_NEST_LOOP)
    return loop_relation (relations, a, item_a, b, item_b);
  if (left->kind == TL_NEST_OTHER)
    return strcmp (left->label, right->label) == 0 ? WORTH_LABEL : 0;
  if (is_same_node (relations, a, item_a, b, item_b))
    return WORTH_BLOCK + WORTH_SAME_NODE;
  return to_left->block == to_right->block && to_left->is_init == to_right->is_init ? WORTH_BLOCK : 0;
}

gboolean
tl_nest_loops_meet (const TlNestRelations *relations, guint a, guint item_a, guint b, guint item_b)
{
  return common_part (relations->related[a][item_a].parts, relations->related[b][item_b].parts) != -1;
}
