# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for x, i0 in T.grid(8, 16):
        with T.sblock("B"):
            v_x, v_i0 = T.axis.remap("SS", [x, i0])
            T.reads(A[v_x, v_i0])
            T.writes(B[v_x, v_i0])
            B[v_x, v_i0] = A[v_x, v_i0] + T.float32(1.0)
