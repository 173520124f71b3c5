from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 11), "float32"), B: T.Buffer((11, 10), "float32"), bias: T.Buffer((10,), "float32"), D: T.Buffer((8, 10), "int32")):
        # with T.block("root"):
        C = T.alloc_buffer((8, 10))
        for i0, i1, i2 in T.grid(8, 10, 11):
            with T.block("mm"):
                i, j, k = T.axis.remap("SSR", [i0, i1, i2])
                T.reads(A[i, k], B[k, j])
                T.writes(C[i, j])
                with T.init():
                    C[i, j] = T.float32(0.0)
                C[i, j] = C[i, j] + A[i, k] * B[k, j]
        for i0, i1 in T.grid(8, 10):
            with T.block("epi"):
                i, j = T.axis.remap("SS", [i0, i1])
                T.reads(C[i, j], bias[j])
                T.writes(D[i, j])
                D[i, j] = T.Cast("int32", C[i, j] + bias[j])
