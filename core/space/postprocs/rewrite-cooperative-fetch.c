/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies into shared memory that rules marked are shared out among the threads of a block: the innermost loop of the copy becomes turns,
 * threads and, where elements are small enough, lanes.
 *
 *     for ax in n: copy   →   for turn, threadIdx.y, threadIdx.x, vectorized lane: copy
 *
 * How many threads there are is read off the trace, as TVM does: the extents last bound before the copy was marked.
 */
#include "core/space/postprocs-private.h"

#include <string.h>

#define COOPERATIVE_FETCH "meta_schedule.cooperative_fetch"
#define WARP_EXECUTION    "warp_execution"
/* Vectors of wider elements gain nothing on GPUs. */
#define WIDEST_LANE_BYTES 4

typedef struct
{
  guint  block_rv;
  gint64 threads_x, threads_y;   /* -1: not bound */
  gint64 lanes;
} FetchedCopy;

static const TlArg *
arg_of (const TlInst *inst, const char *name)
{
  gint place = tl_primitive_find_param (inst->primitive, name);

  g_assert (place >= 0 && (guint) place < inst->n_args);
  return &inst->args[place];
}

/* The extent, now, of a loop that was bound; -1 if it is no number. */
static gint64
extent_of (const TlScheduleBuilder *builder, guint loop_rv)
{
  const TlStmt *loop = tl_schedule_builder_stmt (builder, loop_rv);
  gint64 extent = -1;

  if (loop && loop->kind == TL_STMT_FOR)
    tl_expr_get_int (loop->loop.extent, &extent);
  return extent;
}

static void
read_bind (const TlScheduleBuilder *builder, const TlInst *inst, FetchedCopy *around)
{
  const char *thread = arg_of (inst, "thread_axis")->string;
  gint64 extent = extent_of (builder, arg_of (inst, "loop")->rv);

  if (strcmp (thread, "threadIdx.x") == 0)
    around->threads_x = extent;
  else if (strcmp (thread, "threadIdx.y") == 0)
    around->threads_y = extent;
}

static gint64
number_of (const TlScheduleBuilder *builder, const TlArg *value)
{
  if (value->kind == TL_ARG_RV)
    return tl_state_rv (builder->state, value->rv)->integer;
  return value->kind == TL_ARG_INT ? value->integer : value->kind == TL_ARG_BOOL ? value->boolean : 1;
}

/* The copies that the trace marks, with the threads bound before each. */
static GArray *
find_fetches (const TlPostprocCall *call)
{
  const TlScheduleBuilder *builder = call->builder;
  const TlPrimitive *bind = tl_primitive_find ("bind"), *annotate = tl_primitive_find ("annotate");
  g_autoptr (GPtrArray) trace = tl_state_steps (builder->state);
  GArray *fetches = g_array_new (FALSE, FALSE, sizeof (FetchedCopy));
  FetchedCopy around = { .threads_x = -1, .threads_y = -1 };

  for (guint i = 0; i < trace->len; i++)
    {
      const TlInst *inst = tl_state_inst (trace->pdata[i]);
      const char *key = inst->primitive == annotate ? arg_of (inst, "ann_key")->string : "";

      if (inst->primitive == bind)
        read_bind (builder, inst, &around);
      else if (strcmp (key, WARP_EXECUTION) == 0)
        around.threads_x = call->target->thread_warp_size > 0 ? (gint64) call->target->thread_warp_size : -1;
      else if (strcmp (key, COOPERATIVE_FETCH) == 0)
        {
          around.block_rv = arg_of (inst, "block_or_loop")->rv;
          around.lanes = number_of (builder, arg_of (inst, "ann_val"));
          g_array_append_val (fetches, around);
        }
    }
  return fetches;
}

static TlWalk
stop_at_wide (const TlExpr *expr, gpointer user_data)
{
  gboolean is_wide = FALSE;

  if (expr->kind == TL_EXPR_LOAD || expr->kind == TL_EXPR_CAST)
    is_wide = tl_dtype_bytes (expr->dtype) > WIDEST_LANE_BYTES;
  else if (expr->kind == TL_EXPR_CALL)
    is_wide = strcmp (expr->callee->name, "q_multiply_shift") == 0 || strcmp (expr->callee->name, "q_multiply_shift_per_axis") == 0;
  return is_wide ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
stop_at_wide_store (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_STORE && tl_dtype_bytes (stmt->value->dtype) > WIDEST_LANE_BYTES ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
computes_wide_values (const TlStmt *block)
{
  return !tl_stmt_walk (block->block.body, stop_at_wide_store, stop_at_wide, NULL);
}

static void
share_out (TlScheduleBuilder *builder, const FetchedCopy *fetch)
{
  TlArg factors[4] = { TL_STEP_INFERRED };
  guint n = 1, first_loop, n_loops, part;
  gint64 lanes = fetch->lanes, extent;
  const TlStmt *block;

  tl_step_unannotate (builder, fetch->block_rv, COOPERATIVE_FETCH);
  first_loop = tl_step_get_loops (builder, fetch->block_rv, &n_loops);
  if (builder->error || n_loops == 0)
    return;
  extent = extent_of (builder, first_loop + n_loops - 1);
  if (extent < 0)
    return;
  block = tl_schedule_builder_stmt (builder, fetch->block_rv);
  if (fetch->threads_x < 1)
    {
      tl_refuse (&builder->error, &block->block.id, 1, "bind a loop to threadIdx.x before annotating the copy",
                 "no loop is bound to threads that could share the copy %s", block->block.name);
      return;
    }
  if (lanes < 1 || extent % lanes != 0 || computes_wide_values (block))
    lanes = 1;
  if (fetch->threads_y != -1)
    factors[n++] = tl_arg_int (fetch->threads_y);
  factors[n++] = tl_arg_int (fetch->threads_x);
  if (lanes > 1)
    factors[n++] = tl_arg_int (lanes);
  part = tl_step_split_list (builder, first_loop + n_loops - 1, factors, n) + n;
  if (lanes > 1)
    tl_step (builder, "vectorize", --part);
  tl_step_bind (builder, --part, "threadIdx.x");
  if (fetch->threads_y != -1)
    tl_step_bind (builder, --part, "threadIdx.y");
}

static gboolean
rewrite_cooperative_fetch (const TlPostprocCall *call, GError **error)
{
  g_autoptr (GArray) fetches = find_fetches (call);

  for (guint i = 0; i < fetches->len && !call->builder->error; i++)
    share_out (call->builder, &g_array_index (fetches, FetchedCopy, i));
  return TRUE;
}

const TlPostproc tl_postproc_rewrite_cooperative_fetch = {
  .info = { .name = "RewriteCooperativeFetch", .summary = "Distributes annotated copies over the threads of a thread block." },
  .apply = rewrite_cooperative_fetch,
};
