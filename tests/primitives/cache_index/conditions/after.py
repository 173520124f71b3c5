# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((16,), "int32", strides=(1,))
        index_var_1 = T.alloc_buffer((16,), "bool", strides=(1,))
        index_var_2 = T.alloc_buffer((16,), "int32", strides=(1,))
        index_var_3 = T.alloc_buffer((16,), "bool", strides=(1,))
        index_var_4 = T.alloc_buffer((16,), "int32", strides=(1,))
        index_var_5 = T.alloc_buffer((16,), "int32", strides=(1,))
        for ax0 in range(16):
            with T.block("index_0"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = T.if_then_else(v0 < 4, v0 + 10, v0 * 3)
        for ax0 in range(16):
            with T.block("index_1"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 >= 2 and v0 < 14
        for ax0 in range(16):
            with T.block("index_2"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_2[v0])
                index_var_2[v0] = v0 * 2 + 1
        for ax0 in range(16):
            with T.block("index_3"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_3[v0])
                index_var_3[v0] = v0 < 3
        for ax0 in range(16):
            with T.block("index_4"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_4[v0])
                index_var_4[v0] = v0 * 2
        for ax0 in range(16):
            with T.block("index_5"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_5[v0])
                index_var_5[v0] = v0 - 2
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[0:64], index_var_0[vi], index_var_1[vi], index_var_2[vi], index_var_3[vi], index_var_4[vi], index_var_5[vi])
                T.writes(B[vi])
                B[vi] = T.Select(index_var_3[vi], A[index_var_4[vi]], A[index_var_2[vi]]) + A[index_var_0[vi]] + T.if_then_else(index_var_1[vi], A[index_var_5[vi]], T.float32(0.0))
