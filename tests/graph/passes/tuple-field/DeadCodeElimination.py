# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(lv1: T.Buffer((T.int64(2), T.int64(8)), "float32"), lv2: T.Buffer((T.int64(2), T.int64(8)), "float32"), T_add: T.Buffer((T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv1[v_ax0, v_ax1], lv2[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = lv1[v_ax0, v_ax1] + lv2[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def concatenate(lv5: T.Buffer((T.int64(2), T.int64(8)), "float32"), lv1: T.Buffer((T.int64(2), T.int64(8)), "float32"), T_concat: T.Buffer((T.int64(4), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(4), T.int64(8)):
            with T.sblock("T_concat"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv1[v_ax0 - T.int64(2), v_ax1], lv5[v_ax0, v_ax1])
                T.writes(T_concat[v_ax0, v_ax1])
                T_concat[v_ax0, v_ax1] = T.if_then_else(T.int64(2) <= v_ax0, lv1[v_ax0 - T.int64(2), v_ax1], lv5[v_ax0, v_ax1])

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(lv: T.Buffer((T.int64(2), T.int64(8)), "float32"), compute: T.Buffer((T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(lv[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(lv[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def tir_negative(lv6: T.Buffer((T.int64(4), T.int64(8)), "float32"), compute: T.Buffer((T.int64(4), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(4), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(lv6[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = lv6[v_i0, v_i1] * T.float32(-1.0)

    @R.function
    def main(t: R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32"))) -> R.Tensor((4, 8), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = t[0]
            lv1 = R.call_tir(cls.tir_exp, (lv,), out_ty=R.Tensor((2, 8), dtype="float32"))
            lv2: R.Tensor((2, 8), dtype="float32") = t[1]
            lv3 = R.call_tir(cls.add, (lv1, lv2), out_ty=R.Tensor((2, 8), dtype="float32"))
            lv4: R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32")) = lv1, lv3
            lv5: R.Tensor((2, 8), dtype="float32") = lv4[1]
            lv6 = R.call_tir(cls.concatenate, (lv5, lv1), out_ty=R.Tensor((4, 8), dtype="float32"))
            lv7 = R.call_tir(cls.tir_negative, (lv6,), out_ty=R.Tensor((4, 8), dtype="float32"))
            gv: R.Tensor((4, 8), dtype="float32") = lv7
            R.output(gv)
        return gv