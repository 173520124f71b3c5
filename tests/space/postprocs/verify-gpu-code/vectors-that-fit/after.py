# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32")):
        # with T.block("root"):
        for i in T.thread_binding(1024, thread="blockIdx.x"):
            for j_0 in range(8):
                for j_1 in T.thread_binding(32, thread="threadIdx.x"):
                    for j_2 in T.vectorized(4):
                        with T.block("B"):
                            vi = T.axis.spatial(1024, i)
                            vj = T.axis.spatial(1024, j_0 * 128 + j_1 * 4 + j_2)
                            T.reads(A[vi, vj])
                            T.writes(B[vi, vj])
                            B[vi, vj] = A[vi, vj] * T.float32(2.0)
