# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(F: T.Buffer((T.int64(16),), "float32"), m: T.int64, n: T.int64, B: T.Buffer((n * T.int64(2),), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i in range(n * T.int64(2)):
        with T.sblock("B"):
            v_i = T.axis.spatial(n * T.int64(2), i)
            T.reads(F[v_i])
            T.writes(B[v_i])
            B[v_i] = T.if_then_else(v_i < m, F[v_i], T.float32(0.0)) * T.Cast("float32", n)
