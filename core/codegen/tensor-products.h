/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix products that NVIDIA's tensor cores have, mma.sync in PTX, by TVM's names of T.ptx_mma. */
#pragma once

#include <glib.h>

#include "core/ir/expr.h"

G_BEGIN_DECLS

/* @n_…: words of 32 bits that a thread holds of A, B and C; f16 sums stand two in a word. */
typedef struct
{
  const char *shape, *a, *b, *c;   /* "m16n8k16", PTX's types "f16", "f16", "f32" */
  guint       sm, n_a, n_b, n_c;   /* @sm: the first architecture that has it */
} TlTensorProduct;

/* The product of T.ptx_mma's arguments 0 to 5. NULL with *@why, free with g_free: there is none, or not for sm_@sm. */
const TlTensorProduct *tl_tensor_product_find (const TlExpr *call, guint sm, char **why);

G_END_DECLS
