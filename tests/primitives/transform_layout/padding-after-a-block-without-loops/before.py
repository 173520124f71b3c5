from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "int32")):
        with T.block("root"):
            T.reads()
            T.writes()
            with T.block("block"):
                T.reads()
                T.writes(A[0])
                A[0] = 0
