# SPDX-License-Identifier: Apache-2.0
# --- one_hot-1 ---
# {"op": "one_hot", "args": [{"var": "x", "dtype": "int32", "shape": [3]}, {"prim": 1.0, "dtype": "float32"}, {"prim": 0.0, "dtype": "float32"}], "attrs": {"axis": -1, "depth": 5}, "type": {"dtype": "float32", "shape": [3, 5]}, "text": "R.one_hot(x, T.float32(1.0), T.float32(0.0), depth=5, axis=-1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def one_hot(x: T.Buffer((T.int64(3),), "int32"), T_one_hot: T.Buffer((T.int64(3), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(3), T.int64(5)):
            with T.sblock("T_one_hot"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0])
                T.writes(T_one_hot[v_ax0, v_ax1])
                T_one_hot[v_ax0, v_ax1] = T.Select(T.Cast("int64", x[v_ax0]) == v_ax1, T.float32(1.0), T.float32(0.0))
