# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((66,), "float32"), B: T.Buffer((64,), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i in range(64):
        with T.sblock("B"):
            v_i = T.axis.spatial(64, i)
            T.reads(A[v_i:v_i + 3])
            T.writes(B[v_i])
            B[v_i] = A[v_i] * T.float32(0.25) + A[v_i + 1] * T.float32(0.5) + A[v_i + 2] * T.float32(0.25)
