/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Symbolic intervals: variables that run are replaced by the ends of their ranges, the others stay. Works on canonical sums, so that
 * "io * 8 + ii" splits into what runs and what stays, and the extent of a box comes out constant where the outer part cancels.
 */
#include "core/arith/analyzer-private.h"
#include "core/arith/int-set-private.h"
#include "core/ir/walk.h"

#define DEEPEST_RELAX 64

typedef struct
{
  TlAnalyzer   *analyzer;
  const TlIter *iters;
  guint         n_iters;
  guint         depth;
} Relax;

static TlInterval relax_expr (Relax *relax, const TlExpr *expr);

static const TlIter *
find_iter (Relax *relax, const TlExpr *var)
{
  for (guint i = 0; i < relax->n_iters; i++)
    if (relax->iters[i].var == var)
      return &relax->iters[i];
  return NULL;
}

static TlWalk
stop_at_iter (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_LOAD)
    return TL_WALK_STOP;
  return expr->kind == TL_EXPR_VAR && find_iter (user_data, expr) != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Also what is read from memory may be anything. */
static gboolean
runs (Relax *relax, const TlExpr *expr)
{
  return !tl_expr_walk (expr, stop_at_iter, relax);
}

static const TlExpr *
simplified (Relax *relax, const TlExpr *expr)
{
  return expr != NULL ? tl_analyzer_simplify (relax->analyzer, expr) : NULL;
}

static const TlExpr *
binary_or_unknown (Relax *relax, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  if (a == NULL || b == NULL)
    return NULL;
  return tl_binary (relax->analyzer->arena, kind, a, b);
}

static TlInterval
interval_union (Relax *relax, TlInterval a, TlInterval b)
{
  return (TlInterval) { simplified (relax, binary_or_unknown (relax, TL_EXPR_MIN, a.low, b.low)),
                        simplified (relax, binary_or_unknown (relax, TL_EXPR_MAX, a.high, b.high)) };
}

/* Constant ends of a constant range (an assumption may have narrowed it), else the range as written. */
static TlInterval
relax_iter (Relax *relax, const TlIter *iter)
{
  TlArena      *arena = relax->analyzer->arena;
  TlDType       dtype = iter->var->dtype;
  const TlExpr *min = tl_cast (arena, dtype, iter->min);
  TlBounds      bounds = TL_BOUNDS_ALL;
  TlInterval    result;
  gint64        extent;

  if (tl_expr_get_int (iter->extent, &extent))
    bounds = tl_analyzer_expr_bounds (relax->analyzer, iter->var);
  if (bounds.min != G_MININT64)
    result.low = tl_expr_int (arena, dtype, bounds.min);
  else
    result.low = relax_expr (relax, simplified (relax, min)).low;
  if (bounds.max != G_MAXINT64)
    result.high = tl_expr_int (arena, dtype, bounds.max);
  else
    {
      const TlExpr *end = tl_add (arena, min, tl_cast (arena, dtype, iter->extent));

      result.high = relax_expr (relax, simplified (relax, tl_sub (arena, end, tl_expr_int (arena, dtype, 1)))).high;
    }
  return result;
}

static TlInterval
relax_product (Relax *relax, const TlExpr *a, const TlExpr *b)
{
  TlAnalyzer   *analyzer = relax->analyzer;
  const TlExpr *fixed = runs (relax, a) ? b : a;
  TlInterval    inner;
  TlBounds      sign;

  if (runs (relax, fixed))
    return (TlInterval) { NULL, NULL };
  inner = relax_expr (relax, fixed == a ? b : a);
  sign = tl_analyzer_expr_bounds (analyzer, fixed);
  if (sign.min < 0)
    return (TlInterval) { NULL, NULL };
  return (TlInterval) { simplified (relax, binary_or_unknown (relax, TL_EXPR_MUL, inner.low, fixed)),
                        simplified (relax, binary_or_unknown (relax, TL_EXPR_MUL, inner.high, fixed)) };
}

static TlInterval
relax_cast (Relax *relax, const TlExpr *expr)
{
  TlInterval inner = { NULL, NULL };

  if (tl_dtype_is_index (expr->dtype) && tl_dtype_is_index (expr->a->dtype) && expr->a->dtype.bits <= expr->dtype.bits)
    inner = relax_expr (relax, expr->a);
  return (TlInterval) { inner.low != NULL ? tl_cast (relax->analyzer->arena, expr->dtype, inner.low) : NULL,
                        inner.high != NULL ? tl_cast (relax->analyzer->arena, expr->dtype, inner.high) : NULL };
}

static const TlExpr *
end_or_unknown (TlArena *arena, TlDType dtype, gint64 end)
{
  return end != G_MAXINT64 && tl_sum_fits (dtype, end) ? tl_expr_int (arena, dtype, end) : NULL;
}

/* An atom that runs, taken whole. */
static TlInterval
relax_atom (Relax *relax, const TlExpr *atom)
{
  TlArena      *arena = relax->analyzer->arena;
  const TlIter *iter;
  TlInterval    a, b;
  TlBounds      bounds;

  switch (atom->kind)
    {
    case TL_EXPR_VAR:
      iter = find_iter (relax, atom);
      return iter != NULL ? relax_iter (relax, iter) : (TlInterval) { atom, atom };
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
      return relax_expr (relax, atom);
    case TL_EXPR_MUL:
      return relax_product (relax, atom->a, atom->b);
    case TL_EXPR_CAST:
      return relax_cast (relax, atom);
    case TL_EXPR_MIN:
    case TL_EXPR_MAX:
      a = relax_expr (relax, atom->a);
      b = relax_expr (relax, atom->b);
      return (TlInterval) { simplified (relax, binary_or_unknown (relax, atom->kind, a.low, b.low)),
                            simplified (relax, binary_or_unknown (relax, atom->kind, a.high, b.high)) };
    case TL_EXPR_SELECT:
      return interval_union (relax, relax_expr (relax, atom->if_true), relax_expr (relax, atom->if_false));
    case TL_EXPR_CALL:
      if (atom->n_args == 3 && g_str_equal (atom->callee->name, "if_then_else"))
        return interval_union (relax, relax_expr (relax, atom->args[1]), relax_expr (relax, atom->args[2]));
      break;
    default:
      break;
    }
  bounds = tl_analyzer_expr_bounds (relax->analyzer, atom);
  return (TlInterval) { end_or_unknown (arena, atom->dtype, bounds.min), end_or_unknown (arena, atom->dtype, bounds.max) };
}

static const TlExpr *
divided (Relax *relax, const TlExpr *expr, gint64 divisor)
{
  TlArena *arena = relax->analyzer->arena;

  if (expr == NULL || divisor == 1)
    return expr;
  return simplified (relax, tl_floordiv (arena, expr, tl_expr_int (arena, expr->dtype, divisor)));
}

/* A piece that runs: a constant interval where its atom has one, else the ends of the atom divided. */
static TlInterval
relax_piece (Relax *relax, const TlTerm *term)
{
  TlArena   *arena = relax->analyzer->arena;
  TlDType    dtype = term->atom->dtype;
  TlTerm     piece = *term;
  TlBounds   bounds;
  TlInterval inner;

  piece.scale = 1;
  if (term->upper != TL_NO_UPPER || term->lower != 1)
    {
      bounds = tl_analyzer_term_bounds (relax->analyzer, &piece);
      if (bounds.min != G_MININT64 && bounds.max != G_MAXINT64)
        return (TlInterval) { tl_expr_int (arena, dtype, bounds.min), tl_expr_int (arena, dtype, bounds.max) };
    }
  if (term->upper != TL_NO_UPPER)
    return (TlInterval) { NULL, NULL };
  inner = relax_atom (relax, term->atom);
  return (TlInterval) { divided (relax, inner.low, term->lower), divided (relax, inner.high, term->lower) };
}

/* A sum of running variables alone has constant ends as a whole: these take constraints across terms into account. */
static gboolean
relax_closed (Relax *relax, const TlSum *closed, TlSum *low, TlSum *high)
{
  TlBounds bounds = tl_analyzer_sum_bounds (relax->analyzer, closed);

  if (bounds.min == G_MININT64 || bounds.max == G_MAXINT64 || !tl_sum_fits (closed->dtype, bounds.min)
      || !tl_sum_fits (closed->dtype, bounds.max))
    return FALSE;
  *low = tl_sum_const (closed->dtype, bounds.min);
  *high = tl_sum_const (closed->dtype, bounds.max);
  return TRUE;
}

/* Also at what runs over a range that is no constant: its ends are expressions. */
static TlWalk
stop_at_outer (const TlExpr *expr, gpointer user_data)
{
  const TlIter *iter;
  gint64        extent;

  if (expr->kind == TL_EXPR_VAR)
    {
      iter = find_iter (user_data, expr);
      return iter == NULL || !tl_expr_get_int (iter->extent, &extent) ? TL_WALK_STOP : TL_WALK_INTO;
    }
  return expr->kind == TL_EXPR_LOAD || expr->kind == TL_EXPR_LET ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
add_interval (Relax *relax, TlInterval interval, gint64 scale, TlSum *low, TlSum *high, gboolean known[2])
{
  const TlExpr *at_low = scale > 0 ? interval.low : interval.high;
  const TlExpr *at_high = scale > 0 ? interval.high : interval.low;
  TlSum         end;

  if (at_low != NULL)
    {
      end = tl_sum_collect (relax->analyzer, at_low);
      known[0] = known[0] && tl_sum_add (relax->analyzer, low, &end, scale);
    }
  if (at_high != NULL)
    {
      end = tl_sum_collect (relax->analyzer, at_high);
      known[1] = known[1] && tl_sum_add (relax->analyzer, high, &end, scale);
    }
  known[0] = known[0] && at_low != NULL;
  known[1] = known[1] && at_high != NULL;
  return known[0] || known[1];
}

static gboolean
add_constant (TlSum *sum, gint64 value)
{
  gint64 base;

  if (__builtin_add_overflow (sum->base, value, &base) || !tl_sum_fits (sum->dtype, base))
    return FALSE;
  sum->base = base;
  return TRUE;
}

static TlInterval
relax_sum (Relax *relax, const TlSum *sum)
{
  TlSum      closed = tl_sum_zero (sum->dtype), low, high, single;
  gboolean   closed_known, known[2] = { TRUE, TRUE };

  for (guint i = 0; i < sum->n; i++)
    if (tl_expr_walk (sum->terms[i].atom, stop_at_outer, relax))
      {
        single = (TlSum) { .dtype = sum->dtype, .terms = &sum->terms[i], .n = 1, .capacity = 1 };
        if (!tl_sum_add (relax->analyzer, &closed, &single, 1))
          return (TlInterval) { NULL, NULL };
      }
  closed_known = relax_closed (relax, &closed, &low, &high);
  if (!closed_known)
    low = high = tl_sum_zero (sum->dtype);
  for (guint i = 0; i < sum->n; i++)
    {
      TlTerm     piece = sum->terms[i];
      TlInterval interval;

      if (closed_known && tl_expr_walk (piece.atom, stop_at_outer, relax))
        continue;
      piece.scale = 1;
      single = (TlSum) { .dtype = sum->dtype, .terms = &piece, .n = 1, .capacity = 1 };
      if (runs (relax, piece.atom))
        interval = relax_piece (relax, &piece);
      else
        interval.low = interval.high = tl_sum_to_expr (relax->analyzer, &single);
      if (!add_interval (relax, interval, sum->terms[i].scale, &low, &high, known))
        return (TlInterval) { NULL, NULL };
    }
  known[0] = known[0] && add_constant (&low, sum->base);
  known[1] = known[1] && add_constant (&high, sum->base);
  return (TlInterval) { known[0] ? tl_sum_to_expr (relax->analyzer, &low) : NULL,
                        known[1] ? tl_sum_to_expr (relax->analyzer, &high) : NULL };
}

static TlInterval
relax_expr (Relax *relax, const TlExpr *expr)
{
  TlInterval result = { NULL, NULL };
  TlSum      sum;

  if (!runs (relax, expr))
    return (TlInterval) { expr, expr };
  if (!tl_dtype_is_index (expr->dtype) || relax->depth > DEEPEST_RELAX)
    return result;
  relax->depth++;
  sum = tl_sum_collect (relax->analyzer, expr);
  result = relax_sum (relax, &sum);
  relax->depth--;
  return result;
}

TlInterval
tl_interval_of (TlAnalyzer *analyzer, const TlExpr *expr, const TlIter *iters, guint n_iters)
{
  Relax      relax = { analyzer, iters, n_iters, 0 };
  TlInterval result;

  expr = tl_analyzer_simplify (analyzer, expr);
  analyzer->depth++;   /* sums stay valid across the simplifications in between */
  result = relax_expr (&relax, expr);
  if (result.low != result.high)
    result = (TlInterval) { simplified (&relax, result.low), simplified (&relax, result.high) };
  analyzer->depth--;
  return result;
}

/* The ends of a plain sum: what runs is in [first, last], the terms are what stays. */
typedef struct
{
  TlPlainSum sum;
  gint64     first, last;
} PlainBox;

/* Moves what runs from the terms to the ends. */
static gboolean
settle_plain (TlAnalyzer *analyzer, const TlIter *iters, guint n_iters, PlainBox *box)
{
  Relax  relax = { analyzer, iters, n_iters, 0 };
  TlTerm *terms = box->sum.terms;
  guint   n_fixed = 0;

  box->first = box->last = box->sum.base;
  for (guint i = 0; i < box->sum.n; i++)
    {
      const TlVarFact *fact = tl_analyzer_fact (analyzer, terms[i].atom);
      const TlIter    *iter = find_iter (&relax, terms[i].atom);
      gboolean         does_run = iter != NULL;
      gint64           extent;

      if (does_run != (fact != NULL) || (does_run && !tl_expr_get_int (iter->extent, &extent)))
        return FALSE;
      if (!does_run)
        {
          terms[n_fixed++] = terms[i];
          continue;
        }
      if (fact->bounds.min <= -TL_PLAIN_LIMIT || fact->bounds.max >= TL_PLAIN_LIMIT)
        return FALSE;
      box->first += terms[i].scale * (terms[i].scale > 0 ? fact->bounds.min : fact->bounds.max);
      box->last += terms[i].scale * (terms[i].scale > 0 ? fact->bounds.max : fact->bounds.min);
      if (box->first <= -TL_PLAIN_LIMIT || box->last >= TL_PLAIN_LIMIT)
        return FALSE;
    }
  box->sum.n = n_fixed;
  return TRUE;
}

/*
 * The range of plain indices without simplifying and comparing expressions: numbers for what runs, a sum in normal form for what stays. The
 * same that relax_expr would find.
 */
static gboolean
relax_plain_range (TlAnalyzer *analyzer, TlRange range, const TlIter *iters, guint n_iters, TlRange *result)
{
  TlDType  dtype = range.min->dtype;
  PlainBox box;
  TlSum    low;
  gint64   extent;

  if (analyzer->n_constraints > 0 || analyzer->n_truths > 0 || !tl_dtype_is_index (dtype) || !tl_expr_get_int (range.extent, &extent)
      || extent < 1 || extent >= TL_PLAIN_LIMIT || !tl_plain_sum_read (range.min, &box.sum)
      || !settle_plain (analyzer, iters, n_iters, &box))
    return FALSE;
  extent += box.last - box.first;
  if (!tl_sum_fits (dtype, extent) || !tl_sum_fits (dtype, box.first + extent))
    return FALSE;
  low = (TlSum) { .dtype = dtype, .terms = box.sum.terms, .n = box.sum.n, .capacity = box.sum.n, .base = box.first };
  *result = (TlRange) { tl_sum_to_expr (analyzer, &low), tl_expr_int (analyzer->arena, dtype, extent) };
  return TRUE;
}

static const TlExpr *
zero_of (TlArena *arena, const TlExpr *like)
{
  return tl_expr_int (arena, like->dtype, 0);
}

/* A constant extent, else the difference of the ends as it stands, so that the sum with the start is the end again. */
static TlRange
range_between (TlAnalyzer *analyzer, TlArena *arena, const TlExpr *low, const TlExpr *high)
{
  const TlExpr *extent = tl_add (arena, tl_sub (arena, high, low), tl_expr_int (arena, low->dtype, 1));
  const TlExpr *simple = tl_analyzer_simplify (analyzer, extent);
  gint64        number;

  return (TlRange) { low, tl_expr_get_int (simple, &number) ? simple : extent };
}

static TlRange
relax_range (TlAnalyzer *analyzer, TlArena *arena, const TlBuffer *buffer, guint dim, TlRange range, const TlIter *iters, guint n_iters)
{
  TlInterval whole;
  TlRange    plain;

  if (relax_plain_range (analyzer, range, iters, n_iters, &plain))
    return plain;
  whole = tl_interval_of (analyzer, range.min, iters, n_iters);
  if (!tl_expr_is_int (range.extent, 1))
    {
      const TlExpr *last = tl_sub (arena, tl_add (arena, range.min, range.extent), tl_expr_int (arena, range.min->dtype, 1));

      whole.high = tl_interval_of (analyzer, last, iters, n_iters).high;
    }
  if (whole.low == NULL || whole.high == NULL)
    return (TlRange) { zero_of (arena, buffer->shape[dim]), buffer->shape[dim] };
  if (whole.low == whole.high)
    return (TlRange) { whole.low, tl_expr_int (arena, whole.low->dtype, 1) };
  return range_between (analyzer, arena, whole.low, whole.high);
}

static TlRegion
relax_region (TlArena *arena, TlRegion region, const TlIter *iters, guint n_iters, const TlExpr *predicate, gboolean simplify)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  TlRange               *ranges = tl_arena_new_array (arena, TlRange, region.buffer->n_dims);

  for (guint i = 0; i < n_iters; i++)
    tl_analyzer_bind (analyzer, iters[i].var, iters[i].min, iters[i].extent);
  if (predicate != NULL)
    tl_analyzer_push (analyzer, predicate);
  for (guint d = 0; d < region.buffer->n_dims; d++)
    {
      ranges[d] = relax_range (analyzer, arena, region.buffer, d, region.ranges[d], iters, n_iters);
      if (simplify)
        ranges[d].extent = tl_analyzer_simplify (analyzer, ranges[d].extent);
    }
  return (TlRegion) { region.buffer, ranges };
}

TlRegion
tl_region_relax (TlArena *arena, TlRegion region, const TlIter *iters, guint n_iters, const TlExpr *predicate)
{
  return relax_region (arena, region, iters, n_iters, predicate, TRUE);
}

TlRegion
tl_region_relax_to_ends (TlArena *arena, TlRegion region, const TlIter *iters, guint n_iters, const TlExpr *predicate)
{
  return relax_region (arena, region, iters, n_iters, predicate, FALSE);
}

const TlExpr *
tl_range_last (TlAnalyzer *analyzer, TlArena *arena, TlRange range)
{
  const TlExpr *extent = range.extent;

  if (tl_expr_is_int (extent, 1))
    return range.min;
  if (extent->kind == TL_EXPR_ADD && tl_expr_is_int (extent->b, 1) && extent->a->kind == TL_EXPR_SUB
      && tl_expr_equal (tl_analyzer_simplify (analyzer, extent->a->b), range.min))
    return tl_analyzer_simplify (analyzer, extent->a->a);
  return tl_analyzer_simplify (analyzer, tl_sub (arena, tl_add (arena, range.min, extent), tl_expr_int (arena, range.min->dtype, 1)));
}

static TlRange
range_union (TlAnalyzer *analyzer, TlArena *arena, TlRange a, TlRange b)
{
  const TlExpr *low, *last;

  if (tl_expr_equal (a.min, b.min) && tl_expr_equal (a.extent, b.extent))
    return a;
  low = tl_analyzer_simplify (analyzer, tl_binary (arena, TL_EXPR_MIN, a.min, b.min));
  last = tl_analyzer_simplify (analyzer, tl_binary (arena, TL_EXPR_MAX, tl_range_last (analyzer, arena, a),
                                                    tl_range_last (analyzer, arena, b)));
  return range_between (analyzer, arena, low, last);
}

TlRegion
tl_region_union_to_ends (TlArena *arena, TlRegion a, TlRegion b)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  TlRange               *ranges = tl_arena_new_array (arena, TlRange, a.buffer->n_dims);

  g_assert (a.buffer == b.buffer);
  for (guint d = 0; d < a.buffer->n_dims; d++)
    ranges[d] = range_union (analyzer, arena, a.ranges[d], b.ranges[d]);
  return (TlRegion) { a.buffer, ranges };
}

TlRegion
tl_region_union (TlArena *arena, TlRegion a, TlRegion b)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  TlRegion               both = tl_region_union_to_ends (arena, a, b);
  TlRange               *ranges = tl_arena_new_array (arena, TlRange, a.buffer->n_dims);

  for (guint d = 0; d < a.buffer->n_dims; d++)
    ranges[d] = (TlRange) { both.ranges[d].min, tl_analyzer_simplify (analyzer, both.ranges[d].extent) };
  return (TlRegion) { both.buffer, ranges };
}

gboolean
tl_region_covers (TlAnalyzer *analyzer, TlRegion outer, TlRegion inner)
{
  g_autoptr (TlArena) scratch = tl_arena_new (NULL);
  gboolean            covers = outer.buffer == inner.buffer;

  for (guint d = 0; covers && d < outer.buffer->n_dims; d++)
    {
      TlRange       a = outer.ranges[d], b = inner.ranges[d];
      const TlExpr *starts = tl_binary (scratch, TL_EXPR_LE, a.min, b.min);
      const TlExpr *ends = tl_binary (scratch, TL_EXPR_LE, tl_add (scratch, b.min, b.extent), tl_add (scratch, a.min, a.extent));

      covers = tl_analyzer_can_prove (analyzer, starts) && tl_analyzer_can_prove (analyzer, ends);
    }
  return covers;
}
