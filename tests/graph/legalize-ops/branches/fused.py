@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(4),), "float32"), x_1: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], x_1[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = x[v_ax0] + x_1[v_ax0]
    @T.prim_func(private=True, s_tir=True)
    def multiply(x: T.Buffer((T.int64(4),), "float32"), x_1: T.Buffer((T.int64(4),), "float32"), T_multiply: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], x_1[v_ax0])
                T.writes(T_multiply[v_ax0])
                T_multiply[v_ax0] = x[v_ax0] * x_1[v_ax0]
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        if c:
            r_then = R.call_tir(cls.add, (x, x), out_ty=R.Tensor((4,), dtype="float32"))
            r: R.Tensor((4,), dtype="float32") = r_then
        else:
            r_else = R.call_tir(cls.multiply, (x, x), out_ty=R.Tensor((4,), dtype="float32"))
            r: R.Tensor((4,), dtype="float32") = r_else
        gv = R.call_tir(cls.add, (r, x), out_ty=R.Tensor((4,), dtype="float32"))
        return gv
