/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values that an expression can take: constant intervals and residues. Every rule over-approximates; ends that leave 64 bits open up.
 */
#include "core/arith/analyzer-private.h"
#include "core/base/extremum.h"

/* Deeper nesting than programs have; below it nothing is known, so that no input exhausts the stack. */
#define DEEPEST_BOUNDS 400

static gint64
lower_end (__int128 value)
{
  return value <= G_MININT64 ? G_MININT64 : (value >= G_MAXINT64 ? G_MAXINT64 - 1 : (gint64) value);
}

static gint64
upper_end (__int128 value)
{
  return value >= G_MAXINT64 ? G_MAXINT64 : (value <= G_MININT64 ? G_MININT64 + 1 : (gint64) value);
}

static gboolean
is_bounded (TlBounds a)
{
  return a.min != G_MININT64 && a.max != G_MAXINT64;
}

TlBounds
tl_bounds_add (TlBounds a, TlBounds b)
{
  gboolean open_min = a.min == G_MININT64 || b.min == G_MININT64;
  gboolean open_max = a.max == G_MAXINT64 || b.max == G_MAXINT64;

  return (TlBounds) { open_min ? G_MININT64 : lower_end ((__int128) a.min + b.min),
                      open_max ? G_MAXINT64 : upper_end ((__int128) a.max + b.max) };
}

TlBounds
tl_bounds_scale (TlBounds a, gint64 factor)
{
  TlBounds swapped = a;

  if (factor == 0)
    return (TlBounds) { 0, 0 };
  if (factor > 0)
    return (TlBounds) { a.min == G_MININT64 ? G_MININT64 : lower_end ((__int128) a.min * factor),
                        a.max == G_MAXINT64 ? G_MAXINT64 : upper_end ((__int128) a.max * factor) };
  swapped.min = a.max == G_MAXINT64 ? G_MININT64 : lower_end ((__int128) a.max * factor);
  swapped.max = a.min == G_MININT64 ? G_MAXINT64 : upper_end ((__int128) a.min * factor);
  return swapped;
}

TlBounds
tl_bounds_intersect (TlBounds a, TlBounds b)
{
  TlBounds both = { MAX (a.min, b.min), MIN (a.max, b.max) };

  /* No value at all: nothing that is said about it can be wrong, but callers count on min <= max. */
  return both.min <= both.max ? both : a;
}

static TlBounds
bounds_union (TlBounds a, TlBounds b)
{
  return (TlBounds) { MIN (a.min, b.min), MAX (a.max, b.max) };
}

static TlBounds
bounds_mul (TlBounds a, TlBounds b)
{
  TlBounds result;

  if (a.min == a.max && is_bounded (a))
    return tl_bounds_scale (b, a.min);
  if (b.min == b.max && is_bounded (b))
    return tl_bounds_scale (a, b.min);
  if (!is_bounded (a) || !is_bounded (b))
    {
      if (a.min >= 0 && b.min >= 0)
        return (TlBounds) { lower_end ((__int128) a.min * b.min), G_MAXINT64 };
      return TL_BOUNDS_ALL;
    }
  result = bounds_union (tl_bounds_scale (a, b.min), tl_bounds_scale (a, b.max));
  return result;
}

/* Monotone in the dividend; in a positive divisor, towards zero or minus one. */
TlBounds
tl_bounds_floordiv (TlBounds a, TlBounds b)
{
  TlBounds result;

  if (b.min < 1)
    return TL_BOUNDS_ALL;
  if (a.min == G_MININT64)
    result.min = G_MININT64;
  else if (a.min >= 0)
    result.min = b.max == G_MAXINT64 ? 0 : a.min / b.max;
  else
    result.min = tl_floordiv_int64 (a.min, b.min);
  if (a.max == G_MAXINT64)
    result.max = G_MAXINT64;
  else if (a.max >= 0)
    result.max = a.max / b.min;
  else
    result.max = b.max == G_MAXINT64 ? -1 : tl_floordiv_int64 (a.max, b.max);
  return result;
}

TlBounds
tl_bounds_floormod (TlBounds a, TlBounds b)
{
  TlBounds result = { 0, G_MAXINT64 };

  if (b.min < 1)
    return TL_BOUNDS_ALL;
  if (b.max != G_MAXINT64)
    result.max = b.max - 1;
  if (a.min >= 0 && a.max < result.max)
    result.max = a.max;
  if (b.min == b.max && is_bounded (a) && tl_floordiv_int64 (a.min, b.min) == tl_floordiv_int64 (a.max, b.min))
    return (TlBounds) { tl_floormod_int64 (a.min, b.min), tl_floormod_int64 (a.max, b.min) };
  if (a.min >= 0 && a.max != G_MAXINT64 && a.max < b.min)
    return a;
  return result;
}

static TlBounds
truncdiv_bounds (TlBounds a, TlBounds b)
{
  if (a.min >= 0 && b.min >= 1)
    return tl_bounds_floordiv (a, b);
  if (b.min >= 1 && is_bounded (a))
    return (TlBounds) { MIN (a.min, 0), MAX (a.max, 0) };
  return TL_BOUNDS_ALL;
}

static TlBounds
truncmod_bounds (TlBounds a, TlBounds b)
{
  if (a.min >= 0 && b.min >= 1)
    return tl_bounds_floormod (a, b);
  if (b.min >= 1 && b.max != G_MAXINT64)
    return (TlBounds) { a.min >= 0 ? 0 : 1 - b.max, a.max <= 0 ? 0 : b.max - 1 };
  return TL_BOUNDS_ALL;
}

static TlBounds
dtype_bounds (TlDType dtype)
{
  if (dtype.code == TL_TYPE_BOOL)
    return (TlBounds) { 0, 1 };
  if (dtype.code == TL_TYPE_UINT)
    return (TlBounds) { 0, dtype.bits < 63 ? tl_dtype_max_int (dtype) : G_MAXINT64 };
  if (dtype.code == TL_TYPE_INT && dtype.bits < 32)
    return (TlBounds) { tl_dtype_min_int (dtype), tl_dtype_max_int (dtype) };
  return TL_BOUNDS_ALL;
}

/* A cast keeps the value only where the target holds it. */
static TlBounds
cast_bounds (TlAnalyzer *analyzer, const TlExpr *expr)
{
  TlDType  to = expr->dtype;
  TlBounds inner;

  if (expr->a->dtype.lanes != 1 || !(tl_dtype_is_integer (expr->a->dtype) || expr->a->dtype.code == TL_TYPE_BOOL))
    return dtype_bounds (to);
  inner = tl_bounds_intersect (dtype_bounds (expr->a->dtype), tl_analyzer_expr_bounds (analyzer, expr->a));
  if (!tl_dtype_is_integer (to) || (to.code == TL_TYPE_UINT && to.bits >= 63 && inner.min >= 0))
    return to.code == TL_TYPE_BOOL ? dtype_bounds (to) : inner;
  if (to.code == TL_TYPE_INT && to.bits >= 64 && expr->a->dtype.code == TL_TYPE_INT)
    return inner;
  if (to.code == TL_TYPE_INT && expr->a->dtype.code == TL_TYPE_INT && expr->a->dtype.bits <= to.bits)
    return inner;
  if (inner.min >= tl_dtype_min_int (to) && inner.max <= tl_dtype_max_int (to) && is_bounded (inner))
    return inner;
  return dtype_bounds (to);
}

static TlBounds
call_bounds (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const char *name = expr->callee->name;
  TlBounds    a, b;

  if (g_str_equal (name, "if_then_else") && expr->n_args == 3)
    return bounds_union (tl_analyzer_expr_bounds (analyzer, expr->args[1]), tl_analyzer_expr_bounds (analyzer, expr->args[2]));
  if (g_str_equal (name, "likely") && expr->n_args == 1)
    return tl_analyzer_expr_bounds (analyzer, expr->args[0]);
  if (expr->n_args != 2)
    return dtype_bounds (expr->dtype);
  a = tl_analyzer_expr_bounds (analyzer, expr->args[0]);
  b = tl_analyzer_expr_bounds (analyzer, expr->args[1]);
  if (g_str_equal (name, "bitwise_and") && (a.min >= 0 || b.min >= 0))
    return (TlBounds) { 0, a.min >= 0 && b.min >= 0 ? MIN (a.max, b.max) : (a.min >= 0 ? a.max : b.max) };
  if (g_str_equal (name, "shift_right") && b.min >= 0 && b.max <= 62)
    return tl_bounds_floordiv (a, (TlBounds) { G_GINT64_CONSTANT (1) << b.min, G_GINT64_CONSTANT (1) << b.max });
  return dtype_bounds (expr->dtype);
}

static TlBounds
binary_bounds (TlAnalyzer *analyzer, const TlExpr *expr)
{
  TlBounds a = tl_analyzer_expr_bounds (analyzer, expr->a);
  TlBounds b = tl_analyzer_expr_bounds (analyzer, expr->b);

  switch (expr->kind)
    {
    case TL_EXPR_ADD:
      return tl_bounds_add (a, b);
    case TL_EXPR_SUB:
      return tl_bounds_add (a, tl_bounds_scale (b, -1));
    case TL_EXPR_MUL:
      return bounds_mul (a, b);
    case TL_EXPR_DIV:
      return truncdiv_bounds (a, b);
    case TL_EXPR_MOD:
      return truncmod_bounds (a, b);
    case TL_EXPR_FLOORDIV:
      return tl_bounds_floordiv (a, b);
    case TL_EXPR_FLOORMOD:
      return tl_bounds_floormod (a, b);
    case TL_EXPR_MIN:
      return (TlBounds) { MIN (a.min, b.min), MIN (a.max, b.max) };
    case TL_EXPR_MAX:
      return (TlBounds) { MAX (a.min, b.min), MAX (a.max, b.max) };
    default:
      return dtype_bounds (expr->dtype);
    }
}

static TlBounds
structural_bounds (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlVarFact *fact;
  TlBounds         result;

  switch (expr->kind)
    {
    case TL_EXPR_INT:
      return (TlBounds) { expr->int_value, expr->int_value };
    case TL_EXPR_VAR:
      fact = tl_analyzer_fact (analyzer, expr);
      return fact != NULL ? fact->bounds : dtype_bounds (expr->dtype);
    case TL_EXPR_CAST:
      return cast_bounds (analyzer, expr);
    case TL_EXPR_SELECT:
      return bounds_union (tl_analyzer_expr_bounds (analyzer, expr->if_true), tl_analyzer_expr_bounds (analyzer, expr->if_false));
    case TL_EXPR_CALL:
      return call_bounds (analyzer, expr);
    case TL_EXPR_LET:
      return dtype_bounds (expr->dtype);
    default:
      if (!tl_expr_kind_is_binary (expr->kind))
        return dtype_bounds (expr->dtype);
      result = binary_bounds (analyzer, expr);
      /* Small and unsigned types wrap: the interval holds only where the type holds it. */
      if (!tl_dtype_is_index (expr->dtype)
          && (result.min < dtype_bounds (expr->dtype).min || result.max > dtype_bounds (expr->dtype).max))
        return dtype_bounds (expr->dtype);
      return result;
    }
}

TlBounds
tl_analyzer_expr_bounds (TlAnalyzer *analyzer, const TlExpr *expr)
{
  TlBounds result;
  TlTerm   term = { expr, 1, TL_NO_UPPER, 1 };
  gboolean has_constraints = analyzer->n_constraints > 0 && !analyzer->ignores_constraints;

  if (expr->dtype.lanes != 1 || !(tl_dtype_is_integer (expr->dtype) || expr->dtype.code == TL_TYPE_BOOL)
      || analyzer->depth > DEEPEST_BOUNDS)
    return TL_BOUNDS_ALL;
  analyzer->depth++;
  if (has_constraints && tl_dtype_is_index (expr->dtype)
      && (expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB || expr->kind == TL_EXPR_MUL))
    {
      TlSum sum = tl_sum_collect (analyzer, expr);

      result = tl_analyzer_sum_bounds (analyzer, &sum);
    }
  else if (has_constraints && tl_dtype_is_index (expr->dtype) && expr->kind != TL_EXPR_INT)
    result = tl_analyzer_term_bounds (analyzer, &term);
  else
    result = structural_bounds (analyzer, expr);
  analyzer->depth--;
  return result;
}

static gboolean
same_piece (const TlTerm *a, const TlTerm *b)
{
  return a->lower == b->lower && a->upper == b->upper && tl_atom_equal (a->atom, b->atom);
}

/* scale * piece >= -slack, as bounds of the piece. */
static TlBounds
piece_bounds_from (gint64 scale, gint64 slack)
{
  if (scale > 0)
    return (TlBounds) { -tl_floordiv_int64 (slack, scale), G_MAXINT64 };
  return (TlBounds) { G_MININT64, tl_floordiv_int64 (slack, -scale) };
}

/* Bounds of one piece of an atom, without scale, from constraints; the other terms of a constraint take their extreme values. */
static TlBounds
constrain_piece (TlAnalyzer *analyzer, const TlTerm *term, TlBounds bounds)
{
  for (guint i = 0; !analyzer->ignores_constraints && i < analyzer->n_constraints; i++)
    {
      const TlSum *known = &analyzer->constraints[i].sum;
      guint        at = 0;
      TlBounds     rest = { known->base, known->base };

      while (at < known->n && !same_piece (&known->terms[at], term))
        at++;
      if (at == known->n)
        continue;
      analyzer->ignores_constraints = TRUE;
      for (guint k = 0; k < known->n && rest.max != G_MAXINT64; k++)
        if (k != at)
          rest = tl_bounds_add (rest, tl_analyzer_term_bounds (analyzer, &known->terms[k]));
      analyzer->ignores_constraints = FALSE;
      if (rest.max != G_MAXINT64 && rest.max > -G_MAXINT64)
        bounds = tl_bounds_intersect (bounds, piece_bounds_from (known->terms[at].scale, rest.max));
    }
  return bounds;
}

TlBounds
tl_analyzer_term_bounds (TlAnalyzer *analyzer, const TlTerm *term)
{
  TlTerm   whole = { term->atom, 1, TL_NO_UPPER, 1 };
  TlBounds bounds;

  if (term->lower == 1 && term->upper == TL_NO_UPPER)
    bounds = structural_bounds (analyzer, term->atom);
  else
    {
      bounds = tl_analyzer_expr_bounds (analyzer, whole.atom);
      if (term->upper != TL_NO_UPPER)
        bounds = tl_bounds_floormod (bounds, (TlBounds) { term->upper, term->upper });
      if (term->lower != 1)
        bounds = tl_bounds_floordiv (bounds, (TlBounds) { term->lower, term->lower });
    }
  return tl_bounds_scale (constrain_piece (analyzer, term, bounds), term->scale);
}

/* Whether the terms of @a are @ratio times those of @b. */
static gboolean
is_multiple (const TlSum *a, const TlSum *b, gint64 *ratio)
{
  if (a->n != b->n)
    return FALSE;
  *ratio = 0;
  for (guint i = 0; i < a->n; i++)
    {
      guint j = 0;

      while (j < b->n && !same_piece (&a->terms[i], &b->terms[j]))
        j++;
      if (j == b->n || a->terms[i].scale == G_MININT64 || a->terms[i].scale % b->terms[j].scale != 0)
        return FALSE;
      if (*ratio != 0 && a->terms[i].scale / b->terms[j].scale != *ratio)
        return FALSE;
      *ratio = a->terms[i].scale / b->terms[j].scale;
    }
  return TRUE;
}

TlBounds
tl_analyzer_sum_bounds (TlAnalyzer *analyzer, const TlSum *sum)
{
  TlBounds bounds = { sum->base, sum->base };
  gint64   ratio;

  for (guint i = 0; i < sum->n; i++)
    bounds = tl_bounds_add (bounds, tl_analyzer_term_bounds (analyzer, &sum->terms[i]));
  for (guint i = 0; sum->n > 1 && !analyzer->ignores_constraints && i < analyzer->n_constraints; i++)
    {
      const TlSum *known = &analyzer->constraints[i].sum;
      __int128     end;

      if (!is_multiple (sum, known, &ratio))
        continue;
      /* sum - base == ratio * (known - known.base) and known >= 0 */
      end = (__int128) sum->base - (__int128) ratio * known->base;
      if (ratio > 0)
        bounds = tl_bounds_intersect (bounds, (TlBounds) { lower_end (end), G_MAXINT64 });
      else
        bounds = tl_bounds_intersect (bounds, (TlBounds) { G_MININT64, upper_end (end) });
    }
  return bounds;
}

gint64
tl_gcd_int64 (gint64 a, gint64 b)
{
  guint64 x = a < 0 ? -(guint64) a : (guint64) a;
  guint64 y = b < 0 ? -(guint64) b : (guint64) b;

  while (y != 0)
    {
      guint64 rest = x % y;

      x = y;
      y = rest;
    }
  return x > G_MAXINT64 ? 1 : (gint64) x;
}

static void
expr_modular (TlAnalyzer *analyzer, const TlExpr *expr, gint64 *coefficient, gint64 *base)
{
  TlSum sum = tl_sum_collect (analyzer, expr);

  tl_analyzer_sum_modular (analyzer, &sum, coefficient, base);
}

/* Bits of @expr that are known to be 0, from the lowest on. */
static guint
zero_bits (TlAnalyzer *analyzer, const TlExpr *expr)
{
  gint64 coefficient, base;

  expr_modular (analyzer, expr, &coefficient, &base);
  coefficient = tl_gcd_int64 (coefficient, base);
  return coefficient == 0 ? 62 : (guint) __builtin_ctzll ((guint64) coefficient);
}

static gboolean
is_bit_operation (const TlExpr *atom)
{
  return atom->kind == TL_EXPR_CALL && atom->n_args == 2 && tl_dtype_is_index (atom->dtype)
         && (g_str_equal (atom->callee->name, "bitwise_xor") || g_str_equal (atom->callee->name, "bitwise_or"));
}

/* Residues of one piece of an atom, scale left out. */
static void
piece_modular (TlAnalyzer *analyzer, const TlTerm *term, gint64 *coefficient, gint64 *base)
{
  *coefficient = 1;
  *base = 0;
  if (term->lower == 1 && term->upper == TL_NO_UPPER)
    {
      if (term->atom->kind == TL_EXPR_MUL && tl_dtype_is_index (term->atom->dtype))
        {
          gint64 ca, ba, cb, bb;

          expr_modular (analyzer, term->atom->a, &ca, &ba);
          expr_modular (analyzer, term->atom->b, &cb, &bb);
          if (ba == 0 && bb == 0 && ca != 0 && cb != 0 && !__builtin_mul_overflow (ca, cb, coefficient))
            return;
          *coefficient = ba == 0 && ca != 0 ? ca : (bb == 0 && cb != 0 ? cb : 1);
        }
      else if (is_bit_operation (term->atom))
        *coefficient = (gint64) 1 << tl_min (zero_bits (analyzer, term->atom->args[0]), zero_bits (analyzer, term->atom->args[1]));
      return;
    }
  expr_modular (analyzer, term->atom, coefficient, base);
  if (term->upper != TL_NO_UPPER)
    {
      *coefficient = *coefficient == 0 ? 0 : tl_gcd_int64 (*coefficient, term->upper);
      *base = tl_floormod_int64 (*base, *coefficient == 0 ? term->upper : *coefficient);
    }
  if (*coefficient % term->lower == 0)
    {
      *coefficient /= term->lower;
      *base = tl_floordiv_int64 (*base, term->lower);
    }
  else
    {
      *coefficient = 1;
      *base = 0;
    }
}

void
tl_analyzer_sum_modular (TlAnalyzer *analyzer, const TlSum *sum, gint64 *coefficient, gint64 *base)
{
  __int128 total = sum->base;

  *coefficient = 0;
  for (guint i = 0; i < sum->n; i++)
    {
      gint64 piece_coefficient, piece_base, scaled;

      piece_modular (analyzer, &sum->terms[i], &piece_coefficient, &piece_base);
      if (__builtin_mul_overflow (piece_coefficient, sum->terms[i].scale, &scaled) || scaled == G_MININT64)
        {
          *coefficient = 1;
          *base = 0;
          return;
        }
      *coefficient = tl_gcd_int64 (*coefficient, scaled);
      total += (__int128) piece_base * sum->terms[i].scale;
    }
  if (*coefficient != 0)
    {
      total %= *coefficient;
      total += total < 0 ? *coefficient : 0;
    }
  if (total < G_MININT64 || total > G_MAXINT64)
    {
      *coefficient = 1;
      total = 0;
    }
  *base = (gint64) total;
}
