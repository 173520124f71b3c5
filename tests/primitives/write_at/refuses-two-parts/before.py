from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 16), "float32"), B: T.Buffer((4, 16), "float32")):
        for i, j in T.grid(4, 16):
            with T.block("ones"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = T.float32(1)
        for i in range(4):
            for j in range(4):
                with T.block("left"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj]
            for j in range(4):
                with T.block("right"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj + 12] = A[vi, vj + 12]
