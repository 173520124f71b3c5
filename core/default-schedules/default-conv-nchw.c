/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Convolutions of images of any number of dimensions and weights that are not in blocks of channels. Weights are packed into blocks of
 * output channels, the output is computed in blocks and transposed at the end; the input is only read element by element, with any stride.
 */
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/default-schedule-private.h"

#define BLOCKS_AT_ONCE   2
#define MOST_BLOCKS      4     /* of images with few pixels */
#define CHANNELS_AT_ONCE 32
#define CHANNELS_UNROLLED 2
#define ROWS_AT_ONCE     14
#define MAX_DIMS         5     /* of an image */

typedef struct
{
  TlDefaultSchedule *p;
  TlBlockNest      nest;
  TlBlockProduct   product;
  const TlBlockOperand *image, *weights;
  guint           n_dims;                /* of the result */
  guint           result[MAX_DIMS];      /* places in the nest: n, k and the pixels of the result, */
  guint           kernel[MAX_DIMS];      /* k, c and the pixels of the weights */
  gint64          group;                 /* channels of the result that read the same channels of the image */
  guint           w;                     /* the loop along a row of pixels */
  gint            h;                     /* and down them; -1: there is one row */
  gint64          lanes;
  gint64          blocks, rows, columns;    /* of the tile in registers: blocks of channels, pixels down and along */
  gboolean        shares_channels;       /* of the result, among cores; else pixels */
} Conv;

/* The innermost two loops over pixels that are longer than 1. */
static void
find_rows (Conv *v)
{
  guint d = v->n_dims - 1;

  while (d > 2 && v->nest.extents[v->result[d]] == 1)
    d--;
  v->w = v->result[d];
  v->h = d > 2 && v->nest.extents[v->result[d - 1]] > 1 ? (gint) v->result[d - 1] : -1;
}

/* result[n, k, pixels …] += image[n, c, pixels …] * weights[k, c, pixels …] */
static gboolean
read_places (Conv *v, char **why)
{
  const TlBlockNest *nest = &v->nest;
  const TlStmt      *store = v->product.store;
  guint              plain;

  v->n_dims = store->n_indices;
  if (v->n_dims < 3 || v->n_dims > MAX_DIMS || nest->n != 2 * v->n_dims - 1
      || !tl_block_nest_are_distinct_axes (nest, store->indices, v->n_dims, &plain) || tl_loop_set_count (plain) != v->n_dims)
    return tl_set_reason (why, "block %s does not have a result [n, k, …] and as many sums as weights have", nest->block->name);
  for (guint d = 0; d < v->n_dims; d++)
    v->result[d] = (guint) tl_block_nest_axis (nest, store->indices[d]);
  for (guint side = 0; side < 2; side++)
    if (v->product.operands[side].load->n_indices == v->n_dims
        && tl_block_nest_axis (nest, v->product.operands[side].load->indices[0]) == (gint) v->result[1])
      {
        v->weights = &v->product.operands[side];
        v->image = &v->product.operands[1 - side];
      }
  if (v->weights == NULL || !tl_block_nest_are_distinct_axes (nest, v->weights->load->indices, v->n_dims, &plain)
      || plain != (nest->reduced | 1u << v->result[1]))
    return tl_set_reason (why, "block %s has no weights [k, c, …]", nest->block->name);
  for (guint d = 0; d < v->n_dims; d++)
    v->kernel[d] = (guint) tl_block_nest_axis (nest, v->weights->load->indices[d]);
  find_rows (v);
  return TRUE;
}

/* The image has the channel of the weights, counted from the first of a group on. */
static gboolean
read_image (Conv *v, char **why)
{
  const TlBlockNest *nest = &v->nest;
  const TlExpr      *load = v->image->load;
  guint              k = v->result[1];

  v->group = (v->image->axes & (1u << k)) == 0 ? nest->extents[k] : tl_default_group_size (nest, load->indices, load->n_indices, k);
  if (load->n_indices != v->n_dims || tl_block_nest_axis (nest, load->indices[0]) != (gint) v->result[0] || v->group == 0
      || !tl_expr_uses_var (load->indices[1], nest->vars[v->kernel[1]]))
    return tl_set_reason (why, "block %s has no image [n, c, …]", nest->block->name);
  if (v->group % v->lanes != 0 || nest->extents[k] % v->lanes != 0)
    return tl_set_reason (why, "%" G_GINT64_FORMAT " output channels are not a multiple of %" G_GINT64_FORMAT,
                          MIN (v->group, nest->extents[k]), v->lanes);
  return TRUE;
}

static gboolean
read_conv (Conv *v, guint *at, char **why)
{
  if (!tl_block_nest_match_rv (v->p->builder, tl_default_rv (v->p, *at), &v->nest, why)
      || !tl_block_product_match_whole (&v->nest, &v->product, why)
      || !tl_default_inline_padding (v->p, &v->nest, at, why) || !tl_block_product_match (&v->nest, &v->product, why)
      || !read_places (v, why))
    return FALSE;
  v->lanes = tl_target_lanes (v->p->target, v->product.store->buffer->dtype);
  for (guint l = 0; l < v->nest.n; l++)
    if (v->nest.extents[l] == 0)
      return tl_set_reason (why, "the extent of %s is symbolic", v->nest.vars[l]->name);
  return read_image (v, why);
}

/* Pixels of a row, and rows where these are short, for two blocks of channels; for more where there are few pixels. */
static void
choose_tile (Conv *v)
{
  const TlBlockNest *nest = &v->nest;
  gint64             n_blocks = MIN (v->group, nest->extents[v->result[1]]) / v->lanes, tile = v->p->n_registers * 7 / 8;
  gint64             n_rows = v->h >= 0 ? nest->extents[v->h] : 1, n_pixels = tl_mul_saturated (n_rows, nest->extents[v->w]);

  v->blocks = tl_largest_divisor (n_blocks, tl_max (MIN (tile / n_pixels, MOST_BLOCKS), BLOCKS_AT_ONCE));
  v->columns = tl_default_chunk_size (nest->extents[v->w], tl_max (tile / v->blocks, 1));
  v->rows = v->columns == nest->extents[v->w] ? tl_largest_divisor (n_rows, tl_max (tile / (v->blocks * v->columns), 1)) : 1;
}

/* i0 … → (i0 //, the others, i0 %): blocks of dimension @blocked behind all others. */
static const TlIndexMap *
blocks_of (Conv *v, guint blocked)
{
  TlArena      *arena = v->p->builder->arena;
  const TlVar **vars = tl_step_map_vars (v->p->builder, v->n_dims);
  const TlExpr *final[MAX_DIMS + 1];

  for (guint d = 0; d < v->n_dims; d++)
    final[d] = d == blocked ? tl_floordiv (arena, vars[d], tl_int (arena, v->lanes)) : vars[d];
  final[v->n_dims] = tl_floormod (arena, vars[blocked], tl_int (arena, v->lanes));
  return tl_index_map_new (v->p->builder->arena, vars, v->n_dims, final, v->n_dims + 1);
}

/*
 * Makes columns of the rows in @read of the block, whose dimensions from @from on, of @n, become one; the second of the loops is written
 * along if @along. Gives the loop that cores can share, that over pixels for @pixels if there are enough of them.
 */
static guint
transpose (Conv *v, guint block, gint read, guint n, guint from, const gint64 *extents, gboolean along, gboolean pixels)
{
  TlScheduleBuilder *builder = v->p->builder;
  guint              n_loops, first = tl_step_get_loops (builder, block, &n_loops) + from - 1;
  guint              second = tl_step_fuse_from (builder, first + 1, v->n_dims - from);
  guint              first0 = tl_step_split (builder, first, 0, v->lanes), second0 = tl_step_split (builder, second, 0, v->lanes);
  guint              unrolled = along ? first0 + 1 : second0 + 1, vectorized = along ? second0 + 1 : first0 + 1;
  guint              outer = first0, inner = second0;

  if (pixels && tl_schedule_builder_extent (builder, second0) >= v->p->target->num_cores)
    {
      outer = second0;
      inner = first0;
    }
  tl_step_reorder (builder, outer, inner, unrolled, vectorized);
  if (tl_schedule_builder_extent (builder, outer) < v->p->target->num_cores)
    outer = inner = tl_step_fuse_loops (builder, TL_STEP_LIST (guint, outer, inner));
  tl_default_transpose (v->p, block, read, inner, unrolled, vectorized,
                        from + 1 < v->n_dims ? tl_default_flat_map (v->p, n, from, v->n_dims - 1, extents) : NULL);
  return outer;
}

/*
 * Several cores share what is larger, and each of them reads all of the other: channels of the result, which go with weights, if they are
 * enough, else its pixels, which go with the image.
 */
static gboolean
shares_channels (const Conv *v)
{
  const TlBlockNest *nest = &v->nest;
  gint64             n_pixels = 1, n_weights = nest->extents[v->result[1]], n_cores = v->p->target->num_cores;

  for (guint d = 2; d < v->n_dims; d++)
    n_pixels = tl_mul_saturated (n_pixels, nest->extents[v->result[d]]);
  for (guint d = 2; d < v->n_dims; d++)
    n_weights = tl_mul_saturated (n_weights, nest->extents[v->kernel[d]]);
  return n_cores > 1 && n_weights >= n_pixels && tl_default_fills_cores (v->p, nest->extents[v->result[1]] / (v->blocks * v->lanes));
}

static gint64
rows_at_once (const Conv *v, gint64 n, gint64 most)
{
  return v->shares_channels ? tl_default_chunk_size (n, most) : tl_default_shared_chunk_size (v->p, n, most);
}

/*
 * The tiles of some rows, or of a part of a single one, use the same weights for some channels of the image. Gives the outermost loop.
 */
static guint
write_product (Conv *v)
{
  TlDefaultSchedule *p = v->p;
  TlBlockNest     *nest = &v->nest;
  guint              k = v->result[1], c = v->kernel[1], order[2 * MAX_DIMS + 10], n_outer = 0, n, h1, h2 = 0;
  gint64             iu = tl_largest_divisor (nest->extents[c], CHANNELS_UNROLLED), at_once = tl_max (ROWS_AT_ONCE / v->rows, 1);
  guint              k0 = tl_step_split (p->builder, nest->loops[k], 0, v->blocks, v->lanes), w0, w1, c0, h0;

  if (v->h >= 0)
    {
      h0 = tl_step_split (p->builder, nest->loops[v->h], 0, rows_at_once (v, nest->extents[v->h] / v->rows, at_once), v->rows);
      h1 = h0 + 1;
      h2 = h0 + 2;
      w0 = tl_step_split (p->builder, nest->loops[v->w], 0, v->columns);
      w1 = w0 + 1;
    }
  else
    {
      h0 = tl_step_split (p->builder, nest->loops[v->w], 0,
                          rows_at_once (v, tl_ceildiv (nest->extents[v->w], v->columns), at_once), v->columns);
      w0 = h1 = h0 + 1;
      w1 = h0 + 2;
    }
  c0 = tl_step_split (p->builder, nest->loops[c], 0, tl_largest_divisor (nest->extents[c] / iu, CHANNELS_AT_ONCE / CHANNELS_UNROLLED), iu);
  for (guint d = 0; d < v->n_dims; d++)
    if (d != 1 && v->result[d] != v->w && (gint) v->result[d] != v->h)
      order[n_outer++] = nest->loops[v->result[d]];
  n = n_outer;
  order[n++] = v->shares_channels ? k0 : h0;
  order[n++] = v->shares_channels ? h0 : k0;
  order[n++] = c0;
  order[n++] = h1;
  if (v->h >= 0)
    order[n++] = w0;
  for (guint d = 2; d < v->n_dims; d++)
    order[n++] = nest->loops[v->kernel[d]];
  order[n++] = c0 + 1;
  order[n++] = c0 + 2;
  if (v->h >= 0)
    order[n++] = h2;
  order[n++] = w1;
  order[n++] = k0 + 1;
  order[n++] = k0 + 2;
  tl_step_reorder_loops (p->builder, order, n);
  if (v->h >= 0)
    tl_step (p->builder, "unroll", h2);
  tl_step_unroll_and_vectorize (p->builder, c0 + 2, w1, k0 + 1, k0 + 2);
  return tl_default_share (p, order, n_outer + 2, 2);   /* and the writer's */
}

/* The block that writes the result out of blocks of channels: the consumer or a copy; *@read: which of its reads has the blocks. */
static guint
write_blocks (Conv *v, gint epilogue, gint *read)
{
  TlScheduleBuilder *builder = v->p->builder;
  guint              writer = tl_step_cache_write (builder, v->nest.rv, "global");
  const TlStmt      *product, *block;

  tl_step_transform_layout (builder, v->nest.rv, "write", 0, blocks_of (v, 1), NULL);
  if (epilogue >= 0)
    {
      tl_step (builder, "compute_inline", writer);
      writer = tl_default_rv (v->p, (guint) epilogue);
    }
  product = tl_schedule_builder_stmt (builder, v->nest.rv);
  block = tl_schedule_builder_stmt (builder, writer);
  *read = product != NULL && block != NULL ? tl_block_read_index (&block->block, product->block.writes[0].buffer) : 0;
  return writer;
}

static gboolean
apply_conv_nchw (TlDefaultSchedule *p, guint at, char **why)
{
  Conv   v = { .p = p };
  guint  weights, result, product, writer;
  gint64 extents[2][MAX_DIMS + 1];
  gint   epilogue, read;

  if (!read_conv (&v, &at, why))
    return FALSE;
  for (guint d = 0; d < v.n_dims; d++)
    {
      extents[0][d] = v.nest.extents[v.kernel[d]];
      extents[1][d] = v.nest.extents[v.result[d]];
    }
  extents[1][v.n_dims] = v.lanes;
  choose_tile (&v);
  v.shares_channels = shares_channels (&v);
  epilogue = tl_default_epilogue (p, &v.nest);
  weights = tl_step_cache_read (p->builder, v.nest.rv, v.weights->read, "global");
  tl_step_transform_layout (p->builder, v.nest.rv, "read", (guint) v.weights->read, blocks_of (&v, 0), NULL);
  result = write_blocks (&v, epilogue, &read);
  product = write_product (&v);
  tl_default_parallel (p, transpose (&v, weights, 0, v.n_dims, 1, extents[0], FALSE, FALSE));
  writer = transpose (&v, result, read, v.n_dims + 1, 2, extents[1], TRUE, p->target->num_cores > 1 && !v.shares_channels);
  if (tl_default_is_parallel (p, product))    /* cores have what they read in their caches */
    tl_step (p->builder, "parallel", writer);
  tl_default_claim_with (p, at, epilogue);
  return TRUE;
}

const TlDefaultRule tl_default_conv_nchw_rule = {
  .info = { "conv-nchw", "llvm",
            "A convolution [n, k, …] = Σ image[n, c, …] · weights[k, c, …] of one to three dimensions, with or without zero padding, with "
            "channels in multiples of a vector, with elementwise consumers",
            "Weights packed into blocks of output channels, a tile of pixels and channels in registers, the result transposed in "
            "registers" },
  .apply = apply_conv_nchw,
};
