/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sketches for mma.sync: small products, of sizes that no tile divides too, in any layout, drawn and run in the emulator: results, races,
 * bank conflicts. Of a large one, that most draws fit the target.
 */
#include <string.h>

#include "core/interp/check.h"
#include "core/interp/gpu/emulator.h"
#include "core/ir/kernel.h"
#include "core/lower/lower.h"
#include "core/schedule/trace.h"
#include "core/space/space.h"
#include "core/te/te.h"
#include "core/text/script.h"
#include "tests/must.h"

#define LARGE "cuda -arch=sm_90 -max_shared_memory_per_block=232448"
#define A100  "nvidia/nvidia-a100"

static TlSpace *
tensor_space (const char *target_text, TlTarget *target)
{
  const TlSpaceOptions options = { .lists = { [TL_SPACE_RULES] = "threads" } };

  must (tl_target_parse (target_text, target, &failure));
  return must (tl_space_from_rules (target, &options, &failure));
}

static TlState *
product_of (const char *call_arguments)
{
  g_auto (GStrv) arguments = g_strsplit (call_arguments, " ", -1);
  g_autoptr (TlSource) source = must (tl_source_load (PROGRAMS, &failure));
  g_autoptr (TlModule) module = must (tl_program_call (source, "product", (const char *const *) arguments, &failure));

  return tl_state_new (module, 0);
}

/* --- results --- */

static const struct
{
  const char *arguments;
  guint       n_draws;
} programs[] = {
  { "M=32 N=64 K=64", 3 },
  { "M=48 N=80 K=40", 2 },
  { "M=33 N=47 K=35", 2 },
  { "M=64 N=32 K=32 a=\"km\" b=\"nk\"", 2 },
  { "M=48 N=40 K=24 a=\"km\" dtype=\"bfloat16\"", 2 },
  { "M=32 N=32 K=64 b=\"nk\" dtype=\"int8\" sums=\"int32\"", 2 },
  { "M=32 N=64 K=32 sums=\"float16\"", 2 },
  { "M=32 N=64 K=32 batch=2", 2 },
  { "M=40 N=64 K=48 epilogue=\"bias\"", 3 },
};

/* One kernel, also with an epilogue, and right. */
static TlEmulation *
emulate (const TlState *state, const TlPrimFunc *func, const TlTarget *target)
{
  const char *name = func->name;
  g_autoptr (TlModule) lowered = must (tl_lower (tl_state_module (state), name, target, NULL, &failure));
  g_autoptr (GPtrArray) kernels = must (tl_kernels_find (lowered->prims[0], &failure));
  g_autoptr (GPtrArray) args = must (tl_interp_make_args (func, 3, FALSE, &failure));
  TlTensor *const *tensors = (TlTensor *const *) args->pdata;
  g_autoptr (TlReference) reference = must (tl_reference_new (func, tensors, args->len, 0, NULL, &failure));
  const TlEmulatorOptions options = { .checks = TRUE, .counts = TRUE, .scheduled = tl_module_prim (tl_state_module (state), name) };
  TlEmulation *emulation = must (tl_emulate (lowered->prims[0], tensors, args->len, &options, NULL, &failure));
  TlCheckResult result = { 0 };

  g_assert_cmpuint (kernels->len, ==, 1);
  if (emulation->findings->len > 0)
    g_error ("%s", ((const TlFinding *) emulation->findings->pdata[0])->text);
  tl_reference_check (reference, tensors, &result);
  g_assert_cmpstr (result.where, ==, NULL);
  g_assert_true (result.ok);
  tl_check_result_clear (&result);
  return emulation;
}

/* No access to shared memory takes more passes than it must. */
static void
assert_is_good (const TlState *state, const TlPrimFunc *func, const TlTarget *target)
{
  g_autoptr (TlEmulation) emulation = emulate (state, func, target);
  const TlKernelCounts *counts = emulation->counts->pdata[0];

  for (TlAccessKind kind = TL_ACCESS_SHARED_LOAD; kind <= TL_ACCESS_SHARED_STORE; kind++)
    g_assert_cmpuint (counts->accesses[kind].n_units, ==, counts->accesses[kind].least_units);
}

static void
test_draws (gconstpointer data)
{
  guint program = GPOINTER_TO_UINT (data), n_good = 0;
  TlTarget target;
  g_autoptr (TlSpace) space = tensor_space (LARGE, &target);
  g_autoptr (TlState) start = product_of (programs[program].arguments);

  for (guint64 seed = 0; n_good < programs[program].n_draws; seed++)
    {
      g_autoptr (TlState) state = tl_space_sample (space, start, seed, NULL);
      g_autofree char *trace = NULL;

      g_assert_cmpuint (seed, <, 4 * programs[program].n_draws);
      if (state == NULL)
        continue;
      trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
      g_assert_nonnull (strstr (trace, "tensor_intrin=\"mma_sync_16x16x"));
      assert_is_good (state, tl_module_entry (tl_state_module (start)), &target);
      n_good++;
    }
}

/* --- sketches --- */

typedef struct
{
  const char *target, *arguments;
  guint       n_draws;      /* decisions of the sketch; 0: no sketch */
} SketchRow;

/* Beside the sizes there is the limit of unrolling. On a small GPU there is less to draw from, and nothing below sm_80. */
static const SketchRow sketches[] = {
  { LARGE, "M=1024 N=1024 K=1024", 7 },
  { A100, "M=1024 N=1024 K=1024", 7 },
  { LARGE, "M=64 N=64 K=16", 3 },
  { A100, "M=8 N=1024 K=1024", 0 },
  { A100, "M=1024 N=1024 K=1024 dtype=\"float32\"", 0 },
  { "nvidia/geforce-rtx-2080-ti", "M=1024 N=1024 K=1024", 0 },
};

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (; (text = strstr (text, word)) != NULL; text += strlen (word))
    n++;
  return n;
}

static void
test_sketches (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sketches); i++)
    {
      TlTarget target;
      g_autoptr (TlSpace) space = tensor_space (sketches[i].target, &target);
      g_autoptr (TlState) start = product_of (sketches[i].arguments);
      g_autoptr (GPtrArray) states = must (tl_space_sketches (space, start, &failure));
      g_autofree char *trace = tl_trace_to_text (states->pdata[0], TL_DIALECT_CLASSIC, FALSE);
      gboolean is_tensor = strstr (trace, "mma_sync_") != NULL;

      g_test_message ("%s on %s", sketches[i].arguments, sketches[i].target);
      g_assert_cmpint (is_tensor, ==, sketches[i].n_draws > 0);
      if (!is_tensor)
        continue;
      g_assert_cmpuint (states->len, ==, 1);
      g_assert_cmpuint (count (trace, "sample_categorical("), ==, sketches[i].n_draws);
    }
}

/* Also where 48 KiB of shared memory are all there is. */
static void
test_most_fit (void)
{
  const guint n_draws = 40;

  for (guint t = 0; t < 2; t++)
    {
      TlTarget target;
      g_autoptr (TlSpace) space = tensor_space (t == 0 ? A100 : LARGE, &target);
      g_autoptr (TlState) start = product_of ("M=1024 N=1024 K=1024");
      guint n_fitting = 0;

      for (guint64 seed = 0; seed < n_draws; seed++)
        {
          g_autoptr (TlState) state = tl_space_sample (space, start, seed, NULL);

          n_fitting += state != NULL;
        }
      g_test_message ("%u of %u draws", n_fitting, n_draws);
      g_assert_cmpuint (n_fitting, >, n_draws / 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/space/tensor-tile/sketches", test_sketches);
  g_test_add_func ("/space/tensor-tile/most-fit", test_most_fit);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *name = g_strconcat ("/space/tensor-tile/draws/", programs[i].arguments, NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_draws);
    }
  return g_test_run ();
}
