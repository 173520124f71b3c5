# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "int8"), B: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int8"), D: T.Buffer((8,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i, k in T.grid(8, 16):
        with T.sblock("B"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(A[v_i, v_k])
            T.writes(B[v_i])
            with T.init():
                B[v_i] = 0
            B[v_i] = B[v_i] + T.Cast("int32", A[v_i, v_k])
    for i, k in T.grid(8, 16):
        with T.sblock("C"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(A[v_i, v_k])
            T.writes(C[v_i])
            with T.init():
                C[v_i] = T.int8(-128)
            C[v_i] = T.max(C[v_i], A[v_i, v_k])
    for i, k in T.grid(8, 16):
        with T.sblock("D"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(A[v_i, v_k])
            T.writes(D[v_i])
            with T.init():
                D[v_i] = T.uint8(255)
            D[v_i] = T.min(D[v_i], T.Cast("uint8", A[v_i, v_k]))
