# SPDX-License-Identifier: Apache-2.0
# Programs whose features test-features.c counts.
from tvm.script import tir as T


# --- tiled ---
@T.prim_func
def main(A: T.Buffer((64, 64), "float32"), X: T.Buffer((64,), "int32"), B: T.Buffer((64, 64), "float32")):
    C = T.alloc_buffer((64, 64), "float32")
    for i_0, j_0 in T.grid(4, 8):
        for i_1, j_1 in T.grid(16, 8):
            with T.block("C"):
                vi = T.axis.spatial(64, i_0 * 16 + i_1)
                vj = T.axis.spatial(64, j_0 * 8 + j_1)
                C[vi, vj] = A[vi, vj] * 2.0
        for i_1 in range(16):
            for j_1 in T.vectorized(8):
                with T.block("B"):
                    vi = T.axis.spatial(64, i_0 * 16 + i_1)
                    vj = T.axis.spatial(64, j_0 * 8 + j_1)
                    B[vi, vj] = T.exp(C[vi, vj]) + A[X[vi], vj]


# --- tile of vectors ---
@T.prim_func
def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i0, j0, k in T.grid(16, 2, 64):
        for i1 in T.unroll(4):
            for j1 in T.unroll(2):
                for j2 in T.vectorized(16):
                    with T.block("C"):
                        vi = T.axis.spatial(64, i0 * 4 + i1)
                        vj = T.axis.spatial(64, j0 * 32 + j1 * 16 + j2)
                        vk = T.axis.reduce(64, k)
                        C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- nested ---
@T.prim_func
def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
    for i, one in T.grid(4, 1):
        with T.block("outer"):
            vo = T.axis.spatial(4, i + one)
            T.reads(A[vo * 16:vo * 16 + 16, 0:64])
            T.writes(B[vo * 16:vo * 16 + 16, 0:64])
            view = T.match_buffer(A[vo * 16:vo * 16 + 16, 0:64], (16, 64), "float32", strides=[64, 1], elem_offset=vo * 1024)
            for k, j in T.grid(16, 64):
                with T.block("inner"):
                    vk, vj = T.axis.remap("SS", [k, j])
                    B[vo * 16 + vk, vj] = view[vk, vj] + 1.0
    with T.block("last"):
        T.reads()
        T.writes(B[0, 0])
        B[0, 0] = 2.0
