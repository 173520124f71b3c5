# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(q: T.Buffer((1, 2, 8, 4), "float32"), kk: T.Buffer((1, 2, 8, 4), "float32"), v: T.Buffer((1, 2, 8, 4), "float32"), o: T.Buffer((1, 2, 8, 4), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    score = T.sblock_alloc_buffer((1, 2, 8, 8))
    masked = T.sblock_alloc_buffer((1, 2, 8, 8))
    mx = T.sblock_alloc_buffer((1, 2, 8))
    ex = T.sblock_alloc_buffer((1, 2, 8, 8))
    sm = T.sblock_alloc_buffer((1, 2, 8))
    for b, h, i, j, d in T.grid(1, 2, 8, 8, 4):
        with T.sblock("score"):
            v_b, v_h, v_i, v_j, v_d = T.axis.remap("SSSSR", [b, h, i, j, d])
            T.reads(q[v_b, v_h, v_i, v_d], kk[v_b, v_h, v_j, v_d])
            T.writes(score[v_b, v_h, v_i, v_j])
            with T.init():
                score[v_b, v_h, v_i, v_j] = T.float32(0.0)
            score[v_b, v_h, v_i, v_j] = score[v_b, v_h, v_i, v_j] + q[v_b, v_h, v_i, v_d] * kk[v_b, v_h, v_j, v_d]
    for b, h, i, j in T.grid(1, 2, 8, 8):
        with T.sblock("masked"):
            v_b, v_h, v_i, v_j = T.axis.remap("SSSS", [b, h, i, j])
            T.reads(score[v_b, v_h, v_i, v_j])
            T.writes(masked[v_b, v_h, v_i, v_j])
            masked[v_b, v_h, v_i, v_j] = T.if_then_else(v_j <= v_i, score[v_b, v_h, v_i, v_j] * T.float32(0.5), T.float32(-340282346638528859811704183484516925440.0))
    for b, h, i, t in T.grid(1, 2, 8, 8):
        with T.sblock("mx"):
            v_b, v_h, v_i, v_t = T.axis.remap("SSSR", [b, h, i, t])
            T.reads(masked[v_b, v_h, v_i, v_t])
            T.writes(mx[v_b, v_h, v_i])
            with T.init():
                mx[v_b, v_h, v_i] = T.float32(-340282346638528859811704183484516925440.0)
            mx[v_b, v_h, v_i] = T.max(mx[v_b, v_h, v_i], masked[v_b, v_h, v_i, v_t])
    for b, h, i, j in T.grid(1, 2, 8, 8):
        with T.sblock("ex"):
            v_b, v_h, v_i, v_j = T.axis.remap("SSSS", [b, h, i, j])
            T.reads(masked[v_b, v_h, v_i, v_j], mx[v_b, v_h, v_i])
            T.writes(ex[v_b, v_h, v_i, v_j])
            ex[v_b, v_h, v_i, v_j] = T.exp(masked[v_b, v_h, v_i, v_j] - mx[v_b, v_h, v_i])
    for b, h, i, t2 in T.grid(1, 2, 8, 8):
        with T.sblock("sm"):
            v_b, v_h, v_i, v_t2 = T.axis.remap("SSSR", [b, h, i, t2])
            T.reads(ex[v_b, v_h, v_i, v_t2])
            T.writes(sm[v_b, v_h, v_i])
            with T.init():
                sm[v_b, v_h, v_i] = T.float32(0.0)
            sm[v_b, v_h, v_i] = sm[v_b, v_h, v_i] + ex[v_b, v_h, v_i, v_t2]
    for b, h, i, d, t3 in T.grid(1, 2, 8, 4, 8):
        with T.sblock("o"):
            v_b, v_h, v_i, v_d, v_t3 = T.axis.remap("SSSSR", [b, h, i, d, t3])
            T.reads(ex[v_b, v_h, v_i, v_t3], sm[v_b, v_h, v_i], v[v_b, v_h, v_t3, v_d])
            T.writes(o[v_b, v_h, v_i, v_d])
            with T.init():
                o[v_b, v_h, v_i, v_d] = T.float32(0.0)
            o[v_b, v_h, v_i, v_d] = o[v_b, v_h, v_i, v_d] + ex[v_b, v_h, v_i, v_t3] / sm[v_b, v_h, v_i] * v[v_b, v_h, v_t3, v_d]
