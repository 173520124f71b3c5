# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128, 32), "float32"), B: T.Buffer((128, 32), "float32")):
        # with T.block("root"):
        for i in T.thread_binding(128, thread="blockIdx.x"):
            for j_fused in T.vectorized(32):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j_fused])
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] * T.float32(2.0)
