# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 10, 14), "float32"), B: T.Buffer((6, 10, 14), "float32")):
        # with T.block("root"):
        for i in T.thread_binding(6, thread="blockIdx.x"):
            for j in range(10):
                for k in T.thread_binding(14, thread="threadIdx.x"):
                    with T.block("B"):
                        vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                        T.reads(A[vi, vj, vk])
                        T.writes(B[vi, vj, vk])
                        B[vi, vj, vk] = A[vi, vj, vk] * T.float32(2.0)
