from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 14), "float16"), C: T.Buffer((6, 14), "float16")):
        B = T.alloc_buffer((6, 14), "float16")
        for i, j in T.grid(6, 14):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float16(2)
        for i, j in T.grid(6, 14):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj] + T.float16(1)
