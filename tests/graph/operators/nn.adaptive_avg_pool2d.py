# SPDX-License-Identifier: Apache-2.0
# --- nn.adaptive_avg_pool2d-1 ---
# {"op": "nn.adaptive_avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 7, 7]}], "attrs": {"layout": "NCHW", "out_layout": "NCHW", "output_size": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 3, 1, 1]}, "text": "R.nn.adaptive_avg_pool2d(x, output_size=[1, 1], layout=\"NCHW\", out_layout=\"NCHW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(7), T.int64(7)), "float32"), adaptive_pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"tirx.noalias": True})
        adaptive_pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(1), T.int64(1)))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(3), T.int64(1), T.int64(1), T.int64(7), T.int64(7)):
            with T.sblock("adaptive_pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(7) + v_rv0, v_ax3 * T.int64(7) + v_rv1])
                T.writes(adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + x[v_ax0, v_ax1, v_ax2 * T.int64(7) + v_rv0, v_ax3 * T.int64(7) + v_rv1]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(1), T.int64(1)):
            with T.sblock("adaptive_pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(adaptive_pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.adaptive_pool_avg"})
                adaptive_pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.float32(49.0)

# --- nn.adaptive_avg_pool2d-2 ---
# {"op": "nn.adaptive_avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 8, 6]}], "attrs": {"layout": "NCHW", "out_layout": "NCHW", "output_size": [2, 3]}, "type": {"dtype": "float32", "shape": ["n", 3, 2, 3]}, "text": "R.nn.adaptive_avg_pool2d(x, output_size=[2, 3], layout=\"NCHW\", out_layout=\"NCHW\")"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool2d(x: T.Buffer((n, T.int64(3), T.int64(8), T.int64(6)), "float32"), adaptive_pool_avg: T.Buffer((n, T.int64(3), T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        adaptive_pool_sum = T.sblock_alloc_buffer((n, T.int64(3), T.int64(2), T.int64(3)))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(n, T.int64(3), T.int64(2), T.int64(3), T.int64(4), T.int64(2)):
            with T.sblock("adaptive_pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(4) + v_rv0, v_ax3 * T.int64(2) + v_rv1])
                T.writes(adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + x[v_ax0, v_ax1, v_ax2 * T.int64(4) + v_rv0, v_ax3 * T.int64(2) + v_rv1]
        for ax0, ax1, ax2, ax3 in T.grid(n, T.int64(3), T.int64(2), T.int64(3)):
            with T.sblock("adaptive_pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(adaptive_pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.adaptive_pool_avg"})
                adaptive_pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.float32(8.0)

# --- nn.adaptive_avg_pool2d-3 ---
# {"op": "nn.adaptive_avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}], "attrs": {"layout": "NCHW", "out_layout": "NCHW", "output_size": null}, "type": {"dtype": "float32", "shape": [1, 3, 4, 4]}, "text": "R.nn.adaptive_avg_pool2d(x, output_size=None, layout=\"NCHW\", out_layout=\"NCHW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), adaptive_pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        adaptive_pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("adaptive_pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(x[v_ax0, v_ax1, v_ax2 + v_rv0, v_ax3 + v_rv1])
                T.writes(adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + x[v_ax0, v_ax1, v_ax2 + v_rv0, v_ax3 + v_rv1]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(4)):
            with T.sblock("adaptive_pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(adaptive_pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.adaptive_pool_avg"})
                adaptive_pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3]

# --- nn.adaptive_avg_pool2d-4 ---
# {"op": "nn.adaptive_avg_pool2d", "args": [{"var": "x", "dtype": "float16", "shape": [1, 8, 8, 3]}], "attrs": {"layout": "NHWC", "out_layout": "NHWC", "output_size": [2, 2]}, "type": {"dtype": "float16", "shape": [1, 2, 2, 3]}, "text": "R.nn.adaptive_avg_pool2d(x, output_size=[2, 2], layout=\"NHWC\", out_layout=\"NHWC\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool2d(x: T.Buffer((T.int64(1), T.int64(8), T.int64(8), T.int64(3)), "float16"), adaptive_pool_avg: T.Buffer((T.int64(1), T.int64(2), T.int64(2), T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        adaptive_pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(2), T.int64(3)), "float16")
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(2), T.int64(2), T.int64(3), T.int64(4), T.int64(4)):
            with T.sblock("adaptive_pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(x[v_ax0, v_ax1 * T.int64(4) + v_rv0, v_ax2 * T.int64(4) + v_rv1, v_ax3])
                T.writes(adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float16(0.0)
                adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + x[v_ax0, v_ax1 * T.int64(4) + v_rv0, v_ax2 * T.int64(4) + v_rv1, v_ax3]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(2), T.int64(3)):
            with T.sblock("adaptive_pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(adaptive_pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.adaptive_pool_avg"})
                adaptive_pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / (T.float16(4.0) * T.float16(4.0))
