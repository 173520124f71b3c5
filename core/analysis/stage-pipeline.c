/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a scope is a stage pipeline: blocks that may be moved along their dependences because each reads only what its producers wrote
 * before it. The region cover check compares boxes at the loop where producer and consumer meet:
 *
 *   for i:            ← they meet here; boxes are taken over the loops below
 *     for j: B[i, j] = …         produced  B[i, 0:n]
 *     for j: C[i, j] = B[i, j]   consumed  B[i, 0:n]
 */
#include "core/analysis/block-info-private.h"

/* Loops that both children lie in, outermost first. */
static guint
n_common_loops (const TlScopeChild *a, const TlScopeChild *b)
{
  guint n = 0;

  while (n < a->n_loops && n < b->n_loops && a->loops[n] == b->loops[n])
    n++;
  return n;
}

/* The box of @access (a region of the child's block) over the loops from depth @n_fixed down. */
static TlRegion
relax_to (const TlScopeInfo *info, const TlScopeChild *child, TlRegion access, guint n_fixed, gboolean *is_exact)
{
  const TlBlock *block = &child->block->block;
  TlRegion       outside = tl_block_region_outside (info->arena, block, access);
  const TlIter  *iters = tl_loops_iters (info->arena, child->loops + n_fixed, child->n_loops - n_fixed);
  guint          n_iters = child->n_loops - n_fixed;
  TlRegion       box = tl_region_relax (info->arena, outside, iters, n_iters, block->predicate);

  if (is_exact != NULL)
    *is_exact = tl_region_fills_box (info->arena, outside, iters, n_iters, block->predicate, &box);
  return box;
}

static TlRegion
clip_to_buffer (TlAnalyzer *analyzer, TlArena *arena, TlRegion region)
{
  TlRange *ranges = tl_arena_new_array (arena, TlRange, region.buffer->n_dims);

  for (guint i = 0; i < region.buffer->n_dims; i++)
    {
      const TlExpr *shape = region.buffer->shape[i];
      const TlExpr *zero = tl_expr_int (arena, region.ranges[i].min->dtype, 0);
      const TlExpr *end = tl_add (arena, region.ranges[i].min, region.ranges[i].extent);
      const TlExpr *min = tl_analyzer_simplify (analyzer, tl_binary (arena, TL_EXPR_MAX, region.ranges[i].min, zero));

      end = tl_analyzer_simplify (analyzer, tl_binary (arena, TL_EXPR_MIN, end, shape));
      ranges[i].min = min;
      ranges[i].extent = tl_analyzer_simplify (analyzer, tl_sub (arena, end, min));
    }
  return (TlRegion) { .buffer = region.buffer, .ranges = ranges };
}

static TlAnalyzer *
analyzer_for_loops (TlArena *arena, const TlScopeChild *child, guint n_loops)
{
  TlAnalyzer *analyzer = tl_analyzer_new (arena);

  for (guint i = 0; i < n_loops; i++)
    tl_analyzer_bind (analyzer, child->loops[i]->loop.var, child->loops[i]->loop.min, child->loops[i]->loop.extent);
  return analyzer;
}

/* Whether the boxes side by side, or one in the other, are a box again; then @a becomes that. */
static gboolean
join_boxes (TlAnalyzer *analyzer, TlArena *arena, TlRegion *a, TlRegion b)
{
  guint n_different = 0, dim = 0;

  if (tl_region_covers (analyzer, *a, b))
    return TRUE;
  for (guint d = 0; d < b.buffer->n_dims; d++)
    if (!tl_analyzer_can_prove_equal (analyzer, a->ranges[d].min, b.ranges[d].min)
        || !tl_analyzer_can_prove_equal (analyzer, a->ranges[d].extent, b.ranges[d].extent))
      {
        n_different++;
        dim = d;
      }
  if (n_different == 1)
    {
      TlRange       x = a->ranges[dim], y = b.ranges[dim];
      const TlExpr *x_end = tl_add (arena, x.min, x.extent), *y_end = tl_add (arena, y.min, y.extent);

      if (!tl_analyzer_can_prove (analyzer, tl_binary (arena, TL_EXPR_LE, x.min, y_end))
          || !tl_analyzer_can_prove (analyzer, tl_binary (arena, TL_EXPR_LE, y.min, x_end)))
        return FALSE;
    }
  else if (!tl_region_covers (analyzer, b, *a))
    return FALSE;
  *a = tl_region_union (arena, *a, b);
  return TRUE;
}

/* Adds a box that is written everywhere to boxes that are apart. */
static void
add_box (TlAnalyzer *analyzer, TlArena *arena, GArray *boxes, TlRegion box)
{
  for (guint i = 0; i < boxes->len; i++)
    if (join_boxes (analyzer, arena, &box, g_array_index (boxes, TlRegion, i)))
      g_array_remove_index (boxes, i--);
  g_array_append_val (boxes, box);
}

/*
 * Whether the producers that meet @consumer at loop depth @depth write all of @access before it reads. @writers: numbers of children
 * (guint).
 */
static gboolean
covered_at (const TlScopeInfo *info, const GArray *writers, guint consumer, TlRegion access, guint depth)
{
  const TlScopeChild    *reader = tl_scope_child (info, consumer);
  g_autoptr (TlAnalyzer) analyzer = analyzer_for_loops (info->arena, reader, depth);
  TlRegion               wanted = clip_to_buffer (analyzer, info->arena, relax_to (info, reader, access, depth, NULL));
  g_autoptr (GArray)     produced = g_array_new (FALSE, FALSE, sizeof (TlRegion));
  gboolean               is_covered = FALSE;

  for (guint i = 0; i < writers->len; i++)
    {
      const TlScopeChild *writer = tl_scope_child (info, g_array_index (writers, guint, i));
      const TlBlock      *block = &writer->block->block;

      if (n_common_loops (writer, reader) != depth)
        continue;
      for (guint j = 0; j < block->n_writes; j++)
        {
          gboolean is_exact;
          TlRegion box;

          if (block->writes[j].buffer != access.buffer)
            continue;
          box = relax_to (info, writer, block->writes[j], depth, &is_exact);
          if (is_exact)
            add_box (analyzer, info->arena, produced, box);
        }
    }
  for (guint i = 0; i < produced->len && !is_covered; i++)
    is_covered = tl_region_covers (analyzer, clip_to_buffer (analyzer, info->arena, g_array_index (produced, TlRegion, i)), wanted);
  return is_covered;
}

/* Each depth is asked once, however many writers meet the consumer there. */
static gboolean
read_is_covered (const TlScopeInfo *info, const GArray *writers, guint consumer, TlRegion access, char **why)
{
  const TlScopeChild *reader = tl_scope_child (info, consumer);
  g_autofree gboolean *is_asked = g_new0 (gboolean, reader->n_loops + 1);

  for (guint i = 0; i < writers->len; i++)
    {
      const TlScopeChild *writer = tl_scope_child (info, g_array_index (writers, guint, i));
      guint               depth = n_common_loops (writer, reader);

      if (is_asked[depth] || covered_at (info, writers, consumer, access, depth))
        {
          is_asked[depth] = TRUE;
          continue;
        }
      if (why != NULL)
        *why = g_strdup_printf ("block %s may read parts of %s that block %s does not write before it", reader->block->block.name,
                                access.buffer->name, writer->block->block.name);
      return FALSE;
    }
  return TRUE;
}

/* The users of buffers among the children visited. */
typedef struct
{
  GHashTable *writers;        /* TlBuffer → GArray of guint: numbers of children */
  GHashTable *first_reader;   /* TlBuffer → const TlStmt *, the block */
} Users;

static void
note_user (const Users *users, const TlScopeInfo *info, guint child)
{
  const TlStmt *stmt = tl_scope_child (info, child)->block;

  for (guint j = 0; j < stmt->block.n_reads; j++)
    if (!g_hash_table_contains (users->first_reader, stmt->block.reads[j].buffer))
      g_hash_table_insert (users->first_reader, (gpointer) stmt->block.reads[j].buffer, (gpointer) stmt);
  for (guint j = 0; j < stmt->block.n_writes; j++)
    {
      const TlBuffer *buffer = stmt->block.writes[j].buffer;
      GArray         *numbers = g_hash_table_lookup (users->writers, buffer);

      if (numbers == NULL)
        {
          numbers = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (users->writers, (gpointer) buffer, numbers);
        }
      if (numbers->len == 0 || g_array_index (numbers, guint, numbers->len - 1) != child)
        g_array_append_val (numbers, child);
    }
}

gboolean
tl_scope_info_is_stage_pipeline (const TlScopeInfo *info, char **why)
{
  g_autoptr (GHashTable) writers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_autoptr (GHashTable) first_reader = g_hash_table_new (NULL, NULL);
  const Users            users = { writers, first_reader };

  if (info->foreign != NULL)
    return tl_because (why, "block %s holds statements that are neither loops nor blocks", info->scope->block.name);
  for (guint i = 0; i < info->n_children; i++)
    {
      const TlBlock *block = &tl_scope_child (info, i)->block->block;

      if (block->n_reads == 0 && block->n_writes == 0 && block->body->kind != TL_STMT_EVALUATE)
        return tl_because (why, "block %s does not declare what it reads and writes", block->name);
      for (guint j = 0; j < block->n_writes; j++)
        {
          const TlStmt *before = g_hash_table_lookup (first_reader, block->writes[j].buffer);

          if (before != NULL)
            return tl_because (why, "block %s overwrites buffer %s, which block %s read before", block->name, block->writes[j].buffer->name,
                               before->block.name);
        }
      for (guint j = 0; j < block->n_reads; j++)
        {
          const GArray *before = g_hash_table_lookup (writers, block->reads[j].buffer);

          if (before != NULL && !read_is_covered (info, before, i, block->reads[j], why))
            return FALSE;
        }
      note_user (&users, info, i);
    }
  return TRUE;
}

gboolean
tl_block_reads_are_covered (const TlScopeInfo *info, const TlStmt *block, const TlBuffer *buffer, char **why)
{
  g_autoptr (GArray) writers = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < info->n_children; i++)
    {
      const TlScopeChild *child = tl_scope_child (info, i);

      for (guint j = 0; child->block->block.id == block->block.id && j < child->block->block.n_reads; j++)
        if (child->block->block.reads[j].buffer == buffer && !read_is_covered (info, writers, i, child->block->block.reads[j], why))
          return FALSE;
      if (tl_block_writes (child->block, buffer))
        g_array_append_val (writers, i);
    }
  return TRUE;
}

/* Whole ranges. */

static const TlScopeChild *
find_child (const TlScopeInfo *info, const TlStmt *block)
{
  for (guint i = 0; i < info->n_children; i++)
    if (tl_scope_child (info, i)->block->block.id == block->block.id)
      return tl_scope_child (info, i);
  g_assert_not_reached ();
}

static TlWalk
stop_at_foreign (const TlExpr *expr, gpointer own)
{
  return expr->kind == TL_EXPR_VAR && !g_hash_table_contains (own, expr) ? TL_WALK_STOP : TL_WALK_INTO;
}

typedef struct
{
  TlAnalyzer *analyzer;
  GHashTable *own;        /* variables of the loops */
  gboolean    is_open;    /* a conjunct ties own variables to others, and may be more than the ranges of the axes */
} ForeignConditions;

/* FALSE if a conjunct is all about variables from outside of the loops: where it does not hold, nothing runs. */
static gboolean
sort_foreign_conditions (ForeignConditions *f, const TlExpr *predicate)
{
  if (predicate->kind == TL_EXPR_AND)
    return sort_foreign_conditions (f, predicate->a) && sort_foreign_conditions (f, predicate->b);
  predicate = tl_analyzer_simplify (f->analyzer, predicate);   /* a loop of one iteration ties nothing */
  if (tl_expr_walk (predicate, stop_at_foreign, f->own) || tl_analyzer_can_prove (f->analyzer, predicate))
    return TRUE;
  f->is_open = TRUE;
  return tl_expr_uses_any (predicate, f->own);
}

/* Under the predicate each axis, as an iteration map, still has its whole range. */
static gboolean
extents_stay (const TlScopeInfo *info, const TlScopeChild *child, TlAnalyzer *analyzer, GHashTable *own)
{
  const TlBlock *record = &child->block->block;
  guint          n = MAX (record->n_axes, 1);
  const TlExpr **outer = tl_arena_new_array (info->arena, const TlExpr *, n), **inner = tl_arena_new_array (info->arena, const TlExpr *, n);
  TlRange       *outer_range = tl_arena_new_array (info->arena, TlRange, n), *inner_range = tl_arena_new_array (info->arena, TlRange, n);

  if (!tl_iter_map_subspace_divide (info->arena, record->bindings, record->n_axes,
                                    tl_loops_iters (info->arena, child->loops, child->n_loops),
                                    child->n_loops, own, record->predicate, FALSE, outer, outer_range, inner, inner_range))
    return FALSE;
  for (guint i = 0; i < record->n_axes; i++)
    if (!tl_analyzer_can_prove_equal (analyzer, inner_range[i].extent, record->axes[i].dom.extent))
      return FALSE;
  return TRUE;
}

/*
 * A box under a predicate is taken larger where the predicate depends on what is outside of the loops, so whether that cuts into a range
 * has to be asked apart.
 */
static gboolean
keeps_ranges (const TlScopeInfo *info, const TlScopeChild *child)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (info->arena);
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  const TlBlock         *record = &child->block->block;
  ForeignConditions      foreign = { analyzer, own, FALSE };
  gboolean               may_run;

  for (guint i = 0; i < child->n_loops; i++)
    {
      const TlLoop *loop = &((const TlStmt *) child->loops[i])->loop;

      tl_analyzer_bind (analyzer, loop->var, loop->min, loop->extent);
      g_hash_table_add (own, (gpointer) loop->var);
    }
  if (tl_expr_walk (record->predicate, stop_at_foreign, own))
    return TRUE;
  for (guint i = 0; i < record->n_axes; i++)
    {
      TlRange       dom = record->axes[i].dom;
      const TlExpr *binding = record->bindings[i], *end = tl_add (info->arena, dom.min, dom.extent);

      tl_analyzer_push (analyzer,
                        tl_and (info->arena, tl_binary (info->arena, TL_EXPR_LE, dom.min, binding),
                                tl_binary (info->arena, TL_EXPR_LT, binding, end)));
    }
  may_run = sort_foreign_conditions (&foreign, record->predicate);
  for (guint i = 0; i < record->n_axes; i++)
    tl_analyzer_pop (analyzer);
  return may_run && (!foreign.is_open || extents_stay (info, child, analyzer, own));
}

/* A loop that feeds two axes, as a fused one does, may run over pairs that are no box: part of a partitioned loop starts in the middle. */
static gboolean
shares_loops (const TlScopeChild *child, const TlBlock *record)
{
  for (guint k = 0; k < child->n_loops; k++)
    {
      guint n_uses = 0;

      for (guint i = 0; i < record->n_axes; i++)
        n_uses += tl_expr_uses_var (record->bindings[i], child->loops[k]->loop.var);
      if (n_uses > 1)
        return TRUE;
    }
  return FALSE;
}

/* Whether the predicate holds for no iteration of the loops. */
static gboolean
never_runs (const TlScopeInfo *info, const TlScopeChild *child)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (info->arena);

  for (guint i = 0; i < child->n_loops; i++)
    tl_analyzer_bind (analyzer, child->loops[i]->loop.var, child->loops[i]->loop.min, child->loops[i]->loop.extent);
  return !tl_expr_is_true (child->block->block.predicate) && tl_expr_is_int (tl_analyzer_simplify (analyzer, child->block->block.predicate),
                                                                             0);
}

/* Each binding alone spans its axis; under a predicate, or where they share loops, they must also be a map whose image is a box. */
gboolean
tl_block_runs_whole_domain (const TlScopeInfo *info, const TlStmt *block)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (info->arena);
  const TlScopeChild    *child = find_child (info, block);
  const TlIter          *iters = tl_loops_iters (info->arena, child->loops, child->n_loops);
  const TlBlock         *record = &block->block;

  if (never_runs (info, child))
    return FALSE;
  for (guint i = 0; i < record->n_axes; i++)
    {
      const TlBuffer *line = tl_buffer_new (info->arena, "line", TL_INT32, &record->axes[i].dom.extent, 1, NULL);
      TlRegion        point = tl_region_point (info->arena, line, &record->bindings[i]);
      TlRegion        axis = { .buffer = line, .ranges = &record->axes[i].dom };

      if (!tl_region_covers (analyzer, tl_region_relax (info->arena, point, iters, child->n_loops, record->predicate), axis))
        return FALSE;
    }
  return (tl_expr_is_true (record->predicate) && !shares_loops (child, record))
         || (keeps_ranges (info, child)
             && tl_iter_map_detect (info->arena, record->bindings, record->n_axes, iters, child->n_loops, record->predicate,
                                    TL_ITER_MAP_SURJECTIVE, NULL));
}

static gboolean
range_covers (TlArena *arena, TlAnalyzer *analyzer, TlRange outer, TlRange inner)
{
  const TlExpr *end = tl_add (arena, inner.min, inner.extent), *outer_end = tl_add (arena, outer.min, outer.extent);

  return tl_analyzer_can_prove (analyzer, tl_binary (arena, TL_EXPR_LE, outer.min, inner.min))
         && tl_analyzer_can_prove (analyzer, tl_binary (arena, TL_EXPR_LE, end, outer_end));
}

gboolean
tl_block_reads_inside (const TlScopeInfo *info, const TlStmt *block, TlRegion outside)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (info->arena);
  const TlScopeChild    *child = find_child (info, block);
  const TlBlock         *record = &block->block, *scope = &info->scope->block;
  const TlIter          *iters = tl_loops_iters (info->arena, child->loops, child->n_loops);
  TlIter                *axes = tl_arena_new_array (info->arena, TlIter, MAX (record->n_axes, 1));

  for (guint i = 0; i < scope->n_axes; i++)
    tl_analyzer_bind (analyzer, scope->axes[i].var, scope->axes[i].dom.min, scope->axes[i].dom.extent);
  for (guint i = 0; i < record->n_axes; i++)
    axes[i] = (TlIter) { .var = record->axes[i].var, .min = record->axes[i].dom.min, .extent = record->axes[i].dom.extent };
  for (guint i = 0; i < record->n_reads; i++)
    {
      TlRegion read = record->reads[i], by_loops, by_axes;

      if (read.buffer != outside.buffer)
        continue;
      by_loops = tl_region_relax (info->arena, tl_block_region_outside (info->arena, record, read), iters, child->n_loops,
                                  record->predicate);
      by_axes = tl_region_relax (info->arena, read, axes, record->n_axes, NULL);
      for (guint d = 0; d < read.buffer->n_dims; d++)
        if (!range_covers (info->arena, analyzer, outside.ranges[d],
                           tl_region_full (info->arena, read.buffer).ranges[d])   /* more is not read */
            && !range_covers (info->arena, analyzer, outside.ranges[d], by_loops.ranges[d])
            && !range_covers (info->arena, analyzer, outside.ranges[d], by_axes.ranges[d]))
          return FALSE;
    }
  return TRUE;
}

gboolean
tl_block_reads_only_written (const TlScopeInfo *info, const TlStmt *block, TlRegion access)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (info->arena);
  TlIter                *axes = tl_arena_new_array (info->arena, TlIter, block->block.n_axes);
  TlRegion               written = { .buffer = NULL };

  for (guint i = 0; i < block->block.n_axes; i++)
    {
      const TlBlockAxis *axis = &block->block.axes[i];

      axes[i] = (TlIter) { .var = axis->var, .min = axis->dom.min, .extent = axis->dom.extent };
    }
  for (guint i = 0; i < info->n_children; i++)
    {
      const TlScopeChild *child = tl_scope_child (info, i);

      for (guint j = 0; j < child->block->block.n_writes; j++)
        {
          gboolean is_exact;
          TlRegion box;

          if (child->block->block.writes[j].buffer != access.buffer)
            continue;
          if (never_runs (info, child) || !keeps_ranges (info, child))
            return FALSE;
          box = relax_to (info, child, child->block->block.writes[j], 0, &is_exact);   /* as exact as it gets */
          written = written.buffer == NULL ? box : tl_region_union (info->arena, written, box);
        }
    }
  return written.buffer != NULL
         && tl_region_covers (analyzer, written, tl_region_relax (info->arena, access, axes, block->block.n_axes, NULL));
}
