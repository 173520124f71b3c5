/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tensorize: what a block computes is handed to a tensor intrinsic.
 *
 * Invariant: the block computes what the intrinsic's description computes on the parts of buffers that become its parameters; that the
 * implementation does so too is the word of who registered it. Regions and place of the block stay, its body becomes the
 * implementation's on views of those parts.
 */
#include "core/schedule/primitives/block-edit-private.h"
#include "core/schedule/primitives/block/blockize-private.h"
#include "core/schedule/primitives/block/tensor-match-private.h"

typedef struct
{
  TlArena          *arena;
  TlBuilder        *builder;
  const char       *name;
  const TlPrimFunc *desc, *impl;
  GArray           *views;       /* TlTensorView */
  GHashTable       *buffers;     /* of the implementation → here */
  GHashTable       *vars;        /* strides and offsets of the implementation's buffers → here */
  GHashTable       *wide_vars, *wide_buffers;   /* of the implementation → in int64 */
} Tensorize;

static const TlTensorView *
view_of_param (const Tensorize *t, guint index)
{
  for (guint i = 0; i < t->views->len; i++)
    if (g_array_index (t->views, TlTensorView, i).param == t->desc->params[index].buffer)
      return &g_array_index (t->views, TlTensorView, i);
  return NULL;
}

/* The region of its parameter that the implementation declares. */
static const TlRegion *
region_of_param (const TlBlock *root, const TlBuffer *buffer)
{
  for (guint i = 0; i < root->n_reads; i++)
    if (root->reads[i].buffer == buffer)
      return &root->reads[i];
  for (guint i = 0; i < root->n_writes; i++)
    if (root->writes[i].buffer == buffer)
      return &root->writes[i];
  return NULL;
}

static TlRegion
source_region (Tensorize *t, const TlTensorView *view, const TlRegion *region)
{
  guint    n = view->buffer->n_dims, n_lead = n - region->buffer->n_dims;
  TlRange *ranges = tl_arena_new_array (t->arena, TlRange, MAX (n, 1));

  for (guint d = 0; d < n; d++)
    {
      const TlExpr *base = view->base[d];

      if (d < n_lead)
        ranges[d].min = base;
      else
        ranges[d].min = tl_add (t->arena, base, region->ranges[d - n_lead].min);
      ranges[d].extent = tl_cast (t->arena, ranges[d].min->dtype, d < n_lead ? tl_int (t->arena, 1) : region->ranges[d - n_lead].extent);
    }
  return (TlRegion) { .buffer = view->buffer, .ranges = ranges };
}

static gboolean
is_whole (Tensorize *t, const TlRegion *region)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (t->arena);

  for (guint d = 0; d < region->buffer->n_dims; d++)
    if (!tl_analyzer_can_prove_equal (analyzer, region->ranges[d].extent, region->buffer->shape[d]))
      return FALSE;
  return TRUE;
}

/* An implementation is written in int32; where the block's axes are int64, its loops, axes, sizes and indices become so, too. */

static const TlExpr *
widen_index (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *wide = tl_rewrite_expr (rewriter, expr);

  if (wide != NULL && wide->kind == TL_EXPR_RAMP)
    return tl_expr_ramp (rewriter->arena, tl_cast (rewriter->arena, TL_INT64, wide->base),
                         tl_cast (rewriter->arena, TL_INT64, wide->stride),
                         wide->dtype.lanes);
  return wide != NULL && wide->dtype.code == TL_TYPE_INT ? tl_cast (rewriter->arena, tl_dtype_with_lanes (TL_INT64, wide->dtype.lanes),
                                                                    wide) : wide;
}

static const TlExpr *const *
widen_indices (TlRewriter *rewriter, const TlExpr *const *indices, guint n)
{
  const TlExpr **wide = tl_arena_new_array (rewriter->arena, const TlExpr *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    wide[i] = widen_index (rewriter, indices[i]);
  return wide;
}

static TlRange
widen_range (TlRewriter *rewriter, TlRange range)
{
  return (TlRange) { widen_index (rewriter, range.min), widen_index (rewriter, range.extent) };
}

static TlRegion
widen_region (TlRewriter *rewriter, TlRegion region)
{
  TlRange *ranges = tl_arena_new_array (rewriter->arena, TlRange, MAX (region.buffer->n_dims, 1));

  for (guint d = 0; d < region.buffer->n_dims; d++)
    ranges[d] = widen_range (rewriter, region.ranges[d]);
  return (TlRegion) { .buffer = tl_rewrite_buffer (rewriter, region.buffer), .ranges = ranges };
}

static const TlRegion *
widen_regions (TlRewriter *rewriter, const TlRegion *regions, guint n)
{
  TlRegion *wide = tl_arena_new_array (rewriter->arena, TlRegion, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    wide[i] = widen_region (rewriter, regions[i]);
  return wide;
}

/* From here on an int64 variable of its name stands for @var. */
static const TlVar *
widen_var (TlRewriter *rewriter, const TlVar *var)
{
  Tensorize   *t = rewriter->user_data;
  const TlVar *wide;

  if (!tl_dtype_equal (var->dtype, TL_INT32))
    return var;
  wide = g_hash_table_lookup (t->wide_vars, var);
  if (wide == NULL)
    {
      wide = tl_expr_var (t->arena, var->name, TL_INT64);
      g_hash_table_insert (t->wide_vars, (gpointer) var, (gpointer) wide);
    }
  return wide;
}

/* The variables that a declaration defines as strides and offset are sizes as well. */
static const TlBuffer *
widen_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  Tensorize      *t = rewriter->user_data;
  const TlBuffer *known = g_hash_table_lookup (t->wide_buffers, buffer);
  TlBuffer       *wide;

  if (known != NULL)
    return known;
  wide = tl_arena_memdup (t->arena, buffer, sizeof *buffer);
  g_hash_table_insert (t->wide_buffers, (gpointer) buffer, wide);
  g_hash_table_insert (t->wide_buffers, wide, wide);
  for (guint d = 0; d < buffer->n_dims && buffer->strides != NULL; d++)
    if (buffer->strides[d]->kind == TL_EXPR_VAR)
      widen_var (rewriter, buffer->strides[d]);
  if (buffer->elem_offset != NULL && buffer->elem_offset->kind == TL_EXPR_VAR)
    widen_var (rewriter, buffer->elem_offset);
  wide->shape = widen_indices (rewriter, buffer->shape, buffer->n_dims);
  if (buffer->strides != NULL)
    wide->strides = widen_indices (rewriter, buffer->strides, buffer->n_dims);
  if (buffer->elem_offset != NULL)
    wide->elem_offset = widen_index (rewriter, buffer->elem_offset);
  return wide;
}

static const TlExpr *
widen_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Tensorize *t = rewriter->user_data;

  if (expr->kind == TL_EXPR_VAR)
    return g_hash_table_lookup (t->wide_vars, expr);
  if (expr->kind == TL_EXPR_LOAD)
    return tl_expr_load (t->arena, tl_rewrite_buffer (rewriter, expr->buffer), widen_indices (rewriter, expr->indices, expr->n_indices),
                         expr->n_indices);
  return NULL;
}

static const TlStmt *
widen_block (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlBlock        block = stmt->block;
  TlBlockAxis   *axes = tl_arena_dup_array (rewriter->arena, TlBlockAxis, block.axes, block.n_axes);
  TlMatchBuffer *matches = tl_arena_dup_array (rewriter->arena, TlMatchBuffer, block.matches, block.n_matches);

  block.bindings = widen_indices (rewriter, block.bindings, block.n_axes);
  block.predicate = tl_rewrite_expr (rewriter, block.predicate);
  for (guint i = 0; i < block.n_axes; i++)
    {
      axes[i].dom = widen_range (rewriter, axes[i].dom);
      axes[i].var = widen_var (rewriter, axes[i].var);
    }
  for (guint i = 0; i < block.n_matches; i++)
    matches[i] = (TlMatchBuffer) { tl_rewrite_buffer (rewriter, matches[i].buffer), widen_region (rewriter, matches[i].source) };
  block.axes = axes;
  block.matches = matches;
  block.reads = widen_regions (rewriter, block.reads, block.n_reads);
  block.writes = widen_regions (rewriter, block.writes, block.n_writes);
  return tl_rewrite_stmt_children (rewriter, tl_stmt_block (rewriter->arena, &block));
}

static const TlStmt *
widen_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlLoop loop = stmt->loop;

  if (stmt->kind == TL_STMT_BLOCK)
    return widen_block (rewriter, stmt);
  if (stmt->kind == TL_STMT_STORE)
    return tl_stmt_store (rewriter->arena, tl_rewrite_buffer (rewriter, stmt->buffer),
                          widen_indices (rewriter, stmt->indices, stmt->n_indices),
                          stmt->n_indices, tl_rewrite_expr (rewriter, stmt->value));
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  loop.min = widen_index (rewriter, loop.min);
  loop.extent = widen_index (rewriter, loop.extent);
  loop.step = widen_index (rewriter, loop.step);
  loop.var = widen_var (rewriter, loop.var);
  loop.body = tl_rewrite_stmt (rewriter, loop.body);
  return tl_stmt_loop (rewriter->arena, &loop);
}

static void
widen_implementation (Tensorize *t)
{
  TlRewriter  rewriter = { .arena = t->arena, .expr = widen_expr, .stmt = widen_stmt, .buffer = widen_buffer, .user_data = t };
  TlPrimFunc *wide = tl_arena_memdup (t->arena, t->impl, sizeof *wide);
  TlParam    *params = tl_arena_dup_array (t->arena, TlParam, t->impl->params, t->impl->n_params);

  for (guint i = 0; i < wide->n_params; i++)
    if (params[i].buffer != NULL)
      params[i].buffer = widen_buffer (&rewriter, params[i].buffer);
  wide->params = params;
  wide->body = tl_rewrite_stmt (&rewriter, wide->body);
  t->impl = wide;
}

/* One match_buffer per parameter. */
static gboolean
make_views (Tensorize *t, TlBlock *block, GError **error)
{
  const TlBlock *root = &t->impl->body->block;
  TlMatchBuffer *matches = tl_arena_new_array (t->arena, TlMatchBuffer, MAX (t->impl->n_params, 1));

  if (t->impl->n_params != t->desc->n_params)
    return tl_refuse_argument (error, "tensor intrinsic %s is described with %u parameters and implemented with %u", t->name,
                               t->desc->n_params, t->impl->n_params);
  for (guint i = 0; i < t->impl->n_params; i++)
    {
      const TlBuffer     *param = t->impl->params[i].buffer;
      const TlTensorView *view = view_of_param (t, i);
      const TlRegion     *region = param != NULL ? region_of_param (root, param) : NULL;

      if (view == NULL)
        return tl_refuse_argument (error, "the description of tensor intrinsic %s neither reads nor writes its parameter %s", t->name,
                                   t->desc->params[i].name);
      if (region == NULL)
        return tl_refuse_argument (error, "the implementation of tensor intrinsic %s neither reads nor writes its parameter %s", t->name,
                                   t->impl->params[i].name);
      if (!is_whole (t, region) || param->n_dims > view->buffer->n_dims)
        return tl_refuse_argument (error, "the implementation of tensor intrinsic %s must read or write all of its parameter %s", t->name,
                                   t->impl->params[i].name);
      matches[i] = (TlMatchBuffer) { tl_buffer_copy_view (t->arena, param, t->vars), source_region (t, view, region) };
      g_hash_table_insert (t->buffers, (gpointer) param, (gpointer) matches[i].buffer);
    }
  block->matches = matches;
  block->n_matches = t->impl->n_params;
  return TRUE;
}

/* Buffers of the implementation itself are new each time it is used. */
static const TlBuffer *
renew_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  Tensorize      *t = rewriter->user_data;
  const TlBuffer *renewed = g_hash_table_lookup (t->buffers, buffer);

  if (renewed != NULL)
    return renewed;
  renewed = tl_buffer_copy_view (t->arena, buffer, t->vars);
  g_hash_table_insert (t->buffers, (gpointer) buffer, (gpointer) renewed);
  return renewed;
}

static const TlStmt *
make_body (Tensorize *t, TlBlock *block)
{
  const TlBlock   *root = &t->impl->body->block;
  TlRewriter       rewriter = { .arena = t->arena, .buffer = renew_buffer, .user_data = t };
  const TlStmt    *body = tl_rewrite_stmt (&rewriter, root->body);
  const TlBuffer **allocs = tl_arena_new_array (t->arena, const TlBuffer *, MAX (root->n_allocs, 1));

  for (guint i = 0; i < root->n_allocs; i++)
    allocs[i] = renew_buffer (&rewriter, root->allocs[i]);
  block->allocs = allocs;
  block->n_allocs = root->n_allocs;
  return tl_stmt_clone (t->builder, tl_stmt_substitute (t->arena, body, t->vars));
}

static const TlStmt *
implement (Tensorize *t, const TlStmt *stmt, GError **error)
{
  const TlBlock *root = &t->impl->body->block;
  TlBlock        block = stmt->block;

  if (!make_views (t, &block, error))
    return NULL;
  block.init = NULL;
  block.body = make_body (t, &block);
  for (guint i = 0; i < root->annotations.n; i++)
    if (tl_attrs_find (&block.annotations, root->annotations.keys[i]) == NULL)
      block.annotations = tl_attrs_with (t->arena, &block.annotations, root->annotations.keys[i], root->annotations.values[i]);
  return tl_stmt_block (t->arena, &block);
}

static const TlStmt *
tensorize_block (TlPrimitiveCall *call, const TlStmt *stmt, TlNodeId culprit, GError **error)
{
  g_autoptr (GArray)     views = g_array_new (FALSE, FALSE, sizeof (TlTensorView));
  g_autoptr (GHashTable) buffers = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) wide_vars = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) wide_buffers = g_hash_table_new (NULL, NULL);
  g_autofree char       *why = NULL;
  Tensorize              t = { .arena = call->builder.arena, .builder = &call->builder, .name = call->args[1].string, .views = views,
                               .buffers = buffers, .vars = vars, .wide_vars = wide_vars, .wide_buffers = wide_buffers };

  if (!tl_tensor_intrin_find (call->intrins, t.arena, t.name, &t.desc, &t.impl, error))
    return NULL;
  if (!tl_tensor_match (t.arena, &stmt->block, t.desc, views, &why))
    {
      tl_refuse (error, &culprit, 1, NULL, "block %s does not compute what tensor intrinsic %s describes: %s", stmt->block.name, t.name,
                 why);
      return NULL;
    }
  if (tl_dtype_equal (tl_axes_index_dtype (&stmt->block), TL_INT64))
    widen_implementation (&t);
  return implement (&t, stmt, error);
}

static gboolean
tensorize_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath) path = NULL;
  const TlStmt      *target = tl_module_find (call->module, call->args[0].node), *block;

  if (target != NULL && target->kind == TL_STMT_FOR)
    {
      if (!tl_call_find_loop (call, &call->args[0], &path, error))
        return FALSE;
      block = tl_blockize_loop (call, path, call->args[2].boolean, error);
    }
  else
    {
      if (!tl_call_find_block (call, &call->args[0], &path, error))
        return FALSE;
      block = tl_path_target (path);
      if (path->n == 1)
        return tl_refuse (error, &block->block.id, 1, NULL, "the root block cannot be tensorized");
    }
  if (block == NULL || (block = tensorize_block (call, block, call->args[0].node, error)) == NULL)
    return FALSE;
  tl_call_replace (call, path, block);
  return TRUE;
}

const TlPrimitive tl_primitive_tensorize = {
  .name = "tensorize",
  .kind = "Tensorize",
  .title = "Tensorize",
  .family = TL_FAMILY_BLOCK,
  .summary = "Replace the computation of a block by an equivalent tensor intrinsic.",
  .sketch = "B_o: for ii, jj, kk: C += A * B  →  B_o: mma (C, A, B)",
  TL_PRIMITIVE_PARAMS (
      { .name = "block_or_loop", .kind = TL_PARAM_BLOCK_OR_LOOP, .flags = TL_PARAM_IS_INPUT,
        .help = "Block, or loop, which is blockized first." },
      { .name = "tensor_intrin", .kind = TL_PARAM_STRING, .help = "Name of a built-in tensor intrinsic, or one registered by the script." },
      { .name = "preserve_unit_iters", .kind = TL_PARAM_BOOL, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "True",
        .help = "Keep loops of extent 1 in the bindings of a block made of a loop." }),
  .apply = tensorize_apply,
  .sentence = "Tensorize {block_or_loop} with {tensor_intrin}",
};
