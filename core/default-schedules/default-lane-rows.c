/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions along rows that cannot be taken apart, or whose rows are short: as many rows at a time as a vector has lanes, transposed in
 * registers, so that a lane is a row. Sums of two kinds in one block, positions of extrema, rows of a few elements.
 */
#include "core/base/extremum.h"
#include "core/default-schedules/default-schedule-private.h"

typedef struct
{
  TlDefaultSchedule *p;
  TlBlockNest      nest;
  gint64             lanes;
  guint              row, k;      /* loops of the nest: the last of rows, the last of the reduction */
  gint               transposed;      /* the read that has rows; -1: none */
} LaneRows;

static gboolean
read_lane_rows (LaneRows *r, guint at, char **why)
{
  const TlBlockNest *nest = &r->nest;
  TlDType              dtype;

  if (!tl_block_nest_match_rv (r->p->builder, tl_default_rv (r->p, at), &r->nest, why))
    return FALSE;
  if (nest->reduced == 0 || nest->spatial == 0 || nest->block->init == NULL)
    return tl_set_reason (why, "block %s is not an initialized reduction with several results", nest->block->name);
  r->row = (guint) tl_loop_set_last (nest->spatial);
  r->k = (guint) tl_loop_set_last (nest->reduced);
  dtype = nest->block->writes[0].buffer->dtype;
  r->lanes = tl_target_lanes (r->p->target, dtype);
  r->transposed = -1;
  for (guint i = 0; i < nest->block->n_reads; i++)
    {
      const TlRegion *region = &nest->block->reads[i];
      guint           last = tl_default_last_dim (region->buffer);

      if (last == 0 || tl_regions_touch (nest->block->writes, nest->block->n_writes, region->buffer)
          || tl_block_nest_axis (nest, region->ranges[last].min) != (gint) r->k)
        continue;
      for (guint d = 0; d < last && r->transposed < 0; d++)
        if (tl_block_nest_axis (nest, region->ranges[d].min) == (gint) r->row)
          {
            r->transposed = (gint) i;
            r->lanes = tl_min (r->lanes, tl_target_lanes (r->p->target, region->buffer->dtype));
          }
    }
  if (r->transposed < 0)
    return tl_set_reason (why, "block %s has no contiguous reads along %s", nest->block->name, nest->vars[r->k]->name);
  return TRUE;
}

/* Blocks after it run while the rows are in the cache, until one is refused. */
static void
take_followers (LaneRows *r, guint at, guint i0)
{
  TlDefaultSchedule *p = r->p;

  while (at < p->blocks->len)
    {
      TlState      *mark = tl_schedule_builder_mark (p->builder);
      guint         rv = tl_default_rv (p, at), n, first;
      const TlStmt *block = tl_default_block (p, at);
      TlDType       dtype = block != NULL && block->block.n_writes > 0 ? block->block.writes[0].buffer->dtype : TL_FLOAT32;

      if (block == NULL || block->block.init != NULL)
        {
          tl_state_unref (mark);
          return;
        }
      tl_step_at (p->builder, "reverse_compute_at", rv, i0);
      first = tl_step_get_loops_below (p->builder, rv, i0, &n);
      if (n > 0)
        tl_default_vectors (p, first + n - 1, dtype);
      if (!tl_schedule_builder_accept (p->builder, mark))
        return;
      tl_default_claim (p, at);
    }
}

/* Results that only these blocks read stay in registers. */
static void
keep_in_registers (LaneRows *r)
{
  if (tl_default_feeds_others (r->p, r->nest.rv))
    return;
  for (guint i = 0; i < r->nest.block->n_writes; i++)
    {
      TlState *mark = tl_schedule_builder_mark (r->p->builder);

      tl_step_set_scope (r->p->builder, r->nest.rv, i, "local");
      tl_schedule_builder_accept (r->p->builder, mark);
    }
}

static gboolean
apply_lane_rows (TlDefaultSchedule *p, guint at, char **why)
{
  LaneRows r = { .p = p };
  guint    outer[TL_NEST_MAX_LOOPS], n_outer, order[TL_NEST_MAX_LOOPS + 4], n = 0, i0, k0;

  if (!read_lane_rows (&r, at, why))
    return FALSE;
  n_outer = tl_block_nest_list (&r.nest, r.nest.spatial & ~(1u << r.row), outer);
  i0 = tl_step_split (p->builder, r.nest.loops[r.row], 0, r.lanes);
  k0 = tl_step_split (p->builder, r.nest.loops[r.k], 0, r.lanes);
  order[n++] = i0;
  n += tl_block_nest_list (&r.nest, r.nest.reduced & ~(1u << r.k), &order[n]);
  order[n++] = k0;
  order[n++] = k0 + 1;
  order[n++] = i0 + 1;
  tl_step_reorder_behind (p->builder, outer, n_outer, order, n);
  tl_default_transpose (p, r.nest.rv, r.transposed, k0, k0 + 1, i0 + 1, NULL);
  tl_default_parallel (p, n_outer > 0 && tl_schedule_builder_extent (p->builder, outer[0]) > 1 ? outer[0] : i0);
  if (p->builder->error != NULL)
    return FALSE;
  tl_default_claim (p, at);
  take_followers (&r, at, i0);
  keep_in_registers (&r);
  tl_step_at (p->builder, "decompose_reduction", r.nest.rv, order[1]);
  return TRUE;
}

const TlDefaultRule tl_default_lane_rows_rule = {
  .info = { "lane-rows", "llvm", "Row reductions with several results, or with short rows: sums and sums of squares, argmax",
            "As many rows at a time as a vector has lanes, transposed in registers so that each lane is a row" },
  .apply = apply_lane_rows,
};
