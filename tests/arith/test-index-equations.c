/* SPDX-License-Identifier: Apache-2.0 */
/* Whether two indices meet: the answers against trying all values, for small random indices; and values near the limits. */
#include "core/arith/index-equations.h"

#define N_RANDOM 4000

typedef struct
{
  gint64        extents[2];
  gint64        factors[2], inner[2], divisor, scale;   /* f0 x + f1 y + scale ((i0 x + i1 y) // d or % d) */
  gboolean      is_quotient;
  const TlVar  *vars[2];
  const TlExpr *expr;
} RandomIndex;

static gint64
value_of (const RandomIndex *index, gint64 x, gint64 y)
{
  gint64 sum = index->inner[0] * x + index->inner[1] * y;

  return index->factors[0] * x + index->factors[1] * y
         + index->scale * (index->is_quotient ? tl_floordiv_int64 (sum, index->divisor) : tl_floormod_int64 (sum, index->divisor));
}

static const TlExpr *
times (TlArena *arena, const TlExpr *a, gint64 factor)
{
  return tl_mul (arena, a, tl_int (arena, factor));
}

static void
draw_index (TlArena *arena, GRand *rand, const TlVar *const *vars, const gint64 *extents, RandomIndex *index)
{
  *index = (RandomIndex) { .divisor = g_rand_int_range (rand, 2, 6), .scale = g_rand_int_range (rand, -3, 4),
                           .is_quotient = g_rand_boolean (rand) };
  for (guint i = 0; i < 2; i++)
    {
      index->vars[i] = vars[i];
      index->extents[i] = extents[i];
      index->factors[i] = g_rand_int_range (rand, -4, 9);
      index->inner[i] = g_rand_int_range (rand, 0, 5);
    }
  const TlExpr *inner = tl_add (arena, times (arena, vars[0], index->inner[0]), times (arena, vars[1], index->inner[1]));
  const TlExpr *divisor = tl_int (arena, index->divisor);
  const TlExpr *part = index->is_quotient ? tl_floordiv (arena, inner, divisor) : tl_floormod (arena, inner, divisor);
  index->expr = tl_add (arena, tl_add (arena, times (arena, vars[0], index->factors[0]), times (arena, vars[1], index->factors[1])),
                        times (arena, part, index->scale));
}

/* The first variable has one value on both sides where @shares. */
static gboolean
meet (const RandomIndex *from, const RandomIndex *to, gboolean shares, gint64 low, gint64 high)
{
  for (gint64 x = 0; x < from->extents[0]; x++)
    for (gint64 y = 0; y < from->extents[1]; y++)
      for (gint64 u = shares ? x : 0; u < (shares ? x + 1 : to->extents[0]); u++)
        for (gint64 v = 0; v < to->extents[1]; v++)
          {
            gint64 difference = value_of (to, u, v) - value_of (from, x, y);

            if (difference >= low && difference <= high)
              return TRUE;
          }
  return FALSE;
}

static void
test_random (gconstpointer data)
{
  gboolean         pairs = GPOINTER_TO_INT (data);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint            n_met = 0, n_unknown = 0;

  for (guint i = 0; i < N_RANDOM; i++)
    {
      g_autoptr (TlArena)          arena = tl_arena_new (NULL);
      g_autoptr (TlIndexEquations) equations = tl_index_equations_new ();
      const TlVar                 *vars[2] = { tl_expr_var (arena, "x", TL_INT32), tl_expr_var (arena, "y", TL_INT32) };
      gint64                       extents[2] = { g_rand_int_range (rand, 1, 6), g_rand_int_range (rand, 1, 6) };
      gint64                       low = g_rand_int_range (rand, -2, 3), high = low + g_rand_int_range (rand, 0, 3);
      gboolean                     shares = g_rand_boolean (rand), is_alike = g_rand_boolean (rand), wanted;
      RandomIndex                  from, to;
      TlIntegerResult              got;

      draw_index (arena, rand, vars, extents, &from);
      draw_index (arena, rand, vars, extents, &to);
      if (is_alike)
        to = from;
      wanted = meet (&from, &to, shares, low, high);
      (shares ? tl_index_equations_share : tl_index_equations_bind) (equations, vars[0], 0, extents[0] - 1);
      tl_index_equations_bind (equations, vars[1], 0, extents[1] - 1);
      if (pairs)
        tl_index_equations_pair (equations);
      g_assert_true (tl_index_equations_equate_within (equations, from.expr, to.expr, low, high));
      tl_integer_system_reduce (tl_index_equations_system (equations));
      got = tl_integer_system_solve (tl_index_equations_system (equations), NULL);
      n_unknown += got == TL_INTEGER_UNKNOWN;
      n_met += wanted;
      if (got != TL_INTEGER_UNKNOWN && (got == TL_INTEGER_SOLVED) != wanted)
        g_error ("case %u: %s, but they %s", i, got == TL_INTEGER_SOLVED ? "a solution" : "no solution", wanted ? "meet" : "do not meet");
    }
  g_test_message ("%u of %u meet, %u are not known", n_met, N_RANDOM, n_unknown);
  g_assert_cmpuint (n_met, >, N_RANDOM / 5);
  g_assert_cmpuint (n_met, <, N_RANDOM * 9 / 10);
  g_assert_cmpuint (n_unknown, <, N_RANDOM / 20);
}

/* Products of large steps and large loops do not fit 64 bits. */
static void
test_large (void)
{
  g_autoptr (TlArena)          arena = tl_arena_new (NULL);
  g_autoptr (TlIndexEquations) equations = tl_index_equations_new ();
  const TlVar                 *x = tl_expr_var (arena, "x", TL_INT64);
  gint64                       most = G_GINT64_CONSTANT (1) << 39;
  const TlExpr                *index = tl_mul (arena, x, tl_expr_int (arena, TL_INT64, 1 << 26));

  tl_index_equations_bind (equations, x, most / 2, most);
  g_assert_true (tl_index_equations_equate (equations, index, index));
  tl_integer_system_reduce (tl_index_equations_system (equations));
  g_assert_cmpint (tl_integer_system_solve (tl_index_equations_system (equations), NULL), ==, TL_INTEGER_SOLVED);
}

/* Bounds of an expression with a variable that is not bound are left aside. */
static void
test_unbound (void)
{
  g_autoptr (TlArena)          arena = tl_arena_new (NULL);
  g_autoptr (TlIndexEquations) equations = tl_index_equations_new ();
  const TlVar                 *x = tl_expr_var (arena, "x", TL_INT32), *n = tl_expr_var (arena, "n", TL_INT32);

  tl_index_equations_bind (equations, x, 0, 7);
  g_assert_false (tl_index_equations_bound (equations, 0, tl_sub (arena, x, n), -8, -1));
  g_assert_true (tl_index_equations_bound (equations, 0, x, 8, 9));
  g_assert_cmpint (tl_integer_system_solve (tl_index_equations_system (equations), NULL), ==, TL_INTEGER_NONE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/index-equations/random", GINT_TO_POINTER (FALSE), test_random);
  g_test_add_data_func ("/index-equations/random-pairs", GINT_TO_POINTER (TRUE), test_random);
  g_test_add_func ("/index-equations/large", test_large);
  g_test_add_func ("/index-equations/unbound", test_unbound);
  return g_test_run ();
}
