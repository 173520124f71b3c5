# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 6), "float32"), D: T.Buffer((35,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((36,))
        with T.block("outer_B_D_"):
            vi_o = T.axis.spatial(1, 0)
            vj_o = T.axis.spatial(1, 0)
            T.reads(B[1:36], A[0:6, 0:6])
            T.writes(D[0:35], B[0:36])
            for i, j in T.grid(6, 6):
                with T.block("B"):
                    vi_i, vj_i = T.axis.remap("SS", [i, j])
                    T.reads(A[vi_i, vj_i])
                    T.writes(B[vi_i * 6 + vj_i])
                    B[vi_i * 6 + vj_i] = A[vi_i, vj_i]
            for i in range(35):
                with T.block("D"):
                    vi_i = T.axis.spatial(35, i)
                    T.reads(B[vi_i + 1])
                    T.writes(D[vi_i])
                    D[vi_i] = B[vi_i + 1] + T.float32(3.0)
