/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions that a warp runs together: matrices from shared memory into registers, their products; and copies that go on by themselves.
 * Operands are pointers with offsets in elements, as TVM's T.ptx_… have them. Which element a thread holds is the instruction's own.
 */
#include "core/codegen/nvptx/nvptx-private.h"

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
  LLVMValueRef args[3] = { place_of (cg, call, 0, call->dtype), place_of (cg, call, 2, call->dtype), NULL };

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

/* Words of 32 bits that a thread holds of A, B and C: f16 sums stand two in a word. */
static const struct
{
  const char *shape, *a, *b, *c;
  guint sm, n_a, n_b, n_c;
} products[] = {
  { "m8n8k4", "f16", "f16", "f32", 70, 2, 2, 8 },       { "m8n8k4", "f16", "f16", "f16", 70, 2, 2, 4 },
  { "m16n8k8", "f16", "f16", "f32", 75, 2, 1, 4 },      { "m16n8k8", "f16", "f16", "f16", 75, 2, 1, 2 },
  { "m16n8k16", "f16", "f16", "f32", 80, 4, 2, 4 },     { "m16n8k16", "f16", "f16", "f16", 80, 4, 2, 2 },
  { "m16n8k8", "bf16", "bf16", "f32", 80, 2, 1, 4 },    { "m16n8k16", "bf16", "bf16", "f32", 80, 4, 2, 4 },
  { "m16n8k4", "tf32", "tf32", "f32", 80, 2, 1, 4 },    { "m16n8k8", "tf32", "tf32", "f32", 80, 4, 2, 4 },
  { "m8n8k16", "s8", "s8", "s32", 75, 1, 1, 2 },        { "m8n8k16", "u8", "u8", "s32", 75, 1, 1, 2 },
  { "m16n8k16", "s8", "s8", "s32", 80, 2, 1, 4 },       { "m16n8k16", "u8", "u8", "s32", 80, 2, 1, 4 },
  { "m16n8k32", "s8", "s8", "s32", 80, 4, 2, 4 },       { "m16n8k32", "u8", "u8", "s32", 80, 4, 2, 4 },
};

/* PTX's name of a type that TVM names "fp16", "int8". */
static const char *
type_name (const TlExpr *expr)
{
  static const struct { const char *tvm, *ptx; } names[] = {
    { "fp16", "f16" }, { "float16", "f16" }, { "fp32", "f32" }, { "float32", "f32" }, { "bf16", "bf16" }, { "bfloat16", "bf16" },
    { "tf32", "tf32" }, { "int8", "s8" }, { "uint8", "u8" }, { "int32", "s32" },
  };
  const char *text = expr->kind == TL_EXPR_STRING ? expr->text : "";

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i].tvm, text))
      return names[i].ptx;
  return text;
}

static TlDType
element_type (const char *ptx)
{
  if (g_str_equal (ptx, "f32") || g_str_equal (ptx, "tf32"))
    return TL_FLOAT32;
  if (g_str_equal (ptx, "s32"))
    return TL_INT32;
  return (TlDType) { .code = TL_TYPE_INT, .bits = g_str_has_suffix (ptx, "8") ? 8 : 16, .lanes = 1 };
}

static gint
find_product (Codegen *cg, const char *shape, const char *a, const char *b, const char *c)
{
  for (guint i = 0; i < G_N_ELEMENTS (products); i++)
    if (g_str_equal (products[i].shape, shape) && g_str_equal (products[i].a, a) && g_str_equal (products[i].b, b)
        && g_str_equal (products[i].c, c))
      {
        if (tl_target_sm (cg->target) >= products[i].sm)
          return (gint) i;
        cg_fail (cg, "mma.%s of %s needs a GPU of sm_%u or later; the target is %s", shape, a, products[i].sm, cg->target->arch);
        return -1;
      }
  cg_fail (cg, "There is no mma.%s of %s and %s with sums in %s", shape, a, b, c);
  return -1;
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
  for (guint i = 0; i < 6; i++)
    if (call->n_args < 12 || call->args[i]->kind != TL_EXPR_STRING)
      {
        cg_fail (cg, "T.ptx_mma takes a shape, two layouts, three types and three places");
        return nothing (cg);
      }
  const char *types[3] = { type_name (call->args[3]), type_name (call->args[4]), type_name (call->args[5]) };
  gint at = find_product (cg, call->args[0]->text, types[0], types[1], types[2]);
  TlDType dtypes[3];

  if (at < 0)
    return nothing (cg);
  for (guint i = 0; i < 3; i++)
    dtypes[i] = element_type (types[i]);
  LLVMValueRef places[3], args[MAX_WORDS];
  for (guint i = 0; i < 3; i++)
    places[i] = place_of (cg, call, 6 + 2 * i, dtypes[i]);
  if (cg->error != NULL)
    return nothing (cg);

  gboolean is_float = g_str_equal (types[2], "f32");
  LLVMTypeRef sum = is_float ? cg->f32 : cg->i32;
  guint n_a = products[at].n_a, n_b = products[at].n_b, n_c = products[at].n_c, n = 0;
  g_autoptr (GString) text = g_string_new (NULL), constraints = g_string_new (NULL);
  g_string_printf (text, "mma.sync.aligned.%s.%s.%s.%s.%s.%s.%s", products[at].shape, call->args[1]->text, call->args[2]->text, types[2],
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
