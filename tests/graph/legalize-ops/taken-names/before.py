@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], y[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = x[v_ax0] + y[v_ax0]

    @T.prim_func(s_tir=True)
    def multiply(x: T.Buffer((T.int64(4),), "float32"), T_copy: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_copy"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0])
                T.writes(T_copy[v_ax0])
                T_copy[v_ax0] = x[v_ax0]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.multiply, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            lv1: R.Tensor((4,), dtype="float32") = R.add(lv, y)
            lv2: R.Tensor((4,), dtype="float32") = R.multiply(lv1, lv1)
            lv3: R.Tensor((2, 2), dtype="float32") = R.reshape(lv2, R.shape([2, 2]))
            lv4: R.Tensor((4,), dtype="float32") = R.flatten(lv3)
            gv: R.Tensor((4,), dtype="float32") = R.subtract(lv4, y)
            R.output(gv)
        return gv

    @R.function
    def another(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((4,), dtype="float32") = R.subtract(x, y)
            gv: R.Tensor((4,), dtype="float32") = R.add(lv, y)
            R.output(gv)
        return gv
