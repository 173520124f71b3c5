# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A0: T.Buffer((3, 9), "float32"), T2: T.Buffer((3, 10), "float32")):
        # with T.block("root"):
        T1 = T.alloc_buffer((3, 8))
        for i0, i1, i2 in T.grid(3, 8, 2):
            with T.block("S0"):
                v0, v1, v2 = T.axis.remap("SSR", [i0, i1, i2])
                T.reads(A0[v0, v1 + v2])
                T.writes(T1[v0, v1])
                with T.init():
                    T1[v0, v1] = T.float32(-1e+02)
                T1[v0, v1] = T.max(T1[v0, v1], A0[v0, v1 + v2])
        for i0, i1 in T.grid(3, 10):
            with T.block("S1"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(T1[v0, v1 - 2])
                T.writes(T2[v0, v1])
                T2[v0, v1] = T.if_then_else(2 <= v1 and v1 < 10, T1[v0, v1 - 2], T.float32(0.0))
