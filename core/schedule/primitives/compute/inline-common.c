/* SPDX-License-Identifier: Apache-2.0 */
/* Inverting accesses, checks and edits that both directions of inlining need. */
#include "core/schedule/primitives/compute/inline-private.h"

#include <string.h>

/* Inverting an access. */

static gint
find_var (const TlExpr *const *list, guint n, const TlExpr *var)
{
  for (guint i = 0; i < n; i++)
    if (list[i] == var)
      return (gint) i;
  return -1;
}

static gboolean
uses_in_any (const TlExpr *const *list, guint n, const TlVar *var)
{
  for (guint i = 0; i < n; i++)
    if (tl_expr_uses_var (list[i], var))
      return TRUE;
  return FALSE;
}

/* The usual case needs no algebra: each index is an axis of its own or a number. */
static gboolean
invert_plain (TlArena *arena, const TlBlock *block, const TlExpr *const *indices, guint n, TlInverse *inverse)
{
  for (guint d = 0; d < n; d++)
    if (indices[d]->kind != TL_EXPR_INT
        && (indices[d]->kind != TL_EXPR_VAR || find_var (indices, d, indices[d]) >= 0))
      return FALSE;
  for (guint i = 0; i < block->n_axes; i++)
    {
      gint d = find_var (indices, n, block->axes[i].var);

      if (d < 0 && !tl_expr_is_int (block->axes[i].dom.extent, 1))
        return FALSE;
      inverse->values[i] = d >= 0 ? inverse->outputs[d] : block->axes[i].dom.min;
    }
  return TRUE;
}

static gboolean
invert_affine (TlArena *arena, const TlBlock *block, const TlExpr *const *indices, guint n, gboolean may_pad, TlInverse *inverse)
{
  TlIter        *iters = tl_arena_new_array (arena, TlIter, block->n_axes);
  guint         *axis_of = tl_arena_new_array (arena, guint, block->n_axes);
  const TlExpr **values = tl_arena_new_array (arena, const TlExpr *, block->n_axes);
  const TlExpr  *padding;
  guint          n_iters = 0;
  gboolean       found;

  for (guint i = 0; i < block->n_axes; i++)
    {
      const TlBlockAxis *axis = &block->axes[i];

      inverse->values[i] = axis->dom.min;
      if (tl_expr_is_int (axis->dom.extent, 1) && !uses_in_any (indices, n, axis->var))
        continue;
      axis_of[n_iters] = i;
      iters[n_iters++] = (TlIter) { .var = axis->var, .min = axis->dom.min, .extent = axis->dom.extent };
    }
  if (tl_iter_map_detect (arena, indices, n, iters, n_iters, NULL, TL_ITER_MAP_BIJECTIVE, NULL))
    found = tl_iter_map_invert (arena, indices, n, iters, n_iters, TRUE, (const TlExpr *const *) inverse->outputs, values);
  else
    found = may_pad && tl_iter_map_invert_padded (arena, indices, n, iters, n_iters, FALSE, TRUE, (const TlExpr *const *) inverse->outputs,
                                                  values, &padding, NULL);
  if (!found)
    return FALSE;
  for (guint i = 0; i < n_iters; i++)
    inverse->values[axis_of[i]] = values[i];
  return TRUE;
}

gboolean
tl_inline_invert (TlArena *arena, const TlBlock *block, const TlExpr *const *indices, guint n, gboolean may_pad, TlInverse *inverse)
{
  inverse->outputs = tl_arena_new_array (arena, const TlVar *, n);
  inverse->values = tl_arena_new_array (arena, const TlExpr *, block->n_axes);
  inverse->n_outputs = n;
  for (guint d = 0; d < n; d++)
    inverse->outputs[d] = tl_expr_var (arena, "index", indices[d]->dtype);
  return invert_plain (arena, block, indices, n, inverse) || invert_affine (arena, block, indices, n, may_pad, inverse);
}

GHashTable *
tl_inline_axes_at (TlInline *in, const TlBlock *block, const TlExpr *const *indices)
{
  g_autoptr (GHashTable) at = g_hash_table_new (NULL, NULL);
  GHashTable            *axes = g_hash_table_new (NULL, NULL);

  for (guint d = 0; d < in->inverse.n_outputs; d++)
    g_hash_table_insert (at, (gpointer) in->inverse.outputs[d], (gpointer) indices[d]);
  for (guint i = 0; i < block->n_axes; i++)
    {
      const TlVar  *var = block->axes[i].var;
      const TlExpr *value = tl_expr_substitute (in->arena, in->inverse.values[i], at);

      g_hash_table_insert (axes, (gpointer) var, (gpointer) tl_cast (in->arena, var->dtype, value));
    }
  return axes;
}

void
tl_inline_bind_axes (TlAnalyzer *analyzer, const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    tl_analyzer_bind (analyzer, block->axes[i].var, block->axes[i].dom.min, block->axes[i].dom.extent);
}

/* Checks. */

typedef struct
{
  const TlBuffer *buffer;
  const char     *found;      /* how it is accessed other than by loads and stores */
} OpaqueSearch;

static TlWalk
find_opaque_expr (const TlExpr *expr, gpointer user_data)
{
  OpaqueSearch *search = user_data;

  if (expr->kind != TL_EXPR_CALL || (strcmp (expr->callee->name, "address_of") != 0 && strcmp (expr->callee->name, "buffer_data") != 0))
    return TL_WALK_INTO;
  for (guint i = 0; i < expr->n_args; i++)
    if (expr->args[i]->kind == TL_EXPR_LOAD && expr->args[i]->buffer == search->buffer)
      search->found = "its address is taken";
  return search->found != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
find_opaque_stmt (const TlStmt *stmt, gpointer user_data)
{
  OpaqueSearch *search = user_data;

  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  for (guint i = 0; i < stmt->block.n_matches; i++)
    if (stmt->block.matches[i].source.buffer == search->buffer)
      search->found = "match_buffer makes a view of it";
  return search->found != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
tl_inline_check_plain_access (TlInline *in, GError **error)
{
  OpaqueSearch search = { .buffer = in->buffer };

  tl_stmt_walk (in->scope, find_opaque_stmt, find_opaque_expr, &search);
  if (search.found == NULL)
    return TRUE;
  return tl_refuse (error, &in->block->block.id, 1, NULL, "buffer %s cannot be removed: %s", in->buffer->name, search.found);
}

gboolean
tl_inline_check_class (TlInline *in, const TlStmt *block, GError **error)
{
  g_autofree char *why = NULL;

  if (block->block.init != NULL)
    return tl_refuse (error, &block->block.id, 1, NULL, "block %s is a reduction: it has an init", block->block.name);
  if (tl_block_is_complete (in->info, block, &why))
    return TRUE;
  return tl_refuse (error, &block->block.id, 1, NULL, "block %s is not a complete block: %s", block->block.name, why);
}

gboolean
tl_inline_check_scope (TlInline *in, GError **error)
{
  g_autofree char *why = NULL;

  if (!tl_scope_info_is_stage_pipeline (in->info, &why))
    return tl_refuse (error, &in->block->block.id, 1, NULL, "the scope of block %s is not a stage pipeline: %s", in->block->block.name,
                      why);
  if (tl_scope_info_nth (in->info, 1) == NULL)
    return tl_refuse (error, &in->block->block.id, 1, NULL, "block %s is the only block of its scope", in->block->block.name);
  return TRUE;
}

gboolean
tl_inline_check_body (TlInline *in, const TlStmt *block, GError **error)
{
  if (block->block.body->kind == TL_STMT_STORE && block->block.n_allocs == 0 && block->block.n_matches == 0)
    return TRUE;
  return tl_refuse (error, &block->block.id, 1, NULL, "the body of block %s is not a single store", block->block.name);
}

/* Edits. */

void
tl_inline_replace_scope (TlInline *in, const TlStmt *changed_scope)
{
  TlPath   to_scope = tl_path_prefix (in->path, (guint) tl_path_scope_index (in->path));
  TlBlock  block = changed_scope->block;

  tl_block_drop_alloc (in->arena, &block, in->buffer);
  tl_call_replace (in->call, &to_scope, tl_stmt_block (in->arena, &block));
}

typedef struct
{
  TlNodeId      id;
  const TlStmt *replacement;
} InlineExchange;

static const TlStmt *
exchange_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  const InlineExchange *exchange = rewriter->user_data;

  return stmt->kind == TL_STMT_BLOCK && stmt->block.id == exchange->id ? exchange->replacement : NULL;
}

const TlStmt *
tl_inline_exchange_block (TlArena *arena, const TlStmt *within, TlNodeId id, const TlStmt *replacement)
{
  InlineExchange exchange = { .id = id, .replacement = replacement };
  TlRewriter rewriter = { .arena = arena, .expr = tl_rewrite_no_expr, .stmt = exchange_stmt, .user_data = &exchange };

  return tl_rewrite_stmt (&rewriter, within);
}

gboolean
tl_inline_start (TlInline *in, const TlPath *path, GError **error)
{
  in->path = path;
  in->block = tl_path_target (path);
  if (path->n == 1)
    return tl_refuse (error, &in->block->block.id, 1, NULL, "the root block cannot be inlined");
  in->scope = tl_path_scope (path);
  in->info = tl_path_scope_info (in->arena, in->call->module, path);
  return TRUE;
}
