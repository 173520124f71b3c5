/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lower-init: "with T.init()" becomes ordinary statements. The init of a reduction runs where all its reduction axes are at their minimum,
 * once for each point of the others.
 *
 *   for i, k, j: C[i, j] (init) += …   →   for i: { for j_init: C = 0;  for k, j: C += … }
 *
 * It goes before the outermost loop that feeds a reduction axis, under copies of the loops between that feed spatial axes, as if the
 * user had decomposed the reduction there. Where that could change the result (see can_hoist) it stays, under the condition that the
 * reduction axes are at their minimum.
 *
 * A sweep over more than a cache holds, ahead of blocks of the reduction, would bring all of it from memory twice. There the init goes
 * before the innermost reduction loops instead, where the tile that it sets is used at once:
 *
 *   for k0, i, j, k1: …   →   for k0, i, j: { if k0 == 0: C = 0;  for k1: C += … }
 */
#include "core/analysis/block-info.h"
#include "core/arith/iter-map.h"
#include "core/arith/stride.h"
#include "core/lower/lower-private.h"

typedef struct
{
  TlBuilder  *builder;
  GHashTable *loops;     /* variable → const TlStmt *, its loop */
  GHashTable *hoisted;   /* ids of blocks whose init stands elsewhere already */
  GHashTable *guarded;   /* ids of blocks whose init must stay */
  GHashTable *late;      /* id of a loop → GPtrArray of const TlStmt *: inits that go before it */
} InitLowering;

#define SWEEP_BYTES (16 * 1024)   /* a part of the first cache */

/* The loops from the hoisting point down to the block. */
typedef struct
{
  const TlStmt *block;
  GPtrArray    *loops;      /* const TlStmt *, outermost first */
} InitNest;

/*
 * The kinds of axes that a loop feeds. Axes that are neither spatial nor of the reduction have an order: nothing moves across their loops.
 */
typedef enum
{
  LOOP_UNUSED  = 0,
  LOOP_SPATIAL = 1 << 0,
  LOOP_REDUCE  = 1 << 1,
  LOOP_ORDERED = 1 << 2,
} LoopUse;

static LoopUse
loop_use (const TlStmt *loop, const TlBlock *block)
{
  LoopUse use = LOOP_UNUSED;
  for (guint i = 0; i < block->n_axes; i++)
    if (tl_expr_uses_var (block->bindings[i], loop->loop.var))
      use |= block->axes[i].kind == TL_AXIS_SPATIAL ? LOOP_SPATIAL : block->axes[i].kind == TL_AXIS_REDUCE ? LOOP_REDUCE : LOOP_ORDERED;
  return use;
}

/* Appends the loops on the way to the block; FALSE if anything but loops, sequences and attributes lies between. */
static gboolean
find_nest (const TlStmt *stmt, TlNodeId block_id, InitNest *nest)
{
  switch (stmt->kind)
    {
    case TL_STMT_BLOCK:
      nest->block = stmt;
      return stmt->block.id == block_id;
    case TL_STMT_FOR:
      g_ptr_array_add (nest->loops, (gpointer) stmt);
      if (find_nest (stmt->loop.body, block_id, nest))
        return TRUE;
      g_ptr_array_set_size (nest->loops, (gint) nest->loops->len - 1);
      return FALSE;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (find_nest (stmt->stmts[i], block_id, nest))
          return TRUE;
      return FALSE;
    case TL_STMT_ATTR:
      return find_nest (stmt->attr_body, block_id, nest);
    default:
      return FALSE;
    }
}

typedef struct
{
  GHashTable *read;      /* buffers the init reads */
  GHashTable *written;   /* buffers the init writes */
  TlNodeId    owner;
  gboolean    clash;
} Conflict;

static TlWalk
collect_load (const TlExpr *expr, gpointer user_data)
{
  Conflict *c = user_data;
  if (expr->kind == TL_EXPR_LOAD)
    g_hash_table_add (c->read, (gpointer) expr->buffer);
  return TL_WALK_INTO;
}

static TlWalk
collect_store (const TlStmt *stmt, gpointer user_data)
{
  Conflict *c = user_data;
  if (stmt->kind == TL_STMT_STORE)
    g_hash_table_add (c->written, (gpointer) stmt->buffer);
  return TL_WALK_INTO;
}

/* Others under the loop may not write what the init writes, nobody may write what it reads. Views are taken for writers of anything. */
static TlWalk
find_clash (const TlStmt *stmt, gpointer user_data)
{
  Conflict *c = user_data;
  if (stmt->kind == TL_STMT_BLOCK && stmt->block.id == c->owner)
    {
      for (guint i = 0; i < stmt->block.n_writes; i++)
        c->clash |= g_hash_table_contains (c->read, stmt->block.writes[i].buffer);
      return TL_WALK_OVER;
    }
  if (stmt->kind == TL_STMT_BLOCK && stmt->block.n_matches > 0)
    c->clash = TRUE;
  if (stmt->kind == TL_STMT_STORE)
    c->clash |= g_hash_table_contains (c->read, stmt->buffer) || g_hash_table_contains (c->written, stmt->buffer);
  if (stmt->kind == TL_STMT_EVALUATE)
    c->clash = TRUE;
  return c->clash ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
init_conflicts (const TlStmt *outer, const TlStmt *block)
{
  g_autoptr (GHashTable) read = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) written = g_hash_table_new (NULL, NULL);
  Conflict c = { .read = read, .written = written, .owner = block->block.id };
  tl_stmt_walk (block->block.init, collect_store, collect_load, &c);
  for (guint i = 0; i < block->block.n_allocs; i++)
    c.clash |= tl_stmt_uses_buffer (block->block.init, block->block.allocs[i]);
  if (!c.clash)
    tl_stmt_walk (outer, find_clash, NULL, &c);
  return c.clash;
}

static gboolean
loop_runs (const TlStmt *loop)
{
  gint64 extent;
  return tl_expr_get_int (loop->loop.extent, &extent) && extent >= 1;
}

/* The buffers that the init writes, views taken for what they show. */
static GHashTable *
init_buffers (const TlBlock *block)
{
  GHashTable *written = g_hash_table_new (NULL, NULL);
  Conflict c = { .read = written, .written = written };
  tl_stmt_walk (block->init, collect_store, NULL, &c);
  for (guint i = 0; i < block->n_matches; i++)
    if (g_hash_table_remove (written, block->matches[i].buffer))
      g_hash_table_add (written, (gpointer) block->matches[i].source.buffer);
  return written;
}

typedef struct
{
  const InitLowering *lowering;
  GArray             *iters;   /* TlIter */
} OuterLoops;

static void
add_iter (GArray *iters, const TlLoop *loop)
{
  TlIter iter = { .var = loop->var, .min = loop->min, .extent = loop->extent };
  for (guint i = 0; i < iters->len; i++)
    if (g_array_index (iters, TlIter, i).var == loop->var)
      return;
  if (!tl_expr_is_int (loop->extent, 1))
    g_array_append_val (iters, iter);
}

static TlWalk
add_outer_loop (const TlExpr *expr, gpointer user_data)
{
  OuterLoops *outer = user_data;
  const TlStmt *loop = expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (outer->lowering->loops, expr) : NULL;
  if (loop != NULL)
    add_iter (outer->iters, &loop->loop);
  return TL_WALK_INTO;
}

/*
 * Iterators over the loops of the nest with more than one iteration, of which @but_reduction leaves out those of the reduction; @all: over
 * those around it too, as far as @bindings tell of them.
 */
static GArray *
nest_iters (InitLowering *lowering, const InitNest *nest, GPtrArray *bindings, gboolean but_reduction, gboolean all)
{
  GArray *iters = g_array_new (FALSE, FALSE, sizeof (TlIter));
  OuterLoops outer = { lowering, iters };
  for (guint i = 0; all && i < bindings->len; i++)
    tl_expr_walk (bindings->pdata[i], add_outer_loop, &outer);
  for (guint i = 0; i < nest->loops->len; i++)
    if (!but_reduction || loop_use (nest->loops->pdata[i], &nest->block->block) != LOOP_REDUCE)
      add_iter (iters, &((const TlStmt *) nest->loops->pdata[i])->loop);
  return iters;
}

/*
 * Different iterations of the nest have different values of @bindings, where @offsets (TlIter: the elements of a region, counted from its
 * start) are added to some. Seen with the loops around it as given numbers, or as iterators, too: either is enough.
 */
static gboolean
are_one_to_one (InitLowering *lowering, const InitNest *nest, GPtrArray *bindings, GArray *offsets, gboolean but_reduction)
{
  TlArena *arena = lowering->builder->arena;
  const TlExpr *const *values = (const TlExpr *const *) bindings->pdata;
  for (guint all = 0; all < 2; all++)
    {
      g_autoptr (GArray) iters = nest_iters (lowering, nest, bindings, but_reduction, all);
      g_array_append_vals (iters, offsets->data, offsets->len);
      g_autofree const TlExpr **found = g_new (const TlExpr *, iters->len + 1);
      const TlExpr *padding;
      if (tl_iter_map_invert_padded (arena, values, bindings->len, (const TlIter *) iters->data, iters->len, FALSE, FALSE, values, found,
                                     &padding, NULL))
        return TRUE;
    }
  return FALSE;
}

/* The reduction loops count the reduction axes up from where they start: only where all of them are at their minimum the axes are, too. */
static gboolean
loops_count_up (InitLowering *lowering, const InitNest *nest)
{
  const TlBlock *block = &nest->block->block;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (lowering->builder->arena);
  for (guint i = 0; i < nest->loops->len; i++)
    {
      const TlStmt *loop = nest->loops->pdata[i];
      gint64 stride, sum = 0;
      if (tl_expr_is_int (loop->loop.extent, 1) || loop_use (loop, block) != LOOP_REDUCE)
        continue;
      for (guint a = 0; a < block->n_axes; a++)
        {
          if (block->axes[a].kind != TL_AXIS_REDUCE)
            continue;
          if (!tl_expr_stride (analyzer, block->bindings[a], loop->loop.var, &stride) || stride < 0)
            return FALSE;
          sum += stride > 0;
        }
      if (sum == 0)
        return FALSE;
    }
  return TRUE;
}

/*
 * Each iteration of the nest updates elements of @region of its own, as far as it is not of the same sum; and starts a sum only where all
 * loops do.
 */
static gboolean
updates_its_own (InitLowering *lowering, const InitNest *nest, TlRegion region)
{
  TlArena *arena = lowering->builder->arena;
  const TlBlock *block = &nest->block->block;
  TlRegion outside = tl_block_region_outside (arena, block, region);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GPtrArray) bindings = g_ptr_array_new ();
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (TlIter));
  gboolean counts_up = loops_count_up (lowering, nest);
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE && !counts_up)
      g_ptr_array_add (bindings, (gpointer) tl_analyzer_simplify (analyzer, block->bindings[i]));
  for (guint d = 0; d < region.buffer->n_dims; d++)
    {
      const TlExpr *at = tl_analyzer_simplify (analyzer, outside.ranges[d].min);
      TlIter offset = { .min = tl_expr_int (arena, at->dtype, 0), .extent = tl_analyzer_simplify (analyzer, outside.ranges[d].extent) };
      if (!tl_expr_is_int (offset.extent, 1))
        {
          offset.var = tl_expr_var (arena, "offset", at->dtype);
          g_array_append_val (offsets, offset);
          at = tl_add (arena, at, offset.var);
        }
      g_ptr_array_add (bindings, (gpointer) at);
    }
  return are_one_to_one (lowering, nest, bindings, offsets, counts_up);
}

static gboolean
is_same_region (TlRegion a, TlRegion b)
{
  for (guint d = 0; d < a.buffer->n_dims; d++)
    if (!tl_expr_equal (a.ranges[d].min, b.ranges[d].min) || !tl_expr_equal (a.ranges[d].extent, b.ranges[d].extent))
      return FALSE;
  return TRUE;
}

/*
 * Whether the init writes whole regions that the block writes, reads no more of these buffers, and iterations of the nest do not meet
 * there.
 */
static gboolean
sums_are_apart (InitLowering *lowering, const InitNest *nest)
{
  const TlBlock *block = &nest->block->block;
  g_autoptr (GHashTable) written = init_buffers (block);
  guint n_found = 0;
  for (guint i = 0; i < block->n_writes; i++)
    {
      if (!g_hash_table_contains (written, block->writes[i].buffer))
        continue;
      n_found++;
      for (guint r = 0; r < block->n_reads; r++)
        if (block->reads[r].buffer == block->writes[i].buffer && !is_same_region (block->reads[r], block->writes[i]))
          return FALSE;
      if (!updates_its_own (lowering, nest, block->writes[i]))
        return FALSE;
    }
  return n_found == g_hash_table_size (written);
}

/*
 * The init may run before nest->loops[0] if each loop feeds either spatial or reduction axes, spatial ranges do not depend on reduction
 * loops, the reduction axes start at their minimum and then leave it, sums are apart, and no other statement is in the way.
 */
static gboolean
can_hoist (InitLowering *lowering, const InitNest *nest)
{
  const TlBlock *block = &nest->block->block;
  g_autoptr (GHashTable) reduce_vars = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) at_min = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < nest->loops->len; i++)
    {
      const TlStmt *loop = nest->loops->pdata[i];
      LoopUse use = loop_use (loop, block);
      gboolean is_one = tl_expr_is_int (loop->loop.extent, 1);
      if (!loop_runs (loop) || (!is_one && use != LOOP_SPATIAL && use != LOOP_REDUCE))
        return FALSE;
      if (tl_expr_uses_any (loop->loop.min, reduce_vars) || tl_expr_uses_any (loop->loop.extent, reduce_vars))
        return FALSE;
      if (use & LOOP_REDUCE)
        {
          g_hash_table_add (reduce_vars, (gpointer) loop->loop.var);
          g_hash_table_insert (at_min, (gpointer) loop->loop.var, (gpointer) loop->loop.min);
        }
    }
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (lowering->builder->arena);
  for (guint i = 0; i < block->n_axes; i++)
    {
      if (block->axes[i].kind != TL_AXIS_REDUCE)
        continue;
      const TlExpr *start = tl_expr_substitute (lowering->builder->arena, block->bindings[i], at_min);
      if (!tl_analyzer_can_prove_equal (analyzer, start, block->axes[i].dom.min))
        return FALSE;
    }
  return !init_conflicts (nest->loops->pdata[0], nest->block) && sums_are_apart (lowering, nest);
}

/*
 * The init alone as a block over the axes that are not of the reduction, bound through @values (loop variables → those of the copies,
 * reduction at its start).
 */
static const TlStmt *
make_init_block (InitLowering *lowering, const TlBlock *block, GHashTable *values)
{
  TlArena *arena = lowering->builder->arena;
  g_autoptr (GHashTable) axes = g_hash_table_new (NULL, NULL);
  TlBlockAxis *new_axes = tl_arena_new_array (arena, TlBlockAxis, MAX (block->n_axes, 1));
  const TlExpr **bindings = tl_arena_new_array (arena, const TlExpr *, MAX (block->n_axes, 1));
  guint n = 0;
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind != TL_AXIS_REDUCE)
      {
        new_axes[n] = block->axes[i];
        new_axes[n].var = tl_var_copy (arena, block->axes[i].var);
        bindings[n] = tl_expr_substitute (arena, block->bindings[i], values);
        g_hash_table_insert (axes, (gpointer) block->axes[i].var, (gpointer) new_axes[n].var);
        n++;
      }
    else
      g_hash_table_insert (axes, (gpointer) block->axes[i].var, (gpointer) block->axes[i].dom.min);

  TlMatchBuffer *matches = tl_arena_new_array (arena, TlMatchBuffer, MAX (block->n_matches, 1));
  guint n_matches = 0;
  for (guint i = 0; i < block->n_matches; i++)
    {
      if (!tl_stmt_uses_buffer (block->init, block->matches[i].buffer))
        continue;
      guint n_dims = block->matches[i].source.buffer->n_dims;
      TlRange *ranges = tl_arena_new_array (arena, TlRange, MAX (n_dims, 1));
      for (guint d = 0; d < n_dims; d++)
        {
          ranges[d].min = tl_expr_substitute (arena, block->matches[i].source.ranges[d].min, axes);
          ranges[d].extent = tl_expr_substitute (arena, block->matches[i].source.ranges[d].extent, axes);
        }
      matches[n_matches] = block->matches[i];
      matches[n_matches++].source.ranges = ranges;
    }

  TlBlock init = {
    .id = tl_builder_take_id (lowering->builder),
    .name = tl_arena_printf (arena, "%s_init", block->name),
    .axes = new_axes,
    .bindings = bindings,
    .n_axes = n,
    .predicate = block->predicate != NULL ? tl_expr_substitute (arena, block->predicate, values) : NULL,
    .matches = matches,
    .n_matches = n_matches,
    .body = tl_stmt_substitute (arena, block->init, axes),
  };
  return tl_stmt_with_origin (arena, tl_stmt_block (arena, &init), (TlOrigin) { block->id, 0, 0 });
}

static const TlStmt *
make_init_nest (InitLowering *lowering, const InitNest *nest)
{
  TlArena *arena = lowering->builder->arena;
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) spatial = g_ptr_array_new ();
  for (guint i = 0; i < nest->loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) nest->loops->pdata[i])->loop;
      if (loop_use (nest->loops->pdata[i], &nest->block->block) != LOOP_SPATIAL)
        {
          g_hash_table_insert (values, (gpointer) loop->var, (gpointer) loop->min);
          continue;
        }
      const TlVar *var = tl_expr_var (arena, tl_arena_printf (arena, "%s_init", loop->var->name), loop->var->dtype);
      g_hash_table_insert (values, (gpointer) loop->var, (gpointer) var);
      g_ptr_array_add (spatial, (gpointer) loop);
    }
  const TlStmt *body = make_init_block (lowering, &nest->block->block, values);
  for (guint i = spatial->len; i-- > 0;)
    {
      TlLoop loop = *(const TlLoop *) spatial->pdata[i];
      TlOrigin origin = { loop.id, 0, 0 };
      loop.id = tl_builder_take_id (lowering->builder);
      loop.var = g_hash_table_lookup (values, loop.var);
      loop.min = tl_expr_substitute (arena, loop.min, values);
      loop.extent = tl_expr_substitute (arena, loop.extent, values);
      loop.body = body;
      body = tl_stmt_with_origin (arena, tl_stmt_loop (arena, &loop), origin);
    }
  return body;
}

/* Bytes that the init sets when it runs before the whole nest. */
static double
sweep_bytes (const InitNest *nest)
{
  const TlBlock *block = &nest->block->block;
  double n = block->n_writes > 0 ? tl_dtype_bytes (block->writes[0].buffer->dtype) : 0;
  gint64 extent = 1;
  for (guint i = 0; i < nest->loops->len; i++)
    if (loop_use (nest->loops->pdata[i], block) == LOOP_SPATIAL
        && tl_expr_get_int (((const TlStmt *) nest->loops->pdata[i])->loop.extent, &extent))
      n *= (double) extent;
  return n;
}

/* Where the innermost reduction loops begin. */
static guint
find_late_place (const InitNest *nest)
{
  guint at = nest->loops->len - 1;
  while (at > 0 && loop_use (nest->loops->pdata[at], &nest->block->block) != LOOP_REDUCE)
    at--;
  while (at > 0 && loop_use (nest->loops->pdata[at - 1], &nest->block->block) == LOOP_REDUCE)
    at--;
  return at;
}

/* The init before loop number @place of the nest, where the reduction loops around that one are at their start. */
static void
hoist_late (InitLowering *lowering, const InitNest *nest, guint place)
{
  TlArena *arena = lowering->builder->arena;
  const TlStmt *loop = nest->loops->pdata[place], *init;
  const TlExpr *at_start = NULL;
  g_autoptr (GPtrArray) inner = g_ptr_array_new ();
  InitNest below = { .block = nest->block, .loops = inner };
  GPtrArray *before = g_hash_table_lookup (lowering->late, GUINT_TO_POINTER (loop->loop.id));
  for (guint i = 0; i < nest->loops->len; i++)
    {
      const TlLoop *outer = &((const TlStmt *) nest->loops->pdata[i])->loop;
      if (i >= place)
        g_ptr_array_add (inner, nest->loops->pdata[i]);
      else if (loop_use (nest->loops->pdata[i], &nest->block->block) == LOOP_REDUCE)
        at_start = tl_and (arena, at_start, tl_binary (arena, TL_EXPR_EQ, outer->var, outer->min));
    }
  init = tl_stmt_if (arena, at_start, make_init_nest (lowering, &below), NULL);
  if (before == NULL)
    {
      before = g_ptr_array_new ();
      g_hash_table_insert (lowering->late, GUINT_TO_POINTER (loop->loop.id), before);
    }
  g_ptr_array_add (before, (gpointer) init);
}

static TlWalk
collect_scope_blocks (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  g_ptr_array_add (user_data, (gpointer) stmt);
  return TL_WALK_OVER;
}

/* Inits of blocks for which @stmt is the outermost reduction loop, in execution order; empty if none. */
static GPtrArray *
hoist_before (InitLowering *lowering, const TlStmt *stmt)
{
  GPtrArray *inits = g_ptr_array_new ();
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();
  tl_stmt_walk (stmt, collect_scope_blocks, NULL, blocks);
  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt *block = blocks->pdata[i];
      gpointer key = GUINT_TO_POINTER (block->block.id);
      if (block->block.init == NULL || g_hash_table_contains (lowering->hoisted, key)
          || g_hash_table_contains (lowering->guarded, key) || !(loop_use (stmt, &block->block) & LOOP_REDUCE))
        continue;
      g_autoptr (GPtrArray) loops = g_ptr_array_new ();
      InitNest nest = { .loops = loops };
      if (find_nest (stmt, block->block.id, &nest) && can_hoist (lowering, &nest))
        {
          guint place = sweep_bytes (&nest) > SWEEP_BYTES ? find_late_place (&nest) : 0;
          if (place > 0)
            hoist_late (lowering, &nest, place);
          else
            g_ptr_array_add (inits, (gpointer) make_init_nest (lowering, &nest));
          g_hash_table_add (lowering->hoisted, key);
        }
      else
        g_hash_table_add (lowering->guarded, key);
    }
  return inits;
}

static const TlStmt *
guard_init (InitLowering *lowering, const TlBlock *block, const TlStmt *body)
{
  TlArena *arena = lowering->builder->arena;
  const TlExpr *at_start = NULL;
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE)
      {
        const TlExpr *is_min = tl_binary (arena, TL_EXPR_EQ, block->axes[i].var, block->axes[i].dom.min);
        at_start = at_start != NULL ? tl_and (arena, at_start, is_min) : is_min;
      }
  const TlStmt *init = at_start != NULL ? tl_stmt_if (arena, at_start, block->init, NULL) : block->init;
  const TlStmt *both[2] = { init, body };
  return tl_stmt_seq (arena, both, 2);
}

static const TlStmt *
lower_init_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  InitLowering *lowering = rewriter->user_data;
  if (stmt->kind == TL_STMT_BLOCK && stmt->block.init != NULL)
    {
      TlBlock copy = stmt->block;
      gboolean is_hoisted = g_hash_table_contains (lowering->hoisted, GUINT_TO_POINTER (copy.id));
      if (!is_hoisted)
        copy.body = guard_init (lowering, &stmt->block, stmt->block.body);
      copy.init = NULL;
      return tl_rewrite_stmt (rewriter, tl_stmt_block (rewriter->arena, &copy));
    }
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  g_autoptr (GPtrArray) stmts = hoist_before (lowering, stmt);
  const GPtrArray *late = g_hash_table_lookup (lowering->late, GUINT_TO_POINTER (stmt->loop.id));
  for (guint i = 0; late != NULL && i < late->len; i++)
    g_ptr_array_add (stmts, late->pdata[i]);
  if (stmts->len == 0)
    return NULL;
  for (guint i = 0; i < stmts->len; i++)
    stmts->pdata[i] = (gpointer) tl_rewrite_stmt (rewriter, stmts->pdata[i]);
  g_ptr_array_add (stmts, (gpointer) tl_rewrite_stmt_children (rewriter, stmt));
  return tl_stmt_seq (rewriter->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

static TlWalk
collect_loop (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_FOR)
    g_hash_table_insert (user_data, (gpointer) stmt->loop.var, (gpointer) stmt);
  return TL_WALK_INTO;
}

const TlPrimFunc *
tl_lower_init_blocks (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GHashTable) hoisted = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) guarded = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) late = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) loops = g_hash_table_new (NULL, NULL);
  tl_stmt_walk (func->body, collect_loop, NULL, loops);
  InitLowering lowering = { .builder = builder, .loops = loops, .hoisted = hoisted, .guarded = guarded, .late = late };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = lower_init_hook, .user_data = &lowering };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
