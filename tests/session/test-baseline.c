/* SPDX-License-Identifier: Apache-2.0 */
/* The program without steps is measured once, unasked, and makes way for what is asked for; gains are shown over it. */
#include <string.h>

#include "core/base/format.h"
#include "core/device/machine-rates.h"
#include "core/session/program-view.h"
#include "core/session/session.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/temporary.h"
#include "tests/session/open-path.h"

#define HEAD "from tvm.script import tir as T\n"

static TlSession *
session_of (const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("tl-baseline-XXXXXX", NULL), *path = g_build_filename (folder, "program.py", NULL);
  TlSession       *session = tl_session_new ();

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  must (open_path (session, path, &failure));
  remove_folder (folder);
  return session;
}

static void
wait_for_baseline (TlSession *session)
{
  TlLatency latency;

  for (gint64 end = g_get_monotonic_time () + 300 * G_TIME_SPAN_SECOND; !tl_session_baseline (session, &latency);)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpfloat (latency.median_s, >, 0);
}

static void
time_current (TlSession *session)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_session_time_async (session, tl_session_current (session), NULL, take_result, &result);
  g_assert_true (tl_session_is_timing (session));
  must (tl_session_time_finish (session, wait_for (&result), NULL, &failure));
}

static void
test_gain (void)
{
  g_autoptr (TlSession)    session = session_of (HEAD "@T.prim_func\n" MATMUL ("32", "32", "32"));
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char         *none = NULL, *rules = NULL, *gain = NULL;
  TlLatency                latency;

  tl_session_measure_baseline (session);
  g_assert_false (tl_session_is_timing (session));
  wait_for_baseline (session);
  none = tl_session_gain_text (session);
  g_assert_null (none);
  g_assert_null (tl_session_project_path (session));   /* nothing was saved for it */
  tl_session_schedule_by_rules_async (session, NULL, take_result, &result);
  rules = must (tl_session_schedule_by_rules_finish (session, wait_for (&result), &failure));
  time_current (session);
  gain = tl_session_gain_text (session);
  g_assert_nonnull (gain);
  g_assert_nonnull (strstr (gain, " → "));
  g_assert_true (tl_session_baseline (session, &latency));
}

/* A measurement that is asked for ends the one that is not, which comes afterwards. */
static void
test_makes_way (void)
{
  g_autoptr (TlSession) session = session_of (HEAD "@T.prim_func\n" MATMUL ("64", "64", "64"));
  TlLatency             latency;
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char         *rules = NULL;

  tl_session_schedule_by_rules_async (session, NULL, take_result, &result);
  rules = must (tl_session_schedule_by_rules_finish (session, wait_for (&result), &failure));
  tl_session_measure_baseline (session);
  time_current (session);
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_false (tl_session_baseline (session, &latency));
  tl_session_measure_baseline (session);
  wait_for_baseline (session);
}

/* A machine that was never measured is, after the program: shares of its peak are known from then on. */
static void
test_machine (void)
{
  g_autoptr (TlSession) session = session_of (HEAD "@T.prim_func\n" MATMUL ("32", "32", "32"));
  TlMachine             machine;
  TlRoof                roof;

  g_assert_false (tl_machine_load (&machine));
  tl_session_measure_baseline (session);
  g_assert_false (tl_session_is_measuring_machine (session));
  wait_for_baseline (session);
  g_assert_true (tl_session_is_measuring_machine (session));
  while (tl_session_is_measuring_machine (session))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (tl_machine_load (&machine));
  roof = tl_session_roof (session);
  g_assert_cmpfloat (roof.compute_s, >, 0);
}

static void
test_symbolic (void)
{
  g_autoptr (TlSession) session =
      session_of (HEAD "@T.prim_func\ndef scale(a: T.handle, b: T.handle):\n    n = T.int32()\n"
                       "    A = T.match_buffer(a, (n,), \"float32\")\n"
                       "    B = T.match_buffer(b, (n,), \"float32\")\n"
                       "    for i in range(n):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(n, i)\n"
                       "            B[vi] = A[vi] * T.float32(2)\n");
  g_autofree char *size = tl_program_view_size (tl_session_func (session));
  TlLatency latency;

  g_assert_cmpstr (size, ==, "float32 n");
  tl_session_measure_baseline (session);
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (2000);
    }
  g_assert_false (tl_session_baseline (session, &latency));
}

/* The end of the session does not wait for it. */
static void
test_ends (void)
{
  TlSession *session = session_of (HEAD "@T.prim_func\n" MATMUL ("512", "512", "512"));
  gpointer   gone = session;

  g_object_add_weak_pointer (G_OBJECT (session), &gone);
  tl_session_measure_baseline (session);
  g_object_unref (session);
  g_assert_null (gone);
}

static void
test_format (void)
{
  static const struct { double before_s, after_s; const char *text; } rows[] = {
    { 1, 1.003, "=" },       { 1, 0.9, "+11 %" },       { 1, 1.2, "−17 %" },     { 1, 0.975, "+2.6 %" }, { 1, 0.5, "× 2.0" },
    { 57, 10, "× 5.7" },     { 1, 18, "÷ 18" },         { 41.9e-3, 263e-6, "× 159" }, { 0, 1, "—" },     { 1, 0, "—" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = tl_format_gain (rows[i].before_s, rows[i].after_s);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("tl-home-XXXXXX", NULL);
  int status;
  g_setenv ("XDG_DATA_HOME", home, TRUE);   /* machine.ini is there */
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/baseline/gain", test_gain);
  g_test_add_func ("/session/baseline/makes-way", test_makes_way);
  g_test_add_func ("/session/baseline/machine", test_machine);
  g_test_add_func ("/session/baseline/symbolic", test_symbolic);
  g_test_add_func ("/session/baseline/ends", test_ends);
  g_test_add_func ("/session/baseline/format", test_format);
  status = g_test_run ();
  remove_folder (home);
  return status;
}
