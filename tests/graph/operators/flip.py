# SPDX-License-Identifier: Apache-2.0
# --- flip-1 ---
# {"op": "flip", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": 1}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.flip(x, axis=1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def flip(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_reverse_sequence: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_reverse_sequence"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, T.int64(2) - v_ax1])
                T.writes(T_reverse_sequence[v_ax0, v_ax1])
                T_reverse_sequence[v_ax0, v_ax1] = x[v_ax0, T.int64(2) - v_ax1]
