/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules for GPUs beyond TVM's: what they propose, and that it computes the same without races, by the emulator. Draws of small
 * programs, of sizes that tiles divide and of others.
 */
#include <string.h>

#include "core/interp/check.h"
#include "core/interp/gpu/emulator.h"
#include "core/lower/lower.h"
#include "core/schedule/trace.h"
#include "core/space/component-sets.h"
#include "core/space/space.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

#define TARGET  "nvidia/nvidia-a100"
#define N_DRAWS 12

static const char batch_text[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((2, 64, 32), \"float32\"), B: T.Buffer((2, 32, 64), \"float32\"), C: T.Buffer((2, 64, 64), \"float32\")):\n"
  "    for b, i, j, k in T.grid(2, 64, 64, 32):\n"
  "        with T.block(\"C\"):\n"
  "            vb, vi, vj, vk = T.axis.remap(\"SSSR\", [b, i, j, k])\n"
  "            with T.init():\n"
  "                C[vb, vi, vj] = T.float32(0)\n"
  "            C[vb, vi, vj] = C[vb, vi, vj] + A[vb, vi, vk] * B[vb, vk, vj]\n";
static const char window_text[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((34, 34, 8), \"float32\"), W: T.Buffer((3, 3, 8, 32), \"float32\"), C: T.Buffer((32, 32, 32), \"float32\")):\n"
  "    for h, w, o, p, q, c in T.grid(32, 32, 32, 3, 3, 8):\n"
  "        with T.block(\"C\"):\n"
  "            vh, vw, vo, vp, vq, vc = T.axis.remap(\"SSSRRR\", [h, w, o, p, q, c])\n"
  "            with T.init():\n"
  "                C[vh, vw, vo] = T.float32(0)\n"
  "            C[vh, vw, vo] = C[vh, vw, vo] + A[vh + vp, vw + vq, vc] * W[vp, vq, vc, vo]\n";

/*
 * @n_sketches: plain, copies one to three iterations ahead; the same of a split sum. @least_draws: draws that no limit of the GPU refuses;
 * loops that tiles do not divide are cut by any factors, and blocks of less than 32 threads are refused.
 */
static const struct
{
  const char *name, *text;
  guint       n_sketches;
  gboolean    is_split;
  guint       least_draws;
} programs[] = {
  { "matmul", "@T.prim_func\n" MATMUL ("128", "128", "64"), 4, FALSE, 6 },
  { "few-results", "@T.prim_func\n" MATMUL ("64", "32", "512"), 8, TRUE, 6 },
  { "odd", "@T.prim_func\n" MATMUL ("36", "100", "24"), 4, FALSE, 1 },
  { "batch", batch_text, 4, FALSE, 6 },
  { "window", window_text, 4, FALSE, 6 },
};

static TlSpace *
threads_space (TlTarget *target)
{
  const TlSpaceOptions options = { .lists = { [TL_SPACE_RULES] = "threads" } };

  g_assert_true (tl_target_parse (TARGET, target, NULL));
  return must (tl_space_from_rules (target, &options, &failure));
}

static TlState *
start_of (guint program)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (programs[program].text, &failure));

  return tl_state_new (module, 0);
}

static void
test_sketches (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      TlTarget target;
      g_autoptr (TlSpace) space = threads_space (&target);
      g_autoptr (TlState) start = start_of (i);
      g_autoptr (GPtrArray) sketches = must (tl_space_sketches (space, start, &failure));
      guint n_split = 0, n_ahead = 0;

      g_test_message ("%s", programs[i].name);
      g_assert_cmpuint (sketches->len, ==, programs[i].n_sketches);
      for (guint k = 0; k < sketches->len; k++)
        {
          g_autofree char *trace = tl_trace_to_text (sketches->pdata[k], TL_DIALECT_CLASSIC, FALSE);

          n_split += strstr (trace, "sch.rfactor(") != NULL;
          n_ahead += strstr (trace, "software_pipeline_async_stages") != NULL;
        }
      g_assert_cmpuint (n_split, ==, programs[i].is_split ? 4 : 0);
      g_assert_cmpuint (n_ahead, ==, sketches->len / 4 * 3);
    }
}

static void
assert_right (const TlState *state, const TlPrimFunc *func, const TlTarget *target)
{
  g_autoptr (TlModule) lowered = must (tl_lower (tl_state_module (state), "main", target, NULL, &failure));
  g_autoptr (GPtrArray) args = must (tl_interp_make_args (func, 3, FALSE, &failure));
  TlTensor *const *tensors = (TlTensor *const *) args->pdata;
  g_autoptr (TlReference) reference = must (tl_reference_new (func, tensors, args->len, 0, NULL, &failure));
  const TlEmulatorOptions options = { .checks = TRUE, .scheduled = tl_module_prim (tl_state_module (state), "main") };
  g_autoptr (TlEmulation) emulation = must (tl_emulate (lowered->prims[0], tensors, args->len, &options, NULL, &failure));
  TlCheckResult result = { 0 };

  if (emulation->findings->len > 0)
    g_error ("%s", ((const TlFinding *) emulation->findings->pdata[0])->text);
  tl_reference_check (reference, tensors, &result);
  g_assert_cmpstr (result.where, ==, NULL);
  g_assert_true (result.ok);
  tl_check_result_clear (&result);
}

static void
test_draws (gconstpointer data)
{
  guint    program = GPOINTER_TO_UINT (data), n_right = 0;
  TlTarget target;
  g_autoptr (TlSpace) space = threads_space (&target);
  g_autoptr (TlState) start = start_of (program);

  for (guint64 seed = 0; seed < N_DRAWS; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TlState) state = tl_space_sample (space, start, seed, &error);

      if (state == NULL)   /* too many threads, or too much shared memory */
        continue;
      assert_right (state, tl_state_module (start)->prims[0], &target);
      n_right++;
    }
  g_test_message ("%u of %d draws", n_right, N_DRAWS);
  g_assert_cmpuint (n_right, >=, programs[program].least_draws);
}

/* TVM's lists know none of these rules; the space that runs begin with has both. */
static void
test_beside_tvm (void)
{
  TlTarget target;
  g_autoptr (TlSpace) ours = threads_space (&target), all = tl_space_default (&target);
  g_autoptr (TlState) start = start_of (0);
  g_autoptr (GPtrArray) of_ours = must (tl_space_sketches (ours, start, &failure));
  g_autoptr (GPtrArray) of_all = must (tl_space_sketches (all, start, &failure));

  g_assert_null (strstr (tl_component_set_for (&target)->lists[TL_SPACE_RULES], "ThreadTile"));
  g_assert_cmpuint (of_all->len, >, of_ours->len);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/space/thread-rules/sketches", test_sketches);
  g_test_add_func ("/space/thread-rules/beside-tvm", test_beside_tvm);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *name = g_strconcat ("/space/thread-rules/draws/", programs[i].name, NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_draws);
    }
  return g_test_run ();
}
