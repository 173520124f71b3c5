# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(inputs: T.Buffer((1, 14, 14, 4), "float32"), weight: T.Buffer((3, 3, 4, 8), "float32"), conv2d_nhwc: T.Buffer((1, 14, 14, 8), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    PadInput = T.sblock_alloc_buffer((1, 16, 16, 4))
    for n, h, w, c in T.grid(1, 16, 16, 4):
        with T.sblock("PadInput"):
            v_n, v_h, v_w, v_c = T.axis.remap("SSSS", [n, h, w, c])
            T.reads(inputs[v_n, v_h - 1, v_w - 1, v_c])
            T.writes(PadInput[v_n, v_h, v_w, v_c])
            PadInput[v_n, v_h, v_w, v_c] = T.if_then_else(1 <= v_h and v_h < 15 and 1 <= v_w and v_w < 15, inputs[v_n, v_h - 1, v_w - 1, v_c], T.float32(0.0))
    for n, h, w, co, rh, rw, rc in T.grid(1, 14, 14, 8, 3, 3, 4):
        with T.sblock("conv2d_nhwc"):
            v_n, v_h, v_w, v_co, v_rh, v_rw, v_rc = T.axis.remap("SSSSRRR", [n, h, w, co, rh, rw, rc])
            T.reads(PadInput[v_n, v_h + v_rh, v_w + v_rw, v_rc], weight[v_rh, v_rw, v_rc, v_co])
            T.writes(conv2d_nhwc[v_n, v_h, v_w, v_co])
            with T.init():
                conv2d_nhwc[v_n, v_h, v_w, v_co] = T.float32(0.0)
            conv2d_nhwc[v_n, v_h, v_w, v_co] = conv2d_nhwc[v_n, v_h, v_w, v_co] + PadInput[v_n, v_h + v_rh, v_w + v_rw, v_rc] * weight[v_rh, v_rw, v_rc, v_co]
