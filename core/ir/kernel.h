/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels of a lowered GPU program: what core/lower/gpu makes, and what emulator, code generators and source listings read.
 *
 * The function is host code. A nest of launch loops in it (T.launch_thread) is a kernel: blockIdx.x, .y, .z, then threadIdx.x, .y, .z, each
 * at most once and from 0; an axis that is not there has one place. Extents are values that the host knows. Kernels run in the order of the
 * host's statements, one after the other. The body of a kernel has no loop that is bound to a thread, and:
 *
 *   memory     buffers are flat. An ALLOC of scope "shared" or "shared.dyn" is one buffer a block; of scope "wmma.…" or "mma.…", one a
 *              warp, an array of fragments that lie one after the other; of any other scope, one a thread.
 *              Parameters and what the host allocates are memory of the device.
 *   dynamic    buffers of scope "shared.dyn" lie in one piece of memory, at their elem_offset where they have one: those that are not in
 *              use at the same time may overlap.
 *   barriers   T.tvm_storage_sync ("shared") waits for all threads of the block, T.tvm_storage_sync ("warp") for those of the warp; no
 *              condition or loop around one differs between the threads that wait.
 *   copies     from global to shared memory that go on by themselves: core/ir/async-copy.h.
 *   warps      T.tvm_warp_shuffle…, with mask, value, lane or delta, width, warp size; the threads of a block are numbered x fastest.
 *   matrices   the calls of core/ir/matrix-call.h, by all threads of a warp together; nothing else touches fragments.
 *   loops      serial, or "unroll", which says that a compiler behind should write it out.
 *   vectors    as in all lowered programs: see tl_lower () in core/lower/lower.h.
 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

typedef enum
{
  TL_AXIS_BLOCK_X, TL_AXIS_BLOCK_Y, TL_AXIS_BLOCK_Z, TL_AXIS_THREAD_X, TL_AXIS_THREAD_Y, TL_AXIS_THREAD_Z,
  TL_N_LAUNCH_AXES,
} TlLaunchAxis;

typedef struct
{
  char         *name;    /* Owned: "main_kernel", "main_kernel_1" */
  const TlStmt *launch;  /* the outermost of its loops */
  const TlLoop *axes[TL_N_LAUNCH_AXES];   /* NULL: one place */
  const TlStmt *body;
} TlKernel;

/* "blockIdx.x" */
const char   *tl_launch_axis_name (TlLaunchAxis axis);
/* TL_N_LAUNCH_AXES for other names: "vthread.x". */
TlLaunchAxis  tl_launch_axis_find (const char *name);
gboolean      tl_launch_axis_is_thread (TlLaunchAxis axis);

/*
 * The kernels of @func in order. A program that is not in this form fails by the name of what is wrong, with TL_KERNEL_ERROR. Container of
 * TlKernel with free func.
 */
GPtrArray    *tl_kernels_find (const TlPrimFunc *func, GError **error);
void          tl_kernel_free (TlKernel *kernel);
/* Its threads in a block; -1 where an extent is no number. */
gint64        tl_kernel_n_threads (const TlKernel *kernel);
/* One buffer a block. */
gboolean      tl_scope_is_shared (const char *scope);
/* Bytes from the begin of dynamic memory, by the elem_offset of a buffer of scope "shared.dyn"; FALSE: it has none. */
gboolean      tl_buffer_get_dynamic_offset (const TlBuffer *buffer, gint64 *n_bytes);
/*
 * Where @until, of scope "shared.dyn", lies in the dynamic memory of a block of @kernel, in bytes: at its elem_offset, or else behind those
 * that are allocated ahead of it. NULL: the bytes of all of them. -1 where a size is no number.
 */
gint64        tl_kernel_dynamic_shared_bytes (const TlKernel *kernel, const TlBuffer *until);

/* A parameter of a kernel. */
typedef struct
{
  const TlBuffer *buffer;       /* NULL: a scalar, which is @var */
  const TlVar    *var;
  gint            index;        /* the function's parameter that it is; -1: host code makes it: a workspace, a variable */
  gboolean        is_read, is_written;   /* of a buffer; both if an instruction gets its address */
  gboolean        is_exchanged;          /* both, while threads wait for each other: one may find there what another has written */
} TlKernelParam;

/*
 * The parameters of @kernel in the order in which code generators declare them and devices pass them: buffers that it touches in the order
 * of @func's parameters, workspaces in the order of first use, scalars of @func, variables of host code. Array of TlKernelParam.
 */
GArray       *tl_kernel_params (const TlPrimFunc *func, const TlKernel *kernel);

#define TL_KERNEL_ERROR (tl_kernel_error_quark ())
GQuark tl_kernel_error_quark (void);
typedef enum { TL_KERNEL_ERROR_FORM } TlKernelError;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlKernel, tl_kernel_free)

G_END_DECLS
