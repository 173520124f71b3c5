/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tensorize: what a block computes is handed to a tensor intrinsic.
 *
 * Invariant: the block computes what the intrinsic's description computes on the parts of buffers that become its parameters; that the
 * implementation does so too is the word of who registered it. Regions and place of the block stay, its body becomes the
 * implementation's on views of those parts.
 */
#include "core/schedule/primitives/block-edit-private.h"
#include "core/schedule/primitives/blockize-private.h"
#include "core/schedule/primitives/tensor-match-private.h"

typedef struct
{
  TlArena          *arena;
  TlBuilder        *builder;
  const char       *name;
  const TlPrimFunc *desc, *impl;
  GArray           *views;       /* TlTensorView */
  GHashTable       *buffers;     /* of the implementation → here */
  GHashTable       *vars;        /* strides and offsets of the implementation's buffers → here */
} Tensorize;

static const TlTensorView *
view_of_param (const Tensorize *t, guint index)
{
  for (guint i = 0; i < t->views->len; i++)
    if (g_array_index (t->views, TlTensorView, i).param == t->desc->params[index].buffer)
      return &g_array_index (t->views, TlTensorView, i);
  return NULL;
}

/* What the implementation says it touches of its parameter. */
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
        ranges[d] = (TlRange) { base, tl_expr_int (t->arena, base->dtype, 1) };
      else
        ranges[d] = (TlRange) { tl_add (t->arena, base, region->ranges[d - n_lead].min), region->ranges[d - n_lead].extent };
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
  g_autofree char       *why = NULL;
  Tensorize              t = { .arena = call->builder.arena, .builder = &call->builder, .name = call->args[1].string, .views = views,
                               .buffers = buffers, .vars = vars };

  if (!tl_tensor_intrin_find (call->intrins, t.arena, t.name, &t.desc, &t.impl, error))
    return NULL;
  if (!tl_tensor_match (t.arena, &stmt->block, t.desc, views, &why))
    {
      tl_refuse (error, &culprit, 1, NULL, "block %s does not compute what tensor intrinsic %s describes: %s", stmt->block.name, t.name, why);
      return NULL;
    }
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
      block = tl_blockize_loop (&call->builder, call->module, path, call->args[2].boolean, error);
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

static char *
tensorize_describe (const TlModule *before, const TlArg *args)
{
  return g_strdup_printf ("Tensorize %s with %s", tl_arg_node_name (before, &args[0]), args[1].string);
}

static const TlPrimitiveParam tensorize_params[] = {
  { .name = "block_or_loop", .kind = TL_PARAM_BLOCK_OR_LOOP, .flags = TL_PARAM_IS_INPUT,
    .help = "A block, or a loop that is made one first." },
  { .name = "tensor_intrin", .kind = TL_PARAM_STRING, .help = "Name of the tensor intrinsic: built in, or registered by the script." },
  { .name = "preserve_unit_iters", .kind = TL_PARAM_BOOL, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "True",
    .help = "Keep loops of extent 1 in the bindings of a block made of a loop." },
};

const TlPrimitive tl_primitive_tensorize = {
  .name = "tensorize",
  .kind = "Tensorize",
  .title = "Tensorize",
  .family = TL_FAMILY_BLOCK,
  .summary = "Replace what a block computes by a tensor intrinsic that computes the same.",
  .sketch = "B_o: for ii, jj, kk: C += A * B  →  B_o: mma (C, A, B)",
  .params = tensorize_params,
  .n_params = G_N_ELEMENTS (tensorize_params),
  .n_outputs = 0,
  .apply = tensorize_apply,
  .describe = tensorize_describe,
};
