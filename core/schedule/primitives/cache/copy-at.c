/* SPDX-License-Identifier: Apache-2.0 */
/*
 * read_at and write_at: one block per iteration of a loop moves all that the iteration reads or writes of a buffer.
 *
 *   for i: …: B(A[i * 16 + …])   →   for i: { A_shared[i * 16 : i * 16 + 16] = A[…];  …: B(A_shared[…]) }
 *   for i: …: C[i * 16 + …] = …  →   for i: { …: C_shared[…] = …;  C[i * 16 : i * 16 + 16] = C_shared[…] }
 *
 * Invariant: within one iteration the copy's elements in the region hold what the buffer's do. The copy has the buffer's shape; its block
 * is marked "auto_copy", for the pass that deals the elements out to threads. Threads outside of the loop that see the copy's scope
 * together copy what all of them touch. TVM takes regions that leave the buffer and writes with gaps;
 * those would read or write what the program does not touch, and are refused.
 */
#include "core/schedule/primitives/cache-private.h"
#include "core/schedule/primitives/cache/write-box-private.h"

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  gboolean         is_write;
  /* Borrowed */
  const TlPath    *path;          /* to the loop */
  const TlStmt    *loop;
  const TlBuffer  *buffer;
  const char      *storage_scope;
  /* Found: children of the loop's body, counted from 0; -1 if there is none */
  gint             first_read, last_read, first_write, last_write;
  TlRegion         region;        /* of one iteration */
  gboolean         is_written;    /* while checking: by a block seen so far */
  const TlBuffer  *copy;
} At;

typedef gboolean (*VisitAccess) (At *at, const TlStmt *block, const TlIter *inner, guint n_inner, TlRegion access, gboolean is_write,
                                 guint child, GError **error);

/* Walking the accesses below the loop. */

static gboolean
is_shared (At *at, const TlLoop *loop)
{
  return tl_scope_spans_thread (at->storage_scope, loop->thread);
}

/* The loops that run while the target loop stands still, and the threads around it that share the copy. */
static const TlIter *
relaxed_iters (At *at, const TlStmt *block, guint *n)
{
  g_autoptr (TlPath)    path = tl_path_find (at->call->module, block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);
  TlIter               *iters = tl_arena_new_array (at->arena, TlIter, loops->len);
  gboolean              is_inside = FALSE;

  *n = 0;
  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;

      if (is_inside || is_shared (at, loop))
        iters[(*n)++] = (TlIter) { .var = loop->var, .min = loop->min, .extent = loop->extent };
      is_inside = is_inside || loops->pdata[i] == at->loop;
    }
  return iters;
}

static gboolean
visit_regions (At *at, const TlStmt *block, const TlIter *inner, guint n_inner, gboolean of_writes, guint child, VisitAccess visit,
               GError **error)
{
  const TlRegion *regions = of_writes ? block->block.writes : block->block.reads;
  guint           n = of_writes ? block->block.n_writes : block->block.n_reads;

  for (guint i = 0; i < n; i++)
    if (regions[i].buffer == at->buffer && !visit (at, block, inner, n_inner, regions[i], of_writes, child, error))
      return FALSE;
  return TRUE;
}

static gboolean
visit_block (At *at, const TlStmt *block, guint child, VisitAccess visit, GError **error)
{
  guint         n_inner;
  const TlIter *inner = relaxed_iters (at, block, &n_inner);

  return visit_regions (at, block, inner, n_inner, FALSE, child, visit, error)
         && visit_regions (at, block, inner, n_inner, TRUE, child, visit, error);
}

static gboolean
visit_accesses (At *at, VisitAccess visit, GError **error)
{
  const TlStmt *body = at->loop->loop.body;

  for (guint child = 0; child < tl_body_n_children (body); child++)
    {
      const TlStmt         *stmt = tl_body_nth_child (body, child);
      g_autoptr (GPtrArray) blocks = stmt->kind == TL_STMT_BLOCK ? g_ptr_array_new () : tl_stmt_child_blocks (stmt);

      if (stmt->kind == TL_STMT_BLOCK)
        g_ptr_array_add (blocks, (gpointer) stmt);
      for (guint i = 0; i < blocks->len; i++)
        if (!visit_block (at, blocks->pdata[i], child, visit, error))
          return FALSE;
    }
  return TRUE;
}

static gboolean
note_position (At *at, const TlStmt *block, const TlIter *inner, guint n_inner, TlRegion access, gboolean is_write, guint child,
               GError **error)
{
  gint *first = is_write ? &at->first_write : &at->first_read;
  gint *last = is_write ? &at->last_write : &at->last_read;

  if (*first < 0)
    *first = (gint) child;
  *last = (gint) child;
  return TRUE;
}

static TlRegion
relaxed (At *at, const TlStmt *block, const TlIter *inner, guint n_inner, TlRegion access)
{
  return tl_region_relax (at->arena, tl_block_region_outside (at->arena, &block->block, access), inner, n_inner, NULL);
}

static gboolean
add_to_region (At *at, const TlStmt *block, const TlIter *inner, guint n_inner, TlRegion access, gboolean is_write, guint child,
               GError **error)
{
  if (is_write != at->is_write)
    return TRUE;
  access = relaxed (at, block, inner, n_inner, access);
  at->region = at->region.buffer == NULL ? access : tl_region_union (at->arena, at->region, access);
  return TRUE;
}

/* Checks. */

static gboolean
check_order (At *at, GError **error)
{
  const TlLoop *loop = &at->loop->loop;
  const char   *buffer = at->buffer->name;

  if (at->is_write ? at->first_write < 0 : at->first_read < 0)
    return tl_refuse (error, &loop->id, 1, NULL, "no block under loop %s %s buffer %s", loop->var->name, at->is_write ? "writes" : "reads",
                      buffer);
  if (!at->is_write && at->last_write >= at->first_read)
    return tl_call_refuse_order (at->call, error, &loop->id, 1, NULL,
                                 "buffer %s is written under loop %s at or after the read; a copy made before would be stale",
                                 buffer, loop->var->name);
  if (at->is_write && at->last_read > at->last_write)
    return tl_call_refuse_order (at->call, error, &loop->id, 1, NULL,
                                 "buffer %s is read under loop %s after it is written, before the copy back", buffer, loop->var->name);
  return TRUE;
}

/* A predicate that may not hold leaves out points of the box, and what two blocks write may have a gap between. */
static gboolean
is_all_of_region (At *at, const TlPath *path, const TlIter *inner, guint n_inner, TlRegion access)
{
  const TlStmt *block = tl_path_target (path);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (at->arena);
  TlRegion own = relaxed (at, block, inner, n_inner, access);

  tl_path_bind_vars (analyzer, path, path->n - 2);
  if (block->block.predicate != NULL && !tl_analyzer_can_prove (analyzer, block->block.predicate))
    return FALSE;
  for (guint d = 0; d < at->buffer->n_dims; d++)
    if (!tl_analyzer_can_prove_equal (analyzer, own.ranges[d].min, at->region.ranges[d].min)
        || !tl_analyzer_can_prove_equal (analyzer, own.ranges[d].extent, at->region.ranges[d].extent))
      return FALSE;
  return TRUE;
}

/* The outermost thread that shares the copy with others, or the loop; NULL where @access moves with other loops in between. */
static const TlStmt *
outermost_shared (At *at, const TlPath *path, TlRegion access)
{
  const TlStmt *outermost = NULL;
  TlRegion      outside = tl_block_region_outside (at->arena, &((const TlStmt *) tl_path_target (path))->block, access);

  for (guint i = (guint) tl_path_scope_index (at->path) + 1; i < at->path->n; i++)
    {
      const TlStmt *stmt = at->path->stmts[i];

      if (stmt->kind != TL_STMT_FOR)
        continue;
      if (outermost == NULL && (is_shared (at, &stmt->loop) || stmt == at->loop))
        outermost = stmt;
      for (guint d = 0; d < at->buffer->n_dims && outermost != NULL && outermost != at->loop && !is_shared (at, &stmt->loop); d++)
        if (tl_expr_uses_var (outside.ranges[d].min, stmt->loop.var))
          return NULL;
    }
  return outermost;
}

static gboolean
is_accessed_beside (At *at, const TlStmt *around)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (around);

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt *block = blocks->pdata[i];

      if (tl_stmt_find (at->loop, block->block.id) == NULL
          && (tl_regions_touch (block->block.reads, block->block.n_reads, at->buffer)
              || tl_regions_touch (block->block.writes, block->block.n_writes, at->buffer)))
        return TRUE;
    }
  return FALSE;
}

/* Copying back moves only what the iteration wrote, or all threads that share the copy did, and nobody else meanwhile. */
static gboolean
check_no_gaps (At *at, const TlStmt *block, const TlIter *inner, guint n_inner, TlRegion access, gboolean is_write, guint child,
               GError **error)
{
  g_autoptr (TlPath) path = NULL;
  const TlStmt      *around;

  if (!is_write || !at->is_write)
    return TRUE;
  path = tl_path_find (at->call->module, block->block.id);
  around = outermost_shared (at, path, access);
  if (around != NULL && (around == at->loop || !is_accessed_beside (at, around))
      && tl_block_writes_box (at->arena, path, around, access) && is_all_of_region (at, path, inner, n_inner, access))
    return TRUE;
  return tl_refuse (error, &block->block.id, 1, NULL,
                    "block %s does not write every element of the region of %s that one iteration of loop %s accesses; the copy back "
                    "would overwrite the rest",
                    block->block.name, at->buffer->name, at->loop->loop.var->name);
}

/* A reduction reads the element that it has initialized: check_start. */
static gboolean
is_own_sum (At *at, const TlBlock *block, TlRegion read)
{
  for (guint i = 0; block->init != NULL && i < block->n_writes; i++)
    if (block->writes[i].buffer == read.buffer)
      {
        gboolean is_same = TRUE;

        for (guint d = 0; d < read.buffer->n_dims; d++)
          is_same = is_same && tl_expr_equal (block->writes[i].ranges[d].min, read.ranges[d].min)
                    && tl_expr_equal (block->writes[i].ranges[d].extent, read.ranges[d].extent);
        if (is_same)
          return TRUE;
      }
  return FALSE;
}

/* Elements read back from the copy in the same iteration were written in it before. */
static gboolean
check_read_back (At *at, const TlStmt *block, const TlIter *inner, guint n_inner, TlRegion access, gboolean is_write, guint child,
                 GError **error)
{
  const TlLoop           *loop = &at->loop->loop;
  g_autoptr (TlScopeInfo) info = NULL;
  g_autofree char        *why = NULL;

  at->is_written = at->is_written || is_write;
  if (is_write || !at->is_write || is_own_sum (at, &block->block, access))
    return TRUE;
  if (!at->is_written)
    return tl_refuse (error, &block->block.id, 1, NULL,
                      "block %s reads %s under loop %s before it is written there; the copy would start empty",
                      block->block.name, at->buffer->name, loop->var->name);
  info = tl_scope_info_new_below (at->arena, at->call->module, tl_path_scope (at->path), at->loop);
  if (tl_block_reads_are_covered (info, block, at->buffer, &why))
    return TRUE;
  return tl_refuse (error, &block->block.id, 1, NULL, "%s", why);
}

static gboolean
check_bounds (At *at, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (at->arena);
  const TlLoop          *loop = &at->loop->loop;

  tl_path_bind_vars (analyzer, at->path, at->path->n - 1);
  for (guint d = 0; d < at->buffer->n_dims; d++)
    {
      TlRange       range = at->region.ranges[d];
      const TlExpr *starts = tl_binary (at->arena, TL_EXPR_GE, range.min, tl_expr_int (at->arena, range.min->dtype, 0));
      const TlExpr *ends = tl_binary (at->arena, TL_EXPR_LE, tl_add (at->arena, range.min, range.extent), at->buffer->shape[d]);

      if (!tl_analyzer_can_prove (analyzer, starts) || !tl_analyzer_can_prove (analyzer, ends))
        return tl_refuse (error, &loop->id, 1, "choose factors that divide the extent",
                          "the region that one iteration of loop %s accesses of %s may leave the buffer in dimension %u", loop->var->name,
                          at->buffer->name, d);
    }
  return TRUE;
}

/* A block with an initialization adds to the copy where it does not run it. */
static gboolean
check_start (At *at, const TlStmt *block, const TlIter *inner, guint n_inner, TlRegion access, gboolean is_write, guint child,
             GError **error)
{
  g_autoptr (TlScopeInfo) info = NULL;
  g_autofree char        *why = NULL;

  if (!is_write || !at->is_write || block->block.init == NULL)
    return TRUE;
  info = tl_path_scope_info (at->arena, at->call->module, at->path);
  if (tl_block_starts_reduction (info, block, &why))
    return TRUE;
  return tl_refuse (error, &block->block.id, 1, NULL, "block %s may accumulate in buffer %s without initializing it: %s", block->block.name,
                    at->buffer->name, why);
}

/* The copying block. */

typedef struct
{
  At         *at;
  GPtrArray  *vars;     /* loop variables that occur, by first occurrence */
} LoopVarSearch;

static TlWalk
collect_var (const TlExpr *expr, gpointer user_data)
{
  LoopVarSearch *search = user_data;

  for (guint i = (guint) tl_path_scope_index (search->at->path) + 1; expr->kind == TL_EXPR_VAR && i < search->at->path->n; i++)
    if (search->at->path->stmts[i]->kind == TL_STMT_FOR && search->at->path->stmts[i]->loop.var == expr
        && !g_ptr_array_find (search->vars, expr, NULL))
      g_ptr_array_add (search->vars, (gpointer) expr);
  return TL_WALK_INTO;
}

static const TlLoop *
loop_of (At *at, const TlVar *var)
{
  for (guint i = 0; i < at->path->n; i++)
    if (at->path->stmts[i]->kind == TL_STMT_FOR && at->path->stmts[i]->loop.var == var)
      return &at->path->stmts[i]->loop;
  g_assert_not_reached ();
}

/* Axes for the loops outside that occur; the region in terms of them. */
static TlRegion
make_axes (At *at, TlBlock *block)
{
  g_autoptr (GPtrArray)  vars = g_ptr_array_new ();
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  LoopVarSearch          search = { at, vars };
  TlRange               *ranges = tl_arena_new_array (at->arena, TlRange, at->buffer->n_dims);
  TlBlockAxis           *axes;

  for (guint d = 0; d < at->buffer->n_dims; d++)
    {
      tl_expr_walk (at->region.ranges[d].min, collect_var, &search);
      tl_expr_walk (at->region.ranges[d].extent, collect_var, &search);
    }
  axes = tl_arena_new_array (at->arena, TlBlockAxis, vars->len);
  for (guint i = 0; i < vars->len; i++)
    {
      const TlLoop *loop = loop_of (at, vars->pdata[i]);

      axes[i].var = tl_expr_var (at->arena, tl_arena_printf (at->arena, "v%u", i), loop->var->dtype);
      axes[i].kind = TL_AXIS_SPATIAL;
      axes[i].dom = (TlRange) { loop->min, loop->extent };
      g_hash_table_insert (values, vars->pdata[i], (gpointer) axes[i].var);
    }
  for (guint d = 0; d < at->buffer->n_dims; d++)
    ranges[d] = (TlRange) { tl_expr_substitute (at->arena, at->region.ranges[d].min, values),
                            tl_expr_substitute (at->arena, at->region.ranges[d].extent, values) };
  block->axes = axes;
  block->n_axes = vars->len;
  block->bindings = tl_arena_dup_array (at->arena, const TlExpr *, vars->pdata, vars->len);
  return (TlRegion) { .buffer = at->buffer, .ranges = ranges };
}

static const TlStmt *
make_copy_block (At *at)
{
  TlBuilder      *builder = &at->call->builder;
  guint           n = at->buffer->n_dims;
  TlBlock         block = { .id = tl_builder_take_id (builder), .name = tl_cache_name (at->arena, at->buffer, at->storage_scope),
                            .n_reads = 1,
                            .n_writes = 1 };
  TlRegion        region = make_axes (at, &block);
  TlRegion       *regions = tl_arena_new_array (at->arena, TlRegion, 2);
  const TlVar   **vars = tl_arena_new_array (at->arena, const TlVar *, n);
  const TlExpr  **indices = tl_arena_new_array (at->arena, const TlExpr *, n);
  TlValue         yes = { .kind = TL_VALUE_BOOL, .boolean = TRUE };

  for (guint d = 0; d < n; d++)
    {
      vars[d] = tl_expr_var (at->arena, tl_arena_printf (at->arena, "ax%u", d), region.ranges[d].min->dtype);
      indices[d] = tl_add (at->arena, region.ranges[d].min, vars[d]);
    }
  regions[0] = (TlRegion) { .buffer = at->is_write ? at->copy : at->buffer, .ranges = region.ranges };
  regions[1] = (TlRegion) { .buffer = at->is_write ? at->buffer : at->copy, .ranges = region.ranges };
  block.reads = &regions[0];
  block.writes = &regions[1];
  block.annotations = tl_attrs_with (at->arena, &tl_attrs_empty, "auto_copy", yes);
  block.body = tl_stmt_store (at->arena, regions[1].buffer, indices, n, tl_expr_load (at->arena, regions[0].buffer, indices, n));
  for (guint d = n; d > 0; d--)
    block.body = tl_stmt_for (builder, vars[d - 1], region.ranges[d - 1].extent, block.body);
  tl_call_output_node (at->call, TL_RV_BLOCK, block.id);
  return tl_stmt_block (at->arena, &block);
}

/* Applying. */

static const TlBuffer *
exchange_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const At *at = rewriter->user_data;

  return buffer == at->buffer ? at->copy : buffer;
}

/* The loop's body: for a read, statements from the first reader on use the copy, for a write those up to the last writer. */
static const TlStmt *
rewrite_loop (At *at, const TlStmt *copying)
{
  TlRewriter            rewriter = { .arena = at->arena, .buffer = exchange_buffer, .user_data = at };
  const TlStmt         *body = at->loop->loop.body;
  g_autoptr (GPtrArray) children = g_ptr_array_new ();
  TlLoop                loop = at->loop->loop;

  for (gint i = 0; i < (gint) tl_body_n_children (body); i++)
    {
      const TlStmt *child = tl_body_nth_child (body, (guint) i);
      gboolean      uses_copy = at->is_write ? i <= at->last_write : i >= at->first_read;

      if (!at->is_write && i == at->first_read)
        g_ptr_array_add (children, (gpointer) copying);
      g_ptr_array_add (children, (gpointer) (uses_copy ? tl_rewrite_stmt (&rewriter, child) : child));
      if (at->is_write && i == at->last_write)
        g_ptr_array_add (children, (gpointer) copying);
    }
  loop.body = tl_stmt_seq (at->arena, (const TlStmt *const *) children->pdata, children->len);
  return tl_stmt_loop (at->arena, &loop);
}

static void
rewrite (At *at)
{
  guint         scope_index = (guint) tl_path_scope_index (at->path);
  TlPath        to_scope = tl_path_prefix (at->path, scope_index);
  const TlStmt *copying;
  TlBlock       scope;

  at->copy = tl_buffer_copy (at->arena, at->buffer, tl_cache_name (at->arena, at->buffer, at->storage_scope),
                             tl_arena_strdup (at->arena, at->storage_scope));
  copying = make_copy_block (at);
  scope = tl_path_rebuild_from (&at->call->builder, at->path, scope_index, rewrite_loop (at, copying))->block;
  tl_block_add_alloc (at->arena, &scope, at->copy);
  tl_call_replace (at->call, &to_scope, tl_stmt_block (at->arena, &scope));
}

static gboolean
at_apply (TlPrimitiveCall *call, GError **error)
{
  gboolean                is_write = call->primitive->is_write;
  g_autoptr (TlPath)      path = NULL, block_path = NULL;
  g_autoptr (TlScopeInfo) info = NULL;
  g_autofree char        *why = NULL;
  TlCache                 named = { .is_write = is_write };
  At                      at = { .call = call, .arena = call->builder.arena, .is_write = is_write, .first_read = -1, .last_read = -1,
                                 .first_write = -1, .last_write = -1 };

  if (!tl_call_find_loop (call, &call->args[0], &path, error) || !tl_call_find_block (call, &call->args[1], &block_path, error))
    return FALSE;
  named.block = tl_path_target (block_path);
  if (tl_cache_find_region (&named, call->args[2].integer, error) == NULL || !tl_cache_check_scope (call->args[3].string, error))
    return FALSE;
  at.path = path;
  at.loop = tl_path_target (path);
  at.buffer = named.buffer;
  at.storage_scope = call->args[3].string;
  info = tl_path_scope_info (at.arena, call->module, path);
  if (!tl_scope_info_is_stage_pipeline (info, &why))
    return tl_refuse (error, &at.loop->loop.id, 1, NULL, "the scope of loop %s is not a stage pipeline: %s", at.loop->loop.var->name, why);
  if (!tl_cache_check_said (info, at.buffer, is_write, error))
    return FALSE;
  visit_accesses (&at, note_position, NULL);
  if (!check_order (&at, error))
    return FALSE;
  visit_accesses (&at, add_to_region, NULL);
  if (!check_bounds (&at, error) || !visit_accesses (&at, check_no_gaps, error) || !visit_accesses (&at, check_read_back, error)
      || !visit_accesses (&at, check_start, error)
      || !tl_cache_check_views (at.buffer, at.loop, at.storage_scope, error))
    return FALSE;
  rewrite (&at);
  return TRUE;
}

const TlPrimitive tl_primitive_read_at = {
  .name = "read_at",
  .kind = "ReadAt",
  .title = "Read At",
  .family = TL_FAMILY_CACHE,
  .summary = "Copy the region that one iteration of a loop reads into another storage scope.",
  .sketch = "for i: B(A[i*n:i*n+n])  →  for i: A_shared[i*n:i*n+n] = A[i*n:i*n+n]; B(A_shared[i*n:i*n+n])",
  TL_PRIMITIVE_PARAMS (
      { .name = "loop", .kind = TL_PARAM_LOOP, .flags = TL_PARAM_IS_INPUT, .help = "Loop; each iteration copies the region it reads." },
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block that reads the buffer." },
      { .name = "read_buffer_index", .kind = TL_PARAM_BUFFER, .help = "Index of the buffer among the reads of the block." },
      { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "Storage scope of the copy.", .choices = tl_cache_scopes }),
  .n_outputs = 1,
  .apply = at_apply,
  .sentence = "Cache read of {read_buffer_index} by {block} in {storage_scope} for each {loop}",
};

const TlPrimitive tl_primitive_write_at = {
  .name = "write_at",
  .kind = "WriteAt",
  .title = "Write At",
  .family = TL_FAMILY_CACHE,
  .summary = "Write the result of one iteration of a loop to another storage scope, then copy it back.",
  .sketch = "for i: C[i*n:i*n+n] = …  →  for i: C_shared[i*n:i*n+n] = …; C[i*n:i*n+n] = C_shared[i*n:i*n+n]",
  TL_PRIMITIVE_PARAMS (
      { .name = "loop",
        .kind = TL_PARAM_LOOP,
        .flags = TL_PARAM_IS_INPUT,
        .help = "Loop; each iteration copies back the region it writes." },
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block that writes the buffer." },
      { .name = "write_buffer_index",
        .kind = TL_PARAM_BUFFER,
        .flags = TL_PARAM_OF_WRITES,
        .help = "Index of the buffer among the writes of the block." },
      { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "Storage scope of the copy.", .choices = tl_cache_scopes }),
  .n_outputs = 1,
  .is_write = TRUE,
  .apply = at_apply,
  .sentence = "Cache write of {write_buffer_index} by {block} in {storage_scope} for each {loop}",
};
