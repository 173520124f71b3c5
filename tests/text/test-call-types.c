/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that say their type: T.exp (x, dtype="float32") is T.exp (x), as TVM reads it, for every row of the intrinsics. */
#include <string.h>

#include "core/ir/compare.h"
#include "core/text/script.h"

#define HEAD                                                                                                       \
  "@T.prim_func\n"                                                                                                 \
  "def main(A: T.Buffer((64,), \"float32\"), n: T.int32, x: T.float32, h: T.handle):\n"                            \
  "    T.evaluate(%s)\n"

/* Rows whose arguments have a form of their own; all others take floats or integers. */
static const struct
{
  const char *name;
  const char *args;
} own_arguments[] = {
  { "if_then_else", "n > 0, x, A[0]" },
  { "likely", "n > 0" },
  { "address_of", "A[0]" },
  { "isnan", "x" },
  { "tvm_access_ptr", "T.type_annotation(\"float32\"), A.data, 0, 16, 1" },
  { "call_extern", "\"f\", n" },
  { "call_pure_extern", "\"f\", n" },
  { "call_llvm_intrin", "\"llvm.f\", n" },
  { "call_llvm_pure_intrin", "\"llvm.f\", n" },
  { "call_packed", "\"f\", n" },
  { "call_cpacked", "\"f\", n" },
  { "call_packed_lowered", "\"f\", n" },
  { "call_cpacked_lowered", "\"f\", n" },
  { "tvm_storage_sync", "\"shared\"" },
  { "tvm_warp_shuffle", "0, n, 0, 32, 32" },
  { "assume", "n > 0" },
  { "vectorlow", "T.Broadcast(x, 4)" },
  { "vectorhigh", "T.Broadcast(x, 4)" },
  { "vectorcombine", "T.Broadcast(x, 4), T.Broadcast(x, 4)" },
  { "tvm_struct_get", "h, 0, 1" },
};

/* Not called by name, or with a "dtype" that is an argument like the others. */
static const char *const not_asked[] = { "buffer_data", "buffer_object", "comm_reducer", "Shuffle", "call_function", "print_buffer", NULL };

/* Calls without a row, or with another name than their row. */
static const char *const other_calls[] = {
  "T.abs(x%s)",         "T.isinf(x%s)",       "T.isfinite(x%s)",    "T.power(x, x%s)",
  "T.floordiv(n, 2%s)", "T.floormod(n, 2%s)", "T.truncdiv(n, 2%s)", "T.truncmod(n, 2%s)",
  "T.ceildiv(n, 2%s)",  "T.LShift(n, 2%s)",   "T.BitwiseNot(n%s)",  "T.tvm_call_packed(\"f\", n%s)",
};

static TlModule *
read_call (const char *call)
{
  g_autofree char *text = g_strdup_printf (HEAD, call);
  g_autoptr (GError) error = NULL;
  TlModule *module = tl_script_read_text (text, &error);

  if (module == NULL)
    g_test_message ("%s: %s", call, error->message);
  return module;
}

static void
check_equal (const char *plain, const char *typed)
{
  g_autoptr (TlModule) a = read_call (plain), b = read_call (typed);
  g_autofree char *difference = NULL;

  if (a == NULL || b == NULL)
    g_test_fail ();
  else if (!tl_module_equal (a, b, &difference))
    g_test_fail_printf ("%s and %s: %s", plain, typed, difference);
}

static char *
arguments_of (const TlIntrinsic *intrinsic)
{
  GString *args = g_string_new (NULL);
  guint    n = intrinsic->n_args >= 0 ? (guint) intrinsic->n_args : 1;

  for (guint i = 0; i < G_N_ELEMENTS (own_arguments); i++)
    if (strcmp (own_arguments[i].name, intrinsic->name) == 0)
      {
        g_string_append (args, own_arguments[i].args);
        return g_string_free (args, FALSE);
      }
  for (guint i = 0; i < n; i++)
    g_string_append_printf (args, "%s%s", i > 0 ? ", " : "", intrinsic->is_float_math ? "x" : "n");
  return g_string_free (args, FALSE);
}

static const char *
type_of (const TlIntrinsic *intrinsic)
{
  return strcmp (intrinsic->name, "vectorlow") == 0 || strcmp (intrinsic->name, "vectorhigh") == 0 ? "float32x2"
         : strcmp (intrinsic->name, "vectorcombine") == 0                                          ? "float32x8"
                                                                                                   : "float32";
}

static void
test_rows (void)
{
  for (guint i = 0; tl_intrinsic_nth (i) != NULL; i++)
    {
      const TlIntrinsic *intrinsic = tl_intrinsic_nth (i);
      const char        *name = intrinsic->name, *type = type_of (intrinsic);
      g_autofree char   *args = NULL, *plain = NULL, *typed = NULL;
      const char        *comma;

      if (g_strv_contains (not_asked, name))
        continue;
      args = arguments_of (intrinsic);
      comma = *args != '\0' ? ", " : "";
      if (intrinsic->result == TL_RESULT_WRITTEN)
        plain = g_strdup_printf ("T.%s(\"%s\"%s%s)", name, type, comma, args);
      else if (intrinsic->result == TL_RESULT_LAST)
        plain = g_strdup_printf ("T.%s(%s%s\"%s\")", name, args, comma, type);
      else
        plain = g_strdup_printf ("T.%s(%s)", name, args);
      typed = g_strdup_printf ("T.%s(%s%sdtype=\"%s\")", name, args, comma, type);
      check_equal (plain, typed);
    }
}

static void
test_other_calls (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (other_calls); i++)
    {
      g_auto (GStrv) parts = g_strsplit (other_calls[i], "%s", 2);
      g_autofree char *plain = g_strjoinv ("", parts), *typed = g_strjoinv (", dtype=\"int32\"", parts);

      check_equal (plain, typed);
    }
}

/* As TVM reads them: the type of such a call follows from its arguments, whatever is written. */
static void
test_spellings (void)
{
  check_equal ("T.exp(x)", "T.exp(x, dtype=\"\")");
  check_equal ("T.exp(x)", "T.exp(x, dtype=T.float32)");
  check_equal ("T.tvm_mma_sync(h, 0, h, 0, h, 0, h, 0)", "T.tvm_mma_sync(h, 0, h, 0, h, 0, h, 0, dtype=\"handle\")");
  check_equal ("T.call_extern(\"void\", \"f\", n)", "T.call_extern(\"f\", n, dtype=\"\")");
  check_equal ("T.call_extern(\"void\", \"f\", n)", "T.call_extern(\"\", \"f\", n)");
  check_equal ("T.call_extern(\"handle\", \"f\")", "T.call_extern(\"f\", dtype=\"handle\")");
}

/* No call of these takes it in TVM. */
static void
test_refused (void)
{
  static const char *const refused[] = {
    "T.min(n, 2, dtype=\"int32\")", "T.Add(n, 2, dtype=\"int32\")", "T.Broadcast(x, 4, dtype=\"float32x4\")", "T.exp(x, type=\"float32\")",
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *text = g_strdup_printf (HEAD, refused[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (TlModule) module = tl_script_read_text (text, &error);

      g_assert_null (module);
      g_assert_nonnull (strstr (error->message, "has no argument"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/call-types/rows", test_rows);
  g_test_add_func ("/text/call-types/other-calls", test_other_calls);
  g_test_add_func ("/text/call-types/spellings", test_spellings);
  g_test_add_func ("/text/call-types/refused", test_refused);
  return g_test_run ();
}
