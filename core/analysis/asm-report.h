/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The machine code of each loop, read from its assembly: how wide the vectors are, how many multiply-adds, loads and stores one iteration
 * has, and signs of slow code: spilled registers, calls of scalar functions.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char    *name;           /* of the loop's variable; "" for what stands outside of loops */
  char    *function;       /* the symbol it stands in */
  guint    depth;          /* 0: outside of loops */
  /* One iteration, without the loops inside. */
  guint    n_instructions;
  guint    vector_bits;    /* the widest registers that it computes with or moves whole; 0: none */
  guint    n_fmas;         /* multiply-adds and dot products, of any width */
  guint    n_vector_ops;   /* other arithmetic on vectors */
  guint    n_scalar_ops;   /* floating-point arithmetic on one lane */
  guint    n_loads;        /* also as an operand of something else */
  guint    n_stores;
  guint    n_gathers;      /* and scatters */
  guint    n_spills;       /* registers put on the stack and taken back */
  char    *calls;          /* names, comma-separated; NULL: none */
  GArray  *lines;          /* guint: its instructions' lines in the assembly, from 0 */
} TlAsmLoop;

/*
 * The loops of x86-64 assembly as the worker's "asm" form prints it, in their order, each function's loopless part first. Free with
 * g_ptr_array_unref. Assembly of another machine has loops without counts.
 */
GPtrArray *tl_asm_report (const char *assembly);
/* Whether loop @index of it is one that no other loop stands in. */
gboolean   tl_asm_loop_is_innermost (GPtrArray *report, guint index);
/* The table for a terminal. */
char      *tl_asm_report_to_text (GPtrArray *report);

G_END_DECLS
