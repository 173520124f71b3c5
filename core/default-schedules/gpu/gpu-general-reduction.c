/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions of rows and what is computed of them and of the rows, in one kernel: softmax, layer and RMS normalization.
 *
 *     for rows of a block of threads: largest of row → exp of row → sum of row → row / sum      all threads of a row take part in each
 *
 * The last stage is the host: its outer loops are the rows, and the others move there. Where the threads of a row have whole vectors of it,
 * each the same elements in all stages, they keep them in registers: inputs are read once. Else rows go by way of shared memory, and those
 * that it has no room for are computed again by each stage that reads them.
 */
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/gpu/gpu-rules-private.h"

#define MAX_STAGES  16u
#define ROW_REGISTERS     8     /* elements of a row for each thread, where it keeps them … */
#define MANY_REGISTERS    16    /* … more, before there are more threads than usual, … */
#define MOST_REGISTERS    32    /* … or than there may be */
#define LEAST_ROW_THREADS 64
#define USUAL_ROW_THREADS 256
#define MOST_ROW_THREADS  512
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
  tl_gpu_share_out (k->p->builder, stage->rv, row, k->rows.n_threads, lanes);
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

static guint
bind_row (RowKernel *k)
{
  TlScheduleBuilder *builder = k->p->builder;
  const RowStage    *host = &k->stages[k->last - k->first];
  guint              row = k->n_row > 0 ? tl_step_fuse_loops (builder, host->nest.loops, k->n_row)
                                        : tl_step (builder, "add_unit_loop", host->nest.loops[0]);

  return tl_gpu_bind_rows (k->p->builder, row, &k->rows);
}

/* FALSE: a step is refused, and all is as before. */
static gboolean
try_shared (RowKernel *k)
{
  TlScheduleBuilder *builder = k->p->builder;
  TlState           *mark = tl_schedule_builder_mark (builder);
  guint              n = k->last - k->first + 1, row;
  gint64             n_rows = 1, shared_left = k->machine.shared_bytes / SHARED_PART;

  for (guint l = 0; l < k->n_row; l++)
    n_rows = tl_mul_saturated (n_rows, k->extents[l]);
  k->rows = tl_gpu_choose_rows (&k->machine, n_rows, k->length);
  row = bind_row (k);
  share_out_stage (k, &k->stages[n - 1], row);
  for (guint s = n - 1; s-- > 0;)
    move_stage (k, &k->stages[s], row, &shared_left);
  return tl_schedule_builder_accept (builder, mark);
}

/* --- rows in registers --- */

typedef struct
{
  const RowKernel   *k;
  const TlBlockNest *nest;
  const TlBuffer    *buffer;
  guint              n_loads;
  gboolean           differs;
} OwnElements;

/* The element of the row that the stage is at. */
static gboolean
is_own (const RowKernel *k, const TlBlockNest *nest, const TlExpr *const *indices, guint n)
{
  if (n != k->n_row + 1 || nest->n != n)
    return FALSE;
  for (guint d = 0; d < n; d++)
    if (indices[d] != nest->vars[d])
      return FALSE;
  return TRUE;
}

static TlWalk
check_load (const TlExpr *expr, gpointer user_data)
{
  OwnElements *own = user_data;

  if (expr->kind == TL_EXPR_LOAD && expr->buffer == own->buffer)
    {
      own->n_loads++;
      own->differs |= !is_own (own->k, own->nest, expr->indices, expr->n_indices);
    }
  return TL_WALK_INTO;
}

/* FALSE: some stage reads other elements of @buffer. @readers: a set of stages. */
static gboolean
find_readers (const RowKernel *k, const TlBuffer *buffer, guint *readers)
{
  *readers = 0;
  for (guint s = 0; s <= k->last - k->first; s++)
    {
      OwnElements own = { .k = k, .nest = &k->stages[s].nest, .buffer = buffer };

      tl_stmt_walk (own.nest->block->body, NULL, check_load, &own);
      if (own.differs)
        return FALSE;
      *readers |= own.n_loads > 0 ? 1u << s : 0;
    }
  return TRUE;
}

/* Each thread has as many vectors of a row as any other. */
static gboolean
choose_registers (RowKernel *k)
{
  const RowStage *host = &k->stages[k->last - k->first];
  gint64          most = MIN (MOST_ROW_THREADS, k->machine.max_threads), n = LEAST_ROW_THREADS;

  for (guint s = 0; s <= k->last - k->first; s++)
    if (k->stages[s].nest.n != k->n_row + 1)
      return FALSE;
  while (n * 2 <= most && k->length / n > (n < USUAL_ROW_THREADS ? ROW_REGISTERS : MANY_REGISTERS))
    n *= 2;
  while (n > LEAST_ROW_THREADS && k->length % (n * host->lanes) != 0)
    n /= 2;
  k->rows = (TlGpuRows) { .n_threads = n, .n_rows = 1 };
  return host->lanes > 1 && k->length % (n * host->lanes) == 0 && k->length / n <= MOST_REGISTERS;
}

/* All stages alike, so that a thread has the same elements in each. */
static void
share_out_registers (RowKernel *k, guint block_rv, guint row, gboolean is_vector)
{
  TlScheduleBuilder *builder = k->p->builder;
  guint              n, first = tl_step_get_loops_below (builder, block_rv, row, &n), loop;

  if (builder->error == NULL && n != 1)
    tl_refuse (&builder->error, NULL, 0, NULL, "a stage of the row has %u loops, not one", n);
  loop = tl_step_split (builder, first, 0, k->rows.n_threads, k->stages[k->last - k->first].lanes);
  tl_step (builder, "unroll", loop);
  tl_step_bind (builder, loop + 1, "threadIdx.x");
  tl_step (builder, is_vector ? "vectorize" : "unroll", loop + 2);
}

/* Copies of the inputs that several stages read. Gives how many there are. */
static guint
keep_inputs (RowKernel *k, guint copies[MAX_STAGES])
{
  TlScheduleBuilder *builder = k->p->builder;
  guint              n_copies = 0, seen = k->last - k->first + 1;

  for (guint s = 0; s < seen; s++)
    for (guint r = 0; r < k->stages[s].nest.block->n_reads && n_copies < MAX_STAGES; r++)
      {
        const TlBuffer *buffer = k->stages[s].nest.block->reads[r].buffer;
        guint           readers, rvs[MAX_STAGES], n = 0;

        if (!find_readers (k, buffer, &readers) || (readers & (readers - 1)) == 0 || (readers & ((1u << s) - 1)) != 0
            || !tl_default_is_param (k->p, buffer))
          continue;
        for (guint reader = 0; reader < seen; reader++)
          if (readers & (1u << reader))
            rvs[n++] = k->stages[reader].rv;
        copies[n_copies++] = tl_schedule_builder_do (builder, "cache_read", tl_arg_rv (k->stages[s].rv), tl_arg_int (r),
                                                     tl_schedule_builder_string (builder, "local"),
                                                     tl_schedule_builder_rvs (builder, rvs, n));
      }
  return n_copies;
}

/* Whether all that the stage writes are elements that their own thread alone reads. */
static gboolean
is_kept (const RowKernel *k, const RowStage *stage)
{
  const TlStmt *store = stage->nest.block->body;
  guint         readers;

  return stage->nest.reduced == 0 && store->kind == TL_STMT_STORE && is_own (k, &stage->nest, store->indices, store->n_indices)
         && find_readers (k, store->buffer, &readers);
}

/* FALSE: a step is refused, or threads have no whole vectors, and all is as before. */
static gboolean
try_registers (RowKernel *k)
{
  TlScheduleBuilder *builder = k->p->builder;
  TlState           *mark;
  guint              n = k->last - k->first + 1, copies[MAX_STAGES], n_copies, row;
  gboolean           kept[MAX_STAGES];

  if (!choose_registers (k))
    return FALSE;
  mark = tl_schedule_builder_mark (builder);
  for (guint s = 0; s + 1 < n; s++)
    kept[s] = is_kept (k, &k->stages[s]);
  n_copies = keep_inputs (k, copies);
  row = bind_row (k);
  share_out_registers (k, k->stages[n - 1].rv, row, TRUE);
  for (guint s = n - 1; s-- > 0;)
    {
      const RowStage *stage = &k->stages[s];

      for (guint w = 0; w < stage->nest.block->n_writes; w++)
        tl_step_set_scope (builder, stage->rv, w, kept[s] ? "local" : "shared");
      tl_step_at (builder, "compute_at", stage->rv, row);
      share_out_registers (k, stage->rv, row, FALSE);
    }
  for (guint c = n_copies; c-- > 0;)
    {
      tl_step_at (builder, "compute_at", copies[c], row);
      share_out_registers (k, copies[c], row, TRUE);
    }
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

        if (!read_stages (&k, &reason) || (!try_registers (&k) && !try_shared (&k)))
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
            "One kernel: the threads of a row take part in each stage; elements stay in the registers of a thread, else rows in shared "
            "memory; those that it has no room for are computed again" },
  .is_for_kernels = TRUE,
  .apply = apply_general_reduction,
};
