/* SPDX-License-Identifier: Apache-2.0 */
/* Scopes "wgmma.…" (core/ir/matrix-call.h): descriptors of factors in shared memory, products as inline assembly. */
#include "core/codegen/source/gpu-source-private.h"
#include "core/codegen/wgmma-factor.h"

#define MAX_COLUMNS    256
#define LEAST_FRAGMENT 256   /* elements */
#define FRAGMENT_SUMS  8     /* of a thread */

static const char *
descriptor_text (Gs *gs, const TlFragment *fragment, gint64 further)
{
  const TlExpr *index = tl_add (gs->arena, fragment->index, tl_expr_int (gs->arena, fragment->index->dtype, further));

  return gs_text (gs, "%s[%s]", gs_name (gs, fragment->buffer, fragment->buffer->name), gs_expr (gs, index).text);
}

void
gs_wgmma_alloc (Gs *gs, const TlStmt *stmt)
{
  const TlBuffer *buffer = stmt->buffer;
  gint64          n = tl_buffer_n_elements (buffer) / LEAST_FRAGMENT;

  if (gs->id != TL_GPU_CUDA)
    gs_fail (gs, "%s has no fragments of matrices: buffer %s of scope \"%s\"", gs->language->title, buffer->name, buffer->scope);
  gs_line (gs, "unsigned long long %s[%d];", gs_name (gs, buffer, buffer->name), (int) MAX (n, 1));
}

void
gs_wgmma_load (Gs *gs, const TlMatrixCall *call)
{
  gboolean         is_along_k = g_str_has_suffix (call->fragments[0].buffer->scope, "_a") || call->is_column_major;
  g_autofree char *why = NULL;
  const TlExpr    *offset = tl_wgmma_factor_offset (gs->analyzer, gs->arena, gs->kernel, gs->target, call, &why);
  const char      *name, *body;

  if (offset == NULL)
    {
      gs_fail (gs, "%s", why);
      return;
    }
  body = gs_text (gs, "  return ((unsigned int)__cvta_generic_to_shared(factor) >> %d & 0x%llxull) | 0x%llxull;\n", TL_WGMMA_ADDRESS_SHIFT,
                  TL_WGMMA_ADDRESS_MASK, TL_WGMMA_LINES | (is_along_k ? TL_WGMMA_ALONG_K : 0));
  name = gs_helper (gs, is_along_k ? "factor_along_k" : "factor_along_columns", "unsigned long long", "const void* factor", body);
  gs_line (gs, "%s = %s(%s + %s);", descriptor_text (gs, &call->fragments[0], 0), name, gs_name (gs, call->memory, call->memory->name),
           gs_operand (gs, offset, GS_ADD));
}

/* --- products --- */

static TlWalk
find_load (const TlExpr *expr, gpointer user_data)
{
  TlMatrixCall *load = user_data, call;

  if (!tl_matrix_call_read (expr, &call) || call.kind != TL_MATRIX_LOAD || call.fragments[0].buffer != load->fragments[2].buffer)
    return TL_WALK_INTO;
  load->n = call.n;
  load->is_column_major = call.is_column_major;
  return TL_WALK_STOP;
}

static const char *
product_body (Gs *gs, gint64 n, const char *type, gboolean b_is_along_k)
{
  g_autoptr (GString) sums = g_string_new (NULL), operands = g_string_new (NULL);
  int n_sums = (int) n / 2;

  for (int i = 0; i < n_sums; i++)
    {
      g_string_append_printf (sums, "%s%%%d", i > 0 ? ", " : "", i);
      g_string_append_printf (operands, "%s\"+f\"(d[%d])", i == 0 ? "" : i % 6 == 0 ? ",\n                 " : ", ", i);
    }
  return gs_text (gs, "  asm volatile(\"wgmma.mma_async.sync.aligned.m64n%dk16.f32.%s.%s\"\n"
                  "               \" {%s}, %%%d, %%%d, 1, 1, 1, 0, %d;\"\n               : %s\n               : \"l\"(a), \"l\"(b));\n",
                  (int) n, type, type, sums->str, n_sums, n_sums + 1, b_is_along_k ? 0 : 1, operands->str);
}

void
gs_wgmma_multiply (Gs *gs, const TlMatrixCall *call)
{
  const TlBuffer *d = call->fragments[0].buffer;
  const char     *type = call->fragments[1].buffer->dtype.code == TL_TYPE_BFLOAT ? "bf16" : "f16", *name, *b;
  const TlExpr   *first;
  TlMatrixCall    load = *call;

  load.n = 0;
  tl_stmt_walk (gs->kernel->body, NULL, find_load, &load);
  if (load.n == 0 || call->n == 0 || call->n % load.n != 0 || call->n > MAX_COLUMNS || !tl_dtype_equal (d->dtype, TL_FLOAT32))
    {
      gs_fail (gs, "wgmma has no product of %d columns with sums of %s", (int) call->n, tl_dtype_name (d->dtype));
      return;
    }
  b = descriptor_text (gs, &call->fragments[2], 0);
  if (call->n > load.n)
    b = gs_text (gs, "%s | (%s - %s & 0x%llxull) << %d", b, descriptor_text (gs, &call->fragments[2], 1), b, TL_WGMMA_ADDRESS_MASK,
                 TL_WGMMA_COLUMNS_SHIFT);
  name = gs_helper (gs, gs_text (gs, "wgmma_64x%dx16_%s%s", (int) call->n, type, load.is_column_major ? "_trans" : ""), "void",
                    "float* d, unsigned long long a, unsigned long long b", product_body (gs, call->n, type, load.is_column_major));
  first = tl_mul (gs->arena, call->fragments[0].index, tl_expr_int (gs->arena, call->fragments[0].index->dtype, FRAGMENT_SUMS));
  gs_line (gs, "%s(%s + %s, %s, %s);", name, gs_name (gs, d, d->name), gs_operand (gs, first, GS_ADD),
           descriptor_text (gs, &call->fragments[1], 0), b);
}

/* T.wgmma_fence and T.wgmma_wait */
gboolean
gs_wgmma_line (Gs *gs, const TlExpr *call)
{
  gint64 n = 0;

  if (g_str_equal (call->callee->name, "wgmma_fence"))
    gs_line (gs, "asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");");
  else if (g_str_equal (call->callee->name, "wgmma_wait") && tl_expr_get_int (call->args[0], &n))
    gs_line (gs, "asm volatile(\"wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned %d;\" ::: \"memory\");", (int) n);
  else
    return FALSE;
  return TRUE;
}
