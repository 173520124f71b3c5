# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(X: T.Buffer((32, 64), "float32"), gamma: T.Buffer((64,), "float32"), beta: T.Buffer((64,), "float32"), out: T.Buffer((32, 64), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    s = T.sblock_alloc_buffer((32,))
    mean = T.sblock_alloc_buffer((32,))
    var = T.sblock_alloc_buffer((32,))
    for i, k in T.grid(32, 64):
        with T.sblock("s"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(X[v_i, v_k])
            T.writes(s[v_i])
            with T.init():
                s[v_i] = T.float32(0.0)
            s[v_i] = s[v_i] + X[v_i, v_k]
    for i in range(32):
        with T.sblock("mean"):
            v_i = T.axis.spatial(32, i)
            T.reads(s[v_i])
            T.writes(mean[v_i])
            mean[v_i] = s[v_i] / T.float32(64.0)
    for i, k2 in T.grid(32, 64):
        with T.sblock("var"):
            v_i, v_k2 = T.axis.remap("SR", [i, k2])
            T.reads(X[v_i, v_k2], mean[v_i])
            T.writes(var[v_i])
            with T.init():
                var[v_i] = T.float32(0.0)
            var[v_i] = var[v_i] + (X[v_i, v_k2] - mean[v_i]) * (X[v_i, v_k2] - mean[v_i])
    for i, j in T.grid(32, 64):
        with T.sblock("out"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(X[v_i, v_j], mean[v_i], var[v_i], gamma[v_j], beta[v_j])
            T.writes(out[v_i, v_j])
            out[v_i, v_j] = (X[v_i, v_j] - mean[v_i]) * T.rsqrt(var[v_i] / T.float32(64.0) + T.float32(1.0000000000000001e-05)) * gamma[v_j] + beta[v_j]
