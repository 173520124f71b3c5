/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Everything about a row while the row is in the first caches: softmax, normalization, sums and extrema of rows, in any number of stages.
 *
 *     for row: largest of row → exp of row → sum of row → row / sum        each stage in vectors
 *
 * A reduction along the row goes in steps: a partial result for each lane of four registers, of one, of a quarter of it, then those. As
 * many stages as possible are one part; where a step is refused, the last is left out, then those ahead of the first reduction.
 */
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/default-schedule-private.h"

#define MAX_STAGES 16u
#define MAX_STEPS  3u
#define FILLED_UP      2     /* vectors of a row that is longer than these: another one is not whole; */
#define FILLED_UP_FOUR 32    /* of one so long: another four */

typedef struct
{
  guint         rv;
  TlBlockNest nest;
  gboolean      is_reduction;
  guint         steps[MAX_STEPS];   /* blocks of partial results, the widest first */
  guint         n_steps;
} Stage;

typedef struct
{
  TlDefaultSchedule *p;
  guint              n_row;                  /* loops outside that are the same for all */
  gint64             extents[TL_NEST_MAX_LOOPS];
  guint              first, anchor, last;    /* of the stages, places among p->blocks */
  Stage              stages[MAX_STAGES];
} RowStages;

/* --- the stages of a part --- */

/* One or several results for each row, whose loops are outside in their order; elements along the innermost loop lie in a row. */
static gboolean
read_row_reduction (const TlBlockNest *nest, guint *n_row, char **why)
{
  const TlStmt *store = nest->block->body;
  gboolean      along = FALSE;

  *n_row = tl_loop_set_count (nest->spatial);
  if (nest->reduced == 0 || nest->block->init == NULL)
    return tl_set_reason (why, "block %s is not an initialized reduction", nest->block->name);
  if (nest->spatial != (1u << *n_row) - 1)
    return tl_set_reason (why, "block %s has reduction loops outside other loops", nest->block->name);
  if (store->kind != TL_STMT_STORE)
    return tl_set_reason (why, "block %s has more than one result", nest->block->name);
  for (guint r = 0; r < nest->block->n_reads; r++)
    {
      const TlRegion *region = &nest->block->reads[r];
      guint           last = tl_default_last_dim (region->buffer);

      along |= region->buffer->n_dims > 0 && region->buffer != store->buffer
               && tl_block_nest_axis (nest, region->ranges[last].min) == (gint) nest->n - 1;
    }
  if (!along)
    return tl_set_reason (why, "block %s has no contiguous reads along %s", nest->block->name, nest->vars[nest->n - 1]->name);
  return TRUE;
}

static gboolean
belongs (RowStages *rows, const TlBlockNest *nest)
{
  g_autofree char *why = NULL;
  guint            n_row;

  if (nest->n < rows->n_row || nest->n > rows->n_row + 2 || ((nest->spatial ^ ((1u << rows->n_row) - 1)) & ((1u << rows->n_row) - 1)) != 0)
    return FALSE;
  for (guint l = 0; l < rows->n_row; l++)
    if (nest->extents[l] != rows->extents[l])
      return FALSE;
  if (nest->reduced == 0)
    return nest->block->init == NULL && nest->n <= rows->n_row + 1;
  return read_row_reduction (nest, &n_row, &why) && n_row == rows->n_row;
}

/* A neighbour of the stages that are known. */
static gboolean
takes (RowStages *rows, gint at)
{
  g_autofree char *why = NULL;
  TlBlockNest    nest;

  return at >= 0 && at < (gint) rows->p->blocks->len && rows->last - rows->first + 1 < MAX_STAGES
         && tl_block_nest_match_rv (rows->p->builder, tl_default_rv (rows->p, (guint) at), &nest, &why) && belongs (rows, &nest);
}

static void
find_stages (RowStages *rows)
{
  TlState *mark = tl_schedule_builder_mark (rows->p->builder);

  rows->first = rows->last = rows->anchor;
  while (takes (rows, (gint) rows->last + 1))
    rows->last++;
  while (takes (rows, (gint) rows->first - 1))
    rows->first--;
  tl_schedule_builder_rewind (rows->p->builder, mark);
}

/* --- steps --- */

/* Lanes of each step, ever fewer; each divides what is left. 0 steps: the row is no whole vectors. */
static guint
lanes_of_steps (gint64 extent, gint64 lanes, gint64 wanted[MAX_STEPS])
{
  const gint64 most[MAX_STEPS] = { extent >= 8 * lanes ? 4 * lanes : 0, lanes, MAX (lanes / 4, 2) };
  guint        n = 0;

  for (guint s = 0; s < MAX_STEPS; s++)
    {
      gint64 found = tl_default_vector_divisor (extent, MIN (lanes, MAX (most[s], 2)), most[s]);

      if (found == 0 || found == extent)
        continue;
      wanted[n++] = extent = found;
    }
  return n;
}

/* Several loops of the reduction that run over what lies in a row are one. */
static void
fuse_terms (TlDefaultSchedule *p, Stage *stage)
{
  const TlBlockNest *nest = &stage->nest;
  guint                n_terms = tl_loop_set_count (nest->reduced), first = nest->n - n_terms;
  TlState             *mark;

  for (guint r = 0; n_terms > 1 && r < nest->block->n_reads; r++)
    {
      const TlRegion *region = &nest->block->reads[r];

      if (region->buffer->n_dims < n_terms || region->buffer == nest->block->writes[0].buffer)
        continue;
      for (guint t = 0; t < n_terms; t++)
        {
          guint  dim = region->buffer->n_dims - n_terms + t;
          gint64 extent;

          if (region->ranges[dim].min != nest->vars[first + t] || !tl_buffer_get_extent (region->buffer, dim, &extent)
              || extent != nest->extents[first + t])
            return;
        }
    }
  if (n_terms < 2)
    return;
  mark = tl_schedule_builder_mark (p->builder);
  tl_step_fuse_loops (p->builder, &nest->loops[first], n_terms);
  tl_schedule_builder_accept (p->builder, mark);
}

/* Sums of rows that are no whole vectors, where zeros may follow the terms. */
static void
fill_up (TlDefaultSchedule *p, Stage *stage)
{
  TlBlockNest *nest = &stage->nest;
  gint64       lanes = tl_target_lanes (p->target, nest->block->writes[0].buffer->dtype), extent = nest->extents[nest->n - 1];
  TlState     *mark;

  if (tl_loop_set_count (nest->reduced) != 1 || extent <= FILLED_UP * lanes || extent % lanes == 0)
    return;
  mark = tl_schedule_builder_mark (p->builder);
  tl_default_fill_up (p, nest, nest->n - 1, extent >= FILLED_UP_FOUR * lanes ? 4 * lanes : lanes);
  tl_schedule_builder_accept (p->builder, mark);
}

/* Partial results for ever fewer lanes. */
static void
cut_reduction (TlDefaultSchedule *p, Stage *stage)
{
  TlDType dtype = stage->nest.block->writes[0].buffer->dtype;
  gint64  wanted[MAX_STEPS];
  guint   n, n_dims = stage->nest.block->writes[0].buffer->n_dims, n_row = tl_loop_set_count (stage->nest.spatial);

  fill_up (p, stage);
  fuse_terms (p, stage);
  n = lanes_of_steps (tl_schedule_builder_extent (p->builder, tl_step_get_inner_loop (p->builder, stage->rv, 0)),
                      tl_target_lanes (p->target, dtype), wanted);
  if (n == 0 && p->builder->error == NULL)
    tl_refuse (&p->builder->error, NULL, 0, NULL, "the rows of block %s are not a multiple of a vector, or of a half or quarter of it",
               stage->nest.block->name);
  for (stage->n_steps = 0; stage->n_steps < n;)
    {
      guint k = tl_step_split (p->builder, tl_step_get_inner_loop (p->builder, stage->rv, 0), 0, wanted[stage->n_steps]);

      stage->steps[stage->n_steps++] = tl_schedule_builder_do (p->builder, "rfactor", tl_arg_rv (k + 1), tl_arg_int (MIN (n_row, n_dims)));
    }
}

/* The loops of a step below the row: its lanes outermost, the terms of the sums inside. */
static void
write_step (TlDefaultSchedule *p, guint step, gboolean is_first, guint row, gint64 lanes)
{
  guint n, first, order[TL_NEST_MAX_LOOPS + 2], n_order = 0, lane0 = 0, lane;

  tl_step_at (p->builder, "compute_at", step, row);
  lane = first = tl_step_get_loops_below (p->builder, step, row, &n);
  if (n < 2 || n > TL_NEST_MAX_LOOPS)
    {
      if (p->builder->error == NULL)
        tl_refuse (&p->builder->error, NULL, 0, NULL, "a step of a reduction has %u loops", n);
      return;
    }
  for (guint l = 1; l < n; l++)
    order[n_order++] = first + l;
  if (is_first && tl_schedule_builder_extent (p->builder, lane) > lanes)
    {
      lane0 = tl_step_split (p->builder, lane, 0, lanes);
      lane = lane0 + 1;
      order[n_order++] = lane0;
    }
  order[n_order++] = lane;
  tl_step_reorder_loops (p->builder, order, n_order);
  if (lane0 != 0)
    tl_step (p->builder, "unroll", lane0);
  if (!is_first)
    tl_step (p->builder, "unroll", first + n - 1);
  tl_step (p->builder, "vectorize", lane);
}

static void
write_stage (TlDefaultSchedule *p, Stage *stage, guint row, gboolean is_last)
{
  TlDType dtype = stage->nest.block->writes[0].buffer->dtype;
  guint   n, first;

  if (!is_last)
    tl_step_at (p->builder, "compute_at", stage->rv, row);
  first = tl_step_get_loops_below (p->builder, stage->rv, row, &n);
  if (!stage->is_reduction)
    {
      if (n > 0)
        {
          guint vectors = tl_default_vectors (p, first + n - 1, dtype);

          if (is_last)
            tl_default_store_nontemporal (
                p, vectors, tl_mul_saturated (tl_block_nest_n_iterations (&stage->nest, stage->nest.spatial), dtype.bits / 8));
        }
      return;
    }
  if (n > 0)
    tl_step (p->builder, "unroll", first + n - 1);
  for (guint s = stage->n_steps; s > 0; s--)
    write_step (p, stage->steps[s - 1], s == 1, row, tl_target_lanes (p->target, dtype));
}

static gboolean
read_stages (RowStages *rows, char **why)
{
  for (guint at = rows->first; at <= rows->last; at++)
    {
      Stage *stage = &rows->stages[at - rows->first];

      stage->rv = tl_default_rv (rows->p, at);
      if (!tl_block_nest_match_rv (rows->p->builder, stage->rv, &stage->nest, why))
        return FALSE;
      stage->is_reduction = stage->nest.reduced != 0;
      stage->n_steps = 0;
    }
  return TRUE;
}

/* The loops of rows of the last stage: @outer for the cores; the inner one is where the other stages run. */
static guint
find_row (RowStages *rows, guint last_rv, guint *outer)
{
  TlDefaultSchedule *p = rows->p;
  guint              n, first = tl_step_get_loops (p->builder, last_rv, &n), loops[TL_NEST_MAX_LOOPS];

  for (guint l = 0; l < rows->n_row; l++)
    loops[l] = first + l;
  if (rows->n_row > 1 && rows->extents[0] < 4 * p->target->num_cores)
    first = loops[rows->n_row - 1] = tl_step_fuse_loops (p->builder, loops, rows->n_row);
  *outer = first;
  return loops[rows->n_row - 1];
}

static void
write_rows (RowStages *rows)
{
  guint n = rows->last - rows->first + 1, outer, row;

  for (guint s = 0; s < n; s++)
    if (rows->stages[s].is_reduction)
      cut_reduction (rows->p, &rows->stages[s]);
  row = find_row (rows, rows->stages[n - 1].rv, &outer);
  for (guint s = n; s > 0; s--)
    write_stage (rows->p, &rows->stages[s - 1], row, s == n);
  tl_default_parallel (rows->p, outer);
}

/* No rows: one result, of steps one after the other. */
static gboolean
write_single (RowStages *rows, char **why)
{
  Stage *stage = &rows->stages[0];

  rows->first = rows->last = rows->anchor;
  if (!read_stages (rows, why))
    return FALSE;
  cut_reduction (rows->p, stage);
  for (guint s = 0; s < stage->n_steps; s++)
    tl_step (rows->p->builder, "vectorize", tl_step_get_inner_loop (rows->p->builder, stage->steps[s], 0));
  return rows->p->builder->error == NULL || tl_set_reason (why, "%s", tl_refusal_reason (rows->p->builder->error));
}

/* The stages from first to last; all is as it was if a step is refused. */
static gboolean
try_stages (RowStages *rows, char **why)
{
  TlState *mark = tl_schedule_builder_mark (rows->p->builder);

  if (read_stages (rows, why))
    write_rows (rows);
  if (rows->p->builder->error != NULL)
    tl_set_reason (why, "%s", tl_refusal_reason (rows->p->builder->error));
  return tl_schedule_builder_accept (rows->p->builder, mark) && *why == NULL;
}

/* All stages, then fewer behind, then without those ahead of the anchor. */
static gboolean
try_fewer_stages (RowStages *rows, char **why)
{
  guint firsts[2] = { rows->first, rows->anchor }, most = rows->last;

  for (guint f = 0; f < (firsts[0] == firsts[1] ? 1u : 2u); f++)
    for (guint n = most - rows->anchor + 1; n > 0; n--)
      {
        g_clear_pointer (why, g_free);
        rows->first = firsts[f];
        rows->last = rows->anchor + n - 1;
        if (!try_stages (rows, why))
          continue;
        for (guint left = rows->last - rows->first + 1; left > 0; left--)
          tl_default_claim (rows->p, rows->first);
        return TRUE;
      }
  return FALSE;
}

static gboolean
apply_rows (TlDefaultSchedule *p, guint at, char **why)
{
  RowStages     rows = { .p = p, .anchor = at };
  TlBlockNest nest;

  if (!tl_block_nest_match_rv (p->builder, tl_default_rv (p, at), &nest, why) || !read_row_reduction (&nest, &rows.n_row, why))
    return FALSE;
  if (rows.n_row == 0)
    {
      if (!write_single (&rows, why))
        return FALSE;
      tl_default_claim (p, at);
      return TRUE;
    }
  for (guint l = 0; l < rows.n_row; l++)
    rows.extents[l] = nest.extents[l];
  find_stages (&rows);
  return try_fewer_stages (&rows, why);
}

const TlDefaultRule tl_default_rows_rule = {
  .info = { "rows", "llvm", "Row reductions and their consumers, in any number of stages: softmax, normalization, row sums and extrema",
            "All stages for one row at a time, rows in parallel; reductions in vectors of partial results, combined by a tree reduction" },
  .apply = apply_rows,
};
