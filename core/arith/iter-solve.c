/* SPDX-License-Identifier: Apache-2.0 */
/* Inverses of bijective maps, and splitting a map into an outer and an inner one. */
#include "core/arith/iter-map-private.h"

#include "core/ir/walk.h"

static const TlExpr *
simplify (TlIterMapper *mapper, const TlExpr *expr)
{
  return tl_analyzer_simplify (mapper->analyzer, expr);
}

/* One mark as its digits determine it. */
typedef struct
{
  const TlExpr *sum;        /* lower * digit, summed; NULL: none yet */
  const TlExpr *rest;       /* the same without the highest digit, NULL: there is no other */
  const TlExpr *top;        /* the highest digit */
  const TlExpr *top_extent;
  gint64        highest;    /* its lower, if that is a number */
  gint64        shift;      /* of that digit: the mark is sum - shift */
  gboolean      is_cut;     /* by the extent of that digit: what goes beyond comes back at 0 */
  gboolean      is_padded;
} Known;

static const TlExpr *
plus (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b)
{
  return a == NULL ? b : tl_add (mapper->arena, a, b);
}

static void
add_value (TlIterMapper *mapper, Known *knowns, const TlIterSplit *split, const TlExpr *value)
{
  Known        *known = &knowns[split->mark->index];
  const TlExpr *part = tl_mul (mapper->arena, value, split->lower);
  gint64        lower = 0;

  if (known->sum == NULL || (tl_expr_get_int (split->lower, &lower) && lower >= known->highest))
    {
      tl_expr_get_int (split->lower, &lower);
      known->rest = known->sum;
      known->top = value;
      known->top_extent = split->extent;
      known->highest = lower;
      known->shift = split->shift;
      known->is_cut = !tl_iter_is_top (mapper, split);
    }
  else
    known->rest = plus (mapper, known->rest, part);
  known->sum = plus (mapper, known->sum, part);
  known->is_padded = known->is_padded || tl_iter_is_padding (split);
}

/* The mark, from 0. */
static const TlExpr *
value_of (TlIterMapper *mapper, const TlIterMark *mark, const Known *known)
{
  const TlExpr *value = known->sum;

  if (known->shift == 0)
    return value;
  value = tl_sub (mapper->arena, value, tl_iter_int (mapper, known->shift));
  return known->is_cut ? tl_floormod (mapper->arena, value, mark->extent) : value;
}

/* Nothing else tells the iterator's value. */
static gboolean
is_wanted_unit (TlIterMapper *mapper, const Known *knowns, const TlIterSplit *split)
{
  return mapper->keep_units && split->mark->users == NULL && knowns[split->mark->index].sum == NULL;
}

/* The digits of a fused mark from its value; the topmost one needs no remainder. One value is its minimum, but TVM reads it at the top. */
static void
solve_sum (TlIterMapper *mapper, const TlIterMark *mark, Known *knowns)
{
  const TlExpr *value = value_of (mapper, mark, &knowns[mark->index]);
  gboolean      is_top = TRUE;

  if (mark->first != NULL)
    value = tl_add (mapper->arena, value, mark->first);
  for (guint i = 0; i < mark->sum.n; i++)
    {
      const TlIterSplit *split = &mark->sum.splits[i];
      const TlExpr      *digit;

      if (tl_iter_is_unit (split)
          && !(is_top && is_wanted_unit (mapper, knowns, split) && tl_iter_at_most (mapper, mark->extent, split->scale)))
        continue;
      digit = tl_floordiv (mapper->arena, value, split->scale);
      if (!is_top)
        digit = tl_floormod (mapper->arena, digit, split->extent);
      add_value (mapper, knowns, split, digit);
      is_top = FALSE;
    }
}

static gboolean
start_from_outputs (TlIterMapper *mapper, const TlIterSum *sums, guint n, gboolean as_found, const TlExpr *const *outputs, Known *knowns)
{
  for (guint at = 0; at < n; at++)
    for (guint i = as_found ? n - 1 - at : at, k = 0; k < sums[i].n; k++)
      {
        const TlIterSplit *split = &sums[i].splits[k];
        const TlExpr      *value = tl_sub (mapper->arena, outputs[i], sums[i].base);

        if (tl_iter_is_unit (split) && !is_wanted_unit (mapper, knowns, split))
          continue;
        if (tl_expr_is_int (split->scale, -1))
          value = as_found ? tl_mul (mapper->arena, value, tl_expr_int (mapper->arena, value->dtype, -1))
                           : tl_sub (mapper->arena, tl_expr_int (mapper->arena, value->dtype, 0), value);
        else if (!tl_expr_is_int (split->scale, 1))
          return tl_iter_fail (mapper, "a binding skips values");
        add_value (mapper, knowns, split, value);
      }
  return TRUE;
}

/* Each binding is an iterator of its own: the usual access needs no solving. */
static gboolean
invert_permutation (const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters, const TlExpr *const *outputs,
                    const TlExpr **iter_values)
{
  gint64 extent;

  if (n_bindings != n_iters)
    return FALSE;
  for (guint i = 0; i < n_iters; i++)
    {
      guint n_found = 0;

      if (!tl_expr_is_int (iters[i].min, 0) || !tl_expr_get_int (iters[i].extent, &extent) || extent < 2)
        return FALSE;
      for (guint k = 0; k < n_bindings; k++)
        if (bindings[k] == iters[i].var)
          {
            iter_values[i] = outputs[k];
            n_found++;
          }
      if (n_found != 1)
        return FALSE;
    }
  return TRUE;
}

/* The values of the iterators from @outputs, for a mapper that has just been set up. @knowns: g_free. */
static gboolean
solve (TlIterMapper *mapper, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
       gboolean as_found, const TlExpr *const *outputs, const TlExpr **iter_values, Known **knowns)
{
  g_autofree TlIterSum *sums = g_new0 (TlIterSum, MAX (n_bindings, 1));

  *knowns = NULL;
  if (!tl_iter_map_bindings (mapper, bindings, n_bindings, NULL, sums))
    return FALSE;
  *knowns = g_new0 (Known, MAX (mapper->marks->len, 1));
  if (!start_from_outputs (mapper, sums, n_bindings, as_found, outputs, *knowns))
    return FALSE;
  for (guint m = mapper->marks->len; m-- > 0;)
    {
      const TlIterMark *mark = g_ptr_array_index (mapper->marks, m);

      if ((*knowns)[m].sum != NULL && mark->var == NULL)
        solve_sum (mapper, mark, *knowns);
    }
  for (guint i = 0; i < n_iters; i++)
    {
      const TlIterMark *mark = g_hash_table_lookup (mapper->vars, iters[i].var);
      const TlExpr     *value = iters[i].min;

      if (mark != NULL && (*knowns)[mark->index].sum != NULL)
        {
          value = value_of (mapper, mark, &(*knowns)[mark->index]);
          value = mark->first != NULL ? tl_add (mapper->arena, value, mark->first) : value;
          value = as_found ? value : simplify (mapper, value);
        }
      iter_values[i] = value;
    }
  return TRUE;
}

gboolean
tl_iter_map_invert (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                    gboolean as_found, const TlExpr *const *outputs, const TlExpr **iter_values)
{
  g_autofree Known *knowns = NULL;
  TlIterMapper      mapper;
  gboolean          solved;

  if (invert_permutation (bindings, n_bindings, iters, n_iters, outputs, iter_values))
    return TRUE;
  tl_iter_mapper_init (&mapper, arena, iters, n_iters, TL_ITER_MAP_BIJECTIVE, FALSE);
  solved = solve (&mapper, bindings, n_bindings, iters, n_iters, as_found, outputs, iter_values, &knowns);
  tl_iter_mapper_clear (&mapper);
  return solved;
}

/* end <= value, where value < limit */
static const TlExpr *
at_least (TlIterMapper *mapper, const TlExpr *value, gint64 end, gint64 limit)
{
  return tl_binary (mapper->arena, end == limit - 1 ? TL_EXPR_EQ : TL_EXPR_LE, end == limit - 1 ? value : tl_iter_int (mapper, end),
                    end == limit - 1 ? tl_iter_int (mapper, end) : value);
}

static const TlExpr *
below (TlIterMapper *mapper, const TlExpr *value, gint64 end)
{
  return tl_binary (mapper->arena, TL_EXPR_LT, value, tl_iter_int (mapper, end));
}

static const TlExpr *
either (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b)
{
  return a == NULL ? b : b == NULL ? a : tl_binary (mapper->arena, TL_EXPR_OR, a, b);
}

/* The top digit has @top, and what is below it satisfies @rest. */
static const TlExpr *
at_top (TlIterMapper *mapper, const Known *known, gint64 top, const TlExpr *rest)
{
  return tl_and (mapper->arena, tl_binary (mapper->arena, TL_EXPR_EQ, simplify (mapper, known->top), tl_iter_int (mapper, top)), rest);
}

/*
 * Where the digits of @mark show no value of it: before its first and behind its last one. Of an iterator by the top digit and the rest, of
 * a fused one by the whole, as TVM spells it. NULL: nowhere.
 */
static const TlExpr *
padding_of (TlIterMapper *mapper, const TlIterMark *mark, const Known *known)
{
  gint64        start = known->shift, end, limit, extent, whole;
  const TlExpr *before = NULL, *behind = NULL, *value = simplify (mapper, known->sum), *rest;

  if (!tl_expr_get_int (mark->extent, &whole) || !tl_expr_get_int (known->top_extent, &extent)
      || __builtin_mul_overflow (known->highest, extent, &limit) || __builtin_add_overflow (start, whole, &end))
    return tl_binary (mapper->arena, TL_EXPR_LE, mark->extent, value);
  if (mark->var == NULL || known->rest == NULL)
    {
      if (start > 0)
        before = below (mapper, value, start);
      if (end < limit)
        behind = at_least (mapper, value, end, limit);
      return either (mapper, before, behind);
    }
  rest = simplify (mapper, known->rest);
  if (start > 0)
    before = at_top (mapper, known, 0, below (mapper, rest, start));
  if (end < limit)
    behind = at_top (mapper, known, end / known->highest, at_least (mapper, rest, end % known->highest, known->highest));
  return either (mapper, before, behind);
}

gboolean
tl_iter_map_invert_padded (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                           gboolean keep_unit_iters, gboolean as_found, const TlExpr *const *outputs, const TlExpr **iter_values,
                           const TlExpr **padding, char **why)
{
  g_autofree Known *knowns = NULL;
  TlIterMapper      mapper;
  gboolean          solved;

  *padding = NULL;
  tl_iter_mapper_init (&mapper, arena, iters, n_iters, TL_ITER_MAP_PADDED, keep_unit_iters);
  solved = solve (&mapper, bindings, n_bindings, iters, n_iters, as_found, outputs, iter_values, &knowns);
  for (guint m = 0; solved && m < mapper.marks->len; m++)
    {
      const TlIterMark *mark = g_ptr_array_index (mapper.marks, m);

      if (knowns[m].sum != NULL && knowns[m].is_padded)
        *padding = either (&mapper, *padding, padding_of (&mapper, mark, &knowns[m]));
    }
  if (!solved && why != NULL)
    *why = mapper.why != NULL ? g_steal_pointer (&mapper.why) : g_strdup ("the indices are not an iteration map");
  tl_iter_mapper_clear (&mapper);
  return solved;
}

typedef enum
{
  SIDE_NONE = 0,
  SIDE_OUTER = 1,
  SIDE_INNER = 2,
  SIDE_BOTH = 3,
} SubspaceSide;

static SubspaceSide
side_of_mark (const TlIterMark *mark, GHashTable *inner_vars)
{
  SubspaceSide side = SIDE_NONE;

  if (mark->var != NULL)
    return g_hash_table_contains (inner_vars, mark->var) ? SIDE_INNER : SIDE_OUTER;
  for (guint i = 0; i < mark->sum.n; i++)
    side |= side_of_mark (mark->sum.splits[i].mark, inner_vars);
  return side;
}

typedef struct
{
  TlIterSum     sum;
  const TlExpr *extent;
} SubspacePart;

typedef struct
{
  TlIterMapper *mapper;
  GHashTable   *inner_vars;
} SubspaceDivide;

/*
 * Cuts a sum of digits by falling scale where the inner ones begin: outer ones first, then inner ones. The digit at the cut may itself be
 * a fused iterator that is cut.
 */
static gboolean
cut (SubspaceDivide *divide, const TlIterSum *digits, const TlExpr *extent, SubspacePart *outer, SubspacePart *inner)
{
  TlIterMapper *mapper = divide->mapper;
  const TlExpr *one = tl_iter_int (mapper, 1);
  TlIterSum     high = { .base = tl_iter_int (mapper, 0) };
  guint         i = 0;

  *outer = (SubspacePart) { high, one };
  *inner = (SubspacePart) { high, one };
  while (i < digits->n && side_of_mark (digits->splits[i].mark, divide->inner_vars) == SIDE_OUTER)
    tl_iter_sum_append (mapper, &high, digits->splits[i++]);
  if (i < digits->n && side_of_mark (digits->splits[i].mark, divide->inner_vars) == SIDE_BOTH)
    {
      const TlIterSplit *split = &digits->splits[i];
      SubspacePart       inside_outer, inside_inner;

      if (split->mark->var != NULL || split->mark->is_constrained || split->shift != 0 || !tl_expr_is_int (split->lower, 1)
          || !tl_iter_equal (mapper, split->extent, split->mark->extent)
          || !cut (divide, &split->mark->sum, split->mark->extent, &inside_outer, &inside_inner))
        return FALSE;
      tl_iter_sum_scale (mapper, &inside_outer.sum, tl_iter_mul (mapper, inside_inner.extent, split->scale));
      tl_iter_sum_scale (mapper, &inside_inner.sum, split->scale);
      for (guint k = 0; k < inside_outer.sum.n; k++)
        tl_iter_sum_append (mapper, &high, inside_outer.sum.splits[k]);
      inner->sum = inside_inner.sum;
      inner->extent = tl_iter_mul (mapper, inside_inner.extent, split->scale);
      i++;
    }
  for (; i < digits->n; i++)
    {
      const TlIterSplit *split = &digits->splits[i];

      if (side_of_mark (split->mark, divide->inner_vars) != SIDE_INNER)
        return FALSE;
      if (inner->sum.n == 0)
        inner->extent = tl_iter_mul (mapper, split->scale, split->extent);
      tl_iter_sum_append (mapper, &inner->sum, *split);
    }
  for (guint k = 0; k < high.n; k++)
    {
      TlIterSplit split = high.splits[k];

      if (!tl_iter_divides (mapper, split.scale, inner->extent, &split.scale))
        return FALSE;
      tl_iter_sum_append (mapper, &outer->sum, split);
    }
  return tl_iter_divides (mapper, extent, inner->extent, &outer->extent);
}

/* The base belongs to the inner part. */
static gboolean
divide_sum (SubspaceDivide *divide, const TlIterSum *sum, SubspacePart *outer, SubspacePart *inner)
{
  TlIterMapper      *mapper = divide->mapper;
  const TlExpr      *one = tl_iter_int (mapper, 1), *zero = tl_iter_int (mapper, 0);
  const TlIterSplit *split = sum->splits;
  SubspaceSide       side = SIDE_NONE;

  for (guint i = 0; i < sum->n; i++)
    side |= side_of_mark (sum->splits[i].mark, divide->inner_vars);
  *outer = (SubspacePart) { { .base = zero }, one };
  *inner = (SubspacePart) { { .base = zero }, one };
  if (sum->n > 0 && !tl_expr_is_int (split->scale, 1))
    return FALSE;
  if (side == SIDE_BOTH)
    {
      if (sum->n != 1 || split->mark->is_constrained || split->shift != 0 || !tl_expr_is_int (split->lower, 1)
          || !tl_iter_equal (mapper, split->extent, split->mark->extent)
          || !cut (divide, &split->mark->sum, split->mark->extent, outer, inner))
        return FALSE;
    }
  else if (side == SIDE_OUTER)
    *outer = (SubspacePart) { *sum, split->extent };
  else
    *inner = (SubspacePart) { *sum, sum->n > 0 ? split->extent : one };
  outer->sum.base = zero;
  inner->sum.base = sum->base;
  return TRUE;
}

gboolean
tl_iter_map_subspace_divide (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                             GHashTable *inner_vars, const TlExpr *predicate, gboolean keep_unit_iters, const TlExpr **outer,
                             TlRange *outer_range, const TlExpr **inner, TlRange *inner_range)
{
  g_autofree TlIterSum *sums = g_new0 (TlIterSum, MAX (n_bindings, 1));
  TlIterMapper          mapper;
  SubspaceDivide        divide = { &mapper, inner_vars };
  gboolean              divided;

  tl_iter_mapper_init (&mapper, arena, iters, n_iters, TL_ITER_MAP_SURJECTIVE, keep_unit_iters);
  divided = tl_iter_map_bindings (&mapper, bindings, n_bindings, predicate, sums);
  for (guint i = 0; divided && i < n_bindings; i++)
    {
      SubspacePart  outer_part, inner_part;
      const TlExpr *zero = tl_iter_int (&mapper, 0);

      divided = divide_sum (&divide, &sums[i], &outer_part, &inner_part);
      if (!divided)
        break;
      outer[i] = tl_iter_sum_to_expr (&mapper, &outer_part.sum);
      outer_range[i] = (TlRange) { zero, outer_part.extent };
      inner[i] = tl_iter_sum_to_expr (&mapper, &inner_part.sum);
      inner_range[i] = (TlRange) { zero, inner_part.extent };
    }
  divided = divided && !mapper.overflows;
  tl_iter_mapper_clear (&mapper);
  return divided;
}
