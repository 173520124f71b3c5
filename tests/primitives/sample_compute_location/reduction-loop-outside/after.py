# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), W: T.Buffer((24, 12), "float32"), D: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 24))
        for i, k in T.grid(16, 24):
            for ax0, ax1 in T.grid(1, 1):
                with T.block("B"):
                    vi = T.axis.spatial(16, i + ax0)
                    vj = T.axis.spatial(24, k + ax1)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] * T.float32(2.0)
            for j in range(12):
                with T.block("D"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    T.reads(B[vi, vk], W[vk, vj])
                    T.writes(D[vi, vj])
                    with T.init():
                        D[vi, vj] = T.float32(0.0)
                    D[vi, vj] = D[vi, vj] + B[vi, vk] * W[vk, vj]
