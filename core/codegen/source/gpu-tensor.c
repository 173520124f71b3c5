/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions that a warp runs together, as inline assembly of PTX in helpers: matrices from shared memory into registers, their products,
 * and copies that go on by themselves. Operands are pointers with offsets in elements, as TVM's T.ptx_… have them. Which element a thread
 * holds is the instruction's own. Dot products of four bytes stand in every language.
 */
#include "core/codegen/source/gpu-source-private.h"
#include "core/codegen/tensor-products.h"

/* --- addresses --- */

static gboolean
gives_address (const TlExpr *expr, const TlBuffer *buffer)
{
  return expr->kind == TL_EXPR_CALL && (g_str_equal (expr->callee->name, "buffer_data") || g_str_equal (expr->callee->name, "address_of"))
         && expr->n_args > 0 && expr->args[0]->kind == TL_EXPR_LOAD && (buffer == NULL || expr->args[0]->buffer == buffer);
}

static TlWalk
find_address (const TlExpr *expr, gpointer buffer)
{
  return gives_address (expr, buffer) ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
gs_is_addressed (const TlStmt *stmt, const TlBuffer *buffer)
{
  return !tl_stmt_walk (stmt, NULL, find_address, (gpointer) buffer);
}

/* The pointer of argument @at, and the offset behind it in elements of @dtype: "S + tx * 4". */
static const char *
place_of (Gs *gs, const TlExpr *call, guint at, TlDType dtype)
{
  const TlExpr *pointer = call->args[at], *load = gives_address (pointer, NULL) ? pointer->args[0] : NULL;
  if (load == NULL || load->n_indices != 1)
    {
      gs_fail (gs, "Argument %u of T.%s is no place in a buffer", at, call->callee->name);
      return "0";
    }
  const TlBuffer *buffer = load->buffer;
  const char *name = gs_name (gs, buffer, buffer->name), *offset = gs_operand (gs, call->args[at + 1], GS_ADD);
  gboolean is_begin = tl_expr_is_int (load->indices[0], 0), is_same = buffer->dtype.code == dtype.code && buffer->dtype.bits == dtype.bits;
  if (!is_begin)
    name = gs_text (gs, "(&%s)", gs_element (gs, buffer, gs_scalar_position (gs, buffer, load->indices[0])));
  if (!is_same)
    name = gs_text (gs, "(%s%s*)%s", gs_space (gs, buffer), gs_type (gs, dtype), name);
  return tl_expr_is_int (call->args[at + 1], 0) ? name : gs_text (gs, "%s + %s", name, offset);
}

static gboolean
needs_sm (Gs *gs, const TlExpr *call, guint sm)
{
  if (gs->id != TL_GPU_CUDA)
    gs_fail (gs, "%s has no T.%s", gs->language->title, call->callee->name);
  else if (tl_target_sm (gs->target) < sm)
    gs_fail (gs, "T.%s needs a GPU of sm_%u or later; the target is %s", call->callee->name, sm, gs->target->arch);
  return gs->error == NULL;
}

/* --- copies --- */

#define TO_SHARED "  const unsigned int at = (unsigned int)__cvta_generic_to_shared(%s);\n"

/* (to, offset, from, offset, bytes[, condition]): without the condition zeros are written. */
static void
copy_async (Gs *gs, const TlExpr *call)
{
  gint64 n = 0;
  gboolean is_right = call->n_args >= 5 && tl_expr_get_int (call->args[4], &n) && (n == 4 || n == 8 || n == 16);
  gboolean has_condition = call->n_args > 5;
  if (!is_right)
    {
      gs_fail (gs, "T.ptx_cp_async copies 4, 8 or 16 bytes");
      return;
    }
  const char *to = place_of (gs, call, 0, call->dtype), *from = place_of (gs, call, 2, call->dtype);
  const char *body = gs_text (gs, TO_SHARED "  asm volatile(\"cp.async.%s.shared.global [%%0], [%%1], %d%s;\" :: \"r\"(at), \"l\"(from)%s "
                              ": \"memory\");\n", "to", n == 16 ? "cg" : "ca", (int) n, has_condition ? ", %2" : "",
                              has_condition ? gs_text (gs, ", \"r\"(is_there ? %d : 0)", (int) n) : "");
  const char *name = gs_helper (gs, gs_text (gs, "copy_async_%d%s", (int) n, has_condition ? "_if" : ""), "void",
                                has_condition ? "void* to, const void* from, bool is_there" : "void* to, const void* from", body);
  gs_line (gs, "%s(%s, %s%s%s);", name, to, from, has_condition ? ", " : "", has_condition ? gs_expr (gs, call->args[5]).text : "");
}

static void
commit_group (Gs *gs, const TlExpr *call)
{
  gs_line (gs, "asm volatile(\"cp.async.commit_group;\" ::: \"memory\");");
}

static void
wait_group (Gs *gs, const TlExpr *call)
{
  gint64 n;
  if (call->n_args != 1 || !tl_expr_get_int (call->args[0], &n) || n < 0)
    gs_fail (gs, "T.ptx_wait_group takes the number of groups that may go on");
  else
    gs_line (gs, "asm volatile(\"cp.async.wait_group %d;\" ::: \"memory\");", (int) n);
}

/* --- matrices --- */

/* "{%2, %3}" from @first on. */
static const char *
operands (Gs *gs, guint first, guint n)
{
  g_autoptr (GString) text = g_string_new ("{");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%%%u", i > 0 ? ", " : "", first + i);
  return gs_text (gs, "%s}", text->str);
}

/* ""r"(x[0]), "r"(x[1])". */
static const char *
values (Gs *gs, const char *constraint, const char *array, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\"%s\"(%s[%u])", i > 0 ? ", " : "", constraint, array, i);
  return gs_text (gs, "%s", text->str);
}

/* (transposed, matrices, ".b16", to, offset, from, offset): each thread says where a row is. */
static void
load_matrix (Gs *gs, const TlExpr *call)
{
  gint64 is_transposed = 0, n = 0;
  gboolean is_right = call->n_args == 7 && tl_expr_get_int (call->args[0], &is_transposed) && tl_expr_get_int (call->args[1], &n)
                      && (n == 1 || n == 2 || n == 4) && call->args[2]->kind == TL_EXPR_STRING && g_str_equal (call->args[2]->text, ".b16");
  if (!is_right)
    {
      gs_fail (gs, "T.ptx_ldmatrix loads 1, 2 or 4 matrices of \".b16\"");
      return;
    }
  const char *to = place_of (gs, call, 3, call->dtype), *from = place_of (gs, call, 5, call->dtype);
  const char *body = gs_text (gs, "  unsigned int* const x = (unsigned int*)to;\n" TO_SHARED
                              "  asm volatile(\"ldmatrix.sync.aligned.m8n8.x%d%s.shared.b16 %s, [%%%d];\"\n"
                              "               : %s : \"r\"(at) : \"memory\");\n", "from", (int) n, is_transposed ? ".trans" : "",
                              operands (gs, 0, (guint) n), (int) n, values (gs, "=r", "x", (guint) n));
  const char *name = gs_helper (gs, gs_text (gs, "load_matrix_x%d%s", (int) n, is_transposed ? "_trans" : ""), "void",
                                "void* to, const void* from", body);
  gs_line (gs, "%s(%s, %s);", name, to, from);
}

static TlDType
element_type (const char *ptx)
{
  if (g_str_equal (ptx, "f32") || g_str_equal (ptx, "tf32"))
    return TL_FLOAT32;
  if (g_str_equal (ptx, "s32"))
    return TL_INT32;
  return (TlDType) { .code = g_str_equal (ptx, "bf16") ? TL_TYPE_BFLOAT : g_str_equal (ptx, "f16") ? TL_TYPE_FLOAT
                             : g_str_equal (ptx, "u8") ? TL_TYPE_UINT : TL_TYPE_INT,
                     .bits = g_str_has_suffix (ptx, "8") ? 8 : 16, .lanes = 1 };
}

/* (shape, layout of A, of B, types of A, B, C, A, offset, B, offset, C, offset, saturates) */
static void
product (Gs *gs, const TlExpr *call)
{
  g_autofree char *why = NULL;
  const TlTensorProduct *row = tl_tensor_product_find (call, tl_target_sm (gs->target), &why);
  if (row == NULL)
    {
      gs_fail (gs, "%s", why);
      return;
    }
  gboolean is_float = g_str_equal (row->c, "f32");
  const char *sum = is_float ? "float" : "unsigned int", *rows = call->args[1]->text, *columns = call->args[2]->text;
  const char *body = gs_text (gs, "  const unsigned int* const x = (const unsigned int*)a;\n"
                              "  const unsigned int* const y = (const unsigned int*)b;\n  %s* const z = (%s*)c;\n"
                              "  asm volatile(\"mma.sync.aligned.%s.%s.%s.%s.%s.%s.%s %s, %s, %s, %s;\"\n               : %s\n"
                              "               : %s, %s);\n", sum, sum, row->shape, rows, columns, row->c, row->a, row->b, row->c,
                              operands (gs, 0, row->n_c), operands (gs, row->n_c, row->n_a), operands (gs, row->n_c + row->n_a, row->n_b),
                              operands (gs, 0, row->n_c), values (gs, is_float ? "+f" : "+r", "z", row->n_c),
                              values (gs, "r", "x", row->n_a), values (gs, "r", "y", row->n_b));
  const char *name = gs_helper (gs, gs_text (gs, "mma_%s_%s_%s_%s_%s", row->shape, rows, columns, row->a, row->c), "void",
                                "void* c, const void* a, const void* b", body);
  gs_line (gs, "%s(%s, %s, %s);", name, place_of (gs, call, 10, element_type (row->c)), place_of (gs, call, 6, element_type (row->a)),
           place_of (gs, call, 8, element_type (row->b)));
}

static const struct { const char *name; guint sm; void (*write) (Gs *gs, const TlExpr *call); } rows[] = {
  { "ptx_cp_async", 80, copy_async }, { "ptx_commit_group", 80, commit_group }, { "ptx_wait_group", 80, wait_group },
  { "ptx_ldmatrix", 75, load_matrix }, { "ptx_mma", 70, product },
};

gboolean
gs_tensor_line (Gs *gs, const TlExpr *call)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, call->callee->name))
      {
        if (needs_sm (gs, call, rows[i].sm))
          rows[i].write (gs, call);
        return TRUE;
      }
  return FALSE;
}

/* --- dot products --- */

static const char *
word_of (Gs *gs, const TlExpr *value)
{
  if (value->dtype.lanes == 1)
    return gs->id == TL_GPU_CUDA && value->dtype.bits == 32 ? gs_expr (gs, value).text : NULL;
  return value->kind == TL_EXPR_LOAD ? gs_load_word (gs, value) : NULL;
}

/* The same as four products. */
static const char *
sum_of_products (Gs *gs, const TlExpr *a, const TlExpr *b, const TlExpr *sum)
{
  const TlExpr *total = sum;
  for (guint i = 0; i < 4; i++)
    total = tl_add (gs->arena, total, tl_mul (gs->arena, tl_expr_cast (gs->arena, sum->dtype, gs_lane (gs, a, i)),
                                              tl_expr_cast (gs->arena, sum->dtype, gs_lane (gs, b, i))));
  return gs_text (gs, "(%s)", gs_expr (gs, total).text);
}

const char *
gs_dot_of_four (Gs *gs, const TlExpr *call)
{
  gboolean is_extern = g_str_equal (call->callee->name, "call_pure_extern") && call->n_args == 4
                       && call->args[0]->kind == TL_EXPR_STRING && g_str_equal (call->args[0]->text, "__dp4a");
  if (!is_extern && (!g_str_equal (call->callee->name, "dp4a") || call->n_args != 3))
    return NULL;
  const TlExpr *const *args = call->args + (is_extern ? 1 : 0);
  gboolean is_alike = args[0]->dtype.code == args[1]->dtype.code;
  const char *a = is_alike ? word_of (gs, args[0]) : NULL, *b = is_alike ? word_of (gs, args[1]) : NULL;
  if (a != NULL && b != NULL)
    return gs_text (gs, "__dp4a(%s, %s, %s)", a, b, gs_expr (gs, args[2]).text);
  if (args[0]->dtype.lanes == 4 && args[1]->dtype.lanes == 4)
    return sum_of_products (gs, args[0], args[1], args[2]);
  gs_fail (gs, "%s has no dp4a of %s and %s", gs->language->title, tl_dtype_name (args[0]->dtype), tl_dtype_name (args[1]->dtype));
  return "0";
}
