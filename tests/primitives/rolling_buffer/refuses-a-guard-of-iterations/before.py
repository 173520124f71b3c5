from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34,), "float32"), C: T.Buffer((32,), "float32")):
        B = T.alloc_buffer((34,))
        for i in range(8):
            for j in range(6):
                with T.block("B"):
                    vi = T.axis.spatial(34, i * 4 + j)
                    T.where(i * 2 + j < 18)
                    B[vi] = A[vi]
            for j in range(4):
                with T.block("C"):
                    vi = T.axis.spatial(32, i * 4 + j)
                    C[vi] = T.if_then_else(vi < 10, B[vi] + B[vi + 2], T.float32(0))
