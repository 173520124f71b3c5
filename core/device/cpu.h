/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * What this machine is: read once from the system, never guessed; 0 is unknown. The variable TL_HOST=NAME, a processor by LLVM's name
 * (core/device/cpu-models.h), puts its description in place of that, "znver4 -num-cores=8" also its number of cores: registers and caches
 * are then the named one's. What is generated for it runs here all the same, for @flags and @native_vector_bits stay within what this
 * machine has.
 */
typedef struct
{
  char   *model_name;       /* "AMD EPYC …" */
  gboolean is_described;    /* by TL_HOST */
  guint   n_logical;        /* processors this process may run on */
  guint   n_physical;
  gint64  l1d_bytes;        /* per core */
  gint64  l2_bytes;         /* per core */
  gint64  l3_bytes;         /* shared */
  guint   cache_line_bytes;
  guint   vector_bits;      /* widest usable: 512, 256, 128 */
  guint   native_vector_bits;   /* the same of this machine; narrower than @vector_bits where the one described has more */
  guint   n_vector_registers;
  char  **flags;            /* extensions, in the system's spelling: "avx512_vnni" */
} TlCpuInfo;

const TlCpuInfo *tl_cpu_info (void);

/* Monotonic time. */
gint64           tl_time_ns (void);

G_END_DECLS
