from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi, 0:16])
                T.writes(C[vi, 0:16])
                T.evaluate(T.call_extern("int32", "f", T.address_of(A[vi, 0]), T.address_of(C[vi, 0])))
