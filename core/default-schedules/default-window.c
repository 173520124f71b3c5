/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions whose results lie side by side and are computed side by side, a result in each lane:
 *
 *     window     few terms (pooling, depthwise convolution, moving sums): written out for a tile of results in registers
 *     columns    many terms (sums down the columns of a matrix): a row of results in registers while the terms stream by
 */
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/default-schedule-private.h"

#define MAX_TERMS     64     /* of a window */
#define WRITTEN_OUT    32     /* terms that are written out */
#define MAX_STRIDE     4      /* between the elements that adjacent results of a window read: pooling moves by some */
#define FLAT_VECTORS   1024   /* of a long row, for a core at a time */
#define COLUMN_VECTORS 16

typedef struct
{
  TlDefaultSchedule *p;
  TlBlockNest      nest;
  guint              last;          /* the loop along the results */
  gint64             lanes, n_terms;
  guint              spatial[TL_NEST_MAX_LOOPS], n_spatial;   /* variables of loops longer than 1 but @last, outermost first; those of 1
                                                                    before them */
  guint              reduced[TL_NEST_MAX_LOOPS], n_reduced;
  gint64             n_bytes;       /* of the results; 0: symbolic */
} WindowRule;

static gboolean
read_window (WindowRule *w, guint *at, gint most_stride, char **why)
{
  TlBlockNest *nest = &w->nest;
  const TlStmt  *store;
  gint           last;
  guint          plain;

  if (!tl_block_nest_match_rv (w->p->builder, tl_default_rv (w->p, *at), nest, why))
    return FALSE;
  if (nest->reduced == 0 || nest->block->init == NULL)
    return tl_set_reason (why, "block %s is not an initialized reduction", nest->block->name);
  if (!tl_default_inline_padding (w->p, nest, at, why))
    return FALSE;
  store = nest->block->body;
  if (store->kind != TL_STMT_STORE || nest->block->n_writes != 1 || store->n_indices == 0)
    return tl_set_reason (why, "block %s does more than store one value", nest->block->name);
  last = tl_block_nest_axis (nest, store->indices[store->n_indices - 1]);
  if (last < 0 || !tl_block_nest_are_distinct_axes (nest, store->indices, store->n_indices, &plain))
    return tl_set_reason (why, "an index of %s is not an axis", store->buffer->name);
  if (nest->extents[last] == 1 || nest->extents[last] == 0)
    return tl_set_reason (why, "%s is not a row of constant length", store->buffer->name);
  w->last = (guint) last;
  w->lanes = tl_target_lanes (w->p->target, store->buffer->dtype);
  return tl_default_is_contiguous_along (w->p, nest, w->last, most_stride, why);
}

static void
list_loops (WindowRule *w)
{
  const TlBlockNest *nest = &w->nest;
  guint              others = nest->spatial & ~(1u << w->last);

  w->n_terms = tl_block_nest_n_iterations (nest, nest->reduced);
  w->n_bytes = tl_mul_saturated (tl_block_nest_n_iterations (nest, nest->spatial), nest->block->body->buffer->dtype.bits / 8);
  w->n_reduced = tl_block_nest_list (nest, nest->reduced, w->reduced);
  w->n_spatial = tl_block_nest_list (nest, others & nest->units, w->spatial);
  w->n_spatial += tl_block_nest_list (nest, others & ~nest->units, w->spatial + w->n_spatial);
}

static void
unroll_terms (WindowRule *w)
{
  if (w->n_terms <= WRITTEN_OUT)
    for (guint r = 0; r < w->n_reduced; r++)
      tl_step (w->p->builder, "unroll", w->reduced[r]);
}

/* One row: vectors one after the other. */
static void
write_flat (WindowRule *w)
{
  TlDefaultSchedule *p = w->p;
  guint              i0 = tl_step_split (p->builder, w->nest.loops[w->last], 0,
                                         tl_min (FLAT_VECTORS, tl_ceildiv (w->nest.extents[w->last], w->lanes)), w->lanes);
  guint              order[TL_NEST_MAX_LOOPS + 3] = { i0, i0 + 1 };

  for (guint r = 0; r < w->n_reduced; r++)
    order[2 + r] = w->reduced[r];
  order[2 + w->n_reduced] = i0 + 2;
  tl_step_reorder_behind (p->builder, w->spatial, w->n_spatial, order, 3 + w->n_reduced);
  tl_step (p->builder, "parallel", i0);
  tl_step (p->builder, "vectorize", i0 + 2);
  unroll_terms (w);
  tl_default_store_nontemporal (p, i0 + 1, w->n_bytes);
}

/* Rows: some of them at a time, each for some vectors; where a row is one vector, for some places of the loop around it. */
static void
write_tiles (WindowRule *w)
{
  TlDefaultSchedule *p = w->p;
  gint64             n_vectors = tl_ceildiv (w->nest.extents[w->last], w->lanes), tile = p->n_registers * 7 / 8;
  gboolean           is_short = n_vectors == 1 && w->n_spatial > 1
                                && tl_schedule_builder_extent (p->builder, w->spatial[w->n_spatial - 2]) > 1;
  guint              n_outer = w->n_spatial - (is_short ? 2 : 1), h = w->spatial[n_outer];
  gint64             rows = tl_default_chunk_size (tl_max (tl_schedule_builder_extent (p->builder, h), 1), 2);
  guint              h0 = tl_step_split (p->builder, h, 0, rows), h1 = h0 + 1, w0, w1, l, order[TL_NEST_MAX_LOOPS + 5], n = 0;

  if (is_short)
    {
      gint64 places = tl_max (tl_schedule_builder_extent (p->builder, w->spatial[n_outer + 1]), 1);

      l = w->nest.loops[w->last];
      w0 = tl_step_split (p->builder, w->spatial[n_outer + 1], 0, tl_default_chunk_size (places, tile / (3 * rows)));
      w1 = w0 + 1;
    }
  else
    {
      w0 = tl_step_split (p->builder, w->nest.loops[w->last], 0, tl_default_chunk_size (n_vectors, tile / (2 * rows)), w->lanes);
      w1 = w0 + 1;
      l = w0 + 2;
    }
  order[n++] = h0;
  order[n++] = w0;
  order[n++] = h1;
  n += tl_block_nest_list (&w->nest, w->nest.reduced, &order[n]);
  order[n++] = w1;
  order[n++] = l;
  tl_step_reorder_behind (p->builder, w->spatial, n_outer, order, n);
  tl_step_unroll_and_vectorize (p->builder, h1, w1, l);
  unroll_terms (w);
  if (n_outer > 0)
    h0 = tl_step_fuse_loops (p->builder, w->spatial, n_outer);
  tl_step (p->builder, "parallel", h0);
  tl_default_store_nontemporal (p, h0, w->n_bytes);
}

static gboolean
apply_window (TlDefaultSchedule *p, guint at, char **why)
{
  WindowRule w = { .p = p };

  if (!read_window (&w, &at, MAX_STRIDE, why))
    return FALSE;
  list_loops (&w);
  if (w.n_terms == 0 || w.n_terms > MAX_TERMS)
    return tl_set_reason (why, "block %s reduces %" G_GINT64_FORMAT " terms, more than %u", w.nest.block->name, w.n_terms, MAX_TERMS);
  if (w.n_spatial == 0 || tl_schedule_builder_extent (p->builder, w.spatial[w.n_spatial - 1]) == 1)
    write_flat (&w);
  else
    write_tiles (&w);
  tl_default_claim (p, at);
  return TRUE;
}

static gboolean
apply_columns (TlDefaultSchedule *p, guint at, char **why)
{
  WindowRule w = { .p = p };
  guint  j0, order[TL_NEST_MAX_LOOPS + 3];

  if (!read_window (&w, &at, 1, why))
    return FALSE;
  list_loops (&w);
  j0 = tl_step_split (p->builder, w.nest.loops[w.last], 0,
                      tl_largest_divisor (tl_ceildiv (w.nest.extents[w.last], w.lanes), COLUMN_VECTORS), w.lanes);
  order[0] = j0;
  for (guint r = 0; r < w.n_reduced; r++)
    order[1 + r] = w.reduced[r];
  order[1 + w.n_reduced] = j0 + 1;
  order[2 + w.n_reduced] = j0 + 2;
  tl_step_reorder_behind (p->builder, w.spatial, w.n_spatial, order, 3 + w.n_reduced);
  tl_step_unroll_and_vectorize (p->builder, j0 + 1, j0 + 2);
  tl_step (p->builder, "parallel", w.n_spatial > 0 && tl_schedule_builder_extent (p->builder, w.spatial[0]) != 1 ? w.spatial[0] : j0);
  tl_step_at (p->builder, "decompose_reduction", w.nest.rv, w.reduced[0]);
  tl_default_claim (p, at);
  return TRUE;
}

const TlDefaultRule tl_default_window_rule = {
  .info = { "window", "llvm",
            "A reduction of up to 64 terms where adjacent results read adjacent elements, or some apart: pooling, depthwise convolution, "
            "moving sums",
            "Vectors along the results, a tile of results in registers, the terms unrolled, padding inlined" },
  .apply = apply_window,
};

const TlDefaultRule tl_default_columns_rule = {
  .info = { "columns", "llvm", "A reduction of any length where adjacent results read adjacent elements: sums of matrix columns",
            "Vectors along a row of results in registers, the reduction outside" },
  .apply = apply_columns,
};
