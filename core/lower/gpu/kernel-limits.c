/* SPDX-License-Identifier: Apache-2.0 */
/* kernel-limits: kernels that the target cannot launch are refused by name, with what they need and what there is. */
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"
#include "core/lower/lower-private.h"
#include "core/target/gpu-models.h"

typedef struct
{
  gint64      n_bytes;
  GString    *parts;    /* "A_shared 16384, B_shared 8192" */
  GHashTable *seen;     /* buffers: one may be allocated twice */
  gboolean    is_dynamic;
} SharedSum;

/* Static memory: buffers that live one after the other are counted each; the passes before have let those share that can. */
static TlWalk
add_shared (const TlStmt *stmt, gpointer user_data)
{
  SharedSum *sum = user_data;

  if (stmt->kind == TL_STMT_ALLOC && tl_scope_is_shared (stmt->buffer->scope) && g_hash_table_add (sum->seen, (gpointer) stmt->buffer))
    {
      gint64 n_bytes = tl_buffer_n_elements (stmt->buffer) * tl_dtype_bytes (stmt->buffer->dtype);

      sum->is_dynamic |= g_str_equal (stmt->buffer->scope, "shared.dyn");
      sum->n_bytes += g_str_equal (stmt->buffer->scope, "shared.dyn") ? 0 : n_bytes;
      g_string_append_printf (sum->parts, "%s%s %" G_GINT64_FORMAT, sum->parts->len > 0 ? ", " : "", stmt->buffer->name, n_bytes);
    }
  return TL_WALK_INTO;
}

/* Of dynamic memory a block may ask for more than targets allow by default, as much as GPUs of its arch have. */
static guint
limit_of (const TlTarget *target, gboolean is_dynamic)
{
  guint most = is_dynamic && tl_target_sm (target) > 0 ? (guint) tl_gpu_limits (target->arch)->shared_of_block : 0;

  return MAX (target->max_shared_memory_per_block, most);
}

static gboolean
check_shared (const TlKernel *kernel, const TlTarget *target, GError **error)
{
  g_autoptr (GString) parts = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  SharedSum sum = { 0, parts, seen };

  tl_stmt_walk (kernel->body, add_shared, NULL, &sum);
  sum.n_bytes += tl_kernel_dynamic_shared_bytes (kernel, NULL);
  if (sum.n_bytes <= limit_of (target, sum.is_dynamic))
    return TRUE;
  tl_lower_set_unsupported (error, "Kernel %s needs %" G_GINT64_FORMAT " bytes of shared memory (%s), and the target allows %u in a block "
                            "(max_shared_memory_per_block)", kernel->name, sum.n_bytes, parts->str, limit_of (target, sum.is_dynamic));
  return FALSE;
}

/* A fragment's elements lie where the machine wants them: only matrix instructions touch them. */
static TlWalk
find_fragment_load (const TlExpr *expr, gpointer user_data)
{
  const TlBuffer **found = user_data;
  TlMatrixCall call;

  if (tl_matrix_call_read (expr, &call))
    return TL_WALK_OVER;
  if (expr->kind == TL_EXPR_LOAD && tl_scope_is_of_warp (expr->buffer->scope))
    *found = expr->buffer;
  return *found != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
find_fragment_store (const TlStmt *stmt, gpointer user_data)
{
  const TlBuffer **found = user_data;

  if (stmt->kind == TL_STMT_STORE && tl_scope_is_of_warp (stmt->buffer->scope))
    *found = stmt->buffer;
  return *found != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
check_fragments (const TlKernel *kernel, GError **error)
{
  const TlBuffer *buffer = NULL;

  tl_stmt_walk (kernel->body, find_fragment_store, find_fragment_load, &buffer);
  if (buffer == NULL)
    return TRUE;
  tl_lower_set_unsupported (error, "Kernel %s accesses elements of %s, whose scope \"%s\" is for matrix instructions: tensorize the block "
                            "that does, or give the buffer another scope", kernel->name, buffer->name, buffer->scope);
  return FALSE;
}

static gboolean
check_threads (const TlKernel *kernel, const TlTarget *target, GError **error)
{
  gint64 n_threads = tl_kernel_n_threads (kernel);

  for (TlLaunchAxis axis = TL_AXIS_THREAD_X; axis < TL_N_LAUNCH_AXES; axis++)
    {
      gint64 extent = 1, most = axis == TL_AXIS_THREAD_Z ? 64 : target->max_threads_per_block;

      if (kernel->axes[axis] == NULL)
        continue;
      if (!tl_expr_get_int (kernel->axes[axis]->extent, &extent))
        {
          tl_lower_set_unsupported (error, "Kernel %s: the extent of %s is no number", kernel->name, tl_launch_axis_name (axis));
          return FALSE;
        }
      if (extent > most)
        {
          tl_lower_set_unsupported (error, "Kernel %s has %" G_GINT64_FORMAT " threads along %s, and the target allows %" G_GINT64_FORMAT,
                                    kernel->name, extent, tl_launch_axis_name (axis), most);
          return FALSE;
        }
    }
  if (n_threads <= target->max_threads_per_block)
    return TRUE;
  tl_lower_set_unsupported (error, "Kernel %s has %" G_GINT64_FORMAT " threads in a block, and the target allows %u "
                            "(max_threads_per_block)",
                            kernel->name, n_threads, target->max_threads_per_block);
  return FALSE;
}

const TlPrimFunc *
tl_lower_kernel_limits (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GPtrArray) kernels = tl_kernels_find (func, error);

  for (guint i = 0; kernels != NULL && i < kernels->len; i++)
    if (!check_threads (kernels->pdata[i], target, error) || !check_shared (kernels->pdata[i], target, error)
        || !check_fragments (kernels->pdata[i], error))
      return NULL;
  return kernels != NULL ? func : NULL;
}
