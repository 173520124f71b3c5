# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "float32"), B: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((8, 16), "int32", scope="shared")
        index_var_1 = T.alloc_buffer((16,), "int32", strides=(1,), scope="shared")
        for ax0, ax1 in T.grid(8, 16):
            with T.block("index_0"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(index_var_0[v0, v1])
                index_var_0[v0, v1] = v0 * 16 + v1 + 3
        for ax0 in range(16):
            with T.block("index_1"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 * 5
        for i in T.thread_binding(16, thread="threadIdx.x"):
            for j in T.vectorized(8):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(A[T.min(vj * 16 + vi + 3, vi * 5):T.min(vj * 16 + vi + 3, vi * 5) + (T.max(vj * 16 + vi + 3, vi * 5) + 1 - T.min(vj * 16 + vi + 3, vi * 5))], index_var_0[vj, vi], index_var_1[vi])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[index_var_0[vj, vi]] + A[index_var_1[vi]]
