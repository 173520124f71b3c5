# SPDX-License-Identifier: Apache-2.0
# --- greater_equal-1 ---
# {"op": "greater_equal", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "bool", "shape": [2, 3]}, "text": "R.greater_equal(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def greater_equal(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_greater_equal: T.Buffer((T.int64(2), T.int64(3)), "bool")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_greater_equal"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(y[v_ax0, v_ax1], x[v_ax0, v_ax1])
                T.writes(T_greater_equal[v_ax0, v_ax1])
                T_greater_equal[v_ax0, v_ax1] = y[v_ax0, v_ax1] <= x[v_ax0, v_ax1]

# --- greater_equal-2 ---
# {"op": "greater_equal", "args": [{"var": "x", "dtype": "int32", "shape": ["n", 3]}, {"var": "y", "dtype": "int32", "shape": [3]}], "attrs": {}, "type": {"dtype": "bool", "shape": ["n", 3]}, "text": "R.greater_equal(x, y)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def greater_equal(x: T.Buffer((n, T.int64(3)), "int32"), y: T.Buffer((T.int64(3),), "int32"), T_greater_equal: T.Buffer((n, T.int64(3)), "bool")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_greater_equal"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(y[v_ax1], x[v_ax0, v_ax1])
                T.writes(T_greater_equal[v_ax0, v_ax1])
                T_greater_equal[v_ax0, v_ax1] = y[v_ax1] <= x[v_ax0, v_ax1]
