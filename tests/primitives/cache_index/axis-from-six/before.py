from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A0: T.Buffer((5, 3, 4), "float16"), T2: T.Buffer((27, 4), "float16")):
        T1 = T.alloc_buffer((9, 3, 4), "float16")
        for i0, i1, i2 in T.grid(9, 3, 4):
            with T.block("S0"):
                v0, v1, v2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(A0[v0 - 2, v1, v2])
                T.writes(T1[v0, v1, v2])
                T1[v0, v1, v2] = T.if_then_else(2 <= v0 and v0 < 7, A0[v0 - 2, v1, v2], T.float16(0.0))
        for i0, i1 in T.grid(27, 4):
            with T.block("S1"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(T1[v0 // 3, v0 % 3, v1])
                T.writes(T2[v0, v1])
                T2[v0, v1] = T1[v0 // 3, v0 % 3, v1]
