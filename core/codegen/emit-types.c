/* SPDX-License-Identifier: Apache-2.0 */
/* Element types, conversions between them, vectors. */
#include "core/codegen/codegen-private.h"

void
cg_fail (Codegen *cg, const char *format, ...)
{
  if (cg->error != NULL)
    return;
  va_list arguments;
  va_start (arguments, format);
  cg->error = g_error_new_valist (TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED, format, arguments);
  va_end (arguments);
}

static LLVMTypeRef
int_type (Codegen *cg, guint bits)
{
  switch (bits)
    {
    case 1:
      return cg->i1;
    case 8:
      return cg->i8;
    case 16:
      return cg->i16;
    case 32:
      return cg->i32;
    default:
      return cg->i64;
    }
}

LLVMTypeRef
cg_scalar_type (Codegen *cg, TlDType dtype)
{
  switch (dtype.code)
    {
    case TL_TYPE_BOOL:
      return cg->i1;
    case TL_TYPE_HANDLE:
      return cg->ptr;
    case TL_TYPE_BFLOAT:
      return cg->f32;
    case TL_TYPE_FLOAT:
      if (dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64)
        return dtype.bits == 16 ? cg->f16 : dtype.bits == 32 ? cg->f32 : cg->f64;
      break;
    case TL_TYPE_INT:
    case TL_TYPE_UINT:
      if (dtype.bits == 1 || dtype.bits == 8 || dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64)
        return int_type (cg, dtype.bits);
      break;
    default:
      break;
    }
  cg_fail (cg, "The type %s cannot be compiled for this target", tl_dtype_name (dtype));
  return cg->i32;
}

LLVMTypeRef
cg_with_lanes (LLVMTypeRef scalar, guint lanes)
{
  return lanes > 1 ? LLVMVectorType (scalar, lanes) : scalar;
}

LLVMTypeRef
cg_value_type (Codegen *cg, TlDType dtype)
{
  return cg_with_lanes (cg_scalar_type (cg, dtype), dtype.lanes);
}

LLVMTypeRef
cg_memory_type (Codegen *cg, TlDType dtype)
{
  if (dtype.code == TL_TYPE_BOOL)
    return cg->i8;
  if (dtype.code == TL_TYPE_BFLOAT)
    return cg->i16;
  return cg_scalar_type (cg, tl_dtype_with_lanes (dtype, 1));
}

guint
cg_lanes (LLVMValueRef value)
{
  LLVMTypeRef type = LLVMTypeOf (value);
  return LLVMGetTypeKind (type) == LLVMVectorTypeKind ? LLVMGetVectorSize (type) : 1;
}

LLVMValueRef
cg_splat (Codegen *cg, LLVMValueRef scalar, guint lanes)
{
  if (lanes <= 1)
    return scalar;
  LLVMTypeRef type = LLVMVectorType (LLVMTypeOf (scalar), lanes);
  if (LLVMIsConstant (scalar))
    {
      g_autofree LLVMValueRef *items = g_new (LLVMValueRef, lanes);
      for (guint i = 0; i < lanes; i++)
        items[i] = scalar;
      return LLVMConstVector (items, lanes);
    }
  LLVMValueRef spread = cg_reuse (cg, scalar, 0, type);
  if (spread != NULL)
    return spread;
  LLVMValueRef first = LLVMBuildInsertElement (cg->builder, LLVMGetPoison (type), scalar, LLVMConstInt (cg->i32, 0, FALSE), "");
  LLVMValueRef mask = LLVMConstNull (LLVMVectorType (cg->i32, lanes));
  spread = LLVMBuildShuffleVector (cg->builder, first, LLVMGetPoison (type), mask, "");
  cg_may_reuse (cg, scalar, 0, type, spread);
  return spread;
}

LLVMValueRef
cg_const_int (Codegen *cg, TlDType dtype, gint64 value)
{
  return cg_splat (cg, LLVMConstInt (cg_scalar_type (cg, dtype), (unsigned long long) value, TRUE), dtype.lanes);
}

LLVMValueRef
cg_const_float (Codegen *cg, LLVMTypeRef type, double value)
{
  gboolean is_vector = LLVMGetTypeKind (type) == LLVMVectorTypeKind;
  LLVMValueRef scalar = LLVMConstReal (is_vector ? LLVMGetElementType (type) : type, value);
  return is_vector ? cg_splat (cg, scalar, LLVMGetVectorSize (type)) : scalar;
}

LLVMValueRef
cg_index (Codegen *cg, gint64 value)
{
  return LLVMConstInt (cg->i64, (unsigned long long) value, TRUE);
}

LLVMValueRef
cg_contract (Codegen *cg, LLVMValueRef instruction)
{
  if (!cg->target->is_strict && LLVMIsAInstruction (instruction) != NULL && LLVMCanValueUseFastMathFlags (instruction))
    LLVMSetFastMathFlags (instruction, LLVMFastMathAllowContract);
  return instruction;
}

static LLVMTypeRef
same_shape (LLVMValueRef value, LLVMTypeRef scalar)
{
  return cg_with_lanes (scalar, cg_lanes (value));
}

static LLVMValueRef
const_lanes (Codegen *cg, LLVMTypeRef scalar, guint64 value, guint lanes)
{
  return cg_splat (cg, LLVMConstInt (scalar, value, FALSE), lanes);
}

/* Round to nearest even on the upper half of the bits; NaN stays NaN. */
static LLVMValueRef
bfloat_bits (Codegen *cg, LLVMValueRef value)
{
  guint lanes = cg_lanes (value);
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef bits = LLVMBuildBitCast (b, value, same_shape (value, cg->i32), "");
  LLVMValueRef sixteen = const_lanes (cg, cg->i32, 16, lanes);
  LLVMValueRef odd = LLVMBuildAnd (b, LLVMBuildLShr (b, bits, sixteen, ""), const_lanes (cg, cg->i32, 1, lanes), "");
  LLVMValueRef bias = LLVMBuildAdd (b, odd, const_lanes (cg, cg->i32, 0x7fff, lanes), "");
  LLVMValueRef rounded = LLVMBuildAdd (b, bits, bias, "");
  LLVMValueRef quiet = LLVMBuildOr (b, bits, const_lanes (cg, cg->i32, 0x400000, lanes), "");
  LLVMValueRef is_nan = LLVMBuildFCmp (b, LLVMRealUNO, value, value, "");
  return LLVMBuildLShr (b, LLVMBuildSelect (b, is_nan, quiet, rounded, ""), sixteen, "");
}

static LLVMValueRef
bfloat_value (Codegen *cg, LLVMValueRef bits)
{
  LLVMValueRef shifted = LLVMBuildShl (cg->builder, bits, const_lanes (cg, cg->i32, 16, cg_lanes (bits)), "");
  return LLVMBuildBitCast (cg->builder, shifted, same_shape (bits, cg->f32), "");
}

LLVMValueRef
cg_round_bfloat (Codegen *cg, LLVMValueRef value)
{
  LLVMValueRef bits = cg->backend->round_bfloat != NULL
                      ? LLVMBuildZExt (cg->builder, cg->backend->round_bfloat (cg, value), same_shape (value, cg->i32), "")
                      : bfloat_bits (cg, value);
  return bfloat_value (cg, bits);
}

LLVMValueRef
cg_from_memory (Codegen *cg, LLVMValueRef raw, TlDType dtype)
{
  if (dtype.code == TL_TYPE_BOOL)
    return LLVMBuildICmp (cg->builder, LLVMIntNE, raw, LLVMConstNull (LLVMTypeOf (raw)), "");
  if (dtype.code == TL_TYPE_BFLOAT)
    return bfloat_value (cg, LLVMBuildZExt (cg->builder, raw, same_shape (raw, cg->i32), ""));
  return raw;
}

LLVMValueRef
cg_to_memory (Codegen *cg, LLVMValueRef value, TlDType dtype)
{
  if (dtype.code == TL_TYPE_BOOL)
    return LLVMBuildZExt (cg->builder, value, same_shape (value, cg->i8), "");
  if (dtype.code == TL_TYPE_BFLOAT && cg->backend->round_bfloat != NULL)
    return cg->backend->round_bfloat (cg, value);
  if (dtype.code == TL_TYPE_BFLOAT)
    return LLVMBuildTrunc (cg->builder, bfloat_bits (cg, value), same_shape (value, cg->i16), "");
  return value;
}

static gboolean
is_float16 (TlDType dtype)
{
  return dtype.code == TL_TYPE_FLOAT && dtype.bits == 16;
}

LLVMTypeRef
cg_c_type (Codegen *cg, TlDType dtype)
{
  return is_float16 (dtype) ? cg->i16 : cg_memory_type (cg, dtype);
}

LLVMValueRef
cg_from_c (Codegen *cg, LLVMValueRef raw, TlDType dtype)
{
  return cg_from_memory (cg, is_float16 (dtype) ? LLVMBuildBitCast (cg->builder, raw, cg->f16, "") : raw, dtype);
}

LLVMValueRef
cg_to_c (Codegen *cg, LLVMValueRef value, TlDType dtype)
{
  LLVMValueRef raw = cg_to_memory (cg, value, dtype);
  return is_float16 (dtype) ? LLVMBuildBitCast (cg->builder, raw, cg->i16, "") : raw;
}

/* bfloat16 values are held as float that is exactly representable: rounding twice on the way from double could differ by a bit. */
static LLVMValueRef
convert_float (Codegen *cg, LLVMValueRef value, TlDType from, TlDType to)
{
  guint from_bits = from.code == TL_TYPE_BFLOAT ? 32 : from.bits, to_bits = to.code == TL_TYPE_BFLOAT ? 32 : to.bits;
  LLVMTypeRef type = same_shape (value, cg_scalar_type (cg, tl_dtype_with_lanes (to, 1)));
  LLVMValueRef result = from_bits < to_bits ? LLVMBuildFPExt (cg->builder, value, type, "")
                      : from_bits > to_bits ? LLVMBuildFPTrunc (cg->builder, value, type, "") : value;
  return to.code == TL_TYPE_BFLOAT && from.code != TL_TYPE_BFLOAT ? cg_round_bfloat (cg, result) : result;
}

/* The signed integer of @bits, its least value where @value does not fit, as core/base/dtype.h says. */
static LLVMValueRef
float_to_signed (Codegen *cg, LLVMValueRef value, guint bits)
{
  LLVMTypeRef float_type = LLVMTypeOf (value);
  gboolean is_vector = LLVMGetTypeKind (float_type) == LLVMVectorTypeKind;
  LLVMTypeRef scalar = is_vector ? LLVMGetElementType (float_type) : float_type, integer = bits == 64 ? cg->i64 : cg->i32;
  guint lanes = cg_lanes (value);
  LLVMValueRef limit = cg_splat (cg, LLVMConstReal (scalar, bits == 64 ? 0x1p63 : 0x1p31), lanes);
  gint64 min = bits == 64 ? G_MININT64 : G_MININT32;
  LLVMValueRef least = cg_splat (cg, LLVMConstInt (integer, (guint64) min, TRUE), lanes);
  LLVMValueRef above = LLVMBuildFCmp (cg->builder, LLVMRealOGT, value, LLVMBuildFNeg (cg->builder, limit, ""), "");
  LLVMValueRef below = LLVMBuildFCmp (cg->builder, LLVMRealOLT, value, limit, "");
  return LLVMBuildSelect (cg->builder, LLVMBuildAnd (cg->builder, above, below, ""),
                          LLVMBuildFPToSI (cg->builder, value, same_shape (value, integer), ""), least, "");
}

static LLVMValueRef
float_to_int (Codegen *cg, LLVMValueRef value, TlDType from, TlDType to)
{
  LLVMBuilderRef b = cg->builder;
  LLVMTypeRef type = same_shape (value, cg_scalar_type (cg, tl_dtype_with_lanes (to, 1)));
  if (from.code == TL_TYPE_FLOAT && from.bits == 16)
    value = LLVMBuildFPExt (b, value, same_shape (value, cg->f32), "");
  gboolean is_unsigned = to.code == TL_TYPE_UINT;
  LLVMValueRef result = float_to_signed (cg, value, to.bits == 64 || (to.bits == 32 && is_unsigned) ? 64 : 32);
  if (!is_unsigned || to.bits < 64)
    return LLVMTypeOf (result) == type ? result : LLVMBuildTrunc (b, result, type, "");
  LLVMTypeRef float_type = LLVMTypeOf (value);
  LLVMTypeRef scalar = LLVMGetTypeKind (float_type) == LLVMVectorTypeKind ? LLVMGetElementType (float_type) : float_type;
  LLVMValueRef half = cg_splat (cg, LLVMConstReal (scalar, 0x1p63), cg_lanes (value));
  LLVMValueRef whole = cg_splat (cg, LLVMConstReal (scalar, 0x1p64), cg_lanes (value));
  LLVMValueRef above = LLVMBuildFCmp (b, LLVMRealOGE, value, half, ""), below = LLVMBuildFCmp (b, LLVMRealOLT, value, whole, "");
  return LLVMBuildSelect (b, LLVMBuildAnd (b, above, below, ""), LLVMBuildFPToUI (b, value, type, ""), result, "");
}

LLVMValueRef
cg_convert (Codegen *cg, LLVMValueRef value, TlDType from, TlDType to)
{
  LLVMBuilderRef b = cg->builder;
  if (from.code == to.code && from.bits == to.bits)
    return value;
  LLVMTypeRef type = same_shape (value, cg_scalar_type (cg, tl_dtype_with_lanes (to, 1)));
  gboolean from_float = tl_dtype_is_float (from), to_float = tl_dtype_is_float (to);
  gboolean from_unsigned = from.code == TL_TYPE_UINT || from.code == TL_TYPE_BOOL;
  if (from_float && to_float)
    return convert_float (cg, value, from, to);
  if (to.code == TL_TYPE_BOOL)
    {
      LLVMValueRef zero = LLVMConstNull (LLVMTypeOf (value));
      return from_float ? LLVMBuildFCmp (b, LLVMRealUNE, value, zero, "") : LLVMBuildICmp (b, LLVMIntNE, value, zero, "");
    }
  if (to_float)
    {
      LLVMValueRef made = from_unsigned ? LLVMBuildUIToFP (b, value, type, "") : LLVMBuildSIToFP (b, value, type, "");
      return to.code == TL_TYPE_BFLOAT ? cg_round_bfloat (cg, made) : made;
    }
  if (from_float)
    return float_to_int (cg, value, from, to);
  if (from.code == TL_TYPE_HANDLE || to.code == TL_TYPE_HANDLE)
    return from.code == to.code ? value
         : to.code == TL_TYPE_HANDLE ? LLVMBuildIntToPtr (b, value, cg->ptr, "") : LLVMBuildPtrToInt (b, value, type, "");
  guint from_bits = from.code == TL_TYPE_BOOL ? 1 : from.bits;
  if (from_bits == to.bits)
    return value;
  if (from_bits > to.bits)
    return LLVMBuildTrunc (b, value, type, "");
  return from_unsigned ? LLVMBuildZExt (b, value, type, "") : LLVMBuildSExt (b, value, type, "");
}
