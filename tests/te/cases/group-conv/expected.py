# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 16, 10, 10), "float32"), W: T.Buffer((32, 4, 3, 3), "float32"), group_conv2d: T.Buffer((1, 32, 8, 8), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for n, f, y, x, rc, ry, rx in T.grid(1, 32, 8, 8, 4, 3, 3):
        with T.sblock("group_conv2d"):
            v_n, v_f, v_y, v_x, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [n, f, y, x, rc, ry, rx])
            T.reads(A[v_n, v_f // 8 * 4 + v_rc, v_y + v_ry, v_x + v_rx], W[v_f, v_rc, v_ry, v_rx])
            T.writes(group_conv2d[v_n, v_f, v_y, v_x])
            with T.init():
                group_conv2d[v_n, v_f, v_y, v_x] = T.float32(0.0)
            group_conv2d[v_n, v_f, v_y, v_x] = group_conv2d[v_n, v_f, v_y, v_x] + A[v_n, v_f // 8 * 4 + v_rc, v_y + v_ry, v_x + v_rx] * W[v_f, v_rc, v_ry, v_rx]
