/* SPDX-License-Identifier: Apache-2.0 */
/*
 * decompose_reduction: the initial value of a reduction becomes a block of its own, right before a chosen loop.
 *
 *   for i, j_0:                          for i, j_0:
 *     for k, j_1:            at k   →      for j_1_init:  C_init
 *       C (init, update)                   for k, j_1:    C_update
 *
 * Invariant: each element is initialized exactly once before its first update. So no loop above the chosen one may drive a reduction axis:
 * there the initialization would be repeated between updates. And it has the initial value that it had: no block in the chosen loop writes
 * what that is computed from.
 */
#include "core/schedule/primitives/block-edit-private.h"

/* The init block under construction. */
typedef struct
{
  TlArena     *arena;
  TlBuilder   *builder;
  GHashTable  *values;      /* loop and axis variables of the old block → those of the init block, or the one value they take */
  GHashTable  *dropped;     /* variables of longer loops below the chosen one that no spatial binding uses */
  GPtrArray   *loops;       /* the old loops that the init block repeats, outermost first */
} InitBlock;

static gboolean
uses_spatially (const TlBlock *block, const TlVar *var)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind != TL_AXIS_REDUCE && tl_expr_uses_var (block->bindings[i], var))
      return TRUE;
  return FALSE;
}

static gboolean
uses_in_reduction (const TlBlock *block, const TlVar *var)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE && tl_expr_uses_var (block->bindings[i], var))
      return TRUE;
  return FALSE;
}

static void
choose_loops (InitBlock *init, const TlPath *path, guint loop_index)
{
  const TlBlock *block = &tl_path_target (path)->block;

  for (guint i = loop_index; i + 1 < path->n; i++)
    {
      const TlStmt *loop = path->stmts[i];

      if (loop->kind != TL_STMT_FOR)
        continue;
      if (uses_spatially (block, loop->loop.var))
        {
          const char *name = tl_arena_printf (init->arena, "%s_init", loop->loop.var->name);

          g_ptr_array_add (init->loops, (gpointer) loop);
          g_hash_table_insert (init->values, (gpointer) loop->loop.var,
                               (gpointer) tl_expr_var (init->arena, name, loop->loop.var->dtype));
        }
      else if (tl_expr_is_int (loop->loop.extent, 1))
        g_hash_table_insert (init->values, (gpointer) loop->loop.var, (gpointer) loop->loop.min);
      else
        g_hash_table_add (init->dropped, (gpointer) loop->loop.var);
    }
}

static const TlRegion *
substitute_regions (InitBlock *init, const TlRegion *regions, guint n)
{
  TlRegion *copy = tl_arena_new_array (init->arena, TlRegion, n);

  for (guint i = 0; i < n; i++)
    copy[i] = tl_region_substitute (init->arena, regions[i], init->values);
  return copy;
}

/* Reads are those of the initial value; the writes stay those of the whole block. */
static void
set_init_access (InitBlock *init, TlBlock *block, const TlBlock *old)
{
  tl_block_infer_access (init->arena, block);
  block->writes = substitute_regions (init, old->writes, old->n_writes);
  block->n_writes = old->n_writes;
}

static const TlStmt *
make_init_block (InitBlock *init, const TlBlock *old)
{
  TlBlock        block = *old;
  TlBlockAxis   *axes = tl_arena_new_array (init->arena, TlBlockAxis, old->n_axes);
  const TlExpr **bindings = tl_arena_new_array (init->arena, const TlExpr *, old->n_axes);

  block.id = tl_builder_take_id (init->builder);
  block.name = tl_arena_printf (init->arena, "%s_init", old->name);
  block.n_axes = 0;
  block.predicate = tl_predicate_without (init->arena, old->predicate, init->dropped, init->values);
  for (guint i = 0; i < old->n_axes; i++)
    {
      const TlBlockAxis *axis = &old->axes[i];

      if (axis->kind == TL_AXIS_REDUCE)
        continue;
      axes[block.n_axes] = *axis;
      axes[block.n_axes].var = tl_expr_var (init->arena, axis->var->name, axis->var->dtype);
      bindings[block.n_axes++] = tl_expr_substitute (init->arena, old->bindings[i], init->values);
      g_hash_table_insert (init->values, (gpointer) axis->var, (gpointer) axes[block.n_axes - 1].var);
    }
  block.axes = axes;
  block.bindings = bindings;
  block.allocs = NULL;
  block.n_allocs = 0;
  block.init = NULL;
  block.body = tl_block_copy_views (init->arena, &block, tl_stmt_substitute (init->arena, old->init, init->values), init->values);
  set_init_access (init, &block, old);
  return tl_stmt_block (init->arena, &block);
}

/* Kinds, threads and annotations stay, so that a vectorized update has a vectorized init. */
static const TlStmt *
wrap_in_loops (InitBlock *init, const TlStmt *body)
{
  for (guint i = init->loops->len; i > 0; i--)
    {
      TlLoop loop = ((const TlStmt *) init->loops->pdata[i - 1])->loop;

      loop.id = tl_builder_take_id (init->builder);
      loop.var = g_hash_table_lookup (init->values, loop.var);
      loop.min = tl_expr_substitute (init->arena, loop.min, init->values);
      loop.extent = tl_expr_substitute (init->arena, loop.extent, init->values);
      loop.body = body;
      body = tl_stmt_loop (init->arena, &loop);
    }
  return body;
}

static const TlStmt *
make_update_block (TlArena *arena, const TlBlock *old)
{
  TlBlock block = *old;

  block.name = tl_arena_printf (arena, "%s_update", old->name);
  block.init = NULL;
  tl_block_read_own_writes (arena, &block);
  return tl_stmt_block (arena, &block);
}

/*
 * A condition on dropped loops alone guards updates only. One that also holds back other loops would have to be kept in part, and which
 * part is not known in general.
 */
static gboolean
check_guard (const InitBlock *init, const TlPath *path, const TlExpr *guard, GError **error)
{
  const TlBlock *block = &tl_path_target (path)->block;

  if (guard == NULL || !tl_expr_uses_any (guard, init->dropped))
    return TRUE;
  if (guard->kind == TL_EXPR_AND)
    return check_guard (init, path, guard->a, error) && check_guard (init, path, guard->b, error);
  for (guint i = (guint) tl_path_scope_index (path) + 1; i + 1 < path->n; i++)
    {
      const TlLoop *loop = &path->stmts[i]->loop;

      if (path->stmts[i]->kind == TL_STMT_FOR && !g_hash_table_contains (init->dropped, loop->var) && !tl_expr_is_int (loop->extent, 1)
          && tl_expr_uses_var (guard, loop->var))
        return tl_refuse (error, (TlNodeId[]) { loop->id, block->id }, 2, "split the loop so that it divides evenly",
                          "the guard of block %s relates loop %s to loops that the initialization does not have", block->name,
                          loop->var->name);
    }
  return TRUE;
}

static gboolean
check_loop_height (TlPrimitiveCall *call, const TlPath *block_path, guint loop_index, GError **error)
{
  const TlBlock *block = &tl_path_target (block_path)->block;
  const TlLoop  *loop = &block_path->stmts[loop_index]->loop;

  for (guint i = (guint) tl_path_scope_index (block_path) + 1; i < loop_index; i++)
    {
      const TlStmt *above = block_path->stmts[i];

      if (above->kind == TL_STMT_FOR && uses_in_reduction (block, above->loop.var))
        return tl_call_refuse_order (call, error, (TlNodeId[]) { above->loop.id, loop->id }, 2,
                                     "decompose at that loop or one further out",
                                     "loop %s drives a reduction of block %s and lies above %s: the initialization would be repeated "
                                     "between updates",
                                     above->loop.var->name, block->name, loop->var->name);
    }
  return TRUE;
}

/* A block beside the reduction that writes what the initial value reads. */
typedef struct
{
  const TlStmt   *target;
  const TlStmt   *writer;   /* NULL: none is found */
  const TlBuffer *buffer;
} InputSearch;

static TlWalk
find_writer_of_input (const TlStmt *stmt, gpointer user_data)
{
  InputSearch *search = user_data;

  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  for (guint i = 0; stmt != search->target && i < stmt->block.n_writes; i++)
    if (tl_stmt_loads (search->target->block.init, stmt->block.writes[i].buffer))
      {
        search->writer = stmt;
        search->buffer = stmt->block.writes[i].buffer;
        return TL_WALK_STOP;
      }
  return TL_WALK_OVER;
}

/* The init block comes before all that stands in the loop. */
static gboolean
check_inputs (TlPrimitiveCall *call, const TlStmt *target, const TlStmt *loop, GError **error)
{
  InputSearch search = { .target = target };

  tl_stmt_walk (loop, find_writer_of_input, NULL, &search);
  if (search.writer == NULL)
    return TRUE;
  return tl_call_refuse_order (call, error, (TlNodeId[]) { search.writer->block.id, loop->loop.id, target->block.id }, 3, NULL,
                               "block %s in loop %s writes buffer %s, which the initial value of block %s reads: the initialization "
                               "would come before it",
                               search.writer->block.name, loop->loop.var->name, search.buffer->name, target->block.name);
}

static gboolean
decompose_apply (TlPrimitiveCall *call, GError **error)
{
  TlArena               *arena = call->builder.arena;
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (TlPath)     loop_path = NULL;
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  loops = g_ptr_array_new ();
  g_autofree char       *why = NULL;
  g_autoptr (TlScopeInfo) scope = NULL;
  InitBlock              init = { .arena = arena, .builder = &call->builder, .values = values, .dropped = dropped, .loops = loops };
  const TlStmt          *target, *both[2];
  TlPath                 prefix;
  gint                   loop_index;

  if (!tl_call_find_block (call, &call->args[0], &path, error) || !tl_call_find_loop (call, &call->args[1], &loop_path, error))
    return FALSE;
  target = tl_path_target (path);
  if (path->n == 1)
    return tl_refuse (error, &target->block.id, 1, NULL, "the root block is not a reduction block");
  scope = tl_path_scope_info (arena, call->module, path);
  if (!tl_block_is_reduction (scope, target, &why))
    return tl_refuse (error, &target->block.id, 1, NULL, "block %s is not a reduction block: %s", target->block.name, why);
  loop_index = tl_path_find_inside_scope (path, call->args[1].node);
  if (loop_index < 0)
    return tl_refuse (error, (TlNodeId[]) { call->args[1].node, target->block.id }, 2, NULL, "loop %s is not around block %s",
                      tl_path_target (loop_path)->loop.var->name, target->block.name);
  if (!check_loop_height (call, path, (guint) loop_index, error) || !check_inputs (call, target, tl_path_target (loop_path), error))
    return FALSE;
  if (!tl_block_runs_once_below (arena, path, &tl_path_target (loop_path)->loop)
      && !tl_call_refuse_order (call, error, (TlNodeId[]) { call->args[1].node, target->block.id }, 2, "decompose at a loop further in",
                                "a loop from %s on repeats block %s: the same elements would be reduced again without a new "
                                "initialization",
                                tl_path_target (loop_path)->loop.var->name, target->block.name))
    return FALSE;

  choose_loops (&init, path, (guint) loop_index);
  if (!check_guard (&init, path, target->block.predicate, error))
    return FALSE;
  both[1] = tl_path_rebuild_from (&call->builder, path, (guint) loop_index, make_update_block (arena, &target->block));
  both[0] = make_init_block (&init, &target->block);
  tl_call_output_node (call, TL_RV_BLOCK, both[0]->block.id);
  both[0] = wrap_in_loops (&init, both[0]);
  prefix = tl_path_prefix (path, (guint) loop_index);
  tl_call_replace (call, &prefix, tl_stmt_seq (arena, both, 2));
  return TRUE;
}

const TlPrimitive tl_primitive_decompose_reduction = {
  .name = "decompose_reduction",
  .kind = "DecomposeReduction",
  .title = "Decompose Reduction",
  .family = TL_FAMILY_REDUCTION,
  .summary = "Split a reduction block into an initialization block and an update block.",
  .sketch = "for i, k: C (init, update)  →  for i: for …_init: C_init; for k: C_update",
  .shortcut = "D",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "The reduction block." },
      { .name = "loop", .kind = TL_PARAM_LOOP, .flags = TL_PARAM_IS_INPUT,
        .help = "Loop before which the initialization is placed; no loop above it may drive a reduction axis." }),
  .n_outputs = 1,
  .apply = decompose_apply,
  .sentence = "Decompose reduction {block} at {loop}",
};
