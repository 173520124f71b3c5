/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs in each element type, compiled so that products are rounded before they are added (strict): every bit is the interpreter's,
 * whatever the schedule. Compiled fast they may differ by the roundings left out.
 */
#include "tests/codegen/run-compiled.h"
#include "tests/named-texts.h"

#include <string.h>

static const NamedText *programs;        /* of typed-programs.py */
static const NamedText *test_programs;   /* of tests/lower/programs.py */

static const struct { const char *name; double tolerance; } types[] = {
  { "float16", 0.02 }, { "bfloat16", 0.1 }, { "float32", 1e-5 }, { "float64", 1e-12 }, { "int8", 0 },
  { "uint8", 0 },      { "int16", 0 },      { "int32", 0 },      { "int64", 0 },       { "uint64", 0 },
};

/* Machines of which one computes with float16 itself, one widens it, and one has no fused operations. */
static const char *const cpus[] = { "", "x86-64-v3", "x86-64-v2" };

static void
check (const char *name, const char *text, double tolerance)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = test_read (text);
  const TlPrimFunc *func = module->prims[0];
  g_autoptr (GPtrArray) inputs = tl_interp_make_args (func, 23, FALSE, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) want = test_args_for (func, inputs);
  test_interpret (func, want, name);
  guint n_cpus = g_getenv ("TL_FEWER") != NULL ? 1 : G_N_ELEMENTS (cpus);
  for (guint i = 0; i < 2 * n_cpus; i++)
    {
      TlTarget target = tl_target_host ();
      g_autoptr (GPtrArray) got = test_args_for (func, inputs);
#ifdef __x86_64__
      target.mcpu = cpus[i / 2];
#endif
      target.is_strict = i % 2 == 0;
      test_run_compiled (module, &target, got);
      test_assert_same (got, want, target.is_strict ? 0 : tolerance, name);
    }
}

static char *
with_type (const char *program, const char *type)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", type);
  g_auto (GStrv) parts = g_strsplit (program, "DTYPE", -1);
  return g_strjoinv (quoted, parts);
}

static void
test_type (gconstpointer data)
{
  guint type = GPOINTER_TO_UINT (data);
  for (const NamedText *program = programs; program->name != NULL; program++)
    {
      g_autofree char *name = g_strdup_printf ("%s in %s", program->name, types[type].name);
      g_autofree char *text = with_type (program->text, types[type].name);
      check (name, text, strstr (text, "float32") != NULL ? MAX (types[type].tolerance, 1e-5) : types[type].tolerance);
    }
}

/* Programs without functions whose last bit is the compiler's own. */
static void
test_samples (void)
{
  guint n = 0;
  for (const NamedText *program = test_programs; program->name != NULL; program++)
    if (strstr (program->text, "T.exp") == NULL && strstr (program->text, "T.tanh") == NULL && strstr (program->text, "T.rsqrt") == NULL)
      {
        check (program->name, program->text, 1e-5);
        n++;
      }
  g_assert_cmpuint (n, >, 20);
}

static gboolean
has_fused (gboolean is_strict)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = with_type (named_text (programs, "product, a tile in registers"), "float32");
  g_autoptr (TlModule) module = test_read (text);
  TlTarget target;
  g_assert_true (tl_target_parse (is_strict ? "llvm -mcpu=x86-64-v3 -float=strict" : "llvm -mcpu=x86-64-v3", &target, &error));
  g_autoptr (TlModule) lowered = test_lower (module, &target);
  g_autoptr (GBytes) assembly = tl_codegen_compile (lowered, &target, TL_CODEGEN_ASSEMBLY, &error);
  g_assert_no_error (error);
  g_autofree char *code = g_strndup (g_bytes_get_data (assembly, NULL), g_bytes_get_size (assembly));
  return strstr (code, "vfmadd") != NULL;
}

static void
test_fused (void)
{
  g_assert_true (has_fused (FALSE));
  g_assert_false (has_fused (TRUE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  programs = named_texts_read (TEST_DIR "/typed-programs.py");
  test_programs = named_texts_read (TEST_DIR "/../lower/programs.py");
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *path = g_strconcat ("/types/", types[i].name, NULL);
      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_type);
    }
  g_test_add_func ("/types/samples", test_samples);
#ifdef __x86_64__
  g_test_add_func ("/types/fused", test_fused);
#endif
  return g_test_run ();
}
