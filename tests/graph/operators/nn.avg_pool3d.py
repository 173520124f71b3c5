# SPDX-License-Identifier: Apache-2.0
# --- nn.avg_pool3d-1 ---
# {"op": "nn.avg_pool3d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4, 4]}], "attrs": {"ceil_mode": false, "count_include_pad": true, "dilation": [1, 1, 1], "layout": "NCDHW", "out_layout": "NCDHW", "padding": [0, 0, 0, 0, 0, 0], "pool_size": [2, 2, 2], "strides": [2, 2, 2]}, "type": {"dtype": "float32", "shape": [1, 3, 2, 2, 2]}, "text": "R.nn.avg_pool3d(x, pool_size=[2, 2, 2], strides=[2, 2, 2], dilation=[1, 1, 1], padding=[0, 0, 0, 0, 0, 0], ceil_mode=False, count_include_pad=True, layout=\"NCDHW\", out_layout=\"NCDHW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool3d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4), T.int64(4)), "float32"), pool_avg: T.Buffer((T.int64(1), T.int64(3), T.int64(2), T.int64(2), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(2), T.int64(2), T.int64(2)))
        for ax0, ax1, ax2, ax3, ax4, rv0, rv1, rv2 in T.grid(T.int64(1), T.int64(3), T.int64(2), T.int64(2), T.int64(2), T.int64(2), T.int64(2), T.int64(2)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_ax4, v_rv0, v_rv1, v_rv2 = T.axis.remap("SSSSSRRR", [ax0, ax1, ax2, ax3, ax4, rv0, rv1, rv2])
                T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1, v_ax4 * T.int64(2) + v_rv2])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] + x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1, v_ax4 * T.int64(2) + v_rv2]
        for ax0, ax1, ax2, ax3, ax4 in T.grid(T.int64(1), T.int64(3), T.int64(2), T.int64(2), T.int64(2)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_ax4 = T.axis.remap("SSSSS", [ax0, ax1, ax2, ax3, ax4])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] / T.Cast("float32", (T.min(T.int64(1), T.int64(3) - v_ax2 * T.int64(2)) + T.int64(1)) * (T.min(T.int64(1), T.int64(3) - v_ax3 * T.int64(2)) + T.int64(1)) * (T.min(T.int64(1), T.int64(3) - v_ax4 * T.int64(2)) + T.int64(1)))
