from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        for i in range(8):
            with T.block("C"):
                vi = T.axis.spatial(8, i)
                C[vi] = A[vi]
        for i in range(8):
            with T.block("D"):
                vi = T.axis.spatial(8, i)
                T.reads()
                T.writes()
                for j in range(1):
                    with T.block("E"):
                        vj = T.axis.spatial(1, j)
                        C[vi + vj] = C[vi + vj] + A[vi]
