# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100, 128), "float32"), B: T.Buffer((128, 100), "float32")):
        # with T.block("root"):
        for i_fused in T.parallel(128):
            for j in range(100):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i_fused, j])
                    T.reads(A[vj, vi])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vj, vi] * T.float32(2.0)
