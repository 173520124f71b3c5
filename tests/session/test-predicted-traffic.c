/* SPDX-License-Identifier: Apache-2.0 */
/* The traffic that the window shows is that of the state and target at hand; a prediction that is cancelled gives none. */
#include "core/session/predicted-traffic.h"
#include "tests/must.h"
#include "tests/session/open-path.h"

static TlSession *
open_workload (const char *name)
{
  TlSession       *session = tl_session_new ();
  g_autofree char *path = g_build_filename (DATA_DIR, "workloads", name, NULL);

  must (open_path (session, path, &failure));
  return session;
}

static TlPredictedTraffic *
predict (TlSession *session, GCancellable *cancellable, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_session_predict_traffic_async (session, tl_variant_state (tl_session_current (session)), cancellable, take_result, &result);
  return tl_session_predict_traffic_finish (session, wait_for (&result), error);
}

static void
test_same_figures (void)
{
  g_autoptr (TlSession)          session = open_workload ("matmul-128.py");
  g_autoptr (TlPredictedTraffic) predicted = must (predict (session, NULL, &failure));
  TlTarget                       target = tl_session_target (session);
  TlCapacities                   capacities = tl_capacities_of (&target);
  g_autoptr (TlTraffic)          traffic = NULL;
  TlMachine                      machine;

  traffic = tl_traffic_new (tl_state_module (tl_session_root (session)), tl_session_func (session), &capacities);
  g_assert_true (tl_session_has_traffic (session));
  g_assert_cmpuint (predicted->traffic->n_loops, ==, 3);
  for (guint i = 0; i < TL_N_LEVELS; i++)
    g_assert_cmpfloat (tl_moved_bytes (&predicted->traffic->moved[i]), ==, tl_moved_bytes (&traffic->moved[i]));
  g_assert_true ((predicted->block_s != NULL) == (tl_machine_load (&machine) != FALSE));
  g_assert_true ((tl_predicted_traffic_times (predicted) != NULL) == (tl_machine_load (&machine) != FALSE));
}

static void
test_cancelled (void)
{
  g_autoptr (TlSession)    session = open_workload ("matmul-128.py");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError)       error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (predict (session, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_without_program (void)
{
  g_autoptr (TlSession) session = tl_session_new ();

  g_assert_false (tl_session_has_traffic (session));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/predicted-traffic/same-figures", test_same_figures);
  g_test_add_func ("/session/predicted-traffic/cancelled", test_cancelled);
  g_test_add_func ("/session/predicted-traffic/without-program", test_without_program);
  return g_test_run ();
}
