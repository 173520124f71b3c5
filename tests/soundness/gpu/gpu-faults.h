/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Would a wrong kernel be noticed? Faults are put into kernels of sound schedules, one at a time, and the emulator has to find them, by
 * itself or by the results.
 */
#pragma once

#include "tests/soundness/gpu/gpu-check.h"

G_BEGIN_DECLS

typedef enum
{
  GPU_FAULT_NO_BARRIER,       /* a barrier is left out */
  GPU_FAULT_DIVERGENT,        /* a barrier stands in a condition that holds for half of the threads */
  GPU_FAULT_INDEX,            /* an index is one too large */
  GPU_FAULT_STRIDE,           /* a stride is one too large */
  GPU_FAULT_NO_BOUND,         /* a condition is left out */
  GPU_FAULT_SHARED_SIZE,      /* a buffer in shared memory lacks its last element */
  GPU_FAULT_NO_STORE,         /* a store to memory of a thread or a block is left out */
  GPU_FAULT_ONE_PLACE,        /* a store goes to the place of the first thread */
  GPU_N_FAULTS,
} GpuFault;

const char *gpu_fault_name (GpuFault fault);

/* Places where the kernels of @func can get the fault. */
guint             gpu_fault_n_sites (const TlPrimFunc *func, GpuFault fault);
/* @func with the fault at place @site. In @arena. */
const TlPrimFunc *gpu_fault_seed (TlArena *arena, const TlPrimFunc *func, GpuFault fault, guint site);
/*
 * @func with a store out of bounds where the fault would make a difference: sites that no thread comes to, or comes to with the same index,
 * are no faults. In @arena.
 */
const TlPrimFunc *gpu_fault_probe (TlArena *arena, const TlPrimFunc *func, GpuFault fault, guint site);

/* Sums over faults. */
typedef struct
{
  guint    n_seeded[GPU_N_FAULTS];
  guint    n_by_check[GPU_N_FAULTS];     /* found by the emulator's checks */
  guint    n_by_result[GPU_N_FAULTS];    /* found by the results alone */
  guint    n_kinds[GPU_N_FAULTS][TL_N_FAULT_KINDS];   /* of the first finding */
  GString *missed;                       /* the others: seed, fault, the kernels with it */
} GpuFaults;

void  gpu_faults_init (GpuFaults *sum);
void  gpu_faults_clear (GpuFaults *sum);
guint gpu_faults_n_seeded (const GpuFaults *sum);
guint gpu_faults_n_found (const GpuFaults *sum);

/* Faults of each kind in the sound schedules of @n_seeds seeds from @first on; the same ones with any number of threads. */
void  gpu_faults_run (GpuFaults *sum, guint64 first, guint n_seeds, guint n_threads);

G_END_DECLS
