# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((32, 16), "float32")):
        # with T.block("root"):
        for i_k_fused, j in T.grid(32, 16):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i_k_fused, j])
                T.where(A[i_k_fused // 4] < T.float32(4.0))
                T.reads()
                T.writes(B[vi, vj])
                B[vi, vj] = T.float32(1.0)
