# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), D: T.Buffer((100,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((16, 5), "int32")
        index_var_1 = T.alloc_buffer((16,), "int32", strides=(1,))
        index_var_2 = T.alloc_buffer((5,), "int32", strides=(1,))
        for ax0, ax1 in T.grid(16, 5):
            with T.block("index_0"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(index_var_0[v0, v1])
                index_var_0[v0, v1] = v0 * 5 + v1
        for ax0 in range(16):
            with T.block("index_1"):
                v0 = T.axis.spatial(16, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = v0 * 2
        for ax0 in range(5):
            with T.block("index_2"):
                v0 = T.axis.spatial(5, ax0)
                T.reads()
                T.writes(index_var_2[v0])
                index_var_2[v0] = v0 + 1
        for i, k in T.grid(16, 5):
            with T.block("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(D[T.min(vi * 2, vk + 1):T.min(vi * 2, vk + 1) + (T.max(vi * 2, vk + 1) + 1 - T.min(vi * 2, vk + 1))], A[vi * 5 + vk], index_var_0[vi, vk], index_var_1[vi], index_var_2[vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = D[index_var_1[vi]]
                B[vi] = B[vi] + A[index_var_0[vi, vk]] * D[index_var_2[vk]]
