/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fragments of scopes "mma.…" (core/ir/matrix-call.h): registers of each thread, as arrays, and helpers with the instructions ldmatrix and
 * mma.sync as inline assembly.
 */
#include "core/codegen/source/gpu-source-private.h"
#include "core/ir/permuted-layout.h"

#define FIRST_SM 80u
#define LANE     "  unsigned int lane;\n  asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n"

/* Of a fragment in a thread: factors, and sums of float16 by two, are words. */
static gint64
n_registers (const TlBuffer *buffer)
{
  return !tl_scope_is_accumulator (buffer->scope) || buffer->dtype.bits == 16 ? 4 : 8;
}

static const char *
register_type (const TlBuffer *buffer)
{
  return n_registers (buffer) == 4 ? "unsigned int" : tl_dtype_is_float (buffer->dtype) ? "float" : "int";
}

/* PTX's name of the elements; NULL: there are no products of them. */
static const char *
element_name (const TlBuffer *buffer)
{
  TlDType dtype = buffer->dtype;
  if (tl_scope_is_accumulator (buffer->scope))
    return dtype.code == TL_TYPE_FLOAT ? dtype.bits == 16 ? "f16" : dtype.bits == 32 ? "f32" : NULL
           : dtype.code == TL_TYPE_INT && dtype.bits == 32 ? "s32" : NULL;
  if (tl_mma_k (dtype) == 0)
    return NULL;
  return dtype.code == TL_TYPE_FLOAT ? dtype.bits == 16 ? "f16" : "tf32" : dtype.code == TL_TYPE_BFLOAT ? "bf16"
         : dtype.code == TL_TYPE_INT ? "s8" : "u8";
}

void
gs_mma_alloc (Gs *gs, const TlStmt *stmt)
{
  const TlBuffer *buffer = stmt->buffer;
  gint64 n_rows = 0, n_columns = 0, n = tl_buffer_n_elements (buffer), k = tl_mma_k (buffer->dtype);
  if (gs->id != TL_GPU_CUDA)
    gs_fail (gs, "%s has no fragments of matrices: buffer %s of scope \"%s\"", gs->language->title, buffer->name, buffer->scope);
  else if (tl_target_sm (gs->target) < FIRST_SM)
    gs_fail (gs, "Scope \"%s\" needs a GPU of sm_%u or later; the target is %s", buffer->scope, FIRST_SM, gs->target->arch);
  else if (element_name (buffer) == NULL)
    gs_fail (gs, "GPUs have no matrix instructions for %s of scope \"%s\"", tl_dtype_name (buffer->dtype), buffer->scope);
  else if (tl_fragment_extents (buffer->scope, 16, 16, k, &n_rows, &n_columns) && (n < 0 || n % (n_rows * n_columns) != 0))
    gs_fail (gs, "Buffer %s is no array of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT " fragments", buffer->name, n_rows, n_columns);
  if (gs->error == NULL)
    gs_line (gs, "%s %s[%d];", register_type (buffer), gs_name (gs, buffer, buffer->name),
             (int) (n / (n_rows * n_columns) * n_registers (buffer)));
}

/* The fragment's first register. */
static const char *
place_of (Gs *gs, const TlFragment *fragment)
{
  const TlExpr *first = tl_mul (gs->arena, fragment->index, tl_int (gs->arena, n_registers (fragment->buffer)));
  const char *name = gs_name (gs, fragment->buffer, fragment->buffer->name);
  return tl_expr_is_int (first, 0) ? name : gs_text (gs, "%s + %s", name, gs_operand (gs, first, GS_ADD));
}

static const char *
memory_text (Gs *gs, const TlMatrixCall *call)
{
  const char *name = gs_name (gs, call->memory, call->memory->name);
  return tl_expr_is_int (call->offset, 0) ? name : gs_text (gs, "%s + %s", name, gs_operand (gs, call->offset, GS_ADD));
}

/* "{%2, %3}" from @first on. */
static const char *
operands (Gs *gs, guint first, guint n)
{
  g_autoptr (GString) text = g_string_new ("{");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%%%u", i > 0 ? ", " : "", first + i);
  return gs_text (gs, "%s}", text->str);
}

/* ""r"(x[2]), "r"(x[3])", from @first on. */
static const char *
values (Gs *gs, const char *constraint, const char *array, guint first, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\"%s\"(%s[%u])", i > 0 ? ", " : "", constraint, array, first + i);
  return gs_text (gs, "%s", text->str);
}

/* --- factors --- */

/* Of rows that core/ir/permuted-layout.h has permuted: positions count from the memory's begin. */
static void
load_permuted_factor (Gs *gs, const TlMatrixCall *call, const char *line, const char *chunk, const char *transposed)
{
  TlDType dtype = call->memory->dtype;
  gint64 piece = tl_permuted_piece (dtype);
  const char *pairs = call->permuted_row % (8 * piece) == 0 ? "" : " / 2";
  const char *body = gs_text (gs, "%s  const int at = offset + (%s) * stride + %s * %d;\n  const unsigned int place =\n"
                              "    (unsigned int)__cvta_generic_to_shared(memory + (at ^ at / %d %% 8%s * %d));\n"
                              "  asm volatile(\"ldmatrix.sync.aligned.m8n8.x4%s.shared.b16 {%%0, %%1, %%2, %%3}, [%%4];\"\n"
                              "               : %s : \"r\"(place) : \"memory\");\n", LANE, line, chunk, (int) piece,
                              (int) call->permuted_row, pairs, (int) piece, transposed, values (gs, "=r", "x", 0, 4));
  const char *name = gs_helper (gs, gs_text (gs, "load_%s_by_%s_permuted_%d",
                                             g_str_has_suffix (call->fragments[0].buffer->scope, "_a") ? "a" : "b",
                                             call->is_column_major ? "columns" : "rows", (int) call->permuted_row), "void",
                                gs_text (gs, "unsigned int* x, const %s* memory, int offset, int stride", gs_type (gs, dtype)), body);
  gs_line (gs, "%s(%s, %s, %s, %s);", name, place_of (gs, &call->fragments[0]), gs_name (gs, call->memory, call->memory->name),
           gs_expr (gs, call->offset).text, gs_expr (gs, call->stride).text);
}

static void
load_factor (Gs *gs, const TlMatrixCall *call)
{
  const TlBuffer *buffer = call->fragments[0].buffer;
  gboolean is_a = g_str_has_suffix (buffer->scope, "_a"), is_transposed = is_a == call->is_column_major;
  gint64 n_bytes = tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, 1));
  if (is_transposed && n_bytes != 2)
    gs_fail (gs, "ldmatrix transposes elements of 2 bytes: the lines of %s in memory have to run along k", buffer->name);
  else if (!tl_scope_is_shared (call->memory->scope))
    gs_fail (gs, "ldmatrix loads from shared memory, and %s is in \"%s\"", call->memory->name, call->memory->scope);
  const char *line = call->is_column_major ? "(lane & 7) + (lane >> 4) * 8" : "lane & 15";
  const char *chunk = call->is_column_major ? "(lane >> 3 & 1)" : "(lane >> 4)";
  const char *body = gs_text (gs, "%s  const unsigned int at =\n"
                              "    (unsigned int)__cvta_generic_to_shared(from) + (%s) * line_bytes + %s * 16;\n"
                              "  asm volatile(\"ldmatrix.sync.aligned.m8n8.x4%s.shared.b16 {%%0, %%1, %%2, %%3}, [%%4];\"\n"
                              "               : %s : \"r\"(at) : \"memory\");\n", LANE, line, chunk, is_transposed ? ".trans" : "",
                              values (gs, "=r", "x", 0, 4));
  if (call->permuted_row > 0)
    {
      load_permuted_factor (gs, call, line, chunk, is_transposed ? ".trans" : "");
      return;
    }
  const char *name = gs_helper (gs, gs_text (gs, "load_%s_by_%s", is_a ? "a" : "b", call->is_column_major ? "columns" : "rows"), "void",
                                "unsigned int* x, const void* from, int line_bytes", body);
  gs_line (gs, "%s(%s, %s, %s);", name, place_of (gs, &call->fragments[0]), memory_text (gs, call),
           gs_expr (gs, tl_mul (gs->arena, call->stride, tl_int (gs->arena, n_bytes))).text);
}

/* --- sums --- */

static void
fill_sums (Gs *gs, const TlMatrixCall *call)
{
  const TlBuffer *buffer = call->fragments[0].buffer;
  gboolean is_half = buffer->dtype.bits == 16;
  const char *type = gs_type (gs, buffer->dtype);
  const char *body = is_half ? "  const half2 two = __half2half2(value);\n  for (int i = 0; i < 4; ++i)\n"
                               "    x[i] = *(const unsigned int*)&two;\n"
                     : "  for (int i = 0; i < 8; ++i)\n    x[i] = value;\n";
  const char *name = gs_helper (gs, gs_text (gs, "fill_sums_%s", element_name (buffer)), "void",
                                gs_text (gs, "%s* x, %s value", register_type (buffer), type), body);
  gs_line (gs, "%s(%s, %s);", name, place_of (gs, &call->fragments[0]),
           gs_cast (gs, gs_expr (gs, call->value), call->value->dtype, buffer->dtype).text);
}

static void
move_sums (Gs *gs, const TlMatrixCall *call)
{
  const TlBuffer *buffer = call->fragments[0].buffer;
  gboolean is_half = buffer->dtype.bits == 16, is_load = call->kind == TL_MATRIX_LOAD;
  const char *pair = is_half ? "unsigned int" : tl_dtype_is_float (buffer->dtype) ? "float2" : "int2";
  const char *move = is_half ? is_load ? "    x[i] = *at;\n" : "    *at = x[i];\n"
                     : is_load ? "    x[2 * i] = at->x;\n    x[2 * i + 1] = at->y;\n"
                     : gs_text (gs, "    *at = make_%s(x[2 * i], x[2 * i + 1]);\n", pair);
  if (call->is_column_major)
    gs_fail (gs, "Sums of mma.sync lie by rows in memory: %s is accessed by columns", call->memory->name);
  const char *constant = is_load ? "const " : "";
  const char *body = gs_text (gs, "%s  for (int i = 0; i < 4; ++i) {\n    %s%s* const at =\n"
                              "      (%s%s*)(memory + (lane / 4 + i %% 2 * 8) * stride + lane %% 4 * 2 + i / 2 * 8);\n%s  }\n",
                              LANE, constant, pair, constant, pair, move);
  const char *name = gs_helper (gs, gs_text (gs, "%s_sums_%s", is_load ? "load" : "store", element_name (buffer)), "void",
                                gs_text (gs, is_load ? "%s* x, const %s* memory, int stride" : "const %s* x, %s* memory, int stride",
                                         register_type (buffer), gs_type (gs, buffer->dtype)), body);
  gs_line (gs, "%s(%s, %s, %s);", name, place_of (gs, &call->fragments[0]), memory_text (gs, call), gs_expr (gs, call->stride).text);
}

/* --- products --- */

/* Columns 0 to 7 and 8 to 15. */
static const char *
half_product (Gs *gs, const TlMatrixCall *call, const char *instruction, guint half)
{
  guint n = (guint) n_registers (call->fragments[0].buffer) / 2;
  const char *letter = g_str_equal (register_type (call->fragments[0].buffer), "float") ? "f" : "r";
  return gs_text (gs, "  asm volatile(\"%s %s, %s, %s, %s;\"\n               : %s\n               : %s, %s,\n                 %s);\n",
                  instruction, operands (gs, 0, n), operands (gs, n, 4), operands (gs, n + 4, 2), operands (gs, n + 6, n),
                  values (gs, gs_text (gs, "=%s", letter), "d", half * n, n), values (gs, "r", "a", 0, 4),
                  values (gs, "r", "b", 2 * half, 2), values (gs, letter, "c", half * n, n));
}

static void
multiply (Gs *gs, const TlMatrixCall *call)
{
  const TlBuffer *d = call->fragments[0].buffer, *a = call->fragments[1].buffer, *b = call->fragments[2].buffer;
  const char *of_a = element_name (a), *of_b = element_name (b), *of_d = element_name (d), *sum = register_type (d);
  gboolean is_tf32 = g_str_equal (of_a, "tf32");
  const char *instruction = gs_text (gs, "mma.sync.aligned.m16n8k%d.row.col.%s.%s.%s.%s", (int) tl_mma_k (a->dtype), of_d, of_a, of_b,
                                     of_d);
  const char *round = !is_tf32 ? "" : "  unsigned int a[4], b[4];\n  for (int i = 0; i < 4; ++i) {\n"
                      "    asm(\"cvt.rna.tf32.f32 %0, %1;\" : \"=r\"(a[i]) : \"r\"(x[i]));\n"
                      "    asm(\"cvt.rna.tf32.f32 %0, %1;\" : \"=r\"(b[i]) : \"r\"(y[i]));\n  }\n";
  const char *body = gs_text (gs, "%s%s%s", round, half_product (gs, call, instruction, 0), half_product (gs, call, instruction, 1));
  const char *name = gs_helper (gs, gs_text (gs, "multiply_%s_%s_%s", of_a, of_b, of_d), "void",
                                gs_text (gs, "%s* d, const unsigned int* %s, const unsigned int* %s, const %s* c", sum, is_tf32 ? "x" : "a",
                                         is_tf32 ? "y" : "b", sum), body);
  gs_line (gs, "%s(%s, %s, %s, %s);", name, place_of (gs, &call->fragments[0]), place_of (gs, &call->fragments[1]),
           place_of (gs, &call->fragments[2]), place_of (gs, &call->fragments[3]));
}

void
gs_mma_line (Gs *gs, const TlMatrixCall *call)
{
  for (guint i = 0; i < call->n_fragments; i++)
    if (element_name (call->fragments[i].buffer) == NULL)
      return;   /* where it is declared it fails */
  if (call->kind == TL_MATRIX_FILL)
    fill_sums (gs, call);
  else if (call->kind == TL_MATRIX_MULTIPLY)
    multiply (gs, call);
  else if (tl_scope_is_accumulator (call->fragments[0].buffer->scope))
    move_sums (gs, call);
  else
    load_factor (gs, call);
}
