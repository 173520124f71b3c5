# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 2, 13, 13), "float32"), pool: T.Buffer((1, 2, 7, 7), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    pad = T.sblock_alloc_buffer((1, 2, 15, 15))
    for n, c, h, w in T.grid(1, 2, 15, 15):
        with T.sblock("pad"):
            v_n, v_c, v_h, v_w = T.axis.remap("SSSS", [n, c, h, w])
            T.reads(A[v_n, v_c, v_h - 1, v_w - 1])
            T.writes(pad[v_n, v_c, v_h, v_w])
            pad[v_n, v_c, v_h, v_w] = T.if_then_else(v_h < 1 or 14 <= v_h or v_w < 1 or 14 <= v_w, T.float32(-340282346638528859811704183484516925440.0), A[v_n, v_c, v_h - 1, v_w - 1])
    for n, c, h, w, kh, kw in T.grid(1, 2, 7, 7, 3, 3):
        with T.sblock("pool"):
            v_n, v_c, v_h, v_w, v_kh, v_kw = T.axis.remap("SSSSRR", [n, c, h, w, kh, kw])
            T.reads(pad[v_n, v_c, v_h * 2 + v_kh, v_w * 2 + v_kw])
            T.writes(pool[v_n, v_c, v_h, v_w])
            with T.init():
                pool[v_n, v_c, v_h, v_w] = T.float32(-340282346638528859811704183484516925440.0)
            pool[v_n, v_c, v_h, v_w] = T.max(pool[v_n, v_c, v_h, v_w], pad[v_n, v_c, v_h * 2 + v_kh, v_w * 2 + v_kw])
