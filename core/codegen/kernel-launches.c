/* SPDX-License-Identifier: Apache-2.0 */
#include "core/codegen/kernel-launches.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/ir/walk.h"

#define MAX_LAUNCHES 65536u   /* of one run: more take longer to describe than to compute */

#define fail(error, ...) tl_fail (error, TL_KERNEL_ERROR, TL_KERNEL_ERROR_FORM, __VA_ARGS__)

typedef struct
{
  const TlPrimFunc *func;
  TlKernelPackage  *package;
  GPtrArray        *kernels;
  TlArena          *arena;
  GHashTable       *values;       /* variables of host code → their present values */
  GHashTable       *workspaces;   /* TlBuffer → index + 1 */
  GError          **error;
} HostRun;

static gboolean run_host (HostRun *run, const TlStmt *stmt);

static gboolean
evaluate (HostRun *run, const TlExpr *expr, const char *what, gint64 *value)
{
  return tl_expr_get_int (tl_expr_substitute (run->arena, expr, run->values), value)
         || fail (run->error, "%s is not known before the program runs", what);
}

static gboolean
add_value (HostRun *run, const TlKernelParam *param, TlKernelArg *arg)
{
  const TlExpr *value = g_hash_table_lookup (run->values, param->var);
  gint64 integer = 0;
  float  single;

  arg->n_bytes = tl_max (tl_dtype_bytes (param->var->dtype), 1);
  if (param->index >= 0)
    {
      arg->kind = TL_KERNEL_ARG_PARAM;
      arg->index = (guint) param->index;
      return TRUE;
    }
  arg->kind = TL_KERNEL_ARG_VALUE;
  if (value == NULL || arg->n_bytes > sizeof arg->bytes)
    return fail (run->error, "variable %s has no value that a kernel can be passed", param->var->name);
  if (tl_expr_get_int (value, &integer))
    memcpy (arg->bytes, &integer, sizeof integer);
  else if (value->kind == TL_EXPR_FLOAT && arg->n_bytes == sizeof (double))
    memcpy (arg->bytes, &value->float_value, sizeof (double));
  else if (value->kind == TL_EXPR_FLOAT && arg->n_bytes == sizeof (float))
    memcpy (arg->bytes, (single = (float) value->float_value, &single), sizeof single);
  else
    return fail (run->error, "variable %s is not known before the program runs", param->var->name);
  return TRUE;
}

static gboolean
add_arg (HostRun *run, TlKernelLaunch *launch, const TlKernelParam *param)
{
  TlKernelArg arg = { .kind = TL_KERNEL_ARG_PARAM, .index = (guint) MAX (param->index, 0) };

  if (param->buffer == NULL)
    {
      if (!add_value (run, param, &arg))
        return FALSE;
    }
  else if (param->index < 0)
    {
      guint workspace = GPOINTER_TO_UINT (g_hash_table_lookup (run->workspaces, param->buffer));

      if (workspace == 0)
        return fail (run->error, "buffer %s is not declared around kernel %s", param->buffer->name, launch->kernel);
      arg.kind = TL_KERNEL_ARG_WORKSPACE;
      arg.index = workspace - 1;
    }
  g_array_append_val (launch->args, arg);
  return TRUE;
}

static gboolean
set_sizes (HostRun *run, TlKernelLaunch *launch, const TlKernel *kernel)
{
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    {
      guint *size = tl_launch_axis_is_thread (axis) ? &launch->n_threads[axis - TL_AXIS_THREAD_X] : &launch->n_blocks[axis];
      g_autofree char *what = g_strdup_printf ("the extent of %s in kernel %s", tl_launch_axis_name (axis), kernel->name);
      gint64 extent = 1;

      if (kernel->axes[axis] != NULL && !evaluate (run, kernel->axes[axis]->extent, what, &extent))
        return FALSE;
      if (extent < 0 || extent > G_MAXINT32)
        return fail (run->error, "%s is %" G_GINT64_FORMAT, what, extent);
      *size = (guint) extent;
    }
  return TRUE;
}

/* The launch loops at @stmt. One without blocks or threads is no launch. */
static gboolean
run_kernel (HostRun *run, const TlStmt *stmt)
{
  const TlKernel *kernel = NULL;
  TlKernelLaunch *launch;
  gint64          dynamic_bytes;
  gboolean        is_empty = FALSE, is_done = TRUE;

  for (guint i = 0; kernel == NULL; i++)
    if (((const TlKernel *) run->kernels->pdata[i])->launch == stmt)
      kernel = run->kernels->pdata[i];
  if (run->package->launches->len == MAX_LAUNCHES)
    return fail (run->error, "one run launches more than %u kernels", MAX_LAUNCHES);
  g_autoptr (GArray) params = tl_kernel_params (run->func, kernel);

  launch = tl_kernel_package_add_launch (run->package, kernel->name);
  dynamic_bytes = tl_kernel_dynamic_shared_bytes (kernel, NULL);
  if (dynamic_bytes < 0)
    return fail (run->error, "the sizes of the buffers of scope \"shared.dyn\" in kernel %s are not known before the program runs",
                 kernel->name);
  launch->dynamic_shared_bytes = (guint64) dynamic_bytes;
  if (!set_sizes (run, launch, kernel))
    return FALSE;
  for (guint i = 0; is_done && i < params->len; i++)
    is_done = add_arg (run, launch, &g_array_index (params, TlKernelParam, i));
  for (guint i = 0; i < 3; i++)
    is_empty |= launch->n_blocks[i] == 0 || launch->n_threads[i] == 0;
  if (is_empty)
    g_ptr_array_set_size (run->package->launches, (gint) run->package->launches->len - 1);
  return is_done;
}

static gboolean
run_loop (HostRun *run, const TlLoop *loop)
{
  g_autofree char *what = g_strdup_printf ("the range of loop %s", loop->var->name);
  gint64 min, extent;

  if (!evaluate (run, loop->min, what, &min) || !evaluate (run, loop->extent, what, &extent))
    return FALSE;
  for (gint64 i = min; i < min + extent; i++)
    {
      g_hash_table_insert (run->values, (gpointer) loop->var, (gpointer) tl_expr_int (run->arena, loop->var->dtype, i));
      if (!run_host (run, loop->body))
        return FALSE;
    }
  return TRUE;
}

/* Copies of one allocation never live at the same time: they share the place. */
static gboolean
run_alloc (HostRun *run, const TlBuffer *buffer, const TlStmt *body)
{
  guint64 bytes = tl_max (tl_dtype_bytes (buffer->dtype), 1);

  for (guint i = 0; i < buffer->n_dims; i++)
    {
      g_autofree char *what = g_strdup_printf ("the size of buffer %s", buffer->name);
      gint64 extent;

      if (!evaluate (run, buffer->shape[i], what, &extent))
        return FALSE;
      if (extent < 0 || __builtin_mul_overflow (bytes, (guint64) extent, &bytes))
        return fail (run->error, "buffer %s is too large", buffer->name);
    }
  if (!g_hash_table_contains (run->workspaces, buffer))
    {
      g_array_append_val (run->package->workspaces, bytes);
      g_hash_table_insert (run->workspaces, (gpointer) buffer, GUINT_TO_POINTER (run->package->workspaces->len));
    }
  return run_host (run, body);
}

static gboolean
run_condition (HostRun *run, const TlStmt *stmt)
{
  gint64 cond;

  if (!evaluate (run, stmt->cond, "a condition around kernels", &cond))
    return FALSE;
  return cond ? run_host (run, stmt->then_body) : stmt->else_body == NULL || run_host (run, stmt->else_body);
}

static gboolean
run_sequence (HostRun *run, const TlStmt *seq)
{
  for (guint i = 0; i < seq->n_stmts; i++)
    if (!run_host (run, seq->stmts[i]))
      return FALSE;
  return TRUE;
}

static gboolean
run_host (HostRun *run, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return stmt->loop.kind == TL_LOOP_THREAD_BINDING ? run_kernel (run, stmt) : run_loop (run, &stmt->loop);
    case TL_STMT_SEQ:
      return run_sequence (run, stmt);
    case TL_STMT_IF:
      return run_condition (run, stmt);
    case TL_STMT_LET:
      g_hash_table_insert (run->values, (gpointer) stmt->var, (gpointer) tl_expr_substitute (run->arena, stmt->let_value, run->values));
      return run_host (run, stmt->let_body);
    case TL_STMT_ATTR:
      return run_host (run, stmt->attr_body);
    case TL_STMT_ALLOC:
      return run_alloc (run, stmt->buffer, stmt->alloc_body);
    case TL_STMT_STORE:
      return fail (run->error, "buffer %s is stored to outside of kernels; bind the loops around it to blockIdx and threadIdx",
                   stmt->buffer->name);
    case TL_STMT_EVALUATE:
      return stmt->expr->kind == TL_EXPR_INT || fail (run->error, "a call stands outside of kernels");
    case TL_STMT_BLOCK:
      return fail (run->error, "block %s has not been lowered", stmt->block.name);
    default:
      return fail (run->error, "host code other than loops, conditions and allocations stands around kernels");
    }
}

gboolean
tl_kernel_launches_add (TlKernelPackage *package, const TlPrimFunc *func, GError **error)
{
  g_autoptr (GPtrArray) kernels = tl_kernels_find (func, error);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL), workspaces = g_hash_table_new (NULL, NULL);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  HostRun run = { .func = func, .package = package, .kernels = kernels, .arena = arena, .values = values, .workspaces = workspaces,
                  .error = error };

  return kernels != NULL && run_host (&run, func->body);
}
