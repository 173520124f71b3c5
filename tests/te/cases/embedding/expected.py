# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(table: T.Buffer((100, 16), "float32"), idx: T.Buffer((8,), "int32"), take: T.Buffer((8, 16), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i, j in T.grid(8, 16):
        with T.sblock("take"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(table[idx[v_i], v_j], idx[v_i])
            T.writes(take[v_i, v_j])
            take[v_i, v_j] = table[idx[v_i], v_j]
