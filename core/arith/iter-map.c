/* SPDX-License-Identifier: Apache-2.0 */
/* The public face of iteration maps: setting up, the check that each digit of each mark is used as it must be, normal forms. */
#include "core/arith/iter-map-private.h"

#include "core/arith/int-set.h"
#include "core/ir/walk.h"

typedef struct
{
  TlIterMapper *mapper;
  const TlExpr *extent;
} Emptiness;

/* A variable is at least 1 where all lower values leave the extent nothing. */
static TlWalk
learn_positive (const TlExpr *expr, gpointer user_data)
{
  Emptiness    *e = user_data;
  TlIterMapper *mapper = e->mapper;
  gboolean      is_empty;

  if (expr->kind != TL_EXPR_VAR || !tl_dtype_is_integer (expr->dtype) || g_hash_table_contains (mapper->vars, expr))
    return TL_WALK_INTO;
  tl_analyzer_push (mapper->analyzer, tl_binary (mapper->arena, TL_EXPR_LE, expr, tl_expr_int (mapper->arena, expr->dtype, 0)));
  is_empty = tl_analyzer_can_prove (mapper->analyzer,
                                    tl_binary (mapper->arena, TL_EXPR_LE, e->extent, tl_expr_int (mapper->arena, e->extent->dtype, 0)));
  tl_analyzer_pop (mapper->analyzer);
  if (is_empty)
    tl_analyzer_push (mapper->analyzer, tl_binary (mapper->arena, TL_EXPR_LE, tl_expr_int (mapper->arena, expr->dtype, 1), expr));
  return TL_WALK_INTO;
}

/*
 * Iterators that have no values make any map right, so extents may be taken as at least 1, and with them the shapes that they are made of.
 * A variable that sizes only part of an extent, as that of an odd tile, may well be 0. Of a product each factor counts: none is negative.
 */
static void
assume_not_empty (TlIterMapper *mapper, const TlExpr *extent)
{
  Emptiness e = { mapper, extent };

  if (extent->kind == TL_EXPR_MUL)
    {
      assume_not_empty (mapper, extent->a);
      assume_not_empty (mapper, extent->b);
    }
  else
    tl_expr_walk (extent, learn_positive, &e);
}

static void
add_iter (TlIterMapper *mapper, const TlIter *iter)
{
  const TlExpr *extent = tl_analyzer_simplify (mapper->analyzer, iter->extent);
  const TlExpr *min = tl_analyzer_simplify (mapper->analyzer, iter->min);
  TlIterMark   *mark;

  assume_not_empty (mapper, extent);
  if (tl_expr_is_int (extent, 1) && !mapper->keep_units)
    {
      g_hash_table_insert (mapper->vars, (gpointer) iter->var, NULL);
      g_hash_table_insert (mapper->minima, (gpointer) iter->var, (gpointer) min);
      return;
    }
  mark = tl_iter_mark_new (mapper, iter->var, extent);
  mark->first = tl_expr_is_int (min, 0) ? NULL : min;
  g_hash_table_insert (mapper->vars, (gpointer) iter->var, mark);
}

/* Knowing a unit iterator's value, the analyzer would replace it; where it is to stay, the analyzer must not know. */
static void
bind_iter (TlIterMapper *mapper, const TlIter *iter)
{
  if (!mapper->keep_units || !tl_expr_is_int (iter->extent, 1))
    tl_analyzer_bind (mapper->analyzer, iter->var, iter->min, iter->extent);
}

void
tl_iter_mapper_init (TlIterMapper *mapper, TlArena *arena, const TlIter *iters, guint n_iters, TlIterMapCheck check, gboolean keep_units)
{
  *mapper = (TlIterMapper) {
    .arena = arena,
    .scratch = tl_arena_new (arena),
    .analyzer = tl_analyzer_new (arena),
    .vars = g_hash_table_new (NULL, NULL),
    .minima = g_hash_table_new (NULL, NULL),
    .marks = g_ptr_array_new (),
    .check = check,
    .keep_units = keep_units,
  };
  for (guint i = 0; i < n_iters; i++)
    {
      add_iter (mapper, &iters[i]);
      bind_iter (mapper, &iters[i]);
    }
  for (guint i = 0; i < n_iters; i++)
    if (tl_expr_uses_any (iters[i].min, mapper->vars) || tl_expr_uses_any (iters[i].extent, mapper->vars))
      mapper->is_dependent = TRUE;
}

void
tl_iter_mapper_clear (TlIterMapper *mapper)
{
  for (guint m = 0; m < mapper->marks->len; m++)
    {
      TlIterMark *mark = g_ptr_array_index (mapper->marks, m);

      g_clear_pointer (&mark->users, g_array_unref);
    }
  g_ptr_array_unref (mapper->marks);
  g_hash_table_unref (mapper->vars);
  g_hash_table_unref (mapper->minima);
  tl_analyzer_free (mapper->analyzer);
  tl_arena_unref (mapper->scratch);
  g_free (mapper->why);
}

static void
add_user (TlIterMark *mark, const TlIterSplit *split)
{
  if (mark->users == NULL)
    mark->users = g_array_new (FALSE, FALSE, sizeof (TlIterSplit));
  g_array_append_val (mark->users, *split);
}

static void
add_users_of_sum (const TlIterSum *sum)
{
  for (guint i = 0; i < sum->n; i++)
    if (!tl_iter_is_unit (&sum->splits[i]))
      add_user (sum->splits[i].mark, &sum->splits[i]);
}

static gboolean
fail_at_mark (TlIterMapper *mapper, const TlIterMark *mark, const char *what)
{
  g_autofree char *why = NULL;

  if (mark->var != NULL)
    why = g_strdup_printf ("iterator %s %s", mark->var->name, what);
  else
    why = g_strdup_printf ("a fused iterator %s", what);
  return tl_iter_fail (mapper, why);
}

/* Whether a digit may stand above @reached with a gap between. */
static gboolean
may_follow (TlIterMapper *mapper, const TlExpr *reached, const TlExpr *lower)
{
  const TlExpr *quotient;

  if (mapper->check == TL_ITER_MAP_NO_CHECK)
    return tl_iter_at_most (mapper, reached, lower);
  return mapper->check == TL_ITER_MAP_SURJECTIVE && tl_iter_divides (mapper, lower, reached, &quotient);
}

/* The next digit upwards from @reached: the one that continues, or where digits may be left out the lowest that fits above. */
static gboolean
take_next_digit (TlIterMapper *mapper, GArray *digits, const TlExpr **reached)
{
  gint        best = -1;
  TlIterSplit digit;

  for (guint i = 0; i < digits->len && best < 0; i++)
    if (tl_iter_equal (mapper, g_array_index (digits, TlIterSplit, i).lower, *reached))
      best = (gint) i;
  for (guint i = 0; best < 0 && i < digits->len; i++)
    {
      guint k = 0;

      digit = g_array_index (digits, TlIterSplit, i);
      while (k < digits->len && tl_iter_at_most (mapper, digit.lower, g_array_index (digits, TlIterSplit, k).lower))
        k++;
      if (k == digits->len && may_follow (mapper, *reached, digit.lower))
        best = (gint) i;
    }
  if (best < 0)
    return FALSE;
  digit = g_array_index (digits, TlIterSplit, (guint) best);
  *reached = tl_iter_mul (mapper, digit.lower, digit.extent);
  g_array_remove_index (digits, (guint) best);
  return TRUE;
}

static gboolean
check_exact_mark (TlIterMapper *mapper, const TlIterMark *mark)
{
  g_autoptr (GArray) digits = g_array_copy (mark->users);
  const TlExpr      *reached = tl_iter_int (mapper, 1);
  const TlExpr      *quotient;
  gboolean           is_lone_top = digits->len == 1 && tl_iter_is_top (mapper, &g_array_index (digits, TlIterSplit, 0));

  if (is_lone_top && !tl_iter_is_one_to_one (mapper))
    return TRUE;
  while (digits->len > 0)
    if (!take_next_digit (mapper, digits, &reached))
      return fail_at_mark (mapper, mark, "is used twice, or its pieces do not follow each other");
  if (mapper->check == TL_ITER_MAP_NO_CHECK)
    return TRUE;
  if (tl_iter_is_one_to_one (mapper) ? !tl_iter_equal (mapper, reached, mark->extent)
                                     : !tl_iter_divides (mapper, mark->extent, reached, &quotient))
    return fail_at_mark (mapper, mark, "is not covered by its pieces");
  return TRUE;
}

static gboolean
check_mark (TlIterMapper *mapper, const TlIterMark *mark)
{
  switch (tl_iter_check_padding (mapper, mark, mark->users))
    {
    case TL_ITER_EXACT:
      return check_exact_mark (mapper, mark);
    case TL_ITER_PADDED:
      return TRUE;
    default:
      return fail_at_mark (mapper, mark, "is cut by divisors that do not fit its extent");
    }
}

/*
 * A limit whose mark nobody uses must not cut off values of an iterator that is used on its own: with the others at 0 the largest
 * values still keep the limit.
 */
static gboolean
limit_is_harmless (const TlIterMark *limit)
{
  gint64 reach = 0, scale, extent, whole, step;

  for (guint i = 0; i < limit->sum.n; i++)
    {
      const TlIterSplit *split = &limit->sum.splits[i];

      if (split->mark->users == NULL && split->mark->var != NULL)
        continue;
      if (limit->first != NULL || split->mark->var == NULL || !tl_expr_get_int (split->scale, &scale)
          || !tl_expr_get_int (split->extent, &extent) || __builtin_mul_overflow (extent - 1, scale, &step)
          || __builtin_add_overflow (reach, step, &reach))
        return FALSE;
    }
  return reach == 0 || (tl_expr_get_int (limit->extent, &whole) && reach < whole);
}

static gboolean
check_unused (TlIterMapper *mapper, const TlIterMark *mark)
{
  if (mark->full != NULL || (mark->bare != NULL && mark->bare->users != NULL))
    return TRUE;
  if (tl_iter_is_one_to_one (mapper) && (mark->var != NULL || mark->is_constrained) && !tl_expr_is_int (mark->extent, 1))
    return fail_at_mark (mapper, mark, "is not used");
  if (mark->is_constrained && !limit_is_harmless (mark))
    return tl_iter_fail (mapper, "the predicate relates iterators that are used apart");
  return TRUE;
}

static gboolean
check_all (TlIterMapper *mapper, const TlIterSum *sums, guint n)
{
  for (guint i = 0; i < n; i++)
    add_users_of_sum (&sums[i]);
  for (guint m = mapper->marks->len; m-- > 0;)
    {
      TlIterMark *mark = g_ptr_array_index (mapper->marks, m);

      if (mark->users == NULL)
        continue;
      if (!check_mark (mapper, mark))
        return FALSE;
      add_users_of_sum (&mark->sum);
      if (mark->full != NULL && mark->full->users != NULL)
        return tl_iter_fail (mapper, "iterators are used twice");
    }
  for (guint m = 0; m < mapper->marks->len; m++)
    {
      TlIterMark *mark = g_ptr_array_index (mapper->marks, m);

      if (mark->users == NULL && !check_unused (mapper, mark))
        return FALSE;
    }
  return TRUE;
}

static guint
count_digits (const TlIterSum *sum)
{
  guint n = 0;

  for (guint i = 0; i < sum->n; i++)
    n += !tl_iter_is_unit (&sum->splits[i]);
  return n;
}

gboolean
tl_iter_map_bindings (TlIterMapper *mapper, const TlExpr *const *bindings, guint n_bindings, const TlExpr *predicate, TlIterSum *sums)
{
  if (mapper->is_dependent)
    return tl_iter_fail (mapper, "the range of an iterator depends on another one");
  if (!tl_iter_take_predicate (mapper, predicate))
    return FALSE;
  for (guint i = 0; i < n_bindings; i++)
    if (!tl_iter_rewrite (mapper, bindings[i], &sums[i]) || !tl_iter_fuse (mapper, &sums[i]) || count_digits (&sums[i]) > 1)
      return tl_iter_fail (mapper, "the scales of its iterators leave gaps or are out of step");
  return check_all (mapper, sums, n_bindings);
}

static gboolean
detect (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters, const TlExpr *predicate,
        TlIterMapCheck check, gboolean is_scaled, char **why)
{
  g_autoptr (TlArena)   scratch = NULL;
  g_autofree TlIterSum *sums = g_new0 (TlIterSum, MAX (n_bindings, 1));
  TlIterMapper          mapper;
  gboolean              is_map;

  scratch = tl_arena_new (arena);
  tl_iter_mapper_init (&mapper, scratch, iters, n_iters, check, FALSE);
  is_map = tl_iter_map_bindings (&mapper, bindings, n_bindings, predicate, sums);
  for (guint i = 0; is_map && !is_scaled && i < n_bindings; i++)
    if (sums[i].n > 0 && !tl_expr_is_int (sums[i].splits[sums[i].n - 1].scale, 1))
      is_map = tl_iter_fail (&mapper, "a binding is a multiple of its iterators");
  if (!is_map && why != NULL)
    *why = mapper.why != NULL ? g_steal_pointer (&mapper.why) : g_strdup ("the bindings are not an iteration map");
  tl_iter_mapper_clear (&mapper);
  return is_map;
}

gboolean
tl_iter_map_detect (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                    const TlExpr *predicate, TlIterMapCheck check, char **why)
{
  return tl_iter_map_is_plain (arena, bindings, n_bindings, iters, n_iters, predicate, check, FALSE, NULL)
         || detect (arena, bindings, n_bindings, iters, n_iters, predicate, check, TRUE, why);
}

/* Whether a sum of digits has one that counts by one, or is none. */
static gboolean
counts_by_one (const TlExpr *sum)
{
  return sum->kind == TL_EXPR_ADD ? counts_by_one (sum->a) || counts_by_one (sum->b) : sum->kind != TL_EXPR_MUL;
}

gboolean
tl_iter_map_detect_unscaled (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                             const TlExpr *predicate, char **why)
{
  g_autofree const TlExpr **simplified = g_new (const TlExpr *, MAX (n_bindings, 1));
  gboolean                  is_unscaled;

  is_unscaled = tl_iter_map_is_plain (arena, bindings, n_bindings, iters, n_iters, predicate, TL_ITER_MAP_SURJECTIVE, FALSE, simplified);
  for (guint i = 0; is_unscaled && i < n_bindings; i++)
    is_unscaled = counts_by_one (simplified[i]);
  return is_unscaled || detect (arena, bindings, n_bindings, iters, n_iters, predicate, TL_ITER_MAP_SURJECTIVE, FALSE, why);
}

static gboolean
simplify_map (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters, const TlExpr *predicate,
              gboolean keep_unit_iters, const TlExpr **simplified)
{
  g_autofree TlIterSum *sums = NULL;
  TlIterMapper          mapper;
  gboolean              is_map;

  if (tl_iter_map_is_plain (arena, bindings, n_bindings, iters, n_iters, predicate, TL_ITER_MAP_SURJECTIVE, keep_unit_iters, simplified))
    return TRUE;
  sums = g_new0 (TlIterSum, MAX (n_bindings, 1));
  tl_iter_mapper_init (&mapper, arena, iters, n_iters, TL_ITER_MAP_SURJECTIVE, keep_unit_iters);
  mapper.keeps_divided_units = TRUE;
  is_map = tl_iter_map_bindings (&mapper, bindings, n_bindings, predicate, sums);
  for (guint i = 0; is_map && i < n_bindings; i++)
    simplified[i] = tl_iter_sum_to_expr (&mapper, &sums[i]);
  tl_iter_mapper_clear (&mapper);
  return is_map;
}

/* A condition that is no limit of a piece is as good as none. */
void
tl_iter_map_simplify (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                      const TlExpr *predicate, gboolean keep_unit_iters, const TlExpr **simplified)
{
  gboolean is_map = simplify_map (arena, bindings, n_bindings, iters, n_iters, predicate, keep_unit_iters, simplified)
                    || (predicate != NULL && simplify_map (arena, bindings, n_bindings, iters, n_iters, NULL, keep_unit_iters, simplified));

  for (guint i = 0; !is_map && i < n_bindings; i++)
    simplified[i] = bindings[i];
}

/* A digit that steps over what one access touches leaves gaps. */
static gboolean
steps_within (TlIterMapper *mapper, const TlIterSum *sum, const TlExpr *extent)
{
  gint64 scale, length;

  for (guint i = 0; i < sum->n; i++)
    if (tl_expr_get_int (sum->splits[i].scale, &scale) && tl_expr_get_int (extent, &length)
          ? ABS (scale) > length
          : !tl_expr_is_int (sum->splits[i].scale, 1) && !tl_iter_at_most (mapper, sum->splits[i].scale, extent))
      return FALSE;
  return TRUE;
}

/*
 * The range that an access of @extent touches while its start runs over @sum: one digit at most. FALSE where its steps are not known,
 * or nothing runs.
 */
static gboolean
range_of_sum (TlIterMapper *mapper, TlArena *arena, const TlIterSum *sum, const TlExpr *extent, TlRange *range)
{
  const TlExpr *reach = tl_expr_int (arena, extent->dtype, 0), *min = tl_cast (arena, extent->dtype, sum->base);
  gint64        scale, length;

  for (guint i = 0; i < sum->n; i++)
    {
      const TlExpr *last = tl_sub (arena, tl_cast (arena, extent->dtype, sum->splits[i].extent), tl_expr_int (arena, extent->dtype, 1));

      if (!tl_expr_get_int (sum->splits[i].scale, &scale))
        return FALSE;
      if (scale < 0)
        min = tl_add (arena, min, tl_mul (arena, last, tl_expr_int (arena, extent->dtype, scale)));
      reach = tl_add (arena, reach, tl_mul (arena, last, tl_expr_int (arena, extent->dtype, ABS (scale))));
    }
  range->min = tl_analyzer_simplify (mapper->analyzer, min);
  range->extent = tl_analyzer_simplify (mapper->analyzer, tl_add (arena, reach, extent));
  return !tl_expr_get_int (range->extent, &length) || length > 0;
}

/*
 * Whether the starts of @ranges are a surjective map that leaves no gaps. @box (nullable): what is touched, in @arena; NULL where that is
 * not known.
 */
static gboolean
map_box (TlArena *arena, const TlRange *ranges, guint n, const TlIter *iters, guint n_iters, const TlExpr *predicate, TlRange **box)
{
  TlRange                  *touched = box != NULL ? tl_arena_new_array (arena, TlRange, MAX (n, 1)) : NULL;
  g_autoptr (TlArena)       scratch = tl_arena_new (arena);
  g_autofree const TlExpr **starts = g_new (const TlExpr *, MAX (n, 1));
  g_autofree TlIterSum     *sums = g_new0 (TlIterSum, MAX (n, 1));
  TlIterMapper              mapper;
  gboolean                  fills;

  for (guint d = 0; d < n; d++)
    starts[d] = ranges[d].min;
  tl_iter_mapper_init (&mapper, box != NULL ? arena : scratch, iters, n_iters, TL_ITER_MAP_SURJECTIVE, FALSE);
  fills = tl_iter_map_bindings (&mapper, starts, n, predicate, sums);
  for (guint d = 0; fills && d < n; d++)
    {
      fills = steps_within (&mapper, &sums[d], ranges[d].extent);
      if (touched != NULL && !range_of_sum (&mapper, arena, &sums[d], ranges[d].extent, &touched[d]))
        touched = NULL;
    }
  tl_iter_mapper_clear (&mapper);
  if (box != NULL)
    *box = fills ? touched : NULL;
  return fills;
}

gboolean
tl_region_fills_box (TlArena *arena, TlRegion region, const TlIter *iters, guint n_iters, const TlExpr *predicate, TlRegion *box)
{
  guint                     n_dims = region.buffer->n_dims;
  g_autofree const TlExpr **starts = g_new (const TlExpr *, MAX (n_dims, 1));
  TlRange                  *touched = NULL;
  gboolean                  fills;

  for (guint d = 0; d < n_dims; d++)
    starts[d] = region.ranges[d].min;
  if (tl_iter_map_is_plain (arena, starts, n_dims, iters, n_iters, predicate, TL_ITER_MAP_SURJECTIVE, FALSE, NULL))
    return TRUE;
  fills = map_box (arena, region.ranges, n_dims, iters, n_iters, predicate, box != NULL ? &touched : NULL);
  if (touched != NULL)
    box->ranges = touched;
  return fills;
}

TlRegion
tl_region_estimate (TlArena *arena, TlRegion region, const TlIter *iters, guint n_iters, const TlExpr *predicate)
{
  guint    n_dims = region.buffer->n_dims;
  TlRegion box = tl_region_relax (arena, region, iters, n_iters, NULL);
  TlRange *ranges = tl_arena_dup_array (arena, TlRange, box.ranges, n_dims), *touched;

  if (predicate == NULL || tl_expr_is_true (predicate))
    return box;
  if (map_box (arena, region.ranges, n_dims, iters, n_iters, predicate, &touched) && touched != NULL)
    return (TlRegion) { region.buffer, touched };
  for (guint d = 0; d < n_dims; d++)
    if (map_box (arena, &region.ranges[d], 1, iters, n_iters, predicate, &touched) && touched != NULL)
      ranges[d] = touched[0];
  return (TlRegion) { region.buffer, ranges };
}
