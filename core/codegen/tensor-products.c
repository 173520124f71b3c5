/* SPDX-License-Identifier: Apache-2.0 */
#include "core/codegen/tensor-products.h"

static const TlTensorProduct products[] = {
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

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i].tvm, expr->text))
      return names[i].ptx;
  return expr->text;
}

const TlTensorProduct *
tl_tensor_product_find (const TlExpr *call, guint sm, char **why)
{
  const char *types[3];

  for (guint i = 0; i < 6; i++)
    if (call->n_args < 12 || call->args[i]->kind != TL_EXPR_STRING)
      {
        *why = g_strdup ("T.ptx_mma takes a shape, two layouts, three types and three places");
        return NULL;
      }
  for (guint i = 0; i < 3; i++)
    types[i] = type_name (call->args[3 + i]);
  for (guint i = 0; i < G_N_ELEMENTS (products); i++)
    {
      const TlTensorProduct *product = &products[i];

      if (!g_str_equal (product->shape, call->args[0]->text) || !g_str_equal (product->a, types[0]) || !g_str_equal (product->b, types[1])
          || !g_str_equal (product->c, types[2]))
        continue;
      if (sm >= product->sm)
        return product;
      *why = g_strdup_printf ("mma.%s of %s needs a GPU of sm_%u or later; the target is sm_%u", product->shape, product->a, product->sm,
                              sm);
      return NULL;
    }
  *why = g_strdup_printf ("There is no mma.%s of %s and %s with sums in %s", call->args[0]->text, types[0], types[1], types[2]);
  return NULL;
}
