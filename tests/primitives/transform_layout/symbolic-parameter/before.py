from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 16))
        C = T.match_buffer(c, (n, 16))
        B = T.alloc_buffer((n, 16))
        for i, j in T.grid(n, 16):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(n, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj]
