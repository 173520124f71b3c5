/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/access-walk.h"

#include "core/analysis/index-value.h"
#include "core/ir/walk.h"

#define MOST_DIMS 16

typedef struct
{
  GHashTable   *values;        /* loops and axes, for tl_index_value() */
  guint64       n_left;        /* accesses that may still come */
  TlAccessVisit visit;
  gpointer      user_data;

  /* Of a walk from one iteration to another; else @path is NULL. */
  const TlPath *path;
  const TlLoop *const *loops;  /* n_loops on the path */
  guint         n_loops;
  const gint64 *position;      /* of them */
  guint         n_fixed;       /* the iteration of the outermost ones that is the last */
  guint         n_outer;       /* where they stand at the position the walk begins, with the next one at … */
  gint64        first;         /* … this iteration */
  gboolean      is_seeking;    /* the place where it begins; statements on the path alone are entered, … */
  guint         n_found;       /* … so many until now */
  guint         n_reached;     /* loops, from outside in, that stand at the position */
  gboolean      is_over;       /* the last iteration has run */
} AccessWalk;

static gboolean walk_expr (AccessWalk *walk, const TlExpr *expr);
static gboolean walk_stmt (AccessWalk *walk, const TlStmt *stmt);

gboolean
tl_memory_access_offset (const TlMemoryAccess *access, gint64 *offset)
{
  *offset = 0;
  for (guint d = 0; d < access->buffer->n_dims; d++)
    {
      gint64 extent;

      if (!tl_buffer_get_extent (access->buffer, d, &extent))
        return FALSE;
      *offset = *offset * extent + access->indices[d];
    }
  return TRUE;
}

static gboolean
visit_element (AccessWalk *walk, const TlBuffer *buffer, const TlExpr *const *indices, gboolean writes)
{
  gint64   values[MOST_DIMS];
  TlMemoryAccess access = { buffer, values, writes, walk->values };

  if (walk->is_seeking)
    return TRUE;
  if (walk->n_left == 0 || buffer->n_dims > MOST_DIMS)
    return FALSE;
  for (guint d = 0; d < buffer->n_dims; d++)
    if (!tl_index_value (walk->values, indices[d], &values[d]))
      return FALSE;
  walk->n_left--;
  return walk->visit (&access, walk->user_data);
}

/* Of "if_then_else" one side runs. */
static gboolean
walk_call (AccessWalk *walk, const TlExpr *call)
{
  gint64 holds;

  if (g_str_equal (call->callee->name, "if_then_else"))
    return tl_index_value (walk->values, call->args[0], &holds) && walk_expr (walk, call->args[holds != 0 ? 1 : 2]);
  if (!call->callee->is_pure)
    return FALSE;
  for (guint i = 0; i < call->n_args; i++)
    if (!walk_expr (walk, call->args[i]))
      return FALSE;
  return TRUE;
}

static gboolean
walk_expr (AccessWalk *walk, const TlExpr *expr)
{
  switch (expr->kind)
    {
    case TL_EXPR_INT:
    case TL_EXPR_FLOAT:
    case TL_EXPR_STRING:
    case TL_EXPR_VAR:
      return TRUE;
    case TL_EXPR_CAST:
    case TL_EXPR_NOT:
      return walk_expr (walk, expr->a);
    case TL_EXPR_SELECT:
      return walk_expr (walk, expr->cond) && walk_expr (walk, expr->if_true) && walk_expr (walk, expr->if_false);
    case TL_EXPR_LOAD:
      return visit_element (walk, expr->buffer, expr->indices, FALSE);
    case TL_EXPR_CALL:
      return walk_call (walk, expr);
    default:
      return tl_expr_kind_is_binary (expr->kind) && walk_expr (walk, expr->a) && walk_expr (walk, expr->b);
    }
}

/* The first iteration; all of the loop, but on the way to the place where the walk begins. */
static gint64
first_iteration (AccessWalk *walk, guint depth)
{
  if (!walk->is_seeking)
    return 0;
  walk->is_seeking = depth < walk->n_outer;
  return depth < walk->n_outer ? walk->position[depth] : walk->first;
}

static gboolean
walk_loop (AccessWalk *walk, const TlLoop *loop)
{
  guint    depth = walk->n_reached;
  gboolean is_on_path = depth < walk->n_loops && walk->loops[depth] == loop;
  gint64   min, extent;

  if (loop->step != NULL || !tl_index_value (walk->values, loop->min, &min) || !tl_index_value (walk->values, loop->extent, &extent))
    return FALSE;
  for (gint64 i = first_iteration (walk, depth); i < extent; i++)
    {
      gboolean is_reached = is_on_path && i == walk->position[depth];

      walk->n_reached = depth + (is_reached ? 1 : 0);
      if (walk->first == 0 && walk->n_reached == walk->n_outer)
        walk->is_seeking = FALSE;
      tl_index_value_set (walk->values, loop->var, min + i);
      if (!walk_stmt (walk, loop->body))
        return FALSE;
      walk->is_over = is_reached && depth + 1 == walk->n_fixed;
      if (walk->is_over)
        return FALSE;
    }
  walk->n_reached = depth;
  return TRUE;
}

/* Binds the axes. *@is_start: all that are reduced stand at their first value, where the init runs. */
static gboolean
bind_axes (AccessWalk *walk, const TlBlock *block, gboolean *is_start)
{
  *is_start = TRUE;
  for (guint i = 0; i < block->n_axes; i++)
    {
      gint64 value, min;

      if (!tl_index_value (walk->values, block->bindings[i], &value) || !tl_index_value (walk->values, block->axes[i].dom.min, &min))
        return FALSE;
      tl_index_value_set (walk->values, block->axes[i].var, value);
      *is_start &= block->axes[i].kind != TL_AXIS_REDUCE || value == min;
    }
  return TRUE;
}

static gboolean
walk_block (AccessWalk *walk, const TlBlock *block)
{
  gint64   runs = 1;
  gboolean is_start;

  if (block->n_matches > 0 || (block->predicate != NULL && !tl_index_value (walk->values, block->predicate, &runs)))
    return FALSE;
  if (runs == 0)
    return TRUE;
  return bind_axes (walk, block, &is_start) && (block->init == NULL || !is_start || walk_stmt (walk, block->init))
         && walk_stmt (walk, block->body);
}

static gboolean
walk_branch (AccessWalk *walk, const TlStmt *stmt)
{
  gint64 holds;

  if (!tl_index_value (walk->values, stmt->cond, &holds))
    return FALSE;
  return holds != 0 ? walk_stmt (walk, stmt->then_body) : stmt->else_body == NULL || walk_stmt (walk, stmt->else_body);
}

static gboolean
walk_let (AccessWalk *walk, const TlStmt *let)
{
  gint64 value;

  if (tl_index_value (walk->values, let->let_value, &value))
    tl_index_value_set (walk->values, let->var, value);
  return walk_expr (walk, let->let_value) && walk_stmt (walk, let->let_body);
}

static gboolean
walk_kind (AccessWalk *walk, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return walk_loop (walk, &stmt->loop);
    case TL_STMT_BLOCK:
      return walk_block (walk, &stmt->block);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (!walk_stmt (walk, stmt->stmts[i]))
          return FALSE;
      return TRUE;
    case TL_STMT_STORE:
      return walk_expr (walk, stmt->value) && visit_element (walk, stmt->buffer, stmt->indices, TRUE);
    case TL_STMT_IF:
      return walk_branch (walk, stmt);
    case TL_STMT_LET:
      return walk_let (walk, stmt);
    case TL_STMT_EVALUATE:
      return walk_expr (walk, stmt->expr);
    case TL_STMT_ATTR:
      return walk_stmt (walk, stmt->attr_body);
    case TL_STMT_ALLOC:
      return walk_stmt (walk, stmt->alloc_body);
    case TL_STMT_ASSERT:
      return TRUE;
    case TL_STMT_WHILE:
    default:
      return FALSE;
    }
}

static gboolean
walk_stmt (AccessWalk *walk, const TlStmt *stmt)
{
  if (!walk->is_seeking)
    return walk_kind (walk, stmt);
  if (walk->n_found == walk->path->n || stmt != walk->path->stmts[walk->n_found])
    return TRUE;
  walk->n_found++;
  if (!walk_kind (walk, stmt))
    return FALSE;
  walk->is_seeking = FALSE;   /* a predicate has cut the place off: the walk begins behind it */
  return TRUE;
}

/* --- the length --- */

typedef struct
{
  double n_stores;      /* if no predicate cuts off any */
  double n_around;      /* iterations of the loops around */
} LengthCount;

static TlWalk
count_stores (const TlStmt *stmt, gpointer user_data)
{
  LengthCount *count = user_data;
  gint64      extent;

  if (stmt->kind == TL_STMT_STORE)
    count->n_stores += count->n_around;
  if (stmt->kind != TL_STMT_FOR || !tl_expr_get_int (stmt->loop.extent, &extent) || extent < 1)
    return TL_WALK_INTO;
  count->n_around *= (double) extent;
  tl_stmt_walk_children (stmt, count_stores, NULL, count);
  count->n_around /= (double) extent;
  return TL_WALK_OVER;
}

gboolean
tl_access_walk (const TlPrimFunc *func, guint64 max_accesses, TlAccessVisit visit, gpointer user_data)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  AccessWalk             walk = { .values = values, .n_left = max_accesses, .visit = visit, .user_data = user_data };
  LengthCount             count = { .n_around = 1 };

  tl_stmt_walk (func->body, count_stores, NULL, &count);
  if (count.n_stores > 2.0 * (double) max_accesses)   /* predicates leave at least a half */
    return FALSE;
  return walk_stmt (&walk, func->body);
}

/* Sets what a statement on the path defines; @n counts the loops. FALSE: a value is not known. */
static gboolean
enter_stmt (AccessWalk *walk, const TlStmt *stmt, const gint64 *position, guint *n)
{
  gboolean is_start;
  gint64   value;

  if (stmt->kind == TL_STMT_BLOCK)
    return bind_axes (walk, &stmt->block, &is_start);
  if (stmt->kind == TL_STMT_LET && tl_index_value (walk->values, stmt->let_value, &value))
    tl_index_value_set (walk->values, stmt->var, value);
  if (stmt->kind != TL_STMT_FOR)
    return TRUE;
  if (!tl_index_value (walk->values, stmt->loop.min, &value))
    return FALSE;
  tl_index_value_set (walk->values, stmt->loop.var, value + position[(*n)++]);
  return TRUE;
}

/* Sets the loops and axes on the path down to the @n_fixed-th loop; gives its body, NULL if a value is not known. */
static const TlStmt *
enter_loops (AccessWalk *walk, const TlPath *path, guint n_fixed, const gint64 *position)
{
  guint n = 0;

  for (guint i = 0; n_fixed > 0 && i < path->n; i++)
    {
      if (!enter_stmt (walk, path->stmts[i], position, &n))
        return NULL;
      if (n == n_fixed)
        return path->stmts[i]->loop.body;
    }
  return n_fixed == 0 ? path->func->body : NULL;
}

gboolean
tl_access_walk_iteration (const TlModule *module, TlNodeId block, guint n_fixed, const gint64 *position, guint64 max_accesses,
                          TlAccessVisit visit, gpointer user_data)
{
  g_autoptr (TlPath)     path = tl_path_find (module, block);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  AccessWalk             walk = { .values = values, .n_left = max_accesses, .visit = visit, .user_data = user_data };
  const TlStmt          *body = path != NULL ? enter_loops (&walk, path, n_fixed, position) : NULL;

  return body != NULL && walk_stmt (&walk, body);
}

gboolean
tl_access_walk_up_to (const TlModule *module, TlNodeId block, guint n_fixed, const gint64 *position, guint n_outer, gint64 first,
                      guint64 max_accesses, TlAccessVisit visit, gpointer user_data)
{
  g_autoptr (TlPath)        path = tl_path_find (module, block);
  g_autoptr (GHashTable)    values = g_hash_table_new (NULL, NULL);
  g_autofree const TlLoop **loops = path != NULL ? g_new0 (const TlLoop *, path->n) : NULL;
  AccessWalk                walk = { .values = values, .n_left = max_accesses, .visit = visit, .user_data = user_data, .path = path,
                                     .loops = loops, .position = position, .n_fixed = n_fixed, .n_outer = n_outer, .first = first,
                                     .is_seeking = n_outer > 0 || first > 0 };
  gboolean                  is_known;

  for (guint i = 0; path != NULL && i < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR)
      loops[walk.n_loops++] = &path->stmts[i]->loop;
  is_known = path != NULL && walk_stmt (&walk, path->func->body);
  return (is_known && n_fixed == 0 && !walk.is_seeking) || walk.is_over;
}

gboolean
tl_access_walk_block (const TlModule *module, TlNodeId block, const gint64 *position, guint64 max_accesses, TlAccessVisit visit,
                      gpointer user_data)
{
  g_autoptr (TlPath)     path = tl_path_find (module, block);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  AccessWalk             walk = { .values = values, .n_left = max_accesses, .visit = visit, .user_data = user_data };
  guint                  n = 0;

  for (guint i = 0; path != NULL && i + 1 < path->n; i++)
    if (!enter_stmt (&walk, path->stmts[i], position, &n))
      return FALSE;
  return path != NULL && walk_stmt (&walk, tl_path_target (path));
}
