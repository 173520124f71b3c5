/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Convolutions of images and weights that are not in blocks of channels. Weights are packed into blocks of output channels, the output is
 * computed in blocks and transposed at the end; the input is only read element by element and may have any layout.
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

typedef struct
{
  TlDefaultSchedule *p;
  TlBlockNest      nest;
  TlBlockProduct   product;
  const TlBlockOperand *image, *weights;
  guint           n, k, h, w, c, r, s;     /* places in the nest */
  gint64          lanes;
  gint64          blocks, rows, columns;    /* of the tile in registers: blocks of channels, pixels down and along */
} Conv;

/* result[n, k, h, w] += image[n, c, h …, w …] * weights[k, c, r, s] */
static gboolean
read_places (Conv *v, char **why)
{
  const TlBlockNest *nest = &v->nest;
  const TlStmt        *store = v->product.store;
  gint                 at[7];

  for (guint d = 0; d < 4; d++)
    at[d] = store->n_indices == 4 ? tl_block_nest_axis (nest, store->indices[d]) : -1;
  for (guint side = 0; side < 2; side++)
    if (at[1] >= 0 && v->product.operands[side].load->n_indices == 4 && tl_block_nest_axis (nest,
                                                                                         v->product.operands[side].load->indices[0])
        == at[1])
      {
        v->weights = &v->product.operands[side];
        v->image = &v->product.operands[1 - side];
      }
  if (v->weights == NULL || at[0] < 0 || at[2] < 0 || at[3] < 0)
    return tl_set_reason (why, "block %s does not have a result [n, k, h, w] and weights [k, c, r, s]", nest->block->name);
  for (guint d = 1; d < 4; d++)
    {
      at[3 + d] = tl_block_nest_axis (nest, v->weights->load->indices[d]);
      if (at[3 + d] < 0 || (nest->reduced & (1u << at[3 + d])) == 0)
        return tl_set_reason (why, "block %s has no weights [k, c, r, s]", nest->block->name);
    }
  if (v->image->load->n_indices != 4 || tl_block_nest_axis (nest, v->image->load->indices[0]) != at[0]
      || tl_block_nest_axis (nest, v->image->load->indices[1]) != at[4] || nest->n != 7 || (v->image->axes & (1u << at[1])) != 0)
    return tl_set_reason (why, "block %s has no image [n, c, h, w]", nest->block->name);
  v->n = (guint) at[0];
  v->k = (guint) at[1];
  v->h = (guint) at[2];
  v->w = (guint) at[3];
  v->c = (guint) at[4];
  v->r = (guint) at[5];
  v->s = (guint) at[6];
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
  if (v->nest.extents[v->k] % v->lanes != 0)
    return tl_set_reason (why, "%" G_GINT64_FORMAT " output channels are not a multiple of %" G_GINT64_FORMAT, v->nest.extents[v->k],
                          v->lanes);
  return TRUE;
}

/* Pixels of a row, and rows where these are short, for two blocks of channels; for more where there are few pixels. */
static void
choose_tile (Conv *v)
{
  const TlBlockNest *nest = &v->nest;
  gint64             n_blocks = nest->extents[v->k] / v->lanes, tile = v->p->n_registers * 7 / 8;
  gint64             n_pixels = tl_mul_saturated (nest->extents[v->h], nest->extents[v->w]);

  v->blocks = tl_largest_divisor (n_blocks, tl_max (MIN (tile / n_pixels, MOST_BLOCKS), BLOCKS_AT_ONCE));
  v->columns = tl_default_chunk_size (nest->extents[v->w], tl_max (tile / v->blocks, 1));
  v->rows = v->columns == nest->extents[v->w]
                ? tl_largest_divisor (nest->extents[v->h], tl_max (tile / (v->blocks * v->columns), 1)) : 1;
}

/* i0 … → (i0 //, the others, i0 %): blocks of dimension @blocked behind all others. */
static const TlIndexMap *
blocks_of (Conv *v, guint blocked)
{
  TlArena      *arena = v->p->builder->arena;
  const TlVar **vars = tl_step_map_vars (v->p->builder, 4);
  const TlExpr *final[5];

  for (guint d = 0; d < 4; d++)
    final[d] = d == blocked ? tl_floordiv (arena, vars[d], tl_int (arena, v->lanes)) : vars[d];
  final[4] = tl_floormod (arena, vars[blocked], tl_int (arena, v->lanes));
  return tl_index_map_new (v->p->builder->arena, vars, 4, final, 5);
}

/* Makes columns of the rows in @read of the block; the second of the loops is written along if @along. */
static void
transpose (Conv *v, guint block, gint read, guint first, guint second, gboolean along, const TlIndexMap *flat)
{
  guint first0 = tl_step_split (v->p->builder, first, 0, v->lanes), second0 = tl_step_split (v->p->builder, second, 0, v->lanes);
  guint unrolled = along ? first0 + 1 : second0 + 1, vectorized = along ? second0 + 1 : first0 + 1;

  tl_step_reorder (v->p->builder, first0, second0, unrolled, vectorized);
  tl_default_transpose (v->p, block, read, second0, unrolled, vectorized, flat);
  tl_step (v->p->builder, "parallel", first0);
}

static void
write_product (Conv *v)
{
  TlDefaultSchedule *p = v->p;
  TlBlockNest     *nest = &v->nest;
  gint64             iu = tl_largest_divisor (nest->extents[v->c], CHANNELS_UNROLLED);
  gint64             at_once = tl_default_chunk_size (nest->extents[v->h] / v->rows, tl_max (ROWS_AT_ONCE / v->rows, 1));
  guint              k0 = tl_step_split (p->builder, nest->loops[v->k], 0, v->blocks, v->lanes), k1 = k0 + 1, l = k0 + 2;
  guint              h0 = tl_step_split (p->builder, nest->loops[v->h], 0, at_once, v->rows), h1 = h0 + 1, h2 = h0 + 2;
  guint              w0 = tl_step_split (p->builder, nest->loops[v->w], 0, v->columns), w1 = w0 + 1;
  guint              c0 = tl_step_split (p->builder, nest->loops[v->c], 0,
                                         tl_largest_divisor (nest->extents[v->c] / iu, CHANNELS_AT_ONCE / CHANNELS_UNROLLED), iu);

  tl_step_reorder (p->builder, nest->loops[v->n], h0, k0, c0, h1, w0, nest->loops[v->r], nest->loops[v->s], c0 + 1, c0 + 2, h2, w1, k1, l);
  tl_step_unroll_and_vectorize (p->builder, c0 + 2, h2, w1, k1, l);
  tl_step (p->builder, "parallel", k0);
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
apply_conv2d_nchw (TlDefaultSchedule *p, guint at, char **why)
{
  Conv   v = { .p = p };
  guint  weights, result, n, first;
  gint64 extents[2][4];
  gint   epilogue, read;

  if (!read_conv (&v, &at, why))
    return FALSE;
  for (guint d = 0; d < 4; d++)
    {
      const guint places[2][4] = { { v.k, v.c, v.r, v.s }, { v.n, v.k, v.h, v.w } };

      extents[0][d] = v.nest.extents[places[0][d]];
      extents[1][d] = v.nest.extents[places[1][d]];
    }
  choose_tile (&v);
  epilogue = tl_default_epilogue (p, &v.nest);
  weights = tl_step_cache_read (p->builder, v.nest.rv, v.weights->read, "global");
  tl_step_transform_layout (p->builder, v.nest.rv, "read", (guint) v.weights->read, blocks_of (&v, 0), NULL);
  result = write_blocks (&v, epilogue, &read);
  write_product (&v);
  first = tl_step_get_loops (p->builder, weights, &n);
  transpose (&v, weights, 0, first, tl_step_fuse_loops (p->builder, TL_STEP_LIST (guint, first + 1, first + 2, first + 3)), FALSE,
             tl_default_flat_map (p, 4, 1, 3, extents[0]));
  first = tl_step_get_loops (p->builder, result, &n);
  transpose (&v, result, read, first + 1, tl_step_fuse_loops (p->builder, TL_STEP_LIST (guint, first + 2, first + 3)), TRUE,
             tl_default_flat_map (p, 5, 2, 3, (const gint64[]) { extents[1][0], extents[1][1], extents[1][2], extents[1][3], v.lanes }));
  tl_default_claim_with (p, at, epilogue);
  return TRUE;
}

const TlDefaultRule tl_default_conv2d_nchw_rule = {
  .info = { "conv2d-nchw", "llvm",
            "A convolution [n, k, h, w] = Σ image[n, c, h …, w …] · weights[k, c, r, s], with or without zero padding, with channels in "
            "multiples of a vector, with elementwise consumers",
            "Weights packed into blocks of output channels, a tile of pixels and channels in registers, the result transposed in "
            "registers" },
  .apply = apply_conv2d_nchw,
};
