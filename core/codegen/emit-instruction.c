/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of tensor intrinsics: instructions by LLVM's names where the target has them, others that compute the same or their meaning as
 * arithmetic elsewhere, and reinterpretations of bits.
 */
#include "core/codegen/codegen-private.h"
#include "core/ir/machine-call.h"

/* As it lies in memory; a value that comes from there is not converted to and fro. */
static LLVMValueRef
raw_value (Codegen *cg, const TlExpr *expr)
{
  return expr->kind == TL_EXPR_LOAD ? cg_load_raw (cg, expr) : cg_to_memory (cg, cg_expr (cg, expr), expr->dtype);
}

LLVMValueRef
cg_reinterpret (Codegen *cg, const TlExpr *call)
{
  TlDType from = call->args[0]->dtype, to = call->dtype;
  gboolean changes_lanes = from.lanes != to.lanes;
  if (from.bits * from.lanes != to.bits * to.lanes || (changes_lanes && (from.code == TL_TYPE_BOOL || to.code == TL_TYPE_BOOL)))
    {
      cg_fail (cg, "reinterpret from %s to %s changes the size", tl_dtype_name (from), tl_dtype_name (to));
      return LLVMConstNull (cg_value_type (cg, to));
    }
  LLVMValueRef raw = raw_value (cg, call->args[0]);
  return cg_from_memory (cg, LLVMBuildBitCast (cg->builder, raw, cg_with_lanes (cg_memory_type (cg, to), to.lanes), ""), to);
}

LLVMValueRef
cg_vector_half (Codegen *cg, const TlExpr *call)
{
  guint lanes = call->dtype.lanes;
  guint first = g_str_equal (call->callee->name, "vectorhigh") ? lanes : 0;
  g_autofree LLVMValueRef *places = g_new (LLVMValueRef, lanes);
  if (call->args[0]->dtype.lanes != 2 * lanes || call->args[0]->dtype.bits != call->dtype.bits)
    {
      cg_fail (cg, "T.%s of %s is not %s", call->callee->name, tl_dtype_name (call->args[0]->dtype), tl_dtype_name (call->dtype));
      return LLVMConstNull (cg_value_type (cg, call->dtype));
    }
  LLVMValueRef whole = cg_expr (cg, call->args[0]);
  for (guint l = 0; l < lanes; l++)
    places[l] = LLVMConstInt (cg->i32, first + l, FALSE);
  if (lanes == 1)
    return LLVMBuildExtractElement (cg->builder, whole, places[0], "");
  return LLVMBuildShuffleVector (cg->builder, whole, LLVMGetPoison (LLVMTypeOf (whole)), LLVMConstVector (places, lanes), "");
}

/* LLVM's declaration says which types the operands have: the same bits, other lanes. */
static LLVMValueRef
call_by_name (Codegen *cg, const char *name, LLVMTypeRef *overloads, guint n_overloads, LLVMValueRef *args, guint n_args)
{
  LLVMTypeRef types[3];
  unsigned id = LLVMLookupIntrinsicID (name, strlen (name));
  g_assert (id != 0 && n_args <= G_N_ELEMENTS (types));
  LLVMTypeRef type = LLVMIntrinsicGetType (cg->context, id, overloads, n_overloads);
  g_assert (LLVMCountParamTypes (type) == n_args);
  LLVMGetParamTypes (type, types);
  for (guint i = 0; i < n_args; i++)
    args[i] = LLVMBuildBitCast (cg->builder, args[i], types[i], "");
  LLVMValueRef function = LLVMGetIntrinsicDeclaration (cg->module, id, overloads, n_overloads);
  return LLVMBuildCall2 (cg->builder, type, function, args, n_args, "");
}

static LLVMValueRef
call_instruction (Codegen *cg, const TlMachineInstruction *instruction, const TlExpr *call)
{
  guint n_args = call->n_args - 1, n_overloads = 0;
  LLVMTypeRef overloads[2];
  LLVMValueRef args[3];
  g_assert (n_args <= G_N_ELEMENTS (args));
  for (guint i = 0; i < n_args; i++)
    args[i] = raw_value (cg, call->args[i + 1]);
  LLVMTypeRef result = cg_with_lanes (cg_memory_type (cg, call->dtype), call->dtype.lanes);
  for (guint i = 0; i < 2 && instruction->overloads[i] >= 0; i++)
    overloads[n_overloads++] = instruction->overloads[i] == 0 ? result : LLVMTypeOf (args[instruction->overloads[i] - 1]);
  LLVMValueRef value = call_by_name (cg, instruction->name, overloads, n_overloads, args, n_args);
  return cg_from_memory (cg, LLVMBuildBitCast (cg->builder, value, result, ""), call->dtype);
}

/* --- sums of products of bytes where there is no VNNI, or that of half a register --- */

/* @lanes of them from @first on; those of a broadcast are all the same, and so is the instruction. */
static LLVMValueRef
take_lanes (Codegen *cg, LLVMValueRef words, guint first, guint lanes, gboolean is_broadcast)
{
  LLVMValueRef places[16];
  for (guint l = 0; l < lanes; l++)
    places[l] = LLVMConstInt (cg->i32, is_broadcast ? 0 : first + l, FALSE);
  return LLVMBuildShuffleVector (cg->builder, words, LLVMGetPoison (LLVMTypeOf (words)), LLVMConstVector (places, lanes), "");
}

/* Two halves of a register of 16 lanes. */
static LLVMValueRef
join_lanes (Codegen *cg, LLVMValueRef low, LLVMValueRef high)
{
  LLVMValueRef places[16];
  for (guint l = 0; l < 16; l++)
    places[l] = LLVMConstInt (cg->i32, l, FALSE);
  return LLVMBuildShuffleVector (cg->builder, low, high, LLVMConstVector (places, 16), "");
}

/* sum + Σ a · b of the four bytes of each lane, as products of halves: exact, bytes one and three, and two and four, as 16 bits. */
static LLVMValueRef
dot_by_halves (Codegen *cg, const char *name, LLVMValueRef sum, LLVMValueRef a, LLVMValueRef b, guint lanes)
{
  LLVMTypeRef halves = LLVMVectorType (LLVMInt16TypeInContext (cg->context), 2 * lanes);
  LLVMValueRef eights[32], lows[32];
  for (guint i = 0; i < 2 * lanes; i++)
    {
      eights[i] = LLVMConstInt (LLVMInt16TypeInContext (cg->context), 8, FALSE);
      lows[i] = LLVMConstInt (LLVMInt16TypeInContext (cg->context), 0xff, FALSE);
    }
  LLVMValueRef by = LLVMConstVector (eights, 2 * lanes), mask = LLVMConstVector (lows, 2 * lanes);
  a = LLVMBuildBitCast (cg->builder, a, halves, "");
  b = LLVMBuildBitCast (cg->builder, b, halves, "");
  LLVMValueRef even[2] = { LLVMBuildAnd (cg->builder, a, mask, ""),
                           LLVMBuildAShr (cg->builder, LLVMBuildShl (cg->builder, b, by, ""), by, "") };
  LLVMValueRef odd[2] = { LLVMBuildLShr (cg->builder, a, by, ""), LLVMBuildAShr (cg->builder, b, by, "") };
  sum = LLVMBuildAdd (cg->builder, sum, call_by_name (cg, name, NULL, 0, even, 2), "");
  return LLVMBuildAdd (cg->builder, sum, call_by_name (cg, name, NULL, 0, odd, 2), "");
}

static const struct
{
  const char *feature, *name;
  guint lanes;                /* of 32 bits */
  gboolean is_dot;            /* of four bytes in each lane; else of two halves */
} byte_products[] = {
  { "avxvnni", "llvm.x86.avx512.vpdpbusd.256", 8, TRUE },
  { "avx512bw", "llvm.x86.avx512.pmaddw.d.512", 16, FALSE },
  { "avx2", "llvm.x86.avx2.pmadd.wd", 8, FALSE },
};

/* NULL: it is none, or the target has nothing for it. */
static LLVMValueRef
dot_of_bytes (Codegen *cg, const TlMachineInstruction *instruction, const TlExpr *call)
{
  if (strcmp (instruction->name, "llvm.x86.avx512.vpdpbusd.512") != 0)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (byte_products); i++)
    if (tl_target_has (cg->target, byte_products[i].feature))
      {
        guint lanes = byte_products[i].lanes;
        LLVMTypeRef words = LLVMVectorType (cg->i32, 16);
        LLVMValueRef whole[3], result = NULL;
        for (guint k = 0; k < 3; k++)
          whole[k] = LLVMBuildBitCast (cg->builder, raw_value (cg, call->args[k + 1]), words, "");
        for (guint first = 0; first < 16; first += lanes)
          {
            LLVMValueRef args[3];
            for (guint k = 0; k < 3; k++)
              args[k] = lanes == 16 ? whole[k] : take_lanes (cg, whole[k], first, lanes, call->args[k + 1]->kind == TL_EXPR_BROADCAST);
            LLVMValueRef part = byte_products[i].is_dot ? call_by_name (cg, byte_products[i].name, NULL, 0, args, 3)
                                                        : dot_by_halves (cg, byte_products[i].name, args[0], args[1], args[2], lanes);
            result = result == NULL ? part : join_lanes (cg, result, part);
          }
        LLVMTypeRef type = cg_with_lanes (cg_memory_type (cg, call->dtype), call->dtype.lanes);
        return cg_from_memory (cg, LLVMBuildBitCast (cg->builder, result, type, ""), call->dtype);
      }
  return NULL;
}

LLVMValueRef
cg_machine_call (Codegen *cg, const TlExpr *call)
{
  const TlMachineInstruction *instruction = tl_machine_call_find (call);
  if (instruction == NULL)
    {
      cg_fail (cg, "The instruction \"%s\" is not known with these operands",
               call->n_args > 0 && call->args[0]->kind == TL_EXPR_STRING ? call->args[0]->text : "?");
      return LLVMConstNull (cg_value_type (cg, call->dtype));
    }
  if (tl_target_has (cg->target, instruction->feature))
    return call_instruction (cg, instruction, call);
  LLVMValueRef dot = dot_of_bytes (cg, instruction, call);
  return dot != NULL ? dot : cg_expr (cg, tl_machine_call_meaning (cg->arena, call));
}
