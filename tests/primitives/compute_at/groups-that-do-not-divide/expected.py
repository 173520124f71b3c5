from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((720, 8, 8), "float32"), Y: T.Buffer((720, 8, 8), "float32")):
        # with T.sblock("root"):
        B = T.sblock_alloc_buffer((45,))
        for c_o in range(8):
            for ax0 in range((c_o * 10 % 16 + 89) // 16 + 1):
                with T.sblock("init"):
                    vi = T.axis.spatial(45, c_o * 90 // 16 + ax0)
                    T.reads()
                    T.writes(B[vi])
                    B[vi] = T.Cast("float32", vi)
            for h, w, c_i in T.grid(8, 8, 90):
                with T.sblock("compute"):
                    hh, ww = T.axis.remap("SS", [h, w])
                    cc = T.axis.spatial(720, c_o * 90 + c_i)
                    T.reads(X[cc, hh, ww], B[cc // 16])
                    T.writes(Y[cc, hh, ww])
                    Y[cc, hh, ww] = X[cc, hh, ww] + B[cc // 16]
