/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions of rows and what is computed of them and of the rows, in one kernel: softmax, layer and RMS normalization.
 *
 *     for rows of a block of threads: largest of row → exp of row → sum of row → row / sum      all threads of a row take part in each
 *
 * The last stage is the host: its outer loops are the rows, and the others move there, by way of shared memory. Rows that shared memory has
 * no room for are computed again by each stage that reads them.
 */
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/gpu/gpu-rules-private.h"

#define MAX_STAGES  16u
#define SHARED_PART 3      /* of shared memory for results of stages: the threads' own parts need some, and other blocks of threads */

typedef struct
{
  guint       rv;
  TlBlockNest nest;
  gint64      lanes;      /* of vectors along the row; 1 of a reduction */
} RowStage;

typedef struct
{
  TlDefaultSchedule *p;
  TlGpuMachine       machine;
  guint              n_row;                /* loops outside that are the same for all */
  gint64             extents[TL_NEST_MAX_LOOPS];
  guint              first, last;          /* of the stages, places among p->blocks */
  RowStage           stages[MAX_STAGES];   /* the host is the last */
  gint64             length;               /* elements of a row */
  TlGpuRows          rows;
} RowKernel;

/* --- the stages --- */

static gboolean
is_row_stage (const RowKernel *k, const TlBlockNest *nest)
{
  if (nest->n < k->n_row || (nest->spatial & ((1u << k->n_row) - 1)) != (1u << k->n_row) - 1)
    return FALSE;
  for (guint l = 0; l < k->n_row; l++)
    if (nest->extents[l] != k->extents[l])
      return FALSE;
  if (nest->reduced != 0)
    return nest->spatial == (1u << k->n_row) - 1 && nest->block->init != NULL
           && tl_gpu_is_known_reduction (k->p, nest->block, NULL);
  return nest->block->init == NULL && tl_loop_set_count (nest->spatial) == nest->n;
}

static gboolean
takes (const RowKernel *k, gint at)
{
  const TlStmt *block = at >= 0 && at < (gint) k->p->blocks->len ? tl_default_block (k->p, (guint) at) : NULL;
  TlBlockNest   nest;

  return block != NULL && k->last - k->first + 1 < MAX_STAGES
         && tl_block_nest_match (tl_state_module (k->p->builder->state), block->block.id, &nest, NULL) && is_row_stage (k, &nest);
}

static gboolean
find_stages (RowKernel *k, guint at, char **why)
{
  TlBlockNest nest;

  if (!tl_block_nest_match_rv (k->p->builder, tl_default_rv (k->p, at), &nest, why))
    return FALSE;
  if (nest.reduced == 0)
    return tl_set_reason (why, "block %s has no reduction", nest.block->name);
  k->n_row = tl_loop_set_count (nest.spatial);
  for (guint l = 0; l < k->n_row; l++)
    k->extents[l] = nest.extents[l];
  if (!is_row_stage (k, &nest))
    return tl_set_reason (why, "block %s is not an initialized reduction of rows with a known reducer", nest.block->name);
  k->length = tl_block_nest_n_iterations (&nest, nest.reduced);
  k->first = k->last = at;
  while (takes (k, (gint) k->first - 1))
    k->first--;
  while (takes (k, (gint) k->last + 1))
    k->last++;
  return TRUE;
}

static gboolean
read_stages (RowKernel *k, char **why)
{
  RowStage *host = &k->stages[k->last - k->first];

  for (guint at = k->first; at <= k->last; at++)
    {
      RowStage *stage = &k->stages[at - k->first];

      stage->rv = tl_default_rv (k->p, at);
      if (!tl_block_nest_match_rv (k->p->builder, stage->rv, &stage->nest, why))
        return FALSE;
      stage->lanes = stage->nest.reduced == 0 && stage->nest.n > k->n_row ? tl_gpu_vector_lanes (k->p, &stage->nest, stage->nest.n - 1) : 1;
    }
  if (host->nest.reduced != 0 || host->nest.n == k->n_row)
    return tl_set_reason (why, "block %s is not computed for each element of a row", host->nest.block->name);
  return TRUE;
}

/* --- the kernel --- */

static gint64
row_bytes (const RowKernel *k, const RowStage *stage)
{
  gint64 n_bytes = 0, n = stage->nest.n > k->n_row && stage->nest.reduced == 0 ? k->length : 1;

  for (guint w = 0; w < stage->nest.block->n_writes; w++)
    n_bytes += tl_mul_saturated (n, tl_dtype_bytes (stage->nest.block->writes[w].buffer->dtype));
  return tl_mul_saturated (n_bytes, k->rows.n_rows);
}

/* Threads that take part in a stage: vectors only where all threads have one. */
static void
share_out_stage (RowKernel *k, const RowStage *stage, guint row)
{
  gint64 lanes = stage->lanes;

  while (lanes > 1 && k->length / lanes < k->rows.n_threads)
    lanes /= 2;
  tl_gpu_share_out (k->p, stage->rv, row, k->rows.n_threads, lanes);
}

/* Rows that shared memory has no room for are inlined where they can be. */
static void
move_stage (RowKernel *k, const RowStage *stage, guint row, gint64 *shared_left)
{
  TlScheduleBuilder *builder = k->p->builder;
  gint64             n_bytes = row_bytes (k, stage);

  if (n_bytes > *shared_left)
    {
      tl_step (builder, "compute_inline", stage->rv);
      return;
    }
  *shared_left -= n_bytes;
  tl_step_at (builder, "compute_at", stage->rv, row);
  for (guint w = 0; w < stage->nest.block->n_writes; w++)
    tl_step_set_scope (builder, stage->rv, w, "shared");
  share_out_stage (k, stage, row);
}

/* FALSE: a step is refused, and all is as before. */
static gboolean
try_kernel (RowKernel *k)
{
  TlScheduleBuilder *builder = k->p->builder;
  TlState           *mark = tl_schedule_builder_mark (builder);
  guint              n = k->last - k->first + 1, row;
  const RowStage    *host = &k->stages[n - 1];
  gint64             n_rows = 1, shared_left = k->machine.shared_bytes / SHARED_PART;

  for (guint l = 0; l < k->n_row; l++)
    n_rows = tl_mul_saturated (n_rows, k->extents[l]);
  k->rows = tl_gpu_choose_rows (&k->machine, n_rows, k->length);
  row = k->n_row > 0 ? tl_step_fuse_loops (builder, host->nest.loops, k->n_row) : tl_step (builder, "add_unit_loop", host->nest.loops[0]);
  row = tl_gpu_bind_rows (k->p, row, &k->rows);
  share_out_stage (k, host, row);
  for (guint s = n - 1; s-- > 0;)
    move_stage (k, &k->stages[s], row, &shared_left);
  return tl_schedule_builder_accept (builder, mark);
}

/* All stages that there are; where a step is refused, without the last, then without the first ahead of the anchor. */
static gboolean
apply_general_reduction (TlDefaultSchedule *p, guint at, char **why)
{
  RowKernel k = { .p = p, .machine = tl_gpu_machine (p) };
  guint     last;

  if (!find_stages (&k, at, why))
    return FALSE;
  last = k.last;
  for (; k.first <= at; k.first++)
    for (k.last = last; k.last > at; k.last--)
      {
        g_autofree char *reason = NULL;

        if (!read_stages (&k, &reason) || !try_kernel (&k))
          continue;
        for (guint n = k.last - k.first + 1; n > 0; n--)
          tl_default_claim (p, k.first);
        return TRUE;
      }
  return tl_set_reason (why, "no block that follows %s computes elements of the rows that it reduces",
                        g_array_index (p->blocks, TlDefaultBlock, at).name);
}

const TlDefaultRule tl_gpu_general_reduction_rule = {
  .info = { "general-reduction", TL_GPU_TARGETS,
            "Reductions of rows and what is computed of them for each element of a row, in any number of stages: softmax, normalization",
            "One kernel: the threads of a row take part in each stage, results of stages in shared memory; rows that it has no room for "
            "are computed again" },
  .is_for_kernels = TRUE,
  .apply = apply_general_reduction,
};
