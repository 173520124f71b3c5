# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), B: T.Buffer((24, 32), "float32"), C: T.Buffer((16, 32), "float32")):
        # with T.block("root"):
        for i_0_init, i_1_init, j_init in T.grid(5, 4, 32):
            with T.block("C_init"):
                vi = T.axis.spatial(16, i_0_init * 4 + i_1_init)
                vj = T.axis.spatial(32, j_init)
                T.where(i_0_init * 4 + i_1_init < 16)
                T.reads()
                T.writes(C[vi, vj])
                C[vi, vj] = T.float32(0.0)
        for i_0, i_1, i_2, j, k in T.grid(5, 4, 1, 32, 24):
            with T.block("C_update"):
                vi = T.axis.spatial(16, i_0 * 4 + i_1)
                vj, vk = T.axis.remap("SR", [j, k])
                T.where(i_0 * 4 + i_1 + i_2 < 16)
                T.reads(C[vi, vj], A[vi, vk], B[vk, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
