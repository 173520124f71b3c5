# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        T.func_attr({"layout_free_buffers": [0]})
        # with T.block("root"):
        for i_1, i_0 in T.grid(4, 4):
            with T.block("B"):
                vi = T.axis.spatial(16, i_0 * 4 + i_1)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + T.float32(1.0)
