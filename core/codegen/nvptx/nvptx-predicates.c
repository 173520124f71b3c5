/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads and stores under a condition, as instructions with a predicate in place of branches:
 *
 *   C[i] = if_then_else (i < n, A[i], 0)    →   mov %r, 0;  @%p ld.global.nc %r, [A + i];  st.global [C + i], %r
 *   if i < n: C[i] = r                      →   @%p st.global [C + i], %r
 *
 * A branch ends a block of code, which ptxas moves no loads across, while it moves the sums of a result to where they are stored, if there
 * alone: the edge of a matmul that is no whole number of tiles took 255 registers and spilled.
 *
 * LLVM has no such instructions, so they are assembly. Only memory that no thread writes is read in this way: LLVM may then move it.
 */
#include "core/codegen/nvptx/nvptx-private.h"

#include <math.h>

#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"
#include "core/ir/walk.h"

#define MOST_STEPS 16u   /* of a value that is computed whatever the condition is */
#define MOST_BYTES 16u   /* of an instruction */

/* --- which --- */

typedef struct
{
  Codegen *cg;
  guint    n_steps, n_loads;
} ValueCheck;

/* One element, or several beside each other. */
static gboolean
is_row (const TlExpr *position)
{
  gint64 stride;

  return position->dtype.lanes == 1
         || (position->kind == TL_EXPR_RAMP && tl_expr_get_int (position->stride, &stride) && stride == 1);
}

static gboolean
is_whole (const TlBuffer *buffer, const TlExpr *position)
{
  return is_row (position) && buffer->dtype.lanes == 1 && buffer->dtype.code != TL_TYPE_BOOL && tl_dtype_bytes (buffer->dtype) >= 2;
}

/* A parameter that no thread of the kernel writes. */
static gboolean
is_constant (Codegen *cg, const TlBuffer *buffer)
{
  LLVMValueRef place = g_hash_table_lookup (cg->buffers, buffer);
  unsigned readonly = LLVMGetEnumAttributeKindForName ("readonly", strlen ("readonly"));

  if (place == NULL || LLVMIsAArgument (place) == NULL)
    return FALSE;
  for (unsigned i = 0; i < LLVMCountParams (cg->func->function); i++)
    if (LLVMGetParam (cg->func->function, i) == place)
      return LLVMGetEnumAttributeAtIndex (cg->func->function, i + 1, readonly) != NULL;
  return FALSE;
}

static gboolean
is_array_of_thread (const TlBuffer *buffer)
{
  return !tl_scope_is_shared (buffer->scope) && !tl_scope_is_of_warp (buffer->scope) && !g_str_equal (buffer->scope, "global");
}

/* The position is an element of the array whatever the condition is. */
static gboolean
is_inside (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  const TlExpr *first = position->kind == TL_EXPR_RAMP ? position->base : position;
  gint64 low, high, last = position->kind == TL_EXPR_RAMP ? position->dtype.lanes - 1 : 0;

  tl_analyzer_const_bounds (cg->analyzer, first, &low, &high);
  return low >= 0 && high < tl_buffer_n_elements (buffer) - last;
}

/* Loads on the way to a position are under the condition, too. */
static TlWalk
check_position (const TlExpr *expr, gpointer user_data)
{
  return expr->kind != TL_EXPR_LOAD || (is_whole (expr->buffer, expr->indices[0]) && is_constant (user_data, expr->buffer)) ? TL_WALK_INTO
                                                                                                                           : TL_WALK_STOP;
}

static TlWalk
check_value (const TlExpr *expr, gpointer user_data)
{
  ValueCheck *check = user_data;

  if (++check->n_steps > MOST_STEPS || (expr->kind == TL_EXPR_CALL && !expr->callee->is_float_math))
    return TL_WALK_STOP;
  if (expr->kind != TL_EXPR_LOAD)
    return TL_WALK_INTO;
  check->n_loads++;
  const TlExpr *position = expr->indices[0];
  gboolean may_load = is_array_of_thread (expr->buffer)
                          ? is_row (position) && is_inside (check->cg, expr->buffer, position)
                          : is_whole (expr->buffer, position) && is_constant (check->cg, expr->buffer);
  return may_load && tl_expr_walk (position, check_position, check->cg) ? TL_WALK_OVER : TL_WALK_STOP;
}

/* Whether @value may be computed where the condition does not hold, with zeros for what is not loaded then. */
static gboolean
may_compute (Codegen *cg, const TlExpr *value, guint *n_loads)
{
  ValueCheck check = { .cg = cg };
  gboolean may = tl_expr_walk (value, check_value, &check);

  *n_loads = check.n_loads;
  return may;
}

static gboolean
may_predicate (Codegen *cg, const TlStmt *stmt)
{
  gint64 extent;
  guint n_loads;

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      tl_analyzer_bind (cg->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
      return stmt->loop.kind == TL_LOOP_UNROLLED && tl_expr_get_int (stmt->loop.extent, &extent) && may_predicate (cg, stmt->loop.body);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (!may_predicate (cg, stmt->stmts[i]))
          return FALSE;
      return TRUE;
    case TL_STMT_STORE:
      return !is_array_of_thread (stmt->buffer) && is_whole (stmt->buffer, stmt->indices[0])
             && tl_expr_walk (stmt->indices[0], check_position, cg) && may_compute (cg, stmt->value, &n_loads);
    default:
      return FALSE;
    }
}

/* --- instructions --- */

/* A part of a vector that one instruction moves. */
typedef struct
{
  guint offset, n_bytes;
} Piece;

static Piece
next_piece (guint offset, guint n_bytes, guint alignment)
{
  guint size = MOST_BYTES;

  while (size > n_bytes - offset || size > alignment || offset % size != 0)
    size /= 2;
  return (Piece) { offset, size };
}

static LLVMTypeRef
element_of (LLVMTypeRef type)
{
  return LLVMGetTypeKind (type) == LLVMVectorTypeKind ? LLVMGetElementType (type) : type;
}

static guint
bytes_of (LLVMTypeRef type)
{
  LLVMTypeRef element = element_of (type);
  guint bits = LLVMGetTypeKind (element) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth (element)
               : LLVMGetTypeKind (element) == LLVMDoubleTypeKind ? 64
               : LLVMGetTypeKind (element) == LLVMFloatTypeKind  ? 32 : 16;

  return bits / 8 * (element != type ? LLVMGetVectorSize (type) : 1);
}

/* "{$0, $1}" of @n operands from @first on. */
static void
add_operands (GString *text, guint first, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s$%u", i > 0 ? ", " : n > 1 ? "{" : "", first + i);
  if (n > 1)
    g_string_append_c (text, '}');
}

/* A type of registers. */
typedef struct
{
  LLVMTypeRef type;
  const char *name;        /* in instructions */
  const char *constraint;
  guint       n_bytes;
} WordType;

/* The registers that @n_bytes of that type at such an address are moved through. */
static WordType
word_type (Codegen *cg, LLVMTypeRef type, guint n_bytes, guint alignment)
{
  if (LLVMGetTypeKind (element_of (type)) == LLVMFloatTypeKind)
    return (WordType) { cg->f32, "f32", "f", 4 };
  if (n_bytes % 4 == 0 && alignment % 4 == 0)
    return (WordType) { cg->i32, "b32", "r", 4 };
  return (WordType) { cg->i16, "b16", "h", 2 };
}

static void
add_suffix (GString *text, guint n, const WordType *word)
{
  if (n > 1)
    g_string_append_printf (text, ".v%u", n);
  g_string_append_printf (text, ".%s ", word->name);
}

static const char *
space_name (LLVMValueRef address)
{
  return LLVMGetPointerAddressSpace (LLVMTypeOf (address)) == CG_SPACE_SHARED ? "shared" : "global";
}

static LLVMValueRef
piece_address (Codegen *cg, LLVMValueRef address, guint offset)
{
  LLVMValueRef bytes = cg_index (cg, offset);

  return offset > 0 ? LLVMBuildGEP2 (cg->builder, cg->i8, address, &bytes, 1, "") : address;
}

/* @args: the address and the condition. Gives the words, a structure where they are several. */
static LLVMValueRef
load_words (Codegen *cg, const WordType *word, guint n, LLVMValueRef *args)
{
  g_autoptr (GString) text = g_string_new (NULL), constraints = g_string_new (NULL);
  LLVMTypeRef words[MOST_BYTES / 2];

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "mov.%s $%u, %s;\n\t", word->name, i, word->type == cg->f32 ? "0f00000000" : "0");
      g_string_append_printf (constraints, "=&%s,", word->constraint);
      words[i] = word->type;
    }
  g_string_append (constraints, "l,b");
  g_string_append_printf (text, "@$%u ld.%s.nc", n + 1, space_name (args[0]));
  add_suffix (text, n, word);
  add_operands (text, 0, n);
  g_string_append_printf (text, ", [$%u];", n);
  LLVMTypeRef result = n == 1 ? word->type : LLVMStructTypeInContext (cg->context, words, n, FALSE);
  LLVMValueRef call = nvptx_assembly (cg, text->str, constraints->str, result, args, 2, FALSE);
  LLVMAddCallSiteAttribute (call, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute (cg->context, LLVMGetEnumAttributeKindForName ("memory", strlen ("memory")), 0));
  return call;
}

LLVMValueRef
nvptx_load_if (Codegen *cg, LLVMValueRef cond, LLVMValueRef address, LLVMTypeRef type, guint alignment)
{
  guint n_bytes = bytes_of (type);
  WordType word = word_type (cg, type, n_bytes, alignment);
  LLVMValueRef words = LLVMGetPoison (LLVMVectorType (word.type, n_bytes / word.n_bytes));

  for (Piece piece = next_piece (0, n_bytes, alignment);; piece = next_piece (piece.offset + piece.n_bytes, n_bytes, alignment))
    {
      guint n = piece.n_bytes / word.n_bytes;
      LLVMValueRef args[2] = { piece_address (cg, address, piece.offset), cond }, loaded = load_words (cg, &word, n, args);

      for (guint i = 0; i < n; i++)
        words = LLVMBuildInsertElement (cg->builder, words, n == 1 ? loaded : LLVMBuildExtractValue (cg->builder, loaded, i, ""),
                                        cg_index (cg, piece.offset / word.n_bytes + i), "");
      if (piece.offset + piece.n_bytes == n_bytes)
        return LLVMBuildBitCast (cg->builder, words, type, "");
    }
}

/* @args: the condition, the address, the words. */
static void
store_words (Codegen *cg, const WordType *word, guint n, LLVMValueRef *args)
{
  g_autoptr (GString) text = g_string_new (NULL), constraints = g_string_new ("b,l");
  g_autofree LLVMTypeRef *types = g_new (LLVMTypeRef, n + 2);

  g_string_append_printf (text, "@$0 st.%s", space_name (args[1]));
  add_suffix (text, n, word);
  g_string_append (text, "[$1], ");
  add_operands (text, 2, n);
  g_string_append_c (text, ';');
  for (guint i = 0; i < n; i++)
    g_string_append_printf (constraints, ",%s", word->constraint);
  g_string_append (constraints, ",~{memory}");
  for (guint i = 0; i < n + 2; i++)
    types[i] = LLVMTypeOf (args[i]);
  LLVMTypeRef type = LLVMFunctionType (cg->nothing, types, n + 2, FALSE);
  LLVMValueRef code = LLVMGetInlineAsm (type, text->str, text->len, constraints->str, constraints->len, TRUE, FALSE,
                                        LLVMInlineAsmDialectATT, FALSE);
  LLVMBuildCall2 (cg->builder, type, code, args, n + 2, "");
}

void
nvptx_store_if (Codegen *cg, LLVMValueRef cond, LLVMValueRef address, LLVMValueRef value, guint alignment)
{
  guint n_bytes = bytes_of (LLVMTypeOf (value));
  WordType word = word_type (cg, LLVMTypeOf (value), n_bytes, alignment);
  LLVMValueRef words = LLVMBuildBitCast (cg->builder, value, LLVMVectorType (word.type, n_bytes / word.n_bytes), "");

  for (guint offset = 0; offset < n_bytes;)
    {
      Piece piece = next_piece (offset, n_bytes, alignment);
      LLVMValueRef args[2 + MOST_BYTES / 2] = { cond, piece_address (cg, address, offset) };

      for (guint i = 0; i < piece.n_bytes / word.n_bytes; i++)
        args[2 + i] = LLVMBuildExtractElement (cg->builder, words, cg_index (cg, offset / word.n_bytes + i), "");
      store_words (cg, &word, piece.n_bytes / word.n_bytes, args);
      offset += piece.n_bytes;
    }
}

/* --- statements and values --- */

static LLVMValueRef
begin_predicate (Codegen *cg, const TlExpr *cond)
{
  LLVMValueRef outer = cg->predicate, inner = cg_expr (cg, cond);

  cg->predicate = outer != NULL ? LLVMBuildAnd (cg->builder, outer, inner, "") : inner;
  return outer;
}

gboolean
nvptx_conditional (Codegen *cg, const TlStmt *stmt)
{
  LLVMValueRef outer;

  if (stmt->else_body != NULL || stmt->cond->dtype.lanes > 1 || !may_predicate (cg, stmt->then_body))
    return FALSE;
  outer = begin_predicate (cg, stmt->cond);
  cg_stmt (cg, stmt->then_body);
  cg->predicate = outer;
  return TRUE;
}

static gboolean
is_zero (const TlExpr *expr)
{
  gint64 number;

  if (expr->kind == TL_EXPR_BROADCAST)
    return is_zero (expr->base);
  if (expr->kind == TL_EXPR_FLOAT)
    return expr->float_value == 0 && !signbit (expr->float_value);
  return tl_expr_get_int (expr, &number) && number == 0;
}

LLVMValueRef
nvptx_choice (Codegen *cg, const TlExpr *call)
{
  const TlExpr *if_true = call->args[1], *if_false = call->args[2];
  guint n_loads, n_other;
  LLVMValueRef outer, cond, value;

  if (call->args[0]->dtype.lanes > 1 || !may_compute (cg, if_true, &n_loads) || n_loads == 0 || !may_compute (cg, if_false, &n_other)
      || n_other > 0)
    return NULL;
  outer = begin_predicate (cg, call->args[0]);
  cond = cg->predicate;
  value = cg_expr (cg, if_true);
  cg->predicate = outer;
  return if_true->kind == TL_EXPR_LOAD && is_zero (if_false) && !is_array_of_thread (if_true->buffer)
             ? value : LLVMBuildSelect (cg->builder, cond, value, cg_expr (cg, if_false), "");
}
