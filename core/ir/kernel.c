/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/kernel.h"

#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/ir/async-copy.h"
#include "core/ir/matrix-call.h"
#include "core/ir/permuted-layout.h"
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

gint64
tl_kernel_n_threads (const TlKernel *kernel)
{
  gint64 n = 1;

  for (TlLaunchAxis axis = TL_AXIS_THREAD_X; axis < TL_N_LAUNCH_AXES; axis++)
    {
      gint64 extent = 1;

      if (kernel->axes[axis] != NULL && !tl_expr_get_int (kernel->axes[axis]->extent, &extent))
        return -1;
      if (__builtin_mul_overflow (n, extent, &n))
        return -1;
    }
  return n;
}

/* --- dynamic shared memory --- */

#define DYNAMIC_ALIGNMENT 128   /* bytes */

gboolean
tl_buffer_get_dynamic_offset (const TlBuffer *buffer, gint64 *n_bytes)
{
  gint64 n;

  if (buffer->elem_offset == NULL || !g_str_equal (buffer->scope, "shared.dyn") || !tl_expr_get_int (buffer->elem_offset, &n))
    return FALSE;
  *n_bytes = n * tl_dtype_bytes (buffer->dtype);
  return TRUE;
}

typedef struct
{
  const TlBuffer *until;
  gint64          n_bytes;
} DynamicSize;

static TlWalk
add_dynamic (const TlStmt *stmt, gpointer user_data)
{
  DynamicSize *size = user_data;
  gint64       bytes, begin = size->n_bytes;

  if (stmt->kind != TL_STMT_ALLOC || !g_str_equal (stmt->buffer->scope, "shared.dyn"))
    return TL_WALK_INTO;
  if (!tl_buffer_get_dynamic_offset (stmt->buffer, &begin) && stmt->buffer->permuted_row > 0)
    begin = (begin + TL_PERMUTED_ALIGNMENT - 1) / TL_PERMUTED_ALIGNMENT * TL_PERMUTED_ALIGNMENT;
  if (stmt->buffer == size->until)
    {
      size->n_bytes = begin;
      return TL_WALK_STOP;
    }
  bytes = tl_buffer_n_elements (stmt->buffer);
  if (bytes < 0 || __builtin_mul_overflow (bytes, tl_max (tl_dtype_bytes (stmt->buffer->dtype), 1), &bytes)
      || __builtin_add_overflow (begin, bytes, &bytes)
      || bytes > G_MAXINT32)
    {
      size->n_bytes = -1;
      return TL_WALK_STOP;
    }
  size->n_bytes = MAX (size->n_bytes, bytes);
  size->n_bytes = (size->n_bytes + DYNAMIC_ALIGNMENT - 1) / DYNAMIC_ALIGNMENT * DYNAMIC_ALIGNMENT;
  return TL_WALK_INTO;
}

gint64
tl_kernel_dynamic_shared_bytes (const TlKernel *kernel, const TlBuffer *until)
{
  DynamicSize size = { .until = until };

  tl_stmt_walk (kernel->body, add_dynamic, NULL, &size);
  return size.n_bytes;
}

/* --- parameters --- */

typedef struct
{
  const TlPrimFunc *func;
  GHashTable *inside;     /* buffers and variables that the kernel defines */
  GArray     *buffers;    /* TlKernelParam, in the order of first use */
  GArray     *scalars;
  gboolean    is_address; /* what is loaded is not read, but its place is given away */
  gboolean    has_barriers;
} ParamSearch;

static gint
find_param (const TlPrimFunc *func, const TlBuffer *buffer, const TlVar *var)
{
  for (guint i = 0; i < func->n_params; i++)
    if (buffer != NULL ? func->params[i].buffer == buffer : func->params[i].buffer == NULL && func->params[i].var == var)
      return (gint) i;
  return -1;
}

static TlKernelParam *
note_param (ParamSearch *s, const TlBuffer *buffer, const TlVar *var)
{
  GArray *list = buffer != NULL ? s->buffers : s->scalars;
  TlKernelParam param = { .buffer = buffer, .var = var, .index = find_param (s->func, buffer, var) };

  if (g_hash_table_contains (s->inside, buffer != NULL ? (gconstpointer) buffer : var))
    return NULL;
  for (guint i = 0; i < list->len; i++)
    {
      TlKernelParam *known = &g_array_index (list, TlKernelParam, i);

      if (known->buffer == buffer && known->var == var)
        return known;
    }
  g_array_append_val (list, param);
  return &g_array_index (list, TlKernelParam, list->len - 1);
}

static void
note_access (ParamSearch *s, const TlBuffer *buffer, gboolean reads, gboolean writes)
{
  TlKernelParam *param = note_param (s, buffer, NULL);

  if (param == NULL)
    return;
  param->is_read |= reads;
  param->is_written |= writes;
}

static gboolean
takes_address (const TlExpr *call)
{
  return g_str_equal (call->callee->name, "address_of") || g_str_equal (call->callee->name, "buffer_data");
}

static TlWalk note_expr (const TlExpr *expr, gpointer user_data);

/* Says of its memory what it does with it. */
static TlWalk
note_matrix_call (ParamSearch *s, const TlMatrixCall *call)
{
  for (guint i = 0; i < call->n_fragments; i++)
    tl_expr_walk (call->fragments[i].index, note_expr, s);
  if (call->value != NULL)
    tl_expr_walk (call->value, note_expr, s);
  if (call->memory == NULL)
    return TL_WALK_OVER;
  tl_expr_walk (call->offset, note_expr, s);
  tl_expr_walk (call->stride, note_expr, s);
  note_access (s, call->memory, call->kind == TL_MATRIX_LOAD, call->kind == TL_MATRIX_STORE);
  return TL_WALK_OVER;
}

static TlWalk
note_async_copy (ParamSearch *s, const TlAsyncCopy *copy)
{
  tl_expr_walk (copy->to_offset, note_expr, s);
  tl_expr_walk (copy->from_offset, note_expr, s);
  if (copy->condition != NULL)
    tl_expr_walk (copy->condition, note_expr, s);
  note_access (s, copy->to, FALSE, TRUE);
  note_access (s, copy->from, TRUE, FALSE);
  return TL_WALK_OVER;
}

static TlWalk
note_expr (const TlExpr *expr, gpointer user_data)
{
  ParamSearch *s = user_data;
  TlMatrixCall call;
  TlAsyncCopy  copy;

  if (tl_matrix_call_read (expr, &call))
    return note_matrix_call (s, &call);
  if (tl_async_copy_read (expr, &copy))
    return note_async_copy (s, &copy);
  if (expr->kind == TL_EXPR_LET)
    g_hash_table_add (s->inside, (gpointer) expr->let_var);
  else if (expr->kind == TL_EXPR_VAR && expr->dtype.code != TL_TYPE_HANDLE)
    note_param (s, NULL, expr);
  else if (expr->kind == TL_EXPR_LOAD)
    note_access (s, expr->buffer, TRUE, s->is_address);
  else if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "tvm_storage_sync"))
    s->has_barriers = TRUE;
  if (expr->kind != TL_EXPR_CALL || s->is_address || !takes_address (expr))
    return TL_WALK_INTO;
  s->is_address = TRUE;
  for (guint i = 0; i < expr->n_args; i++)
    tl_expr_walk (expr->args[i], note_expr, s);
  s->is_address = FALSE;
  return TL_WALK_OVER;
}

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  ParamSearch *s = user_data;

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      g_hash_table_add (s->inside, (gpointer) stmt->loop.var);
      break;
    case TL_STMT_LET:
      g_hash_table_add (s->inside, (gpointer) stmt->var);
      break;
    case TL_STMT_ALLOC:
      g_hash_table_add (s->inside, (gpointer) stmt->buffer);
      break;
    case TL_STMT_STORE:
      note_access (s, stmt->buffer, FALSE, TRUE);
      break;
    default:
      break;
    }
  return TL_WALK_INTO;
}

static gint
compare_params (gconstpointer a, gconstpointer b)
{
  guint i = (guint) ((const TlKernelParam *) a)->index, k = (guint) ((const TlKernelParam *) b)->index;

  return i < k ? -1 : i > k;
}

GArray *
tl_kernel_params (const TlPrimFunc *func, const TlKernel *kernel)
{
  g_autoptr (GHashTable) inside = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) scalars = g_array_new (FALSE, FALSE, sizeof (TlKernelParam));
  GArray *params = g_array_new (FALSE, FALSE, sizeof (TlKernelParam));
  ParamSearch s = { .func = func, .inside = inside, .buffers = params, .scalars = scalars };

  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    if (kernel->axes[axis] != NULL)
      g_hash_table_add (inside, (gpointer) kernel->axes[axis]->var);
  tl_stmt_walk (kernel->body, note_stmt, note_expr, &s);
  for (guint i = 0; i < params->len; i++)
    {
      TlKernelParam *param = &g_array_index (params, TlKernelParam, i);

      param->is_exchanged = s.has_barriers && param->is_read && param->is_written;
    }
  /* g_array_sort is stable: those of host code stay in the order of use, and come last, for -1 is the largest of guint. */
  g_array_sort (params, compare_params);
  g_array_sort (scalars, compare_params);
  g_array_append_vals (params, scalars->data, scalars->len);
  return params;
}
