# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), B: T.Buffer((24, 12), "float32"), D: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        for i, j_0, j_1 in T.grid(16, 3, 5):
            with T.block("D_init"):
                vj = T.axis.spatial(12, j_0 * 5 + j_1)
                vi = T.axis.spatial(16, i)
                T.where(j_0 * 5 + j_1 < 12)
                T.reads()
                T.writes(D[vi, vj])
                D[vi, vj] = T.float32(0.0)
            for k in range(24):
                with T.block("D_update"):
                    vj = T.axis.spatial(12, j_0 * 5 + j_1)
                    vk, vi = T.axis.remap("RS", [k, i])
                    T.where(j_0 * 5 + j_1 < 12)
                    T.reads(D[vi, vj], A[vi, vk], B[vk, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
