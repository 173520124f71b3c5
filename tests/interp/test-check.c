/* SPDX-License-Identifier: Apache-2.0 */
/* Each program is small enough to run whole; the sampled reference must agree with that run, and must notice changed results. */
#include <string.h>

#include "core/interp/check.h"
#include "core/text/script.h"

#define HEADER "from tvm.script import tir as T\n@T.prim_func\n"
/* So little that sampling is tried on all of these; and what still leaves room for the whole run of those that cannot be sampled. */
#define SMALL_BUDGET 1000
#define SMALLEST_BUDGET 250

typedef struct
{
  const char *name;
  gboolean    sampled;   /* can be followed; the others must fall back to the whole run */
  const char *script;
} CheckProgram;

static const CheckProgram programs[] = {
  { "matmul", TRUE,
    "def main(A: T.Buffer((40, 24), \"float32\"), B: T.Buffer((24, 56), \"float32\"), C: T.Buffer((40, 56), \"float32\")):\n"
    "    for i, j, k in T.grid(40, 56, 24):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n" },
  { "linear with bias and relu", TRUE,
    "def main(X: T.Buffer((33, 20), \"float32\"), W: T.Buffer((40, 20), \"float32\"), b: T.Buffer((40,), \"float32\"), Z: T.Buffer((33, "
    "40), \"float32\")):\n"
    "    Y = T.alloc_buffer((33, 40), \"float32\")\n"
    "    for i, j, k in T.grid(33, 40, 20):\n"
    "        with T.block(\"Y\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                Y[vi, vj] = b[vj]\n"
    "            Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vj, vk]\n"
    "    for i, j in T.grid(33, 40):\n"
    "        with T.block(\"Z\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            Z[vi, vj] = T.max(Y[vi, vj], T.float32(0))\n" },
  { "chain: exp (A @ B) @ E", TRUE,
    "def main(A: T.Buffer((30, 8), \"float32\"), B: T.Buffer((8, 16), \"float32\"), E: T.Buffer((16, 40), \"float32\"), F: T.Buffer((30, "
    "40), \"float32\")):\n"
    "    C = T.alloc_buffer((30, 16), \"float32\")\n"
    "    D = T.alloc_buffer((30, 16), \"float32\")\n"
    "    for i, j, k in T.grid(30, 16, 8):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n"
    "    for i, j in T.grid(30, 16):\n"
    "        with T.block(\"D\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            D[vi, vj] = T.exp(C[vi, vj])\n"
    "    for i, j, k in T.grid(30, 40, 16):\n"
    "        with T.block(\"F\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                F[vi, vj] = T.float32(0)\n"
    "            F[vi, vj] = F[vi, vj] + D[vi, vk] * E[vk, vj]\n" },
  { "softmax", TRUE,
    "def main(A: T.Buffer((64, 48), \"float32\"), S: T.Buffer((64, 48), \"float32\")):\n"
    "    M = T.alloc_buffer((64,), \"float32\")\n"
    "    E = T.alloc_buffer((64, 48), \"float32\")\n"
    "    Q = T.alloc_buffer((64,), \"float32\")\n"
    "    for i, k in T.grid(64, 48):\n"
    "        with T.block(\"M\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            with T.init():\n"
    "                M[vi] = T.min_value(\"float32\")\n"
    "            M[vi] = T.max(M[vi], A[vi, vk])\n"
    "    for i, j in T.grid(64, 48):\n"
    "        with T.block(\"E\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            E[vi, vj] = T.exp(A[vi, vj] - M[vi])\n"
    "    for i, k in T.grid(64, 48):\n"
    "        with T.block(\"Q\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            with T.init():\n"
    "                Q[vi] = T.float32(0)\n"
    "            Q[vi] = Q[vi] + E[vi, vk]\n"
    "    for i, j in T.grid(64, 48):\n"
    "        with T.block(\"S\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            S[vi, vj] = E[vi, vj] / Q[vi]\n" },
  { "layer norm, two outputs of one block", TRUE,
    "def main(A: T.Buffer((50, 30), \"float32\"), g: T.Buffer((30,), \"float32\"), b: T.Buffer((30,), \"float32\"), N: T.Buffer((50, "
    "30), \"float32\")):\n"
    "    S = T.alloc_buffer((50,), \"float32\")\n"
    "    Q = T.alloc_buffer((50,), \"float32\")\n"
    "    for i, k in T.grid(50, 30):\n"
    "        with T.block(\"SQ\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            with T.init():\n"
    "                S[vi] = T.float32(0)\n"
    "                Q[vi] = T.float32(0)\n"
    "            S[vi] = S[vi] + A[vi, vk]\n"
    "            Q[vi] = Q[vi] + A[vi, vk] * A[vi, vk]\n"
    "    for i, j in T.grid(50, 30):\n"
    "        with T.block(\"N\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            N[vi, vj] = (A[vi, vj] - S[vi] / T.float32(30)) * T.rsqrt(Q[vi] / T.float32(30) - S[vi] / T.float32(30) * (S[vi] / "
    "T.float32(30)) + T.float32(1e-5)) * g[vj] + b[vj]\n" },
  { "convolution with padding", TRUE,
    "def main(X: T.Buffer((1, 14, 14, 3), \"float32\"), W: T.Buffer((3, 3, 3, 8), \"float32\"), Y: T.Buffer((1, 14, 14, 8), "
    "\"float32\")):\n"
    "    P = T.alloc_buffer((1, 16, 16, 3), \"float32\")\n"
    "    for n, h, w, c in T.grid(1, 16, 16, 3):\n"
    "        with T.block(\"P\"):\n"
    "            vn, vh, vw, vc = T.axis.remap(\"SSSS\", [n, h, w, c])\n"
    "            P[vn, vh, vw, vc] = T.if_then_else(1 <= vh and vh < 15 and 1 <= vw and vw < 15, X[vn, vh - 1, vw - 1, vc], T.float32(0))\n"
    "    for n, h, w, o, kh, kw, c in T.grid(1, 14, 14, 8, 3, 3, 3):\n"
    "        with T.block(\"Y\"):\n"
    "            vn, vh, vw, vo, rh, rw, rc = T.axis.remap(\"SSSSRRR\", [n, h, w, o, kh, kw, c])\n"
    "            with T.init():\n"
    "                Y[vn, vh, vw, vo] = T.float32(0)\n"
    "            Y[vn, vh, vw, vo] = Y[vn, vh, vw, vo] + P[vn, vh + rh, vw + rw, rc] * W[rh, rw, rc, vo]\n" },
  { "batch matmul of small integers", TRUE,
    "def main(A: T.Buffer((3, 20, 30), \"int8\"), B: T.Buffer((3, 40, 30), \"int8\"), C: T.Buffer((3, 20, 40), \"int32\")):\n"
    "    for b, i, j, k in T.grid(3, 20, 40, 30):\n"
    "        with T.block(\"C\"):\n"
    "            vb, vi, vj, vk = T.axis.remap(\"SSSR\", [b, i, j, k])\n"
    "            with T.init():\n"
    "                C[vb, vi, vj] = 0\n"
    "            C[vb, vi, vj] = C[vb, vi, vj] + T.Cast(\"int32\", A[vb, vi, vk]) * T.Cast(\"int32\", B[vb, vj, vk])\n" },
  { "half precision", TRUE,
    "def main(A: T.Buffer((40, 24), \"float16\"), B: T.Buffer((24, 56), \"float16\"), C: T.Buffer((40, 56), \"float16\")):\n"
    "    for i, j, k in T.grid(40, 56, 24):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float16(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n" },
  { "a changed layout", TRUE,
    "def main(A: T.Buffer((32, 48), \"float32\"), B: T.Buffer((48, 32), \"float32\")):\n"
    "    L = T.alloc_buffer((4, 6, 8, 8), \"float32\")\n"
    "    for i, j in T.grid(32, 48):\n"
    "        with T.block(\"L\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            L[vi // 8, vj // 8, vi % 8, vj % 8] = A[vi, vj] * T.float32(2)\n"
    "    for i, j in T.grid(48, 32):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = L[vj // 8, vi // 8, vj % 8, vi % 8]\n" },
  { "tiles as blocks, views and inner buffers", TRUE,
    "def main(A: T.Buffer((32, 32), \"float32\"), B: T.Buffer((32, 32), \"float32\"), C: T.Buffer((32, 32), \"float32\")):\n"
    "    for io, jo, ko in T.grid(4, 4, 4):\n"
    "        with T.block(\"C_o\"):\n"
    "            vio, vjo, vko = T.axis.remap(\"SSR\", [io, jo, ko])\n"
    "            T.reads(A[vio * 8:vio * 8 + 8, vko * 8:vko * 8 + 8], B[vko * 8:vko * 8 + 8, vjo * 8:vjo * 8 + 8])\n"
    "            T.writes(C[vio * 8:vio * 8 + 8, vjo * 8:vjo * 8 + 8])\n"
    "            T_ = T.alloc_buffer((8, 8), \"float32\")\n"
    "            V = T.match_buffer(C[vio * 8:vio * 8 + 8, vjo * 8:vjo * 8 + 8], (8, 8), \"float32\", strides=[\"s0\", \"s1\"], "
    "offset_factor=1)\n"
    "            with T.init():\n"
    "                for i, j in T.grid(8, 8):\n"
    "                    with T.block(\"C_init\"):\n"
    "                        vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                        V[vi, vj] = T.float32(0)\n"
    "            for i, k in T.grid(8, 8):\n"
    "                with T.block(\"T\"):\n"
    "                    vi, vk = T.axis.remap(\"SS\", [i, k])\n"
    "                    T_[vi, vk] = A[vio * 8 + vi, vko * 8 + vk]\n"
    "            for i, j, k in T.grid(8, 8, 8):\n"
    "                with T.block(\"C\"):\n"
    "                    vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "                    V[vi, vj] = V[vi, vj] + T_[vi, vk] * B[vko * 8 + vk, vjo * 8 + vj]\n" },
  { "init and update apart, in one nest", TRUE,
    "def main(A: T.Buffer((40, 24), \"float32\"), B: T.Buffer((24, 56), \"float32\"), C: T.Buffer((40, 56), \"float32\")):\n"
    "    for i, j in T.grid(40, 56):\n"
    "        with T.block(\"C_init\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            C[vi, vj] = T.float32(0)\n"
    "        for k in range(24):\n"
    "            with T.block(\"C_update\"):\n"
    "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n" },
  { "rows looked up by an input", TRUE,
    "def main(I: T.Buffer((60,), \"uint8\"), E: T.Buffer((16, 40), \"float32\"), O: T.Buffer((60, 40), \"float32\")):\n"
    "    for i, j in T.grid(60, 40):\n"
    "        with T.block(\"O\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            O[vi, vj] = E[T.Cast(\"int32\", I[vi]), vj]\n" },
  { "updated in place", TRUE,
    "def main(A: T.Buffer((60, 40), \"float32\")):\n"
    "    for i, j in T.grid(60, 40):\n"
    "        with T.block(\"A\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            A[vi, vj] = A[vi, vj] * T.float32(3)\n" },
  { "symbolic domain", TRUE,
    "def main(a: T.handle, b: T.handle):\n"
    "    A = T.match_buffer(a, (60, 40), \"float32\")\n"
    "    B = T.match_buffer(b, (60,), \"float32\")\n"
    "    for i, k in T.grid(60, 40):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            with T.init():\n"
    "                B[vi] = T.float32(1)\n"
    "            B[vi] = B[vi] * (A[vi, vk] + T.float32(1))\n" },
  { "rows of an input looked up by a result", TRUE,
    "def main(I: T.Buffer((60,), \"uint8\"), E: T.Buffer((16, 40), \"float32\"), O: T.Buffer((60, 40), \"float32\")):\n"
    "    J = T.alloc_buffer((60,), \"int32\")\n"
    "    for i in range(60):\n"
    "        with T.block(\"J\"):\n"
    "            vi = T.axis.spatial(60, i)\n"
    "            J[vi] = T.Cast(\"int32\", I[vi]) // 2\n"
    "    for i, j in T.grid(60, 40):\n"
    "        with T.block(\"O\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            O[vi, vj] = E[J[vi], vj]\n" },
  { "rows of a result looked up by a result", FALSE,
    "def main(I: T.Buffer((60,), \"uint8\"), E: T.Buffer((16, 4), \"float32\"), O: T.Buffer((60, 4), \"float32\")):\n"
    "    J = T.alloc_buffer((60,), \"int32\")\n"
    "    D = T.alloc_buffer((16, 4), \"float32\")\n"
    "    for i in range(60):\n"
    "        with T.block(\"J\"):\n"
    "            vi = T.axis.spatial(60, i)\n"
    "            J[vi] = T.Cast(\"int32\", I[vi]) // 2\n"
    "    for i, j in T.grid(16, 4):\n"
    "        with T.block(\"D\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            D[vi, vj] = E[vi, vj] * T.float32(2)\n"
    "    for i, j in T.grid(60, 4):\n"
    "        with T.block(\"O\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            O[vi, vj] = D[J[vi], vj]\n" },
  { "one side of each choice lies outside", TRUE,
    "def main(X: T.Buffer((30, 80), \"float32\"), Y: T.Buffer((30, 80), \"float32\")):\n"
    "    R = T.alloc_buffer((30, 80), \"float32\")\n"
    "    for i, j in T.grid(30, 80):\n"
    "        with T.block(\"R\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            R[vi, vj] = T.Select(vj < 40, T.float32(-1), T.float32(1))\n"
    "    for i, j in T.grid(30, 80):\n"
    "        with T.block(\"Y\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            Y[vi, vj] = T.Select(vj < 40, R[vi, vj + 40], R[vi, vj - 40]) * T.Select(R[vi, vj] < T.float32(0), X[vi, vj + 40], "
    "X[vi, vj - 40])\n"
    "            if R[vi, vj] < T.float32(0) and R[vi, vj + 40] > T.float32(0):\n"
    "                Y[vi, vj] = Y[vi, vj] + R[vi, vj + 40] + T.if_then_else(R[vi, vj] > T.float32(0), R[vi, vj - 40], X[vi, 9])\n" },
  { "one side of each choice cannot be found", TRUE,
    "def main(I: T.Buffer((80,), \"int32\"), X: T.Buffer((60, 80), \"float32\"), Y: T.Buffer((60, 80), \"float32\")):\n"
    "    R = T.alloc_buffer((60, 80), \"float32\")\n"
    "    for i, j in T.grid(60, 80):\n"
    "        with T.block(\"R\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            R[vi, vj] = T.if_then_else(vj % 2 == 0, T.abs(X[vi, vj]), T.float32(-1))\n"
    "    for i, j in T.grid(60, 80):\n"
    "        with T.block(\"Y\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            Y[vi, vj] = T.Select(R[vi, vj] < T.float32(0), R[vi, 79 // (vj % 2)], R[59 - vi, T.Cast(\"int32\", I[vj + vj % 2 * 80] "
    "== 0)])\n" },
  { "a running sum", FALSE,
    "def main(A: T.Buffer((300,), \"float32\"), B: T.Buffer((300,), \"float32\")):\n"
    "    for i in range(300):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.scan(300, i)\n"
    "            B[vi] = T.if_then_else(vi > 0, B[vi - 1], T.float32(0)) + A[vi]\n" },
  { "a row buffer used again and again", FALSE,
    "def main(A: T.Buffer((30, 40), \"float32\"), B: T.Buffer((30, 40), \"float32\")):\n"
    "    R = T.alloc_buffer((40,), \"float32\")\n"
    "    for i in range(30):\n"
    "        for j in range(40):\n"
    "            with T.block(\"R\"):\n"
    "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                R[vj] = A[vi, vj] + T.float32(1)\n"
    "        for j in range(40):\n"
    "            with T.block(\"B\"):\n"
    "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                B[vi, vj] = R[vj] * T.float32(2)\n" },
  { "a split that overhangs", TRUE,
    "def main(A: T.Buffer((2397,), \"float32\"), B: T.Buffer((2397,), \"float32\")):\n"
    "    for i, j in T.grid(300, 8):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.spatial(2397, i * 8 + j)\n"
    "            T.where(i * 8 + j < 2397)\n"
    "            B[vi] = A[vi] * T.float32(2)\n" },
  { "a predicate that leaves some out", FALSE,
    "def main(A: T.Buffer((300,), \"float32\"), B: T.Buffer((300,), \"float32\")):\n"
    "    for i, j in T.grid(38, 8):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.spatial(300, i * 8 + j)\n"
    "            T.where(i * 8 + j < 299)\n"
    "            B[vi] = A[vi] * T.float32(2)\n" },
  { "a sum whose loops come by twice", FALSE,
    "def main(A: T.Buffer((20, 12), \"float32\"), B: T.Buffer((20,), \"float32\")):\n"
    "    for i, r, k in T.grid(20, 2, 12):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            with T.init():\n"
    "                B[vi] = T.float32(0)\n"
    "            B[vi] = B[vi] + A[vi, vk]\n" },
  { "a fused loop", TRUE,
    "def main(A: T.Buffer((40, 56), \"float32\"), B: T.Buffer((40, 56), \"float32\")):\n"
    "    for f in T.parallel(2240):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.spatial(40, f // 56)\n"
    "            vj = T.axis.spatial(56, f % 56)\n"
    "            B[vi, vj] = A[vi, vj] + T.float32(1)\n" },
  { "tiled, with a cached operand and a local result", TRUE,
    "def main(A: T.Buffer((32, 32), \"float32\"), B: T.Buffer((32, 32), \"float32\"), C: T.Buffer((32, 32), \"float32\")):\n"
    "    S = T.alloc_buffer((32, 32), \"float32\", scope=\"shared\")\n"
    "    L = T.alloc_buffer((32, 32), \"float32\", scope=\"local\")\n"
    "    for i0, j0 in T.grid(4, 4):\n"
    "        for i1, j1 in T.grid(8, 8):\n"
    "            with T.block(\"L_init\"):\n"
    "                vi = T.axis.spatial(32, i0 * 8 + i1)\n"
    "                vj = T.axis.spatial(32, j0 * 8 + j1)\n"
    "                L[vi, vj] = T.float32(0)\n"
    "        for k0 in range(8):\n"
    "            for ax0, ax1 in T.grid(8, 4):\n"
    "                with T.block(\"S\"):\n"
    "                    v0 = T.axis.spatial(32, i0 * 8 + ax0)\n"
    "                    v1 = T.axis.spatial(32, k0 * 4 + ax1)\n"
    "                    S[v0, v1] = A[v0, v1]\n"
    "            for i1, k1, j1 in T.grid(8, 4, 8):\n"
    "                with T.block(\"L\"):\n"
    "                    vi = T.axis.spatial(32, i0 * 8 + i1)\n"
    "                    vj = T.axis.spatial(32, j0 * 8 + j1)\n"
    "                    vk = T.axis.reduce(32, k0 * 4 + k1)\n"
    "                    L[vi, vj] = L[vi, vj] + S[vi, vk] * B[vk, vj]\n"
    "        for ax0, ax1 in T.grid(8, 8):\n"
    "            with T.block(\"C\"):\n"
    "                v0 = T.axis.spatial(32, i0 * 8 + ax0)\n"
    "                v1 = T.axis.spatial(32, j0 * 8 + ax1)\n"
    "                C[v0, v1] = L[v0, v1]\n" },
  { "loops without blocks", FALSE,
    "def main(A: T.Buffer((60, 40), \"float32\"), B: T.Buffer((60, 40), \"float32\")):\n"
    "    for i, j in T.grid(60, 40):\n"
    "        B[i, j] = A[i, j] + T.float32(1)\n" },
};

static TlModule *
read_program (guint index)
{
  g_autofree char   *text = g_strconcat (HEADER, programs[index].script, NULL);
  g_autoptr (GError) error = NULL;
  TlModule          *module = tl_script_read_text (text, &error);

  if (module == NULL)
    g_error ("%s: %s", programs[index].name, error->message);
  return module;
}

static GPtrArray *
make_args (const TlModule *module)
{
  g_autoptr (GError) error = NULL;
  GPtrArray         *args = tl_interp_make_args (module->prims[0], 7, FALSE, &error);

  g_assert_no_error (error);
  return args;
}

static GPtrArray *
dup_args (const GPtrArray *args)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < args->len; i++)
    g_ptr_array_add (copies, tl_tensor_dup (args->pdata[i]));
  return copies;
}

static TlReference *
make_reference (const TlModule *module, const GPtrArray *args, guint64 max_steps)
{
  g_autoptr (GError) error = NULL;
  TlReference       *reference = tl_reference_new (module->prims[0], (TlTensor *const *) args->pdata, args->len, max_steps, NULL, &error);

  g_assert_no_error (error);
  return reference;
}

static TlTensor *
output_of (const TlModule *module, const GPtrArray *args)
{
  g_autoptr (GArray) written = tl_interp_written_params (module->prims[0]);

  for (guint i = 0; i < written->len; i++)
    if (g_array_index (written, gboolean, i))
      return args->pdata[i];
  g_assert_not_reached ();
}

static void
change (TlTensor *tensor, gint64 at)
{
  double value = tl_tensor_get (tensor, at);

  tl_tensor_set (tensor, at, value + (value > 0 ? 1 : -1) * (tl_dtype_is_float (tensor->dtype) ? 0.25 * ABS (value) + 0.25 : 1));
}

static void
check_reference (const char *name, const TlModule *module, const TlReference *reference, const GPtrArray *after, gboolean whole)
{
  g_autoptr (GPtrArray) wrong = dup_args (after);
  TlTensor     *output = output_of (module, wrong);
  TlCheckResult result;

  tl_reference_check (reference, (TlTensor *const *) after->pdata, &result);
  if (!result.ok)
    g_error ("%s: %s", name, result.where);
  if (whole != (result.n_checked == result.n_elements))
    g_error ("%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " elements are checked", name, result.n_checked, result.n_elements);
  g_assert_cmpuint (result.n_checked, >, 0);
  /* One wrong value where all are looked at; corners are always looked at. */
  change (output, output->n_elements - 1);
  tl_check_result_clear (&result);
  tl_reference_check (reference, (TlTensor *const *) wrong->pdata, &result);
  if (result.ok || result.n_wrong != 1 || result.where == NULL || result.max_error <= 1)
    g_error ("%s: a wrong last element is not noticed", name);
  for (gint64 i = 0; i + 1 < output->n_elements; i++)
    change (output, i);
  tl_check_result_clear (&result);
  tl_reference_check (reference, (TlTensor *const *) wrong->pdata, &result);
  g_assert_cmpuint (result.n_wrong, ==, result.n_checked);
  tl_check_result_clear (&result);
}

static void
test_agreement (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autoptr (TlModule)    module = read_program (i);
      g_autoptr (GPtrArray)   before = make_args (module), untouched = dup_args (before), after = NULL;
      g_autoptr (TlReference) whole = make_reference (module, before, 0);
      g_autoptr (TlReference) sampled = NULL;
      g_autoptr (GError)      error = NULL;

      sampled = make_reference (module, before, programs[i].sampled ? SMALL_BUDGET : SMALLEST_BUDGET);
      for (guint k = 0; k < before->len; k++)
        {
          const TlTensor *a = before->pdata[k], *b = untouched->pdata[k];

          g_assert_cmpmem (a->data, a->n_bytes, b->data, b->n_bytes);
        }
      after = dup_args (before);
      tl_interp_run (module->prims[0], (TlTensor *const *) after->pdata, after->len, 0, NULL, &error);
      g_assert_no_error (error);
      check_reference (programs[i].name, module, whole, after, TRUE);
      check_reference (programs[i].name, module, sampled, after, !programs[i].sampled);
    }
}

/* The same elements each time, so that all candidates of a program are judged alike. */
static void
test_deterministic (void)
{
  g_autoptr (TlModule)    module = read_program (0);
  g_autoptr (GPtrArray)   args = make_args (module), wrong = dup_args (args);
  g_autoptr (TlReference) a = make_reference (module, args, SMALL_BUDGET), b = make_reference (module, args, SMALL_BUDGET);
  TlTensor               *output = output_of (module, wrong);
  TlCheckResult           result_a, result_b;

  for (gint64 i = 0; i < output->n_elements; i += 3)
    change (output, i);
  tl_reference_check (a, (TlTensor *const *) wrong->pdata, &result_a);
  tl_reference_check (b, (TlTensor *const *) wrong->pdata, &result_b);
  g_assert_cmpuint (result_a.n_checked, ==, result_b.n_checked);
  g_assert_cmpuint (result_a.n_wrong, ==, result_b.n_wrong);
  g_assert_cmpstr (result_a.where, ==, result_b.where);
  tl_check_result_clear (&result_a);
  tl_check_result_clear (&result_b);
}

/* A sum taken in another order is right; the float of one term short is not. */
static void
test_tolerance (void)
{
  g_autoptr (TlModule)    module = read_program (0);
  g_autoptr (GPtrArray)   args = make_args (module), other = dup_args (args);
  g_autoptr (TlReference) reference = make_reference (module, args, 0);
  TlCheckResult           result;

  for (guint short_of = 0; short_of < 2; short_of++)
    {
      for (gint64 i = 0; i < 40; i++)
        for (gint64 j = 0; j < 56; j++)
          {
            float sum = 0;

            for (gint64 k = 23; k >= (gint64) short_of; k--)
              sum = (float) ((double) sum + tl_tensor_get (args->pdata[0], i * 24 + k) * tl_tensor_get (args->pdata[1], k * 56 + j));
            tl_tensor_set (other->pdata[2], i * 56 + j, (double) sum);
          }
      tl_reference_check (reference, (TlTensor *const *) other->pdata, &result);
      if (short_of == 0)
        {
          g_assert_cmpfloat (result.max_error, <, 0.1);
          g_assert_true (result.ok);
        }
      else
        g_assert_cmpuint (result.n_wrong, >, 40 * 56 * 99 / 100);
      tl_check_result_clear (&result);
    }
}

/* Each reads memory of its own that it does not write, or does so without harm; the sentence names the element and the block. */
static const struct
{
  const char *name;
  const char *unwritten;   /* NULL: nothing to tell */
  guint64     max_steps;   /* 0: the default, run whole */
  const char *script;
} unwritten_rows[] = {
  { "one past the end of what is written", "t[16] in block \"B\"", 0,
    "def main(A: T.Buffer((16,), \"float32\"), B: T.Buffer((16,), \"float32\")):\n"
    "    t = T.alloc_buffer((17,), \"float32\")\n"
    "    for i in range(16):\n"
    "        with T.block(\"t\"):\n"
    "            vi = T.axis.spatial(16, i)\n"
    "            t[vi] = A[vi]\n"
    "    for i in range(16):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.spatial(16, i)\n"
    "            B[vi] = t[vi] + t[vi + 1]\n" },
  { "never written, integers", "t[0, 0] in block \"B\"", 0,
    "def main(A: T.Buffer((16,), \"int32\"), B: T.Buffer((16,), \"int32\")):\n"
    "    t = T.alloc_buffer((4, 4), \"int32\")\n"
    "    for i in range(16):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.spatial(16, i)\n"
    "            B[vi] = A[vi] + t[vi // 4, vi % 4]\n" },
  { "a sum without init", "t[0] in block \"t\"", 0,
    "def main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((8,), \"float32\")):\n"
    "    t = T.alloc_buffer((8,), \"float32\")\n"
    "    for i, k in T.grid(8, 8):\n"
    "        with T.block(\"t\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            t[vi] = t[vi] + A[vi, vk]\n"
    "    for i in range(8):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.spatial(8, i)\n"
    "            B[vi] = t[vi]\n" },
  { "written later", "t[0] in block \"B\"", 0,
    "def main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n"
    "    t = T.alloc_buffer((8,), \"float32\")\n"
    "    for i in range(8):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.spatial(8, i)\n"
    "            B[vi] = t[vi]\n"
    "    for i in range(8):\n"
    "        with T.block(\"t\"):\n"
    "            vi = T.axis.spatial(8, i)\n"
    "            t[vi] = A[vi]\n" },
  { "through a view", "t[3, 0] in block \"B\"", 0,
    "def main(A: T.Buffer((4,), \"int32\"), B: T.Buffer((4,), \"int32\")):\n"
    "    t = T.alloc_buffer((4, 2), \"int32\")\n"
    "    for i in range(3):\n"
    "        with T.block(\"t\"):\n"
    "            vi = T.axis.spatial(3, i)\n"
    "            t[vi, 0] = A[vi]\n"
    "    for i in range(4):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.spatial(4, i)\n"
    "            T.reads(t[vi, 0:2])\n"
    "            T.writes(B[vi])\n"
    "            v = T.match_buffer(t[vi, 0:2], (1, 2), \"int32\")\n"
    "            B[vi] = v[0, 0]\n" },
  { "nothing comes of it", NULL, 0,
    "def main(A: T.Buffer((16,), \"float32\"), B: T.Buffer((16,), \"float32\")):\n"
    "    t = T.alloc_buffer((17,), \"float32\")\n"
    "    for i in range(16):\n"
    "        with T.block(\"t\"):\n"
    "            vi = T.axis.spatial(16, i)\n"
    "            t[vi] = A[vi]\n"
    "    for i in range(16):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.spatial(16, i)\n"
    "            B[vi] = T.Select(vi < 15, t[vi + 1], T.float32(0))\n" },
  { "all of it is written", NULL, 0,
    "def main(A: T.Buffer((16,), \"float32\"), B: T.Buffer((16,), \"float32\")):\n"
    "    t = T.alloc_buffer((16,), \"float32\")\n"
    "    for i in range(16):\n"
    "        with T.block(\"t\"):\n"
    "            vi = T.axis.spatial(16, i)\n"
    "            t[vi] = A[vi]\n"
    "    for i in range(16):\n"
    "        with T.block(\"B\"):\n"
    "            vi = T.axis.spatial(16, i)\n"
    "            B[vi] = t[vi]\n" },
  { "of a program that is sampled", "t[0, 40] in block \"B\"", SMALL_BUDGET,
    "def main(A: T.Buffer((40, 40), \"float32\"), B: T.Buffer((40, 40), \"float32\")):\n"
    "    t = T.alloc_buffer((40, 41), \"float32\")\n"
    "    for i, j in T.grid(40, 40):\n"
    "        with T.block(\"t\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            t[vi, vj] = A[vi, vj]\n"
    "    for i, j in T.grid(40, 40):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = t[vi, vj] + t[0, 40]\n" },
};

static void
test_unwritten (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (unwritten_rows); i++)
    {
      g_autofree char       *text = g_strconcat (HEADER, unwritten_rows[i].script, NULL);
      g_autoptr (GError)     error = NULL;
      g_autoptr (TlModule)   module = tl_script_read_text (text, &error);
      g_autoptr (GPtrArray)  args = module != NULL ? tl_interp_make_args (module->prims[0], 1, FALSE, &error) : NULL;
      g_autoptr (TlReference) reference = NULL;
      TlCheckResult          result;

      g_assert_no_error (error);
      reference = tl_reference_new (module->prims[0], (TlTensor *const *) args->pdata, args->len, unwritten_rows[i].max_steps, NULL,
                                    &error);
      g_assert_no_error (error);
      /* A sampled program reports it with a wrong result, which arguments that no run has filled are. */
      if (unwritten_rows[i].max_steps == 0)
        tl_interp_run (module->prims[0], (TlTensor *const *) args->pdata, args->len, 0, NULL, &error);
      tl_reference_check (reference, (TlTensor *const *) args->pdata, &result);
      if (g_strcmp0 (result.unwritten, unwritten_rows[i].unwritten) != 0 || result.ok != (unwritten_rows[i].unwritten == NULL))
        g_error ("%s: %s, not %s", unwritten_rows[i].name, result.unwritten, unwritten_rows[i].unwritten);
      tl_check_result_clear (&result);
    }
}

static void
test_too_large (void)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (TlModule)    module = tl_script_read_text (HEADER
                                                        "def main(A: T.Buffer((4096, 512), \"float32\"), B: T.Buffer((4096, 512), "
                                                        "\"float32\")):\n"
                                                        "    for r, i, j in T.grid(100, 4096, 512):\n"
                                                        "        B[i, j] = A[i, j] + T.float32(1)\n", &error);
  g_autoptr (GPtrArray)   args = make_args (module);
  g_autoptr (TlReference) reference = NULL;

  reference = tl_reference_new (module->prims[0], (TlTensor *const *) args->pdata, args->len, 10000, NULL, &error);
  g_assert_null (reference);
  g_assert_error (error, TL_INTERP_ERROR, TL_INTERP_ERROR_STEPS);
  g_assert_nonnull (strstr (error->message, "statements outside of blocks"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interp/check/agreement", test_agreement);
  g_test_add_func ("/interp/check/deterministic", test_deterministic);
  g_test_add_func ("/interp/check/tolerance", test_tolerance);
  g_test_add_func ("/interp/check/unwritten", test_unwritten);
  g_test_add_func ("/interp/check/too-large", test_too_large);
  return g_test_run ();
}
