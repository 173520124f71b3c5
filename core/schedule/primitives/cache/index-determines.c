/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Does one set of indices determine another? Three answers, from the cheapest: the other indices occur among the first; the first are a
 * bijection of all axes (whose ranges may be rounded up to what they are divided by: more points, none the same); all points compared.
 */
#include "core/schedule/primitives/cache/index-determines-private.h"

#include "core/ir/walk.h"

#define MAX_POINTS 65536
#define DEEPEST_INDEX 64

static gboolean
is_constant (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_INT;
}

static gboolean
all_occur_in (const TlExpr *const *determined, guint n_determined, const TlExpr *const *given, guint n_given)
{
  for (guint i = 0; i < n_determined; i++)
    {
      gboolean occurs = is_constant (determined[i]);

      for (guint j = 0; j < n_given && !occurs; j++)
        occurs = tl_expr_equal (determined[i], given[j]);
      if (!occurs)
        return FALSE;
    }
  return TRUE;
}

static gint64
common_multiple (gint64 a, gint64 b)
{
  gint64 x = a, y = b, result;

  while (y != 0)
    {
      gint64 rest = x % y;

      x = y;
      y = rest;
    }
  return __builtin_mul_overflow (a / x, b, &result) || result > MAX_POINTS ? a : result;
}

static TlWalk
collect_divisors (const TlExpr *expr, gpointer user_data)
{
  gint64 *multiple = user_data, divisor;

  if ((expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD) && tl_expr_get_int (expr->b, &divisor) && divisor > 0)
    *multiple = common_multiple (*multiple, divisor);
  return TL_WALK_INTO;
}

static gboolean
is_bijection (TlArena *arena, const TlExpr *const *given, guint n_given, const TlIter *axes, guint n_axes)
{
  const TlExpr **moving = tl_arena_new_array (arena, const TlExpr *, n_given);
  TlIter        *rounded = tl_arena_dup_array (arena, TlIter, axes, n_axes);
  gint64         multiple = 1, extent, more;
  guint          n_moving = 0;

  for (guint i = 0; i < n_given; i++)
    {
      tl_expr_walk (given[i], collect_divisors, &multiple);
      if (!is_constant (given[i]))
        moving[n_moving++] = given[i];
    }
  if (tl_iter_map_detect (arena, moving, n_moving, axes, n_axes, NULL, TL_ITER_MAP_BIJECTIVE, NULL))
    return TRUE;
  for (guint i = 0; i < n_axes; i++)
    if (tl_expr_get_int (rounded[i].extent, &extent) && extent > 1 && !__builtin_add_overflow (extent, multiple - 1, &more)
        && more <= G_MAXINT32)
      rounded[i].extent = tl_expr_int (arena, rounded[i].extent->dtype, more / multiple * multiple);
  return tl_iter_map_detect (arena, moving, n_moving, rounded, n_axes, NULL, TL_ITER_MAP_BIJECTIVE, NULL);
}

/* Points. */

typedef struct
{
  const TlIter *axes;
  guint         n_axes;
  gint64       *at;         /* the value of each axis */
} Point;

static gboolean evaluate (const Point *point, const TlExpr *expr, guint depth, gint64 *value);

static gboolean
evaluate_operands (const Point *point, const TlExpr *expr, guint depth, gint64 *value)
{
  gint64 a, b;

  return evaluate (point, expr->a, depth, &a) && evaluate (point, expr->b, depth, &b) && tl_int_combine (expr->kind, a, b, value);
}

static gboolean
evaluate (const Point *point, const TlExpr *expr, guint depth, gint64 *value)
{
  if (depth > DEEPEST_INDEX)
    return FALSE;
  if (expr->kind == TL_EXPR_INT)
    {
      *value = expr->int_value;
      return TRUE;
    }
  for (guint i = 0; expr->kind == TL_EXPR_VAR && i < point->n_axes; i++)
    if (point->axes[i].var == expr)
      {
        *value = point->at[i];
        return TRUE;
      }
  return tl_expr_kind_is_binary (expr->kind) && evaluate_operands (point, expr, depth + 1, value);
}

/* The next point, in place; FALSE after the last. */
static gboolean
advance (Point *point)
{
  for (guint i = point->n_axes; i > 0; i--)
    {
      const TlIter *axis = &point->axes[i - 1];
      gint64        min = axis->min->int_value;

      if (++point->at[i - 1] < min + axis->extent->int_value)
        return TRUE;
      point->at[i - 1] = min;
    }
  return FALSE;
}

static gboolean
few_points (const TlIter *axes, guint n_axes)
{
  gint64 n = 1;

  for (guint i = 0; i < n_axes; i++)
    {
      gint64 min, extent;

      if (!tl_expr_get_int (axes[i].min, &min) || !tl_expr_get_int (axes[i].extent, &extent) || extent < 1 || extent > MAX_POINTS
          || min > G_MAXINT32 || min < G_MININT32 || (n *= extent) > MAX_POINTS)
        return FALSE;
    }
  return TRUE;
}

static char *
values_at (const Point *point, const TlExpr *const *exprs, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      gint64 value;

      if (!evaluate (point, exprs[i], 0, &value))
        return g_string_free (text, TRUE);
      g_string_append_printf (text, "%" G_GINT64_FORMAT ",", value);
    }
  return g_string_free (text, FALSE);
}

static gboolean
agree_everywhere (TlArena *arena, const TlExpr *const *given, guint n_given, const TlExpr *const *determined, guint n_determined,
                  const TlIter *axes,
                  guint n_axes)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Point                  point = { axes, n_axes, tl_arena_new_array (arena, gint64, n_axes) };

  if (!few_points (axes, n_axes))
    return FALSE;
  for (guint i = 0; i < n_axes; i++)
    point.at[i] = axes[i].min->int_value;
  do
    {
      char       *key = values_at (&point, given, n_given), *value = values_at (&point, determined, n_determined);
      const char *before = key != NULL ? g_hash_table_lookup (seen, key) : NULL;
      gboolean    differs = key == NULL || value == NULL || (before != NULL && !g_str_equal (before, value));

      if (differs || before != NULL)
        {
          g_free (key);
          g_free (value);
        }
      else
        g_hash_table_insert (seen, key, value);
      if (differs)
        return FALSE;
    }
  while (advance (&point));
  return TRUE;
}

gboolean
tl_indices_determine (TlArena *arena, const TlExpr *const *given, guint n_given, const TlExpr *const *determined, guint n_determined,
                      const TlIter *axes, guint n_axes)
{
  return all_occur_in (determined, n_determined, given, n_given) || is_bijection (arena, given, n_given, axes, n_axes)
         || agree_everywhere (arena, given, n_given, determined, n_determined, axes, n_axes);
}
