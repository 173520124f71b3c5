# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        # with T.block("root"):
        for i_0, i_1, i_2 in T.grid(16, 4, 1):
            with T.block("B"):
                vi = T.axis.spatial(64, i_0 * 4 + i_1 + i_2)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + T.float32(1.0)
