/* SPDX-License-Identifier: Apache-2.0 */
/* The façade as the window uses it, without a window. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/session/steps/literal.h"
#include "core/session/steps/applicable-primitives.h"
#include "core/session/program-view.h"
#include "core/session/session.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/temporary.h"
#include "tests/session/open-path.h"

#define SMALL_MATMUL "# title: Small matmul\nfrom tvm.script import tir as T\n@T.prim_func\n" MATMUL ("32", "32", "32")

typedef struct
{
  char      *folder;
  char      *path;
  TlSession *session;
} SessionFixture;

static gboolean
run_script (TlSession *session, const char *text, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_session_run_script_async (session, "test.py", text, NULL, take_result, &result);
  return tl_session_run_script_finish (session, wait_for (&result), error);
}

static void
set_up (SessionFixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("tl-session-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "small.py", NULL);
  g_assert_true (g_file_set_contents (fixture->path, SMALL_MATMUL, -1, NULL));
  fixture->session = tl_session_new ();
  must (open_path (fixture->session, fixture->path, &failure));
}

static void
tear_down (SessionFixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->folder);
}

/* --- files for other programs --- */

static void
test_export (SessionFixture *fixture, gconstpointer data)
{
  static const struct { const char *file, *needle; gboolean works; } rows[] = {
    { "small.c", "void small (", TRUE }, { "small.h", "#ifndef SMALL_H", TRUE }, { "small.ll", "define void @small(", TRUE },
    { "small.txt", NULL, FALSE }, { "small", NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_build_filename (fixture->folder, rows[i].file, NULL), *text = NULL;
      gboolean is_beside = g_str_has_suffix (path, ".h");

      if (!is_beside)
        {
          tl_session_export_async (fixture->session, tl_variant_state (tl_session_current (fixture->session)), path, NULL, take_result,
                                   &result);
          g_assert_true (tl_session_export_finish (fixture->session, wait_for (&result), &error) == rows[i].works);
        }
      if (!rows[i].works)
        g_assert_error (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED);
      else
        {
          g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
          g_assert_nonnull (strstr (text, rows[i].needle));
        }
    }
  {
    /* A header of somebody else stays, and nothing is written beside it. */
    g_autoptr (GAsyncResult) result = NULL;
    g_autofree char *mine = g_build_filename (fixture->folder, "mine.h", NULL), *path = g_build_filename (fixture->folder, "mine.c", NULL);
    g_autofree char *text = NULL, *name = tl_session_export_name (fixture->session);

    g_assert_true (g_file_set_contents (mine, "int mine;\n", -1, NULL));
    tl_session_export_async (fixture->session, tl_variant_state (tl_session_current (fixture->session)), path, NULL, take_result, &result);
    must_fail (tl_session_export_finish (fixture->session, wait_for (&result), &failure), TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED);
    g_assert_true (g_file_get_contents (mine, &text, NULL, NULL));
    g_assert_cmpstr (text, ==, "int mine;\n");
    g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    g_assert_true (name != NULL && strpbrk (name, " ,.") == NULL);
  }
}

/* The report on a program: a table of its loops, and below what lowering decided. */
static void
test_report (SessionFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  tl_session_show_async (fixture->session, tl_variant_state (tl_session_current (fixture->session)), "report", NULL, take_result, &result);
  text = tl_session_show_finish (fixture->session, wait_for (&result), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (text, "one iteration of loop"));
  g_assert_nonnull (strstr (text, "\n\nvectorize          loop j: "));
  g_assert_nonnull (strstr (text, "\npromote            buffer C: "));
}

/* --- pointing --- */

typedef struct
{
  const char *name;
  TlNodeId    id;
} NamedBlock;

static TlWalk
match_node (const TlStmt *stmt, gpointer user_data)
{
  NamedBlock *search = user_data;

  if (stmt->kind == TL_STMT_FOR && strcmp (stmt->loop.var->name, search->name) == 0)
    search->id = stmt->loop.id;
  else if (stmt->kind == TL_STMT_BLOCK && strcmp (stmt->block.name, search->name) == 0)
    search->id = stmt->block.id;
  return search->id != 0 ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlNodeId
node (TlSession *session, const char *name)
{
  NamedBlock search = { name, 0 };

  tl_stmt_walk (tl_session_func (session)->body->block.body, match_node, NULL, &search);
  return search.id;
}

static gboolean
apply (TlSession *session, const char *primitive_name, const char *node_name, GError **error)
{
  const TlPrimitive  *primitive = tl_primitive_find (primitive_name);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlNodeId            id = node (session, node_name);
  TlArg              *args;

  g_assert_nonnull (primitive);
  g_assert_cmpuint (id, !=, 0);
  if (!tl_applicable_primitive_guess_args (primitive, tl_state_module (tl_variant_state (tl_session_current (session))), &id, 1, arena,
                                           &args, error))
    return FALSE;
  return tl_session_apply (session, primitive, args, tl_primitive_n_args (primitive), error);
}

static guint
n_variants (TlSession *session)
{
  return g_list_model_get_n_items (tl_session_variants (session));
}

/* --- tests --- */

static void
test_open (SessionFixture *fixture, gconstpointer data)
{
  g_assert_cmpstr (tl_session_title (fixture->session), ==, "Small matmul");
  g_assert_cmpuint (n_variants (fixture->session), ==, 1);
  g_assert_cmpfloat (tl_session_flops (fixture->session), ==, 2 * 32 * 32 * 32);
  g_assert_null (tl_session_project_path (fixture->session));
}

/* A file that cannot be read changes nothing. */
static void
test_open_broken (SessionFixture *fixture, gconstpointer data)
{
  const struct { const char *name, *text, *says; } rows[] = {
    { "syntax.py", "from tvm.script import tir as T\n@T.prim_func\ndef main(:\n    pass\n", "syntax.py:3:" },
    { "empty.py", "", "empty.py" },
    { "nothing.tileloom", "this is no database, and long enough not to be taken for an empty one", "nothing.tileloom" },
  };
  TlState *before = tl_session_root (fixture->session);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char   *path = g_build_filename (fixture->folder, rows[i].name, NULL);

      g_assert_true (g_file_set_contents (path, rows[i].text, -1, NULL));
      must_fail_saying (open_path (fixture->session, path, &failure), rows[i].says);
      g_assert_true (tl_session_root (fixture->session) == before);
      g_unlink (path);
    }
}

#define SYMBOLIC \
  "# title: Scale\n" \
  "from tvm.script import tir as T\n" \
  "@T.prim_func\n" \
  "def main(a: T.handle, b: T.handle):\n" \
  "    n = T.int32()\n" \
  "    m = T.int32()\n" \
  "    A = T.match_buffer(a, (n, m), \"float32\")\n" \
  "    B = T.match_buffer(b, (n, m), \"float32\")\n" \
  BLOCK_SS ("B", "n, m", "B[vi, vj] = A[vi, vj] * T.float32(2)")

static void
open_text (SessionFixture *fixture, const char *text)
{
  g_assert_true (g_file_set_contents (fixture->path, text, -1, NULL));
  must (open_path (fixture->session, fixture->path, &failure));
}

/*
 * The program of some sizes takes the place of the symbolic one: with its variants, in a project of its own; the document remembers the
 * sizes.
 */
static void
test_sizes (SessionFixture *fixture, gconstpointer data)
{
  TlSession            *session = fixture->session;
  g_autoptr (TlSizes)   sizes = tl_sizes_new ();
  g_autoptr (GPtrArray) vars = NULL, none = NULL;
  gint64                extent;

  open_text (fixture, SYMBOLIC);
  g_assert_true (must (run_script (session, "i, j = sch.get_loops(sch.get_block(\"B\"))\nsch.split(j, [None, 8])\n", &failure)));
  vars = tl_session_sizes (session);
  g_assert_cmpuint (vars->len, ==, 2);
  g_assert_cmpint (tl_session_remembered_size (session, "n"), ==, 0);
  g_assert_true (must (tl_sizes_add (sizes, "n", 12, "test", &failure)));
  must_fail (tl_session_specialize (session, sizes, &failure), TL_SIZE_ERROR, TL_SIZE_ERROR_VALUE);
  g_assert_true (must (tl_sizes_add (sizes, "m", 40, "test", &failure)));
  g_assert_true (must (tl_session_specialize (session, sizes, &failure)));
  g_assert_cmpstr (tl_session_title (session), ==, "Scale (n = 12, m = 40)");
  none = tl_session_sizes (session);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_true (tl_buffer_get_extent (tl_session_func (session)->params[0].buffer, 1, &extent));
  g_assert_cmpint (extent, ==, 40);
  g_assert_cmpfloat (tl_session_flops (session), ==, 480);
  /* The variant that was shown is, with its steps. */
  g_assert_cmpuint (tl_state_n_steps (tl_variant_state (tl_session_current (session))), >=, 3);
  g_assert_false (tl_history_can_undo (tl_session_history (session)));
  open_text (fixture, SYMBOLIC);
  g_assert_cmpint (tl_session_remembered_size (session, "n"), ==, 12);
  g_assert_cmpint (tl_session_remembered_size (session, "m"), ==, 40);
}

/* The reader's warnings are there, also for a program of some sizes, and gone with the next program. */
static void
test_warnings (SessionFixture *fixture, gconstpointer data)
{
  TlSession           *session = fixture->session;
  g_autoptr (GString)  text = g_string_new (SYMBOLIC);
  g_autoptr (TlSizes)  sizes = tl_sizes_new ();
  g_autoptr (GError)   error = NULL;

  g_assert_true (tl_session_warnings (session) == NULL || tl_session_warnings (session)[0] == NULL);
  g_string_replace (text, "B[vi, vj] = A[vi, vj] * T.float32(2)", "B[vi, 0] = B[vi, 0] + A[vi, vj]", 0);
  open_text (fixture, text->str);
  g_assert_nonnull (tl_session_warnings (session)[0]);
  g_assert_nonnull (strstr (tl_session_warnings (session)[0], "small.py:11:"));
  g_assert_nonnull (strstr (tl_session_warnings (session)[0], "axis vj of block B is declared spatial"));
  g_assert_true (tl_sizes_add (sizes, "n", 4, "test", &error) && tl_sizes_add (sizes, "m", 4, "test", &error));
  g_assert_true (must (tl_session_specialize (session, sizes, &failure)));
  g_assert_nonnull (tl_session_warnings (session)[0]);
  open_text (fixture, SMALL_MATMUL);
  g_assert_null (tl_session_warnings (session)[0]);
}

static void
test_undo (SessionFixture *fixture, gconstpointer data)
{
  TlSession          *session = fixture->session;
  TlVariant          *variant = tl_session_current (session);
  g_autoptr (TlState) start = tl_state_ref (tl_variant_state (variant));
  g_autoptr (TlState) end = NULL;

  must (apply (session, "split", "j", &failure));
  g_assert_cmpuint (node (session, "j_0"), !=, 0);
  must (apply (session, "vectorize", "j_1", &failure));
  end = tl_state_ref (tl_variant_state (variant));
  tl_history_undo (tl_session_history (session));
  tl_history_undo (tl_session_history (session));
  g_assert_true (tl_variant_state (variant) == start);
  g_assert_false (tl_history_can_undo (tl_session_history (session)));
  tl_history_undo (tl_session_history (session));
  tl_history_redo (tl_session_history (session));
  tl_history_redo (tl_session_history (session));
  g_assert_true (tl_variant_state (variant) == end);
  g_assert_false (tl_history_can_redo (tl_session_history (session)));
}

static void
count_signal (guint *n)
{
  (*n)++;
}

static void
test_refusal_leaves_no_trace (SessionFixture *fixture, gconstpointer data)
{
  TlState           *before = tl_variant_state (tl_session_current (fixture->session));
  guint              n_changed = 0;

  g_signal_connect_swapped (fixture->session, "changed", G_CALLBACK (count_signal), &n_changed);
  must_fail (apply (fixture->session, "parallel", "k", &failure), TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
  g_assert_true (tl_variant_state (tl_session_current (fixture->session)) == before);
  g_assert_false (tl_history_can_undo (tl_session_history (fixture->session)));
  g_assert_cmpuint (n_changed, ==, 0);
}

/* Work on an earlier step goes on in a branch; the later steps stay where they were. */
static void
test_branch (SessionFixture *fixture, gconstpointer data)
{
  TlSession          *session = fixture->session;
  TlVariant          *original = tl_session_current (session), *branch;
  g_autoptr (TlState) tip = NULL;

  g_assert_true (apply (session, "split", "j", NULL));
  g_assert_true (apply (session, "vectorize", "j_1", NULL));
  tip = tl_state_ref (tl_variant_state (original));
  tl_session_go_to (session, tl_state_root (tip));
  g_assert_true (tl_variant_tip (original) == tip);
  g_assert_true (apply (session, "parallel", "i", NULL));
  g_assert_cmpuint (n_variants (session), ==, 2);
  g_assert_true (tl_session_current (session) != original);
  g_assert_true (tl_variant_origin (tl_session_current (session)) == original);
  g_assert_true (tl_variant_tip (original) == tip);
  branch = tl_session_current (session);
  tl_history_undo (tl_session_history (session));
  g_assert_true (tl_session_current (session) == original);
  g_assert_cmpuint (n_variants (session), ==, 2);   /* undone, the branch can still be seen */
  tl_history_redo (tl_session_history (session));
  g_assert_true (tl_session_current (session) == branch);
}

static void
test_variants (SessionFixture *fixture, gconstpointer data)
{
  TlSession       *session = fixture->session;
  TlVariant       *first = tl_session_current (session);
  TlVariant       *second = tl_session_add_variant (session, "start 2", tl_variant_state (first), NULL);
  g_autofree char *name = tl_history_free_name (tl_session_history (session), "start");

  g_assert_cmpstr (name, ==, "start 3");
  tl_history_rename (tl_session_history (session), second, "other");
  g_assert_cmpstr (tl_variant_name (second), ==, "other");
  tl_history_undo (tl_session_history (session));
  g_assert_cmpstr (tl_variant_name (second), ==, "start 2");
  g_assert_true (tl_history_remove (tl_session_history (session), second));
  g_assert_true (tl_session_current (session) == first);
  g_assert_false (tl_history_remove (tl_session_history (session), first));
  tl_history_undo (tl_session_history (session));
  g_assert_cmpuint (n_variants (session), ==, 2);
  g_assert_true (tl_session_current (session) == second);
}

static void
test_script (SessionFixture *fixture, gconstpointer data)
{
  TlSession         *session = fixture->session;

  must (run_script (session, "def schedule(sch):\n    i, j, k = sch.get_loops(sch.get_block(\"C\"))\n    sch.split(j, [None, 4])\n",
                    &failure));
  g_assert_cmpuint (node (session, "j_1"), !=, 0);
  tl_history_undo (tl_session_history (session));
  g_assert_cmpuint (node (session, "j_1"), ==, 0);
  must_fail_saying (run_script (session, "def schedule(sch):\n    sch.parallel(sch.get_loops(sch.get_block(\"C\"))[2])\n", &failure),
                    "test.py:2");
}

static char *
schedule_by_rules (TlSession *session, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_session_schedule_by_rules_async (session, NULL, take_result, &result);
  return tl_session_schedule_by_rules_finish (session, wait_for (&result), error);
}

/* One entry of history, told by its rules; a second time there is nothing to do, and nothing is kept of that. */
static void
test_rules (SessionFixture *fixture, gconstpointer data)
{
  TlSession         *session = fixture->session;
  g_autofree char   *rules = NULL, *again = NULL;
  g_autoptr (GError) error = NULL, nothing = NULL;

  rules = schedule_by_rules (session, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (rules, ==, "matmul for C");
  g_assert_cmpuint (node (session, "k_1"), !=, 0);
  g_assert_cmpstr (tl_history_undo_label (tl_session_history (session)), ==, "Schedule by rules");
  again = schedule_by_rules (session, &nothing);
  g_assert_null (again);
  g_assert_nonnull (nothing);
  tl_history_undo (tl_session_history (session));
  g_assert_cmpuint (node (session, "k_1"), ==, 0);
  g_assert_false (tl_history_can_undo (tl_session_history (session)));
}

/* Killed or closed, what was done is in the file. */
/* Each function has its own nest, times and operations; a step on one leaves the times of the other valid; a project keeps them. */
static void
test_functions (SessionFixture *fixture, gconstpointer data)
{
  g_autofree char       *path = g_build_filename (fixture->folder, "two.tileloom", NULL);
  g_autoptr (TlSession)  reopened = tl_session_new ();
  g_auto (GStrv)         names = NULL;
  double                 slow[] = { 2e-3 }, fast[] = { 1e-3 };
  TlOutcome              of_first = { .kind = TL_OUTCOME_OK, .samples_s = slow, .n_samples = 1 };
  TlOutcome              of_second = { .kind = TL_OUTCOME_OK, .samples_s = fast, .n_samples = 1 };
  TlVariant             *variant;
  TlLatency              latency;
  TlNodeId               loop;
  gboolean               is_stale;

  open_text (fixture, "@I.ir_module\nclass Two:\n"
                      "    @T.prim_func\n    def first(A: T.Buffer((8,), \"float32\")):\n"
                      "        for i in range(8):\n            with T.block(\"one\"):\n"
                      "                vi = T.axis.spatial(8, i)\n                A[vi] = A[vi] + 1.0\n"
                      "    @T.prim_func\n    def second(B: T.Buffer((16,), \"float32\")):\n"
                      "        for j in range(16):\n            with T.block(\"two\"):\n"
                      "                vj = T.axis.spatial(16, j)\n                B[vj] = B[vj] * 2.0 + 1.0\n");
  names = tl_session_func_names (fixture->session);
  g_assert_cmpuint (g_strv_length (names), ==, 2);
  g_assert_cmpstr (tl_session_func_name (fixture->session), ==, "first");
  g_assert_cmpfloat (tl_session_flops (fixture->session), ==, 8);
  g_assert_false (tl_session_set_func (fixture->session, "third"));
  g_assert_true (tl_session_set_func (fixture->session, "second"));
  g_assert_cmpstr (tl_session_func (fixture->session)->name, ==, "second");
  g_assert_cmpfloat (tl_session_flops (fixture->session), ==, 32);

  variant = tl_session_current (fixture->session);
  tl_variant_set_outcome (variant, tl_variant_state (variant), "first", &of_first);
  tl_variant_set_outcome (variant, tl_variant_state (variant), "second", &of_second);
  g_assert_true (tl_session_set_func (fixture->session, "first"));
  g_assert_true (must (apply (fixture->session, "split", "i", &failure)));
  g_assert_nonnull (tl_variant_outcome (variant, "second"));
  g_assert_null (tl_variant_outcome (variant, "first"));
  g_assert_true (tl_outcome_latency (tl_variant_last_outcome (variant, "first", &is_stale), &latency));
  g_assert_true (is_stale);
  g_assert_cmpfloat (latency.median_s, ==, 2e-3);

  /* A selection shows its function; a switch drops a selection elsewhere. */
  loop = node (fixture->session, "i_0");
  tl_session_set_func (fixture->session, "second");
  tl_selection_pick (tl_session_selection (fixture->session), loop);
  g_assert_cmpstr (tl_session_func_name (fixture->session), ==, "first");
  tl_session_set_func (fixture->session, "second");
  g_assert_cmpuint (tl_selection_primary (tl_session_selection (fixture->session)), ==, 0);

  must (tl_session_save_as (fixture->session, path, &failure));
  must (open_path (reopened, path, &failure));
  g_assert_cmpstr (tl_session_func_name (reopened), ==, "second");
  g_assert_true (tl_outcome_latency (tl_variant_outcome (tl_session_current (reopened), "second"), &latency));
  g_assert_cmpfloat (latency.median_s, ==, 1e-3);
}

static void
test_project (SessionFixture *fixture, gconstpointer data)
{
  g_autofree char       *path = g_build_filename (fixture->folder, "saved.tileloom", NULL);
  g_autoptr (TlSession)  reopened = tl_session_new ();
  g_autoptr (TlVariant)  second = NULL;
  double                 samples[] = { 2e-6, 1e-6, 3e-6 };
  TlOutcome              outcome = { .kind = TL_OUTCOME_OK, .samples_s = samples, .n_samples = 3, .is_checked = TRUE,
                                     .counts = { .n_runs = 7, .of = { [TL_COUNTER_LLC_MISSES] = { TL_COUNT_SCALED, 1234.5 } } } };
  const TlOutcome       *kept;
  TlState               *state;

  g_assert_true (must (apply (fixture->session, "split", "j", &failure)));
  state = tl_variant_state (tl_session_current (fixture->session));
  tl_variant_set_outcome (tl_session_add_variant (fixture->session, "twice", state, NULL), state, "main", &outcome);
  must (tl_session_save_as (fixture->session, path, &failure));
  {
    g_autoptr (TlSession) measured = tl_session_new ();

    must (open_path (measured, path, &failure));
    kept = tl_variant_outcome (tl_session_current (measured), "main");
    g_assert_true (kept != NULL && kept->is_checked && kept->n_samples == 3);
    g_assert_cmpuint (kept->counts.n_runs, ==, 7);
    g_assert_cmpint (kept->counts.of[TL_COUNTER_LLC_MISSES].status, ==, TL_COUNT_SCALED);
    g_assert_cmpfloat (kept->counts.of[TL_COUNTER_LLC_MISSES].n, ==, 1234.5);
  }
  g_assert_true (must (apply (fixture->session, "vectorize", "j_1", &failure)));
  tl_session_flush (fixture->session);
  must (open_path (reopened, path, &failure));
  g_assert_null (tl_variant_outcome (tl_session_current (reopened), "main"));
  g_assert_cmpuint (n_variants (reopened), ==, 2);
  second = g_list_model_get_item (tl_session_variants (reopened), 1);
  g_assert_cmpstr (tl_variant_name (second), ==, "twice");
  g_assert_true (tl_session_current (reopened) == second);
  g_assert_cmpuint (tl_state_n_steps (tl_variant_state (second)), ==,
                    tl_state_n_steps (tl_variant_state (tl_session_current (fixture->session))));
  g_unlink (path);
}

/* So is what a script registered: the variant applies again in another process. */
static void
test_intrinsics (SessionFixture *fixture, gconstpointer data)
{
  static const char *const script = "@T.prim_func\n"
                                    "def zero(c: T.handle):\n"
                                    "    C = T.match_buffer(c, (16,), \"float32\", offset_factor=1)\n"
                                    "    with T.block(\"root\"):\n"
                                    "        T.reads()\n"
                                    "        T.writes(C[0:16])\n"
                                    "        for i in range(16):\n"
                                    "            with T.block(\"zero\"):\n"
                                    "                vi = T.axis.spatial(16, i)\n"
                                    "                C[vi] = T.float32(0)\n"
                                    "\n"
                                    "tvm.tir.TensorIntrin.register(\"zero\", zero, zero)\n"
                                    "\n"
                                    "def schedule(sch):\n"
                                    "    c = sch.get_block(\"C\")\n"
                                    "    loops = sch.get_loops(c)\n"
                                    "    j0, j1 = sch.split(loops[1], [None, 16])\n"
                                    "    init = sch.decompose_reduction(c, loops[0])\n"
                                    "    sch.tensorize(sch.get_loops(init)[-1], \"zero\")\n";
  g_autofree char       *path = g_build_filename (fixture->folder, "registered.tileloom", NULL);
  g_autoptr (TlSession)  reopened = tl_session_new ();

  must (run_script (fixture->session, script, &failure));
  must (tl_session_save_as (fixture->session, path, &failure));
  tl_session_flush (fixture->session);
  must (open_path (reopened, path, &failure));
  g_assert_cmpuint (tl_state_n_steps (tl_variant_state (tl_session_current (reopened))), ==,
                    tl_state_n_steps (tl_variant_state (tl_session_current (fixture->session))));
  g_unlink (path);
}

static void
test_moves (SessionFixture *fixture, gconstpointer data)
{
  TlSession                *session = fixture->session;
  TlNodeId                  id = node (session, "k");
  g_autoptr (GAsyncResult)  result = NULL;
  g_autoptr (GPtrArray)     moves = NULL;
  gboolean                  can_split = FALSE, parallel_refused = FALSE;

  tl_applicable_primitives_async (tl_variant_state (tl_session_current (session)), &id, 1, NULL, take_result, &result);
  wait_for (&result);
  moves = tl_applicable_primitives_finish (result, NULL);
  g_assert_nonnull (moves);
  for (guint i = 0; i < moves->len; i++)
    {
      TlApplicablePrimitive *move = g_ptr_array_index (moves, i);

      g_assert_true (move->is_legal == (move->reason == NULL));
      g_assert_nonnull (move->sentence);
      can_split |= move->is_legal && strcmp (move->primitive->name, "split") == 0;
      parallel_refused |= move->fits && !move->is_legal && strcmp (move->primitive->name, "parallel") == 0;
    }
  g_assert_true (can_split);
  g_assert_true (parallel_refused);
}

static TlApplicablePrimitive *
find_applicable (GPtrArray *applicables, const char *name)
{
  for (guint i = 0; i < applicables->len; i++)
    if (strcmp (((TlApplicablePrimitive *) applicables->pdata[i])->primitive->name, name) == 0)
      return applicables->pdata[i];
  return NULL;
}

/* A step on a block and a loop of which one is selected: the other is to be chosen. Without any for which it is legal it does not fit. */
static void
test_missing_node (SessionFixture *fixture, gconstpointer data)
{
  TlState                     *state = tl_variant_state (tl_session_current (fixture->session));
  TlNodeId                     block = node (fixture->session, "C"), loop = node (fixture->session, "k");
  g_autoptr (GPtrArray)        of_block = tl_applicable_primitives_find (state, &block, 1, NULL);
  g_autoptr (GPtrArray)        of_loop = tl_applicable_primitives_find (state, &loop, 1, NULL);
  const TlApplicablePrimitive *applicable = find_applicable (of_block, "decompose_reduction");

  g_assert_true (applicable->is_legal && applicable->asks_node);
  g_assert_cmpuint (applicable->args[0].node, ==, block);
  g_assert_cmpuint (applicable->args[1].node, ==, loop);   /* the innermost: below it nothing is left to decompose */
  applicable = find_applicable (of_loop, "decompose_reduction");
  g_assert_true (applicable->is_legal && applicable->asks_node);
  g_assert_cmpuint (applicable->args[0].node, ==, block);
  applicable = find_applicable (of_block, "compute_at");
  g_assert_false (applicable->fits || applicable->asks_node);
  g_assert_cmpstr (applicable->reason, ==, "select a loop");
}

/* Every row of the table can be guessed at or says what it needs; none crashes, whatever is selected. */
static void
test_all_primitives_on_all_nodes (SessionFixture *fixture, gconstpointer data)
{
  TlSession         *session = fixture->session;
  const char *const  names[] = { "i", "j", "k", "C" };
  TlState           *state = tl_variant_state (tl_session_current (session));
  const TlPrimitive *primitive;
  guint              n_training = 0;

  for (guint p = 0; (primitive = tl_primitive_nth (p)) != NULL; p++)
    for (guint i = 0; i < G_N_ELEMENTS (names) * G_N_ELEMENTS (names); i++)
      {
        g_autoptr (TlArena) arena = tl_arena_new (NULL);
        g_autoptr (GError)  error = NULL;
        g_autoptr (TlState) after = NULL;
        TlNodeId            nodes[2] = { node (session, names[i / G_N_ELEMENTS (names)]), node (session, names[i % G_N_ELEMENTS (names)]) };
        TlArg              *args;

        if (!tl_applicable_primitive_guess_args (primitive, tl_state_module (state), nodes, 2, arena, &args, &error))
          {
            g_assert_nonnull (error);
            continue;
          }
        after = tl_state_apply_to_nodes (state, primitive, args, tl_primitive_n_args (primitive), &error);
        g_assert_true ((after == NULL) == (error != NULL));
        n_training++;
      }
  g_assert_cmpuint (n_training, >, 50);
}

static void
test_selection (void)
{
  g_autoptr (TlSelection) selection = tl_selection_new ();
  guint                   n_changed = 0, n_nodes;

  g_signal_connect_swapped (selection, "changed", G_CALLBACK (count_signal), &n_changed);
  tl_selection_pick (selection, 3);
  tl_selection_pick (selection, 3);
  g_assert_cmpuint (n_changed, ==, 1);
  tl_selection_toggle (selection, 5);
  g_assert_cmpuint (tl_selection_primary (selection), ==, 5);
  tl_selection_nodes (selection, &n_nodes);
  g_assert_cmpuint (n_nodes, ==, 2);
  tl_selection_toggle (selection, 5);
  g_assert_cmpuint (tl_selection_primary (selection), ==, 3);
  tl_selection_pick (selection, 0);
  g_assert_cmpuint (tl_selection_primary (selection), ==, 0);
}

static void
test_literals (void)
{
  const struct { const char *text; gboolean wants_list; const char *printed; } rows[] = {
    { "4", FALSE, "4" }, { " -7 ", FALSE, "-7" }, { "True", FALSE, "True" }, { "None", FALSE, "None" }, { "0.5", FALSE, "0.5" },
    { "shared", FALSE, "shared" }, { "\"thread idx\"", FALSE, "thread idx" }, { "threadIdx.x", FALSE, "threadIdx.x" },
    { "None, 8", TRUE, "[None, 8]" }, { "[None, 8,]", TRUE, "[None, 8]" }, { "(1, [2, 3])", FALSE, "[1, [2, 3]]" }, { "", TRUE, "[]" },
    { "0x10", FALSE, "16" }, { "lambda i, j: (j, i // 4)", FALSE, "lambda i, j: (j, i // 4,)" },
    { "lambda i", FALSE, NULL }, { "lambda i: sch.split", FALSE, NULL }, { "{1: 2}", FALSE, NULL }, { "lambda i: i; 2", FALSE, NULL },
    { "", FALSE, NULL }, { "[1, 2", FALSE, NULL }, { "1 2", FALSE, NULL }, { "'a", FALSE, NULL }, { "99999999999999999999", FALSE, NULL },
    { "[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]", FALSE, NULL }, { "]", FALSE, NULL }, { "[1 2]", FALSE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlArena) arena = tl_arena_new (NULL);
      g_autoptr (GError)  error = NULL;
      g_autofree char    *printed = NULL;
      TlArg               arg;

      if (tl_literal_parse (arena, rows[i].text, rows[i].wants_list, &arg, &error))
        printed = tl_literal_print (&arg);
      g_assert_cmpstr (printed, ==, rows[i].printed);
      g_assert_true ((error != NULL) == (rows[i].printed == NULL));
    }
}

#define ADD(name, func) g_test_add ("/session/" name, SessionFixture, NULL, set_up, func, tear_down)

static void
take_samples (TlVariant *variant, TlState *state, double median_s, double spread, guint n)
{
  g_autofree double *samples = g_new (double, n);
  TlOutcome          outcome = { .kind = TL_OUTCOME_OK, .samples_s = samples, .n_samples = n };

  for (guint i = 0; i < n; i++)
    samples[i] = median_s * (1 + spread * ((double) i / (n - 1) - 0.5));
  tl_variant_set_outcome (variant, state, "main", &outcome);
}

static double
shown_s (TlVariant *variant)
{
  TlLatency latency;

  g_assert_true (tl_outcome_latency (tl_variant_outcome (variant, "main"), &latency));
  return latency.median_s;
}

/* A measurement replaces one that says less, never one that says more; both are told of. */
static void
test_tighter_stays (void)
{
  static const struct { double spread; guint n; gboolean replaces; } rows[] = {
    { 0.30, 9, TRUE }, { 0.60, 9, FALSE }, { 0.10, 9, TRUE }, { 0.11, 30, FALSE }, { 0.01, 3, FALSE }, { 0.05, 41, TRUE },
  };
  g_autoptr (TlModule) module =
      must (tl_script_read_text ("@T.prim_func\ndef main(A: T.Buffer((4,), \"float32\")):\n    for i in range(4):\n"
                                 "        A[i] = T.float32(1)\n",
                                 &failure));
  g_autoptr (TlState)   state = NULL;
  g_autoptr (TlVariant) variant = NULL;
  g_autofree char      *text = NULL, *none = NULL;
  double                shown = 0;

  state = tl_state_new (module, 0);
  variant = tl_variant_new ("v", state);
  none = tl_variant_times_text (variant, state, "main");
  g_assert_null (none);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double seconds = 1e-3 * (i + 1);

      take_samples (variant, state, seconds, rows[i].spread, rows[i].n);
      shown = rows[i].replaces ? seconds : shown;
      g_assert_cmpfloat_with_epsilon (shown_s (variant), shown, 1e-9);
      g_assert_true ((tl_variant_other_outcome_of (variant, state, "main") == NULL) == rows[i].replaces);
    }
  take_samples (variant, state, 1.4e-3, 0.5, 10);
  text = tl_variant_times_text (variant, state, "main");
  g_assert_true (g_str_has_prefix (text, "last run 1.40 ms ("));
  g_assert_nonnull (strstr (text, "shown: 6.00 ms ("));
  g_assert_true (g_str_has_suffix (text, "41 samples"));
  /* That it fails now is news. */
  tl_variant_set_outcome (variant, state, "main", &(TlOutcome) { .kind = TL_OUTCOME_CRASH });
  g_assert_cmpint (tl_variant_outcome (variant, "main")->kind, ==, TL_OUTCOME_CRASH);
}

/* The sentence that exported traces carry is at hand for the window, too. */
static void
test_tvm_difference (void)
{
  static const struct { const char *loop; gboolean differs; } rows[] = { { "T.vectorized(16)", TRUE }, { "range(16)", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError)   error = NULL;
      g_autofree char     *text = g_strdup_printf ("@T.prim_func\n"
                                                   "def main(A: T.Buffer((16,), \"float32\"), C: T.Buffer((16,), \"float32\")):\n"
                                                   "    B = T.alloc_buffer((16,))\n"
                                                   "    for i in %s:\n"
                                                   "        with T.block(\"B\"):\n"
                                                   "            vi = T.axis.spatial(16, i)\n"
                                                   "            B[vi] = A[vi] + T.float32(1)\n"
                                                   "        with T.block(\"C\"):\n"
                                                   "            vi = T.axis.spatial(16, i)\n"
                                                   "            C[vi] = B[vi]\n", rows[i].loop);
      g_autoptr (TlModule) module = tl_script_read_text (text, &error);
      g_autoptr (TlState)  state = NULL;
      g_autofree char     *difference = NULL;

      g_assert_no_error (error);
      state = tl_state_new (module, 0);
      difference = tl_program_view_tvm_difference (state);
      g_assert_cmpstr (difference, ==, rows[i].differs ? "TVM allocates one B for all lanes of i and computes another result" : NULL);
    }
}

#define SCHEDULED(step) \
  "import tvm\nfrom tvm.script import tir as T\n@tvm.script.ir_module\nclass M:\n    @T.prim_func\n" \
  "    def main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n" \
  "        for i in range(64):\n            with T.block(\"B\"):\n                v = T.axis.spatial(64, i)\n" \
  "                B[v] = A[v]\n" \
  "sch = tvm.tir.Schedule(M)\nb = sch.get_block(\"B\")\n(i,) = sch.get_loops(b)\no, n = sch.split(i, factors=[None, 16])\n" step

/* A script that schedules its program opens with these steps, one edit; where they do not apply, without, and says so. */
static void
test_own_steps (void)
{
  g_autofree char      *folder = NULL, *other = NULL;
  g_autoptr (TlSession) session = open_script (SCHEDULED ("sch.vectorize(n)\nsch.mod.show()\n"), NULL, &folder);
  g_autoptr (TlSession) refused = open_script (SCHEDULED ("sch.vectorize(b)\n"), NULL, &other);

  g_assert_cmpuint (tl_session_n_listed_steps (tl_session_state (session)), ==, 2);
  g_assert_null (tl_session_problems (session));
  g_assert_true (tl_history_can_undo (tl_session_history (session)));
  tl_history_undo (tl_session_history (session));
  g_assert_true (tl_session_state (session) == tl_session_root (session));
  g_assert_true (tl_session_state (refused) == tl_session_root (refused));
  g_assert_true (g_str_has_prefix (tl_session_problems (refused)[0], "Shown without the steps of the script: "));
  remove_folder (folder);
  remove_folder (other);
}

int
main (int argc, char *argv[])
{
  g_autofree char *home = g_dir_make_tmp ("tl-home-XXXXXX", NULL);
  int status;

  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  ADD ("open", test_open);
  ADD ("open-broken", test_open_broken);
  ADD ("undo", test_undo);
  ADD ("refusal", test_refusal_leaves_no_trace);
  ADD ("sizes", test_sizes);
  ADD ("warnings", test_warnings);
  ADD ("branch", test_branch);
  ADD ("variants", test_variants);
  ADD ("script", test_script);
  ADD ("rules", test_rules);
  ADD ("functions", test_functions);
  ADD ("project", test_project);
  ADD ("intrinsics", test_intrinsics);
  ADD ("moves", test_moves);
  ADD ("missing node", test_missing_node);
  ADD ("all-primitives", test_all_primitives_on_all_nodes);
  g_test_add ("/session/export", SessionFixture, NULL, set_up, test_export, tear_down);
  g_test_add ("/session/report", SessionFixture, NULL, set_up, test_report, tear_down);
  g_test_add_func ("/session/own-steps", test_own_steps);
  g_test_add_func ("/session/selection", test_selection);
  g_test_add_func ("/session/literals", test_literals);
  g_test_add_func ("/session/tvm-difference", test_tvm_difference);
  g_test_add_func ("/session/tighter-stays", test_tighter_stays);
  status = g_test_run ();
  remove_folder (home);
  return status;
}
