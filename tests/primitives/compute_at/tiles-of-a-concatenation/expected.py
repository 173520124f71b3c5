# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((32,), "float32")):
        # with T.block("root"):
        T_add_1 = T.alloc_buffer((16,))
        T_add_2 = T.alloc_buffer((16,))
        for i_0 in range(8):
            for ax0 in range(4):
                with T.block("T_add_1"):
                    ax = T.axis.spatial(16, i_0 * 4 + ax0)
                    T.where(i_0 < 4)
                    T.reads(A[ax])
                    T.writes(T_add_1[ax])
                    T_add_1[ax] = A[ax] + T.float32(1.0)
            for ax0 in range(4):
                with T.block("T_add_2"):
                    ax = T.axis.spatial(16, i_0 * 4 - 16 + ax0)
                    T.where(4 <= i_0)
                    T.reads(B[ax])
                    T.writes(T_add_2[ax])
                    T_add_2[ax] = B[ax] + T.float32(2.0)
            for i_1 in range(4):
                with T.block("T_concat"):
                    ax = T.axis.spatial(32, i_0 * 4 + i_1)
                    T.reads(T_add_2[ax - 16], T_add_1[ax])
                    T.writes(C[ax])
                    C[ax] = T.if_then_else(16 <= ax, T_add_2[ax - 16], T_add_1[ax])
