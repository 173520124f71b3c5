from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        B = T.alloc_buffer((16,))
        for i in range(16):
            with T.block("X"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi] * T.float32(2)
        for i in range(16):
            with T.block("Y"):
                vi = T.axis.spatial(16, i)
                D[vi] = B[vi] * T.float32(3)
        for i in range(16):
            with T.block("Z"):
                vi = T.axis.spatial(16, i)
                B[vi] = B[vi] * T.float32(4) + D[vi]
        for i in range(16):
            with T.block("W"):
                vi = T.axis.spatial(16, i)
                D[vi] = B[vi] * T.float32(5)
