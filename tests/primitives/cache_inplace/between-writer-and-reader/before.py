from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        C = T.alloc_buffer((16,))
        for i in range(16):
            with T.block("init"):
                vi = T.axis.spatial(16, i)
                C[vi] = A[vi]
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                C[vi] = C[vi] + T.float32(1)
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                B[vi] = C[vi] * T.float32(2)
