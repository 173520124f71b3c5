# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 3, 10, 10), "float32"), W: T.Buffer((4, 3, 3, 3), "float32"), C: T.Buffer((1, 4, 10, 10), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    Pad = T.sblock_alloc_buffer((1, 3, 12, 12))
    for n, c, h, w in T.grid(1, 3, 12, 12):
        with T.sblock("Pad"):
            v_n, v_c, v_h, v_w = T.axis.remap("SSSS", [n, c, h, w])
            T.reads(A[v_n, v_c, v_h - 1, v_w - 1])
            T.writes(Pad[v_n, v_c, v_h, v_w])
            Pad[v_n, v_c, v_h, v_w] = T.if_then_else(1 <= v_h and v_h < 11 and 1 <= v_w and v_w < 11, A[v_n, v_c, v_h - 1, v_w - 1], T.float32(0.0))
    for n, f, y, x, rc, ry, rx in T.grid(1, 4, 10, 10, 3, 3, 3):
        with T.sblock("C"):
            v_n, v_f, v_y, v_x, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [n, f, y, x, rc, ry, rx])
            T.reads(Pad[v_n, v_rc, v_y + v_ry, v_x + v_rx], W[v_f, v_rc, v_ry, v_rx])
            T.writes(C[v_n, v_f, v_y, v_x])
            with T.init():
                C[v_n, v_f, v_y, v_x] = T.float32(0.0)
            C[v_n, v_f, v_y, v_x] = C[v_n, v_f, v_y, v_x] + Pad[v_n, v_rc, v_y + v_ry, v_x + v_rx] * W[v_f, v_rc, v_ry, v_rx]
