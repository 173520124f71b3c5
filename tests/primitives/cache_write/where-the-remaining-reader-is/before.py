from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), D: T.Buffer((128,), "float32"), E: T.Buffer((128,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((128,))
        for io in range(4):
            for ii in range(32):
                with T.block("B"):
                    v = T.axis.spatial(128, io * 32 + ii)
                    T.reads(A[v])
                    T.writes(B[v])
                    B[v] = A[v]
            for ii in range(32):
                with T.block("D"):
                    v = T.axis.spatial(128, io * 32 + ii)
                    T.reads(B[v])
                    T.writes(D[v])
                    D[v] = B[v]
        for i in range(128):
            with T.block("E"):
                v = T.axis.spatial(128, i)
                T.reads(B[127 - v], D[v])
                T.writes(E[v])
                E[v] = B[127 - v] + D[v]
