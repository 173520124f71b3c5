# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32"), C: T.Buffer((8, 16), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i, j in T.grid(8, 16):
        with T.sblock("B"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(A[v_i, v_j])
            T.writes(B[v_i, v_j])
            B[v_i, v_j] = T.log(T.sqrt(T.tanh(T.sigmoid(A[v_i, v_j])))) + T.pow(A[v_i, v_j], T.float32(2.0)) + T.fabs(A[v_i, v_j]) + T.floor(A[v_i, v_j]) + T.erf(A[v_i, v_j])
    for i, j in T.grid(8, 16):
        with T.sblock("C"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(A[v_i, v_j])
            T.writes(C[v_i, v_j])
            C[v_i, v_j] = T.max(A[v_i, v_j], T.float32(0.0)) + T.min(T.min(A[v_i, v_j], T.float32(1.0)), T.float32(2.0)) - A[v_i, v_j] * T.float32(-1.0) / T.float32(2.0)
