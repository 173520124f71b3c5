/* SPDX-License-Identifier: Apache-2.0 */
/* Repairs as the window takes them: found in a thread, one edit, undone together; a variant that has moved on keeps what it has. */
#include <string.h>

#include "core/session/program-view.h"
#include "core/session/session.h"
#include "core/session/steps/violation.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/temporary.h"
#include "tests/session/open-path.h"

#define SMALL_MATMUL "# title: Small matmul\nfrom tvm.script import tir as T\n@T.prim_func\n" MATMUL ("32", "32", "32")

typedef struct
{
  char      *folder;
  TlSession *session;
} RepairFixture;

static void
set_up (RepairFixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture->folder = g_dir_make_tmp ("tl-repair-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "small.py", NULL);
  g_assert_true (g_file_set_contents (path, SMALL_MATMUL, -1, NULL));
  fixture->session = tl_session_new ();
  must (open_path (fixture->session, path, &failure));
}

static void
tear_down (RepairFixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static TlState *
current_state (RepairFixture *fixture)
{
  return tl_variant_state (tl_session_current (fixture->session));
}

/* The loop of this depth around the block: 0 is the outermost. */
static TlNodeId
nth_loop (RepairFixture *fixture, guint depth)
{
  const TlStmt *stmt = tl_session_func (fixture->session)->body->block.body;

  while (depth-- > 0)
    stmt = stmt->loop.body;
  return stmt->loop.id;
}

/* The repair of a parallel innermost loop, which is refused. */
static TlRepair *
repair_parallel (RepairFixture *fixture, GCancellable *cancellable, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  const TlArg              arg = tl_arg_node (nth_loop (fixture, 2));
  const TlInst             step = { .primitive = tl_primitive_find ("parallel"), .args = &arg, .n_args = 1 };

  must_fail (tl_session_apply (fixture->session, step.primitive, step.args, step.n_args, &failure), TL_SCHEDULE_ERROR,
             TL_SCHEDULE_ERROR_REFUSED);
  tl_session_find_repair_async (fixture->session, current_state (fixture), &step, cancellable, take_result, &result);
  return tl_session_find_repair_finish (fixture->session, wait_for (&result), error);
}

/* The sum's own access, in the update and not in the initial value. */
static void
test_violation (RepairFixture *fixture, gconstpointer data)
{
  const TlArg             arg = tl_arg_node (nth_loop (fixture, 2));
  const TlInst            step = { .primitive = tl_primitive_find ("parallel"), .args = &arg, .n_args = 1 };
  g_autoptr (GError)      error = NULL;
  g_autoptr (GPtrArray)   found = NULL;
  g_autoptr (GArray)      marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  g_autofree char        *script = tl_program_view_script (current_state (fixture), TL_DIALECT_CLASSIC, marks);
  g_auto (GStrv)          lines = g_strsplit (script, "\n", -1);
  const TlViolation      *violation;
  TlTextPlace             from, to;

  g_assert_false (tl_session_apply (fixture->session, step.primitive, step.args, step.n_args, &error));
  found = tl_violations_new (current_state (fixture), &step, error);
  g_assert_cmpuint (found->len, ==, 1);
  violation = g_ptr_array_index (found, 0);
  g_assert_cmpstr (violation->label, ==, "(0, 0, 1)");
  g_assert_true (tl_violation_find_place (&violation->from, script, marks, &from));
  g_assert_true (tl_violation_find_place (&violation->to, script, marks, &to));
  g_assert_cmpuint (from.line, ==, to.line);
  g_assert_true (g_str_has_prefix (lines[from.line] + from.column, "C[vi, vj] = C[vi, vj] + "));
  g_assert_cmpuint (to.column, ==, from.column + strlen ("C[vi, vj] = "));
  g_assert_cmpuint (to.length, ==, strlen ("C[vi, vj]"));
}

static void
test_one_edit (RepairFixture *fixture, gconstpointer data)
{
  TlState             *start = current_state (fixture);
  g_autoptr (TlRepair) repair = must (repair_parallel (fixture, NULL, &failure));

  g_assert_nonnull (repair);
  tl_session_take_repair (fixture->session, start, repair);
  g_assert_true (current_state (fixture) == repair->state);
  g_assert_cmpuint (g_list_model_get_n_items (tl_session_variants (fixture->session)), ==, 1);
  tl_history_undo (tl_session_history (fixture->session));
  g_assert_true (current_state (fixture) == start);
  tl_history_redo (tl_session_history (fixture->session));
  g_assert_true (current_state (fixture) == repair->state);
}

/* The variant was edited while the search ran. */
static void
test_moved_on (RepairFixture *fixture, gconstpointer data)
{
  TlState             *start = current_state (fixture);
  g_autoptr (TlRepair) repair = must (repair_parallel (fixture, NULL, &failure));
  const TlArg          arg = tl_arg_node (nth_loop (fixture, 0));

  must (tl_session_apply (fixture->session, tl_primitive_find ("parallel"), &arg, 1, &failure));
  tl_session_take_repair (fixture->session, start, repair);
  g_assert_cmpuint (g_list_model_get_n_items (tl_session_variants (fixture->session)), ==, 2);
  g_assert_true (current_state (fixture) == repair->state);
}

static void
test_cancelled (RepairFixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  must_fail (repair_parallel (fixture, cancellable, &failure), G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/session-repair/one-edit", RepairFixture, NULL, set_up, test_one_edit, tear_down);
  g_test_add ("/session-repair/violation", RepairFixture, NULL, set_up, test_violation, tear_down);
  g_test_add ("/session-repair/moved-on", RepairFixture, NULL, set_up, test_moved_on, tear_down);
  g_test_add ("/session-repair/cancelled", RepairFixture, NULL, set_up, test_cancelled, tear_down);
  return g_test_run ();
}
