/* SPDX-License-Identifier: Apache-2.0 */
/* The passes of a compilation with their texts, as the code pane lists them, and two texts as one. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/session/pass-list.h"
#include "core/session/program-view.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

#define MATMUL_16 "from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("16", "16", "16")

typedef struct
{
  char       *folder;
  TlSession  *session;
  GListModel *passes;
} PassFixture;

static GListModel *
list_passes (TlSession *session)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_session_list_passes_async (session, tl_session_state (session), NULL, take_result, &result);
  return must (tl_session_list_passes_finish (session, wait_for (&result), &failure));
}

static void
set_up (PassFixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture->folder = g_dir_make_tmp ("tl-passes-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "matmul.py", NULL);
  g_assert_true (g_file_set_contents (path, MATMUL_16, -1, NULL));
  fixture->session = tl_session_new ();
  must (open_path (fixture->session, path, &failure));
  fixture->passes = list_passes (fixture->session);
}

static void
tear_down (PassFixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->passes);
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

/* Of the list; borrowed. */
static TlPass *
find_pass (GListModel *passes, const char *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (passes); i++)
    {
      g_autoptr (TlPass) pass = g_list_model_get_item (passes, i);

      if (strcmp (tl_pass_name (pass), name) == 0)
        return pass;
    }
  g_test_message ("no pass %s", name);
  g_assert_not_reached ();
}

static char *
show_form (TlSession *session, const char *form)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_session_show_async (session, tl_session_state (session), form, NULL, take_result, &result);
  return must (tl_session_show_finish (session, wait_for (&result), NULL, &failure));
}

/* The last texts of both languages are those of the pages Lowered and LLVM IR. */
static void
test_texts (PassFixture *fixture, gconstpointer data)
{
  g_autofree char   *lowered = show_form (fixture->session, "lowered"), *llvm = show_form (fixture->session, "llvm");
  guint              n = g_list_model_get_n_items (fixture->passes);
  g_autoptr (TlPass) first = g_list_model_get_item (fixture->passes, 0), last = g_list_model_get_item (fixture->passes, n - 1);

  g_assert_cmpstr (tl_pass_name (first), ==, "program");
  g_assert_nonnull (strstr (tl_pass_text (first), "T.block"));
  g_assert_cmpstr (tl_pass_text (find_pass (fixture->passes, "simplify-end")), ==, lowered);
  g_assert_true (tl_pass_is_llvm (last));
  g_assert_cmpstr (tl_pass_text (last), ==, llvm);
}

static void
test_changes (PassFixture *fixture, gconstpointer data)
{
  TlPass *convert = find_pass (fixture->passes, "convert-blocks"), *threads = find_pass (fixture->passes, "thread-axes");

  g_assert_true (tl_pass_is_changed (convert));
  g_assert_nonnull (strstr (tl_pass_changes (convert), "−"));
  g_assert_null (strstr (tl_pass_text (convert), "T.block"));
  g_assert_false (tl_pass_is_changed (threads));
  g_assert_cmpstr (tl_pass_changes (threads), ==, "");
  g_assert_true (tl_pass_is_changed (find_pass (fixture->passes, "translate")));
  g_assert_cmpstr (tl_pass_changes (find_pass (fixture->passes, "translate")), ==, "");
}

static guint
count_lines_of (const GArray *nodes, TlNodeId id)
{
  guint n = 0;

  for (guint line = 0; line < nodes->len; line++)
    n += g_array_index (nodes, TlOrigin, line).id == id;
  return n;
}

/* Lines have nodes of the program; the block has lines before and after it is loops and conditions. */
static void
test_nodes (PassFixture *fixture, gconstpointer data)
{
  const TlModule *module = tl_state_module (tl_session_state (fixture->session));
  TlNodeId        block = tl_program_view_find_block (tl_session_func (fixture->session), "C", 1);

  for (guint i = 0; i < g_list_model_get_n_items (fixture->passes); i++)
    {
      g_autoptr (TlPass) pass = g_list_model_get_item (fixture->passes, i);
      g_auto (GStrv)     lines = g_strsplit (tl_pass_text (pass), "\n", -1);
      const GArray      *nodes = tl_pass_nodes (pass);

      g_assert_cmpuint (nodes->len, ==, g_strv_length (lines));
      g_assert_cmpuint (count_lines_of (nodes, 0), <, nodes->len);
      for (guint line = 0; line < nodes->len; line++)
        {
          TlNodeId id = g_array_index (nodes, TlOrigin, line).id;

          g_assert_true (id == 0 || tl_module_find (module, id) != NULL);
        }
    }
  g_assert_cmpuint (count_lines_of (tl_pass_nodes (find_pass (fixture->passes, "program")), block), >, 0);
  g_assert_cmpuint (count_lines_of (tl_pass_nodes (find_pass (fixture->passes, "convert-blocks")), block), >, 0);
}

/* A program without threads has no kernels: the worker's error says why. */
static void
test_refused (PassFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  TlTarget                 target;

  must (tl_target_parse ("cuda", &target, &failure));
  tl_session_set_target (fixture->session, &target);
  tl_session_list_passes_async (fixture->session, tl_session_state (fixture->session), NULL, take_result, &result);
  g_assert_null (tl_session_list_passes_finish (fixture->session, wait_for (&result), &error));
  g_assert_nonnull (strstr (error->message, "Did you forget to bind?"));
}

static void
test_compare (PassFixture *fixture, gconstpointer data)
{
  TlPass                   *convert = find_pass (fixture->passes, "convert-blocks");
  g_autoptr (GAsyncResult)  result = NULL;
  g_autoptr (TlChangedText) changed = NULL;

  tl_pass_compare_async (convert, find_pass (fixture->passes, "program"), NULL, take_result, &result);
  changed = must (tl_pass_compare_finish (convert, wait_for (&result), &failure));
  g_assert_nonnull (strstr (changed->text, "− "));
  g_assert_cmpuint (changed->n_removed, >, 0);
  g_assert_cmpuint (changed->changes->len, ==, changed->nodes->len);
}

static void
test_changed_text (void)
{
  const TlOrigin            of_a[] = { { 1, 0, 0 }, { 2, 0, 0 }, { 3, 0, 0 } };
  const TlOrigin            of_b[] = { { 1, 0, 0 }, { 4, 0, 2 }, { 4, 1, 2 }, { 3, 0, 0 } };
  g_autoptr (GArray)        a = g_array_new (FALSE, FALSE, sizeof (TlOrigin)), b = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  g_autoptr (TlChangedText) changed = NULL;
  guint                     n_removed, n_added;

  g_array_append_vals (a, of_a, G_N_ELEMENTS (of_a));
  g_array_append_vals (b, of_b, G_N_ELEMENTS (of_b));
  changed = tl_changed_text_new ("for i\nx\ny", a, "for i\nz\nzz\ny", b);
  g_assert_cmpstr (changed->text, ==, "  for i\n− x\n+ z\n+ zz\n  y\n");
  g_assert_cmpuint (changed->first, ==, 1);
  g_assert_cmpuint (changed->n_removed, ==, 1);
  g_assert_cmpuint (changed->n_added, ==, 2);
  g_assert_cmpuint (g_array_index (changed->nodes, TlOrigin, 1).id, ==, 2);
  g_assert_cmpuint (g_array_index (changed->nodes, TlOrigin, 2).id, ==, 4);
  g_assert_cmpuint (g_array_index (changed->nodes, TlOrigin, 3).copy, ==, 1);
  g_assert_cmpuint (g_array_index (changed->nodes, TlOrigin, 4).id, ==, 3);
  tl_changed_text_count ("a\nb", "a\nc\nd", &n_removed, &n_added);
  g_assert_cmpuint (n_removed, ==, 1);
  g_assert_cmpuint (n_added, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/pass-list/texts", PassFixture, NULL, set_up, test_texts, tear_down);
  g_test_add ("/pass-list/changes", PassFixture, NULL, set_up, test_changes, tear_down);
  g_test_add ("/pass-list/nodes", PassFixture, NULL, set_up, test_nodes, tear_down);
  g_test_add ("/pass-list/refused", PassFixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/pass-list/compare", PassFixture, NULL, set_up, test_compare, tear_down);
  g_test_add_func ("/pass-list/changed-text", test_changed_text);
  return g_test_run ();
}
