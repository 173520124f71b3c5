# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((16,), "int32", strides=(1,))
        index_var_1 = T.alloc_buffer((16,), "int32", strides=(1,))
        for ax0 in range(16):
            with T.block("index_0"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = v0 * 3
        for ax0 in range(16):
            with T.block("index_1"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 + 1
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[T.min(vi * 3, vi + 1):T.min(vi * 3, vi + 1) + (T.max(vi * 3, vi + 1) + 1 - T.min(vi * 3, vi + 1))], index_var_0[vi], index_var_1[vi])
                T.writes(B[vi * 3])
                if vi * 3 < 40:
                    B[index_var_0[vi]] = A[index_var_0[vi]] + A[index_var_1[vi]]
