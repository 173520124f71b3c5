from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(64),), "float16"), C: T.Buffer((T.int64(16), T.int64(4)), "float16")):
        for i, j in T.grid(T.int64(16), T.int64(4)):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi * T.int64(4) + T.int64(3) - vj] + A[vi * T.int64(4)]
