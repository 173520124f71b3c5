/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The iterations of a loop with known extents, one by one: which elements of a buffer each of them writes, and which it reads. An instance
 * of the reader comes out the same in any order of the iterations if one of those that run it has written each element before (the last one
 * that runs it then finds it), or if no other iteration writes the element.
 */
#include "core/ir/walk.h"
#include "core/schedule/primitives/loop/iteration-order-private.h"

#define MAX_POINTS (1u << 17) /* elements touched, and iterations of loops, that are walked through */
#define SAMPLE 2              /* so many iterations at the start, in the middle and at the end of the loop */

/* An element as an instance of the reader reads it. */
typedef struct
{
  gint64 instance, element;
  gint64 iteration;       /* the last that read it */
  gboolean is_written;    /* before, in one of the iterations that read it */
  gboolean is_read_again; /* by another iteration */
} ElementRead;

typedef struct
{
  const TlCarriedRead *pair;
  GHashTable *values;  /* TlVar → gint64, as pointers: loops and axes */
  GHashTable *written; /* gint64 element → gint64 number of the only iteration that wrote it, or SEVERAL */
  GHashTable *current; /* gint64 element: written in this iteration */
  GHashTable *reads;   /* ElementRead */
  gint64 iteration;    /* of the loop in question */
  guint n_points;
  gboolean is_sampled; /* not all iterations of the loop and of those around it */
  GHashTable *repeats; /* TlLoop inside → whether it only repeats what its first iteration does */
} LoopWalk;

#define SEVERAL (-1)

static guint
hash_read (gconstpointer key)
{
  const ElementRead *read = key;

  return (guint)((guint64)(read->instance * 1000003 + read->element) * 0x9E3779B97F4A7C15u >> 32);
}

static gboolean
reads_equal (gconstpointer a, gconstpointer b)
{
  const ElementRead *x = a, *y = b;

  return x->instance == y->instance && x->element == y->element;
}

static gboolean evaluate (LoopWalk *walk, const TlExpr *expr, gint64 *value);

static gboolean
evaluate_choice (LoopWalk *walk, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false, gint64 *value)
{
  gint64 holds;

  return evaluate (walk, cond, &holds) && evaluate (walk, holds != 0 ? if_true : if_false, value);
}

/* Comparisons, "and" and "or" of numbers; the rest as the simplifier does it. */
static gboolean
combine (TlExprKind kind, gint64 a, gint64 b, gint64 *value)
{
  switch (kind)
    {
    case TL_EXPR_EQ:
      *value = a == b;
      return TRUE;
    case TL_EXPR_NE:
      *value = a != b;
      return TRUE;
    case TL_EXPR_LT:
      *value = a < b;
      return TRUE;
    case TL_EXPR_LE:
      *value = a <= b;
      return TRUE;
    case TL_EXPR_GT:
      *value = a > b;
      return TRUE;
    case TL_EXPR_GE:
      *value = a >= b;
      return TRUE;
    case TL_EXPR_AND:
      *value = a != 0 && b != 0;
      return TRUE;
    case TL_EXPR_OR:
      *value = a != 0 || b != 0;
      return TRUE;
    default:
      return tl_int_combine (kind, a, b, value);
    }
}

/* FALSE for what depends on more than loops and axes. */
static gboolean
evaluate (LoopWalk *walk, const TlExpr *expr, gint64 *value)
{
  gpointer found;
  gint64 a, b;

  switch (expr->kind)
    {
    case TL_EXPR_INT:
      *value = expr->int_value;
      return TRUE;
    case TL_EXPR_VAR:
      if (!g_hash_table_lookup_extended (walk->values, expr, NULL, &found))
        return FALSE;
      *value = GPOINTER_TO_SIZE (found);
      return TRUE;
    case TL_EXPR_CAST:
      return !tl_dtype_is_float (expr->dtype) && evaluate (walk, expr->a, value);
    case TL_EXPR_NOT:
      if (!evaluate (walk, expr->a, &a))
        return FALSE;
      *value = a == 0;
      return TRUE;
    case TL_EXPR_SELECT:
      return evaluate_choice (walk, expr->cond, expr->if_true, expr->if_false, value);
    case TL_EXPR_CALL:
      return g_str_equal (expr->callee->name, "if_then_else") && evaluate_choice (walk, expr->args[0], expr->args[1], expr->args[2], value);
    default:
      return expr->kind >= TL_EXPR_ADD && expr->kind <= TL_EXPR_OR && evaluate (walk, expr->a, &a) && evaluate (walk, expr->b, &b)
             && combine (expr->kind, a, b, value);
    }
}

static void
set_value (LoopWalk *walk, const TlVar *var, gint64 value)
{
  g_hash_table_insert (walk->values, (gpointer)var, GSIZE_TO_POINTER ((gsize)value));
}

typedef gboolean (*VisitElement) (LoopWalk *walk, gint64 element, gint64 instance);

/* Elements of the buffer itself: what a box has beyond it does not exist. */
static gboolean
visit_box (LoopWalk *walk, const TlRegion *region, guint dim, gint64 element, gint64 instance, VisitElement visit)
{
  gint64 min, extent, whole;

  if (dim == region->buffer->n_dims)
    return ++walk->n_points <= MAX_POINTS && visit (walk, element, instance);
  if (!evaluate (walk, region->ranges[dim].min, &min) || !evaluate (walk, region->ranges[dim].extent, &extent)
      || !tl_buffer_get_extent (region->buffer, dim, &whole))
    return FALSE;
  for (gint64 i = MAX (min, 0); i < MIN (min + extent, whole); i++)
    if (!visit_box (walk, region, dim + 1, element * whole + i, instance, visit))
      return FALSE;
  return TRUE;
}

static gboolean
note_write (LoopWalk *walk, gint64 element, gint64 instance)
{
  gint64 iteration = walk->iteration;
  gpointer before;

  if (!g_hash_table_add (walk->current, g_memdup2 (&element, sizeof element)))
    return TRUE;
  if (g_hash_table_lookup_extended (walk->written, &element, NULL, &before) && *(gint64 *)before != iteration)
    iteration = SEVERAL;
  g_hash_table_insert (walk->written, g_memdup2 (&element, sizeof element), g_memdup2 (&iteration, sizeof iteration));
  return TRUE;
}

static gboolean
note_read (LoopWalk *walk, gint64 element, gint64 instance)
{
  ElementRead key = { instance, element, walk->iteration, FALSE, FALSE };
  ElementRead *read = g_hash_table_lookup (walk->reads, &key);
  gboolean is_written = g_hash_table_contains (walk->current, &element);

  if (read == NULL)
    g_hash_table_add (walk->reads, read = g_memdup2 (&key, sizeof key));
  read->is_read_again |= read->iteration != walk->iteration;
  read->is_written |= is_written;
  read->iteration = walk->iteration;
  return TRUE;
}

static gboolean
visit_regions (LoopWalk *walk, const TlRegion *regions, guint n_regions, gint64 instance, VisitElement visit)
{
  for (guint i = 0; i < n_regions; i++)
    if (regions[i].buffer == walk->pair->buffer && !visit_box (walk, &regions[i], 0, 0, instance, visit))
      return FALSE;
  return TRUE;
}

static gboolean walk_stmt (LoopWalk *walk, const TlStmt *stmt);

/* Blocks without axes hand on the loops around them to those inside. */
static gboolean
walk_block (LoopWalk *walk, const TlStmt *stmt)
{
  const TlBlock *block = &stmt->block;
  gboolean reads = block->id == walk->pair->reader->id;
  gboolean writes = !reads && tl_regions_touch (block->writes, block->n_writes, walk->pair->buffer);
  gint64 runs = 1, instance = 0;

  if (!reads && !writes && block->n_axes > 0)
    return TRUE;
  if (block->predicate != NULL && !evaluate (walk, block->predicate, &runs))
    return FALSE;
  for (guint i = 0; runs != 0 && i < block->n_axes; i++)
    {
      gint64 value, min, extent;

      if (!evaluate (walk, block->bindings[i], &value) || !evaluate (walk, block->axes[i].dom.min, &min)
          || !evaluate (walk, block->axes[i].dom.extent, &extent))
        return FALSE;
      set_value (walk, block->axes[i].var, value);
      instance = instance * extent + value - min;
    }
  if (runs == 0 || (!reads && !writes))
    return runs == 0 || walk_stmt (walk, block->body);
  return (!reads || visit_regions (walk, block->reads, block->n_reads, instance, note_read))
         && (!writes || visit_regions (walk, block->writes, block->n_writes, instance, note_write));
}

/* All iterations of the loop are done, for fixed values of those around it. */
static gboolean
keeps_results (LoopWalk *walk)
{
  GHashTableIter iter;
  const ElementRead *read;

  g_hash_table_iter_init (&iter, walk->reads);
  while (g_hash_table_iter_next (&iter, (gpointer *)&read, NULL))
    {
      const gint64 *by = g_hash_table_lookup (walk->written, &read->element);

      if (!read->is_written && by != NULL && (*by != read->iteration || read->is_read_again))
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  const LoopWalk *walk;
  const TlVar *var;
} VarUse;

static gboolean
region_depends (const TlBlock *block, const TlRegion *region, const TlVar *var)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);

  g_hash_table_add (vars, (gpointer)var);
  for (guint i = 0; i < block->n_axes; i++)
    if (tl_expr_uses_var (block->bindings[i], var))
      g_hash_table_add (vars, (gpointer)block->axes[i].var);
  for (guint d = 0; d < region->buffer->n_dims; d++)
    if (tl_expr_uses_any (region->ranges[d].min, vars) || tl_expr_uses_any (region->ranges[d].extent, vars))
      return TRUE;
  return FALSE;
}

static TlWalk
stop_at_use (const TlStmt *stmt, gpointer user_data)
{
  const VarUse *use = user_data;
  const TlBlock *block = &stmt->block;

  if (stmt->kind == TL_STMT_FOR)
    return tl_expr_uses_var (stmt->loop.min, use->var) || tl_expr_uses_var (stmt->loop.extent, use->var) ? TL_WALK_STOP : TL_WALK_INTO;
  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  if (!use->walk->is_sampled && !tl_expr_is_true (block->predicate) && tl_expr_uses_var (block->predicate, use->var))
    return TL_WALK_STOP;
  for (guint i = 0; block->id != use->walk->pair->reader->id && i < block->n_writes; i++)
    if (block->writes[i].buffer == use->walk->pair->buffer && region_depends (block, &block->writes[i], use->var))
      return TL_WALK_STOP;
  for (guint i = 0; block->id == use->walk->pair->reader->id && i < block->n_reads; i++)
    if (block->reads[i].buffer == use->walk->pair->buffer && region_depends (block, &block->reads[i], use->var))
      return TL_WALK_STOP;
  return TL_WALK_INTO;
}

/* Nothing that the loop touches depends on it, as below the loops of a reduction. In a sample predicates do not count. */
static gboolean
only_repeats (LoopWalk *walk, const TlLoop *loop)
{
  gpointer result;
  VarUse use = { walk, loop->var };

  if (!g_hash_table_lookup_extended (walk->repeats, loop, NULL, &result))
    g_hash_table_insert (walk->repeats, (gpointer)loop, result = GUINT_TO_POINTER (tl_stmt_walk (loop->body, stop_at_use, NULL, &use)));
  return GPOINTER_TO_UINT (result);
}

static gboolean
walk_inner (LoopWalk *walk, const TlLoop *loop)
{
  gint64 min, extent;

  if (!evaluate (walk, loop->min, &min) || !evaluate (walk, loop->extent, &extent))
    return FALSE;
  if (extent > 1 && only_repeats (walk, loop))
    extent = 1;
  for (gint64 i = min; i < min + extent; i++)
    {
      set_value (walk, loop->var, i);
      if (++walk->n_points > MAX_POINTS || !walk_stmt (walk, loop->body))
        return FALSE;
    }
  return TRUE;
}

/* FALSE if it is not known what happens. */
static gboolean
walk_stmt (LoopWalk *walk, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return walk_inner (walk, &stmt->loop);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (!walk_stmt (walk, stmt->stmts[i]))
          return FALSE;
      return TRUE;
    case TL_STMT_BLOCK:
      return walk_block (walk, stmt);
    default:
      return stmt->kind == TL_STMT_EVALUATE || stmt->kind == TL_STMT_STORE;
    }
}

/* The iteration after @i. */
static gint64
next_iteration (const LoopWalk *walk, gint64 i, gint64 extent)
{
  gint64 middle = extent / 2 - SAMPLE / 2, last = extent - SAMPLE;

  if (!walk->is_sampled || i + 1 < SAMPLE)
    return i + 1;
  if (i + 1 < middle + SAMPLE)
    return MAX (i + 1, middle);
  return MAX (i + 1, last);
}

static gboolean
walk_target (LoopWalk *walk, const TlLoop *loop, gboolean *is_kept)
{
  gint64 min, extent;

  g_hash_table_remove_all (walk->written);
  g_hash_table_remove_all (walk->reads);
  if (!evaluate (walk, loop->min, &min) || !evaluate (walk, loop->extent, &extent))
    return FALSE;
  for (walk->iteration = 0; walk->iteration < extent; walk->iteration = next_iteration (walk, walk->iteration, extent))
    {
      g_hash_table_remove_all (walk->current);
      set_value (walk, loop->var, min + walk->iteration);
      if (++walk->n_points > MAX_POINTS || !walk_stmt (walk, loop->body))
        return FALSE;
    }
  *is_kept = keeps_results (walk);
  return TRUE;
}

/* The loops on the path from @at on, to its target. Ends at the first result that is not kept. */
static gboolean
walk_path (LoopWalk *walk, const TlPath *path, guint at, gboolean *is_kept)
{
  const TlStmt *stmt = path->stmts[at];
  gint64 min, extent;

  if (at + 1 == path->n)
    return walk_target (walk, &stmt->loop, is_kept);
  if (stmt->kind == TL_STMT_SEQ)
    return walk_path (walk, path, at + 1, is_kept);
  if (stmt->kind != TL_STMT_FOR || !evaluate (walk, stmt->loop.min, &min) || !evaluate (walk, stmt->loop.extent, &extent))
    return FALSE;
  for (gint64 i = 0; i < extent && *is_kept; i = walk->is_sampled ? MAX (i + 1, extent - 1) : i + 1)
    {
      set_value (walk, stmt->loop.var, min + i);
      if (!walk_path (walk, path, at + 1, is_kept))
        return FALSE;
    }
  return TRUE;
}

/* The axes of the scope and of the blocks around it, at the start of their ranges or at the end. Counts them. */
static gboolean
set_outer_axes (LoopWalk *walk, const TlPath *path, gboolean at_end, guint *n_axes)
{
  *n_axes = 0;
  for (gint i = 0; i <= tl_path_scope_index (path); i++)
    for (guint k = 0; path->stmts[i]->kind == TL_STMT_BLOCK && k < path->stmts[i]->block.n_axes; k++)
      {
        const TlBlockAxis *axis = &path->stmts[i]->block.axes[k];
        gint64 min, extent;

        if (!evaluate (walk, axis->dom.min, &min) || !evaluate (walk, axis->dom.extent, &extent) || extent < 1)
          return FALSE;
        set_value (walk, axis->var, at_end ? min + extent - 1 : min);
        ++*n_axes;
      }
  return TRUE;
}

static TlOrderResult
walk_all (const TlPath *path, const TlCarriedRead *pair, gboolean is_sampled)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) written = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (GHashTable) current = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) reads = g_hash_table_new_full (hash_read, reads_equal, g_free, NULL);
  g_autoptr (GHashTable) repeats = g_hash_table_new (NULL, NULL);
  LoopWalk walk = {
    .pair = pair, .values = values, .written = written, .current = current, .reads = reads, .is_sampled = is_sampled, .repeats = repeats
  };
  gboolean is_kept = TRUE;

  for (guint at_end = 0, n_axes = 1; at_end < 2 && n_axes > 0 && is_kept; at_end++)
    if (!set_outer_axes (&walk, path, at_end, &n_axes) || !walk_path (&walk, path, (guint)(tl_path_scope_index (path) + 1), &is_kept))
      return TL_ORDER_UNKNOWN;
  return is_kept ? TL_ORDER_KEPT : is_sampled ? TL_ORDER_BROKEN_IN_SAMPLE : TL_ORDER_BROKEN;
}

TlOrderResult
tl_walk_carried_read (const TlPath *path, const TlCarriedRead *pair)
{
  TlOrderResult result = walk_all (path, pair, FALSE);

  return result == TL_ORDER_UNKNOWN ? walk_all (path, pair, TRUE) : result;
}
