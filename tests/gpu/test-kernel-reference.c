/* SPDX-License-Identifier: Apache-2.0 */
/* The expected results of programs that are written as kernels, whose threads wait for each other. */
#include "core/interp/check.h"
#include "tests/read-module.h"

#define KERNEL(between) \
  "@T.prim_func\ndef main(A: T.Buffer((256,), \"int32\"), C: T.Buffer((256,), \"int32\")):\n" \
  "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n        tx = T.launch_thread(\"threadIdx.x\", 64)\n" \
  "        S = T.decl_buffer((64,), \"int32\", scope=\"shared\")\n        S[tx] = A[bx * 64 + tx]\n" between \
  "        C[bx * 64 + tx] = S[63 - tx]\n        T.tvm_storage_sync(\"shared\")\n"

static TlReference *
reference_of (const char *text, guint64 max_steps, GPtrArray **args, GError **error)
{
  g_autoptr (TlModule) module = read_module (text);

  *args = must (tl_interp_make_args (module->prims[0], 1, FALSE, &failure));
  return tl_reference_new (module->prims[0], (TlTensor *const *) (*args)->pdata, (*args)->len, max_steps, NULL, error);
}

/* However large: parts of such programs mean nothing. */
static void
test_values (void)
{
  for (guint64 max_steps = 0; max_steps < 200; max_steps += 100)
    {
      g_autoptr (GPtrArray)   args = NULL;
      g_autoptr (TlReference) reference = NULL;
      TlExpected              expected;
      gint64                  k = 0;

      reference = must (reference_of (KERNEL ("        T.tvm_storage_sync(\"shared\")\n"), max_steps, &args, &failure));
      g_assert_cmpuint (tl_reference_n_outputs (reference), ==, 1);
      for (; tl_reference_nth (reference, 0, k, &expected); k++)
        {
          gint64 mirrored = expected.index / 64 * 64 + 63 - expected.index % 64;

          g_assert_cmpint ((gint64) expected.value, ==, tl_tensor_get_int (args->pdata[0], mirrored));
        }
      g_assert_cmpint (k, ==, 256);
    }
}

static void
test_race (void)
{
  g_autoptr (GPtrArray)   args = NULL;
  g_autoptr (GError)      error = NULL;
  g_autoptr (TlReference) reference = reference_of (KERNEL (""), 0, &args, &error);

  g_assert_null (reference);
  g_assert_error (error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "S["));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/kernel-reference/values", test_values);
  g_test_add_func ("/gpu/kernel-reference/race", test_race);
  return g_test_run ();
}
