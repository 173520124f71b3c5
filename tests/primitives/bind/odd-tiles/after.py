# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for i_0 in T.thread_binding(4, thread="blockIdx.x"):
            for i_1 in T.thread_binding(5, thread="threadIdx.x"):
                for j in range(24):
                    with T.block("D"):
                        vi = T.axis.spatial(16, i_0 * 5 + i_1)
                        vj = T.axis.spatial(24, j)
                        T.where(i_0 * 5 + i_1 < 16)
                        T.reads(A[vi, vj])
                        T.writes(D[vi, vj])
                        D[vi, vj] = A[vi, vj] * T.float32(2.0)
