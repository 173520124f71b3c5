/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/primitive-examples.h"

#include <string.h>

#include "core/schedule/schedule-script.h"
#include "core/text/script.h"

#define FUNCTION(parameters, body) "@T.prim_func\ndef main(" parameters "):\n" body

/* One element-wise nest of two loops. */
#define MAP FUNCTION ("A: T.Buffer((16, 16)), B: T.Buffer((16, 16))", \
  "    for i, j in T.grid(16, 16):\n" \
  "        with T.block(\"B\"):\n" \
  "            vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "            B[vi, vj] = A[vi, vj] * T.float32(2)\n")

/* Two of them: the second reads what the first writes. */
#define TWO FUNCTION ("A: T.Buffer((16, 16)), C: T.Buffer((16, 16))", \
  "    B = T.alloc_buffer((16, 16))\n" \
  "    for i, j in T.grid(16, 16):\n" \
  "        with T.block(\"B\"):\n" \
  "            vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "            B[vi, vj] = A[vi, vj] * T.float32(2)\n" \
  "    for m, n in T.grid(16, 16):\n" \
  "        with T.block(\"C\"):\n" \
  "            vi, vj = T.axis.remap(\"SS\", [m, n])\n" \
  "            C[vi, vj] = B[vi, vj] + T.float32(1)\n")

/* Two that share what they read. */
#define BESIDE FUNCTION ("A: T.Buffer((16, 16)), B: T.Buffer((16, 16)), C: T.Buffer((16, 16))", \
  "    for i, j in T.grid(16, 16):\n" \
  "        with T.block(\"B\"):\n" \
  "            vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "            B[vi, vj] = A[vi, vj] * T.float32(2)\n" \
  "    for m, n in T.grid(16, 16):\n" \
  "        with T.block(\"C\"):\n" \
  "            vi, vj = T.axis.remap(\"SS\", [m, n])\n" \
  "            C[vi, vj] = A[vi, vj] + T.float32(1)\n")

#define PRODUCT(rows, columns, depth) \
  "    for i, j, k in T.grid(" rows ", " columns ", " depth "):\n" \
  "        with T.block(\"C\"):\n" \
  "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n" \
  "            with T.init():\n" \
  "                C[vi, vj] = T.float32(0)\n" \
  "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n"

#define MATMUL FUNCTION ("A: T.Buffer((16, 16)), B: T.Buffer((16, 16)), C: T.Buffer((16, 16))", PRODUCT ("16", "16", "16"))
#define ODD_MATMUL FUNCTION ("A: T.Buffer((9, 11)), B: T.Buffer((11, 10)), C: T.Buffer((9, 10))", PRODUCT ("9", "10", "11"))

#define WITH_BIAS FUNCTION ("A: T.Buffer((16, 16)), B: T.Buffer((16, 16)), bias: T.Buffer((16, 16)), D: T.Buffer((16, 16))", \
  "    C = T.alloc_buffer((16, 16))\n" \
  PRODUCT ("16", "16", "16") \
  "    for m, n in T.grid(16, 16):\n" \
  "        with T.block(\"D\"):\n" \
  "            vi, vj = T.axis.remap(\"SS\", [m, n])\n" \
  "            D[vi, vj] = C[vi, vj] + bias[vi, vj]\n")

#define ROW_SUMS FUNCTION ("A: T.Buffer((16, 64)), B: T.Buffer((16,))", \
  "    for i, k in T.grid(16, 64):\n" \
  "        with T.block(\"B\"):\n" \
  "            vi, vk = T.axis.remap(\"SR\", [i, k])\n" \
  "            with T.init():\n" \
  "                B[vi] = T.float32(0)\n" \
  "            B[vi] = B[vi] + A[vi, vk]\n")

#define ADDED_TO FUNCTION ("A: T.Buffer((16, 16)), B: T.Buffer((16, 16))", \
  "    for i, j in T.grid(16, 16):\n" \
  "        with T.block(\"B\"):\n" \
  "            vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "            B[vi, vj] = B[vi, vj] + A[vi, vj]\n")

#define STRIDED FUNCTION ("A: T.Buffer((100,)), B: T.Buffer((16,))", \
  "    for i in range(16):\n" \
  "        with T.block(\"B\"):\n" \
  "            vi = T.axis.spatial(16, i)\n" \
  "            B[vi] = A[vi * 5 + vi // 2]\n")

#define TRANSPOSE FUNCTION ("A: T.Buffer((16, 8)), B: T.Buffer((8, 16))", \
  "    for i, j in T.grid(8, 16):\n" \
  "        with T.block(\"B\"):\n" \
  "            vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "            B[vi, vj] = A[vj, vi]\n")

#define PADDED FUNCTION ("A: T.Buffer((14, 14)), B: T.Buffer((16, 16))", \
  "    for i, j in T.grid(16, 16):\n" \
  "        with T.block(\"B\"):\n" \
  "            vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "            T.reads(A[vi - 1, vj - 1])\n" \
  "            T.writes(B[vi, vj])\n" \
  "            B[vi, vj] = T.if_then_else(1 <= vi and vi < 15 and 1 <= vj and vj < 15, A[vi - 1, vj - 1], T.float32(0))\n")

/* Rows that overlap from one iteration of the outer loop to the next. */
#define WINDOW FUNCTION ("A: T.Buffer((34,)), C: T.Buffer((32,))", \
  "    B = T.alloc_buffer((34,))\n" \
  "    for i in range(8):\n" \
  "        for j in range(6):\n" \
  "            with T.block(\"B\"):\n" \
  "                vi = T.axis.spatial(34, i * 4 + j)\n" \
  "                B[vi] = A[vi] * T.float32(2)\n" \
  "        for k in range(4):\n" \
  "            with T.block(\"C\"):\n" \
  "                vi = T.axis.spatial(32, i * 4 + k)\n" \
  "                C[vi] = B[vi] + B[vi + 2]\n")

#define LOOPS_OF(block) "i, j = sch.get_loops(sch.get_block(\"" block "\"))\n"

#define COPY_TILE(name, attribute) \
  "@T.prim_func\n" \
  "def " name "(a: T.handle, b: T.handle) -> None:\n" \
  "    A = T.match_buffer(a, (4, 4), \"float32\", offset_factor=1)\n" \
  "    B = T.match_buffer(b, (4, 4), \"float32\", offset_factor=1)\n" \
  "    with T.block(\"root\"):\n" \
  "        T.reads(A[0:4, 0:4])\n" \
  "        T.writes(B[0:4, 0:4])\n" attribute

#define TENSORIZE \
  "from tvm.tir import TensorIntrin\n" \
  COPY_TILE ("description", "") \
  "        for i, j in T.grid(4, 4):\n" \
  "            with T.block(\"twice\"):\n" \
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "                B[vi, vj] = A[vi, vj] * T.float32(2)\n" \
  COPY_TILE ("implementation", "") \
  "        for i in range(4):\n" \
  "            with T.block(\"row\"):\n" \
  "                vi = T.axis.spatial(4, i)\n" \
  "                for j in T.vectorized(4):\n" \
  "                    B[vi, j] = A[vi, j] * T.float32(2)\n" \
  "TensorIntrin.register(\"twice4x4\", description, implementation)\n" \
  LOOPS_OF ("B") \
  "i_0, i_1 = sch.split(i, [None, 4])\n" \
  "j_0, j_1 = sch.split(j, [None, 4])\n" \
  "sch.reorder(i_0, j_0, i_1, j_1)\n" \
  "sch.tensorize(i_1, \"twice4x4\")\n"

static const struct { const char *primitive, *program, *steps; } rows[] = {
  { "merge", BESIDE, "i, j = sch.get_loops(\"B\")\nm, n = sch.get_loops(\"C\")\nsch.merge(i, m)\n" },
  { "split", MAP, LOOPS_OF ("B") "sch.split(j, [None, 4])\n" },
  { "loop_partition", MAP, LOOPS_OF ("B") "sch.loop_partition(j, [4, None])\n" },
  { "fuse", MAP, LOOPS_OF ("B") "sch.fuse(i, j)\n" },
  { "reorder", MATMUL, "i, j, k = sch.get_loops(\"C\")\nsch.reorder(k, j)\n" },
  { "add_unit_loop", MAP, LOOPS_OF ("B") "sch.add_unit_loop(j)\n" },
  { "reorder_block_iter_var", MATMUL, "sch.reorder_block_iter_var(sch.get_block(\"C\"), [2, 0, 1])\n" },
  { "parallel", MAP, LOOPS_OF ("B") "sch.parallel(i)\n" },
  { "vectorize", MAP, LOOPS_OF ("B") "sch.vectorize(j)\n" },
  { "unroll", MAP, LOOPS_OF ("B") "sch.unroll(j)\n" },
  { "bind", MAP, LOOPS_OF ("B") "sch.bind(i, \"blockIdx.x\")\n" },
  { "compute_at", TWO, "m, n = sch.get_loops(\"C\")\nsch.compute_at(sch.get_block(\"B\"), m)\n" },
  { "reverse_compute_at", TWO, LOOPS_OF ("B") "sch.reverse_compute_at(sch.get_block(\"C\"), i)\n" },
  { "compute_inline", TWO, "sch.compute_inline(sch.get_block(\"B\"))\n" },
  { "reverse_compute_inline", TWO, "sch.reverse_compute_inline(sch.get_block(\"C\"))\n" },
  { "fuse_reduction_epilogue", WITH_BIAS, "sch.fuse_reduction_epilogue(sch.get_block(\"C\"), sch.get_block(\"D\"))\n" },
  { "cache_read", MAP, "sch.cache_read(sch.get_block(\"B\"), 0, \"shared\")\n" },
  { "cache_write", MAP, "sch.cache_write(sch.get_block(\"B\"), 0, \"local\")\n" },
  { "cache_inplace", ADDED_TO, "sch.cache_inplace(sch.get_block(\"B\"), 0, \"local\")\n" },
  { "cache_index", STRIDED, "sch.cache_index(sch.get_block(\"B\"), \"global\")\n" },
  { "read_at", TWO, "m, n = sch.get_loops(\"C\")\nsch.read_at(m, sch.get_block(\"C\"), 0, \"shared\")\n" },
  { "write_at", MAP, LOOPS_OF ("B") "sch.write_at(i, sch.get_block(\"B\"), 0, \"shared\")\n" },
  { "rolling_buffer", WINDOW, "sch.rolling_buffer(sch.get_block(\"B\"), 0)\n" },
  { "reindex", TRANSPOSE, "sch.reindex(sch.get_block(\"B\"), (\"read\", 0))\n" },
  { "reindex_cache_read", TRANSPOSE, "sch.reindex_cache_read(sch.get_block(\"B\"), 0, \"shared\", lambda i, j: (j, i))\n" },
  { "reindex_cache_write", TRANSPOSE, "sch.reindex_cache_write(sch.get_block(\"B\"), 0, \"shared\", lambda i, j: (j, i))\n" },
  { "decompose_reduction", MATMUL, "i, j, k = sch.get_loops(\"C\")\nsch.decompose_reduction(sch.get_block(\"C\"), k)\n" },
  { "rfactor", ROW_SUMS, "i, k = sch.get_loops(\"B\")\nk_0, k_1 = sch.split(k, [None, 8])\nsch.rfactor(k_1, 1)\n" },
  { "decompose_padding", PADDED, LOOPS_OF ("B") "sch.decompose_padding(sch.get_block(\"B\"), i)\n" },
  { "pad_einsum", ODD_MATMUL, "sch.pad_einsum(sch.get_block(\"C\"), [4, 4, 4])\n" },
  { "blockize", MAP, LOOPS_OF ("B") "j_0, j_1 = sch.split(j, [None, 4])\nsch.blockize(j_1)\n" },
  { "tensorize", MAP, TENSORIZE },
  { "transform_layout", TWO, "sch.transform_layout(sch.get_block(\"B\"), (\"write\", 0), lambda i, j: (i // 4, j, i % 4))\n" },
  { "transform_block_layout", MAP, "sch.transform_block_layout(sch.get_block(\"B\"), lambda i, j: i * 16 + j)\n" },
  { "set_axis_separator", TWO, "sch.set_axis_separator(sch.get_block(\"B\"), (\"write\", 0), [1])\n" },
  { "storage_align", TWO, "sch.storage_align(sch.get_block(\"B\"), 0, 0, 32, 8)\n" },
  { "set_scope", TWO, "sch.set_scope(sch.get_block(\"B\"), 0, \"shared\")\n" },
  { "unsafe_set_dtype", TWO, "sch.unsafe_set_dtype(sch.get_block(\"B\"), 0, \"float16\")\n" },
  { "unsafe_hide_buffer_access", MATMUL, "sch.unsafe_hide_buffer_access(sch.get_block(\"C\"), \"read\", [0])\n" },
  { "annotate_buffer_access", TWO, "sch.annotate_buffer_access(sch.get_block(\"B\"), 0, \"read\", lambda i, j: [(0, 16), (0, 16)])\n" },
  { "annotate", MAP, LOOPS_OF ("B") "sch.annotate(i, \"pragma_auto_unroll_max_step\", 16)\n" },
  { "unannotate", MAP,
    LOOPS_OF ("B") "sch.annotate(i, \"pragma_auto_unroll_max_step\", 16)\nsch.unannotate(i, \"pragma_auto_unroll_max_step\")\n" },
};

static TlState *
run (const char *program, const char *steps, GError **error)
{
  g_autoptr (TlModule)         module = tl_script_read_text (program, error);
  g_autoptr (TlState)          start = module != NULL ? tl_state_new (module, 0) : NULL;
  g_autoptr (TlSource)         source = tl_source_new ("example", steps, -1);
  g_autoptr (TlScheduleScript) script = start != NULL ? tl_schedule_script_parse (source, error) : NULL;

  return script != NULL ? tl_schedule_script_run (script, start, NULL, NULL, error) : NULL;
}

TlState *
tl_primitive_example (const TlPrimitive *primitive)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].primitive, primitive->name) == 0)
      {
        g_autoptr (GError) error = NULL;
        TlState           *state = run (rows[i].program, rows[i].steps, &error);

        if (state == NULL)
          g_error ("example of %s: %s", primitive->name, error->message);
        return state;
      }
  return NULL;
}
