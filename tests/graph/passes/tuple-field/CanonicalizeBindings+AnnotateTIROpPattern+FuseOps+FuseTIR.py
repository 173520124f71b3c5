# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_add(t_1: T.Buffer((T.int64(2), T.int64(8)), "float32"), lv1: T.Buffer((T.int64(2), T.int64(8)), "float32"), T_add_intermediate: T.Buffer((T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv1[v_ax0, v_ax1], t_1[v_ax0, v_ax1])
                T.writes(T_add_intermediate[v_ax0, v_ax1])
                T_add_intermediate[v_ax0, v_ax1] = lv1[v_ax0, v_ax1] + t_1[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def fused_concatenate_tir_negative(lv3: T.Buffer((T.int64(2), T.int64(8)), "float32"), lv1: T.Buffer((T.int64(2), T.int64(8)), "float32"), compute_intermediate: T.Buffer((T.int64(4), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_concat_intermediate = T.sblock_alloc_buffer((T.int64(4), T.int64(8)))
        for ax0, ax1 in T.grid(T.int64(4), T.int64(8)):
            with T.sblock("T_concat"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv1[v_ax0 - T.int64(2), v_ax1], lv3[v_ax0, v_ax1])
                T.writes(T_concat_intermediate[v_ax0, v_ax1])
                T_concat_intermediate[v_ax0, v_ax1] = T.if_then_else(T.int64(2) <= v_ax0, lv1[v_ax0 - T.int64(2), v_ax1], lv3[v_ax0, v_ax1])
        for i0, i1 in T.grid(T.int64(4), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_concat_intermediate[v_i0, v_i1])
                T.writes(compute_intermediate[v_i0, v_i1])
                compute_intermediate[v_i0, v_i1] = T_concat_intermediate[v_i0, v_i1] * T.float32(-1.0)

    @T.prim_func(private=True, s_tir=True)
    def fused_tir_exp(t_0: T.Buffer((T.int64(2), T.int64(8)), "float32"), compute_intermediate: T.Buffer((T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(t_0[v_i0, v_i1])
                T.writes(compute_intermediate[v_i0, v_i1])
                compute_intermediate[v_i0, v_i1] = T.exp(t_0[v_i0, v_i1])

    @R.function
    def main(t: R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32"))) -> R.Tensor((4, 8), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = t[0]
            lv1 = R.call_tir(cls.fused_tir_exp, (lv,), out_ty=R.Tensor((2, 8), dtype="float32"))
            lv2: R.Tensor((2, 8), dtype="float32") = t[1]
            lv3 = R.call_tir(cls.fused_add, (lv2, lv1), out_ty=R.Tensor((2, 8), dtype="float32"))
            gv = R.call_tir(cls.fused_concatenate_tir_negative, (lv3, lv1), out_ty=R.Tensor((4, 8), dtype="float32"))
            R.output(gv)
        return gv