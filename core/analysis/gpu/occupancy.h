/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many blocks of a kernel run on one multiprocessor at once. Registers are estimated from below: what a thread keeps in local buffers,
 * and a few for addresses.
 */
#pragma once

#include "core/ir/module.h"
#include "core/target/gpu-models.h"

G_BEGIN_DECLS

typedef enum
{
  TL_OCCUPANCY_WARPS,
  TL_OCCUPANCY_BLOCKS,
  TL_OCCUPANCY_REGISTERS,
  TL_OCCUPANCY_SHARED,
} TlOccupancyLimit;

typedef struct
{
  const TlGpuLimits *limits;
  gint64             n_warps;             /* of a block */
  gint64             n_registers;         /* of a thread, at least */
  gint64             shared_bytes;        /* of a block */
  gint64             n_blocks;            /* at once; 0: not even one fits */
  TlOccupancyLimit   limit;               /* the one that allows fewest blocks */
} TlOccupancy;

/* Of blocks of @n_threads threads. */
TlOccupancy tl_occupancy (const TlGpuLimits *limits, gint64 n_threads, gint64 n_registers, gint64 shared_bytes);
/* The same of a scheduled kernel. FALSE: the bytes of a buffer are not known. */
gboolean    tl_occupancy_of_kernel (const TlModule *module, const TlPrimFunc *func, const TlGpuLimits *limits, gint64 n_threads,
                                    TlOccupancy *occupancy);
/* The part of the warps that a multiprocessor can keep: 0 … 1. */
double      tl_occupancy_share (const TlOccupancy *occupancy);
/* "registers" */
const char *tl_occupancy_limit_name (TlOccupancyLimit limit);

G_END_DECLS
