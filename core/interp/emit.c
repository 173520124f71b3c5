/* SPDX-License-Identifier: Apache-2.0 */
/* The compiler's instruments: registers, constants, instructions, and the steps that keep registers in canonical form. */
#include <stdarg.h>

#include "core/base/half.h"
#include "core/interp/compile-private.h"

/* A thousand times what an unrolled kernel takes. */
#define MAX_CODE (4u << 20)

guint32
tl_compiler_register (TlCompiler *compiler)
{
  guint32 reg = compiler->next_register++;

  compiler->n_registers = MAX (compiler->n_registers, compiler->next_register);
  return reg;
}

gboolean
tl_compile_is_too_large (TlCompiler *compiler)
{
  compiler->is_too_large |= compiler->code->len > MAX_CODE;
  return compiler->is_too_large;
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
  if (compiler->places != NULL)
    g_ptr_array_add (compiler->places, (gpointer) tl_compile_place (compiler));
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
constant (TlCompiler *compiler, TlInterpCell cell)
{
  gint64   key = cell.i;
  gpointer found = g_hash_table_lookup (compiler->constant_ids, &key);
  guint    index;

  if (found != NULL)
    return TL_CONSTANT_FLAG | (GPOINTER_TO_UINT (found) - 1);
  index = compiler->constants->len;
  g_array_append_val (compiler->constants, cell);
  g_hash_table_insert (compiler->constant_ids, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index + 1));
  return TL_CONSTANT_FLAG | index;
}

guint32
tl_compiler_int (TlCompiler *compiler, gint64 value)
{
  return constant (compiler, (TlInterpCell) { .i = value });
}

guint32
tl_emit_float (TlCompiler *compiler, TlDType type, double value)
{
  TlInterpCell cell = { .i = 0 };

  if (tl_is_single (type))
    cell.s = (float) value;
  else
    cell.d = tl_round_to_dtype (type, value);
  return constant (compiler, cell);
}

guint32
tl_emit_unary (TlCompiler *compiler, TlOp op, guint32 a)
{
  guint32 dst = tl_compiler_register (compiler);

  tl_compiler_emit (compiler, op, dst, a, 0);
  return dst;
}

guint32
tl_emit_binary (TlCompiler *compiler, TlOp op, guint32 a, guint32 b)
{
  guint32 dst = tl_compiler_register (compiler);

  tl_compiler_emit (compiler, op, dst, a, b);
  return dst;
}

/* Brings an integer back into the canonical form of its type. */
guint32
tl_emit_wrap (TlCompiler *compiler, TlDType type, guint32 reg)
{
  gboolean is_signed = type.code == TL_TYPE_INT;

  switch (type.bits)
    {
    case 8:
      return tl_emit_unary (compiler, type.code == TL_TYPE_BOOL ? TL_OP_I_TO_BOOL : is_signed ? TL_OP_WRAP_I8 : TL_OP_WRAP_U8, reg);
    case 16:
      return tl_emit_unary (compiler, is_signed ? TL_OP_WRAP_I16 : TL_OP_WRAP_U16, reg);
    case 32:
      return tl_emit_unary (compiler, is_signed ? TL_OP_WRAP_I32 : TL_OP_WRAP_U32, reg);
    default:
      return reg;
    }
}

guint32
tl_emit_round (TlCompiler *compiler, TlDType type, guint32 reg)
{
  if (type.code == TL_TYPE_BFLOAT)
    return tl_emit_unary (compiler, TL_OP_ROUND_BFLOAT, reg);
  return type.code == TL_TYPE_FLOAT && type.bits == 16 ? tl_emit_unary (compiler, TL_OP_ROUND_HALF, reg) : reg;
}

guint32
tl_emit_math1 (TlCompiler *compiler, TlDType type, TlMath1 function, guint32 a)
{
  guint32 dst = tl_emit_unary (compiler, tl_is_single (type) ? TL_OP_MATH1_S : TL_OP_MATH1_D, a);

  tl_compiler_instr (compiler, compiler->code->len - 1)->math1 = function;
  return tl_emit_round (compiler, type, dst);
}

guint32
tl_emit_math2 (TlCompiler *compiler, TlDType type, TlMath2 function, guint32 a, guint32 b)
{
  guint32 dst = tl_emit_binary (compiler, tl_is_single (type) ? TL_OP_MATH2_S : TL_OP_MATH2_D, a, b);

  tl_compiler_instr (compiler, compiler->code->len - 1)->math2 = function;
  return tl_emit_round (compiler, type, dst);
}
