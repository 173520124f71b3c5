# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), gelu: T.Buffer((8, 16), "float32"), gelu_tanh: T.Buffer((8, 16), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    relu6 = T.sblock_alloc_buffer((8, 16))
    for i0, i1 in T.grid(8, 16):
        with T.sblock("relu6"):
            v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
            T.reads(A[v_i0, v_i1])
            T.writes(relu6[v_i0, v_i1])
            relu6[v_i0, v_i1] = T.min(T.max(A[v_i0, v_i1], T.float32(0.0)), T.float32(6.0))
    for i0, i1 in T.grid(8, 16):
        with T.sblock("gelu"):
            v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
            T.reads(relu6[v_i0, v_i1])
            T.writes(gelu[v_i0, v_i1])
            gelu[v_i0, v_i1] = T.float32(0.5) * relu6[v_i0, v_i1] * (T.float32(1.0) + T.erf(relu6[v_i0, v_i1] / T.sqrt(T.float32(2.0))))
    for i, j in T.grid(8, 16):
        with T.sblock("gelu_tanh"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(A[v_i, v_j])
            T.writes(gelu_tanh[v_i, v_j])
            gelu_tanh[v_i, v_j] = T.float32(0.5) * A[v_i, v_j] * (T.float32(1.0) + T.tanh(T.float32(0.79788456080000003) * (A[v_i, v_j] + T.float32(0.044714999999999998) * A[v_i, v_j] * A[v_i, v_j] * A[v_i, v_j])))
