/* SPDX-License-Identifier: Apache-2.0 */
#include "core/codegen/nvptx/nvptx-private.h"

#include <llvm/Config/llvm-config.h>

#define WARP 32u

LLVMValueRef
nvptx_intrinsic (Codegen *cg, const char *name, LLVMTypeRef result, LLVMValueRef *args, guint n_args)
{
  if (LLVMLookupIntrinsicID (name, strlen (name)) != 0)
    return cg_intrinsic (cg, name, NULL, 0, args, n_args);
  cg_fail (cg, "LLVM %s has no %s", LLVM_VERSION_STRING, name);
  return result == cg->nothing ? LLVMConstNull (cg->i32) : LLVMGetUndef (result);
}

LLVMValueRef
nvptx_assembly (Codegen *cg, const char *text, const char *constraints, LLVMTypeRef result, LLVMValueRef *args, guint n_args,
                gboolean has_effects)
{
  g_autofree LLVMTypeRef *types = g_new (LLVMTypeRef, n_args + 1);

  for (guint i = 0; i < n_args; i++)
    types[i] = LLVMTypeOf (args[i]);
  LLVMTypeRef type = LLVMFunctionType (result, types, n_args, FALSE);
  LLVMValueRef code = LLVMGetInlineAsm (type, (char *) text, strlen (text), (char *) constraints, strlen (constraints), has_effects, FALSE,
                                        LLVMInlineAsmDialectATT, FALSE);
  LLVMValueRef call = LLVMBuildCall2 (cg->builder, type, code, args, n_args, "");
  unsigned convergent = LLVMGetEnumAttributeKindForName ("convergent", strlen ("convergent"));

  if (has_effects)
    LLVMAddCallSiteAttribute (call, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute (cg->context, convergent, 0));
  return call;
}

static LLVMValueRef
nothing (Codegen *cg)
{
  return LLVMConstNull (cg->i32);
}

/* --- barriers --- */

static LLVMValueRef
storage_sync (Codegen *cg, const TlExpr *call)
{
  const char *scope = call->n_args > 0 && call->args[0]->kind == TL_EXPR_STRING ? call->args[0]->text : "";
  LLVMValueRef all = LLVMConstInt (cg->i32, 0xffffffff, FALSE);

  if (g_str_has_prefix (scope, "shared") && tl_stmt_uses_wgmma (cg->lanes->kernel->body))   /* which sees what a fence tells of */
    nvptx_assembly (cg, "fence.proxy.async.shared::cta;", "~{memory}", cg->nothing, NULL, 0, TRUE);
  if (g_str_has_prefix (scope, "shared"))
    nvptx_intrinsic (cg, "llvm.nvvm.barrier0", cg->nothing, NULL, 0);
  else if (g_str_equal (scope, "warp"))
    nvptx_intrinsic (cg, "llvm.nvvm.bar.warp.sync", cg->nothing, &all, 1);
  else
    cg_fail (cg, "T.tvm_storage_sync (\"%s\"): threads wait for each other by \"shared\" or \"warp\"", scope);
  return nothing (cg);
}

/* --- shuffles --- */

static LLVMValueRef
active_mask (Codegen *cg, const TlExpr *call)
{
  return cg_convert (cg, nvptx_intrinsic (cg, "llvm.nvvm.activemask", cg->i32, NULL, 0), TL_INT32, call->dtype);
}

/* @bits as words of 32, each passed from one thread to another. */
static LLVMValueRef
shuffle_words (Codegen *cg, const char *name, LLVMValueRef mask, LLVMValueRef bits, LLVMValueRef place, LLVMValueRef clamp)
{
  guint n = cg_lanes (bits);
  LLVMValueRef result = LLVMGetPoison (LLVMTypeOf (bits));

  for (guint i = 0; i < n; i++)
    {
      LLVMValueRef word = n > 1 ? LLVMBuildExtractElement (cg->builder, bits, cg_index (cg, i), "") : bits;
      LLVMValueRef args[4] = { mask, word, place, clamp };
      LLVMValueRef moved = nvptx_intrinsic (cg, name, cg->i32, args, 4);

      result = n > 1 ? LLVMBuildInsertElement (cg->builder, result, moved, cg_index (cg, i), "") : moved;
    }
  return result;
}

/* (mask, value, lane or delta, width, warp size) */
static LLVMValueRef
shuffle (Codegen *cg, const TlExpr *call, const char *name, guint last)
{
  TlDType dtype = call->args[1]->dtype;
  guint n_bits = (dtype.code == TL_TYPE_BOOL ? 8 : dtype.bits) * dtype.lanes, n_words = (n_bits + 31) / 32;
  LLVMValueRef mask = cg_convert (cg, cg_expr (cg, call->args[0]), call->args[0]->dtype, TL_INT32);
  LLVMValueRef raw = cg_to_memory (cg, cg_expr (cg, call->args[1]), dtype), place, bits;
  LLVMTypeRef whole = LLVMIntTypeInContext (cg->context, n_bits), words = cg_with_lanes (cg->i32, n_words);
  gint64 width = WARP;

  if (!tl_expr_get_int (call->args[3], &width) || width < 1 || width > WARP || (width & (width - 1)) != 0)
    cg_fail (cg, "T.%s: the width has to be a power of two from 1 to %u", call->callee->name, WARP);
  if (cg->error != NULL)
    return LLVMConstNull (cg_value_type (cg, dtype));
  place = cg_convert (cg, cg_expr (cg, call->args[2]), call->args[2]->dtype, TL_INT32);
  bits = LLVMBuildBitCast (cg->builder, raw, whole, "");
  bits = LLVMBuildBitCast (cg->builder, LLVMBuildZExt (cg->builder, bits, LLVMIntTypeInContext (cg->context, 32 * n_words), ""), words, "");
  bits = shuffle_words (cg, name, mask, bits, place, LLVMConstInt (cg->i32, (WARP - (guint) width) << 8 | last, FALSE));
  bits = LLVMBuildBitCast (cg->builder, bits, LLVMIntTypeInContext (cg->context, 32 * n_words), "");
  bits = LLVMBuildBitCast (cg->builder, LLVMBuildTrunc (cg->builder, bits, whole, ""), LLVMTypeOf (raw), "");
  return cg_from_memory (cg, bits, dtype);
}

static LLVMValueRef
shuffle_index (Codegen *cg, const TlExpr *call)
{
  return shuffle (cg, call, "llvm.nvvm.shfl.sync.idx.i32", WARP - 1);
}

static LLVMValueRef
shuffle_up (Codegen *cg, const TlExpr *call)
{
  return shuffle (cg, call, "llvm.nvvm.shfl.sync.up.i32", 0);
}

static LLVMValueRef
shuffle_down (Codegen *cg, const TlExpr *call)
{
  return shuffle (cg, call, "llvm.nvvm.shfl.sync.down.i32", WARP - 1);
}

static LLVMValueRef
shuffle_xor (Codegen *cg, const TlExpr *call)
{
  return shuffle (cg, call, "llvm.nvvm.shfl.sync.bfly.i32", WARP - 1);
}

/* --- dot products --- */

/* Four products of bytes, added to @sum; operands are four lanes or their bits. */
static LLVMValueRef
dot_of_four (Codegen *cg, const TlExpr *a, const TlExpr *b, const TlExpr *sum)
{
  gboolean is_unsigned[2] = { a->dtype.code == TL_TYPE_UINT, b->dtype.code == TL_TYPE_UINT };
  g_autofree char *text = g_strdup_printf ("dp4a.%s.%s $0, $1, $2, $3;", is_unsigned[0] ? "u32" : "s32", is_unsigned[1] ? "u32" : "s32");
  LLVMValueRef args[3] = { cg_expr (cg, a), cg_expr (cg, b), cg_expr (cg, sum) };

  if (a->dtype.bits * a->dtype.lanes != 32 || b->dtype.bits * b->dtype.lanes != 32 || sum->dtype.bits != 32 || sum->dtype.lanes != 1)
    cg_fail (cg, "dp4a takes four bytes, four bytes, and a sum of 32 bits, not %s, %s, %s", tl_dtype_name (a->dtype),
             tl_dtype_name (b->dtype), tl_dtype_name (sum->dtype));
  if (cg->error != NULL)
    return nothing (cg);
  for (guint i = 0; i < 2; i++)
    args[i] = LLVMBuildBitCast (cg->builder, args[i], cg->i32, "");
  return nvptx_assembly (cg, text, "=r,r,r,r", cg->i32, args, 3, FALSE);
}

static LLVMValueRef
dp4a (Codegen *cg, const TlExpr *call)
{
  return dot_of_four (cg, call->args[0], call->args[1], call->args[2]);
}

/* --- the table --- */

typedef struct
{
  const char *name;      /* after "T.", or that of an external function */
  guint       sm;        /* the first that has it */
  LLVMValueRef (*emit) (Codegen *cg, const TlExpr *call);
} CallRow;

static const CallRow rows[] = {
  { "tvm_storage_sync", 0, storage_sync }, { "tvm_warp_activemask", 0, active_mask }, { "tvm_warp_shuffle", 0, shuffle_index },
  { "tvm_warp_shuffle_up", 0, shuffle_up }, { "tvm_warp_shuffle_down", 0, shuffle_down }, { "tvm_warp_shuffle_xor", 0, shuffle_xor },
  { "dp4a", 61, dp4a }, { "ptx_cp_async", 80, nvptx_copy_async }, { "ptx_commit_group", 80, nvptx_commit_group },
  { "ptx_wait_group", 80, nvptx_wait_group }, { "ptx_ldmatrix", 75, nvptx_load_matrix }, { "ptx_mma", 70, nvptx_mma },
  { "tvm_fill_fragment", 70, nvptx_matrix_call }, { "tvm_load_matrix_sync", 70, nvptx_matrix_call },
  { "tvm_store_matrix_sync", 70, nvptx_matrix_call }, { "tvm_mma_sync", 70, nvptx_matrix_call },
  { "wgmma_sync", 90, nvptx_matrix_call }, { "wgmma_fence", 90, nvptx_wgmma_fence }, { "wgmma_wait", 90, nvptx_wgmma_wait },
};

static gboolean
is_extern (const TlExpr *call, const char *name)
{
  return g_str_equal (call->callee->name, "call_pure_extern") && call->n_args > 0 && call->args[0]->kind == TL_EXPR_STRING
         && g_str_equal (call->args[0]->text, name);
}

static gboolean
check_arch (Codegen *cg, const char *name, guint sm)
{
  if (tl_target_sm (cg->target) < sm)
    cg_fail (cg, "%s needs a GPU of sm_%u or later; the target is %s", name, sm, cg->target->arch);
  return cg->error == NULL;
}

LLVMValueRef
nvptx_call (Codegen *cg, const TlExpr *call)
{
  LLVMValueRef none = LLVMConstNull (call->dtype.code == TL_TYPE_VOID ? cg->i32 : cg_value_type (cg, call->dtype));

  if (is_extern (call, "__dp4a") && call->n_args == 4)
    return check_arch (cg, "__dp4a", 61) ? dot_of_four (cg, call->args[1], call->args[2], call->args[3]) : none;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, call->callee->name))
      return check_arch (cg, rows[i].name, rows[i].sm) ? rows[i].emit (cg, call) : none;
  return nvptx_math (cg, call);
}
