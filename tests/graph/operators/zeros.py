# SPDX-License-Identifier: Apache-2.0
# --- zeros-1 ---
# {"op": "zeros", "args": [{"sizes": [2, 3]}], "attrs": {"dtype": "float32"}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.zeros(R.shape([2, 3]), dtype=\"float32\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def zeros(T_full: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_full"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(T_full[v_ax0, v_ax1])
                T_full[v_ax0, v_ax1] = T.float32(0.0)
