/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/line-diff.h"

/* Texts by one letter a line; rows as "=ax" (same), "~" (changed), "-" (only a), "+" (only b). */
static const struct
{
  const char *a, *b, *expected;
} rows[] = {
  { "", "", "" },
  { "abc", "abc", "===" },
  { "abc", "axc", "=~=" },
  { "abc", "ac", "=-=" },
  { "ac", "abc", "=+=" },
  { "", "ab", "++" },
  { "ab", "", "--" },
  { "abcdef", "abXYef", "==~~==" },
  { "abcd", "bcde", "-===+" },
  { "aXbYc", "abc", "=-=-=" },
  { "ab", "xyz", "~~+" },
  { "aab", "ab", "=-=" },
};

static char **
split_letters (const char *text)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  char        **lines;

  for (; *text != '\0'; text++)
    g_strv_builder_add (builder, (char[]) { *text, '\0' });
  lines = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return lines;
}

/* Each line of each side appears once, in order. */
static void
assert_complete (GArray *diff, guint n_a, guint n_b)
{
  gint next_a = 0, next_b = 0;

  for (guint i = 0; i < diff->len; i++)
    {
      TlLineRow *row = &g_array_index (diff, TlLineRow, i);

      if (row->a >= 0)
        g_assert_cmpint (row->a, ==, next_a++);
      if (row->b >= 0)
        g_assert_cmpint (row->b, ==, next_b++);
    }
  g_assert_cmpint (next_a, ==, n_a);
  g_assert_cmpint (next_b, ==, n_b);
}

static void
test_rows (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) a = split_letters (rows[i].a), b = split_letters (rows[i].b);
      g_autoptr (GArray) diff = tl_line_diff ((const char *const *) a, (const char *const *) b);
      g_autoptr (GString) got = g_string_new (NULL);

      for (guint r = 0; r < diff->len; r++)
        g_string_append_c (got, "=~-+"[g_array_index (diff, TlLineRow, r).change]);
      g_assert_cmpstr (got->str, ==, rows[i].expected);
      assert_complete (diff, g_strv_length (a), g_strv_length (b));
    }
}

static void
test_large (void)
{
  g_autoptr (GStrvBuilder) left = g_strv_builder_new (), right = g_strv_builder_new ();
  g_auto (GStrv) a = NULL, b = NULL;
  g_autoptr (GArray) diff = NULL;

  for (guint i = 0; i < 6000; i++)
    {
      g_autofree char *x = g_strdup_printf ("a%u", i), *y = g_strdup_printf ("b%u", i);

      g_strv_builder_add (left, x);
      g_strv_builder_add (right, y);
    }
  a = g_strv_builder_end (left);
  b = g_strv_builder_end (right);
  diff = tl_line_diff ((const char *const *) a, (const char *const *) b);
  assert_complete (diff, 6000, 6000);
}

/* Three texts: "x" is an insertion of the first, "c" is changed in the last. A row is its lines, a dot where there is none. */
static void
test_table (void)
{
  g_auto (GStrv)            a = split_letters ("axbc"), b = split_letters ("abc"), c = split_letters ("abd");
  const char *const *const  texts[] = { (const char *const *) a, (const char *const *) b, (const char *const *) c };
  g_autoptr (GArray)        table = tl_line_table (texts, 3, 1);
  g_autoptr (GString)       text = g_string_new (NULL);
  static const char         signs[] = { ' ', '~', '-', '+' };

  for (guint i = 0; i < table->len; i++)
    {
      const TlLineCell *cell = &g_array_index (table, TlLineCell, i);

      g_string_append_printf (text, "%s%c%s", cell->line >= 0 ? texts[i % 3][cell->line] : ".", signs[cell->change], i % 3 == 2 ? "|" : "");
    }
  g_assert_cmpstr (text->str, ==, "a a a |x+. . |b b b |c c d~|");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-diff/rows", test_rows);
  g_test_add_func ("/line-diff/large", test_large);
  g_test_add_func ("/line-diff/table", test_table);
  return g_test_run ();
}
