# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, b: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 16))
        B = T.match_buffer(b, (n, 16))
        # with T.block("root"):
        with T.block("B_o"):
            vi_o = T.axis.spatial(1, 0)
            vj_o = T.axis.spatial(1, 0)
            T.reads(A[0:n, 0:16])
            T.writes(B[0:n, 0:16])
            for i, j in T.grid(n, 16):
                with T.block("B"):
                    vi_i, vj_i = T.axis.remap("SS", [i, j])
                    T.reads(A[vi_i, vj_i])
                    T.writes(B[vi_i, vj_i])
                    B[vi_i, vj_i] = A[vi_i, vj_i]
