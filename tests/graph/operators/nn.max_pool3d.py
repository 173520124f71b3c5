# SPDX-License-Identifier: Apache-2.0
# --- nn.max_pool3d-1 ---
# {"op": "nn.max_pool3d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8, 8, 8]}], "attrs": {"ceil_mode": false, "count_include_pad": false, "dilation": [1, 1, 1], "layout": "NCDHW", "out_layout": "NCDHW", "padding": [0, 0, 0, 0, 0, 0], "pool_size": [2, 2, 2], "strides": [2, 2, 2]}, "type": {"dtype": "float32", "shape": [1, 3, 4, 4, 4]}, "text": "R.nn.max_pool3d(x, pool_size=[2, 2, 2], strides=[2, 2, 2], dilation=[1, 1, 1], padding=[0, 0, 0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout=\"NCDHW\", out_layout=\"NCDHW\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def max_pool3d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8), T.int64(8)), "float32"), pool_max: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2, ax3, ax4, rv0, rv1, rv2 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(4), T.int64(4), T.int64(2), T.int64(2), T.int64(2)):
            with T.sblock("pool_max"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_ax4, v_rv0, v_rv1, v_rv2 = T.axis.remap("SSSSSRRR", [ax0, ax1, ax2, ax3, ax4, rv0, rv1, rv2])
                T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1, v_ax4 * T.int64(2) + v_rv2])
                T.writes(pool_max[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_max"})
                with T.init():
                    pool_max[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = T.float32(-340282346638528859811704183484516925440.0)
                pool_max[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4] = T.max(pool_max[v_ax0, v_ax1, v_ax2, v_ax3, v_ax4], x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1, v_ax4 * T.int64(2) + v_rv2])
