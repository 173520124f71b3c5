# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(lv: T.Buffer((n, T.int64(8)), "float32"), x: T.Buffer((n, T.int64(8)), "float32"), T_add: T.Buffer((n, T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(n, T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv[v_ax0, v_ax1], x[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = lv[v_ax0, v_ax1] + x[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def relu(lv2: T.Buffer(("n * T.int64(8)",), "float32"), n: T.int64, compute: T.Buffer((n * T.int64(8),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(n * T.int64(8)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(n * T.int64(8), i0)
                T.reads(lv2[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.max(lv2[v_i0], T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def reshape(lv1: T.Buffer((n, T.int64(8)), "float32"), T_reshape: T.Buffer(("n * T.int64(8)",), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(n * T.int64(8)):
            with T.sblock("T_reshape"):
                v_ax0 = T.axis.spatial(n * T.int64(8), ax0)
                T.reads(lv1[v_ax0 // T.int64(8) % n, v_ax0 % T.int64(8)])
                T.writes(T_reshape[v_ax0])
                T_reshape[v_ax0] = lv1[v_ax0 // T.int64(8) % n, v_ax0 % T.int64(8)]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(x: T.Buffer((n, T.int64(8)), "float32"), compute: T.Buffer((n, T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(n, T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(x[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def tir_exp1(lv3: T.Buffer(("n * T.int64(8)",), "float32"), n: T.int64, compute: T.Buffer((n * T.int64(8),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(n * T.int64(8)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(n * T.int64(8), i0)
                T.reads(lv3[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.exp(lv3[v_i0])

    @R.function
    def main(x: R.Tensor((n, 8), dtype="float32")) -> R.Tensor(("n * 8",), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.tir_exp, (x,), out_ty=R.Tensor((n, 8), dtype="float32"))
            lv1 = R.call_tir(cls.add, (lv, x), out_ty=R.Tensor((n, 8), dtype="float32"))
            lv2 = R.call_tir(cls.reshape, (lv1,), out_ty=R.Tensor((n * 8,), dtype="float32"))
            lv3 = R.call_tir(cls.relu, (lv2, n), out_ty=R.Tensor((n * 8,), dtype="float32"))
            lv4 = R.call_tir(cls.tir_exp1, (lv3, n), out_ty=R.Tensor((n * 8,), dtype="float32"))
            gv: R.Tensor((n * 8,), dtype="float32") = lv4
            R.output(gv)
        return gv