/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules as people write them, of small sizes of the benchmark's programs. usage: test-hand-schedule SCHEDULES.py */
#include "core/ir/compare.h"
#include "core/te/te.h"
#include "tests/bench/hand-schedule.h"
#include "tests/schedule/schedule-checks.h"

#define N_SEEDS 24

static const struct { const char *name; const char *arguments[7]; } programs[] = {
  { "matmul", { "M=12", "N=20", "K=8" } },
  { "matmul_relu", { "M=12", "N=10", "K=9" } },
  { "dense", { "M=8", "N=18", "K=10" } },
  { "batch_matmul", { "B=2", "M=6", "N=12", "K=5" } },
  { "conv2d_nchw", { "C=2", "K=4", "H=6", "W=9" } },
  { "conv2d_nhwc", { "C=3", "K=10", "H=5", "W=4" } },
  { "depthwise", { "C=3", "H=7", "W=12" } },
  { "elementwise", { "M=9", "N=24" } },
  { "transpose", { "M=10", "N=17" } },
  { "max_pool", { "C=3", "H=6", "W=10" } },
  { "softmax", { "M=4", "N=20" } },
  { "row_mean", { "M=6", "N=18" } },
};

static const char *path;

static void
check_program (const char *name, const char *const *arguments, guint *kinds)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlSource) source = tl_source_load (path, &error);
  g_autoptr (TlModule) module = source != NULL ? tl_program_call (source, name, arguments, &error) : NULL;

  g_assert_no_error (error);
  for (guint64 seed = 1; seed <= N_SEEDS; seed++)
    {
      guint               some, same;
      g_autoptr (TlState) state = hand_schedule (module, seed, &some), again = hand_schedule (module, seed, &same);
      g_autofree char    *trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
      g_autofree char    *trace_again = tl_trace_to_text (again, TL_DIALECT_CLASSIC, FALSE);
      g_autofree char    *problem = check_same_result (module, tl_state_module (state), seed);

      if (problem != NULL)
        g_error ("%s, seed %" G_GUINT64_FORMAT ": %s\n%s", name, seed, problem, trace);
      g_assert_cmpstr (trace, ==, trace_again);
      g_assert_cmpuint (some, ==, same);
      *kinds |= some;
    }
}

static void
test_programs (void)
{
  guint kinds = 0;

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    check_program (programs[i].name, programs[i].arguments, &kinds);
  for (guint k = 0; k < TL_HAND_N_KINDS; k++)
    if (!(kinds & 1u << k))
      g_error ("no schedule has a step of kind %s", hand_kind_name (k));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  path = argv[1];
  g_test_add_func ("/bench/hand-schedule", test_programs);
  return g_test_run ();
}
