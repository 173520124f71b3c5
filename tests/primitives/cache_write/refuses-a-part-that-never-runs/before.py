from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 6), "float32"), C: T.Buffer((6, 6), "float32")):
        for i in range(6):
            with T.block("row"):
                vi = T.axis.spatial(6, i)
                T.reads(A[vi, 0:6])
                T.writes(C[vi, 0:6])
                for u in range(2, 5):
                    with T.block("C"):
                        wi = T.axis.spatial(6, vi)
                        T.where(u < 1)
                        T.reads(A[wi, 0:6])
                        T.writes(C[wi, 0:6])
                        for j in range(6):
                            C[wi, j] = A[wi, j]
