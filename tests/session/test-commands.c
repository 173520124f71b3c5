/* SPDX-License-Identifier: Apache-2.0 */
/* The commands of a window, found by a query. */
#include "core/session/commands/command-list.h"
#include "core/session/commands/command-match.h"
#include "core/session/recent.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/temporary.h"
#include "tests/session/open-path.h"

#define HEADER "# title: Small matmul\nfrom tvm.script import tir as T\n@T.prim_func\n"

/* --- matching --- */

static void
test_match (void)
{
  static const struct { const char *text, *query, *markup; } rows[] = {
    { "Vectorize j by 16", "", "Vectorize j by 16" },
    { "Vectorize j by 16", "vec", "<b>Vec</b>torize j by 16" },
    { "Vectorize j by 16", "v16", "<b>V</b>ectorize j by <b>16</b>" },
    { "Vectorize j by 16", "V J B", "<b>V</b>ectorize <b>j</b> <b>b</b>y 16" },
    { "Go to loop j_1 of C", "j_1", "Go to loop <b>j_1</b> of C" },
    { "Go to loop j_1 of C", "loopC", "Go to <b>loop</b> j_1 of <b>C</b>" },
    { "Über <A> & B", "üb&b", "<b>Üb</b>er &lt;A&gt; <b>&amp;</b> <b>B</b>" },
    /* the letters stand earlier, but those of whole words are meant */
    { "Read B in each j", "bi", "Read <b>B</b> <b>i</b>n each j" },
    { "Export Report…", "rep", "Export <b>Rep</b>ort…" },
    { "Vectorize j by 16", "jv", NULL },
    { "Vectorize j by 16", "vz9", NULL },
    { "", "a", NULL },
    { "ab", "abc", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      int              score = tl_command_match (rows[i].text, rows[i].query, NULL);
      g_autofree char *markup = tl_command_match_markup (rows[i].text, rows[i].query), *plain = g_markup_escape_text (rows[i].text, -1);

      g_assert_true ((score >= 0) == (rows[i].markup != NULL));
      g_assert_cmpstr (markup, ==, rows[i].markup != NULL ? rows[i].markup : plain);
    }
  g_assert_cmpint (tl_command_match ("Undo", "un", NULL), >, tl_command_match ("Start Tuning", "un", NULL));
  g_assert_cmpint (tl_command_match ("Bind Loop", "bi", NULL), >, tl_command_match ("Read B in each j", "bi", NULL));
  g_assert_cmpint (tl_command_match ("Tune", "tune", NULL), >, tl_command_match ("Start Tuning from Here", "tune", NULL));
}

/* --- the list --- */

typedef struct
{
  char          *folder;
  TlSession     *session;
  TlCommandList *list;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = open_script (HEADER MATMUL ("128", "96", "64"), NULL, &fixture->folder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->list);
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static void
make_list (Fixture *fixture)
{
  fixture->list = tl_command_list_new (fixture->session, NULL);
  tl_command_list_add_action (fixture->list, "win.undo", "Undo", "Ctrl+Z", "There is no change to undo");
  tl_command_list_add_action (fixture->list, "win.page::tune", "Tune", "Alt+2", NULL);
}

static TlPaletteCommand *
find (Fixture *fixture, const char *title)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture->list)); i++)
    {
      g_autoptr (TlPaletteCommand) command = g_list_model_get_item (G_LIST_MODEL (fixture->list), i);

      if (g_strcmp0 (tl_palette_command_title (command), title) == 0)
        return command;   /* which the list keeps */
    }
  return NULL;
}

static const char *
first_title (Fixture *fixture, const char *query)
{
  g_autoptr (TlPaletteCommand) command = NULL;

  tl_command_list_set_query (fixture->list, query);
  command = g_list_model_get_item (G_LIST_MODEL (fixture->list), 0);
  return command != NULL ? tl_palette_command_title (command) : NULL;
}

/* The outermost loop. */
static TlNodeId
select_loop (Fixture *fixture)
{
  TlNodeId node = tl_session_func (fixture->session)->body->block.body->loop.id;

  tl_selection_pick (tl_session_selection (fixture->session), node);
  return node;
}

static void
wait_for_steps (Fixture *fixture)
{
  while (tl_command_list_start (fixture->list) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_program (Fixture *fixture, gconstpointer data)
{
  TlNodeId          i = select_loop (fixture);
  TlPaletteCommand *command;

  make_list (fixture);
  g_assert_cmpstr (tl_palette_command_detail (find (fixture, "Go to loop i of C")), ==, "×128");
  g_assert_cmpuint (tl_palette_command_node (find (fixture, "Go to loop i of C")), ==, i);
  g_assert_nonnull (find (fixture, "Go to block C"));
  command = find (fixture, "Show variant start");
  g_assert_true (tl_palette_command_variant (command) == tl_session_current (fixture->session));
  g_assert_nonnull (tl_palette_command_reason (command));
  g_assert_cmpstr (first_title (fixture, "gblo"), ==, "Go to block C");
  g_assert_cmpstr (first_title (fixture, "jofc"), ==, "Go to loop j of C");
  g_assert_null (first_title (fixture, "jjjj"));
}

/* Steps come when they are found, with the state that they begin at, and stand first. */
static void
test_steps (Fixture *fixture, gconstpointer data)
{
  TlPaletteCommand *command;

  select_loop (fixture);
  make_list (fixture);
  g_assert_null (find (fixture, "Parallelize i"));
  wait_for_steps (fixture);
  command = find (fixture, "Parallelize i");
  g_assert_nonnull (tl_palette_command_suggestion (command)->state);
  g_assert_null (tl_palette_command_reason (command));
  g_assert_true (tl_command_list_start (fixture->list) == tl_variant_state (tl_session_current (fixture->session)));
  g_assert_cmpint (tl_palette_command_kind (find (fixture, first_title (fixture, ""))), ==, TL_COMMAND_STEP);
  command = find (fixture, "Bind Loop to Threads");
  g_assert_cmpint (tl_palette_command_suggestion (command)->kind, ==, TL_SUGGESTION_IMPOSSIBLE);
  g_assert_cmpstr (tl_palette_command_reason (command), ==, tl_palette_command_suggestion (command)->reason);
}

static void
test_nothing_selected (Fixture *fixture, gconstpointer data)
{
  make_list (fixture);
  wait_for_steps (fixture);
  g_assert_cmpstr (first_title (fixture, ""), ==, "Tune");
}

/* A command that cannot be done is behind others of its kind, and says why. */
static void
test_disabled (Fixture *fixture, gconstpointer data)
{
  make_list (fixture);
  g_assert_cmpstr (first_title (fixture, ""), ==, "Tune");
  g_assert_cmpstr (first_title (fixture, "und"), ==, "Undo");
  g_assert_cmpstr (tl_palette_command_reason (find (fixture, "Undo")), ==, "There is no change to undo");
  g_assert_cmpstr (tl_palette_command_name (find (fixture, "Undo")), ==, "win.undo");
}

/* Every change of the query replaces the whole list. */
static void
count_changes (GListModel *model, guint position, guint removed, guint added, guint *n)
{
  g_assert_cmpuint (position, ==, 0);
  g_assert_cmpuint (added, ==, g_list_model_get_n_items (model));
  *n += 1;
}

static void
test_changes (Fixture *fixture, gconstpointer data)
{
  guint n = 0;

  make_list (fixture);
  wait_for_steps (fixture);
  g_signal_connect (fixture->list, "items-changed", G_CALLBACK (count_changes), &n);
  tl_command_list_set_query (fixture->list, "tune");
  tl_command_list_set_query (fixture->list, "tune");
  g_assert_cmpuint (n, ==, 1);
}

/* Without a program there are actions and recent files. */
static void
test_no_program (void)
{
  g_autoptr (TlSession) session = tl_session_new ();
  Fixture               fixture = { .session = session };
  g_autofree char      *path = g_build_filename (g_get_user_data_dir (), "small.py", NULL);

  g_assert_true (g_file_set_contents (path, HEADER MATMUL ("128", "96", "64"), -1, NULL));
  tl_recent_add (path, "Small matmul");
  make_list (&fixture);
  g_assert_cmpstr (tl_palette_command_name (find (&fixture, "Tune")), ==, "win.page::tune");
  g_assert_cmpstr (tl_palette_command_name (find (&fixture, "Open Small matmul")), ==, path);
  g_object_unref (fixture.list);
}

int
main (int argc, char **argv)
{
  g_autofree char *data = NULL;
  int              result;

  g_test_init (&argc, &argv, NULL);
  data = g_dir_make_tmp ("tl-commands-data-XXXXXX", NULL);
  g_setenv ("XDG_DATA_HOME", data, TRUE);
  g_test_add_func ("/commands/match", test_match);
  g_test_add ("/commands/program", Fixture, NULL, set_up, test_program, tear_down);
  g_test_add ("/commands/steps", Fixture, NULL, set_up, test_steps, tear_down);
  g_test_add ("/commands/nothing-selected", Fixture, NULL, set_up, test_nothing_selected, tear_down);
  g_test_add ("/commands/disabled", Fixture, NULL, set_up, test_disabled, tear_down);
  g_test_add ("/commands/changes", Fixture, NULL, set_up, test_changes, tear_down);
  g_test_add_func ("/commands/no-program", test_no_program);
  result = g_test_run ();
  remove_folder (data);
  return result;
}
