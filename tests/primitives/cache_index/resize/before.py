from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 3, 10, 10), "float32"), resize: T.Buffer((1, 3, 20, 20), "float32")):
        for i0, i1, i2, i3 in T.grid(1, 3, 20, 20):
            with T.block("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(A[v_i0, v_i1, 0:10, 0:10])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = A[v_i0, v_i1, T.max(T.min(T.Div(v_i2, 2), 9), 0), T.max(T.min(T.Div(v_i3, 2), 9), 0)]
