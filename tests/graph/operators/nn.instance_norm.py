# SPDX-License-Identifier: Apache-2.0
# --- nn.instance_norm-1 ---
# {"op": "nn.instance_norm", "args": [{"var": "x", "dtype": "float32", "shape": [2, 4, 5, 5]}, {"var": "g", "dtype": "float32", "shape": [4]}, {"var": "b", "dtype": "float32", "shape": [4]}], "attrs": {"axes": [2, 3], "center": true, "channel_axis": 1, "epsilon": 1e-05, "scale": true}, "type": {"dtype": "float32", "shape": [2, 4, 5, 5]}, "text": "R.nn.instance_norm(x, g, b, channel_axis=1, axes=[2, 3], epsilon=1.0000000000000001e-05, center=True, scale=True)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def instance_norm(x: T.Buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)), "float32"), g: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32"), T_instance_norm: T.Buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red_temp_v0 = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        x_red_temp_v1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        for ax0, ax1, k2, k3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("x_red_temp"):
                v_ax0, v_ax1, v_k2, v_k3 = T.axis.remap("SSRR", [ax0, ax1, k2, k3])
                T.reads(x[v_ax0, v_ax1, v_k2, v_k3])
                T.writes(x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1])
                with T.init():
                    x_red_temp_v0[v_ax0, v_ax1] = T.float32(0.0)
                    x_red_temp_v1[v_ax0, v_ax1] = T.float32(0.0)
                v_x_red_temp_v0: T.let[T.float32] = x_red_temp_v0[v_ax0, v_ax1] + x[v_ax0, v_ax1, v_k2, v_k3]
                v_x_red_temp_v1: T.let[T.float32] = x_red_temp_v1[v_ax0, v_ax1] + x[v_ax0, v_ax1, v_k2, v_k3] * x[v_ax0, v_ax1, v_k2, v_k3]
                x_red_temp_v0[v_ax0, v_ax1] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0, v_ax1] = v_x_red_temp_v1
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_instance_norm"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1], g[v_ax1], b[v_ax1])
                T.writes(T_instance_norm[v_ax0, v_ax1, v_ax2, v_ax3])
                T_instance_norm[v_ax0, v_ax1, v_ax2, v_ax3] = (x[v_ax0, v_ax1, v_ax2, v_ax3] - x_red_temp_v0[v_ax0, v_ax1] / T.float32(25.0)) * T.rsqrt(x_red_temp_v1[v_ax0, v_ax1] / T.float32(25.0) - x_red_temp_v0[v_ax0, v_ax1] / T.float32(25.0) * (x_red_temp_v0[v_ax0, v_ax1] / T.float32(25.0)) + T.float32(1.0000000000000001e-05)) * g[v_ax1] + b[v_ax1]

# --- nn.instance_norm-2 ---
# {"op": "nn.instance_norm", "args": [{"var": "x", "dtype": "float16", "shape": [2, 4, "h", 5]}, {"var": "g", "dtype": "float16", "shape": [4]}, {"var": "b", "dtype": "float16", "shape": [4]}], "attrs": {"axes": [2, 3], "center": true, "channel_axis": 1, "epsilon": 1e-05, "scale": true}, "type": {"dtype": "float16", "shape": [2, 4, "h", 5]}, "text": "R.nn.instance_norm(x, g, b, channel_axis=1, axes=[2, 3], epsilon=1.0000000000000001e-05, center=True, scale=True)"}
h = TypeVar("h")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def instance_norm(x: T.Buffer((T.int64(2), T.int64(4), h, T.int64(5)), "float16"), g: T.Buffer((T.int64(4),), "float16"), b: T.Buffer((T.int64(4),), "float16"), T_instance_norm: T.Buffer((T.int64(2), T.int64(4), h, T.int64(5)), "float16")):
        T.func_attr({"tirx.noalias": True})
        x_red_temp_v0 = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        x_red_temp_v1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        for ax0, ax1, k2, k3 in T.grid(T.int64(2), T.int64(4), h, T.int64(5)):
            with T.sblock("x_red_temp"):
                v_ax0, v_ax1, v_k2, v_k3 = T.axis.remap("SSRR", [ax0, ax1, k2, k3])
                T.reads(x[v_ax0, v_ax1, v_k2, v_k3])
                T.writes(x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1])
                with T.init():
                    x_red_temp_v0[v_ax0, v_ax1] = T.float32(0.0)
                    x_red_temp_v1[v_ax0, v_ax1] = T.float32(0.0)
                v_x_red_temp_v0: T.let[T.float32] = x_red_temp_v0[v_ax0, v_ax1] + T.Cast("float32", x[v_ax0, v_ax1, v_k2, v_k3])
                v_x_red_temp_v1: T.let[T.float32] = x_red_temp_v1[v_ax0, v_ax1] + T.Cast("float32", x[v_ax0, v_ax1, v_k2, v_k3]) * T.Cast("float32", x[v_ax0, v_ax1, v_k2, v_k3])
                x_red_temp_v0[v_ax0, v_ax1] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0, v_ax1] = v_x_red_temp_v1
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), h, T.int64(5)):
            with T.sblock("T_instance_norm"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1], g[v_ax1], b[v_ax1])
                T.writes(T_instance_norm[v_ax0, v_ax1, v_ax2, v_ax3])
                T_instance_norm[v_ax0, v_ax1, v_ax2, v_ax3] = T.Cast("float16", (T.Cast("float32", x[v_ax0, v_ax1, v_ax2, v_ax3]) - x_red_temp_v0[v_ax0, v_ax1] / T.Cast("float32", T.Cast("float16", h) * T.float16(5.0))) * T.rsqrt(x_red_temp_v1[v_ax0, v_ax1] / T.Cast("float32", T.Cast("float16", h) * T.float16(5.0)) - x_red_temp_v0[v_ax0, v_ax1] / T.Cast("float32", T.Cast("float16", h) * T.float16(5.0)) * (x_red_temp_v0[v_ax0, v_ax1] / T.Cast("float32", T.Cast("float16", h) * T.float16(5.0))) + T.float32(1.0000000000000001e-05))) * g[v_ax1] + b[v_ax1]
