# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, d: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 24))
        D = T.match_buffer(d, (n, 24))
        # with T.block("root"):
        for i in T.parallel(n):
            for j in range(24):
                with T.block("D"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(A[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = A[vi, vj]
