# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), B: T.Buffer((24, 12), "float32"), D: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        for i, j, k in T.grid(16, 12, 24):
            with T.block("D"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(D[vi, vj])
                with T.init():
                    D[vi, vj] = T.float32(0.0)
                D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
