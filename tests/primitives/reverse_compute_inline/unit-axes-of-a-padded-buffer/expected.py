# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 3), "float32"), C: T.Buffer((1, 3), "float32")):
        # with T.block("root"):
        for i, j in T.grid(2, 4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.where(j < 3 and i < 1)
                T.reads(A[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = T.if_then_else(vi < 1 and vj < 3, A[vi, vj], T.float32(0.0))
