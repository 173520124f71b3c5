/* SPDX-License-Identifier: Apache-2.0 */
/* Each program is small enough to run whole; the sampled reference must agree with that run, and must notice changed results. */
#include <string.h>

#include "core/base/extremum.h"
#include "core/interp/check.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/read-module.h"

/* So little that sampling is tried on all of these; and what still leaves room for the whole run of those that cannot be sampled. */
#define SMALL_BUDGET 1000
#define SMALLEST_BUDGET 250

static GPtrArray *
make_args (const TlPrimFunc *func)
{
  return must (tl_interp_make_args (func, 7, FALSE, &failure));
}

static GPtrArray *
dup_args (const GPtrArray *args)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < args->len; i++)
    g_ptr_array_add (copies, tl_tensor_dup (args->pdata[i]));
  return copies;
}

static TlReference *
make_reference (const TlPrimFunc *func, const GPtrArray *args, guint64 max_steps)
{
  return must (tl_reference_new (func, (TlTensor *const *) args->pdata, args->len, max_steps, NULL, &failure));
}

static TlTensor *
output_of (const TlPrimFunc *func, const GPtrArray *args)
{
  g_autoptr (GArray) written = tl_interp_written_params (func);

  for (guint i = 0; i < written->len; i++)
    if (g_array_index (written, gboolean, i))
      return args->pdata[i];
  g_assert_not_reached ();
}

static void
change (TlTensor *tensor, gint64 at)
{
  double value = tl_tensor_get (tensor, at);

  tl_tensor_set (tensor, at, value + (value > 0 ? 1 : -1) * (tl_dtype_is_float (tensor->dtype) ? 0.25 * ABS (value) + 0.25 : 1));
}

static void
check_reference (const TlPrimFunc *func, const TlReference *reference, const GPtrArray *after, gboolean whole)
{
  g_autoptr (GPtrArray) wrong = dup_args (after);
  TlTensor     *output = output_of (func, wrong);
  TlCheckResult result;

  tl_reference_check (reference, (TlTensor *const *) after->pdata, &result);
  if (!result.ok)
    g_error ("%s: %s", func->name, result.where);
  if (whole != (result.n_checked == result.n_elements))
    g_error ("%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " elements are checked", func->name, result.n_checked, result.n_elements);
  g_assert_cmpuint (result.n_checked, >, 0);
  /* One wrong value where all are looked at; corners are always looked at. */
  change (output, output->n_elements - 1);
  tl_check_result_clear (&result);
  tl_reference_check (reference, (TlTensor *const *) wrong->pdata, &result);
  if (result.ok || result.n_wrong != 1 || result.where == NULL || result.max_error <= 1)
    g_error ("%s: a wrong last element is not noticed", func->name);
  for (gint64 i = 0; i + 1 < output->n_elements; i++)
    change (output, i);
  tl_check_result_clear (&result);
  tl_reference_check (reference, (TlTensor *const *) wrong->pdata, &result);
  g_assert_cmpuint (result.n_wrong, ==, result.n_checked);
  tl_check_result_clear (&result);
}

static void
check_agreement (const TlPrimFunc *func, gboolean is_sampled)
{
  g_autoptr (GPtrArray)   before = make_args (func), untouched = dup_args (before), after = NULL;
  g_autoptr (TlReference) whole = make_reference (func, before, 0);
  g_autoptr (TlReference) sampled = make_reference (func, before, is_sampled ? SMALL_BUDGET : SMALLEST_BUDGET);

  for (guint k = 0; k < before->len; k++)
    {
      const TlTensor *a = before->pdata[k], *b = untouched->pdata[k];

      g_assert_cmpmem (a->data, a->n_bytes, b->data, b->n_bytes);
    }
  after = dup_args (before);
  must (tl_interp_run (func, (TlTensor *const *) after->pdata, after->len, 0, NULL, &failure));
  check_reference (func, whole, after, TRUE);
  check_reference (func, sampled, after, !is_sampled);
}

/* Programs that cannot be sampled must fall back to the whole run. */
static void
test_agreement (void)
{
  g_autoptr (TlModule) sampled = read_module_file (TEST_DIR "/check-sampled.py"), whole = read_module_file (TEST_DIR "/check-whole.py");

  g_assert_cmpuint (sampled->n_prims + whole->n_prims, ==, 26);
  for (guint i = 0; i < sampled->n_prims; i++)
    check_agreement (sampled->prims[i], TRUE);
  for (guint i = 0; i < whole->n_prims; i++)
    check_agreement (whole->prims[i], FALSE);
}

/* The same elements each time, so that all candidates of a program are judged alike. */
static void
test_deterministic (void)
{
  g_autoptr (TlModule)    module = read_module_file (TEST_DIR "/check-sampled.py");
  const TlPrimFunc       *func = tl_module_prim (module, "matmul");
  g_autoptr (GPtrArray)   args = make_args (func), wrong = dup_args (args);
  g_autoptr (TlReference) a = make_reference (func, args, SMALL_BUDGET), b = make_reference (func, args, SMALL_BUDGET);
  TlTensor               *output = output_of (func, wrong);
  TlCheckResult           result_a, result_b;

  for (gint64 i = 0; i < output->n_elements; i += 3)
    change (output, i);
  tl_reference_check (a, (TlTensor *const *) wrong->pdata, &result_a);
  tl_reference_check (b, (TlTensor *const *) wrong->pdata, &result_b);
  g_assert_cmpuint (result_a.n_checked, ==, result_b.n_checked);
  g_assert_cmpuint (result_a.n_wrong, ==, result_b.n_wrong);
  g_assert_cmpstr (result_a.where, ==, result_b.where);
  tl_check_result_clear (&result_a);
  tl_check_result_clear (&result_b);
}

/* A sum taken in another order is right; the float of one term short is not. */
static void
test_tolerance (void)
{
  g_autoptr (TlModule)    module = read_module_file (TEST_DIR "/check-sampled.py");
  const TlPrimFunc       *func = tl_module_prim (module, "matmul");
  g_autoptr (GPtrArray)   args = make_args (func), other = dup_args (args);
  g_autoptr (TlReference) reference = make_reference (func, args, 0);
  TlCheckResult           result;

  for (guint short_of = 0; short_of < 2; short_of++)
    {
      for (gint64 i = 0; i < 40; i++)
        for (gint64 j = 0; j < 56; j++)
          {
            float sum = 0;

            for (gint64 k = 23; k >= (gint64) short_of; k--)
              sum = (float) ((double) sum + tl_tensor_get (args->pdata[0], i * 24 + k) * tl_tensor_get (args->pdata[1], k * 56 + j));
            tl_tensor_set (other->pdata[2], i * 56 + j, (double) sum);
          }
      tl_reference_check (reference, (TlTensor *const *) other->pdata, &result);
      if (short_of == 0)
        {
          g_assert_cmpfloat (result.max_error, <, 0.1);
          g_assert_true (result.ok);
        }
      else
        g_assert_cmpuint (result.n_wrong, >, 40 * 56 * 99 / 100);
      tl_check_result_clear (&result);
    }
}

/* Functions of check-unwritten.py. The sentence names the element and the block; NULL: nothing to tell. */
#define ROWS 1500
#define TERMS 256
static const char positive_parts[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((1500, 256), \"float32\"), B: T.Buffer((256, 8), \"float32\"), C: T.Buffer((1500, 8), \"float32\")):\n"
  "    D = T.alloc_buffer((1500, 8))\n"
  BLOCK_SSR ("D", "1500, 8, 256", "D[vi, vj] = T.float32(0)", "D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]")
  BLOCK_SS ("C", "1500, 8", "C[vi, vj] = T.max(D[vi, vj], T.float32(0))");

/* In @n sums of every n-th term. */
static float
product_of (const GPtrArray *args, gint64 i, gint64 j, guint n)
{
  float sum = 0;

  for (guint part = 0; part < n; part++)
    {
      float of_part = 0;

      for (gint64 k = part; k < TERMS; k += n)
        of_part += (float) (tl_tensor_get (args->pdata[0], i * TERMS + k) * tl_tensor_get (args->pdata[1], k * 8 + j));
      sum += of_part;
    }
  return sum;
}

/* The last term of the first sum of each row makes it nearly 0. */
static void
cancel_first_sums (const GPtrArray *args)
{
  TlTensor *a = args->pdata[0];

  for (gint64 i = 0; i < ROWS; i++)
    {
      double last = tl_tensor_get (a, i * TERMS + TERMS - 1), by = tl_tensor_get (args->pdata[1], (TERMS - 1) * 8);

      tl_tensor_set (a, i * TERMS + TERMS - 1, last - ((double) product_of (args, i, 0, 1) - 1e-3) / by);
    }
}

/* Of a short row next to nothing may be above 0: then its size is no measure of the terms of its sums, taken here in another order. */
static void
test_positive_parts (void)
{
  g_autoptr (TlModule)    module = read_module (positive_parts);
  g_autoptr (GPtrArray)   args = make_args (module->prims[0]), other = NULL;
  g_autoptr (TlReference) reference = NULL;
  TlCheckResult           result;

  cancel_first_sums (args);
  reference = make_reference (module->prims[0], args, 1 << 30);
  other = dup_args (args);
  for (gint64 i = 0; i < ROWS * 8; i++)
    tl_tensor_set (other->pdata[2], i, tl_max ((double) product_of (args, i / 8, i % 8, 16), 0));
  tl_reference_check (reference, (TlTensor *const *) other->pdata, &result);
  g_assert_cmpstr (result.where, ==, NULL);
  g_assert_cmpuint (result.n_checked, ==, ROWS * 8);
  tl_check_result_clear (&result);
}

static const struct { const char *name, *unwritten; guint64 max_steps; } unwritten_rows[] = {   /* 0 steps: the default, run whole */
  { "one_past_the_end_of_what_is_written", "t[16] in block \"B\"", 0 },
  { "never_written_integers", "t[0, 0] in block \"B\"", 0 },
  { "a_sum_without_init", "t[0] in block \"t\"", 0 },
  { "written_later", "t[0] in block \"B\"", 0 },
  { "through_a_view", "t[3, 0] in block \"B\"", 0 },
  { "nothing_comes_of_it", NULL, 0 },
  { "all_of_it_is_written", NULL, 0 },
  { "of_a_program_that_is_sampled", "t[0, 40] in block \"B\"", SMALL_BUDGET },
};

static void
test_unwritten (void)
{
  g_autoptr (TlModule) module = read_module_file (TEST_DIR "/check-unwritten.py");

  g_assert_cmpuint (module->n_prims, ==, G_N_ELEMENTS (unwritten_rows));
  for (guint i = 0; i < G_N_ELEMENTS (unwritten_rows); i++)
    {
      const TlPrimFunc       *func = tl_module_prim (module, unwritten_rows[i].name);
      g_autoptr (GPtrArray)   args = must (tl_interp_make_args (func, 1, FALSE, &failure));
      g_autoptr (TlReference) reference = make_reference (func, args, unwritten_rows[i].max_steps);
      TlCheckResult           result;

      /* A sampled program reports it with a wrong result, which arguments that no run has filled are. */
      if (unwritten_rows[i].max_steps == 0)
        tl_interp_run (func, (TlTensor *const *) args->pdata, args->len, 0, NULL, NULL);
      tl_reference_check (reference, (TlTensor *const *) args->pdata, &result);
      if (g_strcmp0 (result.unwritten, unwritten_rows[i].unwritten) != 0 || result.ok != (unwritten_rows[i].unwritten == NULL))
        g_error ("%s: %s, not %s", unwritten_rows[i].name, result.unwritten, unwritten_rows[i].unwritten);
      tl_check_result_clear (&result);
    }
}

/* Quantized to steps of 0.02 and back: a value near the border of two may become either, a step away from a border it may not. */
#define QUANTIZED \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((2000,), \"float32\"), B: T.Buffer((2000,), \"float32\")):\n" \
  "    Q = T.alloc_buffer((2000,), \"uint8\")\n" \
  "    for i in range(2000):\n" \
  "        with T.block(\"Q\"):\n" \
  "            vi = T.axis.spatial(2000, i)\n" \
  "            Q[vi] = T.Cast(\"uint8\", T.max(T.min(T.round(A[vi] / T.float32(0.02)) + T.float32(128), T.float32(255)), T.float32(0)))\n" \
  "    for i in range(2000):\n" \
  "        with T.block(\"B\"):\n" \
  "            vi = T.axis.spatial(2000, i)\n" \
  "            B[vi] = T.Cast(\"float32\", T.Cast(\"int32\", Q[vi]) - 128) * T.float32(0.02)\n"

static void
test_borders (void)
{
  static const struct
  {
    double   value;       /* in steps */
    double   change;      /* of the result */
    gboolean is_right;
  } rows[] = { { 15.4999, 1, TRUE },  { 15.4999, 2, FALSE }, { 15.4999, -1, FALSE }, { 15.5001, -1, TRUE }, { 15, 1, FALSE },
               { 15.4, 1, FALSE },    { -15.4999, -1, TRUE }, { 15.4999, 0, TRUE },  { 200.4999, 1, FALSE } };
  g_autoptr (TlModule)   module = read_module (QUANTIZED);
  const TlPrimFunc      *func = module->prims[0];

  for (guint i = 0; i < 2 * G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray)   args = make_args (func), after = NULL;
      g_autoptr (TlReference) reference = NULL;
      TlTensor               *in = args->pdata[0], *out;
      gint64                  last = in->n_elements - 1;    /* corners are always looked at */
      TlCheckResult           result;

      tl_tensor_set (in, last, rows[i / 2].value * 0.02);
      reference = make_reference (func, args, i % 2 == 0 ? 0 : SMALL_BUDGET);
      after = dup_args (args);
      must (tl_interp_run (func, (TlTensor *const *) after->pdata, after->len, 0, NULL, &failure));
      out = after->pdata[1];
      tl_tensor_set (out, last, tl_tensor_get (out, last) + rows[i / 2].change * 0.02);
      tl_reference_check (reference, (TlTensor *const *) after->pdata, &result);
      if (result.ok != rows[i / 2].is_right || result.n_at_border != (rows[i / 2].is_right && rows[i / 2].change != 0 ? 1u : 0u))
        g_error ("%g steps, changed by %g: %s, %" G_GUINT64_FORMAT " at a border", rows[i / 2].value, rows[i / 2].change,
                 result.ok ? "right" : result.where, result.n_at_border);
      tl_check_result_clear (&result);
    }
}

static void
test_too_large (void)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (TlModule)    module = read_module ("@T.prim_func\n"
                                                "def main(A: T.Buffer((4096, 512), \"float32\"), B: T.Buffer((4096, 512), \"float32\")):\n"
                                                "    for r, i, j in T.grid(100, 4096, 512):\n"
                                                "        B[i, j] = A[i, j] + T.float32(1)\n");
  g_autoptr (GPtrArray)   args = make_args (module->prims[0]);
  g_autoptr (TlReference) reference = tl_reference_new (module->prims[0], (TlTensor *const *) args->pdata, args->len, 10000, NULL, &error);

  g_assert_null (reference);
  g_assert_error (error, TL_INTERP_ERROR, TL_INTERP_ERROR_STEPS);
  g_assert_nonnull (strstr (error->message, "statements outside of blocks"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interp/check/agreement", test_agreement);
  g_test_add_func ("/interp/check/deterministic", test_deterministic);
  g_test_add_func ("/interp/check/tolerance", test_tolerance);
  g_test_add_func ("/interp/check/positive-parts", test_positive_parts);
  g_test_add_func ("/interp/check/unwritten", test_unwritten);
  g_test_add_func ("/interp/check/borders", test_borders);
  g_test_add_func ("/interp/check/too-large", test_too_large);
  return g_test_run ();
}
