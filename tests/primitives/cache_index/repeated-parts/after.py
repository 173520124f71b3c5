# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "float32"), B: T.Buffer((64, 8), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((64, 8), "int32")
        index_var_1 = T.alloc_buffer((64,), "int32", strides=(1,))
        index_var_2 = T.alloc_buffer((64, 8), "int32")
        index_var_3 = T.alloc_buffer((8,), "int32", strides=(1,))
        for ax0, ax1 in T.grid(64, 8):
            with T.block("index_0"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(index_var_0[v0, v1])
                index_var_0[v0, v1] = v0 // 4 * 8 + v1
        for ax0 in range(64):
            with T.block("index_1"):
                v0 = T.axis.spatial(64, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 // 4 * 8 + 100
        for ax0, ax1 in T.grid(64, 8):
            with T.block("index_2"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(index_var_2[v0, v1])
                index_var_2[v0, v1] = v0 // 4 + v1 % 2
        for ax0 in range(8):
            with T.block("index_3"):
                v0 = T.axis.spatial(8, ax0)
                T.reads()
                T.writes(index_var_3[v0])
                index_var_3[v0] = v0 % 2 + 1
        for i, j in T.grid(64, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[0:400], index_var_0[vi, vj], index_var_1[vi], index_var_2[vi, vj], index_var_3[vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[index_var_0[vi, vj]] + A[index_var_1[vi]] * A[index_var_2[vi, vj]] + A[index_var_0[vi, vj]] + A[index_var_3[vj]]
