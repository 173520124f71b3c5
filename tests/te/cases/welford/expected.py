# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), mean: T.Buffer((8,), "float32"), variance: T.Buffer((8,), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    S_v0 = T.sblock_alloc_buffer((8,))
    S_v1 = T.sblock_alloc_buffer((8,))
    for i, k in T.grid(8, 16):
        with T.sblock("S"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(A[v_i, v_k])
            T.writes(S_v0[v_i], S_v1[v_i])
            with T.init():
                S_v0[v_i] = T.float32(0.0)
                S_v1[v_i] = T.float32(0.0)
            v_S_v0: T.let[T.float32] = S_v0[v_i] + A[v_i, v_k]
            v_S_v1: T.let[T.float32] = S_v1[v_i] + A[v_i, v_k] * A[v_i, v_k]
            S_v0[v_i] = v_S_v0
            S_v1[v_i] = v_S_v1
    for i in range(8):
        with T.sblock("mean"):
            v_i = T.axis.spatial(8, i)
            T.reads(S_v0[v_i])
            T.writes(mean[v_i])
            mean[v_i] = S_v0[v_i] / T.float32(16.0)
    for i in range(8):
        with T.sblock("variance"):
            v_i = T.axis.spatial(8, i)
            T.reads(S_v1[v_i], mean[v_i])
            T.writes(variance[v_i])
            variance[v_i] = S_v1[v_i] / T.float32(16.0) - mean[v_i] * mean[v_i]
