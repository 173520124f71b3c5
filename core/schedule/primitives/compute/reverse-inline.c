/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reverse_compute_inline puts a block's expression where its input is written; the block and the buffer between go.
 *
 *   B[vi] = f(vi); C[vj] = g(B[vj])   →   C[vi] = g(f(vi))
 *
 * Invariant: each element of the buffer is read by at most one iteration of the block, the one found by inverting the indices of its load.
 * Where the producer runs further than that, a predicate holds it back. (TVM's does not where an index is a number, or a digit of an axis.)
 */
#include "core/schedule/primitives/compute/inline-private.h"

/* The producer of the only buffer that the block reads and its scope writes. */
static gboolean
find_producer (TlInline *in, const TlStmt **producer, GError **error)
{
  const TlBlock        *block = &in->block->block;
  g_autoptr (GPtrArray) producers = tl_scope_info_producers (in->info, in->block);
  g_autoptr (GPtrArray) consumers = NULL;
  guint                 n_produced = 0;

  for (guint i = 0; i < block->n_reads; i++)
    {
      g_autoptr (GPtrArray) writers = tl_scope_info_writers (in->info, block->reads[i].buffer);

      if (writers->len == 0 || block->reads[i].buffer == in->buffer)
        continue;
      in->buffer = block->reads[i].buffer;
      n_produced++;
    }
  if (n_produced != 1 || producers->len != 1)
    return tl_refuse (error, &block->id, 1, NULL, "block %s must have exactly one producer in its scope, which writes one buffer it reads; "
                      "it has %u producers and reads %u produced buffers", block->name, producers->len, n_produced);
  *producer = producers->pdata[0];
  consumers = tl_scope_info_consumers (in->info, *producer);
  if (consumers->len != 1)
    return tl_refuse (error, &(*producer)->block.id, 1, NULL, "block %s has %u consumers; only a sole consumer can be inlined into it",
                      (*producer)->block.name, consumers->len);
  return TRUE;
}

/* All loads of the buffer in the block's body must agree. */
typedef struct
{
  const TlBuffer *buffer;
  const TlExpr   *first;
  const TlExpr   *other;
} LoadSearch;

static TlWalk
compare_loads (const TlExpr *expr, gpointer user_data)
{
  LoadSearch *search = user_data;

  if (expr->kind != TL_EXPR_LOAD || expr->buffer != search->buffer)
    return TL_WALK_INTO;
  if (search->first == NULL)
    search->first = expr;
  else if (!tl_expr_equal (search->first, expr))
    search->other = expr;
  return search->other != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
check_reverse_body (TlInline *in, const TlStmt *producer, GError **error)
{
  LoadSearch     search = { .buffer = in->buffer };
  const TlBlock *block = &in->block->block;

  if (!tl_inline_check_body (in, in->block, error) || !tl_inline_check_body (in, producer, error))
    return FALSE;
  if (!tl_expr_is_true (block->predicate))
    return tl_refuse (error, &block->id, 1, NULL, "block %s has a predicate", block->name);
  in->store = block->body;
  tl_stmt_walk (in->store, NULL, compare_loads, &search);
  if (search.first == NULL)
    return tl_refuse (error, &block->id, 1, NULL, "block %s does not load buffer %s", block->name, in->buffer->name);
  if (search.other != NULL)
    return tl_refuse (error, &block->id, 1, NULL, "block %s reads buffer %s at several different indices", block->name, in->buffer->name);
  if (!tl_inline_invert (in->arena, block, search.first->indices, search.first->n_indices, TRUE, &in->inverse))
    return tl_refuse (error, &block->id, 1, NULL, "the indices of %s in block %s are not a bijective affine map of its axes",
                      in->buffer->name, block->name);
  in->load = search.first;
  return tl_inline_check_plain_access (in, error);
}

typedef struct
{
  TlInline     *in;
  const TlExpr *value;     /* what the producer stores */
} Forward;

static const TlExpr *
forward_load (TlRewriter *rewriter, const TlExpr *expr)
{
  Forward *forward = rewriter->user_data;

  return expr->kind == TL_EXPR_LOAD && expr->buffer == forward->in->buffer ? forward->value : NULL;
}

/* The consumer's store, at the iteration in which the producer runs. */
static const TlStmt *
fused_store (TlInline *in, const TlStmt *producer)
{
  const TlStmt          *written = producer->block.body;
  g_autoptr (GHashTable) axes = tl_inline_axes_at (in, &in->block->block, written->indices);
  Forward                forward = { .in = in, .value = written->value };
  TlRewriter             rewriter = { .arena = in->arena, .expr = forward_load, .user_data = &forward };

  return tl_rewrite_stmt (&rewriter, tl_stmt_substitute (in->arena, in->store, axes));
}

static gboolean
implies (TlInline *in, const TlExpr *given, const TlExpr *then)
{
  gboolean holds;

  tl_analyzer_push (in->analyzer, given);
  holds = tl_analyzer_can_prove (in->analyzer, then);
  tl_analyzer_pop (in->analyzer);
  return holds;
}

static const TlExpr *
both (TlInline *in, const TlExpr *old, const TlExpr *condition)
{
  if (old == NULL || implies (in, condition, old))
    return condition;
  return implies (in, old, condition) ? old : tl_and (in->arena, old, condition);
}

/* @condition is on the producer's axes: parts that always hold within their domains are dropped, the rest is expressed by the loops. */
static const TlExpr *
with_condition (TlInline *in, GHashTable *bindings, const TlExpr *predicate, const TlExpr *condition)
{
  g_autoptr (TlAnalyzer) unbound = tl_analyzer_new (in->arena);

  condition = tl_analyzer_simplify (in->analyzer, condition);
  if (tl_expr_is_true (condition))
    return predicate;
  return both (in, predicate, tl_analyzer_simplify (unbound, tl_expr_substitute (in->arena, condition, bindings)));
}

/*
 * Beyond the consumer's domain the producer must hold still: one condition per axis and side that is not certain, all simplified together.
 */
static const TlExpr *
stay_in_domain (TlInline *in, GHashTable *axes, GHashTable *bindings, const TlExpr *predicate)
{
  g_autoptr (TlAnalyzer) unbound = tl_analyzer_new (in->arena);
  const TlBlock         *block = &in->block->block;
  const TlExpr          *given = predicate;

  for (guint i = 0; i < block->n_axes; i++)
    {
      const TlExpr *value = g_hash_table_lookup (axes, block->axes[i].var);
      TlRange       dom = block->axes[i].dom;

      predicate = with_condition (in, bindings, predicate, tl_binary (in->arena, TL_EXPR_GE, value, dom.min));
      predicate = with_condition (in, bindings, predicate,
                                  tl_binary (in->arena, TL_EXPR_LT, value, tl_add (in->arena, dom.min, dom.extent)));
    }
  return predicate == given ? given : tl_analyzer_simplify (unbound, predicate);
}

static void
bind_loops_around (TlInline *in, const TlStmt *block)
{
  g_autoptr (TlPath)    path = tl_path_find (in->call->module, block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);

  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;

      tl_analyzer_bind (in->analyzer, loop->var, loop->min, loop->extent);
    }
}

/* So it must where it writes what the consumer does not read: the axes found by inverting the indices lead to other indices. */
static const TlExpr *
stay_on_indices (TlInline *in, GHashTable *axes, GHashTable *bindings, const TlStmt *producer, const TlExpr *predicate)
{
  bind_loops_around (in, producer);
  for (guint d = 0; d < in->inverse.n_outputs; d++)
    {
      const TlExpr *written = tl_expr_substitute (in->arena, producer->block.body->indices[d], bindings);
      const TlExpr *read = tl_expr_substitute (in->arena, tl_expr_substitute (in->arena, in->load->indices[d], axes), bindings);
      const TlExpr *condition = tl_binary (in->arena, TL_EXPR_EQ, written, tl_cast (in->arena, written->dtype, read));

      condition = tl_analyzer_simplify (in->analyzer, condition);
      if (!tl_expr_equal (written, read) && !tl_expr_is_true (condition))
        predicate = both (in, predicate, condition);
    }
  return predicate;
}

static const TlExpr *
fused_predicate (TlInline *in, const TlStmt *producer)
{
  const TlBlock         *block = &in->block->block;
  g_autoptr (GHashTable) axes = tl_inline_axes_at (in, block, producer->block.body->indices);
  g_autoptr (GHashTable) bindings = g_hash_table_new (NULL, NULL);
  const TlExpr          *predicate;

  for (guint i = 0; i < producer->block.n_axes; i++)
    g_hash_table_insert (bindings, (gpointer) producer->block.axes[i].var, (gpointer) producer->block.bindings[i]);
  predicate = stay_in_domain (in, axes, bindings, producer->block.predicate);
  return stay_on_indices (in, axes, bindings, producer, predicate);
}

static void
reverse_inline_block (TlInline *in, const TlStmt *producer)
{
  TlBlock       block = producer->block;
  const TlStmt *scope;

  tl_inline_bind_axes (in->analyzer, &block);
  block.predicate = fused_predicate (in, producer);
  block.body = fused_store (in, producer);
  tl_block_infer_access (in->arena, &block);
  scope = tl_inline_exchange_block (in->arena, in->scope, block.id, tl_stmt_block (in->arena, &block));
  tl_inline_replace_scope (in, tl_inline_exchange_block (in->arena, scope, in->block->block.id, tl_stmt_removed));
}

/* The producer's buffer is gone afterwards, so no block outside may read it. */
static gboolean
check_not_output (TlInline *in, const TlStmt *producer, GError **error)
{
  g_autoptr (TlPath) path = tl_path_find (in->call->module, producer->block.id);

  if (!tl_block_is_output (in->call->module, path))
    return TRUE;
  return tl_refuse (error, &producer->block.id, 1, NULL, "block %s is an output block: it writes buffer %s, which outlives its scope",
                    producer->block.name, in->buffer->name);
}

/* Inlined, the block runs for exactly the points that its producer writes. */
static gboolean
check_whole (TlInline *in, GError **error)
{
  const TlBlock *block = &in->block->block;

  if (!tl_block_runs_whole_domain (in->info, in->block))
    return tl_refuse (error, &block->id, 1, NULL, "block %s does not run for all values of its axes; inlined, it would", block->name);
  for (guint i = 0; i < block->n_reads; i++)
    if (block->reads[i].buffer == in->buffer && !tl_block_reads_only_written (in->info, in->block, block->reads[i]))
      return tl_refuse (error, &block->id, 1, NULL, "block %s reads %s also outside of what is written to it; those points would be lost",
                        block->name, in->buffer->name);
  return TRUE;
}

static gboolean
reverse_inline (TlInline *in, GError **error)
{
  const TlStmt *producer = NULL;

  if (!tl_inline_check_class (in, in->block, error) || !tl_inline_check_scope (in, error) || !find_producer (in, &producer, error)
      || !tl_inline_check_class (in, producer, error) || !check_not_output (in, producer, error)
      || !check_reverse_body (in, producer, error) || !check_whole (in, error))
    return FALSE;
  reverse_inline_block (in, producer);
  return TRUE;
}

static gboolean
reverse_compute_inline_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (call->builder.arena);
  TlInline                 in = { .call = call, .arena = call->builder.arena, .analyzer = analyzer };
  gboolean               ok;

  if (!tl_call_find_block (call, &call->args[0], &path, error) || !tl_inline_start (&in, path, error))
    return FALSE;
  ok = reverse_inline (&in, error);
  tl_scope_info_free (in.info);
  return ok;
}

const TlPrimitive tl_primitive_reverse_compute_inline = {
  .name = "reverse_compute_inline",
  .kind = "ReverseComputeInline",
  .title = "Reverse Compute Inline",
  .family = TL_FAMILY_COMPUTE,
  .summary = "Inline a block into its only producer and remove the intermediate buffer.",
  .sketch = "B[i] = f(i); C[j] = g(B[j])  →  C[i] = g(f(i))",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT,
        .help = "Block to inline: the only consumer of its producer, with one read index per iteration." }),
  .apply = reverse_compute_inline_apply,
  .sentence = "Inline {block} into its producer",
};
