n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(x: T.Buffer((n, T.int64(8)), "float32"), w: T.Buffer((T.int64(8), T.int64(4)), "float32"), matmul: T.Buffer((n, T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, k in T.grid(n, T.int64(4), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x[v_i0, v_k], w[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + x[v_i0, v_k] * w[v_k, v_i1]
    @T.prim_func(private=True, s_tir=True)
    def reshape(lv1: T.Buffer((n, T.int64(4)), "float32"), T_reshape: T.Buffer(("n * T.int64(4)",), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(n * T.int64(4)):
            with T.sblock("T_reshape"):
                v_ax0 = T.axis.spatial(n * T.int64(4), ax0)
                T.reads(lv1[v_ax0 // T.int64(4) % n, v_ax0 % T.int64(4)])
                T.writes(T_reshape[v_ax0])
                T_reshape[v_ax0] = lv1[v_ax0 // T.int64(4) % n, v_ax0 % T.int64(4)]
    @T.prim_func(private=True, s_tir=True)
    def reshape1(lv2: T.Buffer(("n * T.int64(4)",), "float32"), T_reshape: T.Buffer((n, T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(lv2[(v_ax0 * T.int64(4) + v_ax1) % (n * T.int64(4))])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = lv2[(v_ax0 * T.int64(4) + v_ax1) % (n * T.int64(4))]
    @T.prim_func(private=True, s_tir=True)
    def softmax(lv: T.Buffer((n, T.int64(4)), "float32"), T_softmax_norm: T.Buffer((n, T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_softmax_maxelem = T.sblock_alloc_buffer((n,))
        T_softmax_exp = T.sblock_alloc_buffer((n, T.int64(4)))
        T_softmax_expsum = T.sblock_alloc_buffer((n,))
        for i0, k in T.grid(n, T.int64(4)):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(lv[v_i0, v_k])
                T.writes(T_softmax_maxelem[v_i0])
                with T.init():
                    T_softmax_maxelem[v_i0] = T.float32(-340282346638528859811704183484516925440.0)
                T_softmax_maxelem[v_i0] = T.max(T_softmax_maxelem[v_i0], lv[v_i0, v_k])
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("T_softmax_exp"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(lv[v_i0, v_i1], T_softmax_maxelem[v_i0])
                T.writes(T_softmax_exp[v_i0, v_i1])
                T_softmax_exp[v_i0, v_i1] = T.exp(lv[v_i0, v_i1] - T_softmax_maxelem[v_i0])
        for i0, k in T.grid(n, T.int64(4)):
            with T.sblock("T_softmax_expsum"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(T_softmax_exp[v_i0, v_k])
                T.writes(T_softmax_expsum[v_i0])
                with T.init():
                    T_softmax_expsum[v_i0] = T.float32(0.0)
                T_softmax_expsum[v_i0] = T_softmax_expsum[v_i0] + T_softmax_exp[v_i0, v_k]
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("T_softmax_norm"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_softmax_exp[v_i0, v_i1], T_softmax_expsum[v_i0])
                T.writes(T_softmax_norm[v_i0, v_i1])
                T.sblock_attr({"axis": 1})
                T_softmax_norm[v_i0, v_i1] = T_softmax_exp[v_i0, v_i1] / T_softmax_expsum[v_i0]
    @R.function
    def main(x: R.Tensor((n, 8), dtype="float32"), w: R.Tensor((8, 4), dtype="float32"), y: R.Tensor(dtype="float32", ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.matmul, (x, w), out_ty=R.Tensor((n, 4), dtype="float32"))
            lv1 = R.call_tir(cls.softmax, (lv,), out_ty=R.Tensor((n, 4), dtype="float32"))
            lv2 = R.call_tir(cls.reshape, (lv1,), out_ty=R.Tensor((n * 4,), dtype="float32"))
            lv3 = R.call_tir(cls.reshape1, (lv2,), out_ty=R.Tensor((n, 4), dtype="float32"))
            gv: R.Tensor(dtype="float32", ndim=2) = R.add(lv3, y)
            R.output(gv)
        return gv
