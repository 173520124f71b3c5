from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32, 16), "float32"), C: T.Buffer((16, 32), "float32")):
        for io in T.thread_binding(4, thread="blockIdx.x"):
            for j in range(16):
                for ii in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("B"):
                        vi = T.axis.spatial(32, io * 8 + ii)
                        vj = T.axis.spatial(16, j)
                        C[vj, vi] = A[vi, vj] + T.float32(1)
