# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        P = T.alloc_buffer((64,), "int32")
        index_var_0 = T.alloc_buffer((16,), "int32", strides=(1,))
        index_var_1 = T.alloc_buffer((16,), "int32", strides=(1,))
        for i in range(64):
            with T.block("P"):
                vi = T.axis.spatial(64, i)
                T.reads()
                T.writes(P[vi])
                P[vi] = vi * 7 % 64
        for ax0 in range(16):
            with T.block("index_0"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = v0 * 2
        for ax0 in range(16):
            with T.block("index_1"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 + 2
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[0:100], P[0:64], index_var_0[vi], index_var_1[vi])
                T.writes(B[vi])
                B[vi] = A[P[index_var_0[vi]] + 1] + A[index_var_1[vi]]
