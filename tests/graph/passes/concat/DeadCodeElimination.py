# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def concatenate(lv: T.Buffer((T.int64(2), T.int64(8)), "float32"), lv1: T.Buffer((T.int64(2), T.int64(8)), "float32"), T_concat: T.Buffer((T.int64(4), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(4), T.int64(8)):
            with T.sblock("T_concat"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv1[v_ax0 - T.int64(2), v_ax1], lv[v_ax0, v_ax1])
                T.writes(T_concat[v_ax0, v_ax1])
                T_concat[v_ax0, v_ax1] = T.if_then_else(T.int64(2) <= v_ax0, lv1[v_ax0 - T.int64(2), v_ax1], lv[v_ax0, v_ax1])

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(x: T.Buffer((T.int64(2), T.int64(8)), "float32"), compute: T.Buffer((T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(x[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def tir_tanh(x: T.Buffer((T.int64(2), T.int64(8)), "float32"), compute: T.Buffer((T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.tanh(x[v_i0, v_i1])

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.tir_exp, (x,), out_ty=R.Tensor((2, 8), dtype="float32"))
            lv1 = R.call_tir(cls.tir_tanh, (x,), out_ty=R.Tensor((2, 8), dtype="float32"))
            lv2 = R.call_tir(cls.concatenate, (lv, lv1), out_ty=R.Tensor((4, 8), dtype="float32"))
            gv: R.Tensor((4, 8), dtype="float32") = lv2
            R.output(gv)
        return gv