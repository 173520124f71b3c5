/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accuracy of float32 mathematics, vectorized and not: a dense sample of all floats, and the special ones, beside the same function in
 * double. Nothing may be off by more than 2 ulp, and no loop of vectors calls a function of scalars.
 */
#include "tests/codegen/run-compiled.h"

#include <float.h>
#include <string.h>

#define MAX_ULPS 2.0
#define LANES     16
#define N_POINTS  (1 << 18)   /* of all floats: every 2^14th, at random places */

static double
rsqrt (double x)
{
  return 1 / sqrt (x);
}

static double
sigmoid (double x)
{
  return 1 / (1 + exp (-x));
}

static const struct { const char *name; double (*exact) (double); } of_one[] = {
  { "exp", exp },     { "exp2", exp2 },   { "exp10", exp10 }, { "log", log },     { "log2",
                                                                                    log2 },   { "log10", log10 }, { "log1p", log1p },
  { "sqrt", sqrt },   { "rsqrt", rsqrt }, { "sigmoid", sigmoid }, { "tanh", tanh }, { "erf", erf },   { "sin", sin },     { "cos", cos },
  { "tan", tan },     { "asin", asin },   { "acos", acos },   { "atan", atan },   { "sinh",
                                                                                    sinh },   { "cosh", cosh },   { "asinh", asinh },
  { "acosh", acosh }, { "atanh", atanh }, { "floor", floor }, { "ceil", ceil },   { "trunc", trunc }, { "round", nearbyint },
  { "nearbyint", nearbyint }, { "fabs", fabs },
};

static const struct { const char *name; double (*exact) (double, double); } of_two[] = {
  { "pow", pow }, { "atan2", atan2 }, { "hypot", hypot }, { "copysign", copysign }, { "fmod", fmod },
};

static const float specials[] = {
  0.0f, -0.0f, 1.0f, -1.0f, 0.5f, -0.5f, 2.0f, -2.0f, 3.0f, -3.0f, 10.0f, INFINITY, -INFINITY, NAN, FLT_MIN, -FLT_MIN, FLT_MAX, -FLT_MAX,
  0x1p-149f, -0x1p-149f, 0x1.fffffcp-127f, 0x1.fffffep-1f, 0x1.000002p0f, -0x1.fffffep-1f, -0x1.000002p0f, 88.72283f, 88.7229f, -103.97f,
  -103.98f,
  -87.33655f, 128.0f, -149.0f, -150.0f, 0x1.921fb6p0f, 0x1.921fb6p1f, -0x1.921fb6p1f, 0x1p17f, 0x1.fffffep16f, 0x1.4a8d38p+27f,
  0x1.6d2a8cp+79f,
  16777215.0f, 16777216.0f, 1e-3f, 9.9999e-4f, 1e-10f, 3.9999f, 4.0f, 2.0000002f, 38.53184f, -45.0f,
};

/* How far @got is from the real number @exact, in units of the float's last place. */
static double
ulps (float got, double exact)
{
  int exponent;
  if (isnan (got) || isnan (exact))
    return isnan (got) && isnan (exact) ? 0 : INFINITY;
  /* A result that rounds to zero or infinity must be that; a small number may be taken for the next one. */
  if (isinf (got) || isinf (exact))
    return got == (float) exact || (fabs (exact) > (double) FLT_MAX * (1 - 0x1p-23) && !signbit (got) == !signbit (exact)) ? 0 : INFINITY;
  if (got == 0 && exact == 0)
    return !signbit (got) == !signbit (exact) ? 0 : INFINITY;
  frexp (exact, &exponent);
  return fabs (got - exact) / ldexp (1, MAX (exponent - 24, -149));
}

static TlModule *
program (const char *name, guint n_args, const char *constant, gint64 n, gboolean is_vector)
{
  const char *loop = is_vector ? "    for io in range(%d):\n        for ii in T.vectorized(%d):\n"
                               : "    for io in range(%d):\n        for ii in range(%d):\n";
  g_autofree char *loops = g_strdup_printf (loop, (int) (n / LANES), LANES);
  g_autofree char *second = n_args == 2 ? g_strdup_printf ("B: T.Buffer((%d,), \"float32\"), ", (int) n) : g_strdup ("");
  g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((%d,), \"float32\"), %sC: T.Buffer((%d,), \"float32\")):\n%s"
                                           "            with T.block(\"C\"):\n"
                                           "                vi = T.axis.spatial(%d, io * %d + ii)\n"
                                           "                C[vi] = T.%s(A[vi]%s)\n",
                                           (int) n, second, (int) n, loops, (int) n, LANES, name, constant);
  return test_read (text);
}

static void
assert_no_call (const TlModule *module, const TlTarget *target, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) lowered = test_lower (module, target);
  g_autoptr (GBytes) assembly = tl_codegen_compile (lowered, target, TL_CODEGEN_ASSEMBLY, &error);
  g_assert_no_error (error);
  g_autofree char *text = g_strndup (g_bytes_get_data (assembly, NULL), g_bytes_get_size (assembly));
  g_autofree char *callee = g_strconcat (name, "f@", NULL);
  if (strstr (text, callee) != NULL)
    g_error ("%s: vectors call %s", name, callee);
}

static GPtrArray *
new_args (guint n_args, gint64 n)
{
  GPtrArray *args = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  for (guint i = 0; i <= n_args; i++)
    g_ptr_array_add (args, tl_tensor_new (TL_FLOAT32, &n, 1, FALSE, NULL));
  return args;
}

static float *
floats_of (GPtrArray *args, guint index)
{
  return ((TlTensor *) args->pdata[index])->data;
}

/* Vectors and scalars of this machine, vectors of one without fused operations. */
static const struct { const char *title, *cpu; gboolean is_vector; } ways[] = {
  { "vectors", "", TRUE }, { "scalars", "", FALSE }, { "vectors without fused operations", "x86-64-v2", TRUE },
};

static TlTarget
target_of_way (guint way)
{
  TlTarget target = tl_target_host ();
#ifdef __x86_64__
  target.mcpu = ways[way].cpu;
#endif
  return target;
}

static void
report (const char *name, guint way, double worst, double x, double y, double got)
{
  g_test_message ("%s, %s: %.3f ulp at %a", name, ways[way].title, worst, x);
  if (worst > MAX_ULPS)
    g_error ("%s (%a, %a), %s: %a is %.3g ulp off", name, x, y, ways[way].title, got, worst);
}

static void
test_of_one (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  gint64 n = N_POINTS + LANES * ((G_N_ELEMENTS (specials) + LANES - 1) / LANES);
  g_autoptr (GPtrArray) args = new_args (1, n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (which);
  float *x = floats_of (args, 0), *y = floats_of (args, 1);
  for (gint64 i = 0; i < n; i++)
    {
      guint32 bits = (guint32) (i << 14) + g_rand_int_range (rand, 0, 1 << 14);
      memcpy (&x[i], i < N_POINTS ? (const void *) &bits : &specials[(i - N_POINTS) % G_N_ELEMENTS (specials)], sizeof bits);
    }
  for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
    {
      TlTarget target = target_of_way (way);
      g_autoptr (TlModule) module = program (of_one[which].name, 1, "", n, ways[way].is_vector);
      double worst = -1;
      gint64 at = 0;
      test_run_compiled (module, &target, args);
      for (gint64 i = 0; i < n; i++)
        if (ulps (y[i], of_one[which].exact (x[i])) > worst)
          worst = ulps (y[i], of_one[which].exact (x[i])), at = i;
      report (of_one[which].name, way, worst, x[at], 0, y[at]);
      if (ways[way].is_vector)
        assert_no_call (module, &target, of_one[which].name);
    }
}

/* All pairs of special numbers, and random pairs: of all floats, and of those whose results are no infinities. */
static void
test_of_two (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data), n_specials = G_N_ELEMENTS (specials);
  gint64 n_pairs = n_specials * n_specials, n = LANES * ((n_pairs + N_POINTS) / LANES);
  g_autoptr (GPtrArray) args = new_args (2, n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (which);
  float *a = floats_of (args, 0), *b = floats_of (args, 1), *c = floats_of (args, 2);
  for (gint64 i = 0; i < n; i++)
    {
      guint32 bits[2] = { g_rand_int (rand), g_rand_int (rand) };
      a[i] = i < n_pairs ? specials[i / n_specials] : (float) g_rand_double_range (rand, 0, 20);
      b[i] = i < n_pairs ? specials[i % n_specials] : (float) g_rand_double_range (rand, -30, 30);
      if (i < n_pairs || i % 2 == 0)
        continue;
      memcpy (&a[i], &bits[0], sizeof *bits);
      memcpy (&b[i], &bits[1], sizeof *bits);
    }
  for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
    {
      TlTarget target = target_of_way (way);
      g_autoptr (TlModule) module = program (of_two[which].name, 2, ", B[vi]", n, ways[way].is_vector);
      double worst = -1;
      gint64 at = 0;
      test_run_compiled (module, &target, args);
      for (gint64 i = 0; i < n; i++)
        if (ulps (c[i], of_two[which].exact (a[i], b[i])) > worst)
          worst = ulps (c[i], of_two[which].exact (a[i], b[i])), at = i;
      report (of_two[which].name, way, worst, a[at], b[at], c[at]);
      if (ways[way].is_vector)
        assert_no_call (module, &target, of_two[which].name);
    }
}

/* Powers with a constant exponent. */
static void
test_constant_power (void)
{
  static const double exponents[] = { 0, 1, 2, 3, 4, -1, -2, -3, -4, 0.5, 5.5, 1e30 };
  gint64 n = LANES * ((G_N_ELEMENTS (specials) + (N_POINTS >> 4)) / LANES);
  g_autoptr (GPtrArray) args = new_args (1, n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  float *x = floats_of (args, 0), *y = floats_of (args, 1);
  for (gint64 i = 0; i < n; i++)
    {
      guint32 bits = g_rand_int (rand);
      memcpy (&x[i], i < (gint64) G_N_ELEMENTS (specials) ? (const void *) &specials[i] : &bits, sizeof bits);
    }
  for (guint e = 0; e < G_N_ELEMENTS (exponents); e++)
    for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
      {
        TlTarget target = target_of_way (way);
        g_autofree char *constant = g_strdup_printf (", T.float32(%g)", exponents[e]);
        g_autoptr (TlModule) module = program ("pow", 1, constant, n, ways[way].is_vector);
        test_run_compiled (module, &target, args);
        for (gint64 i = 0; i < n; i++)
          if (ulps (y[i], pow (x[i], (float) exponents[e])) > MAX_ULPS)
            g_error ("pow (%a, %g), %s: %a", x[i], exponents[e], ways[way].title, y[i]);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (of_one); i++)
    {
      g_autofree char *path = g_strconcat ("/math/", of_one[i].name, NULL);
      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_of_one);
    }
  for (guint i = 0; i < G_N_ELEMENTS (of_two); i++)
    {
      g_autofree char *path = g_strconcat ("/math/", of_two[i].name, NULL);
      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_of_two);
    }
  g_test_add_func ("/math/pow-constant", test_constant_power);
  return g_test_run ();
}
