# SPDX-License-Identifier: Apache-2.0
# --- nn.attention-1 ---
# {"op": "nn.attention", "args": [{"var": "q", "dtype": "float32", "shape": [1, 4, 2, 8]}, {"var": "k", "dtype": "float32", "shape": [1, 6, 2, 8]}, {"var": "v", "dtype": "float32", "shape": [1, 6, 2, 8]}], "attrs": {"causal_mask": null, "scale": null, "window_size": null}, "type": {"dtype": "float32", "shape": [1, 4, 2, 8]}, "text": "R.nn.attention(q, k, v, scale=None, causal_mask=None, window_size=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def attention(q: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32"), k: T.Buffer((T.int64(1), T.int64(6), T.int64(2), T.int64(8)), "float32"), v: T.Buffer((T.int64(1), T.int64(6), T.int64(2), T.int64(8)), "float32"), T_transpose: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_transpose_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        T_reshape = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_transpose_2 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(8)))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(6), T.int64(8)))
        T_batch_matmul_NT = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        T_divide = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        T_softmax_maxelem = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        T_softmax_exp = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        T_softmax_expsum = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        T_softmax_norm = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        T_transpose_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(8)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(6), T.int64(8)))
        T_batch_matmul_NN = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(q[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3] = q[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_1[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = T_transpose_1[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(6), T.int64(8)):
            with T.sblock("T_transpose_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(k[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3] = k[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(6), T.int64(8)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_2[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(6) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(6), v_ax2 % T.int64(8)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2])
                T_reshape_1[v_ax0, v_ax1, v_ax2] = T_transpose_2[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(6) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(6), v_ax2 % T.int64(8)]
        for b, i, j, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(6), T.int64(8)):
            with T.sblock("T_batch_matmul_NT"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_reshape[v_b, v_i, v_k], T_reshape_1[v_b, v_j, v_k])
                T.writes(T_batch_matmul_NT[v_b, v_i, v_j])
                with T.init():
                    T_batch_matmul_NT[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NT[v_b, v_i, v_j] = T_batch_matmul_NT[v_b, v_i, v_j] + T_reshape[v_b, v_i, v_k] * T_reshape_1[v_b, v_j, v_k]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_batch_matmul_NT[v_ax0, v_ax1, v_ax2])
                T.writes(T_divide[v_ax0, v_ax1, v_ax2])
                T_divide[v_ax0, v_ax1, v_ax2] = T_batch_matmul_NT[v_ax0, v_ax1, v_ax2] / T.sqrt(T.float32(8.0))
        for i0, i1, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k_1])
                T.reads(T_divide[v_i0, v_i1, v_k])
                T.writes(T_softmax_maxelem[v_i0, v_i1])
                with T.init():
                    T_softmax_maxelem[v_i0, v_i1] = T.float32(-340282346638528859811704183484516925440.0)
                T_softmax_maxelem[v_i0, v_i1] = T.max(T_softmax_maxelem[v_i0, v_i1], T_divide[v_i0, v_i1, v_k])
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("T_softmax_exp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_divide[v_i0, v_i1, v_i2], T_softmax_maxelem[v_i0, v_i1])
                T.writes(T_softmax_exp[v_i0, v_i1, v_i2])
                T_softmax_exp[v_i0, v_i1, v_i2] = T.exp(T_divide[v_i0, v_i1, v_i2] - T_softmax_maxelem[v_i0, v_i1])
        for i0, i1, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("T_softmax_expsum"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k_1])
                T.reads(T_softmax_exp[v_i0, v_i1, v_k])
                T.writes(T_softmax_expsum[v_i0, v_i1])
                with T.init():
                    T_softmax_expsum[v_i0, v_i1] = T.float32(0.0)
                T_softmax_expsum[v_i0, v_i1] = T_softmax_expsum[v_i0, v_i1] + T_softmax_exp[v_i0, v_i1, v_k]
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("T_softmax_norm"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_softmax_exp[v_i0, v_i1, v_i2], T_softmax_expsum[v_i0, v_i1])
                T.writes(T_softmax_norm[v_i0, v_i1, v_i2])
                T.sblock_attr({"axis": 2})
                T_softmax_norm[v_i0, v_i1, v_i2] = T_softmax_exp[v_i0, v_i1, v_i2] / T_softmax_expsum[v_i0, v_i1]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(6), T.int64(8)):
            with T.sblock("T_transpose_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(v[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3] = v[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(6), T.int64(8)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_3[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(6) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(6), v_ax2 % T.int64(8)])
                T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2])
                T_reshape_2[v_ax0, v_ax1, v_ax2] = T_transpose_3[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(6) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(6), v_ax2 % T.int64(8)]
        for b, i, j, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(8), T.int64(6)):
            with T.sblock("T_batch_matmul_NN"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_softmax_norm[v_b, v_i, v_k], T_reshape_2[v_b, v_k, v_j])
                T.writes(T_batch_matmul_NN[v_b, v_i, v_j])
                with T.init():
                    T_batch_matmul_NN[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NN[v_b, v_i, v_j] = T_batch_matmul_NN[v_b, v_i, v_j] + T_softmax_norm[v_b, v_i, v_k] * T_reshape_2[v_b, v_k, v_j]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_batch_matmul_NN[((v_ax3 // T.int64(8) + v_ax2) // T.int64(4) + v_ax1) % T.int64(2), (v_ax3 // T.int64(8) + v_ax2) % T.int64(4), v_ax3 % T.int64(8)])
                T.writes(T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3] = T_batch_matmul_NN[((v_ax3 // T.int64(8) + v_ax2) // T.int64(4) + v_ax1) % T.int64(2), (v_ax3 // T.int64(8) + v_ax2) % T.int64(4), v_ax3 % T.int64(8)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(2), T.int64(8)):
            with T.sblock("T_transpose_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3]

# --- nn.attention-2 ---
# {"op": "nn.attention", "args": [{"var": "q", "dtype": "float32", "shape": [1, 4, 2, 8]}, {"var": "k", "dtype": "float32", "shape": [1, 4, 2, 8]}, {"var": "v", "dtype": "float32", "shape": [1, 4, 2, 8]}], "attrs": {"causal_mask": "TopLeft", "scale": null, "window_size": null}, "type": {"dtype": "float32", "shape": [1, 4, 2, 8]}, "text": "R.nn.attention(q, k, v, scale=None, causal_mask=\"TopLeft\", window_size=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def attention(q: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32"), k: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32"), v: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32"), T_transpose: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_transpose_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        T_reshape = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_transpose_2 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_batch_matmul_NT = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        T_divide = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        trilu = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        trilu_red = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        compute = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        trilu_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        trilu_red_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(1)))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        T_transpose_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_batch_matmul_NN = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(q[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3] = q[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_1[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = T_transpose_1[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_transpose_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(k[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3] = k[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_2[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2])
                T_reshape_1[v_ax0, v_ax1, v_ax2] = T_transpose_2[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)]
        for b, i, j, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(4), T.int64(8)):
            with T.sblock("T_batch_matmul_NT"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_reshape[v_b, v_i, v_k], T_reshape_1[v_b, v_j, v_k])
                T.writes(T_batch_matmul_NT[v_b, v_i, v_j])
                with T.init():
                    T_batch_matmul_NT[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NT[v_b, v_i, v_j] = T_batch_matmul_NT[v_b, v_i, v_j] + T_reshape[v_b, v_i, v_k] * T_reshape_1[v_b, v_j, v_k]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_batch_matmul_NT[v_ax0, v_ax1, v_ax2])
                T.writes(T_divide[v_ax0, v_ax1, v_ax2])
                T_divide[v_ax0, v_ax1, v_ax2] = T_batch_matmul_NT[v_ax0, v_ax1, v_ax2] / T.sqrt(T.float32(8.0))
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("trilu"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_divide[v_i0, v_i1, v_i2])
                T.writes(trilu[v_i0, v_i1, v_i2])
                trilu[v_i0, v_i1, v_i2] = T.Select(v_i2 <= v_i1, T_divide[v_i0, v_i1, v_i2], T.float32(0.0))
        for ax0, ax1, ax2, k2 in T.grid(T.int64(2), T.int64(4), T.int64(1), T.int64(4)):
            with T.sblock("trilu_red"):
                v_ax0, v_ax1, v_ax2, v_k2 = T.axis.remap("SSSR", [ax0, ax1, ax2, k2])
                T.reads(trilu[v_ax0, v_ax1, v_k2])
                T.writes(trilu_red[v_ax0, v_ax1, v_ax2])
                with T.init():
                    trilu_red[v_ax0, v_ax1, v_ax2] = T.float32(-340282346638528859811704183484516925440.0)
                trilu_red[v_ax0, v_ax1, v_ax2] = T.max(trilu_red[v_ax0, v_ax1, v_ax2], trilu[v_ax0, v_ax1, v_k2])
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(trilu[v_ax0, v_ax1, v_ax2], trilu_red[v_ax0, v_ax1, T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1, v_ax2])
                T_subtract[v_ax0, v_ax1, v_ax2] = trilu[v_ax0, v_ax1, v_ax2] - trilu_red[v_ax0, v_ax1, T.int64(0)]
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_subtract[v_i0, v_i1, v_i2])
                T.writes(compute[v_i0, v_i1, v_i2])
                compute[v_i0, v_i1, v_i2] = T.exp(T_subtract[v_i0, v_i1, v_i2])
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("trilu_1"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(compute[v_i0, v_i1, v_i2])
                T.writes(trilu_1[v_i0, v_i1, v_i2])
                trilu_1[v_i0, v_i1, v_i2] = T.Select(v_i2 <= v_i1, compute[v_i0, v_i1, v_i2], T.float32(0.0))
        for ax0, ax1, ax2, k2 in T.grid(T.int64(2), T.int64(4), T.int64(1), T.int64(4)):
            with T.sblock("trilu_red_1"):
                v_ax0, v_ax1, v_ax2, v_k2 = T.axis.remap("SSSR", [ax0, ax1, ax2, k2])
                T.reads(trilu_1[v_ax0, v_ax1, v_k2])
                T.writes(trilu_red_1[v_ax0, v_ax1, v_ax2])
                with T.init():
                    trilu_red_1[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                trilu_red_1[v_ax0, v_ax1, v_ax2] = trilu_red_1[v_ax0, v_ax1, v_ax2] + trilu_1[v_ax0, v_ax1, v_k2]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("T_divide_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(trilu_1[v_ax0, v_ax1, v_ax2], trilu_red_1[v_ax0, v_ax1, T.int64(0)])
                T.writes(T_divide_1[v_ax0, v_ax1, v_ax2])
                T_divide_1[v_ax0, v_ax1, v_ax2] = trilu_1[v_ax0, v_ax1, v_ax2] / trilu_red_1[v_ax0, v_ax1, T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_transpose_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(v[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3] = v[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_3[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)])
                T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2])
                T_reshape_2[v_ax0, v_ax1, v_ax2] = T_transpose_3[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)]
        for b, i, j, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(8), T.int64(4)):
            with T.sblock("T_batch_matmul_NN"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_divide_1[v_b, v_i, v_k], T_reshape_2[v_b, v_k, v_j])
                T.writes(T_batch_matmul_NN[v_b, v_i, v_j])
                with T.init():
                    T_batch_matmul_NN[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NN[v_b, v_i, v_j] = T_batch_matmul_NN[v_b, v_i, v_j] + T_divide_1[v_b, v_i, v_k] * T_reshape_2[v_b, v_k, v_j]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_batch_matmul_NN[((v_ax3 // T.int64(8) + v_ax2) // T.int64(4) + v_ax1) % T.int64(2), (v_ax3 // T.int64(8) + v_ax2) % T.int64(4), v_ax3 % T.int64(8)])
                T.writes(T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3] = T_batch_matmul_NN[((v_ax3 // T.int64(8) + v_ax2) // T.int64(4) + v_ax1) % T.int64(2), (v_ax3 // T.int64(8) + v_ax2) % T.int64(4), v_ax3 % T.int64(8)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(2), T.int64(8)):
            with T.sblock("T_transpose_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3]

# --- nn.attention-3 ---
# {"op": "nn.attention", "args": [{"var": "q", "dtype": "float32", "shape": [1, 4, 2, 8]}, {"var": "k", "dtype": "float32", "shape": [1, 6, 2, 8]}, {"var": "v", "dtype": "float32", "shape": [1, 6, 2, 8]}], "attrs": {"causal_mask": "BottomRight", "scale": null, "window_size": null}, "type": {"dtype": "float32", "shape": [1, 4, 2, 8]}, "text": "R.nn.attention(q, k, v, scale=None, causal_mask=\"BottomRight\", window_size=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def attention(q: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32"), k: T.Buffer((T.int64(1), T.int64(6), T.int64(2), T.int64(8)), "float32"), v: T.Buffer((T.int64(1), T.int64(6), T.int64(2), T.int64(8)), "float32"), T_transpose: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_transpose_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        T_reshape = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_transpose_2 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(8)))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(6), T.int64(8)))
        T_batch_matmul_NT = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        T_divide = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        trilu = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        trilu_red = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        compute = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        trilu_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        trilu_red_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(1)))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6)))
        T_transpose_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(8)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(6), T.int64(8)))
        T_batch_matmul_NN = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(q[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3] = q[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_1[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = T_transpose_1[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(6), T.int64(8)):
            with T.sblock("T_transpose_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(k[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3] = k[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(6), T.int64(8)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_2[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(6) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(6), v_ax2 % T.int64(8)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2])
                T_reshape_1[v_ax0, v_ax1, v_ax2] = T_transpose_2[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(6) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(6), v_ax2 % T.int64(8)]
        for b, i, j, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(6), T.int64(8)):
            with T.sblock("T_batch_matmul_NT"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_reshape[v_b, v_i, v_k], T_reshape_1[v_b, v_j, v_k])
                T.writes(T_batch_matmul_NT[v_b, v_i, v_j])
                with T.init():
                    T_batch_matmul_NT[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NT[v_b, v_i, v_j] = T_batch_matmul_NT[v_b, v_i, v_j] + T_reshape[v_b, v_i, v_k] * T_reshape_1[v_b, v_j, v_k]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_batch_matmul_NT[v_ax0, v_ax1, v_ax2])
                T.writes(T_divide[v_ax0, v_ax1, v_ax2])
                T_divide[v_ax0, v_ax1, v_ax2] = T_batch_matmul_NT[v_ax0, v_ax1, v_ax2] / T.sqrt(T.float32(8.0))
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("trilu"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_divide[v_i0, v_i1, v_i2])
                T.writes(trilu[v_i0, v_i1, v_i2])
                trilu[v_i0, v_i1, v_i2] = T.Select(v_i2 <= v_i1 + T.int64(2), T_divide[v_i0, v_i1, v_i2], T.float32(0.0))
        for ax0, ax1, ax2, k2 in T.grid(T.int64(2), T.int64(4), T.int64(1), T.int64(6)):
            with T.sblock("trilu_red"):
                v_ax0, v_ax1, v_ax2, v_k2 = T.axis.remap("SSSR", [ax0, ax1, ax2, k2])
                T.reads(trilu[v_ax0, v_ax1, v_k2])
                T.writes(trilu_red[v_ax0, v_ax1, v_ax2])
                with T.init():
                    trilu_red[v_ax0, v_ax1, v_ax2] = T.float32(-340282346638528859811704183484516925440.0)
                trilu_red[v_ax0, v_ax1, v_ax2] = T.max(trilu_red[v_ax0, v_ax1, v_ax2], trilu[v_ax0, v_ax1, v_k2])
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(trilu[v_ax0, v_ax1, v_ax2], trilu_red[v_ax0, v_ax1, T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1, v_ax2])
                T_subtract[v_ax0, v_ax1, v_ax2] = trilu[v_ax0, v_ax1, v_ax2] - trilu_red[v_ax0, v_ax1, T.int64(0)]
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_subtract[v_i0, v_i1, v_i2])
                T.writes(compute[v_i0, v_i1, v_i2])
                compute[v_i0, v_i1, v_i2] = T.exp(T_subtract[v_i0, v_i1, v_i2])
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("trilu_1"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(compute[v_i0, v_i1, v_i2])
                T.writes(trilu_1[v_i0, v_i1, v_i2])
                trilu_1[v_i0, v_i1, v_i2] = T.Select(v_i2 <= v_i1 + T.int64(2), compute[v_i0, v_i1, v_i2], T.float32(0.0))
        for ax0, ax1, ax2, k2 in T.grid(T.int64(2), T.int64(4), T.int64(1), T.int64(6)):
            with T.sblock("trilu_red_1"):
                v_ax0, v_ax1, v_ax2, v_k2 = T.axis.remap("SSSR", [ax0, ax1, ax2, k2])
                T.reads(trilu_1[v_ax0, v_ax1, v_k2])
                T.writes(trilu_red_1[v_ax0, v_ax1, v_ax2])
                with T.init():
                    trilu_red_1[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                trilu_red_1[v_ax0, v_ax1, v_ax2] = trilu_red_1[v_ax0, v_ax1, v_ax2] + trilu_1[v_ax0, v_ax1, v_k2]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(6)):
            with T.sblock("T_divide_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(trilu_1[v_ax0, v_ax1, v_ax2], trilu_red_1[v_ax0, v_ax1, T.int64(0)])
                T.writes(T_divide_1[v_ax0, v_ax1, v_ax2])
                T_divide_1[v_ax0, v_ax1, v_ax2] = trilu_1[v_ax0, v_ax1, v_ax2] / trilu_red_1[v_ax0, v_ax1, T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(6), T.int64(8)):
            with T.sblock("T_transpose_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(v[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3] = v[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(6), T.int64(8)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_3[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(6) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(6), v_ax2 % T.int64(8)])
                T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2])
                T_reshape_2[v_ax0, v_ax1, v_ax2] = T_transpose_3[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(6) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(6), v_ax2 % T.int64(8)]
        for b, i, j, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(8), T.int64(6)):
            with T.sblock("T_batch_matmul_NN"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_divide_1[v_b, v_i, v_k], T_reshape_2[v_b, v_k, v_j])
                T.writes(T_batch_matmul_NN[v_b, v_i, v_j])
                with T.init():
                    T_batch_matmul_NN[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NN[v_b, v_i, v_j] = T_batch_matmul_NN[v_b, v_i, v_j] + T_divide_1[v_b, v_i, v_k] * T_reshape_2[v_b, v_k, v_j]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_batch_matmul_NN[((v_ax3 // T.int64(8) + v_ax2) // T.int64(4) + v_ax1) % T.int64(2), (v_ax3 // T.int64(8) + v_ax2) % T.int64(4), v_ax3 % T.int64(8)])
                T.writes(T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3] = T_batch_matmul_NN[((v_ax3 // T.int64(8) + v_ax2) // T.int64(4) + v_ax1) % T.int64(2), (v_ax3 // T.int64(8) + v_ax2) % T.int64(4), v_ax3 % T.int64(8)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(2), T.int64(8)):
            with T.sblock("T_transpose_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3]

# --- nn.attention-4 ---
# {"op": "nn.attention", "args": [{"var": "q", "dtype": "float32", "shape": [1, 4, 2, 8]}, {"var": "k", "dtype": "float32", "shape": [1, 4, 2, 8]}, {"var": "v", "dtype": "float32", "shape": [1, 4, 2, 8]}], "attrs": {"causal_mask": null, "scale": 0.5, "window_size": null}, "type": {"dtype": "float32", "shape": [1, 4, 2, 8]}, "text": "R.nn.attention(q, k, v, scale=T.float32(0.5), causal_mask=None, window_size=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def attention(q: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32"), k: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32"), v: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32"), T_transpose: T.Buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_transpose_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        T_reshape = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_transpose_2 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_batch_matmul_NT = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        T_multiply = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        T_softmax_maxelem = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        T_softmax_exp = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        T_softmax_expsum = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        T_softmax_norm = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
        T_transpose_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_batch_matmul_NN = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(8)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(8)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(q[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3] = q[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_1[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = T_transpose_1[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_transpose_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(k[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3] = k[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_2[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2])
                T_reshape_1[v_ax0, v_ax1, v_ax2] = T_transpose_2[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)]
        for b, i, j, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(4), T.int64(8)):
            with T.sblock("T_batch_matmul_NT"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_reshape[v_b, v_i, v_k], T_reshape_1[v_b, v_j, v_k])
                T.writes(T_batch_matmul_NT[v_b, v_i, v_j])
                with T.init():
                    T_batch_matmul_NT[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NT[v_b, v_i, v_j] = T_batch_matmul_NT[v_b, v_i, v_j] + T_reshape[v_b, v_i, v_k] * T_reshape_1[v_b, v_j, v_k]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_batch_matmul_NT[v_ax0, v_ax1, v_ax2])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
                T_multiply[v_ax0, v_ax1, v_ax2] = T_batch_matmul_NT[v_ax0, v_ax1, v_ax2] * T.float32(0.5)
        for i0, i1, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k_1])
                T.reads(T_multiply[v_i0, v_i1, v_k])
                T.writes(T_softmax_maxelem[v_i0, v_i1])
                with T.init():
                    T_softmax_maxelem[v_i0, v_i1] = T.float32(-340282346638528859811704183484516925440.0)
                T_softmax_maxelem[v_i0, v_i1] = T.max(T_softmax_maxelem[v_i0, v_i1], T_multiply[v_i0, v_i1, v_k])
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("T_softmax_exp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_multiply[v_i0, v_i1, v_i2], T_softmax_maxelem[v_i0, v_i1])
                T.writes(T_softmax_exp[v_i0, v_i1, v_i2])
                T_softmax_exp[v_i0, v_i1, v_i2] = T.exp(T_multiply[v_i0, v_i1, v_i2] - T_softmax_maxelem[v_i0, v_i1])
        for i0, i1, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("T_softmax_expsum"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k_1])
                T.reads(T_softmax_exp[v_i0, v_i1, v_k])
                T.writes(T_softmax_expsum[v_i0, v_i1])
                with T.init():
                    T_softmax_expsum[v_i0, v_i1] = T.float32(0.0)
                T_softmax_expsum[v_i0, v_i1] = T_softmax_expsum[v_i0, v_i1] + T_softmax_exp[v_i0, v_i1, v_k]
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("T_softmax_norm"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_softmax_exp[v_i0, v_i1, v_i2], T_softmax_expsum[v_i0, v_i1])
                T.writes(T_softmax_norm[v_i0, v_i1, v_i2])
                T.sblock_attr({"axis": 2})
                T_softmax_norm[v_i0, v_i1, v_i2] = T_softmax_exp[v_i0, v_i1, v_i2] / T_softmax_expsum[v_i0, v_i1]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_transpose_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(v[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3] = v[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_3[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)])
                T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2])
                T_reshape_2[v_ax0, v_ax1, v_ax2] = T_transpose_3[T.int64(0), ((v_ax2 // T.int64(8) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(8) + v_ax1) % T.int64(4), v_ax2 % T.int64(8)]
        for b, i, j, k_1 in T.grid(T.int64(2), T.int64(4), T.int64(8), T.int64(4)):
            with T.sblock("T_batch_matmul_NN"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_softmax_norm[v_b, v_i, v_k], T_reshape_2[v_b, v_k, v_j])
                T.writes(T_batch_matmul_NN[v_b, v_i, v_j])
                with T.init():
                    T_batch_matmul_NN[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NN[v_b, v_i, v_j] = T_batch_matmul_NN[v_b, v_i, v_j] + T_softmax_norm[v_b, v_i, v_k] * T_reshape_2[v_b, v_k, v_j]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_batch_matmul_NN[((v_ax3 // T.int64(8) + v_ax2) // T.int64(4) + v_ax1) % T.int64(2), (v_ax3 // T.int64(8) + v_ax2) % T.int64(4), v_ax3 % T.int64(8)])
                T.writes(T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3] = T_batch_matmul_NN[((v_ax3 // T.int64(8) + v_ax2) // T.int64(4) + v_ax1) % T.int64(2), (v_ax3 // T.int64(8) + v_ax2) % T.int64(4), v_ax3 % T.int64(8)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(2), T.int64(8)):
            with T.sblock("T_transpose_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3]
