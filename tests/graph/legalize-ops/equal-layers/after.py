@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(lv: T.Buffer((T.int64(1), T.int64(8)), "float32"), b1: T.Buffer((T.int64(8),), "float32"), T_add: T.Buffer((T.int64(1), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv[v_ax0, v_ax1], b1[v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = lv[v_ax0, v_ax1] + b1[v_ax1]
    @T.prim_func(private=True, s_tir=True)
    def add1(lv4: T.Buffer((T.int64(1), T.int64(8)), "float32"), lv2: T.Buffer((T.int64(1), T.int64(8)), "float32"), T_add: T.Buffer((T.int64(1), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv4[v_ax0, v_ax1], lv2[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = lv4[v_ax0, v_ax1] + lv2[v_ax0, v_ax1]
    @T.prim_func(private=True, s_tir=True)
    def add2(lv5: T.Buffer((T.int64(1), T.int64(8)), "float32"), T_add: T.Buffer((T.int64(1), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv5[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = lv5[v_ax0, v_ax1] + T.float32(1.0)
    @T.prim_func(private=True, s_tir=True)
    def matmul(x: T.Buffer((T.int64(1), T.int64(8)), "float32"), w1: T.Buffer((T.int64(8), T.int64(8)), "float32"), matmul: T.Buffer((T.int64(1), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, k in T.grid(T.int64(1), T.int64(8), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x[v_i0, v_k], w1[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + x[v_i0, v_k] * w1[v_k, v_i1]
    @T.prim_func(private=True, s_tir=True)
    def matmul1(lv6: T.Buffer((T.int64(1), T.int64(8)), "float32"), lv7: T.Buffer((T.int64(8), T.int64(4)), "float32"), matmul: T.Buffer((T.int64(1), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, k in T.grid(T.int64(1), T.int64(4), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(lv6[v_i0, v_k], lv7[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + lv6[v_i0, v_k] * lv7[v_k, v_i1]
    @T.prim_func(private=True, s_tir=True)
    def relu(lv1: T.Buffer((T.int64(1), T.int64(8)), "float32"), compute: T.Buffer((T.int64(1), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(lv1[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.max(lv1[v_i0, v_i1], T.float32(0.0))
    @T.prim_func(private=True, s_tir=True)
    def transpose(w3: T.Buffer((T.int64(4), T.int64(8)), "float32"), T_transpose: T.Buffer((T.int64(8), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
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
            lv = R.call_tir(cls.matmul, (x, w1), out_ty=R.Tensor((1, 8), dtype="float32"))
            lv1 = R.call_tir(cls.add, (lv, b1), out_ty=R.Tensor((1, 8), dtype="float32"))
            lv2 = R.call_tir(cls.relu, (lv1,), out_ty=R.Tensor((1, 8), dtype="float32"))
            lv3 = R.call_tir(cls.matmul, (lv2, w2), out_ty=R.Tensor((1, 8), dtype="float32"))
            lv4 = R.call_tir(cls.add, (lv3, b2), out_ty=R.Tensor((1, 8), dtype="float32"))
            lv5 = R.call_tir(cls.add1, (lv4, lv2), out_ty=R.Tensor((1, 8), dtype="float32"))
            lv6 = R.call_tir(cls.add2, (lv5,), out_ty=R.Tensor((1, 8), dtype="float32"))
            lv7 = R.call_tir(cls.transpose, (w3,), out_ty=R.Tensor((8, 4), dtype="float32"))
            gv = R.call_tir(cls.matmul1, (lv6, lv7), out_ty=R.Tensor((1, 4), dtype="float32"))
            R.output(gv)
        return gv
