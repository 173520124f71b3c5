# Functions whose footprints tests/analysis/test-footprint.c lists.
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def tiled(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    L = T.alloc_buffer((128, 128), "float32", scope="local")
    for i0, j0 in T.grid(16, 8):
        for k0 in range(32):
            for i1, k1, j1 in T.grid(8, 4, 16):
                with T.block("L"):
                    vi = T.axis.spatial(128, i0 * 8 + i1)
                    vj = T.axis.spatial(128, j0 * 16 + j1)
                    vk = T.axis.reduce(128, k0 * 4 + k1)
                    with T.init():
                        L[vi, vj] = T.float32(0)
                    L[vi, vj] = L[vi, vj] + A[vi, vk] * B[vk, vj]
        for ax0, ax1 in T.grid(8, 16):
            with T.block("C"):
                v0 = T.axis.spatial(128, i0 * 8 + ax0)
                v1 = T.axis.spatial(128, j0 * 16 + ax1)
                C[v0, v1] = L[v0, v1]


@T.prim_func
def conv(X: T.Buffer((16, 16, 4), "float32"), W: T.Buffer((3, 3, 4, 8), "float32"),
         Y: T.Buffer((14, 14, 8), "float32")):
    for h, w, o, kh, kw, c in T.grid(14, 14, 8, 3, 3, 4):
        with T.block("Y"):
            vh, vw, vo, rh, rw, rc = T.axis.remap("SSSRRR", [h, w, o, kh, kw, c])
            with T.init():
                Y[vh, vw, vo] = T.float32(0)
            Y[vh, vw, vo] = Y[vh, vw, vo] + X[vh + rh, vw + rw, rc] * W[rh, rw, rc, vo]


@T.prim_func
def overhang(A: T.Buffer((100,), "int8"), B: T.Buffer((100,), "int8")):
    for i0, i1 in T.grid(4, 32):
        with T.block("B"):
            vi = T.axis.spatial(100, i0 * 32 + i1)
            T.where(i0 * 32 + i1 < 100)
            B[vi] = A[vi]


@T.prim_func
def nested(A: T.Buffer((64, 64), "float16"), B: T.Buffer((64, 64), "float16")):
    for io, jo in T.grid(8, 8):
        with T.block("B_o"):
            vio, vjo = T.axis.remap("SS", [io, jo])
            T.reads(A[vio * 8:vio * 8 + 8, vjo * 8:vjo * 8 + 8])
            T.writes(B[vio * 8:vio * 8 + 8, vjo * 8:vjo * 8 + 8])
            for i, j in T.grid(8, 8):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vio * 8 + vi, vjo * 8 + vj] = A[vio * 8 + vi, vjo * 8 + vj]


# The middle loop is none: what is copied in it does not depend on it.
@T.prim_func
def unit(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
    P = T.alloc_buffer((64, 64), "float32")
    for uo in range(8):
        for um in range(1):
            for ax0, ax1 in T.grid(8, 64):
                with T.block("P"):
                    v0 = T.axis.spatial(64, uo * 8 + ax0)
                    v1 = T.axis.spatial(64, ax1)
                    P[v0, v1] = A[v0, v1]
            for ui, uj in T.grid(8, 64):
                with T.block("B"):
                    vi = T.axis.spatial(64, uo * 8 + ui)
                    vj = T.axis.spatial(64, um * 64 + uj)
                    B[vi, vj] = P[vi, vj]


# Eight threads load a tile together, and each reads a row of it.
@T.prim_func
def together(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
    S = T.alloc_buffer((64, 64), scope="shared")
    for bx in T.thread_binding(8, thread="blockIdx.x"):
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            for ko in range(4):
                for a in range(16):
                    for ty in T.thread_binding(8, thread="threadIdx.x"):
                        with T.block("S"):
                            vi = T.axis.spatial(64, bx * 8 + (a * 8 + ty) // 16)
                            vj = T.axis.spatial(64, ko * 16 + (a * 8 + ty) % 16)
                            S[vi, vj] = A[vi, vj]
                for ki in range(16):
                    with T.block("B"):
                        vi = T.axis.spatial(64, bx * 8 + tx)
                        vj = T.axis.spatial(64, ko * 16 + ki)
                        B[vi, vj] = S[vi, vj]


@T.prim_func
def loops(A: T.Buffer((8, 16), "float32"), C: T.Buffer((8,), "float32")):
    Y = T.alloc_buffer((8,), dtype="float32")
    for i in range(8):
        for j in range(16):
            if j == 0:
                Y[i] = T.float32(0)
            Y[i] = Y[i] + A[i, j]
    for k in range(8):
        C[k] = Y[k]


@T.prim_func
def lets(A: T.Buffer((8, 16), "float32"), C: T.Buffer((128,), "float32")):
    for i in range(8):
        x: T.int32 = i * 16
        for j in range(16):
            y: T.int32 = x + j
            C[y] = C[i * 16 + j] + A[i, j]


@T.prim_func
def own(A: T.Buffer((8, 16), "float32"), C: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            T.reads(A[vi, 0:16])
            T.writes(C[vi])
            S = T.alloc_buffer((4,), dtype="float32")
            for j in range(4):
                S[j] = A[vi, j * 4]
            for k in range(4):
                C[vi] = S[k]


@T.prim_func
def lanes(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    for i in range(4):
        C[T.Ramp(i * 16, 1, 4)] = A[T.Ramp(i * 4, 2, 4)] + T.Broadcast(T.float32(1), 4)
