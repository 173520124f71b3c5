/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Refuses programs that the GPU would not run: for each kernel (an outermost thread-bound loop and what is below it) the threads of a
 * block, the shared memory of a block, and the bytes of each vector. TVM lowers the program and looks at the result; here the scheduled
 * program is looked at, which the search does for each candidate.
 */
#include "core/base/extremum.h"
#include "core/space/postprocs-private.h"

#include <string.h>

#include "core/analysis/scratch-memory.h"

#define MAX_VECTOR_BYTES      16
#define THREAD_EXTENT_LOW     "meta_schedule.thread_extent_low_inclusive"
#define THREAD_EXTENT_HIGH    "meta_schedule.thread_extent_high_inclusive"
#define WARP_EXECUTION        "warp_execution"

static const char *const thread_axes[3] = { "threadIdx.x", "threadIdx.y", "threadIdx.z" };

/* The threads of a block as the loops bind them; NULL: not bound. */
typedef struct
{
  const TlStmt *loops[3];
  gint64        extents[3];   /* 1 where not bound */
} Threads;

static gint64
n_threads (const Threads *threads)
{
  return threads->extents[0] * threads->extents[1] * threads->extents[2];
}

/* FALSE with a refusal: no number, or another one than a loop before bound the axis with. */
static gboolean
add_thread_loop (Threads *threads, const TlStmt *stmt, GError **error)
{
  const TlLoop *loop = &stmt->loop;
  gint64 extent;

  for (guint d = 0; d < G_N_ELEMENTS (thread_axes); d++)
    {
      if (strcmp (loop->thread, thread_axes[d]) != 0)
        continue;
      if (!tl_expr_get_int (loop->extent, &extent))
        return tl_refuse (error, &loop->id, 1, NULL, "loop %s is bound to %s and has a symbolic extent", loop->var->name, loop->thread);
      if (threads->loops[d] && threads->extents[d] != extent)
        return tl_refuse (error, (const TlNodeId[]) { threads->loops[d]->loop.id, loop->id }, 2,
                          "give all loops bound to the axis the same extent",
                          "loops %s and %s are bound to %s with extents %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT,
                          threads->loops[d]->loop.var->name, loop->var->name, loop->thread, threads->extents[d], extent);
      threads->loops[d] = stmt;
      threads->extents[d] = extent;
    }
  return TRUE;
}

/* --- what blocks ask of the threads around them --- */

/* A walk downwards; the threads are those of the loops around. */
typedef struct
{
  Threads         around;
  const TlTarget *target;
  GError        **error;
  gboolean        failed;
} ExtentCheck;

static gboolean
number_of (const TlAttrs *attrs, const char *key, gint64 *number)
{
  const TlValue *value = tl_attrs_find (attrs, key);
  TlValue found;

  if (!value || !tl_value_get_number (value, &found) || found.kind != TL_VALUE_INT)
    return FALSE;
  *number = found.integer;
  return TRUE;
}

static TlWalk
check_wishes (const TlStmt *stmt, gpointer user_data)
{
  ExtentCheck *outer = user_data, check = *outer;
  gint64 low, high;

  if (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_THREAD_BINDING)
    {
      for (guint d = 0; d < G_N_ELEMENTS (thread_axes); d++)
        if (strcmp (stmt->loop.thread, thread_axes[d]) == 0)
          tl_expr_get_int (stmt->loop.extent, &check.around.extents[d]);
      tl_stmt_walk (stmt->loop.body, check_wishes, NULL, &check);
    }
  else if (stmt->kind == TL_STMT_BLOCK)
    {
      if (tl_attrs_find (&stmt->block.annotations, WARP_EXECUTION))
        check.around.extents[0] = check.target->thread_warp_size;
      if (number_of (&stmt->block.annotations, THREAD_EXTENT_LOW, &low) && number_of (&stmt->block.annotations, THREAD_EXTENT_HIGH, &high)
          && (n_threads (&check.around) < low || n_threads (&check.around) > high))
        check.failed = !tl_refuse (check.error, &stmt->block.id, 1, NULL,
                                   "block %s runs on %" G_GINT64_FORMAT " threads but requires %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                                   stmt->block.name, n_threads (&check.around), low, high);
      else
        tl_stmt_walk (stmt->block.body, check_wishes, NULL, &check);
    }
  else
    return TL_WALK_INTO;
  outer->failed = check.failed;
  return check.failed ? TL_WALK_STOP : TL_WALK_OVER;
}

/* --- vectors --- */

typedef struct
{
  const TlStmt *loop;       /* the vectorized one */
  gint64        lanes;
  GHashTable   *lane_vars;  /* its variable and the axes that depend on it */
  guint         widest;     /* bytes of the widest element */
} Vectors;

static gboolean
any_uses_lanes (const Vectors *vectors, const TlExpr *const *exprs, guint n)
{
  for (guint i = 0; i < n; i++)
    if (tl_expr_uses_any (exprs[i], vectors->lane_vars))
      return TRUE;
  return FALSE;
}

static void
note_vector (Vectors *vectors, TlDType type)
{
  vectors->widest = tl_max (vectors->widest, tl_dtype_bytes (type));
}

static TlWalk
visit_value (const TlExpr *expr, gpointer user_data)
{
  Vectors *vectors = user_data;

  if ((expr->kind == TL_EXPR_LOAD && any_uses_lanes (vectors, expr->indices, expr->n_indices))
      || (expr->kind == TL_EXPR_CAST && tl_expr_uses_any (expr, vectors->lane_vars)))
    note_vector (vectors, expr->dtype);
  return TL_WALK_INTO;
}

static TlWalk
visit_lanes (const TlStmt *stmt, gpointer user_data)
{
  Vectors *vectors = user_data;

  if (stmt->kind == TL_STMT_STORE)
    {
      if (any_uses_lanes (vectors, stmt->indices, stmt->n_indices) || tl_expr_uses_any (stmt->value, vectors->lane_vars))
        note_vector (vectors, stmt->value->dtype);
      tl_stmt_walk (stmt, NULL, visit_value, vectors);
      return TL_WALK_OVER;
    }
  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  for (guint a = 0; a < stmt->block.n_axes; a++)
    if (tl_expr_uses_any (stmt->block.bindings[a], vectors->lane_vars))
      g_hash_table_add (vectors->lane_vars, (gpointer) stmt->block.axes[a].var);
  if (stmt->block.init)
    tl_stmt_walk (stmt->block.init, visit_lanes, NULL, vectors);
  tl_stmt_walk (stmt->block.body, visit_lanes, NULL, vectors);
  return TL_WALK_OVER;
}

static gboolean
check_vector_loop (const TlStmt *stmt, GError **error)
{
  g_autoptr (GHashTable) lane_vars = g_hash_table_new (NULL, NULL);
  Vectors vectors = { .loop = stmt, .lane_vars = lane_vars };

  if (!tl_expr_get_int (stmt->loop.extent, &vectors.lanes) || vectors.lanes <= 1)
    return TRUE;
  g_hash_table_add (lane_vars, (gpointer) stmt->loop.var);
  tl_stmt_walk (stmt->loop.body, visit_lanes, NULL, &vectors);
  if (vectors.lanes * vectors.widest <= MAX_VECTOR_BYTES)
    return TRUE;
  return tl_refuse (error, &stmt->loop.id, 1, "split off a smaller loop to vectorize",
                    "vectorized loop %s makes vectors of %" G_GINT64_FORMAT " bytes; GPUs load and store %d", stmt->loop.var->name,
                    vectors.lanes * vectors.widest, MAX_VECTOR_BYTES);
}

/* --- kernels --- */

typedef struct
{
  Threads   threads;
  GError  **error;
  gboolean  failed;
} KernelCheck;

static TlWalk
visit_kernel (const TlStmt *stmt, gpointer user_data)
{
  KernelCheck *check = user_data;

  if (stmt->kind != TL_STMT_FOR)
    return TL_WALK_INTO;
  if (stmt->loop.kind == TL_LOOP_THREAD_BINDING)
    check->failed = !add_thread_loop (&check->threads, stmt, check->error);
  else if (stmt->loop.kind == TL_LOOP_VECTORIZED)
    check->failed = !check_vector_loop (stmt, check->error);
  return check->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
check_threads (const TlStmt *kernel, const TlTarget *target, GError **error)
{
  KernelCheck check = { .threads = { .extents = { 1, 1, 1 } }, .error = error };
  TlNodeId culprits[3];
  guint n = 0;

  tl_stmt_walk (kernel, visit_kernel, NULL, &check);
  if (check.failed)
    return FALSE;
  if (n_threads (&check.threads) <= target->max_threads_per_block)
    return TRUE;
  for (guint d = 0; d < G_N_ELEMENTS (thread_axes); d++)
    if (check.threads.loops[d])
      culprits[n++] = check.threads.loops[d]->loop.id;
  return tl_refuse (error, culprits, n, "give loops bound to threadIdx smaller extents",
                    "the kernel of loop %s has %" G_GINT64_FORMAT " threads in a block; the target allows %u", kernel->loop.var->name,
                    n_threads (&check.threads), target->max_threads_per_block);
}

static gboolean
check_shared_memory (const TlStmt *kernel, const GArray *scratch, const TlTarget *target, GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);
  gint64 sum = 0;

  for (guint i = 0; i < scratch->len; i++)
    {
      const TlScratch *used = &g_array_index (scratch, TlScratch, i);

      if (!tl_stmt_find (kernel, used->place))
        continue;
      if (used->n_bytes < 0)
        return tl_refuse (error, &used->place, 1, NULL, "buffer %s in %s memory has a symbolic extent", used->buffer->name,
                          used->buffer->scope);
      sum += used->n_bytes;
      g_string_append_printf (list, "%s%s: %" G_GINT64_FORMAT, list->len > 0 ? ", " : "", used->buffer->name, used->n_bytes);
    }
  if (sum <= target->max_shared_memory_per_block)
    return TRUE;
  return tl_refuse (error, &kernel->loop.id, 1, "copy smaller tiles",
                    "the kernel of loop %s needs %" G_GINT64_FORMAT " bytes of shared memory in a block (%s); the target has %u",
                    kernel->loop.var->name, sum, list->str, target->max_shared_memory_per_block);
}

typedef struct
{
  const TlTarget *target;
  const GArray   *scratch;
  GError        **error;
  gboolean        failed;
} FuncCheck;

static TlWalk
visit_func (const TlStmt *stmt, gpointer user_data)
{
  FuncCheck *check = user_data;

  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_THREAD_BINDING)
    return TL_WALK_INTO;
  check->failed = !check_threads (stmt, check->target, check->error)
                  || !check_shared_memory (stmt, check->scratch, check->target, check->error);
  return check->failed ? TL_WALK_STOP : TL_WALK_OVER;
}

static gboolean
verify_gpu_code (const TlPostprocCall *call, GError **error)
{
  const TlModule *module = tl_state_module (call->builder->state);
  ExtentCheck wishes = { .around = { .extents = { 1, 1, 1 } }, .target = call->target, .error = error };

  if (call->target->max_threads_per_block == 0)
    return tl_refuse (error, NULL, 0, "use a cuda target", "the target is not a GPU, so there are no limits to check");
  if (!tl_postproc_walk (call, check_wishes, &wishes))
    return FALSE;
  for (guint f = 0; f < module->n_prims; f++)
    {
      g_autoptr (GArray) scratch = tl_func_scratch (module, module->prims[f], "shared");
      FuncCheck check = { .target = call->target, .scratch = scratch, .error = error };

      if (!tl_stmt_walk (module->prims[f]->body, visit_func, NULL, &check))
        return FALSE;
    }
  return TRUE;
}

const TlPostproc tl_postproc_verify_gpu_code = {
  .info = { .name = "VerifyGPUCode", .summary = "Refuses kernels that exceed the target's limits on threads, shared memory or vectors." },
  .apply = verify_gpu_code,
};
