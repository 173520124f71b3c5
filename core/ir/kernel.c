/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/kernel.h"

#include "core/base/error.h"
#include "core/ir/walk.h"

G_DEFINE_QUARK (tl-kernel-error-quark, tl_kernel_error)

#define fail(...) tl_fail (error, TL_KERNEL_ERROR, TL_KERNEL_ERROR_FORM, __VA_ARGS__)

static const char *const axis_names[TL_N_LAUNCH_AXES] = {
  "blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z",
};

const char *
tl_launch_axis_name (TlLaunchAxis axis)
{
  return axis_names[axis];
}

TlLaunchAxis
tl_launch_axis_find (const char *name)
{
  TlLaunchAxis axis = 0;

  while (axis < TL_N_LAUNCH_AXES && !g_str_equal (axis_names[axis], name))
    axis++;
  return axis;
}

gboolean
tl_launch_axis_is_thread (TlLaunchAxis axis)
{
  return axis >= TL_AXIS_THREAD_X && axis < TL_N_LAUNCH_AXES;
}

gboolean
tl_scope_is_shared (const char *scope)
{
  return g_str_has_prefix (scope, "shared");
}

void
tl_kernel_free (TlKernel *kernel)
{
  if (kernel == NULL)
    return;
  g_free (kernel->name);
  g_free (kernel);
}

static TlWalk
find_bound_loop (const TlStmt *stmt, gpointer user_data)
{
  const TlLoop **found = user_data;

  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_THREAD_BINDING)
    return TL_WALK_INTO;
  *found = &stmt->loop;
  return TL_WALK_STOP;
}

/* The launch loops at @stmt, and what they run. */
static gboolean
read_launch (TlKernel *kernel, const TlStmt *stmt, GError **error)
{
  int last = -1;
  const TlLoop *inner = NULL;

  kernel->launch = stmt;
  for (; stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_THREAD_BINDING; stmt = stmt->loop.body)
    {
      TlLaunchAxis axis = tl_launch_axis_find (stmt->loop.thread);

      if (axis == TL_N_LAUNCH_AXES || !tl_loop_is_launch (&stmt->loop) || !tl_expr_is_int (stmt->loop.min, 0))
        return fail ("loop %s is bound to \"%s\", and launches no thread of a kernel", stmt->loop.var->name, stmt->loop.thread);
      if ((int) axis <= last)
        return fail ("\"%s\" is launched inside of \"%s\"", axis_names[axis], axis_names[last]);
      kernel->axes[axis] = &stmt->loop;
      last = (int) axis;
    }
  kernel->body = stmt;
  tl_stmt_walk (stmt, find_bound_loop, NULL, &inner);
  return inner == NULL || fail ("loop %s in a kernel is bound to \"%s\"", inner->var->name, inner->thread);
}

typedef struct
{
  const char *func_name;
  GPtrArray  *kernels;
  GError    **error;
} KernelSearch;

static TlWalk
find_kernel (const TlStmt *stmt, gpointer user_data)
{
  KernelSearch *s = user_data;

  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_THREAD_BINDING)
    return TL_WALK_INTO;
  TlKernel *kernel = g_new0 (TlKernel, 1);
  kernel->name = s->kernels->len == 0 ? g_strdup_printf ("%s_kernel", s->func_name)
                                      : g_strdup_printf ("%s_kernel_%u", s->func_name, s->kernels->len);
  g_ptr_array_add (s->kernels, kernel);
  return read_launch (kernel, stmt, s->error) ? TL_WALK_OVER : TL_WALK_STOP;
}

GPtrArray *
tl_kernels_find (const TlPrimFunc *func, GError **error)
{
  g_autoptr (GPtrArray) kernels = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_kernel_free);
  KernelSearch s = { func->name, kernels, error };

  return tl_stmt_walk (func->body, find_kernel, NULL, &s) ? g_steal_pointer (&kernels) : NULL;
}

static gint64
count_places (const TlKernel *kernel, TlLaunchAxis first)
{
  gint64 n = 1;

  for (TlLaunchAxis axis = first; axis < first + 3; axis++)
    {
      gint64 extent = 1;

      if (kernel->axes[axis] != NULL && !tl_expr_get_int (kernel->axes[axis]->extent, &extent))
        return -1;
      if (__builtin_mul_overflow (n, extent, &n))
        return -1;
    }
  return n;
}

gint64
tl_kernel_n_threads (const TlKernel *kernel)
{
  return count_places (kernel, TL_AXIS_THREAD_X);
}

gint64
tl_kernel_n_blocks (const TlKernel *kernel)
{
  return count_places (kernel, TL_AXIS_BLOCK_X);
}
