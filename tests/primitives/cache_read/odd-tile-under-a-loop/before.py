from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), C: T.Buffer((100,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((100,))
        for io, ii in T.grid(7, 16):
            with T.block("B"):
                vi = T.axis.spatial(100, io * 16 + ii)
                T.where(io * 16 + ii < 100)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] * T.float32(2.0)
        for i in range(100):
            with T.block("C"):
                vi = T.axis.spatial(100, i)
                T.reads(B[vi])
                T.writes(C[vi])
                C[vi] = B[vi]
