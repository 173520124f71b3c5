/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls: mathematics as machine operations or formulas (emit-math.c) where there are some, else the C library lane by lane; choices; bits;
 * external symbols by the registry's leave.
 */
#include <math.h>

#include "core/codegen/codegen-private.h"
#include "core/ir/fixed-point.h"

typedef struct
{
  const char *name;
  const char *llvm;      /* machine operation or NULL */
  const char *libm;      /* float64 function; float32 has an "f" after it */
} MathRow;

/* fmod has an LLVM instruction that becomes a call of libm's anyway, so it is named here. */
static const MathRow math_rows[] = {
  { "exp", NULL, "exp" }, { "exp2", NULL, "exp2" }, { "exp10", NULL, "exp10" }, { "log", NULL, "log" }, { "log2", NULL, "log2" },
  { "log10", NULL, "log10" }, { "log1p", NULL, "log1p" }, { "sqrt", "llvm.sqrt", NULL }, { "tanh", NULL, "tanh" }, { "erf", NULL, "erf" },
  { "sin", NULL, "sin" }, { "cos", NULL, "cos" }, { "tan", NULL, "tan" }, { "asin", NULL, "asin" },
  { "acos", NULL, "acos" }, { "atan", NULL, "atan" }, { "asinh", NULL, "asinh" }, { "acosh", NULL, "acosh" }, { "atanh", NULL, "atanh" },
  { "atan2", NULL, "atan2" }, { "hypot", NULL, "hypot" }, { "copysign", "llvm.copysign", NULL }, { "sinh", NULL, "sinh" },
  { "cosh", NULL, "cosh" }, { "floor", "llvm.floor", NULL }, { "ceil", "llvm.ceil", NULL }, { "trunc", "llvm.trunc", NULL },
  { "round", "llvm.nearbyint", NULL }, { "nearbyint", "llvm.nearbyint", NULL }, { "fabs", "llvm.fabs", NULL }, { "pow", NULL, "pow" },
  { "fmod", NULL, "fmod" }, { "fma", "llvm.fma", NULL },
};

static const MathRow *
find_math (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (math_rows); i++)
    if (g_str_equal (math_rows[i].name, name))
      return &math_rows[i];
  return NULL;
}

LLVMValueRef
cg_call_extern (Codegen *cg, const TlExtern *callee, LLVMValueRef *args, guint n_args)
{
  LLVMTypeRef types[8];
  LLVMTypeRef result = cg->nothing;
  g_assert (strlen (callee->signature) == n_args + 1 && n_args <= G_N_ELEMENTS (types));
  for (guint i = 0; i <= n_args; i++)
    {
      LLVMTypeRef type = callee->signature[i] == 'f' ? cg->f32 : callee->signature[i] == 'd' ? cg->f64 : callee->signature[i] == 'i'
                         ? cg->i32
                       : callee->signature[i] == 'l' ? cg->i64 : callee->signature[i] == 'p' ? cg->ptr : cg->nothing;
      if (i == 0)
        result = type;
      else
        types[i - 1] = type;
    }
  LLVMTypeRef type = LLVMFunctionType (result, types, n_args, FALSE);
  return cg_call_named (cg, callee->name, type, args, n_args);
}

/* @name lives as long as the program. */
LLVMValueRef
cg_call_named (Codegen *cg, const char *name, LLVMTypeRef type, LLVMValueRef *args, guint n_args)
{
  LLVMValueRef function = g_hash_table_lookup (cg->externs, name);
  if (function == NULL)
    {
      function = cg->backend->declare (cg, name, type);
      unsigned nounwind = LLVMGetEnumAttributeKindForName ("nounwind", 8);
      LLVMAddAttributeAtIndex (function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute (cg->context, nounwind, 0));
      g_hash_table_insert (cg->externs, (gpointer) name, function);
    }
  return LLVMBuildCall2 (cg->builder, type, function, args, n_args, "");
}

static LLVMValueRef
lane (Codegen *cg, LLVMValueRef value, guint index)
{
  return cg_lanes (value) > 1 ? LLVMBuildExtractElement (cg->builder, value, cg_index (cg, index), "") : value;
}

/* The C library on each lane. */
static LLVMValueRef
libm_lanes (Codegen *cg, const MathRow *row, LLVMValueRef *args, guint n_args, gboolean is_double)
{
  g_autofree char *name = is_double ? g_strdup (row->libm) : g_strconcat (row->libm, "f", NULL);
  const TlExtern *callee = tl_codegen_extern_find (name);
  g_assert (callee != NULL);
  guint lanes = cg_lanes (args[0]);
  LLVMValueRef result = LLVMGetPoison (LLVMTypeOf (args[0]));
  for (guint i = 0; i < lanes; i++)
    {
      LLVMValueRef scalars[3];
      for (guint a = 0; a < n_args; a++)
        scalars[a] = lane (cg, args[a], i);
      LLVMValueRef one = cg_call_extern (cg, callee, scalars, n_args);
      result = lanes > 1 ? LLVMBuildInsertElement (cg->builder, result, one, cg_index (cg, i), "") : one;
    }
  return result;
}

static LLVMValueRef
derived_math (Codegen *cg, const char *name, LLVMValueRef x)
{
  LLVMTypeRef type = LLVMTypeOf (x);
  LLVMValueRef one = cg_const_float (cg, type, 1);
  if (g_str_equal (name, "rsqrt"))
    return LLVMBuildFDiv (cg->builder, one, cg_intrinsic (cg, "llvm.sqrt", &type, 1, &x, 1), "");
  /* sigmoid on float64 */
  LLVMValueRef negated = LLVMBuildFNeg (cg->builder, x, "");
  LLVMValueRef e = libm_lanes (cg, find_math ("exp"), &negated, 1, TRUE);
  return LLVMBuildFDiv (cg->builder, one, LLVMBuildFAdd (cg->builder, one, e, ""), "");
}

/* Half-width floats are computed as float32 and rounded once at the end. */
static LLVMValueRef
float_math (Codegen *cg, const TlExpr *call)
{
  TlDType type = call->dtype;
  TlDType work = type.bits == 64 ? type : tl_dtype_with_lanes (TL_FLOAT32, type.lanes);
  const MathRow *row = find_math (call->callee->name);
  LLVMValueRef args[3];
  g_assert (call->n_args <= 3);
  for (guint i = 0; i < call->n_args; i++)
    args[i] = cg_convert (cg, cg_expr (cg, call->args[i]), call->args[i]->dtype, work);
  if (cg->error != NULL)
    return LLVMConstNull (cg_value_type (cg, type));

  LLVMValueRef result = work.bits == 32 ? cg_math_float32 (cg, call->callee->name, args, call->n_args) : NULL;
  LLVMTypeRef overload = cg_value_type (cg, work);
  if (result == NULL && row == NULL)
    result = derived_math (cg, call->callee->name, args[0]);
  else if (result == NULL && row->llvm != NULL)
    result = cg_intrinsic (cg, row->llvm, &overload, 1, args, call->n_args);
  else if (result == NULL)
    result = libm_lanes (cg, row, args, call->n_args, work.bits == 64);
  return cg_convert (cg, result, work, type);
}

/* --- choices --- */

static TlWalk
find_effect (const TlExpr *expr, gpointer user_data)
{
  gboolean *found = user_data;
  gboolean divides = !tl_dtype_is_float (expr->dtype) && (expr->kind == TL_EXPR_DIV || expr->kind == TL_EXPR_MOD
                     || expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD);
  if (expr->kind == TL_EXPR_LOAD || expr->kind == TL_EXPR_CALL || divides)
    *found = TRUE;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Only one side is evaluated, by a branch unless both sides are plain arithmetic. */
typedef struct
{
  const TlExpr *expr;
  LLVMValueRef  value;
  LLVMBasicBlockRef end;   /* the block in which the value is there */
} LaneBranch;

static void
emit_lane_branch (Codegen *cg, gpointer user_data)
{
  LaneBranch *branch = user_data;
  branch->value = cg_expr (cg, branch->expr);
  branch->end = LLVMGetInsertBlock (cg->builder);
}

static TlWalk
find_scalar_load (const TlExpr *expr, gpointer user_data)
{
  gboolean *found = user_data;
  *found |= expr->kind == TL_EXPR_LOAD && expr->dtype.lanes == 1;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

/* @expr in the lanes where @cond holds, anything in the others. A load shared by all lanes runs only if one needs it. */
static LLVMValueRef
lane_branch (Codegen *cg, const TlExpr *expr, LLVMValueRef cond)
{
  gboolean asks_any = FALSE;
  tl_expr_walk (expr, find_scalar_load, &asks_any);
  LaneBranch branch = { .expr = expr };
  LLVMBasicBlockRef before = LLVMGetInsertBlock (cg->builder);
  cg_under_mask (cg, cond, asks_any, emit_lane_branch, &branch);
  if (!asks_any)
    return branch.value;
  LLVMTypeRef type = LLVMTypeOf (branch.value);
  LLVMValueRef phi = LLVMBuildPhi (cg->builder, type, ""), none = LLVMConstNull (type);
  LLVMAddIncoming (phi, &none, &before, 1);
  LLVMAddIncoming (phi, &branch.value, &branch.end, 1);
  return phi;
}

static LLVMValueRef
if_then_else (Codegen *cg, const TlExpr *call)
{
  LLVMValueRef chosen = cg->backend->emit_choice != NULL ? cg->backend->emit_choice (cg, call) : NULL;
  if (chosen != NULL)
    return chosen;
  LLVMValueRef cond = cg_expr (cg, call->args[0]);
  if (call->args[0]->dtype.lanes > 1)
    {
      LLVMValueRef if_true = lane_branch (cg, call->args[1], cond);
      LLVMValueRef if_false = lane_branch (cg, call->args[2], LLVMBuildNot (cg->builder, cond, ""));
      return LLVMBuildSelect (cg->builder, cond, if_true, if_false, "");
    }
  gboolean needs_branch = FALSE;
  tl_expr_walk (call->args[1], find_effect, &needs_branch);
  tl_expr_walk (call->args[2], find_effect, &needs_branch);
  if (!needs_branch)
    {
      LLVMValueRef if_true = cg_expr (cg, call->args[1]);
      return LLVMBuildSelect (cg->builder, cond, if_true, cg_expr (cg, call->args[2]), "");
    }
  LLVMBasicBlockRef blocks[2] = { cg_block (cg, "choose.true"), cg_block (cg, "choose.false") };
  LLVMBasicBlockRef after = cg_block (cg, "chosen");
  LLVMBuildCondBr (cg->builder, cond, blocks[0], blocks[1]);
  LLVMValueRef values[2];
  LLVMBasicBlockRef ends[2];
  for (guint i = 0; i < 2; i++)
    {
      LLVMPositionBuilderAtEnd (cg->builder, blocks[i]);
      values[i] = cg_expr (cg, call->args[1 + i]);
      ends[i] = LLVMGetInsertBlock (cg->builder);
      LLVMBuildBr (cg->builder, after);
    }
  LLVMPositionBuilderAtEnd (cg->builder, after);
  LLVMValueRef phi = LLVMBuildPhi (cg->builder, cg_value_type (cg, call->dtype), "");
  LLVMAddIncoming (phi, values, ends, 2);
  return phi;
}

/* --- the rest --- */

static LLVMValueRef
absolute (Codegen *cg, const TlExpr *call)
{
  LLVMValueRef x = cg_expr (cg, call->args[0]);
  LLVMTypeRef type = LLVMTypeOf (x);
  if (tl_dtype_is_float (call->dtype))
    return cg_intrinsic (cg, "llvm.fabs", &type, 1, &x, 1);
  if (call->dtype.code != TL_TYPE_INT)
    return x;
  LLVMValueRef args[2] = { x, LLVMConstInt (cg->i1, 0, FALSE) };
  return cg_intrinsic (cg, "llvm.abs", &type, 1, args, 2);
}

static LLVMValueRef
classify (Codegen *cg, const TlExpr *call)
{
  LLVMValueRef x = cg_expr (cg, call->args[0]);
  LLVMTypeRef type = LLVMTypeOf (x);
  if (g_str_equal (call->callee->name, "isnan"))
    return LLVMBuildFCmp (cg->builder, LLVMRealUNO, x, x, "");
  LLVMValueRef magnitude = cg_intrinsic (cg, "llvm.fabs", &type, 1, &x, 1);
  return LLVMBuildFCmp (cg->builder, LLVMRealOEQ, magnitude, cg_const_float (cg, type, INFINITY), "");
}

static LLVMValueRef
count_bits (Codegen *cg, const TlExpr *call)
{
  LLVMValueRef args[2] = { cg_expr (cg, call->args[0]), LLVMConstInt (cg->i1, 0, FALSE) };
  LLVMTypeRef type = LLVMTypeOf (args[0]);
  gboolean is_clz = g_str_equal (call->callee->name, "clz");
  LLVMValueRef count = cg_intrinsic (cg, is_clz ? "llvm.ctlz" : "llvm.ctpop", &type, 1, args, is_clz ? 2 : 1);
  return cg_convert (cg, count, call->args[0]->dtype, call->dtype);
}

static LLVMValueRef
bit_operation (Codegen *cg, const TlExpr *call)
{
  const char *name = call->callee->name;
  LLVMValueRef a = cg_expr (cg, call->args[0]);
  if (g_str_equal (name, "bitwise_not"))
    return LLVMBuildNot (cg->builder, a, "");
  LLVMValueRef b = cg_convert (cg, cg_expr (cg, call->args[1]), call->args[1]->dtype,
                               tl_dtype_with_lanes (call->args[0]->dtype, call->args[1]->dtype.lanes));
  if (g_str_equal (name, "bitwise_and"))
    return LLVMBuildAnd (cg->builder, a, b, "");
  if (g_str_equal (name, "bitwise_or"))
    return LLVMBuildOr (cg->builder, a, b, "");
  if (g_str_equal (name, "bitwise_xor"))
    return LLVMBuildXor (cg->builder, a, b, "");
  if (g_str_equal (name, "shift_left"))
    return LLVMBuildShl (cg->builder, a, b, "");
  return call->dtype.code == TL_TYPE_UINT ? LLVMBuildLShr (cg->builder, a, b, "") : LLVMBuildAShr (cg->builder, a, b, "");
}

static LLVMValueRef
address_of (Codegen *cg, const TlExpr *call)
{
  const TlExpr *place = call->args[0];
  if (place->kind != TL_EXPR_LOAD || place->n_indices != 1)
    {
      cg_fail (cg, "address_of needs an element of a buffer");
      return LLVMConstNull (cg->ptr);
    }
  const TlExpr *position = place->indices[0];
  return cg_address (cg, place->buffer, position->dtype.lanes > 1 && position->kind == TL_EXPR_RAMP ? position->base : position);
}

/* tvm_access_ptr (type, data, offset, extent, mask) */
static LLVMValueRef
access_pointer (Codegen *cg, const TlExpr *call)
{
  const TlExpr *data = call->n_args == 5 ? call->args[1] : NULL;
  const TlExpr *place = data != NULL && data->kind == TL_EXPR_CALL && data->n_args == 1 ? data->args[0] : NULL;
  if (place == NULL || place->kind != TL_EXPR_LOAD || place->n_indices != 1 || !g_str_equal (data->callee->name, "buffer_data"))
    {
      cg_fail (cg, "tvm_access_ptr needs the data of a buffer");
      return LLVMConstNull (cg->ptr);
    }
  return cg_address (cg, place->buffer, tl_add (cg->arena, tl_cast (cg->arena, call->args[2]->dtype, place->indices[0]), call->args[2]));
}

static gboolean
fits_signature (char letter, TlDType type)
{
  switch (letter)
    {
    case 'f':
    case 'd':
      return tl_dtype_is_float (type) && type.lanes == 1;
    case 'i':
    case 'l':
      return (tl_dtype_is_integer (type) || type.code == TL_TYPE_BOOL) && type.lanes == 1;
    case 'p':
      return type.code == TL_TYPE_HANDLE;
    default:
      return FALSE;
    }
}

static TlDType
signature_type (char letter)
{
  return letter == 'f' ? TL_FLOAT32 : letter == 'd' ? TL_FLOAT64 : letter == 'i' ? TL_INT32 : letter == 'l' ? TL_INT64
       : letter == 'p' ? TL_HANDLE : TL_VOID;
}

/* A C function that the code is linked with: its prototype is that of the call. */
static LLVMValueRef
foreign_call (Codegen *cg, const TlExpr *call, const char *name)
{
  guint n_args = call->n_args - 1;
  g_autofree LLVMTypeRef *types = g_new (LLVMTypeRef, n_args + 1);
  g_autofree LLVMValueRef *args = g_new (LLVMValueRef, n_args + 1);
  gboolean is_void = call->dtype.code == TL_TYPE_VOID;
  gboolean is_scalar = call->dtype.lanes == 1 || is_void;
  for (guint i = 0; i < n_args; i++)
    {
      const TlExpr *arg = call->args[i + 1];
      is_scalar &= arg->dtype.lanes == 1;
      args[i] = cg_to_c (cg, cg_expr (cg, arg), arg->dtype);
      types[i] = LLVMTypeOf (args[i]);
    }
  LLVMTypeRef result = is_void ? cg->nothing : cg_c_type (cg, call->dtype);
  LLVMTypeRef type = LLVMFunctionType (result, types, n_args, FALSE);
  LLVMValueRef known = LLVMGetNamedFunction (cg->module, name);
  LLVMValueRef nothing = LLVMConstNull (is_void ? cg->i32 : cg_value_type (cg, call->dtype));
  if (!is_scalar)
    cg_fail (cg, "The call of \"%s\" passes vectors, which C functions do not take", name);
  else if (known != NULL && LLVMGlobalGetValueType (known) != type)
    cg_fail (cg, "\"%s\" is called with different types of arguments", name);
  if (cg->error != NULL)
    return nothing;
  LLVMValueRef value = cg_call_named (cg, name, type, args, n_args);
  return is_void ? nothing : cg_from_c (cg, value, call->dtype);
}

static LLVMValueRef
extern_call (Codegen *cg, const TlExpr *call)
{
  LLVMValueRef nothing = LLVMConstNull (call->dtype.code == TL_TYPE_VOID ? cg->i32 : cg_value_type (cg, call->dtype));
  const char *name = call->n_args > 0 && call->args[0]->kind == TL_EXPR_STRING ? call->args[0]->text : NULL;
  const TlExtern *callee = name != NULL ? tl_codegen_extern_find (name) : NULL;
  if (callee == NULL && (cg->export != NULL || cg->has_imports) && tl_export_is_foreign_name (name, cg->export))
    return foreign_call (cg, call, name);
  if (callee == NULL || !callee->is_callable || (cg->export != NULL && g_str_has_prefix (name, "tl_")))
    {
      cg_fail (cg, "The program calls \"%s\", which is not a registered function", name != NULL ? name : "?");
      return nothing;
    }
  guint n_args = call->n_args - 1;
  gboolean fits = strlen (callee->signature) == n_args + 1;
  LLVMValueRef args[8];
  for (guint i = 0; fits && i < n_args; i++)
    {
      const TlExpr *arg = call->args[i + 1];
      fits = fits_signature (callee->signature[i + 1], arg->dtype);
      if (fits)
        args[i] = cg_convert (cg, cg_expr (cg, arg), arg->dtype, signature_type (callee->signature[i + 1]));
    }
  if (!fits)
    {
      cg_fail (cg, "The arguments of the call of \"%s\" do not fit that function", name);
      return nothing;
    }
  if (cg->error != NULL)
    return nothing;
  LLVMValueRef result = cg_call_extern (cg, callee, args, n_args);
  if (callee->signature[0] == 'v' || call->dtype.code == TL_TYPE_VOID)
    return nothing;
  return cg_convert (cg, result, signature_type (callee->signature[0]), call->dtype);
}

/* prefetch (pointer or element, 1 to write there, how close: 0 to 3, data or code): what is left out is as for a load that comes soon. */
static LLVMValueRef
prefetch (Codegen *cg, const TlExpr *call)
{
  static const gint64 limits[4] = { 0, 1, 3, 1 }, defaults[4] = { 0, 0, 3, 1 };
  LLVMValueRef args[4];
  for (guint i = 1; i < 4; i++)
    {
      gint64 value = defaults[i];
      if (call->n_args > i)
        tl_expr_get_int (call->args[i], &value);
      args[i] = LLVMConstInt (cg->i32, (guint64) CLAMP (value, 0, limits[i]), FALSE);
    }
  args[0] = call->n_args == 0 ? LLVMConstNull (cg->ptr) : call->args[0]->dtype.code == TL_TYPE_HANDLE ? cg_expr (cg, call->args[0])
            : address_of (cg, call);
  if (cg->error == NULL)
    cg_intrinsic (cg, "llvm.prefetch", &cg->ptr, 1, args, 4);
  return LLVMConstNull (cg->i32);
}

/* Lanes side by side. */
static LLVMValueRef
vector_combine (Codegen *cg, const TlExpr *call)
{
  LLVMValueRef result = LLVMGetPoison (cg_value_type (cg, call->dtype));
  guint at = 0;
  for (guint i = 0; i < call->n_args; i++)
    {
      LLVMValueRef part = cg_expr (cg, call->args[i]);
      for (guint l = 0; l < call->args[i]->dtype.lanes && at < call->dtype.lanes; l++)
        result = LLVMBuildInsertElement (cg->builder, result, lane (cg, part, l), cg_index (cg, at++), "");
    }
  return result;
}

typedef LLVMValueRef (*EmitCall) (Codegen *cg, const TlExpr *call);

static LLVMValueRef
pass_through (Codegen *cg, const TlExpr *call)
{
  return cg_expr (cg, call->args[0]);
}

static LLVMValueRef
no_effect (Codegen *cg, const TlExpr *call)
{
  return LLVMConstNull (call->dtype.code == TL_TYPE_VOID ? cg->i32 : cg_value_type (cg, call->dtype));
}

static const struct { const char *name; EmitCall emit; } call_rows[] = {
  { "if_then_else", if_then_else }, { "abs", absolute }, { "isnan", classify }, { "isinf", classify }, { "popcount", count_bits },
  { "clz", count_bits }, { "likely", pass_through }, { "assume", no_effect }, { "shift_left",
                                                                                bit_operation }, { "shift_right", bit_operation },
  { "bitwise_and", bit_operation }, { "bitwise_or", bit_operation }, { "bitwise_xor", bit_operation }, { "bitwise_not", bit_operation },
  { "reinterpret", cg_reinterpret }, { "address_of", address_of }, { "tvm_access_ptr", access_pointer }, { "buffer_data",
                                                                     address_of }, { "call_extern", extern_call }, { "prefetch", prefetch },
  { "vectorcombine", vector_combine }, { "vectorlow", cg_vector_half }, { "vectorhigh",
                                                                          cg_vector_half }, { "call_llvm_pure_intrin", cg_machine_call },
};

LLVMValueRef
cg_call (Codegen *cg, const TlExpr *call)
{
  LLVMValueRef own = cg->backend->emit_call != NULL ? cg->backend->emit_call (cg, call) : NULL;
  if (own != NULL)
    return own;
  for (guint i = 0; i < G_N_ELEMENTS (call_rows); i++)
    if (g_str_equal (call_rows[i].name, call->callee->name))
      return call_rows[i].emit (cg, call);
  if (call->callee->is_float_math && tl_dtype_is_float (call->dtype))
    return float_math (cg, call);
  const TlExpr *meaning = tl_fixed_point_meaning (cg->arena, call);
  if (meaning != NULL)
    return cg_expr (cg, meaning);
  cg_fail (cg, "T.%s on %s cannot be compiled for this target", call->callee->name, tl_dtype_name (call->dtype));
  return no_effect (cg, call);
}
