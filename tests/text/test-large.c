/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs with a hundred thousand of one thing are read, printed and read again. Work that grows with the square of their number takes
 * many minutes at these sizes and ends at the limit of the test; work that grows with the number takes a second.
 */

#include "core/ir/compare.h"
#include "core/text/script.h"
#include "tests/add-test.h"
#include "tests/must.h"

#define HEAD "from tvm.script import ir as I, tir as T\n"

typedef struct
{
  const char *name;
  const char *before;
  const char *each;     /* with %u, up to four times */
  const char *after;
  guint       n;        /* TL_FEWER: a tenth */
} LargeText;

static const LargeText shapes[] = {
  { "parameters", "@T.prim_func\ndef main(", "p%u: T.int32, ", "q: T.int32):\n    T.evaluate(q)\n", 100000 },
  { "buffers", "@T.prim_func\ndef main(", "B%u: T.Buffer((4,), \"int8\"), ", "q: T.int32):\n    T.evaluate(q)\n", 50000 },
  { "sizes", "@T.prim_func\ndef main(", "B%u: T.Buffer((\"n%u\",), \"int8\"), ", "q: T.int32):\n    T.evaluate(q)\n", 30000 },
  { "equal-loops", "@T.prim_func\ndef main(A: T.Buffer((8,), \"int32\")):\n", "    for i in range(8):\n        A[i] = %u\n", "", 50000 },
  { "equal-blocks", "@T.prim_func\ndef main(A: T.Buffer((8,), \"int32\")):\n",
    "    for i in range(8):\n        with T.block(\"b\"):\n            vi = T.axis.spatial(8, i)\n            A[vi] = %u\n", "", 20000 },
  { "equal-buffers", "@T.prim_func\ndef main(A: T.Buffer((8,), \"int32\")):\n", "    B = T.alloc_buffer((8,), \"int32\")\n    B[0] = %u\n",
    "", 50000 },
  { "equal-axes", "@T.prim_func\ndef main(A: T.Buffer((8,), \"int32\")):\n    with T.block(\"b\"):\n",
    "        v%u = T.axis.spatial(8, %u %% 8)\n",
    "        A[0] = 1\n", 20000 },
  { "functions", "@I.ir_module\nclass Module:\n", "    @T.prim_func\n    def f%u(a: T.int32):\n        T.evaluate(a)\n", "", 50000 },
  { "attributes", "@T.prim_func\ndef main(a: T.int32):\n    T.func_attr({", "\"k%u\": 1, ", "})\n    T.evaluate(a)\n", 10000 },
  { "annotations", "@T.prim_func\ndef main(a: T.int32):\n    for i in T.serial(4, annotations={", "\"k%u\": 1, ",
    "}):\n        T.evaluate(a)\n", 10000 },
  { "constants", "", "c%u = %u\n", "@T.prim_func\ndef main(a: T.int32):\n    T.evaluate(c7)\n", 100000 },
  { "stores", "@T.prim_func\ndef main(A: T.Buffer((1000000,), \"int32\")):\n    with T.block(\"b\"):\n", "        A[%u] = 1\n", "", 50000 },
  { "read-buffers", "@T.prim_func\ndef main(A: T.Buffer((8,), \"int32\")):\n    with T.block(\"b\"):\n        T.reads(A[0])\n"
                    "        T.writes(A[0])\n",
    "        A[0] = A[0] + %u\n", "", 50000 },
  { "comments", HEAD, "# %u\n", "@T.prim_func\ndef main(a: T.int32):\n    T.evaluate(a)\n", 200000 },
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void
test_shape (gconstpointer data)
{
  const LargeText *shape = data;
  g_autoptr (GString) text = g_string_new (HEAD);
  g_autoptr (TlModule) module = NULL, back = NULL;
  g_autofree char *printed = NULL;
  guint n = g_getenv ("TL_FEWER") != NULL ? shape->n / 10 : shape->n;

  g_string_append (text, shape->before);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, shape->each, i, i, i, i);
  g_string_append (text, shape->after);
  module = must (tl_script_read_text (text->str, &failure));
  printed = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);
  back = must (tl_script_read_text (printed, &failure));
  g_assert_true (tl_module_equal (module, back, NULL));
  g_assert_cmpuint (tl_module_hash (module), ==, tl_module_hash (back));
}

#pragma GCC diagnostic pop

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    add_test (test_shape, &shapes[i], "/text/large/%s", shapes[i].name);
  return g_test_run ();
}
