# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 3, 6, 6), "float32"), W: T.Buffer((3, 5, 4, 4), "float32"), C: T.Buffer((1, 5, 12, 12), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    dilate = T.sblock_alloc_buffer((1, 3, 11, 11))
    P = T.sblock_alloc_buffer((1, 3, 15, 15))
    for n, c, y, x in T.grid(1, 3, 11, 11):
        with T.sblock("dilate"):
            v_n, v_c, v_y, v_x = T.axis.remap("SSSS", [n, c, y, x])
            T.reads(A[v_n, v_c, v_y // 2, v_x // 2])
            T.writes(dilate[v_n, v_c, v_y, v_x])
            dilate[v_n, v_c, v_y, v_x] = T.if_then_else(v_y % 2 == 0 and v_x % 2 == 0, A[v_n, v_c, v_y // 2, v_x // 2], T.float32(0.0))
    for n, c, y, x in T.grid(1, 3, 15, 15):
        with T.sblock("P"):
            v_n, v_c, v_y, v_x = T.axis.remap("SSSS", [n, c, y, x])
            T.reads(dilate[v_n, v_c, v_y - 2, v_x - 2])
            T.writes(P[v_n, v_c, v_y, v_x])
            P[v_n, v_c, v_y, v_x] = T.if_then_else(2 <= v_y and v_y < 13 and 2 <= v_x and v_x < 13, dilate[v_n, v_c, v_y - 2, v_x - 2], T.float32(0.0))
    for b, c, h, w, dc, dh, dw in T.grid(1, 5, 12, 12, 3, 4, 4):
        with T.sblock("C"):
            v_b, v_c, v_h, v_w, v_dc, v_dh, v_dw = T.axis.remap("SSSSRRR", [b, c, h, w, dc, dh, dw])
            T.reads(P[v_b, v_dc, v_h + v_dh, v_w + v_dw], W[v_dc, v_c, 3 - v_dh, 3 - v_dw])
            T.writes(C[v_b, v_c, v_h, v_w])
            with T.init():
                C[v_b, v_c, v_h, v_w] = T.float32(0.0)
            C[v_b, v_c, v_h, v_w] = C[v_b, v_c, v_h, v_w] + P[v_b, v_dc, v_h + v_dh, v_w + v_dw] * W[v_dc, v_c, 3 - v_dh, 3 - v_dw]
