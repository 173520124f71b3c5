# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 4, 20, 20), "float32"), W: T.Buffer((8, 4, 3, 3), "float32"), C: T.Buffer((1, 8, 16, 16), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for n, f, y, x, rc, ry, rx in T.grid(1, 8, 16, 16, 4, 3, 3):
        with T.sblock("C"):
            v_n, v_f, v_y, v_x, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [n, f, y, x, rc, ry, rx])
            T.reads(A[v_n, v_rc, v_ry * 2 + v_y, v_rx * 2 + v_x], W[v_f, v_rc, v_ry, v_rx])
            T.writes(C[v_n, v_f, v_y, v_x])
            with T.init():
                C[v_n, v_f, v_y, v_x] = T.float32(0.0)
            C[v_n, v_f, v_y, v_x] = C[v_n, v_f, v_y, v_x] + A[v_n, v_rc, v_ry * 2 + v_y, v_rx * 2 + v_x] * W[v_f, v_rc, v_ry, v_rx]
