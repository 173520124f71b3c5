/* SPDX-License-Identifier: Apache-2.0 */
/* Index maps: shapes and inverses as TVM gives them, and that going there and back is the identity at every point. */
#include "core/arith/index-map.h"
#include "tests/arith/expr-text.h"

#include <string.h>

#define MAX_INDICES 8

typedef struct
{
  ExprText          names;
  TlAnalyzer       *analyzer;
  const TlIndexMap *map;
  TlRange           ranges[MAX_INDICES];
  const TlExpr     *shape[MAX_INDICES];
} IndexMapFixture;

/* "i:64 j:n" and "i // 16 ; j" */
static void
fixture_init (IndexMapFixture *f, const char *vars, const char *final)
{
  g_auto (GStrv) words = g_strsplit (vars, " ", -1);
  const TlVar   *initial[MAX_INDICES];
  const TlExpr  *exprs[MAX_INDICES];
  guint          n = 0, n_final;

  f->names = expr_text_new ();
  f->analyzer = tl_analyzer_new (f->names.arena);
  for (; words[n] != NULL; n++)
    {
      char *extent = strchr (words[n], ':');

      *extent++ = '\0';
      initial[n] = expr_text_var (&f->names, words[n]);
      f->shape[n] = expr_text_read (&f->names, extent);
      f->ranges[n] = (TlRange) { tl_int (f->names.arena, 0), f->shape[n] };
    }
  n_final = expr_text_read_list (&f->names, final, exprs, MAX_INDICES);
  f->map = tl_index_map_new (f->names.arena, initial, n, exprs, n_final);
}

static void
fixture_clear (IndexMapFixture *f)
{
  tl_analyzer_free (f->analyzer);
  expr_text_clear (&f->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IndexMapFixture, fixture_clear)

/* NULL: no shape, no inverse. */
static const struct { const char *vars, *final, *shape, *inverse; } maps[] = {
  { "i:64 j:64", "i // 16 ; j // 16 ; i % 16 ; j % 16", "4 ; 4 ; 16 ; 16", "axis0 * 16 + axis2 ; axis1 * 16 + axis3" },
  { "i:64 j:64", "j ; i", "64 ; 64", "i ; j" },
  { "i:16 j:32", "i * 32 + j", "512", "axis0 // 32 ; axis0 % 32" },
  { "i:15", "i // 4 ; i % 4", "4 ; 4", NULL },
  { "i:8", "i * 2", "16", NULL },
  { "i:4 j:13", "i + j", "16", NULL },
  { "i:14", "i % 4", "4", NULL },
  { "i:8", "7 - i", "8", "7 - axis0" },
  { "i:8", "i + 5", NULL, "axis0 - 5" },
  { "i:18", "(i + 2) // 4 ; (i + 2) % 4", "5 ; 4", NULL },
  { "i:n j:16", "i ; j // 4 ; j % 4", "n ; 4 ; 4", "i ; axis1 * 4 + axis2" },
  { "i:1 j:16", "j // 4 ; i ; j % 4", "4 ; 1 ; 4", "i ; axis0 * 4 + axis2" },
  { "i:1 j:16", "i * 16 + j", "16", "axis0 // 16 ; axis0 % 16" },
  { "i:8", "(i + 2) % 8", "8", "(axis0 + 6) % 8" },
};

static void
test_shapes (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (maps); c++)
    {
      g_auto (IndexMapFixture) f = { 0 };
      const TlExpr     *shape[MAX_INDICES];
      g_autofree char  *shape_text = NULL, *inverse_text = NULL, *why = NULL, *why_not = NULL;
      const TlIndexMap *inverse;

      fixture_init (&f, maps[c].vars, maps[c].final);
      if (tl_index_map_shape (f.analyzer, f.map, f.shape, shape, &why))
        shape_text = expr_text_print_list (shape, f.map->n_final);
      inverse = tl_index_map_invert (f.analyzer, f.map, f.ranges, &why_not);
      if (inverse != NULL)
        inverse_text = expr_text_print_list (inverse->final, inverse->n_final);
      g_test_message ("%s: %s", maps[c].vars, maps[c].final);
      g_assert_cmpstr (shape_text, ==, maps[c].shape);
      g_assert_cmpstr (inverse_text, ==, maps[c].inverse);
      g_assert_true ((why != NULL) == (shape_text == NULL) && (why_not != NULL) == (inverse == NULL));
    }
}

/* The inverse onto a box with padding and where that is; NULL: none. */
static const struct { const char *vars, *final, *inverse, *padding; } padded[] = {
  { "i:15", "i // 4 ; i % 4", "axis0 * 4 + axis1", "axis0 == 3 and axis1 == 3" },
  { "i:3", "i // 4 ; i % 4", "axis1", "axis1 == 3" },
  { "i:16", "(i + 2) // 4 ; (i + 2) % 4", "axis0 * 4 + axis1 - 2", "axis0 == 0 and axis1 < 2 or axis0 == 4 and 2 <= axis1" },
  { "i:18", "(i + 2) // 4 ; (i + 2) % 4", "axis0 * 4 + axis1 - 2", "axis0 == 0 and axis1 < 2" },
  { "i:14 j:31", "i // 4 ; j // 4 ; i % 4 ; j % 4", "axis0 * 4 + axis2 ; axis1 * 4 + axis3",
    "axis0 == 3 and 2 <= axis2 or axis1 == 7 and axis3 == 3" },
  { "i:14 j:31", "(i * 31 + j) // 16 ; (i * 31 + j) % 16", "(axis0 * 16 + axis1) // 31 ; (axis0 * 16 + axis1) % 31",
    "434 <= axis0 * 16 + axis1" },
  { "i:1 j:13", "i ; j // 4 ; j % 4", "i ; axis1 * 4 + axis2", "axis1 == 3 and 1 <= axis2" },
  { "i:31", "i // 8 ; i % 8 // 2 ; i % 2", "axis0 * 8 + axis1 * 2 + axis2", "axis0 == 3 and axis1 * 2 + axis2 == 7" },
  { "i:14", "i // 16 ; i % 16", "axis1", "14 <= axis1" },
  { "i:64 j:64", "j ; i", "i ; j", NULL },
  { "i:14", "i // 4", NULL, NULL },
  { "i:14", "i % 4", NULL, NULL },
  { "i:14", "i ; i", NULL, NULL },
  { "i:14 j:7", "i // 4 ; i % 4", NULL, NULL },
  { "i:7 j:5", "i * 4 + j", NULL, NULL },
  { "i:1 j:4", "i * 2 + j", "0 ; axis0", NULL },
};

static void
test_padded (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (padded); c++)
    {
      g_auto (IndexMapFixture) f = { 0 };
      g_autofree char  *inverse_text = NULL, *padding_text = NULL, *why = NULL;
      const TlExpr     *padding;
      const TlIndexMap *inverse;

      fixture_init (&f, padded[c].vars, padded[c].final);
      inverse = tl_index_map_invert_padded (f.analyzer, f.map, f.ranges, &padding, &why);
      if (inverse != NULL)
        inverse_text = expr_text_print_list (inverse->final, inverse->n_final);
      padding_text = padding != NULL ? expr_text_print (padding) : NULL;
      g_test_message ("%s: %s", padded[c].vars, padded[c].final);
      g_assert_cmpstr (inverse_text, ==, padded[c].inverse);
      g_assert_cmpstr (padding_text, ==, padded[c].padding);
      g_assert_true ((why != NULL) == (inverse == NULL));
    }
}

static void
test_equality (void)
{
  g_auto (IndexMapFixture) a = { 0 }, b = { 0 }, c = { 0 };
  const TlIndexMap *copy, *separated, *inverse;
  const gint64      separators[] = { 1 };

  fixture_init (&a, "i:8 j:8", "i // 4 ; i % 4 + j");
  fixture_init (&b, "x:8 y:8", "x // 4 ; x % 4 + y");
  fixture_init (&c, "x:8 y:8", "x // 4 ; y % 4 + x");
  g_assert_true (tl_index_map_equal (a.map, b.map));
  g_assert_false (tl_index_map_equal (a.map, c.map));
  g_assert_false (tl_index_map_equal (a.map, NULL));
  separated = tl_index_map_with_separators (a.names.arena, a.map, separators, 1);
  inverse = tl_index_map_with_inverse (a.names.arena, separated, c.map);
  g_assert_false (tl_index_map_equal (a.map, separated));
  g_assert_false (tl_index_map_equal (inverse, separated));
  copy = tl_index_map_dup (b.names.arena, inverse);
  g_assert_true (copy != inverse && copy->initial[0] != a.map->initial[0]);
  g_assert_true (tl_index_map_equal (copy, inverse));
}

static const TlIndexMap *
map_of_all_kinds (TlArena *arena)
{
  const TlVar  *i = tl_expr_var (arena, "i", TL_INT32), *x = tl_expr_var (arena, "x", TL_INT32);
  const TlExpr *step = tl_expr_call (arena, TL_INT32, tl_intrinsic_find ("vscale"), NULL, 0);
  const TlExpr *pad = tl_expr_call (arena, TL_FLOAT32, tl_intrinsic_find ("undef"), NULL, 0);
  const TlExpr *final[] = { tl_floordiv (arena, i, tl_int (arena, 4)), pad, tl_mul (arena, i, step),
                            tl_expr_let (arena, x, step, tl_add (arena, x, i)), tl_expr_string (arena, "word") };

  return tl_index_map_new (arena, &i, 1, final, G_N_ELEMENTS (final));
}

/* A copy outlives what it was copied from, whatever its expressions are. */
static void
test_copies (void)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlArena          *old = tl_arena_new (NULL);
  const TlIndexMap *copy = tl_index_map_dup (arena, map_of_all_kinds (old));

  tl_arena_unref (old);
  g_assert_true (tl_index_map_equal (copy, map_of_all_kinds (arena)));
}

static void
test_indices (void)
{
  g_auto (IndexMapFixture) f = { 0 };
  const TlExpr   *indices[2], *result[4];
  g_autofree char *text = NULL;

  fixture_init (&f, "i:64 j:64", "i // 16 ; j // 16 ; i % 16 ; j % 16");
  indices[0] = expr_text_read (&f.names, "io * 16 + ii");
  indices[1] = expr_text_read (&f.names, "jj");
  tl_analyzer_bind (f.analyzer, expr_text_var (&f.names, "io"), tl_int (f.names.arena, 0), tl_int (f.names.arena, 4));
  tl_analyzer_bind (f.analyzer, expr_text_var (&f.names, "ii"), tl_int (f.names.arena, 0), tl_int (f.names.arena, 16));
  tl_index_map_indices (f.analyzer, f.map, indices, result);
  text = expr_text_print_list (result, 4);
  g_assert_cmpstr (text, ==, "io ; jj // 16 ; ii ; jj % 16");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/index-map/shapes", test_shapes);
  g_test_add_func ("/index-map/padded", test_padded);
  g_test_add_func ("/index-map/equality", test_equality);
  g_test_add_func ("/index-map/copies", test_copies);
  g_test_add_func ("/index-map/indices", test_indices);
  return g_test_run ();
}
