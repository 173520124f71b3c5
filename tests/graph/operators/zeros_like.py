# SPDX-License-Identifier: Apache-2.0
# --- zeros_like-1 ---
# {"op": "zeros_like", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}], "attrs": {"dtype": null}, "type": {"dtype": "float32", "shape": ["n", 3]}, "text": "R.zeros_like(x, dtype=None)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def zeros(T_full: T.Buffer((n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_full"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(T_full[v_ax0, v_ax1])
                T_full[v_ax0, v_ax1] = T.float32(0.0)
