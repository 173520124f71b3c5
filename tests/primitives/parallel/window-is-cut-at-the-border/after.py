# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((24,), "float32"), C: T.Buffer((24,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((24,))
        for i in T.parallel(24):
            for ax0 in range(25):
                with T.block("B"):
                    vi = T.axis.spatial(24, i - 12 + ax0)
                    T.where(12 <= i + ax0 and i + ax0 < 36)
                    T.reads(A[vi])
                    T.writes(B[vi])
                    B[vi] = A[vi] + T.float32(1.0)
            with T.block("C"):
                vi = T.axis.spatial(24, i)
                T.reads(B[vi - 12:vi - 12 + 25])
                T.writes(C[vi])
                C[vi] = T.if_then_else(vi < 12, B[vi + 12], B[vi - 12])
