# SPDX-License-Identifier: Apache-2.0
# --- bitwise_not-1 ---
# {"op": "bitwise_not", "args": [{"var": "x", "dtype": "int32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "int32", "shape": [2, 3]}, "text": "R.bitwise_not(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_bitwise_not(x: T.Buffer((T.int64(2), T.int64(3)), "int32"), T_bitwise_not: T.Buffer((T.int64(2), T.int64(3)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_bitwise_not"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_bitwise_not[v_ax0, v_ax1])
                T_bitwise_not[v_ax0, v_ax1] = ~x[v_ax0, v_ax1]
