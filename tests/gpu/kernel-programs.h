/* SPDX-License-Identifier: Apache-2.0 */
/* Programs with kernels, as scripts: what code generators for GPUs have to say, a program for each subject. */
#pragma once

/* @needs: words for what not all languages and devices have. */
static const struct { const char *name, *needs, *text; } kernel_programs[] = {
  {
    "shared", "",
    "@T.prim_func\n"
    "def main(A: T.Buffer((1024,), \"float32\"), C: T.Buffer((1024,), \"float32\")):\n"
    "    W = T.decl_buffer((1024,), \"float32\")\n"
    "    with T.launch_thread(\"blockIdx.x\", 8) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 128)\n"
    "        A_shared = T.decl_buffer((128,), \"float32\", scope=\"shared\")\n"
    "        A_shared[tx] = A[bx * 128 + tx]\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        W[bx * 128 + tx] = A_shared[127 - tx]\n"
    "    with T.launch_thread(\"blockIdx.y\", 16) as by:\n"
    "        tz = T.launch_thread(\"threadIdx.z\", 64)\n"
    "        C[by * 64 + tz] = W[by * 64 + tz] + T.float32(1)\n",
  },
  {
    "exchange", "",   /* a sum in global memory, which one thread stores and all read */
    "@T.prim_func\n"
    "def main(A: T.Buffer((960,), \"float32\"), D: T.Buffer((960,), \"float32\")):\n"
    "    W = T.decl_buffer((10,), \"float32\")\n"
    "    with T.launch_thread(\"blockIdx.x\", 10) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 128)\n"
    "        s = T.decl_buffer((1,), \"float32\", scope=\"local\")\n"
    "        if tx == 0:\n"
    "            W[bx] = T.float32(0)\n"
    "        for k in range(96):\n"
    "            T.tvm_storage_sync(\"shared\")\n"
    "            s[0] = W[bx] + A[bx * 96 + k]\n"
    "            T.tvm_storage_sync(\"shared\")\n"
    "            if tx == 0:\n"
    "                W[bx] = s[0]\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        if tx < 96:\n"
    "            D[bx * 96 + tx] = A[bx * 96 + tx] - W[bx]\n",
  },
  {
    "guarded-barrier", "",   /* under a condition on which all threads agree */
    "@T.prim_func\n"
    "def main(A: T.Buffer((36,), \"float32\"), C: T.Buffer((256,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 8) as bx:\n"
    "        ty = T.launch_thread(\"threadIdx.y\", 4)\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 32)\n"
    "        S = T.decl_buffer((36,), \"float32\", scope=\"shared\")\n"
    "        if ty == 0:\n"
    "            C[bx * 32 + tx] = T.float32(0)\n"
    "        for k in range(40):\n"
    "            if k < 36:\n"
    "                if ty == 1:\n"
    "                    if tx == 0:\n"
    "                        S[k] = A[k]\n"
    "            if k < 36:\n"
    "                T.tvm_storage_sync(\"shared\")\n"
    "                if ty == 0:\n"
    "                    C[bx * 32 + tx] = C[bx * 32 + tx] + S[k]\n",
  },
  {
    "vectors", "",
    "@T.prim_func\n"
    "def main(A: T.Buffer((2048,), \"float32\"), B: T.Buffer((2048,), \"float32\"), C: T.Buffer((2048,), \"float32\"),\n"
    "         D: T.Buffer((2048,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
    "        S = T.decl_buffer((512,), \"float32\", scope=\"shared\")\n"
    "        acc = T.decl_buffer((8,), \"float32\", scope=\"local\")\n"
    "        for v in T.vectorized(8):\n"
    "            S[tx * 8 + v] = A[bx * 512 + tx * 8 + v]\n"
    "        for v in T.vectorized(8):\n"
    "            acc[v] = S[tx * 8 + v] * B[bx * 512 + tx * 8 + v] + T.float32(0.1)\n"
    "        for v in T.vectorized(4):\n"
    "            C[bx * 512 + tx * 8 + v] = acc[v] - T.if_then_else(tx < 50, A[bx * 512 + tx * 8 + v], T.float32(0))\n"
    "        for v in T.vectorized(4):\n"
    "            C[bx * 512 + tx * 8 + 4 + v] = acc[v + 4]\n"
    "        for v in T.vectorized(4):\n"
    "            D[bx * 512 + tx * 8 + v * 2] = A[bx * 512 + tx * 8 + v + 1]\n"
    "        for v in T.vectorized(4):\n"
    "            D[bx * 512 + tx * 8 + v * 2 + 1] = T.max(A[bx * 512 + tx * 8 + v], T.float32(0))\n",
  },
  {
    "predicated", "",
    "@T.prim_func\n"
    "def main(A: T.Buffer((1001,), \"float32\"), C: T.Buffer((1001,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
    "        for v in T.vectorized(4):\n"
    "            if bx * 256 + tx * 4 + v < 1001:\n"
    "                C[bx * 256 + tx * 4 + v] = A[bx * 256 + tx * 4 + v] * T.float32(2)\n",
  },
  {
    "integers", "",
    "@T.prim_func\n"
    "def main(A: T.Buffer((256,), \"int8\"), B: T.Buffer((256,), \"int32\"), U: T.Buffer((256,), \"uint8\"),\n"
    "         L: T.Buffer((256,), \"int64\"), P: T.Buffer((256,), \"bool\"), C: T.Buffer((256,), \"int8\"),\n"
    "         D: T.Buffer((256,), \"int32\"), E: T.Buffer((256,), \"uint8\"), F: T.Buffer((256,), \"int64\"),\n"
    "         Q: T.Buffer((256,), \"bool\"), G: T.Buffer((256,), \"int16\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 16)\n"
    "        for v in T.vectorized(4):\n"
    "            C[bx * 64 + tx * 4 + v] = A[bx * 64 + tx * 4 + v] * T.int8(3) + T.int8(1)\n"
    "        for i in range(4):\n"
    "            D[bx * 64 + tx * 4 + i] = B[bx * 64 + tx * 4 + i] // 3 + B[bx * 64 + tx * 4 + i] % 8\n"
    "            D[bx * 64 + tx * 4 + i] = D[bx * 64 + tx * 4 + i] + T.truncmod(B[bx * 64 + tx * 4 + i], 5)"
    " - T.abs(B[bx * 64 + tx * 4 + i])\n"
    "            E[bx * 64 + tx * 4 + i] = T.max(U[bx * 64 + tx * 4 + i], T.uint8(7)) - T.uint8(9)\n"
    "            F[bx * 64 + tx * 4 + i] = L[bx * 64 + tx * 4 + i] * T.int64(3000000000) + T.Cast(\"int64\", B[bx * 64 + tx * 4 + i])\n"
    "            Q[bx * 64 + tx * 4 + i] = P[bx * 64 + tx * 4 + i] and B[bx * 64 + tx * 4 + i] < 3 or not P[bx * 64 + tx * 4 + i]\n"
    "            G[bx * 64 + tx * 4 + i] = T.Cast(\"int16\", T.shift_right(B[bx * 64 + tx * 4 + i], 1)) * T.int16(2)\n"
    "        for v in T.vectorized(4):\n"
    "            D[bx * 64 + tx * 4 + v] = T.bitwise_xor(D[bx * 64 + tx * 4 + v], T.Cast(\"int32\", A[bx * 64 + tx * 4 + v])) "
    "+ T.popcount(B[bx * 64 + tx * 4 + v])\n",
  },
  {
    "mathematics", "",
    "@T.prim_func\n"
    "def main(A: T.Buffer((256,), \"float32\"), C: T.Buffer((256,), \"float32\"), D: T.Buffer((256,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
    "        C[bx * 64 + tx] = T.exp(A[bx * 64 + tx]) + T.log(T.fabs(A[bx * 64 + tx]) + T.float32(1)) + T.sqrt(T.fabs(A[bx * 64 + tx]))"
    " + T.tanh(A[bx * 64 + tx]) + T.sin(A[bx * 64 + tx]) * T.cos(A[bx * 64 + tx]) + T.exp2(A[bx * 64 + tx]) + T.sigmoid(A[bx * 64 + tx])\n"
    "        D[bx * 64 + tx] = T.pow(T.fabs(A[bx * 64 + tx]), T.float32(1.5)) + T.floor(A[bx * 64 + tx]) + T.ceil(A[bx * 64 + tx])"
    " + T.round(A[bx * 64 + tx]) + T.trunc(A[bx * 64 + tx]) + T.rsqrt(T.fabs(A[bx * 64 + tx]) + T.float32(1)) + T.log2(T.float32(3))"
    " + T.atan(A[bx * 64 + tx]) + T.fmod(A[bx * 64 + tx], T.float32(0.3)) + T.log1p(T.fabs(A[bx * 64 + tx]))"
    " + T.Select(A[bx * 64 + tx] < T.float32(0), T.min(A[bx * 64 + tx], T.float32(-0.5)), T.max_value(\"float32\"))\n",
  },
  {
    "float64", "double",
    "@T.prim_func\n"
    "def main(A: T.Buffer((256,), \"float64\"), C: T.Buffer((256,), \"float64\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 32)\n"
    "        for v in T.vectorized(2):\n"
    "            C[bx * 64 + tx * 2 + v] = T.exp(A[bx * 64 + tx * 2 + v]) + T.float64(0.1)\n",
  },
  {
    "halves", "half",
    "@T.prim_func\n"
    "def main(A: T.Buffer((1024,), \"float16\"), B: T.Buffer((1024,), \"float32\"), C: T.Buffer((1024,), \"float16\"),\n"
    "         D: T.Buffer((1024,), \"float16\"), E: T.Buffer((1024,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 32)\n"
    "        S = T.decl_buffer((256,), \"float16\", scope=\"shared\")\n"
    "        for v in T.vectorized(8):\n"
    "            S[tx * 8 + v] = A[bx * 256 + tx * 8 + v]\n"
    "        for v in T.vectorized(8):\n"
    "            C[bx * 256 + tx * 8 + v] = S[tx * 8 + v] * T.float16(2)"
    " + T.max(T.Cast(\"float16\", B[bx * 256 + tx * 8 + v]), T.float16(0))\n"
    "        for i in range(4):\n"
    "            for v in T.vectorized(2):\n"
    "                D[bx * 256 + tx * 8 + i * 2 + v] = T.exp(S[tx * 8 + i * 2 + v])\n"
    "            for v in T.vectorized(2):\n"
    "                E[bx * 256 + tx * 8 + i * 2 + v] = T.Cast(\"float32\", S[tx * 8 + i * 2 + v])\n",
  },
  {
    "bfloats", "bfloat",
    "@T.prim_func\n"
    "def main(A: T.Buffer((1024,), \"bfloat16\"), C: T.Buffer((1024,), \"bfloat16\"), E: T.Buffer((1024,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
    "        for v in T.vectorized(4):\n"
    "            C[bx * 256 + tx * 4 + v] = A[bx * 256 + tx * 4 + v] * T.bfloat16(3) + T.bfloat16(0.5)\n"
    "        for v in T.vectorized(4):\n"
    "            E[bx * 256 + tx * 4 + v] = T.Cast(\"float32\", A[bx * 256 + tx * 4 + v])\n",
  },
  {
    "shuffles", "warp",
    "@T.prim_func\n"
    "def main(A: T.Buffer((256,), \"float32\"), C: T.Buffer((8,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 8) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 32)\n"
    "        r = T.decl_buffer((1,), \"float32\", scope=\"local\")\n"
    "        mask = T.decl_buffer((1,), \"uint32\", scope=\"local\")\n"
    "        r[0] = A[bx * 32 + tx]\n"
    "        mask[0] = T.Cast(\"uint32\", T.tvm_warp_activemask())\n"
    "        r[0] = r[0] + T.tvm_warp_shuffle_down(mask[0], r[0], 16, 32, 32)\n"
    "        r[0] = r[0] + T.tvm_warp_shuffle_xor(mask[0], r[0], 8, 32, 32)\n"
    "        T.tvm_storage_sync(\"warp\")\n"
    "        r[0] = T.tvm_warp_shuffle(mask[0], r[0], 0, 32, 32)\n"
    "        if tx == 0:\n"
    "            C[bx] = r[0]\n",
  },
  {
    "bytes", "dp4a",
    "@T.prim_func\n"
    "def main(A: T.Buffer((4096,), \"int8\"), B: T.Buffer((4096,), \"int8\"), C: T.Buffer((256,), \"int32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
    "        for k in range(4):\n"
    "            C[bx * 64 + tx] = C[bx * 64 + tx] + T.dp4a("
    "A[T.Ramp(bx * 1024 + tx * 16 + k * 4, 1, 4)], B[T.Ramp(bx * 1024 + tx * 16 + k * 4, 1, 4)], 0)\n",
  },
  {
    "async", "sm_80",
    "@T.prim_func\n"
    "def main(A: T.Buffer((4096,), \"float32\"), C: T.Buffer((1024,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 8) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 128)\n"
    "        S = T.decl_buffer((512,), \"float32\", scope=\"shared\")\n"
    "        T.ptx_cp_async(\"float32\", S.data, tx * 4, A.data, bx * 512 + tx * 4, 16)\n"
    "        T.ptx_cp_async(\"float32\", S.data, tx * 4, A.data, bx * 512 + tx * 4, 16, tx < 100)\n"
    "        T.ptx_commit_group()\n"
    "        T.ptx_wait_group(0)\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        C[bx * 128 + tx] = S[511 - tx * 4]\n",
  },
  {
    "mma", "sm_80",
    "@T.prim_func\n"
    "def main(A: T.Buffer((256,), \"float16\"), B: T.Buffer((128,), \"float16\"), C: T.Buffer((128,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 1) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 32)\n"
    "        S = T.decl_buffer((256,), \"float16\", scope=\"shared\")\n"
    "        X = T.decl_buffer((8,), \"float16\", scope=\"local\")\n"
    "        Y = T.decl_buffer((4,), \"float16\", scope=\"local\")\n"
    "        Z = T.decl_buffer((4,), \"float32\", scope=\"local\")\n"
    "        S[T.Ramp(tx * 8, 1, 8)] = A[T.Ramp(tx * 8, 1, 8)]\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        T.ptx_ldmatrix(\"float16\", False, 4, \".b16\", X.data, 0, S.data, tx % 16 * 16 + tx // 16 * 8)\n"
    "        Y[T.Ramp(0, 1, 4)] = B[T.Ramp(tx * 4, 1, 4)]\n"
    "        Z[T.Ramp(0, 1, 4)] = T.Broadcast(T.float32(0), 4)\n"
    "        T.ptx_mma(\"float32\", \"m16n8k16\", \"row\", \"col\", \"fp16\", \"fp16\", \"fp32\", X.data, 0, "
    "Y.data, 0, Z.data, 0, False)\n"
    "        C[T.Ramp(tx * 4, 1, 4)] = Z[T.Ramp(0, 1, 4)]\n",
  },
  {
    "fragments", "wmma",
    "@T.prim_func\n"
    "def main(A: T.Buffer((1024,), \"float16\"), B: T.Buffer((256,), \"float16\"), C: T.Buffer((1024,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 2) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 32)\n"
    "        S = T.decl_buffer((256,), \"float16\", scope=\"shared\")\n"
    "        a = T.decl_buffer((512,), \"float16\", scope=\"wmma.matrix_a\")\n"
    "        b = T.decl_buffer((256,), \"float16\", scope=\"wmma.matrix_b\")\n"
    "        c = T.decl_buffer((512,), \"float32\", scope=\"wmma.accumulator\")\n"
    "        S[T.Ramp(tx * 8, 1, 8)] = B[T.Ramp(tx * 8, 1, 8)]\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        T.tvm_load_matrix_sync(b.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), S.data, 0, 256, 1), 16, "
    "\"col_major\")\n"
    "        for i in range(2):\n"
    "            T.tvm_fill_fragment(c.data, 16, 16, 16, i, T.float32(0))\n"
    "            T.tvm_load_matrix_sync(a.data, 16, 16, 16, i, T.tvm_access_ptr(T.type_annotation(\"float16\"), A.data, "
    "bx * 512 + i * 256, 256, 1), 16, \"row_major\")\n"
    "            T.tvm_mma_sync(c.data, i, a.data, i, b.data, 0, c.data, i)\n"
    "            T.tvm_store_matrix_sync(c.data, 16, 16, 16, i, T.tvm_access_ptr(T.type_annotation(\"float32\"), C.data, "
    "bx * 512 + i * 256, 256, 2), 16, \"row_major\")\n",
  },
  {
    "dynamic", "",
    "@T.prim_func\n"
    "def main(A: T.Buffer((256,), \"float32\"), B: T.Buffer((256,), \"int32\"), C: T.Buffer((256,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
    "        X = T.decl_buffer((64,), \"float32\", scope=\"shared.dyn\")\n"
    "        Y = T.decl_buffer((70,), \"int32\", scope=\"shared.dyn\")\n"
    "        X[tx] = A[bx * 64 + tx]\n"
    "        Y[tx + 1] = B[bx * 64 + tx]\n"
    "        T.tvm_storage_sync(\"shared.dyn\")\n"
    "        C[bx * 64 + tx] = X[63 - tx] + T.Cast(\"float32\", Y[64 - tx])\n",
  },
  {
    "control", "",
    "@T.prim_func\n"
    "def main(A: T.Buffer((256,), \"int32\"), P: T.Buffer((256,), \"bool\"), C: T.Buffer((256,), \"int32\"), "
    "V: T.Buffer((64,), \"float32x4\"), W: T.Buffer((64,), \"float32x4\"), L: T.Buffer((256,), \"int64\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 16)\n"
    "        n = T.decl_buffer((1,), \"int32\", scope=\"local\")\n"
    "        is_odd = T.decl_buffer((4,), \"bool\", scope=\"local\")\n"
    "        for i in range(4):\n"
    "            n[0] = T.bitwise_and(A[bx * 64 + tx * 4 + i], 15)\n"
    "            is_odd[i] = n[0] % 2 == 1\n"
    "            while n[0] > 3:\n"
    "                n[0] = n[0] - 3\n"
    "            if is_odd[i] and P[bx * 64 + tx * 4 + i]:\n"
    "                C[bx * 64 + tx * 4 + i] = n[0]\n"
    "            else:\n"
    "                if tx > 7:\n"
    "                    C[bx * 64 + tx * 4 + i] = 0 - n[0]\n"
    "                else:\n"
    "                    C[bx * 64 + tx * 4 + i] = T.if_then_else(is_odd[i], T.Select(n[0] < 2, 7, 8), (n[0] - 5) // 3 * 2 - (n[0] - 1))\n"
    "        for i in range(T.int64(4)):\n"
    "            L[T.Cast(\"int64\", bx * 64 + tx * 4) + i] = i * T.int64(5000000000) - T.Cast(\"int64\", P[bx * 64 + tx * 4])\n"
    "        x = T.float32(3) - T.Cast(\"float32\", tx)\n"
    "        W[bx * 16 + tx] = V[bx * 16 + tx] * T.Broadcast(x * x, 4) - V[bx * 16 + tx]\n",
  },
  {
    "scalars", "",
    "@T.prim_func\n"
    "def main(n: T.int32, A: T.Buffer((256,), \"float32\"), x: T.float32, C: T.Buffer((256,), \"float32\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
    "        half: T.float32 = A[bx * 64 + tx] * x\n"
    "        if tx < n:\n"
    "            C[bx * 64 + tx] = half\n"
    "        else:\n"
    "            C[bx * 64 + tx] = half + T.Cast(\"float32\", n)\n",
  },
};
