/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A footprint is put together from the innermost blocks below the node: what each declares to read and write, with its axes replaced by
 * their bindings and the loops between node and block relaxed. Of buffers that it does not declare (its own, and all of a function without
 * blocks, whose root declares nothing) the loads and stores tell. Several accesses to a buffer become the box around them.
 */
#include "core/analysis/footprint.h"

#include "core/arith/block-access.h"
#include "core/base/saturate.h"
#include "core/ir/walk.h"

typedef struct
{
  TlArena       *arena;
  GArray        *touched;     /* TlTouched */
  GArray        *iters;       /* TlIter: loops below the node */
  GHashTable    *values;      /* axes of the blocks below the node and bound variables → expressions of loops and outer variables */
  const TlPath  *around;      /* nullable: to the node */
  TlAnalyzer    *analyzer;    /* knows the loops of it; NULL: not asked yet */
  const TlBlock *declaring;   /* the innermost block whose body is looked at, on the way down from the node; NULL: none */
} RegionGathering;

static const TlExpr *
with_values (RegionGathering *gathering, const TlExpr *expr)
{
  return expr != NULL && g_hash_table_size (gathering->values) > 0 ? tl_expr_substitute (gathering->arena, expr, gathering->values) : expr;
}

static TlTouched *
find_touched (RegionGathering *gathering, const TlBuffer *buffer)
{
  for (guint i = 0; i < gathering->touched->len; i++)
    {
      TlTouched *touched = &g_array_index (gathering->touched, TlTouched, i);

      if (touched->buffer == buffer)
        return touched;
    }
  return NULL;
}

static gboolean
has_fixed_size (const TlRegion *region)
{
  gint64 extent;

  for (guint i = 0; i < region->buffer->n_dims; i++)
    if (!tl_expr_get_int (region->ranges[i].extent, &extent))
      return FALSE;
  return TRUE;
}

/* Knows the loops around the node. Borrowed. */
static TlAnalyzer *
analyzer_of (RegionGathering *gathering)
{
  if (gathering->analyzer != NULL)
    return gathering->analyzer;
  gathering->analyzer = tl_analyzer_new (gathering->arena);
  for (guint i = 0; gathering->around != NULL && i < gathering->around->n; i++)
    {
      const TlStmt *stmt = gathering->around->stmts[i];

      if (stmt->kind == TL_STMT_FOR)
        tl_analyzer_bind (gathering->analyzer, stmt->loop.var, with_values (gathering, stmt->loop.min),
                          with_values (gathering, stmt->loop.extent));
    }
  return gathering->analyzer;
}

/* The tile that the threads of a block load together holds the part that one of them reads: only the loops around say so. */
static TlRegion
box_around (RegionGathering *gathering, TlRegion a, TlRegion b)
{
  TlRegion box = tl_region_union (gathering->arena, a, b);

  if (has_fixed_size (&box) || !has_fixed_size (&a) || !has_fixed_size (&b))
    return box;
  if (tl_region_covers (analyzer_of (gathering), a, b))
    return a;
  return tl_region_covers (analyzer_of (gathering), b, a) ? b : box;
}

static void
add_region (RegionGathering *gathering, TlRegion region, const TlExpr *predicate, gboolean is_read, gboolean is_written)
{
  TlTouched  fresh = { .buffer = region.buffer, .is_read = is_read, .is_written = is_written };
  TlTouched *known = find_touched (gathering, region.buffer);
  TlRange   *ranges = tl_arena_new_array (gathering->arena, TlRange, region.buffer->n_dims);
  TlRegion   relaxed;

  for (guint i = 0; i < region.buffer->n_dims; i++)
    ranges[i] = (TlRange) { with_values (gathering, region.ranges[i].min), with_values (gathering, region.ranges[i].extent) };
  relaxed = tl_region_relax (gathering->arena, (TlRegion) { region.buffer, ranges }, (const TlIter *) (gpointer) gathering->iters->data,
                             gathering->iters->len, with_values (gathering, predicate));
  if (known == NULL)
    {
      fresh.region = relaxed;
      g_array_append_val (gathering->touched, fresh);
      return;
    }
  known->region = box_around (gathering, known->region, relaxed);
  known->is_read |= is_read;
  known->is_written |= is_written;
}

static gboolean
is_innermost (const TlStmt *stmt)
{
  g_autoptr (GPtrArray) children = tl_stmt_child_blocks (stmt);

  return children->len == 0 || stmt->block.n_matches > 0;
}

static gboolean
declares (const TlBlock *block, const TlBuffer *buffer)
{
  for (guint i = 0; block != NULL && i < block->n_reads; i++)
    if (block->reads[i].buffer == buffer)
      return TRUE;
  for (guint i = 0; block != NULL && i < block->n_writes; i++)
    if (block->writes[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

static void gather (RegionGathering *gathering, const TlStmt *stmt);

/* Views stand for buffers that the block declares. */
static void
gather_innermost (RegionGathering *gathering, const TlBlock *block, const TlExpr *predicate)
{
  for (guint i = 0; i < block->n_reads; i++)
    add_region (gathering, block->reads[i], predicate, TRUE, FALSE);
  /* A reduction reads what it updates, though its T.reads does not say so. */
  for (guint i = 0; i < block->n_writes; i++)
    add_region (gathering, block->writes[i], predicate, tl_stmt_loads (block->body, block->writes[i].buffer), TRUE);
  if (block->n_matches > 0)
    return;
  gathering->declaring = block;
  if (block->init != NULL)
    gather (gathering, block->init);
  gather (gathering, block->body);
  gathering->declaring = NULL;
}

static void
gather_block (RegionGathering *gathering, const TlStmt *stmt)
{
  const TlBlock *block = &stmt->block;

  for (guint i = 0; i < block->n_axes; i++)
    g_hash_table_insert (gathering->values, (gpointer) block->axes[i].var, (gpointer) with_values (gathering, block->bindings[i]));
  if (is_innermost (stmt))
    gather_innermost (gathering, block, block->predicate);
  else
    {
      if (block->init != NULL)
        gather (gathering, block->init);
      gather (gathering, block->body);
    }
}

static void
add_access (RegionGathering *gathering, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, gboolean is_written)
{
  if (!declares (gathering->declaring, buffer))
    add_region (gathering, tl_region_accessed (gathering->arena, buffer, indices, n_indices), NULL, !is_written, is_written);
}

static TlWalk
gather_load (const TlExpr *expr, gpointer user_data)
{
  RegionGathering *gathering = user_data;

  if (expr->kind == TL_EXPR_LOAD)
    add_access (gathering, expr->buffer, expr->indices, expr->n_indices, FALSE);
  return TL_WALK_INTO;
}

static void
gather_loop (RegionGathering *gathering, const TlLoop *loop)
{
  TlIter iter = { loop->var, with_values (gathering, loop->min), with_values (gathering, loop->extent) };

  g_array_append_val (gathering->iters, iter);
  gather (gathering, loop->body);
  g_array_set_size (gathering->iters, gathering->iters->len - 1);
}

static void
gather (RegionGathering *gathering, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      gather_loop (gathering, &stmt->loop);
      break;
    case TL_STMT_BLOCK:
      gather_block (gathering, stmt);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        gather (gathering, stmt->stmts[i]);
      break;
    case TL_STMT_STORE:
      tl_stmt_walk (stmt, NULL, gather_load, gathering);
      add_access (gathering, stmt->buffer, stmt->indices, stmt->n_indices, TRUE);
      break;
    case TL_STMT_IF:
    case TL_STMT_WHILE:
      tl_expr_walk (stmt->cond, gather_load, gathering);
      gather (gathering, stmt->then_body);
      if (stmt->kind == TL_STMT_IF && stmt->else_body != NULL)
        gather (gathering, stmt->else_body);
      break;
    case TL_STMT_LET:
      tl_expr_walk (stmt->let_value, gather_load, gathering);
      g_hash_table_insert (gathering->values, (gpointer) stmt->var, (gpointer) with_values (gathering, stmt->let_value));
      gather (gathering, stmt->let_body);
      break;
    case TL_STMT_EVALUATE:
      tl_expr_walk (stmt->expr, gather_load, gathering);
      break;
    case TL_STMT_ATTR:
      gather (gathering, stmt->attr_body);
      break;
    case TL_STMT_ALLOC:
      gather (gathering, stmt->alloc_body);
      break;
    case TL_STMT_ASSERT:
      break;
    }
}

/* A box may reach over the buffer's edge where a predicate cuts it; no more than the dimension can be touched. */
static void
measure (TlTouched *touched)
{
  touched->n_elements = 1;
  for (guint i = 0; i < touched->buffer->n_dims; i++)
    {
      gint64 extent, whole;

      if (!tl_expr_get_int (touched->region.ranges[i].extent, &extent))
        {
          touched->n_elements = touched->n_bytes = -1;
          return;
        }
      if (tl_buffer_get_extent (touched->buffer, i, &whole))
        extent = MIN (extent, whole);
      touched->n_elements = tl_mul_saturated (touched->n_elements, MAX (extent, 0));
    }
  touched->n_bytes = tl_mul_saturated (touched->n_elements, tl_dtype_bytes (touched->buffer->dtype));
}

static void
gather_target (RegionGathering *gathering, const TlStmt *target)
{
  if (target->kind == TL_STMT_FOR)
    gather (gathering, target->loop.body);
  else if (is_innermost (target))
    gather_innermost (gathering, &target->block, NULL);
  else
    gather (gathering, target->block.body);
}

/* Of what is bound around the target. A loop of one iteration, around it or itself, is none: its variable has one value. */
static void
fix_values (RegionGathering *gathering, const TlPath *around)
{
  for (guint i = 0; around != NULL && i < around->n; i++)
    {
      const TlStmt *stmt = around->stmts[i];

      if (stmt->kind == TL_STMT_FOR && tl_expr_is_int (stmt->loop.extent, 1))
        g_hash_table_insert (gathering->values, (gpointer) stmt->loop.var, (gpointer) with_values (gathering, stmt->loop.min));
      else if (stmt->kind == TL_STMT_LET)
        g_hash_table_insert (gathering->values, (gpointer) stmt->var, (gpointer) with_values (gathering, stmt->let_value));
    }
}

/* Of what @gather_from finds at @target. @around: nullable, the path to it. */
static TlFootprint *
make_footprint (TlArena *arena, const TlPath *around, const TlStmt *target, void (*gather_from) (RegionGathering *, const TlStmt *))
{
  RegionGathering gathering = { .arena = arena, .around = around };
  TlFootprint    *footprint = tl_arena_new0 (arena, TlFootprint);

  gathering.touched = g_array_new (FALSE, FALSE, sizeof (TlTouched));
  gathering.iters = g_array_new (FALSE, FALSE, sizeof (TlIter));
  gathering.values = g_hash_table_new (NULL, NULL);
  fix_values (&gathering, around);
  gather_from (&gathering, target);
  footprint->n_touched = gathering.touched->len;
  footprint->touched = tl_arena_dup_array (arena, TlTouched, gathering.touched->data, gathering.touched->len);
  for (guint i = 0; i < footprint->n_touched; i++)
    {
      measure (&footprint->touched[i]);
      if (footprint->touched[i].n_bytes < 0 || footprint->total_bytes < 0)
        footprint->total_bytes = -1;
      else
        footprint->total_bytes = tl_add_saturated (footprint->total_bytes, footprint->touched[i].n_bytes);
    }
  g_array_unref (gathering.touched);
  g_array_unref (gathering.iters);
  g_hash_table_unref (gathering.values);
  g_clear_pointer (&gathering.analyzer, tl_analyzer_free);
  return footprint;
}

TlFootprint *
tl_footprint_of (TlArena *arena, const TlModule *module, TlNodeId id)
{
  g_autoptr (TlPath) path = tl_path_find (module, id);
  TlFootprint       *footprint;

  if (path == NULL)
    return NULL;
  footprint = make_footprint (arena, path, tl_path_target (path), gather_target);
  footprint->node = id;
  return footprint;
}

TlFootprint *
tl_footprint_known (GHashTable *known, TlArena *arena, const TlModule *module, TlNodeId id)
{
  TlFootprint *footprint = g_hash_table_lookup (known, GUINT_TO_POINTER (id));

  if (footprint == NULL)
    {
      footprint = tl_footprint_of (arena, module, id);
      g_hash_table_insert (known, GUINT_TO_POINTER (id), footprint);
    }
  return footprint;
}

TlFootprint *
tl_footprint_of_all (TlArena *arena, const TlModule *module, TlNodeId id)
{
  g_autoptr (TlPath) path = tl_path_find (module, id);

  return path != NULL ? make_footprint (arena, path, tl_path_target (path), gather) : NULL;
}

TlFootprint *
tl_footprint_of_stmt (TlArena *arena, const TlStmt *stmt)
{
  return make_footprint (arena, NULL, stmt, gather);
}
