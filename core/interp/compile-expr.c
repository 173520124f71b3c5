/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions to register code, one lane at a time: a lane of a ramp is a sum, a lane of a broadcast is the value itself, so vector
 * programs need no vector instructions and if_then_else stays lazy in every lane.
 */
#include <stdarg.h>
#include <string.h>

#include "core/base/half.h"
#include "core/interp/program-private.h"
#include "core/ir/walk.h"

#define CONSTANT_FLAG ((guint32) 1 << 31)

static inline gboolean
is_single (TlDType t)
{
  return t.code == TL_TYPE_FLOAT && t.bits == 32;
}

/* In .d: float64 and the small floats. */
static inline gboolean
is_double (TlDType t)
{
  return t.code == TL_TYPE_BFLOAT || (t.code == TL_TYPE_FLOAT && t.bits != 32);
}

/* Types whose order differs from that of the signed register. */
static inline gboolean
is_uint64 (TlDType t)
{
  return t.code == TL_TYPE_UINT && t.bits == 64;
}

guint32
tl_compiler_register (TlCompiler *compiler)
{
  guint32 reg = compiler->next_register++;

  compiler->n_registers = MAX (compiler->n_registers, compiler->next_register);
  return reg;
}

guint
tl_compiler_position (const TlCompiler *compiler)
{
  return compiler->code->len;
}

guint
tl_compiler_emit (TlCompiler *compiler, TlOp op, guint32 dst, guint32 a, guint32 b)
{
  TlInstr instr = { .op = (guint16) op, .dst = dst, .a = a, .b = b };

  g_array_append_val (compiler->code, instr);
  g_ptr_array_add (compiler->block_names, (gpointer) compiler->block);
  return compiler->code->len - 1;
}

TlInstr *
tl_compiler_instr (TlCompiler *compiler, guint at)
{
  return &g_array_index (compiler->code, TlInstr, at);
}

void
tl_compile_patch (TlCompiler *compiler, guint at)
{
  tl_compiler_instr (compiler, at)->integer = compiler->code->len;
}

guint
tl_compiler_pool (TlCompiler *compiler, const guint32 *registers, guint n)
{
  guint at = compiler->pool->len;

  g_array_append_vals (compiler->pool, registers, n);
  return at;
}

void
tl_compile_trap (TlCompiler *compiler, TlInterpError code, const char *format, ...)
{
  va_list args;
  char   *text;
  guint   at;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (compiler->texts, text);
  at = tl_compiler_emit (compiler, TL_OP_TRAP, 0, 0, 0);
  tl_compiler_instr (compiler, at)->n = (guint16) code;
  tl_compiler_instr (compiler, at)->pointer = text;
}

/* Equal bits share a register whatever their type. */
static guint32
constant (TlCompiler *compiler, TlCell cell)
{
  gint64   key = cell.i;
  gpointer found = g_hash_table_lookup (compiler->constant_ids, &key);
  guint    index;

  if (found != NULL)
    return CONSTANT_FLAG | (GPOINTER_TO_UINT (found) - 1);
  index = compiler->constants->len;
  g_array_append_val (compiler->constants, cell);
  g_hash_table_insert (compiler->constant_ids, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index + 1));
  return CONSTANT_FLAG | index;
}

guint32
tl_compiler_int (TlCompiler *compiler, gint64 value)
{
  return constant (compiler, (TlCell) { .i = value });
}

static guint32
float_constant (TlCompiler *compiler, TlDType type, double value)
{
  TlCell cell = { .i = 0 };

  if (is_single (type))
    cell.s = (float) value;
  else
    cell.d = tl_round_to_dtype (type, value);
  return constant (compiler, cell);
}

static guint32
emit_unary (TlCompiler *compiler, TlOp op, guint32 a)
{
  guint32 dst = tl_compiler_register (compiler);

  tl_compiler_emit (compiler, op, dst, a, 0);
  return dst;
}

static guint32
emit_binary (TlCompiler *compiler, TlOp op, guint32 a, guint32 b)
{
  guint32 dst = tl_compiler_register (compiler);

  tl_compiler_emit (compiler, op, dst, a, b);
  return dst;
}

/* Brings an integer back into the canonical form of its type. */
static guint32
wrap (TlCompiler *compiler, TlDType type, guint32 reg)
{
  gboolean is_signed = type.code == TL_TYPE_INT;

  switch (type.bits)
    {
    case 8:
      return emit_unary (compiler, type.code == TL_TYPE_BOOL ? TL_OP_I_TO_BOOL : is_signed ? TL_OP_WRAP_I8 : TL_OP_WRAP_U8, reg);
    case 16:
      return emit_unary (compiler, is_signed ? TL_OP_WRAP_I16 : TL_OP_WRAP_U16, reg);
    case 32:
      return emit_unary (compiler, is_signed ? TL_OP_WRAP_I32 : TL_OP_WRAP_U32, reg);
    default:
      return reg;
    }
}

static guint32
round_small (TlCompiler *compiler, TlDType type, guint32 reg)
{
  if (type.code == TL_TYPE_BFLOAT)
    return emit_unary (compiler, TL_OP_ROUND_BFLOAT, reg);
  return type.code == TL_TYPE_FLOAT && type.bits == 16 ? emit_unary (compiler, TL_OP_ROUND_HALF, reg) : reg;
}

static guint32
math1 (TlCompiler *compiler, TlDType type, TlMath1 function, guint32 a)
{
  guint32 dst = emit_unary (compiler, is_single (type) ? TL_OP_MATH1_S : TL_OP_MATH1_D, a);

  tl_compiler_instr (compiler, compiler->code->len - 1)->math1 = function;
  return round_small (compiler, type, dst);
}

static guint32
math2 (TlCompiler *compiler, TlDType type, TlMath2 function, guint32 a, guint32 b)
{
  guint32 dst = emit_binary (compiler, is_single (type) ? TL_OP_MATH2_S : TL_OP_MATH2_D, a, b);

  tl_compiler_instr (compiler, compiler->code->len - 1)->math2 = function;
  return round_small (compiler, type, dst);
}

/* Per expression kind: the operation on single, double and integer registers; HALT where there is none. */
typedef struct
{
  TlOp     single;
  TlOp     other;
  TlOp     integer;
  TlOp     unsigned64;
  gboolean swap;        /* a > b is b < a */
  gboolean wraps;       /* the integer result may leave its type */
} Arithmetic;

static const Arithmetic arithmetic[] = {
  [TL_EXPR_ADD] = { TL_OP_ADD_S, TL_OP_ADD_D, TL_OP_ADD_I, TL_OP_ADD_I, FALSE, TRUE },
  [TL_EXPR_SUB] = { TL_OP_SUB_S, TL_OP_SUB_D, TL_OP_SUB_I, TL_OP_SUB_I, FALSE, TRUE },
  [TL_EXPR_MUL] = { TL_OP_MUL_S, TL_OP_MUL_D, TL_OP_MUL_I, TL_OP_MUL_I, FALSE, TRUE },
  [TL_EXPR_DIV] = { TL_OP_DIV_S, TL_OP_DIV_D, TL_OP_DIV_I, TL_OP_DIV_U, FALSE, TRUE },
  [TL_EXPR_MOD] = { TL_OP_HALT, TL_OP_HALT, TL_OP_MOD_I, TL_OP_MOD_U, FALSE, TRUE },
  [TL_EXPR_FLOORDIV] = { TL_OP_HALT, TL_OP_HALT, TL_OP_FLOORDIV_I, TL_OP_DIV_U, FALSE, TRUE },
  [TL_EXPR_FLOORMOD] = { TL_OP_HALT, TL_OP_HALT, TL_OP_FLOORMOD_I, TL_OP_MOD_U, FALSE, TRUE },
  [TL_EXPR_MIN] = { TL_OP_MIN_S, TL_OP_MIN_D, TL_OP_MIN_I, TL_OP_MIN_U, FALSE, FALSE },
  [TL_EXPR_MAX] = { TL_OP_MAX_S, TL_OP_MAX_D, TL_OP_MAX_I, TL_OP_MAX_U, FALSE, FALSE },
  [TL_EXPR_EQ] = { TL_OP_EQ_S, TL_OP_EQ_D, TL_OP_EQ_I, TL_OP_EQ_I, FALSE, FALSE },
  [TL_EXPR_NE] = { TL_OP_NE_S, TL_OP_NE_D, TL_OP_NE_I, TL_OP_NE_I, FALSE, FALSE },
  [TL_EXPR_LT] = { TL_OP_LT_S, TL_OP_LT_D, TL_OP_LT_I, TL_OP_LT_U, FALSE, FALSE },
  [TL_EXPR_LE] = { TL_OP_LE_S, TL_OP_LE_D, TL_OP_LE_I, TL_OP_LE_U, FALSE, FALSE },
  [TL_EXPR_GT] = { TL_OP_LT_S, TL_OP_LT_D, TL_OP_LT_I, TL_OP_LT_U, TRUE, FALSE },
  [TL_EXPR_GE] = { TL_OP_LE_S, TL_OP_LE_D, TL_OP_LE_I, TL_OP_LE_U, TRUE, FALSE },
};

/* int32 is the type of indices: its commonest operations wrap by themselves. */
static guint32
integer_op (TlCompiler *compiler, const Arithmetic *row, TlDType type, guint32 a, guint32 b)
{
  gboolean is_int32 = type.code == TL_TYPE_INT && type.bits == 32;
  guint32  dst;

  if (is_int32 && row->integer == TL_OP_ADD_I)
    return emit_binary (compiler, TL_OP_ADD_I32, a, b);
  if (is_int32 && row->integer == TL_OP_SUB_I)
    return emit_binary (compiler, TL_OP_SUB_I32, a, b);
  if (is_int32 && row->integer == TL_OP_MUL_I)
    return emit_binary (compiler, TL_OP_MUL_I32, a, b);
  dst = emit_binary (compiler, is_uint64 (type) ? row->unsigned64 : row->integer, a, b);
  /* A remainder, and a quotient by anything but -1, stay within their type. */
  return row->wraps && (row->integer != TL_OP_FLOORMOD_I && row->integer != TL_OP_MOD_I) ? wrap (compiler, type, dst) : dst;
}

static double
floor_quotient (double a, double b)
{
  return tl_math1_find ("floor") (a / b);
}

static double
floor_remainder (double a, double b)
{
  double rest = tl_math2_find ("fmod") (a, b);

  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static guint32
float_op (TlCompiler *compiler, TlExprKind kind, TlDType type, guint32 a, guint32 b)
{
  const Arithmetic *row = &arithmetic[kind];
  guint32           dst;

  if (kind == TL_EXPR_MOD)
    return math2 (compiler, type, tl_math2_find ("fmod"), a, b);
  if (kind == TL_EXPR_FLOORDIV)
    return math2 (compiler, type, floor_quotient, a, b);
  if (kind == TL_EXPR_FLOORMOD)
    return math2 (compiler, type, floor_remainder, a, b);
  dst = emit_binary (compiler, is_single (type) ? row->single : row->other, a, b);
  return row->wraps ? round_small (compiler, type, dst) : dst;
}

/* c + a * b on float32 in one instruction, which still rounds twice. */
static gboolean
try_multiply_add (TlCompiler *compiler, const TlExpr *expr, guint lane, guint32 *result)
{
  guint32 a, b, c;

  if (expr->kind != TL_EXPR_ADD || !is_single (expr->dtype) || expr->b->kind != TL_EXPR_MUL)
    return FALSE;
  c = tl_compile_lane (compiler, expr->a, lane);
  a = tl_compile_lane (compiler, expr->b->a, lane);
  b = tl_compile_lane (compiler, expr->b->b, lane);
  *result = emit_binary (compiler, TL_OP_MULADD_S, a, b);
  tl_compiler_instr (compiler, compiler->code->len - 1)->c = c;
  return TRUE;
}

static guint32
compile_arithmetic (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  const Arithmetic *row = &arithmetic[expr->kind];
  TlDType           type = expr->a->dtype;
  guint32           a, b;

  if (try_multiply_add (compiler, expr, lane, &a))
    return a;
  a = tl_compile_lane (compiler, expr->a, lane);
  b = tl_compile_lane (compiler, expr->b, lane);
  if (row->swap)
    {
      guint32 swapped = a;

      a = b;
      b = swapped;
    }
  return tl_dtype_is_float (type) ? float_op (compiler, expr->kind, type, a, b) : integer_op (compiler, row, type, a, b);
}

static TlWalk
stop_at_fault (const TlExpr *expr, gpointer user_data)
{
  gboolean divides = expr->kind == TL_EXPR_DIV || expr->kind == TL_EXPR_MOD || expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD;

  if (divides && !tl_dtype_is_float (expr->dtype) && expr->b->kind != TL_EXPR_INT)
    return TL_WALK_STOP;
  return expr->kind == TL_EXPR_LOAD || expr->kind == TL_EXPR_CALL ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Whether evaluating @expr can be neither refused nor dear, so that a branch around it is not worth its while. */
static gboolean
is_harmless (const TlExpr *expr)
{
  return tl_expr_walk (expr, stop_at_fault, NULL);
}

/* The second operand counts only where the first leaves the matter open, as in "i < n and A[i] > 0". */
static guint32
compile_logic (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  gboolean is_and = expr->kind == TL_EXPR_AND;
  guint32  a = tl_compile_lane (compiler, expr->a, lane);
  guint32  dst;
  guint    jump;

  if (is_harmless (expr->b))
    return emit_binary (compiler, is_and ? TL_OP_BIT_AND : TL_OP_BIT_OR, a, tl_compile_lane (compiler, expr->b, lane));
  dst = emit_unary (compiler, TL_OP_MOVE, a);
  jump = tl_compiler_emit (compiler, is_and ? TL_OP_JUMP_ZERO : TL_OP_JUMP_NONZERO, 0, dst, 0);
  tl_compiler_emit (compiler, TL_OP_MOVE, dst, tl_compile_lane (compiler, expr->b, lane), 0);
  tl_compile_patch (compiler, jump);
  return dst;
}

static guint32
compile_cast (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  TlDType from = expr->a->dtype, to = expr->dtype;
  guint32 a = tl_compile_lane (compiler, expr->a, lane);

  if (from.code == to.code && from.bits == to.bits)
    return a;
  if (to.code == TL_TYPE_BOOL)
    return emit_unary (compiler, is_single (from) ? TL_OP_S_TO_BOOL : is_double (from) ? TL_OP_D_TO_BOOL : TL_OP_I_TO_BOOL, a);
  if (tl_dtype_is_float (from) && tl_dtype_is_float (to))
    {
      guint32 wide = is_single (from) ? emit_unary (compiler, TL_OP_S_TO_D, a) : a;

      return is_single (to) ? emit_unary (compiler, TL_OP_D_TO_S, wide) : round_small (compiler, to, wide);
    }
  if (tl_dtype_is_float (from))
    {
      if (!is_uint64 (to))
        return wrap (compiler, to, emit_unary (compiler, is_single (from) ? TL_OP_S_TO_I : TL_OP_D_TO_I, a));
      return emit_unary (compiler, TL_OP_D_TO_U, is_single (from) ? emit_unary (compiler, TL_OP_S_TO_D, a) : a);
    }
  if (is_single (to))
    return emit_unary (compiler, is_uint64 (from) ? TL_OP_U_TO_S : TL_OP_I_TO_S, a);
  if (is_double (to))
    return round_small (compiler, to, emit_unary (compiler, is_uint64 (from) ? TL_OP_U_TO_D : TL_OP_I_TO_D, a));
  /* Widening keeps the canonical form, except where a sign would have to become unsigned. */
  if (to.bits > from.bits && (to.code == from.code || from.code != TL_TYPE_INT))
    return a;
  return wrap (compiler, to, a);
}

static TlOp
load_op (TlDType t)
{
  gboolean is_signed = t.code == TL_TYPE_INT;

  if (t.code == TL_TYPE_BFLOAT)
    return TL_OP_LOAD_BFLOAT;
  if (t.code == TL_TYPE_FLOAT)
    return t.bits == 16 ? TL_OP_LOAD_HALF : t.bits == 32 ? TL_OP_LOAD_S : TL_OP_LOAD_D;
  switch (t.bits)
    {
    case 8:
      return is_signed ? TL_OP_LOAD_I8 : TL_OP_LOAD_U8;
    case 16:
      return is_signed ? TL_OP_LOAD_I16 : TL_OP_LOAD_U16;
    case 32:
      return is_signed ? TL_OP_LOAD_I32 : TL_OP_LOAD_U32;
    default:
      return TL_OP_LOAD_I64;
    }
}

guint32
tl_compiler_address (TlCompiler *compiler, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, guint lane)
{
  guint32 registers[TL_TENSOR_MAX_DIMS] = { 0 };
  guint   slot = tl_compiler_slot (compiler, buffer);
  guint32 dst;
  guint   at;
  TlInstr *instr;

  if (n_indices != buffer->n_dims || n_indices > TL_TENSOR_MAX_DIMS)
    {
      tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "%s has %u dimensions and is accessed with %u indices", buffer->name,
                       buffer->n_dims, n_indices);
      return tl_compiler_register (compiler);
    }
  for (guint i = 0; i < n_indices; i++)
    registers[i] = tl_compile_lane (compiler, indices[i], indices[i]->dtype.lanes > 1 ? lane : 0);
  dst = tl_compiler_register (compiler);
  if (n_indices >= 1 && n_indices <= 3)
    at = tl_compiler_emit (compiler, TL_OP_ADDR1 + n_indices - 1, dst, registers[0], registers[1]);
  else
    at = tl_compiler_emit (compiler, TL_OP_ADDR_N, dst, tl_compiler_pool (compiler, registers, n_indices), 0);
  instr = tl_compiler_instr (compiler, at);
  instr->c = slot;
  instr->n = (guint16) n_indices;
  if (n_indices == 3)
    instr->integer = registers[2];
  return dst;
}

static guint32
compile_load (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  TlDType  type = expr->buffer->dtype;
  guint    element_lanes = type.lanes;
  guint32  address = tl_compiler_address (compiler, expr->buffer, expr->indices, expr->n_indices, lane / element_lanes);
  TlInstr *last = tl_compiler_instr (compiler, compiler->code->len - 1);
  guint32  dst;

  /* The plain two-dimensional float access is the inner loop of most programs. */
  if (last->op == TL_OP_ADDR2 && is_single (type) && element_lanes == 1)
    {
      last->op = TL_OP_LOAD2_S;
      return address;
    }
  dst = tl_compiler_register (compiler);
  tl_compiler_emit (compiler, load_op (type), dst, address, 0);
  last = tl_compiler_instr (compiler, compiler->code->len - 1);
  last->c = tl_compiler_slot (compiler, expr->buffer);
  last->integer = lane % element_lanes;
  return dst;
}

static guint32
compile_if_then_else (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  guint32 cond = tl_compile_lane (compiler, expr->args[0], expr->args[0]->dtype.lanes > 1 ? lane : 0);
  guint32 dst = tl_compiler_register (compiler);
  guint   to_else = tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, cond, 0);
  guint   to_end;

  tl_compiler_emit (compiler, TL_OP_MOVE, dst, tl_compile_lane (compiler, expr->args[1], lane), 0);
  to_end = tl_compiler_emit (compiler, TL_OP_JUMP, 0, 0, 0);
  tl_compile_patch (compiler, to_else);
  tl_compiler_emit (compiler, TL_OP_MOVE, dst, tl_compile_lane (compiler, expr->args[2], lane), 0);
  tl_compile_patch (compiler, to_end);
  return dst;
}

static guint32
compile_reinterpret (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  TlDType types[2] = { expr->dtype, expr->args[0]->dtype };
  guint32 a, dst;

  if (types[0].bits != types[1].bits || types[0].lanes != types[1].lanes)
    {
      tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "T.reinterpret from %s to %s: the widths differ", tl_dtype_name (types[1]),
                       tl_dtype_name (types[0]));
      return tl_compiler_register (compiler);
    }
  a = tl_compile_lane (compiler, expr->args[0], lane);
  dst = emit_unary (compiler, TL_OP_REINTERPRET, a);
  g_ptr_array_add (compiler->texts, g_memdup2 (types, sizeof types));
  tl_compiler_instr (compiler, compiler->code->len - 1)->pointer = g_ptr_array_index (compiler->texts, compiler->texts->len - 1);
  return dst;
}

/* isnan, isinf: no value but NaN differs from itself; only infinities stay infinite when compared with the largest finite value. */
static guint32
compile_classify (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  TlDType type = expr->args[0]->dtype;
  guint32 a = tl_compile_lane (compiler, expr->args[0], lane);

  if (!tl_dtype_is_float (type))
    return tl_compiler_int (compiler, 0);
  if (strcmp (expr->callee->name, "isnan") == 0)
    return emit_binary (compiler, is_single (type) ? TL_OP_NE_S : TL_OP_NE_D, a, a);
  a = math1 (compiler, type, tl_math1_find ("fabs"), a);
  return emit_binary (compiler, is_single (type) ? TL_OP_LT_S : TL_OP_LT_D, float_constant (compiler, type, tl_dtype_max_float (type)), a);
}

static guint32
compile_bits (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  static const struct
  {
    const char *name;
    TlOp        op;
  } rows[] = {
    { "shift_left", TL_OP_SHIFT_LEFT },   { "shift_right", TL_OP_SHIFT_RIGHT_I }, { "bitwise_and", TL_OP_BIT_AND },
    { "bitwise_or", TL_OP_BIT_OR },       { "bitwise_xor", TL_OP_BIT_XOR },       { "bitwise_not", TL_OP_BIT_NOT },
    { "popcount", TL_OP_POPCOUNT },       { "clz", TL_OP_CLZ },
  };
  TlDType type = expr->args[0]->dtype;
  guint32 a = tl_compile_lane (compiler, expr->args[0], lane);
  guint32 b = expr->n_args > 1 ? tl_compile_lane (compiler, expr->args[1], lane) : 0;
  guint32 dst;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, expr->callee->name) == 0)
      {
        TlOp op = rows[i].op == TL_OP_SHIFT_RIGHT_I && type.code == TL_TYPE_UINT ? TL_OP_SHIFT_RIGHT_U : rows[i].op;

        dst = emit_binary (compiler, op, a, b);
        tl_compiler_instr (compiler, compiler->code->len - 1)->n = type.bits;
        return op == TL_OP_POPCOUNT || op == TL_OP_CLZ ? dst : wrap (compiler, type, dst);
      }
  g_assert_not_reached ();
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
  guint32 dst = emit_binary (compiler, is_single (expr->dtype) ? TL_OP_FMA_S : TL_OP_FMA_D, a, b);

  tl_compiler_instr (compiler, compiler->code->len - 1)->c = c;
  return round_small (compiler, expr->dtype, dst);
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
    return math1 (compiler, expr->dtype, tl_math1_find (name), tl_compile_lane (compiler, expr->args[1], lane));
  if (is_float && expr->n_args == 3 && tl_math2_find (name) != NULL)
    return math2 (compiler, expr->dtype, tl_math2_find (name), tl_compile_lane (compiler, expr->args[1], lane),
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

static guint32
compile_call (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  const char *name = expr->callee->name;

  if (strcmp (name, "if_then_else") == 0)
    return compile_if_then_else (compiler, expr, lane);
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
  if (strcmp (name, "vectorcombine") == 0)
    return compile_vectorcombine (compiler, expr, lane);
  if (strcmp (name, "isnan") == 0 || strcmp (name, "isinf") == 0)
    return compile_classify (compiler, expr, lane);
  if (g_str_has_prefix (name, "shift_") || g_str_has_prefix (name, "bitwise_") || strcmp (name, "popcount") == 0 || strcmp (name, "clz") == 0)
    return compile_bits (compiler, expr, lane);
  if (strcmp (name, "abs") == 0 && !tl_dtype_is_float (expr->dtype))
    return wrap (compiler, expr->dtype, emit_unary (compiler, TL_OP_ABS_I, tl_compile_lane (compiler, expr->args[0], lane)));
  if (strcmp (name, "fma") == 0 && expr->n_args == 3)
    return compile_fma (compiler, expr, lane);
  if (expr->n_args == 1 && tl_dtype_is_float (expr->dtype) && tl_math1_find (name) != NULL)
    return math1 (compiler, expr->dtype, tl_math1_find (name), tl_compile_lane (compiler, expr->args[0], lane));
  if (expr->n_args == 2 && tl_dtype_is_float (expr->dtype) && tl_math2_find (name) != NULL)
    return math2 (compiler, expr->dtype, tl_math2_find (name), tl_compile_lane (compiler, expr->args[0], lane),
                  tl_compile_lane (compiler, expr->args[1], lane));
  return compile_extern (compiler, expr, lane);
}

static guint32
compile_var (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  const TlVarPlace *place = g_hash_table_lookup (compiler->vars, expr);

  if (place != NULL)
    return place->reg + lane;
  if (compiler->tracked != NULL)
    {
      if (compiler->mark_problem == NULL)
        compiler->mark_problem = g_strdup_printf ("the value of %s decides what is read", expr->name);
      return tl_compiler_int (compiler, 0);
    }
  tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "the variable %s has no value here", expr->name);
  return tl_compiler_register (compiler);
}

static guint32
compile_select (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  guint32 cond = tl_compile_lane (compiler, expr->cond, expr->cond->dtype.lanes > 1 ? lane : 0);
  guint32 a = tl_compile_lane (compiler, expr->if_true, lane);
  guint32 b = tl_compile_lane (compiler, expr->if_false, lane);
  guint32 dst = emit_binary (compiler, TL_OP_SELECT, a, b);

  tl_compiler_instr (compiler, compiler->code->len - 1)->c = cond;
  return dst;
}

static guint32
compile_let (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  guint   lanes = expr->let_var->dtype.lanes;
  guint32 first = compiler->next_register;

  compiler->next_register += lanes;
  compiler->n_registers = MAX (compiler->n_registers, compiler->next_register);
  for (guint i = 0; i < lanes; i++)
    tl_compiler_emit (compiler, TL_OP_MOVE, first + i, tl_compile_lane (compiler, expr->let_value, i), 0);
  tl_compiler_bind (compiler, expr->let_var, first);
  return tl_compile_lane (compiler, expr->let_body, lane);
}

static guint32
compile_ramp (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  guint32 base = tl_compile_lane (compiler, expr->base, 0);
  gint64  stride;
  guint32 step;

  if (lane == 0)
    return base;
  if (tl_compiler_get_int (compiler, expr->stride, &stride))
    step = tl_compiler_int (compiler, stride * (gint64) lane);
  else
    step = emit_binary (compiler, TL_OP_MUL_I, tl_compile_lane (compiler, expr->stride, 0), tl_compiler_int (compiler, lane));
  return wrap (compiler, expr->dtype, emit_binary (compiler, TL_OP_ADD_I, base, step));
}

/* Leaves the value of lane @lane in the register returned; scalars have one lane. */
guint32
tl_compile_lane (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  if (lane >= expr->dtype.lanes)
    lane = 0;
  switch (expr->kind)
    {
    case TL_EXPR_INT:
      return tl_compiler_int (compiler, expr->int_value);
    case TL_EXPR_FLOAT:
      return float_constant (compiler, expr->dtype, expr->float_value);
    case TL_EXPR_STRING:
      return tl_compiler_int (compiler, 0);
    case TL_EXPR_VAR:
      return compile_var (compiler, expr, lane);
    case TL_EXPR_CAST:
      return compile_cast (compiler, expr, lane);
    case TL_EXPR_AND:
    case TL_EXPR_OR:
      return compile_logic (compiler, expr, lane);
    case TL_EXPR_NOT:
      return emit_unary (compiler, TL_OP_NOT, tl_compile_lane (compiler, expr->a, lane));
    case TL_EXPR_SELECT:
      return compile_select (compiler, expr, lane);
    case TL_EXPR_LOAD:
      return compile_load (compiler, expr, lane);
    case TL_EXPR_CALL:
      return compile_call (compiler, expr, lane);
    case TL_EXPR_RAMP:
      return compile_ramp (compiler, expr, lane);
    case TL_EXPR_BROADCAST:
      return tl_compile_lane (compiler, expr->base, 0);
    case TL_EXPR_LET:
      return compile_let (compiler, expr, lane);
    default:
      return compile_arithmetic (compiler, expr, lane);
    }
}

guint32
tl_compiler_scalar (TlCompiler *compiler, const TlExpr *expr)
{
  return tl_compile_lane (compiler, expr, 0);
}
