# SPDX-License-Identifier: Apache-2.0
# --- mod-1 ---
# {"op": "mod", "args": [{"var": "x", "dtype": "int64", "shape": [2, 3]}, {"var": "y", "dtype": "int64", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "int64", "shape": [2, 3]}, "text": "R.mod(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def mod(x: T.Buffer((T.int64(2), T.int64(3)), "int64"), y: T.Buffer((T.int64(2), T.int64(3)), "int64"), T_mod: T.Buffer((T.int64(2), T.int64(3)), "int64")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_mod"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
                T.writes(T_mod[v_ax0, v_ax1])
                T_mod[v_ax0, v_ax1] = T.truncmod(x[v_ax0, v_ax1], y[v_ax0, v_ax1])

# --- mod-2 ---
# {"op": "mod", "args": [{"var": "x", "dtype": "int32", "shape": ["n", 3]}, {"var": "y", "dtype": "int32", "shape": [3]}], "attrs": {}, "type": {"dtype": "int32", "shape": ["n", 3]}, "text": "R.mod(x, y)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def mod(x: T.Buffer((n, T.int64(3)), "int32"), y: T.Buffer((T.int64(3),), "int32"), T_mod: T.Buffer((n, T.int64(3)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_mod"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax1])
                T.writes(T_mod[v_ax0, v_ax1])
                T_mod[v_ax0, v_ax1] = T.truncmod(x[v_ax0, v_ax1], y[v_ax1])
