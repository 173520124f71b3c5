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
        for i_0, i_1, j in T.grid(4, (n + 3) // 4, 24):
            with T.block("D"):
                vi = T.axis.spatial(n, i_0 * ((n + 3) // 4) + i_1)
                vj = T.axis.spatial(24, j)
                T.where(i_0 * ((n + 3) // 4) + i_1 < n)
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj]
