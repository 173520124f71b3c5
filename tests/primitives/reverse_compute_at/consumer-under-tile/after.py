# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), B: T.Buffer((24, 32), "float32"), D: T.Buffer((16, 32), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((16, 32))
        for i, j_0 in T.grid(16, 4):
            for k, j_1 in T.grid(24, 8):
                with T.block("C"):
                    vi = T.axis.spatial(16, i)
                    vj = T.axis.spatial(32, j_0 * 8 + j_1)
                    vk = T.axis.reduce(24, k)
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
            for ax0 in range(8):
                with T.block("D"):
                    vi = T.axis.spatial(16, i)
                    vj = T.axis.spatial(32, j_0 * 8 + ax0)
                    T.reads(C[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = T.max(C[vi, vj], T.float32(0.0))
