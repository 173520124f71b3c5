# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(B: T.Buffer((T.int64(16),), "int32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i in range(T.int64(16)):
        with T.sblock("B"):
            v_i = T.axis.spatial(T.int64(16), i)
            T.reads()
            T.writes(B[v_i])
            B[v_i] = T.Cast("int32", T.Select(v_i < T.int64(8), v_i * T.int64(2), T.int64(0)))
