from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((5, 12), "float32"), B: T.Buffer((5, 12), "float32")):
        S = T.alloc_buffer((5,))
        for i in range(5):
            for a, b, k in T.grid(1, 3, 12):
                with T.block("S"):
                    vi = T.axis.spatial(5, i + a * 3 + b)
                    vk = T.axis.reduce(12, k)
                    T.where(a * 3 + b < 1)
                    with T.init():
                        S[vi] = T.float32(0)
                    S[vi] = S[vi] + A[vi, vk] * A[vi, vk]
            for j in range(12):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj] / (S[vi] + T.float32(1))
