/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compute_inline puts a block's expression where its result is read; the block and its buffer go.
 *
 *   B[vi] = f(vi); C[vj] = g(B[vj])   →   C[vj] = g(f(vj))
 *
 * Invariant: each read of the buffer meets the one iteration that wrote it. So the store's indices must be a bijective affine map of
 * the axes, which is inverted to find that iteration.
 */
#include "core/schedule/primitives/compute/inline-private.h"

/* Replacing, with the regions of every block that changes, or that declares more than it accesses, inferred anew. */

static gboolean
declares_read (const TlBlock *block, const TlBuffer *buffer)
{
  for (guint i = 0; i < block->n_reads; i++)
    if (block->reads[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

static const TlStmt *
rewrite_block_access (TlRewriter *rewriter, const TlStmt *stmt, const TlBuffer *inlined)
{
  const TlStmt *changed = tl_rewrite_stmt_children (rewriter, stmt);
  TlBlock       block;

  if (changed == stmt && !declares_read (&stmt->block, inlined))
    return stmt;
  block = changed->block;
  tl_block_infer_access (rewriter->arena, &block);
  return tl_stmt_block (rewriter->arena, &block);
}

static const TlExpr *
inline_load (TlRewriter *rewriter, const TlExpr *expr)
{
  TlInline              *in = rewriter->user_data;
  g_autoptr (GHashTable) axes = NULL;
  const TlExpr         **indices;

  if (expr->kind != TL_EXPR_LOAD || expr->buffer != in->buffer)
    return NULL;
  indices = tl_arena_new_array (in->arena, const TlExpr *, expr->n_indices);
  for (guint d = 0; d < expr->n_indices; d++)
    indices[d] = tl_rewrite_expr (rewriter, expr->indices[d]);
  axes = tl_inline_axes_at (in, &in->block->block, indices);
  return tl_expr_substitute (in->arena, in->store->value, axes);
}

static const TlStmt *
inline_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlInline *in = rewriter->user_data;

  if (stmt->kind != TL_STMT_BLOCK || stmt == in->block)
    return stmt == in->block ? stmt : NULL;
  tl_inline_bind_axes (in->analyzer, &stmt->block);
  return rewrite_block_access (rewriter, stmt, in->buffer);
}

/* The first load that may leave its buffer. */
typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlBuffer *found;
} BoundsSearch;

static TlWalk
find_outside (const TlExpr *expr, gpointer user_data)
{
  BoundsSearch *search = user_data;

  for (guint d = 0; expr->kind == TL_EXPR_LOAD && d < expr->n_indices && search->found == NULL; d++)
    {
      const TlExpr *index = expr->indices[d], *zero = tl_expr_int (search->arena, index->dtype, 0);

      if (!tl_analyzer_can_prove (search->analyzer, tl_binary (search->arena, TL_EXPR_GE, index, zero))
          || !tl_analyzer_can_prove (search->analyzer, tl_binary (search->arena, TL_EXPR_LT, index, expr->buffer->shape[d])))
        search->found = expr->buffer;
    }
  return search->found != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Consumers may go on where a guard stops the block: they read an element that nobody wrote, and would compute it then. */
static gboolean
check_guard (TlInline *in, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (in->arena);
  const TlBlock         *block = &in->block->block;
  BoundsSearch           search = { in->arena, analyzer, NULL };

  if (tl_expr_is_true (block->predicate) || tl_block_runs_whole_domain (in->info, in->block))
    return TRUE;
  tl_path_bind_vars (analyzer, in->path, in->path->n - 1);
  if (tl_expr_walk (in->store->value, find_outside, &search))
    return TRUE;
  return tl_refuse (error, &block->id, 1, NULL,
                    "block %s does not run for all values of its axes; where it does not run, its expression may read outside of %s",
                    block->name, search.found->name);
}

/*
 * Each load becomes a copy of the expression, whose loads become copies in the next step: what that makes must stay small enough to look
 * at.
 */
#define MAX_NODES 50000u

typedef struct
{
  const TlBuffer *buffer;
  guint64         n_nodes, n_loads;
} Growth;

static TlWalk
count_node (const TlExpr *expr, gpointer user_data)
{
  Growth *growth = user_data;

  growth->n_nodes++;
  growth->n_loads += expr->kind == TL_EXPR_LOAD && expr->buffer == growth->buffer;
  return TL_WALK_INTO;
}

static gboolean
check_growth (const TlInline *in, GError **error)
{
  Growth value = { .buffer = in->buffer }, scope = { .buffer = in->buffer };

  tl_expr_walk (in->store->value, count_node, &value);
  tl_stmt_walk (in->scope->block.body, NULL, count_node, &scope);
  if (scope.n_loads < 2 || value.n_nodes * scope.n_loads <= MAX_NODES)
    return TRUE;
  return tl_refuse (error, &in->block->block.id, 1, "do not inline one of the blocks with several readers",
                    "%" G_GUINT64_FORMAT " reads of %s would become %" G_GUINT64_FORMAT " operations and accesses; %u are the limit",
                    scope.n_loads,
                    in->buffer->name, value.n_nodes * scope.n_loads, MAX_NODES);
}

static gboolean
check_inline (TlInline *in, GError **error)
{
  const TlBlock *block = &in->block->block;

  if (!tl_inline_check_class (in, in->block, error) || !tl_inline_check_scope (in, error))
    return FALSE;
  if (tl_block_is_output (in->call->module, in->path))
    return tl_refuse (error, &block->id, 1, "use reverse_compute_inline to move an output block into its producer",
                      "block %s is an output block: it writes a buffer that outlives its scope", block->name);
  if (block->n_writes != 1)
    return tl_refuse (error, &block->id, 1, NULL, "block %s writes %u buffers; only a block that writes one buffer can be inlined",
                      block->name,
                      block->n_writes);
  if (!tl_inline_check_body (in, in->block, error))
    return FALSE;
  in->store = block->body;
  in->buffer = in->store->buffer;
  if (!tl_inline_invert (in->arena, block, in->store->indices, in->store->n_indices, FALSE, &in->inverse))
    return tl_refuse (error, &block->id, 1, NULL, "the indices of %s in block %s are not a bijective affine map of its axes",
                      in->buffer->name, block->name);
  return check_guard (in, error) && check_growth (in, error) && tl_inline_check_plain_access (in, error);
}

/* The scope block itself keeps its regions: what it touches outside does not change. */
static const TlStmt *
rewrite_scope_body (TlInline *in, TlRewriter *rewriter)
{
  TlBlock scope = in->scope->block;

  scope.body = tl_rewrite_stmt (rewriter, scope.body);
  return tl_stmt_block (in->arena, &scope);
}

static void
inline_block (TlInline *in)
{
  TlRewriter    rewriter = { .arena = in->arena, .expr = inline_load, .stmt = inline_stmt, .user_data = in };
  const TlStmt *scope = rewrite_scope_body (in, &rewriter);

  tl_inline_replace_scope (in, tl_inline_exchange_block (in->arena, scope, in->block->block.id, tl_stmt_removed));
}

static gboolean
compute_inline_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (call->builder.arena);
  TlInline                 in = { .call = call, .arena = call->builder.arena, .analyzer = analyzer };
  gboolean               ok;

  if (!tl_call_find_block (call, &call->args[0], &path, error) || !tl_inline_start (&in, path, error))
    return FALSE;
  ok = check_inline (&in, error);
  if (ok)
    inline_block (&in);
  tl_scope_info_free (in.info);
  return ok;
}

const TlPrimitive tl_primitive_compute_inline = {
  .name = "compute_inline",
  .kind = "ComputeInline",
  .title = "Compute Inline",
  .family = TL_FAMILY_COMPUTE,
  .summary = "Inline a block into its consumers and remove its buffer.",
  .sketch = "B[i] = f(i); C[j] = g(B[j])  →  C[j] = g(f(j))",
  .shortcut = "I",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT,
        .help = "Block to inline: a single store to a buffer of its scope, with indices that determine its axes." }),
  .apply = compute_inline_apply,
  .sentence = "Inline {block} into its consumers",
};
