# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, c: T.handle, n: T.int64):
        A = T.match_buffer(a, (n, T.int64(128)))
        C = T.match_buffer(c, (n, T.int64(128)))
        # with T.block("root"):
        B = T.alloc_buffer((n, T.int64(128)))
        for i, j in T.grid(n, T.int64(128)):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] * T.float32(2.0)
        for i, j in T.grid(n, T.int64(128)):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi, vj] + T.float32(1.0)
