# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((7, 5), "float32"), C: T.Buffer((7, 5), "float32")):
        # with T.block("root"):
        with T.block("tile_o"):
            vi_o = T.axis.spatial(1, 0)
            T.reads(A[0:8, 0:5])
            T.writes(C[0:8, 0:5])
            for i in range(2):
                with T.block("tile"):
                    vi_i = T.axis.spatial(2, i)
                    T.reads(A[vi_i * 4:vi_i * 4 + 4, 0:5])
                    T.writes(C[vi_i * 4:vi_i * 4 + 4, 0:5])
                    B = T.alloc_buffer((7 - T.max(vi_i * 4, 3), 5))
                    for ii, j in T.grid(7 - T.max(vi_i * 4, 3), 5):
                        with T.block("B"):
                            wi, wj = T.axis.remap("SS", [ii, j])
                            T.reads(A[vi_i * 4 + wi, wj])
                            T.writes(B[wi, wj])
                            B[wi, wj] = A[vi_i * 4 + wi, wj] * T.float32(2.0)
                    for ii, j in T.grid(7 - T.max(vi_i * 4, 3), 5):
                        with T.block("C"):
                            wi, wj = T.axis.remap("SS", [ii, j])
                            T.reads(B[wi, T.min(wj, 4 - wj):T.min(wj, 4 - wj) + (T.max(wj, 4 - wj) + 1 - T.min(wj, 4 - wj))])
                            T.writes(C[vi_i * 4 + wi, wj])
                            C[vi_i * 4 + wi, wj] = B[wi, wj] + B[wi, 4 - wj]
