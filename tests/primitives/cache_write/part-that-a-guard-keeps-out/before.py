# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class MyModuleVecAdd:
    @T.prim_func
    def main(A: T.Buffer((13,), "float32"), B: T.Buffer((13,), "float32"), C: T.Buffer((13,), "float32")):
        # with T.block("root"):
        for i in range(13):
            with T.block("C"):
                vi = T.axis.spatial(13, i)
                T.reads(A[vi], B[vi])
                T.writes(C[vi])
                C[vi] = A[vi] + B[vi]
