from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 12), "float32"), C: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 12))
        for i_0, i_1, j in T.grid(4, 5, 12):
            with T.block("B"):
                vi = T.axis.spatial(16, i_0 * 5 + i_1)
                vj = T.axis.spatial(12, j)
                T.where(i_0 * 5 + i_1 < 16)
                T.reads(A[vi, 0:12])
                T.writes(B[vi, vj])
                T.block_attr({"explicit_read_region": [0]})
                B[vi, vj] = A[vi, vj] * T.float32(2.0)
        for i, j in T.grid(16, 12):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi, vj] + T.float32(1.0)
