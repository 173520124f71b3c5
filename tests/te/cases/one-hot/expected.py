# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(idx: T.Buffer((8,), "int64"), one_hot: T.Buffer((8, 10), "float32"), C: T.Buffer((8, 10), "int32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i, j in T.grid(8, 10):
        with T.sblock("one_hot"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(idx[v_i])
            T.writes(one_hot[v_i, v_j])
            one_hot[v_i, v_j] = T.if_then_else(idx[v_i] == T.Cast("int64", v_j), T.float32(1.0), T.float32(0.0))
    for i, j in T.grid(8, 10):
        with T.sblock("C"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(idx[v_i])
            T.writes(C[v_i, v_j])
            C[v_i, v_j] = T.Select(idx[v_i] == T.Cast("int64", v_j), 1, 0)
