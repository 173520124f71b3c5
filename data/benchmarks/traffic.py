# Small programs, plain and scheduled, whose traffic between levels of memory is predicted and simulated:
# tileloom-bench traffic, tests/analysis/test-traffic.c.
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def matmul_ikj(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, k, j in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vk, vj = T.axis.remap("SRS", [i, k, j])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def matmul_tiled(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i0, j0, k0, i1, k1, j1 in T.grid(4, 4, 4, 16, 16, 16):
        with T.block("C"):
            vi = T.axis.spatial(64, i0 * 16 + i1)
            vj = T.axis.spatial(64, j0 * 16 + j1)
            vk = T.axis.reduce(64, k0 * 16 + k1)
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# Six rows of four vectors stay in registers, as in the kernel that libraries have.
@T.prim_func
def matmul_registers(A: T.Buffer((48, 48), "float32"), B: T.Buffer((48, 48), "float32"), C: T.Buffer((48, 48), "float32")):
    for i0, j0 in T.grid(8, 6):
        for k in range(48):
            for i1 in T.unroll(6):
                for j1 in T.vectorized(8):
                    with T.block("C"):
                        vi = T.axis.spatial(48, i0 * 6 + i1)
                        vj = T.axis.spatial(48, j0 * 8 + j1)
                        vk = T.axis.reduce(48, k)
                        with T.init():
                            C[vi, vj] = T.float32(0)
                        C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# Splits that do not divide the extents.
@T.prim_func
def matmul_odd(A: T.Buffer((50, 50), "float32"), B: T.Buffer((50, 50), "float32"), C: T.Buffer((50, 50), "float32")):
    for i0, j0, k, i1, j1 in T.grid(4, 4, 50, 16, 16):
        with T.block("C"):
            vi = T.axis.spatial(50, i0 * 16 + i1)
            vj = T.axis.spatial(50, j0 * 16 + j1)
            vk = T.axis.reduce(50, k)
            T.where(i0 * 16 + i1 < 50 and j0 * 16 + j1 < 50)
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# Panels of B are copied, so that they are read in the order of memory.
@T.prim_func
def matmul_packed(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    P = T.alloc_buffer((8, 64, 8), "float32")
    for j0 in range(4):
        for ax0, ax1, ax2 in T.grid(2, 64, 8):
            with T.block("P"):
                v0 = T.axis.spatial(8, j0 * 2 + ax0)
                v1 = T.axis.spatial(64, ax1)
                v2 = T.axis.spatial(8, ax2)
                P[v0, v1, v2] = B[v1, v0 * 8 + v2]
        for i0, j1, k, i1, j2 in T.grid(16, 2, 64, 4, 8):
            with T.block("C"):
                vi = T.axis.spatial(64, i0 * 4 + i1)
                vj = T.axis.spatial(64, j0 * 16 + j1 * 8 + j2)
                vk = T.axis.reduce(64, k)
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * P[vj // 8, vk, vj % 8]


# The two loops of the result are one.
@T.prim_func
def matmul_fused(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for f in T.parallel(4096):
        for k in range(64):
            with T.block("C"):
                vi = T.axis.spatial(64, f // 64)
                vj = T.axis.spatial(64, f % 64)
                vk = T.axis.reduce(64, k)
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def batch_matmul(A: T.Buffer((4, 32, 32), "float32"), B: T.Buffer((4, 32, 32), "float32"), C: T.Buffer((4, 32, 32), "float32")):
    for b, i, j, k in T.grid(4, 32, 32, 32):
        with T.block("C"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[vb, vi, vj] = T.float32(0)
            C[vb, vi, vj] = C[vb, vi, vj] + A[vb, vi, vk] * B[vb, vk, vj]


@T.prim_func
def matmul_relu(A: T.Buffer((48, 48), "float32"), B: T.Buffer((48, 48), "float32"), C: T.Buffer((48, 48), "float32")):
    Y = T.alloc_buffer((48, 48), "float32")
    for i, j, k in T.grid(48, 48, 48):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(48, 48):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.max(Y[vi, vj], T.float32(0))


@T.prim_func
def matmul_relu_fused(A: T.Buffer((48, 48), "float32"), B: T.Buffer((48, 48), "float32"), C: T.Buffer((48, 48), "float32")):
    Y = T.alloc_buffer((48, 48), "float32")
    for i0, j0 in T.grid(6, 3):
        for i1, j1 in T.grid(8, 16):
            with T.block("Y_init"):
                vi = T.axis.spatial(48, i0 * 8 + i1)
                vj = T.axis.spatial(48, j0 * 16 + j1)
                Y[vi, vj] = T.float32(0)
        for k, i1, j1 in T.grid(48, 8, 16):
            with T.block("Y"):
                vi = T.axis.spatial(48, i0 * 8 + i1)
                vj = T.axis.spatial(48, j0 * 16 + j1)
                vk = T.axis.reduce(48, k)
                Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
        for i1, j1 in T.grid(8, 16):
            with T.block("C"):
                vi = T.axis.spatial(48, i0 * 8 + i1)
                vj = T.axis.spatial(48, j0 * 16 + j1)
                C[vi, vj] = T.max(Y[vi, vj], T.float32(0))


@T.prim_func
def conv2d(X: T.Buffer((1, 8, 18, 18), "float32"), W: T.Buffer((8, 8, 3, 3), "float32"), Y: T.Buffer((1, 8, 16, 16), "float32")):
    for n, co, h, w, ci, kh, kw in T.grid(1, 8, 16, 16, 8, 3, 3):
        with T.block("Y"):
            vn, vco, vh, vw, vci, vkh, vkw = T.axis.remap("SSSSRRR", [n, co, h, w, ci, kh, kw])
            with T.init():
                Y[vn, vco, vh, vw] = T.float32(0)
            Y[vn, vco, vh, vw] = Y[vn, vco, vh, vw] + X[vn, vci, vh + vkh, vw + vkw] * W[vco, vci, vkh, vkw]


@T.prim_func
def conv2d_tiled(X: T.Buffer((1, 8, 18, 18), "float32"), W: T.Buffer((8, 8, 3, 3), "float32"), Y: T.Buffer((1, 8, 16, 16), "float32")):
    for co0, h0, ci, kh, kw, co1, h1, w in T.grid(2, 4, 8, 3, 3, 4, 4, 16):
        with T.block("Y"):
            vco = T.axis.spatial(8, co0 * 4 + co1)
            vh = T.axis.spatial(16, h0 * 4 + h1)
            vw, vci, vkh, vkw = T.axis.remap("SRRR", [w, ci, kh, kw])
            with T.init():
                Y[0, vco, vh, vw] = T.float32(0)
            Y[0, vco, vh, vw] = Y[0, vco, vh, vw] + X[0, vci, vh + vkh, vw + vkw] * W[vco, vci, vkh, vkw]


@T.prim_func
def conv2d_pad(X: T.Buffer((1, 8, 16, 16), "float32"), W: T.Buffer((8, 8, 3, 3), "float32"), Y: T.Buffer((1, 8, 16, 16), "float32")):
    pad = T.alloc_buffer((1, 8, 18, 18))
    for n, c, h, w in T.grid(1, 8, 18, 18):
        with T.block("pad"):
            vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
            pad[vn, vc, vh, vw] = T.if_then_else(
                1 <= vh and vh < 17 and 1 <= vw and vw < 17, X[vn, vc, vh - 1, vw - 1], T.float32(0)
            )
    for n, co, h, w, ci, kh, kw in T.grid(1, 8, 16, 16, 8, 3, 3):
        with T.block("Y"):
            vn, vco, vh, vw, vci, vkh, vkw = T.axis.remap("SSSSRRR", [n, co, h, w, ci, kh, kw])
            with T.init():
                Y[vn, vco, vh, vw] = T.float32(0)
            Y[vn, vco, vh, vw] = Y[vn, vco, vh, vw] + pad[vn, vci, vh + vkh, vw + vkw] * W[vco, vci, vkh, vkw]


@T.prim_func
def depthwise(X: T.Buffer((1, 16, 34, 34), "float32"), W: T.Buffer((16, 3, 3), "float32"), Y: T.Buffer((1, 16, 32, 32), "float32")):
    for n, c, h, w, kh, kw in T.grid(1, 16, 32, 32, 3, 3):
        with T.block("Y"):
            vn, vc, vh, vw, vkh, vkw = T.axis.remap("SSSSRR", [n, c, h, w, kh, kw])
            with T.init():
                Y[vn, vc, vh, vw] = T.float32(0)
            Y[vn, vc, vh, vw] = Y[vn, vc, vh, vw] + X[vn, vc, vh + vkh, vw + vkw] * W[vc, vkh, vkw]


@T.prim_func
def transpose(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32")):
    for i, j in T.grid(128, 128):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]


@T.prim_func
def transpose_tiled(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32")):
    for i0, j0, i1, j1 in T.grid(8, 8, 16, 16):
        with T.block("B"):
            vi = T.axis.spatial(128, i0 * 16 + i1)
            vj = T.axis.spatial(128, j0 * 16 + j1)
            B[vi, vj] = A[vj, vi]


@T.prim_func
def softmax(A: T.Buffer((64, 64), "float32"), N: T.Buffer((64, 64), "float32")):
    M = T.alloc_buffer((64,))
    E = T.alloc_buffer((64, 64))
    S = T.alloc_buffer((64,))
    for i, k in T.grid(64, 64):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.min_value("float32")
            M[vi] = T.max(M[vi], A[vi, vk])
    for i, j in T.grid(64, 64):
        with T.block("E"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = T.exp(A[vi, vj] - M[vi])
    for i, k in T.grid(64, 64):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + E[vi, vk]
    for i, j in T.grid(64, 64):
        with T.block("N"):
            vi, vj = T.axis.remap("SS", [i, j])
            N[vi, vj] = E[vi, vj] / S[vi]


# All that a row needs runs before the next row.
@T.prim_func
def softmax_rows(A: T.Buffer((64, 64), "float32"), N: T.Buffer((64, 64), "float32")):
    M = T.alloc_buffer((64,))
    E = T.alloc_buffer((64, 64))
    S = T.alloc_buffer((64,))
    for i in range(64):
        for k in range(64):
            with T.block("M"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    M[vi] = T.min_value("float32")
                M[vi] = T.max(M[vi], A[vi, vk])
        for j in range(64):
            with T.block("E"):
                vi, vj = T.axis.remap("SS", [i, j])
                E[vi, vj] = T.exp(A[vi, vj] - M[vi])
        for k in range(64):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + E[vi, vk]
        for j in range(64):
            with T.block("N"):
                vi, vj = T.axis.remap("SS", [i, j])
                N[vi, vj] = E[vi, vj] / S[vi]


@T.prim_func
def layer_norm(A: T.Buffer((64, 96), "float32"), G: T.Buffer((96,), "float32"), N: T.Buffer((64, 96), "float32")):
    S = T.alloc_buffer((64,))
    Q = T.alloc_buffer((64,))
    for i, k in T.grid(64, 96):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
                Q[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
            Q[vi] = Q[vi] + A[vi, vk] * A[vi, vk]
    for i, j in T.grid(64, 96):
        with T.block("N"):
            vi, vj = T.axis.remap("SS", [i, j])
            N[vi, vj] = (A[vi, vj] - S[vi] / T.float32(96)) * T.rsqrt(Q[vi] / T.float32(96)) * G[vj]


@T.prim_func
def window_sum(A: T.Buffer((4098,), "float32"), B: T.Buffer((4096,), "float32")):
    for i in range(4096):
        with T.block("B"):
            vi = T.axis.spatial(4096, i)
            B[vi] = A[vi] + A[vi + 1] + A[vi + 2]


@T.prim_func
def vector_add(A: T.Buffer((4096,), "float32"), B: T.Buffer((4096,), "float32"), C: T.Buffer((4096,), "float32")):
    for i0 in T.parallel(32):
        for i1 in T.vectorized(128):
            with T.block("C"):
                vi = T.axis.spatial(4096, i0 * 128 + i1)
                C[vi] = A[vi] + B[vi]


# Parts of a fused loop whose regions are no boxes of known extents: 16 does not divide 9.
@T.prim_func
def repack(A: T.Buffer((16, 64, 9), "float32"), B: T.Buffer((64, 9, 16), "float32")):
    for f0, f1, n in T.grid(36, 16, 16):
        with T.block("B"):
            v0 = T.axis.spatial(64, (f0 * 16 + f1) // 9)
            v1 = T.axis.spatial(9, (f0 * 16 + f1) % 9)
            vn = T.axis.spatial(16, n)
            B[v0, v1, vn] = A[vn, v0, v1]
