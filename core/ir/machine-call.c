/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Machine instructions as arithmetic. Lanes that meet in one lane of the result are taken as one wide lane by T.reinterpret (the lowest
 * comes first, as in memory), from which shifts take the parts: so everything is arithmetic lane by lane.
 */
#include "core/ir/machine-call.h"

#include <string.h>

/* One instruction being written out: its operands, each a variable or the like, so that it may stand several times. */
typedef struct
{
  TlArena      *arena;
  TlDType       result;
  const TlExpr *args[3];
} Meaning;

static const TlExpr *
lanes_of (const Meaning *m, TlDType dtype, gint64 value)
{
  const TlExpr *scalar = tl_expr_int (m->arena, tl_dtype_with_lanes (dtype, 1), value);

  return dtype.lanes > 1 ? tl_expr_broadcast (m->arena, scalar, dtype.lanes) : scalar;
}

static const TlExpr *
call2 (const Meaning *m, const char *name, const TlExpr *a, gint64 b)
{
  const TlExpr *args[2] = { a, lanes_of (m, a->dtype, b) };

  return tl_expr_call (m->arena, a->dtype, tl_intrinsic_find (name), args, 2);
}

static const TlExpr *
as_type (const Meaning *m, TlDType dtype, const TlExpr *value)
{
  if (value->kind == TL_EXPR_BROADCAST && value->base->dtype.bits == dtype.bits)
    return tl_expr_broadcast (m->arena, as_type (m, tl_dtype_with_lanes (dtype, 1), value->base), dtype.lanes);
  return tl_dtype_equal (dtype, value->dtype) ? value
       : tl_expr_call (m->arena, dtype, tl_intrinsic_find ("reinterpret"), &value, 1);
}

/* Part @index, of @bits bits, of each lane; with or without its sign. */
static const TlExpr *
part (const Meaning *m, const TlExpr *lanes, guint index, guint bits, gboolean is_signed)
{
  guint width = lanes->dtype.bits;

  if (!is_signed)
    return call2 (m, "bitwise_and", index > 0 ? call2 (m, "shift_right", lanes, index * bits) : lanes, (1 << bits) - 1);
  if ((index + 1) * bits < width)
    lanes = call2 (m, "shift_left", lanes, width - (index + 1) * bits);
  return call2 (m, "shift_right", lanes, width - bits);
}

static const TlExpr *
add (const Meaning *m, const TlExpr *a, const TlExpr *b)
{
  return tl_expr_binary (m->arena, TL_EXPR_ADD, a, b);
}

/* args[0] + Σ of products of the four bytes in each lane */
static const TlExpr *
dot_bytes (const Meaning *m, gboolean is_signed_a, gboolean is_signed_b)
{
  TlDType       words = tl_dtype_with_lanes (TL_INT32, m->result.lanes);
  const TlExpr *a = as_type (m, words, m->args[1]), *b = as_type (m, words, m->args[2]), *sum = as_type (m, words, m->args[0]);

  for (guint i = 0; i < 4; i++)
    sum = add (m, sum, tl_expr_binary (m->arena, TL_EXPR_MUL, part (m, a, i, 8, is_signed_a), part (m, b, i, 8, is_signed_b)));
  return as_type (m, m->result, sum);
}

static const TlExpr *
dot_unsigned_signed (const Meaning *m)
{
  return dot_bytes (m, FALSE, TRUE);
}

static const TlExpr *
dot_signed (const Meaning *m)
{
  return dot_bytes (m, TRUE, TRUE);
}

static const TlExpr *
dot_unsigned (const Meaning *m)
{
  return dot_bytes (m, FALSE, FALSE);
}

/* Two products of an unsigned and a signed byte in each lane of 16 bits; their sum saturates. */
static const TlExpr *
multiply_bytes (const Meaning *m)
{
  TlDType       halves = { TL_TYPE_INT, 16, m->result.lanes }, words = tl_dtype_with_lanes (TL_INT32, m->result.lanes);
  const TlExpr *a = as_type (m, halves, m->args[0]), *b = as_type (m, halves, m->args[1]), *sum = NULL;

  for (guint i = 0; i < 2; i++)
    {
      const TlExpr *x = tl_expr_cast (m->arena, words, part (m, a, i, 8, FALSE)),
                    *y = tl_expr_cast (m->arena, words, part (m, b, i, 8, TRUE));
      const TlExpr *product = tl_expr_binary (m->arena, TL_EXPR_MUL, x, y);

      sum = sum != NULL ? add (m, sum, product) : product;
    }
  sum = tl_expr_binary (m->arena, TL_EXPR_MIN, sum, lanes_of (m, words, G_MAXINT16));
  sum = tl_expr_binary (m->arena, TL_EXPR_MAX, sum, lanes_of (m, words, G_MININT16));
  return tl_expr_cast (m->arena, m->result, sum);
}

/* Σ of products of the two halves of each lane of 32 bits */
static const TlExpr *
multiply_halves (const Meaning *m)
{
  const TlExpr *a = as_type (m, m->result, m->args[0]), *b = as_type (m, m->result, m->args[1]);
  const TlExpr *low = tl_expr_binary (m->arena, TL_EXPR_MUL, part (m, a, 0, 16, TRUE), part (m, b, 0, 16, TRUE));

  return add (m, low, tl_expr_binary (m->arena, TL_EXPR_MUL, part (m, a, 1, 16, TRUE), part (m, b, 1, 16, TRUE)));
}

/* args[0] + the product of the upper bfloat16 + that of the lower: each product is exact in float32, so adding it is a fused operation. */
static const TlExpr *
dot_bfloats (const Meaning *m)
{
  TlDType       words = tl_dtype_with_lanes ((TlDType) { TL_TYPE_UINT, 32, 1 }, m->result.lanes);
  const TlExpr *a = as_type (m, words, m->args[1]), *b = as_type (m, words, m->args[2]), *sum = m->args[0];

  for (guint i = 2; i-- > 0;)
    {
      const TlExpr *x = i > 0 ? call2 (m, "bitwise_and", a, 0xffff0000) : call2 (m, "shift_left", a, 16);
      const TlExpr *y = i > 0 ? call2 (m, "bitwise_and", b, 0xffff0000) : call2 (m, "shift_left", b, 16);

      sum = add (m, sum, tl_expr_binary (m->arena, TL_EXPR_MUL, as_type (m, m->result, x), as_type (m, m->result, y)));
    }
  return sum;
}

static const TlExpr *
multiply_long (const Meaning *m)
{
  return tl_expr_binary (m->arena, TL_EXPR_MUL, tl_expr_cast (m->arena, m->result, m->args[0]),
                         tl_expr_cast (m->arena, m->result, m->args[1]));
}

/* Sums of neighbours, twice as wide. */
static const TlExpr *
add_neighbours_long (const Meaning *m)
{
  const TlExpr *pairs = as_type (m, m->result, m->args[0]);
  guint         bits = m->result.bits / 2;

  return add (m, part (m, pairs, 0, bits, TRUE), part (m, pairs, 1, bits, TRUE));
}

/* Sums of neighbours of both operands, those of the first in the lower half. */
static const TlExpr *
add_neighbours (const Meaning *m)
{
  TlDType       pairs = { TL_TYPE_INT, m->result.bits * 2, m->result.lanes / 2 }, all = pairs;
  const TlExpr *halves[2] = { as_type (m, pairs, m->args[0]), as_type (m, pairs, m->args[1]) }, *both;

  all.lanes = m->result.lanes;
  both = tl_expr_call (m->arena, all, tl_intrinsic_find ("vectorcombine"), halves, 2);
  return tl_expr_cast (m->arena, m->result, add (m, both, call2 (m, "shift_right", both, m->result.bits)));
}

typedef struct
{
  TlMachineInstruction instruction;
  guint                n_args;
  guint                result_bits;
  guint                arg_bits[3];   /* of the whole operand; 0: as the result */
  const TlExpr      *(*write) (const Meaning *m);
} InstructionRow;

static const InstructionRow rows[] = {
  { { "llvm.x86.avx512.vpdpbusd.512", "avx512vnni", "_mm512_dpbusd_epi32", "__AVX512VNNI__", { -1, -1 } }, 3, 512, { 0, 0, 0 },
    dot_unsigned_signed },
  { { "llvm.x86.avx512.pmaddubs.w.512", "avx512bw", "_mm512_maddubs_epi16", "__AVX512BW__", { -1, -1 } }, 2, 512, { 0, 0 },
    multiply_bytes },
  { { "llvm.x86.avx512.pmaddw.d.512", "avx512bw", "_mm512_madd_epi16", "__AVX512BW__", { -1, -1 } }, 2, 512, { 0, 0 }, multiply_halves },
  { { "llvm.x86.avx512.vpdpbusd.256", "avxvnni", "_mm256_dpbusd_avx_epi32", "__AVXVNNI__", { -1, -1 } }, 3, 256, { 0, 0, 0 },
    dot_unsigned_signed },
  { { "llvm.x86.avx2.pmadd.wd", "avx2", "_mm256_madd_epi16", "__AVX2__", { -1, -1 } }, 2, 256, { 0, 0 }, multiply_halves },
  { { "llvm.x86.avx512bf16.dpbf16ps.512", "avx512bf16", NULL, NULL, { -1, -1 } }, 3, 512, { 0, 0, 0 }, dot_bfloats },
  { { "llvm.aarch64.neon.sdot", "dotprod", NULL, NULL, { 0, 2 } }, 3, 128, { 0, 0, 0 }, dot_signed },
  { { "llvm.aarch64.neon.udot", "dotprod", NULL, NULL, { 0, 2 } }, 3, 128, { 0, 0, 0 }, dot_unsigned },
  { { "llvm.aarch64.neon.smull", "neon", NULL, NULL, { 0, -1 } }, 2, 128, { 64, 64 }, multiply_long },
  { { "llvm.aarch64.neon.saddlp", "neon", NULL, NULL, { 0, 1 } }, 1, 128, { 0 }, add_neighbours_long },
  { { "llvm.aarch64.neon.addp", "neon", NULL, NULL, { 0, -1 } }, 2, 128, { 0, 0 }, add_neighbours },
};

const TlMachineInstruction *
tl_machine_instruction_nth (guint index)
{
  return index < G_N_ELEMENTS (rows) ? &rows[index].instruction : NULL;
}

static const InstructionRow *
find_row (const TlExpr *call)
{
  if (call->kind != TL_EXPR_CALL || strcmp (call->callee->name, "call_llvm_pure_intrin") != 0 || call->n_args < 1
      || call->args[0]->kind != TL_EXPR_STRING)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].instruction.name, call->args[0]->text) == 0)
      return &rows[i];
  return NULL;
}

/* Sizes alone: TVM's own intrinsics are careless of signs, and LLVM knows none. */
static gboolean
fits (const InstructionRow *row, const TlExpr *call)
{
  if (call->n_args != row->n_args + 1 || (guint) call->dtype.bits * call->dtype.lanes != row->result_bits)
    return FALSE;
  for (guint i = 0; i < row->n_args; i++)
    {
      TlDType type = call->args[i + 1]->dtype;
      guint   bits = row->arg_bits[i] != 0 ? row->arg_bits[i] : row->result_bits;

      if ((guint) type.bits * type.lanes != bits || type.code == TL_TYPE_BOOL || type.code == TL_TYPE_HANDLE)
        return FALSE;
    }
  return TRUE;
}

const TlMachineInstruction *
tl_machine_call_find (const TlExpr *call)
{
  const InstructionRow *row = find_row (call);

  return row != NULL && fits (row, call) ? &row->instruction : NULL;
}

static gboolean
is_plain (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_VAR || expr->kind == TL_EXPR_INT || expr->kind == TL_EXPR_FLOAT
         || (expr->kind == TL_EXPR_BROADCAST && is_plain (expr->base));
}

const TlExpr *
tl_machine_call_meaning (TlArena *arena, const TlExpr *call)
{
  const InstructionRow *row = find_row (call);
  const TlVar  *vars[3] = { NULL };
  Meaning       m = { .arena = arena, .result = call->dtype };
  const TlExpr *value;

  if (row == NULL || !fits (row, call))
    return NULL;
  for (guint i = 0; i < row->n_args; i++)
    {
      const TlExpr *arg = call->args[i + 1];

      if (!is_plain (arg))
        vars[i] = tl_expr_var (arena, "operand", arg->dtype);
      m.args[i] = vars[i] != NULL ? (const TlExpr *) vars[i] : arg;
    }
  value = row->write (&m);
  for (guint i = row->n_args; i-- > 0;)
    if (vars[i] != NULL)
      value = tl_expr_let (arena, vars[i], call->args[i + 1], value);
  return value;
}

static gboolean
is_four_bytes (const TlExpr *expr)
{
  return tl_dtype_is_integer (expr->dtype) && expr->dtype.bits == 8 && expr->dtype.lanes == 4;
}

const TlExpr *const *
tl_dot_of_four_args (const TlExpr *call)
{
  gboolean is_own = call->n_args == 3 && strcmp (call->callee->name, "dp4a") == 0;
  gboolean is_extern = call->n_args == 4 && strcmp (call->callee->name, "call_pure_extern") == 0 && call->args[0]->kind == TL_EXPR_STRING
                       && strcmp (call->args[0]->text, "__dp4a") == 0;
  const TlExpr *const *args = is_own || is_extern ? call->args + call->n_args - 3 : NULL;

  return args != NULL && is_four_bytes (args[0]) && is_four_bytes (args[1]) && tl_dtype_is_integer (args[2]->dtype)
         && args[2]->dtype.bits == 32 && args[2]->dtype.lanes == 1 ? args : NULL;
}
