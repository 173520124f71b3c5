# SPDX-License-Identifier: Apache-2.0
# --- nn.rms_norm-1 ---
# {"op": "nn.rms_norm", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 8]}, {"var": "w", "dtype": "float32", "shape": [8]}], "attrs": {"axes": [-1], "epsilon": 1e-05}, "type": {"dtype": "float32", "shape": [2, 3, 8]}, "text": "R.nn.rms_norm(x, w, axes=[-1], epsilon=1.0000000000000001e-05)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def rms_norm(x: T.Buffer((T.int64(2), T.int64(3), T.int64(8)), "float32"), w: T.Buffer((T.int64(8),), "float32"), T_cast: T.Buffer((T.int64(2), T.int64(3), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_cast_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(8)))
        T_multiply = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(8)))
        T_multiply_red = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        rsqrt = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_cast_2 = T.sblock_alloc_buffer((T.int64(8),))
        T_rms_norm = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(8)))
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(8)):
            with T.sblock("T_cast"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2])
                T.writes(T_cast_1[v_ax0, v_ax1, v_ax2])
                T_cast_1[v_ax0, v_ax1, v_ax2] = x[v_ax0, v_ax1, v_ax2]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(8)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_cast_1[v_ax0, v_ax1, v_ax2])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
                T_multiply[v_ax0, v_ax1, v_ax2] = T_cast_1[v_ax0, v_ax1, v_ax2] * T_cast_1[v_ax0, v_ax1, v_ax2]
        for ax0, ax1, k2 in T.grid(T.int64(2), T.int64(3), T.int64(8)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_ax1, v_k2 = T.axis.remap("SSR", [ax0, ax1, k2])
                T.reads(T_multiply[v_ax0, v_ax1, v_k2])
                T.writes(T_multiply_red[v_ax0, v_ax1])
                with T.init():
                    T_multiply_red[v_ax0, v_ax1] = T.float32(0.0)
                T_multiply_red[v_ax0, v_ax1] = T_multiply_red[v_ax0, v_ax1] + T_multiply[v_ax0, v_ax1, v_k2]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("rsqrt"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_red[v_ax0, v_ax1])
                T.writes(rsqrt[v_ax0, v_ax1])
                rsqrt[v_ax0, v_ax1] = T.rsqrt(T_multiply_red[v_ax0, v_ax1] / T.float32(8.0) + T.float32(1.0000000000000001e-05))
        for ax0 in range(T.int64(8)):
            with T.sblock("T_cast_1"):
                v_ax0 = T.axis.spatial(T.int64(8), ax0)
                T.reads(w[v_ax0])
                T.writes(T_cast_2[v_ax0])
                T_cast_2[v_ax0] = w[v_ax0]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(8)):
            with T.sblock("T_rms_norm"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(rsqrt[v_ax0, v_ax1], T_cast_1[v_ax0, v_ax1, v_ax2], T_cast_2[v_ax2])
                T.writes(T_rms_norm[v_ax0, v_ax1, v_ax2])
                T_rms_norm[v_ax0, v_ax1, v_ax2] = rsqrt[v_ax0, v_ax1] * T_cast_1[v_ax0, v_ax1, v_ax2] * T_cast_2[v_ax2]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(8)):
            with T.sblock("T_cast_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_rms_norm[v_ax0, v_ax1, v_ax2])
                T.writes(T_cast[v_ax0, v_ax1, v_ax2])
                T_cast[v_ax0, v_ax1, v_ax2] = T_rms_norm[v_ax0, v_ax1, v_ax2]

# --- nn.rms_norm-2 ---
# {"op": "nn.rms_norm", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 8]}, {"var": "w", "dtype": "float16", "shape": [8]}], "attrs": {"axes": [-1], "epsilon": 1e-06}, "type": {"dtype": "float16", "shape": ["n", 8]}, "text": "R.nn.rms_norm(x, w, axes=[-1], epsilon=9.9999999999999995e-07)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def rms_norm(x: T.Buffer((n, T.int64(8)), "float16"), w: T.Buffer((T.int64(8),), "float16"), T_cast: T.Buffer((n, T.int64(8)), "float16")):
        T.func_attr({"tirx.noalias": True})
        T_cast_1 = T.sblock_alloc_buffer((n, T.int64(8)))
        T_multiply = T.sblock_alloc_buffer((n, T.int64(8)))
        T_multiply_red = T.sblock_alloc_buffer((n,))
        rsqrt = T.sblock_alloc_buffer((n,))
        T_cast_2 = T.sblock_alloc_buffer((T.int64(8),))
        T_rms_norm = T.sblock_alloc_buffer((n, T.int64(8)))
        for ax0, ax1 in T.grid(n, T.int64(8)):
            with T.sblock("T_cast"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_cast_1[v_ax0, v_ax1])
                T_cast_1[v_ax0, v_ax1] = T.Cast("float32", x[v_ax0, v_ax1])
        for ax0, ax1 in T.grid(n, T.int64(8)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_cast_1[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = T_cast_1[v_ax0, v_ax1] * T_cast_1[v_ax0, v_ax1]
        for ax0, k1 in T.grid(n, T.int64(8)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(T_multiply[v_ax0, v_k1])
                T.writes(T_multiply_red[v_ax0])
                with T.init():
                    T_multiply_red[v_ax0] = T.float32(0.0)
                T_multiply_red[v_ax0] = T_multiply_red[v_ax0] + T_multiply[v_ax0, v_k1]
        for ax0 in range(n):
            with T.sblock("rsqrt"):
                v_ax0 = T.axis.spatial(n, ax0)
                T.reads(T_multiply_red[v_ax0])
                T.writes(rsqrt[v_ax0])
                rsqrt[v_ax0] = T.rsqrt(T_multiply_red[v_ax0] / T.float32(8.0) + T.float32(9.9999999999999995e-07))
        for ax0 in range(T.int64(8)):
            with T.sblock("T_cast_1"):
                v_ax0 = T.axis.spatial(T.int64(8), ax0)
                T.reads(w[v_ax0])
                T.writes(T_cast_2[v_ax0])
                T_cast_2[v_ax0] = T.Cast("float32", w[v_ax0])
        for ax0, ax1 in T.grid(n, T.int64(8)):
            with T.sblock("T_rms_norm"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(rsqrt[v_ax0], T_cast_1[v_ax0, v_ax1], T_cast_2[v_ax1])
                T.writes(T_rms_norm[v_ax0, v_ax1])
                T_rms_norm[v_ax0, v_ax1] = rsqrt[v_ax0] * T_cast_1[v_ax0, v_ax1] * T_cast_2[v_ax1]
        for ax0, ax1 in T.grid(n, T.int64(8)):
            with T.sblock("T_cast_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_rms_norm[v_ax0, v_ax1])
                T.writes(T_cast[v_ax0, v_ax1])
                T_cast[v_ax0, v_ax1] = T.Cast("float16", T_rms_norm[v_ax0, v_ax1])
