# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), o: T.Buffer((8, 16), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    m = T.sblock_alloc_buffer((8,))
    e = T.sblock_alloc_buffer((8, 16))
    s = T.sblock_alloc_buffer((8,))
    for i, k in T.grid(8, 16):
        with T.sblock("m"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(A[v_i, v_k])
            T.writes(m[v_i])
            with T.init():
                m[v_i] = T.float32(-340282346638528859811704183484516925440.0)
            m[v_i] = T.max(m[v_i], A[v_i, v_k])
    for i, j in T.grid(8, 16):
        with T.sblock("e"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(A[v_i, v_j], m[v_i])
            T.writes(e[v_i, v_j])
            e[v_i, v_j] = T.exp(A[v_i, v_j] - m[v_i])
    for i, k2 in T.grid(8, 16):
        with T.sblock("s"):
            v_i, v_k2 = T.axis.remap("SR", [i, k2])
            T.reads(e[v_i, v_k2])
            T.writes(s[v_i])
            with T.init():
                s[v_i] = T.float32(0.0)
            s[v_i] = s[v_i] + e[v_i, v_k2]
    for i, j in T.grid(8, 16):
        with T.sblock("o"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(e[v_i, v_j], s[v_i])
            T.writes(o[v_i, v_j])
            o[v_i, v_j] = e[v_i, v_j] / s[v_i]
