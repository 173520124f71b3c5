# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(F: T.Buffer((T.int64(16),), "float32"), B_v0: T.Buffer((T.int64(1),), "int32"), B_v1: T.Buffer((T.int64(1),), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i, k in T.grid(T.int64(1), T.int64(16)):
        with T.sblock("B"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(F[v_k])
            T.writes(B_v0[v_i], B_v1[v_i])
            with T.init():
                B_v0[v_i] = -1
                B_v1[v_i] = T.float32(-340282346638528859811704183484516925440.0)
            v_B_v0: T.let[T.int64] = T.Select(B_v1[v_i] >= F[v_k], T.Cast("int64", B_v0[v_i]), v_k)
            v_B_v1: T.let[T.float32] = T.Select(B_v1[v_i] >= F[v_k], B_v1[v_i], F[v_k])
            B_v0[v_i] = T.Cast("int32", v_B_v0)
            B_v1[v_i] = v_B_v1
