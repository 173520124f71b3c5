/* SPDX-License-Identifier: Apache-2.0 */
/* How an operator relates its output to its inputs, as numbers that TVM's scripts have; a greater one is harder to fuse. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TL_OP_PATTERN_ATTR "op_pattern"

typedef enum
{
  TL_OP_ELEMENTWISE             = 0,
  TL_OP_BROADCAST               = 1,
  TL_OP_INJECTIVE               = 2,   /* each output element from one input element: transpose, concatenation */
  TL_OP_REDUCTION               = 3,
  TL_OP_OUT_ELEMENTWISE_FUSABLE = 4,   /* element-wise operators can follow in the same function: matmul, convolution */
  TL_OP_OPAQUE                  = 8,
} TlOpPattern;

G_END_DECLS
