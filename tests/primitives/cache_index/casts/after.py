# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "float32"), B: T.Buffer((64,), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((64,), strides=(1,))
        index_var_1 = T.alloc_buffer((64,), "int32", strides=(1,))
        index_var_2 = T.alloc_buffer((64,), "int32", strides=(1,))
        for ax0 in range(64):
            with T.block("index_0"):
                v0 = T.axis.spatial(64, ax0)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = T.Cast("float32", v0 * 3 + 1)
        for ax0 in range(64):
            with T.block("index_1"):
                v0 = T.axis.spatial(64, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = T.Cast("int32", T.floor(T.Cast("float32", v0) * T.float32(0.5)))
        for ax0 in range(64):
            with T.block("index_2"):
                v0 = T.axis.spatial(64, ax0)
                T.reads()
                T.writes(index_var_2[v0])
                index_var_2[v0] = v0 * 2
        for i in range(64):
            with T.block("B"):
                vi = T.axis.spatial(64, i)
                T.reads(A[0:400], index_var_0[vi], index_var_1[vi], index_var_2[vi])
                T.writes(B[vi])
                B[vi] = A[index_var_2[vi]] + index_var_0[vi] + A[index_var_1[vi]] + A[index_var_2[vi]]
