# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, d: T.handle, e: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 24))
        D = T.match_buffer(d, (n, 24))
        E = T.match_buffer(e, (n, 24))
        # with T.block("root"):
        for i_m in range(n):
            for j in range(24):
                with T.block("D"):
                    vi, vj = T.axis.remap("SS", [i_m, j])
                    T.reads(A[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = A[vi, vj]
            for l in range(24):
                with T.block("E"):
                    vi, vj = T.axis.remap("SS", [i_m, l])
                    T.reads(A[vi, vj])
                    T.writes(E[vi, vj])
                    E[vi, vj] = A[vi, vj]
