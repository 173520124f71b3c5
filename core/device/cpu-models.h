/* SPDX-License-Identifier: Apache-2.0 */
/* Processors by the names that LLVM gives them, as data: what schedules depend on where the processor is not the one that this runs on. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *prefix;        /* of LLVM's names: "znver4", "cortex-" */
  guint       vector_bits;   /* widest registers */
  const char *features;      /* beyond these, by LLVM's names, with commas */
  guint       l1d_kib, l2_kib, l3_kib;   /* per core; L3: what one core may fill */
} TlCpuModel;

/* The first row whose prefix @name begins with; NULL if there is none. */
const TlCpuModel *tl_cpu_model_find (const char *name);

G_END_DECLS
