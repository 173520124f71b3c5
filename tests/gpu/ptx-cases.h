/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels as lowering leaves them, one or a few of each kind of instruction; one is a schedule, for scripts have no conditions of lanes. */
#pragma once

#include <glib.h>

#define LAUNCH(blocks, threads) \
  "    with T.launch_thread(\"blockIdx.x\", " blocks ") as bx:\n" \
  "        tx = T.launch_thread(\"threadIdx.x\", " threads ")\n"
#define FUNC(params) "@T.prim_func\ndef main(" params "):\n"
#define F32(name, n) name ": T.Buffer((" n ",), \"float32\")"
#define V4(base) "T.Ramp(" base ", 1, 4)"

/* Two warps, each a product of 16 x 16 elements, added to @start. */
#define POINTER(type, buffer, mask) "T.tvm_access_ptr(T.type_annotation(\"" type "\"), " buffer ".data, tx // 32 * 256, 256, " mask "), 16"
#define WMMA(type, sum, start, layout) \
  FUNC ("A: T.Buffer((512,), \"" type "\"), B: T.Buffer((512,), \"" type "\"), C: T.Buffer((512,), \"" sum "\")") \
  LAUNCH ("1", "64") \
  "        a = T.decl_buffer((256,), \"" type "\", scope=\"wmma.matrix_a\")\n" \
  "        b = T.decl_buffer((256,), \"" type "\", scope=\"wmma.matrix_b\")\n" \
  "        c = T.decl_buffer((256,), \"" sum "\", scope=\"wmma.accumulator\")\n" \
  "        T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.Cast(\"" sum "\", " start "))\n" \
  "        T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, " POINTER (type, "A", "1") ", \"row_major\")\n" \
  "        T.tvm_load_matrix_sync(b.data, 16, 16, 16, 0, " POINTER (type, "B", "1") ", \"" layout "\")\n" \
  "        T.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)\n" \
  "        T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, " POINTER (sum, "C", "2") ", \"row_major\")\n"

/* The same with mma.sync; @k: of the instruction, @n: of elements of a factor that a thread copies. */
#define MMA_POINTER(type, buffer, size, mask) \
  "T.tvm_access_ptr(T.type_annotation(\"" type "\"), " buffer ".data, tx // 32 * " size ", " size ", " mask ")"
#define MMA(type, sum, k, size, n, start, layout_a, stride_a, layout_b, stride_b) \
  FUNC ("A: T.Buffer((2 * " size ",), \"" type "\"), B: T.Buffer((2 * " size ",), \"" type "\"), C: T.Buffer((512,), \"" sum "\")") \
  LAUNCH ("1", "64") \
  "        S = T.decl_buffer((2 * " size ",), \"" type "\", scope=\"shared\")\n" \
  "        R = T.decl_buffer((2 * " size ",), \"" type "\", scope=\"shared\")\n" \
  "        a = T.decl_buffer((" size ",), \"" type "\", scope=\"mma.matrix_a\")\n" \
  "        b = T.decl_buffer((" size ",), \"" type "\", scope=\"mma.matrix_b\")\n" \
  "        c = T.decl_buffer((256,), \"" sum "\", scope=\"mma.accumulator\")\n" \
  "        for i in range(" n "):\n" \
  "            S[i * 64 + tx] = A[i * 64 + tx]\n" \
  "            R[i * 64 + tx] = B[i * 64 + tx]\n" \
  "        T.tvm_storage_sync(\"shared\")\n" \
  "        T.tvm_fill_fragment(c.data, 16, 16, " k ", 0, T.Cast(\"" sum "\", " start "))\n" \
  "        T.tvm_load_matrix_sync(a.data, 16, 16, " k ", 0, " MMA_POINTER (type, "S", size, "1") ", " stride_a ", \"" layout_a "\")\n" \
  "        T.tvm_load_matrix_sync(b.data, 16, 16, " k ", 0, " MMA_POINTER (type, "R", size, "1") ", " stride_b ", \"" layout_b "\")\n" \
  "        T.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)\n" \
  "        T.tvm_store_matrix_sync(c.data, 16, 16, " k ", 0, " MMA_POINTER (sum, "C", "256", "2") ", 16, \"row_major\")\n"

typedef struct
{
  const char *name, *text;
  guint       sm;                  /* the first arch that has it; 0: all */
  const char *expected[6];
  const char *unexpected;
  gboolean    has_no_meaning;      /* to the emulator */
} KernelCase;

static const KernelCase kernel_cases[] = {
  { "add", FUNC (F32 ("A", "4096") ", " F32 ("B", "4096") ", " F32 ("C", "4096"))
    LAUNCH ("8", "128")
    "        C[" V4 ("bx * 512 + tx * 4") "] = A[" V4 ("bx * 512 + tx * 4") "] + B[" V4 ("bx * 512 + tx * 4") "]\n",
    0, { "ld.global.nc.v4.f32", "st.global.v4.f32", "add.rn.f32", ".maxntid 128, 1, 1", ".entry main_kernel(" }, "local" },
  { "unaligned", FUNC (F32 ("A", "4100") ", " F32 ("C", "4096"))
    LAUNCH ("8", "128")
    "        C[" V4 ("bx * 512 + tx * 4") "] = A[" V4 ("bx * 512 + tx * 4 + 1") "]\n",
    0, { "ld.global.nc.f32", "st.global.v4.f32" }, "nc.v4" },
  { "unrolled", FUNC (F32 ("A", "6144") ", " F32 ("C", "6144"))
    LAUNCH ("1", "128")
    "        for k in T.unroll(48):\n"
    "            C[k * 128 + tx] = A[tx * 48 + k] * A[tx * 48 + 47 - k]\n",
    0, { "st.global.f32", "+24064]" }, "bra" },
  { "conditions", FUNC (F32 ("A", "4000") ", " F32 ("B", "1000") ", D: T.Buffer((4000,), \"float16\"), E: T.Buffer((4000,), \"float16\"), "
                        F32 ("C", "4000"))
    LAUNCH ("8", "128")
    "        S = T.decl_buffer((512,), \"float32\", scope=\"shared\")\n"
    "        S[" V4 ("tx * 4") "] = T.if_then_else(bx * 128 + tx < 1000, A[" V4 ("bx * 512 + tx * 4") "], T.Broadcast(T.float32(0), 4))\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        R = T.decl_buffer((2,), \"float32\", scope=\"local\")\n"
    "        R[0] = S[511 - tx]\n"
    "        R[1] = T.if_then_else(bx * 128 + tx < 1000, B[bx * 128 + tx] * T.float32(2), T.float32(1))\n"
    "        if bx * 128 + tx < 1000:\n"
    "            for i in T.unroll(2):\n"
    "                C[bx * 512 + tx * 4 + i] = R[i]\n"
    "            E[bx * 512 + tx * 4] = D[bx * 512 + tx * 4]\n",
    0, { "ld.global.nc.v4.f32", "ld.global.nc.f32", "st.global.f32", "ld.global.nc.b16", "st.global.b16", "selp" }, "bra" },
  { "condition-of-array", FUNC (F32 ("A", "1024") ", " F32 ("C", "1024"))
    LAUNCH ("1", "128")
    "        R = T.decl_buffer((4,), \"float32\", scope=\"local\")\n"
    "        for i in range(4):\n"
    "            R[i] = A[tx * 4 + i]\n"
    "        if tx < 4:\n"
    "            C[tx] = R[tx]\n",
    0, { "bra", "st.global.f32" }, "@%p1 st.global", TRUE },
  { "condition-of-position", FUNC (F32 ("A", "64") ", " F32 ("C", "64"))
    LAUNCH ("1", "64")
    "        S = T.decl_buffer((64,), \"int32\", scope=\"shared\")\n"
    "        S[tx] = 63 - tx\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        if tx < 60:\n"
    "            C[tx] = A[S[tx]] * T.float32(2)\n"
    "        if tx >= 60:\n"
    "            C[S[63 - tx]] = A[tx]\n",
    0, { "ld.shared", "st.global.f32" }, "shared.nc" },
  { "past-caches", FUNC (F32 ("A", "4096") ", " F32 ("C", "4096"))
    LAUNCH ("4", "128")
    "        for i in T.serial(2, annotations={\"nontemporal_store\": 1}):\n"
    "            C[" V4 ("bx * 1024 + i * 512 + tx * 4") "] = A[" V4 ("bx * 1024 + i * 512 + tx * 4") "]\n",
    0, { "st.global" }, "fence" },
  { "resident", FUNC (F32 ("A", "16384") ", " F32 ("C", "16384"))
    LAUNCH ("1", "256")
    "        D = T.decl_buffer((64,), \"float32\", scope=\"local\")\n"
    "        for i in T.unroll(64):\n"
    "            D[i] = A[i * 256 + tx]\n"
    "        for i in T.unroll(64):\n"
    "            C[i * 256 + tx] = D[i] + D[63 - i]\n",
    0, { ".maxntid 256, 1, 1", ".minnctapersm 2" }, "local" },
  { "matmul", FUNC (F32 ("A", "16384") ", " F32 ("B", "16384") ", " F32 ("C", "16384"))
    "    with T.launch_thread(\"blockIdx.x\", 8) as bx:\n"
    "        by = T.launch_thread(\"blockIdx.y\", 8)\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 16)\n"
    "        ty = T.launch_thread(\"threadIdx.y\", 16)\n"
    "        S = T.decl_buffer((256,), \"float32\", scope=\"shared\")\n"
    "        R = T.decl_buffer((256,), \"float32\", scope=\"shared\")\n"
    "        D = T.decl_buffer((1,), \"float32\", scope=\"local\")\n"
    "        D[0] = T.float32(0)\n"
    "        for ko in range(8):\n"
    "            T.tvm_storage_sync(\"shared\")\n"
    "            S[ty * 16 + tx] = A[(by * 16 + ty) * 128 + ko * 16 + tx]\n"
    "            R[ty * 16 + tx] = B[(ko * 16 + ty) * 128 + bx * 16 + tx]\n"
    "            T.tvm_storage_sync(\"shared\")\n"
    "            for k in range(16):\n"
    "                D[0] = D[0] + S[ty * 16 + k] * R[k * 16 + tx]\n"
    "        C[(by * 16 + ty) * 128 + bx * 16 + tx] = D[0]\n",
    0, { "ld.global.nc.f32", "fma.rn.f32", "bar.sync", "ld.shared", "st.shared.f32", ".maxntid 16, 16, 1" }, "local" },
  { "registers", FUNC (F32 ("A", "8192") ", " F32 ("C", "1024"))
    LAUNCH ("1", "128")
    "        D = T.decl_buffer((8,), \"float32\", scope=\"local\")\n"
    "        for i in range(8):\n"
    "            D[i] = T.float32(0)\n"
    "        for k in range(8):\n"
    "            for i in range(8):\n"
    "                D[i] = D[i] + A[(k * 128 + tx) * 8 + i] * A[tx * 8 + i]\n"
    "        for i in range(8):\n"
    "            C[tx * 8 + i] = D[i]\n",
    0, { "fma.rn.f32", "ld.global.nc.v4.f32", "st.global.v4.f32" }, "local" },
  { "reduction", FUNC (F32 ("A", "4096") ", " F32 ("C", "16"))
    LAUNCH ("16", "256")
    "        P = T.decl_buffer((8,), \"float32\", scope=\"shared\")\n"
    "        D = T.decl_buffer((1,), \"float32\", scope=\"local\")\n"
    "        D[0] = A[bx * 256 + tx]\n"
    "        for s in T.unroll(5):\n"
    "            D[0] = D[0] + T.tvm_warp_shuffle_down(T.uint32(4294967295), D[0], T.shift_right(16, s), 32, 32)\n"
    "        if tx % 32 == 0:\n"
    "            P[tx // 32] = D[0]\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        if tx == 0:\n"
    "            C[bx] = P[0] + P[1] + P[2] + P[3] + P[4] + P[5] + P[6] + P[7]\n",
    0, { "shfl.sync.down.b32", "bar.sync", "ld.global.nc.f32" }, "div" },
  { "warp", FUNC ("A: T.Buffer((64,), \"float64\"), C: T.Buffer((64,), \"float64\"), H: T.Buffer((64,), \"float16\")")
    LAUNCH ("1", "64")
    "        C[tx] = T.tvm_warp_shuffle_xor(T.tvm_warp_activemask(), A[tx], 1, 16, 32)\n"
    "        T.tvm_storage_sync(\"warp\")\n"
    "        H[tx] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), H[tx], 3, 32, 32)\n"
    "        C[tx] = C[tx] + T.tvm_warp_shuffle_up(T.tvm_warp_activemask(), A[tx], 2, 32, 32)\n",
    0, { "activemask.b32", "shfl.sync.bfly.b32", "shfl.sync.idx.b32", "shfl.sync.up.b32", "bar.warp.sync" }, "bar.sync" },
  { "axpy16", FUNC ("X: T.Buffer((8192,), \"float16\"), Y: T.Buffer((8192,), \"float16\")")
    LAUNCH ("8", "128")
    "        Y[T.Ramp(bx * 1024 + tx * 8, 1, 8)] = X[T.Ramp(bx * 1024 + tx * 8, 1, 8)] * T.Broadcast(T.float16(2.5), 8) + "
    "Y[T.Ramp(bx * 1024 + tx * 8, 1, 8)]\n",
    0, { "fma.rn.f16x2", "ld.global.nc.v4", "st.global.v4" }, "fma.rn.f16 " },
  { "axpy-bfloat", FUNC ("X: T.Buffer((4096,), \"bfloat16\"), Y: T.Buffer((4096,), \"bfloat16\")")
    LAUNCH ("8", "128")
    "        Y[" V4 ("bx * 512 + tx * 4") "] = X[" V4 ("bx * 512 + tx * 4") "] * T.Broadcast(T.bfloat16(2.5), 4) + Y["
    V4 ("bx * 512 + tx * 4") "]\n",
    0, { "mul.rn.f32", "ld.global.nc.v" }, "local" },
  { "bytes", FUNC ("A: T.Buffer((4096,), \"int8\"), B: T.Buffer((4096,), \"int8\"), C: T.Buffer((256,), \"int32\")")
    LAUNCH ("1", "256")
    "        for k in range(4):\n"
    "            C[tx] = C[tx] + T.call_pure_extern(\"int32\", \"__dp4a\", A[" V4 ("tx * 16 + k * 4") "], B[" V4 ("tx * 16 + k * 4")
    "], 0)\n",
    0, { "dp4a.s32.s32", "ld.global.nc" }, "mul.lo", TRUE },
  { "odd", FUNC (F32 ("A", "1001") ", " F32 ("C", "1001"))
    LAUNCH ("8", "128")
    "        if bx * 128 + tx < 1001:\n"
    "            C[bx * 128 + tx] = T.max(A[(bx * 128 + tx) * 7 % 1001], T.float32(0))\n",
    0, { "setp", "ld.global.nc.f32", "st.global.f32" }, "rem.u64" },
  { "lanes", FUNC (F32 ("A", "1001") ", " F32 ("C", "1001"))
    "    for bx in T.thread_binding(2, thread=\"blockIdx.x\"):\n"
    "        for tx in T.thread_binding(128, thread=\"threadIdx.x\"):\n"
    "            for v in T.vectorized(4):\n"
    "                with T.block(\"C\"):\n"
    "                    i = T.axis.spatial(1001, bx * 512 + tx * 4 + v)\n"
    "                    T.where(bx * 512 + tx * 4 + v < 1001)\n"
    "                    C[i] = A[i] * T.float32(3)\n",
    0, { "setp", "mul.rn.f32", "bra" }, "local" },
  { "wide", FUNC ("A: T.Buffer((1024,), \"int64\"), B: T.Buffer((1024,), \"int64\"), C: T.Buffer((1024,), \"float64\"), n: T.int64")
    LAUNCH ("8", "128")
    "        B[bx * 128 + tx] = A[bx * 128 + tx] // n + A[bx * 128 + tx] % T.int64(7)\n"
    "        C[bx * 128 + tx] = T.sqrt(C[bx * 128 + tx]) * T.Cast(\"float64\", A[bx * 128 + tx])\n",
    0, { "div.s64", "sqrt.rn.f64", "ld.param.u64" }, "local" },
  { "dynamic", FUNC (F32 ("A", "20480") ", " F32 ("C", "20480"))
    LAUNCH ("1", "1024")
    "        S = T.decl_buffer((10240,), \"float32\", scope=\"shared.dyn\")\n"
    "        R = T.decl_buffer((10240,), \"float32\", scope=\"shared.dyn\")\n"
    "        for i in range(10):\n"
    "            S[i * 1024 + tx] = A[i * 1024 + tx]\n"
    "            R[i * 1024 + tx] = A[10240 + i * 1024 + tx]\n"
    "        T.tvm_storage_sync(\"shared.dyn\")\n"
    "        for i in range(10):\n"
    "            C[i * 1024 + tx] = S[i * 1024 + 1023 - tx] + R[i * 1024 + 1023 - tx]\n",
    0, { ".extern .shared", "+40960]", "bar.sync" }, "local" },
  { "shared-twice", FUNC (F32 ("C", "128"))
    LAUNCH ("1", "128")
    "        C[tx] = C[tx] + T.float32(1)\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        D = T.decl_buffer((1,), \"float32\", scope=\"local\")\n"
    "        D[0] = C[127 - tx]\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        C[tx] = C[tx] + D[0]\n",
    0, { "ld.global.f32", "bar.sync" }, "ld.global.nc" },
  { "wmma", WMMA ("float16", "float32", "0", "col_major"), 0,
    { "wmma.load.a.sync.aligned.row.m16n16k16.global.f16", "wmma.load.b.sync.aligned.col.m16n16k16.global.f16",
      "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", "wmma.store.d.sync.aligned.row.m16n16k16.global.f32" }, "local" },
  { "wmma-half", WMMA ("float16", "float16", "0", "row_major"), 0, { "wmma.mma.sync.aligned.row.row.m16n16k16.f16.f16" }, "local" },
  { "wmma-bytes", WMMA ("int8", "int32", "3", "row_major"), 75, { "wmma.mma.sync.aligned.row.row.m16n16k16.s32.s8.s8.s32" }, "local" },
  { "wmma-bfloat", WMMA ("bfloat16", "float32", "1", "col_major"), 80, { "wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32" },
    "local" },
  { "fragments", MMA ("float16", "float32", "16", "256", "8", "2", "row_major", "16", "row_major", "16"), 80,
    { "ldmatrix.sync.aligned.m8n8.x4.shared.b16", "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16",
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "st.global.v2.f32" }, "local" },
  { "fragments-columns", MMA ("float16", "float32", "16", "256", "8", "0", "col_major", "16", "col_major", "16"), 80,
    { "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16" }, "local" },
  { "fragments-half", MMA ("float16", "float16", "16", "256", "8", "1", "row_major", "16", "col_major", "16"), 80,
    { "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", "st.global.u32" }, "local" },
  { "fragments-bfloat", MMA ("bfloat16", "float32", "16", "256", "8", "0", "row_major", "16", "row_major", "16"), 80,
    { "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32" }, "local" },
  { "fragments-tf32", MMA ("float32", "float32", "8", "128", "4", "0", "row_major", "8", "col_major", "8"), 80,
    { "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "cvt.rna.tf32.f32" }, "local" },
  { "fragments-bytes", MMA ("int8", "int32", "32", "512", "16", "3", "row_major", "32", "col_major", "32"), 80,
    { "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32" }, "local" },
  { "async", FUNC (F32 ("A", "4096") ", " F32 ("C", "4096"))
    LAUNCH ("8", "128")
    "        S = T.decl_buffer((512,), \"float32\", scope=\"shared\")\n"
    "        T.ptx_cp_async(\"float32\", S.data, tx * 4, A.data, bx * 512 + tx * 4, 16)\n"
    "        T.ptx_commit_group()\n"
    "        T.ptx_wait_group(0)\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        C[bx * 512 + tx] = S[511 - tx * 4]\n",
    80, { "cp.async.cg.shared.global", "cp.async.commit_group", "cp.async.wait_group" }, NULL, TRUE },
  { "mma", FUNC ("A: T.Buffer((256,), \"float16\"), B: T.Buffer((128,), \"float16\"), " F32 ("C", "128"))
    LAUNCH ("1", "32")
    "        S = T.decl_buffer((256,), \"float16\", scope=\"shared\")\n"
    "        X = T.decl_buffer((8,), \"float16\", scope=\"local\")\n"
    "        Y = T.decl_buffer((4,), \"float16\", scope=\"local\")\n"
    "        Z = T.decl_buffer((4,), \"float32\", scope=\"local\")\n"
    "        S[T.Ramp(tx * 8, 1, 8)] = A[T.Ramp(tx * 8, 1, 8)]\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        T.ptx_ldmatrix(\"float16\", False, 4, \".b16\", X.data, 0, S.data, tx % 16 * 16 + tx // 16 * 8)\n"
    "        Y[T.Ramp(0, 1, 4)] = B[T.Ramp(tx * 4, 1, 4)]\n"
    "        Z[T.Ramp(0, 1, 4)] = T.Broadcast(T.float32(0), 4)\n"
    "        T.ptx_mma(\"float32\", \"m16n8k16\", \"row\", \"col\", \"fp16\", \"fp16\", \"fp32\", X.data, 0, Y.data, 0, Z.data, 0, False)\n"
    "        C[T.Ramp(tx * 4, 1, 4)] = Z[T.Ramp(0, 1, 4)]\n",
    80, { "ldmatrix.sync.aligned.m8n8.x4.shared.b16",
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "st.global.v4.f32" }, "local", TRUE },
};
