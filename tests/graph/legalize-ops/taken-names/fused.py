@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_multiply_add_multiply1_reshape_reshape1_subtract(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32"), T_subtract_intermediate: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_copy_intermediate = T.sblock_alloc_buffer((T.int64(4),))
        T_add_intermediate = T.sblock_alloc_buffer((T.int64(4),))
        T_multiply_intermediate = T.sblock_alloc_buffer((T.int64(4),))
        T_reshape_intermediate = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        T_reshape_intermediate_1 = T.sblock_alloc_buffer((T.int64(4),))
        for ax0 in range(T.int64(4)):
            with T.sblock("T_copy"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0])
                T.writes(T_copy_intermediate[v_ax0])
                T_copy_intermediate[v_ax0] = x[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_copy_intermediate[v_ax0], y[v_ax0])
                T.writes(T_add_intermediate[v_ax0])
                T_add_intermediate[v_ax0] = T_copy_intermediate[v_ax0] + y[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_add_intermediate[v_ax0])
                T.writes(T_multiply_intermediate[v_ax0])
                T_multiply_intermediate[v_ax0] = T_add_intermediate[v_ax0] * T_add_intermediate[v_ax0]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_intermediate[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)])
                T.writes(T_reshape_intermediate[v_ax0, v_ax1])
                T_reshape_intermediate[v_ax0, v_ax1] = T_multiply_intermediate[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_reshape1"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_reshape_intermediate[v_ax0 % T.int64(4) // T.int64(2), v_ax0 % T.int64(2)])
                T.writes(T_reshape_intermediate_1[v_ax0])
                T_reshape_intermediate_1[v_ax0] = T_reshape_intermediate[v_ax0 % T.int64(4) // T.int64(2), v_ax0 % T.int64(2)]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_subtract"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_reshape_intermediate_1[v_ax0], y[v_ax0])
                T.writes(T_subtract_intermediate[v_ax0])
                T_subtract_intermediate[v_ax0] = T_reshape_intermediate_1[v_ax0] - y[v_ax0]
    @T.prim_func(private=True, s_tir=True)
    def fused_subtract_add(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32"), T_add_intermediate: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_subtract_intermediate = T.sblock_alloc_buffer((T.int64(4),))
        for ax0 in range(T.int64(4)):
            with T.sblock("T_subtract"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], y[v_ax0])
                T.writes(T_subtract_intermediate[v_ax0])
                T_subtract_intermediate[v_ax0] = x[v_ax0] - y[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_subtract_intermediate[v_ax0], y[v_ax0])
                T.writes(T_add_intermediate[v_ax0])
                T_add_intermediate[v_ax0] = T_subtract_intermediate[v_ax0] + y[v_ax0]
    @T.prim_func(s_tir=True)
    def multiply(x: T.Buffer((T.int64(4),), "float32"), T_copy: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_copy"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0])
                T.writes(T_copy[v_ax0])
                T_copy[v_ax0] = x[v_ax0]
    @R.function
    def another(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            gv = R.call_tir(cls.fused_subtract_add, (x, y), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(gv)
        return gv
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            gv1 = R.call_tir(cls.fused_multiply_add_multiply1_reshape_reshape1_subtract, (x, y), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(gv1)
        return gv1
