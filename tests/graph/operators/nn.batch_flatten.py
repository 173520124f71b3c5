# SPDX-License-Identifier: Apache-2.0
# --- nn.batch_flatten-1 ---
# {"op": "nn.batch_flatten", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 12]}, "text": "R.nn.batch_flatten(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), T_reshape: T.Buffer((T.int64(2), T.int64(12)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(12)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[(v_ax1 // T.int64(12) + v_ax0) % T.int64(2), v_ax1 % T.int64(12) // T.int64(4), v_ax1 % T.int64(4)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = x[(v_ax1 // T.int64(12) + v_ax0) % T.int64(2), v_ax1 % T.int64(12) // T.int64(4), v_ax1 % T.int64(4)]
