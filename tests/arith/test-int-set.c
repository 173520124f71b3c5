/* SPDX-License-Identifier: Apache-2.0 */
/* Relaxed indices as text, and against the points that loops really touch. v, w and n stay symbolic. */
#include "core/arith/int-set.h"
#include "tests/arith/expr-text.h"

typedef struct
{
  const char *name;
  gint        min, extent;
} Loop;

static const Loop loops[] = { { "i", 0, 4 }, { "j", 0, 3 }, { "k", 2, 5 }, { "u", 0, 1 } };

static const struct { const char *index, *predicate, *min, *extent; } relaxations[] = {
  { "v", NULL, "v", "1" },
  { "v + 1", NULL, "v + 1", "1" },
  { "v * 2 + j", NULL, "v * 2", "3" },
  { "v * 3 + j - 1", NULL, "v * 3 - 1", "3" },
  { "i * 2 + j", NULL, "0", "9" },
  { "i // 2 * 2 + i % 2", NULL, "0", "4" },
  { "(v * 3 + j) // 2", NULL, "v * 3 // 2", "2" },
  { "(v * 3 + j) % 8", NULL, "0", "8" },
  { "(v * 8 + j) % 8", NULL, "0", "3" },
  { "60 - i * 2", NULL, "54", "7" },
  { "v - j", NULL, "v - 2", "3" },
  { "k", NULL, "2", "5" },
  { "v + u", NULL, "v", "1" },
  { "min(v + j, 7)", NULL, "min(v, 7)", "min(v + 2, 7) + 1 - min(v, 7)" },
  { "Select(v < 3, j, j + 4)", NULL, "0", "7" },
  { "i * 3 + j", "i * 3 + j < 10", "0", "10" },
  { "i * 3 + j", "i < 2", "0", "6" },
  { "v * 3 + j", "v * 3 + j < 10", "v * 3", "3" },
  { "s", NULL, "0", "n" },
  { "v + s * 2 + 1", NULL, "v + 1", "n * 2 - 1" },
  { "t", NULL, "0", "v + 1" },
  { "i * w", NULL, "0", "64" },        /* the sign of w is not known: the whole buffer */
  { "i * i", NULL, "0", "10" },
};

static guint
make_iters (ExprText *names, TlIter *iters)
{
  guint n = 0;

  for (; n < G_N_ELEMENTS (loops); n++)
    iters[n] = (TlIter) { expr_text_var (names, loops[n].name), tl_int (names->arena, loops[n].min),
                          tl_int (names->arena, loops[n].extent) };
  iters[n++] = (TlIter) { expr_text_var (names, "s"), tl_int (names->arena, 0), expr_text_var (names, "n") };
  iters[n++] = (TlIter) { expr_text_var (names, "t"), tl_int (names->arena, 0), expr_text_read (names, "v + 1") };
  return n;
}

static void
test_relax (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (relaxations); c++)
    {
      g_auto (ExprText) names = expr_text_new ();
      TlIter           iters[8];
      const TlExpr    *index;
      TlRegion         region;
      g_autofree char *min = NULL, *extent = NULL;
      guint            n = make_iters (&names, iters);
      const TlBuffer  *buffer = tl_buffer_new_const (names.arena, "A", TL_FLOAT32, (gint64[]) { 64 }, 1, NULL);

      index = expr_text_read (&names, relaxations[c].index);
      region = tl_region_relax (names.arena, tl_region_point (names.arena, buffer, &index), iters, n,
                                relaxations[c].predicate != NULL ? expr_text_read (&names, relaxations[c].predicate) : NULL);
      min = expr_text_print (region.ranges[0].min);
      extent = expr_text_print (region.ranges[0].extent);
      if (g_strcmp0 (min, relaxations[c].min) != 0 || g_strcmp0 (extent, relaxations[c].extent) != 0)
        g_test_fail_printf ("%s relaxes to [%s, + %s), not [%s, + %s)", relaxations[c].index, min, extent, relaxations[c].min,
                          relaxations[c].extent);
    }
}

static TlRegion
read_range (ExprText *names, const TlBuffer *buffer, const char *min, const char *extent)
{
  TlRange *range = tl_arena_new0 (names->arena, TlRange);

  range->min = expr_text_read (names, min);
  range->extent = expr_text_read (names, extent);
  return (TlRegion) { buffer, range };
}

static const struct { const char *min_a, *extent_a, *min_b, *extent_b, *min, *extent; gboolean a_covers_b; } pairs[] = {
  { "v", "1", "v + 1", "1", "v", "2", FALSE },
  { "v", "1", "v", "1", "v", "1", TRUE },
  { "0", "8", "3", "2", "0", "8", TRUE },
  { "v", "1", "w", "1", "min(v, w)", "max(v, w) + 1 - min(v, w)", FALSE },
  { "v * 8", "8", "v * 8 + 8", "8", "v * 8", "16", FALSE },
  { "v * 8", "8", "v * 8 + 2", "3", "v * 8", "8", TRUE },
  { "0", "n", "0", "n", "0", "n", TRUE },
};

static void
test_pairs (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (pairs); c++)
    {
      g_auto (ExprText) names = expr_text_new ();
      g_autofree char      *min = NULL, *extent = NULL;
      const TlBuffer       *buffer = tl_buffer_new_const (names.arena, "A", TL_FLOAT32, (gint64[]) { 64 }, 1, NULL);
      g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (names.arena);
      TlRegion              a = read_range (&names, buffer, pairs[c].min_a, pairs[c].extent_a),
                            b = read_range (&names, buffer, pairs[c].min_b, pairs[c].extent_b),
                            both = tl_region_union (names.arena, a, b);

      min = expr_text_print (both.ranges[0].min);
      extent = expr_text_print (both.ranges[0].extent);
      if (g_strcmp0 (min, pairs[c].min) != 0 || g_strcmp0 (extent, pairs[c].extent) != 0)
        g_test_fail_printf ("pair %u unites to [%s, + %s)", c, min, extent);
      g_assert_cmpint (tl_region_covers (analyzer, a, b), ==, pairs[c].a_covers_b);
    }
}

static const TlExpr *
random_index (ExprText *names, TlRandom *random, guint depth)
{
  static const char *const vars[] = { "i", "j", "k", "u", "v", "w" };
  static const TlExprKind  kinds[] = { TL_EXPR_MUL, TL_EXPR_FLOORDIV, TL_EXPR_FLOORMOD };
  static const gint64      constants[] = { 1, 2, 3, 4, 8 };
  const TlExpr            *a;
  guint                    choice = (guint) pick (random, 0, 8);

  if (depth == 0)
    return expr_text_var (names, vars[pick (random, 0, G_N_ELEMENTS (vars))]);
  a = random_index (names, random, depth - 1);
  if (choice < 4)
    return tl_expr_binary (names->arena, kinds[pick (random, 0, 3)], a, tl_int (names->arena, constants[pick (random, 0, 5)]));
  if (choice == 4)
    return tl_expr_binary (names->arena, TL_EXPR_MIN, a, random_index (names, random, depth - 1));
  return tl_expr_binary (names->arena, choice == 5 ? TL_EXPR_SUB : TL_EXPR_ADD, a, random_index (names, random, depth - 1));
}

/* Every point that the loops touch lies in the box, for any value of the variables that stay. */
static void
test_contains_points (void)
{
  TlRandom random = tl_random_seeded (7);

  for (guint round = 0; round < 3000 && !g_test_failed (); round++)
    {
      g_auto (ExprText) names = expr_text_new ();
      TlIter                 iters[8];
      g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
      const TlBuffer        *buffer;
      const TlExpr          *index;
      TlRegion               region;
      gint64                 value, min, extent;

      make_iters (&names, iters);
      buffer = tl_buffer_new_const (names.arena, "A", TL_FLOAT32, (gint64[]) { 1000000 }, 1, NULL);
      index = random_index (&names, &random, (guint) pick (&random, 1, 5));
      region = tl_region_relax (names.arena, tl_region_point (names.arena, buffer, &index), iters, G_N_ELEMENTS (loops), NULL);
      for (guint point = 0; point < 40; point++)
        {
          g_hash_table_insert (values, (gpointer) expr_text_var (&names, "v"), GINT_TO_POINTER ((gint) pick (&random, -9, 30)));
          g_hash_table_insert (values, (gpointer) expr_text_var (&names, "w"), GINT_TO_POINTER ((gint) pick (&random, -9, 30)));
          for (guint l = 0; l < G_N_ELEMENTS (loops); l++)
            g_hash_table_insert (values, (gpointer) expr_text_var (&names, loops[l].name),
                                 GINT_TO_POINTER ((gint) pick (&random, loops[l].min, loops[l].min + loops[l].extent)));
          g_assert_true (expr_text_eval (index, values, &value));
          g_assert_true (expr_text_eval (region.ranges[0].min, values, &min));
          g_assert_true (expr_text_eval (region.ranges[0].extent, values, &extent));
          if (!tl_expr_is_int (region.ranges[0].extent, 1000000) && (value < min || value >= min + extent))
            {
              g_autofree char *text = expr_text_print (index);

              g_test_fail_printf ("%s is %" G_GINT64_FORMAT " outside [%" G_GINT64_FORMAT ", + %" G_GINT64_FORMAT ")", text, value, min,
                              extent);
              break;
            }
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arith/int-set/relax", test_relax);
  g_test_add_func ("/arith/int-set/pairs", test_pairs);
  g_test_add_func ("/arith/int-set/contains-points", test_contains_points);
  return g_test_run ();
}
