# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "float32"), B: T.Buffer((16, 8, 4), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((8, 16), "int32")
        index_var_1 = T.alloc_buffer((16, 4), "int32")
        for ax0, ax1, ax2 in T.grid(2, 4, 16):
            with T.block("index_0"):
                v0 = T.axis.spatial(8, ax0 * 4 + ax1)
                v1 = T.axis.spatial(16, ax2)
                T.reads()
                T.writes(index_var_0[v0, v1])
                index_var_0[v0, v1] = v0 * 16 + v1 + 3
        for ax0, ax1 in T.grid(16, 4):
            with T.block("index_1"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(index_var_1[v0, v1])
                index_var_1[v0, v1] = v0 * 5 + v1
        for i, j0, k, j1 in T.grid(16, 2, 4, 4):
            with T.block("B"):
                vk = T.axis.spatial(4, k)
                vj = T.axis.spatial(8, j0 * 4 + j1)
                vi = T.axis.spatial(16, i)
                T.reads(A[0:400], index_var_0[vj, vi], index_var_1[vi, vk])
                T.writes(B[vi, vj, vk])
                B[vi, vj, vk] = A[index_var_0[vj, vi]] + A[index_var_1[vi, vk]]
