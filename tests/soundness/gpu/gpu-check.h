/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Is a schedule for a GPU sound? It is lowered, and its kernels run in the emulator with all checks and their results are compared with the
 * program's, or ptxas assembles the PTX that they become, or a driver here compiles and runs them as OpenCL C.
 */
#pragma once

#include "core/interp/gpu/emulator.h"
#include "core/measure/worker-pool.h"
#include "core/schedule/state.h"
#include "tests/soundness/gpu/gpu-subject.h"

G_BEGIN_DECLS

typedef enum { GPU_CHECK_KERNELS, GPU_CHECK_PTX, GPU_CHECK_OPENCL } GpuCheckKind;

typedef struct
{
  GpuCheckKind      kind;
  const GpuSubject *subject;
  TlTarget          target;
  TlWorkerPool     *pool;              /* makes code; NULL with GPU_CHECK_KERNELS */
  gboolean          lists_source;      /* its listing is compiled, too, where NVRTC is installed */
  /* Of the last schedule */
  char    *refusal;                    /* Owned: why it has no kernels; NULL: it has */
  guint64  n_thread_instructions;
  gint64   emulation_ns;               /* of one core */
  guint    n_assembled, n_ran, n_listed;
  char    *no_code;                    /* Owned: why the OpenCL device does not take the kernels */
} GpuCheck;

/* NULL, or what is wrong; free with g_free. @check: a GpuCheck. */
char *gpu_check_find_problem (TlState *state, gpointer check);
void  gpu_check_clear (GpuCheck *check);

/* Kernels in the emulator, compared with the program; NULL, or what is wrong. @emulation (nullable) receives what it found. */
char *gpu_check_kernels (const GpuSubject *subject, const TlTarget *target, const TlPrimFunc *kernels, const TlPrimFunc *scheduled,
                         TlEmulation **emulation);

G_END_DECLS
