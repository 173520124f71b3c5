# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for i in range(4):
            with T.block("o"):
                vo = T.axis.spatial(4, i)
                T.reads(A[0:100])
                T.writes(B[vo * 4:vo * 4 + 4])
                index_var_0 = T.alloc_buffer((4,), "int32", strides=(1,))
                index_var_1 = T.alloc_buffer((4,), "int32", strides=(1,))
                for ax0 in range(4):
                    with T.block("index_0"):
                        v0 = T.axis.spatial(4, ax0)
                        T.reads()
                        T.writes(index_var_0[v0])
                        index_var_0[v0] = v0 * 5
                for ax0 in range(4):
                    with T.block("index_1"):
                        v0 = T.axis.spatial(4, ax0)
                        T.reads()
                        T.writes(index_var_1[v0])
                        index_var_1[v0] = v0 + 1
                for j in range(4):
                    with T.block("B"):
                        vi = T.axis.spatial(4, j)
                        T.reads(A[T.min(vi * 5, vi + 1):T.min(vi * 5, vi + 1) + (T.max(vi * 5, vi + 1) + 1 - T.min(vi * 5, vi + 1))], index_var_0[vi], index_var_1[vi])
                        T.writes(B[vo * 4 + vi])
                        B[vo * 4 + vi] = A[index_var_0[vi]] + A[index_var_1[vi]]
