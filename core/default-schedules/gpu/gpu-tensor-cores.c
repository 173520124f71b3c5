/* SPDX-License-Identifier: Apache-2.0 */
/* Products of matrices on tensor cores (core/space/gpu-tensor-tile.h): the choice of a tile. */
#include <math.h>

#include "core/analysis/gpu/occupancy.h"
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/default-schedules/gpu/gpu-rules-private.h"
#include "core/ir/matrix-call.h"
#include "core/space/gpu-tensor-tile.h"

#define LINE_BYTES      128     /* of k in shared memory at a time, short lines where there is little of it */
#define USUAL_SIDE      512     /* of a result, where it is symbolic */
#define MAX_STAGES      4
#define MAX_REGISTERS   255
#define OTHER_REGISTERS 40      /* of a thread, beside sums and two of each fragment */
#define SHARED_CLOCK    128     /* bytes of shared memory in a clock */
#define L2_CLOCK        48      /* bytes that a multiprocessor has from L2 in a clock, about */
#define MMA_SHARE       0.62    /* of the tensor cores' rate that mma.sync reaches from sm_90 on */
#define WGMMA_SHARE     0.8

/* The block of C of a block of threads, the tile of a warp, and k. */
typedef struct
{
  gint64 rows, columns;
  gint64 warp_rows, warp_columns;
  gint64 k;
  gint64 n_stages;
  gboolean is_wide;      /* by wgmma: warps are along rows, sixteen each */
} TensorTile;

static const TensorTile tiles[] = {
  { 128, 256, 64, 64 }, { 256, 128, 64, 64 }, { 128, 128, 64, 64 }, { 128, 128, 64, 32 },
  { 128, 64, 64, 32 }, { 64, 128, 32, 64 }, { 64, 64, 32, 32 }, { 32, 128, 32, 32 },
  { 128, 32, 32, 32 }, { 32, 64, 16, 32 }, { 64, 32, 32, 16 }, { 32, 32, 16, 16 },
  { 16, 64, 16, 16 }, { 64, 16, 16, 16 },
};

/* Of wgmma: its widest, for which shared memory is fast enough. */
static const gint64 wide_tiles[][2] = { { 128, 256 }, { 64, 256 } };

/* --- the choice of a tile --- */

static gint64
side_of (const TlGpuProduct *m, TlGpuRole role)
{
  return m->extents[role] > 0 ? m->extents[role] : role == TL_GPU_B ? 1 : USUAL_SIDE;
}

static double
n_blocks (const TlGpuProduct *m, const TensorTile *tile)
{
  return (double) side_of (m, TL_GPU_B) * (double) tl_ceildiv (side_of (m, TL_GPU_I), tile->rows)
         * (double) tl_ceildiv (side_of (m, TL_GPU_J), tile->columns);
}

static gint64
n_warps (const TensorTile *tile)
{
  return tile->rows / tile->warp_rows * (tile->columns / tile->warp_columns);
}

/* Of one factor in one stage; lines have 16 bytes more than elements. */
static gint64
factor_bytes (const TlGpuFactor *factor, gint64 rows, gint64 k, gint64 n_bytes)
{
  return factor->k_last ? rows * (k * n_bytes + 16) : k * (rows * n_bytes + 16);
}

static gint64
stage_bytes (const TlGpuProduct *m, const TensorTile *tile, gint64 n_bytes)
{
  return factor_bytes (&m->factors[0], tile->rows, tile->k, n_bytes) + factor_bytes (&m->factors[1], tile->columns, tile->k, n_bytes);
}

/* A row of fragments of each warp on its way through shared memory, in the type of the result; of wgmma less than factors had there. */
static gint64
epilogue_bytes (const TensorTile *tile, const TlTensorType *type)
{
  if (tile->is_wide)
    return 0;
  return n_warps (tile) * TL_TENSOR_FRAGMENT * (tile->warp_columns + 8) * tl_dtype_bytes (type->sum);
}

static gint64
n_registers (const TensorTile *tile, const TlTensorType *type)
{
  gint64 sums = tile->warp_rows * tile->warp_columns / TL_GPU_WARP * tl_dtype_bytes (type->sum) / 4;

  if (tile->is_wide)
    return sums + OTHER_REGISTERS;
  return sums + 2 * (tile->warp_rows + tile->warp_columns) / TL_TENSOR_FRAGMENT * 4 + OTHER_REGISTERS;
}

/* Clocks of a multiprocessor for a step of k of its blocks: products, shared memory, or copies from L2, whatever takes longest. */
static double
step_clocks (const TlGpuProduct *m, const TlGpuMachine *machine, const TensorTile *tile, gint64 n_bytes)
{
  double share = tile->is_wide ? WGMMA_SHARE : machine->limits->capability >= 90 ? MMA_SHARE : 1.0;
  double rate = machine->limits->f16_tensor_fmas * (2.0 / (double) n_bytes) * share;
  double products = (double) (tile->rows * tile->columns) / MAX (rate, 1);
  double reads = (double) (n_warps (tile) * (tile->warp_rows + tile->warp_columns / (tile->is_wide ? TL_WGMMA_WARPS : 1)) * n_bytes);
  double copied = (double) ((tile->rows + tile->columns) * n_bytes);
  double shared = (reads + copied) / SHARED_CLOCK, l2 = copied / L2_CLOCK;

  return MAX (products, MAX (shared, l2)) + 0.25 * MIN (products, MAX (shared, l2)) + 0.1 * l2;
}

/* Sets the number of stages; 0: the tile does not fit. */
static double
tile_clocks (const TlGpuProduct *m, const TlGpuMachine *machine, const TlTensorType *type, TensorTile *tile)
{
  gint64      n_bytes = tl_dtype_bytes (type->factor), bytes = stage_bytes (m, tile, n_bytes), n_threads = n_warps (tile) * TL_GPU_WARP;
  gint64      left = machine->shared_bytes - epilogue_bytes (tile, type), most = MIN (MAX_STAGES, left / bytes);
  double      blocks = n_blocks (m, tile), best = 0;
  gint64      best_stages = 0;

  if (n_threads > machine->max_threads || n_registers (tile, type) > MAX_REGISTERS)
    return 0;
  for (gint64 n_stages = 2; n_stages <= most; n_stages++)
    {
      TlOccupancy occupancy = tl_occupancy (machine->limits, n_threads, n_registers (tile, type),
                                            n_stages * bytes + epilogue_bytes (tile, type));
      double turns = ceil (blocks / (double) machine->n_multiprocessors), at_once = MIN ((double) occupancy.n_blocks, turns);
      double warps = at_once * (double) n_warps (tile), clocks = turns * step_clocks (m, machine, tile, n_bytes);

      /* Fewer than two warps for each quarter of a multiprocessor leave it waiting, and so does a short pipeline. */
      clocks *= (warps < 8 ? 1 + (8 - warps) / 8 : 1) * (n_stages < 3 ? 1.15 : tile->is_wide && n_stages < 4 ? 1.03 : 1);
      if (occupancy.n_blocks > 0 && (best == 0 || clocks < best))
        {
          best = clocks;
          best_stages = n_stages;
        }
    }
  tile->n_stages = best_stages;
  return best;
}

/* Those of wgmma are better than *@least, or it stays. */
static void
choose_wide_tile (const TlGpuProduct *m, const TlGpuMachine *machine, const TlTensorType *type, double *least, TensorTile *best)
{
  gint64 n_bytes = tl_dtype_bytes (type->factor);

  for (guint i = 0; i < G_N_ELEMENTS (wide_tiles); i++)
    {
      TensorTile tile = { wide_tiles[i][0], wide_tiles[i][1], TL_TENSOR_FRAGMENT, wide_tiles[i][1], LINE_BYTES / n_bytes, 0, TRUE };
      double     clocks = tile_clocks (m, machine, type, &tile);

      if (clocks == 0 || (*least > 0 && clocks >= *least))
        continue;
      *least = clocks;
      *best = tile;
    }
}

static gboolean
choose_tile (const TlGpuProduct *m, const TlGpuMachine *machine, const TlTensorType *type, gboolean has_wgmma, TensorTile *best)
{
  gint64 n_bytes = tl_dtype_bytes (type->factor);
  double least = 0;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (tiles); i++)
    {
      TensorTile tile = tiles[i / 2];

      tile.k = (i % 2 == 0 ? LINE_BYTES : TL_TENSOR_SHORT_LINE) / n_bytes;
      if (i % 2 == 0 && m->extents[TL_GPU_K] <= tile.k / 2)
        continue;
      double clocks = tile_clocks (m, machine, type, &tile) * (i % 2 == 0 ? 1 : 1.05);
      if (clocks > 0 && (least == 0 || clocks < least))
        {
          least = clocks;
          *best = tile;
        }
    }
  if (has_wgmma)
    choose_wide_tile (m, machine, type, &least, best);
  return least > 0;
}

/* --- the rule --- */

/* Vectors by which all threads copy a factor at once. */
static gint64
copied_lanes (const TlGpuFactor *factor, const TensorTile *tile)
{
  gint64 n_elements = (factor->rows == TL_GPU_I ? tile->rows : tile->columns) * tile->k, lanes = factor->lanes;

  while (lanes > 1 && n_elements % (lanes * TL_GPU_WARP * n_warps (tile)) != 0)
    lanes /= 2;
  return lanes;
}

static void
write_tiles (TlGpuProduct *m, const TensorTile *tile, const TlTensorType *type, gboolean is_direct)
{
  const gint64 whole[TL_GPU_N_ROLES] = { 1, tile->rows, tile->columns, tile->k };
  gint64       n_stages = tl_min (tile->n_stages, tl_ceildiv (m->extents[TL_GPU_K], tile->k));
  TlTensorTile sizes = {
    .warps = { tl_arg_int (tile->rows / tile->warp_rows), tl_arg_int (tile->columns / tile->warp_columns) },
    .fragments = { tl_arg_int (tile->warp_rows / TL_TENSOR_FRAGMENT), tl_arg_int (tile->warp_columns / TL_TENSOR_FRAGMENT) },
    .k_steps = tl_arg_int (tile->k / tl_mma_k (type->factor)),
    .n_ahead = tl_arg_int (n_stages - 1),
    .turn_columns = tl_tensor_turn_columns (side_of (m, TL_GPU_J), tile->columns),
    .wide_columns = tile->is_wide ? tile->columns : 0,
  };

  if (tile->is_wide)
    sizes.fragments[1] = tl_arg_int (1);

  for (guint f = 0; f < 2; f++)
    {
      const TlGpuFactor *factor = &m->factors[f];
      gint64             line = factor->k_last ? tile->k : factor->rows == TL_GPU_I ? tile->rows : tile->columns;

      sizes.lanes[f] = copied_lanes (factor, tile);
      sizes.rows_apart[f] = line * tl_dtype_bytes (type->factor) == TL_TENSOR_SHORT_LINE;
    }
  tl_gpu_product_normalize (m, whole);
  tl_tensor_tile_write (m, type, &sizes, is_direct);
}

/* FALSE: no tile fits, or a step is refused, and all is as before. */
static gboolean
try_write (TlDefaultSchedule *p, const TlGpuProduct *m, const TlTensorType *type, gboolean has_wgmma, gboolean is_direct)
{
  TlGpuMachine machine = tl_gpu_machine (p);
  TlState     *mark = tl_schedule_builder_mark (m->builder);
  TlGpuProduct copy = *m;
  TensorTile   tile = { 0 };

  if (!choose_tile (m, &machine, type, has_wgmma, &tile))
    return FALSE;
  write_tiles (&copy, &tile, type, is_direct);
  return tl_schedule_builder_accept (m->builder, mark);
}

static gboolean
apply_tensor_cores (TlDefaultSchedule *p, guint at, char **why)
{
  TlGpuProduct        m;
  const TlTensorType *type;
  gboolean            can_be_direct, is_written = FALSE;

  if (!tl_tensor_check_target (p->target, why) || !tl_gpu_read_product (p, at, &m, why) || !tl_tensor_check_product (&m, &type, why))
    return FALSE;
  can_be_direct = m.epilogue < 0 && tl_dtype_bytes (type->sum) == 4;
  for (guint wgmma = tl_tensor_has_wgmma (p->target, &m, type) ? 2 : 1; wgmma-- > 0 && !is_written;)
    is_written = (can_be_direct && try_write (p, &m, type, wgmma, TRUE)) || try_write (p, &m, type, wgmma, FALSE);
  if (!is_written)
    return tl_set_reason (why, "no tile of block %s fits the target's threads, registers and shared memory, or its steps are refused",
                          m.nest.block->name);
  tl_gpu_claim_product (p, &m, at);
  return TRUE;
}

const TlDefaultRule tl_gpu_tensor_cores_rule = {
  .info = { "tensor-cores", "cuda",
            "Products of matrices as matmul takes them, of float16, bfloat16 or int8, with sums of float32, float16 or int32, on GPUs of "
            "sm_80 and later",
            "mma.sync on fragments in registers, or wgmma on sm_90a; both factors in shared memory, copied asynchronously in 2 to 4 "
            "stages; blocks of C by size, waves and shared memory; zeros beyond odd extents; the epilogue behind shared memory" },
  .is_for_kernels = TRUE,
  .apply = apply_tensor_cores,
};
