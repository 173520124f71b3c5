# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    I_1 = T.sblock_alloc_buffer((8,), "int32")
    V = T.sblock_alloc_buffer((8,), "int32")
    for i in range(8):
        with T.sblock("I"):
            v_i = T.axis.spatial(8, i)
            T.reads(A[v_i])
            T.writes(I_1[v_i])
            I_1[v_i] = A[v_i] + 1
    for i in range(8):
        with T.sblock("V"):
            v_i = T.axis.spatial(8, i)
            T.reads(A[v_i])
            T.writes(V[v_i])
            V[v_i] = A[v_i] * 2
    for i in range(8):
        with T.sblock("B"):
            v_i = T.axis.spatial(8, i)
            T.reads(V[I_1[v_i] % 8], I_1[v_i])
            T.writes(B[v_i])
            B[v_i] = V[I_1[v_i] % 8]
