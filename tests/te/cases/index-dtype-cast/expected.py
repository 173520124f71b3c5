# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(F: T.Buffer((T.int64(16),), "float32"), B: T.Buffer((T.int64(16),), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i in range(T.int64(16)):
        with T.sblock("B"):
            v_i = T.axis.spatial(T.int64(16), i)
            T.reads(F[v_i])
            T.writes(B[v_i])
            B[v_i] = F[v_i]
