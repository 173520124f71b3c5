/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/compare/axis-part.h"

#include <math.h>

#include "core/ir/expr.h"
#include "core/ir/walk.h"

/* The hull where both operands have the variable. */
static gboolean
join (gboolean has_a, const TlAxisPart *a, gboolean has_b, const TlAxisPart *b, TlAxisPart *part)
{
  if (has_a && has_b)
    *part = (TlAxisPart) { MIN (a->low, b->low), MAX (a->high, b->high) };
  else if (has_a || has_b)
    *part = has_a ? *a : *b;
  return has_a || has_b;
}

static gint64
scaled (gint64 value, gint64 factor)
{
  gint64 product;

  return value == G_MAXINT64 || __builtin_mul_overflow (value, factor, &product) ? G_MAXINT64 : product;
}

/* Both of a product or quotient with a positive constant. */
static gboolean
has_constant (const TlExpr *expr, const TlExpr **inside, gint64 *constant)
{
  if (tl_expr_get_int (expr->b, constant))
    *inside = expr->a;
  else if (expr->kind == TL_EXPR_MUL && tl_expr_get_int (expr->a, constant))
    *inside = expr->b;
  else
    return FALSE;
  return *constant > 0;
}

static gboolean
find_scaled (const TlExpr *expr, const TlVar *var, gint64 extent, TlAxisPart *part)
{
  const TlExpr *inside = NULL;
  gint64        constant = 0;

  if (!has_constant (expr, &inside, &constant))
    {
      *part = (TlAxisPart) { 1, G_MAXINT64 };
      return tl_expr_uses_var (expr, var);
    }
  if (!tl_axis_part_find (inside, var, extent, part))
    return FALSE;
  switch (expr->kind)
    {
    case TL_EXPR_MUL:
      *part = (TlAxisPart) { scaled (part->low, constant), scaled (part->high, constant) };
      return TRUE;
    case TL_EXPR_FLOORDIV:
      if (part->high <= constant && part->low < part->high)
        return FALSE;
      part->low = MAX (1, part->low / constant);
      part->high = part->high == G_MAXINT64 ? G_MAXINT64 : MAX (part->low, (part->high + constant - 1) / constant);
      return TRUE;
    default:
      if (part->low >= constant && part->low < part->high)
        return FALSE;
      part->high = MIN (part->high, constant);
      part->low = MIN (part->low, part->high);
      return TRUE;
    }
}

gboolean
tl_axis_part_find (const TlExpr *binding, const TlVar *var, gint64 extent, TlAxisPart *part)
{
  TlAxisPart a, b;
  gboolean   has_a, has_b;

  switch ((int) binding->kind)
    {
    case TL_EXPR_VAR:
      *part = (TlAxisPart) { 1, extent < 0 ? G_MAXINT64 : MAX (extent, 1) };
      return binding == var;
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
      has_a = tl_axis_part_find (binding->a, var, extent, &a);
      has_b = tl_axis_part_find (binding->b, var, extent, &b);
      return join (has_a, &a, has_b, &b, part);
    case TL_EXPR_MUL:
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
      return find_scaled (binding, var, extent, part);
    case TL_EXPR_CAST:
      return tl_axis_part_find (binding->a, var, extent, part);
    default:
      *part = (TlAxisPart) { 1, G_MAXINT64 };
      return tl_expr_uses_var (binding, var);
    }
}

gboolean
tl_axis_parts_meet (const TlAxisPart *a, const TlAxisPart *b)
{
  if (a->low == a->high || b->low == b->high)
    return a->low <= b->high && b->low <= a->high;
  return a->low < b->high && b->low < a->high;
}

double
tl_axis_parts_overlap (const TlAxisPart *a, const TlAxisPart *b)
{
  double common = log ((double) MIN (a->high, b->high)) - log ((double) MAX (a->low, b->low));
  double all = log ((double) MAX (a->high, b->high)) - log ((double) MIN (a->low, b->low));

  return all <= 0 ? 1 : MAX (common, 0) / all;
}
