# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(val: T.Buffer((8, 16), "float32"), PQ_v0: T.Buffer((8, 16), "float32"), PQ_v1: T.Buffer((8, 16), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i, j in T.grid(8, 16):
        with T.sblock("PQ_v0"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(val[v_i, v_j])
            T.writes(PQ_v0[v_i, v_j])
            PQ_v0[v_i, v_j] = val[v_i, v_j] + T.float32(1.0)
        with T.sblock("PQ_v1"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(val[v_i, v_j])
            T.writes(PQ_v1[v_i, v_j])
            PQ_v1[v_i, v_j] = val[v_i, v_j] * T.float32(2.0)
