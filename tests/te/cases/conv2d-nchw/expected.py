# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(data: T.Buffer((1, 4, 14, 14), "float32"), weight: T.Buffer((8, 4, 3, 3), "float32"), conv2d_nchw: T.Buffer((1, 8, 7, 7), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    pad_temp = T.sblock_alloc_buffer((1, 4, 16, 16))
    for n, c, i, j in T.grid(1, 4, 16, 16):
        with T.sblock("pad_temp"):
            v_n, v_c, v_i, v_j = T.axis.remap("SSSS", [n, c, i, j])
            T.reads(data[v_n, v_c, v_i - 1, v_j - 1])
            T.writes(pad_temp[v_n, v_c, v_i, v_j])
            pad_temp[v_n, v_c, v_i, v_j] = T.if_then_else(1 <= v_i and v_i < 15 and 1 <= v_j and v_j < 15, data[v_n, v_c, v_i - 1, v_j - 1], T.float32(0.0))
    for nn, ff, yy, xx, rc, ry, rx in T.grid(1, 8, 7, 7, 4, 3, 3):
        with T.sblock("conv2d_nchw"):
            v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
            T.reads(pad_temp[v_nn, v_rc, v_yy * 2 + v_ry, v_xx * 2 + v_rx], weight[v_ff, v_rc, v_ry, v_rx])
            T.writes(conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
            with T.init():
                conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
            conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_rc, v_yy * 2 + v_ry, v_xx * 2 + v_rx] * weight[v_ff, v_rc, v_ry, v_rx]
