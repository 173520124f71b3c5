# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
        # with T.block("root"):
        with T.block("B"):
            vi = T.axis.spatial(1, 0)
            T.reads(A[vi])
            T.writes(B[vi])
            B[vi] = A[vi]
