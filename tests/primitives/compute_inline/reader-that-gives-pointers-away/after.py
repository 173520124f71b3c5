# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32"), F: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i, j in T.grid(16, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SR", [i, j])
                T.reads(A[vi, vj], F[vi, 0], C[0:16])
                T.writes(C[0:16])
                with T.init():
                    C[vi] = T.float32(0.0)
                T.assume(T.isnullptr(C.data))
                C[vi] = C[vi] + (A[vi, vj] + T.float32(1.0)) + F[vi, 0]
