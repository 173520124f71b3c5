/* SPDX-License-Identifier: Apache-2.0 */
/* The length of a slice "lower:upper" as a sum of terms in which equal ones cancel. */
#include "core/text/reader-private.h"

typedef struct
{
  const TlExpr *term;
  gint64        factor;
} ExtentTerm;

typedef struct
{
  GArray  *terms;
  gint64   constant;
  gboolean overflowed;
  gboolean has_constant;
  gboolean has_met;      /* terms or constants have come together */
} ExtentSum;

static void
add_term (ExtentSum *sum, const TlExpr *expr, gint64 factor)
{
  for (guint i = 0; i < sum->terms->len; i++)
    {
      ExtentTerm *term = &g_array_index (sum->terms, ExtentTerm, i);

      if (tl_expr_equal (term->term, expr))
        {
          sum->overflowed |= __builtin_add_overflow (term->factor, factor, &term->factor);
          sum->has_met = TRUE;
          return;
        }
    }
  g_array_append_vals (sum->terms, &(ExtentTerm) { expr, factor }, 1);
}

static void
collect (ExtentSum *sum, const TlExpr *expr, gint64 factor)
{
  gint64 value;

  if (expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB)
    {
      collect (sum, expr->a, factor);
      collect (sum, expr->b, expr->kind == TL_EXPR_ADD ? factor : -factor);
    }
  else if (expr->kind == TL_EXPR_MUL && tl_expr_get_int (expr->b, &value) && !__builtin_mul_overflow (factor, value, &value)
           && value != G_MININT64)
    collect (sum, expr->a, value);
  else if (tl_expr_get_int (expr, &value))
    {
      sum->has_met |= sum->has_constant;
      sum->has_constant = TRUE;
      sum->overflowed |= __builtin_mul_overflow (factor, value, &value) || __builtin_add_overflow (sum->constant, value, &sum->constant);
    }
  else
    add_term (sum, expr, factor);
}

static const TlExpr *
rebuild (TlArena *arena, const ExtentSum *sum, TlDType dtype)
{
  const TlExpr *result = tl_expr_int (arena, dtype, 0);

  for (guint i = 0; i < sum->terms->len; i++)
    {
      const ExtentTerm *term = &g_array_index (sum->terms, ExtentTerm, i);
      gboolean    is_minus = term->factor < 0;
      const TlExpr *product = tl_mul (arena, term->term, tl_expr_int (arena, dtype, is_minus ? -term->factor : term->factor));

      if (term->factor != 0)
        result = is_minus ? tl_sub (arena, result, product) : tl_add (arena, result, product);
    }
  if (sum->constant < 0)
    return tl_sub (arena, result, tl_expr_int (arena, dtype, -sum->constant));
  return tl_add (arena, result, tl_expr_int (arena, dtype, sum->constant));
}

const TlExpr *
tl_reader_extent (TlArena *arena, const TlExpr *lower, const TlExpr *upper)
{
  g_autoptr (GArray) terms = g_array_new (FALSE, FALSE, sizeof (ExtentTerm));
  ExtentSum sum = { .terms = terms };

  tl_match_types (arena, &lower, &upper);
  if (tl_expr_is_int (lower, 0))
    return upper;
  if (upper->kind == TL_EXPR_ADD && tl_expr_equal (upper->a, lower))
    return upper->b;
  collect (&sum, upper, 1);
  collect (&sum, lower, -1);
  if (sum.overflowed || sum.constant == G_MININT64 || !sum.has_met)
    return tl_sub (arena, upper, lower);
  for (guint i = 0; i < terms->len; i++)
    if (g_array_index (terms, ExtentTerm, i).factor == G_MININT64)
      return tl_sub (arena, upper, lower);
  return rebuild (arena, &sum, lower->dtype);
}
