/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a function is a list of blocks whose instances may be computed singly, in any order within a block and block after block.
 *
 * That holds if each block runs once for every point of its axes' domains (how often does not matter to what is only computed), if no
 * two spatial points write the same element (the sampler watches that while it runs), and if running a block to its end before the
 * next one starts changes nothing. The last is plain for blocks in sequence. Of blocks that share loops, whatever the later writes
 * and the earlier touches must be the same box in each iteration of those loops: were some element met in two iterations, its one
 * writer would have to write it in both.
 */
#include <string.h>

#include "core/arith/int-set.h"
#include "core/base/error.h"
#include "core/interp/sample-private.h"
#include "core/ir/path.h"
#include "core/ir/walk.h"

typedef struct
{
  TlCompiler *compiler;
  const TlPrimFunc *func;
  TlTensor *const  *args;
  guint       n_args;
  GPtrArray  *units;
  GPtrArray  *allocs;    /* const TlBuffer*: of the root and of the scopes seen through */
  GPtrArray  *loops;
  GError    **error;
} UnitCollector;

void
tl_unit_free (TlUnit *unit)
{
  for (guint i = 0; unit->claims != NULL && i < unit->block->n_writes; i++)
    g_free (unit->claims[i]);
  g_free (unit->claims);
  g_free (unit->loops);
  g_free (unit->spatial);
  g_hash_table_unref (unit->reads);
  g_hash_table_unref (unit->writes);
  g_array_unref (unit->instances);
  g_free (unit);
}

static gboolean
refuse (UnitCollector *collector, const TlBlock *block, const char *why)
{
  if (collector->error == NULL || *collector->error != NULL)
    return FALSE;
  if (block != NULL)
    g_set_error (collector->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "block \"%s\" %s", block->name, why);
  else
    g_set_error (collector->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "the function %s", why);
  return FALSE;
}

/* --- what a block touches --- */

typedef struct
{
  GHashTable *reads;
  GHashTable *writes;
  GHashTable *sources;   /* view → source, allocation inside → itself with no source */
  GHashTable *inside;
} UnitTouch;

static const TlBuffer *
resolve (UnitTouch *touch, const TlBuffer *buffer)
{
  const TlBuffer *source;

  while ((source = g_hash_table_lookup (touch->sources, buffer)) != NULL)
    buffer = source;
  return buffer;
}

static TlWalk
touch_stmt (const TlStmt *stmt, gpointer user_data)
{
  UnitTouch *touch = user_data;

  if (stmt->kind == TL_STMT_BLOCK)
    {
      for (guint i = 0; i < stmt->block.n_matches; i++)
        g_hash_table_insert (touch->sources, (gpointer) stmt->block.matches[i].buffer, (gpointer) stmt->block.matches[i].source.buffer);
      for (guint i = 0; i < stmt->block.n_allocs; i++)
        g_hash_table_add (touch->inside, (gpointer) stmt->block.allocs[i]);
    }
  if (stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (touch->inside, (gpointer) stmt->buffer);
  if (stmt->kind == TL_STMT_STORE && !g_hash_table_contains (touch->inside, resolve (touch, stmt->buffer)))
    g_hash_table_add (touch->writes, (gpointer) resolve (touch, stmt->buffer));
  return TL_WALK_INTO;
}

static TlWalk
touch_expr (const TlExpr *expr, gpointer user_data)
{
  UnitTouch *touch = user_data;

  if (expr->kind == TL_EXPR_LOAD && !g_hash_table_contains (touch->inside, resolve (touch, expr->buffer)))
    g_hash_table_add (touch->reads, (gpointer) resolve (touch, expr->buffer));
  return TL_WALK_INTO;
}

/* The buffers stored to must be those the block declares: only those are searched for wanted elements. */
static gboolean
collect_touched (UnitCollector *collector, TlUnit *unit, const TlStmt *stmt)
{
  UnitTouch      touch = { unit->reads, unit->writes, g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL) };
  GHashTableIter iter;
  gpointer       buffer;
  gboolean       declared = TRUE;

  tl_stmt_walk (stmt, touch_stmt, touch_expr, &touch);
  g_hash_table_unref (touch.sources);
  g_hash_table_unref (touch.inside);
  g_hash_table_iter_init (&iter, unit->writes);
  while (g_hash_table_iter_next (&iter, &buffer, NULL))
    {
      gboolean found = FALSE;

      for (guint i = 0; i < unit->block->n_writes; i++)
        found |= unit->block->writes[i].buffer == buffer;
      declared &= found && ((const TlBuffer *) buffer)->n_dims <= TL_TENSOR_MAX_DIMS;
    }
  for (guint i = 0; i < unit->block->n_writes; i++)
    g_hash_table_add (unit->writes, (gpointer) unit->block->writes[i].buffer);
  return declared || refuse (collector, unit->block, "stores to a buffer that its T.writes does not name");
}

/* --- whether the loops around a block visit its axes' domains once each --- */

/* Running an instance again changes nothing, so that it does not matter how often the loops come by. */
static gboolean
is_idempotent (const TlUnit *unit)
{
  GHashTableIter iter;
  gpointer       buffer;

  for (guint i = 0; i < unit->block->n_axes; i++)
    if (unit->block->axes[i].kind != TL_AXIS_SPATIAL)
      return FALSE;
  g_hash_table_iter_init (&iter, unit->writes);
  while (g_hash_table_iter_next (&iter, &buffer, NULL))
    if (g_hash_table_contains (unit->reads, buffer))
      return FALSE;
  return TRUE;
}

static gboolean
check_axes (UnitCollector *collector, const TlUnit *unit)
{
  const TlBlock *block = unit->block;

  for (guint i = 0; i < block->n_axes; i++)
    {
      gint64 min, extent;

      if (block->axes[i].kind != TL_AXIS_SPATIAL && block->axes[i].kind != TL_AXIS_REDUCE)
        return refuse (collector, block, "has axes that are neither spatial nor reductions");
      if (!tl_compiler_get_int (collector->compiler, block->axes[i].dom.min, &min)
          || !tl_compiler_get_int (collector->compiler, block->axes[i].dom.extent, &extent))
        return refuse (collector, block, "has an axis whose domain is not constant");
    }
  return TRUE;
}

/* Elements of an instance that never runs are then read by none, so that all may be taken to run. */
static gboolean
is_only_source (const UnitCollector *collector, const TlUnit *unit)
{
  GHashTableIter iter;
  gpointer       buffer;

  g_hash_table_iter_init (&iter, unit->writes);
  while (g_hash_table_iter_next (&iter, &buffer, NULL))
    {
      for (guint i = 0; i < collector->units->len; i++)
        {
          const TlUnit *other = g_ptr_array_index (collector->units, i);

          if (other != unit && g_hash_table_contains (other->writes, buffer))
            return FALSE;
        }
      for (guint i = 0; i < collector->func->n_params; i++)
        if (collector->func->params[i].buffer == buffer)
          return FALSE;
    }
  return TRUE;
}

static gboolean
check_coverage (UnitCollector *collector)
{
  for (guint i = 0; i < collector->units->len; i++)
    {
      const TlUnit *unit = g_ptr_array_index (collector->units, i);

      if (is_idempotent (unit) && is_only_source (collector, unit))
        continue;
      if (!tl_unit_covers_domain (collector->compiler, unit, collector->func, collector->args, collector->n_args))
        return refuse (collector, unit->block, "is not run once for each point of its axes' domains");
    }
  return TRUE;
}

/* --- order between blocks that share loops --- */

static const TlExpr *
in_loops (TlArena *arena, const TlBlock *block, const TlExpr *expr)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < block->n_axes; i++)
    g_hash_table_insert (values, (gpointer) block->axes[i].var, (gpointer) block->bindings[i]);
  return tl_expr_substitute (arena, expr, values);
}

/* The elements that one iteration of the first @n_shared loops touches. */
static TlRegion
in_shared_loops (TlArena *arena, const TlUnit *unit, guint n_shared, TlRegion region)
{
  TlRange           *ranges = tl_arena_new_array (arena, TlRange, region.buffer->n_dims);
  g_autofree TlIter *iters = g_new0 (TlIter, unit->n_loops + 1);

  for (guint i = 0; i < region.buffer->n_dims; i++)
    ranges[i] = (TlRange) { in_loops (arena, unit->block, region.ranges[i].min), in_loops (arena, unit->block, region.ranges[i].extent) };
  for (guint i = n_shared; i < unit->n_loops; i++)
    iters[i - n_shared] = (TlIter) { unit->loops[i]->var, unit->loops[i]->min, unit->loops[i]->extent };
  return tl_region_relax (arena, (TlRegion) { region.buffer, ranges }, iters, unit->n_loops - n_shared, NULL);
}

static guint
count_shared_loops (const TlUnit *a, const TlUnit *b)
{
  guint n = 0;

  while (n < a->n_loops && n < b->n_loops && a->loops[n] == b->loops[n])
    n++;
  return n;
}

static gboolean
same_region (const TlUnit *unit_a, TlRegion a, const TlUnit *unit_b, TlRegion b)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  guint                  n_shared = count_shared_loops (unit_a, unit_b);
  TlRegion               box_a = in_shared_loops (arena, unit_a, n_shared, a), box_b = in_shared_loops (arena, unit_b, n_shared, b);

  for (guint i = 0; i < n_shared; i++)
    tl_analyzer_bind (analyzer, unit_a->loops[i]->var, unit_a->loops[i]->min, unit_a->loops[i]->extent);
  for (guint i = 0; i < a.buffer->n_dims; i++)
    if (!tl_analyzer_can_prove_equal (analyzer, box_a.ranges[i].min, box_b.ranges[i].min)
        || !tl_analyzer_can_prove_equal (analyzer, box_a.ranges[i].extent, box_b.ranges[i].extent))
      return FALSE;
  return TRUE;
}

/* Whether everything @earlier touches of @region's buffer is that very region. */
static gboolean
touches_only (const TlUnit *earlier, const TlUnit *later, TlRegion region)
{
  gboolean reads = g_hash_table_contains (earlier->reads, region.buffer), writes = g_hash_table_contains (earlier->writes, region.buffer);
  const TlBlock *block = earlier->block;

  for (guint i = 0; i < block->n_reads; i++)
    if (block->reads[i].buffer == region.buffer && !same_region (earlier, block->reads[i], later, region))
      return FALSE;
  for (guint i = 0; i < block->n_writes; i++)
    if (block->writes[i].buffer == region.buffer)
      {
        if (!same_region (earlier, block->writes[i], later, region))
          return FALSE;
        reads = FALSE;   /* a reduction's own reads are not listed */
      }
  if (reads && !writes)
    {
      for (guint i = 0; i < block->n_reads; i++)
        if (block->reads[i].buffer == region.buffer)
          return TRUE;
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_pair (UnitCollector *collector, const TlUnit *earlier, const TlUnit *later)
{
  if (earlier->n_loops == 0 || later->n_loops == 0 || earlier->loops[0] != later->loops[0])
    return TRUE;
  for (guint i = 0; i < later->block->n_writes; i++)
    if (!touches_only (earlier, later, later->block->writes[i]))
      return refuse (collector, later->block, "writes what other iterations of the loops it shares with an earlier block touch");
  return TRUE;
}

/* --- collecting --- */

static gboolean
add_unit (UnitCollector *collector, const TlStmt *stmt)
{
  TlUnit *unit = g_new0 (TlUnit, 1);

  unit->block = &stmt->block;
  unit->reads = g_hash_table_new (NULL, NULL);
  unit->writes = g_hash_table_new (NULL, NULL);
  unit->instances = g_array_new (FALSE, FALSE, sizeof (gint64));
  unit->n_loops = collector->loops->len;
  unit->loops = g_new0 (const TlLoop *, unit->n_loops + 1);
  for (guint i = 0; i < unit->n_loops; i++)
    unit->loops[i] = g_ptr_array_index (collector->loops, i);
  g_ptr_array_add (collector->units, unit);
  if (!collect_touched (collector, unit, stmt) || !check_axes (collector, unit))
    return FALSE;
  for (guint i = 0; i + 1 < collector->units->len; i++)
    if (!check_pair (collector, g_ptr_array_index (collector->units, i), unit))
      return FALSE;
  return TRUE;
}

static gboolean
has_blocks (const TlStmt *stmt)
{
  g_autoptr (GPtrArray) children = tl_stmt_child_blocks (stmt);

  return children->len > 0;
}

static gboolean
collect (UnitCollector *collector, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (!collect (collector, stmt->stmts[i]))
          return FALSE;
      return TRUE;
    case TL_STMT_FOR:
      g_ptr_array_add (collector->loops, (gpointer) &stmt->loop);
      if (!collect (collector, stmt->loop.body))
        return FALSE;
      g_ptr_array_set_size (collector->loops, (gint) collector->loops->len - 1);
      return TRUE;
    case TL_STMT_BLOCK:
      /* A scope without axes is only a bracket around its blocks. */
      if (stmt->block.n_axes > 0 || stmt->block.init != NULL || stmt->block.n_matches > 0 || !tl_expr_is_true (stmt->block.predicate)
          || (stmt != collector->func->body && !has_blocks (stmt)))
        return add_unit (collector, stmt);
      for (guint i = 0; i < stmt->block.n_allocs; i++)
        g_ptr_array_add (collector->allocs, (gpointer) stmt->block.allocs[i]);
      return collect (collector, stmt->block.body);
    case TL_STMT_ATTR:
      return collect (collector, stmt->attr_body);
    case TL_STMT_EVALUATE:
      return stmt->expr->kind == TL_EXPR_INT || refuse (collector, NULL, "calls functions outside of blocks");
    default:
      return refuse (collector, NULL, "has statements outside of blocks");
    }
}

GPtrArray *
tl_units_collect (TlCompiler *compiler, const TlPrimFunc *func, TlTensor *const *args, guint n_args, GPtrArray *allocs, GError **error)
{
  g_autoptr (GPtrArray) units = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_unit_free);
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  g_autoptr (GError)    cause = NULL;
  UnitCollector         collector = { compiler, func, args, n_args, units, allocs, loops, &cause };

  if (collect (&collector, func->body) && check_coverage (&collector))
    return g_steal_pointer (&units);
  return tl_propagate_null (error, g_steal_pointer (&cause));
}
