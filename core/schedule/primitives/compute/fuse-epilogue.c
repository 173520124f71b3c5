/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuse_reduction_epilogue: the block that uses a finished reduction moves into its block; the buffer between is no longer written.
 *
 *   C[i] = 0; C[i] += A[i, k]   D[i] = C[i] + b[i]             →   D[i] = b[i]; D[i] += A[i, k]
 *   C[i] = 0; C[i] += A[i, k]   D[i] = max (C[i] + b[i], 0)    →   D[i] = max (b[i], 0); D[i] = max (D[i] + A[i, k], 0)
 *
 * Invariant: an addend gives the same result. Limits (min, max) then hold at every step of the reduction instead of once at its end, which
 * gives another result where a partial sum exceeds them; TVM defines the primitive so, and the caller promises that this is wanted.
 * Everything else is refused, also where TVM accepts it.
 */
#include "core/schedule/primitives/compute/inline-private.h"

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  const TlPath    *reduction_path;
  const TlBlock   *reduction, *epilogue;
  const TlStmt    *scope;
  TlScopeInfo     *info;
  const TlBuffer  *sum;           /* C */
  const TlStmt    *update;        /* C[…] = C[…] + … */
  const TlStmt    *store;         /* D[…] = f (C[…]) */
  const TlExpr    *load;          /* C[…] in it */
  GHashTable      *axes;          /* of the epilogue → of the reduction */
} Epilogue;

/* Checks. */

static gboolean
check_blocks (Epilogue *e, const TlPath *epilogue_path, GError **error)
{
  TlNodeId         both[] = { e->reduction->id, e->epilogue->id };
  const TlStmt    *reduction = tl_path_target (e->reduction_path), *epilogue = tl_path_target (epilogue_path);
  g_autofree char *why = NULL;

  if (tl_path_scope (epilogue_path) != e->scope)
    return tl_refuse (error, both, 2, NULL, "blocks %s and %s are not in the same scope", e->reduction->name, e->epilogue->name);
  if (!tl_scope_info_is_stage_pipeline (e->info, &why))
    return tl_refuse (error, both, 2, NULL, "the scope of block %s is not a stage pipeline: %s", e->reduction->name, why);
  if (!tl_block_is_reduction (e->info, reduction, &why))
    return tl_refuse (error, &both[0], 1, NULL, "block %s is not a reduction block: %s", e->reduction->name, why);
  if (!tl_block_is_complete (e->info, epilogue, &why))
    return tl_refuse (error, &both[1], 1, NULL, "block %s is not a complete block: %s", e->epilogue->name, why);
  if (tl_block_is_output (e->call->module, e->reduction_path))
    return tl_refuse (error, &both[0], 1, NULL, "block %s is an output block: its result outlives its scope", e->reduction->name);
  if (e->epilogue->predicate != NULL || !tl_block_runs_whole_domain (e->info, epilogue))
    return tl_refuse (error, &both[1], 1, NULL, "block %s does not run for all values of its axes; after fusion it would",
                      e->epilogue->name);
  return TRUE;
}

static gboolean
is_zero (const TlExpr *expr)
{
  return tl_expr_is_int (expr, 0) || (expr->kind == TL_EXPR_FLOAT && expr->float_value == 0);
}

static gboolean
same_place (const TlExpr *load, const TlStmt *store)
{
  if (load->kind != TL_EXPR_LOAD || load->buffer != store->buffer)
    return FALSE;
  for (guint i = 0; i < store->n_indices; i++)
    if (!tl_expr_equal (load->indices[i], store->indices[i]))
      return FALSE;
  return TRUE;
}

/* A sum from 0 with one result. */
static gboolean
read_reduction (Epilogue *e, GError **error)
{
  const TlStmt *init = e->reduction->init, *update = e->reduction->body;
  const TlExpr *sum, *left, *right;

  if (init->kind != TL_STMT_STORE || update->kind != TL_STMT_STORE || e->reduction->n_writes != 1
      || update->buffer != e->reduction->writes[0].buffer || init->buffer != update->buffer)
    return tl_refuse (error, &e->reduction->id, 1, NULL, "block %s does more than store to one buffer", e->reduction->name);
  sum = update->value;
  left = sum->kind == TL_EXPR_ADD ? sum->a : NULL;
  right = sum->kind == TL_EXPR_ADD ? sum->b : NULL;
  if (left != NULL && same_place (right, update))
    {
      left = sum->b;
      right = sum->a;
    }
  if (left == NULL || !same_place (left, update) || tl_expr_loads (right, update->buffer))
    return tl_refuse (error, &e->reduction->id, 1, NULL, "block %s is not a sum: only sums can be fused with an epilogue",
                      e->reduction->name);
  if (!is_zero (init->value))
    return tl_refuse (error, &e->reduction->id, 1, NULL, "the sum of block %s does not start from 0: its initial value would be lost",
                      e->reduction->name);
  e->sum = update->buffer;
  e->update = update;
  return TRUE;
}

/* C[…], C[…] + addend or addend + C[…]. */
static gboolean
is_core (const Epilogue *e, const TlExpr *expr, const TlExpr **load, const TlExpr **addend)
{
  *load = expr;
  *addend = NULL;
  if (expr->kind == TL_EXPR_ADD)
    {
      gboolean is_left = tl_expr_loads (expr->a, e->sum);

      *load = is_left ? expr->a : expr->b;
      *addend = is_left ? expr->b : expr->a;
    }
  return (*load)->kind == TL_EXPR_LOAD && (*load)->buffer == e->sum && (*addend == NULL || !tl_expr_loads (*addend, e->sum));
}

static gboolean
refuse_expression (const Epilogue *e, GError **error)
{
  return tl_refuse (error, &e->epilogue->id, 1, NULL,
                    "block %s is not an epilogue that can be fused: only adding a term and clamping by min and max are supported",
                    e->epilogue->name);
}

static gboolean
read_epilogue (Epilogue *e, GError **error)
{
  const TlExpr *expr, *addend;

  if (e->epilogue->body->kind != TL_STMT_STORE || e->epilogue->n_matches > 0 || e->reduction->n_matches > 0)
    return tl_refuse (error, &e->epilogue->id, 1, NULL, "block %s is not a single store", e->epilogue->name);
  e->store = e->epilogue->body;
  for (expr = e->store->value; !is_core (e, expr, &e->load, &addend);)
    {
      gboolean is_limit = expr->kind == TL_EXPR_MIN || expr->kind == TL_EXPR_MAX;

      if (!is_limit || tl_expr_loads (expr->a, e->sum) == tl_expr_loads (expr->b, e->sum))
        return refuse_expression (e, error);
      expr = tl_expr_loads (expr->a, e->sum) ? expr->a : expr->b;
    }
  if (!tl_dtype_equal (e->sum->dtype, e->store->buffer->dtype))
    return tl_refuse (error, &e->epilogue->id, 1, NULL, "block %s stores a type other than that of the reduction", e->epilogue->name);
  return TRUE;
}

static const TlBlockAxis *
find_axis (const TlBlock *block, const TlExpr *var)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].var == var)
      return &block->axes[i];
  return NULL;
}

static gboolean
same_range (const TlBlockAxis *a, const TlBlockAxis *b)
{
  return tl_expr_equal (a->dom.min, b->dom.min) && tl_expr_equal (a->dom.extent, b->dom.extent);
}

/* Each axis of the epilogue reads at one of the reduction, which has the same range; and each place of the result is stored to once. */
static gboolean
match_axes (Epilogue *e, GError **error)
{
  TlInverse inverse;

  for (guint d = 0; d < e->sum->n_dims; d++)
    {
      const TlBlockAxis *ours = find_axis (e->epilogue, e->load->indices[d]), *theirs = find_axis (e->reduction, e->update->indices[d]);

      if (ours == NULL || theirs == NULL || g_hash_table_contains (e->axes, ours->var) || !same_range (ours, theirs))
        return tl_refuse (error, (TlNodeId[]) { e->epilogue->id, e->reduction->id }, 2, NULL,
                          "block %s does not read dimension %u of %s with an axis of its own that has the range written by block %s",
                          e->epilogue->name, d, e->sum->name, e->reduction->name);
      g_hash_table_insert (e->axes, (gpointer) ours->var, (gpointer) theirs->var);
    }
  for (guint i = 0; i < e->epilogue->n_axes; i++)
    if (!g_hash_table_contains (e->axes, e->epilogue->axes[i].var))
      return tl_refuse (error, &e->epilogue->id, 1, NULL, "axis %s of block %s is not an index of %s", e->epilogue->axes[i].var->name,
                        e->epilogue->name, e->sum->name);
  if (!tl_inline_invert (e->arena, e->epilogue, e->store->indices, e->store->n_indices, FALSE, &inverse))
    return tl_refuse (error, &e->epilogue->id, 1, NULL, "the store to %2$s in block %1$s does not determine its axes", e->epilogue->name,
                      e->store->buffer->name);
  return TRUE;
}

/* Statement of the scope's body that holds the path's target. */
static const TlStmt *
stage_of (const TlPath *path)
{
  guint index = (guint) tl_path_scope_index (path) + 1;

  return path->stmts[path->stmts[index]->kind == TL_STMT_SEQ ? index + 1 : index];
}

/* The epilogue's inputs have to be there before the reduction starts, and no other block reads the reduction's result. */
static gboolean
check_neighbours (Epilogue *e, GError **error)
{
  const TlStmt         *reduction = tl_path_target (e->reduction_path);
  g_autoptr (GPtrArray) readers = tl_scope_info_readers (e->info, e->sum);
  gboolean              is_before;

  for (guint i = 0; i < readers->len; i++)
    {
      const TlBlock *reader = &((const TlStmt *) readers->pdata[i])->block;

      if (reader->id != e->epilogue->id && reader->id != e->reduction->id)
        return tl_refuse (error, (TlNodeId[]) { reader->id, e->reduction->id }, 2, NULL,
                          "block %s reads %s as well, which would no longer be written",
                          reader->name, e->sum->name);
    }
  for (guint i = 0; i < e->epilogue->n_reads; i++)
    {
      const TlBuffer       *buffer = e->epilogue->reads[i].buffer;
      g_autoptr (GPtrArray) writers = tl_scope_info_writers (e->info, buffer);

      for (guint j = 0; j < writers->len && buffer != e->sum; j++)
        {
          const TlBlock     *writer = &((const TlStmt *) writers->pdata[j])->block;
          g_autoptr (TlPath) path = tl_path_find (e->call->module, writer->id);

          is_before = stage_of (path) != stage_of (e->reduction_path);
          for (guint k = 0; is_before && tl_scope_info_nth (e->info, k)->block.id != writer->id; k++)
            is_before = tl_scope_info_nth (e->info, k)->block.id != reduction->block.id;
          if (!is_before)
            return tl_refuse (error, (TlNodeId[]) { writer->id, e->reduction->id }, 2, NULL,
                              "buffer %s is not yet written when block %s starts: block %s writes it", buffer->name, e->reduction->name,
                              writer->name);
        }
    }
  return TRUE;
}

/* Building. */

/* The epilogue's expression, in the reduction's axes, with the sum and its addend replaced by @core; NULL: by the addend, or 0. */
static const TlExpr *
expression_of (const Epilogue *e, const TlExpr *expr, const TlExpr *core)
{
  const TlExpr *load, *addend;

  if (!tl_expr_loads (expr, e->sum))
    return tl_expr_substitute (e->arena, expr, e->axes);
  if (!is_core (e, expr, &load, &addend))
    return tl_binary (e->arena, expr->kind, expression_of (e, expr->a, core), expression_of (e, expr->b, core));
  if (core != NULL)
    return core;
  if (addend != NULL)
    return tl_expr_substitute (e->arena, addend, e->axes);
  return tl_dtype_is_float (e->sum->dtype) ? tl_expr_float (e->arena, e->sum->dtype, 0) : tl_expr_int (e->arena, e->sum->dtype, 0);
}

static const TlExpr *
load_result (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlStmt *result = rewriter->user_data;

  return expr->kind == TL_EXPR_LOAD ? tl_expr_load (rewriter->arena, result->buffer, result->indices, result->n_indices) : NULL;
}

/* The update's value, accumulated in the result. */
static const TlExpr *
sum_in_result (const Epilogue *e, const TlStmt *result)
{
  TlRewriter    rewriter = { .arena = e->arena, .expr = load_result, .user_data = (gpointer) result };
  const TlExpr *sum = e->update->value;
  gboolean      is_left = same_place (sum->a, e->update);

  return tl_expr_binary (e->arena, TL_EXPR_ADD, is_left ? tl_rewrite_expr (&rewriter, sum->a) : sum->a,
                         is_left ? sum->b : tl_rewrite_expr (&rewriter, sum->b));
}

static const TlStmt *
store_result (const Epilogue *e, const TlExpr *value)
{
  const TlExpr **indices = tl_arena_new_array (e->arena, const TlExpr *, e->store->n_indices);

  for (guint i = 0; i < e->store->n_indices; i++)
    indices[i] = tl_expr_substitute (e->arena, e->store->indices[i], e->axes);
  return tl_stmt_store (e->arena, e->store->buffer, indices, e->store->n_indices, value);
}

static void
fuse (Epilogue *e)
{
  TlPath        to_scope = tl_path_prefix (e->reduction_path, (guint) tl_path_scope_index (e->reduction_path));
  TlBlock       block = *e->reduction;
  const TlStmt *scope;

  block.init = store_result (e, expression_of (e, e->store->value, NULL));
  block.body = store_result (e, expression_of (e, e->store->value, sum_in_result (e, block.init)));
  tl_block_infer_access (e->arena, &block);
  scope = tl_inline_exchange_block (e->arena, e->scope, block.id, tl_stmt_block (e->arena, &block));
  tl_call_replace (e->call, &to_scope, tl_inline_exchange_block (e->arena, scope, e->epilogue->id, tl_stmt_removed));
}

static gboolean
fuse_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath)      path = NULL;
  g_autoptr (TlPath)      epilogue_path = NULL;
  g_autoptr (TlScopeInfo) info = NULL;
  g_autoptr (GHashTable)  axes = g_hash_table_new (NULL, NULL);
  Epilogue                e = { .call = call, .arena = call->builder.arena, .axes = axes };

  if (!tl_call_find_block (call, &call->args[0], &path, error) || !tl_call_find_block (call, &call->args[1], &epilogue_path, error))
    return FALSE;
  if (path->n == 1 || epilogue_path->n == 1)
    return tl_refuse (error, &call->args[path->n == 1 ? 0 : 1].node, 1, NULL, "the root block can be neither a reduction nor an epilogue");
  e.reduction_path = path;
  e.reduction = &tl_path_target (path)->block;
  e.epilogue = &tl_path_target (epilogue_path)->block;
  e.scope = tl_path_scope (path);
  e.info = info = tl_path_scope_info (e.arena, call->module, path);
  if (!check_blocks (&e, epilogue_path, error) || !read_reduction (&e, error) || !read_epilogue (&e, error) || !match_axes (&e, error)
      || !check_neighbours (&e, error))
    return FALSE;
  fuse (&e);
  return TRUE;
}

const TlPrimitive tl_primitive_fuse_reduction_epilogue = {
  .name = "fuse_reduction_epilogue",
  .kind = "FuseReductionEpilogue",
  .title = "Fuse Epilogue",
  .family = TL_FAMILY_COMPUTE,
  .summary = "Fuse an epilogue into a reduction: added terms into the initial value, limits into each step.",
  .sketch = "C[i] = 0; C[i] += A[i, k]; D[i] = C[i] + b[i]  →  D[i] = b[i]; D[i] += A[i, k]",
  TL_PRIMITIVE_PARAMS (
      { .name = "reduction_block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "The reduction block, a sum." },
      { .name = "epilogue_block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT,
        .help = "The block that adds to the result or limits it. Limits apply at every step of the reduction, which may change results." }),
  .apply = fuse_apply,
  .sentence = "Fuse {epilogue_block} into {reduction_block}",
};
