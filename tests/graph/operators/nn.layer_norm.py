# SPDX-License-Identifier: Apache-2.0
# --- nn.layer_norm-1 ---
# {"op": "nn.layer_norm", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 8]}, {"var": "g", "dtype": "float32", "shape": [8]}, {"var": "b", "dtype": "float32", "shape": [8]}], "attrs": {"axes": [-1], "center": true, "epsilon": 1e-05, "scale": true}, "type": {"dtype": "float32", "shape": [2, 3, 8]}, "text": "R.nn.layer_norm(x, g, b, axes=[-1], epsilon=1.0000000000000001e-05, center=True, scale=True)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def layer_norm(x: T.Buffer((T.int64(2), T.int64(3), T.int64(8)), "float32"), g: T.Buffer((T.int64(8),), "float32"), b: T.Buffer((T.int64(8),), "float32"), T_layer_norm: T.Buffer((T.int64(2), T.int64(3), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_sum = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        x_mean = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        x_var_sum = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        for ax0, ax1, k2 in T.grid(T.int64(2), T.int64(3), T.int64(8)):
            with T.sblock("x_sum"):
                v_ax0, v_ax1, v_k2 = T.axis.remap("SSR", [ax0, ax1, k2])
                T.reads(x[v_ax0, v_ax1, v_k2])
                T.writes(x_sum[v_ax0, v_ax1])
                with T.init():
                    x_sum[v_ax0, v_ax1] = T.float32(0.0)
                x_sum[v_ax0, v_ax1] = x_sum[v_ax0, v_ax1] + x[v_ax0, v_ax1, v_k2]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("x_mean"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x_sum[v_ax0, v_ax1])
                T.writes(x_mean[v_ax0, v_ax1])
                x_mean[v_ax0, v_ax1] = x_sum[v_ax0, v_ax1] / T.float32(8.0)
        for ax0, ax1, k2 in T.grid(T.int64(2), T.int64(3), T.int64(8)):
            with T.sblock("x_var_sum"):
                v_ax0, v_ax1, v_k2 = T.axis.remap("SSR", [ax0, ax1, k2])
                T.reads(x[v_ax0, v_ax1, v_k2], x_mean[v_ax0, v_ax1])
                T.writes(x_var_sum[v_ax0, v_ax1])
                with T.init():
                    x_var_sum[v_ax0, v_ax1] = T.float32(0.0)
                x_var_sum[v_ax0, v_ax1] = x_var_sum[v_ax0, v_ax1] + (x[v_ax0, v_ax1, v_k2] - x_mean[v_ax0, v_ax1]) * (x[v_ax0, v_ax1, v_k2] - x_mean[v_ax0, v_ax1])
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(8)):
            with T.sblock("T_layer_norm"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2], x_mean[v_ax0, v_ax1], x_var_sum[v_ax0, v_ax1], g[v_ax2], b[v_ax2])
                T.writes(T_layer_norm[v_ax0, v_ax1, v_ax2])
                T_layer_norm[v_ax0, v_ax1, v_ax2] = (x[v_ax0, v_ax1, v_ax2] - x_mean[v_ax0, v_ax1]) * T.rsqrt(x_var_sum[v_ax0, v_ax1] / T.float32(8.0) + T.float32(1.0000000000000001e-05)) * g[v_ax2] + b[v_ax2]

# --- nn.layer_norm-2 ---
# {"op": "nn.layer_norm", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 8]}, {"var": "g", "dtype": "float32", "shape": [3, 8]}, {"var": "b", "dtype": "float32", "shape": [3, 8]}], "attrs": {"axes": [-2, -1], "center": true, "epsilon": 0.001, "scale": true}, "type": {"dtype": "float32", "shape": ["n", 3, 8]}, "text": "R.nn.layer_norm(x, g, b, axes=[-2, -1], epsilon=0.001, center=True, scale=True)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def layer_norm(x: T.Buffer((n, T.int64(3), T.int64(8)), "float32"), g: T.Buffer((T.int64(3), T.int64(8)), "float32"), b: T.Buffer((T.int64(3), T.int64(8)), "float32"), T_layer_norm: T.Buffer((n, T.int64(3), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_sum = T.sblock_alloc_buffer((n,))
        x_mean = T.sblock_alloc_buffer((n,))
        x_var_sum = T.sblock_alloc_buffer((n,))
        for ax0, k1, k2 in T.grid(n, T.int64(3), T.int64(8)):
            with T.sblock("x_sum"):
                v_ax0, v_k1, v_k2 = T.axis.remap("SRR", [ax0, k1, k2])
                T.reads(x[v_ax0, v_k1, v_k2])
                T.writes(x_sum[v_ax0])
                with T.init():
                    x_sum[v_ax0] = T.float32(0.0)
                x_sum[v_ax0] = x_sum[v_ax0] + x[v_ax0, v_k1, v_k2]
        for ax0 in range(n):
            with T.sblock("x_mean"):
                v_ax0 = T.axis.spatial(n, ax0)
                T.reads(x_sum[v_ax0])
                T.writes(x_mean[v_ax0])
                x_mean[v_ax0] = x_sum[v_ax0] / T.float32(24.0)
        for ax0, k1, k2 in T.grid(n, T.int64(3), T.int64(8)):
            with T.sblock("x_var_sum"):
                v_ax0, v_k1, v_k2 = T.axis.remap("SRR", [ax0, k1, k2])
                T.reads(x[v_ax0, v_k1, v_k2], x_mean[v_ax0])
                T.writes(x_var_sum[v_ax0])
                with T.init():
                    x_var_sum[v_ax0] = T.float32(0.0)
                x_var_sum[v_ax0] = x_var_sum[v_ax0] + (x[v_ax0, v_k1, v_k2] - x_mean[v_ax0]) * (x[v_ax0, v_k1, v_k2] - x_mean[v_ax0])
        for ax0, ax1, ax2 in T.grid(n, T.int64(3), T.int64(8)):
            with T.sblock("T_layer_norm"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2], x_mean[v_ax0], x_var_sum[v_ax0], g[v_ax1, v_ax2], b[v_ax1, v_ax2])
                T.writes(T_layer_norm[v_ax0, v_ax1, v_ax2])
                T_layer_norm[v_ax0, v_ax1, v_ax2] = (x[v_ax0, v_ax1, v_ax2] - x_mean[v_ax0]) * T.rsqrt(x_var_sum[v_ax0] / T.float32(24.0) + T.float32(0.001)) * g[v_ax1, v_ax2] + b[v_ax1, v_ax2]

# --- nn.layer_norm-3 ---
# {"op": "nn.layer_norm", "args": [{"var": "x", "dtype": "float16", "shape": [2, 8]}, {"var": "g", "dtype": "float16", "shape": [8]}, {"var": "b", "dtype": "float16", "shape": [8]}], "attrs": {"axes": [-1], "center": true, "epsilon": 1e-05, "scale": true}, "type": {"dtype": "float16", "shape": [2, 8]}, "text": "R.nn.layer_norm(x, g, b, axes=[-1], epsilon=1.0000000000000001e-05, center=True, scale=True)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def layer_norm(x: T.Buffer((T.int64(2), T.int64(8)), "float16"), g: T.Buffer((T.int64(8),), "float16"), b: T.Buffer((T.int64(8),), "float16"), T_layer_norm: T.Buffer((T.int64(2), T.int64(8)), "float16")):
        T.func_attr({"tirx.noalias": True})
        x_sum = T.sblock_alloc_buffer((T.int64(2),))
        x_mean = T.sblock_alloc_buffer((T.int64(2),))
        x_var_sum = T.sblock_alloc_buffer((T.int64(2),))
        for ax0, k1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("x_sum"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(x[v_ax0, v_k1])
                T.writes(x_sum[v_ax0])
                with T.init():
                    x_sum[v_ax0] = T.float32(0.0)
                x_sum[v_ax0] = x_sum[v_ax0] + T.Cast("float32", x[v_ax0, v_k1])
        for ax0 in range(T.int64(2)):
            with T.sblock("x_mean"):
                v_ax0 = T.axis.spatial(T.int64(2), ax0)
                T.reads(x_sum[v_ax0])
                T.writes(x_mean[v_ax0])
                x_mean[v_ax0] = x_sum[v_ax0] / T.float32(8.0)
        for ax0, k1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("x_var_sum"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(x[v_ax0, v_k1], x_mean[v_ax0])
                T.writes(x_var_sum[v_ax0])
                with T.init():
                    x_var_sum[v_ax0] = T.float32(0.0)
                x_var_sum[v_ax0] = x_var_sum[v_ax0] + (T.Cast("float32", x[v_ax0, v_k1]) - x_mean[v_ax0]) * (T.Cast("float32", x[v_ax0, v_k1]) - x_mean[v_ax0])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(8)):
            with T.sblock("T_layer_norm"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], x_mean[v_ax0], x_var_sum[v_ax0], g[v_ax1], b[v_ax1])
                T.writes(T_layer_norm[v_ax0, v_ax1])
                T_layer_norm[v_ax0, v_ax1] = T.Cast("float16", (T.Cast("float32", x[v_ax0, v_ax1]) - x_mean[v_ax0]) * T.rsqrt(x_var_sum[v_ax0] / T.float32(8.0) + T.float32(1.0000000000000001e-05))) * g[v_ax1] + b[v_ax1]
