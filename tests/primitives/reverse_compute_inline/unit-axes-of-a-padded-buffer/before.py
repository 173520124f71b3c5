from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 3), "float32"), C: T.Buffer((1, 3), "float32")):
        B = T.alloc_buffer((2, 4))
        for i, j in T.grid(2, 4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = T.if_then_else(vi < 1 and vj < 3, A[vi, vj], T.float32(0))
        for i, j in T.grid(1, 3):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj]
