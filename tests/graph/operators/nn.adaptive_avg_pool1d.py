# SPDX-License-Identifier: Apache-2.0
# --- nn.adaptive_avg_pool1d-1 ---
# {"op": "nn.adaptive_avg_pool1d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8]}], "attrs": {"layout": "NCW", "out_layout": "NCW", "output_size": [2]}, "type": {"dtype": "float32", "shape": [1, 3, 2]}, "text": "R.nn.adaptive_avg_pool1d(x, output_size=[2], layout=\"NCW\", out_layout=\"NCW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool1d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8)), "float32"), adaptive_pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        adaptive_pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(2)))
        for ax0, ax1, ax2, rv0 in T.grid(T.int64(1), T.int64(3), T.int64(2), T.int64(4)):
            with T.sblock("adaptive_pool_sum"):
                v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
                T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(4) + v_rv0])
                T.writes(adaptive_pool_sum[v_ax0, v_ax1, v_ax2])
                with T.init():
                    adaptive_pool_sum[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                adaptive_pool_sum[v_ax0, v_ax1, v_ax2] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2] + x[v_ax0, v_ax1, v_ax2 * T.int64(4) + v_rv0]
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(3), T.int64(2)):
            with T.sblock("adaptive_pool_avg"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(adaptive_pool_sum[v_ax0, v_ax1, v_ax2])
                T.writes(adaptive_pool_avg[v_ax0, v_ax1, v_ax2])
                T.sblock_attr({"schedule_rule": "meta_schedule.adaptive_pool_avg"})
                adaptive_pool_avg[v_ax0, v_ax1, v_ax2] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2] / T.float32(4.0)
