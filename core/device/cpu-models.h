/* SPDX-License-Identifier: Apache-2.0 */
/* CPUs by LLVM's names, as data: the properties that schedules depend on where the CPU is not this machine's. */
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

/* A CPU to choose by name, with LLVM's name of machines that it needs where those are not of the usual kind. */
typedef struct
{
  const char *name;     /* LLVM's: "znver4" */
  const char *title;    /* "AMD Zen 4" */
  const char *triple;   /* nullable */
} TlCpuName;

const TlCpuName *tl_cpu_name_nth (guint index);   /* NULL past the end */
guint            tl_cpu_name_count (void);

G_END_DECLS
