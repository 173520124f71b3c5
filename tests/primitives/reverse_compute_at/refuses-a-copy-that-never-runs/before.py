# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A0: T.Buffer((5, 3, 5), "float32"), T2: T.Buffer((5, 5), "float32")):
        # with T.block("root"):
        T1 = T.alloc_buffer((5, 1, 5))
        for i0, i1, i2, i3 in T.grid(5, 1, 5, 3):
            with T.block("S0"):
                v0, v1, v2, v3 = T.axis.remap("SSSR", [i0, i1, i2, i3])
                T.reads(A0[v0, v1 * 2 + v3, v2])
                T.writes(T1[v0, v1, v2])
                with T.init():
                    T1[v0, v1, v2] = T.float32(0.0)
                T1[v0, v1, v2] = T1[v0, v1, v2] + A0[v0, v1 * 2 + v3, v2]
        for i0, i1 in T.grid(5, 5):
            with T.block("S1"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(T1[v0, 0, v1])
                T.writes(T2[v0, v1])
                T2[v0, v1] = T1[v0, 0, v1]
