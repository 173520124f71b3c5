/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of PTX or of machine code of NVIDIA's GPUs ("SASS", as nvdisasm prints it), and which instructions they are made of. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TL_MIX_FMA,          /* a product that is added, of any float type */
  TL_MIX_MATRIX,       /* of tensor cores */
  TL_MIX_FLOAT,
  TL_MIX_SPECIAL,      /* of the special function unit: exp2, rcp, sin … */
  TL_MIX_INTEGER,      /* indices, comparisons, moves */
  TL_MIX_GLOBAL,       /* loads, stores and copies of global memory */
  TL_MIX_SHARED,
  TL_MIX_LOCAL,        /* registers put into memory and taken back */
  TL_MIX_SHUFFLE,      /* between lanes */
  TL_MIX_BARRIER,      /* and waits for copies */
  TL_MIX_BRANCH,
  TL_N_MIX,
} TlMixClass;

/* "multiply-add", "shared memory"; translated. */
const char *tl_mix_class_name (TlMixClass what);

/* An innermost loop, or a kernel without one. */
typedef struct
{
  GArray *lines;               /* guint: the rows of its instructions, from 0 */
  guint   n_of[TL_N_MIX];
  guint   n_instructions;      /* all of them */
} TlGpuAsmLoop;

/* Innermost loops in their order; where there are none, each kernel as a whole. Free with g_ptr_array_unref. */
GPtrArray *tl_gpu_asm_loops_new (const char *text);

/* "64 multiply-adds (73 %), 8 shared memory, …", the most first. Free with g_free. */
char      *tl_gpu_asm_loop_text (const TlGpuAsmLoop *loop);

G_END_DECLS
