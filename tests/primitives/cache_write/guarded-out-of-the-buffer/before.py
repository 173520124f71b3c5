from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((7, 5), "float32"), C: T.Buffer((7, 5), "float32")):
        for i in range(10):
            with T.block("outer"):
                vi = T.axis.spatial(10, i)
                T.reads(A[vi, 0:5])
                T.writes(C[vi, 0:5])
                for j in range(5):
                    with T.block("C"):
                        wi = T.axis.spatial(7, vi)
                        wj = T.axis.spatial(5, j)
                        T.where(vi < 7)
                        C[wi, wj] = A[wi, wj] * T.float32(2.0)
