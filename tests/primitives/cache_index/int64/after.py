# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(64),), "float16"), C: T.Buffer((T.int64(16), T.int64(4)), "float16")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((T.int64(16), T.int64(4)), "int64", scope="shared.dyn")
        index_var_1 = T.alloc_buffer((T.int64(16),), "int64", strides=(T.int64(1),), scope="shared.dyn")
        for ax0, ax1 in T.grid(T.int64(16), T.int64(4)):
            with T.block("index_0"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(index_var_0[v0, v1])
                index_var_0[v0, v1] = v0 * T.int64(4) + T.int64(3) - v1
        for ax0 in range(T.int64(16)):
            with T.block("index_1"):
                v0 = T.axis.spatial(T.int64(16), ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 * T.int64(4)
        for i, j in T.grid(T.int64(16), T.int64(4)):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[T.min(vi * T.int64(4) + T.int64(3) - vj, vi * T.int64(4)):T.min(vi * T.int64(4) + T.int64(3) - vj, vi * T.int64(4)) + (T.max(vi * T.int64(4) + T.int64(3) - vj, vi * T.int64(4)) + T.int64(1) - T.min(vi * T.int64(4) + T.int64(3) - vj, vi * T.int64(4)))], index_var_0[vi, vj], index_var_1[vi])
                T.writes(C[vi, vj])
                C[vi, vj] = A[index_var_0[vi, vj]] + A[index_var_1[vi]]
