from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32"), F: T.Buffer((16, 16), "float32")):
        B = T.alloc_buffer((16, 16))
        for i, j in T.grid(16, 16):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)
        for i, j in T.grid(16, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SR", [i, j])
                T.reads(F[0:16, 0:16], B[vi, vj])
                T.writes(C[0:16])
                with T.init():
                    C[vi] = T.float32(0)
                T.evaluate(T.assume(T.isnullptr(C.data)))
                C[vi] = C[vi] + B[vi, vj] + F[vi, 0]
