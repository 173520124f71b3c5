/* SPDX-License-Identifier: Apache-2.0 */
/* Candidates whose constants are prepared once: the same checks, and no run pays for it. */
#include <string.h>

#include "core/measure/worker-pool.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/read-module.h"

#define HEAD \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((7, 13), \"float32\"), B: T.Buffer((13, 11), \"float32\"), C: T.Buffer((7, 11), \"float32\")):\n"
#define PRODUCT(factor) BLOCK_SSR ("C", "7, 11, 13", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + A[vi, vk] * " factor)
#define PACKED(statement) HEAD "    P = T.alloc_buffer((11, 13))\n" BLOCK_SS ("P", "11, 13", statement) PRODUCT ("P[vj, vk]")
#define B_IS_CONSTANT (1 << 1)
#define A_IS_CONSTANT (1 << 0)
#define LIMIT_S       0.05     /* of first runs */

static const char plain[] = HEAD PRODUCT ("B[vk, vj]");
static const char packed[] = PACKED ("P[vi, vj] = B[vj, vi]");
static const char wrong[] = PACKED ("P[vi, vj] = B[vj, 10 - vi]");
/* Takes far longer than LIMIT_S, and comes to the same. */
static const char slow[] = HEAD "    P = T.alloc_buffer((11, 13))\n"
                           BLOCK_SSR ("P", "11, 13, 8000000", "P[vi, vj] = T.float32(0)",
                                      "P[vi, vj] = P[vi, vj] * T.float32(0.5) + B[vj, vi] * T.float32(0.5)")
                           PRODUCT ("P[vj, vk]");

static TlMeasureOptions
options_with (TlParamSet constants)
{
  TlMeasureOptions options = tl_measure_options_quick ();

  options.build_timeout_s = options.run_timeout_s = 300;
  options.budget_s = 60;
  options.check = TRUE;
  options.constants = constants;
  return options;
}

/* @message: part of the outcome's; NULL: it has none. */
static void
assert_outcome (TlWorkerPool *pool, const char *text, const TlMeasureOptions *options, TlOutcomeKind kind, const char *message)
{
  g_autoptr (TlModule) base = read_module (plain), module = read_module (text);
  TlTarget             target = tl_target_host ();
  TlOutcome            outcome;

  tl_worker_pool_measure_module (pool, base, module, "main", &target, options, NULL, &outcome);
  if (message == NULL)
    g_assert_cmpstr (outcome.message, ==, NULL);
  else
    g_assert_nonnull (strstr (outcome.message, message));
  g_assert_cmpint (outcome.kind, ==, kind);
  g_assert_true (outcome.is_checked == (kind == TL_OUTCOME_OK || kind == TL_OUTCOME_WRONG_RESULT));
  tl_outcome_clear (&outcome);
}

/* Also where there is nothing to prepare. */
static void
test_measured (void)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  const TlParamSet         sets[] = { 0, B_IS_CONSTANT, A_IS_CONSTANT, A_IS_CONSTANT | B_IS_CONSTANT, ~(TlParamSet) 0 };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      TlMeasureOptions options = options_with (sets[i]);

      assert_outcome (pool, packed, &options, TL_OUTCOME_OK, NULL);
      assert_outcome (pool, plain, &options, TL_OUTCOME_OK, NULL);
      assert_outcome (pool, wrong, &options, TL_OUTCOME_WRONG_RESULT, "compared elements are wrong");
    }
}

/* A limit for first runs is one for what each run does. */
static void
test_not_timed (void)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  TlMeasureOptions         options = options_with (0);

  options.prune_above_s = LIMIT_S;
  assert_outcome (pool, slow, &options, TL_OUTCOME_PRUNED, "Pruned");
  options.constants = B_IS_CONSTANT;
  assert_outcome (pool, slow, &options, TL_OUTCOME_OK, NULL);
}

/* The memory that is prepared counts as the program's. */
static void
test_failures (void)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  TlMeasureOptions         options = options_with (B_IS_CONSTANT);

  options.memory_limit_bytes = 1 << 30;
  assert_outcome (pool, HEAD "    P = T.alloc_buffer((11, 100000000))\n" BLOCK_SS ("P", "11, 100000000", "P[vi, vj] = B[vj % 13, vi]")
                  PRODUCT ("P[vj, vk]"), &options, TL_OUTCOME_RESOURCE_LIMIT, "");
  assert_outcome (pool, packed, &options, TL_OUTCOME_OK, NULL);
}

/* Programs that prepare beside one that does not. */
static void
test_compared (void)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  const char *const        texts[] = { packed, plain, packed };
  TlState                 *states[G_N_ELEMENTS (texts)];
  TlComparisonEntry        entries[G_N_ELEMENTS (texts)] = { { NULL } };
  TlTarget                 target = tl_target_host ();
  TlComparison comparison = { .entries = entries, .func_name = "main", .n_entries = G_N_ELEMENTS (entries), .target = &target,
                              .constants = B_IS_CONSTANT, .n_rounds = 5, .max_s = 60, .min_repeat_ms = 0.1 };
  TlOutcome    outcomes[G_N_ELEMENTS (entries)];

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TlModule) module = read_module (texts[i]);

      entries[i].state = states[i] = tl_state_new (module, 0);
    }
  tl_worker_pool_compare (pool, &comparison, NULL, NULL, NULL, outcomes);
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_assert_cmpstr (outcomes[i].message, ==, NULL);
      g_assert_cmpint (outcomes[i].kind, ==, TL_OUTCOME_OK);
      g_assert_cmpuint (outcomes[i].n_samples, ==, 5);
      tl_outcome_clear (&outcomes[i]);
      tl_state_unref (states[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measure/prepared/measured", test_measured);
  g_test_add_func ("/measure/prepared/not-timed", test_not_timed);
  g_test_add_func ("/measure/prepared/failures", test_failures);
  g_test_add_func ("/measure/prepared/compared", test_compared);
  return g_test_run ();
}
