# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A0: T.Buffer((5, 3, 4), "float16"), T2: T.Buffer((27, 4), "float16")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((15,), "int32", strides=(1,), scope="local")
        index_var_1 = T.alloc_buffer((15,), "int32", strides=(1,), scope="local")
        for ax0 in range(27):
            with T.block("index_0"):
                v0 = T.axis.spatial(15, ax0 - 6)
                T.where(6 <= ax0 and ax0 < 21)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = v0 // 3
        for ax0 in range(27):
            with T.block("index_1"):
                v0 = T.axis.spatial(15, ax0 - 6)
                T.where(6 <= ax0 and ax0 < 21)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 % 3
        for i0, i1_0 in T.grid(27, 4):
            for i1_1, i1_2 in T.grid(5, 1):
                with T.block("S1_pad_const"):
                    v0 = T.axis.spatial(27, i0)
                    v1 = T.axis.spatial(4, i1_0 * 5 + i1_1 + i1_2)
                    T.where(i1_0 * 5 + i1_1 + i1_2 < 4)
                    T.reads()
                    T.writes(T2[v0, v1])
                    T2[v0, v1] = T.float16(0.0)
            for i1_1, i1_2 in T.grid(5, 1):
                with T.block("S1"):
                    v0 = T.axis.spatial(15, i0 - 6)
                    v1 = T.axis.spatial(4, i1_0 * 5 + i1_1)
                    T.where(6 <= i0 and i0 < 21 and i1_0 * 5 + i1_1 < 4)
                    T.reads(A0[v0 // 3, v0 % 3, v1], index_var_0[v0], index_var_1[v0])
                    T.writes(T2[v0 + 6, v1])
                    T2[v0 + 6, v1] = A0[index_var_0[v0], index_var_1[v0], v1]
