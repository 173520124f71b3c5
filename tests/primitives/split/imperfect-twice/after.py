# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 10, 14), "float32"), B: T.Buffer((6, 10, 14), "float32")):
        # with T.block("root"):
        for i_0, i_1, j, k_0, k_1 in T.grid(2, 4, 10, 2, 8):
            with T.block("B"):
                vi = T.axis.spatial(6, i_0 * 4 + i_1)
                vj = T.axis.spatial(10, j)
                vk = T.axis.spatial(14, k_0 * 8 + k_1)
                T.where(i_0 * 4 + i_1 < 6 and k_0 * 8 + k_1 < 14)
                T.reads(A[vi, vj, vk])
                T.writes(B[vi, vj, vk])
                B[vi, vj, vk] = A[vi, vj, vk] * T.float32(2.0)
