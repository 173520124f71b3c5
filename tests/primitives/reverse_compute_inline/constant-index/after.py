# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2, 3), "float32"), C: T.Buffer((3,), "float32")):
        # with T.block("root"):
        for i, j in T.grid(2, 3):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.where(i == 0)
                T.reads(A[vi, vj])
                T.writes(C[vj])
                C[vj] = A[vi, vj]
