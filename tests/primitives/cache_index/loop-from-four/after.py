# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((12,), "int32", strides=(1,))
        index_var_1 = T.alloc_buffer((12,), "int32", strides=(1,))
        for ax0 in range(4, 12):
            with T.block("index_0"):
                v0 = T.axis.spatial(12, ax0)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = v0 // 2 + 1
        for ax0 in range(4, 12):
            with T.block("index_1"):
                v0 = T.axis.spatial(12, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 % 2
        for i in range(4, 12):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[T.min(vi // 2 + 1, vi % 2):T.min(vi // 2 + 1, vi % 2) + (T.max(vi // 2 + 1, vi % 2) + 1 - T.min(vi // 2 + 1, vi % 2))], index_var_0[vi], index_var_1[vi])
                T.writes(B[vi])
                B[vi] = A[index_var_0[vi]] + A[index_var_1[vi]]
