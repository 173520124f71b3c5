/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions to register code, one lane at a time: a lane of a ramp is a sum, a lane of a broadcast is the value itself, so vector
 * programs need no vector instructions and choices stay lazy in every lane.
 */
#include "core/interp/compile-private.h"
#include "core/ir/walk.h"

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
    return tl_emit_binary (compiler, TL_OP_ADD_I32, a, b);
  if (is_int32 && row->integer == TL_OP_SUB_I)
    return tl_emit_binary (compiler, TL_OP_SUB_I32, a, b);
  if (is_int32 && row->integer == TL_OP_MUL_I)
    return tl_emit_binary (compiler, TL_OP_MUL_I32, a, b);
  dst = tl_emit_binary (compiler, tl_is_uint64 (type) ? row->unsigned64 : row->integer, a, b);
  /* A remainder, and a quotient by anything but -1, stay within their type. */
  return row->wraps && (row->integer != TL_OP_FLOORMOD_I && row->integer != TL_OP_MOD_I) ? tl_emit_wrap (compiler, type, dst) : dst;
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
    return tl_emit_math2 (compiler, type, tl_math2_find ("fmod"), a, b);
  if (kind == TL_EXPR_FLOORDIV)
    return tl_emit_math2 (compiler, type, floor_quotient, a, b);
  if (kind == TL_EXPR_FLOORMOD)
    return tl_emit_math2 (compiler, type, floor_remainder, a, b);
  dst = tl_emit_binary (compiler, tl_is_single (type) ? row->single : row->other, a, b);
  return row->wraps ? tl_emit_round (compiler, type, dst) : dst;
}

/* c + a * b on float32 in one instruction, which still rounds twice. */
static gboolean
try_multiply_add (TlCompiler *compiler, const TlExpr *expr, guint lane, guint32 *result)
{
  guint32 a, b, c;

  if (expr->kind != TL_EXPR_ADD || !tl_is_single (expr->dtype) || expr->b->kind != TL_EXPR_MUL)
    return FALSE;
  c = tl_compile_lane (compiler, expr->a, lane);
  a = tl_compile_lane (compiler, expr->b->a, lane);
  b = tl_compile_lane (compiler, expr->b->b, lane);
  *result = tl_emit_binary (compiler, TL_OP_MULADD_S, a, b);
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
  gboolean divides = expr->kind == TL_EXPR_DIV || expr->kind == TL_EXPR_MOD || expr->kind == TL_EXPR_FLOORDIV
                     || expr->kind == TL_EXPR_FLOORMOD;

  if (divides && !tl_dtype_is_float (expr->dtype) && (expr->b->kind != TL_EXPR_INT || expr->b->int_value == 0))
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
    return tl_emit_binary (compiler, is_and ? TL_OP_BIT_AND : TL_OP_BIT_OR, a, tl_compile_lane (compiler, expr->b, lane));
  dst = tl_emit_unary (compiler, TL_OP_MOVE, a);
  jump = tl_compiler_emit (compiler, is_and ? TL_OP_JUMP_ZERO : TL_OP_JUMP_NONZERO, 0, dst, 0);
  tl_compiler_emit (compiler, TL_OP_MOVE, dst, tl_compile_side (compiler, expr->a, expr->b, lane), 0);
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
    return tl_emit_unary (compiler, tl_is_single (from) ? TL_OP_S_TO_BOOL : tl_is_double (from) ? TL_OP_D_TO_BOOL : TL_OP_I_TO_BOOL, a);
  if (tl_dtype_is_float (from) && tl_dtype_is_float (to))
    {
      guint32 wide = tl_is_single (from) ? tl_emit_unary (compiler, TL_OP_S_TO_D, a) : a;

      return tl_is_single (to) ? tl_emit_unary (compiler, TL_OP_D_TO_S, wide) : tl_emit_round (compiler, to, wide);
    }
  if (tl_dtype_is_float (from))
    {
      gboolean by_int32 = to.bits < 32 || (to.bits == 32 && to.code == TL_TYPE_INT);
      TlOp     convert = tl_is_single (from) ? (by_int32 ? TL_OP_S_TO_I32 : TL_OP_S_TO_I) : by_int32 ? TL_OP_D_TO_I32 : TL_OP_D_TO_I;

      if (!tl_is_uint64 (to))
        return tl_emit_wrap (compiler, to, tl_emit_unary (compiler, convert, a));
      return tl_emit_unary (compiler, TL_OP_D_TO_U, tl_is_single (from) ? tl_emit_unary (compiler, TL_OP_S_TO_D, a) : a);
    }
  if (tl_is_single (to))
    return tl_emit_unary (compiler, tl_is_uint64 (from) ? TL_OP_U_TO_S : TL_OP_I_TO_S, a);
  if (tl_is_double (to))
    return tl_emit_round (compiler, to, tl_emit_unary (compiler, tl_is_uint64 (from) ? TL_OP_U_TO_D : TL_OP_I_TO_D, a));
  /* Widening keeps the canonical form, except where a sign would have to become unsigned. */
  if (to.bits > from.bits && (to.code == from.code || from.code != TL_TYPE_INT))
    return a;
  return tl_emit_wrap (compiler, to, a);
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

/*
 * A vector along the last dimension that runs past the end of a row continues in the next row: tensor intrinsics read tiles so. Gives the
 * rows that @lane is ahead and its place there.
 */
static gboolean
find_row (const TlBuffer *buffer, const TlExpr *index, guint lane, gint64 *row, gint64 *column)
{
  gint64 first, stride, extent, distance;

  if (index->kind != TL_EXPR_RAMP || !tl_expr_get_int (index->base, &first) || !tl_expr_get_int (index->stride, &stride)
      || !tl_expr_get_int (buffer->shape[buffer->n_dims - 1], &extent) || first < 0 || stride < 0 || extent <= 0
      || __builtin_mul_overflow (stride, (gint64) lane, &distance) || __builtin_add_overflow (first, distance, &distance))
    return FALSE;
  *row = distance / extent;
  *column = distance % extent;
  return *row > 0;
}

guint32
tl_compiler_address (TlCompiler *compiler, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, guint lane)
{
  guint32 registers[TL_TENSOR_MAX_DIMS] = { 0 };
  guint   slot = tl_compiler_slot (compiler, buffer);
  guint32 dst;
  guint   at;
  TlInstr *instr;
  gint64  row, column;

  if (n_indices != buffer->n_dims || n_indices > TL_TENSOR_MAX_DIMS)
    {
      tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "%s has %u dimensions and is accessed with %u indices", buffer->name,
                       buffer->n_dims, n_indices);
      return tl_compiler_register (compiler);
    }
  for (guint i = 0; i < n_indices; i++)
    registers[i] = tl_compile_lane (compiler, indices[i], indices[i]->dtype.lanes > 1 ? lane : 0);
  if (n_indices >= 2 && find_row (buffer, indices[n_indices - 1], lane, &row, &column))
    {
      registers[n_indices - 2] = tl_emit_binary (compiler, TL_OP_ADD_I, registers[n_indices - 2], tl_compiler_int (compiler, row));
      registers[n_indices - 1] = tl_compiler_int (compiler, column);
    }
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
  if (compiler->launch == NULL && (!compiler->watches || last->c < compiler->n_params) && last->op == TL_OP_ADDR2 && tl_is_single (type)
      && element_lanes == 1)
    {
      last->op = TL_OP_LOAD2_S;
      return address;
    }
  tl_compiler_watch (compiler, TL_OP_WATCH_LOAD, tl_compiler_slot (compiler, expr->buffer), address, lane % element_lanes);
  dst = tl_compiler_register (compiler);
  tl_compiler_emit (compiler, load_op (type), dst, address, 0);
  last = tl_compiler_instr (compiler, compiler->code->len - 1);
  last->c = tl_compiler_slot (compiler, expr->buffer);
  last->integer = lane % element_lanes;
  last->n = (guint16) tl_compile_access_lanes (compiler, expr->buffer, expr->indices, expr->n_indices, lane);
  return dst;
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

/* A side that may fail is computed only where it is chosen, as by T.if_then_else: an element outside of its buffer is not read. */
static guint32
compile_select (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  if (!is_harmless (expr->if_true) || !is_harmless (expr->if_false))
    return tl_compile_choice (compiler, expr->cond, expr->if_true, expr->if_false, lane);

  guint32 cond = tl_compile_lane (compiler, expr->cond, expr->cond->dtype.lanes > 1 ? lane : 0);
  guint32 a = tl_compile_lane (compiler, expr->if_true, lane);
  guint32 b = tl_compile_lane (compiler, expr->if_false, lane);
  guint32 dst = tl_emit_binary (compiler, TL_OP_SELECT, a, b);

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
  guint32 base = tl_compile_common (compiler, expr->base);
  gint64  stride;
  guint32 step;

  if (lane == 0)
    return base;
  if (tl_compiler_get_int (compiler, expr->stride, &stride))
    step = tl_compiler_int (compiler, (gint64) ((guint64) stride * lane));
  else
    step = tl_emit_binary (compiler, TL_OP_MUL_I, tl_compile_lane (compiler, expr->stride, 0), tl_compiler_int (compiler, lane));
  return tl_emit_wrap (compiler, expr->dtype, tl_emit_binary (compiler, TL_OP_ADD_I, base, step));
}

/* Leaves the value of lane @lane in the register returned; scalars have one lane. */
guint32
tl_compile_lane (TlCompiler *compiler, const TlExpr *expr, guint lane)
{
  if (tl_compile_is_too_large (compiler))
    return tl_compiler_int (compiler, 0);
  if (lane >= expr->dtype.lanes)
    lane = 0;
  if (!tl_dtype_is_computable (expr->dtype))
    {
      tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "the interpreter does not compute with %s", tl_dtype_name (expr->dtype));
      return tl_compiler_register (compiler);
    }
  switch (expr->kind)
    {
    case TL_EXPR_INT:
      return tl_compiler_int (compiler, expr->int_value);
    case TL_EXPR_FLOAT:
      return tl_emit_float (compiler, expr->dtype, expr->float_value);
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
      return tl_emit_unary (compiler, TL_OP_NOT, tl_compile_lane (compiler, expr->a, lane));
    case TL_EXPR_SELECT:
      return compile_select (compiler, expr, lane);
    case TL_EXPR_LOAD:
      return compile_load (compiler, expr, lane);
    case TL_EXPR_CALL:
      return tl_compile_call (compiler, expr, lane);
    case TL_EXPR_RAMP:
      return compile_ramp (compiler, expr, lane);
    case TL_EXPR_BROADCAST:
      return tl_compile_common (compiler, expr->base);
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
