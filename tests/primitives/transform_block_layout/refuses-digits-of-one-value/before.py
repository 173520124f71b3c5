from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A0: T.Buffer((3, 3, 6), "int32"), T1: T.Buffer((1, 3, 6), "int32")):
        for i0, i1, i2, i3 in T.grid(1, 3, 6, 3):
            with T.block("S0"):
                v0, v1, v2, v3 = T.axis.remap("SSSR", [i0, i1, i2, i3])
                with T.init():
                    T1[v0, v1, v2] = 0
                T1[v0, v1, v2] = T1[v0, v1, v2] + A0[v0 + v3, v1, v2]
        for i0, i1, i2 in T.grid(1, 3, 6):
            with T.block("S1"):
                v0, v1, v2 = T.axis.remap("SSS", [i0, i1, i2])
                T1[v0, v1, v2] = T1[v0, v1, v2] + 2
