# SPDX-License-Identifier: Apache-2.0
# --- logical_xor-1 ---
# {"op": "logical_xor", "args": [{"var": "x", "dtype": "bool", "shape": [2, 3]}, {"var": "y", "dtype": "bool", "shape": [3]}], "attrs": {}, "type": {"dtype": "bool", "shape": [2, 3]}, "text": "R.logical_xor(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def logical_xor(x: T.Buffer((T.int64(2), T.int64(3)), "bool"), y: T.Buffer((T.int64(3),), "bool"), T_logical_xor: T.Buffer((T.int64(2), T.int64(3)), "bool")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_logical_xor"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax1])
                T.writes(T_logical_xor[v_ax0, v_ax1])
                T_logical_xor[v_ax0, v_ax1] = x[v_ax0, v_ax1] ^ y[v_ax1]
