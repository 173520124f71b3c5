# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_gelu_gelu_gelu(x: T.Buffer((T.int64(2), T.int64(8)), "float32"), T_multiply_intermediate_1_2: T.Buffer((T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_multiply = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        compute = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        T_multiply_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        T_add = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        T_multiply_intermediate = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        T_multiply_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        compute_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        T_multiply_3 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        T_add_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        T_multiply_intermediate_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        T_multiply_4 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        compute_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        T_multiply_5 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        T_add_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(8)))
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1] * T.float32(0.70710678118654757)
        for i0, i1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_multiply[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.erf(T_multiply[v_i0, v_i1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_multiply_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(compute[v_ax0, v_ax1])
                T.writes(T_multiply_1[v_ax0, v_ax1])
                T_multiply_1[v_ax0, v_ax1] = compute[v_ax0, v_ax1] * T.float32(0.5)
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_1[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = T.float32(0.5) + T_multiply_1[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_multiply_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], T_add[v_ax0, v_ax1])
                T.writes(T_multiply_intermediate[v_ax0, v_ax1])
                T_multiply_intermediate[v_ax0, v_ax1] = x[v_ax0, v_ax1] * T_add[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_multiply1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_intermediate[v_ax0, v_ax1])
                T.writes(T_multiply_2[v_ax0, v_ax1])
                T_multiply_2[v_ax0, v_ax1] = T_multiply_intermediate[v_ax0, v_ax1] * T.float32(0.70710678118654757)
        for i0, i1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("compute1"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_multiply_2[v_i0, v_i1])
                T.writes(compute_1[v_i0, v_i1])
                compute_1[v_i0, v_i1] = T.erf(T_multiply_2[v_i0, v_i1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_multiply_3"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(compute_1[v_ax0, v_ax1])
                T.writes(T_multiply_3[v_ax0, v_ax1])
                T_multiply_3[v_ax0, v_ax1] = compute_1[v_ax0, v_ax1] * T.float32(0.5)
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_add1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_3[v_ax0, v_ax1])
                T.writes(T_add_1[v_ax0, v_ax1])
                T_add_1[v_ax0, v_ax1] = T.float32(0.5) + T_multiply_3[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_multiply_4"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_intermediate[v_ax0, v_ax1], T_add_1[v_ax0, v_ax1])
                T.writes(T_multiply_intermediate_1[v_ax0, v_ax1])
                T_multiply_intermediate_1[v_ax0, v_ax1] = T_multiply_intermediate[v_ax0, v_ax1] * T_add_1[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_multiply2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_intermediate_1[v_ax0, v_ax1])
                T.writes(T_multiply_4[v_ax0, v_ax1])
                T_multiply_4[v_ax0, v_ax1] = T_multiply_intermediate_1[v_ax0, v_ax1] * T.float32(0.70710678118654757)
        for i0, i1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("compute2"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_multiply_4[v_i0, v_i1])
                T.writes(compute_2[v_i0, v_i1])
                compute_2[v_i0, v_i1] = T.erf(T_multiply_4[v_i0, v_i1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_multiply_5"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(compute_2[v_ax0, v_ax1])
                T.writes(T_multiply_5[v_ax0, v_ax1])
                T_multiply_5[v_ax0, v_ax1] = compute_2[v_ax0, v_ax1] * T.float32(0.5)
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_add2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_5[v_ax0, v_ax1])
                T.writes(T_add_2[v_ax0, v_ax1])
                T_add_2[v_ax0, v_ax1] = T.float32(0.5) + T_multiply_5[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_multiply_6"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_intermediate_1[v_ax0, v_ax1], T_add_2[v_ax0, v_ax1])
                T.writes(T_multiply_intermediate_1_2[v_ax0, v_ax1])
                T_multiply_intermediate_1_2[v_ax0, v_ax1] = T_multiply_intermediate_1[v_ax0, v_ax1] * T_add_2[v_ax0, v_ax1]

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        cls = Module
        with R.dataflow():
            gv = R.call_tir(cls.fused_gelu_gelu_gelu, (x,), out_ty=R.Tensor((2, 8), dtype="float32"))
            R.output(gv)
        return gv