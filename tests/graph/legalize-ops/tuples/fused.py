@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def argmax(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), x_red: T.Buffer((T.int64(2),), "int64")):
        T.func_attr({"op_pattern": 4, "tirx.noalias": True})
        x_red_temp_v0 = T.sblock_alloc_buffer((T.int64(2),), "int64")
        x_red_temp_v1 = T.sblock_alloc_buffer((T.int64(2),))
        for ax0, k1 in T.grid(T.int64(2), T.int64(6)):
            with T.sblock("x_red_temp"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(x[v_ax0, v_k1])
                T.writes(x_red_temp_v0[v_ax0], x_red_temp_v1[v_ax0])
                with T.init():
                    x_red_temp_v0[v_ax0] = T.int64(-1)
                    x_red_temp_v1[v_ax0] = T.float32(-340282346638528859811704183484516925440.0)
                v_x_red_temp_v0: T.let[T.int64] = T.Select(x_red_temp_v1[v_ax0] > x[v_ax0, v_k1] or x_red_temp_v1[v_ax0] == x[v_ax0, v_k1] and x_red_temp_v0[v_ax0] < v_k1, x_red_temp_v0[v_ax0], v_k1)
                v_x_red_temp_v1: T.let[T.float32] = T.Select(x_red_temp_v1[v_ax0] > x[v_ax0, v_k1], x_red_temp_v1[v_ax0], x[v_ax0, v_k1])
                x_red_temp_v0[v_ax0] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0] = v_x_red_temp_v1
        for ax0 in range(T.int64(2)):
            with T.sblock("x_red"):
                v_ax0 = T.axis.spatial(T.int64(2), ax0)
                T.reads(x_red_temp_v0[v_ax0])
                T.writes(x_red[v_ax0])
                x_red[v_ax0] = x_red_temp_v0[v_ax0]
    @T.prim_func(private=True, s_tir=True)
    def fused_split_concatenate_concatenate_add(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), T_add_intermediate: T.Buffer((T.int64(2), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_split_sections_intermediate = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_split_sections_intermediate_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_concat_intermediate = T.sblock_alloc_buffer((T.int64(2), T.int64(6)))
        T_concat_intermediate_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(6)))
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_split_sections"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_split_sections_intermediate[v_ax0, v_ax1])
                T_split_sections_intermediate[v_ax0, v_ax1] = x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_split_sections_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1 + T.int64(3)])
                T.writes(T_split_sections_intermediate_1[v_ax0, v_ax1])
                T_split_sections_intermediate_1[v_ax0, v_ax1] = x[v_ax0, v_ax1 + T.int64(3)]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(6)):
            with T.sblock("T_concat"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_split_sections_intermediate[v_ax0, v_ax1 - T.int64(3)], T_split_sections_intermediate_1[v_ax0, v_ax1])
                T.writes(T_concat_intermediate[v_ax0, v_ax1])
                T_concat_intermediate[v_ax0, v_ax1] = T.if_then_else(T.int64(3) <= v_ax1, T_split_sections_intermediate[v_ax0, v_ax1 - T.int64(3)], T_split_sections_intermediate_1[v_ax0, v_ax1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(6)):
            with T.sblock("T_concat1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_split_sections_intermediate_1[v_ax0, v_ax1 - T.int64(3)], T_split_sections_intermediate[v_ax0, v_ax1])
                T.writes(T_concat_intermediate_1[v_ax0, v_ax1])
                T_concat_intermediate_1[v_ax0, v_ax1] = T.if_then_else(T.int64(3) <= v_ax1, T_split_sections_intermediate_1[v_ax0, v_ax1 - T.int64(3)], T_split_sections_intermediate[v_ax0, v_ax1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(6)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_concat_intermediate[v_ax0, v_ax1], T_concat_intermediate_1[v_ax0, v_ax1])
                T.writes(T_add_intermediate[v_ax0, v_ax1])
                T_add_intermediate[v_ax0, v_ax1] = T_concat_intermediate[v_ax0, v_ax1] + T_concat_intermediate_1[v_ax0, v_ax1]
    @T.prim_func(private=True, s_tir=True)
    def take(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), i: T.Buffer((T.int64(3),), "int64"), T_take: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"op_pattern": 8, "tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_take"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, i[v_ax1]], i[v_ax1])
                T.writes(T_take[v_ax0, v_ax1])
                T_take[v_ax0, v_ax1] = x[v_ax0, i[v_ax1]]
    @R.function
    def main(x: R.Tensor((2, 6), dtype="float32"), i: R.Tensor((3,), dtype="int64")) -> R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2,), dtype="int64")):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.fused_split_concatenate_concatenate_add, (x,), out_ty=R.Tensor((2, 6), dtype="float32"))
            lv6 = R.call_tir(cls.take, (x, i), out_ty=R.Tensor((2, 3), dtype="float32"))
            lv7 = R.call_tir(cls.argmax, (x,), out_ty=R.Tensor((2,), dtype="int64"))
            gv: R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2,), dtype="int64")) = lv, lv6, lv7
            R.output(gv)
        return gv
