# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
        # with T.block("root"):
        for u_fused_0 in T.thread_binding(1, thread="blockIdx.x"):
            for u_fused_1 in T.thread_binding(1, thread="threadIdx.x"):
                with T.block("B"):
                    vi = T.axis.spatial(1, 0)
                    T.reads(A[vi])
                    T.writes(B[vi])
                    B[vi] = A[vi]
