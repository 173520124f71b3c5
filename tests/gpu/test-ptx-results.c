/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PTX computes what the program means: kernels run by ptx-machine.h, with the launches and arguments that a device gets, beside the
 * interpreter and the emulator. Functions of float32 are off by 2 ulp at most.
 */
#include <math.h>
#include <string.h>

#include "core/interp/check.h"
#include "core/interp/gpu/emulator.h"
#include "core/lower/lower.h"
#include "tests/gpu/kernel-form.h"
#include "tests/gpu/ptx-cases.h"
#include "tests/gpu/run-ptx.h"
#include "tests/named-texts.h"

static TlTarget
target_of (const char *text)
{
  TlTarget target;

  must (tl_target_parse (text, &target, &failure));
  return target;
}

/* --- scheduled programs --- */

static void
test_scheduled (gconstpointer data)
{
  const NamedText *program = data;
  g_autofree char *script = g_strdup_printf ("from tvm.script import tir as T\n%s", program->text);
  g_autoptr (TlModule) module = NULL, lowered = NULL;
  g_autoptr (GPtrArray) args = NULL;
  g_autoptr (TlReference) reference = NULL;
  TlTarget target = target_of ("cuda -arch=sm_80");
  TlCheckResult result = { 0 };
  const TlPrimFunc *func;

  if (strstr (program->text, "\n#! ") != NULL || strstr (program->text, "\n#@ ") != NULL)
    {
      g_test_skip ("is not lowered for this target");
      return;
    }
  module = must (tl_script_read_text (script, &failure));
  lowered = must (tl_lower (module, "main", &target, NULL, &failure));
  args = must (tl_interp_make_args (module->prims[0], 3, FALSE, &failure));
  /* Of programs with instructions of warps the kernels are the reference, in the emulator. */
  func = strstr (program->text, "T.tvm_") != NULL ? lowered->prims[0] : module->prims[0];
  reference = must (tl_reference_new (func, (TlTensor *const *) args->pdata, args->len, 0, NULL, &failure));
  /* There is something to compare. */
  tl_reference_check (reference, (TlTensor *const *) args->pdata, &result);
  g_assert_false (result.ok);
  tl_check_result_clear (&result);
  g_free (run_ptx (lowered, &target, args));
  tl_reference_check (reference, (TlTensor *const *) args->pdata, &result);
  g_assert_cmpstr (result.where, ==, NULL);
  g_assert_true (result.ok);
  tl_check_result_clear (&result);
}

/* --- kernels --- */

static gboolean
is_near (TlDType dtype, double a, double b)
{
  double tolerance = dtype.bits == 64 ? 1e-12 : dtype.bits == 32 ? 1e-5 : dtype.code == TL_TYPE_BFLOAT ? 1e-2 : 2e-3;

  return a == b || (isnan (a) && isnan (b)) || fabs (a - b) <= tolerance * fmax (fabs (a), 1);
}

static void
test_kernel (gconstpointer data)
{
  const KernelCase *row = data;
  gboolean is_scheduled = strstr (row->text, "T.block") != NULL;
  TlTarget target = target_of ("cuda -arch=sm_80");
  g_autoptr (TlModule) module = is_scheduled ? read_module (row->text) : read_kernel_form (row->text);
  g_autoptr (TlModule) lowered = is_scheduled ? must (tl_lower (module, "main", &target, NULL, &failure)) : tl_module_ref (module);
  g_autoptr (GPtrArray) args = must (tl_interp_make_args (module->prims[0], 5, FALSE, &failure));
  g_autoptr (GPtrArray) expected = must (tl_interp_make_args (module->prims[0], 5, FALSE, &failure));
  TlEmulatorOptions options = { .checks = TRUE, .n_workers = 1 };
  g_autoptr (TlEmulation) emulation = NULL;

  if (row->has_no_meaning)
    {
      g_test_skip ("the emulator does not run it");
      return;
    }
  emulation = must (tl_emulate (lowered->prims[0], (TlTensor *const *) expected->pdata, expected->len, &options, NULL, &failure));
  g_free (run_ptx (lowered, &target, args));
  for (guint i = 0; i < args->len; i++)
    for (gint64 k = 0; k < ((TlTensor *) args->pdata[i])->n_elements; k++)
      {
        double got = tl_tensor_get (args->pdata[i], k), wanted = tl_tensor_get (expected->pdata[i], k);

        if (!is_near (((TlTensor *) args->pdata[i])->dtype, got, wanted))
          g_error ("argument %u, element %" G_GINT64_FORMAT ": %g, not %g", i, k, got, wanted);
      }
}

static const KernelCase *
find_case (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kernel_cases); i++)
    if (strcmp (kernel_cases[i].name, name) == 0)
      return &kernel_cases[i];
  g_assert_not_reached ();
}

/* Sums of products of bytes, which the emulator does not know by that name. */
static void
test_bytes (void)
{
  TlTarget target = target_of ("cuda -arch=sm_75");
  g_autoptr (TlModule) module = read_kernel_form (find_case ("bytes")->text);
  g_autoptr (GPtrArray) args = must (tl_interp_make_args (module->prims[0], 5, FALSE, &failure));
  const gint8  *a = ((TlTensor *) args->pdata[0])->data, *b = ((TlTensor *) args->pdata[1])->data;
  const gint32 *c = ((TlTensor *) args->pdata[2])->data;
  g_autofree gint32 *expected = g_memdup2 (c, 256 * sizeof (gint32));

  for (guint i = 0; i < 4096; i++)
    expected[i / 16] += a[i] * b[i];
  g_free (run_ptx (module, &target, args));
  for (guint i = 0; i < 256; i++)
    g_assert_cmpint (c[i], ==, expected[i]);
}

/* --- functions --- */

static double
exact_rsqrt (double x)
{
  return 1 / sqrt (x);
}

static double
exact_sigmoid (double x)
{
  return 1 / (1 + exp (-x));
}

typedef struct
{
  const char *name;
  double    (*exact) (double x);
  double      low, high;
} FunctionRow;

static const FunctionRow functions[] = {
  { "exp", exp, -104, 89 }, { "exp2", exp2, -150, 128 }, { "log", log, 1e-45, 3e38 }, { "log2", log2, 1e-45, 3e38 },
  { "log1p", log1p, -0.99, 1e6 }, { "sqrt", sqrt, 0, 3e38 }, { "rsqrt", exact_rsqrt, 1e-38, 3e38 }, { "tanh", tanh, -12, 12 },
  { "sigmoid", exact_sigmoid, -90, 90 }, { "erf", erf, -5, 5 }, { "sin", sin, -1e6, 1e6 }, { "cos", cos, -1e6, 1e6 },
  { "sin", sin, -20, 20 }, { "cos", cos, -20, 20 }, { "sin", sin, -1e5, 1e5 }, { "cos", cos, -1e5, 1e5 }, { "tanh", tanh, -0.8, 0.8 },
  { "erf", erf, 0.8, 2.5 }, { "sigmoid", exact_sigmoid, -8, 8 },
  { "tan", tan, -100, 100 }, { "atan", atan, -1e3, 1e3 }, { "asin", asin, -1, 1 }, { "acos", acos, -1, 1 }, { "sinh", sinh, -88, 88 },
  { "cosh", cosh, -88, 88 }, { "floor", floor, -1e6, 1e6 }, { "ceil", ceil, -1e6, 1e6 }, { "trunc", trunc, -1e6, 1e6 },
  { "round", nearbyint, -1e6, 1e6 },
};

#define N_POINTS 4096

/* Half of the points evenly, half by their exponents. */
static float
point (const FunctionRow *row, guint i)
{
  double share = (i / 2 + 0.5) / (N_POINTS / 2), size;

  if (i % 2 == 0)
    return (float) (row->low + share * (row->high - row->low));
  size = exp (log (1e-30) + share * (log (fmax (fabs (row->high), fabs (row->low))) - log (1e-30)));
  size = i % 4 == 1 || row->low >= 0 ? size : -size;
  return (float) CLAMP (size, row->low, row->high);
}

static double
ulps (float got, double exact)
{
  float  nearest = (float) exact;
  double step = nextafterf (fabsf (nearest), INFINITY) - fabsf (nearest);

  if (isnan (got) || isnan (nearest))
    return isnan (got) && isnan (nearest) ? 0 : INFINITY;
  if (isinf (nearest) || isinf (got))
    return got == nearest ? 0 : INFINITY;
  return fabs (got - exact) / fmax (step, ldexp (1, -149));
}

static void
test_function (gconstpointer data)
{
  const FunctionRow *row = data;
  g_autofree char *text = g_strdup_printf (FUNC (F32 ("A", "4096") ", " F32 ("C", "4096")) LAUNCH ("32", "128")
                                           "        C[bx * 128 + tx] = T.%s(A[bx * 128 + tx])\n", row->name);
  g_autoptr (TlModule) module = read_kernel_form (text);
  g_autoptr (GPtrArray) args = must (tl_interp_make_args (module->prims[0], 5, FALSE, &failure));
  TlTarget target = target_of ("cuda -arch=sm_80");
  float  *a = ((TlTensor *) args->pdata[0])->data, *c = ((TlTensor *) args->pdata[1])->data, at = 0;
  double  worst = 0;

  for (guint i = 0; i < N_POINTS; i++)
    a[i] = point (row, i);
  g_free (run_ptx (module, &target, args));
  for (guint i = 0; i < N_POINTS; i++)
    if (ulps (c[i], row->exact (a[i])) > worst)
      {
        worst = ulps (c[i], row->exact (a[i]));
        at = a[i];
      }
  g_test_message ("%s: %.3f ulp at %a", row->name, worst, at);
  if (worst > 2)
    g_error ("%s (%a) is %g ulp off", row->name, at, worst);
}

/* Zeros with their signs, infinities, and what is no number. */
static void
test_ends (void)
{
  static const struct { const char *name; float x, expected; } rows[] = {
    { "tanh", INFINITY, 1 }, { "tanh", -INFINITY, -1 }, { "tanh", -0.f, -0.f }, { "tanh", NAN, NAN }, { "erf", INFINITY, 1 },
    { "erf", -INFINITY, -1 }, { "erf", -0.f, -0.f }, { "erf", NAN, NAN }, { "sigmoid", INFINITY, 1 }, { "sigmoid", -INFINITY, 0 },
    { "sigmoid", 0, 0.5 }, { "sigmoid", NAN, NAN }, { "sin", INFINITY, NAN }, { "sin", -0.f, -0.f }, { "cos", -INFINITY, NAN },
    { "cos", 0, 1 }, { "exp", -INFINITY, 0 }, { "exp", INFINITY, INFINITY }, { "log", 0, -INFINITY }, { "log", -1, NAN },
  };
  TlTarget target = target_of ("cuda -arch=sm_80");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (FUNC (F32 ("A", "1") ", " F32 ("C", "1")) LAUNCH ("1", "1") "        C[tx] = T.%s(A[tx])\n",
                                               rows[i].name);
      g_autoptr (TlModule) module = read_kernel_form (text);
      g_autoptr (GPtrArray) args = must (tl_interp_make_args (module->prims[0], 5, FALSE, &failure));
      const float *c = ((TlTensor *) args->pdata[1])->data;

      *(float *) ((TlTensor *) args->pdata[0])->data = rows[i].x;
      g_free (run_ptx (module, &target, args));
      if (isnan (rows[i].expected) ? !isnan (*c) : *c != rows[i].expected || signbit (*c) != signbit (rows[i].expected))
        g_error ("%s (%g) = %g, not %g", rows[i].name, rows[i].x, *c, rows[i].expected);
    }
}

static void
test_power (void)
{
  g_autoptr (TlModule) module = read_kernel_form (FUNC (F32 ("A", "1024") ", " F32 ("B", "1024") ", " F32 ("C", "1024")) LAUNCH ("8", "128")
                                                  "        C[bx * 128 + tx] = T.pow(A[bx * 128 + tx], B[bx * 128 + tx])\n");
  g_autoptr (GPtrArray) args = must (tl_interp_make_args (module->prims[0], 5, FALSE, &failure));
  TlTarget target = target_of ("cuda -arch=sm_80");
  float *a = ((TlTensor *) args->pdata[0])->data, *b = ((TlTensor *) args->pdata[1])->data, *c = ((TlTensor *) args->pdata[2])->data;

  for (guint i = 0; i < 1024; i++)
    {
      a[i] = i < 8 ? -(float) i : expf ((float) (i % 97) / 8 - 6);
      b[i] = i < 8 ? 3 : (float) (i % 31) - 15.25f;
    }
  g_free (run_ptx (module, &target, args));
  for (guint i = 0; i < 1024; i++)
    if (ulps (c[i], pow (a[i], b[i])) > 2)
      g_error ("pow (%a, %a) = %a is %g ulp off", a[i], b[i], c[i], ulps (c[i], pow (a[i], b[i])));
}

int
main (int argc, char **argv)
{
  const NamedText *programs = named_texts_read (TEST_DIR "/lowered.py");

  g_test_init (&argc, &argv, NULL);
  for (const NamedText *program = programs; program->name != NULL; program++)
    {
      g_autofree char *path = g_strdup_printf ("/ptx-results/scheduled/%s", program->name);

      g_test_add_data_func (path, program, test_scheduled);
    }
  for (guint i = 0; i < G_N_ELEMENTS (kernel_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ptx-results/kernels/%s", kernel_cases[i].name);

      g_test_add_data_func (path, &kernel_cases[i], test_kernel);
    }
  g_test_add_func ("/ptx-results/bytes", test_bytes);
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ptx-results/functions/%s to %g", functions[i].name, functions[i].high);

      g_test_add_data_func (path, &functions[i], test_function);
    }
  g_test_add_func ("/ptx-results/functions/pow", test_power);
  g_test_add_func ("/ptx-results/functions/ends", test_ends);
  return g_test_run ();
}
