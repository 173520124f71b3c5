# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "int32"), F: T.Buffer((8,), "float32"), B: T.Buffer((8,), "int32"), C: T.Buffer((8,), "float32"), D: T.Buffer((8,), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i in range(8):
        with T.sblock("B"):
            v_i = T.axis.spatial(8, i)
            T.reads(A[v_i])
            T.writes(B[v_i])
            B[v_i] = T.Div(A[v_i] - 5, 3)
    for i in range(8):
        with T.sblock("C"):
            v_i = T.axis.spatial(8, i)
            T.reads(F[v_i])
            T.writes(C[v_i])
            C[v_i] = F[v_i] / T.float32(3.0)
    for i, k in T.grid(8, 4):
        with T.sblock("D"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(F[v_i])
            T.writes(D[v_i])
            with T.init():
                D[v_i] = T.float32(0.0)
            D[v_i] = D[v_i] + F[v_i] * T.Cast("float32", v_k)
