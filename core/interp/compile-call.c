/* SPDX-License-Identifier: Apache-2.0 */
/* Calls: choices, bits, math and the little that may be called by name. */
#include <string.h>

#include "core/interp/compile-private.h"
#include "core/ir/fixed-point.h"
#include "core/ir/machine-call.h"

guint32
tl_compile_side (TlCompiler *compiler, const TlExpr *cond, const TlExpr *side, guint lane)
{
  guintptr outer = compiler->choice;
  gboolean is_split = cond->dtype.lanes > 1;
  guint32  reg;

  compiler->choice = outer * 31 + GPOINTER_TO_SIZE (side);
  compiler->n_split += is_split;
  reg = tl_compile_lane (compiler, side, lane);
  compiler->n_split -= is_split;
  compiler->choice = outer;
  return reg;
}

guint32
tl_compile_choice (TlCompiler *compiler, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false, guint lane)
{
  guint32 chosen = tl_compile_lane (compiler, cond, cond->dtype.lanes > 1 ? lane : 0);
  guint32 dst = tl_compiler_register (compiler);
  guint   to_else = tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, chosen, 0);
  guint   to_end;

  tl_compiler_emit (compiler, TL_OP_MOVE, dst, tl_compile_side (compiler, cond, if_true, lane), 0);
  to_end = tl_compiler_emit (compiler, TL_OP_JUMP, 0, 0, 0);
  tl_compile_patch (compiler, to_else);
  tl_compiler_emit (compiler, TL_OP_MOVE, dst, tl_compile_side (compiler, cond, if_false, lane), 0);
  tl_compile_patch (compiler, to_end);
  return dst;
}

static guint32
emit_reinterpret (TlCompiler *compiler, TlDType from, TlDType to, guint32 a)
{
  TlDType types[2] = { to, from };
  guint32 dst;

  if (from.code == to.code && from.bits == to.bits)
    return a;
  dst = tl_emit_unary (compiler, TL_OP_REINTERPRET, a);
  g_ptr_array_add (compiler->texts, g_memdup2 (types, sizeof types));
  tl_compiler_instr (compiler, compiler->code->len - 1)->pointer = g_ptr_array_index (compiler->texts, compiler->texts->len - 1);
  return dst;
}

static guint32
emit_bits (TlCompiler *compiler, TlOp op, guint32 a, gint64 b)
{
  guint32 dst = tl_emit_binary (compiler, op, a, tl_compiler_int (compiler, b));

  tl_compiler_instr (compiler, compiler->code->len - 1)->n = 64;
  return dst;
}

/* Several lanes are one, or a part of one: the lowest comes first, as in memory. */
static guint32
compile_regrouping (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  TlDType from = expr->args[0]->dtype, to = expr->dtype;
  TlDType narrow = { TL_TYPE_UINT, from.bits, 1 }, wide = { TL_TYPE_UINT, to.bits, 1 };
  guint   n_parts = MAX (to.bits / from.bits, 1), n_sharing = MAX (from.bits / to.bits, 1);
  guint32 bits = 0;

  for (guint i = 0; i < n_parts; i++)
    {
      guint32 one = emit_reinterpret (compiler, from, narrow, tl_compile_lane (compiler, expr->args[0], lane * n_parts / n_sharing + i));

      if (i > 0)
        one = emit_bits (compiler, TL_OP_SHIFT_LEFT, one, i * from.bits);
      bits = i > 0 ? tl_emit_binary (compiler, TL_OP_BIT_OR, bits, one) : one;
    }
  if (n_sharing > 1)
    {
      bits = emit_bits (compiler, TL_OP_SHIFT_RIGHT_U, bits, lane % n_sharing * to.bits);
      bits = emit_bits (compiler, TL_OP_BIT_AND, bits, ((gint64) 1 << to.bits) - 1);
    }
  return emit_reinterpret (compiler, wide, to, bits);
}

static gboolean
has_whole_bytes (TlDType type)
{
  return type.bits % 8 == 0 && type.bits <= 64 && type.code != TL_TYPE_BOOL && type.code != TL_TYPE_HANDLE;
}

static guint32
compile_reinterpret (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  TlDType to = expr->dtype, from = expr->args[0]->dtype;

  if (to.bits == from.bits && to.lanes == from.lanes)
    return emit_reinterpret (compiler, tl_dtype_with_lanes (from, 1), tl_dtype_with_lanes (to, 1),
                             tl_compile_lane (compiler, expr->args[0], lane));
  if (to.bits * to.lanes == from.bits * from.lanes && has_whole_bytes (from) && has_whole_bytes (to))
    return compile_regrouping (compiler, expr, lane);
  tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "T.reinterpret from %s to %s: the widths differ", tl_dtype_name (from),
                   tl_dtype_name (to));
  return tl_compiler_register (compiler);
}

/* Half of the lanes. */
static guint32
compile_half (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  gboolean is_high = strcmp (expr->callee->name, "vectorhigh") == 0;

  if (expr->args[0]->dtype.lanes == 2 * expr->dtype.lanes)
    {
      guint32 reg;

      compiler->n_split++;
      reg = tl_compile_lane (compiler, expr->args[0], is_high ? lane + expr->dtype.lanes : lane);
      compiler->n_split--;
      return reg;
    }
  tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "T.%s of %s is not %s", expr->callee->name, tl_dtype_name (expr->args[0]->dtype),
                   tl_dtype_name (expr->dtype));
  return tl_compiler_register (compiler);
}

static guint32
compile_machine_call (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  const TlExpr *meaning = tl_machine_call_meaning (compiler->arena, expr);

  if (meaning != NULL)
    return tl_compile_lane (compiler, meaning, lane);
  tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "the interpreter does not know the instruction \"%s\"",
                   expr->n_args > 0 && expr->args[0]->kind == TL_EXPR_STRING ? expr->args[0]->text : "?");
  return tl_compiler_register (compiler);
}

/* isnan, isinf: no value but NaN differs from itself; only infinities stay infinite when compared with the largest finite value. */
static guint32
compile_classify (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  TlDType type = expr->args[0]->dtype;
  guint32 a = tl_compile_lane (compiler, expr->args[0], lane), largest;

  if (!tl_dtype_is_float (type))
    return tl_compiler_int (compiler, 0);
  if (strcmp (expr->callee->name, "isnan") == 0)
    return tl_emit_binary (compiler, tl_is_single (type) ? TL_OP_NE_S : TL_OP_NE_D, a, a);
  a = tl_emit_math1 (compiler, type, tl_math1_find ("fabs"), a);
  largest = tl_emit_float (compiler, type, tl_dtype_max_float (type));
  return tl_emit_binary (compiler, tl_is_single (type) ? TL_OP_LT_S : TL_OP_LT_D, largest, a);
}

typedef struct
{
  const char *name;
  TlOp        op;
} BitsRow;

static const BitsRow bits_rows[] = {
  { "shift_left", TL_OP_SHIFT_LEFT },   { "shift_right", TL_OP_SHIFT_RIGHT_I }, { "bitwise_and", TL_OP_BIT_AND },
  { "bitwise_or", TL_OP_BIT_OR },       { "bitwise_xor", TL_OP_BIT_XOR },       { "bitwise_not", TL_OP_BIT_NOT },
  { "popcount", TL_OP_POPCOUNT },       { "clz", TL_OP_CLZ },
};

static const BitsRow *
find_bits (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (bits_rows); i++)
    if (strcmp (bits_rows[i].name, name) == 0)
      return &bits_rows[i];
  return NULL;
}

static guint32
compile_bits (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  TlOp    op = find_bits (expr->callee->name)->op;
  TlDType type = expr->args[0]->dtype;
  guint32 a = tl_compile_lane (compiler, expr->args[0], lane);
  guint32 b = expr->n_args > 1 ? tl_compile_lane (compiler, expr->args[1], lane) : 0;
  guint32 dst;

  if (op == TL_OP_SHIFT_RIGHT_I && type.code == TL_TYPE_UINT)
    op = TL_OP_SHIFT_RIGHT_U;
  dst = tl_emit_binary (compiler, op, a, b);
  tl_compiler_instr (compiler, compiler->code->len - 1)->n = type.bits;
  return op == TL_OP_POPCOUNT || op == TL_OP_CLZ ? dst : tl_emit_wrap (compiler, type, dst);
}

static guint32
compile_vectorcombine (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  for (guint i = 0; i < expr->n_args; i++)
    {
      if (lane < expr->args[i]->dtype.lanes)
        return tl_compile_lane (compiler, expr->args[i], lane);
      lane -= expr->args[i]->dtype.lanes;
    }
  return tl_compiler_int (compiler, 0);
}

static guint32
compile_fma (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  guint32 a = tl_compile_lane (compiler, expr->args[0], lane);
  guint32 b = tl_compile_lane (compiler, expr->args[1], lane);
  guint32 c = tl_compile_lane (compiler, expr->args[2], lane);
  guint32 dst = tl_emit_binary (compiler, tl_is_single (expr->dtype) ? TL_OP_FMA_S : TL_OP_FMA_D, a, b);

  tl_compiler_instr (compiler, compiler->code->len - 1)->c = c;
  return tl_emit_round (compiler, expr->dtype, dst);
}

/* a · b + sum */
static guint32
compile_dot_of_four (TlCompiler *compiler, const TlExpr *call)
{
  const TlExpr *const *args = tl_dot_of_four_args (call);
  guint32              sum = tl_compile_lane (compiler, args[2], 0);

  for (guint lane = 0; lane < 4; lane++)
    {
      guint32 product = tl_emit_binary (compiler, TL_OP_MUL_I, tl_compile_lane (compiler, args[0], lane),
                                        tl_compile_lane (compiler, args[1], lane));

      sum = tl_emit_binary (compiler, TL_OP_ADD_I, sum, product);
    }
  return tl_emit_wrap (compiler, call->dtype, sum);
}

/* Names of C's math library, which programs may call as externs: "expf" is exp. */
static char *
math_name (const char *symbol)
{
  gsize length = strlen (symbol);

  if (length > 1 && symbol[length - 1] == 'f' && tl_math1_find (symbol) == NULL && tl_math2_find (symbol) == NULL)
    return g_strndup (symbol, length - 1);
  return g_strdup (symbol);
}

static guint32
compile_extern (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  const char      *symbol = expr->n_args > 0 && expr->args[0]->kind == TL_EXPR_STRING ? expr->args[0]->text : expr->callee->name;
  g_autofree char *name = math_name (symbol);
  gboolean         is_float = tl_dtype_is_float (expr->dtype);

  if (is_float && expr->n_args == 2 && tl_math1_find (name) != NULL)
    return tl_emit_math1 (compiler, expr->dtype, tl_math1_find (name), tl_compile_lane (compiler, expr->args[1], lane));
  if (is_float && expr->n_args == 3 && tl_math2_find (name) != NULL)
    return tl_emit_math2 (compiler, expr->dtype, tl_math2_find (name), tl_compile_lane (compiler, expr->args[1], lane),
                  tl_compile_lane (compiler, expr->args[2], lane));
  tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "the interpreter does not know the function \"%s\"%s%s%s", symbol,
                   compiler->block != NULL ? " called in block \"" : "", compiler->block != NULL ? compiler->block : "",
                   compiler->block != NULL ? "\"" : "");
  return tl_compiler_register (compiler);
}

/* Calls that say something about a run and leave no trace in the values. */
static gboolean
is_without_effect (const char *name)
{
  static const char *const names[] = { "assume", "prefetch", "tvm_storage_sync", NULL };

  return g_strv_contains (names, name);
}

guint32
tl_compile_call (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  const char   *name = expr->callee->name;
  const TlExpr *meaning = tl_fixed_point_meaning (compiler->arena, expr);
  guint32       result;

  if (compiler->launch != NULL && tl_compile_thread_call (compiler, expr, lane, &result))
    return result;
  if (meaning != NULL)
    return tl_compile_lane (compiler, meaning, lane);
  if (tl_dot_of_four_args (expr) != NULL)
    return compile_dot_of_four (compiler, expr);
  if (strcmp (name, "if_then_else") == 0)
    return tl_compile_choice (compiler, expr->args[0], expr->args[1], expr->args[2], lane);
  if (strcmp (name, "likely") == 0)
    return tl_compile_lane (compiler, expr->args[0], lane);
  if (is_without_effect (name))
    return tl_compiler_int (compiler, 0);
  if (strcmp (name, "ret") == 0)
    {
      tl_compiler_emit (compiler, TL_OP_HALT, 0, 0, 0);
      return tl_compiler_int (compiler, 0);
    }
  if (strcmp (name, "reinterpret") == 0)
    return compile_reinterpret (compiler, expr, lane);
  if (strcmp (name, "vectorlow") == 0 || strcmp (name, "vectorhigh") == 0)
    return compile_half (compiler, expr, lane);
  if (strcmp (name, "call_llvm_pure_intrin") == 0)
    return compile_machine_call (compiler, expr, lane);
  if (strcmp (name, "vectorcombine") == 0)
    return compile_vectorcombine (compiler, expr, lane);
  if (strcmp (name, "isnan") == 0 || strcmp (name, "isinf") == 0)
    return compile_classify (compiler, expr, lane);
  if (find_bits (name) != NULL)
    return compile_bits (compiler, expr, lane);
  if (strcmp (name, "abs") == 0 && !tl_dtype_is_float (expr->dtype))
    return tl_emit_wrap (compiler, expr->dtype, tl_emit_unary (compiler, TL_OP_ABS_I, tl_compile_lane (compiler, expr->args[0], lane)));
  if (strcmp (name, "fma") == 0 && expr->n_args == 3)
    return compile_fma (compiler, expr, lane);
  if (expr->n_args == 1 && tl_dtype_is_float (expr->dtype) && tl_math1_find (name) != NULL)
    return tl_emit_math1 (compiler, expr->dtype, tl_math1_find (name), tl_compile_lane (compiler, expr->args[0], lane));
  if (expr->n_args == 2 && tl_dtype_is_float (expr->dtype) && tl_math2_find (name) != NULL)
    return tl_emit_math2 (compiler, expr->dtype, tl_math2_find (name), tl_compile_lane (compiler, expr->args[0], lane),
                  tl_compile_lane (compiler, expr->args[1], lane));
  return compile_extern (compiler, expr, lane);
}
