# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(s: T.float32, A: T.Buffer(("n",), "float32"), B: T.Buffer((n,), "float32")):
    n = T.int32()
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i in range(n):
        with T.sblock("B"):
            v_i = T.axis.spatial(n, i)
            T.reads(A[v_i])
            T.writes(B[v_i])
            B[v_i] = A[v_i] * s
