/* SPDX-License-Identifier: Apache-2.0 */
/* The program's keys as a list, and the list model that grows. */
#include "core/session/commands/growing-list.h"
#include "core/session/commands/shortcut-list.h"
#include "tests/must.h"

/* "<Control><Shift>z": "Control+Shift+z". */
static char *
name (const char *accelerator)
{
  GString *text = g_string_new (accelerator);

  g_string_replace (text, ">", "+", 0);
  g_string_replace (text, "<", "", 0);
  return g_string_free (text, FALSE);
}

/* NULL: there is none with @title. */
static TlShortcut *
find (TlShortcutList *list, const char *title)
{
  GListModel *model = G_LIST_MODEL (list);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (TlShortcut) shortcut = g_list_model_get_item (model, i);

      if (g_str_equal (tl_shortcut_title (shortcut), title))
        return shortcut;
    }
  return NULL;
}

static void
test_titles (void)
{
  g_autoptr (TlShortcutList) list = tl_shortcut_list_new ("explore", name);
  static const struct { const char *title, *keys, *names, *group, *page; } rows[] = {
    { "Redo", "<Control><Shift>z", "Control+Shift+z", "Program", "All Pages" },
    { "Previous and next loop or block", "Up Down", "Up, Down", "Loop Nest", "Explore" },
    { "Region, accesses, order and the other views", "1...7", "1 to 7", "Data", "Data and Splits" },
    { "Iteration of the loop under the pointer", NULL, "Alt and the wheel over its header", "Data", "Data and Splits" },
    { "Vectorize Loop", "v", "v", "Primitives for the Selection", "Explore" },   /* of the primitive table */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlShortcut *shortcut = find (list, rows[i].title);

      g_assert_nonnull (shortcut);
      g_assert_cmpstr (tl_shortcut_keys (shortcut), ==, rows[i].keys);
      g_assert_cmpstr (tl_shortcut_key_names (shortcut), ==, rows[i].names);
      g_assert_cmpstr (tl_shortcut_group (shortcut), ==, rows[i].group);
      g_assert_cmpstr (tl_shortcut_page (shortcut), ==, rows[i].page);
    }
}

/* The page that is shown, then all pages, then the others; each page and each group in one piece. */
static void
test_order (void)
{
  g_autoptr (TlShortcutList) list = tl_shortcut_list_new ("tune", name);
  g_autoptr (GHashTable)     groups = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)      pages = g_ptr_array_new ();
  const char                *group = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (TlShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (pages->len == 0 || pages->pdata[pages->len - 1] != (gpointer) tl_shortcut_page (shortcut))
        g_ptr_array_add (pages, (gpointer) tl_shortcut_page (shortcut));
      if (tl_shortcut_group (shortcut) != group)
        g_assert_true (g_hash_table_add (groups, (gpointer) tl_shortcut_group (shortcut)));
      group = tl_shortcut_group (shortcut);
    }
  g_assert_cmpuint (pages->len, ==, 7);
  g_assert_cmpstr (pages->pdata[0], ==, "Tune");
  g_assert_cmpstr (pages->pdata[1], ==, "All Pages");
}

static void
test_query (void)
{
  g_autoptr (TlShortcutList) list = tl_shortcut_list_new ("explore", name);
  GListModel                *model = G_LIST_MODEL (list);
  guint                      n = g_list_model_get_n_items (model);

  tl_shortcut_list_set_query (list, "shift+control+Z");
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 1);
  g_assert_nonnull (find (list, "Redo"));
  tl_shortcut_list_set_query (list, "swap COL");
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 1);
  g_assert_nonnull (find (list, "Swap the columns"));
  tl_shortcut_list_set_query (list, "no such key");
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 0);
  tl_shortcut_list_set_query (list, "+");
  g_assert_cmpuint (g_list_model_get_n_items (model), <, n);
  tl_shortcut_list_set_query (list, "");
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, n);
}

static void
on_items_changed (GListModel *model, guint position, guint n_removed, guint n_added, gpointer n)
{
  *(guint *) n += n_added - n_removed;
}

/* It has the first items, grows to all of them, and begins again when they change. */
static void
test_growing (void)
{
  g_autoptr (TlShortcutList) list = tl_shortcut_list_new ("explore", name);
  g_autoptr (TlGrowingList)  growing = tl_growing_list_new (G_LIST_MODEL (list), 3);
  GListModel                *model = G_LIST_MODEL (growing);
  guint                      n_all = g_list_model_get_n_items (G_LIST_MODEL (list)), n_grown = 0, n_told = 3;

  g_signal_connect (model, "items-changed", G_CALLBACK (on_items_changed), &n_told);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 3);
  while (tl_growing_list_grow (growing))
    n_grown++;
  g_assert_cmpuint (n_grown, ==, n_all - 3);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, n_all);
  g_assert_cmpuint (n_told, ==, n_all);
  for (guint i = 0; i < n_all; i++)
    {
      g_autoptr (GObject) here = g_list_model_get_item (model, i), there = g_list_model_get_item (G_LIST_MODEL (list), i);

      g_assert_true (here == there);
    }
  g_assert_null (g_list_model_get_item (model, n_all));
  tl_shortcut_list_set_query (list, "loop");
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 3);
  g_assert_cmpuint (n_told, ==, 3);
  tl_shortcut_list_set_query (list, "no such key");
  g_assert_cmpuint (n_told, ==, 0);
  g_assert_false (tl_growing_list_grow (growing));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shortcuts/titles", test_titles);
  g_test_add_func ("/shortcuts/order", test_order);
  g_test_add_func ("/shortcuts/query", test_query);
  g_test_add_func ("/shortcuts/growing", test_growing);
  return g_test_run ();
}
