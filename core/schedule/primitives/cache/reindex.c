/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reindex: a copy of a buffer in the order in which a block uses it, so that the block's axes are its indices.
 *
 *   for i, j, k: C[i, j] += A[i, k] * B[k, j]   →   for ax0, ax1: B_reindex[ax0, ax1] = B[ax1, ax0]
 *                                                    for i, j, k: C[i, j] += A[i, k] * B_reindex[j, k]
 *
 * Invariant: each point of the axes that occur in the index has its own element of the copy. It is filled just before the block's nest
 * from what the block would have read, or written back just after it to where the block would have written.
 */
#include "core/schedule/primitives/cache/access-pattern-private.h"
#include "core/schedule/primitives/cache-private.h"

typedef struct
{
  TlCache         base;
  TlIndexPattern pattern;
  guint          *axes;           /* of the block, those that occur in the pattern */
  guint           n_axes;
  const TlBuffer *copy;
} Reindex;

static gboolean
check_leaf (const TlStmt *block, GError **error)
{
  g_autoptr (GPtrArray) inner = tl_stmt_child_blocks (block);
  const TlStmt         *first = inner->len > 0 ? inner->pdata[0] : NULL;

  if (first == NULL)
    return TRUE;
  return tl_refuse (error, &block->block.id, 1, NULL, "block %s is not a leaf block: it contains block %s", block->block.name,
                    first->block.name);
}

/* The loops around the block hold nothing else, so that what stands before or after the outermost runs once before or after all of it. */
static gboolean
check_nest (Reindex *r, GError **error)
{
  const TlPath *path = r->base.path;
  guint         top = (guint) tl_path_scope_index (path) + 1;

  top += path->stmts[top]->kind == TL_STMT_SEQ;
  for (guint i = top; i + 1 < path->n; i++)
    if (path->stmts[i]->kind != TL_STMT_FOR)
      return tl_refuse (error, &r->base.block->block.id, 1, "use loop_partition or compute_at to give it a separate nest",
                        "block %s is not alone in its loops; %s needs a place right before or after all of them", r->base.block->block.name,
                        "reindex");
  r->base.site = r->base.scope;
  for (guint i = 0; i < tl_body_n_children (r->base.scope->block.body); i++)
    if (tl_body_nth_child (r->base.scope->block.body, i) == path->stmts[top])
      r->base.position = i + r->base.is_write;
  return TRUE;
}

/* A check that TVM leaves to the user: programs that would compute something else. */
static gboolean
check_meaning (Reindex *r, GError **error)
{
  const TlBlock  *block = &r->base.block->block;
  const TlBuffer *buffer = r->base.buffer;
  gboolean        runs_whole = !r->pattern.is_guarded && tl_block_runs_whole_domain (r->base.info, r->base.block)
                        && tl_block_is_affine (r->base.call->module, r->base.path);

  if (!r->base.is_write && tl_regions_touch (block->writes, block->n_writes, buffer)
      && !tl_call_refuse_order (r->base.call, error, &block->id, 1, NULL,
                                "block %s reads and writes buffer %s in place; the copy would not see its writes", block->name,
                                buffer->name))
    return FALSE;
  if (r->base.is_write && block->init == NULL && tl_regions_touch (block->reads, block->n_reads, buffer))
    return tl_refuse (error, &block->id, 1, NULL,
                      "block %s accumulates in buffer %s without initializing it; its copy would start empty", block->name,
                      buffer->name);
  if (runs_whole)
    return TRUE;
  if (r->base.is_write)
    return tl_refuse (error, &block->id, 1, NULL,
                      "block %s does not write %s at every point of its axes; the copy back would overwrite the other elements",
                      block->name, buffer->name);
  if (tl_access_pattern_is_in_bounds (r->base.arena, &r->pattern, block, buffer))
    return TRUE;
  return tl_refuse (error, &block->id, 1, NULL,
                    "block %s reads %s only under a condition; copying for every point of its axes may leave the buffer", block->name,
                    buffer->name);
}

/* The copy. */

static const TlExpr *const *
axes_of (Reindex *r, const TlBlock *block)
{
  const TlExpr **vars = tl_arena_new_array (r->base.arena, const TlExpr *, r->n_axes);

  for (guint i = 0; i < r->n_axes; i++)
    vars[i] = block->axes[r->axes[i]].var;
  return vars;
}

static void
make_copy_buffer (Reindex *r)
{
  TlArena       *arena = r->base.arena;
  const TlExpr **shape = tl_arena_new_array (arena, const TlExpr *, r->n_axes);

  for (guint i = 0; i < r->n_axes; i++)
    {
      TlRange dom = r->base.block->block.axes[r->axes[i]].dom;

      shape[i] = tl_add (arena, dom.min, dom.extent);
    }
  r->copy = tl_buffer_new (arena, tl_arena_printf (arena, "%s_reindex", r->base.buffer->name), r->base.buffer->dtype, shape, r->n_axes,
                           r->base.buffer->scope);
}

static const TlStmt *
wrap_loop (TlBuilder *builder, const TlVar *var, TlRange range, const TlStmt *body)
{
  TlLoop loop = { .id = tl_builder_take_id (builder), .var = var, .min = range.min, .extent = range.extent, .annotations = tl_attrs_empty,
                  .body = body };

  return tl_stmt_loop (builder->arena, &loop);
}

static const TlStmt *
make_copy_nest (Reindex *r)
{
  TlArena               *arena = r->base.arena;
  const TlBlock         *from = &r->base.block->block;
  TlBlock                block = { .n_axes = r->n_axes, .n_reads = 1, .n_writes = 1, .annotations = tl_attrs_empty };
  TlBlockAxis           *axes = tl_arena_new_array (arena, TlBlockAxis, r->n_axes);
  const TlVar          **loop_vars = tl_arena_new_array (arena, const TlVar *, r->n_axes);
  const TlExpr         **inside = tl_arena_new_array (arena, const TlExpr *, r->n_axes);
  const TlExpr         **outside = tl_arena_new_array (arena, const TlExpr *, r->pattern.n_indices);
  TlRegion              *regions = tl_arena_new_array (arena, TlRegion, 2);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlStmt          *nest;

  for (guint i = 0; i < r->n_axes; i++)
    {
      const TlBlockAxis *axis = &from->axes[r->axes[i]];

      loop_vars[i] = tl_expr_var (arena, tl_arena_printf (arena, "ax%u", i), axis->var->dtype);
      inside[i] = tl_expr_var (arena, tl_arena_printf (arena, "v%u", i), axis->var->dtype);
      axes[i] = (TlBlockAxis) { .var = inside[i], .kind = TL_AXIS_SPATIAL, .dom = axis->dom };
      g_hash_table_insert (values, (gpointer) axis->var, (gpointer) inside[i]);
      if (!tl_expr_is_int (axis->dom.extent, 1))   /* axes of one value stay in the indices, as in TVM */
        tl_analyzer_bind (analyzer, inside[i], axis->dom.min, axis->dom.extent);
    }
  for (guint d = 0; d < r->pattern.n_indices; d++)
    outside[d] = tl_analyzer_simplify (analyzer, tl_expr_substitute (arena, r->pattern.indices[d], values));
  regions[0] = tl_region_point (arena, r->base.is_write ? r->copy : r->base.buffer, r->base.is_write ? inside : outside);
  regions[1] = tl_region_point (arena, r->base.is_write ? r->base.buffer : r->copy, r->base.is_write ? outside : inside);
  block.id = tl_builder_take_id (r->base.builder);
  block.name = tl_arena_printf (arena, "%s_reindex", regions[1].buffer->name);
  block.axes = axes;
  block.bindings = loop_vars;
  block.reads = &regions[0];
  block.writes = &regions[1];
  block.body = tl_stmt_store (arena, regions[1].buffer, r->base.is_write ? outside : inside, regions[1].buffer->n_dims,
                              tl_expr_load (arena, regions[0].buffer, r->base.is_write ? inside : outside, regions[0].buffer->n_dims));
  tl_call_output_node (r->base.call, TL_RV_BLOCK, block.id);
  nest = tl_stmt_block (arena, &block);
  for (guint i = r->n_axes; i > 0; i--)
    nest = wrap_loop (r->base.builder, loop_vars[i - 1], axes[i - 1].dom, nest);
  return nest;
}

static gboolean
reindex_apply (TlPrimitiveCall *call, GError **error)
{
  gboolean        is_write = call->args[1].items[0].string[0] == 'w';
  g_auto (TlCache) base = { NULL };
  const TlStmt   *redirected;
  TlPath          to_block, below;
  Reindex         r;

  if (!tl_cache_start (&base, call, is_write, "reindex", error) || !tl_cache_check_pipeline (&base, error)
      || tl_cache_find_region (&base, call->args[1].items[1].integer, error) == NULL
      || !tl_cache_check_said (base.info, base.buffer, is_write, error) || !check_leaf (base.block, error))
    return FALSE;
  r = (Reindex) { .base = base, .pattern = tl_access_pattern_of (base.block, base.buffer) };
  if (!tl_access_pattern_check (&r.pattern, base.block, base.buffer, base.path, error) || !check_nest (&r, error)
      || !check_meaning (&r, error))
    return FALSE;
  r.axes = tl_arena_new_array (base.arena, guint, base.block->block.n_axes);
  r.n_axes = tl_access_pattern_axes (&r.pattern, &base.block->block, r.axes);
  make_copy_buffer (&r);
  to_block = tl_path_prefix (base.path, base.path->n - 1);
  below = (TlPath) { .func = to_block.func, .n = to_block.n - (guint) tl_path_scope_index (base.path),
                     .stmts = to_block.stmts + tl_path_scope_index (base.path) };
  redirected = tl_block_redirect (base.arena, base.block, base.buffer, r.copy, axes_of (&r, &base.block->block));
  tl_cache_finish (&r.base, tl_path_replace (base.builder, &below, redirected), r.copy, make_copy_nest (&r));
  return TRUE;
}

const TlPrimitive tl_primitive_reindex = {
  .name = "reindex",
  .kind = "ReIndex",
  .title = "Reindex",
  .family = TL_FAMILY_CACHE,
  .summary = "Copy a buffer so that a block indexes it directly with its axes.",
  .sketch = "for i, k: B(A[k, i])  →  for ax0, ax1: A_reindex[ax0, ax1] = A[ax1, ax0]; for i, k: B(A_reindex[i, k])",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT,
        .help = "A block that accesses the buffer with one index pattern." },
      { .name = "buffer", .kind = TL_PARAM_BUFFER_ACCESS, .help = "Buffer: (\"read\", 0), (\"write\", 0) or its name." }),
  .n_outputs = 1,
  .apply = reindex_apply,
  .sentence = "Copy the buffer that {block} {buffer}s in the order of its axes",
};
