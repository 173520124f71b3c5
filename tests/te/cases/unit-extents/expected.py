# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 1), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i, u, k in T.grid(8, 1, 1):
        with T.sblock("B"):
            v_i, v_u, v_k = T.axis.remap("SSR", [i, u, k])
            T.reads(A[v_i, v_k])
            T.writes(B[v_i, v_u])
            with T.init():
                B[v_i, v_u] = T.float32(0.0)
            B[v_i, v_u] = B[v_i, v_u] + A[v_i, v_k]
