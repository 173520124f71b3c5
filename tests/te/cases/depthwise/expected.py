# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(data: T.Buffer((1, 8, 16, 16), "float16"), filter: T.Buffer((8, 1, 3, 3), "float16"), cast: T.Buffer((1, 8, 14, 14), "float16")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    DepthwiseConv2d = T.sblock_alloc_buffer((1, 8, 14, 14))
    for b, c, i, j, di, dj in T.grid(1, 8, 14, 14, 3, 3):
        with T.sblock("DepthwiseConv2d"):
            v_b, v_c, v_i, v_j, v_di, v_dj = T.axis.remap("SSSSRR", [b, c, i, j, di, dj])
            T.reads(data[v_b, v_c, v_i + v_di, v_j + v_dj], filter[v_c, 0, v_di, v_dj])
            T.writes(DepthwiseConv2d[v_b, v_c, v_i, v_j])
            with T.init():
                DepthwiseConv2d[v_b, v_c, v_i, v_j] = T.float32(0.0)
            DepthwiseConv2d[v_b, v_c, v_i, v_j] = DepthwiseConv2d[v_b, v_c, v_i, v_j] + T.Cast("float32", data[v_b, v_c, v_i + v_di, v_j + v_dj]) * T.Cast("float32", filter[v_c, 0, v_di, v_dj])
    for i0, i1, i2, i3 in T.grid(1, 8, 14, 14):
        with T.sblock("cast"):
            v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
            T.reads(DepthwiseConv2d[v_i0, v_i1, v_i2, v_i3])
            T.writes(cast[v_i0, v_i1, v_i2, v_i3])
            cast[v_i0, v_i1, v_i2, v_i3] = T.Cast("float16", DepthwiseConv2d[v_i0, v_i1, v_i2, v_i3])
