# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_relu_tir_exp1(lv2: T.Buffer(("n * T.int64(8)",), "float32"), n: T.int64, compute_intermediate_1: T.Buffer((n * T.int64(8),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        compute_intermediate = T.sblock_alloc_buffer((n * T.int64(8),))
        for i0 in range(n * T.int64(8)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(n * T.int64(8), i0)
                T.reads(lv2[v_i0])
                T.writes(compute_intermediate[v_i0])
                compute_intermediate[v_i0] = T.max(lv2[v_i0], T.float32(0.0))
        for i0 in range(n * T.int64(8)):
            with T.sblock("compute1"):
                v_i0 = T.axis.spatial(n * T.int64(8), i0)
                T.reads(compute_intermediate[v_i0])
                T.writes(compute_intermediate_1[v_i0])
                compute_intermediate_1[v_i0] = T.exp(compute_intermediate[v_i0])

    @T.prim_func(private=True, s_tir=True)
    def fused_tir_exp_add(x: T.Buffer((n, T.int64(8)), "float32"), T_add_intermediate: T.Buffer((n, T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        compute_intermediate = T.sblock_alloc_buffer((n, T.int64(8)))
        for i0, i1 in T.grid(n, T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute_intermediate[v_i0, v_i1])
                compute_intermediate[v_i0, v_i1] = T.exp(x[v_i0, v_i1])
        for ax0, ax1 in T.grid(n, T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(compute_intermediate[v_ax0, v_ax1], x[v_ax0, v_ax1])
                T.writes(T_add_intermediate[v_ax0, v_ax1])
                T_add_intermediate[v_ax0, v_ax1] = compute_intermediate[v_ax0, v_ax1] + x[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def reshape(lv1: T.Buffer((n, T.int64(8)), "float32"), T_reshape: T.Buffer(("n * T.int64(8)",), "float32")):
        T.func_attr({"op_pattern": 8, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(n * T.int64(8)):
            with T.sblock("T_reshape"):
                v_ax0 = T.axis.spatial(n * T.int64(8), ax0)
                T.reads(lv1[v_ax0 // T.int64(8) % n, v_ax0 % T.int64(8)])
                T.writes(T_reshape[v_ax0])
                T_reshape[v_ax0] = lv1[v_ax0 // T.int64(8) % n, v_ax0 % T.int64(8)]

    @R.function
    def main(x: R.Tensor((n, 8), dtype="float32")) -> R.Tensor(("n * 8",), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.fused_tir_exp_add, (x,), out_ty=R.Tensor((n, 8), dtype="float32"))
            lv2 = R.call_tir(cls.reshape, (lv,), out_ty=R.Tensor((n * 8,), dtype="float32"))
            gv = R.call_tir(cls.fused_relu_tir_exp1, (lv2, n), out_ty=R.Tensor((n * 8,), dtype="float32"))
            R.output(gv)
        return gv