/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/primitives/block-edit-private.h"

#include "core/arith/block-access.h"

/* Paths. */

static TlNodeId
id_of (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->kind == TL_STMT_BLOCK ? stmt->block.id : 0;
}

gint
tl_path_find_inside_scope (const TlPath *path, TlNodeId id)
{
  for (gint i = tl_path_scope_index (path) + 1; i + 1 < (gint) path->n; i++)
    if (id_of (path->stmts[i]) == id)
      return i;
  return -1;
}

const TlStmt *
tl_path_rebuild_from (TlBuilder *builder, const TlPath *path, guint index, const TlStmt *replacement)
{
  TlPath below = { .func = path->func, .n = path->n - index, .stmts = path->stmts + index };

  return tl_path_replace (builder, &below, replacement);
}

TlPath
tl_path_prefix (const TlPath *path, guint index)
{
  return (TlPath) { .func = path->func, .n = index + 1, .stmts = path->stmts };
}

TlScopeInfo *
tl_path_scope_info (TlArena *arena, const TlModule *module, const TlPath *path)
{
  return tl_scope_info_new (arena, module, tl_path_scope (path));
}

void
tl_path_bind_vars (TlAnalyzer *analyzer, const TlPath *path, guint last)
{
  for (guint i = 0; i <= last && i < path->n; i++)
    {
      const TlStmt *stmt = path->stmts[i];

      if (stmt->kind == TL_STMT_FOR)
        tl_analyzer_bind (analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
      for (guint j = 0; stmt->kind == TL_STMT_BLOCK && j < stmt->block.n_axes; j++)
        tl_analyzer_bind (analyzer, stmt->block.axes[j].var, stmt->block.axes[j].dom.min, stmt->block.axes[j].dom.extent);
    }
}

/* Predicates and regions. */

const TlExpr *
tl_predicate_without (TlArena *arena, const TlExpr *predicate, GHashTable *vars, GHashTable *values)
{
  const TlExpr *left, *right;

  if (predicate == NULL)
    return NULL;
  if (predicate->kind != TL_EXPR_AND)
    return tl_expr_uses_any (predicate, vars) ? NULL : tl_expr_substitute (arena, predicate, values);
  left = tl_predicate_without (arena, predicate->a, vars, values);
  right = tl_predicate_without (arena, predicate->b, vars, values);
  if (left == NULL || right == NULL)
    return left != NULL ? left : right;
  return tl_and (arena, left, right);
}

void
tl_block_infer_access (TlArena *arena, TlBlock *block)
{
  tl_infer_block_access (arena, block, &block->reads, &block->n_reads, &block->writes, &block->n_writes);
}

TlRegion
tl_region_substitute (TlArena *arena, TlRegion region, GHashTable *values)
{
  TlRange *ranges = tl_arena_new_array (arena, TlRange, region.buffer->n_dims);

  for (guint i = 0; i < region.buffer->n_dims; i++)
    {
      ranges[i].min = tl_expr_substitute (arena, region.ranges[i].min, values);
      ranges[i].extent = tl_expr_substitute (arena, region.ranges[i].extent, values);
    }
  return (TlRegion) { .buffer = region.buffer, .ranges = ranges };
}

void
tl_block_read_own_writes (TlArena *arena, TlBlock *block)
{
  TlRegion *reads = tl_arena_new_array (arena, TlRegion, block->n_writes + block->n_reads);
  guint     n = 0;

  for (guint i = 0; i < block->n_writes; i++)
    if (!tl_regions_touch (block->reads, block->n_reads, block->writes[i].buffer))
      reads[n++] = block->writes[i];
  for (guint i = 0; i < block->n_reads; i++)
    reads[n++] = block->reads[i];
  block->reads = reads;
  block->n_reads = n;
}

static const TlBuffer *
follow_view (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const TlBuffer *view = g_hash_table_lookup (rewriter->user_data, buffer);

  return view != NULL ? view : buffer;
}

/* A match defines the variables that stand alone as stride or offset of its view. */
static const TlExpr *
new_variable (TlArena *arena, const TlExpr *expr, GHashTable *vars)
{
  const TlExpr *known;

  if (expr == NULL || expr->kind != TL_EXPR_VAR)
    return expr;
  known = g_hash_table_lookup (vars, expr);
  if (known == NULL)
    {
      known = tl_expr_var (arena, expr->name, expr->dtype);
      g_hash_table_insert (vars, (gpointer) expr, (gpointer) known);
    }
  return known;
}

const TlBuffer *
tl_buffer_copy_view (TlArena *arena, const TlBuffer *view, GHashTable *vars)
{
  TlBuffer      *copy = tl_arena_memdup (arena, view, sizeof *view);
  const TlExpr **strides = tl_arena_new_array (arena, const TlExpr *, MAX (view->n_dims, 1));

  for (guint d = 0; d < view->n_dims && view->strides != NULL; d++)
    strides[d] = new_variable (arena, view->strides[d], vars);
  copy->strides = view->strides != NULL ? strides : NULL;
  copy->elem_offset = new_variable (arena, view->elem_offset, vars);
  return copy;
}

const TlStmt *
tl_block_copy_views (TlArena *arena, TlBlock *block, const TlStmt *body, GHashTable *values)
{
  g_autoptr (GHashTable) views = NULL;
  g_autoptr (GHashTable) vars = NULL;
  TlRewriter             rewriter = { .arena = arena, .buffer = follow_view };
  TlMatchBuffer         *matches;
  guint                  n_used = 0;

  if (block->n_matches == 0)
    return body;
  views = rewriter.user_data = g_hash_table_new (NULL, NULL);
  vars = g_hash_table_new (NULL, NULL);
  matches = tl_arena_new_array (arena, TlMatchBuffer, block->n_matches);
  for (guint i = 0; i < block->n_matches; i++)
    {
      const TlMatchBuffer *old = &block->matches[i];

      if (!tl_stmt_uses_buffer (body, old->buffer))
        continue;
      matches[n_used].buffer = tl_buffer_copy_view (arena, old->buffer, vars);
      matches[n_used].source = tl_region_substitute (arena, old->source, values);
      g_hash_table_insert (views, (gpointer) old->buffer, (gpointer) matches[n_used].buffer);
      n_used++;
    }
  block->matches = matches;
  block->n_matches = n_used;
  return n_used > 0 ? tl_rewrite_stmt (&rewriter, tl_stmt_substitute (arena, body, vars)) : body;
}

/* Bodies. */

guint
tl_body_n_children (const TlStmt *body)
{
  return body->kind == TL_STMT_SEQ ? body->n_stmts : 1;
}

const TlStmt *
tl_body_nth_child (const TlStmt *body, guint index)
{
  return body->kind == TL_STMT_SEQ ? body->stmts[index] : body;
}

const TlStmt *
tl_stmt_body (const TlStmt *loop_or_block)
{
  return loop_or_block->kind == TL_STMT_FOR ? loop_or_block->loop.body : loop_or_block->block.body;
}

static const TlStmt *
body_with (TlArena *arena, const TlStmt *body, guint position, const TlStmt *stmt)
{
  guint                 n = tl_body_n_children (body);
  g_autoptr (GPtrArray) children = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (children, (gpointer) tl_body_nth_child (body, i));
  g_ptr_array_insert (children, (gint) MIN (position, n), (gpointer) stmt);
  return tl_stmt_seq (arena, (const TlStmt *const *) children->pdata, children->len);
}

typedef struct
{
  TlNodeId      id;
  guint         position;
  const TlStmt *stmt;
} Insertion;

static const TlStmt *
insert_at_id (TlRewriter *rewriter, const TlStmt *stmt)
{
  const Insertion *insertion = rewriter->user_data;
  TlLoop           loop;
  TlBlock          block;

  if (id_of (stmt) != insertion->id)
    return NULL;
  if (stmt->kind == TL_STMT_FOR)
    {
      loop = stmt->loop;
      loop.body = body_with (rewriter->arena, loop.body, insertion->position, insertion->stmt);
      return tl_stmt_loop (rewriter->arena, &loop);
    }
  block = stmt->block;
  block.body = body_with (rewriter->arena, block.body, insertion->position, insertion->stmt);
  return tl_stmt_block (rewriter->arena, &block);
}

const TlStmt *
tl_insert_child (TlArena *arena, const TlStmt *within, TlNodeId id, guint position, const TlStmt *stmt)
{
  Insertion  insertion = { .id = id, .position = position, .stmt = stmt };
  TlRewriter rewriter = { .arena = arena, .expr = tl_rewrite_no_expr, .stmt = insert_at_id, .user_data = &insertion };

  g_assert (id != 0);
  return tl_rewrite_stmt (&rewriter, within);
}

/* Allocations. */

void
tl_block_drop_alloc (TlArena *arena, TlBlock *block, const TlBuffer *buffer)
{
  const TlBuffer **kept = tl_arena_new_array (arena, const TlBuffer *, block->n_allocs);
  guint            n_kept = 0;

  for (guint i = 0; i < block->n_allocs; i++)
    if (block->allocs[i] != buffer)
      kept[n_kept++] = block->allocs[i];
  block->allocs = kept;
  block->n_allocs = n_kept;
}

void
tl_block_add_alloc (TlArena *arena, TlBlock *block, const TlBuffer *buffer)
{
  const TlBuffer **allocs = tl_arena_new_array (arena, const TlBuffer *, block->n_allocs + 1);

  for (guint i = 0; i < block->n_allocs; i++)
    allocs[i] = block->allocs[i];
  allocs[block->n_allocs++] = buffer;
  block->allocs = allocs;
}

TlDType
tl_axes_index_dtype (const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (!tl_dtype_equal (block->axes[i].var->dtype, TL_INT64))
      return TL_INT32;
  return block->n_axes > 0 ? TL_INT64 : TL_INT32;
}

gboolean
tl_axes_map_wish (const TlModule *module, const TlArg *args, guint param, TlIndexMapWish *wish)
{
  const TlStmt *block = args[0].kind == TL_ARG_NODE ? tl_module_find (module, args[0].node) : NULL;

  if (block == NULL || block->kind != TL_STMT_BLOCK)
    return FALSE;
  *wish = (TlIndexMapWish) { .n_indices = block->block.n_axes, .index = tl_axes_index_dtype (&block->block), .constant = TL_INT32 };
  return TRUE;
}
