/* SPDX-License-Identifier: Apache-2.0 */
/* TVMScript: what is read, what is printed, what is refused and where. */
#include "core/text/script.h"

#include <string.h>

#include "core/ir/compare.h"
#include "tileloom-config.h"
#include "tests/must.h"
#include "tests/named-texts.h"
#include "tests/program-text.h"

static const NamedText *modules;   /* of modules.py */

#define HEAD                                                                                                   \
  "@T.prim_func\n"                                                                                             \
  "def main(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64,), \"int8\"), C: T.Buffer((64,), \"int64\"), n: T.int32):\n"

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
  { "T.evaluate(T.And(n < 3, T.bool(True)))", "T.evaluate(n < 3 and T.bool(True))" },
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
  { "T.evaluate(T.float32(16777217))", "T.evaluate(T.float32(16777217.0))" },
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
  { "T.evaluate(T.abs(n) + T.clz(n))", "T.evaluate(T.Select(n >= 0, n, 0 - n) + T.clz(n))" },
  { "T.evaluate(T.Let(x + x, where={x: n + 1}))", "x = T.int32()\nT.evaluate(T.Let(x + x, where={x: n + 1}))" },
  { "x = T.int32()\nx_1 = T.int32()\nT.evaluate(T.Let(x + T.Let(x * x_1, where={x_1: n}), where={x: n + 1}))", NULL },
  { "T.evaluate(T.call_extern(\"int32\", \"f\", A.access_ptr(\"r\"), n))",
    "T.call_extern(\"int32\", \"f\", T.tvm_access_ptr(T.type_annotation(\"float32\"), A.data, 0, 4096, 1), n)" },
  { "T.call_extern(\"f\", A.access_ptr(\"rw\", offset=4, extent=n), dtype=\"float32\")",
    "T.call_extern(\"float32\", \"f\", T.tvm_access_ptr(T.type_annotation(\"float32\"), A.data, 4, n, 3))" },
  { "T.call_extern(\"int32\", \"f\", T.address_of(A[0, 0]), \"text\\n\")", NULL },
  { "T.call_extern(\"int32\", \"f\", A.data)", NULL },
  { "T.call_packed(\"f\", n)", NULL },
  { "T.assume(n > 3)", NULL },
  { "T.tvm_storage_sync(\"shared\")", NULL },
  { "assert n > 3, \"too small\"", NULL },
  { "pass", "T.evaluate(0)" },
  { "for i in range(n):\n    A[i, i] = T.float32(1.0)", NULL },
  { "for i in T.serial(n):\n    A[i, i] = T.float32(1.0)", "for i in range(n):\n    A[i, i] = T.float32(1.0)" },
  { "for i in T.serial(n, unroll=16):\n    A[i, i] = T.float32(1.0)",
    "for i in T.serial(n, annotations={\"pragma_unroll\": 16}):\n    A[i, i] = T.float32(1.0)" },
  { "for i in T.serial(n, unroll=False):\n    A[i, i] = T.float32(1.0)",
    "for i in T.serial(n, annotations={\"disable_unroll\": T.bool(True)}):\n    A[i, i] = T.float32(1.0)" },
  { "for i in range(3, 10):\n    A[i, i] = T.float32(1.0)", NULL },
  { "for i in range(n, n + 4):\n    A[i, i] = T.float32(1.0)", NULL },
  { "for i in T.grid(4):\n    A[i, i] = T.float32(1.0)", "for i in range(4):\n    A[i, i] = T.float32(1.0)" },
  { "for i in range(4):\n    for j in range(8):\n        A[i, j] = T.float32(1.0)",
    "for i, j in T.grid(4, 8):\n    A[i, j] = T.float32(1.0)" },
  { "for i in range(4):\n    for j in range(i):\n        A[i, j] = T.float32(1.0)", NULL },
  { "for i in range(4):\n    for i in range(8):\n        A[i, i] = T.float32(1.0)",
    "for i, i_1 in T.grid(4, 8):\n    A[i_1, i_1] = T.float32(1.0)" },
  { "for i in T.parallel(4):\n    for j in T.vectorized(8, annotations={\"a\": [1, \"x\"]}):\n        A[i, j] = T.float32(1.0)", NULL },
  { "for i in range(0, 8, 2):\n    A[i, i] = T.float32(1.0)", NULL },
  { "for i in T.vectorized(8, 0, step=-2):\n    A[i, i] = T.float32(1.0)", NULL },
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
  { "with T.LetStmt(n + 1) as x:\n    A[x, x] = T.float32(1.0)\nA[0, 0] = T.float32(1.0)",
    "x: T.int32 = n + 1\nA[x, x] = T.float32(1.0)\nA[0, 0] = T.float32(1.0)" },
  { "x = 3\nA[x, x] = T.float32(1.0)", "A[3, 3] = T.float32(1.0)" },
  { "with T.attr(0, \"pragma_x\", 1):\n    A[0, 0] = T.float32(1.0)", NULL },
  { "tx = T.launch_thread(\"threadIdx.x\", 4)\nA[tx, 0] = T.float32(1.0)",
    NULL },
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

/* The lines below "# with T.block("root"):", moved to the left margin. */
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


/* The error and its place: "line:column: message" of the first line. The text stands below HEAD, whose last line is 2. */
static const struct
{
  const char *body;
  const char *message;
} mistakes[] = {
  { "    A[0, 0] = x", "3:15: x is not defined here" },
  { "    A[0] = 1.0", "3:5: buffer A has 2 dimensions, and is indexed by 1" },
  { "    A[0, 0, 0] = 1.0", "3:5: buffer A has 2 dimensions, and is indexed by 3" },
  { "    A[0, 0] = A", "3:15: expected a value, found buffer A: index it, as in A[…]" },
  { "    A[0, 0] = T.expp(A[0, 0])", "3:15: T.expp is not known here" },
  { "    A[0, 0] = T.Exp(A[0, 0])", "3:15: T.Exp is not known here; is T.exp meant?" },
  { "    A[0, 0] = T.exp(A[0, 0], 1)", "3:15: T.exp takes at most 1 argument, 2 are given" },
  { "    A[0, 0] = T.exp(n)",
    "3:15: T.exp needs a float, found a value of type int32; write T.exp (T.Cast (\"float32\", …))" },
  { "    A[0, 0] = T.max(n)", "3:15: T.max takes 2 arguments, 1 are given" },
  { "    A[0, 0] = T.Cast(\"float33\", n)",
    "3:22: unknown type \"float33\"; write a type as \"float32\", \"int8\", \"float16x4\"" },
  { "    A[0, 0] = n / 2", "3:15: \"/\" between integers is ambiguous: write // or T.truncdiv (…)" },
  { "    A[0, 0] = 1 // 0", "3:15: these numbers cannot be combined by \"//\"" },
  { "    A[0, 0] = n @ 2", "3:15: the operator \"@\" is not part of TVMScript" },
  { "    A[0, 0] = A[0, 0] & 1", "3:15: \"&\" needs integers, found a value of type float32" },
  { "    A[0, 0] = \"a\"", "3:15: a value of type handle is stored where the buffer holds float32" },
  { "    A[0, 0] = n + \"a\"", "3:15: \"+\": the operands have types int32 and handle" },
  { "    A[0, 0] = [1]", "3:15: expected an expression, found a list" },
  { "    A[0.5, 0] = 1.0", "3:7: expected an integer, found a value of type float32" },
  { "    n = 3\n    n[0] = 1", "4:5: a number cannot be indexed" },
  { "    n += 1", "3:5: only elements of buffers can change: A[…] += …" },
  { "    A[0, 0:n] = 1.0", "3:10: a vector access needs a constant length between 1 and 4096" },
  { "    n + 1", "3:5: this expression does nothing by itself" },
  { "    foo(n)", "3:5: the function foo is not known here" },
  { "    return", "3:5: return needs a value in TVMScript" },
  { "    for i in T.grd(4):\n        pass",
    "3:14: a loop runs over range, T.grid, T.serial, T.parallel, T.vectorized, T.unroll or T.thread_binding" },
  { "    for i in T.grid(4, 4):\n        pass", "3:9: 1 name for 2 loops" },
  { "    for i, j in range(4):\n        pass", "3:9: a loop has one name for its variable" },
  { "    for i in range(0, 8, 0):\n        pass", "3:26: the step of a loop must be a scalar integer other than 0" },
  { "    for i in range(4, 2):\n        pass", "3:23: this loop ends before it begins" },
  { "    for i in range(4.0):\n        pass", "3:20: expected an integer, found a value of type float32" },
  { "    for i in T.thread_binding(4):\n        pass", "3:14: T.thread_binding needs thread=\"threadIdx.x\" or another thread" },
  { "    for i in T.serial(4, annotation={}):\n        pass",
    "3:26: T.serial has no argument \"annotation\"; it has: start stop annotations step unroll" },
  { "    vi = T.axis.spatial(4, n)", "3:10: an axis must be inside a block: with T.block (\"name\"):" },
  { "    T.where(n < 3)", "3:5: T.where must be inside a block: with T.block (\"name\"):" },
  { "    with T.blok(\"b\"):\n        pass", "3:10: T.blok is not a supported context" },
  { "    with T.block(\"b\"):\n        vi = T.axis.remap(\"S\", [n])\n        pass",
    "4:33: T.axis.remap takes variables of the loops around the block" },
  { "    with T.block(\"b\"):\n        vi, vj = T.axis.remap(\"SSR\", [n, n])", "4:18: 2 names for 3 kinds and 2 loops" },
  { "    for i in range(4):\n        with T.block(\"b\"):\n            vi = T.axis.remap(\"X\", [i])",
    "5:37: 'X' is not a kind of axis; use S for spatial or R for reduce" },
  { "    with T.block(\"b\"):\n        vi = T.axis.special(4, n)",
    "4:14: T.axis.special is not known here; there are spatial, reduce, scan, opaque and remap" },
  { "    with T.block(\"b\"):\n        vi = T.axis.spatial(4, n)\n        vi = T.axis.spatial(4, n)",
    "5:9: the block has an axis vi already" },
  { "    with T.block(\"b\"):\n        T.reads(A[0])\n        pass", "4:17: buffer A has 2 dimensions, and the region gives 1" },
  { "    with T.block(\"b\"):\n        T.reads(n)\n        pass", "4:17: expected a region of a buffer, such as A[vi, 0:16]" },
  { "    with T.block(\"b\"):\n        for i in range(4):\n            T.reads(A[0, i])\n            pass",
    "5:13: T.reads must be directly inside its block, not inside a loop" },
  { "    with T.block(\"b\"):\n        with T.init():\n            pass\n        with T.init():\n            pass",
    "6:9: the block has its T.init already" },
  { "    D = T.alloc_buffer((0,))", "3:25: a dimension of buffer D is 0; it must be at least 1" },
  { "    D = T.alloc_buffer()", "3:9: T.alloc_buffer takes at least 1 argument, 0 are given" },
  { "    D = T.alloc_buffer((4,), \"handle\")", "3:30: a buffer cannot have elements of type handle" },
  { "    D = T.match_buffer(n, (4,))", "3:24: expected a region of a buffer, such as A[vi, 0:16]" },
  { "    D = T.Buffer((7,), data=A.data)", "3:9: D has another number of elements than A" },
  { "    A[0, 0] = A.size", "3:15: a buffer has no attribute \"size\"; there are shape, strides, elem_offset, dtype and data" },
  { "    for i in range(4):\n        pass\n    A[i, 0] = 1.0", "5:7: i is not defined here" },
  { "    x: T.int32 = 1.5", "3:18: expected a value of type int32, found one of type float32" },
  { "    T.func_attr({\"a\"})", "3:17: expected a dictionary such as {\"key\": value}" },
  { "    T.func_attr({\"a\": 1, \"b\"})", "3:29: expected \":\" after a key of the dictionary, found }" },
  { "    assert A[0, 0]", "3:12: expected a condition, found a value of type float32" },
  { "    A[0, 0] = T.float32(\"infinite\")", "3:25: expected \"inf\", \"-inf\" or \"nan\"" },
};

static void
test_mistakes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *text = g_strconcat (HEAD, mistakes[i].body, "\n", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (TlModule) module = tl_script_read_text (text, &error);
      g_autofree char *expected = g_strconcat ("script:", mistakes[i].message, NULL);
      g_auto (GStrv) lines = NULL;

      g_assert_null (module);
      g_assert_cmpint (error->domain, ==, TL_TEXT_ERROR);
      lines = g_strsplit (error->message, "\n", 3);
      g_assert_cmpstr (lines[0], ==, expected);
      g_assert_nonnull (lines[1]);
      g_assert_nonnull (strchr (lines[2], '^'));
    }
}

/* Whole texts that are refused. */
static const struct
{
  const char *text;
  const char *message;
} wrong_modules[] = {
  { "x = 1\n", "1:1: no class with @I.ir_module and no function with @T.prim_func" },
  { "@T.prim_func\ndef f(A): pass\n", "2:7: parameter A needs a type, such as T.Buffer ((128, 128), \"float32\"), T.int32 or T.handle" },
  { "@T.prim_func\ndef f(A: T.Buffer): pass\n",
    "2:10: unknown type \"Buffer\"; write a type as \"float32\", \"int8\", \"float16x4\"" },
  { "@T.prim_func\ndef f(A: T.Buffer((n,), \"float32\")): pass\n", "2:20: n is not defined here" },
  { "@T.prim_func\ndef f(): pass\n@T.prim_func\ndef f(): pass\n", "3:1: two functions are named f" },
};

static void
test_wrong_modules (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong_modules); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *expected = g_strconcat ("script:", wrong_modules[i].message, NULL);
      g_auto (GStrv) lines = NULL;

      g_assert_null (tl_script_read_text (wrong_modules[i].text, &error));
      g_assert_error (error, TL_TEXT_ERROR, TL_TEXT_ERROR_MEANING);
      lines = g_strsplit (error->message, "\n", 2);
      g_assert_cmpstr (lines[0], ==, expected);
    }
}

static char *
load (const char *path)
{
  char *text;

  must (g_file_get_contents (path, &text, NULL, &failure));
  return text;
}

/* Calls @check for each script of a folder; there must be at least @least. */
static void
for_each_script (const char *folder, guint least, void (*check) (const char *text))
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint       n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".py"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autofree char *text = load (path);

        g_test_message ("%s", path);
        check (text);
        n++;
      }
  g_assert_cmpuint (n, >=, least);
}

static void
check_round_trips (const char *text)
{
  g_autoptr (TlModule) module = read_script (text);

  assert_round_trip (module, TL_DIALECT_CLASSIC);
  assert_round_trip (module, TL_DIALECT_SBLOCK);
}

static void
check_printed (const char *text)
{
  g_autoptr (TlModule) module = read_script (text);
  g_autofree char *printed = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);

  g_assert_cmpstr (printed, ==, text);
  check_round_trips (text);
}

static void
check_workload (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", 3);

  g_assert_true (g_str_has_prefix (lines[0], "# title: "));
  g_assert_true (g_str_has_prefix (lines[1], "# about: "));
  g_assert_cmpuint (strlen (lines[0]), <=, 60);
  g_assert_true (g_str_has_suffix (lines[1], "."));
  check_round_trips (text);
}

static void
test_read (void)
{
  for_each_script (TEST_DIR "/read", 15, check_round_trips);
}

/* TVM's own printing comes out byte for byte. */
static void
test_printed (void)
{
  for_each_script (TEST_DIR "/printed", 5, check_printed);
}

static void
test_workloads (void)
{
  for_each_script (TL_SOURCE_DATADIR "/workloads", 17, check_workload);
}

/* Both dialects mean the same, though the older one leaves out what the newer one writes. */
static void
test_equivalents (void)
{
  static const char *const pairs[][2] = {
    { "A: T.Buffer[(8,), \"float32\"]", "A: T.Buffer((8,), \"float32\")" },
    { "A: T.Buffer[8, \"float32\"]", "A: T.Buffer((8,))" },
    { "A: T.Buffer(shape=[8], dtype=\"float32\")", "A: tir.Buffer((8,), T.float32)" },
    { "A: T.Buffer((2 * 4,), \"float32\", scope=\"global\", align=64)", "A: T.Buffer((8,), \"float32\")" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *a = g_strdup_printf ("@T.prim_func\ndef f(%s):\n    A[0] = 1.0\n", pairs[i][0]);
      g_autofree char *b = g_strdup_printf ("@T.prim_func\ndef f(%s):\n    A[0] = 1.0\n", pairs[i][1]);
      g_autoptr (TlModule) x = read_script (a);
      g_autoptr (TlModule) y = read_script (b);

      g_assert_true (tl_module_equal (x, y, NULL));
    }
}

/* The newest dialect names dimensions by strings and type variables. */
static void
test_symbols (void)
{
  g_autoptr (TlModule) newest = read_script (named_text (modules, "symbols, newest dialect"));
  g_autoptr (TlModule) classic = read_script (named_text (modules, "symbols, classic dialect"));
  g_autofree char *difference = NULL;

  if (!tl_module_equal (newest, classic, &difference))
    g_error ("%s", difference);
  assert_round_trip (newest, TL_DIALECT_CLASSIC);
  assert_round_trip (newest, TL_DIALECT_SBLOCK);
}

static void
test_module_forms (void)
{
  static const TlFuncKind kinds[] = { TL_FUNC_PRIM, TL_FUNC_GRAPH, TL_FUNC_EXTERN, TL_FUNC_PRIM };
  g_autoptr (TlModule) module = read_script (named_text (modules, "all that a module may hold"));

  g_assert_cmpstr (module->name, ==, "Two");
  g_assert_cmpuint (module->n_funcs, ==, 4);
  for (guint i = 0; i < module->n_funcs; i++)
    g_assert_cmpint (module->funcs[i].kind, ==, kinds[i]);
  g_assert_cmpstr (module->funcs[1].name, ==, "graph");
  g_assert_cmpstr (tl_module_find_func (module, "library")->external->symbol, ==, "cblas.sgemm");
  g_assert_true (tl_module_find_func (module, "two")->prim == tl_module_prim (module, "two"));
  g_assert_null (tl_module_prim (module, "graph"));
  g_assert_null (tl_module_entry (module));
  g_assert_cmpuint (module->n_prims, ==, 2);
  g_assert_null (tl_attrs_find (&module->prims[0]->attrs, "global_symbol"));
  g_assert_cmpstr (tl_attrs_find (&module->prims[1]->attrs, "global_symbol")->string, ==, "two");
  g_assert_cmpint (module->prims[0]->params[0].buffer->dtype.bits, ==, 16);
  g_assert_true (tl_expr_is_int (module->prims[0]->params[0].buffer->shape[1], 8));
  assert_round_trip (module, TL_DIALECT_CLASSIC);
  assert_round_trip (module, TL_DIALECT_SBLOCK);
}

/* Functions pair by name; a function of another kind, body or symbol is another function. */
static void
test_module_differences (void)
{
  static const char start[] = "@I.ir_module\nclass M:\n"
                              "    @T.prim_func\n    def one(A: T.Buffer((2,), \"float32\")):\n        A[0] = 1.0\n";
  static const char graph[] = "    @R.function\n    def g(x: R.Tensor((1, 2), \"float32\")):\n        return x\n";
  static const struct { const char *a; const char *b; const char *difference; } rows[] = {
    { "", "    g = R.ExternFunc(\"f\")\n", "1 functions against 2" },
    { "    g = R.ExternFunc(\"f\")\n", "    h = R.ExternFunc(\"f\")\n", "only the first has a function g" },
    { "    g = R.ExternFunc(\"f\")\n", "    g = R.ExternFunc(\"e\")\n", "function g has the symbols f and e" },
    { "    g = R.ExternFunc(\"f\")\n", graph, "function g is of another kind in the second" },
    { graph, "    @R.function\n    def g(y: R.Tensor((1, 3), \"float32\")):\n        return y\n",
      "variables x and y have different types" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char     *text_a = g_strconcat (start, rows[i].a, NULL), *text_b = g_strconcat (start, rows[i].b, NULL),
        *difference = NULL;
      g_autoptr (TlModule) a = read_script (text_a), b = read_script (text_b);

      g_assert_false (tl_module_equal (a, b, &difference));
      g_assert_cmpstr (difference, ==, rows[i].difference);
      assert_round_trip (b, TL_DIALECT_CLASSIC);
    }
}

static const TlStmt *
body_stmt (const TlModule *module)
{
  return module->prims[0]->body->block.body;
}

static void
test_noalias (void)
{
  g_autoptr (TlModule) module = read_script ("@T.prim_func\n"
                                             "def f(A: T.Buffer((8, 8), \"float32\")):\n"
                                             "    T.func_attr({\"tirx.noalias\": True, \"tir.other\": 1, \"tir.noalias\": True})\n"
                                             "    A[0, 0] = 1.0\n");
  g_autofree char *classic = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);
  g_autofree char *newer = tl_script_print (module, TL_DIALECT_SBLOCK, NULL);

  g_assert_nonnull (strstr (classic, "T.func_attr({\"tir.noalias\": T.bool(True), \"tir.other\": 1})"));
  g_assert_nonnull (strstr (newer, "T.func_attr({\"tir.other\": 1, \"tirx.noalias\": True})"));
  assert_round_trip (module, TL_DIALECT_SBLOCK);
}

static void
test_marks (void)
{
  g_autoptr (TlModule) module = read_script ("@T.prim_func\n"
                                             "def f(A: T.Buffer((8, 8), \"float32\")):\n"
                                             BLOCK_SS ("B", "8, 8", "A[vi, vj] = 1.0"));
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  g_autofree char *text = tl_script_print (module, TL_DIALECT_CLASSIC, marks);
  const TlStmt    *outer = body_stmt (module), *inner = outer->loop.body, *block = inner->loop.body;
  const TlStmt    *expected[] = { module->prims[0]->body, outer, inner, block };
  static const guint lines[][2] = { { 8, 14 }, { 9, 14 }, { 9, 14 }, { 10, 14 } };

  g_assert_cmpuint (marks->len, ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      TlNodeId id = expected[i]->kind == TL_STMT_FOR ? expected[i]->loop.id : expected[i]->block.id;
      gboolean found = FALSE;

      for (guint j = 0; j < marks->len; j++)
        {
          const TlScriptMark *mark = &g_array_index (marks, TlScriptMark, j);

          if (mark->id != id)
            continue;
          found = TRUE;
          g_assert_cmpuint (mark->first_line, ==, lines[i][0]);
          g_assert_cmpuint (mark->last_line, ==, lines[i][1]);
        }
      g_assert_true (found);
    }
  {
    g_auto (GStrv) split = g_strsplit (text, "\n", -1);

    g_assert_cmpstr (split[8], ==, "        for i, j in T.grid(8, 8):");
    g_assert_cmpstr (split[13], ==, "                A[vi, vj] = T.float32(1.0)");
  }
}

/* Names of one scope never clash in print, whatever the nodes are called. */
static void
test_names (void)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlBuilder      builder = { arena, 1 };
  const gint64   shape[] = { 8 };
  const TlBuffer *first = tl_buffer_new_const (arena, "C.rf", TL_FLOAT32, shape, 1, NULL);
  const TlBuffer *second = tl_buffer_new_const (arena, "C_rf", TL_FLOAT32, shape, 1, NULL);
  const TlVar    *i = tl_expr_var (arena, "i", TL_INT32), *other = tl_expr_var (arena, "i", TL_INT32);
  const TlVar    *odd = tl_expr_var (arena, "for", TL_INT32);
  const TlExpr   *sum = tl_add (arena, tl_add (arena, i, other), odd);
  const TlStmt   *body = tl_stmt_store (arena, first, &sum, 1, tl_expr_load (arena, second, &sum, 1));
  const TlBuffer *allocs[] = { first, second };
  TlBlock         root = { .name = "root", .allocs = allocs, .n_allocs = 2, .annotations = tl_attrs_empty };
  TlPrimFunc      func = { .name = "main", .attrs = tl_attrs_empty };
  const TlPrimFunc *funcs[] = { &func };

  body = tl_stmt_for (&builder, odd, tl_int (arena, 2), body);
  body = tl_stmt_for (&builder, other, tl_int (arena, 2), body);
  root.body = tl_stmt_for (&builder, i, tl_int (arena, 2), body);
  root.id = tl_builder_take_id (&builder);
  func.body = tl_stmt_block (arena, &root);
  {
    g_autoptr (TlModule) module = tl_module_new_prims (arena, "class", funcs, 1, builder.next_id);
    g_autofree char *text = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);

    g_assert_nonnull (strstr (text, "for i, i_1, for_1 in T.grid(2, 2, 2):"));
    g_assert_nonnull (strstr (text, "C_rf[i + i_1 + for_1] = C_rf_1[i + i_1 + for_1]"));
    assert_round_trip (module, TL_DIALECT_CLASSIC);
  }
}

/* Nodes that no operator of the language leaves behind still come back. */
static void
test_exact_nodes (void)
{
  static const TlExprKind kinds[] = { TL_EXPR_ADD, TL_EXPR_SUB, TL_EXPR_MUL, TL_EXPR_DIV, TL_EXPR_MOD, TL_EXPR_FLOORDIV, TL_EXPR_FLOORMOD,
                                      TL_EXPR_MIN, TL_EXPR_MAX, TL_EXPR_EQ, TL_EXPR_LT };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (gint64 value = -1; value <= 2; value++)
      {
        g_autoptr (TlArena) arena = tl_arena_new (NULL);
        const TlVar    *n = tl_expr_var (arena, "n", TL_INT32);
        const TlExpr   *left = tl_expr_binary (arena, kinds[k], n, tl_expr_int (arena, TL_INT32, value));
        const TlExpr   *both = tl_expr_binary (arena, kinds[k], tl_expr_int (arena, TL_INT32, value), tl_expr_int (arena, TL_INT32, 2));
        const TlStmt   *stmts[] = { tl_stmt_evaluate (arena, left), tl_stmt_evaluate (arena, both) };
        TlBlock         root = { .id = 1, .name = "root", .annotations = tl_attrs_empty, .body = tl_stmt_seq (arena, stmts, 2) };
        const TlParam   param = { "n", n, NULL };
        const TlStmt   *body = tl_stmt_block (arena, &root);
        TlPrimFunc      func = { .name = "main", .params = &param, .n_params = 1, .attrs = tl_attrs_empty, .body = body };
        const TlPrimFunc *funcs[] = { &func };
        g_autoptr (TlModule) module = tl_module_new_prims (arena, "Module", funcs, 1, 2);

        assert_round_trip (module, TL_DIALECT_CLASSIC);
      }
}

static void
check_short_forms (const char *script, const char *value, const char *region, const char *extent)
{
  g_autoptr (TlModule) module = read_script (script);
  const TlLoop    *loop = &body_stmt (module)->loop;
  const TlBlock   *block = &loop->body->block;
  g_autofree char *value_text = tl_expr_to_text (block->body->value), *region_text = tl_region_to_text (&block->reads[0]);
  g_autofree char *extent_text = tl_expr_to_text (loop->extent), *list = tl_value_to_text (tl_attrs_find (&block->annotations, "k"));

  g_assert_cmpstr (value_text, ==, value);
  g_assert_cmpstr (region_text, ==, region);
  g_assert_cmpstr (extent_text, ==, extent);
  g_assert_cmpstr (list, ==, "[1, {\"x\": True}, None, 2.5, \"a\\\"b\"]");
}

#define SHORT_FORMS(a, eight, zero, seven, wide)                                                                     \
  "@T.prim_func\n"                                                                                                   \
  "def f(A: T.Buffer((" eight ", " eight "), \"" a "\")):\n"                                                         \
  "    for i in range(" eight "):\n"                                                                                 \
  "        with T.block(\"B\"):\n"                                                                                   \
  "            vi = T.axis.spatial(" eight ", i)\n"                                                                  \
  "            T.reads(A[vi, " zero ":" eight "])\n"                                                                 \
  "            T.block_attr({\"k\": [1, {\"x\": True}, None, 2.5, \"a\\\"b\"]})\n"                                    \
  "            A[vi, " zero "] = A[vi, " seven "] + " wide "\n"

/* For people: the type that counts places and sizes is left out, that of values is not. */
static void
test_short_forms (void)
{
  check_short_forms (SHORT_FORMS ("float32", "8", "0", "7", "T.float32(1)"), "A[vi, 7] + T.float32(1.0)", "A[vi, 0:8]", "8");
  check_short_forms (SHORT_FORMS ("uint8", "T.int64(8)", "T.int64(0)", "T.int64(7)", "T.uint8(1)"), "A[vi, 7] + T.uint8(1)", "A[vi, 0:8]",
                     "8");
}

/* The programs that tests/oracle/compare-text.py compares with TVM: what is not marked as different on purpose reads and round-trips. */

#define TVM_HEAD                                                                                                       \
  "@T.prim_func(s_tir=True)\n"                                                                                        \
  "def main(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64,), \"int8\"), C: T.Buffer((64,), \"int64\"), "           \
  "D16: T.Buffer((16, 16), \"float16\"), n: T.int32, m: T.int64, x: T.float32, y: T.float16, h: T.handle):\n"

static guint
check_tvm_items (const char *name, const char *separator)
{
  g_autofree char *path = g_build_filename (TEST_DIR, "tvm", name, NULL), *all = NULL;
  g_auto (GStrv) items = NULL;
  guint    n = 0;
  gboolean is_marked = FALSE;

  g_assert_true (g_file_get_contents (path, &all, NULL, NULL));
  items = g_strsplit (all, separator, -1);
  for (guint i = 0; items[i] != NULL; i++)
    {
      g_autofree char *expression = g_strdup_printf ("T.evaluate(%s)", items[i]);
      g_autofree char *body = indent (*separator == '\n' && separator[1] == '\0' ? expression : items[i]), *text = NULL;
      g_autoptr (TlModule) module = NULL;
      gboolean is_reason = g_str_has_prefix (items[i], "#?") && strchr (items[i], '\n') == NULL;

      if (!is_reason && !is_marked && !g_str_has_prefix (items[i], "#?") && *items[i] != '\0')
        {
          text = strchr (items[i], '@') != NULL ? g_strdup (items[i]) : g_strconcat (TVM_HEAD, body, "\n", NULL);
          module = read_script (text);
          assert_round_trip (module, TL_DIALECT_CLASSIC);
          assert_round_trip (module, TL_DIALECT_SBLOCK);
          n++;
        }
      is_marked = is_reason;
    }
  return n;
}

static void
test_tvm_programs (void)
{
  g_assert_cmpuint (check_tvm_items ("expressions.txt", "\n"), >=, 250);
  g_assert_cmpuint (check_tvm_items ("statements.txt", "\n---\n"), >=, 70);
  g_assert_cmpuint (check_tvm_items ("modules.txt", "\n---\n"), >=, 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  modules = named_texts_read (TEST_DIR "/modules.py");
  g_test_add_func ("/text/script/statements", test_statements);
  g_test_add_func ("/text/script/mistakes", test_mistakes);
  g_test_add_func ("/text/script/wrong-modules", test_wrong_modules);
  g_test_add_func ("/text/script/equivalents", test_equivalents);
  g_test_add_func ("/text/script/symbols", test_symbols);
  g_test_add_func ("/text/script/module-forms", test_module_forms);
  g_test_add_func ("/text/script/module-differences", test_module_differences);
  g_test_add_func ("/text/script/read", test_read);
  g_test_add_func ("/text/script/printed", test_printed);
  g_test_add_func ("/text/script/tvm-programs", test_tvm_programs);
  g_test_add_func ("/text/script/workloads", test_workloads);
  g_test_add_func ("/text/script/noalias", test_noalias);
  g_test_add_func ("/text/script/marks", test_marks);
  g_test_add_func ("/text/script/names", test_names);
  g_test_add_func ("/text/script/exact-nodes", test_exact_nodes);
  g_test_add_func ("/text/script/short-forms", test_short_forms);
  return g_test_run ();
}
