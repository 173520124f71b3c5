from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        for i in T.serial(16, annotations={"x": 1}):
            for j in T.vectorized(4):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.block_attr({"note": "kept"})
                    C[vi, vj] = A[vi, vj]
