# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(B: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32"), D: T.Buffer((8,), "float32")):
        # with T.block("root"):
        for i in T.parallel(8):
            with T.block("C"):
                vi = T.axis.spatial(8, i)
                T.reads(B[vi])
                T.writes(C[vi])
                C[vi] = B[vi] * T.float32(2.0)
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                T.reads(D[vi])
                T.writes(B[vi])
                B[vi] = D[vi] + T.float32(1.0)
