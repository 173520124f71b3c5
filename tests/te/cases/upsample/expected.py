# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 3, 8, 8), "float32"), nearest: T.Buffer((1, 3, 16, 16), "float32"), resize: T.Buffer((1, 3, 20, 20), "float32"), D: T.Buffer((1, 3, 12, 12), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for n, c, y, x in T.grid(1, 3, 16, 16):
        with T.sblock("nearest"):
            v_n, v_c, v_y, v_x = T.axis.remap("SSSS", [n, c, y, x])
            T.reads(A[v_n, v_c, v_y // 2, v_x // 2])
            T.writes(nearest[v_n, v_c, v_y, v_x])
            nearest[v_n, v_c, v_y, v_x] = A[v_n, v_c, v_y // 2, v_x // 2]
    for n, c, y, x in T.grid(1, 3, 20, 20):
        with T.sblock("resize"):
            v_n, v_c, v_y, v_x = T.axis.remap("SSSS", [n, c, y, x])
            T.reads(A[v_n, v_c, T.min(v_y * 8 // 20, 7), T.max(v_x * 2 // 5, 0)])
            T.writes(resize[v_n, v_c, v_y, v_x])
            resize[v_n, v_c, v_y, v_x] = A[v_n, v_c, T.min(v_y * 8 // 20, 7), T.max(v_x * 2 // 5, 0)]
    for n, c, y, x in T.grid(1, 3, 12, 12):
        with T.sblock("D"):
            v_n, v_c, v_y, v_x = T.axis.remap("SSSS", [n, c, y, x])
            T.reads(A[v_n, v_c, v_y * 2 // 3, v_x * 2 // 3])
            T.writes(D[v_n, v_c, v_y, v_x])
            D[v_n, v_c, v_y, v_x] = A[v_n, v_c, v_y * 2 // 3, v_x * 2 // 3]
