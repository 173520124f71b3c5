/* SPDX-License-Identifier: Apache-2.0 */
/* Drafts as the window makes them: one edit, kept in the project, fixed or undone, and by no way measured, tuned from or exported. */
#include <glib/gstdio.h>

#include "core/draw/report.h"
#include "core/session/measured-states.h"
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
} DraftFixture;

static void
set_up (DraftFixture *fixture, gconstpointer data)
{
  fixture->session = open_script (SMALL_MATMUL, NULL, &fixture->folder);
}

static void
tear_down (DraftFixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static TlState *
current_state (DraftFixture *fixture)
{
  return tl_variant_state (tl_session_current (fixture->session));
}

/* The loop of this depth around the block: 0 is the outermost. */
static TlArg
nth_loop (DraftFixture *fixture, guint depth)
{
  const TlStmt *stmt = tl_session_func (fixture->session)->body->block.body;

  while (depth-- > 0)
    stmt = stmt->loop.body;
  return tl_arg_node (stmt->loop.id);
}

/* Over the reduction, which is refused. */
static void
draft_parallel (DraftFixture *fixture)
{
  const TlArg        arg = nth_loop (fixture, 2);
  const TlInst       step = { .primitive = tl_primitive_find ("parallel"), .args = &arg, .n_args = 1 };
  g_autoptr (GError) refusal = NULL;

  g_assert_false (tl_session_apply (fixture->session, step.primitive, step.args, step.n_args, &refusal));
  g_assert_true (tl_session_can_draft (fixture->session, &step, refusal));
  must (tl_session_apply_as_draft (fixture->session, &step, &failure));
}

static void
test_one_edit (DraftFixture *fixture, gconstpointer data)
{
  TlState               *start = current_state (fixture), *draft;
  TlHistory             *history = tl_session_history (fixture->session);
  g_autoptr (GPtrArray)  violations = NULL;
  const TlViolation     *violation;

  draft_parallel (fixture);
  draft = current_state (fixture);
  g_assert_true (tl_state_is_draft (draft));
  g_assert_cmpstr (tl_history_undo_label (history), ==, "Parallelize k");
  violations = tl_draft_violations_new (draft);
  g_assert_cmpuint (violations->len, ==, 1);
  violation = violations->pdata[0];
  g_assert_cmpstr (violation->label, ==, "(0, 0, 1)");
  tl_history_undo (history);
  g_assert_true (current_state (fixture) == start && !tl_state_is_draft (start));
  tl_history_redo (history);
  g_assert_true (current_state (fixture) == draft);
}

/* The extents of loops that are not nested directly cannot be fused, whatever the order. */
static void
test_hard_refusal (DraftFixture *fixture, gconstpointer data)
{
  TlState            *start = current_state (fixture);
  const TlArg         loops[] = { nth_loop (fixture, 0), nth_loop (fixture, 2) };
  const TlArg         args[] = { { .kind = TL_ARG_LIST, .items = loops, .n_items = 2 }, tl_arg_bool (TRUE) };
  const TlInst        step = { .primitive = tl_primitive_find ("fuse"), .args = args, .n_args = 2 };
  g_autoptr (GError)  refusal = NULL;

  g_assert_false (tl_session_apply (fixture->session, step.primitive, step.args, step.n_args, &refusal));
  g_assert_false (tl_session_can_draft (fixture->session, &step, refusal));
  must_fail (tl_session_apply_as_draft (fixture->session, &step, &failure), TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
  g_assert_true (current_state (fixture) == start);
}

#define must_be_draft(call) must_fail (call, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_DRAFT)

static void
check_not_run (DraftFixture *fixture)
{
  TlSession               *session = fixture->session;
  TlVariant               *variant = tl_session_current (session);
  TlState                 *draft = tl_variant_state (variant), *pair[] = { tl_session_root (session), draft };
  const TlRaceEntry        entries[] = { { variant, tl_session_root (session) }, { variant, draft } };
  const char              *func_name = tl_session_func_name (session);
  TlTuneConfig             config = tl_tune_config_default ();
  g_autoptr (GAsyncResult) timed = NULL, state = NULL, race = NULL, states = NULL, explained = NULL, added = NULL;

  tl_session_time_async (session, variant, NULL, take_result, &timed);
  must_be_draft (tl_session_time_finish (session, wait_for (&timed), NULL, &failure));
  tl_session_time_state_async (session, draft, func_name, NULL, take_result, &state);
  must_be_draft (tl_session_time_finish (session, wait_for (&state), NULL, &failure));
  tl_session_race_async (session, entries, 2, 1, NULL, NULL, NULL, take_result, &race);
  must_be_draft (tl_session_race_finish (session, wait_for (&race), NULL, &failure));
  tl_session_race_states_async (session, pair, func_name, 1, NULL, NULL, NULL, take_result, &states);
  must_be_draft (tl_session_race_finish (session, wait_for (&states), NULL, &failure));
  tl_session_explain_async (session, pair[0], draft, 1, TRUE, NULL, NULL, NULL, take_result, &explained);
  must_be_draft (tl_session_explain_finish (session, wait_for (&explained), &failure));
  must_be_draft (tl_session_tune (session, &config, variant, &failure));
  tl_session_add_to_search_async (session, variant, take_result, &added);
  must_be_draft (tl_session_add_to_search_finish (session, wait_for (&added), &failure));
  g_assert_false (tl_session_is_timing (session));
  g_assert_false (tl_variant_is_measured (variant));
}

static void
check_not_exported (DraftFixture *fixture)
{
  static const char *const names[] = { "k.c", "k.o", "k.so", "k.ll" };
  TlState                 *draft = current_state (fixture);
  g_autofree char         *trace = g_build_filename (fixture->folder, "trace.json", NULL);
  g_autofree char         *html = g_build_filename (fixture->folder, "report.html", NULL);
  g_auto (TlReport)        report = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char         *path = g_build_filename (fixture->folder, names[i], NULL);
      g_autoptr (GAsyncResult) result = NULL;

      tl_session_export_async (fixture->session, draft, path, NULL, take_result, &result);
      must_be_draft (tl_session_export_finish (fixture->session, wait_for (&result), &failure));
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
  must_be_draft (tl_program_view_export_trace (draft, TL_DIALECT_CLASSIC, trace, &failure));
  tl_session_fill_report (fixture->session, tl_session_current (fixture->session), &report);
  must_be_draft (tl_report_write (&report, html, &failure));
  g_assert_false (g_file_test (trace, G_FILE_TEST_EXISTS) || g_file_test (html, G_FILE_TEST_EXISTS));
}

/* Also with later steps, which are legal themselves. */
static void
test_not_run (DraftFixture *fixture, gconstpointer data)
{
  const TlArg outer = nth_loop (fixture, 0);

  draft_parallel (fixture);
  check_not_run (fixture);
  check_not_exported (fixture);
  must (tl_session_apply (fixture->session, tl_primitive_find ("unroll"), &outer, 1, &failure));
  g_assert_true (tl_state_is_draft (current_state (fixture)));
  check_not_run (fixture);
}

/* The pool itself measures none, whoever asks. */
static void
test_pool (DraftFixture *fixture, gconstpointer data)
{
  TlWorkerPool     *pool = must (tl_session_pool (fixture->session, &failure));
  TlTarget          target = tl_session_target (fixture->session);
  TlMeasureOptions  options = tl_measure_options_default ();
  TlOutcome         outcome = { 0 };

  draft_parallel (fixture);
  tl_worker_pool_measure (pool, current_state (fixture), tl_session_func_name (fixture->session), &target, &options, NULL, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_BUILD_ERROR);
  g_assert_nonnull (strstr (outcome.message, "is a draft"));
  tl_outcome_clear (&outcome);
}

static void
test_reopened (DraftFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "kept.tileloom", NULL);

  draft_parallel (fixture);
  must (tl_session_save_as (fixture->session, path, &failure));
  g_object_unref (fixture->session);
  fixture->session = tl_session_new ();
  must (open_path (fixture->session, path, &failure));
  g_assert_true (tl_session_problems (fixture->session) == NULL || tl_session_problems (fixture->session)[0] == NULL);
  g_assert_true (tl_state_is_draft (current_state (fixture)));
  check_not_run (fixture);
}

/* The step is made legal by steps before it. */
static void
test_fixed (DraftFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult)  result = NULL;
  g_autoptr (TlEditedSteps) fixed = NULL;
  g_autofree char          *words = NULL;

  draft_parallel (fixture);
  tl_session_fix_step_async (fixture->session, current_state (fixture), NULL, take_result, &result);
  fixed = must (tl_session_fix_step_finish (fixture->session, wait_for (&result), &words, &failure));
  g_assert_cmpstr (words, ==, "Factor the reduction at k, then Parallelize k");
  tl_session_take_edited_steps (fixture->session, fixed, words);
  g_assert_false (tl_state_is_draft (current_state (fixture)));
  must (tl_state_check_order (current_state (fixture), &failure));
}

int
main (int argc, char **argv)
{
  static const struct { const char *path; void (*test) (DraftFixture *fixture, gconstpointer data); } tests[] = {
    { "/session-draft/one-edit", test_one_edit }, { "/session-draft/hard-refusal", test_hard_refusal },
    { "/session-draft/not-run", test_not_run },   { "/session-draft/pool", test_pool },
    { "/session-draft/reopened", test_reopened }, { "/session-draft/fixed", test_fixed },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, DraftFixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
