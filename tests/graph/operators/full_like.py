# SPDX-License-Identifier: Apache-2.0
# --- full_like-1 ---
# {"op": "full_like", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"const": [2.0], "shape": [], "dtype": "float32"}], "attrs": {"dtype": null}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.full_like(x, R.const(2.0, \"float32\"), dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def full(T_full: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_full"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(T_full[v_ax0, v_ax1])
                T_full[v_ax0, v_ax1] = T.float32(2.0)
