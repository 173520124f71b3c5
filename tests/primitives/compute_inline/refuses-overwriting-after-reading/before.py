from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((16,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16,))
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi]
        for i in range(16):
            with T.block("D"):
                vi = T.axis.spatial(16, i)
                T.reads(B[vi])
                T.writes(D[vi])
                D[vi] = B[vi]
        for i in range(16):
            with T.block("again"):
                vi = T.axis.spatial(16, i)
                T.reads()
                T.writes(B[vi])
                B[vi] = T.float32(0.0)
