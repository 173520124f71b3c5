# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, d: T.handle):
        n = T.int32()
        m = T.int32()
        A = T.match_buffer(a, (n, m))
        D = T.match_buffer(d, (n, m))
        # with T.block("root"):
        for i_0, j_0, i_1, j_1 in T.grid((n + 15) // 16, (m + 15) // 16, 16, 16):
            with T.block("D"):
                vi = T.axis.spatial(n, i_0 * 16 + i_1)
                vj = T.axis.spatial(m, j_0 * 16 + j_1)
                T.where(i_0 * 16 + i_1 < n and j_0 * 16 + j_1 < m)
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj]
