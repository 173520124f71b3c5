/* SPDX-License-Identifier: Apache-2.0 */
#include "core/arith/stride.h"

#include "core/base/saturate.h"
#include "core/ir/walk.h"

gboolean
tl_expr_difference (TlAnalyzer *analyzer, const TlExpr *a, const TlExpr *b, gint64 *difference)
{
  return tl_expr_get_int (tl_analyzer_simplify (analyzer, tl_sub (tl_analyzer_arena (analyzer), a, b)), difference);
}

gboolean
tl_expr_stride (TlAnalyzer *analyzer, const TlExpr *expr, const TlVar *var, gint64 *stride)
{
  TlArena      *arena = tl_analyzer_arena (analyzer);
  const TlExpr *next = tl_expr_substitute_var (arena, expr, var, tl_add (arena, var, tl_expr_int (arena, var->dtype, 1)));

  return tl_expr_difference (analyzer, next, expr, stride);
}

const TlExpr *
tl_region_position (TlArena *arena, const TlRegion *region)
{
  const TlBuffer *buffer = region->buffer;
  TlDType         type = buffer->n_dims > 0 ? buffer->shape[0]->dtype : TL_INT32;
  const TlExpr   *stride = tl_expr_int (arena, type, 1), *position = tl_expr_int (arena, type, 0);

  for (guint d = buffer->n_dims; d-- > 0;)
    {
      position = tl_add (arena, tl_mul (arena, buffer->strides ? buffer->strides[d] : stride, region->ranges[d].min), position);
      stride = tl_mul (arena, stride, buffer->shape[d]);
    }
  return position;
}

/* --- as TVM counts --- */

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
tl_region_loop_strides (TlArena *arena, const TlRegion *region, const TlStmt *const *loops, guint n_loops, gint64 *strides)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  gint64 element = 1, extent;

  for (guint i = 0; i < n_loops; i++)
    strides[i] = 0;
  for (guint d = region->buffer->n_dims; d-- > 0;)
    {
      const TlExpr *index = tl_analyzer_simplify (analyzer, region->ranges[d].min);

      for (guint i = 0; i < n_loops; i++)
        if (strides[i] == 0)
          strides[i] = tl_mul_saturated (coefficient (index, loops[i]->loop.var), element);
      element = tl_buffer_get_extent (region->buffer, d, &extent) ? tl_mul_saturated (element, extent) : 0;
    }
}
