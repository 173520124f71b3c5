/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons with baselines, by the worker of the benchmarks. */
#include <string.h>

#include "core/measure/worker-pool.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

#define ROUNDS 5u

static const char matmul[] = "@T.prim_func\n" MATMUL ("16", "16", "16");

/* Times the matmul against the baselines (NULL stands for the program again); @outcomes: of the program, then one for each. */
static void
compare (const char *const *baselines, guint n_baselines, const char *task, TlOutcome *outcomes)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  g_autoptr (TlModule) module = must (tl_script_read_text (matmul, &failure));
  g_autoptr (TlState) state = tl_state_new (module, 0);
  g_autofree TlComparisonEntry *entries = g_new0 (TlComparisonEntry, n_baselines + 1);
  TlTarget target = tl_target_host ();
  TlComparison comparison = { .entries = entries, .func_name = "main", .n_entries = n_baselines + 1, .task = task, .target = &target,
                              .n_rounds = ROUNDS,
                              .max_s = 60, .min_repeat_ms = 0.1 };

  entries[0].state = state;
  for (guint i = 0; i < n_baselines; i++)
    entries[i + 1] = (TlComparisonEntry) { .state = baselines[i] == NULL ? state : NULL, .baseline = baselines[i] };
  tl_worker_pool_compare (pool, &comparison, NULL, NULL, NULL, outcomes);
}

/* An unknown or unsupported baseline drops out with a message; the others have a sample per round. */
static void
test_dropped (void)
{
  const char *const baselines[] = { "stream", NULL, "nobody", "openblas", NULL };
  const char *const dropped[] = { NULL, NULL, NULL, "this worker program has no baseline \"nobody\"",
                                  "OpenBLAS does not support \"unheard-of\" on these arguments", NULL };
  TlOutcome outcomes[G_N_ELEMENTS (dropped)];

  compare (baselines, G_N_ELEMENTS (baselines), "{\"op\": \"unheard-of\"}", outcomes);
  for (guint i = 0; i < G_N_ELEMENTS (outcomes); i++)
    {
      g_assert_cmpint (outcomes[i].kind, ==, dropped[i] != NULL ? TL_OUTCOME_CANCELLED : TL_OUTCOME_OK);
      g_assert_cmpstr (outcomes[i].message, ==, dropped[i]);
      g_assert_cmpuint (outcomes[i].n_samples, ==, dropped[i] != NULL ? 0 : ROUNDS);
      tl_outcome_clear (&outcomes[i]);
    }
}

/* Installed libraries compute the same; others say that they are not installed. */
static void
test_libraries (void)
{
  const char *const baselines[] = { "openblas", "onednn", "numpy" };
  TlOutcome outcomes[G_N_ELEMENTS (baselines) + 1];

  compare (baselines, G_N_ELEMENTS (baselines), "{\"op\": \"gemm\", \"m\": 16, \"n\": 16, \"k\": 16}", outcomes);
  g_assert_cmpint (outcomes[0].kind, ==, TL_OUTCOME_OK);
  for (guint i = 0; i < G_N_ELEMENTS (outcomes); i++)
    {
      if (outcomes[i].kind == TL_OUTCOME_OK)
        g_assert_cmpuint (outcomes[i].n_samples, ==, ROUNDS);
      else
        {
          g_test_message ("%s", outcomes[i].message);
          g_assert_cmpint (outcomes[i].kind, ==, TL_OUTCOME_CANCELLED);
          g_assert_true (strstr (outcomes[i].message, "installed") != NULL || strstr (outcomes[i].message, "built without") != NULL);
        }
      tl_outcome_clear (&outcomes[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bench/baselines/dropped", test_dropped);
  g_test_add_func ("/bench/baselines/libraries", test_libraries);
  return g_test_run ();
}
