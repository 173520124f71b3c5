/* SPDX-License-Identifier: Apache-2.0 */
/* The target of a session: schedules, code and figures are for it, measurements are kept for each, and the project knows it. */
#include <string.h>

#include "core/session/predicted-traffic.h"
#include "core/session/program-view.h"
#include "core/session/session.h"
#include "core/session/target-choice.h"
#include "tests/must.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

static TlTarget
target_of (const char *text)
{
  TlTarget target;

  must (tl_target_parse (text, &target, &failure));
  return target;
}

static void
assert_target (TlSession *session, const char *text)
{
  TlTarget         target = tl_session_target (session);
  g_autofree char *now = tl_target_to_text (&target);

  g_assert_cmpstr (now, ==, text);
}

static TlSession *
session_of_matmul (void)
{
  TlSession *session = tl_session_new ();

  must (open_path (session, DATA_DIR "/workloads/matmul-128.py", &failure));
  return session;
}

/* A measurement of @median_s for the current target. */
static void
note_time (TlSession *session, double median_s)
{
  TlVariant *variant = tl_session_current (session);
  double     samples[] = { median_s, median_s, median_s };
  TlOutcome  outcome = { .kind = TL_OUTCOME_OK };

  outcome.samples_s = samples;
  outcome.n_samples = G_N_ELEMENTS (samples);
  tl_variant_set_outcome (variant, tl_variant_state (variant), tl_session_func_name (session), &outcome);
}

static double
time_of (TlSession *session)
{
  const TlOutcome *outcome = tl_variant_outcome (tl_session_current (session), tl_session_func_name (session));
  TlLatency        latency;

  return outcome != NULL && tl_outcome_latency (outcome, &latency) ? latency.median_s : 0;
}

/* Each choice is a target that it is found by again, with any number of cores; others are none of them. */
static void
test_choices (void)
{
  g_autoptr (GPtrArray) choices = tl_target_choices_new (NULL);
  TlTarget              target;

  g_assert_cmpuint (choices->len, >, 40);
  for (guint i = 0; i < choices->len; i++)
    {
      const TlTargetChoice *choice = g_ptr_array_index (choices, i);
      g_autofree char      *obstacle = tl_target_obstacle (&choice->target, NULL);

      target = choice->target;
      target.num_cores = tl_target_has_kernels (&target) ? 1 : 4;
      g_assert_cmpint (tl_target_choices_find (choices, &target), ==, (int) i);
      g_assert_true ((obstacle == NULL) == (i == 0));
    }
  target = target_of ("llvm -mcpu=znver4 -mattr=-avx512f");
  g_assert_cmpint (tl_target_choices_find (choices, &target), ==, -1);
  target = target_of ("cuda -arch=sm_90");
  g_assert_false (tl_target_is_here (&target));
}

/* How many choices have all the words, and the title of the first. */
static void
test_search (void)
{
  g_autoptr (GPtrArray) choices = tl_target_choices_new (NULL);
  static const struct { const char *text; guint n; const char *first; } rows[] = {
    { "4090", 1, "GeForce RTX 4090" }, { "a100", 1, "NVIDIA A100" }, { "NVIDIA sm_80", 2, "NVIDIA A100" }, { "apple gpu", 2, "Apple M1" },
    { "rtx 3090 ti", 1, "GeForce RTX 3090 Ti" }, { "opencl", 1, "Any GPU by OpenCL" }, { "no such", 0, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint       n = 0;
      const char *first = NULL;

      for (guint c = 0; c < choices->len; c++)
        if (tl_target_choice_matches (choices->pdata[c], rows[i].text) && n++ == 0)
          first = ((const TlTargetChoice *) choices->pdata[c])->title;
      g_assert_cmpuint (n, ==, rows[i].n);
      g_assert_cmpstr (first, ==, rows[i].first);
    }
}

/* The devices that are here are choices, with what they say of themselves, and what they run has no obstacle. */
static void
test_devices (void)
{
  static const struct { const char *target, *device, *obstacle; } rows[] = {
    { "cuda -arch=sm_80", "cuda -arch=sm_80", NULL },
    { "cuda -arch=sm_75", "cuda -arch=sm_80", NULL },
    { "cuda -arch=sm_90", "cuda -arch=sm_80", "NVIDIA A100-SXM4-80GB is sm_80 and does not run code for sm_90" },
    { "cuda -arch=sm_90a", "cuda -arch=sm_100", "does not run code for sm_90a" },
    { "cuda -arch=sm_80", NULL, "No device here runs it (no driver). Code, checks in the emulator and predictions work" },
    { "opencl", "cuda -arch=sm_80", "No device here runs it" },
    { "metal", "cuda -arch=sm_80", "source text" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) devices = tl_device_list_new (), choices = NULL;
      TlTarget              target = target_of (rows[i].target), here = target_of (rows[i].device != NULL ? rows[i].device : "cuda");
      g_autofree char      *obstacle = NULL, *device = NULL;

      tl_device_list_add (devices, "cuda", rows[i].device != NULL ? "NVIDIA A100-SXM4-80GB" : NULL,
                          rows[i].device != NULL ? NULL : "no driver", &here);
      obstacle = tl_target_obstacle (&target, devices);
      device = tl_target_device_text (&target, devices);
      g_assert_true ((obstacle == NULL) == (rows[i].obstacle == NULL) && (device == NULL) == (obstacle != NULL));
      g_assert_true (obstacle == NULL || strstr (obstacle, rows[i].obstacle) != NULL);
      choices = tl_target_choices_new (devices);
      target = ((const TlTargetChoice *) choices->pdata[1])->target;
      g_assert_true (rows[i].device == NULL || strcmp (target.arch, here.arch) == 0);
    }
}

/* A worker says of each kind of device whether it is here, and the session what follows from it. */
static void
test_found (void)
{
  g_autoptr (TlSession)  session = session_of_matmul ();
  TlTarget               target = target_of ("opencl");
  const TlListedDevice  *opencl;

  tl_session_set_target (session, &target);
  while (tl_session_devices (session) == NULL)
    {
      must_fail_saying (tl_session_can_measure (session, &failure), "are being looked for");
      g_main_context_iteration (NULL, TRUE);
    }
  opencl = tl_device_list_find (tl_session_devices (session), "opencl");
  g_assert_nonnull (tl_device_list_find (tl_session_devices (session), "cuda"));
  g_assert_true ((opencl->model == NULL) == (opencl->problem != NULL));
  g_assert_true (tl_session_can_measure (session, NULL) == (opencl->model != NULL));
}

/* Vectors of the schedule by rules and the caches of the traffic are the target's. */
static void
test_follows (void)
{
  g_autoptr (TlSession) session = session_of_matmul ();
  static const struct { const char *target; const char *lanes; gint64 l2_bytes; } rows[] = {
    { "llvm -mcpu=haswell -num-cores=1", "T.vectorized(8)", 256 << 10 },
    { "llvm -mcpu=znver4 -num-cores=1", "T.vectorized(16)", 1024 << 10 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTarget                       target = target_of (rows[i].target);
      g_autoptr (GAsyncResult)       result = NULL, predicting = NULL;
      g_autofree char               *rules = NULL, *script = NULL;
      TlPredictedTraffic            *predicted;

      tl_session_set_target (session, &target);
      assert_target (session, rows[i].target);
      tl_session_add_variant (session, "rules", tl_session_root (session), NULL);
      tl_session_schedule_by_rules_async (session, NULL, take_result, &result);
      rules = must (tl_session_schedule_by_rules_finish (session, wait_for (&result), &failure));
      script = tl_program_view_script (tl_variant_state (tl_session_current (session)), TL_DIALECT_CLASSIC, NULL);
      g_assert_nonnull (strstr (script, rows[i].lanes));
      tl_session_predict_traffic_async (session, tl_variant_state (tl_session_current (session)), NULL, take_result, &predicting);
      predicted = must (tl_session_predict_traffic_finish (session, wait_for (&predicting), &failure));
      g_assert_cmpint (predicted->traffic->capacities.bytes[TL_LEVEL_L2], ==, rows[i].l2_bytes);
      g_assert_null (tl_predicted_traffic_times (predicted));
      tl_predicted_traffic_free (predicted);
    }
}

/* Nothing is timed for another CPU, neither asked nor unasked. */
static void
test_not_timed (void)
{
  g_autoptr (TlSession)    session = session_of_matmul ();
  g_autoptr (GAsyncResult) result = NULL;
  TlTarget                 target = target_of ("llvm -mcpu=znver4");
  TlTuneConfig             config = tl_tune_config_default ();

  tl_session_set_target (session, &target);
  must_fail_saying (tl_session_can_measure (session, &failure), "znver4");
  tl_session_time_async (session, tl_session_current (session), NULL, take_result, &result);
  must_fail_saying (tl_session_time_finish (session, wait_for (&result), NULL, &failure), "Choose This Machine");
  g_assert_false (tl_session_is_timing (session));
  must_fail_saying (tl_session_tune (session, &config, NULL, &failure), "znver4");
  tl_session_measure_baseline (session);
  g_assert_cmpfloat (time_of (session), ==, 0);
}

/* Measurements return with their target, also from the project, which keeps the target. */
static void
test_kept (void)
{
  g_autofree char      *folder = g_dir_make_tmp ("tl-target-XXXXXX", NULL), *path = g_build_filename (folder, "kept.tileloom", NULL);
  g_autoptr (TlSession) session = session_of_matmul (), again = tl_session_new ();
  TlTarget              one = target_of ("llvm -num-cores=1"), two = target_of ("llvm -num-cores=2");

  note_time (session, 3e-3);
  must (tl_session_save_as (session, path, &failure));
  tl_session_set_target (session, &two);
  g_assert_cmpfloat (time_of (session), ==, 0);
  note_time (session, 2e-3);
  tl_session_set_target (session, &one);
  g_assert_cmpfloat (time_of (session), ==, 3e-3);
  tl_session_set_target (session, &two);
  g_assert_cmpfloat (time_of (session), ==, 2e-3);
  tl_session_flush (session);
  must (open_path (again, path, &failure));
  assert_target (again, "llvm -num-cores=2");
  g_assert_cmpfloat (time_of (again), ==, 2e-3);
  tl_session_set_target (again, &one);
  g_assert_cmpfloat (time_of (again), ==, 3e-3);
  must (open_path (again, DATA_DIR "/workloads/softmax.py", &failure));
  assert_target (again, "llvm -num-cores=1");
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/target/choices", test_choices);
  g_test_add_func ("/session/target/search", test_search);
  g_test_add_func ("/session/target/devices", test_devices);
  g_test_add_func ("/session/target/found", test_found);
  g_test_add_func ("/session/target/follows", test_follows);
  g_test_add_func ("/session/target/not-timed", test_not_timed);
  g_test_add_func ("/session/target/kept", test_kept);
  return g_test_run ();
}
