# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "float32"), B: T.Buffer((64, 8), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((64,), "int32", strides=(1,))
        for ax0 in range(64):
            with T.block("index_0"):
                v0 = T.axis.spatial(64, ax0)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = v0 // 4
        for i, j in T.grid(64, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[0:400], index_var_0[vi])
                T.writes(B[vi, vj])
                B[vi, vj] = A[index_var_0[vi] * 8 + vj] + A[index_var_0[vi] * 8 + 100] * A[index_var_0[vi] + vj % 2] + A[index_var_0[vi] * 8 + vj] + A[vj % 2 + 1]
