# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((T.int64(16),), "int32"), B: T.Buffer((T.int64(16),), "int32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i, k in T.grid(T.int64(16), T.int64(16)):
        with T.sblock("B"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(A[v_k])
            T.writes(B[v_i])
            with T.init():
                B[v_i] = 0
            B[v_i] = T.Cast("int32", T.Cast("int64", B[v_i]) + (T.Cast("int64", A[v_k]) + v_i))
