/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions that a warp runs together: matrices from shared memory into registers, their products; and copies that go on by themselves.
 * Operands are pointers with offsets in elements, as TVM's T.ptx_… have them. Which element a thread holds is the instruction's own.
 */
#include "core/codegen/nvptx/nvptx-private.h"
#include "core/codegen/tensor-products.h"
#include "core/ir/async-copy.h"

#define MAX_WORDS 16u   /* registers of an operand */

static LLVMValueRef
nothing (Codegen *cg)
{
  return LLVMConstNull (cg->i32);
}

/* The pointer of argument @at and the offset of the next one, in elements of @dtype. */
static LLVMValueRef
place_of (Codegen *cg, const TlExpr *call, guint at, TlDType dtype)
{
  LLVMValueRef pointer = cg_expr (cg, call->args[at]);

  if (cg->error != NULL)
    return pointer;
  return cg_offset (cg, cg_memory_type (cg, dtype), pointer, cg_index_expr (cg, call->args[at + 1]));
}

static gboolean
is_in_space (LLVMValueRef pointer, CgAddressSpace space)
{
  return LLVMGetPointerAddressSpace (LLVMTypeOf (pointer)) == space;
}

/* --- copies --- */

/* (to, offset, from, offset, bytes[, condition]): without the condition zeros are written. */
LLVMValueRef
nvptx_copy_async (Codegen *cg, const TlExpr *call)
{
  gint64 n_bytes = 0;
  gboolean is_right = call->n_args >= 5 && tl_expr_get_int (call->args[4], &n_bytes) && (n_bytes == 4 || n_bytes == 8 || n_bytes == 16);

  if (!is_right)
    {
      cg_fail (cg, "T.ptx_cp_async copies 4, 8 or 16 bytes");
      return nothing (cg);
    }
  gboolean has_condition = call->n_args > 5;
  g_autofree char *name = g_strdup_printf ("llvm.nvvm.cp.async.%s.shared.global.%d%s", n_bytes == 16 ? "cg" : "ca", (int) n_bytes,
                                           has_condition ? ".s" : "");
  LLVMValueRef args[3];
  TlAsyncCopy copy;

  if (tl_async_copy_read (call, &copy))
    {
      args[0] = cg_address (cg, copy.to, copy.to_offset);
      args[1] = cg_address (cg, copy.from, copy.from_offset);
    }
  else
    {
      args[0] = place_of (cg, call, 0, call->dtype);
      args[1] = place_of (cg, call, 2, call->dtype);
    }

  if (cg->error == NULL && (!is_in_space (args[0], CG_SPACE_SHARED) || !is_in_space (args[1], CG_SPACE_GLOBAL)))
    cg_fail (cg, "T.ptx_cp_async copies from global to shared memory only");
  if (cg->error != NULL)
    return nothing (cg);
  if (has_condition)
    args[2] = LLVMBuildSelect (cg->builder, cg_expr (cg, call->args[5]), LLVMConstInt (cg->i32, (guint64) n_bytes, FALSE),
                               LLVMConstInt (cg->i32, 0, FALSE), "");
  nvptx_intrinsic (cg, name, cg->nothing, args, has_condition ? 3 : 2);
  return nothing (cg);
}

LLVMValueRef
nvptx_commit_group (Codegen *cg, const TlExpr *call)
{
  nvptx_intrinsic (cg, "llvm.nvvm.cp.async.commit.group", cg->nothing, NULL, 0);
  return nothing (cg);
}

LLVMValueRef
nvptx_wait_group (Codegen *cg, const TlExpr *call)
{
  gint64 n;

  if (call->n_args != 1 || !tl_expr_get_int (call->args[0], &n) || n < 0)
    {
      cg_fail (cg, "T.ptx_wait_group takes the number of groups that may go on");
      return nothing (cg);
    }
  LLVMValueRef count = LLVMConstInt (cg->i32, (guint64) n, FALSE);
  nvptx_intrinsic (cg, "llvm.nvvm.cp.async.wait.group", cg->nothing, &count, 1);
  return nothing (cg);
}

/* --- registers of a matrix --- */

static void
load_words (Codegen *cg, LLVMTypeRef type, LLVMValueRef place, LLVMValueRef *words, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      words[i] = LLVMBuildLoad2 (cg->builder, type, cg_offset (cg, type, place, cg_index (cg, i)), "");
      LLVMSetAlignment (words[i], 4);
    }
}

static void
store_words (Codegen *cg, LLVMValueRef result, LLVMTypeRef type, LLVMValueRef place, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      LLVMValueRef word = n > 1 ? LLVMBuildExtractValue (cg->builder, result, i, "") : result;
      LLVMValueRef store = LLVMBuildStore (cg->builder, word, cg_offset (cg, type, place, cg_index (cg, i)));

      LLVMSetAlignment (store, 4);
    }
}

static LLVMTypeRef
words_type (Codegen *cg, LLVMTypeRef word, guint n)
{
  LLVMTypeRef words[MAX_WORDS];

  for (guint i = 0; i < n; i++)
    words[i] = word;
  return n > 1 ? LLVMStructTypeInContext (cg->context, words, n, FALSE) : word;
}

/* (transposed, matrices, ".b16", to, offset, from, offset): each thread says where a row is. */
LLVMValueRef
nvptx_load_matrix (Codegen *cg, const TlExpr *call)
{
  gint64 is_transposed = 0, n = 0;
  gboolean is_right = call->n_args == 7 && tl_expr_get_int (call->args[0], &is_transposed) && tl_expr_get_int (call->args[1], &n)
                      && (n == 1 || n == 2 || n == 4) && call->args[2]->kind == TL_EXPR_STRING
                      && g_str_equal (call->args[2]->text, ".b16");

  if (!is_right)
    {
      cg_fail (cg, "T.ptx_ldmatrix loads 1, 2 or 4 matrices of \".b16\"");
      return nothing (cg);
    }
  g_autofree char *text = g_strdup_printf ("ldmatrix.sync.aligned.m8n8.x%d%s.shared.b16 {%s}, [$%d];", (int) n,
                                           is_transposed ? ".trans" : "", n == 1 ? "$0" : n == 2 ? "$0, $1" : "$0, $1, $2, $3", (int) n);
  g_autofree char *constraints = g_strdup_printf ("%s,r,~{memory}", n == 1 ? "=r" : n == 2 ? "=r,=r" : "=r,=r,=r,=r");
  LLVMValueRef to = place_of (cg, call, 3, call->dtype), from = place_of (cg, call, 5, call->dtype);

  if (cg->error == NULL && !is_in_space (from, CG_SPACE_SHARED))
    cg_fail (cg, "T.ptx_ldmatrix loads from shared memory only");
  if (cg->error != NULL)
    return nothing (cg);
  LLVMValueRef address = LLVMBuildPtrToInt (cg->builder, from, cg->i32, "");
  LLVMValueRef words = nvptx_assembly (cg, text, constraints, words_type (cg, cg->i32, (guint) n), &address, 1, TRUE);
  store_words (cg, words, cg->i32, to, (guint) n);
  return nothing (cg);
}

/* --- products --- */

static TlDType
element_type (const char *ptx)
{
  if (g_str_equal (ptx, "f32") || g_str_equal (ptx, "tf32"))
    return TL_FLOAT32;
  if (g_str_equal (ptx, "s32"))
    return TL_INT32;
  return (TlDType) { .code = TL_TYPE_INT, .bits = g_str_has_suffix (ptx, "8") ? 8 : 16, .lanes = 1 };
}

static void
append_operand (GString *text, GString *constraints, const char *constraint, guint *at, guint n)
{
  g_string_append (text, *at > 0 ? ", {" : " {");
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s$%u", i > 0 ? ", " : "", (*at)++);
      g_string_append_printf (constraints, "%s%s", constraints->len > 0 ? "," : "", constraint);
    }
  g_string_append_c (text, '}');
}

/* (shape, layout of A, of B, types of A, B, C, A, offset, B, offset, C, offset, saturates) */
LLVMValueRef
nvptx_mma (Codegen *cg, const TlExpr *call)
{
  g_autofree char *why = NULL;
  const TlTensorProduct *product = tl_tensor_product_find (call, tl_target_sm (cg->target), &why);
  TlDType dtypes[3];

  if (product == NULL)
    {
      cg_fail (cg, "%s", why);
      return nothing (cg);
    }
  const char *types[3] = { product->a, product->b, product->c };
  for (guint i = 0; i < 3; i++)
    dtypes[i] = element_type (types[i]);
  LLVMValueRef places[3], args[MAX_WORDS];
  for (guint i = 0; i < 3; i++)
    places[i] = place_of (cg, call, 6 + 2 * i, dtypes[i]);
  if (cg->error != NULL)
    return nothing (cg);

  gboolean is_float = g_str_equal (types[2], "f32");
  LLVMTypeRef sum = is_float ? cg->f32 : cg->i32;
  guint n_a = product->n_a, n_b = product->n_b, n_c = product->n_c, n = 0;
  g_autoptr (GString) text = g_string_new (NULL), constraints = g_string_new (NULL);
  g_string_printf (text, "mma.sync.aligned.%s.%s.%s.%s.%s.%s.%s", product->shape, call->args[1]->text, call->args[2]->text, types[2],
                   types[0], types[1], types[2]);
  append_operand (text, constraints, is_float ? "=f" : "=r", &n, n_c);
  append_operand (text, constraints, "r", &n, n_a);
  append_operand (text, constraints, "r", &n, n_b);
  append_operand (text, constraints, is_float ? "f" : "r", &n, n_c);
  g_string_append_c (text, ';');
  load_words (cg, cg->i32, places[0], args, n_a);
  load_words (cg, cg->i32, places[1], args + n_a, n_b);
  load_words (cg, sum, places[2], args + n_a + n_b, n_c);
  LLVMValueRef result = nvptx_assembly (cg, text->str, constraints->str, words_type (cg, sum, n_c), args, n_a + n_b + n_c, TRUE);
  store_words (cg, result, sum, places[2], n_c);
  return nothing (cg);
}
