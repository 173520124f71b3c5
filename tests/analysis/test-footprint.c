/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/analysis/footprint.h"
#include "core/schedule/state.h"
#include "tests/program-text.h"
#include "tests/read-module.h"

#define HEADER "from tvm.script import tir as T\n@T.prim_func\n"

static TlModule *
read_function (const char *script)
{
  g_autofree char *text = g_strconcat (HEADER, script, NULL);

  return read_module (text);
}

/* --- operations: the figures are those of TVM's estimator --- */

static const char linear0[] =
  "def linear0(X: T.Buffer((1, 784), \"float32\"), W: T.Buffer((128, 784), \"float32\"), B: T.Buffer((128,), \"float32\"), Z: "
  "T.Buffer((1, 128), \"float32\")):\n"
  "    Y = T.alloc_buffer((1, 128), \"float32\")\n"
  BLOCK_SSR ("Y", "1, 128, 784", "Y[vi, vj] = T.float32(0)", "Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vj, vk]")
  BLOCK_SS ("Z", "1, 128", "Z[vi, vj] = Y[vi, vj] + B[vj]");

static void
test_flops_of_programs (void)
{
  static const struct
  {
    const char *script;
    double      flops;
  } rows[] = {
    { MATMUL ("128", "128", "128"), 4194304 },
    { MATMUL ("1024", "1024", "1024"), 2147483648.0 },
    { linear0, 200832 },
    { "def main(a: T.handle):\n"
      "    n = T.int32()\n"
      "    A = T.match_buffer(a, (n,), \"float32\")\n"
      BLOCK_S ("A", "n", "A[vi] = A[vi] + T.float32(1)"), -1 },
    { "def main(A: T.Buffer((8,), \"float32\")):\n"
      "    T.func_attr({\"estimated_flops\": 12345})\n"
      BLOCK_S ("A", "8", "A[vi] = A[vi] + T.float32(1)"), 12345 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule) module = read_function (rows[i].script);

      g_assert_cmpfloat (tl_func_flops (module->prims[0]), ==, rows[i].flops);
    }
}

#define SYMBOLIC(loops, body)                                                                   \
  "def main(a: T.handle, b: T.handle):\n"                                                       \
  "    n = T.int32()\n"                                                                         \
  "    m = T.int32()\n"                                                                         \
  "    A = T.match_buffer(a, (n, m), \"float32\")\n"                                           \
  "    B = T.match_buffer(b, (n, m), \"float32\")\n"                                           \
  loops                                                                                         \
  "        with T.block(\"B\"):\n"                                                             \
  "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"                                        \
  "            " body "\n"

/* Counts of programs with extents that are no numbers. */
static void
test_flops_as_formulas (void)
{
  static const struct
  {
    const char *script;
    const char *flops;
  } rows[] = {
    { MATMUL ("128", "128", "128"), "4194304" },
    { SYMBOLIC ("    for i, j in T.grid(n, m):\n", "B[vi, vj] = A[vi, vj]"), "0" },
    { SYMBOLIC ("    for i, j in T.grid(n, m):\n", "B[vi, vj] = A[vi, vj] + A[vi, vj] * A[vi, vj]"), "2*n*m" },
    { SYMBOLIC ("    for i, j in T.grid(n, m):\n",
                "B[vi, vj] = A[vi, vj] + A[vi, vj]\n    for j, i in T.grid(m, n):\n        with T.block(\"C\"):\n"
                "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            B[vi, vj] = B[vi, vj] + T.float32(1)"), "2*n*m" },
    { SYMBOLIC ("    for i, j in T.grid(n, m):\n",
                "B[vi, vj] = A[vi, vj] + A[vi, vj]\n    for i in range(n):\n        with T.block(\"C\"):\n"
                "            vi = T.axis.spatial(n, i)\n            B[vi, 0] = B[vi, 0] * T.float32(1.5)"), "1*n*m + 1*n" },
    { SYMBOLIC ("    for i, j in T.grid(n, 8):\n", "B[vi, vj] = A[vi, vj] * A[vi, vj]"), "8*n" },
    { SYMBOLIC ("    for i, j in T.grid((n + 31) // 32, m):\n", "B[vi, vj] = A[vi, vj] * A[vi, vj]"), "1*((n + 31) // 32)*m" },
    { SYMBOLIC ("    for i in range(n):\n      for j in range(i + 1):\n", "B[vi, vj] = A[vi, vj] * A[vi, vj]"), "1*n*n" },
    { SYMBOLIC ("    for i in range(n):\n      for j in range(n - i):\n", "B[vi, vj] = A[vi, vj] * A[vi, vj]"), "1*n*n" },
    { SYMBOLIC ("    for i, j in T.grid(n, m):\n",
                "if vi < 4:\n                B[vi, vj] = A[vi, vj]\n            else:\n"
                "                B[vi, vj] = -A[vi, vj] * A[vi, vj] + A[vi, vj]"),
      "3*n*m" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule) module = read_function (rows[i].script);
      g_autofree char     *text = tl_func_flops_text (module->prims[0]);

      if (strcmp (text, rows[i].flops) != 0)
        g_error ("%s, not %s:\n%s", text, rows[i].flops, rows[i].script);
    }
}

static void
test_flops_of_statements (void)
{
  static const struct
  {
    const char *dtype;
    const char *body;    /* of a block of 100 instances */
    double      each;
  } rows[] = {
    { "float32", "B[vi] = A[vi]", 0 },
    { "float32", "B[vi] = A[vi] * A[vi] - A[vi]", 2 },
    { "int8", "B[vi] = A[vi] * A[vi] - A[vi]", 2 },
    { "float16", "B[vi] = A[vi] / A[vi]", 1 },
    { "int32", "B[vi] = A[vi] // A[vi] + A[vi] % A[vi]", 3 },
    { "float32", "B[vi] = A[(vi + 1) % 100]", 0 },
    { "float32", "B[vi] = T.max(A[vi], B[vi])", 1 },
    { "float32", "B[vi] = T.exp(A[vi])", 0 },
    { "float32", "B[vi] = T.exp(A[vi] + A[vi])", 1 },
    { "float32", "B[vi] = T.pow(A[vi] + A[vi], A[vi] * A[vi])", 2 },
    { "float32", "B[vi] = T.Cast(\"float32\", vi * 2)", 1 },
    { "float32", "B[vi] = T.Select(vi < 5, A[vi] + A[vi], A[vi] * A[vi] * A[vi])", 2 },
    { "float32", "B[vi] = T.if_then_else(vi < 5, A[vi] + A[vi], A[vi] * A[vi] * A[vi])", 3 },
    { "float32", "B[vi] = T.Select(A[vi] < A[vi] + A[vi], A[vi], A[vi])", 0 },
    { "float32", "if vi < 50:\n                B[vi] = A[vi] + A[vi]\n            else:\n                B[vi] = A[vi] * A[vi] * A[vi]",
      2 },
    { "float32", "for j in range(7):\n                B[vi] = A[vi] + A[vi]", 7 },
    { "float32", "T.evaluate(A[vi] + A[vi])", 0 },
    { "float32", "with T.init():\n                B[vi] = A[vi] + A[vi]\n            B[vi] = A[vi]", 0 },
    { "float32", "while B[vi] + B[vi] < T.float32(1):\n                B[vi] = B[vi] + T.float32(1)", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *script = g_strdup_printf ("def main(A: T.Buffer((100,), \"%s\"), B: T.Buffer((100,), \"%s\")):\n"
                                                 BLOCK_S ("B", "100", "%s"), rows[i].dtype, rows[i].dtype, rows[i].body);
      g_autoptr (TlModule) module = read_function (script);

      if (tl_func_flops (module->prims[0]) != rows[i].each * 100)
        g_error ("%s: %g operations, not %g", rows[i].body, tl_func_flops (module->prims[0]), rows[i].each * 100);
    }
}

/* --- footprints --- */

typedef struct
{
  const char *name;
  TlNodeId    id;
} NodeSearch;

static void
search (const TlStmt *stmt, NodeSearch *found)
{
  if (stmt->kind == TL_STMT_FOR)
    {
      if (strcmp (stmt->loop.var->name, found->name) == 0)
        found->id = stmt->loop.id;
      search (stmt->loop.body, found);
    }
  else if (stmt->kind == TL_STMT_BLOCK)
    {
      if (strcmp (stmt->block.name, found->name) == 0)
        found->id = stmt->block.id;
      search (stmt->block.body, found);
    }
  else if (stmt->kind == TL_STMT_SEQ)
    for (guint i = 0; i < stmt->n_stmts; i++)
      search (stmt->stmts[i], found);
  else if (stmt->kind == TL_STMT_LET)
    search (stmt->let_body, found);
}

/* "A r 2x128 1024; C rw 2x2 16": buffers in order of first access, their extents and bytes. */
static char *
describe (const TlFootprint *footprint)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < footprint->n_touched; i++)
    {
      const TlTouched *touched = &footprint->touched[i];

      g_string_append_printf (text, "%s%s %s%s ", i > 0 ? "; " : "", touched->buffer->name, touched->is_read ? "r" : "",
                              touched->is_written ? "w" : "");
      for (guint k = 0; k < touched->buffer->n_dims; k++)
        {
          gint64 extent = -1;

          tl_expr_get_int (touched->region.ranges[k].extent, &extent);
          g_string_append_printf (text, "%s%" G_GINT64_FORMAT, k > 0 ? "x" : "", extent);
        }
      g_string_append_printf (text, " %" G_GINT64_FORMAT, touched->n_bytes);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_footprints (void)
{
  static const struct
  {
    const char *func;   /* of footprints.py */
    const char *node;
    const char *touched;
    gint64      total_bytes;
  } rows[] = {
    { "matmul", "root", "A r 128x128 65536; B r 128x128 65536; C rw 128x128 65536", 196608 },
    { "matmul", "i", "A r 1x128 512; B r 128x128 65536; C rw 1x128 512", 66560 },
    { "matmul", "j", "A r 1x128 512; B r 128x1 512; C rw 1x1 4", 1028 },
    { "matmul", "k", "A r 1x1 4; B r 1x1 4; C rw 1x1 4", 12 },
    { "matmul", "C", "A r 1x1 4; B r 1x1 4; C rw 1x1 4", 12 },
    { "tiled", "j0", "A r 8x128 4096; B r 128x16 8192; L rw 8x16 512; C w 8x16 512", 13312 },
    { "tiled", "k0", "A r 8x4 128; B r 4x16 256; L rw 8x16 512", 896 },
    { "tiled", "i1", "A r 1x4 16; B r 4x16 256; L rw 1x16 64", 336 },
    { "tiled", "i0", "A r 8x128 4096; B r 128x128 65536; L rw 8x128 4096; C w 8x128 4096", 77824 },
    { "conv", "w", "X r 3x3x4 144; W r 3x3x4x8 1152; Y rw 1x1x8 32", 1328 },
    { "conv", "h", "X r 3x16x4 768; W r 3x3x4x8 1152; Y rw 1x14x8 448", 2368 },
    { "overhang", "root", "A r 100 100; B w 100 100", 200 },
    { "overhang", "i0", "A r 32 32; B w 32 32", 64 },
    { "unit", "uo", "A r 8x64 2048; P rw 8x64 2048; B w 8x64 2048", 6144 },
    { "unit", "um", "A r 8x64 2048; P rw 8x64 2048; B w 8x64 2048", 6144 },
    { "unit", "ui", "P r 1x64 256; B w 1x64 256", 512 },
    { "together", "ko", "A r 8x16 512; S rw 8x16 512; B w 1x16 64", 1088 },
    { "together", "tx", "A r 8x64 2048; S rw 8x64 2048; B w 1x64 256", 4352 },
    { "nested", "jo", "A r 8x8 128; B w 8x8 128", 256 },
    { "nested", "io", "A r 8x64 1024; B w 8x64 1024", 2048 },
    { "nested", "B_o", "A r 8x8 128; B w 8x8 128", 256 },
    { "nested", "i", "A r 1x8 16; B w 1x8 16", 32 },
    { "loops", "root", "Y rw 8 32; A r 8x16 512; C w 8 32", 576 },
    { "loops", "i", "Y rw 1 4; A r 1x16 64", 68 },
    { "loops", "k", "Y r 1 4; C w 1 4", 8 },
    { "lets", "i", "C rw 16 64; A r 1x16 64", 128 },
    { "lets", "j", "C rw 1 4; A r 1x1 4", 8 },
    { "own", "root", "A r 8x16 512; C w 8 32; S rw 4 16", 560 },
    { "own", "C", "A r 1x16 64; C w 1 4; S rw 4 16", 84 },
    { "own", "k", "S r 1 4; C w 1 4", 8 },
    { "lanes", "root", "A r 19 76; C w 52 208", 284 },
    { "lanes", "i", "A r 7 28; C w 4 16", 44 },
  };
  g_autoptr (TlModule) module = read_module_file (TEST_DIR "/footprints.py");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlArena)  arena = tl_arena_new (module->arena);
      NodeSearch           found = { rows[i].node, 0 };
      TlFootprint         *footprint;
      g_autofree char     *text = NULL;

      search (tl_module_prim (module, rows[i].func)->body, &found);
      g_assert_cmpuint (found.id, !=, 0);
      footprint = tl_footprint_of (arena, module, found.id);
      g_assert_cmpuint (footprint->node, ==, found.id);
      text = describe (footprint);
      if (strcmp (text, rows[i].touched) != 0 || footprint->total_bytes != rows[i].total_bytes)
        g_error ("%s, %s: %s, %" G_GINT64_FORMAT " bytes, instead of %s, %" G_GINT64_FORMAT, rows[i].func, rows[i].node, text,
                 footprint->total_bytes, rows[i].touched, rows[i].total_bytes);
    }
}

static void
test_no_such_node (void)
{
  g_autoptr (TlModule) module = read_function (linear0);

  g_assert_null (tl_footprint_of (module->arena, module, 123456));
}

/* --- budgets: what an analysis costs grows with the program as it is written --- */

#define DEPTH 60u

/* @form with each "$" replaced by what the forms inside make, @depth of them. */
static char *
nested_value (const char *form, guint depth)
{
  g_auto (GStrv) parts = g_strsplit (form, "$", -1);
  char          *text = g_strdup ("A[vi]");

  for (guint i = 0; i < depth; i++)
    {
      char *next = g_strjoinv (text, parts);

      g_free (text);
      text = next;
    }
  return text;
}

static TlModule *
module_of_value (const char *value)
{
  g_autofree char *script = g_strdup_printf ("def main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
                                             BLOCK_S ("B", "64", "B[vi] = %s"), value);

  return read_function (script);
}

/* An analysis that looks at one side of each choice twice would look 2^60 times. */
static void
test_deep_values (void)
{
  static const struct { const char *form; guint each; } rows[] = {
    { "T.Select(vi < 5, $, A[vi] + T.float32(1))", 0 },
    { "T.Select(vi < 5, A[vi], $ + T.float32(1))", 1 },
    { "T.if_then_else(vi < 5, $, A[vi])", 0 },
    { "T.max($, A[vi])", 1 },
    { "T.min(A[vi], $)", 1 },
    { "($ + A[vi]) * T.float32(0.5)", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char     *value = nested_value (rows[i].form, DEPTH);
      g_autoptr (TlModule) module = module_of_value (value);
      double               most = rows[i].each * DEPTH + 1;

      g_assert_cmpfloat (tl_func_flops (module->prims[0]), >=, 64.0 * rows[i].each * DEPTH);
      g_assert_cmpfloat (tl_func_flops (module->prims[0]), <=, 64.0 * most);
      g_assert_nonnull (tl_footprint_of (module->arena, module, module->prims[0]->body->block.id));
    }
}

/* Branches of statements, loops whose counts exceed any integer. */
static void
test_deep_statements (void)
{
  g_autoptr (GString)  script = g_string_new ("def main(A: T.Buffer((1,), \"float32\"), B: T.Buffer((1,), \"float32\")):\n");
  g_autoptr (TlModule) module = NULL, huge = NULL;

  for (guint i = 0; i < DEPTH; i++)
    g_string_append_printf (script, "%*sif A[0] < T.float32(%u):\n%*sB[0] = A[0]\n%*selse:\n", (int) i * 4 + 4, "", i, (int) i * 4 + 8, "",
                            (int) i * 4 + 4, "");
  g_string_append_printf (script, "%*sB[0] = A[0] + T.float32(1)\n", (int) DEPTH * 4 + 4, "");
  module = read_function (script->str);
  g_assert_cmpfloat (tl_func_flops (module->prims[0]), ==, 1);
  huge = read_function ("def main(A: T.Buffer((1,), \"float32\"), B: T.Buffer((1,), \"float32\")):\n"
                      "    for a, b, c, i in T.grid(1000000000, 1000000000, 1000000000, 1):\n"
                      "        with T.block(\"B\"):\n"
                      "            vi = T.axis.spatial(1, i)\n"
                      "            B[vi] = A[vi] + T.float32(1)\n");
  g_assert_cmpfloat (tl_func_flops (huge->prims[0]), ==, 1e27);
}

/* Squares of squares: a step that would double the program again is refused before that takes all memory. */
static void
test_inlining_is_bounded (void)
{
  g_autoptr (GString)  script = g_string_new ("def main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n");
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState)  state = NULL;
  g_autoptr (GError)   error = NULL;
  guint                n = 0;

  for (guint i = 0; i < 24; i++)
    g_string_append_printf (script, "    X%u = T.alloc_buffer((8,))\n", i);
  for (guint i = 0; i <= 24; i++)
    {
      g_autofree char *from = i > 0 ? g_strdup_printf ("X%u", i - 1) : g_strdup ("A"), *to = i < 24 ? g_strdup_printf ("X%u", i)
                                                                                             : g_strdup ("B");

      g_string_append_printf (script, BLOCK_S ("%s", "8", "%s[vi] = %s[vi] * %s[vi]"), to, to, from, from);
    }
  module = read_function (script->str);
  state = tl_state_new (module, 1);
  for (; n < 24 && error == NULL; n++)
    {
      const TlStmt *body = tl_state_module (state)->prims[0]->body->block.body->stmts[0];
      TlArg         block = tl_arg_node (body->loop.body->block.id);
      TlState      *next = tl_state_apply_to_nodes (state, tl_primitive_find ("compute_inline"), &block, 1, &error);

      if (next == NULL)
        break;
      tl_state_unref (state);
      state = next;
    }
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "are the limit"));
  g_assert_cmpuint (n, >, 8);
}

/* --- operations that cannot be spared --- */

#define SUM(shape_a, index_a) \
  "def main(A: T.Buffer(" shape_a ", \"float32\"), B: T.Buffer((64, 32), \"float32\"), C: T.Buffer((16, 32), \"float32\")):\n" \
  BLOCK_SSR ("C", "16, 32, 64", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + A[" index_a "] * B[vk, vj]")

/* A product into a buffer of its own, of which @reads is what becomes D. */
#define PRODUCT_READ_AS(rows, reads) \
  "def main(A: T.Buffer((16, 64), \"float32\"), B: T.Buffer((64, 32), \"float32\"), D: T.Buffer((" rows ", 32), \"float32\")):\n" \
  "    C = T.alloc_buffer((16, 32))\n" \
  BLOCK_SSR ("C", "16, 32, 64", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]") \
  BLOCK_SS ("D", rows ", 32", "D[vi, vj] = " reads)

static void
test_least_operations (void)
{
  static const struct
  {
    const char *name, *script;
    double      least, flops;
  } rows[] = {
    { "product", MATMUL ("128", "128", "128"), 4194304, 4194304 },
    { "linear", linear0, 200704, 200832 },
    { "convolution",
      "def main(X: T.Buffer((4, 17), \"float32\"), W: T.Buffer((8, 4, 3), \"float32\"), Y: T.Buffer((8, 8), \"float32\")):\n"
      "    for f, x, c, r in T.grid(8, 8, 4, 3):\n"
      "        with T.block(\"Y\"):\n"
      "            vf, vx, vc, vr = T.axis.remap(\"SSRR\", [f, x, c, r])\n"
      "            with T.init():\n"
      "                Y[vf, vx] = T.float32(0)\n"
      "            Y[vf, vx] = Y[vf, vx] + X[vc, vx * 2 + vr] * W[vf, vc, vr]\n", 1536, 1536 },
    { "the same products for several results", SUM ("(2, 64)", "vi // 8, vk"), 16 * 32 * 64 + 32 * 64, 65536 },
    /* the additions have rows of their own */
    { "read whole", PRODUCT_READ_AS ("16", "T.max(C[vi, vj], T.float32(0))"), 65536, 66048 },
    { "read in part", PRODUCT_READ_AS ("4", "C[vi * 4, vj]"), 0, 65536 },
    { "read by choice", PRODUCT_READ_AS ("16", "T.if_then_else(vi < 2, C[vi, vj], A[vi, vj])"), 0, 65536 },
    { "read across", PRODUCT_READ_AS ("16", "C[vi, vi]"), 0, 65536 },
    { "one value for each result, many times",
      "def main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((64,), \"float32\")):\n"
      BLOCK_S ("C", "64", "C[vi] = (A[vi] * A[vi] + T.float32(1)) * (A[vi] * A[vi] + T.float32(1)) * (A[vi] * A[vi] + T.float32(1))"),
      0, 64 * 8 },
    { "an attribute says more",
      "def main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((1,), \"float32\")):\n"
      "    T.func_attr({\"estimated_flops\": 1000000})\n"
      "    for k in range(64):\n"
      "        with T.block(\"C\"):\n"
      "            vk = T.axis.reduce(64, k)\n"
      "            with T.init():\n"
      "                C[0] = T.float32(0)\n"
      "            C[0] = C[0] + A[vk]\n", 64, 1000000 },
    { "a choice that may not be made",
      "def main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((1,), \"float32\")):\n"
      "    for k in range(64):\n"
      "        if A[0] > T.float32(0):\n"
      "            with T.block(\"C\"):\n"
      "                vk = T.axis.reduce(64, k)\n"
      "                with T.init():\n"
      "                    C[0] = T.float32(0)\n"
      "                C[0] = C[0] + A[vk]\n", 0, 64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule) module = read_function (rows[i].script);
      double               operations[TL_N_PEAKS], sum = 0;

      tl_func_least_operations (module->prims[0], operations);
      for (guint peak = 0; peak < TL_N_PEAKS; peak++)
        sum += operations[peak];
      g_test_message ("%s: at least %g of %g", rows[i].name, sum, tl_func_flops (module->prims[0]));
      g_assert_cmpfloat (sum, ==, rows[i].least);
      g_assert_cmpfloat (tl_func_flops (module->prims[0]), ==, rows[i].flops);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/flops/programs", test_flops_of_programs);
  g_test_add_func ("/analysis/flops/statements", test_flops_of_statements);
  g_test_add_func ("/analysis/flops/formulas", test_flops_as_formulas);
  g_test_add_func ("/analysis/footprint/nodes", test_footprints);
  g_test_add_func ("/analysis/footprint/absent", test_no_such_node);
  g_test_add_func ("/analysis/budget/values", test_deep_values);
  g_test_add_func ("/analysis/budget/statements", test_deep_statements);
  g_test_add_func ("/analysis/budget/inlining", test_inlining_is_bounded);
  g_test_add_func ("/analysis/flops/least", test_least_operations);
  return g_test_run ();
}
