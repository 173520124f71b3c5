# SPDX-License-Identifier: Apache-2.0
# Programs of elements of any type: test-types.c puts each one in the place of DTYPE.
from tvm.script import tir as T


# --- product, naive ---
@T.prim_func
def main(A: T.Buffer((9, 13), DTYPE), B: T.Buffer((13, 24), DTYPE), C: T.Buffer((9, 24), DTYPE)):
    for i, j, k in T.grid(9, 24, 13):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.Cast(DTYPE, 0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- product, a tile in registers ---
@T.prim_func
def main(A: T.Buffer((9, 13), DTYPE), B: T.Buffer((13, 24), DTYPE), C: T.Buffer((9, 24), DTYPE)):
    for io in range(3):
        for k in range(13):
            for ii in T.unroll(3):
                for jo in T.unroll(2):
                    for ji in T.vectorized(12):
                        with T.block("C"):
                            vi = T.axis.spatial(9, io * 3 + ii)
                            vj = T.axis.spatial(24, jo * 12 + ji)
                            vk = T.axis.reduce(13, k)
                            with T.init():
                                C[vi, vj] = T.Cast(DTYPE, 0)
                            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- sum by parts ---
@T.prim_func
def main(A: T.Buffer((7, 64), DTYPE), C: T.Buffer((7,), DTYPE)):
    parts = T.alloc_buffer((7, 16), DTYPE)
    for i, ko in T.grid(7, 4):
        for ki in T.vectorized(16):
            with T.block("parts"):
                vi, vo, vk = T.axis.remap("SRS", [i, ko, ki])
                with T.init():
                    parts[vi, vk] = T.Cast(DTYPE, 0)
                parts[vi, vk] = parts[vi, vk] + A[vi, vo * 16 + vk] * A[vi, vk]
    for i, k in T.grid(7, 16):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.Cast(DTYPE, 0)
            C[vi] = C[vi] + parts[vi, vk]


# --- sum in another type ---
@T.prim_func
def main(A: T.Buffer((9, 16), DTYPE), B: T.Buffer((16, 24), DTYPE), C: T.Buffer((9, 24), "float32"), D: T.Buffer((9, 24), DTYPE)):
    for i, k in T.grid(9, 16):
        for j in T.vectorized(24):
            with T.block("C"):
                vi, vk, vj = T.axis.remap("SRS", [i, k, j])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])
    for i in range(9):
        for j in T.vectorized(24):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = T.Cast(DTYPE, T.max(T.min(C[vi, vj], T.float32(100)), T.float32(0)))


# --- comparisons and logic ---
@T.prim_func
def main(A: T.Buffer((5, 20), DTYPE), B: T.Buffer((5, 20), DTYPE), C: T.Buffer((5, 20), "bool"), D: T.Buffer((5,), "bool"),
         E: T.Buffer((5, 20), DTYPE)):
    for i in range(5):
        for j in T.vectorized(20):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = (A[vi, vj] < B[vi, vj] and not A[vi, 19 - vj] == B[vi, vj]) or A[vi, vj] >= B[vi, 19 - vj]
    for i, j in T.grid(5, 20):
        with T.block("D"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                D[vi] = T.bool(True)
            D[vi] = D[vi] and C[vi, vj]
    for i in range(5):
        for j in T.vectorized(20):
            with T.block("E"):
                vi, vj = T.axis.remap("SS", [i, j])
                E[vi, vj] = T.Select(C[vi, vj] and A[vi, vj] != B[vi, vj], A[vi, vj] * B[vi, vj] + A[vi, vj], A[vi, vj] - B[vi, vj])
