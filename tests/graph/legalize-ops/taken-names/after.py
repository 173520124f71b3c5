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
    @T.prim_func(private=True, s_tir=True)
    def multiply1(lv1: T.Buffer((T.int64(4),), "float32"), lv1_1: T.Buffer((T.int64(4),), "float32"), T_multiply: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(lv1[v_ax0], lv1_1[v_ax0])
                T.writes(T_multiply[v_ax0])
                T_multiply[v_ax0] = lv1[v_ax0] * lv1_1[v_ax0]
    @T.prim_func(private=True, s_tir=True)
    def reshape(lv2: T.Buffer((T.int64(4),), "float32"), T_reshape: T.Buffer((T.int64(2), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv2[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = lv2[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)]
    @T.prim_func(private=True, s_tir=True)
    def reshape1(lv3: T.Buffer((T.int64(2), T.int64(2)), "float32"), T_reshape: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_reshape"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(lv3[v_ax0 % T.int64(4) // T.int64(2), v_ax0 % T.int64(2)])
                T.writes(T_reshape[v_ax0])
                T_reshape[v_ax0] = lv3[v_ax0 % T.int64(4) // T.int64(2), v_ax0 % T.int64(2)]
    @T.prim_func(private=True, s_tir=True)
    def subtract(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32"), T_subtract: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_subtract"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], y[v_ax0])
                T.writes(T_subtract[v_ax0])
                T_subtract[v_ax0] = x[v_ax0] - y[v_ax0]
    @R.function
    def another(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.subtract, (x, y), out_ty=R.Tensor((4,), dtype="float32"))
            gv = R.call_tir(cls.add, (lv, y), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(gv)
        return gv
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.multiply, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            lv1 = R.call_tir(cls.add, (lv, y), out_ty=R.Tensor((4,), dtype="float32"))
            lv2 = R.call_tir(cls.multiply1, (lv1, lv1), out_ty=R.Tensor((4,), dtype="float32"))
            lv3 = R.call_tir(cls.reshape, (lv2,), out_ty=R.Tensor((2, 2), dtype="float32"))
            lv4 = R.call_tir(cls.reshape1, (lv3,), out_ty=R.Tensor((4,), dtype="float32"))
            gv = R.call_tir(cls.subtract, (lv4, y), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(gv)
        return gv
