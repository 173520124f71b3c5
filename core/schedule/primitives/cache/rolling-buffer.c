/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rolling_buffer: a producer under its consumers' loop keeps what the iteration before computed, in a buffer that goes round.
 *
 *   for i: { for j in 6: B[i * 4 + j] = …;  for j in 4: C[i * 4 + j] = B[…] + B[… + 2] }
 *   →
 *   for i: { for j in 6: if i < 1 or 2 <= j: B[(i * 4 + j) % 6] = …;  for j in 4: C[i * 4 + j] = B[… % 6] + B[(… + 2) % 6] }
 *
 * One iteration of the innermost loop around all accesses writes a box. A dimension of it that starts at loop * stride and is
 * longer than the stride overlaps the box before; so does one that starts at loop * a // b, whose stride varies and counts as the largest,
 * ceil (a / b). All that overlaps is computed once; the dimension of the outermost such loop becomes as short as the box. In every block
 * below, the axis at the place of that dimension loses its kind: TVM marks it opaque.
 *
 * Invariant: what an iteration reads is what it computed or what earlier ones of the overlapping loops did, and nothing wrote over it. So
 * these loops run one after the other from 0, each belongs to one dimension, and readers stay inside of the box; and what an iteration
 * leaves out, the one before wrote, with the same value: no condition and no incomplete input kept it from that. TVM does not check that.
 */
#include "core/arith/block-access.h"
#include "core/schedule/primitives/cache/access-pattern-private.h"
#include "core/schedule/primitives/cache-private.h"
#include "core/schedule/primitives/cache/write-box-private.h"

/* How one dimension of the box moves with a loop. */
typedef struct
{
  const TlLoop *loop;       /* NULL: it does not */
  gint64        stride;     /* the largest step from one iteration to the next */
  gboolean      is_uneven;  /* not all steps are as large: the box starts at loop * a // b */
  gint64        overlap;    /* of the boxes of two iterations, the least; may be negative */
} Roll;

typedef struct
{
  TlCache         base;
  const TlStmt   *meeting;    /* the innermost loop around all accesses */
  TlRegion        box;
  Roll           *rolls;      /* one per dimension */
  guint           rolled;     /* the dimension that goes round */
  guint           outermost;  /* on the path: the loop of that dimension */
  const TlExpr   *length;     /* of the rolled dimension */
  const TlBuffer *ring;
} Rolling;

/* Dependences. */

static gboolean
shares (const TlRegion *a, guint n_a, const TlRegion *b, guint n_b)
{
  for (guint i = 0; i < n_a; i++)
    for (guint j = 0; j < n_b; j++)
      if (a[i].buffer == b[j].buffer)
        return TRUE;
  return FALSE;
}

/* Whether @later writes what @earlier wrote or read. */
static gboolean
overwrites (const TlBlock *earlier, const TlBlock *later)
{
  return shares (later->writes, later->n_writes, earlier->writes, earlier->n_writes)
         || shares (later->writes, later->n_writes, earlier->reads, earlier->n_reads);
}

static gboolean
accesses (const TlStmt *block, const TlBuffer *buffer)
{
  return tl_regions_touch (block->block.reads, block->block.n_reads, buffer)
         || tl_regions_touch (block->block.writes, block->block.n_writes, buffer);
}

static gboolean
check_dependences (Rolling *r, GError **error)
{
  const TlStmt *block = r->base.block;
  gboolean      is_later = FALSE;

  if (tl_regions_touch (block->block.reads, block->block.n_reads, r->base.buffer))
    return tl_refuse (error, &block->block.id, 1, NULL, "block %s updates %s in place; retained elements would not be updated",
                      block->block.name,
                      r->base.buffer->name);
  for (guint i = 0; tl_scope_info_nth (r->base.info, i) != NULL; i++)
    {
      const TlStmt *other = tl_scope_info_nth (r->base.info, i), *earlier, *later;

      if (other->block.id == block->block.id)
        {
          is_later = TRUE;
          continue;
        }
      earlier = is_later ? block : other;
      later = is_later ? other : block;
      if (overwrites (&earlier->block, &later->block))
        {
          TlNodeId culprits[] = { earlier->block.id, later->block.id };

          return tl_refuse (error, culprits, 2, NULL,
                            "block %s overwrites a buffer that block %s accesses; rolling needs a single writer followed by its readers",
                            later->block.name, earlier->block.name);
        }
    }
  return TRUE;
}

static gboolean
find_meeting (Rolling *r, GError **error)
{
  g_autoptr (GPtrArray) loops = tl_path_loops (r->base.path);

  for (guint i = 0; i < loops->len; i++)
    for (guint j = 0; tl_scope_info_nth (r->base.info, j) != NULL; j++)
      {
        const TlStmt *block = tl_scope_info_nth (r->base.info, j);

        if (accesses (block, r->base.buffer) && tl_stmt_find (loops->pdata[i], block->block.id) == NULL)
          g_ptr_array_set_size (loops, (gint) i);
      }
  for (guint i = loops->len; i > 0; i--)
    {
      g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (loops->pdata[i - 1]);
      guint                 n = 0;

      for (guint j = 0; j < blocks->len; j++)
        n += accesses (blocks->pdata[j], r->base.buffer);
      if (n > 1)
        {
          r->meeting = loops->pdata[i - 1];
          return TRUE;
        }
    }
  return tl_refuse (error, &r->base.block->block.id, 1, "use compute_at to move the producer under a loop of its consumers",
                    "block %s and the readers of %s share no loop for a rolling buffer", r->base.block->block.name,
                    r->base.buffer->name);
}

/* Boxes. */

/* The part of @predicate that is the same whatever values the variables @outer have; NULL: none. */
static const TlExpr *
inner_part (TlArena *arena, const TlExpr *predicate, GHashTable *outer)
{
  const TlExpr *a, *b;

  if (predicate == NULL || tl_expr_is_true (predicate))
    return NULL;
  if (predicate->kind != TL_EXPR_AND)
    return tl_expr_uses_any (predicate, outer) ? NULL : predicate;
  a = inner_part (arena, predicate->a, outer);
  b = inner_part (arena, predicate->b, outer);
  return a != NULL && b != NULL ? tl_and (arena, a, b) : a != NULL ? a : b;
}

/* The region @block accesses in one iteration of @around, one of its loops; @is_exact: less the part that its predicate always excludes. */
static TlRegion
box_in (Rolling *r, const TlStmt *around, const TlStmt *block, TlRegion region, gboolean is_exact)
{
  g_autoptr (TlPath)     path = tl_path_find (r->base.call->module, block->block.id);
  g_autoptr (GPtrArray)  loops = tl_path_loops (path);
  TlIter                *iters = tl_arena_new_array (r->base.arena, TlIter, loops->len);
  guint                  n = 0;
  g_autoptr (GHashTable) outer = g_hash_table_new (NULL, NULL);
  const TlExpr          *predicate = NULL;
  gboolean               is_inside = FALSE;

  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;

      if (is_inside)
        iters[n++] = (TlIter) { loop->var, loop->min, loop->extent };
      else
        g_hash_table_insert (outer, (gpointer) loop->var, (gpointer) loop->min);
      is_inside = is_inside || loops->pdata[i] == around;
    }
  if (is_exact)
    predicate = inner_part (r->base.arena, block->block.predicate, outer);
  return tl_region_relax (r->base.arena, tl_block_region_outside (r->base.arena, &block->block, region), iters, n, predicate);
}

static TlRegion
box_of (Rolling *r, const TlStmt *block, TlRegion region)
{
  return box_in (r, r->meeting, block, region, FALSE);
}

static const TlLoop *
loop_of (Rolling *r, const TlExpr *var)
{
  const TlPath *path = r->base.path;

  for (guint i = (guint) tl_path_scope_index (path) + 1; i < path->n; i++)
    {
      if (path->stmts[i]->kind == TL_STMT_FOR && path->stmts[i]->loop.var == var)
        return &path->stmts[i]->loop;
      if (path->stmts[i] == r->meeting)
        break;
    }
  return NULL;
}

static Roll
roll_of (Rolling *r, TlRange range)
{
  Roll          roll = { .stride = 1 };
  const TlExpr *var = range.min;
  gint64        extent, divisor = 1;

  if (var->kind == TL_EXPR_FLOORDIV && var->a->kind == TL_EXPR_MUL && tl_expr_get_int (var->b, &divisor) && divisor > 0)
    var = var->a;
  if (var->kind == TL_EXPR_MUL && tl_expr_get_int (var->b, &roll.stride))
    var = var->a;
  if (var->kind != TL_EXPR_VAR || roll.stride < 1 || !tl_expr_get_int (range.extent, &extent))
    return roll;
  roll.loop = loop_of (r, var);
  roll.is_uneven = roll.stride % divisor != 0;
  roll.stride = (roll.stride - 1) / divisor + 1;
  roll.overlap = extent - roll.stride;
  return roll;
}

static gboolean
overlaps (const Roll *roll)
{
  return roll->loop != NULL && roll->overlap > 0;
}

static gboolean
find_rolls (Rolling *r, TlRegion written, GError **error)
{
  const TlPath *path = r->base.path;
  guint         n = r->base.buffer->n_dims;

  r->box = box_of (r, r->base.block, written);
  r->rolls = tl_arena_new_array (r->base.arena, Roll, n);
  for (guint d = 0; d < n; d++)
    r->rolls[d] = roll_of (r, r->box.ranges[d]);
  for (guint i = 0; i < path->n; i++)
    for (guint d = 0; d < n && path->stmts[i]->kind == TL_STMT_FOR; d++)
      if (overlaps (&r->rolls[d]) && r->rolls[d].loop == &path->stmts[i]->loop)
        {
          r->rolled = d;
          r->outermost = i;
          r->length = r->box.ranges[d].extent;
          return TRUE;
        }
  return tl_refuse (error, &r->base.block->block.id, 1, NULL,
                    "the region that block %s writes to %s has no dimension of the form outer * stride with overlapping tiles",
                    r->base.block->block.name,
                    r->base.buffer->name);
}

/* Checks that TVM leaves to the user. */

static gboolean
check_one_loop_each (Rolling *r, GError **error)
{
  for (guint d = 0; d < r->base.buffer->n_dims; d++)
    for (guint e = 0; e < d; e++)
      if (overlaps (&r->rolls[d]) && r->rolls[e].loop == r->rolls[d].loop)
        return tl_refuse (error, &r->rolls[d].loop->id, 1, NULL,
                          "loop %s moves the region of %s in dimensions %u and %u at once; the new elements are not a box",
                          r->rolls[d].loop->var->name,
                          r->base.buffer->name, e, d);
  return TRUE;
}

static gboolean
runs_in_order (const TlLoop *loop)
{
  return loop->kind == TL_LOOP_SERIAL || loop->kind == TL_LOOP_UNROLLED;
}

/* Loops whose iterations touch parts of the buffer that lie apart may run as they like; the others must run in order. */
static gboolean
check_loops (Rolling *r, GError **error)
{
  const TlPath *path = r->base.path;

  for (guint i = (guint) tl_path_scope_index (path) + 1; i < path->n; i++)
    {
      const TlLoop *loop = &path->stmts[i]->loop;
      gboolean      is_apart = FALSE, is_overlapping = FALSE;

      if (path->stmts[i]->kind != TL_STMT_FOR)
        continue;
      for (guint d = 0; d < r->base.buffer->n_dims; d++)
        {
          is_overlapping = is_overlapping || (overlaps (&r->rolls[d]) && r->rolls[d].loop == loop);
          is_apart = is_apart || (!overlaps (&r->rolls[d]) && r->rolls[d].loop == loop);
        }
      if (!runs_in_order (loop) && !is_apart
          && !tl_call_refuse_order (r->base.call, error, &loop->id, 1, NULL,
                                    "the iterations of loop %s do not run one after the other (%s); %s cannot be a rolling buffer over "
                                    "them",
                                    loop->var->name, tl_loop_kind_name (loop->kind), r->base.buffer->name))
        return FALSE;
      if (is_overlapping && !tl_expr_is_int (loop->min, 0))
        return tl_refuse (error, &loop->id, 1, NULL, "loop %s does not start at 0; its first iteration would read elements never computed",
                          loop->var->name);
      if (path->stmts[i] == r->meeting)
        break;
    }
  return TRUE;
}

/* The axis for a dimension is the one at its place. */
static gboolean
check_axes (Rolling *r, TlRegion written, GError **error)
{
  const TlBlock *block = &r->base.block->block;

  for (guint d = 0; d < r->base.buffer->n_dims; d++)
    if (overlaps (&r->rolls[d])
        && (d >= block->n_axes || written.ranges[d].min != block->axes[d].var || !tl_expr_is_int (written.ranges[d].extent, 1)))
      return tl_refuse (error, &block->id, 1, "use reorder_block_iter_var to put the axes in the order of the dimensions",
                        "dimension %u of %s is not indexed by axis %u of block %s", d, r->base.buffer->name, d, block->name);
  return TRUE;
}

static TlWalk
stop_at_lost_reduction (const TlStmt *stmt, gpointer user_data)
{
  const guint *rolled = user_data;

  if (stmt->kind != TL_STMT_BLOCK || *rolled >= stmt->block.n_axes || stmt->block.axes[*rolled].kind != TL_AXIS_REDUCE)
    return TL_WALK_INTO;
  return stmt->block.init != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
check_readers (Rolling *r, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (r->base.arena);

  tl_path_bind_vars (analyzer, r->base.path, r->base.path->n - 2);
  for (guint i = 0; tl_scope_info_nth (r->base.info, i) != NULL; i++)
    {
      const TlStmt   *stmt = tl_scope_info_nth (r->base.info, i);
      const TlBlock  *block = &stmt->block;
      TlIndexPattern pattern = tl_access_pattern_of (stmt, r->base.buffer);

      if (pattern.is_opaque)
        return tl_refuse (error, &block->id, 1, NULL, "block %s accesses buffer %s by something other than loads and stores", block->name,
                          r->base.buffer->name);
      for (guint j = 0; j < block->n_reads; j++)
        if (block->reads[j].buffer == r->base.buffer && !tl_region_covers (analyzer, r->box, box_of (r, stmt, block->reads[j])))
          return tl_refuse (error, &block->id, 1, NULL,
                            "block %s may read parts of %s that one iteration of loop %s does not write; they may be overwritten",
                            block->name, r->base.buffer->name, r->meeting->loop.var->name);
    }
  if (!tl_stmt_walk (r->meeting, stop_at_lost_reduction, NULL, &r->rolled))
    return tl_refuse (error, &r->meeting->loop.id, 1, "use reorder_block_iter_var to move the axis",
                      "a block under loop %s has a reduction axis at position %u, the position of the rolled dimension of %s",
                      r->meeting->loop.var->name,
                      r->rolled, r->base.buffer->name);
  return TRUE;
}

/* Elements @inner of the start of the box, with the numbers of one loop times a step that divides the stride; 1 where strides differ. */
static gboolean
steps_with_stride (const TlExpr *inner, const Roll *roll)
{
  gint64 step = 1;

  if (inner->kind == TL_EXPR_MUL && tl_expr_get_int (inner->b, &step))
    inner = inner->a;
  return inner->kind == TL_EXPR_VAR && step > 0 && (roll->is_uneven ? step == 1 : roll->stride % step == 0);
}

static gboolean
steps_through_box (Rolling *r, TlAnalyzer *analyzer)
{
  const TlBlock *block = &r->base.block->block;

  if (!tl_expr_is_true (block->predicate))
    return FALSE;
  for (guint d = 0; d < r->base.buffer->n_dims; d++)
    if (overlaps (&r->rolls[d])
        && !steps_with_stride (tl_analyzer_simplify (analyzer, tl_sub (r->base.arena, block->bindings[d], r->box.ranges[d].min)),
                               &r->rolls[d]))
      return FALSE;
  return TRUE;
}

/* The box is as long as the loops say; a predicate that shortens every iteration's breaks what goes by its length. */
static gboolean
check_length (Rolling *r, TlAnalyzer *analyzer, TlRegion written, GError **error)
{
  const TlBlock *block = &r->base.block->block;
  TlRegion       exact = box_in (r, r->meeting, r->base.block, written, TRUE);

  for (guint d = 0; d < r->base.buffer->n_dims; d++)
    if (overlaps (&r->rolls[d])
        && (!tl_analyzer_can_prove_equal (analyzer, exact.ranges[d].min, r->box.ranges[d].min)
            || !tl_analyzer_can_prove_equal (analyzer, exact.ranges[d].extent, r->box.ranges[d].extent)))
      return tl_refuse (error, &block->id, 1, "split the loops so that they need no predicate",
                        "the predicate of block %s limits dimension %u of the region that one iteration of loop %s writes to %s; the new "
                        "elements would start elsewhere", block->name, d, r->meeting->loop.var->name, r->base.buffer->name);
  return TRUE;
}

/* A condition may keep the iteration before from writing what the next one leaves out then. */
static gboolean
check_filled (Rolling *r, TlRegion written, GError **error)
{
  const TlPath          *path = r->base.path;
  const TlBlock         *block = &r->base.block->block;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (r->base.arena);

  for (guint i = r->outermost; i + 1 < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_IF || path->stmts[i]->kind == TL_STMT_WHILE || path->stmts[i]->kind == TL_STMT_LET)
      return tl_refuse (error, &block->id, 1, NULL,
                        "a condition or let is between loop %s and block %s; iterations may skip elements that the "
                        "next ones would reuse", path->stmts[r->outermost]->loop.var->name, block->name);
  tl_path_bind_vars (analyzer, path, path->n - 2);
  if (!check_length (r, analyzer, written, error))
    return FALSE;
  if (!tl_block_writes_box (r->base.arena, path, r->meeting, written) && !steps_through_box (r, analyzer))
    return tl_refuse (error, &block->id, 1, NULL,
                      "block %s may skip elements of %s in one iteration of loop %s that it writes in the next; those would be missing",
                      block->name, r->base.buffer->name, r->meeting->loop.var->name);
  return TRUE;
}

/* An element has one value, whichever iteration computes it. */
static gboolean
check_values (Rolling *r, TlRegion written, GError **error)
{
  const TlPath  *path = r->base.path;
  const TlBlock *block = &r->base.block->block;

  for (guint a = 0; a < block->n_axes; a++)
    {
      gboolean is_index = tl_expr_is_int (block->axes[a].dom.extent, 1);

      for (guint d = 0; d < r->base.buffer->n_dims && !is_index; d++)
        is_index = tl_expr_uses_var (written.ranges[d].min, block->axes[a].var);
      for (guint i = r->outermost; !is_index && i < path->n; i++)
        {
          if (path->stmts[i]->kind == TL_STMT_FOR && tl_expr_uses_var (block->bindings[a], path->stmts[i]->loop.var))
            return tl_refuse (error, (TlNodeId[]) { path->stmts[i]->loop.id, block->id }, 2, NULL,
                              "axis %s of block %s, which does not index %s, depends on loop %s; retained elements would belong to "
                              "another iteration",
                              block->axes[a].var->name, block->name, r->base.buffer->name, path->stmts[i]->loop.var->name);
          if (path->stmts[i] == r->meeting)
            break;
        }
    }
  return TRUE;
}

static TlWalk
stop_at_first_iteration (const TlExpr *expr, gpointer user_data)
{
  return expr->kind == TL_EXPR_OR && expr->a->kind == TL_EXPR_LT && expr->a->a->kind == TL_EXPR_VAR && tl_expr_is_int (expr->a->b, 1)
           ? TL_WALK_STOP
           : TL_WALK_INTO;
}

/* A block with a rolled buffer has what is in its box from itself and the iterations before; its readers were checked when it rolled. */
static gboolean
has_rolled (const TlBlock *writer, const TlRegion *written)
{
  for (guint d = 0; d < written->buffer->n_dims; d++)
    if (written->ranges[d].min->kind == TL_EXPR_FLOORMOD && writer->predicate != NULL)
      return !tl_expr_walk (writer->predicate, stop_at_first_iteration, NULL);
  return FALSE;
}

/* The innermost loop around @writer and the block, from the outermost that rolls; NULL: none. */
static const TlStmt *
common_loop (Rolling *r, const TlStmt *writer)
{
  const TlPath *path = r->base.path;
  const TlStmt *common = NULL;

  for (guint i = r->outermost; i + 1 < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR && tl_stmt_find (path->stmts[i], writer->block.id) != NULL)
      common = path->stmts[i];
  return common;
}

static gboolean
check_input (Rolling *r, TlAnalyzer *analyzer, const TlRegion *read, const TlStmt *writer, GError **error)
{
  const TlStmt *common = common_loop (r, writer);

  for (guint i = 0; i < writer->block.n_writes && common != NULL; i++)
    {
      const TlRegion    *written = &writer->block.writes[i];
      g_autoptr (TlPath) path = NULL;

      if (written->buffer != read->buffer || has_rolled (&writer->block, written))
        continue;
      path = tl_path_find (r->base.call->module, writer->block.id);
      if (!tl_block_writes_box (r->base.arena, path, common, *written)
          || !tl_region_covers (analyzer, box_in (r, common, writer, *written, TRUE), box_in (r, common, r->base.block, *read, FALSE)))
        return tl_refuse (error, (TlNodeId[]) { writer->block.id, r->base.block->block.id }, 2, NULL,
                          "block %s may read elements of %s that block %s writes only in a later iteration of loop %s; retained elements "
                          "would be stale", r->base.block->block.name, read->buffer->name, writer->block.name, common->loop.var->name);
    }
  return TRUE;
}

/* Kept elements were computed from complete inputs. */
static gboolean
check_inputs (Rolling *r, GError **error)
{
  const TlBlock         *block = &r->base.block->block;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (r->base.arena);

  tl_path_bind_vars (analyzer, r->base.path, r->base.path->n - 2);
  for (guint i = 0; tl_scope_info_nth (r->base.info, i) != NULL; i++)
    for (guint j = 0; j < block->n_reads && tl_scope_info_nth (r->base.info, i) != r->base.block; j++)
      if (!check_input (r, analyzer, &block->reads[j], tl_scope_info_nth (r->base.info, i), error))
        return FALSE;
  return TRUE;
}

/* Rewriting. */

static const TlExpr *
condition_of (Rolling *r, TlAnalyzer *analyzer, guint dim)
{
  TlArena       *arena = r->base.arena;
  const TlBlock *block = &r->base.block->block;
  const Roll    *roll = &r->rolls[dim];
  const TlExpr  *inner = tl_analyzer_simplify (analyzer, tl_sub (arena, block->bindings[dim], r->box.ranges[dim].min));
  const TlExpr  *is_first = tl_binary (arena, TL_EXPR_LT, roll->loop->var, tl_expr_int (arena, roll->loop->var->dtype, 1));
  const TlExpr  *is_new = tl_binary (arena, TL_EXPR_LE, tl_expr_int (arena, inner->dtype, roll->overlap), inner);

  return tl_binary (arena, TL_EXPR_OR, is_first, is_new);
}

static const TlExpr *
producer_predicate (Rolling *r)
{
  TlArena               *arena = r->base.arena;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlExpr          *predicate = r->base.block->block.predicate;

  tl_path_bind_vars (analyzer, r->base.path, r->base.path->n - 2);
  for (guint d = 0; d < r->base.buffer->n_dims; d++)
    if (overlaps (&r->rolls[d]))
      {
        const TlExpr *condition = condition_of (r, analyzer, d);

        predicate = predicate != NULL ? tl_and (arena, predicate, condition) : condition;
      }
  return predicate;
}

static const TlExpr *const *
ring_indices (TlRewriter *rewriter, const TlExpr *const *indices, guint n)
{
  Rolling       *r = rewriter->user_data;
  const TlExpr **wrapped = tl_arena_new_array (rewriter->arena, const TlExpr *, n);

  for (guint d = 0; d < n; d++)
    {
      wrapped[d] = tl_rewrite_expr (rewriter, indices[d]);
      if (d == r->rolled)
        wrapped[d] = tl_floormod (rewriter->arena, wrapped[d], r->length);
    }
  return wrapped;
}

static const TlExpr *
transpose_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Rolling *r = rewriter->user_data;

  if (expr->kind != TL_EXPR_LOAD || expr->buffer != r->base.buffer)
    return NULL;
  return tl_expr_load (rewriter->arena, r->ring, ring_indices (rewriter, expr->indices, expr->n_indices), expr->n_indices);
}

/* The regions of the ring become what the body accesses now, the others stay as they were said. */
static const TlRegion *
transpose_regions (Rolling *r, const TlRegion *said, guint n, const TlRegion *inferred, guint n_inferred)
{
  TlRegion *regions = tl_arena_dup_array (r->base.arena, TlRegion, said, n);

  for (guint i = 0; i < n; i++)
    if (regions[i].buffer == r->base.buffer)
      {
        regions[i] = tl_region_full (r->base.arena, r->ring);
        for (guint j = 0; j < n_inferred; j++)
          if (inferred[j].buffer == r->ring)
            regions[i] = inferred[j];
      }
  return regions;
}

static const TlStmt *
transpose_block (TlRewriter *rewriter, const TlStmt *stmt)
{
  Rolling        *r = rewriter->user_data;
  TlBlock         block = stmt->block;
  TlBlockAxis    *axes = tl_arena_dup_array (rewriter->arena, TlBlockAxis, block.axes, block.n_axes);
  const TlRegion *reads, *writes;
  guint           n_reads, n_writes;

  if (r->rolled < block.n_axes)
    axes[r->rolled].kind = TL_AXIS_OPAQUE;
  block.axes = axes;
  block.body = tl_rewrite_stmt (rewriter, block.body);
  if (block.init != NULL)
    block.init = tl_rewrite_stmt (rewriter, block.init);
  if (block.id == r->base.block->block.id)
    block.predicate = producer_predicate (r);
  if (accesses (stmt, r->base.buffer))
    {
      tl_infer_block_access (rewriter->arena, &block, &reads, &n_reads, &writes, &n_writes);
      block.reads = transpose_regions (r, block.reads, block.n_reads, reads, n_reads);
      block.writes = transpose_regions (r, block.writes, block.n_writes, writes, n_writes);
    }
  return tl_stmt_block (rewriter->arena, &block);
}

static const TlStmt *
transpose_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Rolling *r = rewriter->user_data;

  if (stmt->kind == TL_STMT_BLOCK)
    return transpose_block (rewriter, stmt);
  if (stmt->kind != TL_STMT_STORE || stmt->buffer != r->base.buffer)
    return NULL;
  return tl_stmt_store (rewriter->arena, r->ring, ring_indices (rewriter, stmt->indices, stmt->n_indices), stmt->n_indices,
                        tl_rewrite_expr (rewriter, stmt->value));
}

static void
make_ring (Rolling *r)
{
  TlBuffer      *ring = tl_arena_new0 (r->base.arena, TlBuffer);
  const TlExpr **shape = tl_arena_dup_array (r->base.arena, const TlExpr *, r->base.buffer->shape, r->base.buffer->n_dims);

  shape[r->rolled] = tl_cast (r->base.arena, shape[r->rolled]->dtype, r->length);
  *ring = *r->base.buffer;
  ring->shape = shape;
  r->ring = ring;
}

static void
rewrite (Rolling *r)
{
  TlArena         *arena = r->base.arena;
  TlRewriter       rewriter = { .arena = arena, .expr = transpose_expr, .stmt = transpose_stmt, .user_data = r };
  guint            scope_index = (guint) tl_path_scope_index (r->base.path), meeting = scope_index;
  TlPath           to_scope = tl_path_prefix (r->base.path, scope_index), to_meeting;
  const TlBuffer **allocs;
  TlBlock          scope;

  make_ring (r);
  while (r->base.path->stmts[meeting] != r->meeting)
    meeting++;
  to_meeting = tl_path_prefix (r->base.path, meeting);
  scope = tl_path_rebuild_from (r->base.builder, &to_meeting, scope_index, tl_rewrite_stmt (&rewriter, r->meeting))->block;
  allocs = tl_arena_dup_array (arena, const TlBuffer *, scope.allocs, scope.n_allocs);
  for (guint i = 0; i < scope.n_allocs; i++)
    if (allocs[i] == r->base.buffer)
      allocs[i] = r->ring;
  scope.allocs = allocs;
  tl_call_replace (r->base.call, &to_scope, tl_stmt_block (arena, &scope));
}

static gboolean
check_intermediate (Rolling *r, GError **error)
{
  const TlBlock *scope = &r->base.scope->block;

  for (guint i = 0; i < scope->n_allocs; i++)
    if (scope->allocs[i] == r->base.buffer)
      return TRUE;
  return tl_refuse (error, &r->base.block->block.id, 1, NULL, "block %s is an output block: buffer %s is not allocated in block %s",
                    r->base.block->block.name, r->base.buffer->name, scope->name);
}

static gboolean
rolling_buffer_apply (TlPrimitiveCall *call, GError **error)
{
  g_auto (TlCache) base = { NULL };
  const TlRegion  *written;
  Rolling          r;

  if (!tl_cache_start (&base, call, TRUE, "roll", error))
    return FALSE;
  written = tl_cache_find_region (&base, call->args[1].integer, error);
  if (written == NULL)
    return FALSE;
  r = (Rolling) { .base = base };
  if (!tl_cache_check_said (base.info, base.buffer, TRUE, error) || !check_intermediate (&r, error) || !find_meeting (&r, error)
      || !check_dependences (&r, error) || !find_rolls (&r, *written, error) || !check_one_loop_each (&r, error) || !check_loops (&r, error)
      || !check_axes (&r, *written, error) || !check_readers (&r, error) || !check_filled (&r, *written, error)
      || !check_values (&r, *written, error) || !check_inputs (&r, error))
    return FALSE;
  rewrite (&r);
  return TRUE;
}

const TlPrimitive tl_primitive_rolling_buffer = {
  .name = "rolling_buffer",
  .kind = "RollingBuffer",
  .title = "Rolling Buffer",
  .family = TL_FAMILY_CACHE,
  .summary = "Keep the results of previous iterations in a circular buffer and compute only new elements.",
  .sketch = "for i: B[i*4 : i*4+6] = …; C(B)  →  for i: B[…%6] = … where i < 1 or 2 <= j; C(B)",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "Producer under the loop of its consumers." },
      { .name = "write_buffer_index", .kind = TL_PARAM_BUFFER, .flags = TL_PARAM_OF_WRITES,
        .help = "Index of the buffer among the writes of the block." }),
  .apply = rolling_buffer_apply,
  .sentence = "Make a rolling buffer for {block}",
};
