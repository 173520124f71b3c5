# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, b: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n * 4, 16))
        B = T.match_buffer(b, (n * 4, 16))
        # with T.block("root"):
        for i in range(n):
            with T.block("B_o"):
                vi_o = T.axis.spatial(n, i)
                vj_o = T.axis.spatial(1, 0)
                T.reads(A[vi_o * 4:vi_o * 4 + 4, 0:16])
                T.writes(B[vi_o * 4:vi_o * 4 + 4, 0:16])
                for j, k in T.grid(16, 4):
                    with T.block("B"):
                        vi_i, vj_i = T.axis.remap("SS", [k, j])
                        T.reads(A[vi_o * 4 + vi_i, vj_i])
                        T.writes(B[vi_o * 4 + vi_i, vj_i])
                        B[vi_o * 4 + vi_i, vj_i] = A[vi_o * 4 + vi_i, vj_i]
