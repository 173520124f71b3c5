# SPDX-License-Identifier: Apache-2.0
# --- nn.group_norm-1 ---
# {"op": "nn.group_norm", "args": [{"var": "x", "dtype": "float32", "shape": [2, 4, 5, 5]}, {"var": "g", "dtype": "float32", "shape": [4]}, {"var": "b", "dtype": "float32", "shape": [4]}], "attrs": {"axes": [2, 3], "center": true, "channel_axis": 1, "epsilon": 1e-05, "num_groups": 2, "scale": true}, "type": {"dtype": "float32", "shape": [2, 4, 5, 5]}, "text": "R.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2, 3], epsilon=1.0000000000000001e-05, center=True, scale=True)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def group_norm(x: T.Buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)), "float32"), g: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32"), T_reshape: T.Buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(2), T.int64(2), T.int64(5), T.int64(5)))
        x_red_temp_v0 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        x_red_temp_v1 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        T_group_norm = T.sblock_alloc_buffer((T.int64(2), T.int64(2), T.int64(2), T.int64(5), T.int64(5)))
        for ax0, ax1, ax2, ax3, ax4 in T.grid(T.int64(2), T.int64(2), T.int64(2), T.int64(5), T.int64(5)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_ax4 = T.axis.remap("SSSSS", [ax0, ax1, ax2, ax3, ax4])
                T.reads(x[((v_ax1 * T.int64(2) + (v_ax4 // T.int64(5) + v_ax3) // T.int64(5) + v_ax2) // T.int64(4) + v_ax0) % T.int64(2), (v_ax1 * T.int64(2) + (v_ax4 // T.int64(5) + v_ax3) // T.int64(5) + v_ax2) % T.int64(4), (v_ax4 // T.int64(5) + v_ax3) % T.int64(5), v_ax4 % T.int64(5)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = x[((v_ax1 * T.int64(2) + (v_ax4 // T.int64(5) + v_ax3) // T.int64(5) + v_ax2) // T.int64(4) + v_ax0) % T.int64(2), (v_ax1 * T.int64(2) + (v_ax4 // T.int64(5) + v_ax3) // T.int64(5) + v_ax2) % T.int64(4), (v_ax4 // T.int64(5) + v_ax3) % T.int64(5), v_ax4 % T.int64(5)]
        for ax0, ax1, k2, k3, k4 in T.grid(T.int64(2), T.int64(2), T.int64(2), T.int64(5), T.int64(5)):
            with T.sblock("x_red_temp"):
                v_ax0, v_ax1, v_k2, v_k3, v_k4 = T.axis.remap("SSRRR", [ax0, ax1, k2, k3, k4])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_k2, v_k3, v_k4])
                T.writes(x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1])
                with T.init():
                    x_red_temp_v0[v_ax0, v_ax1] = T.float32(0.0)
                    x_red_temp_v1[v_ax0, v_ax1] = T.float32(0.0)
                v_x_red_temp_v0: T.let[T.float32] = x_red_temp_v0[v_ax0, v_ax1] + T_reshape_1[v_ax0, v_ax1, v_k2, v_k3, v_k4]
                v_x_red_temp_v1: T.let[T.float32] = x_red_temp_v1[v_ax0, v_ax1] + T_reshape_1[v_ax0, v_ax1, v_k2, v_k3, v_k4] * T_reshape_1[v_ax0, v_ax1, v_k2, v_k3, v_k4]
                x_red_temp_v0[v_ax0, v_ax1] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0, v_ax1] = v_x_red_temp_v1
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(g[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)])
                T.writes(T_reshape_2[v_ax0, v_ax1])
                T_reshape_2[v_ax0, v_ax1] = g[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(b[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)])
                T.writes(T_reshape_3[v_ax0, v_ax1])
                T_reshape_3[v_ax0, v_ax1] = b[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)]
        for ax0, ax1, ax2, ax3, ax4 in T.grid(T.int64(2), T.int64(2), T.int64(2), T.int64(5), T.int64(5)):
            with T.sblock("T_group_norm"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_ax4 = T.axis.remap("SSSSS", [ax0, ax1, ax2, ax3, ax4])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4], x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1], T_reshape_2[v_ax1, v_ax2], T_reshape_3[v_ax1, v_ax2])
                T.writes(T_group_norm[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T_group_norm[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = (T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] - x_red_temp_v0[v_ax0, v_ax1] / T.float32(50.0)) * T.rsqrt(x_red_temp_v1[v_ax0, v_ax1] / T.float32(50.0) - x_red_temp_v0[v_ax0, v_ax1] / T.float32(50.0) * (x_red_temp_v0[v_ax0, v_ax1] / T.float32(50.0)) + T.float32(1.0000000000000001e-05)) * T_reshape_2[v_ax1, v_ax2] + T_reshape_3[v_ax1, v_ax2]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_group_norm[(((v_ax3 // T.int64(5) + v_ax2) // T.int64(5) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), ((v_ax3 // T.int64(5) + v_ax2) // T.int64(5) + v_ax1) % T.int64(4) // T.int64(2), ((v_ax3 // T.int64(5) + v_ax2) // T.int64(5) + v_ax1) % T.int64(2), (v_ax3 // T.int64(5) + v_ax2) % T.int64(5), v_ax3 % T.int64(5)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape[v_ax0, v_ax1, v_ax2, v_ax3] = T_group_norm[(((v_ax3 // T.int64(5) + v_ax2) // T.int64(5) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), ((v_ax3 // T.int64(5) + v_ax2) // T.int64(5) + v_ax1) % T.int64(4) // T.int64(2), ((v_ax3 // T.int64(5) + v_ax2) // T.int64(5) + v_ax1) % T.int64(2), (v_ax3 // T.int64(5) + v_ax2) % T.int64(5), v_ax3 % T.int64(5)]

# --- nn.group_norm-2 ---
# {"op": "nn.group_norm", "args": [{"var": "x", "dtype": "float16", "shape": [1, 8, 2, 2]}, {"var": "g", "dtype": "float16", "shape": [8]}, {"var": "b", "dtype": "float16", "shape": [8]}], "attrs": {"axes": [2, 3], "center": true, "channel_axis": 1, "epsilon": 1e-05, "num_groups": 4, "scale": true}, "type": {"dtype": "float16", "shape": [1, 8, 2, 2]}, "text": "R.nn.group_norm(x, g, b, num_groups=4, channel_axis=1, axes=[2, 3], epsilon=1.0000000000000001e-05, center=True, scale=True)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def group_norm(x: T.Buffer((T.int64(1), T.int64(8), T.int64(2), T.int64(2)), "float16"), g: T.Buffer((T.int64(8),), "float16"), b: T.Buffer((T.int64(8),), "float16"), T_reshape: T.Buffer((T.int64(1), T.int64(8), T.int64(2), T.int64(2)), "float16")):
        T.func_attr({"tirx.noalias": True})
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(2), T.int64(2)), "float16")
        T_cast = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(2), T.int64(2)))
        x_red_temp_v0 = T.sblock_alloc_buffer((T.int64(1), T.int64(4)))
        x_red_temp_v1 = T.sblock_alloc_buffer((T.int64(1), T.int64(4)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(4), T.int64(2)), "float16")
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(4), T.int64(2)), "float16")
        T_group_norm = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(2), T.int64(2), T.int64(2)), "float16")
        for ax0, ax1, ax2, ax3, ax4 in T.grid(T.int64(1), T.int64(4), T.int64(2), T.int64(2), T.int64(2)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_ax4 = T.axis.remap("SSSSS", [ax0, ax1, ax2, ax3, ax4])
                T.reads(x[T.int64(0), (v_ax1 * T.int64(2) + (v_ax4 // T.int64(2) + v_ax3) // T.int64(2) + v_ax2) % T.int64(8), (v_ax4 // T.int64(2) + v_ax3) % T.int64(2), v_ax4 % T.int64(2)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = x[T.int64(0), (v_ax1 * T.int64(2) + (v_ax4 // T.int64(2) + v_ax3) // T.int64(2) + v_ax2) % T.int64(8), (v_ax4 // T.int64(2) + v_ax3) % T.int64(2), v_ax4 % T.int64(2)]
        for ax0, ax1, ax2, ax3, ax4 in T.grid(T.int64(1), T.int64(4), T.int64(2), T.int64(2), T.int64(2)):
            with T.sblock("T_cast"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_ax4 = T.axis.remap("SSSSS", [ax0, ax1, ax2, ax3, ax4])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T.writes(T_cast[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T_cast[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = T.Cast("float32", T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
        for ax0, ax1, k2, k3, k4 in T.grid(T.int64(1), T.int64(4), T.int64(2), T.int64(2), T.int64(2)):
            with T.sblock("x_red_temp"):
                v_ax0, v_ax1, v_k2, v_k3, v_k4 = T.axis.remap("SSRRR", [ax0, ax1, k2, k3, k4])
                T.reads(T_cast[v_ax0, v_ax1, v_k2, v_k3, v_k4])
                T.writes(x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1])
                with T.init():
                    x_red_temp_v0[v_ax0, v_ax1] = T.float32(0.0)
                    x_red_temp_v1[v_ax0, v_ax1] = T.float32(0.0)
                v_x_red_temp_v0: T.let[T.float32] = x_red_temp_v0[v_ax0, v_ax1] + T_cast[v_ax0, v_ax1, v_k2, v_k3, v_k4]
                v_x_red_temp_v1: T.let[T.float32] = x_red_temp_v1[v_ax0, v_ax1] + T_cast[v_ax0, v_ax1, v_k2, v_k3, v_k4] * T_cast[v_ax0, v_ax1, v_k2, v_k3, v_k4]
                x_red_temp_v0[v_ax0, v_ax1] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0, v_ax1] = v_x_red_temp_v1
        for ax0, ax1 in T.grid(T.int64(4), T.int64(2)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(g[(v_ax0 * T.int64(2) + v_ax1) % T.int64(8)])
                T.writes(T_reshape_2[v_ax0, v_ax1])
                T_reshape_2[v_ax0, v_ax1] = g[(v_ax0 * T.int64(2) + v_ax1) % T.int64(8)]
        for ax0, ax1 in T.grid(T.int64(4), T.int64(2)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(b[(v_ax0 * T.int64(2) + v_ax1) % T.int64(8)])
                T.writes(T_reshape_3[v_ax0, v_ax1])
                T_reshape_3[v_ax0, v_ax1] = b[(v_ax0 * T.int64(2) + v_ax1) % T.int64(8)]
        for ax0, ax1, ax2, ax3, ax4 in T.grid(T.int64(1), T.int64(4), T.int64(2), T.int64(2), T.int64(2)):
            with T.sblock("T_group_norm"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_ax4 = T.axis.remap("SSSSS", [ax0, ax1, ax2, ax3, ax4])
                T.reads(T_cast[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4], x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1], T_reshape_2[v_ax1, v_ax2], T_reshape_3[v_ax1, v_ax2])
                T.writes(T_group_norm[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T_group_norm[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = T.Cast("float16", (T_cast[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] - x_red_temp_v0[v_ax0, v_ax1] / T.float32(8.0)) * T.rsqrt(x_red_temp_v1[v_ax0, v_ax1] / T.float32(8.0) - x_red_temp_v0[v_ax0, v_ax1] / T.float32(8.0) * (x_red_temp_v0[v_ax0, v_ax1] / T.float32(8.0)) + T.float32(1.0000000000000001e-05))) * T_reshape_2[v_ax1, v_ax2] + T_reshape_3[v_ax1, v_ax2]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(8), T.int64(2), T.int64(2)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_group_norm[T.int64(0), ((v_ax3 // T.int64(2) + v_ax2) // T.int64(2) + v_ax1) % T.int64(8) // T.int64(2), ((v_ax3 // T.int64(2) + v_ax2) // T.int64(2) + v_ax1) % T.int64(2), (v_ax3 // T.int64(2) + v_ax2) % T.int64(2), v_ax3 % T.int64(2)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape[v_ax0, v_ax1, v_ax2, v_ax3] = T_group_norm[T.int64(0), ((v_ax3 // T.int64(2) + v_ax2) // T.int64(2) + v_ax1) % T.int64(8) // T.int64(2), ((v_ax3 // T.int64(2) + v_ax2) // T.int64(2) + v_ax1) % T.int64(2), (v_ax3 // T.int64(2) + v_ax2) % T.int64(2), v_ax3 % T.int64(2)]

# --- nn.group_norm-3 ---
# {"op": "nn.group_norm", "args": [{"var": "x", "dtype": "float32", "shape": [2, 4, "h", 5]}, {"var": "g", "dtype": "float32", "shape": [4]}, {"var": "b", "dtype": "float32", "shape": [4]}], "attrs": {"axes": [2, 3], "center": true, "channel_axis": 1, "epsilon": 1e-05, "num_groups": 2, "scale": true}, "type": {"dtype": "float32", "shape": [2, 4, "h", 5]}, "text": "R.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2, 3], epsilon=1.0000000000000001e-05, center=True, scale=True)"}
h = TypeVar("h")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def group_norm(x: T.Buffer((T.int64(2), T.int64(4), h, T.int64(5)), "float32"), g: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32"), T_reshape: T.Buffer((T.int64(2), T.int64(4), h, T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(2), T.int64(2), h, T.int64(5)))
        x_red_temp_v0 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        x_red_temp_v1 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        T_group_norm = T.sblock_alloc_buffer((T.int64(2), T.int64(2), T.int64(2), h, T.int64(5)))
        for ax0, ax1, ax2, ax3, ax4 in T.grid(T.int64(2), T.int64(2), T.int64(2), h, T.int64(5)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_ax4 = T.axis.remap("SSSSS", [ax0, ax1, ax2, ax3, ax4])
                T.reads(x[(v_ax4 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1 * T.int64(2) + v_ax2) * h + v_ax3) // h % T.int64(8) // T.int64(4), (v_ax4 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1 * T.int64(2) + v_ax2) * h + v_ax3) // h % T.int64(4), (v_ax4 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1 * T.int64(2) + v_ax2) * h + v_ax3) % h, v_ax4 % T.int64(5)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = x[(v_ax4 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1 * T.int64(2) + v_ax2) * h + v_ax3) // h % T.int64(8) // T.int64(4), (v_ax4 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1 * T.int64(2) + v_ax2) * h + v_ax3) // h % T.int64(4), (v_ax4 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1 * T.int64(2) + v_ax2) * h + v_ax3) % h, v_ax4 % T.int64(5)]
        for ax0, ax1, k2, k3, k4 in T.grid(T.int64(2), T.int64(2), T.int64(2), h, T.int64(5)):
            with T.sblock("x_red_temp"):
                v_ax0, v_ax1, v_k2, v_k3, v_k4 = T.axis.remap("SSRRR", [ax0, ax1, k2, k3, k4])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_k2, v_k3, v_k4])
                T.writes(x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1])
                with T.init():
                    x_red_temp_v0[v_ax0, v_ax1] = T.float32(0.0)
                    x_red_temp_v1[v_ax0, v_ax1] = T.float32(0.0)
                v_x_red_temp_v0: T.let[T.float32] = x_red_temp_v0[v_ax0, v_ax1] + T_reshape_1[v_ax0, v_ax1, v_k2, v_k3, v_k4]
                v_x_red_temp_v1: T.let[T.float32] = x_red_temp_v1[v_ax0, v_ax1] + T_reshape_1[v_ax0, v_ax1, v_k2, v_k3, v_k4] * T_reshape_1[v_ax0, v_ax1, v_k2, v_k3, v_k4]
                x_red_temp_v0[v_ax0, v_ax1] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0, v_ax1] = v_x_red_temp_v1
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(g[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)])
                T.writes(T_reshape_2[v_ax0, v_ax1])
                T_reshape_2[v_ax0, v_ax1] = g[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(b[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)])
                T.writes(T_reshape_3[v_ax0, v_ax1])
                T_reshape_3[v_ax0, v_ax1] = b[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)]
        for ax0, ax1, ax2, ax3, ax4 in T.grid(T.int64(2), T.int64(2), T.int64(2), h, T.int64(5)):
            with T.sblock("T_group_norm"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_ax4 = T.axis.remap("SSSSS", [ax0, ax1, ax2, ax3, ax4])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4], x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1], T_reshape_2[v_ax1, v_ax2], T_reshape_3[v_ax1, v_ax2])
                T.writes(T_group_norm[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T_group_norm[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = (T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] - x_red_temp_v0[v_ax0, v_ax1] / (T.float32(2.0) * T.Cast("float32", h) * T.float32(5.0))) * T.rsqrt(x_red_temp_v1[v_ax0, v_ax1] / (T.float32(2.0) * T.Cast("float32", h) * T.float32(5.0)) - x_red_temp_v0[v_ax0, v_ax1] / (T.float32(2.0) * T.Cast("float32", h) * T.float32(5.0)) * (x_red_temp_v0[v_ax0, v_ax1] / (T.float32(2.0) * T.Cast("float32", h) * T.float32(5.0))) + T.float32(1.0000000000000001e-05)) * T_reshape_2[v_ax1, v_ax2] + T_reshape_3[v_ax1, v_ax2]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), h, T.int64(5)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_group_norm[(v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * h + v_ax2) // h % T.int64(8) // T.int64(4), (v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * h + v_ax2) // h % T.int64(4) // T.int64(2), (v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * h + v_ax2) // h % T.int64(2), (v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * h + v_ax2) % h, v_ax3 % T.int64(5)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape[v_ax0, v_ax1, v_ax2, v_ax3] = T_group_norm[(v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * h + v_ax2) // h % T.int64(8) // T.int64(4), (v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * h + v_ax2) // h % T.int64(4) // T.int64(2), (v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * h + v_ax2) // h % T.int64(2), (v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * h + v_ax2) % h, v_ax3 % T.int64(5)]
