# SPDX-License-Identifier: Apache-2.0
# Programs of tests and of `tileloom-bench soundness`, beside those at random: subject.c chooses.
from tvm.script import tir as T


# --- matmul ---
@T.prim_func
def main(A: T.Buffer((6, 10), "float32"), B: T.Buffer((10, 8), "float32"), C: T.Buffer((6, 8), "float32")):
    for i, j, k in T.grid(6, 8, 10):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- matmul-relu ---
@T.prim_func
def main(A: T.Buffer((7, 9), "float32"), B: T.Buffer((9, 6), "float32"), D: T.Buffer((7, 6), "float32")):
    C = T.alloc_buffer((7, 6))
    for i, j, k in T.grid(7, 6, 9):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(7, 6):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj], T.float32(0))


# --- pad-and-blur ---
@T.prim_func
def main(A: T.Buffer((11,), "float32"), C: T.Buffer((11,), "float32")):
    P = T.alloc_buffer((13,))
    for i in range(13):
        with T.block("P"):
            vi = T.axis.spatial(13, i)
            P[vi] = T.if_then_else(1 <= vi and vi < 12, A[vi - 1], T.float32(0))
    for i, r in T.grid(11, 3):
        with T.block("C"):
            vi, vr = T.axis.remap("SR", [i, r])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + P[vi + vr]


# --- chain ---
@T.prim_func
def main(A: T.Buffer((4, 6), "float32"), D: T.Buffer((6, 4), "float32")):
    B = T.alloc_buffer((4, 6))
    C = T.alloc_buffer((4, 6))
    for i, j in T.grid(4, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(4, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] * B[vi, 5 - vj]
    for j, i in T.grid(6, 4):
        with T.block("D"):
            vj, vi = T.axis.remap("SS", [j, i])
            D[vj, vi] = C[vi, vj] - T.float32(2)


# --- row-norm ---
@T.prim_func
def main(A: T.Buffer((5, 12), "float32"), B: T.Buffer((5, 12), "float32")):
    S = T.alloc_buffer((5,))
    for i, k in T.grid(5, 12):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk] * A[vi, vk]
    for i, j in T.grid(5, 12):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] / (S[vi] + T.float32(1))


# --- rotary ---
@T.prim_func
def main(A: T.Buffer((5, 8), "float32"), S: T.Buffer((5, 4), "float32"), C: T.Buffer((5, 8), "float32")):
    B = T.alloc_buffer((5, 8))
    for i, j in T.grid(5, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.Select(vj < 4, A[vi, vj + 4] * T.float32(-1), A[vi, vj - 4])
    for i, j in T.grid(5, 8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + T.if_then_else(vj < 4, B[vi, vj + 4], B[vi, vj - 4]) * S[vi, vj % 4]


# --- uneven-tiles ---
@T.prim_func
def main(A: T.Buffer((7, 5), "float32"), C: T.Buffer((7, 5), "float32")):
    for i in range(2):
        with T.block("tile"):
            vi = T.axis.spatial(2, i)
            T.reads(A[vi * 4:vi * 4 + 4, 0:5])
            T.writes(C[vi * 4:vi * 4 + 4, 0:5])
            B = T.alloc_buffer((T.min(7 - vi * 4, 4), 5))
            for ii, j in T.grid(T.min(7 - vi * 4, 4), 5):
                with T.block("B"):
                    wi, wj = T.axis.remap("SS", [ii, j])
                    B[wi, wj] = A[vi * 4 + wi, wj] * T.float32(2)
            for ii, j in T.grid(T.min(7 - vi * 4, 4), 5):
                with T.block("C"):
                    wi, wj = T.axis.remap("SS", [ii, j])
                    C[vi * 4 + wi, wj] = B[wi, wj] + B[wi, 4 - wj]
