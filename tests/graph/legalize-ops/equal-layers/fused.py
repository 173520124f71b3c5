@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_matmul_add_add1_add2(lv2: T.Buffer((T.int64(1), T.int64(8)), "float32"), w2: T.Buffer((T.int64(8), T.int64(8)), "float32"), b2: T.Buffer((T.int64(8),), "float32"), T_add_intermediate_1_2: T.Buffer((T.int64(1), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        matmul_intermediate = T.sblock_alloc_buffer((T.int64(1), T.int64(8)))
        T_add_intermediate = T.sblock_alloc_buffer((T.int64(1), T.int64(8)))
        T_add_intermediate_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(8)))
        for i0, i1, k in T.grid(T.int64(1), T.int64(8), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(lv2[v_i0, v_k], w2[v_k, v_i1])
                T.writes(matmul_intermediate[v_i0, v_i1])
                with T.init():
                    matmul_intermediate[v_i0, v_i1] = T.float32(0.0)
                matmul_intermediate[v_i0, v_i1] = matmul_intermediate[v_i0, v_i1] + lv2[v_i0, v_k] * w2[v_k, v_i1]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(matmul_intermediate[v_ax0, v_ax1], b2[v_ax1])
                T.writes(T_add_intermediate[v_ax0, v_ax1])
                T_add_intermediate[v_ax0, v_ax1] = matmul_intermediate[v_ax0, v_ax1] + b2[v_ax1]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_add1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_add_intermediate[v_ax0, v_ax1], lv2[v_ax0, v_ax1])
                T.writes(T_add_intermediate_1[v_ax0, v_ax1])
                T_add_intermediate_1[v_ax0, v_ax1] = T_add_intermediate[v_ax0, v_ax1] + lv2[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_add2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_add_intermediate_1[v_ax0, v_ax1])
                T.writes(T_add_intermediate_1_2[v_ax0, v_ax1])
                T_add_intermediate_1_2[v_ax0, v_ax1] = T_add_intermediate_1[v_ax0, v_ax1] + T.float32(1.0)
    @T.prim_func(private=True, s_tir=True)
    def fused_matmul_add_relu(x: T.Buffer((T.int64(1), T.int64(8)), "float32"), w1: T.Buffer((T.int64(8), T.int64(8)), "float32"), b1: T.Buffer((T.int64(8),), "float32"), compute_intermediate: T.Buffer((T.int64(1), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        matmul_intermediate = T.sblock_alloc_buffer((T.int64(1), T.int64(8)))
        T_add_intermediate = T.sblock_alloc_buffer((T.int64(1), T.int64(8)))
        for i0, i1, k in T.grid(T.int64(1), T.int64(8), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x[v_i0, v_k], w1[v_k, v_i1])
                T.writes(matmul_intermediate[v_i0, v_i1])
                with T.init():
                    matmul_intermediate[v_i0, v_i1] = T.float32(0.0)
                matmul_intermediate[v_i0, v_i1] = matmul_intermediate[v_i0, v_i1] + x[v_i0, v_k] * w1[v_k, v_i1]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(matmul_intermediate[v_ax0, v_ax1], b1[v_ax1])
                T.writes(T_add_intermediate[v_ax0, v_ax1])
                T_add_intermediate[v_ax0, v_ax1] = matmul_intermediate[v_ax0, v_ax1] + b1[v_ax1]
        for i0, i1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_add_intermediate[v_i0, v_i1])
                T.writes(compute_intermediate[v_i0, v_i1])
                compute_intermediate[v_i0, v_i1] = T.max(T_add_intermediate[v_i0, v_i1], T.float32(0.0))
    @T.prim_func(private=True, s_tir=True)
    def matmul1(lv6: T.Buffer((T.int64(1), T.int64(8)), "float32"), lv7: T.Buffer((T.int64(8), T.int64(4)), "float32"), matmul: T.Buffer((T.int64(1), T.int64(4)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.noalias": True})
        for i0, i1, k in T.grid(T.int64(1), T.int64(4), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(lv6[v_i0, v_k], lv7[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + lv6[v_i0, v_k] * lv7[v_k, v_i1]
    @T.prim_func(private=True, s_tir=True)
    def transpose(w3: T.Buffer((T.int64(4), T.int64(8)), "float32"), T_transpose: T.Buffer((T.int64(8), T.int64(4)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(8), T.int64(4)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(w3[v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1])
                T_transpose[v_ax0, v_ax1] = w3[v_ax1, v_ax0]
    @R.function
    def main(x: R.Tensor((1, 8), dtype="float32"), w1: R.Tensor((8, 8), dtype="float32"), b1: R.Tensor((8,), dtype="float32"), w2: R.Tensor((8, 8), dtype="float32"), b2: R.Tensor((8,), dtype="float32"), w3: R.Tensor((4, 8), dtype="float32")) -> R.Tensor((1, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.fused_matmul_add_relu, (x, w1, b1), out_ty=R.Tensor((1, 8), dtype="float32"))
            lv1 = R.call_tir(cls.fused_matmul_add_add1_add2, (lv, w2, b2), out_ty=R.Tensor((1, 8), dtype="float32"))
            lv7 = R.call_tir(cls.transpose, (w3,), out_ty=R.Tensor((8, 4), dtype="float32"))
            gv = R.call_tir(cls.matmul1, (lv1, lv7), out_ty=R.Tensor((1, 4), dtype="float32"))
            R.output(gv)
        return gv
