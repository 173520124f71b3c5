/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scopes "wgmma.…" of core/ir/matrix-call.h. A fragment of a factor is a descriptor of where it lies in shared memory, a register of each
 * thread. The next 64 columns of B lie as far behind as the second fragment behind the first.
 */
#include "core/codegen/nvptx/nvptx-private.h"
#include "core/codegen/wgmma-factor.h"

#define MAX_SUMS      128u         /* of a thread */
#define GROUP_SUMS    8u           /* of a fragment in a thread */

static LLVMValueRef
nothing (Codegen *cg)
{
  return LLVMConstNull (cg->i32);
}

/* --- factors --- */

LLVMValueRef
nvptx_wgmma_load (Codegen *cg, const TlMatrixCall *call)
{
  gboolean is_along_k = g_str_has_suffix (call->fragments[0].buffer->scope, "_a") || call->is_column_major;
  LLVMValueRef place, fields = LLVMConstInt (cg->i64, TL_WGMMA_LINES | (is_along_k ? TL_WGMMA_ALONG_K : 0), FALSE);
  g_autofree char *why = NULL;
  const TlExpr *offset = tl_wgmma_factor_offset (cg->analyzer, cg->arena, cg->lanes->kernel, cg->target, call, &why);

  if (offset == NULL)
    {
      cg_fail (cg, "%s", why);
      return nothing (cg);
    }
  place = LLVMBuildPtrToInt (cg->builder, cg_address (cg, call->memory, offset), cg->i32, "");
  place = LLVMBuildLShr (cg->builder, place, LLVMConstInt (cg->i32, TL_WGMMA_ADDRESS_SHIFT, FALSE), "");
  place = LLVMBuildZExt (cg->builder, place, cg->i64, "");
  place = LLVMBuildAnd (cg->builder, place, LLVMConstInt (cg->i64, TL_WGMMA_ADDRESS_MASK, FALSE), "");
  place = LLVMBuildOr (cg->builder, place, fields, "");
  nvptx_fragment_set_all (cg, &call->fragments[0], &place, 1);
  return nothing (cg);
}

/* --- products --- */

static TlFragment
nth_fragment (Codegen *cg, const TlFragment *first, gint64 n)
{
  TlFragment fragment = *first;

  fragment.index = tl_add (cg->arena, first->index, tl_expr_int (cg->arena, first->index->dtype, n));
  return fragment;
}

/* With the distance of the next columns in it. */
static LLVMValueRef
descriptor_of_b (Codegen *cg, const TlFragment *b, gint64 n_fragments)
{
  TlFragment second = nth_fragment (cg, b, 1);
  LLVMValueRef first, next, distance;

  nvptx_fragment_get (cg, b, &first);
  if (n_fragments == 1)
    return first;
  nvptx_fragment_get (cg, &second, &next);
  distance = LLVMBuildSub (cg->builder, next, first, "");
  distance = LLVMBuildAnd (cg->builder, distance, LLVMConstInt (cg->i64, TL_WGMMA_ADDRESS_MASK, FALSE), "");
  distance = LLVMBuildShl (cg->builder, distance, LLVMConstInt (cg->i64, TL_WGMMA_COLUMNS_SHIFT, FALSE), "");
  return LLVMBuildOr (cg->builder, first, distance, "");
}

static char *
product_text (const TlMatrixCall *call, guint n_sums, gboolean b_is_along_k, char **constraints)
{
  const char *type = call->fragments[1].buffer->dtype.code == TL_TYPE_BFLOAT ? "bf16" : "f16";
  GString *text = g_string_new (NULL), *letters = g_string_new (NULL);

  g_string_printf (text, "wgmma.mma_async.sync.aligned.m64n%dk16.f32.%s.%s {", (int) call->n, type, type);
  for (guint i = 0; i < n_sums; i++)
    {
      g_string_append_printf (text, "%s$%u", i > 0 ? ", " : "", i);
      g_string_append_printf (letters, "=f,");
    }
  g_string_append_printf (text, "}, $%u, $%u, 1, 1, 1, 0, %d;", n_sums, n_sums + 1, b_is_along_k ? 0 : 1);
  g_string_append (letters, "l,l");
  for (guint i = 0; i < n_sums; i++)
    g_string_append_printf (letters, ",%u", i);
  *constraints = g_string_free (letters, FALSE);
  return g_string_free (text, FALSE);
}

LLVMValueRef
nvptx_wgmma_multiply (Codegen *cg, const TlMatrixCall *call)
{
  const TlFragment *d = &call->fragments[0], *b = &call->fragments[2];
  gboolean b_is_along_k = FALSE;
  gint64 width = nvptx_fragment_columns (cg, b->buffer, &b_is_along_k);
  guint n_sums = (guint) call->n / 16 * GROUP_SUMS;
  LLVMTypeRef types[MAX_SUMS];
  LLVMValueRef args[MAX_SUMS + 2];
  g_autofree char *text = NULL, *constraints = NULL;

  if (call->n == 0 || n_sums > MAX_SUMS || width == 0 || call->n % width != 0 || d->buffer->dtype.bits != 32
      || !tl_dtype_is_float (d->buffer->dtype))
    {
      cg_fail (cg, "wgmma has no product of %d columns from fragments of %d, with sums of %s", (int) call->n, (int) width,
               tl_dtype_name (d->buffer->dtype));
      return nothing (cg);
    }
  nvptx_fragment_get (cg, &call->fragments[1], &args[0]);
  args[1] = descriptor_of_b (cg, b, call->n / width);
  for (guint i = 0; i < n_sums / GROUP_SUMS; i++)
    {
      TlFragment sums = nth_fragment (cg, d, i);

      nvptx_fragment_get (cg, &sums, args + 2 + i * GROUP_SUMS);
    }
  for (guint i = 0; i < n_sums; i++)
    types[i] = cg->f32;
  text = product_text (call, n_sums, b_is_along_k, &constraints);
  LLVMValueRef result = nvptx_assembly (cg, text, constraints, LLVMStructTypeInContext (cg->context, types, n_sums, FALSE), args,
                                        n_sums + 2, TRUE);
  for (guint i = 0; i < n_sums / GROUP_SUMS; i++)
    {
      TlFragment sums = nth_fragment (cg, d, i);
      LLVMValueRef values[GROUP_SUMS];

      for (guint k = 0; k < GROUP_SUMS; k++)
        values[k] = LLVMBuildExtractValue (cg->builder, result, i * GROUP_SUMS + k, "");
      nvptx_fragment_set_all (cg, &sums, values, GROUP_SUMS);
    }
  return nothing (cg);
}

LLVMValueRef
nvptx_wgmma_fence (Codegen *cg, const TlExpr *call)
{
  nvptx_assembly (cg, "wgmma.fence.sync.aligned;", "~{memory}", cg->nothing, NULL, 0, TRUE);
  return nothing (cg);
}

/* The products since the last wait are a group. */
LLVMValueRef
nvptx_wgmma_wait (Codegen *cg, const TlExpr *call)
{
  gint64 n = 0;

  if (!tl_expr_get_int (call->args[0], &n) || n < 0 || n > 7)
    {
      cg_fail (cg, "T.wgmma_wait takes the number of groups that may go on");
      return nothing (cg);
    }
  g_autofree char *text = g_strdup_printf ("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned %d;", (int) n);
  nvptx_assembly (cg, text, "~{memory}", cg->nothing, NULL, 0, TRUE);
  return nothing (cg);
}
