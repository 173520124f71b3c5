from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "float32"), C: T.Buffer((14,), "float32")):
        B = T.alloc_buffer((14,))
        for i in range(14):
            with T.block("B"):
                vi = T.axis.spatial(14, i)
                T.reads(A[vi])
                T.writes(B[vi])
                T.evaluate(T.call_extern("int32", "f", B.access_ptr("w", offset=vi)))
        for i in range(14):
            with T.block("C"):
                vi = T.axis.remap("S", [i])
                C[vi] = B[vi]
