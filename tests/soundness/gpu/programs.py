# SPDX-License-Identifier: Apache-2.0
# Programs for GPUs at random schedules (gpu-subject.c), small enough for thousands of them; most sizes are no multiples of a warp.
from tvm.script import tir as T


# --- matmul ---
@T.prim_func
def main(A: T.Buffer((48, 36), "float32"), B: T.Buffer((36, 64), "float32"), C: T.Buffer((48, 64), "float32")):
    for i, j, k in T.grid(48, 64, 36):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- matmul-odd ---
@T.prim_func
def main(A: T.Buffer((33, 29), "float32"), B: T.Buffer((41, 29), "float32"), D: T.Buffer((33, 41), "float32")):
    C = T.alloc_buffer((33, 41))
    for i, j, k in T.grid(33, 41, 29):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]
    for i, j in T.grid(33, 41):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj], T.float32(0))


# --- matmul-half ---
@T.prim_func
def main(A: T.Buffer((64, 64), "float16"), B: T.Buffer((64, 64), "float16"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])


# --- matmul-half-sums ---
@T.prim_func
def main(A: T.Buffer((32, 64), "float16"), B: T.Buffer((64, 48), "float16"), C: T.Buffer((32, 48), "float16")):
    for i, j, k in T.grid(32, 48, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float16(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- matmul-int8 ---
@T.prim_func
def main(A: T.Buffer((48, 64), "int8"), B: T.Buffer((64, 32), "int8"), C: T.Buffer((48, 32), "int32")):
    for i, j, k in T.grid(48, 32, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + T.Cast("int32", A[vi, vk]) * T.Cast("int32", B[vk, vj])


# --- batched ---
@T.prim_func
def main(A: T.Buffer((3, 17, 24), "float32"), B: T.Buffer((3, 24, 20), "float32"), D: T.Buffer((3, 17, 20), "float32")):
    C = T.alloc_buffer((3, 17, 20))
    for b, i, j, k in T.grid(3, 17, 20, 24):
        with T.block("C"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[vb, vi, vj] = T.float32(0)
            C[vb, vi, vj] = C[vb, vi, vj] + A[vb, vi, vk] * B[vb, vk, vj]
    for b, i, j in T.grid(3, 17, 20):
        with T.block("D"):
            vb, vi, vj = T.axis.remap("SSS", [b, i, j])
            D[vb, vi, vj] = C[vb, vi, vj] * T.float32(0.5) + T.float32(1)


# --- product-chain ---
@T.prim_func
def main(A: T.Buffer((20, 18), "float32"), B: T.Buffer((18, 22), "float32"), C: T.Buffer((22, 16), "float32"),
         F: T.Buffer((20, 16), "float32")):
    D = T.alloc_buffer((20, 22))
    E = T.alloc_buffer((20, 22))
    for i, j, k in T.grid(20, 22, 18):
        with T.block("D"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                D[vi, vj] = T.float32(0)
            D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(20, 22):
        with T.block("E"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = T.exp(D[vi, vj] * T.float32(0.1))
    for i, j, k in T.grid(20, 16, 22):
        with T.block("F"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                F[vi, vj] = T.float32(0)
            F[vi, vj] = F[vi, vj] + E[vi, vk] * C[vk, vj]


# --- conv2d ---
@T.prim_func
def main(X: T.Buffer((1, 4, 12, 12), "float32"), W: T.Buffer((8, 4, 3, 3), "float32"), Y: T.Buffer((1, 8, 12, 12), "float32")):
    P = T.alloc_buffer((1, 4, 14, 14))
    for n, c, h, w in T.grid(1, 4, 14, 14):
        with T.block("P"):
            vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
            P[vn, vc, vh, vw] = T.if_then_else(1 <= vh and vh < 13 and 1 <= vw and vw < 13, X[vn, vc, vh - 1, vw - 1], T.float32(0))
    for n, f, h, w, c, r, s in T.grid(1, 8, 12, 12, 4, 3, 3):
        with T.block("Y"):
            vn, vf, vh, vw, vc, vr, vs = T.axis.remap("SSSSRRR", [n, f, h, w, c, r, s])
            with T.init():
                Y[vn, vf, vh, vw] = T.float32(0)
            Y[vn, vf, vh, vw] = Y[vn, vf, vh, vw] + P[vn, vc, vh + vr, vw + vs] * W[vf, vc, vr, vs]


# --- conv2d-strided ---
@T.prim_func
def main(X: T.Buffer((13, 13, 6), "float32"), W: T.Buffer((3, 3, 6, 10), "float32"), Y: T.Buffer((6, 6, 10), "float32")):
    for h, w, f, r, s, c in T.grid(6, 6, 10, 3, 3, 6):
        with T.block("Y"):
            vh, vw, vf, vr, vs, vc = T.axis.remap("SSSRRR", [h, w, f, r, s, c])
            with T.init():
                Y[vh, vw, vf] = T.float32(0)
            Y[vh, vw, vf] = Y[vh, vw, vf] + X[vh * 2 + vr, vw * 2 + vs, vc] * W[vr, vs, vc, vf]


# --- depthwise ---
@T.prim_func
def main(X: T.Buffer((5, 18, 20), "float32"), W: T.Buffer((5, 3, 3), "float32"), Y: T.Buffer((5, 16, 18), "float32")):
    for c, h, w, r, s in T.grid(5, 16, 18, 3, 3):
        with T.block("Y"):
            vc, vh, vw, vr, vs = T.axis.remap("SSSRR", [c, h, w, r, s])
            with T.init():
                Y[vc, vh, vw] = T.float32(0)
            Y[vc, vh, vw] = Y[vc, vh, vw] + X[vc, vh + vr, vw + vs] * W[vc, vr, vs]


# --- max-pool ---
@T.prim_func
def main(X: T.Buffer((6, 17, 17), "float32"), Y: T.Buffer((6, 8, 8), "float32")):
    for c, h, w, r, s in T.grid(6, 8, 8, 3, 3):
        with T.block("Y"):
            vc, vh, vw, vr, vs = T.axis.remap("SSSRR", [c, h, w, r, s])
            with T.init():
                Y[vc, vh, vw] = T.min_value("float32")
            Y[vc, vh, vw] = T.max(Y[vc, vh, vw], X[vc, vh * 2 + vr, vw * 2 + vs])


# --- softmax ---
@T.prim_func
def main(A: T.Buffer((12, 70), "float32"), D: T.Buffer((12, 70), "float32")):
    M = T.alloc_buffer((12,))
    E = T.alloc_buffer((12, 70))
    S = T.alloc_buffer((12,))
    for i, k in T.grid(12, 70):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.min_value("float32")
            M[vi] = T.max(M[vi], A[vi, vk])
    for i, j in T.grid(12, 70):
        with T.block("E"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = T.exp(A[vi, vj] - M[vi])
    for i, k in T.grid(12, 70):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + E[vi, vk]
    for i, j in T.grid(12, 70):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = E[vi, vj] / S[vi]


# --- layer-norm ---
@T.prim_func
def main(A: T.Buffer((10, 96), "float32"), G: T.Buffer((96,), "float32"), D: T.Buffer((10, 96), "float32")):
    S = T.alloc_buffer((10,))
    Q = T.alloc_buffer((10,))
    for i, k in T.grid(10, 96):
        with T.block("sums"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
                Q[vi] = T.float32(0)
            s: T.float32 = S[vi] + A[vi, vk]
            q: T.float32 = Q[vi] + A[vi, vk] * A[vi, vk]
            S[vi] = s
            Q[vi] = q
    for i, j in T.grid(10, 96):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = (A[vi, vj] - S[vi] / T.float32(96)) * T.rsqrt(
                T.max(Q[vi] / T.float32(96) - S[vi] / T.float32(96) * (S[vi] / T.float32(96)), T.float32(0)) + T.float32(0.01)) * G[vj]


# --- transpose ---
@T.prim_func
def main(A: T.Buffer((40, 57), "float32"), B: T.Buffer((57, 40), "float32")):
    for i, j in T.grid(57, 40):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]


# --- prefix-sums ---
@T.prim_func
def main(A: T.Buffer((12, 70), "float32"), S: T.Buffer((13, 70), "float32")):
    for j in range(70):
        with T.block("start"):
            vj = T.axis.spatial(70, j)
            S[0, vj] = T.float32(0)
    for j, i in T.grid(70, 12):
        with T.block("S"):
            vj = T.axis.spatial(70, j)
            vi = T.axis.scan(12, i)
            S[vi + 1, vj] = S[vi, vj] + A[vi, vj]


# --- argmax ---
@T.prim_func
def main(I: T.Buffer((9, 100), "int32"), V: T.Buffer((9, 100), "float32"), MI: T.Buffer((9,), "int32"), MV: T.Buffer((9,), "float32")):
    for i, k in T.grid(9, 100):
        with T.block("argmax"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                MI[vi] = -1
                MV[vi] = T.min_value("float32")
            mi: T.int32 = T.Select(MV[vi] >= V[vi, vk], MI[vi], I[vi, vk])
            mv: T.float32 = T.Select(MV[vi] >= V[vi, vk], MV[vi], V[vi, vk])
            MI[vi] = mi
            MV[vi] = mv


# --- gather ---
@T.prim_func
def main(A: T.Buffer((16, 40), "float32"), I: T.Buffer((37,), "int32"), B: T.Buffer((37, 40), "float32")):
    for i, j in T.grid(37, 40):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[T.max(T.min(I[vi], 15), 0), vj] * T.float32(2)


# --- padded-window ---
@T.prim_func
def main(A: T.Buffer((5, 65), "int32"), B: T.Buffer((5, 65), "int32")):
    for i, j, r in T.grid(5, 65, 5):
        with T.block("B"):
            vi, vj, vr = T.axis.remap("SSR", [i, j, r])
            with T.init():
                B[vi, vj] = 0
            B[vi, vj] = B[vi, vj] + T.if_then_else(2 <= vj + vr and vj + vr < 67, A[vi, vj + vr - 2], 0)


# --- gemv ---
@T.prim_func
def main(A: T.Buffer((70, 90), "float32"), x: T.Buffer((90,), "float32"), y: T.Buffer((70,), "float32")):
    for i, k in T.grid(70, 90):
        with T.block("y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                y[vi] = T.float32(0)
            y[vi] = y[vi] + A[vi, vk] * x[vk]


# --- column-sums ---
@T.prim_func
def main(A: T.Buffer((60, 50), "float32"), C: T.Buffer((50,), "float32")):
    S = T.alloc_buffer((50,))
    for j, k in T.grid(50, 60):
        with T.block("S"):
            vj, vk = T.axis.remap("SR", [j, k])
            with T.init():
                S[vj] = T.float32(0)
            S[vj] = S[vj] + A[vk, vj]
    for j in range(50):
        with T.block("C"):
            vj = T.axis.spatial(50, j)
            C[vj] = S[vj] * S[vj]


# --- total ---
@T.prim_func
def main(A: T.Buffer((1030,), "int32"), B: T.Buffer((1,), "int32")):
    for k in range(1030):
        with T.block("B"):
            v = T.axis.spatial(1, 0)
            vk = T.axis.reduce(1030, k)
            with T.init():
                B[v] = 0
            B[v] = B[v] + A[vk]


# --- extremes ---
@T.prim_func
def main(A: T.Buffer((7, 60), "float64"), B: T.Buffer((7,), "float64"), C: T.Buffer((7, 60), "float64")):
    L = T.alloc_buffer((7,), "float64")
    for i, k in T.grid(7, 60):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.min_value("float64")
            B[vi] = T.max(B[vi], A[vi, vk])
    for i, k in T.grid(7, 60):
        with T.block("L"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                L[vi] = T.max_value("float64")
            L[vi] = T.min(L[vi], A[vi, vk])
    for i, j in T.grid(7, 60):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = (A[vi, vj] - L[vi]) * T.float64(0.5) + B[vi]


# --- two-windows ---
@T.prim_func
def main(A: T.Buffer((9, 70), "float32"), C: T.Buffer((9, 66), "float32")):
    B = T.alloc_buffer((9, 68))
    for i, j in T.grid(9, 68):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + A[vi, vj + 1] + A[vi, vj + 2]
    for i, j in T.grid(9, 66):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] - B[vi, vj + 2]


# --- reshape ---
@T.prim_func
def main(A: T.Buffer((12, 50), "int32"), B: T.Buffer((600,), "int32"), C: T.Buffer((25, 24), "int32")):
    for i in range(600):
        with T.block("B"):
            vi = T.axis.spatial(600, i)
            B[vi] = A[vi // 50, vi % 50] * 3
    for i, j in T.grid(25, 24):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi * 24 + vj] // 5 + vi - vj % 7


# --- half-chain ---
@T.prim_func
def main(A: T.Buffer((17, 64), "float16"), R: T.Buffer((64,), "float16"), D: T.Buffer((17, 64), "float16")):
    B = T.alloc_buffer((17, 64), "float16")
    C = T.alloc_buffer((17, 64), "float16")
    for i, j in T.grid(17, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + R[vj]
    for i, j in T.grid(17, 64):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.max(B[vi, vj], T.float16(0))
    for i, j in T.grid(17, 64):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = C[vi, vj] * B[vi, vj] + A[16 - vi, vj]


# --- update-in-place ---
@T.prim_func
def main(A: T.Buffer((30, 34), "int32"), B: T.Buffer((30, 34), "int32")):
    for i, j in T.grid(30, 34):
        with T.block("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = A[vi, vj] * 2 + 1
    for i, j in T.grid(30, 34):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, 33 - vj] - A[29 - vi, vj]


# --- histogram ---
@T.prim_func
def main(A: T.Buffer((200,), "int32"), H: T.Buffer((8,), "int32")):
    for b in range(8):
        with T.block("start"):
            vb = T.axis.spatial(8, b)
            H[vb] = 0
    for i in range(200):
        with T.block("H"):
            vi = T.axis.opaque(200, i)
            T.reads(A[vi], H[0:8])
            T.writes(H[0:8])
            H[A[vi] % 8] = H[A[vi] % 8] + 1
