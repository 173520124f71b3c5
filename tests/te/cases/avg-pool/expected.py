# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 2, 12, 12), "float32"), pool_avg: T.Buffer((1, 2, 6, 6), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    pool_sum = T.sblock_alloc_buffer((1, 2, 6, 6))
    for n, c, h, w, kh, kw in T.grid(1, 2, 6, 6, 2, 2):
        with T.sblock("pool_sum"):
            v_n, v_c, v_h, v_w, v_kh, v_kw = T.axis.remap("SSSSRR", [n, c, h, w, kh, kw])
            T.reads(A[v_n, v_c, v_h * 2 + v_kh, v_w * 2 + v_kw])
            T.writes(pool_sum[v_n, v_c, v_h, v_w])
            with T.init():
                pool_sum[v_n, v_c, v_h, v_w] = T.float32(0.0)
            pool_sum[v_n, v_c, v_h, v_w] = pool_sum[v_n, v_c, v_h, v_w] + A[v_n, v_c, v_h * 2 + v_kh, v_w * 2 + v_kw]
    for n, c, h, w in T.grid(1, 2, 6, 6):
        with T.sblock("pool_avg"):
            v_n, v_c, v_h, v_w = T.axis.remap("SSSS", [n, c, h, w])
            T.reads(pool_sum[v_n, v_c, v_h, v_w])
            T.writes(pool_avg[v_n, v_c, v_h, v_w])
            pool_avg[v_n, v_c, v_h, v_w] = pool_sum[v_n, v_c, v_h, v_w] / T.float32(4.0)
