/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/primitives/access-order-private.h"

#include "core/arith/block-access.h"

TlAccesses
tl_stmt_accesses (TlArena *arena, const TlStmt *stmt)
{
  TlBlock    around = { .body = stmt };
  TlAccesses accesses = { .n_reads = 0 };

  tl_infer_block_access (arena, &around, &accesses.reads, &accesses.n_reads, &accesses.writes, &accesses.n_writes);
  return accesses;
}

static const TlRegion *
relax_regions (TlArena *arena, const TlRegion *regions, guint n_regions, GHashTable *values, const TlIter *iters, guint n_iters)
{
  TlRegion *relaxed = tl_arena_new_array (arena, TlRegion, n_regions);

  for (guint i = 0; i < n_regions; i++)
    {
      const TlBuffer *buffer = regions[i].buffer;
      TlRange        *ranges = tl_arena_new_array (arena, TlRange, buffer->n_dims);

      for (guint j = 0; j < buffer->n_dims; j++)
        {
          ranges[j].min = tl_expr_substitute (arena, regions[i].ranges[j].min, values);
          ranges[j].extent = tl_expr_substitute (arena, regions[i].ranges[j].extent, values);
        }
      relaxed[i] = tl_region_relax (arena, (TlRegion) { .buffer = buffer, .ranges = ranges }, iters, n_iters, NULL);
    }
  return relaxed;
}

TlAccesses
tl_accesses_relax (TlArena *arena, const TlAccesses *accesses, GHashTable *values, const TlIter *iters, guint n_iters)
{
  TlAccesses relaxed = *accesses;

  relaxed.reads = relax_regions (arena, accesses->reads, accesses->n_reads, values, iters, n_iters);
  relaxed.writes = relax_regions (arena, accesses->writes, accesses->n_writes, values, iters, n_iters);
  return relaxed;
}

static gboolean
lies_before (TlAnalyzer *analyzer, TlArena *arena, const TlRange *a, const TlRange *b)
{
  return tl_analyzer_can_prove (analyzer, tl_binary (arena, TL_EXPR_LE, tl_add (arena, a->min, a->extent), b->min));
}

static gboolean
is_apart (TlAnalyzer *analyzer, TlArena *arena, const TlRegion *a, const TlRegion *b)
{
  for (guint i = 0; i < a->buffer->n_dims; i++)
    if (lies_before (analyzer, arena, &a->ranges[i], &b->ranges[i]) || lies_before (analyzer, arena, &b->ranges[i], &a->ranges[i]))
      return TRUE;
  return FALSE;
}

static const TlBuffer *
find_meeting (TlAnalyzer *analyzer, TlArena *arena, const TlRegion *a, guint n_a, const TlRegion *b, guint n_b)
{
  for (guint i = 0; i < n_a; i++)
    for (guint j = 0; j < n_b; j++)
      if (a[i].buffer == b[j].buffer && !is_apart (analyzer, arena, &a[i], &b[j]))
        return a[i].buffer;
  return NULL;
}

const TlBuffer *
tl_accesses_conflict (TlAnalyzer *analyzer, TlArena *arena, const TlAccesses *a, const TlAccesses *b)
{
  const TlBuffer *found = find_meeting (analyzer, arena, a->writes, a->n_writes, b->reads, b->n_reads);

  if (found == NULL)
    found = find_meeting (analyzer, arena, a->writes, a->n_writes, b->writes, b->n_writes);
  if (found == NULL)
    found = find_meeting (analyzer, arena, a->reads, a->n_reads, b->writes, b->n_writes);
  return found;
}
