# SPDX-License-Identifier: Apache-2.0
# Tensors without dimensions, which no rule may take for rows: results, factors, and the factors of a sum over nothing of them.
from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def dot(A: T.Buffer((37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((), "float32")):
        for k in range(37):
            with T.block("C"):
                vk = T.axis.reduce(37, k)
                with T.init():
                    C[()] = T.float32(0)
                C[()] = C[()] + A[vk] * B[vk]

    @T.prim_func
    def scaled(A: T.Buffer((37,), "float32"), s: T.Buffer((), "float32"), C: T.Buffer((), "float32")):
        for k in range(37):
            with T.block("C"):
                vk = T.axis.reduce(37, k)
                with T.init():
                    C[()] = T.float32(0)
                C[()] = C[()] + A[vk] * s[()]

    @T.prim_func
    def times(a: T.Buffer((), "float32"), b: T.Buffer((), "float32"), C: T.Buffer((), "float32")):
        for k in range(37):
            with T.block("C"):
                vk = T.axis.reduce(37, k)
                with T.init():
                    C[()] = T.float32(0)
                C[()] = C[()] + a[()] * b[()]

    @T.prim_func
    def outer(a: T.Buffer((), "float32"), b: T.Buffer((), "float32"), C: T.Buffer((8, 8), "float32")):
        for i, j, k in T.grid(8, 8, 8):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + a[()] * b[()]

    @T.prim_func
    def alone(a: T.Buffer((), "float32"), C: T.Buffer((), "float32")):
        with T.block("C"):
            C[()] = a[()] * T.float32(2)
