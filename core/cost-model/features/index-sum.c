/* SPDX-License-Identifier: Apache-2.0 */
/* Indices as sums of terms over loop variables, and their bounds while some of the loops run. */
#include "core/ir/walk.h"
#include "core/cost-model/features/features-private.h"

#define MAX_TERMS 64u

static gint
loop_depth (const TlExpr *var, TlViewLoop *const *loops, guint n_loops)
{
  for (guint i = n_loops; i-- > 0;)
    if (loops[i]->loop->var == var)
      return (gint) i;
  return -1;
}

typedef struct
{
  TlViewLoop *const *loops;
  guint              n_loops;
  guint64            found;
} LoopSearch;

static TlWalk
find_loop_var (const TlExpr *expr, gpointer user_data)
{
  LoopSearch *search = user_data;
  if (expr->kind == TL_EXPR_VAR)
    {
      gint depth = loop_depth (expr, search->loops, search->n_loops);
      if (depth >= 0)
        search->found |= G_GUINT64_CONSTANT (1) << depth;
    }
  return TL_WALK_INTO;
}

guint64
tl_store_view_expr_loops (const TlExpr *expr, TlViewLoop *const *loops, guint n_loops)
{
  LoopSearch search = { .loops = loops, .n_loops = n_loops };
  tl_expr_walk (expr, find_loop_var, &search);
  return search.found;
}

typedef struct
{
  TlIndexTerm             terms[MAX_TERMS];
  guint              n;
  gint64             constant;
  TlViewLoop *const *loops;
  guint              n_loops;
} SumBuilder;

static void
add_atom (SumBuilder *sum, const TlExpr *atom, gint64 factor)
{
  g_assert (sum->n < MAX_TERMS);
  TlIndexTerm *term = &sum->terms[sum->n++];
  *term = (TlIndexTerm) { .atom = atom, .factor = factor, .depth = -1 };
  if (atom->kind == TL_EXPR_VAR)
    term->depth = loop_depth (atom, sum->loops, sum->n_loops);
  if (term->depth >= 0)
    term->loops = G_GUINT64_CONSTANT (1) << term->depth;
  else
    term->loops = tl_store_view_expr_loops (atom, sum->loops, sum->n_loops);
}

static void
add_terms (SumBuilder *sum, const TlExpr *expr, gint64 factor)
{
  gint64 value;
  if (tl_expr_get_int (expr, &value))
    sum->constant += factor * value;
  else if (sum->n + 2 >= MAX_TERMS)
    add_atom (sum, expr, factor);
  else if (expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB)
    {
      add_terms (sum, expr->a, factor);
      add_terms (sum, expr->b, expr->kind == TL_EXPR_ADD ? factor : -factor);
    }
  else if (expr->kind == TL_EXPR_MUL && tl_expr_get_int (expr->b, &value) && value != 0)
    add_terms (sum, expr->a, factor * value);
  else
    add_atom (sum, expr, factor);
}

TlIndexSum
tl_index_sum (TlArena *arena, const TlExpr *expr, TlViewLoop *const *loops, guint n_loops)
{
  SumBuilder sum;
  sum.n = 0;
  sum.constant = 0;
  sum.loops = loops;
  sum.n_loops = n_loops;
  add_terms (&sum, expr, 1);
  return (TlIndexSum) { .terms = sum.n > 0 ? tl_arena_dup_array (arena, TlIndexTerm, sum.terms, sum.n) : NULL, .n_terms = sum.n,
                        .constant = sum.constant };
}

/* --- bounds --- */

#define NO_LOW  G_MININT64
#define NO_HIGH G_MAXINT64

static gint64
add_bounds (gint64 a, gint64 b)
{
  gint64 sum;
  if (a == NO_LOW || b == NO_LOW)
    return NO_LOW;
  if (a == NO_HIGH || b == NO_HIGH)
    return NO_HIGH;
  if (__builtin_add_overflow (a, b, &sum))
    return a < 0 ? NO_LOW : NO_HIGH;
  return sum;
}

static gint64
negate_bound (gint64 a)
{
  return a == NO_LOW ? NO_HIGH : a == NO_HIGH ? NO_LOW : -a;
}

static gint64
multiply_bound (gint64 a, gint64 b)
{
  gint64 product;
  if (a == 0 || b == 0)
    return 0;
  if (a == NO_LOW || a == NO_HIGH || b == NO_LOW || b == NO_HIGH || __builtin_mul_overflow (a, b, &product))
    return (a < 0) == (b < 0) ? NO_HIGH : NO_LOW;
  return product;
}

static void
product_bounds (const gint64 a[2], const gint64 b[2], gint64 *low, gint64 *high)
{
  gint64 corners[4] = { multiply_bound (a[0], b[0]), multiply_bound (a[0], b[1]), multiply_bound (a[1], b[0]),
                        multiply_bound (a[1], b[1]) };
  *low = MIN (MIN (corners[0], corners[1]), MIN (corners[2], corners[3]));
  *high = MAX (MAX (corners[0], corners[1]), MAX (corners[2], corners[3]));
}

static gboolean
is_known (const gint64 bounds[2])
{
  return bounds[0] != NO_LOW && bounds[1] != NO_HIGH;
}

/* Quotients and remainders by a positive number. */
static void
division_bounds (const TlExpr *expr, const gint64 a[2], gint64 divisor, gint64 *low, gint64 *high)
{
  gboolean is_floor = expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD;
  if (expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_DIV)
    {
      *low = a[0] == NO_LOW ? NO_LOW : is_floor ? tl_floordiv_int64 (a[0], divisor) : a[0] / divisor;
      *high = a[1] == NO_HIGH ? NO_HIGH : is_floor ? tl_floordiv_int64 (a[1], divisor) : a[1] / divisor;
      return;
    }
  *low = is_floor || a[0] >= 0 ? 0 : 1 - divisor;
  *high = !is_floor && a[1] <= 0 ? 0 : divisor - 1;
  if (!is_known (a) || (!is_floor && a[0] < 0))
    return;
  /* All in one period. */
  gint64 period = tl_floordiv_int64 (a[0], divisor);
  if (period == tl_floordiv_int64 (a[1], divisor))
    {
      *low = a[0] - period * divisor;
      *high = a[1] - period * divisor;
    }
}

void
tl_store_view_bounds (const TlExpr *expr, TlViewLoop *const *loops, guint n_loops, guint first, gint64 *low, gint64 *high)
{
  gint64 a[2] = { NO_LOW, NO_HIGH }, b[2] = { NO_LOW, NO_HIGH };
  *low = NO_LOW;
  *high = NO_HIGH;
  if (tl_expr_kind_is_binary (expr->kind) || expr->kind == TL_EXPR_CAST)
    tl_store_view_bounds (expr->a, loops, n_loops, first, &a[0], &a[1]);
  if (tl_expr_kind_is_binary (expr->kind))
    tl_store_view_bounds (expr->b, loops, n_loops, first, &b[0], &b[1]);
  switch (expr->kind)
    {
    case TL_EXPR_INT:
      *low = *high = expr->int_value;
      break;
    case TL_EXPR_VAR:
      {
        gint depth = loop_depth (expr, loops, n_loops);
        if (depth >= 0)
          {
            *low = loops[depth]->min;
            *high = (guint) depth >= first ? loops[depth]->min + loops[depth]->extent - 1 : loops[depth]->min;
          }
        break;
      }
    case TL_EXPR_ADD:
      *low = add_bounds (a[0], b[0]);
      *high = add_bounds (a[1], b[1]);
      break;
    case TL_EXPR_SUB:
      *low = add_bounds (a[0], negate_bound (b[1]));
      *high = add_bounds (a[1], negate_bound (b[0]));
      break;
    case TL_EXPR_MUL:
      product_bounds (a, b, low, high);
      break;
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
    case TL_EXPR_DIV:
    case TL_EXPR_MOD:
      if (b[0] == b[1] && b[0] > 0)
        division_bounds (expr, a, b[0], low, high);
      break;
    case TL_EXPR_MIN:
      *low = MIN (a[0], b[0]);
      *high = MIN (a[1], b[1]);
      break;
    case TL_EXPR_MAX:
      *low = MAX (a[0], b[0]);
      *high = MAX (a[1], b[1]);
      break;
    case TL_EXPR_CAST:
      *low = a[0];
      *high = a[1];
      break;
    case TL_EXPR_SELECT:
      tl_store_view_bounds (expr->if_true, loops, n_loops, first, &a[0], &a[1]);
      tl_store_view_bounds (expr->if_false, loops, n_loops, first, &b[0], &b[1]);
      *low = MIN (a[0], b[0]);
      *high = MAX (a[1], b[1]);
      break;
    case TL_EXPR_RAMP:
      tl_store_view_bounds (expr->base, loops, n_loops, first, low, high);
      tl_store_view_bounds (expr->stride, loops, n_loops, first, &a[0], &a[1]);
      if (is_known (a) && a[0] >= 0)
        *high = add_bounds (*high, multiply_bound (a[1], expr->dtype.lanes - 1));
      break;
    case TL_EXPR_BROADCAST:
      tl_store_view_bounds (expr->base, loops, n_loops, first, low, high);
      break;
    default:
      if (tl_dtype_is_integer (expr->dtype) && expr->dtype.bits <= 32)
        {
          *low = tl_dtype_min_int (expr->dtype);
          *high = tl_dtype_max_int (expr->dtype);
        }
      break;
    }
}
