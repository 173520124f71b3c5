# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 4))
        for i, k in T.grid(16, 16):
            with T.block("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(B[vi // 4, vi % 4])
                with T.init():
                    B[vi // 4, vi % 4] = T.float32(0.0)
                B[vi // 4, vi % 4] = B[vi // 4, vi % 4] + A[vi, vk]
        for i, j in T.grid(16, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj], B[vi // 4, vi % 4])
                T.writes(C[vi, vj])
                C[vi, vj] = A[vi, vj] - B[vi // 4, vi % 4]
