/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions as values. */
#include "core/codegen/codegen-private.h"

void
cg_define_var (Codegen *cg, const TlVar *var, LLVMValueRef value)
{
  CgVar *entry = tl_arena_new0 (cg->arena, CgVar);
  entry->value = value;
  entry->depth = cg->depth;
  if (tl_dtype_is_integer (var->dtype) && var->dtype.lanes == 1 && LLVMTypeOf (value) != cg->i64)
    entry->value = var->dtype.code == TL_TYPE_UINT ? LLVMBuildZExt (cg->builder, value, cg->i64, "")
                                                   : LLVMBuildSExt (cg->builder, value, cg->i64, "");
  if (!g_hash_table_insert (cg->vars, (gpointer) var, entry))
    g_hash_table_remove_all (cg->addresses);   /* copies of a statement name other values alike, in one block perhaps */
}

static LLVMValueRef
var_value (Codegen *cg, const TlExpr *var, gboolean as_index)
{
  const CgVar *entry = g_hash_table_lookup (cg->vars, var);
  if (entry == NULL)
    {
      cg_fail (cg, "Variable %s has no value here", var->name);
      return LLVMConstNull (as_index ? cg->i64 : cg_value_type (cg, var->dtype));
    }
  if (as_index || !tl_dtype_is_integer (var->dtype) || var->dtype.lanes > 1 || var->dtype.bits == 64)
    return entry->value;
  return LLVMBuildTrunc (cg->builder, entry->value, cg_value_type (cg, var->dtype), "");
}

LLVMValueRef
cg_intrinsic (Codegen *cg, const char *name, LLVMTypeRef *overload, guint n_overload, LLVMValueRef *args, guint n_args)
{
  unsigned id = LLVMLookupIntrinsicID (name, strlen (name));
  g_assert (id != 0);
  LLVMValueRef function = LLVMGetIntrinsicDeclaration (cg->module, id, overload, n_overload);
  LLVMTypeRef type = LLVMIntrinsicGetType (cg->context, id, overload, n_overload);
  return LLVMBuildCall2 (cg->builder, type, function, args, n_args, "");
}

/* --- division --- */

/* Proven, not assumed: an unknown sign takes the general path. */
static gboolean
is_non_negative (Codegen *cg, const TlExpr *expr)
{
  gint64 min, max, stride;
  switch (expr->kind)
    {
    case TL_EXPR_RAMP:
      return tl_expr_get_int (expr->stride, &stride) && stride >= 0 && is_non_negative (cg, expr->base);
    case TL_EXPR_BROADCAST:
      return is_non_negative (cg, expr->base);
    default:
      break;
    }
  if (expr->dtype.code == TL_TYPE_UINT)
    return TRUE;
  if (expr->dtype.lanes > 1)
    return (expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_MUL || expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD)
           && is_non_negative (cg, expr->a) && is_non_negative (cg, expr->b);
  tl_analyzer_const_bounds (cg->analyzer, expr, &min, &max);
  return min >= 0;
}

/* The divisor as a number, through a broadcast. */
static gboolean
constant_divisor (const TlExpr *expr, gint64 *value)
{
  return tl_expr_get_int (expr->kind == TL_EXPR_BROADCAST ? expr->base : expr, value);
}

static LLVMValueRef
same_const (Codegen *cg, LLVMValueRef like, gint64 value)
{
  LLVMTypeRef type = LLVMTypeOf (like);
  gboolean is_vector = LLVMGetTypeKind (type) == LLVMVectorTypeKind;
  return cg_splat (cg, LLVMConstInt (is_vector ? LLVMGetElementType (type) : type, (unsigned long long) value, TRUE), cg_lanes (like));
}

/* floor (a / b) and its remainder from the truncating ones: where the remainder has the other sign than b, one step down. */
static LLVMValueRef
floor_divide (Codegen *cg, gboolean want_remainder, LLVMValueRef a, LLVMValueRef b)
{
  LLVMBuilderRef builder = cg->builder;
  LLVMValueRef remainder = LLVMBuildSRem (builder, a, b, "");
  LLVMValueRef zero = LLVMConstNull (LLVMTypeOf (a));
  LLVMValueRef differs = LLVMBuildICmp (builder, LLVMIntSLT, LLVMBuildXor (builder, remainder, b, ""), zero, "");
  LLVMValueRef inexact = LLVMBuildICmp (builder, LLVMIntNE, remainder, zero, "");
  LLVMValueRef step = LLVMBuildAnd (builder, differs, inexact, "");
  if (want_remainder)
    return LLVMBuildSelect (builder, step, LLVMBuildAdd (builder, remainder, b, ""), remainder, "");
  LLVMValueRef quotient = LLVMBuildSDiv (builder, a, b, "");
  return LLVMBuildSelect (builder, step, LLVMBuildSub (builder, quotient, same_const (cg, quotient, 1), ""), quotient, "");
}

/*
 * Signed division by a number that may be -1: x86 traps on the least value, and LLVM says nothing of it. The quotient is what it is
 * modulo 2^n, the remainder 0.
 */
static LLVMValueRef
divide_signed (Codegen *cg, const TlExpr *expr, LLVMValueRef a, LLVMValueRef b)
{
  LLVMBuilderRef builder = cg->builder;
  gboolean want_remainder = expr->kind == TL_EXPR_MOD || expr->kind == TL_EXPR_FLOORMOD;
  gboolean is_floor = expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD;
  LLVMValueRef is_minus_one = LLVMBuildICmp (builder, LLVMIntEQ, b, same_const (cg, b, -1), "");
  LLVMValueRef divisor = LLVMBuildSelect (builder, is_minus_one, same_const (cg, b, 1), b, "");
  LLVMValueRef other = is_floor ? floor_divide (cg, want_remainder, a, divisor)
                     : want_remainder ? LLVMBuildSRem (builder, a, divisor, "") : LLVMBuildSDiv (builder, a, divisor, "");
  LLVMValueRef negated = want_remainder ? same_const (cg, a, 0) : LLVMBuildNeg (builder, a, "");
  return LLVMBuildSelect (builder, is_minus_one, negated, other, "");
}

/* GPUs divide in 32 bits, with many more instructions in 64. */
static LLVMValueRef
divide_unsigned (Codegen *cg, const TlExpr *expr, gboolean want_remainder, LLVMValueRef a, LLVMValueRef b)
{
  LLVMTypeRef type = LLVMTypeOf (a);
  gboolean is_narrowed = tl_target_has_kernels (cg->target) && expr->dtype.bits == 32 && type == cg->i64;
  if (is_narrowed)
    {
      a = LLVMBuildTrunc (cg->builder, a, cg->i32, "");
      b = LLVMBuildTrunc (cg->builder, b, cg->i32, "");
    }
  LLVMValueRef result = want_remainder ? LLVMBuildURem (cg->builder, a, b, "") : LLVMBuildUDiv (cg->builder, a, b, "");
  return is_narrowed ? LLVMBuildZExt (cg->builder, result, type, "") : result;
}

/* @a, @b: the operands' values in any width; the expressions give the known facts about them. */
static LLVMValueRef
divide (Codegen *cg, const TlExpr *expr, LLVMValueRef a, LLVMValueRef b)
{
  gboolean want_remainder = expr->kind == TL_EXPR_MOD || expr->kind == TL_EXPR_FLOORMOD;
  gboolean is_floor = expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD;
  gint64 divisor = 0;
  gboolean is_constant = constant_divisor (expr->b, &divisor);
  if (is_floor && is_constant && divisor > 0 && (divisor & (divisor - 1)) == 0 && expr->dtype.code == TL_TYPE_INT)
    return want_remainder ? LLVMBuildAnd (cg->builder, a, same_const (cg, a, divisor - 1), "")
                          : LLVMBuildAShr (cg->builder, a, same_const (cg, a, g_bit_storage ((gulong) divisor) - 1), "");
  if (expr->dtype.code == TL_TYPE_UINT || (is_non_negative (cg, expr->a) && (is_constant ? divisor > 0 : is_non_negative (cg, expr->b))))
    return divide_unsigned (cg, expr, want_remainder, a, b);
  if (is_constant ? divisor == -1 : !is_non_negative (cg, expr->a) && !is_non_negative (cg, expr->b))
    return divide_signed (cg, expr, a, b);
  if (is_floor)
    return floor_divide (cg, want_remainder, a, b);
  return want_remainder ? LLVMBuildSRem (cg->builder, a, b, "") : LLVMBuildSDiv (cg->builder, a, b, "");
}

/* --- positions --- */

static LLVMValueRef
nsw (LLVMValueRef value)
{
  if (LLVMIsAInstruction (value) != NULL)
    LLVMSetNSW (value, TRUE);
  return value;
}

static LLVMValueRef
pure_index (Codegen *cg, const TlExpr *expr)
{
  LLVMBuilderRef builder = cg->builder;
  if (expr->kind == TL_EXPR_INT)
    return cg_index (cg, expr->int_value);
  if (expr->kind == TL_EXPR_VAR)
    return var_value (cg, expr, TRUE);
  if (expr->kind == TL_EXPR_CAST)
    return pure_index (cg, expr->a);
  LLVMValueRef a = pure_index (cg, expr->a), b = pure_index (cg, expr->b);
  switch (expr->kind)
    {
    case TL_EXPR_ADD:
      return nsw (LLVMBuildAdd (builder, a, b, ""));
    case TL_EXPR_SUB:
      return nsw (LLVMBuildSub (builder, a, b, ""));
    case TL_EXPR_MUL:
      return nsw (LLVMBuildMul (builder, a, b, ""));
    case TL_EXPR_MIN:
      return LLVMBuildSelect (builder, LLVMBuildICmp (builder, LLVMIntSLT, a, b, ""), a, b, "");
    case TL_EXPR_MAX:
      return LLVMBuildSelect (builder, LLVMBuildICmp (builder, LLVMIntSGT, a, b, ""), a, b, "");
    default:
      return divide (cg, expr, a, b);
    }
}

LLVMValueRef
cg_index_expr (Codegen *cg, const TlExpr *expr)
{
  if (tl_expr_is_index_arithmetic (expr))
    return pure_index (cg, expr);
  LLVMValueRef value = cg_expr (cg, expr);
  if (LLVMTypeOf (value) == cg->i64)
    return value;
  gboolean is_unsigned = expr->dtype.code == TL_TYPE_UINT || expr->dtype.code == TL_TYPE_BOOL;
  return is_unsigned ? LLVMBuildZExt (cg->builder, value, cg->i64, "") : LLVMBuildSExt (cg->builder, value, cg->i64, "");
}

/* --- operators --- */

static LLVMValueRef
float_arithmetic (Codegen *cg, const TlExpr *expr, LLVMValueRef a, LLVMValueRef b)
{
  LLVMBuilderRef builder = cg->builder;
  LLVMValueRef result;
  switch (expr->kind)
    {
    case TL_EXPR_ADD:
      result = cg_contract (cg, LLVMBuildFAdd (builder, a, b, ""));
      break;
    case TL_EXPR_SUB:
      result = cg_contract (cg, LLVMBuildFSub (builder, a, b, ""));
      break;
    case TL_EXPR_MUL:
      result = cg_contract (cg, LLVMBuildFMul (builder, a, b, ""));
      break;
    case TL_EXPR_DIV:
      result = LLVMBuildFDiv (builder, a, b, "");
      break;
    case TL_EXPR_MIN:
      return LLVMBuildSelect (builder, LLVMBuildFCmp (builder, LLVMRealOLT, a, b, ""), a, b, "");
    case TL_EXPR_MAX:
      return LLVMBuildSelect (builder, LLVMBuildFCmp (builder, LLVMRealOGT, a, b, ""), a, b, "");
    default:
      cg_fail (cg, "\"%s\" has no meaning on %s", tl_expr_kind_spelling (expr->kind), tl_dtype_name (expr->dtype));
      return a;
    }
  return expr->dtype.code == TL_TYPE_BFLOAT ? cg_round_bfloat (cg, result) : result;
}

static LLVMValueRef
int_arithmetic (Codegen *cg, const TlExpr *expr, LLVMValueRef a, LLVMValueRef b)
{
  LLVMBuilderRef builder = cg->builder;
  gboolean is_unsigned = expr->dtype.code != TL_TYPE_INT;
  switch (expr->kind)
    {
    case TL_EXPR_ADD:
      return LLVMBuildAdd (builder, a, b, "");
    case TL_EXPR_SUB:
      return LLVMBuildSub (builder, a, b, "");
    case TL_EXPR_MUL:
      return LLVMBuildMul (builder, a, b, "");
    case TL_EXPR_MIN:
      return LLVMBuildSelect (builder, LLVMBuildICmp (builder, is_unsigned ? LLVMIntULT : LLVMIntSLT, a, b, ""), a, b, "");
    case TL_EXPR_MAX:
      return LLVMBuildSelect (builder, LLVMBuildICmp (builder, is_unsigned ? LLVMIntUGT : LLVMIntSGT, a, b, ""), a, b, "");
    default:
      return divide (cg, expr, a, b);
    }
}

static LLVMValueRef
compare (Codegen *cg, const TlExpr *expr)
{
  static const LLVMRealPredicate on_floats[] = { LLVMRealOEQ, LLVMRealUNE, LLVMRealOLT, LLVMRealOLE, LLVMRealOGT, LLVMRealOGE };
  static const LLVMIntPredicate on_signed[] = { LLVMIntEQ, LLVMIntNE, LLVMIntSLT, LLVMIntSLE, LLVMIntSGT, LLVMIntSGE };
  static const LLVMIntPredicate on_unsigned[] = { LLVMIntEQ, LLVMIntNE, LLVMIntULT, LLVMIntULE, LLVMIntUGT, LLVMIntUGE };
  guint which = expr->kind - TL_EXPR_EQ;
  TlDType type = expr->a->dtype;
  if (type.code == TL_TYPE_INT && type.lanes == 1)
    return LLVMBuildICmp (cg->builder, on_signed[which], cg_index_expr (cg, expr->a), cg_index_expr (cg, expr->b), "");
  LLVMValueRef a = cg_expr (cg, expr->a), b = cg_expr (cg, expr->b);
  if (tl_dtype_is_float (type))
    return LLVMBuildFCmp (cg->builder, on_floats[which], a, b, "");
  return LLVMBuildICmp (cg->builder, type.code == TL_TYPE_INT ? on_signed[which] : on_unsigned[which], a, b, "");
}

static LLVMValueRef
ramp (Codegen *cg, const TlExpr *expr)
{
  guint lanes = expr->dtype.lanes;
  LLVMTypeRef scalar = cg_scalar_type (cg, tl_dtype_with_lanes (expr->dtype, 1));
  g_autofree LLVMValueRef *steps = g_new (LLVMValueRef, lanes);
  for (guint i = 0; i < lanes; i++)
    steps[i] = LLVMConstInt (scalar, i, FALSE);
  LLVMValueRef offsets = LLVMConstVector (steps, lanes);
  LLVMValueRef scaled = LLVMBuildMul (cg->builder, offsets, cg_splat (cg, cg_expr (cg, expr->stride), lanes), "");
  return LLVMBuildAdd (cg->builder, cg_splat (cg, cg_expr (cg, expr->base), lanes), scaled, "");
}

static LLVMValueRef
let (Codegen *cg, const TlExpr *expr)
{
  cg_define_var (cg, expr->let_var, cg_expr (cg, expr->let_value));
  return cg_expr (cg, expr->let_body);
}

static LLVMValueRef
immediate_string (Codegen *cg, const TlExpr *expr)
{
  return LLVMBuildGlobalStringPtr (cg->builder, expr->text, "text");
}

static LLVMValueRef
binary (Codegen *cg, const TlExpr *expr)
{
  if (tl_expr_kind_is_compare (expr->kind))
    return compare (cg, expr);
  LLVMValueRef a = cg_expr (cg, expr->a), b = cg_expr (cg, expr->b);
  if (expr->kind == TL_EXPR_AND)
    return LLVMBuildAnd (cg->builder, a, b, "");
  if (expr->kind == TL_EXPR_OR)
    return LLVMBuildOr (cg->builder, a, b, "");
  return tl_dtype_is_float (expr->dtype) ? float_arithmetic (cg, expr, a, b) : int_arithmetic (cg, expr, a, b);
}

LLVMValueRef
cg_expr (Codegen *cg, const TlExpr *expr)
{
  if (cg->error != NULL)
    return LLVMConstNull (expr->dtype.code == TL_TYPE_VOID ? cg->i32 : cg_value_type (cg, expr->dtype));
  if (tl_expr_kind_is_binary (expr->kind))
    return binary (cg, expr);
  switch (expr->kind)
    {
    case TL_EXPR_INT:
      return cg_const_int (cg, expr->dtype, expr->int_value);
    case TL_EXPR_FLOAT:
      return cg_const_float (cg, cg_value_type (cg, expr->dtype), expr->float_value);
    case TL_EXPR_STRING:
      return immediate_string (cg, expr);
    case TL_EXPR_VAR:
      return var_value (cg, expr, FALSE);
    case TL_EXPR_CAST:
      return cg_convert (cg, cg_expr (cg, expr->a), expr->a->dtype, expr->dtype);
    case TL_EXPR_NOT:
      return LLVMBuildNot (cg->builder, cg_expr (cg, expr->a), "");
    case TL_EXPR_SELECT:
      {
        LLVMValueRef cond = cg_expr (cg, expr->cond), if_true = cg_expr (cg, expr->if_true);
        return LLVMBuildSelect (cg->builder, cond, if_true, cg_expr (cg, expr->if_false), "");
      }
    case TL_EXPR_LOAD:
      return cg_load (cg, expr);
    case TL_EXPR_CALL:
      return cg_call (cg, expr);
    case TL_EXPR_RAMP:
      return ramp (cg, expr);
    case TL_EXPR_BROADCAST:
      return cg_splat (cg, cg_expr (cg, expr->base), expr->dtype.lanes);
    case TL_EXPR_LET:
      return let (cg, expr);
    default:
      g_assert_not_reached ();
    }
}
