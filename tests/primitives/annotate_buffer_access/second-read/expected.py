from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 12), "float32"), D: T.Buffer((16, 12), "float32"), C: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        for i, j in T.grid(16, 12):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj], D[vi, vj:vj + 2])
                T.writes(C[vi, vj])
                T.block_attr({"explicit_read_region": [1]})
                C[vi, vj] = A[vi, vj] + D[vi, vj]
