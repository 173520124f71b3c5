# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((3, 3), "float32"), C: T.Buffer((3, 3), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    G = T.sblock_alloc_buffer((3, 3))
    for i, j in T.grid(3, 3):
        with T.sblock("G"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads()
            T.writes(G[v_i, v_j])
            G[v_i, v_j] = T.Select(v_i % 3 == 2 and v_j % 3 == 2, T.float32(-1.0), T.Select(v_i % 3 == 2 and v_j % 3 == 1, T.float32(1.0), T.Select(v_i % 3 == 2 and v_j % 3 == 0, T.float32(0.0), T.Select(v_i % 3 == 1 and v_j % 3 == 2, T.float32(0.25), T.Select(v_i % 3 == 1 and v_j % 3 == 1, T.float32(-0.5), T.Select(v_i % 3 == 1 and v_j % 3 == 0, T.float32(0.5), T.Select(v_i % 3 == 0 and v_j % 3 == 2, T.float32(2.0), T.Select(v_i % 3 == 0 and v_j % 3 == 1, T.float32(0.0), T.Select(v_i % 3 == 0 and v_j % 3 == 0, T.float32(1.0), T.float32(0.0))))))))))
    for i, j, k in T.grid(3, 3, 3):
        with T.sblock("C"):
            v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
            T.reads(G[v_i, v_k], A[v_k, v_j])
            T.writes(C[v_i, v_j])
            with T.init():
                C[v_i, v_j] = T.float32(0.0)
            C[v_i, v_j] = C[v_i, v_j] + G[v_i, v_k] * A[v_k, v_j]
