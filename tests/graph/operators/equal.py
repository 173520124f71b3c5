# SPDX-License-Identifier: Apache-2.0
# --- equal-1 ---
# {"op": "equal", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "bool", "shape": [2, 3]}, "text": "R.equal(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def equal(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_equal: T.Buffer((T.int64(2), T.int64(3)), "bool")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_equal"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
                T.writes(T_equal[v_ax0, v_ax1])
                T_equal[v_ax0, v_ax1] = x[v_ax0, v_ax1] == y[v_ax0, v_ax1]

# --- equal-2 ---
# {"op": "equal", "args": [{"var": "x", "dtype": "int32", "shape": ["n", 3]}, {"var": "y", "dtype": "int32", "shape": [3]}], "attrs": {}, "type": {"dtype": "bool", "shape": ["n", 3]}, "text": "R.equal(x, y)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def equal(x: T.Buffer((n, T.int64(3)), "int32"), y: T.Buffer((T.int64(3),), "int32"), T_equal: T.Buffer((n, T.int64(3)), "bool")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_equal"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax1])
                T.writes(T_equal[v_ax0, v_ax1])
                T_equal[v_ax0, v_ax1] = x[v_ax0, v_ax1] == y[v_ax1]
