# SPDX-License-Identifier: Apache-2.0
# --- nn.avg_pool2d-1 ---
# {"op": "nn.avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8, 8]}], "attrs": {"ceil_mode": false, "count_include_pad": false, "dilation": [1, 1], "layout": "NCHW", "out_layout": "NCHW", "padding": [0, 0, 0, 0], "pool_size": [2, 2], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 3, 7, 7]}, "text": "R.nn.avg_pool2d(x, pool_size=[2, 2], strides=[1, 1], dilation=[1, 1], padding=[0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout=\"NCHW\", out_layout=\"NCHW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32"), pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(7), T.int64(7)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(7), T.int64(7)))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(3), T.int64(7), T.int64(7), T.int64(2), T.int64(2)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(x[v_ax0, v_ax1, v_ax2 + v_rv0, v_ax3 + v_rv1])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + x[v_ax0, v_ax1, v_ax2 + v_rv0, v_ax3 + v_rv1]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(7), T.int64(7)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.Cast("float32", T.max((T.min(T.int64(1), T.int64(7) - v_ax2) + T.int64(1) - T.max(T.int64(0) - v_ax2, T.int64(0))) * (T.min(T.int64(1), T.int64(7) - v_ax3) + T.int64(1) - T.max(T.int64(0) - v_ax3, T.int64(0))), T.int64(1)))

# --- nn.avg_pool2d-2 ---
# {"op": "nn.avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 8, 8]}], "attrs": {"ceil_mode": false, "count_include_pad": false, "dilation": [1, 1], "layout": "NCHW", "out_layout": "NCHW", "padding": [0, 0, 0, 0], "pool_size": [2, 2], "strides": [2, 2]}, "type": {"dtype": "float32", "shape": ["n", 3, 4, 4]}, "text": "R.nn.avg_pool2d(x, pool_size=[2, 2], strides=[2, 2], dilation=[1, 1], padding=[0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout=\"NCHW\", out_layout=\"NCHW\")"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d(x: T.Buffer((n, T.int64(3), T.int64(8), T.int64(8)), "float32"), pool_avg: T.Buffer((n, T.int64(3), T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pool_sum = T.sblock_alloc_buffer((n, T.int64(3), T.int64(4), T.int64(4)))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(n, T.int64(3), T.int64(4), T.int64(4), T.int64(2), T.int64(2)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1]
        for ax0, ax1, ax2, ax3 in T.grid(n, T.int64(3), T.int64(4), T.int64(4)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.Cast("float32", T.max((T.min(v_ax2, T.int64(0)) * T.int64(2) + T.min(v_ax2 * T.int64(2) + T.int64(1), T.int64(7)) + T.int64(1) - v_ax2 * T.int64(2)) * (T.min(v_ax3, T.int64(0)) * T.int64(2) + T.min(v_ax3 * T.int64(2) + T.int64(1), T.int64(7)) + T.int64(1) - v_ax3 * T.int64(2)), T.int64(1)))

# --- nn.avg_pool2d-3 ---
# {"op": "nn.avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8, 8]}], "attrs": {"ceil_mode": false, "count_include_pad": false, "dilation": [1, 1], "layout": "NCHW", "out_layout": "NCHW", "padding": [1, 1, 1, 1], "pool_size": [3, 3], "strides": [2, 2]}, "type": {"dtype": "float32", "shape": [1, 3, 4, 4]}, "text": "R.nn.avg_pool2d(x, pool_size=[3, 3], strides=[2, 2], dilation=[1, 1], padding=[1, 1, 1, 1], ceil_mode=False, count_include_pad=False, layout=\"NCHW\", out_layout=\"NCHW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32"), pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(10), T.int64(10)))
        pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(10), T.int64(10)):
            with T.sblock("pad_temp"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3 - T.int64(1)])
                T.writes(pad_temp[v_ax0, v_ax1, v_ax2, v_ax3])
                pad_temp[v_ax0, v_ax1, v_ax2, v_ax3] = T.if_then_else(T.int64(1) <= v_ax2 and v_ax2 < T.int64(9) and T.int64(1) <= v_ax3 and v_ax3 < T.int64(9), x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3 - T.int64(1)], T.float32(0.0))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(4), T.int64(3), T.int64(3)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(4)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.Cast("float32", T.max((T.min(v_ax2 * T.int64(2) + T.int64(1), T.int64(7)) + T.int64(2) - T.max(T.int64(1) - v_ax2 * T.int64(2), T.int64(0)) - v_ax2 * T.int64(2)) * (T.min(v_ax3 * T.int64(2) + T.int64(1), T.int64(7)) + T.int64(2) - T.max(T.int64(1) - v_ax3 * T.int64(2), T.int64(0)) - v_ax3 * T.int64(2)), T.int64(1)))

# --- nn.avg_pool2d-4 ---
# {"op": "nn.avg_pool2d", "args": [{"var": "x", "dtype": "float16", "shape": [1, 3, 9, 8]}], "attrs": {"ceil_mode": true, "count_include_pad": false, "dilation": [1, 1], "layout": "NCHW", "out_layout": "NCHW", "padding": [1, 0, 1, 1], "pool_size": [3, 2], "strides": [2, 2]}, "type": {"dtype": "float16", "shape": [1, 3, 5, 4]}, "text": "R.nn.avg_pool2d(x, pool_size=[3, 2], strides=[2, 2], dilation=[1, 1], padding=[1, 0, 1, 1], ceil_mode=True, count_include_pad=False, layout=\"NCHW\", out_layout=\"NCHW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(9), T.int64(8)), "float16"), pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(5), T.int64(4)), "float16")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(12), T.int64(10)), "float16")
        pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(5), T.int64(4)), "float16")
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(12), T.int64(10)):
            with T.sblock("pad_temp"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3])
                T.writes(pad_temp[v_ax0, v_ax1, v_ax2, v_ax3])
                pad_temp[v_ax0, v_ax1, v_ax2, v_ax3] = T.if_then_else(T.int64(1) <= v_ax2 and v_ax2 < T.int64(10) and v_ax3 < T.int64(8), x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3], T.float16(0.0))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(3), T.int64(5), T.int64(4), T.int64(3), T.int64(2)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float16(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(5), T.int64(4)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.Cast("float16", T.max((T.min(v_ax2 * T.int64(2) + T.int64(1), T.int64(8)) + T.int64(2) - T.max(T.int64(1) - v_ax2 * T.int64(2), T.int64(0)) - v_ax2 * T.int64(2)) * (T.min(v_ax3, T.int64(0)) * T.int64(2) + T.min(v_ax3 * T.int64(2) + T.int64(1), T.int64(7)) + T.int64(1) - v_ax3 * T.int64(2)), T.int64(1)))

# --- nn.avg_pool2d-5 ---
# {"op": "nn.avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 8, 8, 3]}], "attrs": {"ceil_mode": false, "count_include_pad": false, "dilation": [1, 1], "layout": "NHWC", "out_layout": "NHWC", "padding": [0, 0, 0, 0], "pool_size": [2, 2], "strides": [2, 2]}, "type": {"dtype": "float32", "shape": [1, 4, 4, 3]}, "text": "R.nn.avg_pool2d(x, pool_size=[2, 2], strides=[2, 2], dilation=[1, 1], padding=[0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout=\"NHWC\", out_layout=\"NHWC\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d(x: T.Buffer((T.int64(1), T.int64(8), T.int64(8), T.int64(3)), "float32"), pool_avg: T.Buffer((T.int64(1), T.int64(4), T.int64(4), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(4), T.int64(3)))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(4), T.int64(4), T.int64(3), T.int64(2), T.int64(2)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(x[v_ax0, v_ax1 * T.int64(2) + v_rv0, v_ax2 * T.int64(2) + v_rv1, v_ax3])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + x[v_ax0, v_ax1 * T.int64(2) + v_rv0, v_ax2 * T.int64(2) + v_rv1, v_ax3]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(4), T.int64(3)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.Cast("float32", T.max((T.min(v_ax1, T.int64(0)) * T.int64(2) + T.min(v_ax1 * T.int64(2) + T.int64(1), T.int64(7)) + T.int64(1) - v_ax1 * T.int64(2)) * (T.min(v_ax2, T.int64(0)) * T.int64(2) + T.min(v_ax2 * T.int64(2) + T.int64(1), T.int64(7)) + T.int64(1) - v_ax2 * T.int64(2)), T.int64(1)))

# --- nn.avg_pool2d-6 ---
# {"op": "nn.avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8, 8]}], "attrs": {"ceil_mode": false, "count_include_pad": false, "dilation": [2, 2], "layout": "NCHW", "out_layout": "NCHW", "padding": [0, 0, 0, 0], "pool_size": [2, 2], "strides": [2, 2]}, "type": {"dtype": "float32", "shape": [1, 3, 3, 3]}, "text": "R.nn.avg_pool2d(x, pool_size=[2, 2], strides=[2, 2], dilation=[2, 2], padding=[0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout=\"NCHW\", out_layout=\"NCHW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32"), pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(3), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(3), T.int64(3)))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(3), T.int64(3), T.int64(3), T.int64(2), T.int64(2)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0 * T.int64(2), v_ax3 * T.int64(2) + v_rv1 * T.int64(2)])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0 * T.int64(2), v_ax3 * T.int64(2) + v_rv1 * T.int64(2)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.Cast("float32", T.max((T.Div(T.min(v_ax2 * T.int64(2) + T.int64(2), T.int64(7)) - v_ax2 * T.int64(2) - T.max(T.Div(T.int64(1) - v_ax2 * T.int64(2), T.int64(2)), T.int64(0)) * T.int64(2), T.int64(2)) + T.int64(1)) * (T.Div(T.min(v_ax3 * T.int64(2) + T.int64(2), T.int64(7)) - v_ax3 * T.int64(2) - T.max(T.Div(T.int64(1) - v_ax3 * T.int64(2), T.int64(2)), T.int64(0)) * T.int64(2), T.int64(2)) + T.int64(1)), T.int64(1)))

# --- nn.avg_pool2d-7 ---
# {"op": "nn.avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, "h", "w"]}], "attrs": {"ceil_mode": false, "count_include_pad": true, "dilation": [1, 1], "layout": "NCHW", "out_layout": "NCHW", "padding": [1, 1, 1, 1], "pool_size": [2, 2], "strides": [2, 2]}, "type": {"dtype": "float32", "shape": [1, 3, "h // 2 + 1", "w // 2 + 1"]}, "text": "R.nn.avg_pool2d(x, pool_size=[2, 2], strides=[2, 2], dilation=[1, 1], padding=[1, 1, 1, 1], ceil_mode=False, count_include_pad=True, layout=\"NCHW\", out_layout=\"NCHW\")"}
h = TypeVar("h")
w = TypeVar("w")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d(x: T.Buffer((T.int64(1), T.int64(3), h, w), "float32"), pool_avg: T.Buffer((T.int64(1), T.int64(3), "h // T.int64(2) + T.int64(1)", "w // T.int64(2) + T.int64(1)"), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), h + T.int64(2), w + T.int64(2)))
        pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), h // T.int64(2) + T.int64(1), w // T.int64(2) + T.int64(1)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), h + T.int64(2), w + T.int64(2)):
            with T.sblock("pad_temp"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3 - T.int64(1)])
                T.writes(pad_temp[v_ax0, v_ax1, v_ax2, v_ax3])
                pad_temp[v_ax0, v_ax1, v_ax2, v_ax3] = T.if_then_else(T.int64(1) <= v_ax2 and v_ax2 <= h and T.int64(1) <= v_ax3 and v_ax3 <= w, x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3 - T.int64(1)], T.float32(0.0))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(3), h // T.int64(2) + T.int64(1), w // T.int64(2) + T.int64(1), T.int64(2), T.int64(2)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), h // T.int64(2) + T.int64(1), w // T.int64(2) + T.int64(1)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.Cast("float32", (T.min(T.int64(0), h - v_ax2 * T.int64(2)) + T.int64(2)) * (T.min(T.int64(0), w - v_ax3 * T.int64(2)) + T.int64(2)))

# --- nn.avg_pool2d-8 ---
# {"op": "nn.avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8, 8]}], "attrs": {"ceil_mode": false, "count_include_pad": false, "dilation": [1, 1], "layout": "NCHW", "out_layout": "NCHW", "padding": [1, 1, 1, 1], "pool_size": [3, 3], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 3, 8, 8]}, "text": "R.nn.avg_pool2d(x, pool_size=[3, 3], strides=[1, 1], dilation=[1, 1], padding=[1, 1, 1, 1], ceil_mode=False, count_include_pad=False, layout=\"NCHW\", out_layout=\"NCHW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32"), pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(10), T.int64(10)))
        pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(10), T.int64(10)):
            with T.sblock("pad_temp"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3 - T.int64(1)])
                T.writes(pad_temp[v_ax0, v_ax1, v_ax2, v_ax3])
                pad_temp[v_ax0, v_ax1, v_ax2, v_ax3] = T.if_then_else(T.int64(1) <= v_ax2 and v_ax2 < T.int64(9) and T.int64(1) <= v_ax3 and v_ax3 < T.int64(9), x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3 - T.int64(1)], T.float32(0.0))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(3), T.int64(8), T.int64(8), T.int64(3), T.int64(3)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(pad_temp[v_ax0, v_ax1, v_ax2 + v_rv0, v_ax3 + v_rv1])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + pad_temp[v_ax0, v_ax1, v_ax2 + v_rv0, v_ax3 + v_rv1]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(8), T.int64(8)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.Cast("float32", T.max((T.min(T.int64(1), T.int64(7) - v_ax2) + T.int64(2) - T.max(T.int64(1) - v_ax2, T.int64(0))) * (T.min(T.int64(1), T.int64(7) - v_ax3) + T.int64(2) - T.max(T.int64(1) - v_ax3, T.int64(0))), T.int64(1)))

# --- nn.avg_pool2d-9 ---
# {"op": "nn.avg_pool2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8, 8]}], "attrs": {"ceil_mode": false, "count_include_pad": true, "dilation": [1, 1], "layout": "NCHW", "out_layout": "NCHW", "padding": [1, 1, 1, 1], "pool_size": [3, 3], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 3, 8, 8]}, "text": "R.nn.avg_pool2d(x, pool_size=[3, 3], strides=[1, 1], dilation=[1, 1], padding=[1, 1, 1, 1], ceil_mode=False, count_include_pad=True, layout=\"NCHW\", out_layout=\"NCHW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32"), pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(10), T.int64(10)))
        pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(10), T.int64(10)):
            with T.sblock("pad_temp"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3 - T.int64(1)])
                T.writes(pad_temp[v_ax0, v_ax1, v_ax2, v_ax3])
                pad_temp[v_ax0, v_ax1, v_ax2, v_ax3] = T.if_then_else(T.int64(1) <= v_ax2 and v_ax2 < T.int64(9) and T.int64(1) <= v_ax3 and v_ax3 < T.int64(9), x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3 - T.int64(1)], T.float32(0.0))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(3), T.int64(8), T.int64(8), T.int64(3), T.int64(3)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(pad_temp[v_ax0, v_ax1, v_ax2 + v_rv0, v_ax3 + v_rv1])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + pad_temp[v_ax0, v_ax1, v_ax2 + v_rv0, v_ax3 + v_rv1]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(3), T.int64(8), T.int64(8)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.Cast("float32", (T.min(T.int64(1), T.int64(8) - v_ax2) + T.int64(2)) * (T.min(T.int64(1), T.int64(8) - v_ax3) + T.int64(2)))
