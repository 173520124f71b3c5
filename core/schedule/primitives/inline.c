/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compute_inline puts a block's expression where its result is read; reverse_compute_inline puts a block's expression where its input is
 * written. Both remove the buffer between the two and the block.
 *
 *   B[vi] = f(vi); C[vj] = g(B[vj])   →   C[vj] = g(f(vj))     compute_inline(B): at the place of C
 *                                     →   C[vi] = g(f(vi))     reverse_compute_inline(C): at the place of B
 *
 * Invariant: each read of the buffer meets the one iteration that wrote it. So the store's (or load's) indices must be a bijective affine map
 * of the axes, which is inverted to find that iteration.
 */
#include <string.h>

#include "core/schedule/primitives/block-edit-private.h"

/* The value of each axis of a block, given the indices of one access. */
typedef struct
{
  const TlVar  **outputs;      /* stand for the indices */
  const TlExpr **values;       /* of each axis, in outputs */
  guint          n_outputs;
} Inverse;

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  /* Borrowed */
  const TlPath    *path;
  const TlStmt    *block;
  const TlStmt    *scope;
  TlScopeInfo     *info;
  const TlBuffer  *buffer;     /* the one that disappears */
  const TlStmt    *store;      /* the body of the block */
  Inverse          inverse;
  TlAnalyzer      *analyzer;
} Inline;

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
invert_plain (TlArena *arena, const TlBlock *block, const TlExpr *const *indices, guint n, Inverse *inverse)
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
invert_affine (TlArena *arena, const TlBlock *block, const TlExpr *const *indices, guint n, Inverse *inverse)
{
  TlIter        *iters = tl_arena_new_array (arena, TlIter, block->n_axes);
  guint         *axis_of = tl_arena_new_array (arena, guint, block->n_axes);
  const TlExpr **values = tl_arena_new_array (arena, const TlExpr *, block->n_axes);
  guint          n_iters = 0;

  for (guint i = 0; i < block->n_axes; i++)
    {
      const TlBlockAxis *axis = &block->axes[i];

      inverse->values[i] = axis->dom.min;
      if (tl_expr_is_int (axis->dom.extent, 1) && !uses_in_any (indices, n, axis->var))
        continue;
      axis_of[n_iters] = i;
      iters[n_iters++] = (TlIter) { .var = axis->var, .min = axis->dom.min, .extent = axis->dom.extent };
    }
  if (!tl_iter_map_detect (arena, indices, n, iters, n_iters, NULL, TL_ITER_MAP_BIJECTIVE, NULL)
      || !tl_iter_map_invert (arena, indices, n, iters, n_iters, (const TlExpr *const *) inverse->outputs, values))
    return FALSE;
  for (guint i = 0; i < n_iters; i++)
    inverse->values[axis_of[i]] = values[i];
  return TRUE;
}

static gboolean
invert (TlArena *arena, const TlBlock *block, const TlExpr *const *indices, guint n, Inverse *inverse)
{
  inverse->outputs = tl_arena_new_array (arena, const TlVar *, n);
  inverse->values = tl_arena_new_array (arena, const TlExpr *, block->n_axes);
  inverse->n_outputs = n;
  for (guint d = 0; d < n; d++)
    inverse->outputs[d] = tl_expr_var (arena, "index", indices[d]->dtype);
  return invert_plain (arena, block, indices, n, inverse) || invert_affine (arena, block, indices, n, inverse);
}

/* The values of @block's axes where the access has @indices, as a map for substitution. Free with g_hash_table_unref. */
static GHashTable *
axes_at (Inline *in, const TlBlock *block, const TlExpr *const *indices)
{
  g_autoptr (GHashTable) at = g_hash_table_new (NULL, NULL);
  GHashTable            *axes = g_hash_table_new (NULL, NULL);

  for (guint d = 0; d < in->inverse.n_outputs; d++)
    g_hash_table_insert (at, (gpointer) in->inverse.outputs[d], (gpointer) indices[d]);
  for (guint i = 0; i < block->n_axes; i++)
    {
      const TlVar  *var = block->axes[i].var;
      const TlExpr *value = tl_expr_substitute (in->arena, in->inverse.values[i], at);

      if (value->kind != TL_EXPR_VAR && value->kind != TL_EXPR_INT && in->inverse.values[i]->kind != TL_EXPR_VAR)
        value = tl_analyzer_simplify (in->analyzer, value);
      g_hash_table_insert (axes, (gpointer) var, (gpointer) tl_cast (in->arena, var->dtype, value));
    }
  return axes;
}

static void
bind_axes (TlAnalyzer *analyzer, const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    tl_analyzer_bind (analyzer, block->axes[i].var, block->axes[i].dom.min, block->axes[i].dom.extent);
}

/* Checks both directions share. */

typedef struct
{
  const TlBuffer *buffer;
  const char     *found;      /* how it is accessed other than by loads and stores */
} OpaqueSearch;

static TlWalk
find_opaque_expr (const TlExpr *expr, gpointer user_data)
{
  OpaqueSearch *search = user_data;

  if (expr->kind != TL_EXPR_CALL || (strcmp (expr->callee->name, "address_of") != 0 && strcmp (expr->callee->name, "access_ptr") != 0))
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
      search->found = "a part of it is matched to another buffer";
  return search->found != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
check_plain_access (Inline *in, GError **error)
{
  OpaqueSearch search = { .buffer = in->buffer };

  tl_stmt_walk (in->scope, find_opaque_stmt, find_opaque_expr, &search);
  if (search.found == NULL)
    return TRUE;
  return tl_refuse (error, &in->block->block.id, 1, NULL, "buffer %s cannot be removed: %s", in->buffer->name, search.found);
}

static gboolean
check_class (Inline *in, const TlStmt *block, GError **error)
{
  g_autofree char *why = NULL;

  if (block->block.init != NULL)
    return tl_refuse (error, &block->block.id, 1, NULL, "block %s is a reduction: it has an init", block->block.name);
  if (tl_block_is_complete (in->info, block, &why))
    return TRUE;
  return tl_refuse (error, &block->block.id, 1, NULL, "block %s is not a complete block: %s", block->block.name, why);
}

static gboolean
check_scope (Inline *in, GError **error)
{
  g_autofree char *why = NULL;

  if (!tl_scope_info_is_stage_pipeline (in->info, &why))
    return tl_refuse (error, &in->block->block.id, 1, NULL, "the scope of block %s is not a stage pipeline: %s", in->block->block.name, why);
  if (tl_scope_info_nth (in->info, 1) == NULL)
    return tl_refuse (error, &in->block->block.id, 1, NULL, "block %s is the only block of its scope", in->block->block.name);
  return TRUE;
}

static gboolean
check_body (Inline *in, const TlStmt *block, GError **error)
{
  if (block->block.body->kind == TL_STMT_STORE && block->block.n_allocs == 0 && block->block.n_matches == 0)
    return TRUE;
  return tl_refuse (error, &block->block.id, 1, NULL, "the body of block %s is not a single store", block->block.name);
}

/* Replacing, with the regions of every block that changes inferred anew. */

static const TlStmt *
rewrite_block_access (TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlStmt *changed = tl_rewrite_stmt_children (rewriter, stmt);
  TlBlock       block;

  if (changed == stmt)
    return stmt;
  block = changed->block;
  tl_block_infer_access (rewriter->arena, &block);
  return tl_stmt_block (rewriter->arena, &block);
}

/* compute_inline */

static const TlExpr *
inline_load (TlRewriter *rewriter, const TlExpr *expr)
{
  Inline                *in = rewriter->user_data;
  g_autoptr (GHashTable) axes = NULL;
  const TlExpr         **indices;

  if (expr->kind != TL_EXPR_LOAD || expr->buffer != in->buffer)
    return NULL;
  indices = tl_arena_new_array (in->arena, const TlExpr *, expr->n_indices);
  for (guint d = 0; d < expr->n_indices; d++)
    indices[d] = tl_rewrite_expr (rewriter, expr->indices[d]);
  axes = axes_at (in, &in->block->block, indices);
  return tl_expr_substitute (in->arena, in->store->value, axes);
}

static const TlStmt *
inline_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Inline *in = rewriter->user_data;

  if (stmt->kind != TL_STMT_BLOCK || stmt == in->block)
    return stmt == in->block ? stmt : NULL;
  bind_axes (in->analyzer, &stmt->block);
  return rewrite_block_access (rewriter, stmt);
}

/* Regions name the buffer too: those go when the block's regions are inferred anew, so they must not keep it alive as a load does. */
static gboolean
check_inline (Inline *in, GError **error)
{
  const TlBlock *block = &in->block->block;

  if (!check_class (in, in->block, error) || !check_scope (in, error))
    return FALSE;
  if (tl_block_is_output (in->call->module, in->path))
    return tl_refuse (error, &block->id, 1, "reverse_compute_inline moves an output block into its producer",
                      "block %s is an output block: it writes a buffer that outlives its scope", block->name);
  if (block->n_writes != 1)
    return tl_refuse (error, &block->id, 1, NULL, "block %s writes %u buffers; only a single one can be removed", block->name,
                      block->n_writes);
  if (!check_body (in, in->block, error))
    return FALSE;
  in->store = block->body;
  in->buffer = in->store->buffer;
  if (!invert (in->arena, block, in->store->indices, in->store->n_indices, &in->inverse))
    return tl_refuse (error, &block->id, 1, NULL, "the indices of %s in block %s are not a bijective affine map of its axes",
                      in->buffer->name, block->name);
  return check_plain_access (in, error);
}

/* @scope_body without the inlined block and its buffer, put back in the place of the old scope. */
static void
replace_scope (Inline *in, const TlStmt *changed_scope)
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
} Exchange;

static const TlExpr *
keep_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  return expr;
}

static const TlStmt *
exchange_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  const Exchange *exchange = rewriter->user_data;

  return stmt->kind == TL_STMT_BLOCK && stmt->block.id == exchange->id ? exchange->replacement : NULL;
}

static const TlStmt *
exchange_block (TlArena *arena, const TlStmt *within, TlNodeId id, const TlStmt *replacement)
{
  Exchange   exchange = { .id = id, .replacement = replacement };
  TlRewriter rewriter = { .arena = arena, .expr = keep_expr, .stmt = exchange_stmt, .user_data = &exchange };

  return tl_rewrite_stmt (&rewriter, within);
}

/* The scope block itself keeps its regions: what it touches outside does not change. */
static const TlStmt *
rewrite_scope_body (Inline *in, TlRewriter *rewriter)
{
  TlBlock scope = in->scope->block;

  scope.body = tl_rewrite_stmt (rewriter, scope.body);
  return tl_stmt_block (in->arena, &scope);
}

static void
inline_block (Inline *in)
{
  TlRewriter    rewriter = { .arena = in->arena, .expr = inline_load, .stmt = inline_stmt, .user_data = in };
  const TlStmt *scope = rewrite_scope_body (in, &rewriter);

  replace_scope (in, exchange_block (in->arena, scope, in->block->block.id, tl_stmt_removed));
}

static gboolean
start (Inline *in, TlPath *path, GError **error)
{
  in->path = path;
  in->block = tl_path_target (path);
  if (path->n == 1)
    return tl_refuse (error, &in->block->block.id, 1, NULL, "the root block cannot be inlined");
  in->scope = tl_path_scope (path);
  in->info = tl_path_scope_info (in->arena, in->call->module, path);
  return TRUE;
}

static gboolean
compute_inline_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (call->builder.arena);
  Inline                 in = { .call = call, .arena = call->builder.arena, .analyzer = analyzer };
  gboolean               ok;

  if (!tl_call_find_block (call, &call->args[0], &path, error) || !start (&in, path, error))
    return FALSE;
  ok = check_inline (&in, error);
  if (ok)
    inline_block (&in);
  tl_scope_info_free (in.info);
  return ok;
}

/* reverse_compute_inline */

/* The producer of the only buffer that the block reads and its scope writes. */
static gboolean
find_producer (Inline *in, const TlStmt **producer, GError **error)
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
check_reverse_body (Inline *in, const TlStmt *producer, GError **error)
{
  LoadSearch     search = { .buffer = in->buffer };
  const TlBlock *block = &in->block->block;

  if (!check_body (in, in->block, error) || !check_body (in, producer, error))
    return FALSE;
  if (!tl_expr_is_true (block->predicate))
    return tl_refuse (error, &block->id, 1, NULL, "block %s has a predicate", block->name);
  in->store = block->body;
  tl_stmt_walk (in->store, NULL, compare_loads, &search);
  if (search.first == NULL)
    return tl_refuse (error, &block->id, 1, NULL, "block %s does not load buffer %s", block->name, in->buffer->name);
  if (search.other != NULL)
    return tl_refuse (error, &block->id, 1, NULL, "block %s reads buffer %s at several different indices", block->name, in->buffer->name);
  if (!invert (in->arena, block, search.first->indices, search.first->n_indices, &in->inverse))
    return tl_refuse (error, &block->id, 1, NULL, "the indices of %s in block %s are not a bijective affine map of its axes",
                      in->buffer->name, block->name);
  return check_plain_access (in, error);
}

typedef struct
{
  Inline       *in;
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
fused_store (Inline *in, const TlStmt *producer)
{
  const TlStmt          *written = producer->block.body;
  g_autoptr (GHashTable) axes = axes_at (in, &in->block->block, written->indices);
  Forward                forward = { .in = in, .value = written->value };
  TlRewriter             rewriter = { .arena = in->arena, .expr = forward_load, .user_data = &forward };

  return tl_rewrite_stmt (&rewriter, tl_stmt_substitute (in->arena, in->store, axes));
}

static gboolean
implies (Inline *in, const TlExpr *given, const TlExpr *then)
{
  gboolean holds;

  tl_analyzer_push (in->analyzer, given);
  holds = tl_analyzer_can_prove (in->analyzer, then);
  tl_analyzer_pop (in->analyzer);
  return holds;
}

static const TlExpr *
both (Inline *in, const TlExpr *old, const TlExpr *condition)
{
  if (old == NULL || implies (in, condition, old))
    return condition;
  return implies (in, old, condition) ? old : tl_and (in->arena, old, condition);
}

/* Where the producer runs beyond the consumer's domain it must hold still: one condition per axis and side that is not certain. */
static const TlExpr *
fused_predicate (Inline *in, const TlStmt *producer)
{
  const TlBlock         *block = &in->block->block;
  g_autoptr (GHashTable) axes = axes_at (in, block, producer->block.body->indices);
  g_autoptr (GHashTable) bindings = g_hash_table_new (NULL, NULL);
  const TlExpr          *predicate = producer->block.predicate;

  for (guint i = 0; i < producer->block.n_axes; i++)
    g_hash_table_insert (bindings, (gpointer) producer->block.axes[i].var, (gpointer) producer->block.bindings[i]);
  for (guint i = 0; i < block->n_axes; i++)
    {
      const TlExpr *value = tl_expr_substitute (in->arena, g_hash_table_lookup (axes, block->axes[i].var), bindings);
      TlRange       dom = block->axes[i].dom;
      const TlExpr *sides[] = {
        tl_binary (in->arena, TL_EXPR_GE, value, dom.min),
        tl_binary (in->arena, TL_EXPR_LT, value, tl_add (in->arena, dom.min, dom.extent)),
      };

      for (guint side = 0; side < 2; side++)
        {
          const TlExpr *condition = tl_analyzer_simplify (in->analyzer, sides[side]);

          if (!tl_expr_is_true (condition))
            predicate = both (in, predicate, condition);
        }
    }
  return predicate;
}

static void
bind_loops_around (Inline *in, const TlStmt *block)
{
  g_autoptr (TlPath)    path = tl_path_find (in->call->module, block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);

  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;

      tl_analyzer_bind (in->analyzer, loop->var, loop->min, loop->extent);
    }
}

static void
reverse_inline_block (Inline *in, const TlStmt *producer)
{
  TlBlock       block = producer->block;
  const TlStmt *scope;

  bind_axes (in->analyzer, &block);
  bind_loops_around (in, producer);
  block.predicate = fused_predicate (in, producer);
  block.body = fused_store (in, producer);
  tl_block_infer_access (in->arena, &block);
  scope = exchange_block (in->arena, in->scope, block.id, tl_stmt_block (in->arena, &block));
  replace_scope (in, exchange_block (in->arena, scope, in->block->block.id, tl_stmt_removed));
}

static gboolean
reverse_inline (Inline *in, GError **error)
{
  const TlStmt *producer;

  if (!check_class (in, in->block, error) || !check_scope (in, error) || !find_producer (in, &producer, error)
      || !check_class (in, producer, error) || !check_reverse_body (in, producer, error))
    return FALSE;
  reverse_inline_block (in, producer);
  return TRUE;
}

static gboolean
reverse_compute_inline_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (call->builder.arena);
  Inline                 in = { .call = call, .arena = call->builder.arena, .analyzer = analyzer };
  gboolean               ok;

  if (!tl_call_find_block (call, &call->args[0], &path, error) || !start (&in, path, error))
    return FALSE;
  ok = reverse_inline (&in, error);
  tl_scope_info_free (in.info);
  return ok;
}

static char *
compute_inline_describe (const TlModule *before, const TlArg *args)
{
  return g_strdup_printf ("Inline %s into its consumers", tl_arg_node_name (before, &args[0]));
}

static char *
reverse_compute_inline_describe (const TlModule *before, const TlArg *args)
{
  return g_strdup_printf ("Inline %s into its producer", tl_arg_node_name (before, &args[0]));
}

static const TlPrimitiveParam compute_inline_params[] = {
  { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT,
    .help = "The block to inline: one store whose indices tell its axes, into a buffer of its scope." },
};

const TlPrimitive tl_primitive_compute_inline = {
  .name = "compute_inline",
  .kind = "ComputeInline",
  .title = "Compute Inline",
  .family = TL_FAMILY_COMPUTE,
  .summary = "Puts a block's expression into its consumers and removes the block and its buffer.",
  .sketch = "B[i] = f(i); C[j] = g(B[j])  →  C[j] = g(f(j))",
  .shortcut = "I",
  .params = compute_inline_params,
  .n_params = G_N_ELEMENTS (compute_inline_params),
  .n_outputs = 0,
  .apply = compute_inline_apply,
  .describe = compute_inline_describe,
};

static const TlPrimitiveParam reverse_compute_inline_params[] = {
  { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT,
    .help = "The block to inline: the sole consumer of one producer, reading it at one index per iteration." },
};

const TlPrimitive tl_primitive_reverse_compute_inline = {
  .name = "reverse_compute_inline",
  .kind = "ReverseComputeInline",
  .title = "Reverse Compute Inline",
  .family = TL_FAMILY_COMPUTE,
  .summary = "Puts a block's expression into its only producer and removes the block and the buffer between.",
  .sketch = "B[i] = f(i); C[j] = g(B[j])  →  C[i] = g(f(i))",
  .params = reverse_compute_inline_params,
  .n_params = G_N_ELEMENTS (reverse_compute_inline_params),
  .n_outputs = 0,
  .apply = reverse_compute_inline_apply,
  .describe = reverse_compute_inline_describe,
};
