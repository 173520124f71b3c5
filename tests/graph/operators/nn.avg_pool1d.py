# SPDX-License-Identifier: Apache-2.0
# --- nn.avg_pool1d-1 ---
# {"op": "nn.avg_pool1d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8]}], "attrs": {"ceil_mode": false, "count_include_pad": true, "dilation": [1], "layout": "NCW", "out_layout": "NCW", "padding": [1, 1], "pool_size": [3], "strides": [2]}, "type": {"dtype": "float32", "shape": [1, 3, 4]}, "text": "R.nn.avg_pool1d(x, pool_size=[3], strides=[2], dilation=[1], padding=[1, 1], ceil_mode=False, count_include_pad=True, layout=\"NCW\", out_layout=\"NCW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool1d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8)), "float32"), pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(10)))
        pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(4)))
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(3), T.int64(10)):
            with T.sblock("pad_temp"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2 - T.int64(1)])
                T.writes(pad_temp[v_ax0, v_ax1, v_ax2])
                pad_temp[v_ax0, v_ax1, v_ax2] = T.if_then_else(T.int64(1) <= v_ax2 and v_ax2 < T.int64(9), x[v_ax0, v_ax1, v_ax2 - T.int64(1)], T.float32(0.0))
        for ax0, ax1, ax2, rv0 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(3)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
                T.reads(pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] + pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0]
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(3), T.int64(4)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] / T.Cast("float32", T.min(T.int64(1), T.int64(8) - v_ax2 * T.int64(2)) + T.int64(2))
