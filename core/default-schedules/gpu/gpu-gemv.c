/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of a matrix with a vector, or with a few at once. Each element of the matrix is needed once, so all that counts is that it
 * streams in: neighbouring threads read neighbouring vectors, and multiply each with the elements of all the vectors.
 *
 *     along     rows lie along k: threadIdx.x along a row, several short rows in a block of threads
 *     across    columns lie side by side: threadIdx.x over them, threadIdx.y over parts of k
 *
 * A thread has partial sums of its own (rfactor), which then meet.
 */
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/gpu/gpu-rules-private.h"
#include "core/interp/gpu/warp-requests.h"

#define MAX_VECTORS    8     /* results beside each other; more are a matrix */
#define MAX_BLOCK      512   /* threads of a block that has parts of k along threadIdx.y */
#define LEAST_TERMS    4     /* of k, for each of them */
#define MAX_TERMS      128   /* vectors of a row for a thread */
#define EVEN_SHARE     4     /* a quarter of the threads is worth having no zeros to add */
#define BLOCK_THREADS  256
#define MAX_LANES      4     /* elements of the matrix that a thread reads at once */

typedef struct
{
  TlGpuProduct product;
  TlGpuMachine machine;
  TlGpuFactor *matrix, *vectors;
  gint64       n_rows, n_terms;    /* of all matrices of the batch; of k */
  gint64       lanes;              /* elements of the matrix that a thread reads at once */
  TlGpuRows    rows;               /* along */
  gint64       n_columns;          /* across: threads along threadIdx.x, … */
  gint64       n_across;           /* … and along threadIdx.y */
} GpuGemv;

/* --- recognition --- */

static gboolean
read_gemv (GpuGemv *g, TlDefaultSchedule *p, guint at, char **why)
{
  TlGpuProduct *m = &g->product;
  guint         matrix;

  if (!tl_gpu_read_product (p, at, m, why))
    return FALSE;
  for (guint r = 0; r < TL_GPU_N_ROLES; r++)
    if (m->extents[r] == 0)
      return tl_set_reason (why, "an extent of block %s is symbolic", m->nest.block->name);
  matrix = m->extents[TL_GPU_J] >= m->extents[TL_GPU_I] ? 1 : 0;
  g->matrix = &m->factors[matrix];
  g->vectors = &m->factors[1 - matrix];
  g->n_rows = tl_mul_saturated (m->extents[TL_GPU_B], m->extents[g->matrix->rows]);
  g->n_terms = m->extents[TL_GPU_K];
  if (m->extents[g->vectors->rows] > MAX_VECTORS)
    return tl_set_reason (why, "block %s is a product with %" G_GINT64_FORMAT " vectors, more than %d", m->nest.block->name,
                          m->extents[g->vectors->rows], MAX_VECTORS);
  if (g->n_terms < 2 * LEAST_TERMS || m->extents[g->matrix->rows] < 2)
    return tl_set_reason (why, "block %s has no matrix, or one of fewer than %d terms", m->nest.block->name, 2 * LEAST_TERMS);
  g->lanes = tl_min (tl_gpu_product_lanes (m, g->matrix, g->matrix->is_along ? g->matrix->rows : TL_GPU_K), MAX_LANES);
  return TRUE;
}

/* --- threads --- */

static gint64
power_that_divides (gint64 n, gint64 most)
{
  gint64 power = 1;

  while (power * 2 <= most && n % (power * 2) == 0)
    power *= 2;
  return power;
}

/*
 * All threads of a row have as many terms; zeros are added where no good number of threads divides them. Rows of a block of threads load
 * the same elements of the vectors, of which L2 then gives fewer: there are as few threads for a row as fill the GPU.
 */
static void
choose_along (GpuGemv *g)
{
  gint64 n = g->n_terms / g->lanes, part, even;

  part = (gint64) tl_clamp ((double) g->n_rows * (double) n / (double) tl_gpu_places (&g->machine), LEAST_TERMS, MAX_TERMS);
  g->rows = tl_gpu_choose_rows (&g->machine, g->n_rows, n);
  while (g->rows.n_threads > TL_GPU_WARP && g->rows.n_threads * part > n)
    g->rows.n_threads /= 2;
  even = power_that_divides (n, g->rows.n_threads);
  if (even >= g->rows.n_threads / EVEN_SHARE)
    g->rows.n_threads = even;
  while (g->rows.n_rows * g->rows.n_threads < BLOCK_THREADS && g->n_rows % (g->rows.n_rows * 2) == 0
         && g->n_rows / (g->rows.n_rows * 2) >= g->machine.n_multiprocessors)
    g->rows.n_rows *= 2;
}

/*
 * The same of the parts of k, which are as many as fill the GPU. Where there would be fewer blocks than multiprocessors, a block has fewer
 * columns, down to a sector of them.
 */
static void
choose_across (GpuGemv *g)
{
  gint64 sector = tl_max (TL_SECTOR_BYTES / tl_max (tl_dtype_bytes (g->matrix->operand->load->dtype), 1), 1), even;

  while (g->lanes > 1 && g->n_rows / (TL_GPU_WARP * g->lanes) < g->machine.n_multiprocessors)
    g->lanes /= 2;
  g->n_columns = TL_GPU_WARP;
  while (g->n_columns > sector && g->n_rows / (g->n_columns * g->lanes) < g->machine.n_multiprocessors)
    g->n_columns /= 2;
  g->n_across = 2;
  while (g->n_across * g->n_columns < MAX_BLOCK && g->n_terms >= g->n_across * 2 * LEAST_TERMS
         && g->n_across * 2 * g->n_columns <= g->machine.max_threads
         && g->n_rows / g->lanes * g->n_across < tl_gpu_places (&g->machine) / 2)
    g->n_across *= 2;
  even = power_that_divides (g->n_terms, g->n_across);
  if (even >= g->n_across / EVEN_SHARE)
    g->n_across = even;
}

/* --- steps --- */

/*
 * A copy in registers: its loops go over k, then over rows or columns, where these are several. The one along which the thread reads @lanes
 * elements at once is a vector: that over k for rows, else the other one.
 */
static void
load_factor (TlScheduleBuilder *builder, const TlGpuFactor *factor, guint at, gint64 lanes, gboolean is_along)
{
  guint n, first, vector;

  tl_step_set_scope (builder, factor->rv, 0, "local");
  tl_step_at (builder, "compute_at", factor->rv, at);
  first = tl_step_get_loops_below (builder, factor->rv, at, &n);
  vector = is_along || n == 0 ? first : first + n - 1;
  if (is_along && n == 2)
    tl_step_reorder (builder, first + 1, first);
  for (guint rv = first; builder->error == NULL && rv < first + n; rv++)
    tl_step (builder, rv == vector && lanes > 1 && tl_schedule_builder_extent (builder, rv) == lanes ? "vectorize" : "unroll", rv);
}

/*
 * The partial sums of a thread at @at, the loop around: for threads: for k0: { copies;  partial += … }. @thread: the axis of the threads
 * that the sums are parts of.
 */
static void
write_partial (GpuGemv *g, guint partial, guint at, const char *thread, guint n_loops)
{
  TlScheduleBuilder *builder = g->product.builder;
  gint64             vector_lanes = tl_gpu_product_lanes (&g->product, g->vectors, TL_GPU_K);
  guint              first, n, k0, init;

  tl_step_set_scope (builder, partial, 0, "local");
  tl_schedule_builder_do (builder, "compute_at", tl_arg_rv (partial), tl_arg_rv (at), tl_arg_bool (TRUE));
  first = tl_step_get_loops_below (builder, partial, at, &n);
  if (builder->error == NULL && n != n_loops)
    tl_refuse (&builder->error, NULL, 0, NULL, "the partial sums have %u loops, not %u", n, n_loops);
  /* The threads, b, i, j, k0 and, along k, its vectors. */
  k0 = first + 4;
  tl_step_reorder (builder, first, k0, first + 1, first + 2, first + 3);
  tl_step_bind (builder, first, thread);
  load_factor (builder, g->matrix, k0, g->lanes, !g->matrix->is_along);
  load_factor (builder, g->vectors, k0, g->matrix->is_along ? 1 : MIN (vector_lanes, g->lanes), TRUE);
  init = tl_step_at (builder, "decompose_reduction", partial, k0);
  first = tl_step_get_loops_below (builder, init, at, &n);
  for (guint rv = first + 1; builder->error == NULL && rv < first + n; rv++)
    tl_step (builder, "unroll", rv);
  first = tl_step_get_loops_below (builder, partial, k0, &n);
  for (guint rv = first; builder->error == NULL && rv < first + n; rv++)
    tl_step (builder, "unroll", rv);
}

/* The results of a block of threads leave shared memory through the block that puts them in their place. */
static void
write_result (GpuGemv *g, guint at, gint64 n_threads)
{
  TlScheduleBuilder *builder = g->product.builder;

  tl_step_set_scope (builder, g->product.nest.rv, 0, "shared");
  tl_step_at (builder, "reverse_compute_at", g->product.result_rv, at);
  tl_gpu_share_out (g->product.builder, g->product.result_rv, at, n_threads, 1);
}

static void
write_along (GpuGemv *g)
{
  TlGpuProduct      *m = &g->product;
  TlScheduleBuilder *builder = m->builder;
  guint              k = tl_step_split (builder, m->loops[TL_GPU_K], 0, g->rows.n_threads, g->lanes), partial, row, first, n;

  partial = tl_schedule_builder_do (builder, "rfactor", tl_arg_rv (k + 1), tl_arg_int (3));
  first = tl_step_get_loops (builder, m->nest.rv, &n);
  tl_step_reorder (builder, first, first + (guint) g->matrix->rows, first + (guint) g->vectors->rows, first + 3);
  row = tl_gpu_bind_rows (m->builder, tl_step_fuse_loops (builder, (guint[]) { first, first + (guint) g->matrix->rows }, 2), &g->rows);
  tl_step_bind (builder, first + 3, "threadIdx.x");
  write_partial (g, partial, row, "threadIdx.x", 6);
  write_result (g, row, g->rows.n_threads);
}

static void
write_across (GpuGemv *g)
{
  TlGpuProduct      *m = &g->product;
  TlScheduleBuilder *builder = m->builder;
  guint              rows, k, partial, blocks, first, n;

  rows = tl_step_split (builder, m->loops[g->matrix->rows], 0, g->n_columns, g->lanes);
  tl_step_reorder (builder, m->loops[TL_GPU_B], rows, rows + 1, m->loops[g->vectors->rows], rows + 2, m->loops[TL_GPU_K]);
  k = tl_step_split (builder, m->loops[TL_GPU_K], 0, g->n_across);
  partial = tl_schedule_builder_do (builder, "rfactor", tl_arg_rv (k + 1), tl_arg_int (3));
  first = tl_step_get_loops (builder, m->nest.rv, &n);
  blocks = tl_step_fuse_loops (builder, (guint[]) { first, first + 1 }, 2);
  tl_step_bind (builder, blocks, "blockIdx.x");
  tl_step_bind (builder, first + 2, "threadIdx.x");
  tl_step_bind (builder, first + 5, "threadIdx.y");
  write_partial (g, partial, first + 2, "threadIdx.y", 5);
  write_result (g, blocks, g->n_columns);
}

/* FALSE: a step is refused, and all is as before. */
static gboolean
try_write (const GpuGemv *gemv, gboolean is_plain)
{
  gint64             whole[TL_GPU_N_ROLES] = { 1, 1, 1, 1 };
  TlScheduleBuilder *builder = gemv->product.builder;
  TlState           *mark = tl_schedule_builder_mark (builder);
  GpuGemv            g = *gemv;

  g.matrix = &g.product.factors[gemv->matrix - gemv->product.factors];
  g.vectors = &g.product.factors[gemv->vectors - gemv->product.factors];
  if (is_plain)
    g.product.epilogue = g.matrix->producer = g.vectors->producer = -1;
  if (g.matrix->is_along)
    choose_across (&g);
  else
    choose_along (&g);
  whole[TL_GPU_K] = g.matrix->is_along ? g.n_across : g.rows.n_threads * g.lanes;
  tl_gpu_product_normalize (&g.product, whole);
  if (g.matrix->is_along)
    write_across (&g);
  else
    write_along (&g);
  return tl_schedule_builder_accept (builder, mark);
}

static gboolean
apply_gemv (TlDefaultSchedule *p, guint at, char **why)
{
  GpuGemv g = { .machine = tl_gpu_machine (p) };

  if (!read_gemv (&g, p, at, why))
    return FALSE;
  if (!try_write (&g, FALSE))
    {
      g.product.epilogue = g.matrix->producer = g.vectors->producer = -1;
      if (!try_write (&g, TRUE))
        return tl_set_reason (why, "the partial sums of block %s cannot be computed at its rows", g.product.nest.block->name);
    }
  tl_gpu_claim_product (p, &g.product, at);
  return TRUE;
}

const TlDefaultRule tl_gpu_gemv_rule = {
  .info = { "gemv", TL_GPU_TARGETS,
            "A product of a matrix with up to 8 vectors, in any layout, with batches, cheap producers and an elementwise consumer",
            "The matrix streams in once, in vectors of up to 16 bytes: threads along its rows, or over its columns with parts of k along "
            "threadIdx.y; sums in registers meet at the end" },
  .is_for_kernels = TRUE,
  .apply = apply_gemv,
};
