# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def sum(lv1: T.Buffer((T.int64(8), T.int64(2)), "float32"), lv1_red: T.Buffer((T.int64(8),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, k1 in T.grid(T.int64(8), T.int64(2)):
            with T.sblock("lv1_red"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(lv1[v_ax0, v_k1])
                T.writes(lv1_red[v_ax0])
                with T.init():
                    lv1_red[v_ax0] = T.float32(0.0)
                lv1_red[v_ax0] = lv1_red[v_ax0] + lv1[v_ax0, v_k1]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(lv: T.Buffer((T.int64(8), T.int64(2)), "float32"), compute: T.Buffer((T.int64(8), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(8), T.int64(2)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(lv[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(lv[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def tir_exp1(lv2: T.Buffer((T.int64(8),), "float32"), compute: T.Buffer((T.int64(8),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(8)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(8), i0)
                T.reads(lv2[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.exp(lv2[v_i0])

    @T.prim_func(private=True, s_tir=True)
    def transpose(x: T.Buffer((T.int64(2), T.int64(8)), "float32"), T_transpose: T.Buffer((T.int64(8), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(8), T.int64(2)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1])
                T_transpose[v_ax0, v_ax1] = x[v_ax1, v_ax0]

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((8,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.transpose, (x,), out_ty=R.Tensor((8, 2), dtype="float32"))
            lv1 = R.call_tir(cls.tir_exp, (lv,), out_ty=R.Tensor((8, 2), dtype="float32"))
            lv2 = R.call_tir(cls.sum, (lv1,), out_ty=R.Tensor((8,), dtype="float32"))
            gv = R.call_tir(cls.tir_exp1, (lv2,), out_ty=R.Tensor((8,), dtype="float32"))
            R.output(gv)
        return gv