# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), S: T.Buffer((8,), "float32"), S_1: T.Buffer((8,), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i in range(8):
        for k in range(2, 16):
            with T.sblock("S"):
                v_i, v_k = T.axis.remap("SR", [i, k])
                T.reads(A[v_i, v_k])
                T.writes(S[v_i])
                with T.init():
                    S[v_i] = T.float32(340282346638528859811704183484516925440.0)
                S[v_i] = T.min(S[v_i], A[v_i, v_k])
    for i in range(8):
        for k in range(2, 16):
            with T.sblock("S_1"):
                v_i, v_k = T.axis.remap("SR", [i, k])
                T.reads(A[v_i, v_k])
                T.writes(S_1[v_i])
                with T.init():
                    S_1[v_i] = T.float32(-340282346638528859811704183484516925440.0)
                S_1[v_i] = T.max(S_1[v_i], A[v_i, v_k])
