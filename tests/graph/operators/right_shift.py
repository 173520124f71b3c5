# SPDX-License-Identifier: Apache-2.0
# --- right_shift-1 ---
# {"op": "right_shift", "args": [{"var": "x", "dtype": "int32", "shape": [2, 3]}, {"var": "y", "dtype": "int32", "shape": [3]}], "attrs": {}, "type": {"dtype": "int32", "shape": [2, 3]}, "text": "R.right_shift(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def right_shift(x: T.Buffer((T.int64(2), T.int64(3)), "int32"), y: T.Buffer((T.int64(3),), "int32"), T_right_shift: T.Buffer((T.int64(2), T.int64(3)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_right_shift"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax1])
                T.writes(T_right_shift[v_ax0, v_ax1])
                T_right_shift[v_ax0, v_ax1] = x[v_ax0, v_ax1] >> y[v_ax1]
