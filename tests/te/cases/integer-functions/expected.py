# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i in range(8):
        with T.sblock("B"):
            v_i = T.axis.spatial(8, i)
            T.reads(A[v_i])
            T.writes(B[v_i])
            B[v_i] = T.max(T.Select(0 <= A[v_i], A[v_i], 0 - A[v_i]), v_i) - T.Div(A[v_i], 3) * (A[v_i] % 5)
