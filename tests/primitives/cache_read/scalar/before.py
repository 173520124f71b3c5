from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((), "float32"), D: T.Buffer((8, 1), "float32")):
        # with T.block("root"):
        for i, j in T.grid(8, 1):
            with T.block("D"):
                v, u = T.axis.remap("SS", [i, j])
                T.reads(A[()])
                T.writes(D[v, u])
                D[v, u] = A[()]
