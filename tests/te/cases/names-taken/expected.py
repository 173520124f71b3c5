# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), A_1: T.Buffer((8, 16), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    A_2 = T.sblock_alloc_buffer((8, 16))
    for x, y in T.grid(8, 16):
        with T.sblock("A"):
            v_x, v_y = T.axis.remap("SS", [x, y])
            T.reads(A[v_x, v_y])
            T.writes(A_2[v_x, v_y])
            A_2[v_x, v_y] = A[v_x, v_y] + T.float32(1.0)
    for x, y in T.grid(8, 16):
        with T.sblock("A_1"):
            v_x, v_y = T.axis.remap("SS", [x, y])
            T.reads(A_2[v_x, v_y])
            T.writes(A_1[v_x, v_y])
            A_1[v_x, v_y] = A_2[v_x, v_y] + T.float32(1.0)
