from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, b: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n * 4, 16))
        B = T.match_buffer(b, (n * 4, 16))
        for i, j, k in T.grid(n, 16, 4):
            with T.block("B"):
                vi = T.axis.spatial(n * 4, i * 4 + k)
                vj = T.axis.spatial(16, j)
                B[vi, vj] = A[vi, vj]
