/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions whose results lie side by side and are computed side by side, a result in each lane:
 *
 *     window     few terms (pooling, depthwise convolution, moving sums): written out for a tile of results in registers
 *     columns    many terms (sums down the columns of a matrix): a row of results in registers while the terms stream by
 */
#include "core/arith/stride.h"
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/default-schedule-private.h"

#define MAX_TERMS     64     /* of a window */
#define WRITTEN_OUT    32     /* terms that are written out */
#define MAX_STRIDE     4      /* between the elements that adjacent results of a window read: pooling moves by some */
#define FLAT_VECTORS   1024   /* of a long row, for a core at a time */
#define COLUMN_VECTORS 16
#define MOST_MASKED    64     /* vectors of terms for a small image that are written out, with a mask each */

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
  gint               epilogue;      /* place among p->blocks of the block that takes the results, -1: none */
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
  last = tl_default_last_axis (nest, store->buffer, store->indices);
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

/* --- images whose rows are shorter than a vector --- */

typedef struct
{
  const WindowRule *w;
  TlAnalyzer       *analyzer;
  guint             row, line;    /* loops: along the last dimension of the result, and the one before */
} Image;

/* Neither loop moves it, or both as they move the result, so that it goes on from one row to the next as the result does. */
static TlWalk
stop_at_other_rows (const TlExpr *expr, gpointer user_data)
{
  const Image       *image = user_data;
  const TlBlockNest *nest = &image->w->nest;
  const guint        loops[] = { image->line, image->row };
  gint64             extent, stride;

  if (expr->kind != TL_EXPR_LOAD
      || (tl_block_nest_uses_any (nest, expr->indices, expr->n_indices) & (1u << loops[0] | 1u << loops[1])) == 0)
    return TL_WALK_INTO;
  if (expr->n_indices < 2 || !tl_buffer_get_extent (expr->buffer, expr->n_indices - 1, &extent) || extent != nest->extents[image->row])
    return TL_WALK_STOP;
  for (guint d = 0; d < expr->n_indices; d++)
    for (guint i = 0; i < 2; i++)
      if (!tl_expr_stride (image->analyzer, expr->indices[d], nest->vars[loops[i]], &stride)
          || stride != (d + 2 == expr->n_indices + i ? 1 : 0))
        return TL_WALK_STOP;
  return TL_WALK_INTO;
}

/* The pixels of an image can be one row of results: few enough that all its vectors are written out. */
static gboolean
is_small_image (const WindowRule *w)
{
  const TlBlockNest     *nest = &w->nest;
  const TlStmt          *store = nest->block->body;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (w->p->builder->arena);
  Image                  image = { .w = w, .analyzer = analyzer, .row = w->last };
  gint64                 n_pixels, extent;
  guint                  set = 0;

  for (guint d = 0; d < store->n_indices; d++)
    {
      if (tl_block_nest_axis (nest, store->indices[d]) < 0 || !tl_buffer_get_extent (store->buffer, d, &extent)
          || extent != nest->extents[tl_block_nest_axis (nest, store->indices[d])])
        return FALSE;
      set |= 1u << tl_block_nest_axis (nest, store->indices[d]);
    }
  if (store->n_indices < 2 || set != nest->spatial)
    return FALSE;
  image.line = (guint) tl_block_nest_axis (nest, store->indices[store->n_indices - 2]);
  n_pixels = tl_mul_saturated (nest->extents[image.line], nest->extents[image.row]);
  return nest->extents[image.line] > 1 && nest->extents[image.row] <= w->lanes * 3 / 4
         && tl_mul_saturated (tl_ceildiv (n_pixels, w->lanes), w->n_terms) <= MOST_MASKED && w->n_terms <= WRITTEN_OUT
         && tl_expr_walk (store->value, stop_at_other_rows, &image);
}

/* All vectors of an image side by side. The part of a term that lies outside of the image is masked. */
static void
write_images (WindowRule *w)
{
  TlDefaultSchedule *p = w->p;
  guint              n_dims = w->nest.block->body->n_indices, n, first, f0, outer[TL_NEST_MAX_LOOPS], n_outer = 0;
  gint64             n_pixels = 1;
  guint              writer = tl_default_flatten (p, &w->nest, n_dims - 2, w->epilogue), order[TL_NEST_MAX_LOOPS + 2], n_order = 0;

  for (guint d = n_dims - 2; d < n_dims; d++)
    n_pixels *= w->nest.extents[tl_block_nest_axis (&w->nest, w->nest.block->body->indices[d])];
  first = tl_step_get_loops (p->builder, w->nest.rv, &n);
  f0 = tl_step_split (p->builder, first + n_dims - 2, 0, tl_ceildiv (n_pixels, w->lanes), w->lanes);
  for (; n_outer < n_dims - 2; n_outer++)
    outer[n_outer] = first + n_outer;
  order[n_order++] = f0;
  for (guint r = 0; r < w->n_reduced; r++)
    order[n_order++] = w->reduced[r] = first + n_dims - 1 + r;
  order[n_order++] = f0 + 1;
  order[n_order++] = f0 + 2;
  tl_step_reorder_behind (p->builder, outer, n_outer, order, n_order);
  tl_step_at (p->builder, "reverse_compute_at", writer, f0);
  tl_step_set_scope (p->builder, w->nest.rv, 0, "local");
  tl_step_unroll_and_vectorize_below (p->builder, writer, f0, w->lanes);
  tl_step_unroll_and_vectorize (p->builder, f0 + 1, f0 + 2);
  unroll_terms (w);
  if (n_outer > 0)
    tl_default_parallel (p, tl_step_fuse_loops (p->builder, outer, n_outer));
}

/* --- rows --- */

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
  tl_default_parallel (p, i0);
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
  if (w->epilogue >= 0)
    tl_default_write_result (p, w->nest.rv, w->epilogue, w0, w->lanes);
  tl_step_unroll_and_vectorize (p->builder, h1, w1, l);
  unroll_terms (w);
  w->spatial[n_outer] = h0;
  tl_default_store_nontemporal (p, tl_default_share (p, w->spatial, n_outer + 1, 1), w->n_bytes);
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
    {
      write_flat (&w);
      tl_default_claim (p, at);
      return TRUE;
    }
  w.epilogue = tl_default_epilogue (p, &w.nest);
  if (is_small_image (&w))
    write_images (&w);
  else
    write_tiles (&w);
  tl_default_claim_with (p, at, w.epilogue);
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
  tl_default_parallel (p, w.n_spatial > 0 && tl_schedule_builder_extent (p->builder, w.spatial[0]) != 1 ? w.spatial[0] : j0);
  tl_step_at (p->builder, "decompose_reduction", w.nest.rv, w.reduced[0]);
  tl_default_claim (p, at);
  return TRUE;
}

const TlDefaultRule tl_default_window_rule = {
  .info = { "window", "llvm",
            "A reduction of up to 64 terms where adjacent results read adjacent elements, or some apart: pooling, depthwise convolution, "
            "moving sums",
            "Vectors along the results, along all pixels of images that have short rows; a tile of results in registers, which elementwise "
            "consumers take; the terms unrolled, padding inlined" },
  .apply = apply_window,
};

const TlDefaultRule tl_default_columns_rule = {
  .info = { "columns", "llvm", "A reduction of any length where adjacent results read adjacent elements: sums of matrix columns",
            "Vectors along a row of results in registers, the reduction outside" },
  .apply = apply_columns,
};
