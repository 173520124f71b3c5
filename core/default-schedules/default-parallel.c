/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which loops run on several cores: those where that saves more time than it costs, by an estimate of the time that one core takes. That
 * is for the operations of the loop or for the bytes that it touches, whichever takes longer, at rates that kernels of some microseconds
 * reach: 0.4 of the multiply-adds of a core, half of what a second-level cache delivers. Rates are those of a kind of CPU, not measured
 * ones, so that schedules are the same everywhere.
 *
 * To begin and end a loop costs 1.3 us (libgomp, two threads); that caches of other cores hold the data costs as much again, 15 ns for each
 * line, as it does for the next kernel. With two threads on a Sapphire Rapids kernels of 1 us took three times as long as with one, of 6 us
 * as long, of 13 us 0.75, of 20 us 0.6 to 0.7.
 */
#include "core/analysis/footprint.h"
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/default-schedules/default-schedule-private.h"

#define OPERATIONS_PER_NS 4.0     /* of a lane; two multiply-adds a cycle at 2.5 GHz are 10 */
#define CALL_OPERATIONS   60.0    /* exp and others, in vectors */
#define BYTES_PER_NS      16.0
#define LOOP_NS           2000.0
#define THREAD_NS         500.0   /* for each thread of the loop */
#define LEAST_SHARE       0.8     /* of the cores that have work to the end */

typedef struct
{
  double      n_runs;       /* of the statement under way */
  double      n_calls;
  GHashTable *touched;      /* TlBuffer → double *: bytes, the most that a block touches */
  gboolean    is_symbolic;
} LoopWork;

static TlWalk
count_call (const TlExpr *expr, gpointer user_data)
{
  LoopWork *work = user_data;

  work->n_calls += expr->kind == TL_EXPR_CALL && expr->callee->is_float_math ? work->n_runs : 0;
  return TL_WALK_INTO;
}

static void
touch (LoopWork *work, const TlRegion *region)
{
  double  n = work->n_runs, n_all = 1;
  double *most;

  if (g_str_has_prefix (region->buffer->scope, "local"))
    return;
  for (guint d = 0; d < region->buffer->n_dims; d++)
    {
      gint64 extent;

      n *= tl_expr_get_int (region->ranges[d].extent, &extent) ? (double) extent : 1;
      n_all *= tl_buffer_get_extent (region->buffer, d, &extent) ? (double) extent : 1;
      work->is_symbolic |= !tl_buffer_get_extent (region->buffer, d, &extent);
    }
  most = g_hash_table_lookup (work->touched, region->buffer);
  if (most == NULL)
    g_hash_table_insert (work->touched, (gpointer) region->buffer, most = g_new0 (double, 1));
  *most = tl_max (*most, tl_min (n, n_all) * tl_dtype_bytes (region->buffer->dtype));
}

static TlWalk
count_work (const TlStmt *stmt, gpointer user_data)
{
  LoopWork  *work = user_data;
  double n_runs = work->n_runs;
  gint64 extent;

  if (stmt->kind == TL_STMT_FOR)
    {
      work->is_symbolic |= !tl_expr_get_int (stmt->loop.extent, &extent);
      work->n_runs *= work->is_symbolic ? 1 : (double) extent;
      tl_stmt_walk_children (stmt, count_work, count_call, work);
      work->n_runs = n_runs;
      return TL_WALK_OVER;
    }
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_reads; i++)
    touch (work, &stmt->block.reads[i]);
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_writes; i++)
    touch (work, &stmt->block.writes[i]);
  return TL_WALK_INTO;
}

/* On one core; less than 0: sizes are symbolic. */
static double
estimate_ns (const TlDefaultSchedule *p, const TlStmt *loop)
{
  g_autoptr (GHashTable) touched = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  LoopWork                   work = { .n_runs = 1, .touched = touched };
  double                 operations = tl_stmt_flops (loop), n_bytes = 0, lanes = tl_target_lanes (p->target, TL_FLOAT32);
  GHashTableIter         iter;
  gpointer               most;

  tl_stmt_walk (loop, count_work, count_call, &work);
  if (operations < 0 || work.is_symbolic)
    return -1;
  g_hash_table_iter_init (&iter, touched);
  while (g_hash_table_iter_next (&iter, NULL, &most))
    n_bytes += *(const double *) most;
  return tl_max ((operations + CALL_OPERATIONS * work.n_calls) / (OPERATIONS_PER_NS * lanes), n_bytes / BYTES_PER_NS);
}

/* For a target of one core as for two, so that what is exported can be run on more. */
gboolean
tl_default_parallel_pays (const TlDefaultSchedule *p, guint loop_rv, gint64 extent, guint n_loops)
{
  const TlStmt *loop = p->builder->error == NULL ? tl_schedule_builder_stmt (p->builder, loop_rv) : NULL;
  gint64        n_cores = MAX (p->target->num_cores, 2u), n_threads = extent > 0 ? tl_min (n_cores, extent) : n_cores;
  double        saved = extent > 0 ? 1 - (double) tl_ceildiv (extent, n_threads) / (double) extent : 1, ns;

  if (loop == NULL || loop->kind != TL_STMT_FOR || p->is_always_parallel)
    return loop != NULL;
  ns = estimate_ns (p, loop);
  return ns < 0 || ns * saved >= n_loops * (LOOP_NS + THREAD_NS * (double) n_threads);
}

gboolean
tl_default_fills_cores (const TlDefaultSchedule *p, gint64 extent)
{
  gint64 n_cores = p->target->num_cores;

  return (double) extent >= LEAST_SHARE * (double) (tl_ceildiv (extent, n_cores) * n_cores);
}

/* Of the time that the cores take for pieces of @size, the part in which all work. */
static double
share_of (const TlDefaultSchedule *p, gint64 extent, gint64 size)
{
  gint64 n_cores = p->target->num_cores;

  return (double) extent / (double) (tl_ceildiv (tl_ceildiv (extent, size), n_cores) * size * n_cores);
}

gint64
tl_default_shared_chunk_size (const TlDefaultSchedule *p, gint64 extent, gint64 limit)
{
  gint64 most = tl_default_chunk_size (extent, limit), best = most;

  if (p->target->num_cores == 1 || share_of (p, extent, most) >= LEAST_SHARE)
    return most;
  for (gint64 size = most - 1; 2 * size >= most && size > 0; size--)
    if (share_of (p, extent, size) > share_of (p, extent, best))
      best = size;
  return best;
}

void
tl_default_parallel (TlDefaultSchedule *p, guint loop_rv)
{
  if (tl_default_parallel_pays (p, loop_rv, tl_schedule_builder_extent (p->builder, loop_rv), 1))
    tl_step (p->builder, "parallel", loop_rv);
}

gboolean
tl_default_is_parallel (const TlDefaultSchedule *p, guint loop_rv)
{
  const TlStmt *loop = tl_schedule_builder_stmt (p->builder, loop_rv);

  return loop != NULL && loop->kind == TL_STMT_FOR && loop->loop.kind == TL_LOOP_PARALLEL;
}
