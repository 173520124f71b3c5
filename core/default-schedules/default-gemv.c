/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of a matrix and a vector: each element of the matrix is needed once, so what counts is that it streams in, in vectors.
 *
 *     W[k, j]    a row of results in registers, several rows of W at a time
 *     W[j, k]    as many results at a time as a vector has lanes, each with a vector of partial sums, which are transposed to be added up
 */
#include "core/base/division.h"
#include "core/default-schedules/default-schedule-private.h"

#define VECTORS 8
#define ROWS    8
#define FILLED_UP 2    /* vectors of a row that is longer than these: another one is not whole */

typedef struct
{
  TlDefaultSchedule *p;
  TlBlockNest      nest;
  TlBlockProduct   product;
  const TlBlockOperand *matrix, *vector;
  gint            j, k;
  gint64          N, K, lanes;
  gint64          k_lanes;         /* partial sums of a result; by rows */
  gboolean        is_by_rows;      /* W[j, k] */
  gint            epilogue;
} Gemv;

static gboolean
read_roles (Gemv *g, char **why)
{
  const TlBlockNest *nest = &g->nest;
  const TlExpr        *load = g->matrix->load;
  guint                results = g->matrix->axes & ~g->vector->axes & nest->spatial & ~nest->units, reduced = nest->reduced & ~nest->units;
  gint                 last = tl_default_last_axis (nest, load->buffer, load->indices);

  if (tl_loop_set_count (results) != 1 || tl_loop_set_count (reduced) != 1)
    return tl_set_reason (why, "block %s has %u spatial and %u reduction axes longer than 1, not one of each", nest->block->name,
                          tl_loop_set_count (results), tl_loop_set_count (reduced));
  g->j = tl_loop_set_first (results);
  g->k = tl_loop_set_first (reduced);
  if (last != g->j && last != g->k)
    return tl_set_reason (why, "the last index of %s is neither %s nor %s", load->buffer->name, nest->vars[g->j]->name,
                          nest->vars[g->k]->name);
  if ((g->vector->axes & (1u << g->k)) == 0)
    return tl_set_reason (why, "%s does not depend on %s", g->vector->load->buffer->name, nest->vars[g->k]->name);
  g->is_by_rows = last == g->k;
  g->N = nest->extents[g->j];
  g->K = nest->extents[g->k];
  if (g->N == 0 || g->K == 0)
    return tl_set_reason (why, "the extent of %s is symbolic", nest->vars[g->N == 0 ? g->j : g->k]->name);
  return TRUE;
}

/* Rows that no whole vectors fill are filled up with zeros if these are few. */
static gint64
choose_lanes (const Gemv *g)
{
  gint64 found = tl_default_vector_divisor (g->K, g->lanes, g->lanes);

  return found < g->lanes && g->K > FILLED_UP * g->lanes ? g->lanes : found;
}

static gboolean
read_gemv (Gemv *g, guint *at, char **why)
{
  const TlStmt *store;
  guint         rows[2], plain;

  if (!tl_block_nest_match_rv (g->p->builder, tl_default_rv (g->p, *at), &g->nest, why)
      || !tl_block_product_match_whole (&g->nest, &g->product, why) || !tl_default_inline_padding (g->p, &g->nest, at, why)
      || !tl_block_product_match (&g->nest, &g->product, why) || !tl_default_drop_units (g->p, &g->nest, &g->product, why))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    rows[i] = g->product.operands[i].axes & ~g->product.operands[1 - i].axes & g->nest.spatial & ~g->nest.units;
  if (rows[0] != 0 && rows[1] != 0)
    return tl_set_reason (why, "neither %s nor %s is the vector of a matrix-vector product", g->product.operands[0].load->buffer->name,
                          g->product.operands[1].load->buffer->name);
  g->matrix = &g->product.operands[rows[0] != 0 ? 0 : 1];
  g->vector = &g->product.operands[rows[0] != 0 ? 1 : 0];
  store = g->product.store;
  if (!tl_block_nest_are_distinct_axes (&g->nest, store->indices, store->n_indices, &plain)
      || !tl_block_nest_are_distinct_axes (&g->nest, g->matrix->load->indices, g->matrix->load->n_indices, &plain)
      || !tl_block_nest_are_distinct_axes (&g->nest, g->vector->load->indices, g->vector->load->n_indices, &plain))
    return tl_set_reason (why, "an index in block %s is not an axis", g->nest.block->name);
  if (!read_roles (g, why))
    return FALSE;
  g->lanes = tl_target_lanes (g->p->target, store->buffer->dtype);
  g->k_lanes = g->is_by_rows ? choose_lanes (g) : 0;
  if (g->is_by_rows && (g->k_lanes == 0 || g->k_lanes == g->K))
    return tl_set_reason (why, "rows of %" G_GINT64_FORMAT " elements are not two or more whole, half or quarter vectors", g->K);
  g->epilogue = tl_default_epilogue (g->p, &g->nest);
  return TRUE;
}

/* Loops of a batch. */
static guint
list_outer (const Gemv *g, guint *outer)
{
  return tl_block_nest_list (&g->nest, ~(1u << g->j | 1u << g->k), outer);
}

/* For the cores: @j0, results of products of a batch, @outer. */
static void
share_results (const Gemv *g, guint *outer, guint n_outer, guint j0)
{
  outer[n_outer] = j0;
  tl_default_share (g->p, outer, n_outer + 1, 1);
}

static void
write_columns (Gemv *g)
{
  TlDefaultSchedule *p = g->p;
  guint              outer[TL_NEST_MAX_LOOPS + 1], n_outer = list_outer (g, outer);
  guint              j0 = tl_step_split (p->builder, g->nest.loops[g->j], 0, tl_largest_divisor (MAX (g->N / g->lanes, 1), VECTORS),
                                         g->lanes),
                     j1 = j0 + 1, j2 = j0 + 2;
  guint              k0 = tl_step_split (p->builder, g->nest.loops[g->k], 0, tl_largest_divisor (g->K, ROWS)), k1 = k0 + 1;

  tl_step_reorder_behind (p->builder, outer, n_outer, TL_STEP_LIST (guint, j0, k0, k1, j1, j2));
  if (g->epilogue >= 0)
    tl_default_write_result (p, g->nest.rv, g->epilogue, j0, g->lanes);
  share_results (g, outer, n_outer, j0);
  tl_step_unroll_and_vectorize (p->builder, k1, j1, j2);
  tl_step_at (p->builder, "decompose_reduction", g->nest.rv, k0);
}

static void
write_rows (Gemv *g)
{
  TlDefaultSchedule *p = g->p;
  guint              outer[TL_NEST_MAX_LOOPS + 1], n_outer, j, k, k0, partial, j0, j1, lane, n, first;

  if (g->K % g->k_lanes != 0)
    tl_default_fill_up (p, &g->nest, g->k, g->k_lanes);
  j = g->nest.loops[g->j];
  k = g->nest.loops[g->k];
  n_outer = list_outer (g, outer);
  tl_step_reorder_behind (p->builder, outer, n_outer, TL_STEP_LIST (guint, j, k));
  k0 = tl_step_split (p->builder, k, 0, g->k_lanes);
  partial = tl_schedule_builder_do (p->builder, "rfactor", tl_arg_rv (k0 + 1), tl_arg_int (g->product.store->n_indices));
  j = tl_step_get_inner_loop (p->builder, g->nest.rv, 1);
  lane = tl_step_get_inner_loop (p->builder, g->nest.rv, 0);
  j0 = tl_step_split (p->builder, j, 0, g->lanes);
  j1 = j0 + 1;
  tl_step_reorder (p->builder, j0, lane, j1);
  tl_step_unroll_and_vectorize (p->builder, lane, j1);
  tl_default_write_result (p, g->nest.rv, g->epilogue, j0, g->lanes);
  tl_step_at (p->builder, "compute_at", partial, j0);
  tl_step_set_scope (p->builder, partial, 0, "local");
  first = tl_step_get_loops_below (p->builder, partial, j0, &n);
  if (p->builder->error == NULL && n != 3)
    tl_refuse (&p->builder->error, NULL, 0, NULL, "the partial sums have %u loops, not three", n);
  tl_step_reorder (p->builder, first + 2, first + 1, first);
  tl_step_unroll_and_vectorize (p->builder, first + 1, first);
  share_results (g, outer, n_outer, j0);
  tl_step_at (p->builder, "decompose_reduction", partial, first + 2);
}

static gboolean
apply_gemv (TlDefaultSchedule *p, guint at, char **why)
{
  Gemv  g = { .p = p };

  if (!read_gemv (&g, &at, why))
    return FALSE;
  if (g.is_by_rows)
    write_rows (&g);
  else
    write_columns (&g);
  tl_default_claim_with (p, at, g.epilogue);
  return TRUE;
}

const TlDefaultRule tl_default_gemv_rule = {
  .info = { "gemv", "llvm", "y[…, j] = Σk W[…, k, j] · x[…, k] or W[…, j, k], with elementwise consumers",
            "Sums in registers: whole rows of W at a time, or a vector of partial sums for each result, as many results as lanes" },
  .apply = apply_gemv,
};
