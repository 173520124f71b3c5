/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside ptx-machine.h.
 *
 *   ptx-reader.c    a kernel's text as instructions
 *   ptx-values.c    arithmetic on the bits of registers
 *   ptx-copies.c    asynchronous copies
 *   ptx-matrix.c    the matrix instructions of a warp
 *   ptx-mma.c       those whose fragments are known
 *   ptx-machine.c   threads, memory, launches
 */
#pragma once

#include "tests/gpu/ptx-machine.h"

G_BEGIN_DECLS

#define MAX_OPERANDS 40u
#define WARP         32u

typedef enum
{
  OP_ABS, OP_ACTIVEMASK, OP_ADD, OP_AND, OP_BAR, OP_BRA, OP_CLZ, OP_COPYSIGN, OP_CVT, OP_DIV, OP_DP4A, OP_FMA, OP_LD, OP_MAD,
  OP_MAX, OP_MIN, OP_MOV, OP_MUL, OP_NEG, OP_NOT, OP_OR, OP_POPC, OP_RCP, OP_REM, OP_RET, OP_SELP, OP_SETP, OP_SHFL, OP_SHL,
  OP_SHR, OP_SQRT, OP_ST, OP_SUB, OP_XOR, OP_BFE, OP_BFI, OP_PRMT, OP_WMMA, OP_CP, OP_LDMATRIX,
  OP_MMA, N_OPS,
} PtxOp;

typedef enum { SPACE_PARAM, SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL } PtxSpace;

typedef struct
{
  char  class;   /* f, s, u, b, p */
  guint bits;
  guint lanes;   /* 2 of f16x2 */
} PtxType;

typedef enum { OPERAND_CONSTANT, OPERAND_REGISTER, OPERAND_SPECIAL, OPERAND_LOCAL, OPERAND_PARAM } PtxOperandKind;

typedef struct
{
  PtxOperandKind kind;
  guint       index;
  guint64     value;    /* of a constant; what is added to others */
} PtxOperand;

typedef struct
{
  PtxOp       op;
  char    *text;
  char   **parts;         /* of the opcode */
  PtxType     type, from;    /* from: of cvt */
  PtxSpace    space;
  guint    width;         /* elements of a load or store */
  gint     guard;         /* register, or -1 */
  gboolean is_negated;
  PtxOperand  operands[MAX_OPERANDS];
  guint    n_operands;
  char    *label;         /* of a branch */
  guint    target;
} PtxInstruction;

typedef struct
{
  GPtrArray  *code;        /* PtxInstruction */
  GHashTable *registers;   /* name → index + 1 */
  GHashTable *symbols;     /* name → PtxOperand: shared offsets, global addresses */
  GHashTable *labels;      /* name → index of the instruction that follows */
  GPtrArray  *tables;      /* memory of the module's constants */
  gsize       shared_bytes, local_bytes;
} PtxKernel;

typedef enum { RUNNING, AT_BARRIER, AT_SHUFFLE, DONE } PtxState;

typedef struct
{
  guint64 *registers;
  char    *local;
  guint    pc;
  PtxState    state;
  guint    special[13];   /* tid, ntid, ctaid, nctaid, laneid */
  GArray  *copies;        /* that have not arrived; NULL: there were none */
  guint    n_groups;      /* of copies, committed */
} PtxThread;

typedef struct
{
  const PtxKernel    *kernel;
  const PtxMemory *memory;    /* that may be accessed */
  guint            n_memory;
  guint64         *args;
  char            *shared;
  gsize            shared_bytes;
  PtxThread          *threads;
  guint            n_threads;
  guint64          n_steps;
} PtxBlock;

/* The body of @name, with what the module declares ahead of all kernels. */
PtxKernel *ptx_kernel_read (const char *ptx, const char *name);
void       ptx_kernel_free (PtxKernel *kernel);
gboolean   ptx_has_part (const PtxInstruction *in, const char *part);

guint64    ptx_mask (guint bits);
gint64     ptx_signed (guint64 value, guint bits);
guint64    ptx_compute (const PtxInstruction *in, const guint64 *raw);
guint64    ptx_convert (const PtxInstruction *in, guint64 raw);
gboolean   ptx_compare (const PtxInstruction *in, guint64 a, guint64 b);
guint64    ptx_permute_bytes (const guint64 *raw);
guint64    ptx_dot (const PtxInstruction *in, const guint64 *raw);

/* The value of an operand in the thread; ptx_put changes that of a register. */
guint64    ptx_argument (const PtxThread *thread, const PtxInstruction *in, guint index);
void       ptx_put (PtxThread *thread, const PtxInstruction *in, guint index, guint64 value, guint bits);
/* Memory of the host for an access of the instruction. */
char      *ptx_place (PtxBlock *block, PtxThread *thread, const PtxInstruction *in, guint64 address, gsize n_bytes);
/* Starts, commits or waits for asynchronous copies. */
void       ptx_run_copy (PtxBlock *block, PtxThread *thread, const PtxInstruction *in);
/* All lanes of a warp together. */
void       ptx_run_matrix (PtxBlock *block, PtxThread *lanes, const PtxInstruction *in);
void       ptx_load_matrices (PtxBlock *block, PtxThread *lanes, const PtxInstruction *in);
void       ptx_multiply_matrices (PtxThread *lanes, const PtxInstruction *in);
static inline gboolean
ptx_is_matrix (const PtxInstruction *in)
{
  return in->op == OP_WMMA || in->op == OP_LDMATRIX || in->op == OP_MMA;
}

G_END_DECLS
