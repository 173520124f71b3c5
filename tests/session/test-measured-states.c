/* SPDX-License-Identifier: Apache-2.0 */
/* The points of a roofline from the variants of a session. */
#include "core/session/measured-states.h"
#include "core/session/recent.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

#define SMALL_MATMUL "# title: Small matmul\nfrom tvm.script import tir as T\n@T.prim_func\n" MATMUL ("32", "32", "32")
#define STEPS "i, j, k = sch.get_loops(sch.get_block(\"C\"))\nl, m = sch.split(j, [4, 8])\nsch.reorder(l, k, m)\nsch.vectorize(m)\n"

typedef struct
{
  char      *folder;
  TlSession *session;
} SessionFixture;

static void
set_up (SessionFixture *fixture, gconstpointer data)
{
  g_autofree char         *path = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  fixture->folder = g_dir_make_tmp ("tl-states-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "small.py", NULL);
  must (g_file_set_contents (path, SMALL_MATMUL, -1, &failure));
  fixture->session = tl_session_new ();
  must (tl_session_open_quietly (fixture->session, path, &failure));
  tl_session_run_script_async (fixture->session, "steps.py", STEPS, NULL, take_result, &result);
  must (tl_session_run_script_finish (fixture->session, wait_for (&result), &failure));
}

static void
tear_down (SessionFixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static void
set_time (TlVariant *variant, TlState *state, double seconds)
{
  double    samples[] = { seconds, seconds * 1.01, seconds * 1.02 };
  TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = samples, .n_samples = 3, .is_checked = TRUE };

  tl_variant_set_outcome (variant, state, "main", &outcome);
}

/* The state after @n steps of the variant. */
static TlState *
nth_state (TlVariant *variant, guint n)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (tl_variant_tip (variant));

  return n == 0 ? tl_state_root (tl_variant_tip (variant)) : steps->pdata[n - 1];
}

static const TlMeasuredState *
nth (const GArray *states, guint index)
{
  g_assert_cmpuint (index, <, states->len);
  return &g_array_index (states, TlMeasuredState, index);
}

/* In order, the last one as the point of the variant. */
static void
test_path (SessionFixture *fixture, gconstpointer data)
{
  TlVariant         *variant = tl_session_current (fixture->session);
  guint              n = tl_state_n_steps (tl_variant_state (variant));
  g_autoptr (GArray) none = tl_session_measured_states (fixture->session), states = NULL;

  g_assert_cmpuint (none->len, ==, 0);
  set_time (variant, nth_state (variant, 0), 4e-3);
  set_time (variant, nth_state (variant, n - 1), 2e-3);
  set_time (variant, nth_state (variant, n), 1e-3);
  states = tl_session_measured_states (fixture->session);
  g_assert_cmpuint (states->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (nth (states, i)->is_end == (i == 2));
      g_assert_true (nth (states, i)->is_current && nth (states, i)->is_checked && !nth (states, i)->is_stale);
      g_assert_cmpfloat_with_epsilon (nth (states, i)->latency.median_s, 1.01 * 4e-3 / (1 << i), 1e-9);
    }
}

/* A change after the measurement leaves the point where it was, as stale. Going back makes an earlier time the point. */
static void
test_stale (SessionFixture *fixture, gconstpointer data)
{
  TlVariant         *variant = tl_session_current (fixture->session);
  guint              n = tl_state_n_steps (tl_variant_state (variant));
  g_autoptr (GArray) stale = NULL, back = NULL;

  set_time (variant, nth_state (variant, n - 1), 2e-3);
  stale = tl_session_measured_states (fixture->session);
  g_assert_cmpuint (stale->len, ==, 1);
  g_assert_true (nth (stale, 0)->is_stale && nth (stale, 0)->is_end);
  tl_session_go_to (fixture->session, nth_state (variant, n - 1));
  back = tl_session_measured_states (fixture->session);
  g_assert_cmpuint (back->len, ==, 1);
  g_assert_false (nth (back, 0)->is_stale);
}

/* The start counts for all variants, once one of them has measured it; failures are no points. */
static void
test_variants (SessionFixture *fixture, gconstpointer data)
{
  TlVariant         *first = tl_session_current (fixture->session), *second;
  TlOutcome          crash = { .kind = TL_OUTCOME_CRASH, .message = "crashed" };
  g_autoptr (GArray) states = NULL;

  second = tl_session_add_variant (fixture->session, "second", tl_variant_state (first), NULL);
  set_time (first, nth_state (first, 0), 4e-3);
  tl_variant_set_outcome (first, tl_variant_state (first), "main", &crash);
  set_time (second, tl_variant_state (second), 1e-3);
  states = tl_session_measured_states (fixture->session);
  g_assert_cmpuint (states->len, ==, 3);
  g_assert_cmpuint (nth (states, 0)->variant, ==, 0);
  g_assert_true (nth (states, 0)->is_end && nth (states, 0)->is_stale && !nth (states, 0)->is_current);
  g_assert_cmpuint (nth (states, 1)->variant, ==, 1);
  g_assert_false (nth (states, 1)->is_end);
  g_assert_cmpstr (nth (states, 2)->name, ==, "second");
  g_assert_true (nth (states, 2)->is_end && nth (states, 2)->is_current);
}

/* Of a variant that is not the current one its own states are those shown. */
static void
test_report (SessionFixture *fixture, gconstpointer data)
{
  TlVariant         *first = tl_session_current (fixture->session);
  TlReport           report = { 0 };

  tl_session_add_variant (fixture->session, "second", tl_session_root (fixture->session), NULL);
  set_time (first, tl_variant_state (first), 1e-3);
  tl_session_fill_report (fixture->session, first, &report);
  g_assert_cmpstr (report.title, ==, "Small matmul");
  g_assert_cmpstr (report.func_name, ==, "main");
  g_assert_cmpstr (report.variant, ==, tl_variant_name (first));
  g_assert_true (report.state == tl_variant_state (first));
  g_assert_cmpuint (report.states->len, ==, 1);
  g_assert_true (nth (report.states, 0)->is_current);
  g_free (report.title);
  g_free (report.func_name);
  g_free (report.variant);
  tl_state_unref (report.state);
  g_array_unref (report.states);
}

/* A program that only reads a file leaves the list of recent files alone. */
static void
test_quiet (SessionFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "small.py", NULL), *missing = g_build_filename (fixture->folder, "no", NULL);
  g_autoptr (TlSession) session = tl_session_new ();
  g_autoptr (GPtrArray) before = tl_recent_list (), after = NULL;

  must (tl_session_open_quietly (session, path, &failure));
  after = tl_recent_list ();
  g_assert_cmpuint (after->len, ==, before->len);
  for (guint i = 0; i < after->len; i++)
    g_assert_cmpstr (((TlRecentFile *) after->pdata[i])->path, ==, ((TlRecentFile *) before->pdata[i])->path);
  g_assert_false (tl_session_open_quietly (session, missing, NULL));
  g_assert_true (tl_session_is_open (session));
}

int
main (int argc, char *argv[])
{
  g_autofree char *home = g_dir_make_tmp ("tl-home-XXXXXX", NULL);
  int              status;

  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add ("/session/measured-states/" name, SessionFixture, NULL, set_up, test, tear_down)
  ADD ("path", test_path);
  ADD ("stale", test_stale);
  ADD ("variants", test_variants);
  ADD ("report", test_report);
  ADD ("quiet", test_quiet);
  status = g_test_run ();
  remove_folder (home);
  return status;
}
