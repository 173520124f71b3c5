# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((15, 15), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 4, 4, 4))
        for a, b, c, d in T.grid(4, 4, 4, 4):
            with T.block("B"):
                va, vb, vc, vd = T.axis.remap("SSSS", [a, b, c, d])
                T.reads(A[va * 4 + vc, vb * 4 + vd])
                T.writes(B[va, vb, vc, vd])
                B[va, vb, vc, vd] = A[va * 4 + vc, vb * 4 + vd] * T.float32(2.0)
        for i, j in T.grid(15, 15):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi // 4, vj // 4, vi % 4, vj % 4])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi // 4, vj // 4, vi % 4, vj % 4] + T.float32(1.0)
