# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 3), "float32"), C: T.Buffer((1, 3), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((2, 4))
        for i, j in T.grid(2, 4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = T.if_then_else(vi < 1 and vj < 3, A[vi, vj], T.float32(0.0))
        for ax0, ax1 in T.grid(3, 1):
            with T.block("C"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v1, v0])
                T.writes(C[v1, v0])
                C[v1, v0] = B[v1, v0]
