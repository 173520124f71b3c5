# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((16,), "int32", strides=(1,))
        index_var_1 = T.alloc_buffer((16,), "int32", strides=(1,))
        index_var_2 = T.alloc_buffer(())
        for ax0 in range(16):
            with T.block("index_0"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = v0 * 5
        for ax0 in range(16):
            with T.block("index_1"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 // 2
        with T.block("index_2"):
            T.reads()
            T.writes(index_var_2[()])
            index_var_2[()] = T.exp(T.float32(3.0))
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[T.min(vi * 5, vi // 2):T.min(vi * 5, vi // 2) + (T.max(vi * 5, vi // 2) + 1 - T.min(vi * 5, vi // 2))], index_var_0[vi], index_var_1[vi], index_var_2[()])
                T.writes(B[vi])
                B[vi] = A[index_var_0[vi]] * T.float32(2.0) + index_var_2[()] + A[index_var_1[vi]]
