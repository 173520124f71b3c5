/* SPDX-License-Identifier: Apache-2.0 */
/* Iteration maps against recorded normal forms and verdicts of TVM, and against counting the points of small maps. */
#include "tests/arith/expr-text.h"

#include <string.h>

#define MAX_ITERS 8

static const struct { const char *iters, *predicate, *bindings, *keep, *drop, *verdict; } forms[] = {
#include "tests/arith/iter-map-forms.inc"
};

static void
expect_text (const char *iters, const char *bindings, const char *what, const char *got, const char *wanted)
{
  if (g_strcmp0 (got, wanted) == 0)
    return;
  g_test_fail_printf ("%s | %s\n  %s gives %s\n  expected   %s", iters, bindings, what, got, wanted);
}

static void
test_forms (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (forms); c++)
    {
      g_auto (ExprText) names = expr_text_new ();
      TlIter           iters[MAX_ITERS];
      const TlExpr    *bindings[MAX_ITERS], *keep[MAX_ITERS], *drop[MAX_ITERS];
      const TlExpr    *predicate;
      g_autofree char *kept = NULL, *dropped = NULL;
      char             verdict[4] = "";
      guint            n_iters = expr_text_read_iters (&names, forms[c].iters, iters, MAX_ITERS),
                       n = expr_text_read_list (&names, forms[c].bindings, bindings, MAX_ITERS);

      predicate = forms[c].predicate[0] != '\0' ? expr_text_read (&names, forms[c].predicate) : NULL;
      tl_iter_map_simplify (names.arena, bindings, n, iters, n_iters, predicate, TRUE, keep);
      tl_iter_map_simplify (names.arena, bindings, n, iters, n_iters, predicate, FALSE, drop);
      kept = expr_text_print_list (keep, n);
      dropped = expr_text_print_list (drop, n);
      for (guint level = 0; level < 3; level++)
        if (tl_iter_map_detect (names.arena, bindings, n, iters, n_iters, predicate, (TlIterMapCheck) level, NULL))
          verdict[strlen (verdict)] = "BSN"[level];
      expect_text (forms[c].iters, forms[c].bindings, "keep", kept, forms[c].keep);
      expect_text (forms[c].iters, forms[c].bindings, "drop", dropped, forms[c].drop);
      expect_text (forms[c].iters, forms[c].bindings, "verdict", verdict, forms[c].verdict);
    }
}

static const struct { const char *iters, *bindings, *values; } inverses[] = {
  { "i:8 j:16", "i * 16 + j", "x // 16 ; x % 16" },
  { "i:8 j:16", "j * 8 + i", "x % 8 ; x // 8" },
  { "i:8 j:16", "i * 16 + j + 3", "(x - 3) // 16 ; (x + 13) % 16" },
  { "i:8 j:16", "j ; i", "y ; x" },
  { "i:64", "i // 8 ; i % 8", "x * 8 + y" },
  { "i:64 j:4", "i // 16 ; j * 4 + i % 4 ; i % 16 // 4", "x * 16 + z * 4 + y % 4 ; y // 4" },
  { "i:8 j:16", "(i * 16 + j) // 32 ; (i * 16 + j) % 32", "x * 2 + y // 16 ; y % 16" },
  { "i:2@8 j:16", "i * 16 + j", "x // 16 ; x % 16" },
  { "i:8 u:1", "i + u", "x ; 0" },
  { "i:8", "7 - i", "7 - x" },
  { "i:8", "i * 2", NULL },
  { "i:8 j:4", "i", NULL },
  { "i:n j:16", "i * 16 + j", "x // 16 ; x % 16" },
  { "i:n j:16", "i * 16 + j + v", "(x - v) // 16 ; (x - v) % 16" },
};

static void
test_inverses (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (inverses); c++)
    {
      g_auto (ExprText) names = expr_text_new ();
      TlIter           iters[MAX_ITERS];
      const TlExpr    *bindings[MAX_ITERS], *outputs[3], *values[MAX_ITERS];
      g_autofree char *text = NULL;
      guint            n_iters = expr_text_read_iters (&names, inverses[c].iters, iters, MAX_ITERS),
                       n = expr_text_read_list (&names, inverses[c].bindings, bindings, MAX_ITERS);

      for (guint i = 0; i < 3; i++)
        outputs[i] = expr_text_var (&names, (const char *[]) { "x", "y", "z" }[i]);
      if (tl_iter_map_invert (names.arena, bindings, n, iters, n_iters, FALSE, outputs, values))
        text = expr_text_print_list (values, n_iters);
      expect_text (inverses[c].iters, inverses[c].bindings, "inverse", text, inverses[c].values);
    }
}

static const struct { const char *iters, *inner, *predicate, *bindings, *divided; } divisions[] = {
  { "a:8 b:4 j:4", "b j", "", "a * 4 + b ; j", "a in 8, b in 4 ; 0 in 1, j in 4" },
  { "a:8 b:4 c:4", "b c", "", "a * 16 + b * 4 + c", "a in 8, b * 4 + c in 16" },
  { "a:8 b:4 c:4", "c", "", "a * 16 + b * 4 + c", "a * 4 + b in 32, c in 4" },
  { "a:8 b:4 c:4", "b", "", "a * 16 + b * 4 + c", NULL },
  { "a:8 j:4", "j", "", "a ; j", "a in 8, 0 in 1 ; 0 in 1, j in 4" },
  { "f:32 j:4", "j", "", "f // 4 ; f % 4 * 4 + j", "f // 4 in 8, 0 in 1 ; f % 4 in 4, j in 4" },
  { "f:32 j:4", "f", "", "f // 4 ; f % 4 * 4 + j", NULL },
  { "a:8 b:4 j:4 u:1", "b j u", "", "a * 4 + b ; j + u", "a in 8, b in 4 ; 0 in 1, j + u in 4" },
  { "a:8 b:4 j:4 u:1", "b j", "", "a * 4 + b ; j + u", NULL },
  { "a:8 b:4 j:4", "b j", "", "a * 4 + b + v * 32 ; j", "a in 8, b + v * 32 in 4 ; 0 in 1, j in 4" },
  { "a:8 j:4", "j", "", "a + 3 ; j", "a in 8, 3 in 1 ; 0 in 1, j in 4" },
  { "a:8 b:4 j:4", "j", "a * 4 + b < 30", "a * 4 + b ; j", "a * 4 + b in 30, 0 in 1 ; 0 in 1, j in 4" },
  { "a:8 b:4 j:4", "b j", "a * 4 + b < 30", "a * 4 + b ; j", NULL },
  { "a:4 b:10 j:4", "j", "a * 10 + b < 37", "(a * 10 + b) * 4 + j", "a * 10 + b in 37, j in 4" },
  { "a:8 b:4 j:4", "b j", "", "(a * 4 + b) * 2 ; j", NULL },
  { "a:8 b:4 j:4", "b j", "", "(a * 4 + b) // 2 ; (a * 4 + b) % 2 * 4 + j", NULL },
  { "a:8 b:4 j:4 k:2", "b j", "", "(a * 2 + k) * 4 + b ; j", "a * 2 + k in 16, b in 4 ; 0 in 1, j in 4" },
  { "f:32 k:4", "k", "", "(f // 8 * 8 + f % 8) * 4 + k", "f in 32, k in 4" },
  { "i:8 j:n k:4", "k", "", "i ; j * 4 + k", "i in 8, 0 in 1 ; j in n, k in 4" },
  { "i:8 j:n", "j", "", "i * n + j", "i in 8, j in n" },
  { "a:2 b:4", "b", "", "(a * 4 + b + 2) % 8", NULL },
  { "a:17 b:4", "b", "", "a // 4 ; b", "a // 4 in 5, 0 in 1 ; 0 in 1, b in 4" },
};

static void
test_divisions (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (divisions); c++)
    {
      g_auto (ExprText) names = expr_text_new ();
      TlIter                 iters[MAX_ITERS];
      const TlExpr          *bindings[MAX_ITERS], *outer[MAX_ITERS], *inner[MAX_ITERS];
      TlRange                outer_range[MAX_ITERS], inner_range[MAX_ITERS];
      g_autofree char       *text = NULL;
      g_autoptr (GHashTable) inner_vars = g_hash_table_new (NULL, NULL);
      g_auto (GStrv)         words = g_strsplit (divisions[c].inner, " ", -1);
      guint                  n_iters = expr_text_read_iters (&names, divisions[c].iters, iters, MAX_ITERS),
                             n = expr_text_read_list (&names, divisions[c].bindings, bindings, MAX_ITERS);

      for (guint w = 0; words[w] != NULL; w++)
        g_hash_table_add (inner_vars, (gpointer) expr_text_var (&names, words[w]));
      if (tl_iter_map_subspace_divide (names.arena, bindings, n, iters, n_iters, inner_vars,
                                       divisions[c].predicate[0] != '\0' ? expr_text_read (&names, divisions[c].predicate) : NULL, TRUE,
                                       outer, outer_range, inner, inner_range))
        text = expr_text_print_division (outer, outer_range, inner, inner_range, n);
      expect_text (divisions[c].iters, divisions[c].bindings, "division", text, divisions[c].divided);
    }
}

/* Pieces and fusions of a few iterators, some in the wrong order, repeated or left out. */
static const TlExpr *
random_binding (ExprText *names, TlRandom *random, const TlIter *iters, guint n_iters, guint depth)
{
  static const gint64 factors[] = { 1, 2, 3, 4, 6, 8 };
  TlArena            *arena = names->arena;
  const TlExpr       *a = iters[pick (random, 0, n_iters)].var;
  gint64              factor = factors[pick (random, 0, 6)];

  if (depth > 0 && pick (random, 0, 3) > 0)
    a = random_binding (names, random, iters, n_iters, depth - 1);
  switch (pick (random, 0, 6))
    {
    case 0:
      return tl_expr_binary (arena, TL_EXPR_FLOORDIV, a, tl_int (arena, factor));
    case 1:
      return tl_expr_binary (arena, TL_EXPR_FLOORMOD, a, tl_int (arena, factor));
    case 2:
    case 3:
    case 4:
      if (depth > 0)
        return tl_expr_binary (arena, TL_EXPR_ADD, tl_expr_binary (arena, TL_EXPR_MUL, a, tl_int (arena, factor)),
                               random_binding (names, random, iters, n_iters, depth - 1));
      return a;
    default:
      return a;
    }
}

/* A box around a map's points, and how often each is hit. */
typedef struct
{
  GHashTable *hits;            /* point as text → count */
  GHashTable *values[3];       /* values of each binding */
  guint       n_points;
} Image;

static gboolean
next_point (const TlIter *iters, guint n_iters, gint64 *point)
{
  for (guint i = n_iters; i-- > 0;)
    {
      gint64 extent = 0;

      g_assert_true (tl_expr_get_int (iters[i].extent, &extent));
      if (++point[i] < extent)
        return TRUE;
      point[i] = 0;
    }
  return FALSE;
}

static void
set_point (const TlIter *iters, guint n_iters, const gint64 *point, GHashTable *values)
{
  for (guint i = 0; i < n_iters; i++)
    {
      gint64 min = 0;

      g_assert_true (tl_expr_get_int (iters[i].min, &min));
      g_hash_table_insert (values, (gpointer) iters[i].var, GINT_TO_POINTER ((gint) (min + point[i])));
    }
}

typedef struct
{
  const TlIter  *iters;
  guint          n_iters;
  const TlExpr  *predicate;    /* nullable */
  const TlExpr  *bindings[3], *simple[2][3], *inverse[4];
  guint          n;
  gboolean       is_bijective, is_surjective, has_inverse;
  const TlVar   *outputs[3];
} Map;

static void
report_map (const Map *map, const char *what)
{
  g_autofree char *bindings = expr_text_print_list (map->bindings, map->n);
  g_autofree char *keep = expr_text_print_list (map->simple[0], map->n);
  g_autofree char *predicate = map->predicate != NULL ? expr_text_print (map->predicate) : g_strdup ("True");
  GString         *iters = g_string_new (NULL);

  for (guint i = 0; i < map->n_iters; i++)
    {
      g_autofree char *min = expr_text_print (map->iters[i].min), *extent = expr_text_print (map->iters[i].extent);

      g_string_append_printf (iters, " %s:%s@%s", map->iters[i].var->name, min, extent);
    }
  g_test_message ("%s | %s | %s -> %s: %s", iters->str, predicate, bindings, keep, what);
  g_string_free (iters, TRUE);
  g_test_fail ();
}

static void
check_point (const Map *map, GHashTable *values, Image *image)
{
  GString *key = g_string_new (NULL);
  gint64   value, other;

  image->n_points++;
  for (guint i = 0; i < map->n; i++)
    {
      g_assert_true (expr_text_eval (map->bindings[i], values, &value));
      for (guint k = 0; k < 2; k++)
        if (!expr_text_eval (map->simple[k][i], values, &other) || other != value)
          report_map (map, "the normal form has another value");
      g_string_append_printf (key, "%" G_GINT64_FORMAT ",", value);
      g_hash_table_add (image->values[i], GINT_TO_POINTER ((gint) value));
      g_hash_table_insert (values, (gpointer) map->outputs[i], GINT_TO_POINTER ((gint) value));
    }
  for (guint i = 0; map->has_inverse && i < map->n_iters; i++)
    if (!expr_text_eval (map->inverse[i], values, &value) || value != GPOINTER_TO_INT (g_hash_table_lookup (values, map->iters[i].var)))
      report_map (map, "the inverse does not lead back");
  g_hash_table_add (image->hits, g_string_free (key, FALSE));
}

static void
check_map (const Map *map)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  Image                  image = { .hits = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  gint64                 point[4] = { 0 }, holds = 1;
  guint                  box = 1;

  for (guint i = 0; i < map->n; i++)
    image.values[i] = g_hash_table_new (NULL, NULL);
  do
    {
      set_point (map->iters, map->n_iters, point, values);
      if (map->predicate != NULL)
        g_assert_true (expr_text_eval (map->predicate, values, &holds));
      if (holds)
        check_point (map, values, &image);
    }
  while (next_point (map->iters, map->n_iters, point));
  for (guint i = 0; i < map->n; i++)
    {
      box *= g_hash_table_size (image.values[i]);
      g_hash_table_unref (image.values[i]);
    }
  if (map->is_surjective && g_hash_table_size (image.hits) != box)
    report_map (map, "taken for surjective");
  if (map->is_bijective && (g_hash_table_size (image.hits) != box || image.n_points != box))
    report_map (map, "taken for bijective");
  g_hash_table_unref (image.hits);
}

/* Each point of the box of values is padding or leads to the one point that hits it. */
static void
check_padded_inverse (ExprText *names, const Map *map)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) hits = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const TlExpr          *inverse[4], *padding;
  gint64                 point[4] = { 0 }, least[3] = { 0 }, most[3] = { 0 }, value, is_padding = 0;
  gboolean               is_first = TRUE;

  if (!tl_iter_map_invert_padded (names->arena, map->bindings, map->n, map->iters, map->n_iters, map->n % 2 == 0, map->n % 3 == 0,
                                  (const TlExpr *const *) map->outputs, inverse, &padding, NULL))
    return;
  do
    {
      GString *key = g_string_new (NULL);

      set_point (map->iters, map->n_iters, point, values);
      for (guint i = 0; i < map->n; i++)
        {
          g_assert_true (expr_text_eval (map->bindings[i], values, &value));
          g_string_append_printf (key, "%" G_GINT64_FORMAT ",", value);
          g_hash_table_insert (values, (gpointer) map->outputs[i], GINT_TO_POINTER ((gint) value));
          least[i] = is_first ? value : MIN (least[i], value);
          most[i] = is_first ? value : MAX (most[i], value);
        }
      is_first = FALSE;
      for (guint i = 0; i < map->n_iters; i++)
        if (!expr_text_eval (inverse[i], values, &value) || value != GPOINTER_TO_INT (g_hash_table_lookup (values, map->iters[i].var)))
          report_map (map, "the padded inverse does not lead back");
      if (padding != NULL && (!expr_text_eval (padding, values, &is_padding) || is_padding))
        report_map (map, "a value counts as padding");
      if (!g_hash_table_add (hits, g_string_free (key, FALSE)))
        report_map (map, "two points meet, yet there is a padded inverse");
    }
  while (next_point (map->iters, map->n_iters, point));
  for (gint64 a = least[0]; a <= most[0]; a++)
    for (gint64 b = least[1]; b <= most[1]; b++)
      for (gint64 c = least[2]; c <= most[2]; c++)
        {
          const gint64 box[3] = { a, b, c };
          GString     *key = g_string_new (NULL);

          for (guint i = 0; i < map->n; i++)
            {
              g_string_append_printf (key, "%" G_GINT64_FORMAT ",", box[i]);
              g_hash_table_insert (values, (gpointer) map->outputs[i], GINT_TO_POINTER ((gint) box[i]));
            }
          if (padding != NULL)
            g_assert_true (expr_text_eval (padding, values, &is_padding));
          if (g_hash_table_contains (hits, key->str) == (is_padding != 0))
            report_map (map, "padding is told wrongly");
          g_string_free (key, TRUE);
        }
}

/* A limit that cuts off nothing keeps the short way for plain bindings from being taken; it must give the same forms and verdicts. */
static void
check_both_ways (ExprText *names, const Map *map)
{
  const TlIter *first = &map->iters[0];
  const TlExpr *limit = tl_expr_binary (names->arena, TL_EXPR_LT, first->var, tl_add (names->arena, first->min, first->extent));
  const TlExpr *simple[3];

  for (guint k = 0; k < 2; k++)
    {
      tl_iter_map_simplify (names->arena, map->bindings, map->n, map->iters, map->n_iters, limit, k == 0, simple);
      for (guint i = 0; i < map->n; i++)
        if (!tl_expr_equal (simple[i], map->simple[k][i]))
          report_map (map, "another normal form the general way");
    }
  if (tl_iter_map_detect (names->arena, map->bindings, map->n, map->iters, map->n_iters, limit, TL_ITER_MAP_BIJECTIVE,
                          NULL) != map->is_bijective
      || tl_iter_map_detect (names->arena, map->bindings, map->n, map->iters, map->n_iters, limit, TL_ITER_MAP_SURJECTIVE, NULL)
           != map->is_surjective)
    report_map (map, "another verdict the general way");
}

/* Acceptance is checked by counting, so an accepted map is right; @accepted says that the test sees enough of them. */
static void
check_random_map (TlRandom *random, guint accepted[2])
{
  static const gint64 extents[] = { 1, 2, 3, 4, 6, 8, 5, 12 };
  g_auto (ExprText) names = expr_text_new ();
  TlIter              iters[4];
  Map                 map = { .iters = iters, .n_iters = (guint) pick (random, 1, 4), .n = (guint) pick (random, 1, 4) };

  for (guint i = 0; i < map.n_iters; i++)
    iters[i] = (TlIter) { expr_text_var (&names, (const char *[]) { "i", "j", "k" }[i]),
                          tl_int (names.arena, pick (random, 0, 6) ? 0 : pick (random, 1, 4)),
                          tl_int (names.arena, extents[pick (random, 0, G_N_ELEMENTS (extents))]) };
  for (guint i = 0; i < map.n; i++)
    {
      map.bindings[i] = random_binding (&names, random, iters, map.n_iters, (guint) pick (random, 0, 4));
      map.outputs[i] = expr_text_var (&names, (const char *[]) { "x", "y", "z" }[i]);
    }
  for (gint64 limits = pick (random, -3, 3); limits > 0; limits--)
    {
      const TlExpr *limit = tl_expr_binary (names.arena, pick (random, 0, 5) ? TL_EXPR_LT : TL_EXPR_GE,
                                            pick (random, 0, 2) ? map.bindings[0]
                                                                : random_binding (&names, random, iters, map.n_iters, 2),
                                            tl_int (names.arena, pick (random, 1, 40)));

      map.predicate = map.predicate != NULL ? tl_and (names.arena, map.predicate, limit) : limit;
    }
  for (guint k = 0; k < 2; k++)
    tl_iter_map_simplify (names.arena, map.bindings, map.n, iters, map.n_iters, map.predicate, k == 0, map.simple[k]);
  map.is_bijective = tl_iter_map_detect (names.arena, map.bindings, map.n, iters, map.n_iters, map.predicate, TL_ITER_MAP_BIJECTIVE,
                                         NULL);
  map.is_surjective = tl_iter_map_detect (names.arena, map.bindings, map.n, iters, map.n_iters, map.predicate, TL_ITER_MAP_SURJECTIVE,
                                          NULL);
  map.has_inverse = map.predicate == NULL
                    && tl_iter_map_invert (names.arena, map.bindings, map.n, iters, map.n_iters, FALSE, map.outputs, map.inverse);
  if (map.is_bijective && !map.is_surjective)
    report_map (&map, "bijective but not surjective");
  if (map.predicate == NULL)
    {
      check_both_ways (&names, &map);
      check_padded_inverse (&names, &map);
    }
  accepted[0] += map.is_bijective;
  accepted[1] += map.is_surjective;
  check_map (&map);
}

static void
test_random (void)
{
  TlRandom random = tl_random_seeded (11);
  guint    accepted[2] = { 0, 0 };
  guint    rounds = 20000;

  for (guint round = 0; round < rounds && !g_test_failed (); round++)
    check_random_map (&random, accepted);
  g_test_message ("%u bijective, %u surjective of %u", accepted[0], accepted[1], rounds);
  g_assert_cmpuint (accepted[0], >, 500);
  g_assert_cmpuint (accepted[1], >, 2000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arith/iter-map/forms", test_forms);
  g_test_add_func ("/arith/iter-map/inverses", test_inverses);
  g_test_add_func ("/arith/iter-map/divisions", test_divisions);
  g_test_add_func ("/arith/iter-map/random", test_random);
  return g_test_run ();
}
