# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A0: T.Buffer((3, 5, 5), "float32"), T1: T.Buffer((3, 7, 5), "float32")):
        # with T.block("root"):
        for i0, i1, i2 in T.grid(3, 7, 5):
            with T.block("S0"):
                v0, v1, v2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(A0[v0, v1 - 1, v2])
                T.writes(T1[v0, v1, v2])
                T1[v0, v1, v2] = T.if_then_else(1 <= v1 and v1 < 6, A0[v0, v1 - 1, v2], T.float32(0.0))
