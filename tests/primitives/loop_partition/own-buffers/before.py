from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        for i, j in T.grid(16, 24):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.block_attr({"key": 1})
                C = T.alloc_buffer((2,))
                F = T.match_buffer(A[vi, vj], (), offset_factor=1)
                C[0] = F[()]
                D[vi, vj] = C[0] + T.float32(1)
