# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32"), out: T.Buffer((64, 64), "float32")):
    T.func_attr({"layout_free_buffers": [1], "tirx.noalias": True})
    # with T.sblock("root"):
    matmul = T.sblock_alloc_buffer((64, 64))
    for i, j, k in T.grid(64, 64, 64):
        with T.sblock("matmul"):
            v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
            T.reads(A[v_i, v_k], B[v_k, v_j])
            T.writes(matmul[v_i, v_j])
            with T.init():
                matmul[v_i, v_j] = T.float32(0.0)
            matmul[v_i, v_j] = matmul[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
    for i, j in T.grid(64, 64):
        with T.sblock("out"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(matmul[v_i, v_j], C[v_i, v_j])
            T.writes(out[v_i, v_j])
            out[v_i, v_j] = matmul[v_i, v_j] + C[v_i, v_j]
