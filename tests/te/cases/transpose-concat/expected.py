# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((4, 16), "float32"), T_1: T.Buffer((16, 8), "float32"), split: T.Buffer((8, 2, 8), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    concat = T.sblock_alloc_buffer((12, 16))
    for i, j in T.grid(16, 8):
        with T.sblock("T"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(A[v_j, v_i])
            T.writes(T_1[v_i, v_j])
            T_1[v_i, v_j] = A[v_j, v_i]
    for i, j in T.grid(12, 16):
        with T.sblock("concat"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(A[v_i, v_j], B[v_i - 8, v_j])
            T.writes(concat[v_i, v_j])
            concat[v_i, v_j] = T.if_then_else(v_i < 8, A[v_i, v_j], B[v_i - 8, v_j])
    for i, j, k in T.grid(8, 2, 8):
        with T.sblock("split"):
            v_i, v_j, v_k = T.axis.remap("SSS", [i, j, k])
            T.reads(concat[v_i, v_j * 8 + v_k])
            T.writes(split[v_i, v_j, v_k])
            split[v_i, v_j, v_k] = concat[v_i, v_j * 8 + v_k]
