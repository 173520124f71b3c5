/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Invariant: every instance of the blocks below runs as often as before; since their axes are data-parallel or commutative
 * reductions and their bindings affine, the order of the instances does not matter.
 */
#include "core/analysis/block-info.h"
#include "core/ir/walk.h"
#include "core/schedule/primitives/binding-private.h"

typedef struct
{
  TlPrimitiveCall *call;
  GPtrArray *chain;    /* const TlStmt*: every loop from the outermost to the innermost of those named, outermost first */
  GPtrArray *wanted;   /* const TlStmt*: the named loops in the order asked for */
} Reordering;

static gboolean
collect_wanted (TlPrimitiveCall *call, Reordering *job, TlPath **deepest, GError **error)
{
  const TlArg *list = &call->args[0];

  for (guint i = 0; i < list->n_items; i++)
    {
      g_autoptr (TlPath) path = NULL;
      const TlStmt      *loop;

      if (!tl_call_find_loop (call, &list->items[i], &path, error))
        return FALSE;
      loop = tl_path_target (path);
      if (g_ptr_array_find (job->wanted, loop, NULL))
        return tl_refuse (error, &loop->loop.id, 1, NULL, "loop %s is named twice", loop->loop.var->name);
      g_ptr_array_add (job->wanted, (gpointer) loop);
      if (*deepest == NULL || path->n > (*deepest)->n)
        {
          g_clear_pointer (deepest, tl_path_free);
          *deepest = g_steal_pointer (&path);
        }
    }
  return TRUE;
}

/* The named loops must all lie on the way to the deepest one, in its scope. */
static gboolean
collect_chain (Reordering *job, const TlPath *deepest, GError **error)
{
  g_autoptr (GPtrArray) around = tl_path_loops (deepest);
  guint                 n_found = 0;

  g_ptr_array_add (around, (gpointer) tl_path_target (deepest));
  for (guint i = 0; i < around->len; i++)
    {
      n_found += g_ptr_array_find (job->wanted, g_ptr_array_index (around, i), NULL);
      if (n_found > 0)
        g_ptr_array_add (job->chain, g_ptr_array_index (around, i));
    }
  for (guint i = 0; i < job->wanted->len; i++)
    {
      const TlStmt *loop = g_ptr_array_index (job->wanted, i);
      TlNodeId      culprits[] = { loop->loop.id, tl_path_target (deepest)->loop.id };

      if (!g_ptr_array_find (job->chain, loop, NULL))
        return tl_refuse (error, culprits, 2, NULL, "loops %s and %s are not nested in each other within one block", loop->loop.var->name,
                          tl_path_target (deepest)->loop.var->name);
    }
  return TRUE;
}

static gboolean
check_only_children (const Reordering *job, GError **error)
{
  for (guint i = 0; i + 1 < job->chain->len; i++)
    {
      const TlStmt *outer = g_ptr_array_index (job->chain, i);
      const TlStmt *inner = g_ptr_array_index (job->chain, i + 1);
      TlNodeId      culprits[] = { outer->loop.id, inner->loop.id };

      if (outer->loop.body != inner)
        return tl_refuse (error, culprits, 2, NULL, "loop %s is not the only thing inside loop %s", inner->loop.var->name,
                          outer->loop.var->name);
    }
  return TRUE;
}

/* The order after the step: unnamed loops keep their places, the others fill theirs in the order asked for. Container. */
static GPtrArray *
new_order (const Reordering *job)
{
  GPtrArray *order = g_ptr_array_sized_new (job->chain->len);
  guint      next = 0;

  for (guint i = 0; i < job->chain->len; i++)
    {
      gpointer loop = g_ptr_array_index (job->chain, i);

      if (g_ptr_array_find (job->wanted, loop, NULL))
        loop = g_ptr_array_index (job->wanted, next++);
      g_ptr_array_add (order, loop);
    }
  return order;
}

static gboolean
check_domains (GPtrArray *order, GError **error)
{
  for (guint i = 0; i < order->len; i++)
    for (guint j = i + 1; j < order->len; j++)
      {
        const TlLoop *outer = &((const TlStmt *) g_ptr_array_index (order, i))->loop;
        const TlLoop *inner = &((const TlStmt *) g_ptr_array_index (order, j))->loop;
        TlNodeId      culprits[] = { outer->id, inner->id };

        if (tl_expr_uses_var (outer->min, inner->var) || tl_expr_uses_var (outer->extent, inner->var))
          return tl_refuse (error, culprits, 2, NULL, "loop %s cannot move outside loop %s: its range depends on %s", outer->var->name,
                            inner->var->name, inner->var->name);
      }
  return TRUE;
}

static gboolean
check_block (TlPrimitiveCall *call, const TlLoop *outermost, const TlStmt *stmt, GError **error)
{
  g_autoptr (TlPath) path = NULL;
  const TlBlock     *block = &stmt->block;
  TlNodeId           culprits[] = { outermost->id, block->id };

  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind != TL_AXIS_SPATIAL && block->axes[i].kind != TL_AXIS_REDUCE)
      return tl_call_refuse_order (call, error, &block->id, 1, NULL,
                                   "axis %s of block %s is ordered, so the loops around it cannot be reordered",
                                   block->axes[i].var->name, block->name);
  path = tl_path_find (call->module, block->id);
  if (!tl_block_is_affine_below (path, outermost))
    return tl_call_refuse_order (call, error, culprits, 2, NULL,
                                 "the bindings of block %s are not independent affine expressions of the loops from %s on",
                                 block->name, outermost->var->name);
  if (!tl_block_accumulates (block) || tl_block_runs_once_below (call->builder.arena, path, outermost))
    return TRUE;
  return tl_call_refuse_order (call, error, culprits, 2, NULL,
                               "a loop from %s on repeats block %s, and a repeated reduction must not change its order",
                               outermost->var->name, block->name);
}

static gboolean
feeds (const TlBlock *block, const TlLoop *loop, gboolean reduction)
{
  for (guint i = 0; i < block->n_axes; i++)
    if ((block->axes[i].kind == TL_AXIS_REDUCE) == reduction && tl_expr_uses_var (block->bindings[i], loop->var))
      return TRUE;
  return FALSE;
}

/*
 * The initialization runs with the first value of the reduction axes, which must stay the first. Loops that feed reduction axes alone may
 * change places: whatever their order, all start at 0. If one also feeds a data-parallel axis, as after a fuse, they must not.
 */
static gboolean
check_init_first (const Reordering *job, GPtrArray *order, const TlStmt *stmt, GError **error)
{
  const TlBlock *block = &stmt->block;
  const TlLoop  *mixed = NULL;
  gboolean       is_changed = FALSE;

  if (block->init == NULL)
    return TRUE;
  for (guint i = 0, j = 0; i < job->chain->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) g_ptr_array_index (job->chain, i))->loop;

      if (!feeds (block, loop, TRUE))
        continue;
      while (!feeds (block, &((const TlStmt *) g_ptr_array_index (order, j))->loop, TRUE))
        j++;
      is_changed |= &((const TlStmt *) g_ptr_array_index (order, j++))->loop != loop;
      if (feeds (block, loop, FALSE) && !tl_expr_is_int (loop->extent, 1))
        mixed = loop;
    }
  if (mixed != NULL && is_changed)
    return tl_call_refuse_order (job->call, error, (TlNodeId[]) { mixed->id, block->id }, 2, "decompose_reduction first",
                                 "loop %s drives both data-parallel and reduction axes of block %s: in another order its initialization "
                                 "may come too late",
                                 mixed->var->name, block->name);
  return TRUE;
}

typedef struct
{
  const Reordering *job;
  GPtrArray        *order;
  GError          **error;
} InitOrder;

static TlWalk
check_inner_block (const TlStmt *stmt, gpointer user_data)
{
  const InitOrder *inits = user_data;

  if (stmt->kind == TL_STMT_BLOCK && !check_init_first (inits->job, inits->order, stmt, inits->error))
    return TL_WALK_STOP;
  return TL_WALK_INTO;
}

/* Blocks in a block that has no axes, as a partition, are bound to the loops around it. */
static gboolean
check_inits_first (const Reordering *job, GPtrArray *order, const TlStmt *stmt, GError **error)
{
  InitOrder inits = { job, order, error };

  return tl_stmt_walk (stmt, check_inner_block, NULL, &inits);
}

static const TlStmt *
rebuild (TlArena *arena, GPtrArray *order, const TlStmt *body)
{
  for (guint i = order->len; i-- > 0;)
    {
      TlLoop loop = ((const TlStmt *) g_ptr_array_index (order, i))->loop;

      loop.body = body;
      body = tl_stmt_loop (arena, &loop);
    }
  return body;
}

static gboolean
reorder_checked (TlPrimitiveCall *call, Reordering *job, const TlPath *deepest, GError **error)
{
  const TlStmt         *outermost;
  g_autoptr (GPtrArray) order = NULL;
  g_autoptr (GPtrArray) blocks = NULL;
  g_autoptr (TlPath)    path = NULL;

  if (!collect_chain (job, deepest, error) || !check_only_children (job, error))
    return FALSE;
  order = new_order (job);
  if (!check_domains (order, error))
    return FALSE;
  blocks = tl_stmt_child_blocks (tl_path_target (deepest));
  outermost = g_ptr_array_index (job->chain, 0);
  for (guint i = 0; i < blocks->len; i++)
    if (!check_block (call, &outermost->loop, g_ptr_array_index (blocks, i), error)
        || !check_inits_first (job, order, g_ptr_array_index (blocks, i), error))
      return FALSE;
  path = tl_path_find (call->module, outermost->loop.id);
  tl_call_replace (call, path, rebuild (call->builder.arena, order, tl_path_target (deepest)->loop.body));
  return TRUE;
}

static gboolean
reorder_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (GPtrArray) chain = g_ptr_array_sized_new (call->args[0].n_items);
  g_autoptr (GPtrArray) wanted = g_ptr_array_sized_new (call->args[0].n_items);
  g_autoptr (TlPath)    deepest = NULL;
  Reordering            job = { .call = call, .chain = chain, .wanted = wanted };

  if (!collect_wanted (call, &job, &deepest, error))
    return FALSE;
  if (wanted->len <= 1)
    return TRUE;
  return reorder_checked (call, &job, deepest, error);
}

const TlPrimitive tl_primitive_reorder = {
  .name = "reorder",
  .kind = "Reorder",
  .title = "Reorder Loops",
  .family = TL_FAMILY_LOOP,
  .summary = "Change the order of nested loops.",
  .sketch = "for i, j, k in grid(n, m, l): S  →  for k, i, j in grid(l, n, m): S",
  .shortcut = "R",
  TL_PRIMITIVE_PARAMS (
      { "loops", TL_PARAM_LOOPS, TL_PARAM_IS_INPUT | TL_PARAM_POSITIONAL, NULL,
        "Loops of one nest in the new order; other loops keep their places." }),
  .apply = reorder_apply,
  .sentence = "Reorder to {loops}",
};
