/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of products of any shape whose results lie side by side in vectors of one factor: convolutions on blocks of channels or with
 * channels last, products over several indices. A tile of the result stays in registers: vectors along it, and places of a loop that only
 * the other factor depends on. data/schedules/conv.py is the same by hand for blocks of channels.
 */
#include <string.h>

#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/default-schedule-private.h"

#define MOST_BLOCKS  4    /* of channels in a tile */
#define MANY_WEIGHTS 4    /* bytes for each of the image */

typedef struct
{
  TlDefaultSchedule *p;
  TlBlockNest      nest;
  TlBlockProduct   product;
  const TlBlockOperand *image, *weights;   /* the factor that is the same for a vector of results, and the other */
  guint           l;                         /* the loop along the results */
  gint            w, k;                      /* loops of the tile: of the image alone; of the weights alone, -1: none */
  gint64          lanes, n_vectors;
  gint64          tile;                     /* vectors of the result in registers */
  gint            epilogue;
} Contraction;

static gint64
image_bytes (const Contraction *c)
{
  return c->p->l2_bytes / 2;
}

/* The innermost loop in the set that is longer than 1, -1: none. */
static gint
innermost (const TlBlockNest *nest, guint set)
{
  return tl_loop_set_last (set & ~nest->units);
}

/* The innermost loop whose iterations write neighbours; -1: none. */
static gint
loop_along (const TlDefaultSchedule *p, const TlBlockNest *nest, const TlStmt *store)
{
  for (gint l = (gint) nest->n - 1; l >= 0; l--)
    if ((nest->spatial & (1u << l)) != 0 && tl_default_stride (p, nest, store->buffer, store->indices, (guint) l) == 1)
      return l;
  return -1;
}

/* A copy of the weights whose last dimension is the one along the results, which is another part, if they have it elsewhere. */
static gboolean
pack_weights (Contraction *c, char **why)
{
  TlScheduleBuilder *builder = c->p->builder;
  const TlExpr      *load = c->weights->load;
  const TlVar      **vars = tl_step_map_vars (builder, load->n_indices);
  const TlExpr      *final[TL_NEST_MAX_LOOPS];
  gint               along = -1;
  guint              n = 0, plain;
  TlDefaultBlock     copy;

  if (load->n_indices > TL_NEST_MAX_LOOPS || !tl_block_nest_are_distinct_axes (&c->nest, load->indices, load->n_indices, &plain))
    return TRUE;
  for (guint d = 0; d < load->n_indices; d++)
    if (tl_block_nest_axis (&c->nest, load->indices[d]) == (gint) c->l)
      along = (gint) d;
    else
      final[n++] = vars[d];
  if (along < 0 || (guint) along == tl_default_last_dim (load->buffer))
    return TRUE;
  final[n++] = vars[along];
  copy.rv = tl_step_cache_read (builder, c->nest.rv, c->weights->read, "global");
  tl_step_transform_layout (builder, c->nest.rv, "read", (guint) c->weights->read,
                            tl_index_map_new (builder->arena, vars, load->n_indices, final, n), NULL);
  if (builder->error != NULL)
    return tl_set_reason (why, "%s", tl_refusal_reason (builder->error));
  copy.name = tl_schedule_builder_stmt (builder, copy.rv)->block.name;
  g_array_append_val (c->p->blocks, copy);
  return tl_block_nest_match_rv (builder, c->nest.rv, &c->nest, why) && tl_block_product_match (&c->nest, &c->product, why);
}

static gboolean
read_contraction (Contraction *c, guint *at, char **why)
{
  TlBlockNest *nest = &c->nest;
  const TlStmt  *store;
  gint           last;

  if (!tl_block_nest_match_rv (c->p->builder, tl_default_rv (c->p, *at), nest, why) || !tl_block_product_match (nest, &c->product, why)
      || !tl_default_inline_padding (c->p, nest, at, why) || !tl_block_product_match (nest, &c->product, why)
      || !tl_default_separate_groups (c->p, nest, &c->product, why))
    return FALSE;
  store = c->product.store;
  last = loop_along (c->p, nest, store);
  if (last < 0)
    return tl_set_reason (why, "%s has no loop with contiguous writes", store->buffer->name);
  c->l = (guint) last;
  for (guint i = 0; i < 2; i++)
    if ((c->product.operands[i].axes & (1u << c->l)) != 0 && (c->product.operands[1 - i].axes & (1u << c->l)) == 0)
      {
        c->weights = &c->product.operands[i];
        c->image = &c->product.operands[1 - i];
      }
  if (c->weights == NULL)
    return tl_set_reason (why, "the last axis of %s must index exactly one factor", store->buffer->name);
  if (!pack_weights (c, why) || !tl_default_is_contiguous_along (c->p, nest, c->l, 1, why))
    return FALSE;
  c->w = innermost (nest, c->image->axes & ~c->weights->axes & nest->spatial);
  c->k = innermost (nest, c->weights->axes & ~c->image->axes & nest->spatial & ~(1u << c->l));
  c->lanes = tl_target_lanes (c->p->target, store->buffer->dtype);
  c->n_vectors = tl_ceildiv (nest->extents[c->l], c->lanes);
  c->tile = c->p->n_registers * 7 / 8;
  if (c->w < 0)
    return tl_set_reason (why, "no dimension of %s depends only on %s: there is no reuse in registers", store->buffer->name,
                          c->image->load->buffer->name);
  if (c->n_vectors == 0)
    return tl_set_reason (why, "the extent of %s is symbolic", nest->vars[c->l]->name);
  return TRUE;
}

/* --- any layout --- */

/* Places of @w beside so many vectors: registers hold the results, a place's vectors and what these are multiplied by. */
static gint64
places_beside (const Contraction *c, gint64 vectors)
{
  gint64 most = MAX ((c->p->n_registers - 1 - vectors) / vectors, 1), extent = c->nest.extents[c->w];

  return extent > 0 ? tl_default_chunk_size (extent, most) : most;
}

/* As many results as possible, of two vectors or more: a place is loaded for each. */
static gint64
choose_vectors (const Contraction *c)
{
  gint64 best = 0;

  for (gint64 most = c->p->n_registers >= 32 ? 4 : 2; most > 1; most--)
    {
      gint64 vectors = tl_default_chunk_size (c->n_vectors, most);

      if (best == 0 || vectors * places_beside (c, vectors) > best * places_beside (c, best))
        best = vectors;
    }
  return best;
}

/* Some vectors along the results for some places of @w; of a short row of results some blocks, @k, in place of vectors. */
static guint
write_any (Contraction *c)
{
  TlDefaultSchedule *p = c->p;
  TlBlockNest     *nest = &c->nest;
  gboolean           by_blocks = c->n_vectors == 1 && c->k >= 0;
  gint64             across = by_blocks ? 2 : choose_vectors (c);
  gint               ki = innermost (nest, nest->reduced);
  guint              outer[TL_NEST_MAX_LOOPS + 2], n_outer, order[2 * TL_NEST_MAX_LOOPS], n = 0, l0, l1, l2, w0, k0 = 0, ku = 0;

  n_outer = tl_block_nest_list (nest, nest->spatial & ~(1u << c->l | 1u << c->w | (by_blocks ? 1u << c->k : 0)), outer);
  l0 = tl_step_split (p->builder, nest->loops[c->l], 0, by_blocks ? 1 : across, MIN (c->lanes, nest->extents[c->l]));
  l1 = l0 + 1;
  l2 = l0 + 2;
  if (by_blocks)
    k0 = tl_step_split (p->builder, nest->loops[c->k], 0, tl_default_chunk_size (MAX (nest->extents[c->k], 1), across));
  w0 = tl_step_split (p->builder, nest->loops[c->w], 0, places_beside (c, across));
  if (ki >= 0)
    ku = tl_step_split (p->builder, nest->loops[ki], 0, tl_largest_divisor (MAX (nest->extents[ki], 1), 2));
  if (by_blocks)
    order[n++] = k0;
  order[n++] = l0;
  order[n++] = w0;
  for (guint l = 0; l < nest->n; l++)
    if ((nest->reduced & (1u << l)) != 0)
      order[n++] = (gint) l == ki ? ku : nest->loops[l];
  if (ki >= 0)
    order[n++] = ku + 1;
  order[n++] = w0 + 1;
  if (by_blocks)
    order[n++] = k0 + 1;
  order[n++] = l1;
  order[n++] = l2;
  tl_step_reorder_behind (p->builder, outer, n_outer, order, n);
  tl_step_unroll_and_vectorize (p->builder, l1, l2);
  if (ki >= 0)
    tl_step (p->builder, "unroll", ku + 1);
  tl_step (p->builder, "unroll", w0 + 1);
  if (by_blocks)
    tl_step (p->builder, "unroll", k0 + 1);
  if (by_blocks)
    outer[n_outer++] = k0;
  outer[n_outer++] = l0;
  tl_default_share (p, outer, n_outer, 1);
  return w0;
}

static gboolean
apply_contraction (TlDefaultSchedule *p, guint at, char **why)
{
  Contraction c = { .p = p };
  guint       tiles;

  if (!read_contraction (&c, &at, why))
    return FALSE;
  c.epilogue = tl_default_epilogue (p, &c.nest);
  tiles = write_any (&c);
  tl_default_write_result (p, c.nest.rv, c.epilogue, tiles, c.lanes);
  tl_default_claim_with (p, at, c.epilogue);
  return TRUE;
}

/* --- blocks of channels --- */

/* The roles of NCHWc's loops: n k h w l of the result, found by what depends on them; c, a window, i of the sums, in this order. */
typedef struct
{
  guint k, h, c, i;
  guint others[TL_NEST_MAX_LOOPS], n_others;    /* variables */
  guint window[TL_NEST_MAX_LOOPS], n_window;
} Blocked;

static gboolean
read_blocked (Contraction *c, Blocked *b, char **why)
{
  const TlBlockNest *nest = &c->nest;
  guint                rows = c->image->axes & ~c->weights->axes & nest->spatial & ~(1u << c->w);
  guint                reduced = nest->reduced & ~nest->units;
  gint                 i = tl_default_last_axis (nest, c->image->load->buffer, c->image->load->indices);

  if (c->k < 0 || c->n_vectors > 2 || nest->extents[c->l] % c->lanes != 0)
    return tl_set_reason (why, "the results of block %s are not blocks of channels: %s has %" G_GINT64_FORMAT " vectors",
                          nest->block->name,
                          nest->vars[c->l]->name, c->n_vectors);
  if (tl_loop_set_count (reduced) < 2 || i < 0 || (reduced & (1u << i)) == 0 || tl_loop_set_first (reduced) == i)
    return tl_set_reason (why, "block %s does not sum over blocks of channels and channels", nest->block->name);
  if (innermost (nest, rows) < 0)
    return tl_set_reason (why, "the result of block %s is one row", nest->block->name);
  b->k = (guint) c->k;
  b->h = (guint) innermost (nest, rows);
  b->c = (guint) tl_loop_set_first (reduced);
  b->i = (guint) i;
  b->n_window = tl_block_nest_list (nest, nest->reduced & ~(1u << b->c | 1u << b->i), b->window);
  b->n_others = tl_block_nest_list (nest, nest->spatial & ~(1u << c->l | 1u << b->k | 1u << b->h | 1u << c->w), b->others);
  for (guint l = 0; l < nest->n; l++)
    if (nest->extents[l] == 0)
      return tl_set_reason (why, "the extent of %s is symbolic", nest->vars[l]->name);
  return TRUE;
}

/* How many rows of the result have an input that stays in the second cache beside weights. */
static gint64
rows_of_image (const Contraction *c, const Blocked *b)
{
  const TlBlockNest *nest = &c->nest;
  const TlBuffer      *image = c->image->load->buffer;
  gint64               n = tl_buffer_n_elements (image), H, n_images = 1, row_bytes;
  gint64               h = nest->extents[b->h], stride;
  gint64               r = b->n_window > 0 ? tl_schedule_builder_extent (c->p->builder, b->window[0]) : 1;

  for (guint d = 0; d < image->n_dims; d++)
    if (tl_block_nest_axis (nest, c->image->load->indices[d]) >= 0
        && (nest->spatial & (1u << tl_block_nest_axis (nest, c->image->load->indices[d]))) != 0)
      n_images = tl_mul_saturated (n_images, nest->extents[tl_block_nest_axis (nest, c->image->load->indices[d])]);
  for (guint d = 0; d < image->n_dims; d++)
    if (tl_expr_uses_var (c->image->load->indices[d], nest->vars[b->h]) && tl_buffer_get_extent (image, d, &H) && n > 0)
      {
        row_bytes = n / MAX (n_images, 1) / H * (image->dtype.bits / 8);
        stride = MAX ((H - r) / MAX (h - 1, 1), 1);
        return tl_default_chunk_size (h, tl_max ((image_bytes (c) / MAX (row_bytes, 1) - r) / stride + 1, 1));
      }
  return h;
}

/* Of all that the factor reads, once. */
static gint64
operand_bytes (const TlBlockOperand *operand)
{
  return tl_mul_saturated (tl_buffer_n_elements (operand->load->buffer), operand->load->dtype.bits / 8);
}

/*
 * Rows of a piece: few enough that cores can share the rows, each with all weights, where these are not much more than the image, which
 * other cores have written; else that they can share rows and blocks of channels.
 */
static gint64
rows_at_once (const Contraction *c, const Blocked *b, gint64 n_channel_pieces)
{
  gint64 rows = rows_of_image (c, b), h = c->nest.extents[b->h], n_pieces = 1;

  if (operand_bytes (c->weights) > tl_mul_saturated (MANY_WEIGHTS, operand_bytes (c->image)))
    n_pieces = n_channel_pieces;
  for (guint i = 0; i < b->n_others; i++)
    n_pieces = tl_mul_saturated (n_pieces, tl_max (tl_schedule_builder_extent (c->p->builder, b->others[i]), 1));
  while (rows > 1 && !tl_default_fills_cores (c->p, tl_mul_saturated (n_pieces, tl_ceildiv (h, rows))))
    rows = tl_ceildiv (rows, 2);
  return rows;
}

/* Two blocks of channels for a tile in registers; more where there are few pixels. */
static gint64
blocks_at_once (const Contraction *c, const Blocked *b, gint64 at_once)
{
  gint64 n_pixels = tl_mul_saturated (c->nest.extents[b->h], c->nest.extents[c->w]);

  return at_once < 16 ? 1 : tl_default_chunk_size (c->nest.extents[b->k], tl_max (tl_min (at_once / n_pixels, MOST_BLOCKS), 2));
}

/* Those of all sums for some blocks of channels. */
static gint64
weights_bytes (const Contraction *c, gint64 blocks)
{
  return tl_mul_saturated (tl_block_nest_n_iterations (&c->nest, c->nest.reduced),
                           blocks * c->nest.extents[c->l] * (c->weights->load->dtype.bits / 8));
}

/*
 * A tile of the result, blocks of channels for pixels of a row, or of some short rows, stays in registers while a block of input channels,
 * or all of them, is added to it; the weights for that stay in the first cache for a group of rows, whose input stays in the second.
 */
static void
write_blocked (Contraction *c, const Blocked *b)
{
  TlDefaultSchedule *p = c->p;
  TlBlockNest     *nest = &c->nest;
  gint64             at_once = MAX (c->tile / c->n_vectors, 1), iu = at_once >= 16 ? 2 : 1, kt = blocks_at_once (c, b, at_once);
  guint              k0 = tl_step_split (p->builder, nest->loops[b->k], 0, kt), k1 = k0 + 1;
  gint64             columns = tl_default_chunk_size (nest->extents[c->w], at_once / kt);
  gint64             n_rows = rows_at_once (c, b, tl_schedule_builder_extent (p->builder, k0));
  gint64             rows = columns == nest->extents[c->w] ? tl_largest_divisor (n_rows, tl_max (at_once / (kt * columns), 1)) : 1;
  guint              h0 = tl_step_split (p->builder, nest->loops[b->h], 0, n_rows / rows, rows), h1 = h0 + 1, h2 = h0 + 2;
  guint              w0 = tl_step_split (p->builder, nest->loops[c->w], 0, columns), w1 = w0 + 1;
  guint              i0 = tl_step_split (p->builder, nest->loops[b->i], 0, tl_largest_divisor (nest->extents[b->i], iu)), i1 = i0 + 1;
  gboolean           is_whole = weights_bytes (c, kt) <= p->l1_bytes * 3 / 4;
  const guint        sums = nest->loops[b->c], inner[] = { i0, i1, h2, w1, k1, nest->loops[c->l] };
  const guint        outer[] = { h0, k0, is_whole ? h1 : sums, is_whole ? w0 : h1, is_whole ? sums : w0 };
  guint              order[TL_NEST_MAX_LOOPS + G_N_ELEMENTS (outer) + G_N_ELEMENTS (inner)], n_order = G_N_ELEMENTS (outer);
  guint              pieces[TL_NEST_MAX_LOOPS + 2], n = 0;

  memcpy (order, outer, sizeof outer);
  for (guint i = 0; i < b->n_window; i++)
    order[n_order++] = b->window[i];
  memcpy (order + n_order, inner, sizeof inner);
  tl_step_reorder_behind (p->builder, b->others, b->n_others, order, n_order + G_N_ELEMENTS (inner));
  tl_step_unroll_and_vectorize (p->builder, i1, h2, w1, k1, nest->loops[c->l]);
  if (is_whole)
    tl_default_write_result (p, nest->rv, c->epilogue, w0, c->lanes);
  else if (c->epilogue >= 0)
    {
      guint writer = tl_default_rv (p, (guint) c->epilogue), n_below, below;

      tl_step_at (p->builder, "reverse_compute_at", writer, k0);
      below = tl_step_get_loops_below (p->builder, writer, k0, &n_below);
      tl_step (p->builder, "vectorize", tl_step_split (p->builder, below + MAX (n_below, 1) - 1, 0, c->lanes) + 1);
    }
  for (; n < b->n_others; n++)
    pieces[n] = b->others[n];
  pieces[n++] = h0;
  pieces[n++] = k0;
  tl_default_share (p, pieces, n, 1);
}

static gboolean
apply_conv2d (TlDefaultSchedule *p, guint at, char **why)
{
  Contraction c = { .p = p };
  Blocked     b = { 0 };

  if (!read_contraction (&c, &at, why) || !read_blocked (&c, &b, why))
    return FALSE;
  c.epilogue = tl_default_epilogue (p, &c.nest);
  write_blocked (&c, &b);
  tl_default_claim_with (p, at, c.epilogue);
  return TRUE;
}

const TlDefaultRule tl_default_conv2d_rule = {
  .info = { "conv2d", "llvm",
            "A convolution on channel blocks that fill vectors (NCHWc), with or without zero padding, with elementwise consumers",
            "A tile of pixels and channels in registers; weights in L1 for a group of rows, their input in L2; padding inlined" },
  .apply = apply_conv2d,
};

const TlDefaultRule tl_default_contraction_rule = {
  .info = { "contraction", "llvm",
            "Any sum of products where adjacent results read adjacent elements of exactly one factor, for example convolutions with "
            "channels last",
            "A tile of results in registers: vectors along the results, times iterations of a loop of the other factor" },
  .apply = apply_contraction,
};
