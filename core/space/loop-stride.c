/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/loop-stride-private.h"

#include "core/arith/analyzer.h"
#include "core/analysis/block-info.h"
#include "core/base/saturate.h"

/* The factor of @var in a sum of products with numbers; 0 if it is no term. Of several terms the lesser factor, as TVM takes it. */
static gint64
coefficient (const TlExpr *expr, const TlVar *var)
{
  gint64 a, b, factor;

  switch (expr->kind)
    {
    case TL_EXPR_VAR:
      return expr == var;
    case TL_EXPR_MUL:
      if (tl_expr_get_int (expr->b, &factor))
        return tl_mul_saturated (coefficient (expr->a, var), factor);
      return tl_expr_get_int (expr->a, &factor) ? tl_mul_saturated (coefficient (expr->b, var), factor) : 0;
    case TL_EXPR_ADD:
      a = coefficient (expr->a, var);
      b = coefficient (expr->b, var);
      return a == 0 ? b : b == 0 ? a : MIN (a, b);
    default:
      return 0;
    }
}

void
tl_region_loop_strides (TlArena *arena, const TlBlock *block, const TlRegion *region, const TlStmt *const *loops, guint n_loops,
                        gint64 *strides)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  TlRegion outside = tl_block_region_outside (arena, block, *region);
  gint64 element = 1, extent;

  for (guint i = 0; i < n_loops; i++)
    strides[i] = 0;
  for (guint d = region->buffer->n_dims; d-- > 0;)
    {
      const TlExpr *index = tl_analyzer_simplify (analyzer, outside.ranges[d].min);

      for (guint i = 0; i < n_loops; i++)
        if (strides[i] == 0)
          strides[i] = tl_mul_saturated (coefficient (index, loops[i]->loop.var), element);
      element = tl_buffer_get_extent (region->buffer, d, &extent) ? tl_mul_saturated (element, extent) : 0;
    }
}
