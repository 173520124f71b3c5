/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of a variant as the window has them: previews, changes in a thread, branches and undo, what project files keep, decisions. */
#include <string.h>

#include "core/ir/compare.h"
#include "core/session/session.h"
#include "core/session/steps/decisions.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

#define SMALL_MATMUL "# title: Small matmul\nfrom tvm.script import tir as T\n@T.prim_func\n" MATMUL ("32", "32", "32")

static const char script[] =
  "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\nv, w = sch.sample_perfect_tile(j, 2, 16, [8, 4])\nx, y = sch.split(j, [v, w])\n"
  "sch.reorder(x, k, y)\nsch.vectorize(y)\nsch.parallel(i)\n";

typedef struct
{
  char      *folder;
  TlSession *session;
  guint      n_changed;
} StepsFixture;

static void
count_change (StepsFixture *fixture)
{
  fixture->n_changed++;
}

static void
set_up (StepsFixture *fixture, gconstpointer data)
{
  g_autofree char         *path = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  fixture->folder = g_dir_make_tmp ("tl-steps-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "small.py", NULL);
  g_assert_true (g_file_set_contents (path, SMALL_MATMUL, -1, NULL));
  fixture->session = tl_session_new ();
  must (open_path (fixture->session, path, &failure));
  tl_session_run_script_async (fixture->session, "steps.py", script, NULL, take_result, &result);
  must (tl_session_run_script_finish (fixture->session, wait_for (&result), &failure));
  fixture->n_changed = 0;
  g_signal_connect_swapped (fixture->session, "changed", G_CALLBACK (count_change), fixture);
}

static void
tear_down (StepsFixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static TlState *
tip (StepsFixture *fixture)
{
  return tl_variant_tip (tl_session_current (fixture->session));
}

/* Number @index of the list. */
static TlState *
step (StepsFixture *fixture, guint index)
{
  g_autoptr (GPtrArray) steps = tl_session_steps (fixture->session);

  g_assert_cmpuint (index, <, steps->len);
  return steps->pdata[index];
}

static void
edit (StepsFixture *fixture, TlTraceEdit change)
{
  g_autoptr (GAsyncResult)  result = NULL;
  g_autoptr (TlEditedSteps) edited = NULL;

  tl_session_edit_steps_async (fixture->session, &change, NULL, take_result, &result);
  edited = must (tl_session_edit_steps_finish (fixture->session, wait_for (&result), &failure));
  tl_session_take_edited_steps (fixture->session, edited, "edit");
}

static guint
n_variants (StepsFixture *fixture)
{
  return g_list_model_get_n_items (tl_session_variants (fixture->session));
}

static void
test_preview (StepsFixture *fixture, gconstpointer data)
{
  TlState *shown = tl_session_state (fixture->session);

  g_assert_true (shown == tip (fixture));
  tl_session_visit (fixture->session, step (fixture, 2));
  g_assert_cmpuint (fixture->n_changed, ==, 1);
  g_assert_true (tl_session_state (fixture->session) == step (fixture, 2));
  g_assert_true (tl_session_func (fixture->session) == tl_module_prim (tl_state_module (step (fixture, 2)), "main"));
  g_assert_true (tl_variant_state (tl_session_current (fixture->session)) == shown);
  tl_session_visit (fixture->session, shown);
  g_assert_null (tl_session_visited (fixture->session));
  tl_session_visit (fixture->session, step (fixture, 2));
  tl_session_go_to (fixture->session, step (fixture, 2));
  g_assert_null (tl_session_visited (fixture->session));
  g_assert_true (tl_variant_state (tl_session_current (fixture->session)) == step (fixture, 2));
  g_assert_true (tip (fixture) == shown);
}

/* A step on a previewed state is one in a branch; the variant keeps all. */
static void
test_step_on_preview (StepsFixture *fixture, gconstpointer data)
{
  TlVariant *variant = tl_session_current (fixture->session);
  TlState   *before = tip (fixture), *split = step (fixture, 2);
  TlNodeId   loop = tl_module_prim (tl_state_module (split), "main")->body->block.body->loop.id;
  TlArg      arg = tl_arg_node (loop);

  tl_session_visit (fixture->session, split);
  must (tl_session_apply (fixture->session, tl_primitive_find ("parallel"), &arg, 1, &failure));
  g_assert_cmpuint (n_variants (fixture), ==, 2);
  g_assert_true (tl_variant_tip (variant) == before);
  g_assert_true (tl_state_parent (tip (fixture)) == split);
  g_assert_null (tl_session_visited (fixture->session));
}

static void
test_branch (StepsFixture *fixture, gconstpointer data)
{
  TlVariant *variant = tl_session_current (fixture->session);
  TlState   *before = tip (fixture);

  edit (fixture, (TlTraceEdit) { .kind = TL_TRACE_REMOVE, .step = step (fixture, 2) });
  g_assert_cmpuint (n_variants (fixture), ==, 2);
  g_assert_true (tl_variant_tip (variant) == before);
  g_assert_true (tl_variant_origin (tl_session_current (fixture->session)) == variant);
  g_assert_false (tl_state_is_applied (step (fixture, 3)));
  edit (fixture, (TlTraceEdit) { .kind = TL_TRACE_SWITCH_OFF, .step = step (fixture, 3) });
  g_assert_cmpuint (n_variants (fixture), ==, 2);
  g_assert_cmpint (tl_state_inst (step (fixture, 3))->status, ==, TL_INST_OFF);
  tl_history_undo (tl_session_history (fixture->session));
  g_assert_cmpint (tl_state_inst (step (fixture, 3))->status, ==, TL_INST_REFUSED);
  tl_history_undo (tl_session_history (fixture->session));
  g_assert_cmpuint (n_variants (fixture), ==, 1);
  g_assert_true (tip (fixture) == before);
}

/* The last step has no later ones: it is changed in the variant itself. */
static void
test_last_step (StepsFixture *fixture, gconstpointer data)
{
  TlState *before = tip (fixture);

  edit (fixture, (TlTraceEdit) { .kind = TL_TRACE_REMOVE, .step = before });
  g_assert_cmpuint (n_variants (fixture), ==, 1);
  g_assert_true (tip (fixture) == tl_state_parent (before));
  tl_history_undo (tl_session_history (fixture->session));
  g_assert_true (tip (fixture) == before);
}

/* Steps that are not applied are in the project, with their words and reasons. */
static void
test_saved (StepsFixture *fixture, gconstpointer data)
{
  g_autofree char      *path = g_build_filename (fixture->folder, "saved.tileloom", NULL);
  g_autoptr (TlSession) again = tl_session_new ();
  g_autoptr (GPtrArray) steps = NULL;
  g_autofree char      *words = NULL, *off = NULL;
  TlState              *end;

  edit (fixture, (TlTraceEdit) { .kind = TL_TRACE_REMOVE, .step = step (fixture, 2) });
  edit (fixture, (TlTraceEdit) { .kind = TL_TRACE_SWITCH_OFF, .step = step (fixture, 4) });
  end = tip (fixture);
  must (tl_session_save_as (fixture->session, path, &failure));
  must (open_path (again, path, &failure));
  steps = tl_session_steps (again);
  g_assert_cmpuint (steps->len, ==, 5);
  g_assert_cmpint (tl_state_inst (steps->pdata[2])->status, ==, TL_INST_REFUSED);
  g_assert_nonnull (tl_state_inst (steps->pdata[2])->reason);
  words = tl_state_describe (steps->pdata[3]);
  g_assert_cmpstr (words, ==, "Vectorize j_1");
  off = tl_state_describe (steps->pdata[4]);
  g_assert_cmpstr (off, ==, "Parallelize i");
  g_assert_cmpint (tl_state_inst (steps->pdata[4])->status, ==, TL_INST_OFF);
  g_assert_true (tl_module_equal (tl_state_module (tl_session_state (again)), tl_state_module (end), NULL));
}

/* A step whose loop is gone has no repair, and says so. */
static void
test_no_fix (StepsFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char         *sentence = NULL;

  edit (fixture, (TlTraceEdit) { .kind = TL_TRACE_REMOVE, .step = step (fixture, 2) });
  tl_session_fix_step_async (fixture->session, step (fixture, 2), NULL, take_result, &result);
  must_fail_saying (tl_session_fix_step_finish (fixture->session, wait_for (&result), &sentence, &failure),
                    "which was removed. No fix within 3 steps found");
}

/* Without the reorder before it a fusion is refused; its repair stands in the trace, and the steps after it are replayed. */
static void
test_fix (StepsFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult)  ran = NULL, result = NULL;
  g_autoptr (TlEditedSteps) edited = NULL;
  g_autofree char          *sentence = NULL;

  tl_session_add_variant (fixture->session, "other", tl_session_root (fixture->session), NULL);
  tl_session_run_script_async (fixture->session, "fuse.py",
                               "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\nsch.reorder(j, i)\nsch.fuse(j, i)\nsch.unroll(k)\n",
                               NULL, take_result, &ran);
  must (tl_session_run_script_finish (fixture->session, wait_for (&ran), &failure));
  edit (fixture, (TlTraceEdit) { .kind = TL_TRACE_REMOVE, .step = step (fixture, 1) });
  g_assert_cmpint (tl_state_inst (step (fixture, 1))->status, ==, TL_INST_REFUSED);
  tl_session_fix_step_async (fixture->session, step (fixture, 1), NULL, take_result, &result);
  edited = must (tl_session_fix_step_finish (fixture->session, wait_for (&result), &sentence, &failure));
  g_assert_cmpstr (sentence, ==, "Reorder to j, i, then Fuse j, i");
  g_assert_cmpuint (edited->refused->len, ==, 0);
  g_assert_true (tl_state_is_applied (edited->edited));
  g_assert_cmpuint (tl_state_n_steps (edited->end), ==, 5);
}

static void
test_decisions (StepsFixture *fixture, gconstpointer data)
{
  static const char *const   labels[] = { "1 × 32", "2 × 16", "4 × 8", "8 × 4", "16 × 2", "32 × 1" };
  TlState                   *sample = step (fixture, 1);
  g_autoptr (TlDecisionList) list = must (tl_decision_list_new (sample, &failure));
  g_autofree char           *text = tl_decision_text (sample);

  g_assert_cmpstr (text, ==, "8 × 4");
  g_assert_cmpuint (list->decisions->len, ==, G_N_ELEMENTS (labels));
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      const TlDecision *decision = list->decisions->pdata[i];

      g_assert_cmpstr (decision->label, ==, labels[i]);
      g_assert_cmpint (decision->is_current, ==, i == 3);
    }
  g_assert_null (tl_decision_text (step (fixture, 2)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/steps/" name, StepsFixture, NULL, set_up, function, tear_down)
  ADD ("preview", test_preview);
  ADD ("step-on-preview", test_step_on_preview);
  ADD ("branch", test_branch);
  ADD ("last-step", test_last_step);
  ADD ("saved", test_saved);
  ADD ("no-fix", test_no_fix);
  ADD ("fix", test_fix);
  ADD ("decisions", test_decisions);
  return g_test_run ();
}
