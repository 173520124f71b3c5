/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Published figures of GPUs that a target does not say: of a multiprocessor by compute capability (CUDA C++ Programming Guide, "Technical
 * Specifications per Compute Capability"), of whole GPUs by name (data sheets). They are for predictions; a device that is present is
 * asked.
 */
#pragma once

#include "core/target/target.h"

G_BEGIN_DECLS

/* Of one multiprocessor. Static data. */
typedef struct
{
  guint       capability;       /* 80 for 8.0 */
  const char *arch;             /* "sm_80" */
  guint       n_warps;
  guint       n_blocks;
  guint       n_registers;
  gint64      shared_bytes;
  guint       shared_step;      /* bytes in which shared memory is given out … */
  guint       shared_own;       /* … and that each block takes for itself */
  gint64      shared_of_block;  /* bytes a block may ask for */
  guint       fp32_lanes;       /* fused multiply-adds in a clock */
  guint       f16_tensor_fmas;  /* the same of tensor cores on float16, dense; 0: no tensor cores */
} TlGpuLimits;

/* Of one GPU. Static data. */
typedef struct
{
  const char *name;             /* "A100 SXM 80 GB" */
  const char *tag;              /* "nvidia/nvidia-a100"; NULL: there is no tag of it */
  const char *arch;             /* "sm_80" */
  guint       n_multiprocessors;
  guint       boost_mhz;
  double      fp32_tflops;
  double      f16_tensor_tflops;   /* dense, sums in float32 */
  gint64      l2_bytes;
  guint       memory_gb_s;      /* 1e9 bytes */
} TlGpuModel;

/* Those of the nearest older one for an arch that is not listed; of sm_80 for NULL or "". */
const TlGpuLimits *tl_gpu_limits (const char *arch);

/* By the name of a tag, "nvidia/nvidia-a100", or a model's, "H200"; NULL: not listed. */
const TlGpuModel  *tl_gpu_model_find (const char *name);
/* The first of the list that code for @arch is made for, "sm_90" and "sm_90a" alike: a data centre's. NULL: none is listed. */
const TlGpuModel  *tl_gpu_model_of_arch (const char *arch);
/* The GPU that @target names by its -model, or else by its arch. NULL: none is listed. */
const TlGpuModel  *tl_gpu_model_of_target (const TlTarget *target);
/* The GPU that its driver calls @name, "NVIDIA H100 80GB HBM3". NULL: not listed. */
const TlGpuModel  *tl_gpu_model_of_device (const char *name);
/* The models in turn; NULL after the last. */
const TlGpuModel  *tl_gpu_model_nth (guint index);

G_END_DECLS
