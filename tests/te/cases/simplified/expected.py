# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32"), C: T.Buffer((8,), "float32"), D: T.Buffer((4,), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i, j in T.grid(8, 16):
        with T.sblock("B"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(A[v_i % 8, v_j % 16])
            T.writes(B[v_i, v_j])
            B[v_i, v_j] = A[v_i % 8, v_j % 16]
    for i, k in T.grid(8, 16):
        with T.sblock("C"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(A[v_i, v_k % 16])
            T.writes(C[v_i])
            with T.init():
                C[v_i] = T.float32(0.0)
            C[v_i] = C[v_i] + T.if_then_else(2 < v_i, A[v_i, v_k % 16], T.float32(0.0))
    for i in range(4):
        with T.sblock("D"):
            v_i = T.axis.spatial(4, i)
            T.reads(A[v_i, 0])
            T.writes(D[v_i])
            D[v_i] = T.Cast("float32", (v_i + 1) * (v_i + 2) - v_i * 3) + A[v_i, 0]
