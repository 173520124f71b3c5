/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of matrices on tensor cores, by ldmatrix and mma.sync:
 *
 *     for blocks of C, blockIdx.x, some columns of them at a time (what they share stays in L2):
 *       for warps, threadIdx.y: a tile of C in fragments = 0
 *       for k0, as a pipeline of several stages:
 *         A, B of a later k0 to shared memory, asynchronously, laid out as they are in memory
 *         for k1, unrolled: fragments of A and B;  tile += A · B
 *       tile → C, straight from the fragments, or by rows of them through shared memory and the epilogue
 *
 * Rows in shared memory are 16 bytes longer than their elements: the eight lines that ldmatrix takes at once lie in different banks.
 */
#include <math.h>

#include "core/analysis/gpu/occupancy.h"
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/default-schedules/gpu/gpu-product-private.h"
#include "core/ir/matrix-call.h"

#define FIRST_SM        80
#define FRAGMENT        16      /* rows and columns */
#define LINE_BYTES      128     /* of k in shared memory at a time … */
#define SHORT_LINE      64      /* … where there is little of it */
#define USUAL_SIDE      512     /* of a result, where it is symbolic */
#define LEAST_SIDE      16
#define MAX_STAGES      4
#define MAX_BLOCKS_Y    65535
#define MAX_REGISTERS   255
#define OTHER_REGISTERS 40      /* of a thread, beside sums and fragments */
#define SHARED_CLOCK    128     /* bytes of shared memory in a clock */
#define L2_CLOCK        48      /* bytes that a multiprocessor has from L2 in a clock, about */
#define MMA_SHARE       0.62    /* of the tensor cores' rate that mma.sync reaches from sm_90 on */
#define TURN_COLUMNS    4096    /* of C, whose blocks run in turns row by row */

/* The block of C of a block of threads, the tile of a warp, and k. */
typedef struct
{
  gint64 rows, columns;
  gint64 warp_rows, warp_columns;
  gint64 k;
  gint64 n_stages;
} TensorTile;

static const TensorTile tiles[] = {
  { 128, 256, 64, 64 }, { 256, 128, 64, 64 }, { 128, 128, 64, 64 }, { 128, 128, 64, 32 },
  { 128, 64, 64, 32 }, { 64, 128, 32, 64 }, { 64, 64, 32, 32 }, { 32, 128, 32, 32 },
  { 128, 32, 32, 32 }, { 32, 64, 16, 32 }, { 64, 32, 32, 16 }, { 32, 32, 16, 16 },
  { 16, 64, 16, 16 }, { 64, 16, 16, 16 },
};

/* The instructions' names of the types. */
typedef struct
{
  TlDType     factor, sum;
  const char *load, *sync, *store;   /* of the tensor intrinsics */
  gboolean    can_transpose;         /* lines of a factor in memory may run along its rows */
} TensorType;

#define F16   { TL_TYPE_FLOAT, 16, 1 }
#define BF16  { TL_TYPE_BFLOAT, 16, 1 }
#define F32   { TL_TYPE_FLOAT, 32, 1 }
static const TensorType types[] = {
  { F16, F32, "16x16x16_f16", "16x16x16_f16f16f32", "16x16x16_f32", TRUE },
  { F16, F16, "16x16x16_f16", "16x16x16_f16f16f16", "16x16x16_f16", TRUE },
  { BF16, F32, "16x16x16_bf16", "16x16x16_bf16bf16f32", "16x16x16_f32", TRUE },
  { { TL_TYPE_INT, 8, 1 }, { TL_TYPE_INT, 32, 1 }, "16x16x32_s8", "16x16x32_s8s8s32", "16x16x32_s32", FALSE },
};

static const TensorType *
find_type (const TlGpuProduct *m)
{
  TlDType a = m->factors[0].operand->load->dtype, b = m->factors[1].operand->load->dtype, sum = m->product.store->buffer->dtype;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (tl_dtype_equal (types[i].factor, a) && tl_dtype_equal (types[i].factor, b) && tl_dtype_equal (types[i].sum, sum))
      return &types[i];
  return NULL;
}

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

/* A row of fragments of each warp on its way through shared memory, in the type of the result. */
static gint64
epilogue_bytes (const TensorTile *tile, const TensorType *type)
{
  return n_warps (tile) * FRAGMENT * (tile->warp_columns + 8) * tl_dtype_bytes (type->sum);
}

static gint64
n_registers (const TensorTile *tile, const TensorType *type)
{
  gint64 sums = tile->warp_rows * tile->warp_columns / TL_GPU_WARP * tl_dtype_bytes (type->sum) / 4;

  return sums + (tile->warp_rows + tile->warp_columns) / FRAGMENT * 4 + OTHER_REGISTERS;
}

/* Clocks of a multiprocessor for a step of k of its blocks: products, shared memory, or copies from L2, whatever takes longest. */
static double
step_clocks (const TlGpuProduct *m, const TlGpuMachine *machine, const TensorTile *tile, gint64 n_bytes)
{
  double rate = machine->limits->f16_tensor_fmas * (2.0 / (double) n_bytes) * (machine->limits->capability >= 90 ? MMA_SHARE : 1.0);
  double products = (double) (tile->rows * tile->columns) / MAX (rate, 1);
  double reads = (double) (n_warps (tile) * (tile->warp_rows + tile->warp_columns) * n_bytes);
  double copied = (double) ((tile->rows + tile->columns) * n_bytes);
  double shared = (reads + copied) / SHARED_CLOCK, l2 = copied / L2_CLOCK;

  return MAX (products, MAX (shared, l2)) + 0.25 * MIN (products, MAX (shared, l2)) + 0.1 * l2;
}

/* Sets the number of stages; 0: the tile does not fit. */
static double
tile_clocks (const TlGpuProduct *m, const TlGpuMachine *machine, const TensorType *type, TensorTile *tile)
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
      clocks *= (warps < 8 ? 1 + (8 - warps) / 8 : 1) * (n_stages < 3 ? 1.15 : 1);
      if (occupancy.n_blocks > 0 && (best == 0 || clocks < best))
        {
          best = clocks;
          best_stages = n_stages;
        }
    }
  tile->n_stages = best_stages;
  return best;
}

static gboolean
choose_tile (const TlGpuProduct *m, const TlGpuMachine *machine, const TensorType *type, TensorTile *best)
{
  gint64 n_bytes = tl_dtype_bytes (type->factor);
  double least = 0;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (tiles); i++)
    {
      TensorTile tile = tiles[i / 2];

      tile.k = (i % 2 == 0 ? LINE_BYTES : SHORT_LINE) / n_bytes;
      if (i % 2 == 0 && m->extents[TL_GPU_K] <= tile.k / 2)
        continue;
      double clocks = tile_clocks (m, machine, type, &tile) * (i % 2 == 0 ? 1 : 1.05);
      if (clocks > 0 && (least == 0 || clocks < least))
        {
          least = clocks;
          *best = tile;
        }
    }
  return least > 0;
}

/* --- steps --- */

typedef struct
{
  TlGpuProduct     *m;
  const TensorTile *tile;
  const TensorType *type;
  guint             warps, k0, k1;          /* loops */
  guint             outer;                  /* the block of a fragment */
} TensorSchedule;

static TlScheduleBuilder *
builder_of (const TensorSchedule *s)
{
  return s->m->p->builder;
}

static void
tensorize (TensorSchedule *s, guint rv, const char *format, const char *a, const char *b)
{
  g_autofree char *name = g_strdup_printf (format, a, b);

  tl_schedule_builder_do (builder_of (s), "tensorize", tl_arg_rv (rv), tl_schedule_builder_string (builder_of (s), name));
}

/* @blocks: batches, groups of columns, rows, columns of a group. Groups are along blockIdx.y, where there are not too many. */
static void
bind_blocks (TensorSchedule *s, const guint blocks[4])
{
  TlScheduleBuilder *builder = builder_of (s);
  gint64             n_batches = tl_schedule_builder_extent (builder, blocks[0]);
  gint64             n_groups = tl_schedule_builder_extent (builder, blocks[1]);
  gboolean           is_one = n_batches == 0 || n_groups == 0 || n_batches * n_groups == 1 || n_batches > MAX_BLOCKS_Y / n_groups;

  if (is_one)
    {
      tl_step_bind (builder, tl_step_fuse_loops (builder, blocks, 4), "blockIdx.x");
      return;
    }
  tl_step_bind (builder, tl_step_fuse_loops (builder, blocks, 2), "blockIdx.y");
  tl_step_bind (builder, tl_step_fuse_loops (builder, blocks + 2, 2), "blockIdx.x");
}

/* Blocks of C, warps, k, fragments. */
static void
split_loops (TensorSchedule *s)
{
  TlScheduleBuilder *builder = builder_of (s);
  const TensorTile  *tile = s->tile;
  gint64             n_columns = tl_ceildiv (side_of (s->m, TL_GPU_J), tile->columns);
  gint64             group = tl_min (tl_max (TURN_COLUMNS / tile->columns, 1), n_columns);
  gint64             depth = tl_mma_k (s->type->factor), n_i = tile->rows / tile->warp_rows, n_j = tile->columns / tile->warp_columns;
  guint              i, j, k;

  while (n_columns % group != 0)
    group--;
  i = tl_step_split (builder, s->m->loops[TL_GPU_I], 0, n_i, tile->warp_rows / FRAGMENT, FRAGMENT);
  j = tl_step_split (builder, s->m->loops[TL_GPU_J], 0, group, n_j, tile->warp_columns / FRAGMENT, FRAGMENT);
  k = tl_step_split (builder, s->m->loops[TL_GPU_K], 0, tile->k / depth, depth);
  const guint blocks[4] = { s->m->loops[TL_GPU_B], j, i, j + 1 };

  tl_step_reorder_behind (builder, blocks, 4, TL_STEP_LIST (guint, i + 1, j + 2, k, k + 1, i + 2, j + 3, i + 3, j + 4, k + 2));
  bind_blocks (s, blocks);
  s->warps = tl_step_fuse_loops (builder, (guint[]) { i + 1, j + 2 }, 2);
  tl_step_bind (builder, s->warps, "threadIdx.y");
  s->k0 = k;
  s->k1 = k + 1;
  tl_step (builder, "unroll", k + 1);
  tl_step (builder, "unroll", i + 2);
  tl_step (builder, "unroll", j + 3);
  s->outer = tl_step (builder, "blockize", i + 3);
}

/* All loops of the block from @first on are shared out among the threads of the warps, or of one. */
static void
share_out (TensorSchedule *s, guint block_rv, guint first, guint n, gint64 n_warps_of, gint64 lanes)
{
  TlScheduleBuilder *builder = builder_of (s);
  guint              loop = tl_step_fuse_from (builder, first, n);
  gint64             extent = tl_schedule_builder_extent (builder, loop);

  while (lanes > 1 && (extent == 0 || extent % (lanes * TL_GPU_WARP * n_warps_of) != 0))
    lanes /= 2;
  loop = tl_step_split (builder, loop, 0, n_warps_of, TL_GPU_WARP, lanes);
  if (n_warps_of > 1)
    tl_step_bind (builder, loop + 1, "threadIdx.y");
  tl_step_bind (builder, loop + 2, "threadIdx.x");
  tl_step (builder, lanes > 1 ? "vectorize" : "unroll", loop + 3);
  tl_step (builder, "unroll", loop);
}

/* A factor's part of k0, by all threads. Short lines are taken four apart, so that a vector of each lane lies in a bank of its own. */
static void
stage_factor (TensorSchedule *s, const TlGpuFactor *factor)
{
  TlScheduleBuilder *builder = builder_of (s);
  gint64             n_bytes = tl_dtype_bytes (s->type->factor);
  guint              n, first;

  tl_step_set_scope (builder, factor->rv, 0, "shared.dyn");
  tl_step_at (builder, "compute_at", factor->rv, s->k0);
  first = tl_step_get_loops_below (builder, factor->rv, s->k0, &n);
  if (builder->error == NULL && n < 2)
    tl_refuse (&builder->error, NULL, 0, NULL, "the copy of a factor has %u loops", n);
  if ((factor->k_last ? s->tile->k : factor->rows == TL_GPU_I ? s->tile->rows : s->tile->columns) * n_bytes == SHORT_LINE)
    {
      guint rows = first + n - 2, columns = first + n - 1, parts = tl_step_split (builder, rows, 0, 2, 4);

      tl_step_reorder (builder, parts, parts + 2, parts + 1, columns);
      first = tl_step_get_loops_below (builder, factor->rv, s->k0, &n);
    }
  share_out (s, factor->rv, first, n, n_warps (s->tile), factor->lanes);
  tl_schedule_builder_do (builder, "storage_align", tl_arg_rv (factor->rv), tl_arg_int (0), tl_arg_int (1), tl_arg_int (64 / n_bytes),
                          tl_arg_int (16 / n_bytes));
}

/* Fragments of a block, unrolled. */
static guint
split_fragments (TensorSchedule *s, guint block_rv, gint64 rows, gint64 columns)
{
  TlScheduleBuilder *builder = builder_of (s);
  guint              y = tl_step_get_inner_loop (builder, block_rv, 1), x = tl_step_get_inner_loop (builder, block_rv, 0);
  guint              i = tl_step_split (builder, y, 0, rows), j = tl_step_split (builder, x, 0, columns);

  tl_step_reorder (builder, i, j, i + 1, j + 1);
  tl_step (builder, "unroll", i);
  tl_step (builder, "unroll", j);
  return i + 1;
}

static guint
load_factor (TensorSchedule *s, const TlGpuFactor *factor)
{
  TlScheduleBuilder *builder = builder_of (s);
  gboolean           is_a = factor->rows == TL_GPU_I;
  guint              load = tl_step_cache_read (builder, s->outer, factor->operand->read, is_a ? "mma.matrix_a" : "mma.matrix_b");

  tl_step_at (builder, "compute_at", load, s->k1);
  return load;
}

static void
tensorize_load (TensorSchedule *s, const TlGpuFactor *factor, guint load)
{
  gint64   depth = tl_mma_k (s->type->factor);
  gboolean is_a = factor->rows == TL_GPU_I, is_trans = is_a == !factor->k_last;
  guint    first = split_fragments (s, load, factor->k_last ? FRAGMENT : depth, factor->k_last ? depth : FRAGMENT);

  tensorize (s, first, "mma_load_%s_%s_shared_dyn", s->type->load, is_a ? is_trans ? "a_trans" : "a" : factor->k_last ? "b_trans" : "b");
}

/* The fragments to C at once. */
static void
store_sums (TensorSchedule *s)
{
  tl_step_at (builder_of (s), "reverse_compute_at", s->m->result_rv, s->warps);
  tensorize (s, split_fragments (s, s->m->result_rv, FRAGMENT, FRAGMENT), "mma_store_%s_%s", s->type->store, "global");
}

/* (b, i, j) → (b, warp's rows, row of fragments, i, j): of the rows of fragments only one of each warp is there at a time. */
static const TlIndexMap *
row_map (TensorSchedule *s)
{
  TlArena       *arena = builder_of (s)->arena;
  const TlVar  **vars = tl_step_map_vars (builder_of (s), 3);
  const TlExpr  *warp_rows = tl_int (arena, s->tile->warp_rows), *fragment = tl_int (arena, FRAGMENT);
  const TlExpr **indices = tl_arena_new_array (arena, const TlExpr *, 5);

  indices[0] = vars[0];
  indices[1] = tl_floordiv (arena, vars[1], warp_rows);
  indices[2] = tl_floordiv (arena, tl_floormod (arena, vars[1], warp_rows), fragment);
  indices[3] = tl_floormod (arena, vars[1], fragment);
  indices[4] = vars[2];
  return tl_index_map_new (arena, vars, 3, indices, 5);
}

/*
 * A row of fragments at a time to shared memory, and from there by the lanes of the warp. Each warp stores its own: the copy gets its scope
 * where that no longer means that all threads make all of it.
 */
static void
store_through_shared (TensorSchedule *s)
{
  TlScheduleBuilder *builder = builder_of (s);
  guint              result = s->m->result_rv, n, first, rows, stage, stored;

  tl_step_at (builder, "reverse_compute_at", result, s->warps);
  first = tl_step_get_loops_below (builder, result, s->warps, &n);
  if (builder->error == NULL && n < 2)
    tl_refuse (&builder->error, NULL, 0, NULL, "the result has %u loops", n);
  rows = tl_step_split (builder, first + n - 2, 0, FRAGMENT);
  stage = tl_step_cache_read (builder, result, 0, "local");
  tl_step_at (builder, "compute_at", stage, rows);
  tl_step_set_scope (builder, stage, 0, "shared.dyn");
  tl_step_transform_layout (builder, stage, "write", 0, row_map (s), NULL);
  first = tl_step_get_loops_below (builder, result, rows, &n);
  share_out (s, result, first, n, 1, s->m->result_lanes);
  stored = tl_step (builder, "blockize", split_fragments (s, stage, FRAGMENT, FRAGMENT));
  tensorize (s, stored, "mma_store_%s_%s", s->type->store, "shared_dyn");
  tl_schedule_builder_do (builder, "storage_align", tl_arg_rv (stored), tl_arg_int (0), tl_arg_int (3),
                          tl_arg_int (tl_dtype_bytes (s->type->sum) == 2 ? 64 : 32), tl_arg_int (8));
}

static void
unroll_fill (TensorSchedule *s, guint fill)
{
  TlScheduleBuilder *builder = builder_of (s);
  guint              n, first = tl_step_get_loops_below (builder, fill, s->warps, &n);

  for (guint rv = first; builder->error == NULL && rv < first + n; rv++)
    tl_step (builder, "unroll", rv);
}

static void
annotate_pipeline (TensorSchedule *s)
{
  TlScheduleBuilder *builder = builder_of (s);
  gint64             n_steps = tl_schedule_builder_extent (builder, s->k0), n_stages = MIN (s->tile->n_stages, n_steps);
  const gint64       stages[3] = { 0, 0, n_stages - 1 }, order[3] = { 0, 1, 2 }, copies[1] = { 0 };

  if (n_stages < 2)
    return;
  tl_step_annotate (builder, s->k0, "software_pipeline_stage", tl_schedule_builder_ints (builder, stages, 3));
  tl_step_annotate (builder, s->k0, "software_pipeline_order", tl_schedule_builder_ints (builder, order, 3));
  tl_step_annotate (builder, s->k0, "software_pipeline_async_stages", tl_schedule_builder_ints (builder, copies, 1));
}

static void
write_tiles (TlGpuProduct *m, const TensorTile *tile, const TensorType *type, gboolean is_direct)
{
  const gint64   whole[TL_GPU_N_ROLES] = { 1, tile->rows, tile->columns, tile->k };
  TensorSchedule s = { .m = m, .tile = tile, .type = type };
  TlScheduleBuilder *builder = m->p->builder;
  guint          loads[2], fill;

  tl_gpu_product_normalize (m, whole);
  split_loops (&s);
  tl_step_set_scope (builder, s.outer, 0, "mma.accumulator");
  for (guint f = 0; f < 2; f++)
    loads[f] = load_factor (&s, &m->factors[f]);
  for (guint f = 0; f < 2; f++)
    stage_factor (&s, &m->factors[f]);
  if (is_direct)
    store_sums (&s);
  else
    store_through_shared (&s);
  fill = tl_step_at (builder, "decompose_reduction", s.outer, s.k0);
  unroll_fill (&s, fill);
  tensorize (&s, s.outer, m->factors[1].k_last ? m->factors[0].k_last ? "mma_sync_%s_trans_b" : "mma_sync_%s_trans_a_trans_b"
             : m->factors[0].k_last ? "mma_sync_%s" : "mma_sync_%s_trans_a", type->sync, NULL);
  tensorize (&s, fill, "mma_fill_%s", type->store, NULL);
  for (guint f = 0; f < 2; f++)
    tensorize_load (&s, &m->factors[f], loads[f]);
  annotate_pipeline (&s);
}

/* FALSE: a step is refused, and all is as before. */
static gboolean
try_write (const TlGpuProduct *m, const TensorTile *tile, const TensorType *type, gboolean is_direct)
{
  TlState     *mark = tl_schedule_builder_mark (m->p->builder);
  TlGpuProduct copy = *m;

  write_tiles (&copy, tile, type, is_direct);
  return tl_schedule_builder_accept (m->p->builder, mark);
}

/* --- the rule --- */

static gboolean
check_target (const TlDefaultSchedule *p, char **why)
{
  if (!g_str_equal (p->target->kind->name, "cuda") || tl_target_sm (p->target) < FIRST_SM)
    return tl_set_reason (why, "the target has no mma.sync: it needs a GPU of sm_%d or later", FIRST_SM);
  return TRUE;
}

static gboolean
check_product (TlGpuProduct *m, const TensorType **type, char **why)
{
  const char *name = m->nest.block->name;

  *type = find_type (m);
  if (*type == NULL)
    return tl_set_reason (why, "tensor cores multiply no %s into %s for block %s", tl_dtype_name (m->factors[0].operand->load->dtype),
                          tl_dtype_name (m->product.store->buffer->dtype), name);
  if (m->has_windows)
    return tl_set_reason (why, "block %s reads windows of a factor", name);
  if (side_of (m, TL_GPU_I) < LEAST_SIDE || side_of (m, TL_GPU_J) < LEAST_SIDE || m->extents[TL_GPU_K] < LEAST_SIDE)
    return tl_set_reason (why, "block %s has fewer than %d rows, columns or steps", name, LEAST_SIDE);
  return TRUE;
}

/* Lines of shared memory follow those of memory where the instruction takes them. */
static void
choose_layouts (TlGpuProduct *m, const TensorType *type)
{
  for (guint f = 0; f < 2; f++)
    {
      TlGpuFactor *factor = &m->factors[f];

      factor->k_last = !factor->is_along || !type->can_transpose;
      if (factor->k_last)
        factor->lanes = factor->is_along ? 1 : tl_gpu_product_lanes (m, factor, TL_GPU_K);
    }
}

static gboolean
apply_tensor_cores (TlDefaultSchedule *p, guint at, char **why)
{
  TlGpuMachine      machine = tl_gpu_machine (p);
  TlGpuProduct      m;
  TensorTile        tile;
  const TensorType *type;
  gboolean          is_direct;

  if (!check_target (p, why) || !tl_gpu_product_read (p, at, &m, why) || !check_product (&m, &type, why))
    return FALSE;
  choose_layouts (&m, type);
  if (!choose_tile (&m, &machine, type, &tile))
    return tl_set_reason (why, "no tile of block %s fits the target's threads, registers and shared memory", m.nest.block->name);
  is_direct = m.epilogue < 0 && tl_dtype_bytes (type->sum) == 4;
  if ((!is_direct || !try_write (&m, &tile, type, TRUE)) && !try_write (&m, &tile, type, FALSE))
    return tl_set_reason (why, "the steps for tensor cores are refused for block %s", m.nest.block->name);
  tl_gpu_product_claim (&m, at);
  return TRUE;
}

const TlDefaultRule tl_gpu_tensor_cores_rule = {
  .info = { "tensor-cores", "cuda",
            "Products of matrices as matmul takes them, of float16, bfloat16 or int8, with sums of float32, float16 or int32, on GPUs of "
            "sm_80 and later",
            "mma.sync on fragments in registers; both factors in shared memory, copied asynchronously in 2 to 4 stages; blocks of C by "
            "size, waves and shared memory; zeros beyond odd extents; the epilogue behind shared memory" },
  .is_for_kernels = TRUE,
  .apply = apply_tensor_cores,
};
