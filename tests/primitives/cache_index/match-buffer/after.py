# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((16,), "int32", strides=(1,), scope="shared")
        index_var_1 = T.alloc_buffer((16,), "int32", strides=(1,), scope="shared")
        for ax0 in range(16):
            with T.block("index_0"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = v0 // 2
        for ax0 in range(16):
            with T.block("index_1"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 % 2
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi * 8:vi * 8 + 8], index_var_0[vi], index_var_1[vi])
                T.writes(B[vi])
                X = T.match_buffer(A[vi * 8:vi * 8 + 8], (8,), offset_factor=1)
                B[vi] = X[index_var_0[vi]] + X[index_var_1[vi]]
