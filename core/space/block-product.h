/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that are sums of products, as rules and default schedules look at them. */
#pragma once

#include "core/space/block-nest.h"

G_BEGIN_DECLS

#define TL_BLOCK_MAX_OPERANDS 2u

/* Which of the block's reads names the buffer, -1: none. */
gint tl_block_read_index (const TlBlock *block, const TlBuffer *buffer);

typedef struct
{
  const TlExpr *load;      /* the only one in the operand */
  const TlExpr *value;     /* the operand itself: the load, or something made of it alone */
  gint          read;      /* which of the block's reads */
  guint         axes;      /* set of loops in its indices */
} TlBlockOperand;

/* C[…] = C[…] + A[…] * B[…]. */
typedef struct
{
  const TlStmt    *store;
  TlBlockOperand operands[TL_BLOCK_MAX_OPERANDS];
} TlBlockProduct;

gboolean tl_block_product_match (const TlBlockNest *nest, TlBlockProduct *product, char **why);
/* The same, and the block initializes C. */
gboolean tl_block_product_match_whole (const TlBlockNest *nest, TlBlockProduct *product, char **why);

G_END_DECLS
