/* SPDX-License-Identifier: Apache-2.0 */
/* Advice on programs, with the rates of a made-up machine: which comes first, by which gain, and that it is gone once it was taken. */
#include "core/session/steps/advice.h"

#include <math.h>
#include <string.h>

#include "core/ir/compare.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/read-module.h"

/* 50 GFLOP/s with 256 bits, in proportion with others; L1 200 GB/s, each level outwards a quarter of it. */
static TlMachine
made_up_machine (void)
{
  TlMachine machine = { 0 };
  double    rate = 200e9;

  for (guint i = 0; i < TL_N_PEAKS; i++)
    machine.operations_per_s[i] = i == TL_PEAK_F32_128 ? 25e9 : i == TL_PEAK_F32_256 ? 50e9 : 100e9;
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++, rate /= 4)
    for (guint k = 0; k < TL_N_STREAMS; k++)
      machine.levels[i].bytes_per_s[k] = rate;
  return machine;
}

static const char matmul[] = "@T.prim_func\n" MATMUL ("512", "512", "512");
static const char scale[] = "@T.prim_func\n"
                            "def main(A: T.Buffer((1048576,), \"float32\"), B: T.Buffer((1048576,), \"float32\")):\n"
                            "    for i in range(1048576):\n        with T.block(\"B\"):\n"
                            "            vi = T.axis.spatial(1048576, i)\n            B[vi] = A[vi] * T.float32(2)\n";
static const char short_scale[] = "@T.prim_func\n"
                                  "def main(A: T.Buffer((1024,), \"float32\"), B: T.Buffer((1024,), \"float32\")):\n"
                                  BLOCK_S ("B", "1024", "B[vi] = A[vi] * T.float32(2)");
static GPtrArray *
advise (TlState *state, const char *target_text, const TlHotLoop *hot, double measured_s)
{
  const TlMachine machine = made_up_machine ();
  TlTarget        target;
  TlAdviceFacts   facts = { .state = state, .target = &target, .machine = &machine, .hot = *hot, .measured_s = measured_s };
  GPtrArray      *found;

  must (tl_target_parse (target_text, &target, &failure));
  facts.func_name = tl_state_module (state)->prims[0]->name;
  found = tl_advice_find (&facts, NULL);
  for (guint i = 0; i < found->len; i++)
    {
      const TlAdvice  *advice = g_ptr_array_index (found, i);
      g_autofree char *text = tl_advice_text (advice);

      g_test_message ("%s: %s", tl_advice_kind_name (advice->kind), text);
      g_assert_cmpfloat (advice->gain, >=, 1.1);
      g_assert_true (i == 0 || advice->gain <= ((TlAdvice *) g_ptr_array_index (found, i - 1))->gain);
      g_assert_true (advice->suggestion == NULL || advice->suggestion->state != NULL);
    }
  g_assert_cmpuint (found->len, <=, TL_ADVICE_MAX);
  return found;
}

static const TlHotLoop unknown_code = { .is_known = FALSE };
static const TlHotLoop scalar_code = { .is_known = TRUE, .n_code = 6, .computed_bits = 32 };
static const TlHotLoop vector_code = { .is_known = TRUE, .n_code = 20, .computed_bits = 256 };
static const TlHotLoop loading_code
  = { .is_known = TRUE, .n_code = 50, .computed_bits = 256, .n_loads = 32, .n_fmas = 8, .operations = 128 };
static const TlHotLoop tiled_code = { .is_known = TRUE, .n_code = 20, .computed_bits = 256, .n_loads = 8, .n_fmas = 12, .operations = 192 };
static const TlHotLoop spilling_code = { .is_known = TRUE, .n_code = 40, .n_spills = 10, .computed_bits = 256 };

static void
test_first (void)
{
  static const struct
  {
    const char      *program, *target;
    const TlHotLoop *hot;
    TlAdviceKind     first;        /* TL_ADVICE_N_KINDS: there is none */
    double           low, high;    /* of its gain */
    const char      *limit, *action;
  } rows[] = {
    { matmul, "llvm -num-cores=1 -vector-width=256", &vector_code, TL_ADVICE_TRAFFIC, 1.5, 40, "Moving ", "up to " },
    { matmul, "llvm -num-cores=8 -vector-width=256", &vector_code, TL_ADVICE_CORES, 7.9, 8.0, "One of 8 cores", "Parallelize i: up" },
    { matmul, "llvm -num-cores=6 -vector-width=256", &vector_code, TL_ADVICE_CORES, 5.9, 6.0, "One of 6 cores works.", "Parallelize i" },
    { short_scale, "llvm -num-cores=1 -vector-width=256", &scalar_code, TL_ADVICE_VECTORS, 1.5, 8.0, "Scalar arithmetic", "Vectorize i" },
    { short_scale, "llvm -num-cores=1 -vector-width=256", &vector_code, TL_ADVICE_N_KINDS, 0, 0, NULL, NULL },
    { short_scale, "llvm -num-cores=8 -vector-width=256", &vector_code, TL_ADVICE_N_KINDS, 0, 0, NULL, NULL },
    { scale, "llvm -num-cores=1 -vector-width=256", &vector_code, TL_ADVICE_N_KINDS, 0, 0, NULL, NULL },
    { scale, "llvm -num-cores=4 -vector-width=256", &unknown_code, TL_ADVICE_CORES, 3.9, 4.0, "One of 4 cores works.", "Parallelize i" },
    { scale, "llvm -num-cores=1 -vector-width=256", &spilling_code, TL_ADVICE_SPILLS, 1.33, 1.34, "10 of 40 instructions", "up to 1.3×" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule)  module = read_module (rows[i].program);
      g_autoptr (TlState)   state = tl_state_new (module, 0);
      g_autoptr (GPtrArray) found = advise (state, rows[i].target, rows[i].hot, rows[i].first == TL_ADVICE_TRAFFIC ? 0.25 : 0);
      const TlAdvice       *first = found->len > 0 ? g_ptr_array_index (found, 0) : NULL;

      g_test_message ("row %u", i);
      g_assert_cmpint (first != NULL ? first->kind : TL_ADVICE_N_KINDS, ==, rows[i].first);
      if (first == NULL)
        continue;
      g_assert_cmpfloat (first->gain, >=, rows[i].low);
      g_assert_cmpfloat (first->gain, <=, rows[i].high + 0.01);
      g_assert_nonnull (strstr (first->limit, rows[i].limit));
      g_assert_nonnull (strstr (first->action, rows[i].action));
    }
}

static const TlAdvice *
of_kind (GPtrArray *found, TlAdviceKind kind)
{
  for (guint i = 0; i < found->len; i++)
    if (((TlAdvice *) g_ptr_array_index (found, i))->kind == kind)
      return g_ptr_array_index (found, i);
  return NULL;
}

/* After the step it is not advised again; of traffic, at most another one on fewer bytes. */
static void
test_taken (void)
{
  static const struct { const char *program; TlAdviceKind kind; const TlHotLoop *before, *after; } rows[] = {
    { matmul, TL_ADVICE_CORES, &vector_code, &vector_code },
    { matmul, TL_ADVICE_TRAFFIC, &vector_code, &vector_code },
    { matmul, TL_ADVICE_LOADS, &loading_code, &tiled_code },
    { short_scale, TL_ADVICE_VECTORS, &scalar_code, &vector_code },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double                seconds = rows[i].kind == TL_ADVICE_TRAFFIC ? 0.5 : 0;
      g_autoptr (TlModule)  module = read_module (rows[i].program);
      g_autoptr (TlState)   state = tl_state_new (module, 0);
      g_autoptr (GPtrArray) found = advise (state, "llvm -num-cores=8 -vector-width=256", rows[i].before, seconds), after = NULL;
      const TlAdvice       *advice = of_kind (found, rows[i].kind), *again;

      g_assert_nonnull (advice);
      after = advise (advice->suggestion->state, "llvm -num-cores=8 -vector-width=256", rows[i].after, seconds);
      again = of_kind (after, rows[i].kind);
      if (rows[i].kind != TL_ADVICE_TRAFFIC)
        g_assert_null (again);
      else if (again != NULL)
        g_assert_cmpstr (again->limit, !=, advice->limit);
    }
}

/*
 * Time that is not explained stays: the longer the measured one, the less is gained. Bytes are believed where a measured time allows for
 * them: not without one, and not if it is shorter than they take.
 */
static void
test_measured (void)
{
  g_autoptr (TlModule)  module = read_module (matmul);
  g_autoptr (TlState)   state = tl_state_new (module, 0);
  g_autoptr (GPtrArray) predicted = advise (state, "llvm -num-cores=1 -vector-width=256", &vector_code, 0);
  g_autoptr (GPtrArray) measured = advise (state, "llvm -num-cores=1 -vector-width=256", &vector_code, 0.5);
  g_autoptr (GPtrArray) longer = advise (state, "llvm -num-cores=1 -vector-width=256", &vector_code, 0.7);
  g_autoptr (GPtrArray) fast = advise (state, "llvm -num-cores=1 -vector-width=256", &vector_code, 1e-3);
  g_autoptr (GPtrArray) slow = advise (state, "llvm -num-cores=1 -vector-width=256", &vector_code, 100);
  const TlAdvice       *of_measured = of_kind (measured, TL_ADVICE_TRAFFIC), *of_longer = of_kind (longer, TL_ADVICE_TRAFFIC);

  g_assert_null (of_kind (predicted, TL_ADVICE_TRAFFIC));
  g_assert_nonnull (of_measured);
  g_assert_nonnull (of_longer);
  g_assert_nonnull (strstr (of_measured->limit, " of 500 ms"));
  g_assert_cmpfloat (of_longer->gain, <, of_measured->gain);
  g_assert_cmpuint (slow->len, ==, 0);
  g_assert_cmpuint (fast->len, ==, 0);
}

/* Without rates, for a GPU, and when nobody waits any more. */
static void
test_none (void)
{
  g_autoptr (TlModule)     module = read_module (matmul);
  g_autoptr (TlState)      state = tl_state_new (module, 0);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  const TlMachine          unknown = { 0 }, machine = made_up_machine ();
  TlTarget                 target = tl_target_host (), gpu;
  TlAdviceFacts            facts = { .state = state, .func_name = module->prims[0]->name, .target = &target, .machine = &unknown };
  g_autoptr (GPtrArray)    without_rates = tl_advice_find (&facts, NULL), of_gpu = NULL;

  g_assert_cmpuint (without_rates->len, ==, 0);
  must (tl_target_parse ("cuda", &gpu, &failure));
  facts.machine = &machine;
  facts.target = &gpu;
  of_gpu = tl_advice_find (&facts, NULL);
  g_assert_cmpuint (of_gpu->len, ==, 0);
  facts.target = &target;
  g_cancellable_cancel (cancelled);
  g_assert_null (tl_advice_find (&facts, cancelled));
}

int
main (int argc, char **argv)
{
  g_setenv ("TL_HOST", "znver4", TRUE);   /* its caches, on whatever machine */
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/first", test_first);
  g_test_add_func ("/advice/taken", test_taken);
  g_test_add_func ("/advice/measured", test_measured);
  g_test_add_func ("/advice/none", test_none);
  return g_test_run ();
}
