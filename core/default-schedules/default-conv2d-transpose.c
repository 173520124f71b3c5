/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Transposed convolutions, which enlarge an image: zeros stand between its pixels, so that of the terms of a result only each s-th one
 * counts. Results that are s apart have the same terms; they are computed side by side in vectors, which read adjacent pixels, and the
 * conditions on what is no zero are known where the terms are written out.
 */
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/default-schedules/default-schedule-private.h"

#define MAX_STRIDE 8
#define MAX_TERMS  64   /* of a channel, written out */

typedef struct
{
  TlDefaultSchedule *p;
  TlBlockNest        nest;
  TlBlockProduct     product;
  const TlBlockOperand *image, *weights;
  gint64             strides[TL_NEST_MAX_LOOPS];   /* of the loops over places of the result; 1: of others */
  guint              enlarged, window;             /* sets of loops: places of the result between which zeros stand; terms of a channel */
  guint              row;                          /* the loop along the results, one of @enlarged */
  gint               k;                            /* the loop that the weights alone depend on, -1: none */
  gint64             lanes;
} TransposedConv;

/* --- recognition --- */

/* An index (…) // s of the image: the places of the result in it are apart by s. */
static TlWalk
note_division (const TlExpr *expr, gpointer user_data)
{
  TransposedConv *t = user_data;
  guint           used;

  if (expr->kind != TL_EXPR_FLOORDIV || expr->b->kind != TL_EXPR_INT || expr->b->int_value < 2 || expr->b->int_value > MAX_STRIDE)
    return TL_WALK_INTO;
  used = tl_block_nest_loops_used (&t->nest, expr->a);
  for (guint l = 0; l < t->nest.n; l++)
    if ((used & t->nest.spatial & (1u << l)) != 0)
      t->strides[l] = expr->b->int_value;
  t->enlarged |= used & t->nest.spatial;
  t->window |= used & t->nest.reduced;
  return TL_WALK_INTO;
}

static gboolean
read_sides (TransposedConv *t, char **why)
{
  const TlBlockNest *nest = &t->nest;
  const TlStmt      *store = t->product.store;
  gint               last = tl_block_nest_last_axis (nest, store->indices, store->n_indices);

  if (last < 0)
    return tl_set_reason (why, "the last index of %s is not an axis", store->buffer->name);
  t->row = (guint) last;
  for (guint side = 0; side < 2; side++)
    if ((t->product.operands[side].axes & (1u << last)) != 0 && (t->product.operands[1 - side].axes & (1u << last)) == 0)
      {
        t->image = &t->product.operands[side];
        t->weights = &t->product.operands[1 - side];
      }
  if (t->image == NULL)
    return tl_set_reason (why, "the last axis of %s must index exactly one factor", store->buffer->name);
  return TRUE;
}

static gboolean
read_transposed (TransposedConv *t, guint *at, char **why)
{
  TlBlockNest *nest = &t->nest;

  if (!tl_block_nest_match_rv (t->p->builder, tl_default_rv (t->p, *at), nest, why)
      || !tl_block_product_match_whole (nest, &t->product, why) || !tl_default_inline_padding (t->p, nest, at, why)
      || !tl_block_product_match (nest, &t->product, why) || !read_sides (t, why))
    return FALSE;
  for (guint l = 0; l < nest->n; l++)
    t->strides[l] = 1;
  for (guint d = 0; d < t->image->load->n_indices; d++)
    tl_expr_walk (t->image->load->indices[d], note_division, t);
  if ((t->enlarged & (1u << t->row)) == 0)
    return tl_set_reason (why, "block %s has no image with zeros between its pixels", nest->block->name);
  t->k = tl_loop_set_last (t->weights->axes & ~t->image->axes & nest->spatial & ~nest->units);
  t->lanes = tl_target_lanes (t->p->target, t->product.store->buffer->dtype);
  for (guint l = 0; l < nest->n; l++)
    if (nest->extents[l] == 0 && (l == t->row || (gint) l == t->k || (t->window & (1u << l)) != 0))
      return tl_set_reason (why, "the extent of %s is symbolic", nest->vars[l]->name);
  if (tl_block_nest_n_iterations (nest, t->window) > MAX_TERMS)
    return tl_set_reason (why, "block %s has more than %u terms for a channel", nest->block->name, MAX_TERMS);
  return TRUE;
}

/* --- steps --- */

/* Places of all phases between zeros, some vectors and channels of each, stay in registers for all terms. */
static void
write_phases (TransposedConv *t, gint epilogue)
{
  TlDefaultSchedule *p = t->p;
  const TlBlockNest *nest = &t->nest;
  gint64             s = t->strides[t->row], n_phases = 1, vectors, channels, tile;
  guint              outer[TL_NEST_MAX_LOOPS + 2], phases[TL_NEST_MAX_LOOPS], order[3 * TL_NEST_MAX_LOOPS];
  guint              n_outer = 0, n_phase_loops = 0, n = 0, w0, k0 = 0, reduced, at;

  for (guint l = 0; l < nest->n; l++)
    n_phases *= t->strides[l];
  tile = tl_max (p->n_registers * 5 / 8 / n_phases, 1);
  vectors = tl_default_chunk_size (tl_ceildiv (nest->extents[t->row], s * t->lanes), t->k >= 0 ? MIN (tile, 2) : tile);
  channels = t->k >= 0 ? tl_default_chunk_size (nest->extents[t->k], tl_max (tile / vectors, 1)) : 1;
  for (guint l = 0; l < nest->n; l++)
    if (tl_block_nest_reduces (nest, l) || l == t->row || (gint) l == t->k)
      continue;
    else if ((t->enlarged & (1u << l)) != 0)
      {
        outer[n_outer++] = tl_step_split (p->builder, nest->loops[l], 0, t->strides[l]);
        phases[n_phase_loops++] = outer[n_outer - 1] + 1;
      }
    else
      outer[n_outer++] = nest->loops[l];
  w0 = tl_step_split (p->builder, nest->loops[t->row], 0, vectors, t->lanes, s);
  order[n++] = at = w0;
  if (t->k >= 0)
    order[n++] = at = k0 = tl_step_split (p->builder, nest->loops[t->k], 0, channels);
  reduced = n;
  n += tl_block_nest_list (nest, nest->reduced & ~t->window, &order[n]);
  n += tl_block_nest_list (nest, t->window, &order[n]);
  if (t->k >= 0)
    order[n++] = k0 + 1;
  for (guint i = 0; i < n_phase_loops; i++)
    order[n++] = phases[i];
  order[n++] = w0 + 3;
  order[n++] = w0 + 1;
  order[n++] = w0 + 2;
  tl_step_reorder_behind (p->builder, outer, n_outer, order, n);
  tl_default_write_result (p, nest->rv, epilogue, at, t->lanes);
  tl_step_unroll_and_vectorize_loops (p->builder, &order[reduced + tl_loop_set_count (nest->reduced & ~t->window)],
                                      n - reduced - tl_loop_set_count (nest->reduced & ~t->window));
  tl_default_parallel (p, n_outer > 0 ? tl_step_fuse_loops (p->builder, outer, n_outer) : w0);
  tl_step_at (p->builder, "decompose_reduction", nest->rv, order[reduced]);
}

static gboolean
apply_conv2d_transpose (TlDefaultSchedule *p, guint at, char **why)
{
  TransposedConv t = { .p = p };
  gint           epilogue;

  if (!read_transposed (&t, &at, why))
    return FALSE;
  epilogue = tl_default_epilogue (p, &t.nest);
  write_phases (&t, epilogue);
  tl_default_claim_with (p, at, epilogue);
  return TRUE;
}

const TlDefaultRule tl_default_conv2d_transpose_rule = {
  .info = { "conv2d-transpose", "llvm",
            "A transposed convolution: a sum of products with an image that has zeros between its pixels, with elementwise consumers",
            "Results that have the same terms side by side in vectors, a tile of all kinds in registers; terms written out, without "
            "zeros" },
  .apply = apply_conv2d_transpose,
};
