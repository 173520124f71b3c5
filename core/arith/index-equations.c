/* SPDX-License-Identifier: Apache-2.0 */
#include "core/arith/index-equations.h"

#include "core/base/saturate.h"
#include "core/ir/walk.h"

#define UNKNOWN_BOUND (1 << 20)   /* of a variable of which nothing is known */
#define MAX_POSITION  (G_GINT64_CONSTANT (1) << 39)   /* no buffer has so many elements */

typedef struct
{
  gint64   low, high;
  gboolean is_shared;
} IndexVarBounds;

/* A dividend on one side, and the numbers of its quotient and remainder. */
typedef struct
{
  const TlExpr *dividend;
  gint64        divisor;
  guint         side, quotient, remainder;
} KnownDivision;

struct _TlIndexEquations
{
  TlIntegerSystem *system;
  GHashTable      *bounds;      /* TlVar → IndexVarBounds */
  GHashTable      *values;      /* Borrowed, nullable: TlVar → TlExpr */
  GHashTable      *vars[2];     /* TlVar → number + 1, by side; what both share in the first */
  GArray          *divisions;   /* KnownDivision */
  GHashTable      *differences; /* number on side 0 → number of what it lacks to its twin on side 1, + 1 */
  gboolean         pairs;       /* sums take twins together */
};

TlIndexEquations *
tl_index_equations_new (void)
{
  TlIndexEquations *equations = g_new0 (TlIndexEquations, 1);

  equations->system = tl_integer_system_new ();
  equations->bounds = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  equations->vars[0] = g_hash_table_new (NULL, NULL);
  equations->vars[1] = g_hash_table_new (NULL, NULL);
  equations->divisions = g_array_new (FALSE, FALSE, sizeof (KnownDivision));
  equations->differences = g_hash_table_new (NULL, NULL);
  return equations;
}

void
tl_index_equations_free (TlIndexEquations *equations)
{
  if (equations == NULL)
    return;
  tl_integer_system_free (equations->system);
  g_hash_table_unref (equations->bounds);
  g_hash_table_unref (equations->vars[0]);
  g_hash_table_unref (equations->vars[1]);
  g_array_unref (equations->divisions);
  g_hash_table_unref (equations->differences);
  g_free (equations);
}

TlIntegerSystem *
tl_index_equations_system (TlIndexEquations *equations)
{
  return equations->system;
}

static void
set_bounds (TlIndexEquations *equations, const TlVar *var, IndexVarBounds bounds)
{
  g_hash_table_insert (equations->bounds, (gpointer) var, g_memdup2 (&bounds, sizeof bounds));
}

void
tl_index_equations_bind (TlIndexEquations *equations, const TlVar *var, gint64 low, gint64 high)
{
  set_bounds (equations, var, (IndexVarBounds) { low, high, FALSE });
}

void
tl_index_equations_share (TlIndexEquations *equations, const TlVar *var, gint64 low, gint64 high)
{
  set_bounds (equations, var, (IndexVarBounds) { low, high, TRUE });
}

void
tl_index_equations_substitute (TlIndexEquations *equations, GHashTable *values)
{
  equations->values = values;
}

guint
tl_index_equations_number (TlIndexEquations *equations, guint side, const TlVar *var)
{
  const IndexVarBounds *bounds = g_hash_table_lookup (equations->bounds, var);
  GHashTable      *vars = equations->vars[bounds != NULL && !bounds->is_shared ? side : 0];
  gpointer         known = g_hash_table_lookup (vars, var);
  guint            number;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  number = tl_integer_system_add_var (equations->system, bounds != NULL ? bounds->low : -UNKNOWN_BOUND,
                                      bounds != NULL ? bounds->high : UNKNOWN_BOUND);
  g_hash_table_insert (vars, (gpointer) var, GUINT_TO_POINTER (number + 1));
  return number;
}

/* --- sums --- */

typedef struct
{
  gint64 factor;
  guint  var;
} IndexTerm;

typedef struct
{
  GArray *terms;
  gint64  constant;
} IndexSum;

static gboolean add_to_sum (TlIndexEquations *equations, guint side, const TlExpr *expr, gint64 factor, IndexSum *sum);

static void
sum_bounds (const TlIndexEquations *equations, const IndexSum *sum, gint64 *low, gint64 *high)
{
  *low = *high = sum->constant;
  for (guint i = 0; i < sum->terms->len; i++)
    {
      IndexTerm term = g_array_index (sum->terms, IndexTerm, i);
      gint64 a = tl_mul_saturated (term.factor, tl_integer_system_low (equations->system, term.var));
      gint64 b = tl_mul_saturated (term.factor, tl_integer_system_high (equations->system, term.var));

      *low = tl_add_saturated (*low, MIN (a, b));
      *high = tl_add_saturated (*high, MAX (a, b));
    }
  *low = MAX (*low, -MAX_POSITION);
  *high = MIN (*high, MAX_POSITION);
}

static void
add_row (TlIndexEquations *equations, const IndexSum *sum)
{
  tl_integer_system_begin_row (equations->system, sum->constant);
  for (guint i = 0; i < sum->terms->len; i++)
    {
      IndexTerm term = g_array_index (sum->terms, IndexTerm, i);

      tl_integer_system_add_term (equations->system, term.factor, term.var);
    }
}

static void
add_term (IndexSum *sum, gint64 factor, guint var)
{
  IndexTerm term = { factor, var };

  g_array_append_val (sum->terms, term);
}

/* The dividend is divisor · quotient + remainder. FALSE: it is no affine expression. */
static gboolean
divide (TlIndexEquations *equations, guint side, const TlExpr *dividend, gint64 divisor, KnownDivision *division)
{
  IndexSum inside = { g_array_new (FALSE, FALSE, sizeof (IndexTerm)), 0 };
  gboolean is_known = add_to_sum (equations, side, dividend, 1, &inside);
  gint64   low, high;

  if (is_known)
    {
      TlIntegerSystem *system = equations->system;

      sum_bounds (equations, &inside, &low, &high);
      *division = (KnownDivision) { dividend, divisor, side };
      division->remainder = tl_integer_system_add_var (system, 0, divisor - 1);
      division->quotient = tl_integer_system_add_var (system, tl_floordiv_int64 (low, divisor), tl_floordiv_int64 (high, divisor));
      add_term (&inside, -divisor, division->quotient);
      add_term (&inside, -1, division->remainder);
      add_row (equations, &inside);
      g_array_append_vals (equations->divisions, division, 1);
    }
  g_array_unref (inside.terms);
  return is_known;
}

static TlWalk
find_own (const TlExpr *expr, gpointer user_data)
{
  const TlIndexEquations *equations = user_data;
  const IndexVarBounds   *bounds;
  const TlExpr           *value;

  if (expr->kind != TL_EXPR_VAR)
    return TL_WALK_INTO;
  value = equations->values != NULL ? g_hash_table_lookup (equations->values, expr) : NULL;
  if (value != NULL)
    return tl_expr_walk (value, find_own, user_data) ? TL_WALK_INTO : TL_WALK_STOP;
  bounds = g_hash_table_lookup (equations->bounds, expr);
  return bounds == NULL || bounds->is_shared ? TL_WALK_INTO : TL_WALK_STOP;
}

/* It has one value for both sides. */
static gboolean
is_of_both (TlIndexEquations *equations, const TlExpr *expr)
{
  return tl_expr_walk (expr, find_own, equations);
}

static gboolean
add_division (TlIndexEquations *equations, guint side, const TlExpr *expr, gint64 factor, IndexSum *sum)
{
  KnownDivision division = { 0 };
  gboolean      is_known = FALSE;
  gint64        divisor;

  if (!tl_expr_get_int (expr->b, &divisor) || divisor <= 0)
    return FALSE;
  for (guint i = 0; i < equations->divisions->len && !is_known; i++)
    {
      division = g_array_index (equations->divisions, KnownDivision, i);
      is_known = division.divisor == divisor && tl_expr_equal (division.dividend, expr->a)
                 && (division.side == side || is_of_both (equations, expr->a));
    }
  if (!is_known && !divide (equations, side, expr->a, divisor, &division))
    return FALSE;
  add_term (sum, factor, expr->kind == TL_EXPR_FLOORDIV ? division.quotient : division.remainder);
  return TRUE;
}

/* FALSE: no affine expression. */
static gboolean
add_to_sum (TlIndexEquations *equations, guint side, const TlExpr *expr, gint64 factor, IndexSum *sum)
{
  const TlExpr *value;
  gint64        number;

  switch (expr->kind)
    {
    case TL_EXPR_INT:
      sum->constant += factor * expr->int_value;
      return TRUE;
    case TL_EXPR_VAR:
      value = equations->values != NULL ? g_hash_table_lookup (equations->values, expr) : NULL;
      if (value != NULL)
        return add_to_sum (equations, side, value, factor, sum);
      add_term (sum, factor, tl_index_equations_number (equations, side, expr));
      return TRUE;
    case TL_EXPR_CAST:
      return tl_dtype_is_integer (expr->a->dtype) && add_to_sum (equations, side, expr->a, factor, sum);
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
      return add_to_sum (equations, side, expr->a, factor, sum)
             && add_to_sum (equations, side, expr->b, expr->kind == TL_EXPR_ADD ? factor : -factor, sum);
    case TL_EXPR_MUL:
      if (tl_expr_get_int (expr->a, &number))
        return add_to_sum (equations, side, expr->b, factor * number, sum);
      return tl_expr_get_int (expr->b, &number) && add_to_sum (equations, side, expr->a, factor * number, sum);
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
      return add_division (equations, side, expr, factor, sum);
    default:
      return FALSE;
    }
}

/* --- twins: the same variable, or part of one, on both sides --- */

void
tl_index_equations_pair (TlIndexEquations *equations)
{
  equations->pairs = TRUE;
}

/* The number on side 1 of what is @number on side 0. */
static gboolean
find_twin (const TlIndexEquations *equations, guint number, guint *twin)
{
  GHashTableIter iter;
  gpointer       var, known;

  g_hash_table_iter_init (&iter, equations->vars[0]);
  while (g_hash_table_iter_next (&iter, &var, &known))
    if (GPOINTER_TO_UINT (known) - 1 == number)
      {
        gpointer other = g_hash_table_lookup (equations->vars[1], var);

        *twin = other != NULL ? GPOINTER_TO_UINT (other) - 1 : 0;
        return other != NULL;
      }
  for (guint i = 0; i < equations->divisions->len; i++)
    for (guint j = 0; j < equations->divisions->len; j++)
      {
        const KnownDivision *a = &g_array_index (equations->divisions, KnownDivision, i);
        const KnownDivision *b = &g_array_index (equations->divisions, KnownDivision, j);

        if (a->side != 0 || b->side != 1 || (a->quotient != number && a->remainder != number) || a->divisor != b->divisor
            || !tl_expr_equal (a->dividend, b->dividend))
          continue;
        *twin = a->quotient == number ? b->quotient : b->remainder;
        return TRUE;
      }
  return FALSE;
}

/* @twin - @number, as a variable. */
static guint
difference_of (TlIndexEquations *equations, guint number, guint twin)
{
  TlIntegerSystem *system = equations->system;
  gpointer         known = g_hash_table_lookup (equations->differences, GUINT_TO_POINTER (number));
  guint            difference;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  difference = tl_integer_system_add_var (system, tl_integer_system_low (system, twin) - tl_integer_system_high (system, number),
                                          tl_integer_system_high (system, twin) - tl_integer_system_low (system, number));
  tl_integer_system_begin_row (system, 0);
  tl_integer_system_add_term (system, 1, twin);
  tl_integer_system_add_term (system, -1, number);
  tl_integer_system_add_term (system, -1, difference);
  g_hash_table_insert (equations->differences, GUINT_TO_POINTER (number), GUINT_TO_POINTER (difference + 1));
  return difference;
}

/*
 * 56 · i + j - 56 · i' - j' → -56 · (i' - i) - (j' - j): a sum whose digits do not reach over each other is 0 only where each of the
 * differences is, which their bounds show.
 */
static void
pair_terms (TlIndexEquations *equations, IndexSum *sum)
{
  for (guint i = 0; i < sum->terms->len; i++)
    {
      IndexTerm *term = &g_array_index (sum->terms, IndexTerm, i);
      guint      twin;

      if (!find_twin (equations, term->var, &twin))
        continue;
      for (guint j = 0; j < sum->terms->len; j++)
        if (g_array_index (sum->terms, IndexTerm, j).var == twin && g_array_index (sum->terms, IndexTerm, j).factor == -term->factor)
          {
            *term = (IndexTerm) { -term->factor, difference_of (equations, term->var, twin) };
            g_array_remove_index (sum->terms, j);
            i -= j < i;
            break;
          }
    }
}

gboolean
tl_index_equations_equate_within (TlIndexEquations *equations, const TlExpr *from, const TlExpr *to, gint64 low, gint64 high)
{
  IndexSum sum = { g_array_new (FALSE, FALSE, sizeof (IndexTerm)), 0 };
  gboolean is_affine = add_to_sum (equations, 0, from, 1, &sum) && add_to_sum (equations, 1, to, -1, &sum);

  if (is_affine)
    {
      sum.constant += low == high ? low : 0;
      if (low < high)
        add_term (&sum, 1, tl_integer_system_add_var (equations->system, low, high));
      if (equations->pairs)
        pair_terms (equations, &sum);
      add_row (equations, &sum);
    }
  g_array_unref (sum.terms);
  return is_affine;
}

gboolean
tl_index_equations_equate (TlIndexEquations *equations, const TlExpr *from, const TlExpr *to)
{
  return tl_index_equations_equate_within (equations, from, to, 0, 0);
}

static TlWalk
find_unknown (const TlExpr *expr, gpointer user_data)
{
  const TlIndexEquations *equations = user_data;
  const TlExpr           *value;

  if (expr->kind != TL_EXPR_VAR || g_hash_table_contains (equations->bounds, expr))
    return TL_WALK_INTO;
  value = equations->values != NULL ? g_hash_table_lookup (equations->values, expr) : NULL;
  return value != NULL && tl_expr_walk (value, find_unknown, user_data) ? TL_WALK_INTO : TL_WALK_STOP;
}

gboolean
tl_index_equations_bound (TlIndexEquations *equations, guint side, const TlExpr *expr, gint64 low, gint64 high)
{
  if (!tl_expr_walk (expr, find_unknown, equations))
    return FALSE;
  IndexSum sum = { g_array_new (FALSE, FALSE, sizeof (IndexTerm)), 0 };
  gboolean is_affine = add_to_sum (equations, side, expr, 1, &sum);

  if (is_affine)
    {
      add_term (&sum, -1, tl_integer_system_add_var (equations->system, low, high));
      add_row (equations, &sum);
    }
  g_array_unref (sum.terms);
  return is_affine;
}
