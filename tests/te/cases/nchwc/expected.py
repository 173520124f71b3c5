# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(data_vec: T.Buffer((1, 4, 10, 10, 4), "float32"), kernel_vec: T.Buffer((2, 4, 3, 3, 4, 8), "float32"), conv2d_NCHWc: T.Buffer((1, 2, 8, 8, 8), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for n, oc, oh, ow, ob, ic, kh, kw in T.grid(1, 2, 8, 8, 8, 16, 3, 3):
        with T.sblock("conv2d_NCHWc"):
            v_n, v_oc, v_oh, v_ow, v_ob, v_ic, v_kh, v_kw = T.axis.remap("SSSSSRRR", [n, oc, oh, ow, ob, ic, kh, kw])
            T.reads(data_vec[v_n, v_ic // 4, v_oh + v_kh, v_ow + v_kw, v_ic % 4], kernel_vec[v_oc, v_ic // 4, v_kh, v_kw, v_ic % 4, v_ob])
            T.writes(conv2d_NCHWc[v_n, v_oc, v_oh, v_ow, v_ob])
            with T.init():
                conv2d_NCHWc[v_n, v_oc, v_oh, v_ow, v_ob] = T.float32(0.0)
            conv2d_NCHWc[v_n, v_oc, v_oh, v_ow, v_ob] = conv2d_NCHWc[v_n, v_oc, v_oh, v_ow, v_ob] + data_vec[v_n, v_ic // 4, v_oh + v_kh, v_ow + v_kw, v_ic % 4] * kernel_vec[v_oc, v_ic // 4, v_kh, v_kw, v_ic % 4, v_ob]
