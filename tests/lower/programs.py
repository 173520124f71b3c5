# SPDX-License-Identifier: Apache-2.0
# Small programs of every kind, with odd extents: lowering and code generation must keep what each means.
from tvm.script import tir as T


# --- copy ---
@T.prim_func
def main(A: T.Buffer((7, 5), "float32"), B: T.Buffer((7, 5), "float32")):
    for i, j in T.grid(7, 5):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj]


# --- scalar buffer ---
@T.prim_func
def main(A: T.Buffer((9,), "float32"), S: T.Buffer((), "float32")):
    for k in range(9):
        with T.block("S"):
            vk = T.axis.reduce(9, k)
            with T.init():
                S[()] = T.float32(0)
            S[()] = S[()] + A[vk]


# --- scalar parameter ---
@T.prim_func
def main(A: T.Buffer((6,), "float32"), x: T.float32, n: T.int32, B: T.Buffer((6,), "float32")):
    for i in range(6):
        with T.block("B"):
            vi = T.axis.spatial(6, i)
            B[vi] = A[vi] * x + T.Cast("float32", n)


# --- matmul ---
@T.prim_func
def main(A: T.Buffer((5, 9), "float32"), B: T.Buffer((9, 7), "float32"), C: T.Buffer((5, 7), "float32")):
    for i, j, k in T.grid(5, 7, 9):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- matmul, reduction outside, vectorized ---
@T.prim_func
def main(A: T.Buffer((12, 10), "float32"), B: T.Buffer((10, 16), "float32"), C: T.Buffer((12, 16), "float32")):
    for i_0, j_0, k_0, i_1, k_1 in T.grid(3, 2, 5, 4, 2):
        for j_1 in T.vectorized(8):
            with T.block("C"):
                vi = T.axis.spatial(12, i_0 * 4 + i_1)
                vj = T.axis.spatial(16, j_0 * 8 + j_1)
                vk = T.axis.reduce(10, k_0 * 2 + k_1)
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- matmul, panels packed under a loop ---
@T.prim_func
def main(A: T.Buffer((6, 24), "float32"), B: T.Buffer((24, 32), "float32"), C: T.Buffer((6, 32), "float32")):
    P = T.alloc_buffer((4, 24, 8))
    for j_0, k_0 in T.grid(2, 3):
        for ax0, ax1_0 in T.grid(8, 4):
            for ax1_1 in T.vectorized(4):
                with T.block("P"):
                    v0 = T.axis.spatial(24, k_0 * 8 + ax0)
                    v1 = T.axis.spatial(32, j_0 * 16 + ax1_0 * 4 + ax1_1)
                    P[v1 // 8, v0, v1 % 8] = B[v0, v1]
        for i, j_1, k_1 in T.grid(6, 2, 8):
            for j_2 in T.vectorized(8):
                with T.block("C"):
                    vi = T.axis.spatial(6, i)
                    vj = T.axis.spatial(32, j_0 * 16 + j_1 * 8 + j_2)
                    vk = T.axis.reduce(24, k_0 * 8 + k_1)
                    with T.init():
                        C[vi, vj] = T.float32(0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * P[vj // 8, vk, vj % 8]


# --- matmul, blocks of the reduction around a large result ---
@T.prim_func
def main(A: T.Buffer((64, 12), "float32"), B: T.Buffer((12, 96), "float32"), C: T.Buffer((64, 96), "float32")):
    for k_0, i_0, j_0, k_1, k_2 in T.grid(3, 16, 6, 2, 2):
        for i_1 in T.unroll(4):
            for j_1 in T.vectorized(16):
                with T.block("C"):
                    vi = T.axis.spatial(64, i_0 * 4 + i_1)
                    vj = T.axis.spatial(96, j_0 * 16 + j_1)
                    vk = T.axis.reduce(12, k_0 * 4 + k_1 * 2 + k_2)
                    with T.init():
                        C[vi, vj] = T.float32(0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- stores past the caches ---
@T.prim_func
def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for i_0 in T.serial(8, annotations={"nontemporal_store": 1}):
        for i_1 in T.vectorized(16):
            with T.block("B"):
                vi = T.axis.spatial(128, i_0 * 16 + i_1)
                B[vi] = A[vi] + T.float32(1)


# --- stores past the caches, off their alignment ---
@T.prim_func
def main(A: T.Buffer((131,), "float32"), B: T.Buffer((131,), "float32")):
    for i_0 in T.serial(8, annotations={"nontemporal_store": 1}):
        for i_1 in T.vectorized(16):
            with T.block("B"):
                vi = T.axis.spatial(131, i_0 * 16 + i_1)
                B[vi + 3] = A[vi] + T.float32(1)


# --- matmul, predicates on all axes ---
@T.prim_func
def main(A: T.Buffer((11, 7), "float32"), B: T.Buffer((7, 13), "float32"), C: T.Buffer((11, 13), "float32")):
    for i_0, j_0, k_0, i_1, k_1 in T.grid(3, 2, 3, 4, 3):
        for j_1 in T.vectorized(8):
            with T.block("C"):
                vi = T.axis.spatial(11, i_0 * 4 + i_1)
                vj = T.axis.spatial(13, j_0 * 8 + j_1)
                vk = T.axis.reduce(7, k_0 * 3 + k_1)
                T.where(i_0 * 4 + i_1 < 11 and j_0 * 8 + j_1 < 13 and k_0 * 3 + k_1 < 7)
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- parallel tiles of odd size ---
@T.prim_func
def main(A: T.Buffer((11, 13), "float32"), B: T.Buffer((11, 13), "float32")):
    for i_0 in T.parallel(3):
        for j_0, i_1, j_1 in T.grid(4, 4, 4):
            with T.block("B"):
                vi = T.axis.spatial(11, i_0 * 4 + i_1)
                vj = T.axis.spatial(13, j_0 * 4 + j_1)
                T.where(i_0 * 4 + i_1 < 11 and j_0 * 4 + j_1 < 13)
                B[vi, vj] = A[vi, vj] + T.float32(1)


# --- matmul, cached tile ---
@T.prim_func
def main(A: T.Buffer((16, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    C_global = T.alloc_buffer((16, 16), "float32")
    for f in T.parallel(4, annotations={"pragma_auto_unroll_max_step": 64, "pragma_unroll_explicit": 1}):
        for i_init in range(8):
            for j_init in T.vectorized(8):
                with T.block("C_init"):
                    vi = T.axis.spatial(16, f // 2 * 8 + i_init)
                    vj = T.axis.spatial(16, f % 2 * 8 + j_init)
                    C_global[vi, vj] = T.float32(0)
        for k_0, k_1, i_1 in T.grid(6, 2, 8):
            for j_1 in T.vectorized(8):
                with T.block("C_update"):
                    vi = T.axis.spatial(16, f // 2 * 8 + i_1)
                    vj = T.axis.spatial(16, f % 2 * 8 + j_1)
                    vk = T.axis.reduce(12, k_0 * 2 + k_1)
                    C_global[vi, vj] = C_global[vi, vj] + A[vi, vk] * B[vk, vj]
        for ax0 in range(8):
            for ax1 in T.vectorized(8):
                with T.block("C_global"):
                    v0 = T.axis.spatial(16, f // 2 * 8 + ax0)
                    v1 = T.axis.spatial(16, f % 2 * 8 + ax1)
                    C[v0, v1] = C_global[v0, v1]


# --- matmul, cached tile with aligned rows ---
@T.prim_func
def main(A: T.Buffer((16, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    C_global = T.alloc_buffer((16, 16), "float32")
    for f in T.parallel(4, annotations={"pragma_auto_unroll_max_step": 64, "pragma_unroll_explicit": 1}):
        for i_init in range(8):
            for j_init in T.vectorized(8):
                with T.block("C_init"):
                    vi = T.axis.spatial(16, f // 2 * 8 + i_init)
                    vj = T.axis.spatial(16, f % 2 * 8 + j_init)
                    C_global[vi, vj] = T.float32(0)
        for k_0, k_1, i_1 in T.grid(6, 2, 8):
            for j_1 in T.vectorized(8):
                with T.block("C_update"):
                    vi = T.axis.spatial(16, f // 2 * 8 + i_1)
                    vj = T.axis.spatial(16, f % 2 * 8 + j_1)
                    vk = T.axis.reduce(12, k_0 * 2 + k_1)
                    T.block_attr({"buffer_dim_align": [[0, 0, 8, 3]]})
                    C_global[vi, vj] = C_global[vi, vj] + A[vi, vk] * B[vk, vj]
        for ax0 in range(8):
            for ax1 in T.vectorized(8):
                with T.block("C_global"):
                    v0 = T.axis.spatial(16, f // 2 * 8 + ax0)
                    v1 = T.axis.spatial(16, f % 2 * 8 + ax1)
                    C[v0, v1] = C_global[v0, v1]


# --- tile with gaps in all dimensions ---
@T.prim_func
def main(A: T.Buffer((16, 12, 5), "float32"), C: T.Buffer((16, 12, 5), "float32")):
    B = T.alloc_buffer((16, 12, 5), scope="shared")
    for o in range(4):
        for i, j, k in T.grid(4, 12, 5):
            with T.block("B"):
                vi = T.axis.spatial(16, o * 4 + i)
                vj, vk = T.axis.remap("SS", [j, k])
                T.block_attr({"buffer_dim_align": [[0, 2, 4, 3], [0, 1, 7, -3], [0, 0, 8, 0]]})
                B[vi, vj, vk] = A[vi, vj, vk] * T.float32(2)
        for i, j, k in T.grid(4, 12, 5):
            with T.block("C"):
                vi = T.axis.spatial(16, o * 4 + i)
                vj, vk = T.axis.remap("SS", [j, k])
                C[vi, vj, vk] = B[vi, vj, vk]


# --- producer under its consumer, odd tiles ---
@T.prim_func
def main(A: T.Buffer((37,), "float32"), C: T.Buffer((37,), "float32")):
    B = T.alloc_buffer((37,), "float32")
    for i_0 in range(5):
        for ax0 in range(8):
            with T.block("B"):
                v0 = T.axis.spatial(37, i_0 * 8 + ax0)
                T.where(i_0 * 8 + ax0 < 37)
                B[v0] = A[v0] * T.float32(2)
        for i_1 in T.vectorized(8):
            with T.block("C"):
                vi = T.axis.spatial(37, i_0 * 8 + i_1)
                T.where(i_0 * 8 + i_1 < 37)
                C[vi] = B[vi] + T.float32(1)


# --- value carried between iterations ---
@T.prim_func
def main(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    t = T.alloc_buffer((2,), "float32")
    for i in range(8):
        with T.block("fill"):
            vi = T.axis.opaque(8, i)
            T.reads(A[vi], t[0:2])
            T.writes(C[vi], t[0:2])
            if vi == 0:
                t[0] = T.float32(0)
            t[0] = t[0] + A[vi]
            C[vi] = t[0]


# --- stencil through a window ---
@T.prim_func
def main(A: T.Buffer((18,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((18,), "float32")
    for i_0 in range(4):
        for ax0 in range(6):
            with T.block("B"):
                v0 = T.axis.spatial(18, i_0 * 4 + ax0)
                B[v0] = T.exp(A[v0])
        for i_1 in range(4):
            with T.block("C"):
                vi = T.axis.spatial(16, i_0 * 4 + i_1)
                C[vi] = B[vi] + B[vi + 1] + B[vi + 2]


# --- chain ---
@T.prim_func
def main(A: T.Buffer((6, 5), "float32"), B: T.Buffer((5, 7), "float32"), E: T.Buffer((7, 3), "float32"), F: T.Buffer((6, 3), "float32")):
    C = T.alloc_buffer((6, 7))
    D = T.alloc_buffer((6, 7))
    for i, j, k in T.grid(6, 7, 5):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(6, 7):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.exp(C[vi, vj])
    for i, j, k in T.grid(6, 3, 7):
        with T.block("F"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                F[vi, vj] = T.float32(0)
            F[vi, vj] = F[vi, vj] + D[vi, vk] * E[vk, vj]


# --- softmax ---
@T.prim_func
def main(A: T.Buffer((4, 11), "float32"), S: T.Buffer((4, 11), "float32")):
    m = T.alloc_buffer((4,))
    e = T.alloc_buffer((4, 11))
    s = T.alloc_buffer((4,))
    for i, k in T.grid(4, 11):
        with T.block("m"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                m[vi] = T.min_value("float32")
            m[vi] = T.max(m[vi], A[vi, vk])
    for i, j in T.grid(4, 11):
        with T.block("e"):
            vi, vj = T.axis.remap("SS", [i, j])
            e[vi, vj] = T.exp(A[vi, vj] - m[vi])
    for i, k in T.grid(4, 11):
        with T.block("s"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] = s[vi] + e[vi, vk]
    for i, j in T.grid(4, 11):
        with T.block("S"):
            vi, vj = T.axis.remap("SS", [i, j])
            S[vi, vj] = e[vi, vj] / s[vi]


# --- convolution with padding ---
@T.prim_func
def main(X: T.Buffer((1, 6, 7, 3), "float32"), W: T.Buffer((3, 3, 3, 4), "float32"), Y: T.Buffer((1, 6, 7, 4), "float32")):
    P = T.alloc_buffer((1, 8, 9, 3))
    for n, h, w, c in T.grid(1, 8, 9, 3):
        with T.block("P"):
            vn, vh, vw, vc = T.axis.remap("SSSS", [n, h, w, c])
            P[vn, vh, vw, vc] = T.if_then_else(1 <= vh and vh < 7 and 1 <= vw and vw < 8, X[vn, vh - 1, vw - 1, vc], T.float32(0))
    for n, h, w, o, rh, rw, rc in T.grid(1, 6, 7, 4, 3, 3, 3):
        with T.block("Y"):
            vn, vh, vw, vo, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, o, rh, rw, rc])
            with T.init():
                Y[vn, vh, vw, vo] = T.float32(0)
            Y[vn, vh, vw, vo] = Y[vn, vh, vw, vo] + P[vn, vh + vrh, vw + vrw, vrc] * W[vrh, vrw, vrc, vo]


# --- window over tiles of a row with a frame ---
@T.prim_func
def main(A: T.Buffer((11, 16), "float32"), w: T.Buffer((3, 16), "float32"), B: T.Buffer((11, 16), "float32")):
    for i_0, r in T.grid(3, 3):
        for i_1 in T.unroll(4):
            for l in T.vectorized(16):
                with T.block("B"):
                    vi = T.axis.spatial(11, i_0 * 4 + i_1)
                    vr, vl = T.axis.remap("RS", [r, l])
                    T.where(i_0 * 4 + i_1 < 11)
                    with T.init():
                        B[vi, vl] = T.float32(0)
                    B[vi, vl] = B[vi, vl] + T.if_then_else(1 <= vi + vr and vi + vr < 12, A[vi + vr - 1, vl], T.float32(0)) * w[vr, vl]


# --- padding, vectorized ---
@T.prim_func
def main(A: T.Buffer((5, 13), "float32"), B: T.Buffer((7, 16), "float32")):
    for i in range(7):
        for j in T.vectorized(16):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = T.if_then_else(1 <= vi and vi < 6 and 2 <= vj and vj < 15, A[vi - 1, vj - 2], T.float32(0))


# --- a condition in each lane ---
@T.prim_func
def main(A: T.Buffer((9, 23), "float32"), M: T.Buffer((9, 23), "bool"), B: T.Buffer((9, 23), "float32"), C: T.Buffer((9, 23), "int8")):
    for i in range(9):
        for j in T.vectorized(23):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.where(j < i * 3 and M[i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj], C[vi, 22 - vj])
                B[vi, vj] = A[vi, vj] * T.float32(2)
                C[vi, 22 - vj] = T.Cast("int8", A[vi, vj] * T.float32(100))


# --- a condition that is the same in all lanes ---
@T.prim_func
def main(A: T.Buffer((4, 5, 8), "float32"), C: T.Buffer((3, 5, 8), "float32"), B: T.Buffer((7, 5, 8), "float32")):
    for i_k in T.parallel(35):
        for j in T.vectorized(8):
            with T.block("B"):
                vi = T.axis.spatial(7, i_k // 5)
                vk = T.axis.spatial(5, i_k % 5)
                vj = T.axis.spatial(8, j)
                B[vi, vk, vj] = T.if_then_else(32 <= vi * 8 + vj, C[vi - 4, vk, vj], A[vi, vk, vj]) + T.if_then_else(
                    vi * 8 + vj < 16, A[vi, vk, 0], T.if_then_else(24 > vi * 8 + vj + 8 * vk, A[0, vk, vj], T.float32(3)))


# --- a condition that changes within a vector ---
@T.prim_func
def main(A: T.Buffer((4, 5, 8), "float32"), C: T.Buffer((4, 5, 8), "float32"), B: T.Buffer((4, 5, 8), "float32")):
    for i, k in T.grid(4, 5):
        for j in T.vectorized(8):
            with T.block("B"):
                vi, vk, vj = T.axis.remap("SSS", [i, k, j])
                B[vi, vk, vj] = T.if_then_else(12 <= vi * 8 + vj, A[vi, vk, vj], C[vi, vk, vj]) + T.if_then_else(
                    vi * 6 + vj < 18, A[vi, vk, 0], T.if_then_else(16 < vi * 8 + vj, A[0, vk, vj], T.float32(3)))


# --- two sides of a condition in each lane ---
@T.prim_func
def main(A: T.Buffer((9, 12), "float32"), B: T.Buffer((9, 12), "float32")):
    for i in range(9):
        for j in T.vectorized(12):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                if B[vi, vj] < A[vi, vj]:
                    B[vi, vj] = A[vi, vj] * A[vi, 0]
                else:
                    B[vi, vj] = B[vi, vj] - A[vi, 11 - vj]


# --- a value read only in some lanes ---
@T.prim_func
def main(A: T.Buffer((7, 20), "float32"), x: T.Buffer((20,), "int32"), n: T.int32, B: T.Buffer((7, 20), "float32")):
    for i in range(7):
        for j in T.vectorized(20):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[0:7, 0:20], x[0:20])
                T.writes(B[vi, vj])
                B[vi, vj] = T.if_then_else(0 <= x[vj] and x[vj] < 20 and A[vi, x[vj]] < T.float32(0.5), A[vi, x[vj]] + A[6 - vi, vj],
                    T.if_then_else(vj + vi * 2 < 20, A[vi, vj + vi * 2], T.float32(7)))


# --- a value that all lanes share, if any needs it ---
@T.prim_func
def main(A: T.Buffer((7,), "float32"), B: T.Buffer((9, 13), "float32")):
    for i in range(9):
        for j in T.vectorized(13):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[0:7])
                T.writes(B[vi, vj])
                B[vi, vj] = T.if_then_else(vi + vj // 12 < 7, A[vi], T.float32(1)) + T.if_then_else(vj < 4 - vi, A[vi + 3], T.float32(2))


# --- a loop as long as its lane says ---
@T.prim_func
def main(A: T.Buffer((5, 18), "float32"), B: T.Buffer((5, 18), "float32")):
    for i in range(5):
        for j in T.vectorized(18):
            for k in range(j, 18):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    vk = T.axis.reduce((0, 18), k)
                    T.reads(A[vi, vk])
                    T.writes(B[vi, vj])
                    B[vi, vj] = B[vi, vj] + A[vi, vk]


# --- a vector loop of unknown length ---
@T.prim_func
def main(A: T.Buffer((3, 70), "float32"), n: T.int32, B: T.Buffer((3, 70), "float32")):
    for i in range(3):
        for j in T.vectorized(T.min(n % 71, 70) - i):
            with T.block("B"):
                vi = T.axis.spatial(3, i)
                vj = T.axis.spatial(70, j)
                B[vi, vj] = A[vi, vj] * T.float32(2) + A[vi, 0]


# --- types of all sizes in some lanes ---
@T.prim_func
def main(A: T.Buffer((6, 10), "float32"), B: T.Buffer((6, 10), "int16"), C: T.Buffer((6, 10), "bfloat16"), D: T.Buffer((6, 30), "float64")):
    for i in range(6):
        for j in T.vectorized(10):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                if vj < vi + 2:
                    B[vi, vj] = T.Cast("int16", A[vi, 9 - vj] * T.float32(1000))
                    C[vi, vj] = T.Cast("bfloat16", A[vi, vj])
                    D[vi, vj * 3] = T.Cast("float64", A[vi, vj])


# --- parallel loops in each other ---
@T.prim_func
def main(A: T.Buffer((3, 5, 7, 12), "float32"), s: T.Buffer((3,), "float32"), B: T.Buffer((3, 5, 7, 12), "float32")):
    for i in T.parallel(3):
        for j in T.parallel(5):
            for k in T.parallel(7):
                for l in T.vectorized(12):
                    with T.block("B"):
                        vi, vj, vk, vl = T.axis.remap("SSSS", [i, j, k, l])
                        B[vi, vj, vk, vl] = A[vi, vj, 6 - vk, vl] * T.sqrt(T.fabs(s[vi])) + T.Cast("float32", vj)


# --- lanes near each other ---
@T.prim_func
def main(A: T.Buffer((5, 200), "float32"), b: T.Buffer((200,), "int8"), d: T.Buffer((200,), "float64"), B: T.Buffer((5, 35), "float32"),
         C: T.Buffer((35,), "int8"), D: T.Buffer((40,), "float64")):
    for i in range(5):
        for j in T.vectorized(35):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, 40 - vj] + A[vi, vj * 2 + 3] - A[vi, vj // 3 + 1] * A[vi, vj % 7 * 5] + A[vi, vj * 5]
    for j in T.vectorized(35):
        with T.block("C"):
            vj = T.axis.spatial(35, j)
            C[vj] = b[vj * 3] + b[199 - vj * 2]
    for j in T.vectorized(40):
        with T.block("D"):
            vj = T.axis.spatial(40, j)
            D[vj] = d[vj % 10 * 4 + vj // 10] + d[vj // 2 * 3]


# --- transpose, gather and scatter ---
@T.prim_func
def main(A: T.Buffer((8, 12), "float32"), B: T.Buffer((12, 8), "float32"), C: T.Buffer((40,), "float32")):
    for i in range(12):
        for j in T.vectorized(8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vj, vi]
    for i in T.vectorized(13):
        with T.block("C"):
            vi = T.axis.spatial(13, i)
            C[vi * 3] = A[vi // 2, vi % 5] + A[7 - vi // 2, 0]


# --- long and odd vectors ---
@T.prim_func
def main(A: T.Buffer((3, 100), "float32"), B: T.Buffer((3, 100), "float32"), C: T.Buffer((3, 48), "float32")):
    for i in range(3):
        for j in T.vectorized(100):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(3) + T.Cast("float32", vj)
    for i in range(3):
        for j in T.vectorized(48):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = T.max(A[vi, vj + 52], T.float32(0))


# --- vector loops whose iterations meet ---
@T.prim_func
def main(A: T.Buffer((40,), "float32"), B: T.Buffer((40,), "float32"), C: T.Buffer((40,), "float32")):
    for j in T.vectorized(32):
        A[j + 1] = A[j] + T.float32(1)
    for j in T.vectorized(16):
        B[j] = C[j]
        C[j + 20] = B[j + 1]
    for j in T.vectorized(8):
        B[j * 2 + 20] = A[j]
        B[j * 2 + 22] = A[j + 8]
    for j in T.vectorized(8):
        A[j * 2 + 1] = A[j * 2] + A[j * 2 + 17]


# --- vector loop around a serial one ---
@T.prim_func
def main(A: T.Buffer((16, 6), "float32"), C: T.Buffer((16,), "float32")):
    for i in T.vectorized(16):
        for k in range(6):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + A[vi, vk]


# --- vector loop with a private buffer ---
@T.prim_func
def main(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16,), "float32")):
    t = T.alloc_buffer((16, 4), "float32", scope="local")
    for i in T.vectorized(16):
        for j in range(4):
            with T.block("t"):
                vi, vj = T.axis.remap("SS", [i, j])
                t[vi, vj] = A[vi, vj] * A[vi, vj]
        for k in range(4):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + t[vi, vk]


# --- unrolled and offset loops ---
@T.prim_func
def main(A: T.Buffer((10, 8), "float32"), B: T.Buffer((10, 8), "float32")):
    for i in T.serial(2, 9):
        for j_0 in T.unroll(2):
            for j_1 in T.vectorized(4):
                with T.block("B"):
                    vi = T.axis.spatial(10, i)
                    vj = T.axis.spatial(8, j_0 * 4 + j_1)
                    B[vi, vj] = A[vi - 1, vj] + A[vi, 7 - vj]


# --- fused loops ---
@T.prim_func
def main(A: T.Buffer((6, 10), "float32"), B: T.Buffer((6, 10), "float32")):
    for f_0 in T.parallel(8):
        for f_1 in T.vectorized(8):
            with T.block("B"):
                vi = T.axis.spatial(6, (f_0 * 8 + f_1) // 10)
                vj = T.axis.spatial(10, (f_0 * 8 + f_1) % 10)
                T.where(f_0 * 8 + f_1 < 60)
                B[vi, vj] = A[vi, vj] + T.float32(1)


# --- negative and floor division ---
@T.prim_func
def main(A: T.Buffer((20,), "int32"), B: T.Buffer((20,), "int32"), C: T.Buffer((20,), "int32"), D: T.Buffer((20,), "int32")):
    for i in T.vectorized(20):
        with T.block("B"):
            vi = T.axis.spatial(20, i)
            B[vi] = (A[vi] - 7) // 3 + (vi - 10) // 4
    for i in range(20):
        with T.block("C"):
            vi = T.axis.spatial(20, i)
            C[vi] = (A[vi] - 7) % 3 + (A[vi] - 50) % 8 + (vi - 10) % 4
    for i in range(20):
        with T.block("D"):
            vi = T.axis.spatial(20, i)
            D[vi] = T.truncdiv(A[vi] - 7, 3) + T.truncmod(A[vi] - 7, 5) + T.min(A[vi], vi) - T.max(A[vi], 2)


# --- int8 products ---
@T.prim_func
def main(A: T.Buffer((6, 8), "int8"), B: T.Buffer((5, 8), "int8"), C: T.Buffer((6, 5), "int32")):
    for i, j, k in T.grid(6, 5, 8):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + T.Cast("int32", A[vi, vk]) * T.Cast("int32", B[vj, vk])


# --- conditions and bools ---
@T.prim_func
def main(A: T.Buffer((19,), "float32"), M: T.Buffer((19,), "bool"), B: T.Buffer((19,), "float32"), N: T.Buffer((19,), "bool")):
    for i in T.vectorized(19):
        with T.block("B"):
            vi = T.axis.spatial(19, i)
            B[vi] = T.Select(M[vi], A[vi], T.float32(0) - A[vi])
    for i in range(19):
        with T.block("N"):
            vi = T.axis.spatial(19, i)
            N[vi] = A[vi] < T.float32(0.25) and not M[vi] or vi == 3


# --- argmax ---
@T.prim_func
def main(A: T.Buffer((4, 9), "float32"), V: T.Buffer((4,), "float32"), P: T.Buffer((4,), "int32")):
    for i, k in T.grid(4, 9):
        with T.block("argmax"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                V[vi] = T.min_value("float32")
                P[vi] = -1
            v: T.float32 = T.Select(V[vi] >= A[vi, vk], V[vi], A[vi, vk])
            p: T.int32 = T.Select(V[vi] >= A[vi, vk], P[vi], vk)
            V[vi] = v
            P[vi] = p


# --- nested blocks and a view ---
@T.prim_func
def main(A: T.Buffer((8, 12), "float32"), B: T.Buffer((12, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    for i_0, j_0, k_0 in T.grid(2, 2, 3):
        with T.block("C_o"):
            vio, vjo, vko = T.axis.remap("SSR", [i_0, j_0, k_0])
            T.reads(A[vio * 4:vio * 4 + 4, vko * 4:vko * 4 + 4], B[vko * 4:vko * 4 + 4, vjo * 4:vjo * 4 + 4])
            T.writes(C[vio * 4:vio * 4 + 4, vjo * 4:vjo * 4 + 4])
            with T.init():
                for i, j in T.grid(4, 4):
                    with T.block("C_init"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        C[vio * 4 + vi, vjo * 4 + vj] = T.float32(0)
            A0 = T.match_buffer(A[vio * 4:vio * 4 + 4, vko * 4:vko * 4 + 4], (4, 4), "float32", offset_factor=1)
            for i, j, k in T.grid(4, 4, 4):
                with T.block("C"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    C[vio * 4 + vi, vjo * 4 + vj] = C[vio * 4 + vi, vjo * 4 + vj] + A0[vi, vk] * B[vko * 4 + vk, vjo * 4 + vj]


# --- threads ---
@T.prim_func
def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    A_shared = T.alloc_buffer((8, 8), "float32", scope="shared")
    C_local = T.alloc_buffer((8, 8), "float32", scope="local")
    for i_0 in T.thread_binding(2, thread="blockIdx.x"):
        for i_1 in T.thread_binding(4, thread="threadIdx.y"):
            for j in T.thread_binding(8, thread="threadIdx.x"):
                for k_0 in range(2):
                    for ax0 in T.thread_binding(4, thread="threadIdx.y"):
                        for ax1 in range(4):
                            with T.block("A_shared"):
                                v0 = T.axis.spatial(8, i_0 * 4 + ax0)
                                v1 = T.axis.spatial(8, k_0 * 4 + ax1)
                                A_shared[v0, v1] = A[v0, v1]
                    for k_1 in range(4):
                        with T.block("C"):
                            vi = T.axis.spatial(8, i_0 * 4 + i_1)
                            vj = T.axis.spatial(8, j)
                            vk = T.axis.reduce(8, k_0 * 4 + k_1)
                            with T.init():
                                C_local[vi, vj] = T.float32(0)
                            C_local[vi, vj] = C_local[vi, vj] + A_shared[vi, vk] * B[vk, vj]
                with T.block("C_local"):
                    vi = T.axis.spatial(8, i_0 * 4 + i_1)
                    vj = T.axis.spatial(8, j)
                    C[vi, vj] = C_local[vi, vj]


# --- while ---
@T.prim_func
def main(A: T.Buffer((5,), "float32"), B: T.Buffer((5,), "float32")):
    n = T.alloc_buffer((1,), "int32")
    with T.block("root2"):
        T.reads(A[0:5], n[0])
        T.writes(B[0:5], n[0])
        n[0] = 0
        while n[0] < 5:
            B[n[0]] = A[n[0]] + T.float32(1)
            n[0] = n[0] + 1


# --- split reduction, both halves apart ---
@T.prim_func
def main(A: T.Buffer((4, 10), "float32"), C: T.Buffer((4,), "float32")):
    for k_0 in range(2):
        for i in range(4):
            for k_1 in range(5):
                with T.block("C"):
                    vi = T.axis.spatial(4, i)
                    vk = T.axis.reduce(10, k_0 * 5 + k_1)
                    with T.init():
                        C[vi] = T.float32(0)
                    C[vi] = C[vi] + A[vi, vk]


# --- matmul, fused tiles of odd size ---
@T.prim_func
def main(A: T.Buffer((11, 6), "float32"), B: T.Buffer((6, 29), "float32"), C: T.Buffer((11, 29), "float32")):
    for f in T.parallel(12):
        for k, i_1 in T.grid(6, 4):
            for j_1 in T.vectorized(8):
                with T.block("C"):
                    vi = T.axis.spatial(11, f // 4 * 4 + i_1)
                    vj = T.axis.spatial(29, f % 4 * 8 + j_1)
                    vk = T.axis.reduce(6, k)
                    T.where(f // 4 * 4 + i_1 < 11 and f % 4 * 8 + j_1 < 29)
                    with T.init():
                        C[vi, vj] = T.float32(0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- one loop feeds both kinds of axes ---
@T.prim_func
def main(A: T.Buffer((12,), "float32"), C: T.Buffer((3,), "float32")):
    for k in range(12):
        with T.block("C"):
            vi = T.axis.spatial(3, k // 4)
            vk = T.axis.reduce(4, k % 4)
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + A[vi * 4 + vk]


# --- a window written in two parts, the far one first ---
@T.prim_func
def main(A: T.Buffer((18,), "float32"), C: T.Buffer((12,), "float32")):
    B = T.alloc_buffer((18,), "float32")
    for i_0 in range(3):
        for a in range(3):
            with T.block("far"):
                va = T.axis.spatial(18, i_0 * 4 + a + 4)
                B[va] = A[va]
        for a in range(4):
            with T.block("near"):
                va = T.axis.spatial(18, i_0 * 4 + a)
                B[va] = A[va] * T.float32(2)
        for i_1 in range(4):
            with T.block("C"):
                vi = T.axis.spatial(12, i_0 * 4 + i_1)
                C[vi] = B[vi] + B[vi + 3]


# --- a loop that may be empty beside a condition ---
@T.prim_func
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    for i in range(8):
        for j in range(3 - i):
            with T.block("B"):
                vi = T.axis.spatial(8, i + j)
                B[vi] = A[vi] + T.float32(1)
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            T.where(i < 3)
            C[vi] = A[vi] * T.float32(2)


# --- what rows have in common ---
@T.prim_func
def main(X: T.Buffer((3, 22), "float32"), g: T.Buffer((22,), "float32"), v: T.Buffer((3,), "float32"), Y: T.Buffer((3, 22), "float32")):
    for i in range(3):
        for j_0 in range(2):
            for j_1 in T.vectorized(11):
                with T.block("Y"):
                    vi = T.axis.spatial(3, i)
                    vj = T.axis.spatial(22, j_0 * 11 + j_1)
                    Y[vi, vj] = X[vi, vj] / T.float32(3) * T.rsqrt(v[vi] * v[vi] + T.float32(1)) + T.exp(g[vj])


# --- columns that all rows use ---
@T.prim_func
def main(A: T.Buffer((20, 3), "float32"), B: T.Buffer((18, 3), "float32"), C: T.Buffer((20, 18), "float32")):
    for k in range(3):
        for i in range(20):
            for j_0 in T.unroll(2):
                for j_1 in T.vectorized(8):
                    with T.block("C"):
                        vi = T.axis.spatial(20, i)
                        vj = T.axis.spatial(18, j_0 * 10 + j_1)
                        vk = T.axis.reduce(3, k)
                        C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]


# --- columns that only some rows use ---
@T.prim_func
def main(m: T.Buffer((40,), "int32"), B: T.Buffer((16, 3), "float32"), C: T.Buffer((40, 16), "float32")):
    for k in range(3):
        for i in range(40):
            for j in T.vectorized(16):
                with T.block("C"):
                    vi = T.axis.spatial(40, i)
                    vj = T.axis.spatial(16, j)
                    vk = T.axis.reduce(3, k)
                    C[vi, vj] = C[vi, vj] + T.if_then_else(m[vi] > 0, B[vj, vk], T.float32(0))

# --- a few vectors of a window ---
@T.prim_func
def main(A: T.Buffer((41, 10), "float32"), F: T.Buffer((3,), "float32"), C: T.Buffer((41, 8), "float32")):
    for i in range(41):
        for r in range(3):
            for j in T.vectorized(8):
                with T.block("C"):
                    vi = T.axis.spatial(41, i)
                    vj = T.axis.spatial(8, j)
                    vr = T.axis.reduce(3, r)
                    with T.init():
                        C[vi, vj] = T.float32(0)
                    C[vi, vj] = C[vi, vj] + A[vi, vj + vr] * F[vr]


# --- more rows than registers ---
@T.prim_func
def main(A: T.Buffer((43, 16), "float32"), F: T.Buffer((3,), "float32"), C: T.Buffer((40, 16), "float32")):
    for i in T.unroll(40):
        for r in T.unroll(3):
            for j in T.vectorized(16):
                C[i, j] = C[i, j] + A[i + r, j] * F[r]


# --- more rows than registers, that read the row before ---
@T.prim_func
def main(A: T.Buffer((43, 16), "float32"), C: T.Buffer((41, 16), "float32")):
    for i in T.unroll(40):
        for r in T.unroll(3):
            for j in T.vectorized(16):
                C[i + 1, j] = C[i + 1, j] + A[i + r, j] * C[i, j]


# --- more rows than registers, that overlap ---
@T.prim_func
def main(A: T.Buffer((43, 16), "float32"), C: T.Buffer((336,), "float32")):
    for i in T.unroll(40):
        for r in T.unroll(3):
            for j in T.vectorized(16):
                C[i * 8 + j] = C[i * 8 + j] + A[i + r, j]


# --- columns that are written out ---
@T.prim_func
def main(A: T.Buffer((32, 8), "float32"), B: T.Buffer((8, 32), "float32")):
    for i in T.unroll(8):
        for j0 in T.unroll(2):
            for j1 in T.vectorized(16):
                B[i, j0 * 16 + j1] = A[j0 * 16 + j1, i] + T.float32(1)


# --- columns that are written over each other ---
@T.prim_func
def main(A: T.Buffer((32, 8), "float32"), B: T.Buffer((96,), "float32")):
    for i in T.unroll(8):
        for j0 in T.unroll(2):
            for j1 in T.vectorized(16):
                B[i * 8 + j0 * 16 + j1] = A[j0 * 16 + j1, i] + T.float32(1)


# --- columns that are added to what others wrote ---
@T.prim_func
def main(A: T.Buffer((32, 8), "float32"), B: T.Buffer((9, 32), "float32")):
    for i in T.unroll(8):
        for j0 in T.unroll(2):
            for j1 in T.vectorized(16):
                B[i + 1, j0 * 16 + j1] = A[j0 * 16 + j1, i] + B[i, j0 * 16 + j1]


# --- sums that are copied to where they belong ---
@T.prim_func
def main(A: T.Buffer((40,), "float32"), B: T.Buffer((40, 36), "float32"), C: T.Buffer((40,), "float32")):
    for j in range(18):
        S = T.alloc_buffer((3,), scope="local")
        for x in range(2):
            S[x] = T.float32(0)
        for k in range(40):
            for x in range(2):
                S[x] = S[x] + A[k] * B[k, j * 2 + x]
        for x in range(2):
            C[j * 2 + x] = S[x]


# --- sums that are copied over each other ---
@T.prim_func
def main(A: T.Buffer((40,), "float32"), B: T.Buffer((40, 36), "float32"), C: T.Buffer((40,), "float32")):
    for j in range(18):
        S = T.alloc_buffer((3,), scope="local")
        for x in range(3):
            S[x] = T.float32(0)
        for k in range(40):
            for x in range(3):
                S[x] = S[x] + A[k] * B[k, T.min(j * 2 + x, 35)]
        for x in range(3):
            C[j * 2 + x] = S[x]


# --- a divisor asked about first ---
@T.prim_func
def main(A: T.Buffer((4, 6), "int32"), d: T.Buffer((4,), "int32"), B: T.Buffer((4, 6), "int32")):
    for i, j in T.grid(4, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.if_then_else(d[vi] != 0, A[vi, vj] + 100 // T.max(d[vi], 1), A[vi, vj])


# --- a value that the loop replaces ---
@T.prim_func
def main(A: T.Buffer((5, 7), "float32"), s: T.Buffer((5,), "float32"), B: T.Buffer((5, 7), "float32")):
    for i, j in T.grid(5, 7):
        with T.block("B"):
            T.reads(A[i, j], s[i])
            T.writes(B[i, j], s[i])
            B[i, j] = A[i, j] * T.sqrt(T.fabs(s[i]))
            if A[i, j] < T.float32(0.5):
                s[i] = A[i, j] + T.float32(2)


# --- a sum scaled by what its row has in common ---
@T.prim_func
def main(A: T.Buffer((3, 40), "float32"), B: T.Buffer((40, 5), "float32"), s: T.Buffer((3,), "float32"), C: T.Buffer((3, 5), "float32")):
    for i, k in T.grid(3, 40):
        for j in T.vectorized(5):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * T.sqrt(s[vi] * s[vi]) * B[vk, vj]


# --- rows asked for ahead ---
@T.prim_func
def main(A: T.Buffer((37, 48), "float32"), b: T.Buffer((48,), "float32"), C: T.Buffer((37, 48), "float32")):
    for i in T.serial(37, annotations={"software_prefetch": 2, "software_prefetch_write": 0}):
        for j in T.vectorized(48):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] + A[vi, 47 - vj] * b[vj]


# --- rows of a table asked for ahead ---
@T.prim_func
def main(W: T.Buffer((9, 40), "float32"), rows: T.Buffer((7,), "int32"), C: T.Buffer((7, 40), "float32")):
    for i in T.serial(7, annotations={"software_prefetch": 3}):
        for j in T.vectorized(40):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(W[0:9, vj], rows[vi])
                T.writes(C[vi, vj])
                C[vi, vj] = W[T.max(0, T.min(rows[vi], 8)), vj]


# --- window with a frame of zeros ---
@T.prim_func
def main(A: T.Buffer((40, 16), "float32"), w: T.Buffer((3, 16), "float32"), B: T.Buffer((40, 16), "float32")):
    for i in range(40):
        for r in T.unroll(3):
            for l in T.vectorized(16):
                with T.block("B"):
                    vi, vr, vl = T.axis.remap("SRS", [i, r, l])
                    with T.init():
                        B[vi, vl] = T.float32(0)
                    B[vi, vl] = B[vi, vl] + T.if_then_else(1 <= vi + vr and vi + vr < 41, A[vi + vr - 1, vl], T.float32(0)) * w[vr, vl]


# --- rows that share named weights ---
@T.prim_func
def main(A: T.Buffer((3, 2, 7), "float32"), W: T.Buffer((9, 3), "float32"), C: T.Buffer((9, 2, 7), "float32")):
    for c in T.serial(9, annotations={"pragma_auto_unroll_max_step": 16, "pragma_unroll_explicit": 1}):
        for k, h in T.grid(3, 2):
            for w in T.vectorized(7):
                with T.block("C"):
                    vc, vk, vh, vw = T.axis.remap("SRSS", [c, k, h, w])
                    C[vc, vh, vw] = C[vc, vh, vw] + A[vk, vh, vw] * W[vc, vk]


# --- tile of rows behind their weights ---
@T.prim_func
def main(A: T.Buffer((6, 16), "float32"), W: T.Buffer((4, 6), "float32"), C: T.Buffer((4, 16), "float32")):
    for k, c, j in T.grid(6, 4, 2):
        for w in T.vectorized(7):
            with T.block("C"):
                vk, vc = T.axis.remap("RS", [k, c])
                vw = T.axis.spatial(16, j * 8 + w)
                C[vc, vw] = C[vc, vw] + A[vk, vw] * W[vc, vk]


# --- quotients in copies of a loop ---
@T.prim_func
def main(A: T.Buffer((21, 5), "float32"), B: T.Buffer((5, 7), "float32")):
    for j in T.vectorized(5):
        for ik in T.unroll(21):
            for r in range(3):
                with T.block("B"):
                    vj = T.axis.spatial(5, j)
                    vi = T.axis.spatial(7, ik // 3)
                    vk = T.axis.reduce(3, ik % 3)
                    vr = T.axis.reduce(3, r)
                    with T.init():
                        B[vj, vi] = T.float32(0)
                    B[vj, vi] = B[vj, vi] + A[vi * 3 + vk, vj] * T.float32(0.5)


# --- pipeline of two stages around a reduction ---
@T.prim_func
def main(A: T.Buffer((6, 35), "float32"), B: T.Buffer((35, 12), "float32"), C: T.Buffer((6, 12), "float32")):
    P = T.alloc_buffer((35, 12))
    for k_0 in T.serial(7, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
        for a, b in T.grid(5, 12):
            with T.block("P"):
                va = T.axis.spatial(35, k_0 * 5 + a)
                vb = T.axis.spatial(12, b)
                P[va, vb] = B[va, vb] * T.float32(2)
        for i, k_1 in T.grid(6, 5):
            for j in T.vectorized(12):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    vk = T.axis.reduce(35, k_0 * 5 + k_1)
                    with T.init():
                        C[vi, vj] = T.float32(0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * P[vk, vj]


# --- pipeline of two stages, the later one first ---
@T.prim_func
def main(A: T.Buffer((6, 35), "float32"), B: T.Buffer((35, 12), "float32"), C: T.Buffer((6, 12), "float32")):
    P = T.alloc_buffer((35, 12))
    for k_0 in T.serial(7, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [1, 0]}):
        for a, b in T.grid(5, 12):
            with T.block("P"):
                va = T.axis.spatial(35, k_0 * 5 + a)
                vb = T.axis.spatial(12, b)
                P[va, vb] = B[va, vb] * T.float32(2)
        for i, k_1 in T.grid(6, 5):
            for j in T.vectorized(12):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    vk = T.axis.reduce(35, k_0 * 5 + k_1)
                    with T.init():
                        C[vi, vj] = T.float32(0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * P[vk, vj]


# --- pipeline of three stages, the last one first ---
@T.prim_func
def main(A: T.Buffer((13, 9), "float32"), D: T.Buffer((13, 9), "float32")):
    B = T.alloc_buffer((13, 9))
    C = T.alloc_buffer((13, 9))
    for i in T.serial(13, annotations={"software_pipeline_stage": [0, 1, 2], "software_pipeline_order": [2, 1, 0]}):
        for j in range(9):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)
        for j in range(9):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, 8 - vj] * T.float32(3)
        for j in range(9):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = C[vi, vj] - B[vi, vj]


# --- pipeline longer than its loop ---
@T.prim_func
def main(A: T.Buffer((2, 9), "float32"), D: T.Buffer((2, 9), "float32")):
    B = T.alloc_buffer((2, 9))
    C = T.alloc_buffer((2, 9))
    for i in T.serial(2, annotations={"software_pipeline_stage": [0, 3, 5], "software_pipeline_order": [0, 2, 1]}):
        for j in range(9):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)
        for j in range(9):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, 8 - vj] * T.float32(3)
        for j in range(9):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = C[vi, vj] - B[vi, vj]


# --- pipeline over a block, rows with gaps ---
@T.prim_func
def main(A: T.Buffer((8, 6, 5), "float32"), D: T.Buffer((8, 5, 6), "float32")):
    B = T.alloc_buffer((8, 6, 5))
    for i in T.serial(8, annotations={"software_pipeline_stage": [0, 2], "software_pipeline_order": [0, 1]}):
        with T.block("row"):
            vi = T.axis.spatial(8, i)
            T.reads(A[vi, 0:6, 0:5])
            T.writes(D[vi, 0:5, 0:6])
            for j, k in T.grid(6, 5):
                with T.block("B"):
                    vj, vk = T.axis.remap("SS", [j, k])
                    T.reads(A[vi, vj, vk])
                    T.writes(B[vi, vj, vk])
                    T.block_attr({"buffer_dim_align": [[0, 1, 8, 1]]})
                    B[vi, vj, vk] = A[vi, vj, vk]
            for j, k in T.grid(5, 6):
                with T.block("D"):
                    vj, vk = T.axis.remap("SS", [j, k])
                    D[vi, vj, vk] = B[vi, vk, vj]


# --- double buffer ---
@T.prim_func
def main(A: T.Buffer((11, 16), "float32"), D: T.Buffer((11, 16), "float32")):
    B = T.alloc_buffer((11, 16))
    C = T.alloc_buffer((11, 16))
    for i in range(11):
        for j in range(16):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)
        for j in range(16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.block_attr({"double_buffer_scope": 0})
                C[vi, vj] = B[vi, 15 - vj] * T.float32(3)
        for j in T.vectorized(16):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = C[vi, vj] * T.float32(2)


# --- chain of vectors ---
@T.prim_func
def main(A: T.Buffer((900,), "float32"), F: T.Buffer((900,), "float32")):
    B = T.alloc_buffer((900,))
    C = T.alloc_buffer((900,))
    D = T.alloc_buffer((901,))
    E = T.alloc_buffer((900,))
    for i in range(900):
        with T.block("B"):
            vi = T.axis.spatial(900, i)
            B[vi] = A[vi] + T.float32(1)
    for i in range(900):
        with T.block("C"):
            vi = T.axis.spatial(900, i)
            C[vi] = B[899 - vi] * T.float32(2)
    for i in range(901):
        with T.block("D"):
            vi = T.axis.spatial(901, i)
            D[vi] = C[vi // 2] - T.float32(3)
    for i in T.parallel(900):
        with T.block("E"):
            vi = T.axis.spatial(900, i)
            E[vi] = D[vi] + D[vi + 1]
    for i in range(900):
        with T.block("F"):
            vi = T.axis.spatial(900, i)
            F[vi] = E[899 - vi] * T.float32(0.5)


# --- a vector that all rows need ---
@T.prim_func
def main(A: T.Buffer((3, 700), "float32"), F: T.Buffer((3, 700), "float32")):
    B = T.alloc_buffer((700,))
    C = T.alloc_buffer((3, 700))
    for j in range(700):
        with T.block("B"):
            vj = T.axis.spatial(700, j)
            B[vj] = A[0, vj] + T.float32(1)
    for i in range(3):
        for j in range(700):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] * B[699 - vj]
        for j in range(700):
            with T.block("F"):
                vi, vj = T.axis.remap("SS", [i, j])
                F[vi, vj] = C[vi, 699 - vj]


# --- a value between parallel loops that the inner one overwrites ---
@T.prim_func
def main(A: T.Buffer((5, 37), "float32"), B: T.Buffer((5, 37), "float32")):
    for i in T.parallel(5):
        first: T.float32 = A[i, 0]
        for j in T.parallel(37):
            A[i, j] = A[i, j] + first
            B[i, j] = first


# --- vectors past the caches, of odd lengths ---
@T.prim_func
def main(A: T.Buffer((9, 30), "float32"), B: T.Buffer((9, 30), "float32"), C: T.Buffer((9, 12), "float64")):
    for i in T.serial(9, annotations={"nontemporal_store": 1}):
        for j_0 in range(6):
            for j_1 in T.vectorized(5):
                B[i, j_0 * 5 + j_1] = A[i, j_0 * 5 + j_1] * T.float32(2)
        for j_0 in range(4):
            for j_1 in T.vectorized(3):
                C[i, j_0 * 3 + j_1] = T.Cast("float64", A[i, j_0 + j_1])


# --- scalars that only some lanes may read ---
@T.prim_func
def main(A: T.Buffer((8,), "float32"), N: T.Buffer((3,), "int32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((12, 16), "float32")):
    for i in range(12):
        for j in T.vectorized(16):
            B[i, j] = T.if_then_else(j < 16 - i * 2 and i < 8, A[i], T.float32(1))
        for j in T.vectorized(16):
            C[i, j] = T.float32(0)
            if j + i * 2 < 16:
                C[i, j] = A[i] + T.if_then_else(i + j < 8, A[i + j], T.float32(3))


# --- quotients and loads that a condition protects ---
@T.prim_func
def main(N: T.Buffer((6,), "int32"), A: T.Buffer((6,), "float32"), B: T.Buffer((9, 10), "float32"), C: T.Buffer((9, 10), "int32")):
    for i in range(9):
        for j in range(10):
            B[i, j] = T.float32(0)
            C[i, j] = 0
            if i < 6:
                for k in range(3):
                    B[i, j] = B[i, j] + T.sqrt(A[i] * A[i])
                if N[i] > 0:
                    C[i, j] = j * 100 // N[i]
            C[i, j] = C[i, j] + T.if_then_else(i >= 3, 77 // (i - 2), T.if_then_else(i < 2 and N[i] != 0, 50 % N[i], j))


# --- loops that never run, or once ---
@T.prim_func
def main(A: T.Buffer((16,), "float32"), N: T.Buffer((2,), "int32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i]
    for i in T.vectorized(0):
        B[i] = A[i] * T.float32(2)
    for i in T.parallel(0):
        for j in range(3):
            B[i + j] = A[100] / T.sqrt(A[i])
    for i in T.unroll(0):
        B[i] = T.float32(7)
    for i in range(4):
        for j in range(N[0] - N[0]):
            B[i] = T.sqrt(A[i + 100]) + A[50]
        for j in T.vectorized(N[1] - N[1] - 3):
            B[j] = T.sqrt(A[i + 100]) + A[50]
        for j in T.vectorized(1):
            B[i + j] = B[i + j] + A[i]
        for j in T.parallel(1):
            B[i + j] = B[i + j] + A[i]


# --- a loop that writes what its condition and values are made of ---
@T.prim_func
def main(A: T.Buffer((20,), "float32"), B: T.Buffer((20,), "float32"), N: T.Buffer((3,), "int32")):
    N[0] = 3
    for i in range(20):
        if N[0] // 2 * 2 + i < 11:
            N[0] = N[0] + 1
            B[i] = T.sqrt(A[0] * A[0])
        else:
            B[i] = A[i] / T.Cast("float32", N[0])
        A[i // 3] = B[i] + T.float32(1)


# --- while among vectors and invariants ---
@T.prim_func
def main(A: T.Buffer((20,), "float32"), N: T.Buffer((1,), "int32"), B: T.Buffer((20, 16), "float32"), C: T.Buffer((20,), "float32")):
    for i in range(20):
        C[i] = T.float32(0)
        N[0] = 0
        while N[0] < i // 5:
            C[i] = C[i] + T.sqrt(A[i] * A[i])
            for j in T.vectorized(16):
                B[i, j] = C[i] + T.Cast("float32", N[0]) + A[N[0]]
            N[0] = N[0] + 1
        while N[0] < 2:
            N[0] = N[0] + 1
            for j in T.vectorized(16):
                B[i, j] = A[j] * T.Cast("float32", N[0])


# --- the last of some lanes stays ---
@T.prim_func
def main(A: T.Buffer((33,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in T.vectorized(16):
        if i % 3 != 1:
            S[0] = A[i]


# --- a place read from memory, ahead of the loop ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), I: T.Buffer((8,), "int32"), B: T.Buffer((4, 2), "float32")):
    for i in T.serial(4, annotations={"software_prefetch": 2}):
        for k in T.serial(6 - i, 8 - i):
            B[i, k - 6 + i] = A[I[i + k] % 64]


# --- the least integers divided by minus one ---
@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((4, 16), "int32"), C: T.Buffer((4, 16), "int8"), D: T.Buffer((4, 16), "int64"),
         E: T.Buffer((4, 16), "int16")):
    X = T.alloc_buffer((16,), "int32")
    Y = T.alloc_buffer((16,), "int32")
    for i in range(16):
        X[i] = T.Select(i % 4 < 2, T.min_value("int32"), T.Select(i % 4 < 3, 7, -9))
        Y[i] = T.Select(i % 3 == 0, -1, T.Select(i % 3 == 1, 3, -4))
    for i in range(16):
        B[0, i] = T.truncdiv(X[i], Y[i])
        B[1, i] = T.truncmod(X[i], Y[i])
        B[2, i] = X[i] // Y[i]
        B[3, i] = X[i] % Y[i]
    for i in T.vectorized(16):
        C[0, i] = T.truncdiv(T.Cast("int8", T.shift_right(X[i], 24)), T.Cast("int8", Y[i]))
        C[1, i] = T.truncmod(T.Cast("int8", T.shift_right(X[i], 24)), T.Cast("int8", Y[i]))
        C[2, i] = T.Cast("int8", T.shift_right(X[i], 24)) // T.Cast("int8", Y[i])
        C[3, i] = T.Cast("int8", T.shift_right(X[i], 24)) % T.Cast("int8", Y[i])
    for i in range(16):
        D[0, i] = T.truncdiv(T.shift_left(T.Cast("int64", X[i]), T.int64(32)), T.Cast("int64", Y[i]))
        D[1, i] = T.truncmod(T.shift_left(T.Cast("int64", X[i]), T.int64(32)), T.Cast("int64", Y[i]))
        D[2, i] = T.shift_left(T.Cast("int64", X[i]), T.int64(32)) // T.Cast("int64", Y[i])
        D[3, i] = T.shift_left(T.Cast("int64", X[i]), T.int64(32)) % T.Cast("int64", Y[i])
    for i in T.vectorized(16):
        E[0, i] = T.truncdiv(T.Cast("int16", T.shift_right(X[i], 16)), T.int16(-1))
        E[1, i] = T.truncmod(T.Cast("int16", T.shift_right(X[i], 16)), T.int16(-1))
        E[2, i] = T.Cast("int16", T.shift_right(X[i], 16)) // T.int16(-1)
        E[3, i] = T.Cast("int16", T.shift_right(X[i], 16)) % T.int16(-1)


# --- floats that no integer is as large as ---
@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((2, 16), "int32"), C: T.Buffer((2, 16), "int8"), D: T.Buffer((2, 16), "uint8"),
         E: T.Buffer((2, 16), "int64"), F: T.Buffer((2, 16), "uint32"), G: T.Buffer((2, 16), "uint64"), H: T.Buffer((2, 16), "int16")):
    X = T.alloc_buffer((16,))
    for i in range(16):
        X[i] = T.Select(i < 4, T.Cast("float32", i) * T.float32(40000.3),
            T.Select(i < 10, (T.Cast("float32", i) - T.float32(6.5)) * T.float32(3e9),
            T.Select(i < 14, (T.Cast("float32", i) - T.float32(11.5)) * T.float32(1.2e19), T.float32(0) / T.float32(0) * A[0])))
    for i in range(16):
        B[0, i] = T.Cast("int32", X[i])
        C[0, i] = T.Cast("int8", X[i])
        D[0, i] = T.Cast("uint8", X[i])
        E[0, i] = T.Cast("int64", X[i])
        F[0, i] = T.Cast("uint32", X[i])
        G[0, i] = T.Cast("uint64", X[i])
        H[0, i] = T.Cast("int16", T.Cast("float16", X[i]))
    for i in T.vectorized(16):
        B[1, i] = T.Cast("int32", T.Cast("float64", X[i]))
        C[1, i] = T.Cast("int8", X[i])
        D[1, i] = T.Cast("uint8", X[i])
        E[1, i] = T.Cast("int64", X[i])
        F[1, i] = T.Cast("uint32", X[i])
        G[1, i] = T.Cast("uint64", T.Cast("float64", X[i]))
        H[1, i] = T.Cast("int16", T.Cast("bfloat16", X[i]))


# --- a function that ends early ---
@T.prim_func
def main(A: T.Buffer((20,), "float32"), N: T.Buffer((1,), "int32"), B: T.Buffer((20,), "float32"), C: T.Buffer((20,), "float32")):
    for i in range(20):
        B[i] = A[i]
        C[i] = T.float32(1)
    if A[0] > T.float32(100):
        B[0] = T.float32(7)
        T.evaluate(T.ret(0))
    for i in range(20):
        B[i] = B[i] * T.float32(2)
    if A[1] < T.float32(100):
        if A[2] < T.float32(100):
            C[0] = T.float32(3)
        else:
            C[1] = T.float32(4)
        T.evaluate(T.ret(0))
    else:
        C[2] = T.float32(5)
    for i in T.vectorized(20):
        C[i] = C[i] + A[i]
    T.evaluate(T.ret(0))


# --- fixed-point products ---
@T.prim_func
def main(A: T.Buffer((64,), "int32"), M: T.Buffer((8,), "int32"), B: T.Buffer((6, 64), "int32"), C: T.Buffer((3, 64), "int32")):
    for i in range(64):
        B[0, i] = T.q_multiply_shift(A[i] * 1000003, 1395864320, 31, -8)
        B[1, i] = T.q_multiply_shift(A[i] * 1000003, 1395864320, 31, 3)
        B[2, i] = T.q_multiply_shift(A[i] * 1000003, 1073741824, 31, -4)
    for i in T.vectorized(64):
        B[3, i] = T.q_multiply_shift(A[i] * 1000003, 1395864320, 31, -8)
        B[4, i] = T.q_multiply_shift(A[i], M[i % 8] * 7654321, 31, i % 5 - 2)
        B[5, i] = T.q_multiply_shift(A[i], 1073741824, 31, 5)
    for i in T.vectorized(64):
        C[0, i] = T.q_multiply_shift_per_axis(A[i] * 70001, M[i // 8] * 7654321, 2, 0, 31, T.bool(True), T.bool(False))
        C[1, i] = T.q_multiply_shift_per_axis(A[i] * 70001, M[i // 8] * 7654321, 0, i % 7, 31, T.bool(False), T.bool(True))
    for i in range(64):
        C[2, i] = T.q_multiply_shift_per_axis(A[i] * 70001, M[i // 8], 1, 3, 31, T.bool(True), T.bool(True))


# --- sums of rows in a buffer of three rows ---
@T.prim_func
def main(A: T.Buffer((12, 5, 7), "float32"), C: T.Buffer((10, 7), "float32")):
    B = T.alloc_buffer((3, 7))
    for i in range(10):
        for ax0, ax1, k in T.grid(3, 7, 5):
            with T.block("B"):
                vi = T.axis.opaque(12, i + ax0)
                vj, vk = T.axis.remap("SR", [ax1, k])
                T.where(i < 1 or 2 <= ax0)
                with T.init():
                    B[vi % 3, vj] = T.float32(0)
                B[vi % 3, vj] = B[vi % 3, vj] + A[vi, vk, vj]
        for j in range(7):
            with T.block("C"):
                vi = T.axis.opaque(10, i)
                vj = T.axis.spatial(7, j)
                C[vi, vj] = B[vi % 3, vj] + B[(vi + 1) % 3, vj] * B[(vi + 2) % 3, vj]


# --- sums of rows in a buffer of three rows, the reduction outside ---
@T.prim_func
def main(A: T.Buffer((12, 5), "float32"), C: T.Buffer((10,), "float32")):
    B = T.alloc_buffer((3,))
    for i in range(10):
        for k, ax0 in T.grid(5, 3):
            with T.block("B"):
                vi = T.axis.opaque(12, i + ax0)
                vk = T.axis.reduce(5, k)
                T.where(i < 1 or 2 <= ax0)
                with T.init():
                    B[vi % 3] = T.float32(0)
                B[vi % 3] = B[vi % 3] + A[vi, vk]
        with T.block("C"):
            vi = T.axis.opaque(10, i)
            C[vi] = B[vi % 3] + B[(vi + 1) % 3] * B[(vi + 2) % 3]


# --- sums that meet in one place ---
@T.prim_func
def main(A: T.Buffer((6, 4), "float32"), B: T.Buffer((2,), "float32"), C: T.Buffer((6,), "float32")):
    for k, i in T.grid(4, 6):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi % 2] = T.float32(0)
            B[vi % 2] = B[vi % 2] + A[vi, vk]
    for k, i_0, i_1 in T.grid(4, 2, 4):
        with T.block("C"):
            vi = T.axis.spatial(6, i_0 * 2 + i_1)
            vk = T.axis.reduce(4, k)
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + A[vi, vk]


# --- sums that read others before these start ---
@T.prim_func
def main(A: T.Buffer((6, 4), "float32"), C: T.Buffer((7,), "float32")):
    for i in range(7):
        with T.block("before"):
            vi = T.axis.spatial(7, i)
            C[vi] = T.Cast("float32", vi)
    for k, i in T.grid(4, 6):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.reads(A[vi, vk], C[vi:vi + 2])
            T.writes(C[vi])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + A[vi, vk] * C[vi + 1]


# --- a sum that starts twice ---
@T.prim_func
def main(A: T.Buffer((6, 4), "float32"), C: T.Buffer((6,), "float32")):
    for i, k in T.grid(6, 8):
        with T.block("C"):
            vi = T.axis.spatial(6, i)
            vk = T.axis.reduce(4, k // 2)
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + A[vi, vk]


# --- init that the predicate keeps from the first iteration ---
@T.prim_func
def main(A: T.Buffer((40, 13), "float32"), B: T.Buffer((40,), "float32"), C: T.Buffer((40,), "float32")):
    for i, k_0, k_1 in T.grid(40, 3, 5):
        with T.block("B"):
            vi = T.axis.spatial(40, i)
            vk = T.axis.reduce(13, k_0 * 5 + k_1)
            T.where(k_0 * 5 + k_1 < 13)
            with T.init():
                B[vi] = T.float32(1)
            B[vi] = B[vi] + A[vi, vk]
    for k_0 in range(3):
        for i in T.vectorized(40):
            for k_1 in T.unroll(5):
                with T.block("C"):
                    vi = T.axis.spatial(40, i)
                    vk = T.axis.reduce(13, k_0 * 5 + k_1)
                    T.where(k_0 * 5 + k_1 < 13 and i < 39)
                    with T.init():
                        C[vi] = T.float32(1)
                    C[vi] = C[vi] + A[vi, vk]


# --- parallel loops whose parts differ ---
@T.prim_func
def main(A: T.Buffer((40, 9), "float32"), B: T.Buffer((40, 9), "float32")):
    for i in T.parallel(-3, 40):
        for j in T.parallel(i + 3, 9):
            if i < 0:
                B[i + 3, j - i - 3] = A[i + 3, 0]
            else:
                if i * 2 >= 31 or j - i - 3 == 4:
                    B[i + 3, j - i - 3] = A[i + 3, j - i - 3] * T.float32(2)
                else:
                    if not (i != 7):
                        B[i + 3, j - i - 3] = T.float32(-1)
                    else:
                        B[i + 3, j - i - 3] = A[i, j - i - 3]


# --- masks of several kinds and types ---
@T.prim_func
def main(F: T.Buffer((21, 13), "bool"), A: T.Buffer((21, 13), "float16"), I: T.Buffer((13,), "int8"), G: T.Buffer((21, 13), "bool"),
         H: T.Buffer((21, 13), "float16"), K: T.Buffer((21, 13), "int8")):
    for i in range(21):
        for j in T.vectorized(13):
            G[i, j] = F[i, j] and (F[20 - i, j] or I[j] < T.int8(4))
            if G[i, j]:
                H[i, j] = A[i, j] * T.float16(2)
                if i + j < 20:
                    K[i, j] = I[j] + T.int8(1)
                else:
                    K[i, 12 - j] = T.int8(5)
            else:
                for k in range(j, j + 3):
                    if k < 13:
                        H[i, j] = H[i, j] + A[i, k]


# --- stages of a loop of one iteration, in a parallel one ---
@T.prim_func
def main(A: T.Buffer((17, 40), "float32"), C: T.Buffer((17, 40), "float32")):
    B = T.alloc_buffer((17, 40))
    for i_0 in T.parallel(17):
        for i_1 in T.serial(1, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
            for j in range(40):
                with T.block("B"):
                    vi = T.axis.spatial(17, i_0 + i_1)
                    vj = T.axis.spatial(40, j)
                    B[vi, vj] = A[vi, vj] + T.float32(1)
            for j in range(40):
                with T.block("C"):
                    vi = T.axis.spatial(17, i_0 + i_1)
                    vj = T.axis.spatial(40, j)
                    C[vi, vj] = B[vi, 39 - vj] * T.float32(2)


# --- copies of a name for other values, in one block ---
@T.prim_func
def main(A: T.Buffer((4096,), "float32"), C: T.Buffer((64,), "float32")):
    x = T.int32()
    for o in range(16):
        for i in T.unroll(4):
            with T.block("C"):
                vo, vi = T.axis.remap("SS", [o, i])
                C[vo * 4 + vi] = T.Let(A[x * x % 4096] + A[x * x % 4096 // 2], where={x: vo + vi})


# --- positions that divide by what only some iterations may divide by ---
@T.prim_func
def main(A: T.Buffer((128,), "float32"), C: T.Buffer((6, 8), "float32")):
    for i, j in T.grid(6, 8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.if_then_else(vi >= 3, A[77 // (vi - 2) + vj], T.if_then_else(vi < 2, A[50 % (vi - 2) + vj + 8], T.float32(1)))


# --- positions that memory decides on, which the loop changes ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), P: T.Buffer((6,), "int32"), C: T.Buffer((6, 20), "float32")):
    for i in range(6):
        for j in range(20):
            with T.block("C"):
                vi = T.axis.spatial(6, i)
                vj = T.axis.opaque(20, j)
                C[vi, vj] = A[P[vi] % 32 + vi * 4 + vj % 8]
                P[vi] = P[vi] % 32 + 3


# --- what was loaded and spread, and then changed, in one block ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    for o in range(3):
        for u in T.unroll(4):
            for i in T.vectorized(16):
                C[u * 16 + i] = A[u * 16 + i] * T.float32(0.5) + A[i] * T.float32(0.25) + A[u]
            for i in T.vectorized(16):
                A[i] = C[u * 16 + i] * T.float32(0.25) + A[i] * T.float32(0.25)
            for i in T.vectorized(13):
                A[u * 13 + i + 4] = A[u * 13 + i + 4] * T.float32(0.5) + A[3 - u]


# --- two buffers that change in turns ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    for u in T.unroll(3):
        for i in T.vectorized(16):
            C[i] = A[i] + C[i + 16] * A[u]
        for i in T.vectorized(16):
            A[i] = C[i] + A[i] + A[u + 32]


# --- what one way loaded, and is loaded after it ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    for o in range(4):
        for i in T.vectorized(16):
            C[o * 16 + i] = T.if_then_else(A[o] > T.float32(0), A[i] * A[o + 8], T.float32(0)) + A[i] * A[o + 8]


# --- vectors of which many lanes are one element ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((256,), "float32")):
    for o in range(4):
        for u in T.unroll(2):
            for i in T.vectorized(32):
                C[o * 64 + u * 32 + i] = A[o * 4 + i // 16] * A[o * 4 + i // 2] + A[o * 4 + i // 16]


# --- sums of a lane that others compute as well ---
# Lanes of one vector fill parts of T that overlap: each needs a T of its own.
@T.prim_func
def main(A: T.Buffer((3, 16), "float32"), C: T.Buffer((14,), "float32")):
    S = T.alloc_buffer((16,), "float32")
    for i in T.vectorized(14):
        for k, j in T.grid(3, 3):
            with T.block("S"):
                vk = T.axis.reduce(3, k)
                vj = T.axis.spatial(16, i + j)
                with T.init():
                    S[vj] = T.float32(0)
                S[vj] = S[vj] + A[vk, vj]
        for j in range(3):
            with T.block("C"):
                vi, vj = T.axis.remap("SR", [i, j])
                with T.init():
                    C[vi] = T.float32(-100)
                C[vi] = T.max(C[vi], S[vi + vj])


# --- a lane's part of what others do not touch, the same for all lanes beside it ---
@T.prim_func
def main(A: T.Buffer((3, 16), "float32"), C: T.Buffer((8,), "float32")):
    S = T.alloc_buffer((16,), "float32")
    R = T.alloc_buffer((1,), "float32")
    for i in T.vectorized(8):
        for k, j in T.grid(3, 2):
            with T.block("S"):
                vk = T.axis.reduce(3, k)
                vj = T.axis.spatial(16, i * 2 + j)
                with T.init():
                    S[vj] = T.float32(0)
                S[vj] = S[vj] + A[vk, vj]
        for k in range(3):
            with T.block("R"):
                vk = T.axis.reduce(3, k)
                with T.init():
                    R[0] = T.float32(0)
                R[0] = R[0] + A[vk, vk]
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            C[vi] = S[vi * 2] + S[vi * 2 + 1] * R[0]


# --- rotary embedding by Select ---
# Each half of a row reads the other one: what is not chosen would lie outside.
@T.prim_func
def main(X: T.Buffer((3, 8), "float32"), S: T.Buffer((3, 4), "float32"), Y: T.Buffer((3, 8), "float32")):
    for i, j in T.grid(3, 8):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = X[vi, vj] + S[vi, vj % 4] * T.Select(vj < 4, X[vi, vj + 4] * T.float32(-1), X[vi, vj - 4])


# --- rotary embedding by if_then_else, at places that are read ---
@T.prim_func
def main(X: T.Buffer((3, 8), "float32"), P: T.Buffer((3,), "int32"), S: T.Buffer((5, 4), "float32"), Y: T.Buffer((3, 8), "float32")):
    for i, j in T.grid(3, 8):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = S[P[vi], vj % 4] * T.if_then_else(vj < 4, X[vi, vj + 4] * T.float32(-1), X[vi, vj - 4])


# --- rotary embedding by Select, vectorized across the middle ---
@T.prim_func
def main(X: T.Buffer((3, 32), "float32"), Y: T.Buffer((3, 32), "float32")):
    for i, jo in T.grid(3, 4):
        for ji in T.vectorized(8):
            with T.block("Y"):
                vi = T.axis.spatial(3, i)
                vj = T.axis.spatial(32, jo * 8 + ji)
                Y[vi, vj] = X[vi, vj] + T.Select(vj < 13, X[vi, vj + 19] * T.float32(-1), X[vi, vj - 13])


# --- Select of vectors, sides of which lie outside ---
@T.prim_func
def main(X: T.Buffer((32,), "float32"), Y: T.Buffer((32,), "float32")):
    for o in range(4):
        Y[T.Ramp(o * 8, 1, 8)] = T.Select(T.Ramp(o * 8, 1, 8) < T.Broadcast(13, 8), X[T.Ramp(o * 8 + 19, 1, 8)],
            X[T.Ramp(o * 8 - 13, 1, 8)])


# --- Select by values, one side of which lies outside or divides by zero ---
@T.prim_func
def main(X: T.Buffer((16,), "float32"), N: T.Buffer((16,), "int32"), Y: T.Buffer((16,), "float32"), Z: T.Buffer((16,), "int32")):
    Q = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("Q"):
            vi = T.axis.spatial(16, i)
            Q[vi] = T.if_then_else(vi < 6, T.float32(-1), T.abs(X[vi]))
    for i in range(16):
        with T.block("Y"):
            vi = T.axis.spatial(16, i)
            Y[vi] = T.Select(Q[vi] < T.float32(0), X[vi], X[vi - 6])
            Z[vi] = T.Select(N[vi] % 2 == 0, 7, 100 // (N[vi] % 2))


# --- Select of sides that stay inside, in tiles that overhang ---
@T.prim_func
def main(A: T.Buffer((30,), "float32"), B: T.Buffer((30,), "float32")):
    for o in range(4):
        for i in T.vectorized(8):
            with T.block("B"):
                vi = T.axis.spatial(30, o * 8 + i)
                T.where(o * 8 + i < 30)
                B[vi] = T.Select(A[29 - vi] < T.float32(0), T.Select(vi < 7, A[vi], A[vi // 2]), T.float32(4)) + T.if_then_else(
                    vi < 20, T.Select(A[vi] > T.float32(0), A[vi + 10], A[0]), T.float32(4))


# --- a copy that reads more than its iteration filled ---
@T.prim_func
def main(A: T.Buffer((1, 6), "float32"), C: T.Buffer((1, 6), "float32")):
    B = T.alloc_buffer((1, 6))
    for i in range(6):
        for w in range(2):
            with T.block("B"):
                v0 = T.axis.spatial(1, 0)
                vi = T.axis.spatial(6, i - w)
                T.where(w < 1)
                B[v0, vi] = A[v0, vi] + T.float32(1)
            with T.block("C"):
                v0 = T.axis.spatial(1, 0)
                vi = T.axis.spatial(6, i - w)
                T.where(0 <= i - w)
                C[v0, vi] = B[v0, vi]


# --- copies that are like a part of a buffer ---
@T.prim_func
def main(A: T.Buffer((6, 40), "float32"), B: T.Buffer((6, 40), "float32"), C: T.Buffer((6, 40), "float32")):
    for i in range(6):
        L = T.decl_buffer((40,), "float32")
        M = T.decl_buffer((40,), "float32")
        N = T.decl_buffer((20,), "float32")
        for j_0, j_1 in T.grid(5, 9):
            if j_0 * 9 + j_1 < 40:
                L[j_0 * 9 + j_1] = A[i, j_0 * 9 + j_1]
        for j in range(20):
            N[j] = A[i, j * 2]
        for j in range(40):
            M[39 - j] = L[39 - j] * N[j // 2]
        for j in range(40):
            B[i, j] = M[j]
        for j in range(40):
            C[i, j] = L[j] + T.float32(1)


# --- reductions around rows that no registers hold ---
@T.prim_func
def main(A: T.Buffer((6, 24), "float32"), B: T.Buffer((24, 700), "float32"), C: T.Buffer((6, 700), "float32"),
         D: T.Buffer((6, 700), "float32"), E: T.Buffer((4, 701), "float32"), F: T.Buffer((6, 701), "float32"),
         G: T.Buffer((24, 9), "float32"), H: T.Buffer((702,), "float32")):
    for i, k, j in T.grid(6, 24, 700):
        C[i, j] = C[i, j] + A[i, k] * B[k, j]
    for k in T.unroll(9):
        for j in range(350):
            for i in T.unroll(6):
                D[i, j * 2] = D[i, j * 2] * G[i, k] + B[k, j]
                D[i, j * 2 + 1] = T.max(D[i, j * 2 + 1], B[k, 350 + j])
    for k, j in T.grid(21, 700):
        E[2, j] = E[2, j] + B[k, j] * E[1, j]
    for k, i, j in T.grid(5, 6, 700):
        F[i, j] = F[i, j] + B[k, j] * F[i, j + 1]
    for k, r, j in T.grid(6, 3, 700):
        H[j + r] = H[j + r] + B[k, j]


# --- copies of more than was stored ---
@T.prim_func
def main(A: T.Buffer((130,), "float32"), B: T.Buffer((130,), "float32"), C: T.Buffer((12, 40), "float32"), D: T.Buffer((12, 40), "float32"),
         E: T.Buffer((130,), "float32"), F: T.Buffer((130,), "float32")):
    L = T.decl_buffer((130,), "float32")
    for i in range(64):
        for j in range(2):
            L[64 * j + i] = A[64 * j + i] + T.float32(1)
        for j_0, j_1 in T.grid(5, 16):
            if j_0 * 16 + j_1 < 65:
                B[i + j_0 * 16 + j_1] = L[i + j_0 * 16 + j_1]
    M = T.decl_buffer((480,), "float32")
    for i, k in T.grid(4, 5):
        for j_0, j_1 in T.grid(3, 7):
            M[i * 40 + j_0 * 160 + k + j_1 * 5] = C[i + j_0 * 4, k + j_1 * 5] * T.float32(k + 1)
        for j_0, j_1 in T.grid(9, 31):
            D[i + j_0, k + j_1] = M[(i + j_0) * 40 + k + j_1]
    N = T.decl_buffer((130,), "float32")
    for i in range(64):
        for j in range(2):
            N[64 * j + i] = A[64 * j + i] * T.float32(3)
        for j in range(64):
            E[i + j] = N[i + j]
    P = T.decl_buffer((130,), "float32")
    for i in range(65):
        for j in range(2):
            P[j + i * 2] = A[j + i * 2] * T.float32(5)
        for j in range(1):
            F[i * 2 + j * 2] = P[i * 2 + j * 2]


# --- reductions around rows, by a value of the row before ---
@T.prim_func
def main(B: T.Buffer((24, 700), "float32"), C: T.Buffer((701,), "float32")):
    for k in range(24):
        scale: T.float32 = C[5] * T.float32(0.1)
        for j in range(700):
            C[j] = C[j] + scale * B[k, j]


# --- copies of more than was stored, read beside them ---
@T.prim_func
def main(A: T.Buffer((130,), "float32"), B: T.Buffer((128,), "float32")):
    L = T.decl_buffer((260,), "float32")
    for i in range(64):
        for j in range(2):
            L[64 * j + i] = T.if_then_else(A[0] > T.float32(100), L[64 * j + i + 130], A[64 * j + i])
        for j in range(65):
            B[i + j] = L[i + j]


# --- nine lanes of three scalars ---
@T.prim_func
def main(A: T.Buffer((4, 3), "float32"), B: T.Buffer((3, 3), "float32")):
    M = T.decl_buffer((9,), "float32")
    for i, j in T.grid(3, 3):
        L = T.decl_buffer((1,), "float32")
        L[0] = A[1, j] + A[2, j]
        M[i * 3 + j] = L[0] * L[0]
    for i, j in T.grid(3, 3):
        B[i, j] = M[i * 3 + j] - T.float32(0.5)


# --- copies in loops that their buffer is allocated around ---
@T.prim_func
def main(A: T.Buffer((6, 5, 16), "float32"), B: T.Buffer((6, 16), "float32"), C: T.Buffer((6, 16), "float32"),
         D: T.Buffer((97,), "float32")):
    for i in range(6):
        L = T.decl_buffer((80,), "float32")
        for j in T.vectorized(16):
            for k in range(5):
                L[k * 16 + j] = A[i, k, j]
                B[i, j] = B[i, j] + L[k * 16 + j] * L[j]
        M = T.decl_buffer((16,), "float32")
        for j in T.vectorized(16):
            M[j] = B[i, j] * T.float32(2)
            C[i, j] = M[j]
    K = T.decl_buffer((96,), "float32")
    for j in range(96):
        K[j] = D[j]
        D[96] = D[96] + K[j]
    N = T.decl_buffer((96,), "float32")
    for j in range(96):
        N[j] = T.float32(j)
        if j > 0:
            N[j - 1] = N[j - 1] + T.float32(1)
        D[j] = N[j]


# --- copies that are of use ---
@T.prim_func
def main(A: T.Buffer((40,), "float32"), B: T.Buffer((40,), "float32"), C: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
    for i in range(6):
        L = T.decl_buffer((40,), "float32")
        for j in range(40):
            L[j] = A[j]
        for j in range(40):
            A[39 - j] = L[j] + T.float32(i)
    M = T.decl_buffer((40,), "float32")
    for j in range(39):
        M[j] = B[j]
    for j in range(40):
        A[j] = A[j] + M[j // 2]
    K = T.decl_buffer((256,), "float32")
    for j in T.vectorized(256):
        K[j] = C[j // 16, j % 16]
    for i in range(16):
        for j in T.vectorized(16):
            D[i, j] = K[j * 16 + i]


# --- buffers that all iterations fill alike ---
@T.prim_func
def main(A: T.Buffer((40, 6), "float32"), B: T.Buffer((6, 40), "float32"), C: T.Buffer((6, 40), "float32")):
    for i in range(6):
        L = T.decl_buffer((40,), "float32")
        for j in range(40):
            L[j] = A[j, 2] * T.float32(2)
        for j in range(40):
            B[i, j] = L[39 - j]
    for i in range(6):
        M = T.decl_buffer((40,), "float32")
        for j in range(40):
            M[j] = C[0, j] * T.float32(2)
        for j in range(40):
            C[i, j] = M[39 - j]


# --- what each iteration overwrites, in loops inside ---
@T.prim_func
def main(A: T.Buffer((40, 24), "float32"), S: T.Buffer((24,), "float32"), B: T.Buffer((24,), "float32"), C: T.Buffer((24,), "float32")):
    for k in range(40):
        for i_0, i_1 in T.grid(5, 5):
            if i_0 * 5 + i_1 < 24:
                S[i_0 * 5 + i_1] = S[i_0 * 5 + i_1] + A[k, i_0 * 5 + i_1]
                B[i_0 * 5 + i_1] = S[i_0 * 5 + i_1] * T.float32(2)
    for k in range(40):
        for i in range(23):
            S[i] = S[i] + A[k, i]
            C[i] = S[i] + S[i + 1]


# --- unrolled loops around reductions ---
@T.prim_func
def main(A: T.Buffer((4, 64), "float32"), B: T.Buffer((64, 9), "float32"), C: T.Buffer((9, 4), "float32")):
    for j in range(9):
        for i in T.unroll(4):
            S = T.decl_buffer((1,), "float32")
            S[0] = T.float32(0)
            for k in range(64):
                S[0] = S[0] + A[i, k] * B[k, j]
            C[j, i] = S[0]


# --- sums that lie apart ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64, 24), "float32"), C: T.Buffer((24, 3), "float32")):
    for j in range(24):
        C[j, 0] = T.float32(0)
        for k in range(64):
            C[j, 0] = C[j, 0] + A[k] * B[k, j]


# --- rows a page apart ---
@T.prim_func
def main(A: T.Buffer((128, 256), "float32"), C: T.Buffer((128,), "float32")):
    for i in T.vectorized(128):
        for k in range(64):
            C[i] = C[i] + A[i, k * 4]


# --- sums in registers that take turns ---
@T.prim_func
def main(A: T.Buffer((5, 9, 28), "float32"), F: T.Buffer((9,), "float32"), C: T.Buffer((5, 28), "float32")):
    for i in range(5):
        for j in T.vectorized(28):
            for k in T.unroll(9):
                C[i, j] = C[i, j] + A[i, k, j] * F[k]


# --- a row made of two loops the other way round, in a loop down the columns ---
@T.prim_func
def main(A: T.Buffer((26, 44), "float32"), B: T.Buffer((44, 26), "float32")):
    for i in range(44):
        for j_1, j_0 in T.grid(5, 6):
            if j_0 * 5 + j_1 < 26:
                B[i, j_0 * 5 + j_1] = A[j_0 * 5 + j_1, i] + T.float32(1)


# --- rows of sums too long for registers, of which parts fit ---
@T.prim_func
def main(A: T.Buffer((3, 20), "float32"), B: T.Buffer((20, 768), "float32"), C: T.Buffer((3, 768), "float32"),
         D: T.Buffer((769,), "float32"), E: T.Buffer((3, 768), "float32"), F: T.Buffer((3, 768), "float32"),
         G: T.Buffer((3, 768), "float32"), H: T.Buffer((3, 772), "float32")):
    for i, r, k, j in T.grid(3, 2, 10, 768):
        C[i, j] = C[i, j] + A[i, r * 10 + k] * B[r * 10 + k, j]
    for k in range(20):
        for j_0 in range(4):
            for j_1 in T.vectorized(192):
                E[1, j_0 * 192 + j_1] = E[1, j_0 * 192 + j_1] + B[k, j_0 * 192 + j_1] * F[2, j_0 * 192 + j_1]
    for k, j in T.grid(20, 768):
        D[j] = D[j] + B[k, j] * D[j + 1]
    for k, j in T.grid(20, 768):
        F[0, j] = F[0, j] + B[k, j] * F[1, k]
    for k, j, r in T.grid(2, 768, 10):
        G[0, j] = G[0, j] + B[k * 10 + r, j]
    for k, j in T.grid(5, 768):
        H[0, j + k] = H[0, j + k] + B[k, j]


# --- copies of columns to rows ---
@T.prim_func
def main(A: T.Buffer((120, 264), "float32"), B: T.Buffer((264, 120), "float32"), C: T.Buffer((264, 120), "float32"),
         D: T.Buffer((264, 120), "float32"), E: T.Buffer((264, 120), "float32"), F: T.Buffer((264, 120), "float32"),
         G: T.Buffer((264, 120), "float32"), H: T.Buffer((4420,), "float32")):
    for i in range(264):
        for j in range(72):
            B[i, j] = A[j, i] + T.float32(1)
        for j in range(48):
            B[i, j + 72] = A[j + 72, i] + T.float32(1)
    for i in T.parallel(264):
        for j in range(120):
            C[i, j] = A[j, i] * A[119, i]
    for i, j_0 in T.grid(264, 2):
        L = T.decl_buffer((60,), "float32")
        for j in range(60):
            L[j] = A[j_0 * 60 + j, i]
        for j in T.vectorized(60):
            D[i, j_0 * 60 + j] = L[j] + T.float32(2)
    for i, j_0 in T.grid(260, 2):
        K = T.decl_buffer((60,), "float32")
        for j in range(60):
            K[j] = A[j_0 * 60 + j, i]
        for j in range(60):
            E[i, j_0 * 60 + j] = K[j] + T.float32(2)
        for j in range(60):
            G[i, j_0 * 60 + j] = E[i + 1, j_0 * 60 + j] + K[j]
    for i, j_0 in T.grid(44, 2):
        M = T.decl_buffer((60,), "float32")
        for j in range(60):
            M[j] = A[j_0 * 60 + j, i]
        for j in range(60):
            H[i * 100 + j_0 * 60 + j] = M[j] + T.float32(2)
    for i in range(44):
        for j in range(60):
            F[i, j * 2] = A[j, i]
            F[i, j * 2 + 1] = A[j + 60, i]


# --- copies that loops around make again and again ---
@T.prim_func
def main(A: T.Buffer((6, 36), "float32"), B: T.Buffer((9, 30), "float32"), C: T.Buffer((6, 28), "float32"),
         D: T.Buffer((6, 28), "float32")):
    for i in range(6):
        L = T.decl_buffer((9,), "float32")
        for j in T.vectorized(28):
            for r, s in T.grid(3, 3):
                L[r * 3 + s] = A[i, r * 3 + s]
                C[i, j] = C[i, j] + B[r * 3 + s, j + s] * L[r * 3 + s]
        M = T.decl_buffer((9,), "float32")
        for j in range(28):
            for r, s in T.grid(3, 3):
                M[r * 3 + s] = A[i, r * 3 + s + j % 2]
                D[i, j] = D[i, j] + B[r * 3 + s, j + s] * M[r * 3 + s]


# --- sums that take three quarters of the registers ---
@T.prim_func
def main(A: T.Buffer((3, 40), "float32"), B: T.Buffer((40, 384), "float32"), C: T.Buffer((3, 384), "float32")):
    for i, k_0, j_0 in T.grid(3, 10, 6):
        for k_1 in range(4):
            for j_1 in T.vectorized(64):
                C[i, j_0 * 64 + j_1] = C[i, j_0 * 64 + j_1] + A[i, k_0 * 4 + k_1] * B[k_0 * 4 + k_1, j_0 * 64 + j_1]


# --- a register tile of two rows, written out ---
@T.prim_func
def main(A: T.Buffer((2, 3, 400), "float32"), F: T.Buffer((3, 64), "float32"), C: T.Buffer((2, 384), "float32")):
    for j_0 in range(6):
        for i in T.unroll(2):
            for r in T.unroll(3):
                for j_1 in T.vectorized(64):
                    C[i, j_0 * 64 + j_1] = C[i, j_0 * 64 + j_1] + A[i, r, j_0 * 64 + j_1] * F[r, j_1]
