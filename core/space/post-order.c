/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rules over all blocks (MetaSchedule's PostOrderApply): one rule after the other, each over the blocks that the program had at the start,
 * last first and the root before all; each schedule that a rule proposes goes on by itself. Sketches come out in TVM's order: a stack of
 * schedules and the blocks they still have before them.
 */
#include "core/space/space-private.h"

#include "core/ir/path.h"
#include "core/space/rule.h"

#define MAX_SKETCHES 4096u

/* A schedule and how many of the blocks the rule has not seen in it. */
typedef struct
{
  TlState *state;    /* owned */
  guint    n_left;
} PendingState;

typedef struct
{
  const TlTarget    *target;
  const TlComponent *rule;
  GArray            *blocks;   /* guint variables, post-order: the root of each function after what it holds */
} Walk;

static void
count_name (GHashTable *counts, const char *name)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) + 1;

  g_hash_table_insert (counts, (gpointer) name, GUINT_TO_POINTER (n));
}

/* Post-order: blocks inside before the one around them. */
static void
list_blocks (const TlStmt *block, GPtrArray *blocks)
{
  g_autoptr (GPtrArray) inside = tl_stmt_child_blocks (block);

  for (guint i = 0; i < inside->len; i++)
    list_blocks (inside->pdata[i], blocks);
  g_ptr_array_add (blocks, (gpointer) block);
}

/* Variables for the blocks of a function; one that shares its name cannot be named in a trace and is left alone. */
static void
collect_of_function (TlScheduleBuilder *builder, const TlPrimFunc *func, GArray *blocks)
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);

  list_blocks (func->body, stmts);
  for (guint i = 0; i < stmts->len; i++)
    count_name (counts, ((const TlStmt *) stmts->pdata[i])->block.name);
  for (guint i = 0; i < stmts->len; i++)
    {
      const char *name = ((const TlStmt *) stmts->pdata[i])->block.name;
      guint rv;

      if (GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) > 1)
        continue;
      rv = tl_step_get_block (builder, name, func->name);
      g_array_append_val (blocks, rv);
    }
}

static TlState *
collect_blocks (TlState *start, GArray *blocks, GError **error)
{
  const TlModule *module = tl_state_module (start);
  TlScheduleBuilder builder;

  tl_schedule_builder_init (&builder, start);
  for (guint i = 0; i < module->n_prims; i++)
    collect_of_function (&builder, module->prims[i], blocks);
  return tl_schedule_builder_finish (&builder, error);
}

/* Blocks that name a rule of their own are for that rule alone. */
static gboolean
is_for_rule (const Walk *walk, TlState *state, guint block_rv)
{
  const TlStmt *block = tl_module_find (tl_state_module (state), tl_state_rv (state, block_rv)->node);

  return block && (tl_attrs_find (&block->block.annotations, TL_CUSTOM_RULE) != NULL)
         == ((const TlScheduleRule *) walk->rule->info)->is_custom;
}

static gboolean
apply_to_block (const Walk *walk, TlState *state, guint block_rv, GPtrArray *proposed, GError **error)
{
  const TlScheduleRule *row = (const TlScheduleRule *) walk->rule->info;
  TlRuleCall call = { .state = state, .block_rv = block_rv, .args = walk->rule->args, .target = walk->target };

  if (is_for_rule (walk, state, block_rv))
    return row->apply (&call, proposed, error);
  g_ptr_array_add (proposed, tl_state_ref (state));
  return TRUE;
}

static void
entry_clear (gpointer entry)
{
  tl_state_unref (((PendingState *) entry)->state);
}

static void
push (GArray *stack, TlState *state, guint n_left)
{
  PendingState entry = { tl_state_ref (state), n_left };

  g_array_append_val (stack, entry);
}

/* One rule over the blocks of all sketches; their number may grow. */
static GPtrArray *
apply_rule (const Walk *walk, GPtrArray *sketches, GError **error)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (PendingState));

  g_array_set_clear_func (stack, entry_clear);
  for (guint i = 0; i < sketches->len; i++)
    push (stack, sketches->pdata[i], walk->blocks->len);
  while (stack->len > 0 && results->len < MAX_SKETCHES)
    {
      PendingState entry = g_array_index (stack, PendingState, stack->len - 1);
      g_autoptr (TlState) state = tl_state_ref (entry.state);
      g_autoptr (GPtrArray) proposed = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);

      g_array_set_size (stack, stack->len - 1);
      if (entry.n_left == 0)
        {
          g_ptr_array_add (results, g_steal_pointer (&state));
          continue;
        }
      if (!apply_to_block (walk, state, g_array_index (walk->blocks, guint, entry.n_left - 1), proposed, error))
        return NULL;
      for (guint i = 0; i < proposed->len; i++)
        push (stack, proposed->pdata[i], entry.n_left - 1);
    }
  return g_steal_pointer (&results);
}

GPtrArray *
tl_post_order_sketches (TlState *start, const TlComponent *rules, guint n_rules, const TlTarget *target, GError **error)
{
  g_autoptr (GPtrArray) sketches = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (guint));
  TlState *collected = collect_blocks (start, blocks, error);

  if (!collected)
    return NULL;
  g_ptr_array_add (sketches, collected);
  for (guint i = 0; i < n_rules; i++)
    {
      Walk walk = { .target = target, .rule = &rules[i], .blocks = blocks };
      GPtrArray *next = apply_rule (&walk, sketches, error);

      if (!next)
        return NULL;
      g_ptr_array_unref (sketches);
      sketches = next;
    }
  return g_steal_pointer (&sketches);
}
