from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, d: T.handle):
        n = T.int32()
        m = T.int32()
        A = T.match_buffer(a, (n, m))
        D = T.match_buffer(d, (n, m))
        for i, j in T.grid(n, m):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj]
