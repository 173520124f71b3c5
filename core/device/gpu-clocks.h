/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks of NVIDIA's GPUs, by NVML (libnvidia-ml.so.1, part of the driver), where it is installed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint    sm_mhz;
  guint    memory_mhz;
  guint    temperature_c;
  guint64  throttle_reasons;   /* NVML's bits: why the clock is below its highest; 1: there is nothing to do */
} TlGpuClocks;

/* Of number @ordinal, now; FALSE if nothing is known. One thread at a time. */
gboolean tl_gpu_clocks_read (guint ordinal, TlGpuClocks *clocks);

G_END_DECLS
