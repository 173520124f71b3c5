# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(placeholder: T.Buffer(("n", "m"), "float32"), compute: T.Buffer((n, m), "float32")):
    n, m = T.int32(), T.int32()
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    compute_1 = T.sblock_alloc_buffer((n, m))
    for i, j in T.grid(n, m):
        with T.sblock("compute"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(placeholder[v_i, v_j])
            T.writes(compute_1[v_i, v_j])
            compute_1[v_i, v_j] = placeholder[v_i, v_j] * T.float32(2.0) + T.float32(1.0)
    for i, j in T.grid(n, m):
        with T.sblock("compute_1"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(compute_1[v_i, v_j])
            T.writes(compute[v_i, v_j])
            compute[v_i, v_j] = T.exp(compute_1[v_i, v_j])
