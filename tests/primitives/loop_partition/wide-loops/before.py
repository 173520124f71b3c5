from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(16),), "float32"), D: T.Buffer((T.int64(16),), "float32")):
        for i in range(T.int64(16)):
            with T.block("D"):
                vi = T.axis.spatial(T.int64(16), i)
                D[vi] = A[vi]
