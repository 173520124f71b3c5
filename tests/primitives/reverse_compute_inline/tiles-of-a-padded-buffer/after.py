# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((3, 6), "float32"), C: T.Buffer((12,), "float32")):
        # with T.block("root"):
        for i, j in T.grid(3, 6):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.where(j == j % 4)
                T.reads(A[vi, vj])
                T.writes(C[vj + vi * 4])
                C[vj + vi * 4] = A[vi, vj]
