/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/primitives/cache/access-pattern-private.h"

#include <string.h>

typedef struct
{
  const TlBuffer  *buffer;
  TlIndexPattern *pattern;
} PatternSearch;

static void
note (PatternSearch *search, const TlExpr *const *indices, guint n)
{
  TlIndexPattern *pattern = search->pattern;

  if (pattern->indices == NULL)
    {
      pattern->indices = indices;
      pattern->n_indices = n;
      return;
    }
  for (guint i = 0; i < n && i < pattern->n_indices; i++)
    if (!tl_expr_equal (indices[i], pattern->indices[i]))
      pattern->is_unique = FALSE;
}

static TlWalk
visit_expr (const TlExpr *expr, gpointer user_data)
{
  PatternSearch   *search = user_data;
  TlIndexPattern *pattern = search->pattern;

  if (expr->kind == TL_EXPR_LOAD && expr->buffer == search->buffer)
    note (search, expr->indices, expr->n_indices);
  if (expr->kind != TL_EXPR_CALL)
    return TL_WALK_INTO;
  if (strcmp (expr->callee->name, "buffer_data") == 0)
    for (guint i = 0; i < expr->n_args; i++)
      pattern->is_opaque = pattern->is_opaque || (expr->args[i]->kind == TL_EXPR_LOAD && expr->args[i]->buffer == search->buffer);
  if (strcmp (expr->callee->name, "if_then_else") == 0 && expr->n_args == 3)
    pattern->is_guarded =
        pattern->is_guarded || tl_expr_loads (expr->args[1], search->buffer) || tl_expr_loads (expr->args[2], search->buffer);
  return TL_WALK_INTO;
}

static TlWalk
visit_stmt (const TlStmt *stmt, gpointer user_data)
{
  PatternSearch   *search = user_data;
  TlIndexPattern *pattern = search->pattern;

  if (stmt->kind == TL_STMT_STORE && stmt->buffer == search->buffer)
    note (search, stmt->indices, stmt->n_indices);
  if (stmt->kind == TL_STMT_IF || stmt->kind == TL_STMT_WHILE)
    pattern->is_guarded = pattern->is_guarded || tl_stmt_uses_buffer (stmt->then_body, search->buffer)
                          || (stmt->kind == TL_STMT_IF && stmt->else_body != NULL && tl_stmt_uses_buffer (stmt->else_body, search->buffer));
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_matches; i++)
    pattern->is_opaque = pattern->is_opaque || stmt->block.matches[i].source.buffer == search->buffer;
  return TL_WALK_INTO;
}

TlIndexPattern
tl_access_pattern_of (const TlStmt *block, const TlBuffer *buffer)
{
  TlIndexPattern pattern = { .is_unique = TRUE };
  PatternSearch   search = { buffer, &pattern };

  if (block->block.init != NULL)
    tl_stmt_walk (block->block.init, visit_stmt, visit_expr, &search);
  tl_stmt_walk (block->block.body, visit_stmt, visit_expr, &search);
  visit_stmt (block, &search);
  return pattern;
}

/* A variable that has no value just outside of @block, or NULL. */
typedef struct
{
  const TlBlock *block;
  const TlPath  *path;
  const TlVar   *found;
} IndexVarSearch;

static gboolean
is_known (const IndexVarSearch *search, const TlVar *var)
{
  for (guint i = 0; i < search->block->n_axes; i++)
    if (search->block->axes[i].var == var)
      return TRUE;
  return FALSE;
}

static TlWalk
find_inner_binding (const TlStmt *stmt, gpointer user_data)
{
  IndexVarSearch *search = user_data;

  if (stmt->kind == TL_STMT_FOR && stmt->loop.var == search->found)
    return TL_WALK_STOP;
  return stmt->kind == TL_STMT_LET && stmt->var == search->found ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Loops around the block in its scope may not occur either: the access would not be one of the block's axes. */
static gboolean
is_bound_near (IndexVarSearch *search, const TlVar *var)
{
  gint scope = tl_path_scope_index (search->path);

  for (guint i = (guint) scope + 1; i + 1 < search->path->n; i++)
    if (search->path->stmts[i]->kind == TL_STMT_FOR && search->path->stmts[i]->loop.var == var)
      return TRUE;
  search->found = var;
  if (!tl_stmt_walk (search->block->body, find_inner_binding, NULL, search))
    return TRUE;
  return search->block->init != NULL && !tl_stmt_walk (search->block->init, find_inner_binding, NULL, search);
}

static TlWalk
find_foreign_var (const TlExpr *expr, gpointer user_data)
{
  IndexVarSearch *search = user_data;

  if (expr->kind != TL_EXPR_VAR || is_known (search, expr) || !is_bound_near (search, expr))
    return TL_WALK_INTO;
  search->found = expr;
  return TL_WALK_STOP;
}

gboolean
tl_access_pattern_check (const TlIndexPattern *pattern, const TlStmt *block, const TlBuffer *buffer, const TlPath *path, GError **error)
{
  const char    *name = block->block.name;
  const TlNodeId culprit = block->block.id;
  IndexVarSearch      search = { .block = &block->block, .path = path };

  if (pattern->is_opaque)
    return tl_refuse (error, &culprit, 1, NULL, "block %s accesses buffer %s by something other than loads and stores", name, buffer->name);
  if (pattern->indices == NULL)
    return tl_refuse (error, &culprit, 1, NULL, "the body of block %s has no load or store of buffer %s", name, buffer->name);
  if (!pattern->is_unique)
    return tl_refuse (error, &culprit, 1, NULL,
                      "block %s accesses buffer %s at several places; only one index pattern can get another layout",
                      name, buffer->name);
  for (guint d = 0; d < pattern->n_indices; d++)
    if (!tl_expr_walk (pattern->indices[d], find_foreign_var, &search))
      return tl_refuse (error, &culprit, 1, "blockize or decompose until the index depends on axes alone",
                        "block %s indexes buffer %s with %s, which is not one of its axes", name, buffer->name, search.found->name);
  for (guint d = 0; d < pattern->n_indices; d++)
    if (tl_expr_contains (pattern->indices[d], TL_EXPR_LOAD))
      return tl_refuse (error, &culprit, 1, NULL,
                        "block %s reads an index of buffer %s from memory; a copy would run before that is written",
                        name, buffer->name);
  return TRUE;
}

guint
tl_access_pattern_axes (const TlIndexPattern *pattern, const TlBlock *block, guint *axes)
{
  guint n = 0;

  for (guint i = 0; i < block->n_axes; i++)
    {
      gboolean occurs = FALSE;

      for (guint d = 0; d < pattern->n_indices && !occurs; d++)
        occurs = tl_expr_uses_var (pattern->indices[d], block->axes[i].var);
      if (occurs)
        axes[n++] = i;
    }
  return n;
}

gboolean
tl_access_pattern_is_in_bounds (TlArena *arena, const TlIndexPattern *pattern, const TlBlock *block, const TlBuffer *buffer)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  gboolean               inside = TRUE;

  for (guint i = 0; i < block->n_axes; i++)
    tl_analyzer_bind (analyzer, block->axes[i].var, block->axes[i].dom.min, block->axes[i].dom.extent);
  for (guint d = 0; d < pattern->n_indices && inside; d++)
    {
      const TlExpr *index = pattern->indices[d];

      inside = tl_analyzer_can_prove (analyzer, tl_binary (arena, TL_EXPR_GE, index, tl_expr_int (arena, index->dtype, 0)))
               && tl_analyzer_can_prove (analyzer, tl_binary (arena, TL_EXPR_LT, index, buffer->shape[d]));
    }
  return inside;
}

/* Redirecting. */

typedef struct
{
  const TlBuffer      *from, *to;
  const TlExpr *const *indices;
} PatternRedirect;

static const TlExpr *
redirect_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  PatternRedirect *r = rewriter->user_data;

  if (expr->kind != TL_EXPR_LOAD || expr->buffer != r->from)
    return NULL;
  return tl_expr_load (rewriter->arena, r->to, r->indices, r->to->n_dims);
}

static const TlStmt *
redirect_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  PatternRedirect *r = rewriter->user_data;

  if (stmt->kind != TL_STMT_STORE || stmt->buffer != r->from)
    return NULL;
  return tl_stmt_store (rewriter->arena, r->to, r->indices, r->to->n_dims, tl_rewrite_expr (rewriter, stmt->value));
}

/* The buffer may also say where another one is read: A[P[i]]. */
static TlRegion
redirect_region (TlRewriter *rewriter, TlRegion region)
{
  const PatternRedirect *r = rewriter->user_data;
  TlRange        *ranges;

  if (region.buffer == r->from)
    return tl_region_point (rewriter->arena, r->to, r->indices);
  ranges = tl_arena_dup_array (rewriter->arena, TlRange, region.ranges, region.buffer->n_dims);
  for (guint d = 0; d < region.buffer->n_dims; d++)
    ranges[d] = (TlRange) { tl_rewrite_expr (rewriter, ranges[d].min), tl_rewrite_expr (rewriter, ranges[d].extent) };
  return (TlRegion) { .buffer = region.buffer, .ranges = ranges };
}

static const TlRegion *
redirect_regions (TlRewriter *rewriter, const TlRegion *regions, guint n)
{
  TlRegion *redirected = tl_arena_new_array (rewriter->arena, TlRegion, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    redirected[i] = redirect_region (rewriter, regions[i]);
  return redirected;
}

const TlStmt *
tl_block_redirect (TlArena *arena, const TlStmt *stmt, const TlBuffer *from, const TlBuffer *to, const TlExpr *const *indices)
{
  PatternRedirect redirect = { from, to, indices };
  TlRewriter rewriter = { .arena = arena, .expr = redirect_expr, .stmt = redirect_stmt, .user_data = &redirect };
  TlBlock    block = stmt->block;

  block.body = tl_rewrite_stmt (&rewriter, block.body);
  if (block.init != NULL)
    block.init = tl_rewrite_stmt (&rewriter, block.init);
  block.reads = redirect_regions (&rewriter, block.reads, block.n_reads);
  block.writes = redirect_regions (&rewriter, block.writes, block.n_writes);
  return tl_stmt_block (arena, &block);
}
