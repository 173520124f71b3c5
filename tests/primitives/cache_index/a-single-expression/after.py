# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), B: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((16,))
        index_var_0 = T.alloc_buffer((16,), "int32", strides=(1,))
        for ax0 in range(16):
            with T.block("index_0"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = v0 * 3
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi * 3], index_var_0[vi])
                T.writes(C[vi])
                C[vi] = A[index_var_0[vi]]
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi * 5], C[vi // 2])
                T.writes(B[vi])
                B[vi] = A[vi * 5] + C[vi // 2]
        for i in range(16):
            with T.block("D"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi * 5], C[vi // 2])
                T.writes(D[vi])
                D[vi] = A[vi * 5] + C[vi // 2]
