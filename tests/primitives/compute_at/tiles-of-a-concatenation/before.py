# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((32,), "float32")):
        # with T.block("root"):
        T_add_1 = T.alloc_buffer((16,))
        T_add_2 = T.alloc_buffer((16,))
        for i in range(16):
            with T.block("T_add_1"):
                ax = T.axis.spatial(16, i)
                T.reads(A[ax])
                T.writes(T_add_1[ax])
                T_add_1[ax] = A[ax] + T.float32(1.0)
        for i in range(16):
            with T.block("T_add_2"):
                ax = T.axis.spatial(16, i)
                T.reads(B[ax])
                T.writes(T_add_2[ax])
                T_add_2[ax] = B[ax] + T.float32(2.0)
        for i in range(32):
            with T.block("T_concat"):
                ax = T.axis.spatial(32, i)
                T.reads(T_add_2[ax - 16], T_add_1[ax])
                T.writes(C[ax])
                C[ax] = T.if_then_else(16 <= ax, T_add_2[ax - 16], T_add_1[ax])
