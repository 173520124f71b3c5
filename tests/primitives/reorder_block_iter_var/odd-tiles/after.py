# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), B: T.Buffer((24, 12), "float32"), D: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        for i, j_0, j_1, k_0, k_1 in T.grid(16, 3, 5, 4, 7):
            with T.block("D"):
                vj = T.axis.spatial(12, j_0 * 5 + j_1)
                vi = T.axis.spatial(16, i)
                vk = T.axis.reduce(24, k_0 * 7 + k_1)
                T.where(j_0 * 5 + j_1 < 12 and k_0 * 7 + k_1 < 24)
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(D[vi, vj])
                with T.init():
                    D[vi, vj] = T.float32(0.0)
                D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
