from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), B: T.Buffer((100,), "float32"), C: T.Buffer((100,), "float32")):
        for io in range(10):
            for ii in range(10):
                with T.block("B"):
                    vi = T.axis.spatial(100, io * 10 + ii)
                    B[vi] = A[(vi * 7) % 100] + A[99 - vi]
            for ii in range(10):
                with T.block("C"):
                    vi = T.axis.spatial(100, io * 10 + ii)
                    C[vi] = B[vi // 10 * 10] + A[99 - vi]
