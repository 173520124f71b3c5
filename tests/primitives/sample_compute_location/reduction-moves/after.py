# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16,))
        for i in range(16):
            for ax0, ax1 in T.grid(1, 24):
                with T.block("B"):
                    vi = T.axis.spatial(16, i + ax0)
                    vk = T.axis.reduce(24, ax1)
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    B[vi] = B[vi] + A[vi, vk]
            for j in range(24):
                with T.block("D"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(A[vi, vj], B[vi])
                    T.writes(D[vi, vj])
                    D[vi, vj] = A[vi, vj] / B[vi]
