# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((120,), "float32"), B: T.Buffer((120,), "float32")):
        # with T.block("root"):
        for i_0, i_1, i_2, i_3 in T.grid(10, 1, 2, 6):
            with T.block("B"):
                vi = T.axis.spatial(120, i_0 * 12 + i_1 * 12 + i_2 * 6 + i_3)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + T.float32(1.0)
