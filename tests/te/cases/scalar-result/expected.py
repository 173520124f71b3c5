# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), S: T.Buffer((), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for k2, k in T.grid(8, 16):
        with T.sblock("S"):
            v_k2, v_k = T.axis.remap("RR", [k2, k])
            T.reads(A[v_k2, v_k])
            T.writes(S[()])
            with T.init():
                S[()] = T.float32(0.0)
            S[()] = S[()] + A[v_k2, v_k]
