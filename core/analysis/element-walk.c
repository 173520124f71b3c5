/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/element-walk.h"

#include "core/analysis/index-value.h"
#include "core/ir/walk.h"

#define SAMPLE 2 /* so many iterations at the start, in the middle and at the end of a loop */

typedef struct
{
  const TlElementWalk *walk;
  GHashTable *values; /* TlVar → gint64, as pointers: loops and axes */
  GHashTable *loops;  /* TlLoop that blocks with accesses are in → LoopRole */
  guint n_points;
  gboolean is_inside; /* of the loop in question */
  gboolean is_over;   /* end_loop() said so */
} Walker;

/* Of loops inside of the one in question: whether accesses depend on them is not known at first. */
typedef enum
{
  ROLE_UNKNOWN = 1,
  ROLE_WALKED,
  ROLE_REPEATS
} LoopRole;

/* --- loops that matter --- */

static gboolean
accesses (const TlBlock *block, const TlBuffer *buffer)
{
  return tl_regions_touch (block->reads, block->n_reads, buffer) || tl_regions_touch (block->writes, block->n_writes, buffer);
}

/* Blocks without axes, as stand around the parts of a loop, hand on the loops around them to those inside. */
static gboolean
is_wrapper (const TlStmt *stmt)
{
  g_autoptr (GPtrArray) inside = stmt->block.n_axes == 0 ? tl_stmt_child_blocks (stmt) : NULL;

  return inside != NULL && inside->len > 0;
}

typedef struct
{
  Walker *w;
  gboolean is_inside; /* of @within */
  gboolean found;
} AccessSearch;

static TlWalk
find_loops (const TlStmt *stmt, gpointer user_data)
{
  AccessSearch *search = user_data;

  if (stmt->kind == TL_STMT_BLOCK && !is_wrapper (stmt))
    {
      search->found |= search->is_inside && accesses (&stmt->block, search->w->walk->buffer);
      return TL_WALK_OVER;
    }
  if (stmt->kind == TL_STMT_FOR)
    {
      AccessSearch below = { search->w, search->is_inside || &stmt->loop == search->w->walk->within, FALSE };

      tl_stmt_walk_children (stmt, find_loops, NULL, &below);
      if (below.found)
        g_hash_table_insert (search->w->loops, (gpointer)&stmt->loop, GUINT_TO_POINTER (search->is_inside ? ROLE_UNKNOWN : ROLE_WALKED));
      search->found |= below.found;
      return TL_WALK_OVER;
    }
  return TL_WALK_INTO;
}

typedef struct
{
  const TlElementWalk *walk;
  const TlVar *var;
} VarUse;

static gboolean
regions_depend (const VarUse *use, const TlBlock *block, const TlRegion *regions, guint n_regions)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);

  g_hash_table_add (vars, (gpointer)use->var);
  for (guint i = 0; i < block->n_axes; i++)
    if (tl_expr_uses_var (block->bindings[i], use->var))
      g_hash_table_add (vars, (gpointer)block->axes[i].var);
  for (guint i = 0; i < n_regions; i++)
    for (guint d = 0; regions[i].buffer == use->walk->buffer && d < regions[i].buffer->n_dims; d++)
      if (tl_expr_uses_any (regions[i].ranges[d].min, vars) || tl_expr_uses_any (regions[i].ranges[d].extent, vars))
        return TRUE;
  return FALSE;
}

/* In a sample predicates do not count. */
static TlWalk
stop_at_use (const TlStmt *stmt, gpointer user_data)
{
  const VarUse *use = user_data;
  const TlBlock *block = &stmt->block;
  gboolean uses;

  if (stmt->kind == TL_STMT_FOR)
    return tl_expr_uses_var (stmt->loop.min, use->var) || tl_expr_uses_var (stmt->loop.extent, use->var) ? TL_WALK_STOP : TL_WALK_INTO;
  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  uses = (!use->walk->is_sampled && !tl_expr_is_true (block->predicate) && tl_expr_uses_var (block->predicate, use->var))
         || regions_depend (use, block, block->reads, block->n_reads) || regions_depend (use, block, block->writes, block->n_writes);
  return uses ? TL_WALK_STOP : TL_WALK_INTO;
}

static LoopRole
role_of (Walker *w, const TlLoop *loop)
{
  LoopRole role = (LoopRole)GPOINTER_TO_UINT (g_hash_table_lookup (w->loops, loop));

  if (role == ROLE_UNKNOWN)
    {
      VarUse use = { w->walk, loop->var };

      role = tl_stmt_walk (loop->body, stop_at_use, NULL, &use) ? ROLE_REPEATS : ROLE_WALKED;
      g_hash_table_insert (w->loops, (gpointer)loop, GUINT_TO_POINTER (role));
    }
  return role;
}

/* --- the walk --- */

/* Elements of the buffer itself: there are none of a box beyond it. */
static gboolean
visit_box (Walker *w, const TlBlock *block, gboolean writes, const TlRegion *region, guint dim, gint64 element, gint64 instance)
{
  gint64 min, extent, whole;

  if (dim == region->buffer->n_dims)
    {
      w->walk->visit (block, writes, instance, element, w->walk->user_data);
      return ++w->n_points <= w->walk->max_points;
    }
  if (!tl_index_value (w->values, region->ranges[dim].min, &min) || !tl_index_value (w->values, region->ranges[dim].extent, &extent)
      || !tl_buffer_get_extent (region->buffer, dim, &whole))
    return FALSE;
  for (gint64 i = MAX (min, 0); i < MIN (min + extent, whole); i++)
    if (!visit_box (w, block, writes, region, dim + 1, element * whole + i, instance))
      return FALSE;
  return TRUE;
}

static gboolean
visit_regions (Walker *w, const TlBlock *block, gboolean writes, gint64 instance)
{
  const TlRegion *regions = writes ? block->writes : block->reads;

  for (guint i = 0; i < (writes ? block->n_writes : block->n_reads); i++)
    if (regions[i].buffer == w->walk->buffer && !visit_box (w, block, writes, &regions[i], 0, 0, instance))
      return FALSE;
  return TRUE;
}

static gboolean walk_stmt (Walker *w, const TlStmt *stmt);

static gboolean
walk_block (Walker *w, const TlStmt *stmt)
{
  const TlBlock *block = &stmt->block;
  gint64 runs = 1, instance = 0;

  if (!accesses (block, w->walk->buffer) && !is_wrapper (stmt))
    return TRUE;
  if (block->predicate != NULL && !tl_index_value (w->values, block->predicate, &runs))
    return FALSE;
  if (runs == 0)
    return TRUE;
  if (is_wrapper (stmt))
    return walk_stmt (w, block->body);
  for (guint i = 0; i < block->n_axes; i++)
    {
      gint64 value, min, extent;

      if (!tl_index_value (w->values, block->bindings[i], &value) || !tl_index_value (w->values, block->axes[i].dom.min, &min)
          || !tl_index_value (w->values, block->axes[i].dom.extent, &extent))
        return FALSE;
      tl_index_value_set (w->values, block->axes[i].var, value);
      instance = instance * extent + value - min;
    }
  return visit_regions (w, block, FALSE, instance) && visit_regions (w, block, TRUE, instance);
}

/* The iteration after @i of a loop that is sampled. Of loops around the one in question the first and the last are walked through. */
static gint64
next_in_sample (const Walker *w, const TlLoop *loop, gint64 i, gint64 extent)
{
  gint64 middle = extent / 2 - SAMPLE / 2, last = extent - SAMPLE;

  if (loop != w->walk->within)
    return MAX (i + 1, extent - 1);
  if (i + 1 < SAMPLE)
    return i + 1;
  return i + 1 < middle + SAMPLE ? MAX (i + 1, middle) : MAX (i + 1, last);
}

static gboolean
walk_iterations (Walker *w, const TlLoop *loop, gint64 min, gint64 extent, gboolean is_sampled)
{
  const TlElementWalk *walk = w->walk;

  for (gint64 i = 0; i < extent && !w->is_over; i = is_sampled ? next_in_sample (w, loop, i, extent) : i + 1)
    {
      tl_index_value_set (w->values, loop->var, min + i);
      if (walk->begin_iteration != NULL)
        walk->begin_iteration (loop, i, walk->user_data);
      if (++w->n_points > w->walk->max_points || !walk_stmt (w, loop->body))
        return FALSE;
    }
  w->is_over = w->is_over || (walk->end_loop != NULL && !walk->end_loop (loop, walk->user_data));
  return TRUE;
}

static gboolean
walk_loop (Walker *w, const TlLoop *loop)
{
  gboolean was_inside = w->is_inside, is_known;
  gint64 min, extent;

  if (!g_hash_table_contains (w->loops, loop))
    return TRUE;
  if (!tl_index_value (w->values, loop->min, &min) || !tl_index_value (w->values, loop->extent, &extent))
    return FALSE;
  if (extent > 1 && role_of (w, loop) == ROLE_REPEATS)
    extent = 1;
  w->is_inside |= loop == w->walk->within;
  is_known = walk_iterations (w, loop, min, extent, w->walk->is_sampled && !was_inside);
  w->is_inside = was_inside;
  return is_known;
}

static gboolean
walk_stmt (Walker *w, const TlStmt *stmt)
{
  gint64 holds;

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return walk_loop (w, &stmt->loop);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts && !w->is_over; i++)
        if (!walk_stmt (w, stmt->stmts[i]))
          return FALSE;
      return TRUE;
    case TL_STMT_BLOCK:
      return (!w->is_inside && !is_wrapper (stmt)) || walk_block (w, stmt);
    case TL_STMT_IF:
      if (!tl_index_value (w->values, stmt->cond, &holds))
        return FALSE;
      return holds != 0 ? walk_stmt (w, stmt->then_body) : stmt->else_body == NULL || walk_stmt (w, stmt->else_body);
    default:
      return stmt->kind == TL_STMT_EVALUATE || stmt->kind == TL_STMT_STORE;
    }
}

static gboolean
set_axes (Walker *w, const TlPath *path, gboolean at_end)
{
  for (guint i = 0; i < path->n; i++)
    for (guint k = 0; path->stmts[i]->kind == TL_STMT_BLOCK && k < path->stmts[i]->block.n_axes; k++)
      {
        const TlBlockAxis *axis = &path->stmts[i]->block.axes[k];
        gint64 min, extent;

        if (!tl_index_value (w->values, axis->dom.min, &min) || !tl_index_value (w->values, axis->dom.extent, &extent) || extent < 1)
          return FALSE;
        tl_index_value_set (w->values, axis->var, at_end ? min + extent - 1 : min);
      }
  return TRUE;
}

gboolean
tl_element_walk (const TlElementWalk *walk, const TlPath *path, gboolean at_end)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL), loops = g_hash_table_new (NULL, NULL);
  Walker w = { .walk = walk, .values = values, .loops = loops, .is_inside = walk->within == NULL };
  AccessSearch search = { &w, walk->within == NULL, FALSE };
  const TlStmt *body = tl_path_target (path)->block.body;

  tl_stmt_walk (body, find_loops, NULL, &search);
  return set_axes (&w, path, at_end) && walk_stmt (&w, body);
}
