from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 8), "float32"), C: T.Buffer((64, 8), "float32")):
        for io in T.thread_binding(4, thread="blockIdx.x"):
            for ii in T.vectorized(16):
                for j in T.serial(8, annotations={"k": 1}):
                    with T.block("C"):
                        vi = T.axis.spatial(64, io * 16 + ii)
                        vj = T.axis.spatial(8, j)
                        T.block_attr({"x": 1})
                        C[vi, vj] = A[vi, vj]
