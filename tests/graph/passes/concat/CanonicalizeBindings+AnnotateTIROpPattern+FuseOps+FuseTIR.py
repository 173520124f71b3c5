# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_tir_exp_tir_tanh_concatenate(x: T.Buffer((T.int64(2), T.int64(8)), "float32"), T_concat_intermediate: T.Buffer((T.int64(4), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        compute_intermediate = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        compute_intermediate_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        for i0, i1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute_intermediate[v_i0, v_i1])
                compute_intermediate[v_i0, v_i1] = T.exp(x[v_i0, v_i1])
        for i0, i1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("compute1"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute_intermediate_1[v_i0, v_i1])
                compute_intermediate_1[v_i0, v_i1] = T.tanh(x[v_i0, v_i1])
        for ax0, ax1 in T.grid(T.int64(4), T.int64(8)):
            with T.sblock("T_concat"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(compute_intermediate_1[v_ax0 - T.int64(2), v_ax1], compute_intermediate[v_ax0, v_ax1])
                T.writes(T_concat_intermediate[v_ax0, v_ax1])
                T_concat_intermediate[v_ax0, v_ax1] = T.if_then_else(T.int64(2) <= v_ax0, compute_intermediate_1[v_ax0 - T.int64(2), v_ax1], compute_intermediate[v_ax0, v_ax1])

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
        cls = Module
        with R.dataflow():
            gv = R.call_tir(cls.fused_tir_exp_tir_tanh_concatenate, (x,), out_ty=R.Tensor((4, 8), dtype="float32"))
            R.output(gv)
        return gv