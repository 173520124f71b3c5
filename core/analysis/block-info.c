/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The blocks of one scope, who depends on whom, and the classes of blocks that make a rewrite legal.
 *
 *   RAW  the later block reads what the earlier one wrote   ┐ both make the earlier one a producer
 *   WAW  the later block writes what the earlier one wrote  ┘ and the later one a consumer
 *   WAR  the later block writes what the earlier one read: no stage pipeline
 *
 * Dependences are by buffer, as in TVM: two blocks that touch different parts of a buffer still depend on each other.
 */
#include "core/analysis/block-info-private.h"

/* Collecting the children. */

typedef struct
{
  const TlStmt **stmts;
  guint          n, capacity;
  gboolean       enters_wrappers; /* blocks without axes that only hand on the loops around them */
  const TlExpr  *predicate;       /* of those entered; NULL: always true */
} BlockLoops;

static gboolean
is_wrapper (const TlStmt *stmt)
{
  g_autoptr (GPtrArray) inside = NULL;

  if (stmt->block.n_axes > 0)
    return FALSE;
  inside = tl_stmt_child_blocks (stmt);
  return inside->len > 0;
}

static void collect (TlScopeInfo *info, const TlStmt *stmt, BlockLoops *loops);

static void
collect_wrapped (TlScopeInfo *info, const TlStmt *wrapper, BlockLoops *loops)
{
  const TlExpr *around = loops->predicate;

  if (!tl_expr_is_true (wrapper->block.predicate))
    loops->predicate = around != NULL ? tl_and (info->arena, around, wrapper->block.predicate) : wrapper->block.predicate;
  collect (info, wrapper->block.body, loops);
  loops->predicate = around;
}

static const TlStmt *
under_predicate (TlArena *arena, const TlStmt *stmt, const TlExpr *predicate)
{
  TlBlock block = stmt->block;

  if (predicate == NULL)
    return stmt;
  block.predicate = tl_expr_is_true (block.predicate) ? predicate : tl_and (arena, predicate, block.predicate);
  return tl_stmt_block (arena, &block);
}

static void
collect (TlScopeInfo *info, const TlStmt *stmt, BlockLoops *loops)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      loops->stmts = tl_arena_grow (info->arena, loops->stmts, loops->n, &loops->capacity, sizeof stmt);
      loops->stmts[loops->n++] = stmt;
      collect (info, stmt->loop.body, loops);
      loops->n--;
      return;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        collect (info, stmt->stmts[i], loops);
      return;
    case TL_STMT_BLOCK:
      if (loops->enters_wrappers && is_wrapper (stmt))
        {
          collect_wrapped (info, stmt, loops);
          return;
        }
      info->children = tl_arena_grow (info->arena, info->children, info->n_children, &info->children_capacity, sizeof *info->children);
      info->children[info->n_children++] = (TlScopeChild) {
        .block = under_predicate (info->arena, stmt, loops->predicate),
        .loops = tl_arena_dup_array (info->arena, const TlStmt *, loops->stmts, loops->n),
        .n_loops = loops->n,
      };
      return;
    default:
      break;
    }
  if (info->foreign == NULL)
    info->foreign = stmt;
  switch (stmt->kind)
    {
    case TL_STMT_IF:
      collect (info, stmt->then_body, loops);
      if (stmt->else_body != NULL)
        collect (info, stmt->else_body, loops);
      break;
    case TL_STMT_WHILE:
      collect (info, stmt->then_body, loops);
      break;
    case TL_STMT_LET:
      collect (info, stmt->let_body, loops);
      break;
    case TL_STMT_ATTR:
      collect (info, stmt->attr_body, loops);
      break;
    case TL_STMT_ALLOC:
      collect (info, stmt->alloc_body, loops);
      break;
    default:
      break;
    }
}

static TlScopeInfo *
new_info (TlArena *arena, const TlStmt *scope, gboolean enters_wrappers)
{
  TlScopeInfo *info = g_new0 (TlScopeInfo, 1);
  BlockLoops   loops = { .enters_wrappers = enters_wrappers };

  g_assert (scope->kind == TL_STMT_BLOCK);
  info->arena = arena;
  info->scope = scope;
  collect (info, scope->block.body, &loops);
  return info;
}

static TlScopeInfo *
keep_below (TlScopeInfo *info, const TlStmt *loop)
{
  guint n_below = 0;

  for (guint i = 0; i < info->n_children; i++)
    if (tl_stmt_find (loop, info->children[i].block->block.id) != NULL)
      info->children[n_below++] = info->children[i];
  info->n_children = n_below;
  return info;
}

TlScopeInfo *
tl_scope_info_new (TlArena *arena, const TlModule *module, const TlStmt *scope)
{
  return new_info (arena, scope, FALSE);
}

TlScopeInfo *
tl_scope_info_new_below (TlArena *arena, const TlModule *module, const TlStmt *scope, const TlStmt *loop)
{
  return keep_below (new_info (arena, scope, FALSE), loop);
}

TlScopeInfo *
tl_scope_info_new_unwrapped (TlArena *arena, const TlModule *module, const TlStmt *scope, const TlStmt *loop)
{
  return loop != NULL ? keep_below (new_info (arena, scope, TRUE), loop) : new_info (arena, scope, TRUE);
}

void
tl_scope_info_free (TlScopeInfo *info)
{
  g_free (info);
}

const TlScopeChild *
tl_scope_child (const TlScopeInfo *info, guint index)
{
  return &info->children[index];
}

static gint
find_child (const TlScopeInfo *info, const TlStmt *block)
{
  for (guint i = 0; i < info->n_children; i++)
    if (tl_scope_child (info, i)->block->block.id == block->block.id)
      return (gint) i;
  return -1;
}

const TlStmt *
tl_scope_info_nth (const TlScopeInfo *info, guint index)
{
  return index < info->n_children ? tl_scope_child (info, index)->block : NULL;
}

/* Dependences. */

gboolean
tl_block_writes (const TlStmt *block, const TlBuffer *buffer)
{
  return tl_regions_touch (block->block.writes, block->block.n_writes, buffer);
}

gboolean
tl_block_reads (const TlStmt *block, const TlBuffer *buffer)
{
  return tl_regions_touch (block->block.reads, block->block.n_reads, buffer);
}

/* Whether @dst, which runs after @src, reads or overwrites what @src wrote. */
static gboolean
is_producer_of (const TlStmt *src, const TlStmt *dst)
{
  for (guint i = 0; i < src->block.n_writes; i++)
    if (tl_block_reads (dst, src->block.writes[i].buffer) || tl_block_writes (dst, src->block.writes[i].buffer))
      return TRUE;
  return FALSE;
}

GPtrArray *
tl_scope_info_producers (const TlScopeInfo *info, const TlStmt *block)
{
  GPtrArray *found = g_ptr_array_new ();
  gint       self = find_child (info, block);

  for (gint i = 0; i < self; i++)
    if (is_producer_of (tl_scope_child (info, (guint) i)->block, block))
      g_ptr_array_add (found, (gpointer) tl_scope_child (info, (guint) i)->block);
  return found;
}

GPtrArray *
tl_scope_info_consumers (const TlScopeInfo *info, const TlStmt *block)
{
  GPtrArray *found = g_ptr_array_new ();
  gint       self = find_child (info, block);

  if (self < 0)
    return found;
  for (guint i = (guint) self + 1; i < info->n_children; i++)
    if (is_producer_of (block, tl_scope_child (info, i)->block))
      g_ptr_array_add (found, (gpointer) tl_scope_child (info, i)->block);
  return found;
}

static GPtrArray *
children_where (const TlScopeInfo *info, gboolean (*is_wanted) (const TlStmt *, const TlBuffer *), const TlBuffer *buffer)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < info->n_children; i++)
    if (is_wanted (tl_scope_child (info, i)->block, buffer))
      g_ptr_array_add (found, (gpointer) tl_scope_child (info, i)->block);
  return found;
}

GPtrArray *
tl_scope_info_writers (const TlScopeInfo *info, const TlBuffer *buffer)
{
  return children_where (info, tl_block_writes, buffer);
}

GPtrArray *
tl_scope_info_readers (const TlScopeInfo *info, const TlBuffer *buffer)
{
  return children_where (info, tl_block_reads, buffer);
}

/* Iterators. */

static TlIter
loop_iter (const TlStmt *loop)
{
  return (TlIter) { .var = loop->loop.var, .min = loop->loop.min, .extent = loop->loop.extent };
}

const TlIter *
tl_loops_iters (TlArena *arena, const TlStmt *const *loops, guint n_loops)
{
  TlIter *iters = tl_arena_new_array (arena, TlIter, n_loops);

  for (guint i = 0; i < n_loops; i++)
    iters[i] = loop_iter (loops[i]);
  return iters;
}

const TlIter *
tl_scope_info_iters (const TlScopeInfo *info, const TlStmt *block, guint *n_iters)
{
  gint index = find_child (info, block);

  g_return_val_if_fail (index >= 0, NULL);
  *n_iters = tl_scope_child (info, (guint) index)->n_loops;
  return tl_loops_iters (info->arena, tl_scope_child (info, (guint) index)->loops, *n_iters);
}

const TlIter *
tl_path_iters (TlArena *arena, const TlPath *path, guint *n_iters)
{
  TlIter *iters = tl_arena_new_array (arena, TlIter, path->n);

  *n_iters = 0;
  for (gint i = tl_path_scope_index (path) + 1; i + 1 < (gint) path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR)
      iters[(*n_iters)++] = loop_iter (path->stmts[i]);
  return iters;
}

guint
tl_loop_axis_kinds (const TlStmt *loop)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (loop);
  guint                 kinds = 0;

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlBlock *block = &((const TlStmt *) blocks->pdata[i])->block;

      for (guint j = 0; j < block->n_axes; j++)
        if (tl_expr_uses_var (block->bindings[j], loop->loop.var))
          kinds |= 1u << block->axes[j].kind;
    }
  return kinds;
}

gboolean
tl_loop_is_data_parallel (const TlStmt *loop)
{
  return (tl_loop_axis_kinds (loop) & ~(1u << TL_AXIS_SPATIAL)) == 0;
}

gboolean
tl_block_is_data_parallel (const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind != TL_AXIS_SPATIAL)
      return FALSE;
  return TRUE;
}

static const TlExpr *
bind_axis (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlBlock *block = rewriter->user_data;

  for (guint i = 0; expr->kind == TL_EXPR_VAR && i < block->n_axes; i++)
    if (block->axes[i].var == expr)
      return block->bindings[i];
  return NULL;
}

TlRegion
tl_block_region_outside (TlArena *arena, const TlBlock *block, TlRegion region)
{
  TlRewriter rewriter = { .arena = arena, .expr = bind_axis, .user_data = (gpointer) block };
  TlRange   *ranges = tl_arena_new_array (arena, TlRange, region.buffer->n_dims);

  for (guint i = 0; i < region.buffer->n_dims; i++)
    {
      ranges[i].min = tl_rewrite_expr (&rewriter, region.ranges[i].min);
      ranges[i].extent = tl_rewrite_expr (&rewriter, region.ranges[i].extent);
    }
  return (TlRegion) { .buffer = region.buffer, .ranges = ranges };
}

/* Classes of blocks. */

gboolean
tl_because (char **why, const char *format, ...)
{
  va_list args;

  if (why == NULL)
    return FALSE;
  va_start (args, format);
  *why = g_strdup_vprintf (format, args);
  va_end (args);
  return FALSE;
}

static gboolean
is_dominant (const TlScopeInfo *info, const TlStmt *block, char **why)
{
  for (guint i = 0; i < block->block.n_writes; i++)
    {
      const TlBuffer *buffer = block->block.writes[i].buffer;

      for (guint j = 0; j < info->n_children; j++)
        {
          const TlStmt *other = tl_scope_child (info, j)->block;

          if (other->block.id != block->block.id && tl_block_writes (other, buffer))
            return tl_because (why, "block %s is not the only writer of buffer %s: block %s writes it too", block->block.name, buffer->name,
                         other->block.name);
        }
    }
  return TRUE;
}

gboolean
tl_block_is_complete (const TlScopeInfo *info, const TlStmt *block, char **why)
{
  const TlBlock *record = &block->block;

  for (guint i = 0; i < record->n_axes; i++)
    if (record->axes[i].kind != TL_AXIS_SPATIAL)
      return tl_because (why, "axis %s of block %s is not spatial", record->axes[i].var->name, record->name);
  if (!is_dominant (info, block, why))
    return FALSE;
  for (guint i = 0; i < record->n_reads; i++)
    if (tl_block_writes (block, record->reads[i].buffer))
      return tl_because (why, "block %s reads and writes buffer %s", record->name, record->reads[i].buffer->name);
  return TRUE;
}

static gboolean
is_affine_binding (TlArena *arena, const TlBlock *block, const TlIter *iters, guint n_iters, char **why)
{
  return tl_iter_map_detect_unscaled (arena, block->bindings, block->n_axes, iters, n_iters, block->predicate, why);
}

static TlWalk
stop_at_reduction_axis (const TlExpr *expr, gpointer user_data)
{
  const TlBlock *block = user_data;

  for (guint i = 0; expr->kind == TL_EXPR_VAR && i < block->n_axes; i++)
    if (block->axes[i].var == expr && block->axes[i].kind == TL_AXIS_REDUCE)
      return TL_WALK_STOP;
  return TL_WALK_INTO;
}

static gboolean
uses_reduction_axis (const TlBlock *block, const TlExpr *index)
{
  return !tl_expr_walk (index, stop_at_reduction_axis, (gpointer) block);
}

/* Stops at a store to one of the block's written buffers with a reduction axis in an index. */
static TlWalk
stop_at_reduction_index (const TlStmt *stmt, gpointer user_data)
{
  const TlBlock *block = user_data;

  if (stmt->kind != TL_STMT_STORE || !tl_regions_touch (block->writes, block->n_writes, stmt->buffer))
    return TL_WALK_INTO;
  for (guint i = 0; i < stmt->n_indices; i++)
    if (uses_reduction_axis (block, stmt->indices[i]))
      return TL_WALK_STOP;
  return TL_WALK_INTO;
}

static gboolean
reduction_indexes_output (const TlBlock *block)
{
  for (guint i = 0; i < block->n_writes; i++)
    for (guint j = 0; j < block->writes[i].buffer->n_dims; j++)
      if (uses_reduction_axis (block, block->writes[i].ranges[j].min))
        return TRUE;
  return !tl_stmt_walk (block->body, stop_at_reduction_index, NULL, (gpointer) block);
}

static gboolean
feeds_other_kind (const TlBlock *block, const TlVar *var, TlAxisKind kind)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind != kind && tl_expr_uses_var (block->bindings[i], var))
      return TRUE;
  return FALSE;
}

typedef struct
{
  const TlIter *iters;
  guint         n_iters;
} Iters;

static TlWalk
stop_at_other_var (const TlExpr *expr, gpointer user_data)
{
  const Iters *known = user_data;

  for (guint i = 0; i < known->n_iters; i++)
    if (known->iters[i].var == expr)
      return TL_WALK_INTO;
  return expr->kind == TL_EXPR_VAR ? TL_WALK_STOP : TL_WALK_INTO;
}

/*
 * The initialization runs at the first value of the reduction axes. Loops that start later, as the later parts of a partitioned loop do,
 * never run it; a loop for spatial and reduction axes at once then runs it for some points only. Where a variable from outside of the
 * scope, as of a loop around partitioned ones, drives the axis too, one run of the scope may initialize and the next not.
 */
static gboolean
starts_axis (TlAnalyzer *analyzer, const TlBlock *block, guint axis, const TlIter *iters, guint n_iters)
{
  Iters  known = { iters, n_iters };
  gint64 first, low, high;

  if (!tl_expr_walk (block->bindings[axis], stop_at_other_var, &known))
    return FALSE;
  if (!tl_expr_get_int (block->axes[axis].dom.min, &first))
    return TRUE;
  for (guint i = 0; i < n_iters; i++)
    if (!tl_expr_is_int (iters[i].min, 0) && tl_expr_uses_var (block->bindings[axis], iters[i].var)
        && feeds_other_kind (block, iters[i].var, TL_AXIS_REDUCE))
      return FALSE;
  tl_analyzer_const_bounds (analyzer, block->bindings[axis], &low, &high);
  return low <= first;
}

static gboolean
starts_later (const TlBlock *block, guint axis, const TlIter *iters, guint n_iters)
{
  for (guint i = 0; i < n_iters; i++)
    if (!tl_expr_is_int (iters[i].min, 0) && tl_expr_uses_var (block->bindings[axis], iters[i].var))
      return TRUE;
  return FALSE;
}

/*
 * Each of several axes may be at its first value at some time, and never all of them: j // 3 and j % 3 for j from 1 on. With loops that
 * start later they are to be where those start.
 */
static gboolean
start_together (const TlScopeInfo *info, TlAnalyzer *analyzer, const TlBlock *block, const TlIter *iters, guint n_iters)
{
  g_autoptr (GHashTable) starts = g_hash_table_new (NULL, NULL);
  guint                  n_reduce = 0;

  for (guint i = 0; i < n_iters; i++)
    g_hash_table_insert (starts, (gpointer) iters[i].var, (gpointer) iters[i].min);
  for (guint i = 0; i < block->n_axes; i++)
    n_reduce += block->axes[i].kind == TL_AXIS_REDUCE;
  for (guint i = 0; i < block->n_axes && n_reduce > 1; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE && starts_later (block, i, iters, n_iters)
        && !tl_analyzer_can_prove_equal (analyzer, tl_expr_substitute (info->arena, block->bindings[i], starts), block->axes[i].dom.min))
      return FALSE;
  return TRUE;
}

gboolean
tl_block_starts_reduction (const TlScopeInfo *info, const TlStmt *stmt, char **why)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (info->arena);
  const TlBlock         *block = &stmt->block;
  guint                  n_iters;
  const TlIter          *iters = tl_scope_info_iters (info, stmt, &n_iters);

  for (guint i = 0; i < n_iters; i++)
    tl_analyzer_bind (analyzer, iters[i].var, iters[i].min, iters[i].extent);
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE && !starts_axis (analyzer, block, i, iters, n_iters))
      return tl_because (why, "the loops around block %s do not start its axis %s at the first value, so it is not always initialized",
                         block->name, block->axes[i].var->name);
  if (!start_together (info, analyzer, block, iters, n_iters))
    return tl_because (why, "the loops around block %s never start all of its reduction axes at their first values", block->name);
  return TRUE;
}

gboolean
tl_block_is_reduction (const TlScopeInfo *info, const TlStmt *block, char **why)
{
  const TlBlock   *record = &block->block;
  gint             index = find_child (info, block);
  g_autofree char *reason = NULL;
  const TlIter    *iters;
  guint            n_iters;

  if (index < 0)
    return tl_because (why, "block %s is inside the initialization of block %s", record->name, info->scope->block.name);
  if (record->init == NULL)
    return tl_because (why, "block %s has no init", record->name);
  iters = tl_scope_info_iters (info, block, &n_iters);
  if (!is_affine_binding (info->arena, record, iters, n_iters, &reason))
    return tl_because (why, "the bindings of block %s are not quasi-affine: %s", record->name, reason);
  for (guint i = 0; i < record->n_axes; i++)
    if (record->axes[i].kind != TL_AXIS_SPATIAL && record->axes[i].kind != TL_AXIS_REDUCE)
      return tl_because (why, "axis %s of block %s is neither spatial nor a reduction", record->axes[i].var->name, record->name);
  if (!tl_block_starts_reduction (info, block, why) || !is_dominant (info, block, why))
    return FALSE;
  if (reduction_indexes_output (record))
    return tl_because (why, "block %s indexes what it writes with a reduction axis", record->name);
  return TRUE;
}

gboolean
tl_block_is_affine (const TlModule *module, const TlPath *path)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  guint               n_iters;
  const TlIter       *iters = tl_path_iters (arena, path, &n_iters);

  return is_affine_binding (arena, &tl_path_target (path)->block, iters, n_iters, NULL);
}

gboolean
tl_block_is_affine_below (const TlPath *path, const TlLoop *outermost)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  guint               n_iters, n_outside = 0;
  const TlIter       *iters = tl_path_iters (arena, path, &n_iters);

  while (n_outside < n_iters && iters[n_outside].var != outermost->var)
    n_outside++;
  return is_affine_binding (arena, &tl_path_target (path)->block, iters + n_outside, n_iters - n_outside, NULL);
}

gboolean
tl_block_is_output (const TlModule *module, const TlPath *path)
{
  const TlBlock *block = &tl_path_target (path)->block;
  const TlStmt  *scope = tl_path_scope (path);

  for (guint i = 0; i < block->n_writes; i++)
    {
      gboolean is_allocated = FALSE;

      for (guint j = 0; scope != NULL && j < scope->block.n_allocs; j++)
        is_allocated = is_allocated || scope->block.allocs[j] == block->writes[i].buffer;
      if (!is_allocated)
        return TRUE;
    }
  return FALSE;
}
