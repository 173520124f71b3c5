# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32"), C: T.Buffer((8, 16), "int8")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for x, y in T.grid(8, 16):
        with T.sblock("B"):
            v_x, v_y = T.axis.remap("SS", [x, y])
            T.reads(A[v_x, v_y])
            T.writes(B[v_x, v_y])
            B[v_x, v_y] = A[v_x, v_y] + T.Cast("float32", v_x)
    for i, j in T.grid(8, 16):
        with T.sblock("C"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(B[v_i, v_j])
            T.writes(C[v_i, v_j])
            C[v_i, v_j] = T.Cast("int8", B[v_i, v_j])
