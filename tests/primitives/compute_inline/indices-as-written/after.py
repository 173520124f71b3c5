# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 4), "float32"), C: T.Buffer((48,), "float32")):
        # with T.block("root"):
        for i in range(48):
            with T.block("C"):
                vi = T.axis.spatial(48, i)
                T.reads(A[vi // 2 // 4, vi // 2 % 4])
                T.writes(C[vi])
                C[vi] = A[vi // 2 // 4, vi // 2 % 4]
