/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code for NVIDIA's GPUs: PTX by LLVM.
 *
 *   backend-nvptx.c   kernels, their parameters and launch axes, where buffers lie, what devices load
 *   nvptx-arch.c      LLVM's machine for a target
 *   nvptx-calls.c     barriers, shuffles, dot products
 *   nvptx-math.c      functions without double
 *   nvptx-unrolling.c what the assembler is not to unroll
 *   nvptx-tensor.c    asynchronous copies, T.ptx_ldmatrix and T.ptx_mma, whose fragments the program knows
 *   nvptx-matrix.c    the matrix instructions of core/ir/matrix-call.h: wmma, whose fragments only the machine knows
 *   nvptx-mma.c       the same for scopes "mma.…": ldmatrix and mma.sync
 *   nvptx-wgmma.c     the same for scopes "wgmma.…", of sm_90a
 *
 * LLVM ends the process where it has no instruction for an operation. Calls that not every GPU has are refused by name before LLVM sees
 * them.
 */
#pragma once

#include "core/codegen/codegen-private.h"
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"

G_BEGIN_DECLS

typedef struct _NvptxLanes NvptxLanes;

typedef enum { CG_SPACE_GENERIC = 0, CG_SPACE_GLOBAL = 1, CG_SPACE_SHARED = 3, CG_SPACE_CONSTANT = 4, CG_SPACE_LOCAL = 5 } CgAddressSpace;

LLVMTargetMachineRef nvptx_machine (const TlTarget *target, LLVMCodeGenOptLevel level, GError **error);

/* Takes @assembly, PTX; gives it with a pragma at kernels whose loops are not to be unrolled further. */
GBytes              *nvptx_bound_unrolling (GBytes *assembly);

/* NULL if @call is no call of GPUs; fails where the target has no such instruction. */
LLVMValueRef nvptx_call (Codegen *cg, const TlExpr *call);
/* Of an intrinsic without overloads. LLVM names it since a version that this one may not have. */
LLVMValueRef nvptx_intrinsic (Codegen *cg, const char *name, LLVMTypeRef result, LLVMValueRef *args, guint n_args);
/* @constraints as LLVM's. Threads of a warp run it together. */
LLVMValueRef nvptx_assembly (Codegen *cg, const char *text, const char *constraints, LLVMTypeRef result, LLVMValueRef *args, guint n_args,
                             gboolean has_effects);

/* --- nvptx-tensor.c --- */
LLVMValueRef nvptx_copy_async (Codegen *cg, const TlExpr *call);
LLVMValueRef nvptx_commit_group (Codegen *cg, const TlExpr *call);
LLVMValueRef nvptx_wait_group (Codegen *cg, const TlExpr *call);
LLVMValueRef nvptx_load_matrix (Codegen *cg, const TlExpr *call);
LLVMValueRef nvptx_mma (Codegen *cg, const TlExpr *call);

/* --- nvptx-predicates.c --- */
/* The functions of CgBackend. */
gboolean     nvptx_conditional (Codegen *cg, const TlStmt *stmt);
LLVMValueRef nvptx_choice (Codegen *cg, const TlExpr *call);
LLVMValueRef nvptx_load_if (Codegen *cg, LLVMValueRef cond, LLVMValueRef address, LLVMTypeRef type, guint alignment);
void         nvptx_store_if (Codegen *cg, LLVMValueRef cond, LLVMValueRef address, LLVMValueRef value, guint alignment);

/* --- nvptx-math.c --- */
/* NULL if there is no formula of GPUs for it. */
LLVMValueRef nvptx_math (Codegen *cg, const TlExpr *call);

/* --- nvptx-matrix.c --- */
LLVMValueRef nvptx_matrix_call (Codegen *cg, const TlExpr *expr);
/* The registers of all fragments of @buffer in a thread. */
LLVMTypeRef  nvptx_fragments_type (Codegen *cg, const TlBuffer *buffer, gint64 n_elements);

#define NVPTX_MAX_REGISTERS 8u

/* The type of a register. */
LLVMTypeRef  nvptx_fragment_type (Codegen *cg, const TlBuffer *buffer);
/* Gives their number. */
guint        nvptx_fragment_get (Codegen *cg, const TlFragment *fragment, LLVMValueRef *values);
void         nvptx_fragment_set_all (Codegen *cg, const TlFragment *fragment, const LLVMValueRef *values, guint n);
/* Of registers from @first on, the @n members of @result. */
void         nvptx_fragment_set (Codegen *cg, const TlFragment *fragment, guint first, LLVMValueRef result, guint n);

/* Columns of a fragment of @buffer, where a call loads them. */
gint64       nvptx_fragment_columns (Codegen *cg, const TlBuffer *buffer, gboolean *is_column_major);

/* --- nvptx-mma.c --- */
#define NVPTX_MMA_SM 80

/* Parts of the number of a thread in its warp. */
struct _NvptxLanes
{
  const TlVar *bits_0_to_3, *bits_0_to_2, *bit_3, *bit_4;   /* of the lines that ldmatrix takes from it */
  const TlVar *group, *pair;                                /* l div 4, l mod 4 */
  const TlKernel *kernel;
};

/* Ahead of the kernel's body. */
void         nvptx_define_lanes (Codegen *cg, const TlKernel *kernel);
LLVMValueRef nvptx_mma_load (Codegen *cg, const TlMatrixCall *call);
LLVMValueRef nvptx_mma_move_sums (Codegen *cg, const TlMatrixCall *call);
LLVMValueRef nvptx_mma_multiply (Codegen *cg, const TlMatrixCall *call);

/* --- nvptx-wgmma.c --- */
LLVMValueRef nvptx_wgmma_load (Codegen *cg, const TlMatrixCall *call);
LLVMValueRef nvptx_wgmma_multiply (Codegen *cg, const TlMatrixCall *call);
LLVMValueRef nvptx_wgmma_fence (Codegen *cg, const TlExpr *call);
LLVMValueRef nvptx_wgmma_wait (Codegen *cg, const TlExpr *call);

G_END_DECLS
