/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/lru.h"
#include "core/base/random.h"

static void
note_evicted (guint line, gpointer user_data)
{
  g_string_append_printf (user_data, "%u ", line);
}

/* Accesses as letters, written ones as capitals; hits are "+". Then what was written back. */
static void
test_sequences (void)
{
  static const struct
  {
    const char *accesses;
    gint64      n_lines;
    const char *hits;
    const char *evicted;
  } rows[] = {
    { "abcabc", 3, "...+++", "" },
    { "abcabc", 2, "......", "" },
    { "aabacada", 2, ".+.+.+.+", "" },
    { "AbcA", 2, "....", "0 0 " },
    { "AaBbC", 1, ".+.+.", "0 1 2 " },
    { "ABCD", 4, "....", "0 1 2 3 " },
    { "ABAC", 2, "..+.", "1 0 2 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) hits = g_string_new (NULL), evicted = g_string_new (NULL);
      g_autoptr (TlLru)   lru = tl_lru_new (26, rows[i].n_lines * 64, note_evicted, evicted);

      for (const char *at = rows[i].accesses; *at != '\0'; at++)
        g_string_append_c (hits, tl_lru_access (lru, (guint) (g_ascii_tolower (*at) - 'a'), 64, g_ascii_isupper (*at)) == TL_LRU_HIT ? '+'
                                                                                                                             : '.');
      tl_lru_flush (lru);
      g_assert_cmpstr (hits->str, ==, rows[i].hits);
      g_assert_cmpstr (evicted->str, ==, rows[i].evicted);
    }
}

/* The definition itself: a line is there if fewer others than the capacity were used since. */
static gboolean
was_used_within (const guint *history, guint n, guint line, guint capacity)
{
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);

  for (guint i = n; i-- > 0;)
    {
      if (history[i] == line)
        return g_hash_table_size (others) < capacity;
      g_hash_table_add (others, GUINT_TO_POINTER (history[i]));
    }
  return FALSE;
}

static void
ignore_evicted (guint line, gpointer user_data)
{
}

static void
test_random (void)
{
  TlRandom random = tl_random_seeded (1);
  guint    history[2000];

  for (guint capacity = 1; capacity <= 16; capacity *= 2)
    {
      g_autoptr (TlLru) lru = tl_lru_new (20, capacity * 4, ignore_evicted, NULL);

      for (guint i = 0; i < G_N_ELEMENTS (history); i++)
        {
          history[i] = (guint) tl_random_below (&random, 20);
          g_assert_cmpint (tl_lru_access (lru, history[i], 4, FALSE) == TL_LRU_HIT, ==, was_used_within (history, i, history[i], capacity));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/lru/sequences", test_sequences);
  g_test_add_func ("/analysis/lru/random", test_random);
  return g_test_run ();
}
