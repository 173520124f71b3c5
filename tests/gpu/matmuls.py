# SPDX-License-Identifier: Apache-2.0
# Matrix products that MetaSchedule's space for GPUs has matrix instructions for.
from tvm.script import tir as T


# --- float16, sums in float32 ---
@T.prim_func
def main(A: T.Buffer((128, 128), "float16"), B: T.Buffer((128, 128), "float16"), C: T.Buffer((128, 128), "float32")):
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])


# --- float16 ---
@T.prim_func
def main(A: T.Buffer((128, 64), "float16"), B: T.Buffer((64, 96), "float16"), C: T.Buffer((128, 96), "float16")):
    for i, j, k in T.grid(128, 96, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float16(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- int8 ---
@T.prim_func
def main(A: T.Buffer((128, 128), "int8"), B: T.Buffer((128, 128), "int8"), C: T.Buffer((128, 128), "int32")):
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + T.Cast("int32", A[vi, vk]) * T.Cast("int32", B[vk, vj])


# --- float16, rows of B ---
@T.prim_func
def main(A: T.Buffer((64, 128), "float16"), B: T.Buffer((128, 128), "float16"), C: T.Buffer((64, 128), "float32")):
    for i, j, k in T.grid(64, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vj, vk])


# --- odd numbers of fragments ---
@T.prim_func
def main(A: T.Buffer((48, 112), "float16"), B: T.Buffer((112, 80), "float16"), C: T.Buffer((48, 80), "float32")):
    for i, j, k in T.grid(48, 80, 112):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])
