# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(data: T.Buffer((4, 32), "int8"), w: T.Buffer((16, 32), "int8"), q: T.Buffer((4, 16), "int8")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    acc = T.sblock_alloc_buffer((4, 16), "int32")
    for i, j, k in T.grid(4, 16, 32):
        with T.sblock("acc"):
            v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
            T.reads(data[v_i, v_k], w[v_j, v_k])
            T.writes(acc[v_i, v_j])
            with T.init():
                acc[v_i, v_j] = 0
            acc[v_i, v_j] = acc[v_i, v_j] + T.Cast("int32", data[v_i, v_k]) * T.Cast("int32", w[v_j, v_k])
    for i, j in T.grid(4, 16):
        with T.sblock("q"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(acc[v_i, v_j])
            T.writes(q[v_i, v_j])
            q[v_i, v_j] = T.Cast("int8", T.max(T.min(acc[v_i, v_j] * 7 + 64 >> 7, 127), -128))
