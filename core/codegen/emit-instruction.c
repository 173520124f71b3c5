/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of tensor intrinsics: instructions by LLVM's names where the target has them, their meaning as arithmetic elsewhere, and
 * reinterpretations of bits.
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
call_instruction (Codegen *cg, const TlMachineInstruction *instruction, const TlExpr *call)
{
  guint n_args = call->n_args - 1, n_overloads = 0;
  LLVMTypeRef overloads[2], types[3];
  LLVMValueRef args[3];
  g_assert (n_args <= G_N_ELEMENTS (args));
  for (guint i = 0; i < n_args; i++)
    args[i] = raw_value (cg, call->args[i + 1]);
  LLVMTypeRef result = cg_with_lanes (cg_memory_type (cg, call->dtype), call->dtype.lanes);
  for (guint i = 0; i < 2 && instruction->overloads[i] >= 0; i++)
    overloads[n_overloads++] = instruction->overloads[i] == 0 ? result : LLVMTypeOf (args[instruction->overloads[i] - 1]);
  unsigned id = LLVMLookupIntrinsicID (instruction->name, strlen (instruction->name));
  g_assert (id != 0);
  LLVMTypeRef type = LLVMIntrinsicGetType (cg->context, id, overloads, n_overloads);
  g_assert (LLVMCountParamTypes (type) == n_args);
  LLVMGetParamTypes (type, types);
  for (guint i = 0; i < n_args; i++)
    args[i] = LLVMBuildBitCast (cg->builder, args[i], types[i], "");
  LLVMValueRef function = LLVMGetIntrinsicDeclaration (cg->module, id, overloads, n_overloads);
  LLVMValueRef value = LLVMBuildCall2 (cg->builder, type, function, args, n_args, "");
  return cg_from_memory (cg, LLVMBuildBitCast (cg->builder, value, result, ""), call->dtype);
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
  return cg_expr (cg, tl_machine_call_meaning (cg->arena, call));
}
