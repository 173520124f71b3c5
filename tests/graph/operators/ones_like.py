# SPDX-License-Identifier: Apache-2.0
# --- ones_like-1 ---
# {"op": "ones_like", "args": [{"var": "x", "dtype": "int32", "shape": [2, 3]}], "attrs": {"dtype": null}, "type": {"dtype": "int32", "shape": [2, 3]}, "text": "R.ones_like(x, dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def ones(T_full: T.Buffer((T.int64(2), T.int64(3)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_full"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(T_full[v_ax0, v_ax1])
                T_full[v_ax0, v_ax1] = 1
