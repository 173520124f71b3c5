/* SPDX-License-Identifier: Apache-2.0 */
/* Rewriting with sharing: arrays and nodes are copied only once a child changed. */
#include <string.h>

#include "core/ir/walk.h"

static const TlStmt removed_stmt = { .kind = TL_STMT_SEQ };
const TlStmt *const tl_stmt_removed = &removed_stmt;

/* A buffer whose declaration is rewritten, and what it became. Few programs have any. */
struct _TlDeclaredBuffer
{
  struct _TlDeclaredBuffer *next;
  const TlBuffer           *old, *rewritten;
};

const TlBuffer *
tl_rewrite_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  buffer = rewriter->buffer != NULL ? rewriter->buffer (rewriter, buffer) : buffer;
  for (const struct _TlDeclaredBuffer *declared = rewriter->declared; declared != NULL; declared = declared->next)
    if (declared->old == buffer)
      return declared->rewritten;
  return buffer;
}

/* The array itself if nothing in it changed. */
static const TlExpr *const *
rewrite_list (TlRewriter *rewriter, const TlExpr *const *list, guint n)
{
  const TlExpr **copy = NULL;

  for (guint i = 0; i < n; i++)
    {
      const TlExpr *item = tl_rewrite_expr (rewriter, list[i]);

      if (item != list[i] && copy == NULL)
        copy = tl_arena_dup_array (rewriter->arena, const TlExpr *, list, n);
      if (copy != NULL)
        copy[i] = item;
    }
  return copy != NULL ? copy : list;
}

static TlExpr *
dup_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  return tl_arena_memdup (rewriter->arena, expr, sizeof *expr);
}

static const TlExpr *
rewrite_load (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlBuffer      *buffer = tl_rewrite_buffer (rewriter, expr->buffer);
  const TlExpr *const *indices = rewrite_list (rewriter, expr->indices, expr->n_indices);

  if (buffer == expr->buffer && indices == expr->indices)
    return expr;
  return tl_expr_load (rewriter->arena, buffer, indices, expr->n_indices);
}

static const TlExpr *
rewrite_binary (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *a = tl_rewrite_expr (rewriter, expr->a), *b = tl_rewrite_expr (rewriter, expr->b);

  if (a == expr->a && b == expr->b)
    return expr;
  return tl_binary (rewriter->arena, expr->kind, a, b);
}

static const TlExpr *
rewrite_call (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *const *args = rewrite_list (rewriter, expr->args, expr->n_args);
  TlExpr              *copy;

  if (args == expr->args)
    return expr;
  copy = dup_expr (rewriter, expr);
  copy->args = args;
  return copy;
}

static const TlExpr *
rewrite_select (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *cond = tl_rewrite_expr (rewriter, expr->cond);
  const TlExpr *if_true = tl_rewrite_expr (rewriter, expr->if_true), *if_false = tl_rewrite_expr (rewriter, expr->if_false);

  if (cond == expr->cond && if_true == expr->if_true && if_false == expr->if_false)
    return expr;
  return tl_expr_select (rewriter->arena, cond, if_true, if_false);
}

static const TlExpr *
rewrite_let (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *value = tl_rewrite_expr (rewriter, expr->let_value), *body = tl_rewrite_expr (rewriter, expr->let_body);

  if (value == expr->let_value && body == expr->let_body)
    return expr;
  return tl_expr_let (rewriter->arena, expr->let_var, value, body);
}

static const TlExpr *
rewrite_vector (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *base = tl_rewrite_expr (rewriter, expr->base);
  const TlExpr *stride = expr->kind == TL_EXPR_RAMP ? tl_rewrite_expr (rewriter, expr->stride) : NULL;

  if (base == expr->base && stride == (expr->kind == TL_EXPR_RAMP ? expr->stride : NULL))
    return expr;
  return expr->kind == TL_EXPR_RAMP ? tl_expr_ramp (rewriter->arena, base, stride, expr->dtype.lanes)
                                    : tl_expr_broadcast (rewriter->arena, base, expr->dtype.lanes);
}

const TlExpr *
tl_rewrite_no_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  return expr;
}

const TlExpr *
tl_rewrite_expr_children (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *a;

  if (tl_expr_kind_is_binary (expr->kind))
    return rewrite_binary (rewriter, expr);
  switch (expr->kind)
    {
    case TL_EXPR_CAST:
      a = tl_rewrite_expr (rewriter, expr->a);
      return a == expr->a ? expr : tl_cast (rewriter->arena, expr->dtype, a);
    case TL_EXPR_NOT:
      a = tl_rewrite_expr (rewriter, expr->a);
      return a == expr->a ? expr : tl_expr_not (rewriter->arena, a);
    case TL_EXPR_SELECT:
      return rewrite_select (rewriter, expr);
    case TL_EXPR_LOAD:
      return rewrite_load (rewriter, expr);
    case TL_EXPR_CALL:
      return rewrite_call (rewriter, expr);
    case TL_EXPR_RAMP:
    case TL_EXPR_BROADCAST:
      return rewrite_vector (rewriter, expr);
    case TL_EXPR_LET:
      return rewrite_let (rewriter, expr);
    default:
      return expr;
    }
}

const TlExpr *
tl_rewrite_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *replacement;

  if (expr == NULL)
    return NULL;
  replacement = rewriter->expr != NULL ? rewriter->expr (rewriter, expr) : NULL;
  return replacement != NULL ? replacement : tl_rewrite_expr_children (rewriter, expr);
}

/* --- statements --- */

static TlRange
rewrite_range (TlRewriter *rewriter, TlRange range)
{
  return (TlRange) { tl_rewrite_expr (rewriter, range.min), tl_rewrite_expr (rewriter, range.extent) };
}

static gboolean
ranges_same (TlRange a, TlRange b)
{
  return a.min == b.min && a.extent == b.extent;
}

TlRegion
tl_rewrite_region (TlRewriter *rewriter, TlRegion region)
{
  TlRegion result = { tl_rewrite_buffer (rewriter, region.buffer), region.ranges };
  TlRange *copy = NULL;

  for (guint i = 0; i < region.buffer->n_dims; i++)
    {
      TlRange range = rewrite_range (rewriter, region.ranges[i]);

      if (copy == NULL && !ranges_same (range, region.ranges[i]))
        copy = tl_arena_dup_array (rewriter->arena, TlRange, region.ranges, region.buffer->n_dims);
      if (copy != NULL)
        copy[i] = range;
    }
  if (copy != NULL)
    result.ranges = copy;
  return result;
}

static const TlRegion *
rewrite_regions (TlRewriter *rewriter, const TlRegion *regions, guint n)
{
  TlRegion *copy = NULL;

  for (guint i = 0; i < n; i++)
    {
      TlRegion region = tl_rewrite_region (rewriter, regions[i]);

      if (copy == NULL && (region.buffer != regions[i].buffer || region.ranges != regions[i].ranges))
        copy = tl_arena_dup_array (rewriter->arena, TlRegion, regions, n);
      if (copy != NULL)
        copy[i] = region;
    }
  return copy != NULL ? copy : regions;
}

/* Before what is in the scope of the declaration is rewritten. */
static void
rewrite_declared (TlRewriter *rewriter, const TlBuffer *buffer)
{
  struct _TlDeclaredBuffer *declared;
  const TlExpr *const      *shape, *const *strides;
  const TlExpr             *offset;
  TlBuffer                 *copy;

  if (!rewriter->rewrites_shapes)
    return;
  buffer = rewriter->buffer != NULL ? rewriter->buffer (rewriter, buffer) : buffer;
  shape = rewrite_list (rewriter, buffer->shape, buffer->n_dims);
  strides = buffer->strides != NULL ? rewrite_list (rewriter, buffer->strides, buffer->n_dims) : NULL;
  offset = tl_rewrite_expr (rewriter, buffer->elem_offset);
  if (shape == buffer->shape && strides == buffer->strides && offset == buffer->elem_offset)
    return;
  copy = tl_arena_memdup (rewriter->arena, buffer, sizeof *buffer);
  copy->shape = shape;
  copy->strides = strides;
  copy->elem_offset = offset;
  declared = tl_arena_new0 (rewriter->arena, struct _TlDeclaredBuffer);
  *declared = (struct _TlDeclaredBuffer) { rewriter->declared, buffer, copy };
  rewriter->declared = declared;
}

static const TlBuffer *const *
rewrite_allocs (TlRewriter *rewriter, const TlBuffer *const *allocs, guint n)
{
  const TlBuffer **copy = NULL;

  for (guint i = 0; i < n; i++)
    {
      const TlBuffer *buffer = tl_rewrite_buffer (rewriter, allocs[i]);

      if (copy == NULL && buffer != allocs[i])
        copy = tl_arena_dup_array (rewriter->arena, const TlBuffer *, allocs, n);
      if (copy != NULL)
        copy[i] = buffer;
    }
  return copy != NULL ? copy : allocs;
}

static const TlMatchBuffer *
rewrite_matches (TlRewriter *rewriter, const TlMatchBuffer *matches, guint n)
{
  TlMatchBuffer *copy = NULL;

  for (guint i = 0; i < n; i++)
    {
      TlMatchBuffer match = { tl_rewrite_buffer (rewriter, matches[i].buffer), tl_rewrite_region (rewriter, matches[i].source) };

      if (copy == NULL && (match.buffer != matches[i].buffer || match.source.buffer != matches[i].source.buffer
                           || match.source.ranges != matches[i].source.ranges))
        copy = tl_arena_dup_array (rewriter->arena, TlMatchBuffer, matches, n);
      if (copy != NULL)
        copy[i] = match;
    }
  return copy != NULL ? copy : matches;
}

static const TlBlockAxis *
rewrite_axes (TlRewriter *rewriter, const TlBlockAxis *axes, guint n)
{
  TlBlockAxis *copy = NULL;

  for (guint i = 0; i < n; i++)
    {
      TlRange dom = rewrite_range (rewriter, axes[i].dom);

      if (copy == NULL && !ranges_same (dom, axes[i].dom))
        copy = tl_arena_dup_array (rewriter->arena, TlBlockAxis, axes, n);
      if (copy != NULL)
        copy[i].dom = dom;
    }
  return copy != NULL ? copy : axes;
}

static const TlStmt *
rewrite_block (TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlBlock *old = &stmt->block;
  TlBlock        block = *old;

  for (guint i = 0; i < old->n_allocs; i++)
    rewrite_declared (rewriter, old->allocs[i]);
  for (guint i = 0; i < old->n_matches; i++)
    rewrite_declared (rewriter, old->matches[i].buffer);
  block.axes = rewrite_axes (rewriter, old->axes, old->n_axes);
  block.bindings = rewrite_list (rewriter, old->bindings, old->n_axes);
  block.predicate = tl_rewrite_expr (rewriter, old->predicate);
  block.reads = rewrite_regions (rewriter, old->reads, old->n_reads);
  block.writes = rewrite_regions (rewriter, old->writes, old->n_writes);
  block.allocs = rewrite_allocs (rewriter, old->allocs, old->n_allocs);
  block.matches = rewrite_matches (rewriter, old->matches, old->n_matches);
  block.init = old->init != NULL ? tl_rewrite_stmt (rewriter, old->init) : NULL;
  block.body = tl_rewrite_stmt (rewriter, old->body);
  if (block.init == tl_stmt_removed)
    block.init = NULL;
  if (block.body == tl_stmt_removed)
    return tl_stmt_removed;
  if (block.axes == old->axes && block.bindings == old->bindings && block.predicate == old->predicate && block.reads == old->reads
      && block.writes == old->writes && block.allocs == old->allocs && block.matches == old->matches && block.init == old->init
      && block.body == old->body)
    return stmt;
  return tl_stmt_block (rewriter->arena, &block);
}

static const TlStmt *
rewrite_loop (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlLoop loop = stmt->loop;

  loop.min = tl_rewrite_expr (rewriter, loop.min);
  loop.extent = tl_rewrite_expr (rewriter, loop.extent);
  loop.step = tl_rewrite_expr (rewriter, loop.step);
  loop.body = tl_rewrite_stmt (rewriter, loop.body);
  if (loop.body == tl_stmt_removed)
    return tl_stmt_removed;
  if (loop.min == stmt->loop.min && loop.extent == stmt->loop.extent && loop.step == stmt->loop.step && loop.body == stmt->loop.body)
    return stmt;
  return tl_stmt_loop (rewriter->arena, &loop);
}

static const TlStmt *
rewrite_seq (TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlStmt **kept = g_newa (const TlStmt *, stmt->n_stmts);
  guint          n = 0;
  gboolean       changed = FALSE;

  for (guint i = 0; i < stmt->n_stmts; i++)
    {
      const TlStmt *child = tl_rewrite_stmt (rewriter, stmt->stmts[i]);

      changed |= child != stmt->stmts[i];
      if (child != tl_stmt_removed)
        kept[n++] = child;
    }
  if (!changed)
    return stmt;
  return n == 0 ? tl_stmt_removed : tl_stmt_seq (rewriter->arena, kept, n);
}

static const TlStmt *
rewrite_store (TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlBuffer      *buffer = tl_rewrite_buffer (rewriter, stmt->buffer);
  const TlExpr *const *indices = rewrite_list (rewriter, stmt->indices, stmt->n_indices);
  const TlExpr        *value = tl_rewrite_expr (rewriter, stmt->value);

  if (buffer == stmt->buffer && indices == stmt->indices && value == stmt->value)
    return stmt;
  return tl_stmt_store (rewriter->arena, buffer, indices, stmt->n_indices, value);
}

static const TlStmt *
rewrite_if (TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlExpr *cond = tl_rewrite_expr (rewriter, stmt->cond);
  const TlStmt *then_body = tl_rewrite_stmt (rewriter, stmt->then_body);
  const TlStmt *else_body = stmt->else_body != NULL ? tl_rewrite_stmt (rewriter, stmt->else_body) : NULL;

  if (cond == stmt->cond && then_body == stmt->then_body && else_body == stmt->else_body)
    return stmt;
  if (else_body == tl_stmt_removed)
    else_body = NULL;
  if (then_body == tl_stmt_removed && else_body == NULL)
    return tl_stmt_removed;
  if (then_body == tl_stmt_removed)
    return tl_stmt_if (rewriter->arena, tl_expr_not (rewriter->arena, cond), else_body, NULL);
  return tl_stmt_if (rewriter->arena, cond, then_body, else_body);
}

static const TlStmt *
rewrite_children (TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlExpr   *expr, *node;
  const TlStmt   *body;
  const TlBuffer *buffer;
  TlStmt         *copy;

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return rewrite_loop (rewriter, stmt);
    case TL_STMT_BLOCK:
      return rewrite_block (rewriter, stmt);
    case TL_STMT_SEQ:
      return rewrite_seq (rewriter, stmt);
    case TL_STMT_STORE:
      return rewrite_store (rewriter, stmt);
    case TL_STMT_IF:
      return rewrite_if (rewriter, stmt);
    case TL_STMT_LET:
      expr = tl_rewrite_expr (rewriter, stmt->let_value);
      body = tl_rewrite_stmt (rewriter, stmt->let_body);
      if (body == tl_stmt_removed || (expr == stmt->let_value && body == stmt->let_body))
        return body == tl_stmt_removed ? body : stmt;
      return tl_stmt_let (rewriter->arena, stmt->var, expr, body);
    case TL_STMT_WHILE:
      expr = tl_rewrite_expr (rewriter, stmt->cond);
      body = tl_rewrite_stmt (rewriter, stmt->then_body);
      if (body == tl_stmt_removed || (expr == stmt->cond && body == stmt->then_body))
        return body == tl_stmt_removed ? body : stmt;
      return tl_stmt_while (rewriter->arena, expr, body);
    case TL_STMT_EVALUATE:
      expr = tl_rewrite_expr (rewriter, stmt->expr);
      return expr == stmt->expr ? stmt : tl_stmt_evaluate (rewriter->arena, expr);
    case TL_STMT_ATTR:
      node = tl_rewrite_expr (rewriter, stmt->attr_node);
      expr = tl_rewrite_expr (rewriter, stmt->attr_value);
      body = tl_rewrite_stmt (rewriter, stmt->attr_body);
      if (body == tl_stmt_removed || (node == stmt->attr_node && expr == stmt->attr_value && body == stmt->attr_body))
        return body == tl_stmt_removed ? body : stmt;
      return tl_stmt_attr (rewriter->arena, stmt->attr_key, node, expr, body);
    case TL_STMT_ASSERT:
      expr = tl_rewrite_expr (rewriter, stmt->assert_cond);
      if (expr == stmt->assert_cond)
        return stmt;
      return tl_stmt_assert (rewriter->arena, expr, stmt->assert_kind, stmt->assert_parts, stmt->n_assert_parts);
    case TL_STMT_ALLOC:
      rewrite_declared (rewriter, stmt->buffer);
      buffer = tl_rewrite_buffer (rewriter, stmt->buffer);
      body = tl_rewrite_stmt (rewriter, stmt->alloc_body);
      if (body == tl_stmt_removed || (buffer == stmt->buffer && body == stmt->alloc_body))
        return body == tl_stmt_removed ? body : stmt;
      copy = tl_arena_memdup (rewriter->arena, stmt, sizeof *stmt);
      copy->buffer = buffer;
      copy->alloc_body = body;
      return copy;
    }
  g_return_val_if_reached (stmt);
}

static const TlStmt *
keep_origin (TlRewriter *rewriter, const TlStmt *stmt, const TlStmt *result)
{
  if (stmt->origin.id == 0 || result->origin.id != 0 || result->kind != stmt->kind)
    return result;
  return tl_stmt_with_origin (rewriter->arena, result, stmt->origin);
}

const TlStmt *
tl_rewrite_stmt_children (TlRewriter *rewriter, const TlStmt *stmt)
{
  return keep_origin (rewriter, stmt, rewrite_children (rewriter, stmt));
}

const TlStmt *
tl_rewrite_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlStmt *result = rewriter->stmt != NULL ? rewriter->stmt (rewriter, stmt) : NULL;

  return keep_origin (rewriter, stmt, result != NULL ? result : rewrite_children (rewriter, stmt));
}

/* --- substitution and cloning --- */

typedef struct
{
  GHashTable   *values;    /* TlVar → TlExpr; NULL: @value for @var alone */
  const TlVar  *var;
  const TlExpr *value;
} Substitution;

static const TlExpr *
substitute_var (TlRewriter *rewriter, const TlExpr *expr)
{
  const Substitution *job = rewriter->user_data;

  if (job->values == NULL)
    return expr == job->var ? job->value : NULL;
  return expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (job->values, expr) : NULL;
}

static const TlExpr *
substitute_in_expr (TlArena *arena, Substitution job, const TlExpr *expr)
{
  TlRewriter rewriter = { .arena = arena, .expr = substitute_var, .user_data = &job };

  return tl_rewrite_expr (&rewriter, expr);
}

const TlExpr *
tl_expr_substitute (TlArena *arena, const TlExpr *expr, GHashTable *values)
{
  return substitute_in_expr (arena, (Substitution) { .values = values }, expr);
}

const TlExpr *
tl_expr_substitute_var (TlArena *arena, const TlExpr *expr, const TlVar *var, const TlExpr *value)
{
  return substitute_in_expr (arena, (Substitution) { .var = var, .value = value }, expr);
}

static const TlStmt *
substitute_in_stmt (TlArena *arena, Substitution job, const TlStmt *stmt)
{
  TlRewriter rewriter = { .arena = arena, .expr = substitute_var, .user_data = &job, .rewrites_shapes = TRUE };

  return tl_rewrite_stmt (&rewriter, stmt);
}

const TlStmt *
tl_stmt_substitute (TlArena *arena, const TlStmt *stmt, GHashTable *values)
{
  return substitute_in_stmt (arena, (Substitution) { .values = values }, stmt);
}

const TlStmt *
tl_stmt_substitute_var (TlArena *arena, const TlStmt *stmt, const TlVar *var, const TlExpr *value)
{
  return substitute_in_stmt (arena, (Substitution) { .var = var, .value = value }, stmt);
}

typedef struct
{
  GHashTable *vars;       /* old TlVar → new TlVar */
  TlBuilder  *builder;
} Clone;

static const TlVar *
clone_var (Clone *clone, const TlVar *var)
{
  const TlVar *copy = tl_expr_var_like (clone->builder->arena, var);

  g_hash_table_insert (clone->vars, (gpointer) var, (gpointer) copy);
  return copy;
}

static const TlExpr *
clone_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Clone *clone = rewriter->user_data;

  if (expr->kind == TL_EXPR_VAR)
    return g_hash_table_lookup (clone->vars, expr);
  if (expr->kind == TL_EXPR_CALL && strcmp (expr->callee->name, "comm_reducer") == 0)
    for (guint i = 0; i < expr->n_args / 2; i++)
      clone_var (clone, expr->args[i]);
  if (expr->kind == TL_EXPR_LET)
    {
      const TlExpr *value = tl_rewrite_expr (rewriter, expr->let_value);
      const TlVar  *var = clone_var (clone, expr->let_var);

      return tl_expr_let (rewriter->arena, var, value, tl_rewrite_expr (rewriter, expr->let_body));
    }
  return NULL;
}

static const TlStmt *
clone_block (TlRewriter *rewriter, Clone *clone, const TlStmt *stmt)
{
  TlBlock      block = stmt->block;
  TlBlockAxis *axes = tl_arena_dup_array (rewriter->arena, TlBlockAxis, block.axes, block.n_axes);

  block.id = tl_builder_take_id (clone->builder);
  for (guint i = 0; i < block.n_axes; i++)
    axes[i].var = clone_var (clone, block.axes[i].var);
  block.axes = axes;
  return tl_rewrite_stmt_children (rewriter, tl_stmt_block (rewriter->arena, &block));
}

static const TlStmt *
clone_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Clone *clone = rewriter->user_data;

  if (stmt->kind == TL_STMT_FOR)
    {
      TlLoop loop = stmt->loop;

      loop.id = tl_builder_take_id (clone->builder);
      loop.var = clone_var (clone, stmt->loop.var);
      return tl_rewrite_stmt_children (rewriter, tl_stmt_loop (rewriter->arena, &loop));
    }
  if (stmt->kind == TL_STMT_BLOCK)
    return clone_block (rewriter, clone, stmt);
  if (stmt->kind == TL_STMT_LET)
    {
      const TlExpr *value = tl_rewrite_expr (rewriter, stmt->let_value);
      const TlVar  *var = clone_var (clone, stmt->var);

      return tl_stmt_let (rewriter->arena, var, value, tl_rewrite_stmt (rewriter, stmt->let_body));
    }
  return NULL;
}

const TlStmt *
tl_stmt_clone (TlBuilder *builder, const TlStmt *stmt)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
  Clone      clone = { .vars = vars, .builder = builder };
  TlRewriter rewriter = { .arena = builder->arena, .expr = clone_expr, .stmt = clone_stmt, .user_data = &clone, .rewrites_shapes = TRUE };

  return tl_rewrite_stmt (&rewriter, stmt);
}
