# SPDX-License-Identifier: Apache-2.0
# --- nn.max_pool1d-1 ---
# {"op": "nn.max_pool1d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8]}], "attrs": {"ceil_mode": false, "count_include_pad": false, "dilation": [1], "layout": "NCW", "out_layout": "NCW", "padding": [0, 0], "pool_size": [2], "strides": [2]}, "type": {"dtype": "float32", "shape": [1, 3, 4]}, "text": "R.nn.max_pool1d(x, pool_size=[2], strides=[2], dilation=[1], padding=[0, 0], ceil_mode=False, count_include_pad=False, layout=\"NCW\", out_layout=\"NCW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def max_pool1d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8)), "float32"), pool_max: T.Buffer((T.int64(1), T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2, rv0 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(2)):
            with T.sblock("pool_max"):
                v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
                T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0])
                T.writes(pool_max[v_ax0, v_ax1, v_ax2])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_max"})
                with T.init():
                    pool_max[v_ax0, v_ax1, v_ax2] = T.float32(-340282346638528859811704183484516925440.0)
                pool_max[v_ax0, v_ax1, v_ax2] = T.max(pool_max[v_ax0, v_ax1, v_ax2], x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0])
