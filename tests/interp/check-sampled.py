# Programs of which the reference can compute some elements alone. tests/interp/test-check.c runs each.
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((40, 24), "float32"), B: T.Buffer((24, 56), "float32"), C: T.Buffer((40, 56), "float32")):
    for i, j, k in T.grid(40, 56, 24):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def linear_with_bias_and_relu(X: T.Buffer((33, 20), "float32"), W: T.Buffer((40, 20), "float32"),
                              b: T.Buffer((40,), "float32"), Z: T.Buffer((33, 40), "float32")):
    Y = T.alloc_buffer((33, 40), "float32")
    for i, j, k in T.grid(33, 40, 20):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = b[vj]
            Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vj, vk]
    for i, j in T.grid(33, 40):
        with T.block("Z"):
            vi, vj = T.axis.remap("SS", [i, j])
            Z[vi, vj] = T.max(Y[vi, vj], T.float32(0))


@T.prim_func
def chain(A: T.Buffer((30, 8), "float32"), B: T.Buffer((8, 16), "float32"), E: T.Buffer((16, 40), "float32"),
          F: T.Buffer((30, 40), "float32")):
    C = T.alloc_buffer((30, 16), "float32")
    D = T.alloc_buffer((30, 16), "float32")
    for i, j, k in T.grid(30, 16, 8):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(30, 16):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.exp(C[vi, vj])
    for i, j, k in T.grid(30, 40, 16):
        with T.block("F"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                F[vi, vj] = T.float32(0)
            F[vi, vj] = F[vi, vj] + D[vi, vk] * E[vk, vj]


@T.prim_func
def softmax(A: T.Buffer((64, 48), "float32"), S: T.Buffer((64, 48), "float32")):
    M = T.alloc_buffer((64,), "float32")
    E = T.alloc_buffer((64, 48), "float32")
    Q = T.alloc_buffer((64,), "float32")
    for i, k in T.grid(64, 48):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.min_value("float32")
            M[vi] = T.max(M[vi], A[vi, vk])
    for i, j in T.grid(64, 48):
        with T.block("E"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = T.exp(A[vi, vj] - M[vi])
    for i, k in T.grid(64, 48):
        with T.block("Q"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                Q[vi] = T.float32(0)
            Q[vi] = Q[vi] + E[vi, vk]
    for i, j in T.grid(64, 48):
        with T.block("S"):
            vi, vj = T.axis.remap("SS", [i, j])
            S[vi, vj] = E[vi, vj] / Q[vi]


@T.prim_func
def layer_norm(A: T.Buffer((50, 30), "float32"), g: T.Buffer((30,), "float32"), b: T.Buffer((30,), "float32"),
               N: T.Buffer((50, 30), "float32")):
    S = T.alloc_buffer((50,), "float32")
    Q = T.alloc_buffer((50,), "float32")
    for i, k in T.grid(50, 30):
        with T.block("SQ"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
                Q[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
            Q[vi] = Q[vi] + A[vi, vk] * A[vi, vk]
    for i, j in T.grid(50, 30):
        with T.block("N"):
            vi, vj = T.axis.remap("SS", [i, j])
            N[vi, vj] = (A[vi, vj] - S[vi] / T.float32(30)) * T.rsqrt(Q[vi] / T.float32(30) - S[vi] / T.float32(30)
                    * (S[vi] / T.float32(30)) + T.float32(1e-5)) * g[vj] + b[vj]


@T.prim_func
def convolution_with_padding(X: T.Buffer((1, 14, 14, 3), "float32"), W: T.Buffer((3, 3, 3, 8), "float32"),
                             Y: T.Buffer((1, 14, 14, 8), "float32")):
    P = T.alloc_buffer((1, 16, 16, 3), "float32")
    for n, h, w, c in T.grid(1, 16, 16, 3):
        with T.block("P"):
            vn, vh, vw, vc = T.axis.remap("SSSS", [n, h, w, c])
            P[vn, vh, vw, vc] = T.if_then_else(1 <= vh and vh < 15 and 1 <= vw and vw < 15, X[vn, vh - 1, vw - 1, vc], T.float32(0))
    for n, h, w, o, kh, kw, c in T.grid(1, 14, 14, 8, 3, 3, 3):
        with T.block("Y"):
            vn, vh, vw, vo, rh, rw, rc = T.axis.remap("SSSSRRR", [n, h, w, o, kh, kw, c])
            with T.init():
                Y[vn, vh, vw, vo] = T.float32(0)
            Y[vn, vh, vw, vo] = Y[vn, vh, vw, vo] + P[vn, vh + rh, vw + rw, rc] * W[rh, rw, rc, vo]


@T.prim_func
def batch_matmul_of_small_integers(A: T.Buffer((3, 20, 30), "int8"), B: T.Buffer((3, 40, 30), "int8"),
                                   C: T.Buffer((3, 20, 40), "int32")):
    for b, i, j, k in T.grid(3, 20, 40, 30):
        with T.block("C"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[vb, vi, vj] = 0
            C[vb, vi, vj] = C[vb, vi, vj] + T.Cast("int32", A[vb, vi, vk]) * T.Cast("int32", B[vb, vj, vk])


@T.prim_func
def half_precision(A: T.Buffer((40, 24), "float16"), B: T.Buffer((24, 56), "float16"),
                   C: T.Buffer((40, 56), "float16")):
    for i, j, k in T.grid(40, 56, 24):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float16(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def a_changed_layout(A: T.Buffer((32, 48), "float32"), B: T.Buffer((48, 32), "float32")):
    L = T.alloc_buffer((4, 6, 8, 8), "float32")
    for i, j in T.grid(32, 48):
        with T.block("L"):
            vi, vj = T.axis.remap("SS", [i, j])
            L[vi // 8, vj // 8, vi % 8, vj % 8] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(48, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = L[vj // 8, vi // 8, vj % 8, vi % 8]


@T.prim_func
def tiles_as_blocks(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"),
                    C: T.Buffer((32, 32), "float32")):
    for io, jo, ko in T.grid(4, 4, 4):
        with T.block("C_o"):
            vio, vjo, vko = T.axis.remap("SSR", [io, jo, ko])
            T.reads(A[vio * 8:vio * 8 + 8, vko * 8:vko * 8 + 8], B[vko * 8:vko * 8 + 8, vjo * 8:vjo * 8 + 8])
            T.writes(C[vio * 8:vio * 8 + 8, vjo * 8:vjo * 8 + 8])
            T_ = T.alloc_buffer((8, 8), "float32")
            V = T.match_buffer(C[vio * 8:vio * 8 + 8, vjo * 8:vjo * 8 + 8], (8, 8), "float32", strides=["s0", "s1"], offset_factor=1)
            with T.init():
                for i, j in T.grid(8, 8):
                    with T.block("C_init"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        V[vi, vj] = T.float32(0)
            for i, k in T.grid(8, 8):
                with T.block("T"):
                    vi, vk = T.axis.remap("SS", [i, k])
                    T_[vi, vk] = A[vio * 8 + vi, vko * 8 + vk]
            for i, j, k in T.grid(8, 8, 8):
                with T.block("C"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    V[vi, vj] = V[vi, vj] + T_[vi, vk] * B[vko * 8 + vk, vjo * 8 + vj]


@T.prim_func
def init_and_update_apart_in_one_nest(A: T.Buffer((40, 24), "float32"), B: T.Buffer((24, 56), "float32"),
                                      C: T.Buffer((40, 56), "float32")):
    for i, j in T.grid(40, 56):
        with T.block("C_init"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.float32(0)
        for k in range(24):
            with T.block("C_update"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def rows_looked_up_by_an_input(I: T.Buffer((60,), "uint8"), E: T.Buffer((16, 40), "float32"),
                               O: T.Buffer((60, 40), "float32")):
    for i, j in T.grid(60, 40):
        with T.block("O"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi, vj] = E[T.Cast("int32", I[vi]), vj]


@T.prim_func
def updated_in_place(A: T.Buffer((60, 40), "float32")):
    for i, j in T.grid(60, 40):
        with T.block("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = A[vi, vj] * T.float32(3)


@T.prim_func
def symbolic_domain(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (60, 40), "float32")
    B = T.match_buffer(b, (60,), "float32")
    for i, k in T.grid(60, 40):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(1)
            B[vi] = B[vi] * (A[vi, vk] + T.float32(1))


@T.prim_func
def rows_of_an_input_looked_up_by_a_result(I: T.Buffer((60,), "uint8"), E: T.Buffer((16, 40), "float32"),
                                           O: T.Buffer((60, 40), "float32")):
    J = T.alloc_buffer((60,), "int32")
    for i in range(60):
        with T.block("J"):
            vi = T.axis.spatial(60, i)
            J[vi] = T.Cast("int32", I[vi]) // 2
    for i, j in T.grid(60, 40):
        with T.block("O"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi, vj] = E[J[vi], vj]


@T.prim_func
def one_side_of_each_choice_lies_outside(X: T.Buffer((30, 80), "float32"), Y: T.Buffer((30, 80), "float32")):
    R = T.alloc_buffer((30, 80), "float32")
    for i, j in T.grid(30, 80):
        with T.block("R"):
            vi, vj = T.axis.remap("SS", [i, j])
            R[vi, vj] = T.Select(vj < 40, T.float32(-1), T.float32(1))
    for i, j in T.grid(30, 80):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = T.Select(vj < 40, R[vi, vj + 40], R[vi, vj - 40]) * T.Select(R[vi, vj] < T.float32(0), X[vi, vj
                    + 40], X[vi, vj - 40])
            if R[vi, vj] < T.float32(0) and R[vi, vj + 40] > T.float32(0):
                Y[vi, vj] = Y[vi, vj] + R[vi, vj + 40] + T.if_then_else(R[vi, vj] > T.float32(0), R[vi, vj - 40], X[vi, 9])


@T.prim_func
def one_side_of_each_choice_cannot_be_found(I: T.Buffer((80,), "int32"), X: T.Buffer((60, 80), "float32"),
                                            Y: T.Buffer((60, 80), "float32")):
    R = T.alloc_buffer((60, 80), "float32")
    for i, j in T.grid(60, 80):
        with T.block("R"):
            vi, vj = T.axis.remap("SS", [i, j])
            R[vi, vj] = T.if_then_else(vj % 2 == 0, T.abs(X[vi, vj]), T.float32(-1))
    for i, j in T.grid(60, 80):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = T.Select(R[vi, vj] < T.float32(0), R[vi, 79 // (vj % 2)], R[59 - vi, T.Cast("int32", I[vj + vj % 2 * 80] == 0)])


@T.prim_func
def a_split_that_overhangs(A: T.Buffer((2397,), "float32"), B: T.Buffer((2397,), "float32")):
    for i, j in T.grid(300, 8):
        with T.block("B"):
            vi = T.axis.spatial(2397, i * 8 + j)
            T.where(i * 8 + j < 2397)
            B[vi] = A[vi] * T.float32(2)


@T.prim_func
def a_fused_loop(A: T.Buffer((40, 56), "float32"), B: T.Buffer((40, 56), "float32")):
    for f in T.parallel(2240):
        with T.block("B"):
            vi = T.axis.spatial(40, f // 56)
            vj = T.axis.spatial(56, f % 56)
            B[vi, vj] = A[vi, vj] + T.float32(1)


@T.prim_func
def tiled_with_cache_and_local_result(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"),
                                      C: T.Buffer((32, 32), "float32")):
    S = T.alloc_buffer((32, 32), "float32", scope="shared")
    L = T.alloc_buffer((32, 32), "float32", scope="local")
    for i0, j0 in T.grid(4, 4):
        for i1, j1 in T.grid(8, 8):
            with T.block("L_init"):
                vi = T.axis.spatial(32, i0 * 8 + i1)
                vj = T.axis.spatial(32, j0 * 8 + j1)
                L[vi, vj] = T.float32(0)
        for k0 in range(8):
            for ax0, ax1 in T.grid(8, 4):
                with T.block("S"):
                    v0 = T.axis.spatial(32, i0 * 8 + ax0)
                    v1 = T.axis.spatial(32, k0 * 4 + ax1)
                    S[v0, v1] = A[v0, v1]
            for i1, k1, j1 in T.grid(8, 4, 8):
                with T.block("L"):
                    vi = T.axis.spatial(32, i0 * 8 + i1)
                    vj = T.axis.spatial(32, j0 * 8 + j1)
                    vk = T.axis.reduce(32, k0 * 4 + k1)
                    L[vi, vj] = L[vi, vj] + S[vi, vk] * B[vk, vj]
        for ax0, ax1 in T.grid(8, 8):
            with T.block("C"):
                v0 = T.axis.spatial(32, i0 * 8 + ax0)
                v1 = T.axis.spatial(32, j0 * 8 + ax1)
                C[v0, v1] = L[v0, v1]
