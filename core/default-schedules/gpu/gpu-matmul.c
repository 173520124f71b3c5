/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of matrices on the multiply-add units:
 *
 *     for blocks of C, blockIdx.x:
 *       for threads: a tile of C in registers = 0
 *       for k0:
 *         A, B of k0 to shared memory, laid out by rows of k
 *         for k: a column of A and a row of B to registers, in vectors;  tile += column · row
 *       tile → C, by way of the epilogue
 *
 * Where C has few blocks, k is cut into parts: a first kernel has sums of parts, a second one C.
 *
 * A thread's tile is one vector wide and high, or two of each, half a block apart (virtual threads): then neighbouring threads read
 * neighbouring vectors of shared memory, without bank conflicts.
 */
#include <math.h>

#include "core/analysis/gpu/occupancy.h"
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/default-schedules/gpu/gpu-rules-private.h"

#define USUAL_SIDE       512     /* of a result, where it is symbolic */
#define LEAST_SIDE       9       /* of a result; fewer rows or columns are vectors */
#define K_LANES          8       /* neighbours along k that a warp copies, 32 bytes of float32 */
#define WARP_COLUMNS     8       /* threads of a warp side by side, in rows of that many */
#define PLACES           2       /* for tiles of each factor in shared memory */
#define LEAST_TILES      3       /* along k, for copies to run ahead of */
#define ROW_PADDING      4       /* elements beyond the banks: rows of k that are stored along k lie in different banks */
#define BANKS            32
#define OTHER_REGISTERS  24      /* of a thread, beside its tile and what it multiplies */
#define LEAST_OCCUPANCY  0.25
#define MAX_PARTS        32      /* of k, in blocks of their own */
#define LEAST_PART       128     /* steps of k */
#define L2_BYTES         32.     /* that a multiprocessor has of L2 in a clock */
#define SUM_CLOCKS       4000    /* of the kernel that adds up parts: its launch, and until its first loads are there */
#define HIDDEN_SHARE     0.2     /* of what goes on meanwhile, that it costs all the same */
#define SUM_THREADS      128     /* that add up parts */
#define SUM_BYTES        (32 << 20)   /* of the sums of all parts, which L2 holds until then */

/* The block of C of a block of threads, the tile of a thread, and the steps of k in shared memory at a time. */
typedef struct
{
  gint64 rows, columns;
  gint64 thread_rows, thread_columns;
  gint64 k_steps;
} MatmulTile;

static const MatmulTile tiles[] = {
  { 128, 128, 8, 8, 16 }, { 128, 64, 8, 8, 16 }, { 64, 128, 8, 8, 16 }, { 64, 64, 8, 4, 16 }, { 64, 64, 4, 4, 16 },
  { 32, 64, 4, 4, 16 },   { 64, 32, 4, 4, 16 },  { 32, 32, 4, 4, 16 },  { 32, 32, 2, 2, 16 }, { 16, 64, 4, 4, 16 },
  { 64, 16, 4, 4, 16 },   { 16, 32, 2, 2, 16 },  { 32, 16, 2, 2, 16 },  { 16, 16, 2, 2, 16 }, { 16, 16, 2, 2, 8 },
};

static gint64
tile_threads (const MatmulTile *tile)
{
  return tile->rows / tile->thread_rows * (tile->columns / tile->thread_columns);
}

static gint64
word_bytes (const TlGpuProduct *m)
{
  gint64 bytes = tl_dtype_bytes (m->product.store->buffer->dtype);

  for (guint f = 0; f < 2; f++)
    bytes = tl_max (bytes, tl_dtype_bytes (m->factors[f].operand->load->dtype));
  return bytes;
}

/* Elements from one row of k to the next. */
static gint64
row_length (const TlGpuFactor *factor, gint64 n)
{
  return factor->is_along ? n : tl_ceildiv (n - ROW_PADDING, BANKS) * BANKS + ROW_PADDING;
}

static gint64
shared_bytes (const TlGpuProduct *m, const MatmulTile *tile)
{
  return PLACES * tile->k_steps
         * (row_length (&m->factors[0], tile->rows) * tl_dtype_bytes (m->factors[0].operand->load->dtype)
            + row_length (&m->factors[1], tile->columns) * tl_dtype_bytes (m->factors[1].operand->load->dtype));
}

/* Of a symbolic extent a middling one is assumed. */
static gint64
side_of (const TlGpuProduct *m, TlGpuRole role)
{
  return m->extents[role] > 0 ? m->extents[role] : role == TL_GPU_B ? 1 : USUAL_SIDE;
}

/* A gint64 does not hold what some extents make. */
static double
tile_blocks (const TlGpuProduct *m, const MatmulTile *tile)
{
  return (double) side_of (m, TL_GPU_B) * (double) tl_ceildiv (side_of (m, TL_GPU_I), tile->rows)
         * (double) tl_ceildiv (side_of (m, TL_GPU_J), tile->columns);
}

/*
 * Clocks of a multiprocessor for a step of k of the whole product: multiply-adds and reads of shared memory, longer where too few warps
 * hide their latency, at least those of the copies from L2. 0: the tile does not fit.
 */
static double
step_clocks (const TlGpuProduct *m, const TlGpuMachine *machine, const MatmulTile *tile, double turns)
{
  gint64      n_threads = tile_threads (tile), words = tl_ceildiv (word_bytes (m), 4), sums = tile->thread_rows * tile->thread_columns,
              sides = tile->thread_rows + tile->thread_columns;
  TlOccupancy occupancy = tl_occupancy (machine->limits, n_threads, (sums + sides) * words + OTHER_REGISTERS, shared_bytes (m, tile));
  double      adds = (double) sums * 32 / machine->limits->fp32_lanes, reads = (double) (sides * words) * 0.75, warps, wanted, clocks,
              copies;

  if (n_threads > machine->max_threads || shared_bytes (m, tile) > machine->shared_bytes
      || tl_occupancy_share (&occupancy) < LEAST_OCCUPANCY)
    return 0;
  warps = (double) occupancy.n_warps * MIN ((double) occupancy.n_blocks, turns);
  wanted = sums >= 32 ? 4.5 : sums >= 16 ? 8 : 16;
  clocks = (MAX (adds, reads) + HIDDEN_SHARE * MIN (adds, reads)) * (double) occupancy.n_warps * MAX (wanted / warps, 1);
  copies = (double) ((tile->rows + tile->columns) * word_bytes (m)) / L2_BYTES;
  return turns * (MAX (clocks, copies) + HIDDEN_SHARE * MIN (clocks, copies));
}

static double
sum_bytes (const TlGpuProduct *m, gint64 n_parts)
{
  return (double) n_parts * (double) side_of (m, TL_GPU_B) * (double) side_of (m, TL_GPU_I) * (double) side_of (m, TL_GPU_J)
         * (double) tl_dtype_bytes (m->product.store->buffer->dtype);
}

/* Clocks of the kernel that adds up parts. */
static double
sum_clocks (const TlGpuProduct *m, const TlGpuMachine *machine, gint64 n_parts)
{
  return n_parts == 1 ? 0 : SUM_CLOCKS + 2 * sum_bytes (m, n_parts) / (L2_BYTES * (double) machine->n_multiprocessors);
}

/* Clocks of a multiprocessor for the product in @n_parts parts of k; 0: the tile does not fit. */
static double
product_clocks (const TlGpuProduct *m, const TlGpuMachine *machine, const MatmulTile *tile, gint64 n_parts)
{
  double turns = ceil (tile_blocks (m, tile) * (double) n_parts / (double) machine->n_multiprocessors),
         step = step_clocks (m, machine, tile, turns);

  return step > 0 ? step * (double) tl_ceildiv (m->extents[TL_GPU_K], n_parts) + sum_clocks (m, machine, n_parts) : 0;
}

/* Parts that k may be cut into, to give work to the whole GPU where C has few blocks. */
static gint64
most_parts (const TlGpuProduct *m)
{
  gint64 most = tl_min (m->extents[TL_GPU_K] / LEAST_PART, MAX_PARTS);

  for (guint r = 0; r < TL_GPU_N_ROLES; r++)
    if (m->extents[r] == 0)
      return 1;
  while (most > 1 && sum_bytes (m, most) > SUM_BYTES)
    most /= 2;
  return most;
}

/* The tile, and the parts of k up to @most. */
static gboolean
choose_tile (const TlGpuProduct *m, const TlGpuMachine *machine, gint64 most, MatmulTile *best, gint64 *n_parts)
{
  double least = 0;

  for (guint i = 0; i < G_N_ELEMENTS (tiles); i++)
    for (gint64 n = 1; n == 1 || n <= most; n *= 2)
      {
        double clocks = product_clocks (m, machine, &tiles[i], n);

        if (clocks > 0 && (least == 0 || clocks < least))
          {
            least = clocks;
            *best = tiles[i];
            *n_parts = n;
          }
      }
  return least > 0;
}

/* --- steps --- */

/*
 * Elements that a thread copies at once. Along k, a warp's threads copy K_LANES neighbours of a row: what they store to rows of k then lies
 * in different banks.
 */
static gint64
copy_lanes (const TlGpuProduct *m, const TlGpuFactor *factor, gint64 n_elements, gint64 n_threads)
{
  gint64 lanes = factor->is_along ? factor->lanes : tl_gpu_product_lanes (m, factor, TL_GPU_K);

  while (lanes > 1 && (n_elements / lanes < n_threads || K_LANES % lanes != 0))
    lanes /= 2;
  return lanes;
}

/* Threads copy neighbours; the copy is laid out by rows of k. */
static void
share_out_copy (TlGpuProduct *m, const TlGpuFactor *factor, guint copy_rv, guint k0, gint64 n_threads)
{
  TlScheduleBuilder *builder = m->builder;
  guint              n, first = tl_step_get_loops_below (builder, copy_rv, k0, &n), loop;
  gint64             lanes;

  if (builder->error == NULL && n != 2)
    tl_refuse (&builder->error, NULL, 0, NULL, "the copy of a factor has %u loops, not two", n);
  if (builder->error != NULL)
    return;
  lanes = copy_lanes (m, factor, tl_schedule_builder_extent (builder, first) * tl_schedule_builder_extent (builder, first + 1), n_threads);
  if (!factor->is_along)
    {
      loop = tl_step_split (builder, first, 0, K_LANES);
      tl_step_reorder (builder, loop, first + 1, loop + 1);
    }
  tl_gpu_share_out (m->builder, copy_rv, k0, n_threads, lanes);
}

/* The tile of a factor on its way to shared memory: through registers, where it waits until the tile before it is no longer needed. */
static void
stage_factor (TlGpuProduct *m, TlGpuFactor *factor, guint k0, gint64 n_threads)
{
  TlScheduleBuilder *builder = m->builder;
  guint              shared;

  tl_step_set_scope (builder, factor->rv, 0, "shared");
  shared = tl_step_cache_write (builder, factor->rv, "local");
  tl_step_at (builder, "compute_at", shared, k0);
  tl_step_at (builder, "compute_at", factor->rv, k0);
  if (!factor->is_along)
    tl_schedule_builder_do (builder, "storage_align", tl_arg_rv (shared), tl_arg_int (0), tl_arg_int (1), tl_arg_int (BANKS),
                            tl_arg_int (ROW_PADDING));
  share_out_copy (m, factor, shared, k0, n_threads);
  share_out_copy (m, factor, factor->rv, k0, n_threads);
}

/* A vector of the factor for a step of k, in registers. */
static void
load_factor (TlGpuProduct *m, const TlGpuFactor *factor, guint k1)
{
  TlScheduleBuilder *builder = m->builder;
  guint              copy = tl_step_cache_read (builder, m->nest.rv, factor->operand->read, "local"), n, first;

  tl_step_at (builder, "compute_at", copy, k1);
  first = tl_step_get_loops_below (builder, copy, k1, &n);
  if (n > 0)
    tl_step (builder, "vectorize", first + n - 1);
}

/* Indices of registers are numbers only where loops over them are unrolled. */
static void
unroll_below (TlScheduleBuilder *builder, guint block_rv, guint loop, gboolean is_vector)
{
  guint n, first = tl_step_get_loops_below (builder, block_rv, loop, &n);

  for (guint rv = first; builder->error == NULL && rv < first + n; rv++)
    tl_step (builder, is_vector && rv + 1 == first + n ? "vectorize" : "unroll", rv);
}

static void
write_result (TlGpuProduct *m, guint threads, gint64 lanes)
{
  tl_step_set_scope (m->builder, m->nest.rv, 0, "local");
  tl_step_at (m->builder, "reverse_compute_at", m->result_rv, threads);
  unroll_below (m->builder, m->result_rv, threads, m->result_lanes >= lanes);
}

/* The loops of one side of C, outermost first. */
typedef struct
{
  guint blocks, warps, virtuals, lanes, vector;   /* variables */
} SideLoops;

/* A tile of @n vectors for each thread, @n_threads of them, of which @n_lanes in a warp. */
static SideLoops
split_side (TlScheduleBuilder *builder, guint loop, gint64 n_virtuals, gint64 n_threads, gint64 n_lanes, gint64 vector)
{
  guint first = tl_step_split (builder, loop, 0, n_threads / n_lanes, n_virtuals, n_lanes, vector);

  return (SideLoops) { first, first + 1, first + 2, first + 3, first + 4 };
}

/* Blocks, virtual threads, threads, k, the thread's vectors; gives the loop of threads. */
static guint
order_and_bind (TlGpuProduct *m, const SideLoops *i, const SideLoops *j, guint k)
{
  TlScheduleBuilder *builder = m->builder;
  const guint        blocks[] = { m->loops[TL_GPU_B], i->blocks, j->blocks }, places[] = { i->warps, j->warps, i->lanes, j->lanes };
  const guint        outer[] = { blocks[0], blocks[1], blocks[2], i->virtuals, j->virtuals };
  guint              threads;

  tl_step_reorder_behind (builder, outer, G_N_ELEMENTS (outer),
                          TL_STEP_LIST (guint, i->warps, j->warps, i->lanes, j->lanes, k, k + 1, i->vector, j->vector));
  tl_step_bind (builder, tl_step_fuse_loops (builder, blocks, G_N_ELEMENTS (blocks)), "blockIdx.x");
  tl_step_bind (builder, i->virtuals, "vthread.y");
  tl_step_bind (builder, j->virtuals, "vthread.x");
  threads = tl_step_fuse_loops (builder, places, G_N_ELEMENTS (places));
  tl_step_bind (builder, threads, "threadIdx.x");
  return threads;
}

/*
 * Copies run ahead: while a tile is multiplied, the next one lies in shared memory, and the one after that is on its way to registers. With
 * two places for tiles in shared memory, threads wait for each other once a tile.
 */
static void
run_copies_ahead (TlScheduleBuilder *builder, guint k0)
{
  /* A to registers, A to shared memory, B to registers, B to shared memory, the product. */
  static const gint64 stages[] = { 0, 1, 0, 1, 2 }, order[] = { 2, 0, 3, 1, 4 };

  if (builder->error != NULL || tl_schedule_builder_extent (builder, k0) < LEAST_TILES)
    return;
  tl_step_annotate (builder, k0, "software_pipeline_stage", tl_schedule_builder_ints (builder, stages, G_N_ELEMENTS (stages)));
  tl_step_annotate (builder, k0, "software_pipeline_order", tl_schedule_builder_ints (builder, order, G_N_ELEMENTS (order)));
}

/* The kernel of a normalized product. */
static void
write_tiles (TlGpuProduct *m, const MatmulTile *tile)
{
  TlScheduleBuilder *builder = m->builder;
  gint64             vector = tl_min (tile->thread_rows, TL_GPU_VECTOR_BYTES / word_bytes (m)), n_rows = tile->rows / tile->thread_rows,
                     n_columns = tile->columns / tile->thread_columns, n_lanes = tl_min (n_columns, WARP_COLUMNS);
  SideLoops          i, j;
  guint              k, threads;

  vector = tl_min (vector, tile->thread_columns);
  i = split_side (builder, m->loops[TL_GPU_I], tile->thread_rows / vector, n_rows, tl_min (n_rows, TL_GPU_WARP / n_lanes), vector);
  j = split_side (builder, m->loops[TL_GPU_J], tile->thread_columns / vector, n_columns, n_lanes, vector);
  k = tl_step_split (builder, m->loops[TL_GPU_K], 0, tile->k_steps);
  threads = order_and_bind (m, &i, &j, k);
  write_result (m, threads, vector);
  for (guint f = 0; f < 2; f++)
    {
      load_factor (m, &m->factors[f], k + 1);
      stage_factor (m, &m->factors[f], k, n_rows * n_columns);
    }
  unroll_below (builder, tl_step_at (builder, "decompose_reduction", m->nest.rv, k), threads, FALSE);
  tl_step (builder, "unroll", k + 1);
  tl_step (builder, "unroll", i.vector);
  tl_step (builder, "unroll", j.vector);
  run_copies_ahead (builder, k);
}

/* --- parts of k --- */

/* The loops of the results; gives that of threads, which runs over a part of a row where the results are not whole blocks of threads. */
static guint
bind_sums (TlGpuProduct *m)
{
  TlScheduleBuilder *builder = m->builder;
  guint              n, first = tl_step_get_loops (builder, m->result_rv, &n), last = first + n - 1, loops[TL_NEST_MAX_LOOPS];
  double             n_results = 1;
  gint64             length;

  for (guint rv = first; builder->error == NULL && rv <= last; rv++)
    n_results *= (double) tl_schedule_builder_extent (builder, rv);
  if (builder->error != NULL || n == 0 || n > TL_NEST_MAX_LOOPS || fmod (n_results, SUM_THREADS) == 0)
    return tl_gpu_bind_loop (m->builder, tl_step_fuse_from (builder, first, n), SUM_THREADS) + 1;
  length = tl_schedule_builder_extent (builder, last);
  last = tl_step_split (builder, last, 0, tl_min (tl_gpu_power_above (MAX (length, 1)), SUM_THREADS));
  for (guint l = 0; l + 1 < n; l++)
    loops[l] = first + l;
  loops[n - 1] = last;
  tl_step_bind (builder, tl_step_fuse_loops (builder, loops, n), "blockIdx.x");
  tl_step_bind (builder, last + 1, "threadIdx.x");
  return last + 1;
}

/* The sums of parts of k in a kernel of their own; then each result is the sum of its parts, which its consumer takes from a register. */
static void
write_parts (TlGpuProduct *m, const MatmulTile *tile, gint64 n_parts)
{
  TlScheduleBuilder *builder = m->builder;
  TlGpuProduct       parts = *m;
  guint              k = tl_step_split (builder, m->loops[TL_GPU_K], n_parts, 0), first, n, threads;

  parts.nest.rv = tl_schedule_builder_do (builder, "rfactor", tl_arg_rv (k), tl_arg_int (0));
  first = tl_step_get_loops (builder, parts.nest.rv, &n);
  if (builder->error == NULL && n != TL_GPU_N_ROLES + 1)
    tl_refuse (&builder->error, NULL, 0, NULL, "the parts of the product have %u loops, not five", n);
  tl_step_reorder (builder, first + 3, first, first + 1, first + 2, first + 4);
  parts.loops[TL_GPU_B] = tl_step_fuse_loops (builder, (guint[]) { first + 3, first }, 2);
  parts.loops[TL_GPU_I] = first + 1;
  parts.loops[TL_GPU_J] = first + 2;
  parts.loops[TL_GPU_K] = first + 4;
  parts.result_rv = tl_step_cache_write (builder, parts.nest.rv, "local");
  write_tiles (&parts, tile);
  threads = bind_sums (m);
  tl_step_set_scope (builder, m->nest.rv, 0, "local");
  tl_step_at (builder, "compute_at", m->nest.rv, threads);
  first = tl_step_get_loops_below (builder, m->nest.rv, threads, &n);
  if (n > 0)
    tl_step_at (builder, "decompose_reduction", m->nest.rv, first);
}

static void
write_matmul (TlGpuProduct *m, const MatmulTile *tile, gint64 n_parts)
{
  const gint64 whole[TL_GPU_N_ROLES] = { 1, tile->rows, tile->columns, tile->k_steps * n_parts };

  tl_gpu_product_normalize (m, whole);
  if (n_parts > 1)
    write_parts (m, tile, n_parts);
  else
    write_tiles (m, tile);
}

/* FALSE: a step is refused, and all is as before. */
static gboolean
try_write (const TlGpuProduct *m, const MatmulTile *tile, gint64 n_parts)
{
  TlState     *mark = tl_schedule_builder_mark (m->builder);
  TlGpuProduct copy = *m;

  write_matmul (&copy, tile, n_parts);
  return tl_schedule_builder_accept (m->builder, mark);
}

static gboolean
apply_product (TlDefaultSchedule *p, guint at, gboolean has_windows, char **why)
{
  TlGpuMachine machine = tl_gpu_machine (p);
  TlGpuProduct m;
  MatmulTile   tile;
  gint64       n_parts = 1;

  if (!tl_gpu_read_product (p, at, &m, why))
    return FALSE;
  if (m.has_windows != has_windows)
    return tl_set_reason (why, "block %s reads %s", m.nest.block->name, has_windows ? "no windows" : "windows of a factor");
  if (side_of (&m, TL_GPU_I) < LEAST_SIDE || side_of (&m, TL_GPU_J) < LEAST_SIDE)
    return tl_set_reason (why, "the result of block %s is %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT ", fewer than %d rows or columns",
                          m.nest.block->name, side_of (&m, TL_GPU_I), side_of (&m, TL_GPU_J), LEAST_SIDE);
  if (!choose_tile (&m, &machine, most_parts (&m), &tile, &n_parts))
    return tl_set_reason (why, "no tile of block %s fits the target's threads, registers and shared memory", m.nest.block->name);
  if (!try_write (&m, &tile, n_parts) && choose_tile (&m, &machine, 1, &tile, &n_parts) && !try_write (&m, &tile, 1))
    {
      m.epilogue = m.factors[0].producer = m.factors[1].producer = -1;
      write_matmul (&m, &tile, 1);
    }
  tl_gpu_claim_product (p, &m, at);
  return TRUE;
}

static gboolean
apply_matmul (TlDefaultSchedule *p, guint at, char **why)
{
  return apply_product (p, at, FALSE, why);
}

static gboolean
apply_conv2d (TlDefaultSchedule *p, guint at, char **why)
{
  return apply_product (p, at, TRUE, why);
}

const TlDefaultRule tl_gpu_conv2d_rule = {
  .info = { "conv2d", TL_GPU_TARGETS,
            "A convolution with channels in any place (NCHW, NHWC), strides, groups, padding and an elementwise consumer",
            "As a product of matrices, pixels by channels: windows are copied to shared memory as the rows of a matrix, padding on the "
            "way" },
  .is_for_kernels = TRUE,
  .apply = apply_conv2d,
};

const TlDefaultRule tl_gpu_matmul_rule = {
  .info = { "matmul", TL_GPU_TARGETS,
            "C[b, i, j] = Σk A[b, i, k] · B[b, k, j] in any layout, with batches and several axes of a kind, cheap producers and an "
            "elementwise consumer",
            "Blocks of C by size and occupancy; both factors in shared memory, by vectors where rows are; a tile of C for each thread in "
            "registers; zeros beyond odd extents; parts of a long k in blocks of their own where C is small" },
  .is_for_kernels = TRUE,
  .apply = apply_matmul,
};
