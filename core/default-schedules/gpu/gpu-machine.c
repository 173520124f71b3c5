/* SPDX-License-Identifier: Apache-2.0 */
/* The target as the rules for GPUs see it, and steps that several of them take. */
#include "core/analysis/reducer.h"
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/default-schedules/gpu/gpu-rules-private.h"

#include <string.h>

#define USUAL_MULTIPROCESSORS 40
#define USUAL_THREADS         256

TlGpuMachine
tl_gpu_machine (const TlDefaultSchedule *p)
{
  const TlTarget   *target = p->target;
  const TlGpuModel *model = tl_gpu_model_of_target (target);

  return (TlGpuMachine) {
    .max_threads = target->max_threads_per_block > 0 ? target->max_threads_per_block : USUAL_THREADS,
    .shared_bytes = target->max_shared_memory_per_block,
    .n_multiprocessors = model != NULL ? model->n_multiprocessors : USUAL_MULTIPROCESSORS,
    .limits = tl_gpu_limits (target->arch),
  };
}

gint64
tl_gpu_places (const TlGpuMachine *machine)
{
  return machine->n_multiprocessors * machine->limits->n_warps * TL_GPU_WARP;
}

gint64
tl_gpu_power_below (gint64 n)
{
  gint64 power = 1;

  while (power <= n / 2)
    power *= 2;
  return power;
}

gint64
tl_gpu_power_above (gint64 n)
{
  gint64 power = tl_gpu_power_below (n);

  return power < n ? power * 2 : power;
}

gint64
tl_gpu_threads (const TlGpuMachine *machine, gint64 n, gint64 most)
{
  gint64 n_threads = tl_gpu_power_below (MIN (most, machine->max_threads));

  while (n > 0 && n_threads > TL_GPU_WARP && tl_ceildiv (n, n_threads) < machine->n_multiprocessors)
    n_threads /= 2;
  return n_threads;
}

guint
tl_gpu_bind_loop (TlScheduleBuilder *builder, guint loop_rv, gint64 n_threads)
{
  guint blocks = tl_step_split (builder, loop_rv, 0, n_threads);

  tl_step_bind (builder, blocks, "blockIdx.x");
  tl_step_bind (builder, blocks + 1, "threadIdx.x");
  return blocks;
}

void
tl_gpu_share_out (TlScheduleBuilder *builder, guint block_rv, guint outer, gint64 n_threads, gint64 lanes)
{
  guint  n, first = tl_step_get_loops_below (builder, block_rv, outer, &n), loop;
  gint64 extent;

  if (builder->error != NULL)
    return;
  loop = n > 0 ? tl_step_fuse_from (builder, first, n) : tl_step (builder, "add_unit_loop", block_rv);
  extent = tl_schedule_builder_extent (builder, loop);
  while (lanes > 1 && (extent == 0 || extent % lanes != 0))
    lanes /= 2;
  if (lanes > 1)
    {
      loop = tl_step_split (builder, loop, 0, n_threads, lanes);
      tl_step (builder, "vectorize", loop + 2);
    }
  else
    loop = tl_step_split (builder, loop, 0, n_threads);
  tl_step_bind (builder, loop + 1, "threadIdx.x");
}

/* --- rows --- */

gboolean
tl_gpu_is_known_reduction (const TlDefaultSchedule *p, const TlBlock *block, char **why)
{
  TlBlock          named = tl_block_name_updates (p->builder->arena, block);
  g_autofree char *reason = NULL;
  TlReduction      known;

  return tl_reduction_match (p->builder->arena, &named, &known, &reason) || tl_set_reason (why, "block %s: %s", block->name, reason);
}

#define ROW_ELEMENTS     4     /* for a thread, where there are enough */
#define MANY_ELEMENTS    16    /* for a thread, where there are rows enough to fill the GPU twice */
#define LEAST_ROW_THREADS 64
#define MAX_ROW_THREADS  512
#define BLOCK_THREADS    256   /* of several rows together */

TlGpuRows
tl_gpu_choose_rows (const TlGpuMachine *machine, gint64 n_rows, gint64 length)
{
  gint64    most = tl_gpu_power_below (MIN (MAX_ROW_THREADS, machine->max_threads)),
            wanted = tl_gpu_power_above (length > 0 ? tl_ceildiv (length, ROW_ELEMENTS) : BLOCK_THREADS);
  TlGpuRows rows = { .n_threads = CLAMP (wanted, 1, most), .n_rows = 1 };

  /* All lanes of a warp have an element of a short row. */
  if (rows.n_threads < TL_GPU_WARP)
    rows.n_threads = tl_min (tl_gpu_power_above (MAX (length, 1)), TL_GPU_WARP);
  rows.n_threads = MIN (rows.n_threads, most);
  /* Fewer threads, with more elements, come together sooner. */
  while (rows.n_threads > LEAST_ROW_THREADS && length / rows.n_threads < MANY_ELEMENTS
         && n_rows > 2 * tl_gpu_places (machine) / rows.n_threads)
    rows.n_threads /= 2;
  while (rows.n_rows * rows.n_threads < MIN (BLOCK_THREADS, most) && n_rows > 0 && n_rows % (rows.n_rows * 2) == 0
         && (rows.n_rows * rows.n_threads < TL_GPU_WARP || n_rows / (rows.n_rows * 2) >= machine->n_multiprocessors))
    rows.n_rows *= 2;
  return rows;
}

guint
tl_gpu_bind_rows (TlScheduleBuilder *builder, guint loop_rv, const TlGpuRows *rows)
{
  if (rows->n_rows > 1)
    {
      loop_rv = tl_step_split (builder, loop_rv, 0, rows->n_rows);
      tl_step_bind (builder, loop_rv + 1, "threadIdx.y");
    }
  tl_step_bind (builder, loop_rv, "blockIdx.x");
  return rows->n_rows > 1 ? loop_rv + 1 : loop_rv;
}

/* --- vectors --- */

typedef struct
{
  const TlBlockNest *nest;
  guint              loop;
  gint64             lanes;
} VectorCheck;

/* An access whose last index is the axis itself starts at a multiple of the lanes wherever the rows of its buffer do. */
static void
check_access (VectorCheck *check, const TlBuffer *buffer, const TlExpr *const *indices, guint n)
{
  const TlVar *var = check->nest->vars[check->loop];
  gint64       row = 0;

  if (tl_dtype_bytes (buffer->dtype) == 0)
    check->lanes = 1;
  while (check->lanes > 1 && check->lanes * tl_dtype_bytes (buffer->dtype) > TL_GPU_VECTOR_BYTES)
    check->lanes /= 2;
  for (guint i = 0; i + 1 < n; i++)
    if (tl_expr_uses_var (indices[i], var))
      check->lanes = 1;
  if (n == 0 || !tl_expr_uses_var (indices[n - 1], var))
    return;
  if (indices[n - 1] != var || (n > 1 && !tl_buffer_get_extent (buffer, n - 1, &row)))
    check->lanes = 1;
  while (check->lanes > 1 && row % check->lanes != 0)
    check->lanes /= 2;
}

static TlWalk
check_expr (const TlExpr *expr, gpointer user_data)
{
  VectorCheck *check = user_data;

  if (expr->kind == TL_EXPR_LOAD)
    check_access (check, expr->buffer, expr->indices, expr->n_indices);
  else if (expr->kind == TL_EXPR_CALL && !expr->callee->is_float_math && tl_expr_uses_var (expr, check->nest->vars[check->loop]))
    check->lanes = 1;
  return TL_WALK_INTO;
}

gint64
tl_gpu_vector_lanes (const TlDefaultSchedule *p, const TlBlockNest *nest, guint loop)
{
  VectorCheck   check = { .nest = nest, .loop = loop, .lanes = TL_GPU_VECTOR_BYTES };
  const TlStmt *store = nest->block->body;

  if (store->kind != TL_STMT_STORE)
    return 1;
  check_access (&check, store->buffer, store->indices, store->n_indices);
  tl_expr_walk (store->value, check_expr, &check);
  while (check.lanes > 1 && (nest->extents[loop] == 0 || nest->extents[loop] % check.lanes != 0))
    check.lanes /= 2;
  return check.lanes;
}
