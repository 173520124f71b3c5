# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def multiply(lv2: T.Buffer((T.int64(2), T.int64(4)), "float32"), lv3: T.Buffer((T.int64(2), T.int64(4)), "float32"), T_multiply: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv2[v_ax0, v_ax1], lv3[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = lv2[v_ax0, v_ax1] * lv3[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def silu(lv1: T.Buffer((T.int64(2), T.int64(4)), "float32"), T_multiply: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        compute = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        for i0, i1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(lv1[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.sigmoid(lv1[v_i0, v_i1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv1[v_ax0, v_ax1], compute[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = lv1[v_ax0, v_ax1] * compute[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def split(x: T.Buffer((T.int64(2), T.int64(8)), "float32"), T_split_sections: T.Buffer((T.int64(2), T.int64(4)), "float32"), T_split_sections_1: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("T_split_sections"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_split_sections[v_ax0, v_ax1])
                T_split_sections[v_ax0, v_ax1] = x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("T_split_sections_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1 + T.int64(4)])
                T.writes(T_split_sections_1[v_ax0, v_ax1])
                T_split_sections_1[v_ax0, v_ax1] = x[v_ax0, v_ax1 + T.int64(4)]

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.split, (x,), out_ty=[R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")])
            lv1: R.Tensor((2, 4), dtype="float32") = lv[0]
            lv2 = R.call_tir(cls.silu, (lv1,), out_ty=R.Tensor((2, 4), dtype="float32"))
            lv3: R.Tensor((2, 4), dtype="float32") = lv[1]
            lv4 = R.call_tir(cls.multiply, (lv2, lv3), out_ty=R.Tensor((2, 4), dtype="float32"))
            gv: R.Tensor((2, 4), dtype="float32") = lv4
            R.output(gv)
        return gv