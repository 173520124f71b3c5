/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The simplifier against recorded forms, and against plain evaluation. i < 64, j < 8, k < 16, f < 128, u < 1 (unit), x < n with
 * symbolic n; n and m are free.
 */
#include "core/arith/analyzer.h"
#include "tests/arith/expr-text.h"

static const struct { const char *name; gint min, extent; } ranges[] = {
  { "i", 0, 64 }, { "j", 0, 8 }, { "k", 0, 16 }, { "f", 0, 128 }, { "u", 0, 1 }, { "o", 3, 9 }, { "s", -7, 20 },
};

static TlAnalyzer *
new_analyzer (ExprText *names)
{
  TlAnalyzer *analyzer = tl_analyzer_new (names->arena);

  for (guint r = 0; r < G_N_ELEMENTS (ranges); r++)
    tl_analyzer_bind (analyzer, expr_text_var (names, ranges[r].name), tl_int (names->arena, ranges[r].min),
                      tl_int (names->arena, ranges[r].extent));
  tl_analyzer_bind (analyzer, expr_text_var (names, "x"), tl_int (names->arena, 0), expr_text_var (names, "n"));
  return analyzer;
}

/* The answers of TVM's simplifier, where not marked otherwise. */
static const char *const forms[][2] = {
#include "tests/arith/simplify-forms.inc"
};

static void
test_forms (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (forms); c++)
    {
      g_auto (ExprText) names = expr_text_new ();
      g_autoptr (TlAnalyzer) analyzer = new_analyzer (&names);
      const TlExpr         *result = tl_analyzer_simplify (analyzer, expr_text_read (&names, forms[c][0]));
      g_autofree char      *text = expr_text_print (result);
      g_autofree char      *again = expr_text_print (tl_analyzer_simplify (analyzer, result));

      if (g_strcmp0 (text, forms[c][1]) != 0)
        g_test_fail_printf ("%s\n  gives    %s\n  expected %s", forms[c][0], text, forms[c][1]);
      if (g_strcmp0 (text, again) != 0)
        g_test_fail_printf ("%s is no fixed point: %s", text, again);
    }
}

static const struct { const char *given, *claim; gboolean proven; } proofs[] = {
  { "True", "i * 16 + k < 1024", TRUE },
  { "True", "i * 16 + k < 1023", FALSE },
  { "True", "x < n", TRUE },
  { "True", "x + 1 <= n", TRUE },
  { "True", "x < n - 1", FALSE },
  { "True", "0 <= x", TRUE },
  { "True", "n * m == m * n", TRUE },
  { "True", "(n + 1) * m == n * m + m", TRUE },
  { "True", "n * (m * i) == i * n * m", TRUE },
  { "True", "x * 8 + j < n * 8", TRUE },
  { "True", "(x * 8 + j) // 8 == x", TRUE },
  { "True", "x % n == x", TRUE },
  { "True", "x // n == 0", TRUE },
  { "True", "(m * n + x) // n == m", TRUE },
  { "True", "(m * n + x) % n == x", TRUE },
  { "True", "(x + 15) // 16 * 16 >= x", TRUE },
  { "True", "(n + 15) // 16 * 16 >= n", TRUE },
  { "True", "(n + 14) // 16 * 16 >= n", FALSE },
  { "i * 16 + k < 1000", "i * 16 + k < 1000", TRUE },
  { "i * 16 + k < 1000", "i < 63", TRUE },
  { "i * 16 + k < 1000", "i < 62", FALSE },
  { "i < 3", "i // 3 == 0", TRUE },
  { "i == 5", "i * 2 == 10", TRUE },
  { "1 <= i and i < 9", "0 <= i - 1 and i - 1 < 8", TRUE },
  { "n <= m", "x < m", TRUE },
  { "n <= m", "x < m - 1", FALSE },
  { "m * 16 + k < n", "m * 16 < n", TRUE },
  { "True", "min(n, m) <= n", TRUE },
  { "True", "max(n, m) >= m", TRUE },
  { "True", "min(n, m) <= max(n, m)", TRUE },
  { "True", "min(n - i * 8, 8) <= 8", TRUE },
  { "True", "n < n + 1", TRUE },
  { "True", "n // 4 * 4 <= n", TRUE },
  { "True", "n == m", FALSE },
  { "True", "n // m == n // m", TRUE },
  { "not (i < 3)", "2 < i", TRUE },
  { "i < 3 or 5 < i", "i < 3 or 5 < i", TRUE },
};

static void
test_proofs (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (proofs); c++)
    {
      g_auto (ExprText) names = expr_text_new ();
      g_autoptr (TlAnalyzer) analyzer = new_analyzer (&names);

      tl_analyzer_push (analyzer, expr_text_read (&names, proofs[c].given));
      if (tl_analyzer_can_prove (analyzer, expr_text_read (&names, proofs[c].claim)) != proofs[c].proven)
        g_test_fail_printf ("given %s, %s should be %s", proofs[c].given, proofs[c].claim, proofs[c].proven ? "provable" : "open");
      tl_analyzer_pop (analyzer);
    }
}

static const struct { const char *expr; gint64 min, max; } bounds[] = {
  { "i", 0, 63 },
  { "i * 16 + k", 0, 1023 },
  { "i - j", -7, 63 },
  { "i - i", 0, 0 },
  { "(i * 8 + j) // 8", 0, 63 },
  { "s // 4", -2, 3 },
  { "s % 4", 0, 3 },
  { "(s + 7) % 32", 0, 19 },
  { "n % 7", 0, 6 },
  { "m", G_MININT64, G_MAXINT64 },
  { "n", 1, G_MAXINT64 },           /* x has values, so n >= 1 */
  { "x", 0, G_MAXINT64 },
  { "n % 8 * 8 + j", 0, 63 },
  { "min(m, 5)", G_MININT64, 5 },
  { "max(n, 5)", 5, G_MAXINT64 },
  { "Select(n < 3, i, j + 70)", 0, 77 },
  { "i * s", -441, 756 },
  { "truncdiv(s, 4)", -7, 12 },
  { "truncmod(s, 4)", -3, 3 },
  { "i * 1000000 * 1000000 * 1000000 * 1000", 0, G_MAXINT64 },
  { "u", 0, 0 },
  { "o // 2", 1, 5 },
};

static void
test_bounds (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (bounds); c++)
    {
      g_auto (ExprText) names = expr_text_new ();
      gint64                min, max;
      g_autoptr (TlAnalyzer) analyzer = new_analyzer (&names);

      tl_analyzer_const_bounds (analyzer, expr_text_read (&names, bounds[c].expr), &min, &max);
      if (min != bounds[c].min || max != bounds[c].max)
        g_test_fail_printf ("%s lies in [%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "]", bounds[c].expr, min, max);
    }
}

static const struct { const char *expr; gint64 coefficient, base; } residues[] = {
  { "7", 0, 7 },
  { "n", 1, 0 },
  { "n * 6 + m * 4 + 3", 2, 1 },
  { "n * 8 // 4", 2, 0 },
  { "n * 12 % 8", 4, 0 },
  { "n * m * 4 + 1", 4, 1 },
  { "(n * 2) * (m * 3)", 6, 0 },
  { "u * 5 + 2", 0, 2 },
};

static void
test_residues (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (residues); c++)
    {
      g_auto (ExprText) names = expr_text_new ();
      gint64                coefficient, base;
      g_autoptr (TlAnalyzer) analyzer = new_analyzer (&names);

      tl_analyzer_modular (analyzer, expr_text_read (&names, residues[c].expr), &coefficient, &base);
      if (coefficient != residues[c].coefficient || base != residues[c].base)
        g_test_fail_printf ("%s is %" G_GINT64_FORMAT " * x + %" G_GINT64_FORMAT, residues[c].expr, coefficient, base);
    }
}

static const TlExpr *random_expr (ExprText *names, TlRandom *random, guint depth);

static const TlExpr *
random_condition (ExprText *names, TlRandom *random, guint depth)
{
  static const TlExprKind kinds[] = { TL_EXPR_LT, TL_EXPR_LE, TL_EXPR_EQ, TL_EXPR_NE, TL_EXPR_GT, TL_EXPR_GE };
  guint                   choice = (guint) pick (random, 0, 8);

  if (depth > 0 && choice < 2)
    return tl_expr_binary (names->arena, choice == 0 ? TL_EXPR_AND : TL_EXPR_OR, random_condition (names, random, depth - 1),
                           random_condition (names, random, depth - 1));
  if (depth > 0 && choice == 2)
    return tl_expr_not (names->arena, random_condition (names, random, depth - 1));
  return tl_expr_binary (names->arena, kinds[pick (random, 0, G_N_ELEMENTS (kinds))],
                         random_expr (names, random, depth), random_expr (names, random, depth));
}

static const TlExpr *
random_expr (ExprText *names, TlRandom *random, guint depth)
{
  static const gint64     constants[] = { 1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64, 7 };
  static const TlExprKind by_constant[] = { TL_EXPR_MUL, TL_EXPR_FLOORDIV, TL_EXPR_FLOORMOD, TL_EXPR_FLOORDIV, TL_EXPR_FLOORMOD };
  TlArena                *arena = names->arena;
  guint                   choice = (guint) pick (random, 0, 16);
  const TlExpr           *a;

  if (depth == 0 || choice == 0)
    {
      if (pick (random, 0, 5) == 0)
        return tl_int (arena, pick (random, -20, 40));
      return expr_text_var (names, ranges[pick (random, 0, G_N_ELEMENTS (ranges))].name);
    }
  a = random_expr (names, random, depth - 1);
  if (choice < 9)
    return tl_expr_binary (arena, by_constant[pick (random, 0, G_N_ELEMENTS (by_constant))], a,
                           tl_int (arena, constants[pick (random, 0, G_N_ELEMENTS (constants))]));
  if (choice == 14)
    return tl_expr_select (arena, random_condition (names, random, depth - 1), a, random_expr (names, random, depth - 1));
  if (choice == 15)
    return tl_expr_binary (arena, pick (random, 0, 2) ? TL_EXPR_MIN : TL_EXPR_MAX, a,
                           random_expr (names, random, depth - 1));
  if (choice == 12)
    return tl_expr_binary (arena, pick (random, 0, 3) ? TL_EXPR_MUL : TL_EXPR_FLOORDIV, a,
                           expr_text_var (names, pick (random, 0, 2) ? "o" : "k"));
  return tl_expr_binary (arena, choice == 13 ? TL_EXPR_SUB : TL_EXPR_ADD, a, random_expr (names, random, depth - 1));
}

static void
pick_values (ExprText *names, TlRandom *random, GHashTable *values)
{
  for (guint r = 0; r < G_N_ELEMENTS (ranges); r++)
    g_hash_table_insert (values, (gpointer) expr_text_var (names, ranges[r].name),
                         GINT_TO_POINTER (ranges[r].min + (gint) pick (random, 0, ranges[r].extent)));
}

static void
report_difference (const TlExpr *expr, const TlExpr *simple, gint64 value, gint64 simple_value)
{
  g_autofree char *text = expr_text_print (expr);
  g_autofree char *simple_text = expr_text_print (simple);

  g_test_fail_printf ("%s = %" G_GINT64_FORMAT "\n  but %s = %" G_GINT64_FORMAT, text, value, simple_text, simple_value);
}

/* A simplified expression has the value of the original one, under an assumption where that holds, and its bounds hold it. */
static void
check_random_expr (ExprText *names, TlRandom *random, TlAnalyzer *analyzer)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  const TlExpr          *given = random_condition (names, random, 1);
  gboolean               is_condition = pick (random, 0, 4) == 0;
  guint                  depth = (guint) pick (random, 1, 6);
  const TlExpr          *expr = is_condition ? random_condition (names, random, depth - 1) : random_expr (names, random, depth);
  const TlExpr          *simple, *under, *again;
  gint64                 min, max, coefficient, base;
  gboolean               proven, proven_under;

  simple = tl_analyzer_simplify (analyzer, expr);
  again = tl_analyzer_simplify (analyzer, simple);
  if (!tl_expr_equal (simple, again))
    report_difference (simple, again, 0, 0);
  tl_analyzer_const_bounds (analyzer, expr, &min, &max);
  tl_analyzer_modular (analyzer, expr, &coefficient, &base);
  proven = is_condition && tl_analyzer_can_prove (analyzer, expr);
  tl_analyzer_push (analyzer, given);
  under = tl_analyzer_simplify (analyzer, expr);
  proven_under = is_condition && tl_analyzer_can_prove (analyzer, expr);
  tl_analyzer_pop (analyzer);
  for (guint point = 0; point < 60; point++)
    {
      gint64 value, simple_value, holds;

      pick_values (names, random, values);
      if (!expr_text_eval (expr, values, &value))
        continue;
      g_assert_true (expr_text_eval (simple, values, &simple_value));
      if (value != simple_value)
        report_difference (expr, simple, value, simple_value);
      if (!is_condition && (value < min || value > max || (coefficient == 0 ? value != base : (value - base) % coefficient != 0)))
        report_difference (expr, expr, value, min);
      if (!expr_text_eval (given, values, &holds))
        continue;
      /* Elsewhere the assumption may have turned a divisor into 0. */
      if (holds && (!expr_text_eval (under, values, &simple_value) || value != simple_value))
        {
          g_autofree char *text = expr_text_print (given);

          g_test_message ("under %s", text);
          report_difference (expr, under, value, simple_value);
        }
      if ((proven && !value) || (proven_under && holds && !value))
        report_difference (expr, expr, value, 1);
    }
}

static void
test_random (void)
{
  TlRandom random = tl_random_seeded (20260731);

  for (guint round = 0; round < 60 && !g_test_failed (); round++)
    {
      g_auto (ExprText) names = expr_text_new ();
      g_autoptr (TlAnalyzer) analyzer = new_analyzer (&names);

      for (guint c = 0; c < 100 && !g_test_failed (); c++)
        check_random_expr (&names, &random, analyzer);
    }
}

/* A chain of operators as deep as a hostile file may have it comes back, with or without being simplified. */
static void
test_deep (void)
{
  g_auto (ExprText) names = expr_text_new ();
  const TlExpr         *chain, *nest;
  gint64                min, max;
  g_autoptr (TlAnalyzer) analyzer = new_analyzer (&names);

  chain = nest = expr_text_var (&names, "i");
  for (guint d = 0; d < 3000; d++)
    {
      chain = tl_expr_binary (names.arena, TL_EXPR_ADD, chain, expr_text_var (&names, d % 2 ? "j" : "n"));
      nest = tl_expr_binary (names.arena, TL_EXPR_FLOORDIV, tl_expr_binary (names.arena, TL_EXPR_ADD, nest, tl_int (names.arena, 1)),
                             tl_int (names.arena, 3));
    }
  g_assert_nonnull (tl_analyzer_simplify (analyzer, chain));
  g_assert_nonnull (tl_analyzer_simplify (analyzer, nest));
  tl_analyzer_const_bounds (analyzer, nest, &min, &max);
  g_assert_cmpint (min, <=, max);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arith/analyzer/forms", test_forms);
  g_test_add_func ("/arith/analyzer/proofs", test_proofs);
  g_test_add_func ("/arith/analyzer/bounds", test_bounds);
  g_test_add_func ("/arith/analyzer/residues", test_residues);
  g_test_add_func ("/arith/analyzer/random", test_random);
  g_test_add_func ("/arith/analyzer/deep", test_deep);
  return g_test_run ();
}
