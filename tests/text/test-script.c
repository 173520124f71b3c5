/* SPDX-License-Identifier: Apache-2.0 */
/* TVMScript: what is read, what is printed, what is refused and where. */
#include "core/text/script.h"

#include <string.h>

#include "core/ir/compare.h"

#define HEAD "@T.prim_func\ndef main(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64,), \"int8\"), C: T.Buffer((64,), \"int64\"), n: T.int32):\n"

/* One statement of a function with the parameters above: as it is written, and as it is printed (NULL: the same). */
static const struct
{
  const char *written;
  const char *printed;
} statements[] = {
  { "A[0, 0] = T.float32(0.0)", NULL },
  { "A[0, 0] = 0", "A[0, 0] = T.float32(0.0)" },
  { "A[0, n] = A[n, 0] + 1", "A[0, n] = A[n, 0] + T.float32(1.0)" },
  { "A[0, 0] += A[1, 1]", "A[0, 0] = A[0, 0] + A[1, 1]" },
  { "A[0, 0] = n", "A[0, 0] = T.Cast(\"float32\", n)" },
  { "A[n + 1, n * 1] = 0.5", "A[n + 1, n] = T.float32(0.5)" },
  { "B[n] = B[n] + 1", "B[n] = T.Cast(\"int8\", T.Cast(\"int32\", B[n]) + 1)" },
  { "B[n] = B[n] + T.int8(1)", NULL },
  { "C[n] = C[n] * 2", "C[n] = C[n] * T.int64(2)" },
  { "C[n] = C[n] + n", "C[n] = C[n] + T.Cast(\"int64\", n)" },
  { "A[0, 0:4] = A[1, T.Ramp(0, 1, 4)] * T.Broadcast(T.float32(2.0), 4)", NULL },
  { "A[n, n * 4:n * 4 + 4] = 1.0", "A[n, n * 4:n * 4 + 4] = T.Broadcast(T.float32(1.0), 4)" },
  { "T.evaluate(n + 2 - (3 - n))", NULL },
  { "T.evaluate((n + 2) * 3)", NULL },
  { "T.evaluate(n * (n * n))", NULL },
  { "T.evaluate(n // 2 // 3)", NULL },
  { "T.evaluate(n // (n // 3))", NULL },
  { "T.evaluate(n % 4 * 2)", NULL },
  { "T.evaluate(n * (n % 4))", NULL },
  { "T.evaluate(1 + 2 * 3 - 2 ** 3)", "T.evaluate(-1)" },
  { "T.evaluate(7 // -2 + 7 % -2 + (1 << 4) + (6 & 3))", "T.evaluate(13)" },
  { "T.evaluate(2147483647 + 1)", "T.evaluate(T.int64(2147483648))" },
  { "T.evaluate(T.Add(1, 2))", NULL },
  { "T.evaluate(T.Mul(n, 1))", NULL },
  { "T.evaluate(T.And(n < 3, T.bool(True)))", NULL },
  { "T.evaluate(not (n < 3 or n > 5) and n == 4)", NULL },
  { "T.evaluate(n < 3 and (n > 1 and n != 2))", NULL },
  { "T.evaluate(0 <= n < 8)", "T.evaluate(0 <= n and n < 8)" },
  { "T.evaluate((n < 3) == (n > 1))", NULL },
  { "T.evaluate(n << 2 & 3 | n ^ 5)", NULL },
  { "T.evaluate((n | 1) << 2)", NULL },
  { "T.evaluate(~n + ~(n + 1))", NULL },
  { "T.evaluate(-n)", "T.evaluate(n * -1)" },
  { "T.evaluate(n - -1)", NULL },
  { "T.evaluate(T.min(n, 3) + T.max(n, -3))", NULL },
  { "T.evaluate(min(n, 3) + max(2, 3))", "T.evaluate(T.min(n, 3) + 3)" },
  { "T.evaluate(T.truncdiv(n, 3) + T.truncmod(n, 3))", "T.evaluate(T.Div(n, 3) + T.truncmod(n, 3))" },
  { "T.evaluate(T.floordiv(n, 3) + T.floormod(n, 3) + T.ceildiv(n, 4))", "T.evaluate(n // 3 + n % 3 + (n + 4 - 1) // 4)" },
  { "T.evaluate(T.Select(n > 3, n, 1))", NULL },
  { "T.evaluate(T.if_then_else(n > 3, A[n, 0], T.float32(0.0)))", NULL },
  { "T.evaluate(A[n, 0] if n > 3 else 0.0)", "T.evaluate(T.if_then_else(n > 3, A[n, 0], T.float32(0.0)))" },
  { "T.evaluate(T.float32(0.1))", NULL },
  { "T.evaluate(T.float32(16777217))", "T.evaluate(T.float32(16777216.0))" },
  { "T.evaluate(T.float64(0.1))", NULL },
  { "T.evaluate(T.float32(1e-30) + T.float32(1e30) * A[0, 0])", "T.evaluate(T.float32(1e-30) + T.float32(1e+30) * A[0, 0])" },
  { "T.evaluate(T.float32(-0.0))", NULL },
  { "T.evaluate(T.float32(\"inf\"))", NULL },
  { "T.evaluate(T.float32(\"-inf\"))", NULL },
  { "T.evaluate(T.float32(\"nan\"))", NULL },
  { "T.evaluate(T.infinity(\"float32\"))", "T.evaluate(T.float32(\"inf\"))" },
  { "T.evaluate(T.min_value(\"int8\"))", "T.evaluate(T.int8(-128))" },
  { "T.evaluate(T.max_value(\"uint8\"))", "T.evaluate(T.uint8(255))" },
  { "T.evaluate(T.int64(-9223372036854775808))", NULL },
  { "T.evaluate(T.bool(True))", NULL },
  { "T.evaluate(True)", "T.evaluate(T.bool(True))" },
  { "T.evaluate(T.float16(1.5) + T.bfloat16(2))", "T.evaluate(T.float16(3.5))" },
  { "T.evaluate(A[0, 0].astype(\"float16\"))", "T.evaluate(T.Cast(\"float16\", A[0, 0]))" },
  { "T.evaluate(T.cast(A[0, 0], \"float32\"))", "T.evaluate(A[0, 0])" },
  { "T.evaluate(T.int32(B[0]))", "T.evaluate(T.Cast(\"int32\", B[0]))" },
  { "T.evaluate(T.reinterpret(\"int32\", A[0, 0]))", NULL },
  { "T.evaluate(T.exp(A[0, 0]) + T.pow(A[0, 0], 2.0))", "T.evaluate(T.exp(A[0, 0]) + T.pow(A[0, 0], T.float32(2.0)))" },
  { "T.evaluate(T.abs(n) + T.clz(n))", NULL },
  { "T.evaluate(T.Let(x + x, where={x: n + 1}))", NULL },
  { "T.evaluate(T.call_extern(\"int32\", \"f\", A.access_ptr(\"r\"), n))", "T.call_extern(\"int32\", \"f\", A.access_ptr(\"r\"), n)" },
  { "T.call_extern(\"f\", A.access_ptr(\"rw\", offset=4, extent=n), dtype=\"float32\")",
    "T.call_extern(\"float32\", \"f\", A.access_ptr(\"rw\", offset=4, extent=n))" },
  { "T.call_extern(\"int32\", \"f\", T.address_of(A[0, 0]), \"text\\n\")", NULL },
  { "T.call_extern(\"int32\", \"f\", A.data)", "T.call_extern(\"int32\", \"f\", T.address_of(A[0, 0]))" },
  { "T.call_packed(\"f\", n)", NULL },
  { "T.assume(n > 3)", NULL },
  { "T.tvm_storage_sync(\"shared\")", NULL },
  { "assert n > 3, \"too small\"", NULL },
  { "pass", "T.evaluate(0)" },
  { "for i in range(n):\n    A[i, i] = T.float32(1.0)", NULL },
  { "for i in T.serial(n):\n    A[i, i] = T.float32(1.0)", "for i in range(n):\n    A[i, i] = T.float32(1.0)" },
  { "for i in range(3, 10):\n    A[i, i] = T.float32(1.0)", NULL },
  { "for i in range(n, n + 4):\n    A[i, i] = T.float32(1.0)", NULL },
  { "for i in T.grid(4):\n    A[i, i] = T.float32(1.0)", "for i in range(4):\n    A[i, i] = T.float32(1.0)" },
  { "for i in range(4):\n    for j in range(8):\n        A[i, j] = T.float32(1.0)", "for i, j in T.grid(4, 8):\n    A[i, j] = T.float32(1.0)" },
  { "for i in range(4):\n    for j in range(i):\n        A[i, j] = T.float32(1.0)", NULL },
  { "for i in range(4):\n    for i in range(8):\n        A[i, i] = T.float32(1.0)", "for i, i_1 in T.grid(4, 8):\n    A[i_1, i_1] = T.float32(1.0)" },
  { "for i in T.parallel(4):\n    for j in T.vectorized(8, annotations={\"a\": [1, \"x\"]}):\n        A[i, j] = T.float32(1.0)", NULL },
  { "for i in T.unroll(2, 6):\n    A[i, i] = T.float32(1.0)", NULL },
  { "for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n    A[i, i] = T.float32(1.0)", NULL },
  { "for i in T.thread_binding(0, 4, \"threadIdx.x\"):\n    A[i, i] = T.float32(1.0)",
    "for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n    A[i, i] = T.float32(1.0)" },
  { "for i in T.serial(4, annotations={\"b\": True, \"a\": 1.5}):\n    A[i, i] = T.float32(1.0)",
    "for i in T.serial(4, annotations={\"a\": 1.5, \"b\": T.bool(True)}):\n    A[i, i] = T.float32(1.0)" },
  { "if n < 3:\n    A[0, 0] = T.float32(1.0)\nelse:\n    A[0, 1] = T.float32(1.0)", NULL },
  { "if n < 3:\n    A[0, 0] = T.float32(1.0)\nelif n:\n    A[0, 1] = T.float32(1.0)",
    "if n < 3:\n    A[0, 0] = T.float32(1.0)\nelse:\n    if n != 0:\n        A[0, 1] = T.float32(1.0)" },
  { "while C[0] < T.int64(3):\n    C[0] = C[0] + T.int64(1)", NULL },
  { "x: T.int32 = n + 1\nA[x, x] = T.float32(1.0)", NULL },
  { "x: T.let[T.int32] = n + 1\nA[x, x] = T.float32(1.0)", "x: T.int32 = n + 1\nA[x, x] = T.float32(1.0)" },
  { "x = n + 1\nA[x, x] = T.float32(1.0)", "x: T.int32 = n + 1\nA[x, x] = T.float32(1.0)" },
  { "with T.LetStmt(n + 1) as x:\n    A[x, x] = T.float32(1.0)\nA[0, 0] = T.float32(1.0)", NULL },
  { "x = 3\nA[x, x] = T.float32(1.0)", "A[3, 3] = T.float32(1.0)" },
  { "with T.attr(0, \"pragma_x\", 1):\n    A[0, 0] = T.float32(1.0)", NULL },
  { "tx = T.launch_thread(\"threadIdx.x\", 4)\nA[tx, 0] = T.float32(1.0)",
    "for tx in T.thread_binding(4, thread=\"threadIdx.x\"):\n    A[tx, 0] = T.float32(1.0)" },
  { "D = T.alloc_buffer((8,), \"int32\", scope=\"local\")\nD[n] = n", "D = T.alloc_buffer((8,), \"int32\", scope=\"local\")\nD[n] = n" },
  { "D = T.alloc_buffer([8, 8])\nD[n, 0] = T.float32(1.0)", "D = T.alloc_buffer((8, 8))\nD[n, 0] = T.float32(1.0)" },
  { "D = T.alloc_buffer((8, 8), strides=(16, 1), align=128, offset_factor=4)\nD[n, 0] = T.float32(1.0)", NULL },
  { "D = T.alloc_buffer((), \"float16\")\nD[()] = T.float16(1.0)", NULL },
  { "D = T.alloc_buffer((), \"float16\")\nA[0, 0] = D", "D = T.alloc_buffer((), \"float16\")\nA[0, 0] = T.Cast(\"float32\", D[()])" },
  { "D = T.Buffer((4096,), data=A.data)\nD[n] = D[n] + 1.0", "A[n // 64, n % 64] = A[n // 64, n % 64] + T.float32(1.0)" },
};

static char *
indent (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *out = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (out, "%s    %s", i > 0 ? "\n" : "", lines[i]);
  return g_string_free (out, FALSE);
}

static TlModule *
read_script (const char *text)
{
  g_autoptr (GError) error = NULL;
  TlModule *module = tl_script_read_text (text, &error);

  if (error != NULL)
    g_error ("%s\n%s", error->message, text);
  return module;
}

/* Printing and reading again gives an equal module and the same text. */
static void
assert_round_trip (const TlModule *module, TlDialect dialect)
{
  g_autofree char *text = tl_script_print (module, dialect, NULL);
  g_autoptr (TlModule) again = read_script (text);
  g_autofree char *text_again = tl_script_print (again, dialect, NULL);
  g_autofree char *difference = NULL;

  if (!tl_module_equal (module, again, &difference))
    g_error ("%s\n%s", difference, text);
  g_assert_cmpuint (tl_module_hash (module), ==, tl_module_hash (again));
  g_assert_cmpstr (text, ==, text_again);
}

/* What stands below "# with T.block("root"):", moved to the left margin. */
static char *
body_of (const char *text)
{
  const char *mark = strstr (text, "# with T.block(\"root\"):\n");
  g_auto (GStrv) lines = g_strsplit (strchr (mark, '\n') + 1, "\n", -1);
  GString *out = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? "\n" : "", lines[i] + 8);
  return g_string_free (out, FALSE);
}

static void
test_statements (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autofree char *body = indent (statements[i].written);
      g_autofree char *text = g_strconcat (HEAD, body, "\n", NULL);
      g_autoptr (TlModule) module = read_script (text);
      g_autofree char *printed = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);
      g_autofree char *found = body_of (printed);

      g_assert_cmpstr (found, ==, statements[i].printed != NULL ? statements[i].printed : statements[i].written);
      assert_round_trip (module, TL_DIALECT_CLASSIC);
      assert_round_trip (module, TL_DIALECT_SBLOCK);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/script/statements", test_statements);
  return g_test_run ();
}
